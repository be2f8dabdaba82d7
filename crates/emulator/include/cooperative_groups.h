// Empty: the engine prepends its own version to programs that include this.
#pragma once
