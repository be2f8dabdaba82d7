// Attention in one pass over memory (Dao et al., FlashAttention). A block keeps a few query rows and iterates over
// tiles of keys and values, so only one tile of scores exists at a time. The softmax is computed online: each row
// keeps its running maximum and sum, and a new maximum rescales the earlier sum. Shared memory holds numbers in the
// accumulation type; each thread keeps a small tile of each product in registers.

struct Rows { u64 address; i64 sample, head, row; }; // strides in elements; columns lie side by side

struct Attention {
    Rows q, k, v, out, of_out;          // of_out: the gradient of the result
    Rows of_q, of_k, of_v;
    Rows mask;
    i64 mask_column;
    u64 logs, inner;                    // (N, H, queries): log of the sum of exponentials; gradient * result
    u64 samples, heads, queries, keys, depth, width;
    double scale;
    double keep;                        // the probability that dropout keeps a weight
    u64 seed, offset;                   // of the random numbers
    u64 recorded, drawn;                // addresses to add seed and offset from, or 0; addresses to save them at for backward
    u64 partial, splits;                // on tensor cores: the gradients of queries, a part for each split of the keys
    i32 causal, mask_kind;              // 0: none; 1: additive, of the operands' dtype; 2: bool, true where a key is visible
};

// Applies dropout to a weight: zero, or scaled up. The same seed and offset give the same result again in backward.
struct Dropout {
    u64 seed, offset, row; // the row of the first query
    float keep;
    bool none;
    __device__ __forceinline__ Dropout(const Attention& s, u64 sample, u64 head) {
        none = s.keep == 1, keep = (float)s.keep, seed = s.seed, offset = s.offset, row = (sample * s.heads + head) * s.queries;
        if (s.recorded) seed += ((const u64*)s.recorded)[0], offset += ((const u64*)s.recorded)[1];
    }
    template <class V> __device__ __forceinline__ V factor(const Attention& s, u64 query, u64 key) const {
        if (none) return 1;
        const Draw draw = philox(seed, (row + query) * ((s.keys + 3) / 4) + key / 4, offset);
        const u32 first = key & 1 ? draw.at[1] : draw.at[0], second = key & 1 ? draw.at[3] : draw.at[2];
        return uniform(key & 2 ? second : first) <= keep ? (V)1 / (V)s.keep : (V)0;
    }
};

// ROWS query rows and COLUMNS keys at a time; a block has SIDE * SIDE threads.
template <class V, int DIM> struct Forward {
    static constexpr int SIZE = (int)sizeof(V) / 4;
    static constexpr int WIDE = DIM * SIZE; // a row's bytes in shared memory
    static constexpr int ROWS = WIDE <= 64 ? 64 : WIDE <= 128 ? 32 : 16;
    static constexpr int COLUMNS = WIDE <= 32 ? 64 : WIDE <= 128 ? 32 : 16;
    static constexpr int SIDE = 16;
};
// Four tiles in shared memory instead of two.
template <class V, int DIM> struct Backward {
    static constexpr int MOST = 2048 / (DIM * (int)sizeof(V) / 4), ROWS = MOST < 32 ? MOST : 32;
    static constexpr int COLUMNS = ROWS;
    static constexpr int SIDE = ROWS < 16 ? ROWS : 16;
};

// Rows of DIM numbers in shared memory, padded by a pack, so that threads reading neighbouring rows use different banks.
template <class V, int DIM> struct Tile {
    static constexpr int WIDTH = 16 / sizeof(V), STRIDE = DIM + WIDTH;
    typedef Pack<V, WIDTH> Line;
};

template <class T> INLINE const T* rows_of(const Rows& rows, u64 sample, u64 head) {
    return (const T*)rows.address + (i64)sample * rows.sample + (i64)head * rows.head;
}

// Loads `count` rows from `first` on; fills rows beyond `end` and columns beyond `columns` with zeros.
template <class T, class V, int DIM> INLINE void load_tile(V* tile, const T* rows, i64 stride, u64 first, int count, u64 end, u64 columns) {
    constexpr int W = 16 / sizeof(T), STRIDE = Tile<V, DIM>::STRIDE;
    const bool packed = columns % W == 0 && stride % W == 0 && is_aligned((u64)rows, 16);
    for (int i = threadIdx.x; i < count * (DIM / W); i += blockDim.x) {
        const int row = i / (DIM / W), column = i % (DIM / W) * W;
        Pack<T, W> pack;
        const bool inside = first + row < end;
        const T* from = rows + (i64)(first + row) * stride + column;
        if (inside && packed && column + W <= (i64)columns) pack = *(const Pack<T, W>*)from;
        else for (int j = 0; j < W; j++) pack.at[j] = inside && column + j < (i64)columns ? from[j] : (T)0.f;
        for (int j = 0; j < W; j++) tile[row * STRIDE + column + j] = (V)pack.at[j];
    }
}

// sums[i][j] = row (y + SIDE * i) of a times row (x + SIDE * j) of b.
template <class V, int DIM, int SIDE, int R, int C> INLINE void rows_by_rows(V (&sums)[R][C], const V* a, const V* b) {
    typedef typename Tile<V, DIM>::Line Line;
    constexpr int STRIDE = Tile<V, DIM>::STRIDE, W = Tile<V, DIM>::WIDTH;
    const int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
    for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) sums[i][j] = 0;
    #pragma unroll 4
    for (int d = 0; d < DIM; d += W) {
        Line left[R], right[C];
        for (int i = 0; i < R; i++) left[i] = *(const Line*)(a + (y + SIDE * i) * STRIDE + d);
        for (int j = 0; j < C; j++) right[j] = *(const Line*)(b + (x + SIDE * j) * STRIDE + d);
        for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) for (int w = 0; w < W; w++) sums[i][j] += left[i].at[w] * right[j].at[w];
    }
}

// The columns of DIM that a thread keeps: PARTS packs of EACH, SIDE * EACH apart.
template <class V, int DIM, int SIDE> struct Kept {
    static constexpr int OF_THREAD = DIM / SIDE, WIDTH = 16 / sizeof(V);
    static constexpr int EACH = OF_THREAD < WIDTH ? OF_THREAD : WIDTH, PARTS = OF_THREAD / EACH;
};

// sums[i][...] += row (y + SIDE * i) of a square of COLUMNS columns times the rows of b.
template <class V, int DIM, int SIDE, int COLUMNS, int R, int N> INLINE void square_by_rows(V (&sums)[R][N], const V* square, const V* b) {
    typedef Kept<V, DIM, SIDE> K;
    typedef typename Tile<V, COLUMNS>::Line Line;
    typedef Pack<V, K::EACH> Part;
    constexpr int W = Tile<V, COLUMNS>::WIDTH;
    const int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
    #pragma unroll 2
    for (int c = 0; c < COLUMNS; c += W) {
        Line left[R];
        for (int i = 0; i < R; i++) left[i] = *(const Line*)(square + (y + SIDE * i) * Tile<V, COLUMNS>::STRIDE + c);
        for (int w = 0; w < W; w++)
            for (int part = 0; part < K::PARTS; part++) {
                const Part right = *(const Part*)(b + (c + w) * Tile<V, DIM>::STRIDE + (part * SIDE + x) * K::EACH);
                for (int i = 0; i < R; i++) for (int e = 0; e < K::EACH; e++) sums[i][part * K::EACH + e] += left[i].at[w] * right.at[e];
            }
    }
}

// Writes the result of `square_by_rows`.
template <class T, class V, int DIM, int SIDE, int R, int N> INLINE void put_rows(const Rows& rows, u64 sample, u64 head, u64 first, u64 end, u64 columns, const V (&sums)[R][N]) {
    typedef Kept<V, DIM, SIDE> K;
    const int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
    T* to = (T*)rows_of<T>(rows, sample, head);
    for (int i = 0; i < R; i++)
        for (int n = 0; n < N; n++) {
            const u64 row = first + y + SIDE * i, column = (n / K::EACH * SIDE + x) * K::EACH + n % K::EACH;
            if (row < end && column < columns) to[(i64)row * rows.row + (i64)column] = convert<T>(sums[i][n]);
        }
}

// A score from the product of a query and a key; -inf if the key is masked.
template <class T, class V> INLINE V score_of(const Attention& s, u64 sample, u64 head, u64 query, u64 key, V product) {
    const V none = Limits<V>::lowest();
    if (query >= s.queries || key >= s.keys || (s.causal && key > query)) return none;
    V score = product * (V)s.scale;
    if (s.mask_kind) {
        const i64 at = (i64)sample * s.mask.sample + (i64)head * s.mask.head + (i64)query * s.mask.row + (i64)key * s.mask_column;
        if (s.mask_kind == 1) score += (V)element<T>(s.mask.address, at);
        else if (!element<bool>(s.mask.address, at)) return none;
    }
    return score;
}

template <class T, int DIM> INLINE void attention(const Attention& s) {
    typedef Sum<T> V;
    typedef Forward<V, DIM> F;
    constexpr int ROWS = F::ROWS, COLUMNS = F::COLUMNS, SIDE = F::SIDE, R = ROWS / SIDE, C = COLUMNS / SIDE, N = DIM / SIDE;
    constexpr int SQUARE = Tile<V, COLUMNS>::STRIDE, TOGETHER = SIDE * SIDE / ROWS; // TOGETHER: threads that share a row's maximum and sum
    __shared__ __align__(16) V queries[ROWS * Tile<V, DIM>::STRIDE], others[COLUMNS * Tile<V, DIM>::STRIDE], square[ROWS * SQUARE];
    __shared__ V factors[ROWS];
    const V none = Limits<V>::lowest();
    const int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE, own = threadIdx.x / TOGETHER, part = threadIdx.x % TOGETHER;
    const u64 tiles = (s.queries + ROWS - 1) / ROWS;
    for (u64 block = blockIdx.x; block < tiles * s.samples * s.heads; block += gridDim.x) {
        // The last queries first: with a causal mask they have the most keys.
        const u64 first = (tiles - 1 - block % tiles) * ROWS, head = block / tiles % s.heads, sample = block / tiles / s.heads;
        const T *k = rows_of<T>(s.k, sample, head), *v = rows_of<T>(s.v, sample, head);
        const Dropout dropout(s, sample, head);
        if (s.drawn && block == 0 && threadIdx.x == 0) ((u64*)s.drawn)[0] = dropout.seed, ((u64*)s.drawn)[1] = dropout.offset;
        __syncthreads();
        load_tile<T, V, DIM>(queries, rows_of<T>(s.q, sample, head), s.q.row, first, ROWS, s.queries, s.depth);
        V sums[R][N], greatest = none, total = 0; // greatest and total belong to row `own`
        for (int i = 0; i < R; i++) for (int n = 0; n < N; n++) sums[i][n] = 0;
        const u64 reach = s.causal && first + ROWS < s.keys ? first + ROWS : s.keys;
        for (u64 at = 0; at < reach; at += COLUMNS) {
            __syncthreads(); // the previous values have been read
            load_tile<T, V, DIM>(others, k, s.k.row, at, COLUMNS, s.keys, s.depth);
            __syncthreads();
            V scores[R][C];
            rows_by_rows<V, DIM, SIDE>(scores, queries, others);
            for (int i = 0; i < R; i++) for (int j = 0; j < C; j++)
                square[(y + SIDE * i) * SQUARE + x + SIDE * j] =
                    score_of<T>(s, sample, head, first + y + SIDE * i, at + x + SIDE * j, scores[i][j]);
            __syncthreads();
            load_tile<T, V, DIM>(others, v, s.v.row, at, COLUMNS, s.keys, s.width);
            V* row = square + own * SQUARE;
            V best = greatest, more = 0;
            for (int c = part; c < COLUMNS; c += TOGETHER) best = number::maximum(best, row[c]);
            for (int bit = 1; bit < TOGETHER; bit *= 2) best = number::maximum(best, __shfl_xor_sync(0xffffffffu, best, bit));
            const V base = best == none ? (V)0 : best, factor = number::exp(greatest - base);
            for (int c = part; c < COLUMNS; c += TOGETHER) {
                const V weight = number::exp(row[c] - base);
                row[c] = weight * dropout.factor<V>(s, first + own, at + c), more += weight;
            }
            for (int bit = 1; bit < TOGETHER; bit *= 2) more += __shfl_xor_sync(0xffffffffu, more, bit);
            greatest = best, total = total * factor + more;
            if (part == 0) factors[own] = factor;
            __syncthreads();
            for (int i = 0; i < R; i++) for (int n = 0; n < N; n++) sums[i][n] *= factors[y + SIDE * i];
            square_by_rows<V, DIM, SIDE, COLUMNS>(sums, square, others);
        }
        __syncthreads();
        if (part == 0) {
            factors[own] = total == 0 ? (V)0 : (V)1 / total; // a query without visible keys gives zeros
            if (first + own < s.queries)
                element<V>(s.logs, (i64)((sample * s.heads + head) * s.queries + first + own)) = total == 0 ? none : greatest + number::log(total);
        }
        __syncthreads();
        for (int i = 0; i < R; i++) for (int n = 0; n < N; n++) sums[i][n] *= factors[y + SIDE * i];
        put_rows<T, V, DIM, SIDE>(s.out, sample, head, first, s.queries, s.width, sums);
    }
}

// The dot product of each query's gradient and result, which the softmax's gradient subtracts from every score. One warp each.
template <class T> INLINE void attention_inner(const Attention& s) {
    typedef Sum<T> V;
    const u64 warps = thread_count() / 32;
    for (u64 number = thread_number() / 32; number < s.samples * s.heads * s.queries; number += warps) {
        const u64 query = number % s.queries, head = number / s.queries % s.heads, sample = number / s.queries / s.heads;
        const T* out = rows_of<T>(s.out, sample, head) + (i64)query * s.out.row;
        const T* gradient = rows_of<T>(s.of_out, sample, head) + (i64)query * s.of_out.row;
        V sum = 0;
        for (u64 column = threadIdx.x & 31; column < s.width; column += 32) sum += (V)out[column] * (V)gradient[column];
        for (int bit = 16; bit; bit /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, bit);
        if ((threadIdx.x & 31) == 0) element<V>(s.inner, (i64)number) = sum;
    }
}

// Gradients of a few queries, iterating over the keys, or (OF_KEYS) of a few keys and values, iterating over the
// queries. Scores are recomputed; the block's own rows are their rows.
template <class T, int DIM, bool OF_KEYS> INLINE void attention_backward(const Attention& s) {
    typedef Sum<T> V;
    typedef Backward<V, DIM> B;
    constexpr int ROWS = B::ROWS, COLUMNS = B::COLUMNS, SIDE = B::SIDE, R = ROWS / SIDE, C = COLUMNS / SIDE, N = DIM / SIDE;
    constexpr int SQUARE = Tile<V, COLUMNS>::STRIDE, SIZE = ROWS * Tile<V, DIM>::STRIDE;
    // Queries and their result's gradient, or keys and values: the block's own rows, and the other side's.
    __shared__ __align__(16) V own[SIZE], own_other[SIZE], others[SIZE], others_other[SIZE], square[ROWS * SQUARE];
    const int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
    const u64 count = OF_KEYS ? s.keys : s.queries, passing = OF_KEYS ? s.queries : s.keys;
    const Rows& a = OF_KEYS ? s.k : s.q; const Rows& a_other = OF_KEYS ? s.v : s.of_out;
    const Rows& b = OF_KEYS ? s.q : s.k; const Rows& b_other = OF_KEYS ? s.of_out : s.v;
    const u64 tiles = (count + ROWS - 1) / ROWS;
    for (u64 block = blockIdx.x; block < tiles * s.samples * s.heads; block += gridDim.x) {
        const u64 tile = OF_KEYS ? block % tiles : tiles - 1 - block % tiles;
        const u64 first = tile * ROWS, head = block / tiles % s.heads, sample = block / tiles / s.heads;
        const i64 per_query = (i64)((sample * s.heads + head) * s.queries);
        const Dropout dropout(s, sample, head);
        __syncthreads();
        load_tile<T, V, DIM>(own, rows_of<T>(a, sample, head), a.row, first, ROWS, count, s.depth);
        load_tile<T, V, DIM>(own_other, rows_of<T>(a_other, sample, head), a_other.row, first, ROWS, count, s.width);
        V sums[R][N], of_values[R][N]; // of_values: for keys only
        for (int i = 0; i < R; i++) for (int n = 0; n < N; n++) sums[i][n] = of_values[i][n] = 0;
        const u64 from = OF_KEYS && s.causal ? first / COLUMNS * COLUMNS : 0;
        const u64 reach = !OF_KEYS && s.causal && first + ROWS < passing ? first + ROWS : passing;
        for (u64 at = from; at < reach; at += COLUMNS) {
            __syncthreads();
            load_tile<T, V, DIM>(others, rows_of<T>(b, sample, head), b.row, at, COLUMNS, passing, s.depth);
            load_tile<T, V, DIM>(others_other, rows_of<T>(b_other, sample, head), b_other.row, at, COLUMNS, passing, s.width);
            __syncthreads();
            V weights[R][C], of_weights[R][C];
            rows_by_rows<V, DIM, SIDE>(weights, own, others);
            rows_by_rows<V, DIM, SIDE>(of_weights, own_other, others_other);
            for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) {
                const u64 row = first + y + SIDE * i, column = at + x + SIDE * j, query = OF_KEYS ? column : row;
                const V score = score_of<T>(s, sample, head, query, OF_KEYS ? row : column, weights[i][j]);
                const V log = query < s.queries ? element<V>(s.logs, per_query + (i64)query) : Limits<V>::lowest();
                const V weight = log == Limits<V>::lowest() ? (V)0 : number::exp(score - log);
                const V inner = query < s.queries ? element<V>(s.inner, per_query + (i64)query) : (V)0;
                const V kept = dropout.factor<V>(s, query, OF_KEYS ? row : column);
                weights[i][j] = weight * kept;
                of_weights[i][j] = weight * (of_weights[i][j] * kept - inner) * (V)s.scale;
            }
            if (OF_KEYS) {
                for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) square[(y + SIDE * i) * SQUARE + x + SIDE * j] = weights[i][j];
                __syncthreads();
                square_by_rows<V, DIM, SIDE, COLUMNS>(of_values, square, others_other);
                __syncthreads();
            }
            for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) square[(y + SIDE * i) * SQUARE + x + SIDE * j] = of_weights[i][j];
            __syncthreads();
            square_by_rows<V, DIM, SIDE, COLUMNS>(sums, square, others);
        }
        put_rows<T, V, DIM, SIDE>(OF_KEYS ? s.of_k : s.of_q, sample, head, first, count, s.depth, sums);
        if (OF_KEYS) put_rows<T, V, DIM, SIDE>(s.of_v, sample, head, first, count, s.width, of_values);
    }
}
