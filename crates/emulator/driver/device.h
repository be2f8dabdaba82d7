// Devices, streams, events and graphs of the emulated driver.
//
// A device is a share of host memory and a set of streams. A stream is a queue with its own thread; tasks run in
// order, each after the marks (points of other streams) that it depends on. One lock guards everything but atomic
// fields; tasks run outside it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "errors.h"

namespace emulator {

using Body = std::function<Status()>;
using Clock = std::chrono::steady_clock;

struct Device;
struct Stream;
struct Module;

/// The point in a stream's work after its first `number` tasks.
struct Mark {
    std::shared_ptr<Stream> stream;
    uint64_t number = 0;
    bool reached() const;
};

/// Stands for no task in `Stream::awaited`.
constexpr uint64_t NOBODY = UINT64_MAX;

struct Task {
    Body body;
    std::vector<Mark> after;
    /// The number of interrupts of user kernels before it was submitted.
    unsigned stops = 0;
};

/// The recorded work of a capture. Replayed in capture order, which respects every dependency.
struct Graph {
    std::vector<Body> nodes;
};

/// For each stream the number of its nodes that precede a point of a capture.
using CaptureClock = std::map<Stream*, uint64_t>;

/// A capture in progress, shared by the streams that joined it.
struct Capture {
    std::shared_ptr<Graph> graph = std::make_shared<Graph>();
    Stream* origin = nullptr;
    std::set<std::shared_ptr<Stream>> streams;
    bool invalid = false;
    int mode = 0;  // 0: no thread may make calls that cannot be captured; 1: the capturing thread may not; 2: all may
    std::thread::id thread;
};

struct Stream : std::enable_shared_from_this<Stream> {
    Device* device = nullptr;
    bool legacy = false;        // the default stream: synchronizes with every blocking stream
    bool non_blocking = false;
    int priority = 0;

    /// Tasks that its thread has not taken yet. It takes all of them at once.
    std::deque<Task> queue;
    std::atomic<uint64_t> submitted = 0, finished = 0;
    /// The first task that a thread sleeps for.
    std::atomic<uint64_t> awaited = NOBODY;
    /// The latest task that another thread ran in place of the stream's.
    uint64_t aside = 0;
    bool closed = false;
    std::condition_variable wake;

    std::shared_ptr<Capture> capture;
    CaptureClock clock;

    Mark tail() { return {shared_from_this(), submitted}; }
    bool idle() const { return finished == submitted; }
};

struct Event {
    bool timing = true;
    Mark mark;  // of the latest record; no stream if never recorded
    std::shared_ptr<Clock::time_point> time;
    std::shared_ptr<Capture> capture;  // set when the latest record was captured
    CaptureClock clock;
};

/// A device allocation between two guard pages.
struct Allocation {
    size_t bytes = 0;
    char* mapping = nullptr;
    size_t mapped = 0;
    int file = -1;          // its backing file, if another process may open it
    bool imported = false;  // owned by another process
};

/// One emulated GPU, which is its own primary context.
struct Device {
    int ordinal = 0;  // among the visible devices
    int number = 0;   // among all devices
    size_t capacity = 0, used = 0;
    std::map<uint64_t, Allocation> allocations;
    std::atomic<Status> fault = SUCCESS;  // sticky: every call returns it until the primary context is reset
    bool active = false;
    std::shared_ptr<Stream> legacy;
    std::set<std::shared_ptr<Stream>> streams;
    std::map<void*, std::unique_ptr<Event>> events;
    std::map<void*, std::unique_ptr<Module>> modules;
    /// The contexts whose memory its own may reach.
    std::set<void*> peers;
};

std::mutex& lock();
/// Signalled when a task finishes that a thread sleeps for.
std::condition_variable& progress();
std::vector<std::unique_ptr<Device>>& devices();
/// The calling thread's current context, or null.
Device*& current();
/// The calling thread's mode: 2 allows calls that cannot be captured.
int& capture_mode();
/// Whether a capture forbids calls that cannot be captured on this thread. If so, the attempt invalidates the capture.
bool forbidden_by_capture();
/// The stream of a handle, or null if invalid. Handles 0 and 1 are the legacy default stream of the current context.
/// The lock must be held.
std::shared_ptr<Stream> find_stream(void* handle);

std::shared_ptr<Stream> open_stream(Device& device, bool legacy, bool non_blocking, int priority);
/// Lets queued work finish; the handle becomes invalid at once. The lock must be held.
void close_stream(const std::shared_ptr<Stream>& stream);
/// Queues a task on a stream, or adds it to the stream's capture. The lock must be held.
Status submit(Stream& stream, Body body, std::vector<Mark> after = {});
/// Whether all work that a stream's next task runs after is done. The lock must be held.
bool is_next(Stream& stream);
/// As `submit`, but runs the task on the calling thread if it is next: for short tasks, and where the caller waits.
Status run_or_submit(std::unique_lock<std::mutex>& held, Stream& stream, Body body);
/// `Task::stops` of the task that the calling thread runs.
unsigned stops_at_submission();
/// Waits for a mark; returns the device's fault, if any.
Status wait(std::unique_lock<std::mutex>& held, const Mark& mark);
/// Waits for all work of a device.
Status wait_device(std::unique_lock<std::mutex>& held, Device& device);

Status allocate(Device& device, size_t bytes, uint64_t* address);
Status release(Device& device, uint64_t address);
/// Calls `tell` with each range of addresses that maps accessible memory.
void each_mapping(const std::function<void(uint64_t, size_t)>& tell);
/// The same for page-locked host memory.
void each_pinned(const std::function<void(uint64_t, size_t)>& tell);
/// Whether [address, address + bytes) is page-locked host memory.
bool is_pinned(const void* address, size_t bytes);
void* allocate_pinned(Device& device, size_t bytes);
bool release_pinned(void* address);
/// Page-locks the caller's memory until it is unregistered or the device's context ends.
Status register_pinned(Device& device, void* address, size_t bytes);
Status unregister_pinned(void* address);
void release_all_pinned(Device& device);

}  // namespace emulator
