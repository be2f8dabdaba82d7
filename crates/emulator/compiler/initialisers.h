// Whether loading a library would run code of it.
#pragma once

#include <cstddef>
#include <string>

namespace emulator {

/// Whether a library has code that the loader runs: more than `allowed` initialisers, functions for its end, or functions that choose
/// others.
bool runs_code_when_loaded(const std::string& library, size_t allowed);

}  // namespace emulator
