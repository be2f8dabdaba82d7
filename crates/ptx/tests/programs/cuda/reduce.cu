// Sums by shuffles, prefix sums, histograms: what blocks do together.

__device__ float warp_sum(float x) {
    for (int by = 16; by > 0; by /= 2) x += __shfl_down_sync(0xffffffffu, x, by);
    return x;
}

extern "C" __global__ void sum(const float* x, float* total, int n) {
    __shared__ float of_warps[32];
    float mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += x[i];
    mine = warp_sum(mine);
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane == 0) of_warps[warp] = mine;
    __syncthreads();
    if (warp == 0) {
        mine = lane < (blockDim.x + 31) / 32 ? of_warps[lane] : 0.0f;
        mine = warp_sum(mine);
        if (lane == 0) atomicAdd(total, mine);
    }
}

extern "C" __global__ void scan(const int* x, int* y, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = t < n ? x[t] : 0;
    __syncthreads();
    for (int by = 1; by < blockDim.x; by *= 2) {
        int add = t >= by ? s[t - by] : 0;
        __syncthreads();
        s[t] += add;
        __syncthreads();
    }
    if (t < n) y[t] = s[t];
}

extern "C" __global__ void histogram(const unsigned char* x, unsigned* bins, int n) {
    __shared__ unsigned local[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[x[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}
