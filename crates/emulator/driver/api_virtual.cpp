// The CUDA driver API of the emulated driver: virtual memory. Addresses are reserved first; physical memory is created
// separately, mapped to some of the addresses, and made accessible.
//
// Physical memory is an unnamed file, so that several addresses can map it; reserved addresses are a mapping without access.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>

#include "api.h"

using namespace emulator;

namespace {

constexpr size_t GRANULARITY = 2 << 20;

/// Physical memory without an address. Freed when its handle is released and nothing maps it.
struct Memory {
    Device* device;
    size_t bytes;
    int file;
    Memory(Device* device, size_t bytes, int file) : device(device), bytes(bytes), file(file) { device->used += bytes; }
    ~Memory() {
        close(file);
        device->used -= bytes;
    }
};

struct Mapping {
    size_t bytes;
    std::shared_ptr<Memory> memory;
    int access = PROT_NONE;
};

// Never destroyed; the lock guards both, and all memory.
std::map<uint64_t, size_t>& reservations() {
    static auto* all = new std::map<uint64_t, size_t>;
    return *all;
}
std::map<uint64_t, Mapping>& mappings() {
    static auto* all = new std::map<uint64_t, Mapping>;
    return *all;
}
struct Handle {
    std::shared_ptr<Memory> memory;
    int holders = 1;
};
std::map<uint64_t, Handle>& handles() {
    static auto* all = new std::map<uint64_t, Handle>;
    return *all;
}

struct Location {
    unsigned type;
    int id;
};
struct Properties {
    unsigned type, handle_types;
    Location location;
    void* handle_data;
    unsigned char flags[8];
};
struct Access {
    Location location;
    unsigned flags;
};
constexpr unsigned PINNED = 1, ON_DEVICE = 1;

Device* device_of(const Location& location) {
    bool known = location.type == ON_DEVICE && location.id >= 0 && (size_t)location.id < devices().size();
    return known ? devices()[location.id].get() : nullptr;
}

bool is_granular(uint64_t number) { return number % GRANULARITY == 0; }

/// Whether a range is within one reservation.
bool is_reserved(uint64_t address, size_t bytes) {
    auto next = reservations().upper_bound(address);
    if (next == reservations().begin()) return false;
    auto [first, length] = *std::prev(next);
    return bytes <= length && address - first <= length - bytes;
}

bool is_mapped_anywhere(uint64_t address, size_t bytes) {
    auto next = mappings().lower_bound(address + bytes);
    if (next == mappings().begin()) return false;
    auto& [first, mapping] = *std::prev(next);
    return first + mapping.bytes > address;
}

/// Whether a range consists of whole, adjacent mappings.
bool is_made_of_mappings(uint64_t address, size_t bytes) {
    if (!bytes) return false;
    for (uint64_t next = address; next != address + bytes;) {
        auto found = mappings().find(next);
        if (found == mappings().end() || found->second.bytes > address + bytes - next) return false;
        next += found->second.bytes;
    }
    return true;
}

bool forget_memory(uint64_t address, size_t bytes) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    return mmap((void*)address, bytes, PROT_NONE, flags, -1, 0) != MAP_FAILED;
}

}  // namespace

namespace emulator {

void each_mapping(const std::function<void(uint64_t, size_t)>& tell) {
    for (auto& [address, mapping] : mappings())
        if (mapping.access != PROT_NONE) tell(address, mapping.bytes);
}

}  // namespace emulator

API cuMemGetAllocationGranularity(size_t* granularity, const Properties* properties, int) {
    ENTER();
    if (!granularity || !properties || properties->type != PINNED) return ERROR_INVALID_VALUE;
    if (!device_of(properties->location)) return ERROR_INVALID_DEVICE;
    *granularity = GRANULARITY;
    return SUCCESS;
}

API cuMemAddressReserve(CUdeviceptr* address, size_t bytes, size_t alignment, CUdeviceptr wanted, unsigned long long flags) {
    ENTER();
    if (!address || !bytes || !is_granular(bytes) || (alignment & (alignment - 1)) || flags) return ERROR_INVALID_VALUE;
    (void)wanted;  // a hint, which may be ignored
    size_t aligned = std::max(alignment, GRANULARITY), all = bytes + aligned;
    void* mapping = mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED) return ERROR_OUT_OF_MEMORY;
    uint64_t begin = (uint64_t)mapping, first = (begin + aligned - 1) / aligned * aligned;
    if (first > begin) munmap((void*)begin, first - begin);
    if (begin + all > first + bytes) munmap((void*)(first + bytes), begin + all - first - bytes);
    reservations()[first] = bytes;
    *address = first;
    return SUCCESS;
}

API cuMemAddressFree(CUdeviceptr address, size_t bytes) {
    ENTER();
    auto found = reservations().find(address);
    if (found == reservations().end() || found->second != bytes) return ERROR_INVALID_VALUE;
    if (is_mapped_anywhere(address, bytes)) return ERROR_INVALID_VALUE;
    munmap((void*)address, bytes);
    reservations().erase(found);
    return SUCCESS;
}

API cuMemCreate(uint64_t* handle, size_t bytes, const Properties* properties, unsigned long long flags) {
    ENTER();
    if (!handle || !properties || properties->type != PINNED || flags) return ERROR_INVALID_VALUE;
    Device* device = device_of(properties->location);
    if (!device) return ERROR_INVALID_DEVICE;
    if (!bytes || !is_granular(bytes)) return ERROR_INVALID_VALUE;
    if (bytes > device->capacity - device->used) return ERROR_OUT_OF_MEMORY;
    int file = memfd_create("emulated gpu", MFD_CLOEXEC);
    if (file < 0) return ERROR_OUT_OF_MEMORY;
    auto memory = std::make_shared<Memory>(device, bytes, file);
    if (ftruncate(file, (off_t)bytes) != 0) return ERROR_OUT_OF_MEMORY;
    static uint64_t latest = 0;
    *handle = ++latest;
    handles()[*handle] = {std::move(memory)};
    return SUCCESS;
}

API cuMemRelease(uint64_t handle) {
    ENTER();
    auto found = handles().find(handle);
    if (found == handles().end()) return ERROR_INVALID_VALUE;
    if (--found->second.holders == 0) handles().erase(found);
    return SUCCESS;
}

/// Returns a handle of the memory mapped at an address; it must be released separately.
API cuMemRetainAllocationHandle(uint64_t* handle, void* address) {
    ENTER();
    auto next = mappings().upper_bound((uint64_t)address);
    if (!handle || next == mappings().begin()) return ERROR_INVALID_VALUE;
    auto& [first, mapping] = *std::prev(next);
    if ((uint64_t)address - first >= mapping.bytes) return ERROR_INVALID_VALUE;
    for (auto& [number, held] : handles())
        if (held.memory == mapping.memory) {
            held.holders++;
            *handle = number;
            return SUCCESS;
        }
    uint64_t fresh = handles().empty() ? 1ull << 32 : std::max<uint64_t>(1ull << 32, handles().rbegin()->first + 1);
    handles()[fresh] = {mapping.memory};
    *handle = fresh;
    return SUCCESS;
}

/// Mapped memory is inaccessible until access is set.
API cuMemMap(CUdeviceptr address, size_t bytes, size_t offset, uint64_t handle, unsigned long long flags) {
    ENTER();
    auto found = handles().find(handle);
    if (found == handles().end() || offset || flags || !bytes) return ERROR_INVALID_VALUE;
    if (!is_granular(address) || !is_granular(bytes) || bytes > found->second.memory->bytes) return ERROR_INVALID_VALUE;
    if (!is_reserved(address, bytes) || is_mapped_anywhere(address, bytes)) return ERROR_INVALID_VALUE;
    void* mapped = mmap((void*)address, bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, found->second.memory->file, 0);
    if (mapped == MAP_FAILED) return ERROR_OUT_OF_MEMORY;
    mappings()[address] = {bytes, found->second.memory};
    return SUCCESS;
}

API cuMemSetAccess(CUdeviceptr address, size_t bytes, const Access* accesses, size_t count) {
    ENTER();
    if (!accesses || !count || !is_made_of_mappings(address, bytes)) return ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; i++)
        if (!device_of(accesses[i].location)) return ERROR_INVALID_DEVICE;
    // All devices run on one host, so the widest access applies to all.
    int access = PROT_NONE;
    for (size_t i = 0; i < count; i++)
        access |= accesses[i].flags == 3 ? PROT_READ | PROT_WRITE : accesses[i].flags == 1 ? PROT_READ : PROT_NONE;
    if (mprotect((void*)address, bytes, access) != 0) return ERROR_INVALID_VALUE;
    for (auto next = mappings().find(address); next != mappings().end() && next->first < address + bytes; ++next)
        next->second.access = access;
    return SUCCESS;
}

API cuMemGetAccess(unsigned long long* flags, const Location* location, CUdeviceptr address) {
    ENTER();
    auto next = mappings().upper_bound(address);
    if (!flags || !location || next == mappings().begin()) return ERROR_INVALID_VALUE;
    auto& [first, mapping] = *std::prev(next);
    if (address - first >= mapping.bytes) return ERROR_INVALID_VALUE;
    *flags = mapping.access == PROT_NONE ? 0 : mapping.access & PROT_WRITE ? 3 : 1;
    return SUCCESS;
}

API cuMemUnmap(CUdeviceptr address, size_t bytes) {
    ENTER();
    if (!is_made_of_mappings(address, bytes)) return ERROR_INVALID_VALUE;
    if (!forget_memory(address, bytes)) return ERROR_UNKNOWN;
    mappings().erase(mappings().find(address), mappings().lower_bound(address + bytes));
    return SUCCESS;
}
