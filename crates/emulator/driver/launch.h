// Loads programs and launches their kernels.
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
    /// For PTX: the executor's program, and the requirements of the kernel.
    std::shared_ptr<void> program;
    std::vector<unsigned> parameter_offsets;
    unsigned parameter_bytes = 0, shared = 0, most_threads = 1024;
    /// The dynamic shared memory that launches may request, in bytes; 0 until set.
    unsigned allowed_shared = 0;
};

/// A compiled program: a shared library, or PTX.
struct Module {
    void* library = nullptr;
    /// Whether the library's variables are shared with the processes of its kernels.
    bool shared = false;
    std::shared_ptr<void> program;
    std::string path;
    Device* device = nullptr;
    std::map<std::string, std::unique_ptr<Function>> functions;
    ~Module();
};

/// Loads the output of the emulated NVRTC (a magic line, then the path of a library), or PTX; `problem` is PTX's error.
Status load_module(const void* image, std::string* problem, std::unique_ptr<Module>* module);
Status load_ptx(const char* text, std::string* problem, std::unique_ptr<Module>* module);
std::unique_ptr<Function> find_ptx_function(const Module& module, const std::string& name);
Status find_function(Module& module, const std::string& name, Function** function);
/// Copies the arguments; returns the task that runs the kernel on a device.
Body make_launch(Device& device, const Function& function, const unsigned grid[3], const unsigned block[3], size_t shared, void** arguments);
Body make_ptx_launch(Device& device, const Function& function, const unsigned grid[3], const unsigned block[3], size_t shared, void** arguments);

/// Calls `body(begin, end)` for pieces of [0, count), on the calling thread and idle helper threads. Returns the fault
/// of one of them.
Status parallel(size_t count, size_t piece, const std::function<Status(size_t, size_t)>& body);

}  // namespace emulator
