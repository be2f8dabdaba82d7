// Normalization: one block per group of statistics. The group stays in registers from the first pass to the last if it fits, so
// that x is read once and y written once; longer groups are read again. Channels of (N, C) are adjacent in memory: there a
// block takes 32 of them (`columns`).

struct Norm {
    u64 x, y;                    // backward: y is the gradient of x
    u64 gradient;
    u64 weight, bias;            // 0: none. Backward: the gradients go to `of_weight` and `of_bias`
    u64 of_weight, of_bias;
    u64 mean, variance;
    u64 running_mean, running_variance;
    u64 partials;
    u64 rows;                    // groups of statistics; row r begins at element r * length
    u64 samples, length, apart;  // a row's elements: `samples` runs of `length`, `apart` elements from each other
    u64 groups, each;            // row r uses parameters from r % groups * each on; runs of equal length share one
    u64 splits;
    double eps, momentum;
    i32 rms, packed;             // packed: runs begin and end at multiples of 16 bytes
    i32 given, reserved;         // normalize by the running statistics, which are constants
};

// The most packs that a thread keeps.
#define KEPT 4

template <class V> struct Two { V a, b; };
template <class V> struct TwoOver {
    typedef Two<V> State;
    DEVICE State start() { State state; state.a = state.b = 0; return state; }
    DEVICE void merge(State& state, const State& other) { state.a += other.a, state.b += other.b; }
};

// Merges a block's states for all its threads.
template <class F> INLINE typename F::State block_merge_for_all(typename F::State state) {
    __shared__ typename F::State whole;
    state = block_merge<F>(state);
    __syncthreads(); // the previous result has been read
    if (threadIdx.x == 0) whole = state;
    __syncthreads();
    return whole;
}

INLINE u64 quotient_of(u64 a, u64 b) { return (a | b) >> 32 ? a / b : (u32)a / (u32)b; }

// The offset of element `number` from the row's beginning.
INLINE u64 place_in_row(const Norm& s, u64 number) {
    if (s.samples == 1) return number;
    u64 run = quotient_of(number, s.length);
    return run * s.apart + (number - run * s.length);
}

// The parameter's index for element `number` of a row.
INLINE u64 parameter_in_row(const Norm& s, u64 row, u64 number) {
    u64 first = row - quotient_of(row, s.groups) * s.groups;
    if (s.each == 1) return first;
    return first * s.each + (s.each == s.length ? number : quotient_of(number, s.length / s.each));
}

template <class P, class V> INLINE V parameter_at(u64 address, u64 at, V otherwise) {
    return address ? (V)((const P*)address)[at] : otherwise;
}

// Calls `visit(k, place, number)` for this thread's packs of W elements: pack k, its offset, the number of its first element.
template <int W, class Visit> INLINE void each_kept(const Norm& s, u64 packs, Visit visit) {
    #pragma unroll
    for (int k = 0; k < KEPT; k++) {
        u64 pack = threadIdx.x + (u64)k * blockDim.x;
        if (pack < packs) visit(k, place_in_row(s, pack * W), pack * W);
    }
}
template <int W, class Visit> INLINE void each_pack(const Norm& s, u64 packs, Visit visit) {
    for (u64 pack = threadIdx.x; pack < packs; pack += blockDim.x) visit(place_in_row(s, pack * W), pack * W);
}

template <class T, class P, class V> INLINE void put_statistics(const Norm& s, u64 row, V mean, V variance) {
    element<V>(s.mean, (i64)row) = mean;
    element<V>(s.variance, (i64)row) = variance;
    const V part = (V)s.momentum, count = (V)(s.samples * s.length);
    if (s.running_mean) {
        P& running = element<P>(s.running_mean, (i64)row);
        running = convert<P>((V)running * (1 - part) + mean * part);
    }
    if (s.running_variance) {
        P& running = element<P>(s.running_variance, (i64)row);
        running = convert<P>((V)running * (1 - part) + variance * (part * count / (count - 1)));
    }
}

template <class T, class P, int W> INLINE void norm_rows_by(const Norm& s) {
    typedef Sum<T> V;
    typedef Pack<T, W> Line;
    const u64 count = s.samples * s.length, packs = count / W;
    const bool kept = packs <= (u64)KEPT * blockDim.x;
    for (u64 row = blockIdx.x; row < s.rows; row += gridDim.x) {
        const T* x = (const T*)s.x + row * s.length;
        T* y = (T*)s.y + row * s.length;
        Line lines[KEPT];
        V mean = 0, squares = 0;
        if (kept) {
            V total = 0;
            each_kept<W>(s, packs, [&](int k, u64 place, u64) {
                lines[k] = *(const Line*)(x + place);
                for (int j = 0; j < W; j++) total += (V)lines[k].at[j];
            });
            if (!s.rms) mean = block_merge_for_all<SumOver<V>>(total) / (V)count;
            each_kept<W>(s, packs, [&](int k, u64, u64) {
                for (int j = 0; j < W; j++) squares += ((V)lines[k].at[j] - mean) * ((V)lines[k].at[j] - mean);
            });
            squares = block_merge_for_all<SumOver<V>>(squares);
        } else if (s.rms) {
            each_pack<W>(s, packs, [&](u64 place, u64) {
                Line line = *(const Line*)(x + place);
                for (int j = 0; j < W; j++) squares += (V)line.at[j] * (V)line.at[j];
            });
            squares = block_merge_for_all<SumOver<V>>(squares);
        } else {
            Moments<V> moments = VarOver<V>::start();
            each_pack<W>(s, packs, [&](u64 place, u64) {
                Line line = *(const Line*)(x + place);
                for (int j = 0; j < W; j++) VarOver<V>::add(moments, (V)line.at[j], 0, 0);
            });
            moments = block_merge_for_all<VarOver<V>>(moments);
            mean = moments.mean, squares = moments.squares;
        }
        const V variance = squares / (V)count, scale = (V)1 / number::sqrt(variance + (V)s.eps);
        if (threadIdx.x == 0) put_statistics<T, P>(s, row, mean, variance);
        auto write = [&](Line line, u64 place, u64 number) {
            for (int j = 0; j < W; j++) {
                u64 at = parameter_in_row(s, row, number + j);
                V scaled = ((V)line.at[j] - mean) * scale;
                line.at[j] = convert<T>(scaled * parameter_at<P>(s.weight, at, (V)1) + parameter_at<P>(s.bias, at, (V)0));
            }
            *(Line*)(y + place) = line;
        };
        if (kept) each_kept<W>(s, packs, [&](int k, u64 place, u64 number) { write(lines[k], place, number); });
        else each_pack<W>(s, packs, [&](u64 place, u64 number) { write(*(const Line*)(x + place), place, number); });
    }
}
template <class T, class P> INLINE void norm_rows(const Norm& s) {
    if (s.packed) norm_rows_by<T, P, 16 / sizeof(T)>(s);
    else norm_rows_by<T, P, 1>(s);
}

// A block's threads as 8 lines of 32 columns: `state` is each thread's, the result each column's.
template <class F> INLINE typename F::State columns_merge(typename F::State state) {
    __shared__ typename F::State all[8][32];
    const u32 lane = threadIdx.x & 31, line = threadIdx.x / 32;
    __syncthreads(); // the previous states have been read
    all[line][lane] = state;
    __syncthreads();
    state = all[0][lane];
    for (u32 other = 1; other < blockDim.x / 32; other++) F::merge(state, all[other][lane]);
    return state;
}

template <class T, class P> INLINE void norm_columns(const Norm& s) {
    typedef Sum<T> V;
    const u64 line = threadIdx.x / 32, lines = blockDim.x / 32;
    for (u64 first = (u64)blockIdx.x * 32; first < s.rows; first += (u64)gridDim.x * 32) {
        const u64 row = first + (threadIdx.x & 31);
        const T* x = (const T*)s.x + row;
        Moments<V> moments = VarOver<V>::start();
        if (row < s.rows)
            for (u64 n = line; n < s.samples; n += lines) VarOver<V>::add(moments, (V)x[n * s.apart], 0, 0);
        moments = columns_merge<VarOver<V>>(moments);
        if (row >= s.rows) continue;
        const V mean = moments.mean, variance = moments.squares / (V)s.samples, scale = (V)1 / number::sqrt(variance + (V)s.eps);
        if (line == 0) put_statistics<T, P>(s, row, mean, variance);
        const V weight = parameter_at<P>(s.weight, row, (V)1), bias = parameter_at<P>(s.bias, row, (V)0);
        for (u64 n = line; n < s.samples; n += lines)
            ((T*)s.y)[n * s.apart + row] = convert<T>(((V)x[n * s.apart] - mean) * scale * weight + bias);
    }
}

// Channels normalized by known statistics: each element on its own.
template <class T, class P, int W> INLINE void norm_given_by(const Norm& s) {
    typedef Sum<T> V;
    typedef Pack<T, W> Line;
    GRID_STRIDE(row, s.rows) {
        element<V>(s.mean, (i64)row) = (V)element<P>(s.running_mean, (i64)row);
        element<V>(s.variance, (i64)row) = (V)element<P>(s.running_variance, (i64)row);
    }
    GRID_STRIDE(pack, s.samples * s.rows * s.length / W) {
        u64 run = quotient_of(pack * W, s.length), row = run - quotient_of(run, s.rows) * s.rows;
        Line line = ((const Line*)s.x)[pack];
        V mean = (V)element<P>(s.running_mean, (i64)row);
        V scale = (V)1 / number::sqrt((V)element<P>(s.running_variance, (i64)row) + (V)s.eps);
        V weight = parameter_at<P>(s.weight, row, (V)1), bias = parameter_at<P>(s.bias, row, (V)0);
        for (int j = 0; j < W; j++) line.at[j] = convert<T>(((V)line.at[j] - mean) * scale * weight + bias);
        ((Line*)s.y)[pack] = line;
    }
}
template <class T, class P> INLINE void norm_given(const Norm& s) {
    if (s.packed) norm_given_by<T, P, 16 / sizeof(T)>(s);
    else norm_given_by<T, P, 1>(s);
}

// The sums from which a row's gradient is computed: of g, and of g times the normalized x.
template <class T> struct NormedRow {
    typedef Sum<T> V;
    V mean, scale;
    __device__ __forceinline__ NormedRow(const Norm& s, u64 row) {
        mean = s.rms ? (V)0 : element<V>(s.mean, (i64)row);
        scale = (V)1 / number::sqrt(element<V>(s.variance, (i64)row) + (V)s.eps);
    }
    __device__ __forceinline__ V normed(T x) const { return ((V)x - mean) * scale; }
};

// A batch's channel has its own parameters: their gradients are the sums.
template <class P, class V> INLINE void put_channel(const Norm& s, u64 row, const Two<V>& sums) {
    if (s.of_weight) element<P>(s.of_weight, (i64)row) = convert<P>(sums.b);
    if (s.of_bias) element<P>(s.of_bias, (i64)row) = convert<P>(sums.a);
}

template <class T, class P, int W> INLINE void norm_rows_backward_by(const Norm& s) {
    typedef Sum<T> V;
    typedef Pack<T, W> Line;
    const u64 count = s.samples * s.length, packs = count / W;
    const bool kept = packs <= (u64)KEPT * blockDim.x;
    for (u64 row = blockIdx.x; row < s.rows; row += gridDim.x) {
        const T *x = (const T*)s.x + row * s.length, *gradient = (const T*)s.gradient + row * s.length;
        T* of_x = (T*)s.y + row * s.length;
        const NormedRow<T> normed(s, row);
        // One weight for the whole row: it is factored out of the sums.
        const V whole = s.each == 1 ? parameter_at<P>(s.weight, parameter_in_row(s, row, 0), (V)1) : (V)1;
        const u64 weights = s.each == 1 ? 0 : s.weight;
        Line xs[KEPT], gradients[KEPT];
        Two<V> sums = TwoOver<V>::start();
        auto add = [&](const Line& x, const Line& g, u64 number) {
            for (int j = 0; j < W; j++) {
                V weighted = (V)g.at[j] * parameter_at<P>(weights, weights ? parameter_in_row(s, row, number + j) : 0, (V)1);
                sums.a += weighted, sums.b += weighted * normed.normed(x.at[j]);
            }
        };
        if (kept) each_kept<W>(s, packs, [&](int k, u64 place, u64 number) {
            xs[k] = *(const Line*)(x + place), gradients[k] = *(const Line*)(gradient + place);
            add(xs[k], gradients[k], number);
        });
        else each_pack<W>(s, packs, [&](u64 place, u64 number) { add(*(const Line*)(x + place), *(const Line*)(gradient + place), number); });
        sums = block_merge_for_all<TwoOver<V>>(sums);
        if (threadIdx.x == 0) put_channel<P>(s, row, sums);
        const V total = s.rms || s.given ? (V)0 : sums.a / (V)count, along = s.given ? (V)0 : sums.b / (V)count;
        auto write = [&](const Line& x, const Line& g, u64 place, u64 number) {
            Line line;
            for (int j = 0; j < W; j++) {
                V weighted = (V)g.at[j] * parameter_at<P>(weights, weights ? parameter_in_row(s, row, number + j) : 0, (V)1);
                line.at[j] = convert<T>((weighted - total - normed.normed(x.at[j]) * along) * normed.scale * whole);
            }
            *(Line*)(of_x + place) = line;
        };
        if (kept) each_kept<W>(s, packs, [&](int k, u64 place, u64 number) { write(xs[k], gradients[k], place, number); });
        else each_pack<W>(s, packs, [&](u64 place, u64 number) { write(*(const Line*)(x + place), *(const Line*)(gradient + place), place, number); });
    }
}
template <class T, class P> INLINE void norm_rows_backward(const Norm& s) {
    if (s.packed) norm_rows_backward_by<T, P, 16 / sizeof(T)>(s);
    else norm_rows_backward_by<T, P, 1>(s);
}

template <class T, class P> INLINE void norm_columns_backward(const Norm& s) {
    typedef Sum<T> V;
    const u64 line = threadIdx.x / 32, lines = blockDim.x / 32;
    for (u64 first = (u64)blockIdx.x * 32; first < s.rows; first += (u64)gridDim.x * 32) {
        const u64 row = first + (threadIdx.x & 31);
        const T *x = (const T*)s.x + row, *gradient = (const T*)s.gradient + row;
        const NormedRow<T> normed(s, row < s.rows ? row : s.rows - 1);
        Two<V> sums = TwoOver<V>::start();
        if (row < s.rows)
            for (u64 n = line; n < s.samples; n += lines) {
                V g = (V)gradient[n * s.apart];
                sums.a += g, sums.b += g * normed.normed(x[n * s.apart]);
            }
        sums = columns_merge<TwoOver<V>>(sums);
        if (row >= s.rows) continue;
        if (line == 0) put_channel<P>(s, row, sums);
        const V total = s.given ? (V)0 : sums.a / (V)s.samples, along = s.given ? (V)0 : sums.b / (V)s.samples, weight = parameter_at<P>(s.weight, row, (V)1);
        for (u64 n = line; n < s.samples; n += lines)
            ((T*)s.y)[n * s.apart + row] =
                convert<T>(((V)gradient[n * s.apart] - total - normed.normed(x[n * s.apart]) * along) * normed.scale * weight);
    }
}

// Gradients of a layer norm's parameters, one per element of a row: sums down the columns of (rows, parameters), in
// `splits` pieces that `norm_parameters_joined` adds up.
template <class T, class P> INLINE void norm_parameter_columns(const Norm& s) {
    typedef Sum<T> V;
    const u64 parameters = s.groups * s.each, lines = blockDim.x / 32, samples = s.rows / s.groups;
    const u64 tiles = (parameters + 31) / 32, each = (samples + s.splits - 1) / s.splits;
    for (u64 piece = blockIdx.x; piece < tiles * s.splits; piece += gridDim.x) {
        const u64 split = quotient_of(piece, tiles), column = (piece - split * tiles) * 32 + (threadIdx.x & 31);
        const u64 end = (split + 1) * each < samples ? (split + 1) * each : samples;
        Two<V> sums = TwoOver<V>::start();
        if (column < parameters)
            for (u64 n = split * each + threadIdx.x / 32; n < end; n += lines) {
                const NormedRow<T> normed(s, n * s.groups + quotient_of(column, s.each));
                V g = (V)((const T*)s.gradient)[n * parameters + column];
                sums.a += g, sums.b += g * normed.normed(((const T*)s.x)[n * parameters + column]);
            }
        sums = columns_merge<TwoOver<V>>(sums);
        if (column >= parameters || threadIdx.x >= 32) continue;
        if (s.splits == 1) put_channel<P>(s, column, sums);
        else element<Two<V>>(s.partials, (i64)(split * parameters + column)) = sums;
    }
}
template <class T, class P> INLINE void norm_parameters_joined(const Norm& s) {
    typedef Sum<T> V;
    const u64 parameters = s.groups * s.each;
    GRID_STRIDE(column, parameters) {
        Two<V> sums = TwoOver<V>::start();
        for (u64 split = 0; split < s.splits; split++)
            TwoOver<V>::merge(sums, element<Two<V>>(s.partials, (i64)(split * parameters + column)));
        put_channel<P>(s, column, sums);
    }
}

// Gradients of parameters shared by runs of elements (of a group norm): one block per parameter.
template <class T, class P> INLINE void norm_parameter_runs(const Norm& s) {
    typedef Sum<T> V;
    const u64 run = s.length / s.each, samples = s.rows / s.groups, parameters = s.groups * s.each;
    for (u64 at = blockIdx.x; at < parameters; at += gridDim.x) {
        Two<V> sums = TwoOver<V>::start();
        for (u64 i = threadIdx.x; i < samples * run; i += blockDim.x) {
            const u64 n = quotient_of(i, run), place = (n * parameters + at) * run + (i - n * run);
            const NormedRow<T> normed(s, n * s.groups + quotient_of(at, s.each));
            V g = (V)((const T*)s.gradient)[place];
            sums.a += g, sums.b += g * normed.normed(((const T*)s.x)[place]);
        }
        sums = block_merge<TwoOver<V>>(sums);
        if (threadIdx.x == 0) put_channel<P>(s, at, sums);
    }
}
