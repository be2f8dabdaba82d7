// Checks each memory access of a checked program: detects accesses outside of the arguments, and races between the
// threads of a block.
//
// GCC's ThreadSanitizer inserts a call before each access; they are implemented here, without its library. Two
// accesses of one word race if they come from different threads of a block without a barrier between them, one writes,
// and not both are atomic. Warp exchanges order lanes too. Writing the value that is already there is no race, since
// many threads that store the same value are common and harmless. For each word the last write and two readers are
// kept; words share a hash table, so a race can be missed, but none is reported wrongly.
#pragma once

#ifndef TENSORCELL_CHECKED

#define FLATTENED __attribute__((flatten))
#define CALL_FLAT(kernel, arguments) Call<kernel, decltype(kernel)>::run(arguments)

namespace host {
constexpr size_t BEYOND_SHARED = 0;
inline void begin_checks() {}
inline void next_interval() {}
inline void finish_checks() {}
inline void note_atomic(const void*, size_t) {}
inline void tell_divergence(const void*, const uint3&) {}
inline void tell_assert(const void*) {}
}  // namespace host

#else

#include <link.h>
#include <pthread.h>

#define FLATTENED UNCHECKED
#define CALL_FLAT(kernel, arguments) call_kernel<kernel>(arguments)

namespace host {

/// The distance after dynamic shared memory in which accesses are reported as out of bounds.
constexpr size_t BEYOND_SHARED = 4096;

struct Access {
    unsigned code;  // offset in the program
    unsigned interval;
    unsigned short turn, thread;
    unsigned char mask, flags;
};
enum : unsigned char { WRITE = 1, ATOMIC = 2 };

/// The accesses of an aligned 4-byte word.
struct alignas(64) Word {
    uintptr_t number;
    Access write, readers[2];
};

/// A write over another thread's: a race if it changes the value, which the next call checks.
struct Pending {
    Access earlier, later;
    uintptr_t address;
    uint64_t before;
    unsigned size;
};

/// As many words as fit into the processor's cache.
constexpr size_t WORDS = 1 << 13;
struct Checker {
    unsigned interval;
    bool pending;
    Pending overwrite;
    Word words[WORDS];
};
static thread_local struct {
    Checker* checker;
    const EmulatedChecks* checks;
    uintptr_t tls, tls_end, code, code_end, stack, stack_end;
} around;

unsigned warp_turn();

UNCHECKED inline void find_surroundings() {
    if (around.stack_end) return;
    pthread_attr_t attributes;
    void* stack = nullptr;
    size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &stack, &bytes);
        pthread_attr_destroy(&attributes);
    }
    around.stack = (uintptr_t)stack;
    around.stack_end = around.stack + bytes;
    dl_iterate_phdr(
        [](dl_phdr_info* info, size_t, void*) UNCHECKED -> int {
            for (int i = 0; i < info->dlpi_phnum; i++) {
                const auto& part = info->dlpi_phdr[i];
                uintptr_t begin = info->dlpi_addr + part.p_vaddr;
                if (part.p_type != PT_LOAD || (uintptr_t)&find_surroundings < begin || (uintptr_t)&find_surroundings >= begin + part.p_memsz) continue;
                around.code = ~(uintptr_t)0;
                for (int k = 0; k < info->dlpi_phnum; k++) {
                    const auto& other = info->dlpi_phdr[k];
                    uintptr_t first = info->dlpi_addr + other.p_vaddr;
                    if (other.p_type == PT_LOAD) {
                        if (first < around.code) around.code = first;
                        if (first + other.p_memsz > around.code_end) around.code_end = first + other.p_memsz;
                    }
                    if (other.p_type == PT_TLS) {
                        around.tls = (uintptr_t)info->dlpi_tls_data;
                        around.tls_end = around.tls + other.p_memsz;
                    }
                }
                return 1;
            }
            return 0;
        },
        nullptr);
}

UNCHECKED inline void begin_checks() {
    around.checks = here.launch->checks;
    if (!around.checks) return;
    find_surroundings();
    around.checker = (Checker*)here.launch->checks->table(sizeof(Checker));
    around.checker->pending = false;
}

UNCHECKED inline void next_interval() {
    if (around.checks) around.checker->interval++;
}

UNCHECKED inline void place(unsigned to[3], unsigned thread) {
    const uint3& size = here.block_size;
    to[0] = thread % size.x;
    to[1] = thread / size.x % size.y;
    to[2] = thread / (size.x * size.y);
}

UNCHECKED __attribute__((noinline, cold)) inline void report(EmulatedFinding::Kind kind, const Access& later, const Access& earlier,
                                                           uintptr_t address, size_t bytes) {
    EmulatedFinding finding = {};
    finding.kind = kind;
    finding.code = (const char*)around.code + later.code;
    finding.earlier_code = (const char*)around.code + earlier.code;
    place(finding.thread, later.thread);
    place(finding.earlier_thread, earlier.thread);
    finding.block[0] = here.block.x;
    finding.block[1] = here.block.y;
    finding.block[2] = here.block.z;
    finding.write = later.flags & WRITE;
    finding.earlier_write = earlier.flags & WRITE;
    finding.address = address;
    finding.bytes = bytes;
    const auto dynamic = (uintptr_t)here.dynamic_shared;
    if (address - around.tls < around.tls_end - around.tls) {
        finding.shared = true;
        finding.shared_static = true;
        finding.address = address - around.tls;
    } else if (dynamic && address - dynamic < here.launch->shared_bytes + BEYOND_SHARED) {
        finding.shared = true;
        finding.address = address - dynamic;
    }
    around.checks->found(around.checks, &finding);
}

UNCHECKED inline unsigned code_offset(const void* code) { return (unsigned)((uintptr_t)code - around.code); }

UNCHECKED inline void tell_divergence(const void* code, const uint3& thread) {
    if (!around.checks) return;
    Access access = {};
    access.code = code_offset(code);
    access.thread = thread.x + here.block_size.x * (thread.y + here.block_size.y * thread.z);
    report(EmulatedFinding::DIVERGENCE, access, access, 0, 0);
}

UNCHECKED inline void tell_assert(const void* code) {
    if (!around.checks) return;
    Access access = {};
    access.code = code_offset(code);
    access.thread = thread_number();
    report(EmulatedFinding::ASSERT, access, access, 0, 0);
}

UNCHECKED inline uint64_t read_bytes(uintptr_t address, unsigned size) {
    uint64_t value = 0;
    for (unsigned i = 0; i < size && i < 8; i++) value |= (uint64_t) * (volatile unsigned char*)(address + i) << 8 * i;
    return value;
}

UNCHECKED inline void finish_checks() {
    if (!around.checks || !around.checker->pending) return;
    Checker& checker = *around.checker;
    Pending& last = checker.overwrite;
    checker.pending = false;
    if (read_bytes(last.address, last.size) != last.before) report(EmulatedFinding::RACE, last.later, last.earlier, last.address, last.size);
}

UNCHECKED inline bool conflict(const Access& earlier, const Access& later) {
    if (earlier.interval != later.interval || earlier.thread == later.thread || !(earlier.mask & later.mask)) return false;
    if (earlier.flags & later.flags & ATOMIC) return false;
    return earlier.thread / 32 != later.thread / 32 || earlier.turn == later.turn;
}

UNCHECKED inline void check_race(uintptr_t address, unsigned size, Access now) {
    Checker& checker = *around.checker;
    now.interval = checker.interval;
    now.turn = (unsigned short)warp_turn();
    now.thread = (unsigned short)thread_number();
    for (uintptr_t at = address & ~(uintptr_t)3; at < address + size; at += 4) {
        unsigned first = at < address ? address - at : 0, end = address + size - at < 4 ? address + size - at : 4;
        now.mask = (unsigned char)((1u << end) - (1u << first));
        uintptr_t number = at >> 2;
        Word& word = checker.words[(number ^ number >> 13) % WORDS];
        if (word.number != number) {
            word = Word{};
            word.number = number;
        }
        if (conflict(word.write, now)) {
            if (now.flags & WRITE && !(now.flags & ATOMIC) && size <= 8) {
                checker.overwrite = {word.write, now, address, read_bytes(address, size), size};
                checker.pending = true;
            } else {
                report(EmulatedFinding::RACE, now, word.write, address, size);
            }
        }
        if (now.flags & WRITE) {
            for (const Access& reader : word.readers)
                if (conflict(reader, now)) report(EmulatedFinding::RACE, now, reader, address, size);
            word.write = now;
        } else {
            // Two readers are enough: a third thread that writes differs from at least one.
            Access& first_reader = word.readers[0];
            bool stale = first_reader.interval != now.interval || first_reader.thread == now.thread;
            word.readers[stale ? 0 : 1] = now;
        }
    }
}

UNCHECKED inline void check_access(const void* pointer, size_t size, unsigned char flags, bool volatile_access, const void* code) {
    const auto address = (uintptr_t)pointer;
    const EmulatedChecks* checks = around.checks;
    if (!checks || address - (uintptr_t)&here < sizeof here) return;
    auto inside = [=](uintptr_t begin, uintptr_t end) UNCHECKED { return address >= begin && address < end && size <= end - address; };
    if (around.checker->pending) finish_checks();
    bool known = false, own = false;
    for (size_t i = 0; i < checks->argument_count && !known; i++) known = inside(checks->arguments[i].begin, checks->arguments[i].end);
    const auto dynamic = (uintptr_t)here.dynamic_shared;
    known = known || inside(around.tls, around.tls_end) || (dynamic && inside(dynamic, dynamic + here.launch->shared_bytes));
    own = !known && (inside(around.stack, around.stack_end) || inside(here.stacks, here.stacks_end));
    known = known || own || inside(around.code, around.code_end);
    for (size_t i = 0; i < checks->memory_count && !known; i++) known = inside(checks->memory[i].begin, checks->memory[i].end);
    if (!known) {
        Access access = {};
        access.code = code_offset(code);
        access.thread = thread_number();
        access.flags = flags;
        report(EmulatedFinding::OUT_OF_BOUNDS, access, access, address, size);
        trap(700);
    }
    if (!own && !volatile_access) {
        Access access = {};
        access.code = code_offset(code);
        access.flags = flags;
        check_race(address, size, access);
    }
}

UNCHECKED __attribute__((noinline)) inline void note_atomic(const void* address, size_t size) {
    check_access(address, size, WRITE | ATOMIC, false, __builtin_return_address(0));
}

}  // namespace host

#define HOOK UNCHECKED __attribute__((visibility("hidden"), used))
#define CHECKED_SIZE(size)                                                                                                           \
    HOOK void __tsan_read##size(void* p) { ::host::check_access(p, size, 0, false, __builtin_return_address(0)); }                    \
    HOOK void __tsan_write##size(void* p) { ::host::check_access(p, size, ::host::WRITE, false, __builtin_return_address(0)); }       \
    HOOK void __tsan_volatile_read##size(void* p) { ::host::check_access(p, size, 0, true, __builtin_return_address(0)); }            \
    HOOK void __tsan_volatile_write##size(void* p) { ::host::check_access(p, size, ::host::WRITE, true, __builtin_return_address(0)); } \
    HOOK void __tsan_unaligned_read##size(void* p) { ::host::check_access(p, size, 0, false, __builtin_return_address(0)); }          \
    HOOK void __tsan_unaligned_write##size(void* p) { ::host::check_access(p, size, ::host::WRITE, false, __builtin_return_address(0)); } \
    HOOK void __tsan_unaligned_volatile_read##size(void* p) { ::host::check_access(p, size, 0, true, __builtin_return_address(0)); }  \
    HOOK void __tsan_unaligned_volatile_write##size(void* p) { ::host::check_access(p, size, ::host::WRITE, true, __builtin_return_address(0)); }
extern "C" {
CHECKED_SIZE(1)
CHECKED_SIZE(2)
CHECKED_SIZE(4)
CHECKED_SIZE(8)
CHECKED_SIZE(16)
HOOK void __tsan_read_range(void* p, size_t size) { ::host::check_access(p, size, 0, false, __builtin_return_address(0)); }
HOOK void __tsan_write_range(void* p, size_t size) { ::host::check_access(p, size, ::host::WRITE, false, __builtin_return_address(0)); }
HOOK void __tsan_init() {}
HOOK void __tsan_func_entry(void*) {}
HOOK void __tsan_func_exit() {}
HOOK void __tsan_vptr_update(void**, void*) {}
HOOK void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
HOOK void __tsan_atomic_signal_fence(int) {}
}
#undef CHECKED_SIZE
#undef HOOK

#endif
