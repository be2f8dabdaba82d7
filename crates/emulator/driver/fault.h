// Faults of kernels. A bad access, a failed assert or a trap ends the kernel and becomes the driver's sticky error,
// instead of ending the process.
#pragma once

#include <signal.h>

#include <functional>

#include "errors.h"

namespace emulator {

/// Installs the signal handlers once per process.
void install_fault_handlers();
/// Gives the calling thread the alternate signal stack that the handlers need.
void prepare_thread_for_faults();
/// Runs `body`; a fault abandons its frames (without destructors) and returns its error.
Status guarded(const std::function<Status()>& body);
/// As `guarded`; STOP_SIGNAL, sent to the thread, ends it with ERROR_LAUNCH_TIMEOUT.
Status guarded_stoppable(const std::function<Status()>& body);
/// Otherwise rarely used, and ignored by default.
constexpr int STOP_SIGNAL = SIGURG;
/// Defers stops of the calling thread while it lives: the thread may hold a lock.
class NotStopped {
  public:
    NotStopped();
    ~NotStopped();
};
/// Ends the running guarded call with an error.
[[noreturn]] void trap(Status status);

}  // namespace emulator
