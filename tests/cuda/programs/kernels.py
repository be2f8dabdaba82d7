"""User kernels: results compared with closed forms, refused arguments and their errors."""

import torch
import tensorcell

emulated = torch.cuda.get_device_name() == "Emulated GPU"


def refused(launch, kind, *words):
    """The launch fails before it starts, with these words."""
    try:
        launch()
        torch.cuda.synchronize()
    except kind as error:
        text = str(error)
        for word in words:
            assert word in text, (word, text)
    else:
        raise AssertionError(f"not refused: {words}")


program = tensorcell.cuda_compile(r"""
#include <stdint.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#define BLOCK 256
__constant__ float factors[4] = {1.0f, 2.0f, 3.0f, 4.0f};
__device__ int calls;
__device__ float square(float x) { return x * x; }

// Sums of blocks through shared memory, added up by an atomic.
__global__ void shared_sum(const float* __restrict__ x, float* total, int n) {
    __shared__ float parts[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    parts[threadIdx.x] = i < n ? x[i] : 0.0f;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(total, parts[0]);
}

// The same with shuffles: one value for each warp in shared memory.
__global__ void shuffle_sum(const double* x, double* total, int64_t n) {
    __shared__ double warps[32];
    double value = 0;
    for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n; i += (int64_t)gridDim.x * blockDim.x) value += x[i];
    for (int by = warpSize / 2; by > 0; by /= 2) value += __shfl_down_sync(0xffffffffu, value, by);
    if (threadIdx.x % warpSize == 0) warps[threadIdx.x / warpSize] = value;
    __syncthreads();
    if (threadIdx.x == 0) {
        double sum = 0;
        for (int i = 0; i < blockDim.x / warpSize; i++) sum += warps[i];
        atomicAdd(total, sum);
    }
}

__global__ void warp_functions(int* out) {
    int lane = threadIdx.x;
    unsigned all = 0xffffffffu;
    out[0 * 32 + lane] = __shfl_sync(all, lane * 10, 3);
    out[1 * 32 + lane] = __shfl_up_sync(all, lane, 1);
    out[2 * 32 + lane] = __shfl_down_sync(all, lane, 2, 8);
    out[3 * 32 + lane] = __shfl_xor_sync(all, lane, 5);
    out[4 * 32 + lane] = (int)__ballot_sync(all, lane % 2);
    out[5 * 32 + lane] = __any_sync(all, lane == 31);
    out[6 * 32 + lane] = __all_sync(all, lane < 31);
    out[7 * 32 + lane] = __reduce_add_sync(all, lane);
    out[8 * 32 + lane] = __reduce_max_sync(all, lane);
    out[9 * 32 + lane] = (int)__match_any_sync(all, lane / 16);
    out[10 * 32 + lane] = (int)__reduce_xor_sync(all, (unsigned)lane);
    // Half of the warp only.
    if (lane < 16) out[11 * 32 + lane] = __shfl_xor_sync(0x0000ffffu, lane, 1);
    else out[11 * 32 + lane] = -1;
    __syncwarp();
}

__global__ void atomics(int* i, unsigned long long* u, float* f, double* d, int n) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n) return;
    atomicAdd(&i[0], 1);
    atomicSub(&i[1], 2);
    atomicMin(&i[2], -at);
    atomicMax(&i[3], at);
    atomicAnd(&i[4], ~(1 << at % 8));
    atomicOr(&i[5], 1 << at % 20);
    atomicXor(&i[6], at);
    atomicInc((unsigned*)&i[7], 9);
    atomicExch(&i[8], 77);
    atomicAdd(&u[0], (unsigned long long)at);
    atomicAdd(&f[0], 0.5f);
    atomicAdd(&d[0], 0.25);
    // A product, which there is no atomic for: compare and swap until nobody came between.
    unsigned long long* place = (unsigned long long*)&d[1];
    unsigned long long seen = *(volatile unsigned long long*)place, assumed;
    do {
        assumed = seen;
        seen = atomicCAS(place, assumed, __double_as_longlong(__longlong_as_double(assumed) * (at % 2 ? 2.0 : 0.5)));
    } while (assumed != seen);
    atomicAdd(&calls, 1);
}
__global__ void read_calls(int* out) { out[0] = calls; calls = 0; }

__global__ void halves(const __half* a, const __half* b, __half* sum, __half* fused, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    sum[i] = __hadd(a[i], b[i]);
    fused[i] = __float2half(square(__half2float(a[i])) + __half2float(b[i]));
}
__global__ void pairs(const __half2* a, __half2* out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = __hmul2(a[i], __floats2half2_rn(2.0f, 3.0f));
}
__global__ void bfloats(const __nv_bfloat16* a, __nv_bfloat16* out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = __float2bfloat16(__bfloat162float(a[i]) * 1.5f);
}
__global__ void vectors(const float4* x, float2* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = x[i];
    y[i] = make_float2(v.x + v.y, v.z + v.w);
}

__global__ void transpose(const float* x, float* y, int rows, int columns) {
    __shared__ float tile[16][17];
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row < rows && column < columns) tile[threadIdx.y][threadIdx.x] = x[row * columns + column];
    __syncthreads();
    int to_column = blockIdx.y * 16 + threadIdx.x, to_row = blockIdx.x * 16 + threadIdx.y;
    if (to_row < columns && to_column < rows) y[to_row * rows + to_column] = tile[threadIdx.x][threadIdx.y];
}
__global__ void coordinates(int* out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    int width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
    out[(z * height + y) * width + x] = x + 10 * y + 100 * z;
}

// So many floats as the launch asks for.
__global__ void reverse(float* x, int n) {
    extern __shared__ float held[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) held[i] = x[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = held[n - 1 - i];
}

__global__ void numbers(double* out, bool b, int8_t c, uint8_t u, short s, int i, unsigned v, int64_t l, float f, double d, __half h) {
    out[0] = b; out[1] = c; out[2] = u; out[3] = s; out[4] = i; out[5] = v; out[6] = (double)l; out[7] = f; out[8] = d; out[9] = (float)h;
}
__global__ void mathematics(const float* x, float* out, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    out[i] = __fdividef(__expf(x[i]), 1.0f + __expf(x[i])) + rsqrtf(1.0f + x[i] * x[i]) * factors[i % 4] + __ldg(x + i) + fminf(x[i], 0.5f);
}
__global__ void optional(const float* bias, float* out) { out[0] = bias ? bias[0] : -1.0f; }

__global__ void tiles(const int* x, int* out) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int sum = cg::reduce(tile, x[block.thread_rank()], cg::plus<int>());
    block.sync();
    if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum;
}

template <class T, int N> __global__ void power(const T* x, T* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T result = T(1);
    for (int k = 0; k < N; k++) result = result * x[i];
    y[i] = result;
}
template __global__ void power<float, 3>(const float*, float*, int);
template __global__ void power<double, 3>(const double*, double*, int);
template __global__ void power<int64_t, 2>(const int64_t*, int64_t*, int);

struct Pair { float a, b; };
__global__ void structure(Pair pair, float* out) { out[0] = pair.a; }
__global__ void structures(Pair* pairs) { pairs[0].a = 1; }
""", name="kernels.cu")

cuda = torch.device("cuda")

# Reductions: 0 + 1 + ... + (n - 1).
for n in (1, 255, 256, 10_000):
    x, total = torch.arange(float(n), device=cuda), torch.zeros(1, device=cuda)
    program.shared_sum[(n + 255) // 256, 256](x, total, n)
    assert total.item() == n * (n - 1) / 2, n
    total = torch.zeros(1, device=cuda, dtype=torch.float64)
    program.shuffle_sum[4, 128](x.double(), total, n)
    assert total.item() == n * (n - 1) / 2, n

out = torch.zeros(12, 32, dtype=torch.int32, device=cuda)
program.warp_functions[1, 32](out)
lanes = range(32)
expected = [
    [30] * 32,
    [max(lane - 1, 0) for lane in lanes],
    [lane + 2 if lane % 8 < 6 else lane for lane in lanes],
    [lane ^ 5 for lane in lanes],
    [0xAAAAAAAA - 2**32] * 32,
    [1] * 32,
    [0] * 32,
    [496] * 32,
    [31] * 32,
    [0x0000FFFF if lane < 16 else 0xFFFF0000 - 2**32 for lane in lanes],
    [0] * 32,
    [lane ^ 1 if lane < 16 else -1 for lane in lanes],
]
for row, (got, want) in enumerate(zip(out.tolist(), expected)):
    assert got == want, (row, got, want)

n = 1000
i = torch.tensor([0, 0, 5, -5, 255, 0, 0, 0, 0], dtype=torch.int32, device=cuda)
u, f = torch.zeros(1, dtype=torch.int64, device=cuda), torch.zeros(1, device=cuda)
d = torch.tensor([0.0, 3.0], dtype=torch.float64, device=cuda)
program.atomics[8, 128](i, u, f, d, n)
exclusive = 0
for at in range(n):
    exclusive ^= at
assert i.tolist() == [n, -2 * n, -(n - 1), n - 1, 0, 2**20 - 1, exclusive, n % 10, 77], i
assert u.item() == n * (n - 1) // 2 and f.item() == n / 2 and d.tolist() == [n / 4, 3.0]
calls = torch.zeros(1, dtype=torch.int32, device=cuda)
program.read_calls[1, 1](calls)
assert calls.item() == n
program.read_calls[1, 1](calls)
assert calls.item() == 0

a, b = torch.arange(32.0, device=cuda).half(), torch.full((32,), 0.5, device=cuda).half()
summed, fused = torch.empty_like(a), torch.empty_like(a)
program.halves[1, 32](a, b, summed, fused, 32)
assert summed.tolist() == [k + 0.5 for k in range(32)]
assert fused.tolist() == [k * k + 0.5 for k in range(32)]
program.pairs[1, 16](a, summed, 16)
assert summed.tolist() == [k * (3 if k % 2 else 2) for k in range(32)]
c = torch.arange(32.0, device=cuda).bfloat16()
program.bfloats[1, 32](c, c2 := torch.empty_like(c), 32)
assert c2.tolist() == [k * 1.5 for k in range(32)]
x, y = torch.arange(400.0, device=cuda), torch.empty(200, device=cuda)
program.vectors[1, 100](x, y, 100)
assert y.tolist() == [4 * k + 1.0 for k in range(200)]

x = torch.arange(50.0 * 70, device=cuda).view(50, 70)
y = torch.empty(70, 50, device=cuda)
program.transpose[((70 + 15) // 16, (50 + 15) // 16), (16, 16)](x, y, 50, 70)
assert torch.equal(y, x.t())
out = torch.zeros(4, 6, 8, dtype=torch.int32, device=cuda)
program.coordinates[torch.Size([2, 3, 2]), [4, 2, 2]](out)
x3, y3, z3 = torch.arange(8), torch.arange(6).view(6, 1), torch.arange(4).view(4, 1, 1)
assert torch.equal(out.cpu(), (x3 + 10 * y3 + 100 * z3).int())

for n in (10, 5000, 20_000):  # the last needs more than 48 KiB
    x = torch.arange(float(n), device=cuda)
    program.reverse[1, 128, 4 * n](x, n)
    assert torch.equal(x, torch.arange(n - 1.0, -1.0, -1.0, device=cuda))

out = torch.zeros(10, dtype=torch.float64, device=cuda)
program.numbers[1, 1](out, True, -5, 200, -300, 2**31 - 1, 2**32 - 1, 2**40, 0.5, 1e300, 2)
assert out.tolist() == [1, -5, 200, -300, 2**31 - 1, 2**32 - 1, 2**40, 0.5, 1e300, 2]

x = torch.linspace(-2, 2, 64, device=cuda)
program.mathematics[1, 64](x, out := torch.empty_like(x), 64)
factors = torch.tensor([1.0, 2.0, 3.0, 4.0], device=cuda).repeat(16)
assert torch.allclose(out, torch.sigmoid(x) + factors / (1 + x * x).sqrt() + x + x.clamp(max=0.5), atol=1e-5)
program.optional[1, 1](None, out)
assert out[0].item() == -1
x = torch.arange(64, dtype=torch.int32, device=cuda)
program.tiles[1, 64](x, sums := torch.zeros(8, dtype=torch.int32, device=cuda))
assert sums.tolist() == [64 * k + 28 for k in range(8)]

# Templates: chosen by text, by dtype, by the tensors; instantiated at first use.
x = torch.tensor([1.0, 2.0, 3.0], device=cuda)
y = torch.empty_like(x)
program.power["float, 3"][1, 32](x, y, 3)
assert y.tolist() == [1, 8, 27]
program.power[torch.float32, 2][1, 32](x, y, 3)
assert y.tolist() == [1, 4, 9]
program.power[1, 32](x.double(), z := torch.empty(3, dtype=torch.float64, device=cuda), 3)
assert z.tolist() == [1, 8, 27]
whole = torch.tensor([4, 5], device=cuda)
program.power[1, 32](whole, whole, 2)
assert whole.tolist() == [16, 25]
assert program.power.instantiations == ["power<float, 3>", "power<double, 3>", "power<int64_t, 2>"]
refused(lambda: program.power[1, 32](x.half(), y.half(), 3), TypeError, "no instantiation of power", "power<float, 3>")

# On its own stream, and launched like PyTorch's compiled kernels.
stream = torch.cuda.Stream()
x = torch.arange(100.0, device=cuda)
torch.cuda.synchronize()
program.reverse[1, 32, 400, stream](x, 100)
stream.synchronize()
assert x[0].item() == 99
kernel = torch.cuda._compile_kernel('extern "C" __global__ void add(const float* a, float* b, int n, double k) { int i = threadIdx.x; if (i < n) b[i] = a[i] + k; }', "add")
kernel(grid=(1, 1, 1), block=(128, 1, 1), args=[x, y := torch.empty_like(x), 100, 0.5])
assert torch.equal(y, x + 0.5)
kernel((1, 1, 1), (128, 1, 1), [x, y, 100, 1.5], shared_mem=0, stream=None)
assert torch.equal(y, x + 1.5)

# Writes increase versions: autograd detects that a saved tensor has changed.
w = torch.ones(3, device=cuda, requires_grad=True)
saved = torch.ones(3, device=cuda)
product = (w * saved).sum()
before = saved._version
kernel[1, 3](x, saved, 3, 0.0)
assert saved._version == before + 1
refused(product.backward, RuntimeError, "modified by an inplace operation")


# In a function with its own gradient, and in its double backward.
class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        y = torch.empty_like(x)
        program.power["float, 3"][(x.numel() + 127) // 128, 128](x.contiguous(), y, x.numel())
        return y

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        square = torch.empty_like(x)
        program.power["float, 2"][(x.numel() + 127) // 128, 128](x, square, x.numel())
        return 3 * square * grad


x = torch.tensor([1.0, -2.0, 3.0], device=cuda, requires_grad=True)
y = Cube.apply(x)
assert y.tolist() == [1, -8, 27] and "Cube" in type(y.grad_fn).__name__ + str(y.grad_fn)
y.sum().backward()
assert x.grad.tolist() == [3, 12, 27]

# In a graph.
source, target = torch.zeros(300, device=cuda), torch.zeros(300, device=cuda)
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    program.power["float, 3"][3, 128](source, target, 300)
    target += 1
for value in (2.0, 3.0):
    source.fill_(value)
    graph.replay()
    assert target.tolist() == [value**3 + 1] * 300

# Errors are reported before the launch, with a suggestion.
x, n = torch.zeros(64, device=cuda), 64
k = program.power["float, 3"]
refused(lambda: k[0, 32](x, x, n), ValueError, "0 blocks")
refused(lambda: k[-1, 32](x, x, n), ValueError, "-1 blocks")
refused(lambda: k[n / 32, 32](x, x, n), TypeError, "float")
refused(lambda: k["2", 32](x, x, n), (TypeError, RuntimeError), "")
refused(lambda: k[1, 1025](x, x, n), ValueError, "1025 threads", "1024")
refused(lambda: k[1, (32, 32, 2)](x, x, n), ValueError, "2048 threads")
refused(lambda: k[1, (1, 1, 65)](x, x, n), ValueError, "z")
refused(lambda: k[(1, 70_000), 1](x, x, n), ValueError, "65535")
refused(lambda: k[2**31, 1](x, x, n), ValueError, "2147483647")
refused(lambda: k[(1, 1, 1, 1), 1](x, x, n), ValueError, "4 dimensions")
refused(lambda: k[1](x, x, n), TypeError, "grid and a block")
refused(lambda: k[x, 1](x, x, n), TypeError, "Tensor")
refused(lambda: k(x, x, n), TypeError, "no shape")
refused(lambda: program.reverse[1, 32, 1 << 20](x, n), ValueError, "1048576 bytes", "shared memory")
refused(lambda: program.reverse[1, 32, -4](x, n), ValueError, "-4 bytes")
refused(lambda: k[1, 32](x, x), TypeError, "takes 3 arguments but 2 were given")
refused(lambda: k[1, 32](x, x, n, 1), TypeError, "takes 3 arguments but 4 were given")
refused(lambda: k[1, 32](x, x, n=n), TypeError, "by position")
refused(lambda: k[1, 32](x.double(), x, n), TypeError, "argument 1 (`const T* x`)", "torch.float32", "torch.float64")
refused(lambda: k[1, 32](x, x.cpu(), n), RuntimeError, "argument 2", "host's memory")
refused(lambda: k[1, 32](x.view(8, 8).t(), x, n), ValueError, "strides")
refused(lambda: k[1, 32](x[::2], x, n), ValueError, "strides")
refused(lambda: k[1, 32](1.5, x, n), TypeError, "is a pointer")
refused(lambda: k[1, 32](x, x, 1.5), TypeError, "whole number", "float")
refused(lambda: k[1, 32](x, x, x), TypeError, "tensor of shape")
refused(lambda: k[1, 32](x, x, 2**31), OverflowError, "2147483648")
refused(lambda: k[1, 32](x, x, "64"), TypeError, "str")
refused(lambda: kernel[1, 32](x, x, n, "1"), TypeError, "str")
refused(lambda: program.numbers[1, 1](out.double(), True, 0, -1, 0, 0, 0, 0, 0, 0, 0), OverflowError, "-1")
refused(lambda: program.numbers[1, 1](out.double(), True, 0, 0, 0, 0, 0, 0, 1e300, 0, 0), OverflowError, "1e300")
refused(lambda: program.vectors[1, 1](x[1:61], x, 1), ValueError, "multiple of 16")
refused(lambda: program.structure[1, 1](x, x), TypeError, "structure")
refused(lambda: program.structures[1, 1](x), TypeError, "structure")
leaf = torch.zeros(64, device=cuda, requires_grad=True)
refused(lambda: k[1, 32](x, leaf, n), RuntimeError, "a leaf Variable that requires grad", "in-place operation")
k[1, 32](leaf, x, n)  # only read
with torch.no_grad():
    k[1, 32](x, leaf, n)
if torch.cuda.device_count() > 1:
    refused(lambda: k[1, 32](x, x.to("cuda:1"), n), RuntimeError, "cuda:1", "cuda:0")
    other = torch.full((64,), 2.0, device="cuda:1")
    k[1, 64](other, other, n)
    assert other.tolist() == [8.0] * 64

# So are errors in a kernel's source.
for text, *words in (
    ("__global__ void k(float* x) { x[0] = y; }", "y"),
    ('#include "mine.h"\n__global__ void k() {}', "mine.h"),
    ("#include <torch/extension.h>\n__global__ void k() {}", "torch/extension.h"),
    ("__global__ void k() {}\nint main() { k<<<1, 1>>>(); }", "host"),
    ("void f() {}", "__global__"),
    ("__global__ void k(int) {}\n__global__ void k(float) {}", "two kernels"),
):
    refused(lambda: tensorcell.cuda_compile(text), (RuntimeError, ValueError), *words)
refused(lambda: tensorcell.cuda_compile("__global__ void k() {}", options=["--nonsense"]), ValueError, "--nonsense")
assert "add(const float* a, float* b, int n, double k)" in repr(kernel)
assert "Launched as add[grid, block](a, b, n, k)" in kernel.__doc__

# A macro passed as an option; a redefined name.
once = tensorcell.cuda_compile("__global__ void k(int* x) { x[0] = VALUE; }", options=["-DVALUE=7"])
x = torch.zeros(1, dtype=torch.int32, device=cuda)
once.k[1, 1](x)
assert x.item() == 7
print("ok")
