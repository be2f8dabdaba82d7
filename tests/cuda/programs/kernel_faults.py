"""Faults of user kernels: the cell fails, the session survives. The emulated device detects races and every access out
of bounds, and can stop endless kernels."""

import os

import torch
import tensorcell

ptx = os.environ.get("TENSORCELL_EMULATE_PTX") == "1"
emulated = torch.cuda.get_device_name() == "Emulated GPU"
cuda = torch.device("cuda")
SOURCE = r"""
__global__ void asserts(const int* x, int limit) {
    assert(x[threadIdx.x] < limit);
}
__global__ void race(const float* x, float* y) {
    __shared__ float tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    y[threadIdx.x] = tile[63 - threadIdx.x];
}
__global__ void no_race(const float* x, float* y) {
    __shared__ float tile[64];
    __shared__ int seen;
    seen = 1;  // all of them the same
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = tile[63 - threadIdx.x] * seen;
}
__global__ void warp_race(const float* x, float* y) {
    __shared__ float tile[32];
    tile[threadIdx.x] = x[threadIdx.x];
    y[threadIdx.x] = tile[threadIdx.x ^ 1];
}
__global__ void no_warp_race(const float* x, float* y) {
    __shared__ float tile[32];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncwarp();
    y[threadIdx.x] = tile[threadIdx.x ^ 1];
}
__global__ void counts(const int* x, int* bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) bins[x[i]] += 1;
}
__global__ void counts_well(const int* x, int* bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[x[i]], 1);
}
__global__ void beyond(float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = i;
}
__global__ void before(float* y) { y[-1] = 1; }
__global__ void far_beyond(float* y) { y[1ull << 40] = 1; }
__global__ void shared_beyond(float* y, int at) {
    extern __shared__ float held[];
    held[threadIdx.x] = 1;
    __syncthreads();
    y[threadIdx.x] = held[at];
}
__global__ void diverges(float* y) {
    if (threadIdx.x < 16) __shfl_down_sync(0xffffffffu, 1, 1);
    else __syncthreads();
    y[threadIdx.x] = 1;
}
__global__ void says(int n) {
    if (threadIdx.x < n) printf("thread %d of %d: %.1f %s\n", threadIdx.x, blockDim.x, threadIdx.x / 2.0, "here");
}
"""
program = tensorcell.cuda_compile(SOURCE, name="faults.cu")


def line(text):
    return SOURCE[: SOURCE.index(text)].count("\n") + 1


def fails(work, *words, kind=RuntimeError):
    try:
        work()
        torch.cuda.synchronize()
    except kind as error:
        for word in words:
            assert word in str(error), (word, str(error))
        return str(error)
    raise AssertionError(f"it went well: {words}")


def works():
    """The session still works."""
    x = torch.arange(64.0, device=cuda)
    program.no_race[1, 64](x, y := torch.empty_like(x))
    assert y.tolist() == list(range(63, -1, -1))


works()

# An assert fails: its line, and the tensors that the host can make again come back.
numbers, written = torch.arange(64, dtype=torch.int32, device=cuda), torch.zeros(3, device=cuda).add_(1)
fails(lambda: program.asserts[1, 64](numbers, 40), "device-side assert triggered", "asserts, faults.cu, line " + str(line("assert(x")), kind=torch.AcceleratorError)
assert numbers.tolist() == list(range(64))
fails(lambda: written.sum().item(), "was lost when the context of cuda:0 was rebuilt")
works()

# Any device detects a wild write.
y = torch.zeros(100, device=cuda)
fails(lambda: program.far_beyond[1, 1](y), "illegal memory access", kind=torch.AcceleratorError)
works()

if emulated:
    # An access one element past the end is detected too; nothing beyond the tensor is written.
    y, guard = torch.zeros(128, device=cuda), torch.zeros(128, device=cuda)
    text = fails(
        lambda: program.beyond[1, 129](y, 128),
        "beyond, faults.cu, line " + str(line("y[i] = i;")),
        "thread (128,0,0) of block (0,0,0) writes to y[128], and y has 128 elements",
        kind=torch.AcceleratorError,
    )
    assert guard.tolist() == [0] * 128
    works()
    y = torch.zeros(128, device=cuda)
    fails(lambda: program.before[1, 1](y), "writes to y[-1]", kind=torch.AcceleratorError)
    y = torch.zeros(64, device=cuda)
    program.shared_beyond[1, 32, 128](y, 31)
    assert y[:32].tolist() == [1] * 32
    fails(lambda: program.shared_beyond[1, 32, 128](y, 32), "shared memory", kind=torch.AcceleratorError)
    works()

    # Races, with both threads and the line; no false reports.
    x, y = torch.arange(64.0, device=cuda), torch.zeros(64, device=cuda)
    if ptx:
        # Warp by warp: the first reads what the second has not written yet.
        fails(lambda: program.race[1, 64](x, y), "read of unwritten shared memory in kernel race, faults.cu, line", "of tile in shared memory")
    else:
        text = fails(lambda: program.race[1, 64](x, y), "race in kernel race, faults.cu, line", "of tile in shared memory", "no barrier between them")
        assert str(line("tile[threadIdx.x] = x")) in text or str(line("y[threadIdx.x] = tile[63")) in text, text
        assert text.count("thread (") == 2, text
    assert x.tolist() == list(range(64))  # a race keeps the context usable
    fails(lambda: program.warp_race[1, 32](x, y), "race in kernel warp_race")
    program.no_warp_race[1, 32](x, y)
    assert y[:4].tolist() == [1, 0, 3, 2]
    values, bins = torch.arange(600, dtype=torch.int32, device=cuda) % 10, torch.zeros(10, dtype=torch.int32, device=cuda)
    fails(lambda: program.counts[3, 256](values, bins, 600), "race in kernel counts", f"line {line('bins[x[i]] += 1')}", "bins[")
    bins.zero_()
    program.counts_well[3, 256](values, bins, 600)
    assert bins.tolist() == [60] * 10
    unchecked = tensorcell.cuda_compile(SOURCE, name="unchecked.cu", check=False)
    unchecked.race[1, 64](x, y)
    torch.cuda.synchronize()

    # Threads that wait for each other.
    fails(lambda: program.diverges[1, 32](y), "mask check" if ptx else "diverge", kind=torch.AcceleratorError)
    works()

    # A fault in a graph is detected at its replay.
    y = torch.zeros(128, device=cuda)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        program.beyond[1, 129](y, 128)
    fails(graph.replay, "y[128]", kind=torch.AcceleratorError)
    works()

# Output of kernels appears where they were launched.
print("before")
program.says[1, 32](3)
print("after")
print("ok")
