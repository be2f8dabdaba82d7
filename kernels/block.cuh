// Reductions, softmax and scans of long rows: one block per row instead of one thread.

// Shuffles a state between lanes of a warp, word by word.
template <class S> INLINE S shuffle_down(const S& state, int distance) {
    constexpr int WORDS = sizeof(S) / 4;
    union Words { S state; u32 at[WORDS]; __device__ Words() {} } words;
    words.state = state;
    for (int i = 0; i < WORDS; i++) words.at[i] = __shfl_down_sync(0xffffffffu, words.at[i], distance);
    return words.state;
}

template <class S> INLINE S shuffle_up(const S& state, int distance) {
    constexpr int WORDS = sizeof(S) / 4;
    union Words { S state; u32 at[WORDS]; __device__ Words() {} } words;
    words.state = state;
    for (int i = 0; i < WORDS; i++) words.at[i] = __shfl_up_sync(0xffffffffu, words.at[i], distance);
    return words.state;
}

// Merges 32 states in the same order as shuffles would.
template <class F> INLINE typename F::State lanes_merge(typename F::State* states) {
    for (int distance = 16; distance; distance /= 2) {
        for (int lane = 0; lane < distance; lane++) F::merge(states[lane], states[lane + distance]);
    }
    return states[0];
}

// Merges the states of a block; thread 0 has the result. Every thread must call it.
template <class F> INLINE typename F::State block_merge(typename F::State state) {
#ifdef __EMULATED__ // On the emulator every shuffle switches fibers: one fiber merges all, in the same order.
    __shared__ typename F::State all[256];
    __syncthreads();
    all[threadIdx.x] = state;
    __syncthreads();
    if (threadIdx.x != 0) return state;
    typename F::State of_warp[32];
    for (u32 warp = 0; warp < 32; warp++) {
        of_warp[warp] = F::start();
        if (warp < blockDim.x / 32) of_warp[warp] = lanes_merge<F>(all + 32 * warp);
    }
    return blockDim.x == 32 ? of_warp[0] : lanes_merge<F>(of_warp);
#else
    __shared__ typename F::State of_warp[32];
    for (int distance = 16; distance; distance /= 2) {
        typename F::State other = shuffle_down(state, distance);
        if ((threadIdx.x & 31) + distance < 32) F::merge(state, other);
    }
    if (blockDim.x == 32) return state;
    __syncthreads(); // a second call must not overwrite what the first still reads
    if ((threadIdx.x & 31) == 0) of_warp[threadIdx.x / 32] = state;
    __syncthreads();
    if (threadIdx.x < 32) {
        state = threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : F::start();
        for (int distance = 16; distance; distance /= 2) {
            typename F::State other = shuffle_down(state, distance);
            if ((threadIdx.x & 31) + distance < 32) F::merge(state, other);
        }
    }
    return state;
#endif
}

// Reads what another block wrote in this launch, bypassing this multiprocessor's L1 cache.
template <class S> INLINE S written_elsewhere(u64 address, u64 number) {
    constexpr int WORDS = sizeof(S) / 4;
    union Words { S state; u32 at[WORDS]; __device__ Words() {} } words;
    const volatile u32* from = (const volatile u32*)((const S*)address + number);
    for (int i = 0; i < WORDS; i++) words.at[i] = from[i];
    return words.state;
}

// Merges the states of a result's pieces; thread 0 has the result.
#define MERGED_BY_ONE 64
template <class F> INLINE typename F::State pieces_merge(const Reduce& s, u64 result) {
    typedef typename F::State State;
    State state = F::start();
    const u64 wanted = s.splits <= MERGED_BY_ONE ? 1 : (s.splits + 31) / 32 * 32, threads = wanted < blockDim.x ? wanted : blockDim.x;
    if (threadIdx.x < threads)
        for (u64 i = threadIdx.x; i < s.splits; i += threads) F::merge(state, written_elsewhere<State>(s.partials, result * s.splits + i));
    return threads == 1 ? state : block_merge<F>(state);
}

// One block per piece, for few results of many elements. The last block to finish a result merges its pieces.
template <class F, class O, Results WHICH, class Elements> INLINE void each_by_block(const Reduce& s, Elements elements) {
    typedef typename F::State State;
    __shared__ bool is_last;
    for (u64 number = blockIdx.x; number < s.outputs * s.splits; number += gridDim.x) {
        State state = F::start();
        const Piece piece = piece_of(s, number);
        elements(piece, threadIdx.x, blockDim.x, [&](u64 j, auto value) { F::add(state, value, (i64)j, s.parameter); });
        state = block_merge<F>(state);
        if (s.splits > 1) {
            if (threadIdx.x == 0) {
                element<State>(s.partials, (i64)number) = state;
                __threadfence();
                is_last = atomicInc(&element<u32>(s.counters, (i64)piece.result), (u32)s.splits - 1) == s.splits - 1;
            }
            __syncthreads();
            if (is_last) {
                __threadfence();
                state = pieces_merge<F>(s, piece.result);
            }
        }
        if (threadIdx.x == 0 && (s.splits == 1 || is_last)) put_result<F, O, WHICH>(s, piece.result, state);
        __syncthreads(); // the next piece writes `is_last`
    }
}
template <class F, class T, class O, Results WHICH = VALUES> INLINE void reduce_by_block(const Reduce& s) {
    each_by_block<F, O, WHICH>(s, Stored<T>{s});
}

template <class T> INLINE void softmax_by_block(const Softmax& s) {
    typedef LogSumExpOver<T> F;
    __shared__ typename F::State whole;
    for (u64 number = blockIdx.x; number < s.rows; number += gridDim.x) {
        Offsets row = locate<2>(s.outer, number);
        typename F::State state = F::start();
        const T* input = (const T*)s.input + row.at[0];
        each_of_row(input, s.input_stride, 0, s.length, threadIdx.x, blockDim.x, [&](u64, T value) { F::add(state, value, 0, 0); });
        state = block_merge<F>(state);
        if (threadIdx.x == 0) whole = state;
        __syncthreads();
        softmax_row<T>(s, row, whole, threadIdx.x, blockDim.x);
        __syncthreads();
    }
}

// One block per row, which scans one element per thread at a time: within each warp, then over the warps.
template <class F, class T> INLINE void scan_by_block(const Scan& s) {
    typedef typename F::State State;
    __shared__ State of_warp[32];
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    for (u64 number = blockIdx.x; number < s.rows; number += gridDim.x) {
        Offsets row = locate<3>(s.outer, number);
        State before = F::none();
        for (u64 base = 0; base < s.length; base += blockDim.x) {
            i64 j = (i64)(base + threadIdx.x);
            bool inside = j < (i64)s.length;
            State state = inside ? F::of(element<T>(s.input, row.at[0] + j * s.strides[0]), j) : F::none();
            for (u32 distance = 1; distance < 32; distance *= 2) {
                State left = shuffle_up(state, distance);
                if (lane >= distance) state = F::join(left, state);
            }
            if (lane == 31) of_warp[warp] = state;
            __syncthreads();
            State left = before;
            for (u32 w = 0; w < warps; w++) {
                if (w < warp) left = F::join(left, of_warp[w]);
                before = F::join(before, of_warp[w]);
            }
            if (inside) F::put(s, row.at[1] + j * s.strides[1], row.at[2] + j * s.strides[2], F::join(left, state));
            __syncthreads(); // the next tile writes of_warp
        }
    }
}
