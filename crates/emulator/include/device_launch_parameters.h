// Empty: cuda_on_host.h is included before every program.
#pragma once
