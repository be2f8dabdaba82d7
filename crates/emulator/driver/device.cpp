// Devices and their memory.

#include "device.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

#include "apart.h"

namespace emulator {

// Never destroyed: stream threads may still run while the process exits.
std::mutex& lock() {
    static auto* mutex = new std::mutex;
    return *mutex;
}

std::condition_variable& progress() {
    static auto* condition = new std::condition_variable;
    return *condition;
}

std::vector<std::unique_ptr<Device>>& devices() {
    static auto* all = new std::vector<std::unique_ptr<Device>>;
    return *all;
}

Device*& current() {
    static thread_local Device* device = nullptr;
    return device;
}

int& capture_mode() {
    static thread_local int mode = 0;
    return mode;
}

bool forbidden_by_capture() {
    if (capture_mode() == 2) return false;
    for (auto& device : devices())
        for (auto& stream : device->streams) {
            Capture* capture = stream->capture.get();
            if (!capture || capture->mode == 2) continue;
            if (capture->mode == 1 && capture->thread != std::this_thread::get_id()) continue;
            capture->invalid = true;
            return true;
        }
    return false;
}

namespace {

constexpr size_t GRANULE = 512;

size_t page() {
    static const size_t bytes = (size_t)sysconf(_SC_PAGESIZE);
    return bytes;
}

size_t round_up(size_t bytes, size_t to) { return (bytes + to - 1) / to * to; }

/// Page-locked host memory: the driver's own, or (without a mapping) the caller's.
struct Pinned {
    size_t bytes = 0;
    char* mapping = nullptr;
    size_t mapped = 0;
    Device* owner = nullptr;
};

std::map<uint64_t, Pinned>& pinned() {
    static auto* all = new std::map<uint64_t, Pinned>;
    return *all;
}

}  // namespace

// The allocation, rounded up to GRANULE, ends at the guard page, so that the smallest overrun beyond it is detected.
Status allocate(Device& device, size_t bytes, uint64_t* address) {
    if (bytes == 0) return ERROR_INVALID_VALUE;
    if (bytes > device.capacity) return ERROR_OUT_OF_MEMORY;
    size_t rounded = round_up(bytes, GRANULE);
    if (rounded > device.capacity - device.used) return ERROR_OUT_OF_MEMORY;
    size_t body = round_up(rounded, page()), mapped = body + 2 * page();
    void* mapping = shared_memory(mapped, PROT_NONE);
    if (!mapping) return ERROR_OUT_OF_MEMORY;
    char* first = (char*)mapping + page();
    if (mprotect(first, body, PROT_READ | PROT_WRITE) != 0) {
        munmap(mapping, mapped);
        return ERROR_OUT_OF_MEMORY;
    }
    *address = (uint64_t)(first + body - rounded);
    device.allocations[*address] = {rounded, (char*)mapping, mapped, -1, false};
    device.used += rounded;
    return SUCCESS;
}

Status release(Device& device, uint64_t address) {
    auto found = device.allocations.find(address);
    if (found == device.allocations.end()) return ERROR_INVALID_VALUE;
    munmap(found->second.mapping, found->second.mapped);
    if (found->second.file >= 0) close(found->second.file);
    if (!found->second.imported) device.used -= found->second.bytes;
    device.allocations.erase(found);
    return SUCCESS;
}

void* allocate_pinned(Device& device, size_t bytes) {
    size_t mapped = round_up(bytes, page());
    void* mapping = shared_memory(mapped, PROT_READ | PROT_WRITE);
    if (!mapping) return nullptr;
    pinned()[(uint64_t)mapping] = {bytes, (char*)mapping, mapped, &device};
    return mapping;
}

bool release_pinned(void* address) {
    auto found = pinned().find((uint64_t)address);
    if (found == pinned().end() || !found->second.mapping) return false;
    munmap(found->second.mapping, found->second.mapped);
    pinned().erase(found);
    return true;
}

Status register_pinned(Device& device, void* address, size_t bytes) {
    if (!address || !bytes) return ERROR_INVALID_VALUE;
    if (is_pinned(address, 1)) return ERROR_HOST_MEMORY_ALREADY_REGISTERED;
    pinned()[(uint64_t)address] = {bytes, nullptr, 0, &device};
    return SUCCESS;
}

Status unregister_pinned(void* address) {
    auto found = pinned().find((uint64_t)address);
    if (found == pinned().end() || found->second.mapping) return ERROR_HOST_MEMORY_NOT_REGISTERED;
    pinned().erase(found);
    return SUCCESS;
}

void release_all_pinned(Device& device) {
    for (auto next = pinned().begin(); next != pinned().end();) {
        auto entry = next++;
        if (entry->second.owner != &device) continue;
        if (entry->second.mapping) munmap(entry->second.mapping, entry->second.mapped);
        pinned().erase(entry);
    }
}

void each_pinned(const std::function<void(uint64_t, size_t)>& tell) {
    for (auto& [address, memory] : pinned()) tell(address, memory.bytes);
}

bool is_pinned(const void* address, size_t bytes) {
    auto next = pinned().upper_bound((uint64_t)address);
    if (next == pinned().begin()) return false;
    const auto& [first, allocation] = *std::prev(next);
    return (uint64_t)address + bytes <= first + allocation.bytes;
}

}  // namespace emulator
