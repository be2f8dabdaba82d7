// CUDA C++ on the host: what a kernel's source may use, for g++.
//
// The emulated NVRTC includes this before each program, replaces `__global__` and `__shared__`, and appends a launcher
// for each kernel. A kernel without barriers or warp intrinsics runs as a flat loop over its threads; others run one
// fiber per thread (fibers.h).
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <type_traits>
#include <utility>

#include "launch.h"

#define __device__
#define __host__
#define __constant__
#define __managed__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __restrict__ __restrict
#define __grid_constant__
#define __CUDA_ARCH__ 800
#define __CUDACC__ 1
#define __EMULATED__ 1

#include "vectors.h"

/// Functions of the emulator, whose accesses are not checked.
#ifdef TENSORCELL_CHECKED
#define UNCHECKED __attribute__((no_sanitize("thread")))
#else
#define UNCHECKED
#endif

/// Programs are linked without the C library's start files, which would run code when they are loaded.
extern "C" {
__attribute__((weak, visibility("hidden"))) void* __dso_handle = nullptr;
}

namespace host {

struct Fiber;
struct Block;

/// The position of the running thread in its grid.
struct Here {
    uint3 thread, block;
    uint3 block_size, grid_size;
    char* dynamic_shared;
    const EmulatedLaunch* launch;
    Fiber* fiber;
    Block* fibers;
    /// The memory of the fibers' stacks.
    uintptr_t stacks, stacks_end;
};

static thread_local Here here;

/// The index of the running thread in its block.
inline unsigned thread_number() {
    return here.thread.x + here.block_size.x * (here.thread.y + here.block_size.y * here.thread.z);
}

inline void* dynamic_shared() { return here.dynamic_shared; }

[[noreturn]] inline void trap(int status) {
    here.launch->trap(status);
    __builtin_unreachable();
}

UNCHECKED inline void enter(const EmulatedLaunch* launch) {
    here.launch = launch;
    here.fibers = nullptr;
    here.stacks = here.stacks_end = 0;
    here.grid_size = {launch->grid[0], launch->grid[1], launch->grid[2]};
    here.block_size = {launch->block[0], launch->block[1], launch->block[2]};
}

UNCHECKED inline void enter_block(size_t index) {
    const uint3& grid = here.grid_size;
    here.block = {(unsigned)(index % grid.x), (unsigned)(index / grid.x % grid.y), (unsigned)(index / grid.x / grid.y)};
}

template <auto kernel, class F>
struct Call;

/// Calls a kernel with the driver's copies of the arguments.
template <auto kernel, class... A>
struct Call<kernel, void (*)(A...)> {
    template <size_t... I>
    UNCHECKED static inline __attribute__((always_inline)) void with(void** arguments, std::index_sequence<I...>) {
        kernel(*(std::remove_cv_t<A>*)arguments[I]...);
    }
    UNCHECKED static inline __attribute__((always_inline)) void run(void** arguments) {
        with(arguments, std::index_sequence_for<A...>{});
    }
};

/// The table that the driver reads to copy arguments: see launch.h.
template <bool fibers, class F>
struct Parameters;
template <bool fibers, class... A>
struct Parameters<fibers, void (*)(A...)> {
    unsigned values[2 + sizeof...(A)] = {fibers, sizeof...(A), (unsigned)sizeof(A)...};
};

}  // namespace host

#include "checks.h"

namespace host {

[[noreturn]] UNCHECKED __attribute__((noinline, cold)) inline void assert_failed(const char* text, const char* file, int line,
                                                                       const char* function) {
    tell_assert(__builtin_return_address(0));
    fprintf(stderr, "%s:%d: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line, function,
            here.block.x, here.block.y, here.block.z, here.thread.x, here.thread.y, here.thread.z, text);
    trap(710);
}

UNCHECKED __attribute__((format(printf, 1, 2))) inline int print(const char* format, ...) {
    va_list values;
    va_start(values, format);
    int count = here.launch->print(format, values);
    va_end(values);
    return count;
}

template <auto kernel>
UNCHECKED __attribute__((noinline)) void call_kernel(void** arguments) {
    Call<kernel, decltype(kernel)>::run(arguments);
}

// One loop, so that the compiler can hoist invariants and vectorise.
template <auto kernel>
FLATTENED const char* launch_flat(const EmulatedLaunch* launch) {
    enter(launch);
    begin_checks();
    here.dynamic_shared = launch->shared_bytes ? launch->arena(launch->shared_bytes) : nullptr;
    const uint3 size = here.block_size;
    for (size_t block = launch->first_block; block < launch->end_block; block++) {
        enter_block(block);
        next_interval();
        for (unsigned z = 0; z < size.z; z++)
            for (unsigned y = 0; y < size.y; y++)
                for (unsigned x = 0; x < size.x; x++) {
                    here.thread = {x, y, z};
                    CALL_FLAT(kernel, launch->arguments);
                }
        finish_checks();
    }
    return nullptr;
}

}  // namespace host

#include "fibers.h"

#define threadIdx (::host::here.thread)
#define blockIdx (::host::here.block)
#define blockDim (::host::here.block_size)
#define gridDim (::host::here.grid_size)
constexpr int warpSize = 32;

#define assert(condition) \
    ((condition) ? (void)0 : ::host::assert_failed(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#define printf ::host::print
inline void __trap() { ::host::trap(719); }

#include "intrinsics.h"
#include "halves.h"
