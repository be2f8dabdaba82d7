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
    /// Of PTX: the executor's program, and what the kernel asks for.
    std::shared_ptr<void> program;
    std::vector<unsigned> parameter_offsets;
    unsigned parameter_bytes = 0, shared = 0, most_threads = 1024;
    /// Bytes of dynamic shared memory that launches may ask for; none were allowed until one is set.
    unsigned allowed_shared = 0;
};

/// A compiled program: a shared library, or PTX.
struct Module {
    void* library = nullptr;
    std::shared_ptr<void> program;
    std::string path;
    Device* device = nullptr;
    std::map<std::string, std::unique_ptr<Function>> functions;
    ~Module();
};

/// Loads what the emulated NVRTC produced (a magic line, then the path of a library), or PTX; `problem` says what is wrong with that.
Status load_module(const void* image, std::string* problem, std::unique_ptr<Module>* module);
Status load_ptx(const char* text, std::string* problem, std::unique_ptr<Module>* module);
std::unique_ptr<Function> find_ptx_function(const Module& module, const std::string& name);
Status find_function(Module& module, const std::string& name, Function** function);
/// Copies the arguments and gives the task that runs the kernel on a device.
Body make_launch(Device& device, const Function& function, const unsigned grid[3], const unsigned block[3], size_t shared, void** arguments);
Body make_ptx_launch(Device& device, const Function& function, const unsigned grid[3], const unsigned block[3], size_t shared, void** arguments);

/// Runs `body(begin, end)` over [0, count) in pieces, on the calling thread and on idle helper threads.
/// A fault on any of them is returned.
Status parallel(size_t count, size_t piece, const std::function<Status(size_t, size_t)>& body);

}  // namespace emulator
