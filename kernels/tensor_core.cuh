// Tensor cores: products of small tiles from fragments in registers, read from rows in shared memory that asynchronous copies
// fill. PTX for sm_80 and later; the emulator's own compiler cannot run it.

INLINE u32 shared_address(const void* memory) { return (u32)__cvta_generic_to_shared(memory); }

// Copies 16 bytes, or writes 16 zeros without reading.
INLINE void copy_async(u32 to, const void* from, bool inside) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(inside ? 16 : 0) : "memory");
}
INLINE void commit_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
INLINE void await_copies() { asm volatile("cp.async.wait_group 0;" ::: "memory"); }

// 2^x
INLINE float power_of_two(float x) {
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

// Rows of BYTES bytes in chunks of 16. The chunks of a row are permuted, so that the same chunk of eight rows lies in different
// banks. A step is two chunks wide: what one product takes.
template <int BYTES> INLINE u32 place_in_rows(int row, int step, int half) {
    static_assert(BYTES % 128 == 0 || BYTES == 64, "rows of whole groups of chunks");
    if constexpr (BYTES == 64) return row * BYTES + (((step * 2) ^ half ^ (row / 2 % 4)) * 16);
    else return row * BYTES + step / 4 * 128 + (((step % 4 * 2) ^ half ^ (row % 8)) * 16);
}

// Four matrices of 8 rows of 16 bytes; a lane passes the address of a row.
INLINE void load_matrices(u32 (&to)[4], u32 row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3]) : "r"(row));
}
INLINE void load_matrices_transposed(u32 (&to)[4], u32 row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3]) : "r"(row));
}
INLINE u32 load_word(u32 address) {
    u32 word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(address));
    return word;
}

#define PRODUCT(kind, sums, a, first, second)                                                                               \
    asm("mma.sync.aligned." kind " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                         \
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])                                                        \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(first), "r"(second))

// Fragments of 16-bit operands: a product is 16 by 8, 16 deep.
template <class T> struct HalfUnit {
    DEVICE void round(u32 (&)[4]) {}
    // The second operand for a step of its depth and two tiles of 8 columns, from rows along the depth.
    template <int BYTES> DEVICE void columns(u32 (&to)[4], u32 rows, int depth, int pair, int lane) {
        load_matrices_transposed(to, rows + place_in_rows<BYTES>(depth * 16 + lane % 16, pair, lane / 16));
    }
    // The first operand for a step of its depth and 16 rows, from rows along the depth: `columns` in the order of rows.
    template <int BYTES> DEVICE void turned(u32 (&to)[4], u32 rows, int depth, int tile, int lane) {
        load_matrices_transposed(to, rows + place_in_rows<BYTES>(depth * 16 + lane % 8 + lane / 16 * 8, tile, lane / 8 % 2));
    }
    // The first operand for a step of its depth, from sums.
    template <int N> DEVICE void of_sums(u32 (&to)[4], const float (&sums)[N][4], int depth) {
        const float(&left)[4] = sums[2 * depth];
        const float(&right)[4] = sums[2 * depth + 1];
        to[0] = T::pair(left[0], left[1]), to[1] = T::pair(left[2], left[3]);
        to[2] = T::pair(right[0], right[1]), to[3] = T::pair(right[2], right[3]);
    }
    // Two neighbours in a row of shared memory.
    DEVICE void put(u32 row_chunk, int column, float first, float second) {
        asm volatile("st.shared.u32 [%0], %1;" ::"r"(row_chunk + column * 2), "r"(T::pair(first, second)) : "memory");
    }
};

// What a tensor core does with a type.
template <class T> struct Unit;
template <> struct Unit<bf16> : HalfUnit<Unit<bf16>> {
    DEVICE void add(float (&sums)[4], const u32 (&a)[4], u32 first, u32 second) {
        PRODUCT("m16n8k16.row.col.f32.bf16.bf16.f32", sums, a, first, second);
    }
    DEVICE u32 pair(float low, float high) {
        u32 both;
        asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
        return both;
    }
};
template <> struct Unit<f16> : HalfUnit<Unit<f16>> {
    DEVICE void add(float (&sums)[4], const u32 (&a)[4], u32 first, u32 second) {
        PRODUCT("m16n8k16.row.col.f32.f16.f16.f32", sums, a, first, second);
    }
    DEVICE u32 pair(float low, float high) {
        u32 both;
        asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
        return both;
    }
};
// float32 rounded to TF32: a product is 16 by 8, 8 deep. Along the depth, lane t holds numbers 2t and 2t + 1 of both operands
// instead of t and t + 4, so that sums become operands where they are.
template <> struct Unit<float> {
    DEVICE u32 rounded(u32 bits) {
        u32 to;
        asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(to) : "f"(bits_float(bits)));
        return to;
    }
    DEVICE void round(u32 (&of)[4]) {
        for (int i = 0; i < 4; i++) of[i] = rounded(of[i]);
    }
    DEVICE void add(float (&sums)[4], const u32 (&a)[4], u32 first, u32 second) {
        PRODUCT("m16n8k8.row.col.f32.tf32.tf32.f32", sums, a, first, second);
    }
    // A number in a row along columns.
    template <int BYTES> DEVICE u32 number(u32 rows, int row, int eight, int column) {
        return rounded(load_word(rows + place_in_rows<BYTES>(row, eight, column / 4) + column % 4 * 4));
    }
    template <int BYTES> DEVICE void columns(u32 (&to)[4], u32 rows, int depth, int pair, int lane) {
        for (int i = 0; i < 4; i++) to[i] = number<BYTES>(rows, depth * 8 + lane % 4 * 2 + i % 2, pair * 2 + i / 2, lane / 4);
    }
    template <int BYTES> DEVICE void turned(u32 (&to)[4], u32 rows, int depth, int tile, int lane) {
        for (int i = 0; i < 4; i++) to[i] = number<BYTES>(rows, depth * 8 + lane % 4 * 2 + i / 2, tile * 2 + i % 2, lane / 4);
    }
    template <int N> DEVICE void of_sums(u32 (&to)[4], const float (&sums)[N][4], int depth) {
        for (int i = 0; i < 4; i++) to[i] = rounded(float_bits(sums[depth][i / 2 + i % 2 * 2]));
    }
    DEVICE void put(u32 row_chunk, int column, float first, float second) {
        asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(row_chunk + column * 4), "f"(first), "f"(second) : "memory");
    }
};

// The first operand: 16 rows, a step of two chunks.
template <class T, int BYTES> INLINE void load_left(u32 (&to)[4], u32 rows, int first, int step, int lane) {
    load_matrices(to, rows + place_in_rows<BYTES>(first + lane % 16, step, lane / 16));
    Unit<T>::round(to);
}
// The second operand for two tiles of 8 columns: 16 rows, each a column of the operand.
template <class T, int BYTES> INLINE void load_right(u32 (&to)[4], u32 rows, int first, int step, int lane) {
    load_matrices(to, rows + place_in_rows<BYTES>(first + lane % 8 + lane / 16 * 8, step, lane / 8 % 2));
    Unit<T>::round(to);
}

// sums[i][j] += 16 rows of a, from `row` + 16 i on, times 8 rows of b, from 8 j on.
template <class T, int BYTES, int R, int N> INLINE void add_rows_by_rows(float (&sums)[R][N][4], u32 a, int row, u32 b, int lane) {
    #pragma unroll
    for (int step = 0; step < BYTES / 32; step++) {
        u32 left[R][4], right[4];
        #pragma unroll
        for (int i = 0; i < R; i++) load_left<T, BYTES>(left[i], a, row + 16 * i, step, lane);
        #pragma unroll
        for (int j = 0; j < N / 2; j++) {
            load_right<T, BYTES>(right, b, 16 * j, step, lane);
            #pragma unroll
            for (int i = 0; i < R; i++) {
                Unit<T>::add(sums[i][2 * j], left[i], right[0], right[1]);
                Unit<T>::add(sums[i][2 * j + 1], left[i], right[2], right[3]);
            }
        }
    }
}

// sums[i] += tile i of a, in registers, times the rows of b, from the pair of column tiles `first` on.
template <class T, int BYTES, int R, int N, int M> INLINE void add_sums_by_columns(float (&sums)[R][N][4], const float (&a)[R][M][4], u32 b, int lane, int first = 0) {
    #pragma unroll
    for (int depth = 0; depth < M * (int)sizeof(T) / 4; depth++) {
        u32 left[R][4], right[4];
        #pragma unroll
        for (int i = 0; i < R; i++) Unit<T>::of_sums(left[i], a[i], depth);
        #pragma unroll
        for (int j = 0; j < N / 2; j++) {
            Unit<T>::template columns<BYTES>(right, b, depth, first + j, lane);
            #pragma unroll
            for (int i = 0; i < R; i++) {
                Unit<T>::add(sums[i][2 * j], left[i], right[0], right[1]);
                Unit<T>::add(sums[i][2 * j + 1], left[i], right[2], right[3]);
            }
        }
    }
}

template <int R, int N> INLINE void clear_sums(float (&sums)[R][N][4]) {
    #pragma unroll
    for (int i = 0; i < R * N * 4; i++) sums[i / (N * 4)][i / 4 % N][i % 4] = 0;
}

// Begins to copy COUNT rows from `first` on; rows from `end` on and columns from `columns` on become zeros. All addresses are
// multiples of 16 bytes.
template <class T, int DIM, int COUNT, int THREADS> INLINE void copy_rows(u32 tile, const T* rows, i64 stride, int first, int end, int columns) {
    constexpr int BYTES = DIM * (int)sizeof(T), CHUNKS = BYTES / 16, W = 16 / sizeof(T), EACH = THREADS / CHUNKS;
    static_assert(THREADS % CHUNKS == 0 && COUNT % EACH == 0, "every thread copies the same chunk of several rows");
    const int row = threadIdx.x / CHUNKS, chunk = threadIdx.x % CHUNKS;
    const int left = end - first < COUNT ? end - first : COUNT, inside = chunk * W < columns ? left : 0;
    const T* from = rows + (i64)(first + row) * stride + chunk * W;
    #pragma unroll
    for (int i = 0; i < COUNT; i += EACH)
        copy_async(tile + place_in_rows<BYTES>(row + i, chunk / 2, chunk % 2), from + i * stride, row + i < inside);
}
