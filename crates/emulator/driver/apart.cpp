// Processes of user kernels: see apart.h.

#include "apart.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <link.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace emulator {

namespace {

#if defined(__x86_64__)
constexpr unsigned MACHINE = AUDIT_ARCH_X86_64;
#else
constexpr unsigned MACHINE = AUDIT_ARCH_AARCH64;
#endif

/// What computing and printing need: memory, threads, time.
const int ALLOWED[] = {
    SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk, SYS_futex, SYS_exit, SYS_exit_group,
    SYS_rt_sigreturn, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_sigaltstack, SYS_set_robust_list, SYS_rseq,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_gettid, SYS_getpid, SYS_clock_gettime, SYS_clock_nanosleep,
    SYS_nanosleep, SYS_getrandom, SYS_fstat,
};

sock_filter statement(unsigned code, unsigned value) { return {(unsigned short)code, 0, 0, value}; }
sock_filter load(size_t offset) { return statement(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset); }
sock_filter answer(int error) { return statement(BPF_RET | BPF_K, error ? SECCOMP_RET_ERRNO | (unsigned)error : SECCOMP_RET_ALLOW); }
/// Skips `past` statements unless `test` holds.
sock_filter unless(unsigned test, unsigned value, unsigned char past) {
    return {(unsigned short)(BPF_JMP | test | BPF_K), 0, past, value};
}

constexpr size_t CALL = offsetof(seccomp_data, nr);
constexpr size_t argument(int index) { return offsetof(seccomp_data, args) + 8 * (size_t)index; }

/// Allows a call if `test` holds for its argument 0.
void allow_if(std::vector<sock_filter>& program, int call, std::initializer_list<sock_filter> tests) {
    const auto past = (unsigned char)(1 + tests.size() + 1);
    program.push_back(unless(BPF_JEQ, (unsigned)call, past));
    program.push_back(load(argument(0)));
    program.insert(program.end(), tests);
    program.push_back(answer(0));
    program.push_back(load(CALL));
}

/// Refuses all system calls but those that computing needs. Without seccomp the process still ends alone.
void refuse_system_calls() {
    // Another architecture's calls have other numbers.
    const sock_filter own = {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, MACHINE};
    std::vector<sock_filter> program = {load(offsetof(seccomp_data, arch)), own, answer(EPERM), load(CALL)};
    for (int call : ALLOWED) {
        program.push_back(unless(BPF_JEQ, (unsigned)call, 1));
        program.push_back(answer(0));
    }
    // The library falls back on clone, whose flags a filter can see.
    program.push_back(unless(BPF_JEQ, SYS_clone3, 1));
    program.push_back(answer(ENOSYS));
    allow_if(program, SYS_clone, {unless(BPF_JSET, CLONE_THREAD, 1)});
    allow_if(program, SYS_tgkill, {unless(BPF_JEQ, (unsigned)getpid(), 1)});
    for (unsigned stream : {1u, 2u}) {
        allow_if(program, SYS_write, {unless(BPF_JEQ, stream, 1)});
        allow_if(program, SYS_writev, {unless(BPF_JEQ, stream, 1)});
    }
    program.push_back(answer(EPERM));
    sock_fprog all = {(unsigned short)program.size(), program.data()};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &all);
}

/// Where memory runs out, this process is the one to end.
void offer_to_the_memory_killer() {
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t written = write(file, "1000", 4);
    (void)written;
    close(file);
}

/// Leaves without this program's own exit handlers.
void leave(int status, void*) {
    fflush(nullptr);
    _exit(status);
}

[[noreturn]] void run_apart(pid_t parent, const std::function<void()>& body) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    const rlimit no_dump = {0, 0};
    setrlimit(RLIMIT_CORE, &no_dump);
    offer_to_the_memory_killer();
    // An interrupt is the parent's, which ends this process.
    signal(SIGINT, SIG_IGN);
    on_exit(leave, nullptr);
    // The parent prints what it has buffered.
    __fpurge(stdout);
    __fpurge(stderr);
    refuse_system_calls();
    body();
    fflush(nullptr);
    _exit(0);
}

size_t page() { return (size_t)sysconf(_SC_PAGESIZE); }

/// Replaces private memory by shared memory with the same contents.
bool share_in_place(uintptr_t begin, uintptr_t end) {
    const size_t bytes = end - begin;
    std::unique_ptr<char[]> kept(new char[bytes]);
    memcpy(kept.get(), (const void*)begin, bytes);
    void* fresh = mmap((void*)begin, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (fresh == MAP_FAILED) return false;
    memcpy(fresh, kept.get(), bytes);
    return true;
}

struct Search {
    uintptr_t code;
    bool shared;
};

/// Shares the writable part of the library that contains `Search::code`.
int share_library(dl_phdr_info* info, size_t, void* data) {
    Search& search = *(Search*)data;
    uintptr_t begin = 0, end = 0, read_only = 0;
    bool found = false;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const auto& part = info->dlpi_phdr[i];
        const uintptr_t first = info->dlpi_addr + part.p_vaddr, last = first + part.p_memsz;
        if (part.p_type == PT_GNU_RELRO) read_only = last;
        if (part.p_type != PT_LOAD) continue;
        found |= search.code >= first && search.code < last;
        if (part.p_flags & PF_W) begin = first, end = last;
    }
    if (!found) return 0;
    const uintptr_t mask = page() - 1;
    begin = std::max(begin, read_only) & ~mask;
    end = (end + mask) & ~mask;
    if (begin < end) search.shared = share_in_place(begin, end);
    return 1;
}

}  // namespace

void* shared_memory(size_t bytes, int access) {
    void* memory = mmap(nullptr, bytes, access, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

bool share_variables(const void* code) {
    Search search = {(uintptr_t)code, true};
    dl_iterate_phdr(share_library, &search);
    return search.shared;
}

pid_t start_apart(const std::function<void()>& body) {
    const pid_t parent = getpid(), child = fork();
    if (child == 0) run_apart(parent, body);
    return child;
}

void wait_apart(pid_t child) {
    siginfo_t ended;
    while (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {}
}

std::string forget_apart(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (WIFSIGNALED(status)) {
        const char* name = sigabbrev_np(WTERMSIG(status));
        return name ? std::string("signal SIG") + name : "signal " + std::to_string(WTERMSIG(status));
    }
    return "exit status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace emulator
