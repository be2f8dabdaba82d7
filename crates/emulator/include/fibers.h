// Kernels with barriers or warp intrinsics: one fiber per CUDA thread of a block, all on one host thread.
//
// A fiber runs until it waits (at a barrier, or for lanes of its warp) or ends; then the scheduler resumes another.
// Stacks are switched in assembly: ucontext, the fallback, saves the signal mask with a system call and is 20 times
// slower.
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
    const void* code;  // the code that waits
};

/// Lanes that exchange values wait until all lanes in their mask have arrived. If those are all live lanes, they use
/// two arrays in turn, since a fast lane may start the next exchange while a slow one still reads. Otherwise each lane
/// has a copy.
struct Warp {
    unsigned alive, waiting, turn, whole_turn;
    unsigned masks[32];
    uint64_t given[32];
    uint64_t* seen[32];
    uint64_t whole[2][32], parts[32][32];
};

struct Block {
    Context scheduler;
    unsigned threads, live, waiting;
    int votes, verdict;  // of __syncthreads_count and similar functions
    Fiber* fibers;
    Warp* warps;
    char** free_stacks;
    unsigned free_count;
    void (*kernel)(void**);
};

/// Not a power of two: such stacks would compete for the same cache sets.
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

UNCHECKED inline void switch_context(Context& from, Context& to) { emulated_switch(&from.stack_pointer, to.stack_pointer); }

UNCHECKED inline void start_context(Context& context, char* stack, void (*entry)()) {
    auto* top = (uint64_t*)(((uintptr_t)stack + STACK) & ~(uintptr_t)15);
    *--top = 0;  // the stack alignment after a call
    *--top = (uint64_t)entry;
    for (int saved = 0; saved < 6; saved++) *--top = 0;
    context.stack_pointer = top;
}
#else
UNCHECKED inline void switch_context(Context& from, Context& to) { swapcontext(&from, &to); }

UNCHECKED inline void start_context(Context& context, char* stack, void (*entry)()) {
    getcontext(&context);
    context.uc_stack.ss_sp = stack;
    context.uc_stack.ss_size = STACK;
    context.uc_link = nullptr;
    makecontext(&context, entry, 0);
}
#endif

/// Switches to the scheduler. Other fibers may change any memory meanwhile.
UNCHECKED inline void yield() {
    switch_context(here.fiber->context, here.fibers->scheduler);
    asm volatile("" ::: "memory");
}

UNCHECKED inline void fiber_main() {
    here.fibers->kernel(here.launch->arguments);
    here.fiber->state = State::DONE;
    yield();
}

/// Resumes the lanes that a lane waits with, if all live ones have arrived.
UNCHECKED inline bool complete(Block& block, unsigned number, unsigned lane) {
    Warp& warp = block.warps[number];
    const unsigned group = warp.masks[lane] & warp.alive;
    if ((warp.waiting & group) != group) return false;
    for (unsigned other = 0; other < 32; other++)
        if (group >> other & 1 && (warp.masks[other] & warp.alive) != group) return false;
    uint64_t* shared = group == warp.alive ? warp.whole[warp.whole_turn++ & 1] : nullptr;
    for (unsigned other = 0; other < 32; other++) {
        if (!(group >> other & 1)) continue;
        if (shared) shared[other] = warp.given[other];
        else
            for (unsigned k = 0; k < 32; k++) warp.parts[other][k] = warp.given[k];
        warp.seen[other] = shared ? shared : warp.parts[other];
        Fiber& fiber = block.fibers[number * 32 + other];
        if (fiber.state == State::AT_WARP) fiber.state = State::READY;
    }
    warp.waiting &= ~group;
    warp.turn++;
    return true;
}

UNCHECKED inline void resume(Fiber& fiber) {
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
        Warp& warp = block.warps[fiber.index / 32];
        warp.alive &= ~(1u << fiber.index % 32);
        // Ended lanes are not waited for.
        for (unsigned lane = 0; lane < 32; lane++)
            if (warp.waiting >> lane & 1) complete(block, fiber.index / 32, lane);
        block.free_stacks[block.free_count++] = fiber.stack;
    }
}

UNCHECKED inline void begin_block(Block& block) {
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
        block.warps[warp].waiting = 0;
        block.warps[warp].turn = block.warps[warp].whole_turn = 0;
    }
}

/// Runs the lanes of a warp until each waits at the block's barrier, waits for another lane, or has ended.
UNCHECKED inline bool run_warp(Block& block, unsigned warp) {
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

/// Reports lanes that wait for lanes that never arrive: undefined on a GPU, an error here.
UNCHECKED inline const char* divergence(const Block& block) {
    static thread_local char text[256];
    for (unsigned i = 0; i < block.threads; i++) {
        State state = block.fibers[i].state;
        if (state == State::DONE) continue;
        snprintf(text, sizeof text,
                 "barrier divergence in block (%u,%u,%u): thread %u waits at %s; %u of %u live threads are at __syncthreads",
                 here.block.x, here.block.y, here.block.z, i,
                 state == State::AT_WARP ? "a warp-synchronous intrinsic" : "__syncthreads", block.waiting, block.live);
        tell_divergence(block.fibers[i].code, block.fibers[i].thread);
        break;
    }
    return text;
}

UNCHECKED inline const char* run_block(Block& block) {
    begin_block(block);
    next_interval();
    while (block.live) {
        bool progress = false;
        for (unsigned warp = 0; warp * 32 < block.threads; warp++) progress |= run_warp(block, warp);
        if (block.live && block.waiting == block.live) {
            block.waiting = 0;
            finish_checks();
            next_interval();
            block.verdict = block.votes;
            block.votes = 0;
            for (unsigned i = 0; i < block.threads; i++)
                if (block.fibers[i].state == State::AT_BARRIER) block.fibers[i].state = State::READY;
            progress = true;
        }
        if (!progress) return divergence(block);
    }
    finish_checks();
    return nullptr;
}

/// Waits for all live threads of the block; returns how many arrived with a true vote.
UNCHECKED __attribute__((noinline)) inline int barrier(bool vote) {
    Block& block = *here.fibers;
    here.fiber->code = __builtin_return_address(0);
    block.votes += vote;
    block.waiting++;
    here.fiber->state = State::AT_BARRIER;
    yield();
    return block.verdict;
}

UNCHECKED inline unsigned lane() { return here.fiber->index & 31; }
UNCHECKED inline Warp& warp() { return here.fibers->warps[here.fiber->index / 32]; }

#ifdef TENSORCELL_CHECKED
/// The number of exchanges of the running thread's warp.
UNCHECKED inline unsigned warp_turn() { return here.fibers ? warp().turn : 0; }
#endif

/// Each live lane in `mask` passes a value and receives those of all others.
UNCHECKED __attribute__((noinline)) inline uint64_t* exchange(unsigned mask, uint64_t value) {
    Block& block = *here.fibers;
    Warp& warp = host::warp();
    const unsigned own = lane();
    warp.given[own] = value;
    warp.masks[own] = mask | 1u << own;
    warp.waiting |= 1u << own;
    if (!complete(block, here.fiber->index / 32, own)) {
        here.fiber->state = State::AT_WARP;
        here.fiber->code = __builtin_return_address(0);
        yield();
    }
    return warp.seen[own];
}

template <auto kernel>
UNCHECKED const char* launch_fibers(const EmulatedLaunch* launch) {
    enter(launch);
    begin_checks();
    unsigned threads = launch->block[0] * launch->block[1] * launch->block[2], warps = (threads + 31) / 32;
    size_t shared = ((launch->shared_bytes + 127) & ~(size_t)127) + BEYOND_SHARED;
    char* memory = launch->arena(shared + threads * (sizeof(Fiber) + sizeof(char*) + STACK) + warps * sizeof(Warp) + 64);
    here.dynamic_shared = memory;
    here.stacks = (uintptr_t)memory + shared;
    here.stacks_end = here.stacks + threads * (sizeof(Fiber) + sizeof(char*) + STACK) + warps * sizeof(Warp) + 64;
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
