// The CUDA driver API of the emulated driver: devices, contexts, memory, modules and launches.
// Streams, events and graphs are in api_stream.cpp.

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "api.h"
#include "executor.h"
#include "fault.h"
#include "launch.h"

using namespace emulator;

namespace {

bool initialized = false;

constexpr int CAPABILITY_MAJOR = 8, CAPABILITY_MINOR = 0;
constexpr unsigned MAX_THREADS = 1024;
constexpr size_t MAX_SHARED = 48 * 1024, MAX_SHARED_OPT_IN = 163 * 1024;

/// Parses "2GiB", "512MB" or "1073741824" to bytes; returns 0 if invalid.
size_t parse_bytes(const char* text) {
    char* rest = nullptr;
    double number = strtod(text, &rest);
    while (*rest == ' ') rest++;
    switch (*rest) {
        case 'K': case 'k': return (size_t)(number * 1024);
        case 'M': case 'm': return (size_t)(number * 1024 * 1024);
        case 'G': case 'g': return (size_t)(number * 1024 * 1024 * 1024);
        default: return (size_t)number;
    }
}

/// TENSORCELL_EMULATE_MEMORY for each device; else 4 GiB, or less if that exceeds half of the host's memory.
size_t capacity_of_each(int count) {
    if (const char* asked = getenv("TENSORCELL_EMULATE_MEMORY"))
        if (size_t bytes = parse_bytes(asked)) return bytes;
    size_t host = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    constexpr size_t MIB = 1 << 20;
    return std::min<size_t>(4096 * MIB, host / 2 / count / MIB * MIB);
}

/// The devices listed in CUDA_VISIBLE_DEVICES, in its order, up to the first invalid number.
std::vector<int> visible_devices(int count) {
    std::vector<int> visible;
    const char* asked = getenv("CUDA_VISIBLE_DEVICES");
    for (int i = 0; !asked && i < count; i++) visible.push_back(i);
    for (const char* next = asked; next && *next; next++) {
        char* end = nullptr;
        long number = strtol(next, &end, 10);
        if (end == next || number < 0 || number >= count) break;
        if (std::find(visible.begin(), visible.end(), (int)number) != visible.end()) return {};
        visible.push_back((int)number);
        next = end;
        while (*next == ' ') next++;
        if (*next != ',') break;
    }
    return visible;
}

void initialize() {
    if (initialized) return;
    install_fault_handlers();
    const char* asked = getenv("TENSORCELL_EMULATE");
    int count = std::clamp(asked ? atoi(asked) : 1, 1, 16);
    for (int number : visible_devices(count)) {
        auto device = std::make_unique<Device>();
        device->ordinal = (int)devices().size();
        device->number = number;
        device->capacity = capacity_of_each(count);
        devices().push_back(std::move(device));
    }
    initialized = true;
}

Device* device_at(int ordinal) {
    return ordinal >= 0 && ordinal < (int)devices().size() ? devices()[ordinal].get() : nullptr;
}

/// Starts a device's primary context.
void activate(Device& device) {
    if (device.active) return;
    device.active = true;
    device.fault = SUCCESS;
    device.legacy = open_stream(device, true, false, 0);
}

/// Ends a primary context: waits for running tasks, then frees everything that belonged to it.
void deactivate(std::unique_lock<std::mutex>& held, Device& device) {
    if (!device.active) return;
    auto streams = device.streams;
    for (auto& stream : streams) close_stream(stream);
    for (auto& stream : streams) wait(held, stream->tail());
    while (!device.allocations.empty()) release(device, device.allocations.begin()->first);
    release_all_pinned(device);
    device.events.clear();
    device.modules.clear();
    device.peers.clear();
    device.legacy = nullptr;
    device.fault = SUCCESS;
    device.active = false;
}

int attribute_value(int attribute, const Device& device) {
    int cores = std::max(1u, std::thread::hardware_concurrency());
    switch (attribute) {
        case 1: case 2: case 3: return MAX_THREADS;     // threads in a block, and in its x and y
        case 4: return 64;                              // threads in a block's z
        case 5: return 0x7fffffff;                      // blocks in a grid's x
        case 6: case 7: return 65535;                   // and in its y and z
        case 8: return MAX_SHARED;
        case 9: return 65536;                           // constant memory
        case 10: return 32;                             // warp
        case 12: case 82: return 65536;                 // registers
        case 13: return 1000000;                        // clock, kHz
        case 14: return 512;                            // texture alignment
        case 15: case 19: case 31: case 41: case 78: case 83: return 1;
        case 16: return cores;                          // multiprocessors
        case 33: return device.number + 1;              // PCI bus
        case 36: return 1000000;                        // memory clock, kHz
        case 37: return 64;                             // memory bus, bits
        case 38: return 1 << 20;                        // L2 cache
        case 39: return 2048;                           // threads in a multiprocessor
        case 40: return 1;                              // copy engines
        case 75: return CAPABILITY_MAJOR;
        case 76: return CAPABILITY_MINOR;
        case 81: return 164 * 1024;                     // shared memory in a multiprocessor
        case 97: return MAX_SHARED_OPT_IN;
        case 102: return 1;                             // virtual memory
        case 106: return 32;                            // blocks in a multiprocessor
        default: return 0;
    }
}

Status copy(void* to, const void* from, size_t bytes) {
    memmove(to, from, bytes);
    return SUCCESS;
}

/// Queues work on the stream of a handle.
Status submit_to(void* handle, Body body) {
    auto stream = find_stream(handle);
    return stream ? submit(*stream, std::move(body)) : ERROR_INVALID_HANDLE;
}

/// Runs work in a stream's order and waits for it.
Status submit_and_wait(std::unique_lock<std::mutex>& held, Stream& stream, Body body) {
    Status status = run_or_submit(held, stream, std::move(body));
    return status == SUCCESS ? wait(held, stream.tail()) : status;
}

template <class T>
Status fill(CUdeviceptr address, T value, size_t count) {
    std::fill_n((T*)address, count, value);
    return SUCCESS;
}

/// The function attribute that allows launches more dynamic shared memory.
constexpr int MOST_DYNAMIC_SHARED = 8;

/// The most dynamic shared memory of a launch, in bytes.
size_t dynamic_limit(const Function& function) {
    return std::max<size_t>(function.allowed_shared, MAX_SHARED - std::min<size_t>(function.shared, MAX_SHARED));
}

/// Writes a module's error to the caller's error buffer.
void tell_problem(const std::string& problem, unsigned count, const int* options, void** values) {
    constexpr int ERROR_LOG = 5, ERROR_LOG_BYTES = 6;
    void *buffer = nullptr, **bytes = nullptr;
    for (unsigned i = 0; i < count; i++) {
        if (options[i] == ERROR_LOG) buffer = values[i];
        if (options[i] == ERROR_LOG_BYTES) bytes = &values[i];
    }
    if (!buffer || !bytes || !*bytes) return;
    size_t length = std::min(problem.size(), (size_t)*bytes - 1);
    memcpy(buffer, problem.data(), length);
    ((char*)buffer)[length] = 0;
    *bytes = (void*)(length + 1);
}

}  // namespace

API cuInit(unsigned) {
    ENTER();
    initialize();
    return devices().empty() ? ERROR_NO_DEVICE : SUCCESS;
}

API cuDriverGetVersion(int* version) {
    *version = 13000;
    return SUCCESS;
}

API cuGetErrorName(int error, const char** text) {
    switch (error) {
#define X(name, value, description) case value: *text = "CUDA_" #name; return SUCCESS;
        EMULATOR_ERRORS(X)
#undef X
    }
    *text = nullptr;
    return ERROR_INVALID_VALUE;
}

API cuGetErrorString(int error, const char** text) {
    switch (error) {
#define X(name, value, description) case value: *text = description; return SUCCESS;
        EMULATOR_ERRORS(X)
#undef X
    }
    *text = nullptr;
    return ERROR_INVALID_VALUE;
}

// ---- devices

API cuDeviceGetCount(int* count) {
    ENTER();
    if (!initialized) return ERROR_NOT_INITIALIZED;
    *count = (int)devices().size();
    return SUCCESS;
}

API cuDeviceGet(CUdevice* device, int ordinal) {
    ENTER();
    if (!initialized) return ERROR_NOT_INITIALIZED;
    if (!device_at(ordinal)) return ERROR_INVALID_DEVICE;
    *device = ordinal;
    return SUCCESS;
}

API cuDeviceGetName(char* name, int length, CUdevice ordinal) {
    ENTER();
    if (!device_at(ordinal)) return ERROR_INVALID_DEVICE;
    snprintf(name, length, "Emulated GPU");
    return SUCCESS;
}

API cuDeviceGetUuid_v2(unsigned char* uuid, CUdevice ordinal) {
    ENTER();
    if (!device_at(ordinal)) return ERROR_INVALID_DEVICE;
    memcpy(uuid, "emulated gpu    ", 16);
    uuid[15] = (unsigned char)device_at(ordinal)->number;
    return SUCCESS;
}

API cuDeviceGetPCIBusId(char* text, int length, CUdevice ordinal) {
    ENTER();
    if (!device_at(ordinal)) return ERROR_INVALID_DEVICE;
    snprintf(text, length, "0000:%02X:00.0", device_at(ordinal)->number + 1);
    return SUCCESS;
}

API cuDeviceTotalMem_v2(size_t* bytes, CUdevice ordinal) {
    ENTER();
    Device* device = device_at(ordinal);
    if (!device) return ERROR_INVALID_DEVICE;
    *bytes = device->capacity;
    return SUCCESS;
}

API cuDeviceGetAttribute(int* value, int attribute, CUdevice ordinal) {
    ENTER();
    Device* device = device_at(ordinal);
    if (!device) return ERROR_INVALID_DEVICE;
    *value = attribute_value(attribute, *device);
    return SUCCESS;
}

API cuDeviceCanAccessPeer(int* can, CUdevice from, CUdevice to) {
    ENTER();
    if (!device_at(from) || !device_at(to)) return ERROR_INVALID_DEVICE;
    *can = from != to;
    return SUCCESS;
}

// ---- contexts: a device's primary context is the device itself

API cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice ordinal) {
    ENTER();
    Device* device = device_at(ordinal);
    if (!device) return ERROR_INVALID_DEVICE;
    activate(*device);
    *context = device;
    return SUCCESS;
}

API cuDevicePrimaryCtxRelease_v2(CUdevice ordinal) {
    ENTER();
    return device_at(ordinal) ? SUCCESS : ERROR_INVALID_DEVICE;
}

API cuDevicePrimaryCtxReset_v2(CUdevice ordinal) {
    ENTER();
    Device* device = device_at(ordinal);
    if (!device) return ERROR_INVALID_DEVICE;
    deactivate(held, *device);
    return SUCCESS;
}

API cuDevicePrimaryCtxGetState(CUdevice ordinal, unsigned* flags, int* active) {
    ENTER();
    Device* device = device_at(ordinal);
    if (!device) return ERROR_INVALID_DEVICE;
    *flags = 0;
    *active = device->active;
    return SUCCESS;
}

API cuCtxSetCurrent(CUcontext context) {
    ENTER();
    current() = (Device*)context;
    return SUCCESS;
}

API cuCtxGetCurrent(CUcontext* context) {
    *context = current();
    return SUCCESS;
}

API cuCtxGetDevice(CUdevice* device) {
    ENTER_CONTEXT();
    *device = context.ordinal;
    return SUCCESS;
}

API cuCtxSynchronize() {
    ENTER_CONTEXT();
    return wait_device(held, context);
}

API cuCtxGetStreamPriorityRange(int* least, int* greatest) {
    ENTER_CONTEXT();
    *least = 0;
    *greatest = -5;
    return SUCCESS;
}

API cuCtxGetLimit(size_t* value, int) {
    ENTER_CONTEXT();
    *value = 0;
    return SUCCESS;
}

API cuCtxSetLimit(int, size_t) {
    ENTER_CONTEXT();
    return SUCCESS;
}

API cuCtxEnablePeerAccess(CUcontext peer, unsigned) {
    ENTER_CONTEXT();
    return context.peers.insert(peer).second ? SUCCESS : ERROR_PEER_ACCESS_ALREADY_ENABLED;
}

API cuProfilerStart() { return SUCCESS; }
API cuProfilerStop() { return SUCCESS; }

// ---- memory

API cuMemGetInfo_v2(size_t* free, size_t* total) {
    ENTER_CONTEXT();
    *free = context.capacity - context.used;
    *total = context.capacity;
    return SUCCESS;
}

API cuMemAlloc_v2(CUdeviceptr* address, size_t bytes) {
    ENTER_CONTEXT();
    if (forbidden_by_capture()) return ERROR_STREAM_CAPTURE_UNSUPPORTED;
    return allocate(context, bytes, address);
}

// Like the real call, waits for all work that may use the memory.
API cuMemFree_v2(CUdeviceptr address) {
    ENTER_CONTEXT();
    if (forbidden_by_capture()) return ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (address == 0) return SUCCESS;
    for (auto& device : devices()) {
        if (!device->allocations.count(address)) continue;
        Status status = wait_device(held, *device);
        return status == SUCCESS ? release(*device, address) : status;
    }
    return ERROR_INVALID_VALUE;
}

API cuMemAllocAsync(CUdeviceptr* address, size_t bytes, CUstream) {
    ENTER_CONTEXT();
    return allocate(context, bytes, address);
}

API cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
    ENTER_CONTEXT();
    Device* device = &context;
    return submit_to(stream, [=] {
        std::lock_guard held(lock());
        return release(*device, address);
    });
}

API cuMemHostAlloc(void** address, size_t bytes, unsigned) {
    ENTER_CONTEXT();
    if (forbidden_by_capture()) return ERROR_STREAM_CAPTURE_UNSUPPORTED;
    *address = allocate_pinned(context, bytes);
    return *address ? SUCCESS : ERROR_OUT_OF_MEMORY;
}

API cuMemFreeHost(void* address) {
    ENTER_CONTEXT();
    return release_pinned(address) ? SUCCESS : ERROR_INVALID_VALUE;
}

API cuMemHostRegister_v2(void* address, size_t bytes, unsigned) {
    ENTER_CONTEXT();
    if (forbidden_by_capture()) return ERROR_STREAM_CAPTURE_UNSUPPORTED;
    return register_pinned(context, address, bytes);
}

API cuMemHostUnregister(void* address) {
    ENTER_CONTEXT();
    return unregister_pinned(address);
}

API cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, size_t bytes) {
    ENTER_CONTEXT();
    return submit_and_wait(held, *current()->legacy, [=] { return copy((void*)to, from, bytes); });
}

API cuMemcpyDtoH_v2(void* to, CUdeviceptr from, size_t bytes) {
    ENTER_CONTEXT();
    return submit_and_wait(held, *current()->legacy, [=] { return copy(to, (const void*)from, bytes); });
}

API cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    ENTER_CONTEXT();
    return submit_to(nullptr, [=] { return copy((void*)to, (const void*)from, bytes); });
}

// Pageable memory is staged before the call returns; pinned memory is read when the stream executes the copy.
API cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
    ENTER_CONTEXT();
    if (is_pinned(from, bytes)) return submit_to(stream, [=] { return copy((void*)to, from, bytes); });
    auto found = find_stream(stream);
    if (found && is_next(*found)) return run_or_submit(held, *found, [=] { return copy((void*)to, from, bytes); });
    auto staged = std::make_shared<std::vector<char>>((const char*)from, (const char*)from + bytes);
    return submit_to(stream, [=] { return copy((void*)to, staged->data(), staged->size()); });
}

// For pageable memory the call returns after the copy.
API cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, size_t bytes, CUstream handle) {
    ENTER_CONTEXT();
    auto stream = find_stream(handle);
    if (!stream) return ERROR_INVALID_HANDLE;
    bool pinned = is_pinned(to, bytes);
    if (!pinned && stream->capture) return ERROR_STREAM_CAPTURE_UNSUPPORTED;
    Body body = [=] { return copy(to, (const void*)from, bytes); };
    return pinned ? submit(*stream, std::move(body)) : submit_and_wait(held, *stream, std::move(body));
}

API cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
    ENTER_CONTEXT();
    return submit_to(stream, [=] { return copy((void*)to, (const void*)from, bytes); });
}

API cuMemcpyPeerAsync(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext, size_t bytes, CUstream stream) {
    ENTER_CONTEXT();
    return submit_to(stream, [=] { return copy((void*)to, (const void*)from, bytes); });
}

API cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream) {
    ENTER_CONTEXT();
    return submit_to(stream, [=] { return fill(to, value, count); });
}

API cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream) {
    ENTER_CONTEXT();
    return submit_to(stream, [=] { return fill(to, value, count); });
}

API cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream) {
    ENTER_CONTEXT();
    return submit_to(stream, [=] { return fill(to, value, count); });
}

// ---- modules and launches

API cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count, int* options, void** values) {
    ENTER_CONTEXT();
    std::unique_ptr<Module> loaded;
    std::string problem;
    Status status = load_module(image, &problem, &loaded);
    tell_problem(problem, count, options, values);
    if (status != SUCCESS) return status;
    loaded->device = &context;
    *module = loaded.get();
    context.modules[loaded.get()] = std::move(loaded);
    return SUCCESS;
}

API cuModuleLoadData(CUmodule* module, const void* image) { return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr); }

// Waits for running launches of its code.
API cuModuleUnload(CUmodule handle) {
    ENTER_CONTEXT();
    for (auto& device : devices()) {
        if (!device->modules.count(handle)) continue;
        wait_device(held, *device);
        device->modules.erase(handle);
        return SUCCESS;
    }
    return ERROR_INVALID_HANDLE;
}

API cuModuleGetFunction(CUfunction* function, CUmodule handle, const char* name) {
    ENTER_CONTEXT();
    auto found = context.modules.find(handle);
    if (found == context.modules.end()) return ERROR_INVALID_HANDLE;
    Function* inside = nullptr;
    Status status = find_function(*found->second, name, &inside);
    *function = inside;
    return status;
}

API cuModuleGetGlobal_v2(CUdeviceptr* address, size_t* bytes, CUmodule handle, const char* name) {
    ENTER_CONTEXT();
    auto found = context.modules.find(handle);
    if (found == context.modules.end()) return ERROR_INVALID_HANDLE;
    if (void* program = found->second->program.get()) {
        uint64_t where;
        size_t size;
        if (!executor->variable(program, name, &where, &size)) return ERROR_NOT_FOUND;
        if (address) *address = where;
        if (bytes) *bytes = size;
        return SUCCESS;
    }
    void* symbol = dlsym(found->second->library, name);
    if (!symbol) return ERROR_NOT_FOUND;
    Dl_info info;
    const ElfW(Sym)* entry = nullptr;
    dladdr1(symbol, &info, (void**)&entry, RTLD_DL_SYMENT);
    if (address) *address = (CUdeviceptr)symbol;
    if (bytes) *bytes = entry ? entry->st_size : 0;
    return SUCCESS;
}

API cuFuncGetAttribute(int* value, int attribute, CUfunction handle) {
    ENTER_CONTEXT();
    const Function& function = *(const Function*)handle;
    switch (attribute) {
        case 0: *value = (int)function.most_threads; break;
        case 1: *value = (int)function.shared; break;
        case MOST_DYNAMIC_SHARED: *value = (int)dynamic_limit(function); break;
        default: *value = 0;
    }
    return SUCCESS;
}

API cuFuncSetAttribute(CUfunction handle, int attribute, int value) {
    ENTER_CONTEXT();
    Function& function = *(Function*)handle;
    if (attribute != MOST_DYNAMIC_SHARED) return SUCCESS;
    if (value < 0 || value + (size_t)function.shared > MAX_SHARED_OPT_IN) return ERROR_INVALID_VALUE;
    function.allowed_shared = (unsigned)value;
    return SUCCESS;
}

API cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction, int threads, size_t) {
    ENTER_CONTEXT();
    *blocks = std::clamp(2048 / std::max(threads, 1), 1, 32);
    return SUCCESS;
}

API cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction, size_t (*)(int), size_t, int limit) {
    ENTER_CONTEXT();
    *block = limit > 0 ? std::min(limit, 256) : 256;
    *grid = attribute_value(16, context) * 8;
    return SUCCESS;
}

API cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, CUstream handle, void** arguments, void**) {
    ENTER_CONTEXT();
    auto stream = find_stream(handle);
    if (!stream || !function) return ERROR_INVALID_HANDLE;
    const unsigned grid[3] = {gx, gy, gz}, block[3] = {bx, by, bz};
    if (!gx || !gy || !gz || !bx || !by || !bz) return ERROR_INVALID_VALUE;
    if (bx > MAX_THREADS || by > MAX_THREADS || bz > 64 || (size_t)bx * by * bz > MAX_THREADS) return ERROR_INVALID_VALUE;
    if (gx > 0x7fffffff || gy > 65535 || gz > 65535 || shared > MAX_SHARED_OPT_IN) return ERROR_INVALID_VALUE;
    const Function& kernel = *(const Function*)function;
    if (kernel.program && shared > dynamic_limit(kernel)) return ERROR_INVALID_VALUE;
    if (bx * by * bz > kernel.most_threads) return ERROR_LAUNCH_OUT_OF_RESOURCES;
    return submit(*stream, make_launch(*stream->device, kernel, grid, block, shared, arguments));
}
