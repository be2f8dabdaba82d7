// Translates preprocessed CUDA C++ to C++ for g++.
#pragma once

#include <string>
#include <vector>

namespace emulator {

/// Replaces `__global__` and `__shared__`, and appends a launcher for each kernel in `expressions`, or for every
/// kernel if it is empty. `own_file` is the program's name in the preprocessor's line marks: only its text is
/// translated, not that of headers. Throws std::runtime_error for source that it does not understand.
std::string translate(const std::string& preprocessed, const std::string& own_file,
                      const std::vector<std::string>& expressions = {});
/// The C name of the launcher of an expression: a plain name is kept.
std::string lowered(const std::string& expression);

}  // namespace emulator
