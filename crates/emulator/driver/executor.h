// What the driver and an executor of PTX agree on: whoever opens the driver gives it a table of functions, and from then on
// modules that are PTX, and launches of their kernels, go to these.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

/// What a kernel asks for.
struct EmulatedKernel {
    unsigned parameters, parameter_bytes;
    /// Bytes of static shared memory, and the most threads of a block.
    unsigned shared, most_threads;
};

struct EmulatedRange { uint64_t begin, end; };

/// A launch, and the memory that it may reach: ranges in the order of their addresses, apart from each other.
struct EmulatedExecution {
    const char* kernel;
    unsigned grid[3], block[3], shared;
    const unsigned char* parameters;
    size_t parameter_bytes;
    const EmulatedRange* memory;
    size_t ranges;
    /// Whether races and shared memory that was never written are looked for.
    bool checked;
    /// Ends the launch once it is set.
    const std::atomic<bool>* stop;
    void (*print)(const char* text, size_t length);
    /// Writes what lies at an address of global memory, in words; gives their length.
    size_t (*describe)(const void* owner, uint64_t address, char* to, size_t capacity);
    const void* owner;
};

/// What ended a launch early.
struct EmulatedTrouble {
    /// The driver's error; SUCCESS where hardware would go on.
    int status;
    /// Lines of the CUDA source; 0 where they are not known.
    unsigned line, earlier_line;
    char kind[16], text[2048];
};

struct EmulatedExecutor {
    /// Reads a module; null, and why, where it is refused.
    void* (*load)(const char* text, char* problem, size_t capacity);
    void (*unload)(void* program);
    bool (*kernel)(void* program, const char* name, EmulatedKernel* kernel);
    /// Where each parameter begins, and its size.
    void (*parameters)(void* program, const char* name, unsigned* offsets, unsigned* sizes);
    bool (*variable)(void* program, const char* name, uint64_t* address, size_t* bytes);
    /// Runs a kernel to its end; false if something ended it early.
    bool (*run)(void* program, const EmulatedExecution* execution, EmulatedTrouble* trouble);
};

namespace emulator {

/// Null until one was given.
extern const EmulatedExecutor* executor;

}  // namespace emulator
