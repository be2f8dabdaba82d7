// Launches of user kernels: see checked.h.

#include "checked.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <deque>

#include "apart.h"
#include "api.h"
#include "fault.h"
#include "launch.h"

namespace emulator {

namespace {

thread_local std::shared_ptr<UserLaunch> next_launch;

std::mutex& reports_lock() {
    static auto* mutex = new std::mutex;
    return *mutex;
}

std::deque<std::string>& reports() {
    static auto* all = new std::deque<std::string>;
    return *all;
}

/// The processes that run user kernels now, flags that stop PTX, and the number of stop requests.
struct Running {
    std::mutex mutex;
    std::vector<pid_t> children;
    std::vector<std::atomic<bool>*> flags;
    std::atomic<unsigned> stops{0};
};

Running& running() {
    static auto* all = new Running;
    return *all;
}

char* table(size_t bytes) {
    static thread_local char* memory = nullptr;
    static thread_local size_t capacity = 0;
    if (bytes > capacity) {
        void* fresh = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (fresh == MAP_FAILED) trap(ERROR_LAUNCH_OUT_OF_RESOURCES);
        if (memory) munmap(memory, capacity);
        memory = (char*)fresh;
        capacity = bytes;
    }
    return memory;
}

/// Returns the lines of a command's output.
std::vector<std::string> lines_of(const std::string& command) {
    std::vector<std::string> lines;
    FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) return lines;
    char* line = nullptr;
    size_t capacity = 0;
    for (ssize_t length; (length = getline(&line, &capacity, pipe)) >= 0;) {
        while (length > 0 && line[length - 1] == '\n') length--;
        lines.emplace_back(line, (size_t)length);
    }
    free(line);
    pclose(pipe);
    return lines;
}

std::string quoted(const std::string& path) { return "'" + path + "'"; }

/// The line of the program's source for a code address; empty if unknown.
std::string line_of(const std::string& library, const void* code) {
    Dl_info info;
    if (!code || !dladdr(code, &info)) return "";
    char offset[32];
    // The address is a return address.
    snprintf(offset, sizeof offset, "%#zx", (size_t)((const char*)code - 1 - (const char*)info.dli_fbase));
    for (const std::string& line : lines_of("addr2line -i -e " + quoted(library) + " " + offset + " 2>/dev/null")) {
        size_t colon = line.rfind(':');
        if (colon == std::string::npos) continue;
        std::string file = line.substr(0, colon);
        auto ends = [&](const char* text) { return file.size() >= strlen(text) && file.compare(file.size() - strlen(text), strlen(text), text) == 0; };
        if (ends(".h") || ends("launchers") || file == "??") continue;
        return std::to_string(atoi(line.c_str() + colon + 1));
    }
    return "";
}

/// `tile` of `_ZZ4sumsPKfPfE4tile`: the shared variable at an offset, with its start and size.
bool shared_variable(const std::string& library, uintptr_t offset, std::string* name, uintptr_t* begin, size_t* bytes) {
    for (const std::string& line : lines_of("readelf -sW " + quoted(library) + " 2>/dev/null")) {
        unsigned long long value = 0;
        long size = 0;
        char type[32], symbol[512];
        if (sscanf(line.c_str(), " %*d: %llx %li %31s %*s %*s %*s %511s", &value, &size, type, symbol) != 4) continue;
        if (strcmp(type, "TLS") != 0 || offset < value || offset >= value + size) continue;
        std::string text = symbol;
        for (size_t i = text.rfind('E'); i != std::string::npos && i > 0; i = text.rfind('E', i - 1)) {
            char* rest = nullptr;
            long length = strtol(text.c_str() + i + 1, &rest, 10);
            if (length <= 0 || rest + length > text.c_str() + text.size()) continue;
            *name = std::string(rest, (size_t)length);
            *begin = value;
            *bytes = (size_t)size;
            return true;
        }
    }
    return false;
}

std::string place(const unsigned thread[3]) {
    return "(" + std::to_string(thread[0]) + "," + std::to_string(thread[1]) + "," + std::to_string(thread[2]) + ")";
}

}  // namespace

unsigned stops_so_far() { return running().stops; }

std::shared_ptr<UserLaunch> take_user_launch() { return std::move(next_launch); }

std::vector<EmulatedChecks::Range> reachable() {
    std::vector<EmulatedChecks::Range> memory;
    std::lock_guard held(lock());
    for (auto& device : devices())
        for (auto& [address, allocation] : device->allocations) memory.push_back({address, address + allocation.bytes});
    auto add = [&](uint64_t address, size_t bytes) { memory.push_back({address, address + bytes}); };
    each_mapping(add);
    each_pinned(add);
    return memory;
}

Stoppable::Stoppable(std::atomic<bool>* flag) : flag_(flag) {
    std::lock_guard held(running().mutex);
    running().flags.push_back(flag);
}

Stoppable::~Stoppable() {
    auto& flags = running().flags;
    std::lock_guard held(running().mutex);
    flags.erase(std::find(flags.begin(), flags.end(), flag_));
}

UserRun::UserRun(const UserLaunch& launch, Device& device, std::string library)
    : launch_(launch), device_(device), library_(std::move(library)),
      stops_(launch.ends_in_queue ? stops_at_submission() : stops_so_far()) {}

UserRun::~UserRun() {
    for (Copy& copy : copies_) munmap(copy.mapping, copy.mapped);
    if (reported_) munmap(reported_, sizeof *reported_);
}

Status UserRun::begin(const std::vector<void*>& arguments) {
    if (!launch_.checked) return SUCCESS;
    // Overlapping tensors stay one piece of memory.
    std::vector<std::pair<uint64_t, uint64_t>> pieces;
    for (auto& tensor : launch_.tensors)
        if (tensor.bytes) pieces.push_back({tensor.address, tensor.address + tensor.bytes});
    std::sort(pieces.begin(), pieces.end());
    size_t count = 0;
    for (auto& piece : pieces) {
        if (count && piece.first < pieces[count - 1].second) pieces[count - 1].second = std::max(pieces[count - 1].second, piece.second);
        else pieces[count++] = piece;
    }
    pieces.resize(count);
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), guard = 16 << 20;
    for (auto [begin, end] : pieces) {
        size_t bytes = end - begin, lead = begin % page, body = (lead + bytes + page - 1) / page * page;
        Copy copy = {begin, bytes, nullptr, nullptr, body + 2 * guard, nullptr};
        void* mapping = shared_memory(copy.mapped, PROT_NONE);
        if (!mapping) return ERROR_LAUNCH_OUT_OF_RESOURCES;
        copy.mapping = (char*)mapping;
        copy.memory = copy.mapping + guard + lead;
        bool usable = mprotect(copy.mapping + guard, body, PROT_READ | PROT_WRITE) == 0;
        copies_.push_back(std::move(copy));
        if (!usable) return ERROR_LAUNCH_OUT_OF_RESOURCES;
        Copy& made = copies_.back();
        made.before.reset(new char[bytes]);
        memcpy(made.memory, (const void*)begin, bytes);
        memcpy(made.before.get(), made.memory, bytes);
    }
    for (auto& tensor : launch_.tensors) {
        for (Copy& copy : copies_)
            if (tensor.bytes && tensor.address >= copy.address && tensor.address < copy.address + copy.bytes) {
                auto moved = (uint64_t)copy.memory + (tensor.address - copy.address);
                memcpy(arguments[tensor.argument], &moved, sizeof moved);
                arguments_.push_back({moved, moved + tensor.bytes});
            }
    }
    memory_ = reachable();
    checked_run_.checks = {arguments_.data(), arguments_.size(), memory_.data(), memory_.size(), found, [](size_t bytes) { return (void*)table(bytes); }};
    checked_run_.run = this;
    return SUCCESS;
}

void UserRun::found(const EmulatedChecks* checks, const EmulatedFinding* finding) {
    UserRun& run = *((const CheckedRun*)checks)->run;
    std::lock_guard held(run.mutex_);
    Reported& reported = *run.reported_;
    // A fault that ends the kernel is reported in preference to a race.
    if (reported.any && (reported.first.kind != EmulatedFinding::RACE || finding->kind == EmulatedFinding::RACE)) return;
    reported.first = *finding;
    reported.any = true;
}

Status UserRun::apart(const std::function<Status(std::atomic<const char*>&)>& work) {
    Running& all = running();
    reported_ = (Reported*)shared_memory(sizeof *reported_, PROT_READ | PROT_WRITE);
    if (!reported_) return ERROR_LAUNCH_OUT_OF_RESOURCES;
    pid_t child = 0;
    {
        // An interrupt is counted before it looks for processes, so either it is seen here, or it sees this one.
        std::lock_guard held(all.mutex);
        stopped_ = stops_ != all.stops;
        if (!stopped_) child = start_apart([&] { work_apart(work); });
        if (child < 0) return ERROR_LAUNCH_OUT_OF_RESOURCES;
        if (child) all.children.push_back(child);
    }
    if (!child) return end("");
    wait_apart(child);
    {
        std::lock_guard held(all.mutex);
        all.children.erase(std::find(all.children.begin(), all.children.end(), child));
        stopped_ = stops_ != all.stops;
    }
    return end(forget_apart(child));
}

void UserRun::work_apart(const std::function<Status(std::atomic<const char*>&)>& work) {
    std::atomic<const char*> problem{nullptr};
    reported_->status = work(problem);
    if (problem) snprintf(reported_->text, sizeof reported_->text, "%s", problem.load());
    reported_->problem = problem != nullptr;
    reported_->returned = true;
}

/// The name of a variable in shared memory, or a description of other memory.
std::string UserRun::memory_name(const EmulatedFinding& finding) const {
    auto number = [](auto value) { return std::to_string(value); };
    if (finding.shared_static) {
        std::string name;
        uintptr_t begin;
        size_t bytes;
        if (shared_variable(library_, finding.address, &name, &begin, &bytes))
            return "byte " + number(finding.address - begin) + " of " + name + " in shared memory (" + number(bytes) + " bytes)";
        return "shared memory";
    }
    if (finding.shared) return "byte " + number(finding.address) + " of dynamic shared memory";
    return tensor_at(finding.address);
}

/// `y[1024]`, and the tensor's size.
std::string UserRun::tensor_at(uintptr_t address) const {
    auto number = [](auto value) { return std::to_string(value); };
    // The nearest argument: guard pages separate them.
    const TensorArgument* nearest = nullptr;
    long long best = 0, offset = 0;
    size_t at = 0;
    for (auto& tensor : launch_.tensors) {
        if (!tensor.bytes) continue;
        auto [begin, end] = arguments_[at++];
        auto from = (long long)(address - begin);
        long long distance = address < begin ? -from : address >= end ? from - (long long)(end - begin) : 0;
        if (nearest && distance >= best) continue;
        nearest = &tensor;
        best = distance;
        offset = from;
    }
    if (launch_.tensors.empty()) {
        char text[64];
        snprintf(text, sizeof text, "%#zx, where nothing is allocated", (size_t)address);
        return text;
    }
    if (!nearest || best > (16 << 20)) return "an address that is in no argument";
    auto element = (long long)nearest->element;
    long long index = offset >= 0 ? offset / element : -((-offset + element - 1) / element);
    std::string text = nearest->name + "[" + number(index) + "]";
    if (offset < 0 || (size_t)offset >= nearest->bytes) text += ", and " + nearest->name + " has " + number(nearest->bytes / nearest->element) + " elements";
    return text;
}

std::string UserRun::describe(const EmulatedFinding& finding, const char* problem, std::string lines[2]) const {
    lines[0] = line_of(library_, finding.code);
    lines[1] = finding.kind == EmulatedFinding::RACE ? line_of(library_, finding.earlier_code) : "";
    std::string thread = "thread " + place(finding.thread) + " of block " + place(finding.block);
    std::string does = finding.write ? " writes " : " reads ";
    switch (finding.kind) {
        case EmulatedFinding::OUT_OF_BOUNDS:
            return thread + (finding.write ? " writes to " : " reads ") + memory_name(finding);
        case EmulatedFinding::RACE:
            return thread + does + memory_name(finding) + ", which thread " + place(finding.earlier_thread) +
                   (finding.earlier_write ? " writes" : " reads") + " with no barrier between them";
        case EmulatedFinding::DIVERGENCE: return problem ? problem : "barrier divergence";
        case EmulatedFinding::ASSERT: return "assertion failed in " + thread;
    }
    return "";
}

void UserRun::report(const std::string& kind, const std::string lines[2], const std::string& text) const {
    std::lock_guard held(reports_lock());
    reports().push_back(kind + "\n" + std::to_string(device_.ordinal) + "\n" + launch_.kernel + "\n" + lines[0] + "\n" + lines[1] + "\n" + text);
    if (reports().size() > 64) reports().pop_front();
}

/// The status of this number.
static Status known(int status) {
    switch (status) {
#define X(name, value, text) case value:
        EMULATOR_ERRORS(X)
#undef X
        return (Status)status;
        default: return ERROR_LAUNCH_FAILED;
    }
}

Status UserRun::end(const std::string& how) {
    const std::string nowhere[2];
    if (stopped_) {
        report("stopped", nowhere, "stopped by an interrupt");
        return SUCCESS;
    }
    static const char* const KINDS[] = {"bounds", "race", "divergence", "assert"};
    const EmulatedFinding first = reported_->first;
    reported_->text[sizeof reported_->text - 1] = 0;
    const std::string text = reported_->text;
    const char* problem = reported_->problem ? text.c_str() : nullptr;
    const bool any = reported_->any && (unsigned)first.kind < std::size(KINDS);
    if (any) {
        std::string lines[2];
        std::string description = describe(first, problem, lines);
        report(KINDS[first.kind], lines, description);
    } else if (problem) {
        report("divergence", nowhere, problem);
    } else if (!reported_->returned) {
        report("ended", nowhere, "its process ended by " + how);
    }
    const Status status = reported_->returned ? known(reported_->status) : ERROR_LAUNCH_FAILED;
    return status != SUCCESS ? status : write_back();
}

Status UserRun::write_back() {
    for (Copy& copy : copies_) {
        const char *now = copy.memory, *before = copy.before.get();
        char* home = (char*)copy.address;
        // Only changed bytes: another stream may have written the rest.
        for (size_t i = 0; i < copy.bytes;) {
            constexpr size_t BLOCK = 256;
            size_t length = std::min(BLOCK, copy.bytes - i);
            if (memcmp(now + i, before + i, length) != 0)
                for (size_t k = i; k < i + length; k++)
                    if (now[k] != before[k]) home[k] = now[k];
            i += length;
        }
    }
    return SUCCESS;
}

}  // namespace emulator

using namespace emulator;

/// A tensor argument of `emulatorNextLaunch`.
struct EmulatorTensor {
    const char* name;
    uint64_t address, bytes;
    unsigned argument, element;
};

/// Marks the calling thread's next launch as a user kernel, and names its tensor arguments.
API emulatorNextLaunch(const char* kernel, const EmulatorTensor* tensors, size_t count, int checked) {
    auto launch = std::make_shared<UserLaunch>();
    launch->kernel = kernel;
    launch->checked = checked != 0;
    for (size_t i = 0; i < count; i++)
        launch->tensors.push_back({tensors[i].argument, tensors[i].address, tensors[i].bytes, tensors[i].element, tensors[i].name});
    next_launch = std::move(launch);
    return SUCCESS;
}

/// Removes the oldest report of a user kernel and writes it: kind, device, kernel, line, earlier line, text, one per
/// line. Returns its length, or 0 if there is none.
API emulatorTakeReport(char* to, size_t capacity) {
    std::lock_guard held(reports_lock());
    if (reports().empty()) return 0;
    std::string text = std::move(reports().front());
    reports().pop_front();
    size_t length = std::min(text.size(), capacity);
    memcpy(to, text.data(), length);
    return (int)length;
}

/// Ends running user kernels; writes of checked kernels are discarded.
API emulatorStop() {
    Running& all = running();
    all.stops++;
    // Repeated, since a kernel may be about to start.
    for (int round = 0; round < 400; round++) {
        {
            std::lock_guard held(all.mutex);
            for (std::atomic<bool>* flag : all.flags) *flag = true;
            for (pid_t child : all.children) kill(child, SIGKILL);
            if (all.children.empty() && all.flags.empty()) return SUCCESS;
        }
        usleep(5000);
    }
    return ERROR_NOT_READY;
}
