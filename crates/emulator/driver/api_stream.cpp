// The CUDA driver API of the emulated driver: streams, events, graphs.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "api.h"
#include "fault.h"
#include "launch.h"

using namespace emulator;

namespace {

Event* find_event(CUevent handle) {
    for (auto& device : devices()) {
        auto found = device->events.find(handle);
        if (found != device->events.end()) return found->second.get();
    }
    return nullptr;
}

void merge(CaptureClock& into, const CaptureClock& from) {
    for (auto [stream, number] : from) into[stream] = std::max(into[stream], number);
}

/// Adds a stream to a capture.
void join(const std::shared_ptr<Capture>& capture, const std::shared_ptr<Stream>& stream) {
    capture->streams.insert(stream);
    stream->capture = capture;
    stream->clock.clear();
}

void leave(Capture& capture) {
    for (auto& stream : capture.streams) stream->capture = nullptr;
}

}  // namespace

// ---- streams

API cuStreamCreateWithPriority(CUstream* handle, unsigned flags, int priority) {
    ENTER_CONTEXT();
    *handle = open_stream(context, false, flags & 1, std::clamp(priority, -5, 0)).get();
    return SUCCESS;
}

API cuStreamCreate(CUstream* handle, unsigned flags) { return cuStreamCreateWithPriority(handle, flags, 0); }

API cuStreamDestroy_v2(CUstream handle) {
    ENTER();
    auto stream = find_stream(handle);
    if (!stream || stream->legacy) return ERROR_INVALID_HANDLE;
    close_stream(stream);
    return SUCCESS;
}

API cuStreamSynchronize(CUstream handle) {
    ENTER_CONTEXT();
    auto stream = find_stream(handle);
    if (!stream) return ERROR_INVALID_HANDLE;
    if (stream->capture) {
        stream->capture->invalid = true;
        return ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    if (!stream->legacy) return wait(held, stream->tail());
    for (auto& other : std::set<std::shared_ptr<Stream>>(context.streams))
        if (!other->non_blocking && !other->capture) wait(held, other->tail());
    return context.fault;
}

API cuStreamQuery(CUstream handle) {
    ENTER_CONTEXT();
    auto stream = find_stream(handle);
    if (!stream) return ERROR_INVALID_HANDLE;
    if (stream->capture) return ERROR_STREAM_CAPTURE_UNSUPPORTED;
    return stream->idle() ? SUCCESS : ERROR_NOT_READY;
}

API cuStreamGetPriority(CUstream handle, int* priority) {
    ENTER_CONTEXT();
    auto stream = find_stream(handle);
    if (!stream) return ERROR_INVALID_HANDLE;
    *priority = stream->priority;
    return SUCCESS;
}

API cuStreamGetFlags(CUstream handle, unsigned* flags) {
    ENTER_CONTEXT();
    auto stream = find_stream(handle);
    if (!stream) return ERROR_INVALID_HANDLE;
    *flags = stream->non_blocking;
    return SUCCESS;
}

API cuStreamWaitEvent(CUstream handle, CUevent event_handle, unsigned) {
    ENTER_CONTEXT();
    auto stream = find_stream(handle);
    Event* event = find_event(event_handle);
    if (!stream || !event) return ERROR_INVALID_HANDLE;
    if (event->capture) {
        if (!stream->capture) {
            join(event->capture, stream);
        }
        if (stream->capture != event->capture) return ERROR_STREAM_CAPTURE_MERGE;
        merge(stream->clock, event->clock);
        return SUCCESS;
    }
    if (stream->capture) return event->mark.stream ? ERROR_STREAM_CAPTURE_ISOLATION : SUCCESS;
    if (event->mark.reached()) return SUCCESS;
    return submit(*stream, nullptr, {event->mark});
}

API cuLaunchHostFunc(CUstream handle, void (*function)(void*), void* data) {
    ENTER_CONTEXT();
    auto stream = find_stream(handle);
    if (!stream) return ERROR_INVALID_HANDLE;
    return submit(*stream, [=] {
        function(data);
        return SUCCESS;
    });
}

/// Queues `run` with a copy of its data: used by the other emulated libraries.
API emulatorSubmit(CUstream handle, int (*run)(const void*), const void* data, size_t bytes) {
    ENTER_CONTEXT();
    auto stream = find_stream(handle);
    if (!stream) return ERROR_INVALID_HANDLE;
    std::vector<char> copy((const char*)data, (const char*)data + bytes);
    return submit(*stream, [run, copy = std::move(copy)] { return (Status)run(copy.data()); });
}

/// Queues `run(data)`, for host work in a stream's order. Owns the data, even if it fails, and drops it when nothing can run it again:
/// a captured graph replays it.
API emulatorQueue(CUstream handle, int (*run)(void*), void (*drop)(void*), void* data) {
    std::shared_ptr<void> owned(data, drop);
    ENTER_CONTEXT();
    auto stream = find_stream(handle);
    if (!stream) return ERROR_INVALID_HANDLE;
    return submit(*stream, [run, owned = std::move(owned)] { return (Status)run(owned.get()); });
}

/// Runs `run(data)` on the calling thread, if it is next on the stream; sets whether it ran. For short host work.
API emulatorRunNow(CUstream handle, int (*run)(void*), void* data, int* ran) {
    ENTER_CONTEXT();
    auto stream = find_stream(handle);
    if (!stream) return ERROR_INVALID_HANDLE;
    *ran = is_next(*stream);
    return *ran ? run_or_submit(held, *stream, [=] { return (Status)run(data); }) : SUCCESS;
}

/// Calls `work(data)` `count` times on the calling thread and idle helper threads; returns the fault of one of them, or 0.
API emulatorOnThreads(size_t count, void (*work)(void*), void* data) {
    return parallel(count, 1, [=](size_t begin, size_t end) {
        for (size_t i = begin; i < end; i++) work(data);
        return SUCCESS;
    });
}

// ---- events

API cuEventCreate(CUevent* handle, unsigned flags) {
    ENTER_CONTEXT();
    auto event = std::make_unique<Event>();
    event->timing = !(flags & 2);
    *handle = event.get();
    context.events[event.get()] = std::move(event);
    return SUCCESS;
}

API cuEventDestroy_v2(CUevent handle) {
    ENTER();
    for (auto& device : devices())
        if (device->events.erase(handle)) return SUCCESS;
    return ERROR_INVALID_HANDLE;
}

API cuEventRecord(CUevent handle, CUstream stream_handle) {
    ENTER_CONTEXT();
    auto stream = find_stream(stream_handle);
    Event* event = find_event(handle);
    if (!stream || !event) return ERROR_INVALID_HANDLE;
    event->capture = stream->capture;
    if (stream->capture) {
        event->clock = stream->clock;
        return SUCCESS;
    }
    auto time = std::make_shared<Clock::time_point>(Clock::now());
    Status status = is_next(*stream) ? SUCCESS : submit(*stream, [=] {
        *time = Clock::now();
        return SUCCESS;
    });
    if (status != SUCCESS) return status;
    event->time = time;
    event->mark = stream->tail();
    return SUCCESS;
}

API cuEventQuery(CUevent handle) {
    ENTER_CONTEXT();
    Event* event = find_event(handle);
    if (!event) return ERROR_INVALID_HANDLE;
    if (event->capture) return ERROR_CAPTURED_EVENT;
    if (forbidden_by_capture()) return ERROR_STREAM_CAPTURE_UNSUPPORTED;
    return event->mark.reached() ? SUCCESS : ERROR_NOT_READY;
}

API cuEventSynchronize(CUevent handle) {
    ENTER_CONTEXT();
    Event* event = find_event(handle);
    if (!event) return ERROR_INVALID_HANDLE;
    if (event->capture) return ERROR_CAPTURED_EVENT;
    return wait(held, Mark(event->mark));
}

API cuEventElapsedTime_v2(float* milliseconds, CUevent from, CUevent to) {
    ENTER_CONTEXT();
    Event *start = find_event(from), *end = find_event(to);
    if (!start || !end || !start->timing || !end->timing || !start->time || !end->time) return ERROR_INVALID_HANDLE;
    if (!start->mark.reached() || !end->mark.reached()) return ERROR_NOT_READY;
    *milliseconds = std::chrono::duration<float, std::milli>(*end->time - *start->time).count();
    return SUCCESS;
}

API cuEventElapsedTime(float* milliseconds, CUevent from, CUevent to) {
    return cuEventElapsedTime_v2(milliseconds, from, to);
}

// ---- graphs: a CUgraph and a CUgraphExec are both a shared pointer to what was captured

API cuStreamBeginCapture_v2(CUstream handle, int mode) {
    ENTER_CONTEXT();
    auto stream = find_stream(handle);
    if (!stream) return ERROR_INVALID_HANDLE;
    if (stream->legacy) return ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (stream->capture) return ERROR_INVALID_VALUE;
    auto capture = std::make_shared<Capture>();
    capture->origin = stream.get();
    capture->mode = mode;
    capture->thread = std::this_thread::get_id();
    join(capture, stream);
    return SUCCESS;
}

API cuStreamEndCapture(CUstream handle, CUgraph* graph) {
    ENTER_CONTEXT();
    *graph = nullptr;
    auto stream = find_stream(handle);
    if (!stream) return ERROR_INVALID_HANDLE;
    auto capture = stream->capture;
    if (!capture || capture->origin != stream.get()) return ERROR_STREAM_CAPTURE_UNMATCHED;
    bool joined = std::all_of(capture->streams.begin(), capture->streams.end(), [&](const std::shared_ptr<Stream>& other) {
        return stream->clock[other.get()] >= other->clock[other.get()];
    });
    leave(*capture);
    if (capture->invalid) return ERROR_STREAM_CAPTURE_INVALIDATED;
    if (!joined) return ERROR_STREAM_CAPTURE_UNJOINED;
    *graph = new std::shared_ptr<Graph>(capture->graph);
    return SUCCESS;
}

API cuStreamIsCapturing(CUstream handle, int* status) {
    ENTER_CONTEXT();
    auto stream = find_stream(handle);
    if (!stream) return ERROR_INVALID_HANDLE;
    *status = !stream->capture ? 0 : stream->capture->invalid ? 2 : 1;
    return SUCCESS;
}

// Modes: 0 global, 1 of the thread, 2 relaxed.
API cuThreadExchangeStreamCaptureMode(int* mode) {
    std::swap(*mode, capture_mode());
    return SUCCESS;
}

API cuGraphInstantiateWithFlags(CUgraphExec* instance, CUgraph graph, unsigned long long) {
    ENTER_CONTEXT();
    if (!graph) return ERROR_INVALID_VALUE;
    *instance = new std::shared_ptr<Graph>(*(std::shared_ptr<Graph>*)graph);
    return SUCCESS;
}

API cuGraphLaunch(CUgraphExec instance, CUstream handle) {
    ENTER_CONTEXT();
    auto stream = find_stream(handle);
    if (!stream || !instance) return ERROR_INVALID_HANDLE;
    auto graph = *(std::shared_ptr<Graph>*)instance;
    return submit(*stream, [graph]() -> Status {
        for (auto& node : graph->nodes)
            if (Status status = guarded(node)) return status;
        return SUCCESS;
    });
}

API cuGraphUpload(CUgraphExec, CUstream) {
    ENTER_CONTEXT();
    return SUCCESS;
}

API cuGraphGetNodes(CUgraph graph, void**, size_t* count) {
    ENTER_CONTEXT();
    *count = (*(std::shared_ptr<Graph>*)graph)->nodes.size();
    return SUCCESS;
}

API cuGraphDebugDotPrint(CUgraph graph, const char* path, unsigned) {
    ENTER_CONTEXT();
    FILE* file = graph && path ? fopen(path, "w") : nullptr;
    if (!file) return ERROR_INVALID_VALUE;
    size_t count = (*(std::shared_ptr<Graph>*)graph)->nodes.size();
    fputs("digraph emulated {\n", file);
    for (size_t i = 0; i < count; i++) fprintf(file, "    n%zu [label=\"%zu\"];\n", i, i);
    for (size_t i = 1; i < count; i++) fprintf(file, "    n%zu -> n%zu;\n", i - 1, i);
    fputs("}\n", file);
    return fclose(file) == 0 ? SUCCESS : ERROR_UNKNOWN;
}

API cuGraphDestroy(CUgraph graph) {
    delete (std::shared_ptr<Graph>*)graph;
    return SUCCESS;
}

API cuGraphExecDestroy(CUgraphExec instance) {
    delete (std::shared_ptr<Graph>*)instance;
    return SUCCESS;
}
