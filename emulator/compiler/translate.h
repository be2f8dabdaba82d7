// From preprocessed CUDA C++ to C++ that g++ takes.
#pragma once

#include <string>

namespace emulator {

/// Replaces `__global__` and `__shared__` and appends a launcher for each kernel. `own_file` is the program's name in
/// the preprocessor's line marks: only its text is looked at, not that of headers.
/// Throws std::runtime_error where the source goes beyond what it understands.
std::string translate(const std::string& preprocessed, const std::string& own_file);

}  // namespace emulator
