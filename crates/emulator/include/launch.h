// What the emulated driver and a compiled program agree on. For each kernel `k` a program exports
// `k__launch`, an `EmulatedLauncher`, and `k__parameters`, an array: whether it runs in fibers, the number of parameters,
// and the size of each.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>

/// An access that a checked program should not have made, or a wait that never ends.
struct EmulatedFinding {
    enum Kind { OUT_OF_BOUNDS, RACE, DIVERGENCE, ASSERT } kind;
    /// Of the access, and of the earlier one that a race is with; in the program's code.
    const void *code, *earlier_code;
    unsigned thread[3], block[3], earlier_thread[3];
    bool write, earlier_write;
    uintptr_t address;
    size_t bytes;
    /// In shared memory the address is how far from the beginning of the program's static, or of the launch's dynamic one.
    bool shared, shared_static;
};

/// What a checked program is told: where its arguments lie, and whom to tell of findings.
struct EmulatedChecks {
    struct Range { uintptr_t begin, end; };
    const Range* arguments;
    size_t argument_count;
    /// All memory of the device: addresses that came by another way than as an argument.
    const Range* memory;
    size_t memory_count;
    void (*found)(const EmulatedChecks* checks, const EmulatedFinding* finding);
    /// Memory of the calling thread, zero at first; the same at every call.
    void* (*table)(size_t bytes);
};

/// A range of the blocks of one launch, for one thread.
struct EmulatedLaunch {
    unsigned grid[3], block[3];
    size_t shared_bytes;
    void** arguments;
    size_t first_block, end_block;
    /// Ends the kernel with a CUresult.
    void (*trap)(int status);
    /// Memory of the calling thread for fiber stacks and dynamic shared memory; the same at every call.
    char* (*arena)(size_t bytes);
    /// What a kernel prints goes to the standard output.
    int (*print)(const char* format, va_list values);
    /// Null unless the program is checked.
    const EmulatedChecks* checks;
};

/// Returns null, or why the kernel cannot go on.
using EmulatedLauncher = const char* (*)(const EmulatedLaunch*);
