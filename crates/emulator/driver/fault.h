// Faults of kernels: a bad access, a failed assert or a trap ends the kernel and becomes the driver's sticky error,
// where on a processor it would end the process.
#pragma once

#include <signal.h>

#include <functional>

#include "errors.h"

namespace emulator {

/// Installs the signal handlers; once for the process.
void install_fault_handlers();
/// Gives the calling thread the alternate stack that the handlers need.
void prepare_thread_for_faults();
/// Runs `body`; a fault in it abandons its frames (without destructors) and gives its error.
Status guarded(const std::function<Status()>& body);
/// As `guarded`; STOP_SIGNAL, sent to the thread, ends it with ERROR_LAUNCH_TIMEOUT.
Status guarded_stoppable(const std::function<Status()>& body);
/// Nobody sends it for another reason, and who is not prepared for it does not notice.
constexpr int STOP_SIGNAL = SIGURG;
/// While one lives, a stop of the calling thread is put off: it may hold a lock.
class NotStopped {
  public:
    NotStopped();
    ~NotStopped();
};
/// Ends the running guarded call with an error.
[[noreturn]] void trap(Status status);

}  // namespace emulator
