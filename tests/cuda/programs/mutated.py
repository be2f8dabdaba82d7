"""Kernels whose text is changed at random: each is refused, fails or runs, and the session goes on. TENSORCELL_FUZZ_CUDA sets
their number, TENSORCELL_FUZZ_SEED the first."""

import os
import random

import torch
import tensorcell

SOURCES = [
    """#include <cuda_fp16.h>
#define TWICE(a) ((a) + (a))
typedef float number;
template <typename T, int N>
__device__ T best(const T (&x)[N], T y) { return x[0] > y ? x[0] : y; }
__constant__ float factors[4] = {1, 2, 3, 4};
extern "C" __global__ void scale(const number* __restrict__ x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float held[2] = {x[i % n], 1.0f};
    if (i < n) y[i] = TWICE(best(held, factors[i % 4])); // twice
}
""",
    """namespace sums {
struct Pair { float a; int b; };
__device__ __forceinline__ float add(Pair p) { return p.a + p.b; }
}
__global__ void __launch_bounds__(64) total(const float* x, float* y, int n) {
    extern __shared__ float part[];
    __shared__ int seen;
    const char* text = "not } code \\" {";
    part[threadIdx.x] = x[threadIdx.x % n];
    if (threadIdx.x == 0) seen = 1;
    __syncthreads();
    float v = __shfl_down_sync(0xffffffffu, part[threadIdx.x], 1);
    atomicAdd(y, sums::add({v, seen}) + (text[0] == 'n'));
}
""",
]
PIECES = list("(){}[]<>;,*&#\"'\\:=+-/%0x?é😀\0\n\t") + [
    "__global__ ", "__shared__ ", "extern ", "template <typename T> ", "/*", "*/", "//", "\\\n", "R\"(", "#if 0\n", "#include ", "const ",
    "unsigned long long ", "1e999", "0x", "...", "::", "operator", "asm(\"\");", "__syncthreads();", "struct {", "= {", "-1", "99999999999999999999",
]  # fmt: skip
chance = random.Random(int(os.environ.get("TENSORCELL_FUZZ_SEED", "1")))


def changed(text):
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(text))
        to = at + chance.choice([0, 0, 1, 1, 4, 30])
        text = text[:at] + chance.choice(["", chance.choice(PIECES), text[at:to] * 2]) + text[to:]
    return text


outcomes = {"refused": 0, "failed": 0, "ran": 0}
for number in range(int(os.environ.get("TENSORCELL_FUZZ_CUDA", "40"))):
    source = changed(chance.choice(SOURCES))
    # A text without its kernel has nothing to launch.
    kernel = "scale" if "scale" in source else "total"
    x, y = torch.ones(64, device="cuda"), torch.zeros(64, device="cuda")
    try:
        program = tensorcell.cuda_compile(source, name=f"mutated {number}", check=number % 2 == 0)
        launch = getattr(program, kernel)
    except (RuntimeError, AttributeError, ValueError, TypeError):
        outcomes["refused"] += 1
        continue
    try:
        launch[1, 64, 256](x, y, 64)
        torch.cuda.synchronize()
        outcomes["ran"] += 1
    except (RuntimeError, TypeError, ValueError):
        outcomes["failed"] += 1
assert (torch.arange(3.0, device="cuda") * 2).tolist() == [0, 2, 4]
assert outcomes["refused"] and outcomes["ran"], outcomes
print("ok")
