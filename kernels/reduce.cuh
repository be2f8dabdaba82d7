// Reductions and softmax, one thread per result: accumulators that can be merged, and the loops that feed them.
// (block.cuh uses one block per result.)

// Parameters of a reduction. A long one is split into pieces: their accumulators go to `partials`, and the last block to
// finish a result merges them.
struct Reduce {
    u64 input, output, indices, partials;
    u64 counters;    // u32 per result, zero at first: finished pieces
    u64 outputs;     // number of results
    u64 length;      // number of elements per result
    u64 splits;      // number of pieces per result
    double parameter; // correction of a variance, or p of a norm
    Strided outer;   // over results: input, output, indices
    Strided inner;   // over the reduced elements: input
};

// Accumulators: start value, how to add an element, how to merge another accumulator, and the result.
template <class T> struct SumOver {
    typedef Sum<T> Result;
    typedef Sum<T> State;
    DEVICE State start() { return 0; }
    DEVICE void add(State& state, T value, i64, double) { state += (State)value; }
    DEVICE void merge(State& state, const State& other) { state += other; }
    DEVICE Result result(const State& state, u64, double) { return state; }
};
template <class T> struct MeanOver : SumOver<T> {
    DEVICE Sum<T> result(const Sum<T>& state, u64 length, double) { return state / (Sum<T>)length; }
};
template <class T> struct ProdOver {
    typedef Sum<T> Result;
    typedef Sum<T> State;
    DEVICE State start() { return 1; }
    DEVICE void add(State& state, T value, i64, double) { state *= (State)value; }
    DEVICE void merge(State& state, const State& other) { state *= other; }
    DEVICE Result result(const State& state, u64, double) { return state; }
};
template <class T> struct AnyOver {
    typedef bool Result;
    typedef i32 State;
    DEVICE State start() { return 0; }
    DEVICE void add(State& state, T value, i64, double) { state |= (Compute<T>)value != 0; }
    DEVICE void merge(State& state, const State& other) { state |= other; }
    DEVICE Result result(const State& state, u64, double) { return state != 0; }
};
template <class T> struct AllOver {
    typedef bool Result;
    typedef i32 State;
    DEVICE State start() { return 1; }
    DEVICE void add(State& state, T value, i64, double) { state &= (Compute<T>)value != 0; }
    DEVICE void merge(State& state, const State& other) { state &= other; }
    DEVICE Result result(const State& state, u64, double) { return state != 0; }
};
template <class T> struct CountNonzeroOver {
    typedef i64 Result;
    typedef i64 State;
    DEVICE State start() { return 0; }
    DEVICE void add(State& state, T value, i64, double) { state += (Compute<T>)value != 0; }
    DEVICE void merge(State& state, const State& other) { state += other; }
    DEVICE Result result(const State& state, u64, double) { return state; }
};

// The greatest (or least) value and its index: NaN beats every number, the first of equal values wins.
template <class V> struct Extreme {
    V value;
    i64 index; // -1: none yet
};
template <class T, bool GREATEST> struct ExtremeOver {
    typedef Compute<T> Result;
    typedef Extreme<Compute<T>> State;
    DEVICE State start() { State state; state.value = 0; state.index = -1; return state; }
    DEVICE bool beats(Compute<T> value, i64 index, const State& state) {
        if (state.index < 0) return true;
        if (is_nan(state.value)) return is_nan(value) && index < state.index;
        if (is_nan(value)) return true;
        if (value == state.value) return index < state.index;
        return GREATEST ? value > state.value : value < state.value;
    }
    DEVICE void add(State& state, T value, i64 index, double) {
        if (beats((Compute<T>)value, index, state)) { state.value = (Compute<T>)value; state.index = index; }
    }
    DEVICE void merge(State& state, const State& other) {
        if (other.index >= 0 && beats(other.value, other.index, state)) state = other;
    }
    DEVICE Result result(const State& state, u64, double) { return state.value; }
};
template <class T> struct MaxOver : ExtremeOver<T, true> {};
template <class T> struct MinOver : ExtremeOver<T, false> {};

// Mean and sum of squared deviations, merged by Chan, Golub and LeVeque's formula.
template <class S> struct Moments {
    S mean, squares, count;
};
template <class T> struct VarOver {
    typedef Sum<T> Result;
    typedef Moments<Sum<T>> State;
    DEVICE State start() { State state; state.mean = state.squares = state.count = 0; return state; }
    DEVICE void add(State& state, T value, i64, double) {
        Sum<T> delta = (Sum<T>)value - state.mean;
        state.count += 1;
        state.mean += delta / state.count;
        state.squares += delta * ((Sum<T>)value - state.mean);
    }
    DEVICE void merge(State& state, const State& other) {
        if (other.count == 0) return;
        Sum<T> count = state.count + other.count, delta = other.mean - state.mean;
        state.mean += delta * (other.count / count);
        state.squares += other.squares + delta * delta * (state.count * (other.count / count));
        state.count = count;
    }
    DEVICE Result result(const State& state, u64 length, double correction) {
        double divisor = (double)length - correction;
        return state.squares / (Sum<T>)(divisor > 0 ? divisor : 0);
    }
};
template <class T> struct StdOver : VarOver<T> {
    DEVICE Sum<T> result(const Moments<Sum<T>>& state, u64 length, double correction) {
        return number::sqrt(VarOver<T>::result(state, length, correction));
    }
};

// A p-norm. Accumulates a sum of powers, or for p = inf and -inf an extreme of magnitudes.
template <class S> struct Powers {
    S total;
    i32 kind; // 0: sum, 1: greatest, -1: least
    i32 some; // whether an element was seen
};
template <class T> struct NormOver {
    typedef Sum<T> Result;
    typedef Powers<Sum<T>> State;
    DEVICE State start() { State state; state.total = 0; state.kind = 0; state.some = 0; return state; }
    DEVICE void add(State& state, T value, i64, double p) {
        State one;
        Sum<T> magnitude = number::abs((Sum<T>)value);
        one.some = 1;
        one.kind = p == Limits<double>::highest() ? 1 : p == Limits<double>::lowest() ? -1 : 0;
        if (one.kind || p == 1) one.total = magnitude;
        else if (p == 2) one.total = magnitude * magnitude;
        else if (p == 0) one.total = magnitude != 0;
        else one.total = number::pow(magnitude, (Sum<T>)p);
        merge(state, one);
    }
    DEVICE void merge(State& state, const State& other) {
        if (!other.some) return;
        if (!state.some) state = other;
        else if (!other.kind) state.total += other.total;
        else if (is_nan(other.total) || (other.kind > 0 ? other.total > state.total : other.total < state.total))
            state.total = is_nan(state.total) ? state.total : other.total;
    }
    DEVICE Result result(const State& state, u64, double p) {
        if (state.kind || p == 0 || p == 1) return state.total;
        return p == 2 ? number::sqrt(state.total) : number::pow(state.total, (Sum<T>)(1 / p));
    }
};

// log(sum(exp(x))): the greatest value, and the sum relative to it.
template <class S> struct Exponentials {
    S greatest, sum;
};
template <class T> struct LogSumExpOver {
    typedef Sum<T> Result;
    typedef Exponentials<Sum<T>> State;
    DEVICE State start() { State state; state.greatest = Limits<Sum<T>>::lowest(); state.sum = 0; return state; }
    DEVICE void add(State& state, T value, i64, double) {
        State one;
        one.greatest = (Sum<T>)value;
        one.sum = 1;
        merge(state, one);
    }
    DEVICE void merge(State& state, const State& other) {
        if (other.sum == 0) return;
        if (state.sum == 0) { state = other; return; }
        if (state.greatest == other.greatest) { state.sum += other.sum; return; } // also if both are infinite
        if (other.greatest > state.greatest || is_nan(other.greatest)) {
            state.sum = state.sum * number::exp(state.greatest - other.greatest) + other.sum;
            state.greatest = other.greatest;
        } else {
            state.sum += other.sum * number::exp(other.greatest - state.greatest);
        }
    }
    DEVICE Result result(const State& state, u64, double) {
        if (state.sum == 0) return Limits<Sum<T>>::lowest();
        return state.greatest + number::log(state.sum);
    }
};

// The elements of one piece of one result.
struct Piece {
    u64 result, begin, end;
};
INLINE Piece piece_of(const Reduce& s, u64 number) {
    Piece piece;
    u64 each = (s.length + s.splits - 1) / s.splits, split = number % s.splits;
    piece.result = number / s.splits;
    piece.begin = split * each < s.length ? split * each : s.length;
    piece.end = piece.begin + each < s.length ? piece.begin + each : s.length;
    return piece;
}

// The source of elements: memory. (A chain computes them instead, see `engine/cuda/chain`.)
template <class T> struct Stored {
    const Reduce& s;
    // Calls `visit(number, value)` for the piece's elements, shared among `threads`.
    template <class Visit> __device__ __forceinline__ void operator()(const Piece& piece, u64 thread, u64 threads, Visit visit) const {
        const T* input = (const T*)s.input + locate<1>(s.outer, piece.result).at[0];
        if (s.inner.dims > 1) {
            for (u64 j = piece.begin + thread; j < piece.end; j += threads) visit(j, input[locate<1>(s.inner, j).at[0]]);
            return;
        }
        i64 stride = s.inner.dims == 1 ? s.inner.strides[0][0] : 1;
        each_of_row(input, stride, piece.begin, piece.end, thread, threads, visit);
    }
};

enum Results { VALUES, INDICES, BOTH };

template <Results WHICH, class S> struct IndexOf { DEVICE i64 of(const S& state) { return state.index; } };
template <class S> struct IndexOf<VALUES, S> { DEVICE i64 of(const S&) { return 0; } };

// O is the stored result's type.
template <class F, class O, Results WHICH> INLINE void put_result(const Reduce& s, u64 result, const typename F::State& state) {
    Offsets offsets = locate<3>(s.outer, result);
    if (WHICH != INDICES) element<O>(s.output, offsets.at[1]) = convert<O>(F::result(state, s.length, s.parameter));
    if (WHICH != VALUES) element<i64>(WHICH == BOTH ? s.indices : s.output, offsets.at[WHICH == BOTH ? 2 : 1]) = IndexOf<WHICH, typename F::State>::of(state);
}

// One thread per result, for many results of few elements.
template <class F, class O, Results WHICH, class Elements> INLINE void each_by_thread(const Reduce& s, Elements elements) {
    GRID_STRIDE(number, s.outputs) {
        typename F::State state = F::start();
        elements(piece_of(s, number), 0, 1, [&](u64 j, auto value) { F::add(state, value, (i64)j, s.parameter); });
        put_result<F, O, WHICH>(s, number, state);
    }
}
template <class F, class T, class O, Results WHICH = VALUES> INLINE void reduce_by_thread(const Reduce& s) {
    each_by_thread<F, O, WHICH>(s, Stored<T>{s});
}

// Softmax along one dimension.
struct Softmax {
    u64 input, output;
    u64 rows, length;
    i64 input_stride, output_stride; // along the dimension
    i32 log;
    i32 reserved;
    Strided outer; // over rows: input, output
};

template <class T> INLINE T softmax_of(const Softmax& s, T value, const Exponentials<Sum<T>>& whole) {
    Sum<T> centred = (Sum<T>)value - whole.greatest;
    return convert<T>(s.log ? centred - number::log(whole.sum) : number::exp(centred) / whole.sum);
}

// All elements of a row, shared among `threads`.
template <class T> INLINE void softmax_row(const Softmax& s, const Offsets& row, const Exponentials<Sum<T>>& whole, u64 thread, u64 threads) {
    constexpr int WIDTH = 16 / sizeof(T);
    const T* input = (const T*)s.input + row.at[0];
    T* output = (T*)s.output + row.at[1];
    u64 begin = 0;
    if (s.input_stride == 1 && s.output_stride == 1 && is_aligned((u64)input | (u64)output, 16)) {
        begin = s.length / WIDTH * WIDTH;
        for (u64 i = thread; i < s.length / WIDTH; i += threads) {
            const Pack<T, WIDTH> in = ((const Pack<T, WIDTH>*)input)[i];
            Pack<T, WIDTH> out;
            for (int j = 0; j < WIDTH; j++) out.at[j] = softmax_of(s, in.at[j], whole);
            ((Pack<T, WIDTH>*)output)[i] = out;
        }
    }
    for (u64 j = begin + thread; j < s.length; j += threads)
        output[(i64)j * s.output_stride] = softmax_of(s, input[(i64)j * s.input_stride], whole);
}

template <class T> INLINE void softmax_by_thread(const Softmax& s) {
    typedef LogSumExpOver<T> F;
    GRID_STRIDE(number, s.rows) {
        Offsets row = locate<2>(s.outer, number);
        typename F::State whole = F::start();
        const T* input = (const T*)s.input + row.at[0];
        each_of_row(input, s.input_stride, 0, s.length, 0, 1, [&](u64, T value) { F::add(whole, value, 0, 0); });
        softmax_row<T>(s, row, whole, 0, 1);
    }
}
