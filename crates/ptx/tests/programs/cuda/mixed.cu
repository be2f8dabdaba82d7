// Products of matrices, halves, copies, recursion, divergence, elementary functions.

#include <cuda_fp16.h>

constexpr int TILE = 16;

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int n) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        as[threadIdx.y][threadIdx.x] = row < n && k + threadIdx.x < n ? a[row * n + k + threadIdx.x] : 0.0f;
        bs[threadIdx.y][threadIdx.x] = column < n && k + threadIdx.y < n ? b[(k + threadIdx.y) * n + column] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE; i++) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}

// One 16 by 8 product of depth 16 on tensor cores; b lies by columns.
extern "C" __global__ void tensor(const __half* a, const __half* b, float* c) {
    int group = threadIdx.x / 4, lane = threadIdx.x % 4;
    auto pair = [](const __half* at) { return *(const unsigned*)at; };
    unsigned a0 = pair(a + group * 16 + lane * 2), a1 = pair(a + (group + 8) * 16 + lane * 2);
    unsigned a2 = pair(a + group * 16 + lane * 2 + 8), a3 = pair(a + (group + 8) * 16 + lane * 2 + 8);
    unsigned b0 = pair(b + group * 16 + lane * 2), b1 = pair(b + group * 16 + lane * 2 + 8);
    float d[4] = {};
    asm volatile(
        "{ mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3}; }"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    c[group * 8 + lane * 2] = d[0];
    c[group * 8 + lane * 2 + 1] = d[1];
    c[(group + 8) * 8 + lane * 2] = d[2];
    c[(group + 8) * 8 + lane * 2 + 1] = d[3];
}

extern "C" __global__ void halves(const __half* x, const __half2* y, __half* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half2 pair = __hfma2(y[i], y[i], __floats2half2_rn(0.5f, -0.5f));
    out[i] = __hadd(__hmul(x[i], __low2half(pair)), hsqrt(__habs(__high2half(pair))));
}

extern "C" __global__ void copy(const float4* x, float4* y) {
    __shared__ float4 s[64];
    unsigned to = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(x + threadIdx.x));
    asm volatile("cp.async.commit_group;\n" ::);
    asm volatile("cp.async.wait_group 0;\n" ::);
    __syncthreads();
    y[threadIdx.x] = s[63 - threadIdx.x];
}

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

extern "C" __global__ void recursive(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 12); }

// Collatz: each thread loops as often as its number asks for.
extern "C" __global__ void divergent(int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    long long x = i + 1;
    int steps = 0;
    while (x != 1) {
        if (x % 2) x = 3 * x + 1;
        else x /= 2;
        steps++;
    }
    switch (steps % 5) {
        case 0: steps += 1000; break;
        case 1: steps *= 2; break;
        case 2: steps = -steps; break;
        case 3: steps ^= 0x55; break;
    }
    out[i] = steps;
}

extern "C" __global__ void elementary(const float* x, float* y, const double* u, double* v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float z = x[i];
    y[i] = sinf(z) + expf(-z * z) * log1pf(fabsf(z)) + tanhf(z) + erff(z) + powf(fabsf(z), 1.7f);
    double w = u[i];
    v[i] = sin(w) + exp(-w * w) + log(1 + fabs(w)) + cbrt(w) + lgamma(fabs(w) + 1);
}
