// Faults of kernels. A bad access, a failed assert or a trap ends the kernel and becomes the driver's sticky error,
// instead of ending the process.
#pragma once

#include <functional>

#include "errors.h"

namespace emulator {

/// Installs the signal handlers once per process.
void install_fault_handlers();
/// Gives the calling thread the alternate signal stack that the handlers need.
void prepare_thread_for_faults();
/// Runs `body`; a fault abandons its frames (without destructors) and returns its error.
Status guarded(const std::function<Status()>& body);
/// Ends the running guarded call with an error.
[[noreturn]] void trap(Status status);

}  // namespace emulator
