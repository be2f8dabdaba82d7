// Faults of kernels: see fault.h.

#include "fault.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <mutex>

namespace emulator {

namespace {

// Read inside a signal handler: initial-exec needs no allocation there.
__attribute__((tls_model("initial-exec"))) thread_local sigjmp_buf* landing = nullptr;

struct sigaction previous[NSIG];

void on_signal(int number, siginfo_t* info, void* context) {
    if (landing) trap(number == SIGSEGV || number == SIGBUS ? ERROR_ILLEGAL_ADDRESS : ERROR_LAUNCH_FAILED);
    // Not ours: behave as if this handler were not installed.
    struct sigaction& action = previous[number];
    if (action.sa_flags & SA_SIGINFO) {
        action.sa_sigaction(number, info, context);
    } else if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) {
        action.sa_handler(number);
    } else {
        signal(number, SIG_DFL);
        raise(number);
    }
}

}  // namespace

void install_fault_handlers() {
    static std::once_flag once;
    std::call_once(once, [] {
        for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
            struct sigaction action = {};
            action.sa_sigaction = on_signal;
            // NODEFER: the handler leaves with siglongjmp, which does not restore the mask.
            action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
            sigaction(number, &action, &previous[number]);
        }
    });
}

void prepare_thread_for_faults() {
    constexpr size_t BYTES = 64 * 1024;
    void* stack = mmap(nullptr, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED) return;
    stack_t alternate = {};
    alternate.ss_sp = stack;
    alternate.ss_size = BYTES;
    sigaltstack(&alternate, nullptr);
}

Status guarded(const std::function<Status()>& body) {
    if (!body) return SUCCESS;
    sigjmp_buf here;
    sigjmp_buf* outer = landing;
    int status = sigsetjmp(here, 0);
    if (status == 0) {
        landing = &here;
        status = body();
    }
    landing = outer;
    return (Status)status;
}

void trap(Status status) {
    if (!landing) abort();
    siglongjmp(*landing, status);
}

}  // namespace emulator
