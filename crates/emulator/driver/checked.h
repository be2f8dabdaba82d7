// Launches of user kernels. They run in a process of their own, on copies of their tensors between guard pages, so an
// access outside is detected and writes nothing. Findings are kept as reports. A kernel that does not end can be stopped.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "../include/launch.h"
#include "device.h"
#include "executor.h"

namespace emulator {

/// A tensor argument of a launch.
struct TensorArgument {
    unsigned argument = 0;  // its position
    uint64_t address = 0;
    size_t bytes = 0, element = 0;
    std::string name;
};

/// What `emulatorNextLaunch` sets for the next launch of the calling thread.
struct UserLaunch {
    std::string kernel;
    std::vector<TensorArgument> tensors;
    /// Whether the program was compiled with checks.
    bool checked = false;
    /// Whether an interrupt also ends it while it is queued.
    bool ends_in_queue = true;
};

/// The number of interrupts of user kernels.
unsigned stops_so_far();

/// Takes the settings of the calling thread's launch; null for the engine's own kernels.
std::shared_ptr<UserLaunch> take_user_launch();

/// One run of a user kernel. Its methods are called in this order.
class UserRun {
  public:
    UserRun(const UserLaunch& launch, Device& device, std::string library);
    ~UserRun();
    /// Copies the tensors and replaces their addresses in the arguments.
    Status begin(const std::vector<void*>& arguments);
    const EmulatedChecks* checks() const { return launch_.checked ? &checked_run_.checks : nullptr; }
    /// Runs the kernel in a process of its own; `work` returns its fault, and why it cannot continue. Then writes back
    /// the changes of a kernel that succeeded, and reports findings.
    Status apart(const std::function<Status(std::atomic<const char*>&)>& work);
    /// Runs a PTX kernel from start to end, instead of `apart`.
    Status execute(void* program, EmulatedExecution execution);

  private:
    struct Copy {
        uint64_t address;
        size_t bytes;
        char *mapping, *memory;
        size_t mapped;
        std::unique_ptr<char[]> before;
    };
    struct CheckedRun {
        EmulatedChecks checks;  // first: callbacks receive its address
        UserRun* run;
    };
    /// What the kernel's process reports. It may have written anything there.
    struct Reported {
        std::atomic<bool> any, problem, returned;
        int status;
        EmulatedFinding first;
        char text[256];
    };
    static void found(const EmulatedChecks* checks, const EmulatedFinding* finding);
    std::string describe(const EmulatedFinding& finding, const char* problem, std::string lines[2]) const;
    std::string memory_name(const EmulatedFinding& finding) const;
    std::string tensor_at(uintptr_t address) const;
    void report(const std::string& kind, const std::string lines[2], const std::string& text) const;
    void work_apart(const std::function<Status(std::atomic<const char*>&)>& work);
    Status end(const std::string& how);
    Status write_back();

    const UserLaunch& launch_;
    Device& device_;
    std::string library_;
    std::vector<Copy> copies_;
    std::vector<EmulatedChecks::Range> arguments_, memory_;
    CheckedRun checked_run_ = {};
    std::mutex mutex_;
    Reported* reported_ = nullptr;
    /// The interrupts before this kernel; a later one ends it.
    unsigned stops_;
    std::atomic<bool> stopped_{false};
};

/// The memory of all devices, and the host memory that they can access.
std::vector<EmulatedChecks::Range> reachable();

/// While it lives, an interrupt of user kernels sets its flag.
class Stoppable {
  public:
    explicit Stoppable(std::atomic<bool>* flag);
    ~Stoppable();

  private:
    std::atomic<bool>* flag_;
};

}  // namespace emulator
