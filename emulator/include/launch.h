// What the emulated driver and a compiled program agree on. For each kernel `k` a program exports
// `k__launch`, an `EmulatedLauncher`, and `k__parameters`, an array: whether it runs in fibers, the number of parameters,
// and the size of each.
#pragma once

#include <cstddef>

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
};

/// Returns null, or why the kernel cannot go on.
using EmulatedLauncher = const char* (*)(const EmulatedLaunch*);
