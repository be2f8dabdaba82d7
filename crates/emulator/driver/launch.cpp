// Loads programs and launches their kernels: see launch.h.

#include "launch.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <thread>

#include "apart.h"
#include "checked.h"
#include "fault.h"

namespace emulator {

namespace {

constexpr char MAGIC[] = "TENSORCELL EMULATED PROGRAM\n";

/// Work that helper threads may join while its owner runs it.
struct Job {
    std::atomic<size_t> next{0};
    size_t count = 0, piece = 1;
    const std::function<Status(size_t, size_t)>* body = nullptr;
    std::atomic<int> status{SUCCESS};
    int helpers = 0;  // guarded by the pool's lock

    void run() {
        for (size_t begin; status == SUCCESS && (begin = next.fetch_add(piece)) < count;) {
            Status result = guarded([&] { return (*body)(begin, std::min(begin + piece, count)); });
            if (result != SUCCESS) status = result;
        }
    }
};

class Pool {
  public:
    static Pool& get() {
        static auto* pool = new Pool;
        return *pool;
    }

    unsigned helpers() const { return helpers_; }

    void run(Job& job) {
        {
            std::lock_guard held(mutex_);
            jobs_.push_back(&job);
        }
        wake_.notify_all();
        job.run();
        std::unique_lock held(mutex_);
        jobs_.erase(std::find(jobs_.begin(), jobs_.end(), &job));
        done_.wait(held, [&] { return job.helpers == 0; });
    }

  private:
    Pool() : helpers_(std::max(1u, std::thread::hardware_concurrency()) - 1) {
        for (unsigned i = 0; i < helpers_; i++) std::thread([this] { help(); }).detach();
    }

    void help() {
        prepare_thread_for_faults();
        std::unique_lock held(mutex_);
        for (;;) {
            Job* job = nullptr;
            wake_.wait(held, [&] {
                for (Job* candidate : jobs_)
                    if (candidate->next < candidate->count && candidate->status == SUCCESS) job = candidate;
                return job != nullptr;
            });
            job->helpers++;
            held.unlock();
            job->run();
            held.lock();
            if (--job->helpers == 0) done_.notify_all();
        }
    }

    unsigned helpers_;
    std::mutex mutex_;
    std::condition_variable wake_, done_;
    std::vector<Job*> jobs_;
};

char* arena(size_t bytes) {
    static thread_local char* memory = nullptr;
    static thread_local size_t capacity = 0;
    if (bytes > capacity) {
        if (memory) munmap(memory, capacity);
        void* fresh = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (fresh == MAP_FAILED) trap(ERROR_LAUNCH_OUT_OF_RESOURCES);
        memory = (char*)fresh;
        capacity = bytes;
    }
    return memory;
}

/// As `parallel`, in a process that the pool's threads are not part of.
Status parallel_apart(unsigned processors, size_t count, size_t piece, const std::function<Status(size_t, size_t)>& body) {
    Job job;
    job.count = count;
    job.piece = piece;
    job.body = &body;
    std::vector<std::thread> helpers;
    for (size_t pieces = (count + piece - 1) / piece; helpers.size() + 1 < std::min<size_t>(processors, pieces);)
        helpers.emplace_back([&job] {
            prepare_thread_for_faults();
            job.run();
        });
    job.run();
    for (std::thread& helper : helpers) helper.join();
    return (Status)job.status.load();
}

void trap_from_kernel(int status) { trap((Status)status); }

void* open_file(const std::string& path) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) fprintf(stderr, "emulated driver: %s\n", dlerror());
    return library;
}

/// Loads a library with variables of its own: each module has its own, but the loader gives a second module of the same
/// file the variables of the first. So the second opens a copy.
void* open_library(const std::string& path) {
    static std::mutex mutex;
    static size_t copies = 0;
    std::lock_guard held(mutex);
    void* first = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (!first) return open_file(path);
    dlclose(first);
    const std::string copy = path + "." + std::to_string(getpid()) + "." + std::to_string(copies++);
    std::error_code problem;
    std::filesystem::copy_file(path, copy, std::filesystem::copy_options::overwrite_existing, problem);
    if (problem) {
        fprintf(stderr, "emulated driver: cannot copy %s: %s\n", path.c_str(), problem.message().c_str());
        return nullptr;
    }
    void* library = open_file(copy);
    unlink(copy.c_str());
    return library;
}

}  // namespace

Status parallel(size_t count, size_t piece, const std::function<Status(size_t, size_t)>& body) {
    Pool& pool = Pool::get();
    if (count <= piece || pool.helpers() == 0) return guarded([&] { return body(0, count); });
    Job job;
    job.count = count;
    job.piece = piece;
    job.body = &body;
    pool.run(job);
    return (Status)job.status.load();
}

Module::~Module() {
    if (library) dlclose(library);
}

Status load_module(const void* image, std::string* problem, std::unique_ptr<Module>* module) {
    if (strncmp((const char*)image, MAGIC, sizeof MAGIC - 1) != 0) return load_ptx((const char*)image, problem, module);
    std::string path = (const char*)image + sizeof MAGIC - 1;
    auto loaded = std::make_unique<Module>();
    loaded->path = path;
    loaded->library = open_library(path);
    if (!loaded->library) return ERROR_INVALID_IMAGE;
    *module = std::move(loaded);
    return SUCCESS;
}

Status find_function(Module& module, const std::string& name, Function** function) {
    auto& entry = module.functions[name];
    if (!entry && module.program) entry = find_ptx_function(module, name);
    if (!entry && module.program) {
        module.functions.erase(name);
        return ERROR_NOT_FOUND;
    }
    if (!entry) {
        void* launcher = dlsym(module.library, (name + "__launch").c_str());
        auto* parameters = (const unsigned*)dlsym(module.library, (name + "__parameters").c_str());
        if (!launcher || !parameters) {
            module.functions.erase(name);
            return ERROR_NOT_FOUND;
        }
        if (!module.shared && !share_variables((const void*)launcher)) return ERROR_OUT_OF_MEMORY;
        module.shared = true;
        entry = std::make_unique<Function>();
        entry->name = name;
        entry->library = module.path;
        entry->launcher = (EmulatedLauncher)launcher;
        entry->fibers = parameters[0] != 0;
        entry->parameter_sizes.assign(parameters + 2, parameters + 2 + parameters[1]);
    }
    *function = entry.get();
    return SUCCESS;
}

Body make_launch(Device& device, const Function& function, const unsigned grid[3], const unsigned block[3], size_t shared, void** arguments) {
    if (function.program) return make_ptx_launch(device, function, grid, block, shared, arguments);
    constexpr size_t ALIGN = 16;
    size_t bytes = 0;
    for (unsigned size : function.parameter_sizes) bytes += (size + ALIGN - 1) / ALIGN * ALIGN;
    struct alignas(ALIGN) Unit { char bytes[ALIGN]; };
    std::vector<Unit> values(bytes / ALIGN + 1);
    std::vector<size_t> offsets;
    char* next = values[0].bytes;
    for (size_t i = 0; i < function.parameter_sizes.size(); i++) {
        memcpy(next, arguments[i], function.parameter_sizes[i]);
        offsets.push_back(next - values[0].bytes);
        next += (function.parameter_sizes[i] + ALIGN - 1) / ALIGN * ALIGN;
    }
    EmulatedLaunch launch = {};
    memcpy(launch.grid, grid, sizeof launch.grid);
    memcpy(launch.block, block, sizeof launch.block);
    launch.shared_bytes = shared;
    launch.trap = trap_from_kernel;
    launch.arena = arena;
    launch.print = vprintf;
    // A thread costs some 4 ns in a flat loop and 170 ns as a fiber; a piece should be worth waking a helper thread.
    size_t threads = (size_t)block[0] * block[1] * block[2], worthwhile = function.fibers ? 512 : 8192;
    size_t blocks = (size_t)grid[0] * grid[1] * grid[2];
    size_t piece = std::max<size_t>({1, (worthwhile + threads - 1) / threads, blocks / 64});
    EmulatedLauncher launcher = function.launcher;
    static const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
    std::string name = function.name, library = function.library;
    auto pointers_of = [offsets](std::vector<Unit>& values) {
        std::vector<void*> pointers;
        for (size_t offset : offsets) pointers.push_back(values[0].bytes + offset);
        return pointers;
    };
    auto range = [launcher, launch](size_t begin, size_t end, void** arguments, const EmulatedChecks* checks) {
        EmulatedLaunch part = launch;
        part.arguments = arguments;
        part.checks = checks;
        part.first_block = begin;
        part.end_block = end;
        return launcher(&part);
    };
    if (auto user = take_user_launch())
        return [=, &device]() -> Status {
            std::vector<Unit> moved = values;  // a graph replays the task
            std::vector<void*> pointers = pointers_of(moved);
            UserRun run(*user, device, library);
            if (Status status = run.begin(pointers)) return status;
            return run.apart([&](std::atomic<const char*>& problem) {
                return parallel_apart(processors, blocks, piece, [&](size_t begin, size_t end) {
                    const char* message = range(begin, end, pointers.data(), run.checks());
                    if (message) problem = message;
                    return message ? ERROR_LAUNCH_FAILED : SUCCESS;
                });
            });
        };
    return [=]() mutable {
        std::vector<void*> pointers = pointers_of(values);
        return parallel(blocks, piece, [&](size_t begin, size_t end) {
            const char* problem = range(begin, end, pointers.data(), nullptr);
            if (!problem) return SUCCESS;
            fprintf(stderr, "emulated driver: kernel %s: %s\n", name.c_str(), problem);
            return ERROR_LAUNCH_FAILED;
        });
    };
}

}  // namespace emulator
