// Faults of kernels: a bad access, a failed assert or a trap ends the kernel and becomes the driver's sticky error,
// where on a processor it would end the process.
#pragma once

#include <functional>

#include "errors.h"

namespace emulator {

/// Installs the signal handlers; once for the process.
void install_fault_handlers();
/// Gives the calling thread the alternate stack that the handlers need.
void prepare_thread_for_faults();
/// Runs `body`; a fault in it abandons its frames (without destructors) and gives its error.
Status guarded(const std::function<Status()>& body);
/// Ends the running guarded call with an error.
[[noreturn]] void trap(Status status);

}  // namespace emulator
