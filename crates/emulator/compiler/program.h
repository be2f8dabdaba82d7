// Compiles a program with g++ into a cached shared library.
#pragma once

#include <string>
#include <vector>

namespace emulator {

struct Compiled {
    bool ok = false;
    std::string library;  // its path
    std::string log;      // g++'s messages
};

/// The option that has a program's memory accesses checked while it runs (include/checks.h).
extern const char CHECKED[];

/// Compiles CUDA C++, unless a hash of source and macros finds a compiled program. `root` is the folder that contains
/// `include/` and `programs/`; new programs go to `programs/`. `expressions` name the kernels to launch, such as
/// `scale<float>`; if there are none, every kernel that is not a template gets a launcher.
Compiled compile(const std::string& root, const std::string& name, const std::string& source,
                 const std::vector<std::string>& options, const std::vector<std::string>& expressions = {});

}  // namespace emulator
