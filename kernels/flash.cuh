// Attention on tensor cores (Dao, FlashAttention-2). A warp keeps its query rows' scores, maxima, sums and results in
// registers; scores become weights where they are. While scores are computed, the values are copied; while values are added up,
// the next keys. Every address, stride and width is a multiple of 16 bytes, the scale is positive, and there are keys.

extern __shared__ __align__(128) unsigned char flash_memory[];

// ROWS queries and COLUMNS keys at a time; a warp has TILES tiles of 16 rows. Masks and dropout take registers from the scores.
template <class T, int DIM, bool MASKED> struct Flash {
    static constexpr int BYTES = DIM * (int)sizeof(T), WARPS = 4, THREADS = WARPS * 32;
    static constexpr int PARTS = 1, TILES = BYTES <= 256 ? 2 : 1, ROWS = WARPS * TILES * 16;
    static constexpr int COLUMNS = BYTES <= (MASKED ? 128 : 256) ? 64 : BYTES <= 512 ? 32 : 16;
    static constexpr int SHARED = (ROWS + 2 * COLUMNS) * BYTES;
};

// Units of the scores in registers. They are products, scaled when their exponential is taken; with an additive mask, they are
// scaled before. Finite masks may be as large as the type's limits, so that only differences of such scores are scaled.
struct ScoreUnits {
    float natural, binary; // factors to the exponents of e and of 2
    bool added;
    __device__ __forceinline__ ScoreUnits(const Attention& s) {
        added = s.mask_kind == 1, natural = added ? 1 : (float)s.scale, binary = natural * 1.44269504f;
    }
};

// Applies masks to the scores of a tile of 16 queries from `query` on and of N * 8 keys from `key` on. TURNED: the rows are keys.
template <class T, bool TURNED, bool MASKED, int N> INLINE void mask_scores(const Attention& s, float (&scores)[N][4], u64 sample, u64 head, int row, int column, int lane) {
    const int near[2] = {row + lane / 4, row + lane / 4 + 8}, queries = (int)s.queries, keys = (int)s.keys;
    const T* added = (const T*)s.mask.address + (i64)sample * s.mask.sample + (i64)head * s.mask.head;
    const bool* visible = (const bool*)s.mask.address + (i64)sample * s.mask.sample + (i64)head * s.mask.head;
    #pragma unroll
    for (int i = 0; i < N * 4; i++) {
        const int far = column + i / 4 * 8 + lane % 4 * 2 + i % 2;
        const int query = TURNED ? far : near[i / 2 % 2], key = TURNED ? near[i / 2 % 2] : far;
        float& score = scores[i / 4][i % 4];
        const bool inside = query < queries && key < keys && !(s.causal && key > query);
        const i64 at = MASKED ? query * s.mask.row + key * s.mask_column : 0;
        if (!inside || (MASKED && s.mask_kind == 2 && !visible[at])) score = Limits<float>::lowest();
        else if (MASKED && s.mask_kind == 1) score = score * (float)s.scale + (float)added[at];
    }
}

// The draws of two neighbouring lanes for 16 queries and 8 keys: a lane draws for one of its two rows, four keys at a time, and
// passes two of the four numbers to its neighbour.
INLINE void drop_weights(const Attention& s, const Dropout& dropout, float (&weights)[4], int query, int key, int lane) {
    const bool odd = lane & 1;
    const Draw draw = philox(dropout.seed, (dropout.row + query + lane / 4 + odd * 8) * ((s.keys + 3) / 4) + key / 4 + lane % 4 / 2, dropout.offset);
    const u32 first = __shfl_xor_sync(0xffffffffu, odd ? draw.at[0] : draw.at[2], 1);
    const u32 second = __shfl_xor_sync(0xffffffffu, odd ? draw.at[1] : draw.at[3], 1);
    const u32 drawn[4] = {odd ? first : draw.at[0], odd ? second : draw.at[1], odd ? draw.at[2] : first, odd ? draw.at[3] : second};
    for (int i = 0; i < 4; i++) weights[i] = uniform(drawn[i]) <= dropout.keep ? weights[i] : 0;
}

INLINE float greatest_of_row(float x) {
    x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, 1));
    return fmaxf(x, __shfl_xor_sync(0xffffffffu, x, 2));
}
INLINE float sum_of_row(float x) {
    x += __shfl_xor_sync(0xffffffffu, x, 1);
    return x + __shfl_xor_sync(0xffffffffu, x, 2);
}

// Rows g and g + 8 of 16: the running maxima, and sums of the lane's own columns.
struct Running {
    float greatest[2], total[2];
};

// Turns scores into weights; scales the earlier sums if a maximum grew.
template <bool MASKED, int N, int M> INLINE void soften(const ScoreUnits& units, float (&scores)[N][4], Running& running, float (&sums)[M][4]) {
    float best[2] = {running.greatest[0], running.greatest[1]};
    #pragma unroll
    for (int i = 0; i < N * 4; i++) best[i / 2 % 2] = fmaxf(best[i / 2 % 2], scores[i / 4][i % 4]);
    best[0] = greatest_of_row(best[0]), best[1] = greatest_of_row(best[1]);
    float base[2];
    #pragma unroll
    for (int half = 0; half < 2; half++) base[half] = best[half] == Limits<float>::lowest() ? 0 : best[half];
    if (__any_sync(0xffffffffu, best[0] != running.greatest[0] || best[1] != running.greatest[1])) {
        float factor[2];
        #pragma unroll
        for (int half = 0; half < 2; half++) {
            factor[half] = power_of_two((running.greatest[half] - base[half]) * units.binary);
            running.greatest[half] = best[half], running.total[half] *= factor[half];
        }
        #pragma unroll
        for (int i = 0; i < M * 4; i++) sums[i / 4][i % 4] *= factor[i / 2 % 2];
    }
    if (MASKED && units.added) {
        #pragma unroll
        for (int i = 0; i < N * 4; i++) scores[i / 4][i % 4] -= base[i / 2 % 2];
        base[0] = base[1] = 0;
    }
    const float shift[2] = {-base[0] * units.binary, -base[1] * units.binary};
    #pragma unroll
    for (int i = 0; i < N * 4; i++) {
        const float weight = power_of_two(scores[i / 4][i % 4] * units.binary + shift[i / 2 % 2]);
        running.total[i / 2 % 2] += weight, scores[i / 4][i % 4] = weight;
    }
}

// Writes 16 rows of sums by way of shared memory, so that whole chunks are stored.
template <class T, int DIM, int N> INLINE void put_sums(u32 rows, int first_row, const float (&sums)[N][4], const float (&factor)[2], T* to, i64 stride, int first, int end, int columns, int lane) {
    constexpr int BYTES = DIM * (int)sizeof(T), CHUNKS = BYTES / 16, W = 16 / sizeof(T);
    #pragma unroll
    for (int i = 0; i < N * 2; i++) {
        const int column = lane % 4 * 2, row = first_row + lane / 4 + i % 2 * 8;
        const u32 chunk = rows + place_in_rows<BYTES>(row, i / 2 * (int)sizeof(T) / 4, sizeof(T) == 4 ? column / 4 : i / 2 % 2);
        Unit<T>::put(chunk, column % W, sums[i / 2][i % 2 * 2] * factor[i % 2], sums[i / 2][i % 2 * 2 + 1] * factor[i % 2]);
    }
    __syncwarp();
    #pragma unroll
    for (int i = 0; i < 16 * CHUNKS / 32; i++) {
        const int row = (lane + 32 * i) / CHUNKS, chunk = (lane + 32 * i) % CHUNKS;
        if (first + row >= end || chunk * W >= columns) continue;
        u32 words[4];
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                     : "r"(rows + place_in_rows<BYTES>(first_row + row, chunk / 2, chunk % 2)) : "memory");
        *(Pack<u32, 4>*)(to + (i64)(first + row) * stride + chunk * W) = *(const Pack<u32, 4>*)words;
    }
}

// MASKED: with a mask or dropout.
template <class T, int DIM, bool MASKED> INLINE void flash(const Attention& s) {
    typedef Flash<T, DIM, MASKED> F;
    constexpr int BYTES = F::BYTES, ROWS = F::ROWS, COLUMNS = F::COLUMNS, TILES = F::TILES, THREADS = F::THREADS;
    const int lane = threadIdx.x % 32, own = threadIdx.x / 32 * TILES * 16;
    const u32 queries = shared_address(flash_memory), keys = queries + ROWS * BYTES, values = keys + COLUMNS * BYTES;
    const ScoreUnits units(s);
    const u32 tiles = (u32)(s.queries + ROWS - 1) / ROWS;
    // The last queries first: with a causal mask they have the most keys.
    const int first = (int)(tiles - 1 - blockIdx.x % tiles) * ROWS;
    const u32 heads = (u32)s.heads, head = blockIdx.x / tiles % heads, sample = blockIdx.x / tiles / heads;
    const T *k = rows_of<T>(s.k, sample, head), *v = rows_of<T>(s.v, sample, head);
    const Dropout dropout(s, sample, head);
    if (s.drawn && blockIdx.x == 0 && threadIdx.x == 0) ((u64*)s.drawn)[0] = dropout.seed, ((u64*)s.drawn)[1] = dropout.offset;
    float sums[TILES][DIM / 8][4], scores[TILES][COLUMNS / 8][4];
    Running running[TILES];
    clear_sums(sums);
    #pragma unroll
    for (int i = 0; i < TILES * 2; i++) running[i / 2].greatest[i % 2] = Limits<float>::lowest(), running[i / 2].total[i % 2] = 0;
    copy_rows<T, DIM, ROWS, THREADS>(queries, rows_of<T>(s.q, sample, head), s.q.row, first, s.queries, s.depth);
    copy_rows<T, DIM, COLUMNS, THREADS>(keys, k, s.k.row, 0, s.keys, s.depth);
    commit_copies();
    const int all = (int)s.keys, reach = s.causal && first + ROWS < all ? first + ROWS : all;
    for (int at = 0; at < reach; at += COLUMNS) {
        await_copies();
        __syncthreads(); // the keys are there, and the previous values have been read
        copy_rows<T, DIM, COLUMNS, THREADS>(values, v, s.v.row, at, s.keys, s.width);
        commit_copies();
        clear_sums(scores);
        add_rows_by_rows<T, BYTES>(scores, queries, own, keys, lane);
        await_copies();
        __syncthreads(); // the values are there, and the keys have been read
        if (at + COLUMNS < reach) copy_rows<T, DIM, COLUMNS, THREADS>(keys, k, s.k.row, at + COLUMNS, s.keys, s.depth);
        commit_copies();
        const bool whole = at + COLUMNS <= all && !(s.causal && at + COLUMNS > first + own + 1) && !(MASKED && s.mask_kind);
        #pragma unroll
        for (int i = 0; i < TILES; i++) {
            const int query = first + own + 16 * i;
            if (!whole) mask_scores<T, false, MASKED>(s, scores[i], sample, head, query, at, lane);
            soften<MASKED>(units, scores[i], running[i], sums[i]);
            if (MASKED && !dropout.none) {
                #pragma unroll
                for (int j = 0; j < COLUMNS / 8; j++) drop_weights(s, dropout, scores[i][j], query, at + 8 * j, lane);
            }
        }
        add_sums_by_columns<T, BYTES>(sums, scores, values, lane);
    }
    __syncwarp(); // the queries have been read, each by its warp
    #pragma unroll
    for (int i = 0; i < TILES; i++) {
        const int query = first + own + 16 * i;
        float factor[2];
        #pragma unroll
        for (int half = 0; half < 2; half++) {
            const float total = sum_of_row(running[i].total[half]), greatest = running[i].greatest[half];
            factor[half] = total == 0 ? 0 : 1 / (MASKED ? total * dropout.keep : total); // a query without visible keys gives zeros
            const int row = query + lane / 4 + half * 8;
            if (lane % 4 == 0 && row < (int)s.queries)
                element<float>(s.logs, (i64)(dropout.row + row)) = total == 0 ? Limits<float>::lowest() : greatest * units.natural + number::log(total);
        }
        put_sums<T, DIM>(queries, own + 16 * i, sums[i], factor, (T*)rows_of<T>(s.out, sample, head), s.out.row, query, (int)s.queries, (int)s.width, lane);
    }
}
