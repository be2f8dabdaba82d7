// Shares device memory between processes. An exported allocation moves to an unnamed file at the same address; an
// importing process opens the file through /proc of the exporting one.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "api.h"

using namespace emulator;

namespace {

struct Handle {
    char reserved[64];
};

/// The contents of a handle.
struct Contents {
    uint64_t magic;
    int64_t pid;
    int64_t file;
    uint64_t body;   // bytes of the file: whole pages
    uint64_t skip;   // the allocation's offset in it
    uint64_t bytes;  // size of the allocation
    int64_t device;
};
static_assert(sizeof(Contents) <= sizeof(Handle), "a handle holds it");

constexpr uint64_t MAGIC = 0x74656e736f724950;

/// The allocation that contains an address, and its device.
std::pair<Device*, std::map<uint64_t, Allocation>::iterator> find(uint64_t address) {
    for (auto& device : devices()) {
        auto next = device->allocations.upper_bound(address);
        if (next == device->allocations.begin()) continue;
        --next;
        if (address < next->first + next->second.bytes) return {device.get(), next};
    }
    return {nullptr, {}};
}

/// Moves an allocation to a file, keeping address and contents. Its device must be idle.
Status share(uint64_t address, Allocation& allocation) {
    if (allocation.file >= 0) return SUCCESS;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), body = allocation.mapped - 2 * page;
    char* first = allocation.mapping + page;
    int file = memfd_create("emulated device memory", MFD_CLOEXEC);
    if (file < 0) return ERROR_OUT_OF_MEMORY;
    bool moved = ftruncate(file, (off_t)body) == 0;
    for (size_t done = (size_t)(address - (uint64_t)first); moved && done < body;) {
        ssize_t written = pwrite(file, first + done, body - done, (off_t)done);
        moved = written > 0;
        done += moved ? (size_t)written : 0;
    }
    moved = moved && mmap(first, body, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED;
    if (!moved) {
        close(file);
        return ERROR_OUT_OF_MEMORY;
    }
    allocation.file = file;
    return SUCCESS;
}

}  // namespace

API cuMemGetAddressRange_v2(CUdeviceptr* base, size_t* bytes, CUdeviceptr address) {
    ENTER_CONTEXT();
    (void)context;
    auto [device, found] = find(address);
    if (!device) return ERROR_NOT_FOUND;
    if (base) *base = found->first;
    if (bytes) *bytes = found->second.bytes;
    return SUCCESS;
}

API cuIpcGetMemHandle(Handle* handle, CUdeviceptr address) {
    ENTER_CONTEXT();
    (void)context;
    auto [device, found] = find(address);
    // Imported memory can only be shared by its owner.
    if (!device || found->second.imported) return ERROR_INVALID_VALUE;
    uint64_t base = found->first;
    if (Status status = wait_device(held, *device); status != SUCCESS) return status;
    // The wait released the lock.
    auto again = device->allocations.find(base);
    if (again == device->allocations.end()) return ERROR_INVALID_VALUE;
    Allocation& allocation = again->second;
    if (Status status = share(base, allocation); status != SUCCESS) return status;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    Contents contents = {MAGIC, getpid(), allocation.file, allocation.mapped - 2 * page,
                         base - (uint64_t)allocation.mapping - page, allocation.bytes, device->number};
    memset(handle, 0, sizeof *handle);
    memcpy(handle, &contents, sizeof contents);
    return SUCCESS;
}

API cuIpcOpenMemHandle_v2(CUdeviceptr* address, Handle handle, unsigned) {
    ENTER_CONTEXT();
    Contents contents;
    memcpy(&contents, &handle, sizeof contents);
    if (contents.magic != MAGIC) return ERROR_INVALID_VALUE;
    // As with the real driver, a process cannot open its own handles.
    if (contents.pid == getpid() || contents.device != context.number) return ERROR_INVALID_CONTEXT;
    char path[64];
    snprintf(path, sizeof path, "/proc/%lld/fd/%lld", (long long)contents.pid, (long long)contents.file);
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return ERROR_INVALID_HANDLE;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), mapped = contents.body + 2 * page;
    void* mapping = mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    char* first = (char*)mapping + page;
    if (mapping == MAP_FAILED ||
        mmap(first, contents.body, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) {
        if (mapping != MAP_FAILED) munmap(mapping, mapped);
        close(file);
        return ERROR_OUT_OF_MEMORY;
    }
    *address = (uint64_t)first + contents.skip;
    Allocation& allocation = context.allocations[*address];
    allocation.bytes = contents.bytes;
    allocation.mapping = (char*)mapping;
    allocation.mapped = mapped;
    allocation.file = file;
    allocation.imported = true;
    return SUCCESS;
}

API cuIpcCloseMemHandle(CUdeviceptr address) {
    ENTER_CONTEXT();
    (void)context;
    auto [device, found] = find(address);
    if (!device || found->first != address || !found->second.imported) return ERROR_INVALID_VALUE;
    Status status = wait_device(held, *device);
    return status == SUCCESS ? release(*device, address) : status;
}
