// Scans (cumsum, cumprod, cummax, ...): each element accumulates those up to it along one dimension.

struct Scan {
    u64 input, output, indices;
    u64 rows, length;
    i64 strides[3]; // along the dimension: input, output, indices
    Strided outer;  // over rows: input, output, indices
};

template <class T> struct ScanSum {
    typedef Sum<T> State;
    DEVICE State none() { return 0; }
    DEVICE State of(T value, i64) { return (State)value; }
    DEVICE State join(const State& left, const State& right) { return left + right; }
    DEVICE void put(const Scan& s, i64 at, i64, const State& state) { element<Summed<T>>(s.output, at) = convert<Summed<T>>(state); }
};
template <class T> struct ScanProd : ScanSum<T> {
    DEVICE Sum<T> none() { return 1; }
    DEVICE Sum<T> join(const Sum<T>& left, const Sum<T>& right) { return left * right; }
};

// As in torch.cummax, the last of equal values wins, and NaN stays.
template <class T, bool GREATEST> struct ScanExtreme {
    typedef Extreme<Compute<T>> State;
    DEVICE State none() { State state; state.value = 0; state.index = -1; return state; }
    DEVICE State of(T value, i64 index) { State state; state.value = (Compute<T>)value; state.index = index; return state; }
    DEVICE State join(const State& left, const State& right) {
        if (right.index < 0) return left;
        if (left.index < 0 || is_nan(right.value)) return right;
        if (is_nan(left.value)) return left;
        return (GREATEST ? right.value >= left.value : right.value <= left.value) ? right : left;
    }
    DEVICE void put(const Scan& s, i64 at, i64 index_at, const State& state) {
        element<T>(s.output, at) = convert<T>(state.value);
        element<i64>(s.indices, index_at) = state.index;
    }
};
template <class T> struct ScanMax : ScanExtreme<T, true> {};
template <class T> struct ScanMin : ScanExtreme<T, false> {};

// One thread per row.
template <class F, class T> INLINE void scan_by_thread(const Scan& s) {
    GRID_STRIDE(number, s.rows) {
        Offsets row = locate<3>(s.outer, number);
        typename F::State state = F::none();
        for (i64 j = 0; j < (i64)s.length; j++) {
            state = F::join(state, F::of(element<T>(s.input, row.at[0] + j * s.strides[0]), j));
            F::put(s, row.at[1] + j * s.strides[1], row.at[2] + j * s.strides[2], state);
        }
    }
}
