// Programs and the launching of their kernels.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "../include/launch.h"
#include "device.h"

namespace emulator {

struct Function {
    std::string name;
    EmulatedLauncher launcher = nullptr;
    bool fibers = false;
    std::vector<unsigned> parameter_sizes;
    std::string library;  // the path of its program
};

/// A compiled program: a shared library.
struct Module {
    void* library = nullptr;
    std::string path;
    Device* device = nullptr;
    std::map<std::string, std::unique_ptr<Function>> functions;
    ~Module();
};

/// Loads what the emulated NVRTC produced: a magic line, then the path of a library.
Status load_module(const void* image, std::unique_ptr<Module>* module);
Status find_function(Module& module, const std::string& name, Function** function);
/// Copies the arguments and gives the task that runs the kernel on a device.
Body make_launch(Device& device, const Function& function, const unsigned grid[3], const unsigned block[3], size_t shared, void** arguments);

/// Runs `body(begin, end)` over [0, count) in pieces, on the calling thread and on idle helper threads.
/// A fault on any of them is returned.
Status parallel(size_t count, size_t piece, const std::function<Status(size_t, size_t)>& body);

}  // namespace emulator
