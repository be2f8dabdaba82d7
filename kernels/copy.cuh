// Copies between layouts, conversions, and tensors filled by a formula.

struct Copy {
    u64 output, input; // addresses
    u64 n;
    u64 value;         // bits of the element that `fill` writes
    Strided layout;    // output, input
};

// T is an unsigned integer of the element's size, or a pack of several elements.
template <class T> INLINE void copy(const Copy& s) {
    GRID_STRIDE(i, s.n) {
        Offsets offsets = locate<2>(s.layout, i);
        element<T>(s.output, offsets.at[0]) = element<T>(s.input, offsets.at[1]);
    }
}

template <class T> INLINE void fill(const Copy& s) {
    constexpr int WIDTH = 16 / sizeof(T);
    if (lies_plainly<1>(s.layout) && is_aligned(s.output, 16)) {
        Pack<T, WIDTH> pack;
        for (int j = 0; j < WIDTH; j++) pack.at[j] = (T)s.value;
        GRID_STRIDE(chunk, s.n / WIDTH) ((Pack<T, WIDTH>*)s.output)[chunk] = pack;
        u64 i = s.n / WIDTH * WIDTH + thread_number();
        if (i < s.n) element<T>(s.output, (i64)i) = (T)s.value;
        return;
    }
    GRID_STRIDE(i, s.n) element<T>(s.output, locate<1>(s.layout, i).at[0]) = (T)s.value;
}

template <class To, class From> INLINE void cast(const Copy& s) {
    constexpr int WIDTH = 16 / (sizeof(To) > sizeof(From) ? sizeof(To) : sizeof(From));
    if (lies_plainly<2>(s.layout) && is_aligned(s.output, WIDTH * sizeof(To)) && is_aligned(s.input, WIDTH * sizeof(From))) {
        GRID_STRIDE(chunk, s.n / WIDTH) {
            const Pack<From, WIDTH> in = ((const Pack<From, WIDTH>*)s.input)[chunk];
            Pack<To, WIDTH> out;
            for (int j = 0; j < WIDTH; j++) out.at[j] = convert<To>(in.at[j]);
            ((Pack<To, WIDTH>*)s.output)[chunk] = out;
        }
        u64 i = s.n / WIDTH * WIDTH + thread_number();
        if (i < s.n) element<To>(s.output, (i64)i) = convert<To>(element<From>(s.input, (i64)i));
        return;
    }
    GRID_STRIDE(i, s.n) {
        Offsets offsets = locate<2>(s.layout, i);
        element<To>(s.output, offsets.at[0]) = convert<To>(element<From>(s.input, offsets.at[1]));
    }
}

// Zeros below (or above) a diagonal of matrices; both sides are contiguous.
struct Triangle {
    u64 output, input, n;
    u64 rows, columns;
    i64 diagonal;
};
template <class T, bool UPPER> INLINE void triangle(const Triangle& s) {
    GRID_STRIDE(i, s.n) {
        i64 past = (i64)(i % s.columns) - (i64)(i / s.columns % s.rows) - s.diagonal;
        element<T>(s.output, (i64)i) = (UPPER ? past >= 0 : past <= 0) ? element<T>(s.input, (i64)i) : (T)0;
    }
}

// arange, linspace and eye: each element is a function of its index.
struct Sequence {
    u64 output, n;
    i64 start, step;             // arange of integers; eye: the number of columns in `step`
    double real_start, real_step; // arange of floats
    double end;                  // linspace: the last element
    Strided layout;
};

template <class T> INLINE void arange(const Sequence& s) {
    GRID_STRIDE(i, s.n) {
        T& out = element<T>(s.output, locate<1>(s.layout, i).at[0]);
        if (Floating<T>::value) out = convert<T>(s.real_start + (double)i * s.real_step);
        else out = convert<T>(s.start + (i64)i * s.step);
    }
}

// Computed from both ends, so that the last element is exactly the end.
template <class T> INLINE void linspace(const Sequence& s) {
    GRID_STRIDE(i, s.n) {
        double value = i < s.n / 2 ? s.real_start + s.real_step * (double)i : s.end - s.real_step * (double)(s.n - 1 - i);
        element<T>(s.output, locate<1>(s.layout, i).at[0]) = convert<T>(value);
    }
}

template <class T> INLINE void eye(const Sequence& s) {
    GRID_STRIDE(i, s.n) element<T>(s.output, locate<1>(s.layout, i).at[0]) = convert<T>((i32)((i64)i / s.step == (i64)i % s.step));
}
