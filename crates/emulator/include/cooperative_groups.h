// Nothing to add: the engine writes its own before a program that includes this.
#pragma once
