// Kernels with barriers or warp intrinsics: one fiber for each CUDA thread of a block, all on one processor thread.
//
// A fiber runs until it waits (at a barrier, or for the lanes of its warp) or ends; then the scheduler resumes another.
// Stacks are switched by hand: ucontext, the fallback, saves the signal mask by a system call and is 20 times slower.
#pragma once

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace host {

enum class State : uint8_t { READY, AT_BARRIER, AT_WARP, DONE };

#if defined(__x86_64__)
struct Context { void* stack_pointer; };
#else
using Context = ucontext_t;
#endif

struct Fiber {
    Context context;
    uint3 thread;
    unsigned index;
    State state;
    bool started;
    char* stack;
};

/// The lanes of a warp exchange values through two slots in turn: a fast lane may start the next exchange while a slow one
/// still reads this one.
struct Warp {
    unsigned alive, arrived, turn;
    uint64_t slots[2][32];
};

struct Block {
    Context scheduler;
    unsigned threads, live, waiting;
    int votes, verdict;  // of __syncthreads_count and its kin
    Fiber* fibers;
    Warp* warps;
    char** free_stacks;
    unsigned free_count;
    void (*kernel)(void**);
};

/// Not a power of two: stacks a power of two apart would contend for the same cache sets.
constexpr size_t STACK = 64 * 1024 + 576;

#if defined(__x86_64__)
extern "C" void emulated_switch(void** save, void* to);
asm(".text\n"
    ".local emulated_switch\n"
    ".type emulated_switch,@function\n"
    "emulated_switch:\n"
    " pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n"
    " movq %rsp,(%rdi)\n movq %rsi,%rsp\n"
    " popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n ret\n");

inline void switch_context(Context& from, Context& to) { emulated_switch(&from.stack_pointer, to.stack_pointer); }

inline void start_context(Context& context, char* stack, void (*entry)()) {
    auto* top = (uint64_t*)(((uintptr_t)stack + STACK) & ~(uintptr_t)15);
    *--top = 0;  // the alignment that a call leaves
    *--top = (uint64_t)entry;
    for (int saved = 0; saved < 6; saved++) *--top = 0;
    context.stack_pointer = top;
}
#else
inline void switch_context(Context& from, Context& to) { swapcontext(&from, &to); }

inline void start_context(Context& context, char* stack, void (*entry)()) {
    getcontext(&context);
    context.uc_stack.ss_sp = stack;
    context.uc_stack.ss_size = STACK;
    context.uc_link = nullptr;
    makecontext(&context, entry, 0);
}
#endif

/// Gives way to the scheduler. What it ran meanwhile may have changed any memory.
inline void yield() {
    switch_context(here.fiber->context, here.fibers->scheduler);
    asm volatile("" ::: "memory");
}

inline void fiber_main() {
    here.fibers->kernel(here.launch->arguments);
    here.fiber->state = State::DONE;
    yield();
}

inline void resume(Fiber& fiber) {
    Block& block = *here.fibers;
    here.fiber = &fiber;
    here.thread = fiber.thread;
    if (!fiber.started) {
        fiber.started = true;
        fiber.stack = block.free_stacks[--block.free_count];
        start_context(fiber.context, fiber.stack, fiber_main);
    }
    switch_context(block.scheduler, fiber.context);
    asm volatile("" ::: "memory");
    if (fiber.state == State::DONE) {
        block.live--;
        block.warps[fiber.index / 32].alive &= ~(1u << fiber.index % 32);
        block.free_stacks[block.free_count++] = fiber.stack;
    }
}

inline void begin_block(Block& block) {
    block.live = block.threads;
    block.waiting = 0;
    block.votes = 0;
    for (unsigned i = 0; i < block.threads; i++) {
        Fiber& fiber = block.fibers[i];
        const uint3& size = here.block_size;
        fiber.index = i;
        fiber.thread = {i % size.x, i / size.x % size.y, i / (size.x * size.y)};
        fiber.state = State::READY;
        fiber.started = false;
    }
    for (unsigned warp = 0; warp * 32 < block.threads; warp++) {
        unsigned lanes = block.threads - warp * 32;
        block.warps[warp].alive = lanes >= 32 ? ~0u : (1u << lanes) - 1;
        block.warps[warp].arrived = 0;
        block.warps[warp].turn = 0;
    }
}

/// Runs the lanes of a warp until each waits at the block's barrier, waits for another lane, or is done.
inline bool run_warp(Block& block, unsigned warp) {
    unsigned first = warp * 32, end = first + 32 < block.threads ? first + 32 : block.threads;
    bool any = false;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = first; i < end; i++) {
            if (block.fibers[i].state != State::READY) continue;
            resume(block.fibers[i]);
            again = any = true;
        }
    }
    return any;
}

/// Lanes that wait for lanes that never come: undefined on a GPU, an error here.
inline const char* divergence(const Block& block) {
    static thread_local char text[256];
    for (unsigned i = 0; i < block.threads; i++) {
        State state = block.fibers[i].state;
        if (state == State::DONE) continue;
        snprintf(text, sizeof text,
                 "barrier divergence in block (%u,%u,%u): thread %u waits at %s; %u of %u live threads are at __syncthreads",
                 here.block.x, here.block.y, here.block.z, i,
                 state == State::AT_WARP ? "a warp-synchronous intrinsic" : "__syncthreads", block.waiting, block.live);
        break;
    }
    return text;
}

inline const char* run_block(Block& block) {
    begin_block(block);
    while (block.live) {
        bool progress = false;
        for (unsigned warp = 0; warp * 32 < block.threads; warp++) progress |= run_warp(block, warp);
        if (block.live && block.waiting == block.live) {
            block.waiting = 0;
            block.verdict = block.votes;
            block.votes = 0;
            for (unsigned i = 0; i < block.threads; i++)
                if (block.fibers[i].state == State::AT_BARRIER) block.fibers[i].state = State::READY;
            progress = true;
        }
        if (!progress) return divergence(block);
    }
    return nullptr;
}

/// Waits for all live threads of the block; returns how many came with a true vote.
inline int barrier(bool vote) {
    Block& block = *here.fibers;
    block.votes += vote;
    block.waiting++;
    here.fiber->state = State::AT_BARRIER;
    yield();
    return block.verdict;
}

inline unsigned lane() { return here.fiber->index & 31; }
inline Warp& warp() { return here.fibers->warps[here.fiber->index / 32]; }

/// Each live lane in `mask` gives a value and receives those of all others.
inline uint64_t* exchange(unsigned mask, uint64_t value) {
    Warp& warp = host::warp();
    uint64_t* slots = warp.slots[warp.turn & 1];
    slots[lane()] = value;
    warp.arrived |= 1u << lane();
    unsigned needed = mask & warp.alive;
    if ((warp.arrived & needed) == needed) {
        warp.arrived = 0;
        warp.turn++;
        Block& block = *here.fibers;
        unsigned first = here.fiber->index & ~31u;
        for (unsigned i = first; i < first + 32 && i < block.threads; i++)
            if (block.fibers[i].state == State::AT_WARP) block.fibers[i].state = State::READY;
    } else {
        here.fiber->state = State::AT_WARP;
        yield();
    }
    return slots;
}

template <auto kernel>
__attribute__((noinline)) void call_kernel(void** arguments) {
    Call<kernel, decltype(kernel)>::run(arguments);
}

template <auto kernel>
const char* launch_fibers(const EmulatedLaunch* launch) {
    enter(launch);
    unsigned threads = launch->block[0] * launch->block[1] * launch->block[2], warps = (threads + 31) / 32;
    size_t shared = (launch->shared_bytes + 127) & ~(size_t)127;
    char* memory = launch->arena(shared + threads * (sizeof(Fiber) + sizeof(char*) + STACK) + warps * sizeof(Warp) + 64);
    here.dynamic_shared = memory;
    Block block = {};
    block.threads = threads;
    block.fibers = (Fiber*)(memory + shared);
    block.warps = (Warp*)(block.fibers + threads);
    block.free_stacks = (char**)(block.warps + warps);
    char* stacks = (char*)(block.free_stacks + threads);
    for (unsigned i = 0; i < threads; i++) block.free_stacks[block.free_count++] = stacks + (threads - 1 - i) * STACK;
    block.kernel = call_kernel<kernel>;
    here.fibers = &block;
    const char* problem = nullptr;
    for (size_t index = launch->first_block; index < launch->end_block && !problem; index++) {
        enter_block(index);
        problem = run_block(block);
    }
    return problem;
}

}  // namespace host
