// Batched matrix products without cuBLASLt. A block computes a 16 x 16 tile of the result: it loads matching tiles of both
// operands into shared memory, and each thread sums one element.

struct MatMul {
    u64 a, b, output, bias;        // addresses; bias 0: none
    u64 rows, columns, inner, batches;
    i64 a_strides[2], b_strides[2], output_strides[2], bias_strides[2];
    double alpha, beta;
    Strided batch;                 // output, a, b
};

template <class T> INLINE void matmul(const MatMul& s) {
    typedef Sum<T> V;
    __shared__ V a_tile[16][17], b_tile[16][17];
    u32 x = threadIdx.x % 16, y = threadIdx.x / 16;
    u64 across = (s.columns + 15) / 16, down = (s.rows + 15) / 16;
    for (u64 tile = blockIdx.x; tile < across * down * s.batches; tile += gridDim.x) {
        Offsets batch = locate<3>(s.batch, tile / (across * down));
        u64 row = tile / across % down * 16 + y, column = tile % across * 16 + x;
        V total = 0;
        for (u64 base = 0; base < s.inner; base += 16) {
            u64 k = base + x, l = base + y;
            a_tile[y][x] = row < s.rows && k < s.inner
                ? (V)element<T>(s.a, batch.at[1] + (i64)row * s.a_strides[0] + (i64)k * s.a_strides[1]) : (V)0;
            b_tile[y][x] = l < s.inner && column < s.columns
                ? (V)element<T>(s.b, batch.at[2] + (i64)l * s.b_strides[0] + (i64)column * s.b_strides[1]) : (V)0;
            __syncthreads();
            for (int j = 0; j < 16; j++) total += a_tile[y][j] * b_tile[j][x];
            __syncthreads();
        }
        if (row < s.rows && column < s.columns) {
            total *= (V)s.alpha;
            if (s.bias) total += (V)s.beta * (V)element<T>(s.bias, (i64)row * s.bias_strides[0] + (i64)column * s.bias_strides[1]);
            element<T>(s.output, batch.at[0] + (i64)row * s.output_strides[0] + (i64)column * s.output_strides[1]) = convert<T>(total);
        }
    }
}
