// Streams: in-order queues, each with a thread, and their capture into graphs.

#include <algorithm>
#include <thread>

#include "checked.h"
#include "device.h"
#include "fault.h"

namespace emulator {

bool Mark::reached() const { return !stream || stream->finished >= number; }

namespace {

/// `Task::stops` of the task that this thread runs.
thread_local unsigned running_since = 0;

void work(std::shared_ptr<Stream> stream) {
    prepare_thread_for_faults();
    std::unique_lock held(lock());
    for (;;) {
        stream->wake.wait(held, [&] { return !stream->queue.empty() || stream->closed; });
        if (stream->queue.empty()) return;
        Task task = std::move(stream->queue.front());
        stream->queue.pop_front();
        progress().wait(held, [&] {
            return std::all_of(task.after.begin(), task.after.end(), [](const Mark& mark) { return mark.reached(); });
        });
        if (stream->device->fault == SUCCESS) {
            held.unlock();
            running_since = task.stops;
            Status status = guarded(task.body);
            task.body = nullptr;
            held.lock();
            if (status != SUCCESS && stream->device->fault == SUCCESS) stream->device->fault = status;
        }
        stream->finished++;
        progress().notify_all();
    }
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
    Device& device = *stream.device;
    if (device.fault != SUCCESS) return device.fault;
    if (stream.capture) return add_to_capture(stream, std::move(body));
    if (stream.legacy) {
        for (auto& other : device.streams) {
            if (other->non_blocking || other->legacy) continue;
            if (other->capture) return ERROR_STREAM_CAPTURE_IMPLICIT;
            if (!other->idle()) after.push_back(other->tail());
        }
    } else if (!stream.non_blocking && !device.legacy->idle()) {
        after.push_back(device.legacy->tail());
    }
    stream.queue.push_back({std::move(body), std::move(after), stops_so_far()});
    stream.submitted++;
    stream.wake.notify_one();
    return SUCCESS;
}

unsigned stops_at_submission() { return running_since; }

Status wait(std::unique_lock<std::mutex>& held, const Mark& mark) {
    progress().wait(held, [&] { return mark.reached(); });
    return mark.stream ? mark.stream->device->fault : SUCCESS;
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
