// The interface between the driver and an executor of PTX. The program that opens the driver passes a table of
// functions; from then on PTX modules and launches of their kernels use it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

/// The requirements of a kernel.
struct EmulatedKernel {
    unsigned parameters, parameter_bytes;
    /// Bytes of static shared memory, and the most threads per block.
    unsigned shared, most_threads;
};

struct EmulatedRange { uint64_t begin, end; };

/// A launch, and the memory that it may access: disjoint ranges in order of address.
struct EmulatedExecution {
    const char* kernel;
    unsigned grid[3], block[3], shared;
    const unsigned char* parameters;
    size_t parameter_bytes;
    const EmulatedRange* memory;
    size_t ranges;
    /// Whether to check for races and for reads of unwritten shared memory.
    bool checked;
    /// Ends the launch when set.
    const std::atomic<bool>* stop;
    void (*print)(const char* text, size_t length);
    /// Writes a description of an address of global memory; returns its length.
    size_t (*describe)(const void* owner, uint64_t address, char* to, size_t capacity);
    const void* owner;
};

/// Why a launch ended early.
struct EmulatedTrouble {
    /// The driver's error; SUCCESS if hardware would not detect the fault.
    int status;
    /// Lines of the CUDA source; 0 if unknown.
    unsigned line, earlier_line;
    char kind[16], text[2048];
};

struct EmulatedExecutor {
    /// Loads a module; returns null and the problem if it is invalid.
    void* (*load)(const char* text, char* problem, size_t capacity);
    void (*unload)(void* program);
    bool (*kernel)(void* program, const char* name, EmulatedKernel* kernel);
    /// Offset and size of each parameter.
    void (*parameters)(void* program, const char* name, unsigned* offsets, unsigned* sizes);
    bool (*variable)(void* program, const char* name, uint64_t* address, size_t* bytes);
    /// Runs a kernel; returns false if it ended early.
    bool (*run)(void* program, const EmulatedExecution* execution, EmulatedTrouble* trouble);
};

namespace emulator {

/// Null until one is set.
extern const EmulatedExecutor* executor;

}  // namespace emulator
