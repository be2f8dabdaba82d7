// The NCCL calls that the engine uses, between processes of one machine. Ranks meet in a shared memory file that the
// unique id names. An operation is a function on its stream that moves data through that file; it waits until the
// other ranks have done their part or the communicator is aborted, as NCCL's kernels do.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "reduce.h"

#define API extern "C" __attribute__((visibility("default")))

namespace {

enum Status { SUCCESS, UNHANDLED_CUDA_ERROR, SYSTEM_ERROR, INTERNAL_ERROR, INVALID_ARGUMENT, INVALID_USAGE, REMOTE_ERROR, IN_PROGRESS };

constexpr int VERSION = 22700, MOST_RANKS = 32;
/// The most bytes in transit from one rank to another.
constexpr size_t ROOM = 128 << 10;

struct UniqueId {
    char bytes[128];
};

/// The first fields of `ncclConfig_t`.
struct Config {
    size_t size;
    unsigned magic, version;
    int blocking;
};

/// Bytes in transit from one rank to another, counted at both ends.
struct Mailbox {
    std::atomic<uint64_t> written, read;
    char data[ROOM];
};

/// The header of the file; mailboxes follow, by sender and receiver.
struct Head {
    std::atomic<int> joined;
    char devices[MOST_RANKS][16];
};

struct Operation;

struct Comm {
    int rank = 0, size = 0;
    bool blocking = true;
    /// The first operation connects.
    bool connected = false;
    std::string name;
    Head* head = nullptr;
    size_t bytes = 0;
    std::atomic<bool> aborted{false};
    std::atomic<int> state{SUCCESS};
    std::thread helper;

    Mailbox& mailbox(int from, int to) { return ((Mailbox*)(head + 1))[from * size + to]; }
    ~Comm() {
        if (head) munmap(head, bytes);
    }
};

using Handle = std::shared_ptr<Comm>*;

/// A transfer between this rank and another.
struct Transfer {
    int peer;
    bool out;
    char* data;
    size_t bytes, done = 0;
};

/// A call in a group, or a single one.
struct Operation {
    std::shared_ptr<Comm> comm;
    void* stream;
    std::vector<Transfer> transfers;
    /// Elements of all ranks (in `gathered`) to reduce.
    std::vector<char> gathered;
    char* result = nullptr;
    size_t count = 0;
    int type = 0, op = 0;
};

thread_local int depth = 0;
thread_local std::vector<std::unique_ptr<Operation>> grouped;
thread_local std::string last_error;

Status fail(Status status, const std::string& why) {
    last_error = why;
    return status;
}

template <class F>
F driver(const char* name) {
    return (F)dlsym(RTLD_DEFAULT, name);
}

/// Moves as much as possible of one transfer; returns whether it moved anything.
bool advance(Comm& comm, Transfer& transfer) {
    Mailbox& box = transfer.out ? comm.mailbox(comm.rank, transfer.peer) : comm.mailbox(transfer.peer, comm.rank);
    uint64_t written = box.written.load(std::memory_order_acquire), read = box.read.load(std::memory_order_acquire);
    size_t there = written - read, most = transfer.out ? ROOM - there : there;
    uint64_t at = (transfer.out ? written : read) % ROOM;
    size_t bytes = std::min({transfer.bytes - transfer.done, most, ROOM - at});
    if (bytes == 0) return false;
    if (transfer.out) {
        memcpy(box.data + at, transfer.data + transfer.done, bytes);
        box.written.store(written + bytes, std::memory_order_release);
    } else {
        memcpy(transfer.data + transfer.done, box.data + at, bytes);
        box.read.store(read + bytes, std::memory_order_release);
    }
    transfer.done += bytes;
    return true;
}

/// Runs on the stream: all transfers in parallel, those of one direction between two ranks in order.
void perform(Operation& operation) {
    Comm& comm = *operation.comm;
    for (unsigned idle = 0;;) {
        if (comm.aborted) return;
        bool moved = false, over = true;
        std::vector<bool> busy(2 * comm.size);
        for (Transfer& transfer : operation.transfers) {
            if (transfer.done == transfer.bytes) continue;
            over = false;
            size_t way = 2 * transfer.peer + transfer.out;
            if (!busy[way]) moved |= advance(comm, transfer);
            busy[way] = true;
        }
        if (over) break;
        idle = moved ? 0 : idle + 1;
        if (idle > 10) std::this_thread::sleep_for(std::chrono::microseconds(idle > 1000 ? 50 : 10));
    }
    if (operation.result)
        nccl::reduce(operation.result, operation.gathered.data(), comm.size, operation.count, operation.type, operation.op);
}

int run(const void* data) {
    Operation* operation;
    memcpy(&operation, data, sizeof operation);
    perform(*operation);
    delete operation;
    return 0;
}

Status queue(std::vector<std::unique_ptr<Operation>>& operations) {
    static auto submit = driver<int (*)(void*, int (*)(const void*), const void*, size_t)>("emulatorSubmit");
    for (auto& operation : operations) {
        Operation* raw = operation.get();
        if (submit(raw->stream, run, &raw, sizeof raw) != 0) return fail(UNHANDLED_CUDA_ERROR, "the stream takes no work");
        operation.release();
    }
    return SUCCESS;
}

/// Sends and receives of one group and stream must make progress together, so they become one operation.
std::vector<std::unique_ptr<Operation>> fused(std::vector<std::unique_ptr<Operation>> operations) {
    std::vector<std::unique_ptr<Operation>> result;
    for (auto& operation : operations) {
        bool plain = !operation->result && !result.empty() && !result.back()->result;
        if (plain && result.back()->comm == operation->comm && result.back()->stream == operation->stream) {
            auto& into = result.back()->transfers;
            into.insert(into.end(), operation->transfers.begin(), operation->transfers.end());
        } else {
            result.push_back(std::move(operation));
        }
    }
    return result;
}

/// Queues the calls of a group. For nonblocking communicators the first call connects in the background.
Status launch() {
    auto operations = fused(std::move(grouped));
    grouped.clear();
    if (operations.empty()) return SUCCESS;
    std::shared_ptr<Comm> comm = operations[0]->comm;
    if (comm->aborted) return fail(INVALID_USAGE, "the communicator was aborted");
    if (comm->state == IN_PROGRESS) return fail(INVALID_USAGE, "an earlier call is still in progress");
    if (comm->blocking || comm->connected) return queue(operations);
    comm->connected = true;
    comm->state = IN_PROGRESS;
    void* context = nullptr;
    driver<int (*)(void**)>("cuCtxGetCurrent")(&context);
    if (comm->helper.joinable()) comm->helper.join();
    comm->helper = std::thread([comm, context, operations = std::move(operations)]() mutable {
        driver<int (*)(void*)>("cuCtxSetCurrent")(context);
        comm->state = queue(operations);
    });
    return IN_PROGRESS;
}

Status add(std::unique_ptr<Operation> operation) {
    grouped.push_back(std::move(operation));
    return depth > 0 ? SUCCESS : launch();
}

std::unique_ptr<Operation> operation(Handle comm, void* stream) {
    auto made = std::make_unique<Operation>();
    made->comm = *comm;
    made->stream = stream;
    return made;
}

size_t width(int type) {
    static const size_t widths[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
    return type >= 0 && type < 10 ? widths[type] : 0;
}

Status check(Handle comm, int type, int root = 0, int op = 0) {
    if (!comm || !*comm) return fail(INVALID_ARGUMENT, "comm argument is NULL");
    if (width(type) == 0) return fail(INVALID_ARGUMENT, "unknown datatype");
    if (root < 0 || root >= (*comm)->size) return fail(INVALID_ARGUMENT, "invalid root");
    if (op < 0 || op > 4) return fail(INVALID_ARGUMENT, "invalid reduction operation");
    return SUCCESS;
}

/// Builds a reduction of `count` elements at `from + part`, to rank `root`, or to all if it is negative.
std::unique_ptr<Operation> reduction(Handle comm, const char* from, void* to, size_t count, int type, int op, int root, bool scattered, void* stream) {
    auto made = operation(comm, stream);
    Comm& c = **comm;
    size_t bytes = count * width(type);
    bool receives = root < 0 || root == c.rank;
    if (receives) {
        made->gathered.resize(bytes * c.size);
        made->result = (char*)to;
        made->count = count, made->type = type, made->op = op;
    }
    for (int peer = 0; peer < c.size; peer++) {
        char* part = (char*)from + (scattered ? bytes * peer : 0);
        if (root < 0 || root == peer) made->transfers.push_back({peer, true, part, bytes});
        if (receives) made->transfers.push_back({peer, false, made->gathered.data() + bytes * peer, bytes});
    }
    return made;
}

/// Whether to enforce NVIDIA's rule of one device per rank. As a replacement for MPI this library also connects ranks
/// that share one.
bool strict() {
    const char* asked = getenv("TENSORCELL_EMULATE_NCCL");
    return asked && atoi(asked) == 1;
}

/// Connects to the other ranks through the file.
Status join(Comm& comm) {
    comm.bytes = sizeof(Head) + sizeof(Mailbox) * comm.size * comm.size;
    int file = shm_open(comm.name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    bool sized = file >= 0 && ftruncate(file, (off_t)comm.bytes) == 0;
    void* mapping = sized ? mmap(nullptr, comm.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (file >= 0) close(file);
    if (mapping == MAP_FAILED) return SYSTEM_ERROR;
    comm.head = (Head*)mapping;
    int device = 0;
    driver<int (*)(int*)>("cuCtxGetDevice")(&device);
    driver<int (*)(char*, int)>("cuDeviceGetUuid_v2")(comm.head->devices[comm.rank], device);
    comm.head->joined++;
    while (comm.head->joined < comm.size) {
        if (comm.aborted) break;
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    shm_unlink(comm.name.c_str());
    for (int other = 0; strict() && other < comm.size && !comm.aborted; other++)
        if (other != comm.rank && memcmp(comm.head->devices[other], comm.head->devices[comm.rank], 16) == 0) return INVALID_USAGE;
    return SUCCESS;
}

}  // namespace

API Status ncclGetVersion(int* version) {
    *version = VERSION;
    return SUCCESS;
}

API Status ncclGetUniqueId(UniqueId* id) {
    std::random_device random;
    memset(id, 0, sizeof *id);
    snprintf(id->bytes, sizeof id->bytes, "/emulated-nccl-%08x%08x", random(), random());
    return SUCCESS;
}

API Status ncclCommInitRankConfig(Handle* comm, int size, UniqueId id, int rank, Config* config) {
    if (config && config->magic != 0xcafebeef) return fail(INVALID_ARGUMENT, "the config was not initialized");
    if (size < 1 || size > MOST_RANKS || rank < 0 || rank >= size) return fail(INVALID_ARGUMENT, "invalid rank");
    auto made = std::make_shared<Comm>();
    made->rank = rank, made->size = size;
    made->blocking = !config || config->blocking != 0;
    made->name = id.bytes;
    *comm = new std::shared_ptr<Comm>(made);
    if (made->blocking) return join(*made);
    made->state = IN_PROGRESS;
    void* context = nullptr;
    driver<int (*)(void**)>("cuCtxGetCurrent")(&context);
    made->helper = std::thread([made = made.get(), context] {
        driver<int (*)(void*)>("cuCtxSetCurrent")(context);
        made->state = join(*made);
    });
    return IN_PROGRESS;
}

API Status ncclCommInitRank(Handle* comm, int size, UniqueId id, int rank) {
    return ncclCommInitRankConfig(comm, size, id, rank, nullptr);
}

API Status ncclCommGetAsyncError(Handle comm, Status* status) {
    *status = (Status)(*comm)->state.load();
    return SUCCESS;
}

/// Pending operations keep the communicator alive.
API Status ncclCommDestroy(Handle comm) {
    if ((*comm)->helper.joinable()) (*comm)->helper.join();
    delete comm;
    return SUCCESS;
}

API Status ncclCommFinalize(Handle comm) {
    return (*comm)->blocking ? SUCCESS : (Status)(*comm)->state.load();
}

API Status ncclCommAbort(Handle comm) {
    (*comm)->aborted = true;
    return ncclCommDestroy(comm);
}

API const char* ncclGetErrorString(Status status) {
    static const char* texts[] = {
        "no error", "unhandled cuda error", "unhandled system error", "internal error", "invalid argument",
        "invalid usage", "remote process exited or there was a network error", "NCCL operation in progress"};
    return status >= 0 && status < 8 ? texts[status] : "unknown result code";
}

API const char* ncclGetLastError(Handle) { return last_error.c_str(); }

API Status ncclGroupStart() {
    depth++;
    return SUCCESS;
}

API Status ncclGroupEnd() {
    if (depth == 0) return fail(INVALID_USAGE, "ncclGroupEnd: not in a group call");
    return --depth > 0 ? SUCCESS : launch();
}

API Status ncclAllReduce(const void* from, void* to, size_t count, int type, int op, Handle comm, void* stream) {
    if (Status status = check(comm, type, 0, op)) return status;
    return add(reduction(comm, (const char*)from, to, count, type, op, -1, false, stream));
}

API Status ncclReduce(const void* from, void* to, size_t count, int type, int op, int root, Handle comm, void* stream) {
    if (Status status = check(comm, type, root, op)) return status;
    return add(reduction(comm, (const char*)from, to, count, type, op, root, false, stream));
}

API Status ncclReduceScatter(const void* from, void* to, size_t count, int type, int op, Handle comm, void* stream) {
    if (Status status = check(comm, type, 0, op)) return status;
    return add(reduction(comm, (const char*)from, to, count, type, op, -1, true, stream));
}

API Status ncclBroadcast(const void* from, void* to, size_t count, int type, int root, Handle comm, void* stream) {
    if (Status status = check(comm, type, root)) return status;
    auto made = operation(comm, stream);
    Comm& c = **comm;
    size_t bytes = count * width(type);
    for (int peer = 0; peer < c.size && root == c.rank; peer++) made->transfers.push_back({peer, true, (char*)from, bytes});
    made->transfers.push_back({root, false, (char*)to, bytes});
    return add(std::move(made));
}

API Status ncclAllGather(const void* from, void* to, size_t count, int type, Handle comm, void* stream) {
    if (Status status = check(comm, type)) return status;
    auto made = operation(comm, stream);
    size_t bytes = count * width(type);
    for (int peer = 0; peer < (*comm)->size; peer++) {
        made->transfers.push_back({peer, true, (char*)from, bytes});
        made->transfers.push_back({peer, false, (char*)to + bytes * peer, bytes});
    }
    return add(std::move(made));
}

API Status ncclSend(const void* from, size_t count, int type, int peer, Handle comm, void* stream) {
    if (Status status = check(comm, type, peer)) return status;
    auto made = operation(comm, stream);
    made->transfers.push_back({peer, true, (char*)from, count * width(type)});
    return add(std::move(made));
}

API Status ncclRecv(void* to, size_t count, int type, int peer, Handle comm, void* stream) {
    if (Status status = check(comm, type, peer)) return status;
    auto made = operation(comm, stream);
    made->transfers.push_back({peer, false, (char*)to, count * width(type)});
    return add(std::move(made));
}
