// Compiling a program with g++ into a cached shared library.
#pragma once

#include <string>
#include <vector>

namespace emulator {

struct Compiled {
    bool ok = false;
    std::string library;  // its path
    std::string log;      // what g++ said
};

/// The option that has a program's accesses to memory checked while it runs (include/checks.h).
extern const char CHECKED[];

/// Compiles CUDA C++; a program compiled before is found again by a hash of its source and macros. `root` is the folder
/// that holds `include/` and `programs/`; programs compiled here and now go to `programs/`. `expressions` name kernels to be
/// launched, such as `scale<float>`; where there are none, every kernel that is no template gets a launcher.
Compiled compile(const std::string& root, const std::string& name, const std::string& source,
                 const std::vector<std::string>& options, const std::vector<std::string>& expressions = {});

}  // namespace emulator
