// The interface between the emulated driver and a compiled program. For each kernel `k` a program exports `k__launch`,
// an `EmulatedLauncher`, and `k__parameters`, an array: whether it runs in fibers, the number of parameters, and their
// sizes.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>

/// An invalid access of a checked program, or a wait that never ends.
struct EmulatedFinding {
    enum Kind { OUT_OF_BOUNDS, RACE, DIVERGENCE, ASSERT } kind;
    /// Code addresses of the access, and of the earlier access of a race.
    const void *code, *earlier_code;
    unsigned thread[3], block[3], earlier_thread[3];
    bool write, earlier_write;
    uintptr_t address;
    size_t bytes;
    /// In shared memory the address is an offset in the program's static, or the launch's dynamic, shared memory.
    bool shared, shared_static;
};

/// The input of checks: the memory of the arguments, and the callback for findings.
struct EmulatedChecks {
    struct Range { uintptr_t begin, end; };
    const Range* arguments;
    size_t argument_count;
    /// All memory of the device, for addresses that are not arguments.
    const Range* memory;
    size_t memory_count;
    void (*found)(const EmulatedChecks* checks, const EmulatedFinding* finding);
    /// Returns memory of the calling thread, zero at first; each call returns the same.
    void* (*table)(size_t bytes);
};

/// The blocks of a launch that one thread runs.
struct EmulatedLaunch {
    unsigned grid[3], block[3];
    size_t shared_bytes;
    void** arguments;
    size_t first_block, end_block;
    /// Ends the kernel with a CUresult.
    void (*trap)(int status);
    /// Returns memory of the calling thread for fiber stacks and dynamic shared memory; each call returns the same.
    char* (*arena)(size_t bytes);
    /// Prints a kernel's output to standard output.
    int (*print)(const char* format, va_list values);
    /// Null unless the program is checked.
    const EmulatedChecks* checks;
};

/// Returns null, or why the kernel cannot continue.
using EmulatedLauncher = const char* (*)(const EmulatedLaunch*);
