// From preprocessed CUDA C++ to C++ that g++ takes.
#pragma once

#include <string>
#include <vector>

namespace emulator {

/// Replaces `__global__` and `__shared__` and appends a launcher for each kernel that `expressions` names, or for every
/// kernel where it names none. `own_file` is the program's name in the preprocessor's line marks: only its text is looked
/// at, not that of headers. Throws std::runtime_error where the source goes beyond what it understands.
std::string translate(const std::string& preprocessed, const std::string& own_file,
                      const std::vector<std::string>& expressions = {});
/// The C name that the launcher of an expression goes by: its own where it is a plain name.
std::string lowered(const std::string& expression);

}  // namespace emulator
