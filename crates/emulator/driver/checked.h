// Launches of a user's kernels: on copies of their tensors, each between guard pages, so that an access outside of one is
// found and writes nothing; what was found is kept as a report; and a kernel that does not end can be stopped.
#pragma once

#include <atomic>
#include <cstdarg>
#include <memory>
#include <string>
#include <vector>

#include "../include/launch.h"
#include "device.h"
#include "executor.h"

namespace emulator {

/// A tensor among a launch's arguments.
struct TensorArgument {
    unsigned argument = 0;  // its position
    uint64_t address = 0;
    size_t bytes = 0, element = 0;
    std::string name;
};

/// What the next launch of the calling thread is told beyond the driver API; see `emulatorNextLaunch`.
struct UserLaunch {
    std::string kernel;
    std::vector<TensorArgument> tensors;
    /// Whether the program was compiled to check its accesses.
    bool checked = false;
    /// Whether an interrupt also ends it while it waits in its stream.
    bool ends_in_queue = true;
};

/// How often the users' kernels were interrupted.
unsigned stops_so_far();

/// Takes what was told of the launch that the calling thread is making; null for the engine's own.
std::shared_ptr<UserLaunch> take_user_launch();

/// One run of a user's kernel. Its methods are called in this order.
class UserRun {
  public:
    UserRun(const UserLaunch& launch, Device& device, std::string library);
    ~UserRun();
    /// Copies the tensors and puts the copies' addresses into the arguments.
    Status begin(const std::vector<void*>& arguments);
    const EmulatedChecks* checks() const { return launch_.checked ? &told_.checks : nullptr; }
    /// Runs a piece of the kernel on the calling thread; it can be stopped.
    Status run(const std::function<Status()>& piece);
    /// Writes back what a kernel that ended well changed, and reports what was found.
    Status end(Status status, const char* problem);
    /// Runs a kernel of PTX from its beginning to its end, in place of `run` and `end`.
    Status execute(void* program, EmulatedExecution execution);

  private:
    struct Copy {
        uint64_t address;
        size_t bytes;
        char *mapping, *memory;
        size_t mapped;
        std::unique_ptr<char[]> before;
    };
    struct Told {
        EmulatedChecks checks;  // first: what is found comes with its address
        UserRun* run;
    };
    static void found(const EmulatedChecks* checks, const EmulatedFinding* finding);
    std::string describe(const EmulatedFinding& finding, const char* problem, std::string lines[2]) const;
    std::string memory_name(const EmulatedFinding& finding) const;
    std::string tensor_at(uintptr_t address) const;
    void report(const std::string& kind, const std::string lines[2], const std::string& text) const;
    Status write_back();

    const UserLaunch& launch_;
    Device& device_;
    std::string library_;
    std::vector<Copy> copies_;
    std::vector<EmulatedChecks::Range> arguments_, memory_;
    Told told_ = {};
    std::mutex mutex_;
    bool any_ = false;
    EmulatedFinding first_ = {};
    /// The interrupts that came before this kernel; a later one ends it.
    unsigned stops_;
    std::atomic<bool> stopped_{false};
};

/// Memory of all devices, and what of the host's they reach.
std::vector<EmulatedChecks::Range> reachable();

/// While one lives, an interrupt of the users' kernels sets its flag.
class Stoppable {
  public:
    explicit Stoppable(std::atomic<bool>* flag);
    ~Stoppable();

  private:
    std::atomic<bool>* flag_;
};

/// What a kernel prints; it is not interrupted meanwhile.
int print_from_kernel(const char* format, va_list values);

}  // namespace emulator
