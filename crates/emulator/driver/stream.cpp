// Streams: in-order queues, each with a thread, and their capture into graphs.

#include <algorithm>
#include <thread>
#include <utility>

#include "checked.h"
#include "device.h"
#include "fault.h"

namespace emulator {

bool Mark::reached() const { return !stream || stream->finished >= number; }

namespace {

/// `Task::stops` of the task that this thread runs.
thread_local unsigned running_since = 0;

/// Marks a task as finished, and wakes who waits for it.
void finish(Stream& stream) {
    uint64_t finished = ++stream.finished;
    if (finished < stream.awaited) return;
    std::unique_lock held(lock());
    stream.awaited = NOBODY;
    progress().notify_all();
}

void run(Stream& stream, Task& task) {
    for (auto& mark : task.after) {
        std::unique_lock held(lock());
        wait(held, mark);
    }
    if (stream.device->fault == SUCCESS) {
        running_since = task.stops;
        Status status = guarded(task.body), none = SUCCESS;
        if (status != SUCCESS) stream.device->fault.compare_exchange_strong(none, status);
    }
    task.body = nullptr;
    finish(stream);
}

void work(std::shared_ptr<Stream> stream) {
    prepare_thread_for_faults();
    std::unique_lock held(lock());
    for (;;) {
        stream->wake.wait(held, [&] { return !stream->queue.empty() || stream->closed; });
        if (stream->queue.empty()) return;
        std::deque<Task> tasks = std::exchange(stream->queue, {});
        held.unlock();
        for (auto& task : tasks) run(*stream, task);
        held.lock();
    }
}

/// Adds the marks that the stream's next task runs after.
Status order(Stream& stream, std::vector<Mark>& after) {
    auto add = [&](Stream& other) {
        if (!other.idle()) after.push_back(other.tail());
    };
    if (stream.legacy) {
        for (auto& other : stream.device->streams) {
            if (other->non_blocking || other->legacy) continue;
            if (other->capture) return ERROR_STREAM_CAPTURE_IMPLICIT;
            add(*other);
        }
    } else if (!stream.non_blocking) {
        add(*stream.device->legacy);
    }
    if (stream.finished < stream.aside) after.push_back({stream.shared_from_this(), stream.aside});
    return SUCCESS;
}

Status add_to_capture(Stream& stream, Body body) {
    Capture& capture = *stream.capture;
    if (capture.invalid) return ERROR_STREAM_CAPTURE_INVALIDATED;
    if (body) {
        capture.graph->nodes.push_back(std::move(body));
        stream.clock[&stream]++;
    }
    return SUCCESS;
}

}  // namespace

std::shared_ptr<Stream> open_stream(Device& device, bool legacy, bool non_blocking, int priority) {
    auto stream = std::make_shared<Stream>();
    stream->device = &device;
    stream->legacy = legacy;
    stream->non_blocking = non_blocking;
    stream->priority = priority;
    device.streams.insert(stream);
    std::thread(work, stream).detach();
    return stream;
}

void close_stream(const std::shared_ptr<Stream>& stream) {
    if (stream->capture) stream->capture->invalid = true;
    stream->closed = true;
    stream->wake.notify_all();
    stream->device->streams.erase(stream);
}

std::shared_ptr<Stream> find_stream(void* handle) {
    if ((uintptr_t)handle <= 1) return current() ? current()->legacy : nullptr;
    for (auto& device : devices())
        for (auto& stream : device->streams)
            if (stream.get() == handle) return stream;
    return nullptr;
}

Status submit(Stream& stream, Body body, std::vector<Mark> after) {
    if (stream.device->fault != SUCCESS) return stream.device->fault;
    if (stream.capture) return add_to_capture(stream, std::move(body));
    if (Status status = order(stream, after)) return status;
    stream.queue.push_back({std::move(body), std::move(after), stops_so_far()});
    stream.submitted++;
    stream.wake.notify_one();
    return SUCCESS;
}

bool is_next(Stream& stream) {
    std::vector<Mark> after;
    return stream.idle() && !stream.capture && stream.device->fault == SUCCESS && order(stream, after) == SUCCESS && after.empty();
}

Status run_or_submit(std::unique_lock<std::mutex>& held, Stream& stream, Body body) {
    if (!is_next(stream)) return submit(stream, std::move(body));
    auto kept = stream.shared_from_this();
    stream.aside = ++stream.submitted;
    Task task{std::move(body), {}, stops_so_far()};
    held.unlock();
    run(stream, task);
    held.lock();
    return SUCCESS;
}

unsigned stops_at_submission() { return running_since; }

Status wait(std::unique_lock<std::mutex>& held, const Mark& mark) {
    while (!mark.reached()) {
        auto& awaited = mark.stream->awaited;
        awaited = std::min<uint64_t>(awaited, mark.number);
        // The task may have finished just before it was awaited.
        if (!mark.reached()) progress().wait(held);
    }
    return mark.stream ? mark.stream->device->fault.load() : SUCCESS;
}

Status wait_device(std::unique_lock<std::mutex>& held, Device& device) {
    std::vector<Mark> tails;
    for (auto& stream : device.streams) {
        if (stream->capture) return ERROR_STREAM_CAPTURE_UNSUPPORTED;
        tails.push_back(stream->tail());
    }
    for (auto& tail : tails) wait(held, tail);
    return device.fault;
}

}  // namespace emulator
