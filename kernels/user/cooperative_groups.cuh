// The part of <cooperative_groups.h> for one block and one warp. Grid synchronization needs a cooperative launch,
// which is not supported.
namespace cooperative_groups {

struct thread_block {
    __device__ void sync() const { __syncthreads(); }
    __device__ unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
    __device__ unsigned num_threads() const { return size(); }
    __device__ unsigned thread_rank() const { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
    __device__ dim3 group_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __device__ dim3 thread_index() const { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    __device__ dim3 dim_threads() const { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};
__device__ inline thread_block this_thread_block() { return thread_block(); }

template <unsigned Size> struct thread_block_tile {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");
    __device__ unsigned rank_in_block() const { return this_thread_block().thread_rank(); }
    __device__ unsigned mask() const {
        return (Size == 32 ? 0xffffffffu : (1u << (Size % 32)) - 1) << (rank_in_block() % 32 / Size * Size);
    }
    __device__ static constexpr unsigned size() { return Size; }
    __device__ static constexpr unsigned num_threads() { return Size; }
    __device__ unsigned thread_rank() const { return rank_in_block() % Size; }
    __device__ unsigned meta_group_rank() const { return rank_in_block() / Size; }
    __device__ unsigned meta_group_size() const { return (this_thread_block().size() + Size - 1) / Size; }
    __device__ void sync() const { __syncwarp(mask()); }
    template <class T> __device__ T shfl(T value, int source) const { return __shfl_sync(mask(), value, source, Size); }
    template <class T> __device__ T shfl_down(T value, unsigned by) const { return __shfl_down_sync(mask(), value, by, Size); }
    template <class T> __device__ T shfl_up(T value, unsigned by) const { return __shfl_up_sync(mask(), value, by, Size); }
    template <class T> __device__ T shfl_xor(T value, int bits) const { return __shfl_xor_sync(mask(), value, bits, Size); }
    __device__ int any(int vote) const { return __any_sync(mask(), vote); }
    __device__ int all(int vote) const { return __all_sync(mask(), vote); }
    __device__ unsigned ballot(int vote) const { return __ballot_sync(mask(), vote) >> (rank_in_block() % 32 / Size * Size); }
};
template <unsigned Size> __device__ inline thread_block_tile<Size> tiled_partition(const thread_block&) {
    return thread_block_tile<Size>();
}

template <class T> struct plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };
template <unsigned Size, class T, class F>
__device__ inline T reduce(const thread_block_tile<Size>& tile, T value, F combine) {
    for (unsigned by = Size / 2; by > 0; by /= 2) value = combine(value, tile.shfl_xor(value, by));
    return value;
}
template <class Group> __device__ inline void sync(const Group& group) { group.sync(); }

}  // namespace cooperative_groups
