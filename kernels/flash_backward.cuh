// Gradients of attention on tensor cores, in one pass. A block keeps the gradients of a tile of keys and values in registers and
// iterates over the queries; scores are recomputed with keys as rows, so that weights become operands where they are. The
// gradients of scores pass through shared memory once, for those of the queries. These are added to memory of the block's own,
// which one thread reads and writes in order, so that results do not depend on timing: a block takes every `splits`th tile
// of keys, and `flash_of_q` adds up the splits.

// ROWS queries and COLUMNS keys at a time. A block computes one of PARTS parts of the columns. Of the queries' gradients, a warp
// computes 16 rows and SHARE columns.
template <class T, int DIM> struct FlashBack {
    static constexpr int BYTES = DIM * (int)sizeof(T), WARPS = 4, THREADS = WARPS * 32, COLUMNS = WARPS * 16;
    static constexpr int ROWS = BYTES <= 256 ? 64 : 64 / (int)sizeof(T);
    static constexpr int PARTS = DIM <= 128 ? 1 : 2, PART = DIM / PARTS;
    static constexpr int GROUPS = ROWS / 16, SHARE = PART * GROUPS / WARPS;
    static constexpr int LINE = ROWS * (int)sizeof(T);
    static constexpr int SHARED = 2 * (COLUMNS + ROWS) * BYTES + COLUMNS * LINE + ROWS * 8;
    static constexpr int SUMMING = WARPS * 16 * SHARE * (int)sizeof(T); // shared memory of `flash_of_q`
};

// The sums of a warp's share of the queries' gradients.
template <class T, int DIM> INLINE float* partial_sums(const Attention& s, u32 split, u64 head, int at, u32 part) {
    typedef FlashBack<T, DIM> F;
    const u64 tiles = (s.queries + F::ROWS - 1) / F::ROWS, tile = ((split * s.samples * s.heads + head) * tiles + at / F::ROWS) * F::PARTS + part;
    return (float*)s.partial + tile * (F::ROWS * F::PART) + threadIdx.x / 32 * (F::SHARE * 16) + threadIdx.x % 32 * 4;
}

// Whether dropout keeps the weights of keys g and g + 8 and queries 2t and 2t + 1. Four lanes draw for one pair each, four keys
// at a time, and transpose what they drew.
INLINE void draw_turned(const Attention& s, const Dropout& dropout, bool (&kept)[4], int query, int key, int lane) {
    const int own = lane / 4 % 4;
    const u64 row = dropout.row + query + lane % 4 * 2 + own % 2, four = key / 4 + lane / 16 + own / 2 * 2;
    Draw draw = philox(dropout.seed, row * ((s.keys + 3) / 4) + four, dropout.offset);
    #pragma unroll
    for (int bit = 0; bit < 2; bit++) {
        const bool upper = own >> bit & 1;
        #pragma unroll
        for (int i = 0; i < 2; i++) {
            const int low = bit ? i : 2 * i, high = low + (1 << bit);
            const u32 got = __shfl_xor_sync(0xffffffffu, upper ? draw.at[low] : draw.at[high], 4 << bit);
            if (upper) draw.at[low] = got;
            else draw.at[high] = got;
        }
    }
    for (int i = 0; i < 4; i++) kept[i] = uniform(draw.at[i]) <= dropout.keep;
}

// MASKED: with a mask or dropout.
template <class T, int DIM, bool MASKED> INLINE void flash_backward(const Attention& s) {
    typedef FlashBack<T, DIM> F;
    constexpr int BYTES = F::BYTES, ROWS = F::ROWS, COLUMNS = F::COLUMNS, THREADS = F::THREADS, LINE = F::LINE, N = ROWS / 8;
    const int lane = threadIdx.x % 32, own = threadIdx.x / 32 * 16, group = threadIdx.x / 32 % F::GROUPS, share = threadIdx.x / 32 / F::GROUPS;
    const u32 keys = shared_address(flash_memory), values = keys + COLUMNS * BYTES, queries = values + COLUMNS * BYTES;
    const u32 gradients = queries + ROWS * BYTES, of_scores = gradients + ROWS * BYTES;
    float *logs = (float*)(flash_memory + F::SHARED - ROWS * 8), *inner = logs + ROWS;
    const ScoreUnits units(s);
    const u32 splits = (u32)s.splits, split = blockIdx.x % splits, part = blockIdx.x / splits % F::PARTS, heads = (u32)s.heads;
    const u32 number = blockIdx.x / splits / F::PARTS, head = number % heads, sample = number / heads;
    const T *q = rows_of<T>(s.q, sample, head), *of_out = rows_of<T>(s.of_out, sample, head);
    const Dropout dropout(s, sample, head);
    const float spread = MASKED ? 1 / dropout.keep : 1;
    const int all = (int)s.queries;
    auto load_queries = [&](int at) {
        copy_rows<T, DIM, ROWS, THREADS>(queries, q, s.q.row, at, all, s.depth);
        copy_rows<T, DIM, ROWS, THREADS>(gradients, of_out, s.of_out.row, at, all, s.width);
        const int row = at + threadIdx.x;
        if (threadIdx.x >= ROWS) return;
        // A row without visible keys, or beyond the last, has no weights.
        const float log = row < all ? element<float>(s.logs, (i64)(dropout.row + row)) : Limits<float>::lowest();
        logs[threadIdx.x] = log == Limits<float>::lowest() ? Limits<float>::highest() : units.added ? log : log * 1.44269504f;
        inner[threadIdx.x] = row < all ? element<float>(s.inner, (i64)(dropout.row + row)) : 0;
    };
    for (int first = split * COLUMNS; first < (int)s.keys; first += splits * COLUMNS) {
        float of_keys[1][F::PART / 8][4], of_values[1][F::PART / 8][4];
        clear_sums(of_keys), clear_sums(of_values);
        const int from = s.causal ? first / ROWS * ROWS : 0;
        __syncthreads(); // the last tile's results have been read
        copy_rows<T, DIM, COLUMNS, THREADS>(keys, rows_of<T>(s.k, sample, head), s.k.row, first, (int)s.keys, s.depth);
        copy_rows<T, DIM, COLUMNS, THREADS>(values, rows_of<T>(s.v, sample, head), s.v.row, first, (int)s.keys, s.width);
        if (from < all) load_queries(from);
        commit_copies();
        for (int at = from; at < all; at += ROWS) {
            await_copies();
            __syncthreads(); // the queries are there, and the last gradients of scores have been read
            float weights[1][N][4], of_weights[1][N][4];
            clear_sums(weights), clear_sums(of_weights);
            add_rows_by_rows<T, BYTES>(weights, keys, own, queries, lane);
            const bool whole = first + COLUMNS <= (int)s.keys && !(s.causal && first + own + 16 > at + 1) && !(MASKED && s.mask_kind);
            if (!whole) mask_scores<T, true, MASKED>(s, weights[0], sample, head, first + own, at, lane);
            add_rows_by_rows<T, BYTES>(of_weights, values, own, gradients, lane);
            #pragma unroll
            for (int j = 0; j < N; j++) {
                bool kept[4] = {true, true, true, true};
                if (MASKED && !dropout.none) draw_turned(s, dropout, kept, at + 8 * j, first + own, lane);
                #pragma unroll
                for (int i = 0; i < 4; i++) {
                    const int query = 8 * j + lane % 4 * 2 + i % 2;
                    const float score = weights[0][j][i], log = logs[query];
                    const float weight = power_of_two(MASKED && units.added ? (score - log) * units.binary : score * units.binary - log);
                    const float of_weight = !MASKED ? of_weights[0][j][i] : kept[i] ? of_weights[0][j][i] * spread : 0;
                    weights[0][j][i] = kept[i] ? weight : 0;
                    of_weights[0][j][i] = weight * (of_weight - inner[query]);
                }
                #pragma unroll
                for (int half = 0; half < 2; half++) {
                    const int column = lane % 4 * 2, W = 16 / sizeof(T), row = own + lane / 4 + half * 8;
                    const u32 chunk = of_scores + place_in_rows<LINE>(row, j * (int)sizeof(T) / 4, sizeof(T) == 4 ? column / 4 : j % 2);
                    Unit<T>::put(chunk, column % W, of_weights[0][j][half * 2], of_weights[0][j][half * 2 + 1]);
                }
            }
            add_sums_by_columns<T, BYTES>(of_values, weights, gradients, lane, part * (F::PART / 16));
            add_sums_by_columns<T, BYTES>(of_keys, of_weights, queries, lane, part * (F::PART / 16));
            __syncthreads(); // the gradients of scores are there, and the queries have been read
            if (at + ROWS < all) load_queries(at + ROWS);
            commit_copies();
            float of_queries[F::SHARE / 8][4];
            float* sums = partial_sums<T, DIM>(s, split, number, at, part);
            typedef Pack<float, 4> Four;
            #pragma unroll
            for (int j = 0; j < F::SHARE / 8; j++) {
                Four four = {};
                if (first >= (int)splits * COLUMNS) four = *(const Four*)(sums + j * 128);
                for (int i = 0; i < 4; i++) of_queries[j][i] = four.at[i];
            }
            #pragma unroll
            for (int depth = 0; depth < COLUMNS * (int)sizeof(T) / 32; depth++) {
                u32 left[4], right[4];
                Unit<T>::template turned<LINE>(left, of_scores, depth, group, lane);
                #pragma unroll
                for (int j = 0; j < F::SHARE / 16; j++) {
                    Unit<T>::template columns<BYTES>(right, keys, depth, (part * F::PART + share * F::SHARE) / 16 + j, lane);
                    Unit<T>::add(of_queries[2 * j], left, right[0], right[1]);
                    Unit<T>::add(of_queries[2 * j + 1], left, right[2], right[3]);
                }
            }
            #pragma unroll
            for (int j = 0; j < F::SHARE / 8; j++) {
                Four four;
                for (int i = 0; i < 4; i++) four.at[i] = of_queries[j][i];
                *(Four*)(sums + j * 128) = four;
            }
        }
        await_copies();
        __syncthreads(); // keys and values have been read
        const float scale = (float)s.scale, of_keys_factor[2] = {scale, scale}, of_values_factor[2] = {spread, spread};
        const int begin = part * F::PART;
        put_sums<T, F::PART>(keys, own, of_keys[0], of_keys_factor, (T*)rows_of<T>(s.of_k, sample, head) + begin, s.of_k.row, first + own, (int)s.keys, (int)s.depth - begin, lane);
        put_sums<T, F::PART>(values, own, of_values[0], of_values_factor, (T*)rows_of<T>(s.of_v, sample, head) + begin, s.of_v.row, first + own, (int)s.keys, (int)s.width - begin, lane);
    }
}

// Adds up the splits' gradients of a tile of queries. With a causal mask, a split whose first keys come later has none.
template <class T, int DIM> INLINE void flash_of_q(const Attention& s) {
    typedef FlashBack<T, DIM> F;
    const int lane = threadIdx.x % 32, own = threadIdx.x / 32 * 16, group = threadIdx.x / 32 % F::GROUPS, share = threadIdx.x / 32 / F::GROUPS;
    const u32 tiles = (u32)(s.queries + F::ROWS - 1) / F::ROWS, tile = blockIdx.x % tiles, part = blockIdx.x / tiles % F::PARTS, heads = (u32)s.heads;
    const u32 number = blockIdx.x / tiles / F::PARTS, head = number % heads, sample = number / heads;
    float sums[F::SHARE / 8][4] = {};
    for (u32 split = 0; split < s.splits; split++) {
        if (s.causal && split * F::COLUMNS >= (tile + 1) * F::ROWS) break;
        const float* from = partial_sums<T, DIM>(s, split, number, tile * F::ROWS, part);
        #pragma unroll
        for (int j = 0; j < F::SHARE / 8; j++) {
            const Pack<float, 4> four = *(const Pack<float, 4>*)(from + j * 128);
            for (int i = 0; i < 4; i++) sums[j][i] += four.at[i];
        }
    }
    const float scale = (float)s.scale, factor[2] = {scale, scale};
    const int begin = part * F::PART + share * F::SHARE;
    put_sums<T, F::SHARE>(shared_address(flash_memory), own, sums, factor, (T*)rows_of<T>(s.of_q, sample, head) + begin, s.of_q.row,
                          tile * F::ROWS + group * 16, (int)s.queries, (int)s.depth - begin, lane);
}
