// Pointwise kernels: one functor per row of the table, over contiguous or strided operands.

// Stands in for operands that a row does not have.
struct None {};

struct Pointwise {
    u64 n;
    u64 addresses[MAX_OPERANDS];  // the output, then operands a, b, c; 0 means the immediate value
    u64 immediates[MAX_OPERANDS];
    double p, q;
    i32 single[MAX_OPERANDS];     // 1: one element is used for all (contiguous kernels)
    Strided layout;               // strided kernels
};

template <class T> struct Operand {
    DEVICE Compute<T> at(const Pointwise& s, int operand, i64 offset) {
        if (!s.addresses[operand]) return from_bits<Compute<T>>(s.immediates[operand]);
        return (Compute<T>)element<T>(s.addresses[operand], offset);
    }
};
template <> struct Operand<None> {
    DEVICE None at(const Pointwise&, int, i64) { return None(); }
};

// T is the dtype in which the row computes; O, A, B, C are the stored dtypes.
template <class F, class T, class O, class A, class B, class C> INLINE void pointwise_strided(const Pointwise& s) {
    Compute<T> p = parameter<Compute<T>>(s.p), q = parameter<Compute<T>>(s.q);
    GRID_STRIDE(i, s.n) {
        Offsets offsets = locate<MAX_OPERANDS>(s.layout, i);
        auto value = F::template of<Compute<T>>(Operand<A>::at(s, 1, offsets.at[1]), Operand<B>::at(s, 2, offsets.at[2]),
                                                Operand<C>::at(s, 3, offsets.at[3]), p, q);
        element<O>(s.addresses[0], offsets.at[0]) = Convert<O, decltype(value)>::of(value);
    }
}

// WIDTH consecutive elements of an operand, read at once; or one value for all of them.
template <class T, int WIDTH> struct Stream {
    Pack<T, WIDTH> pack;
    Compute<T> value;
    bool many;
    __device__ __forceinline__ void load(const Pointwise& s, int operand, u64 chunk) {
        many = s.addresses[operand] && !s.single[operand];
        if (many) pack = ((const Pack<T, WIDTH>*)s.addresses[operand])[chunk];
        else value = Operand<T>::at(s, operand, 0);
    }
    __device__ __forceinline__ Compute<T> at(int j) const { return many ? (Compute<T>)pack.at[j] : value; }
};
template <int WIDTH> struct Stream<None, WIDTH> {
    __device__ __forceinline__ void load(const Pointwise&, int, u64) {}
    __device__ __forceinline__ None at(int) const { return None(); }
};

// All operands are contiguous (or one element) and aligned to a pack.
template <class F, class T, class O, class A, class B, class C> INLINE void pointwise_contiguous(const Pointwise& s) {
    constexpr int WIDTH = 16 / sizeof(T);
    Compute<T> p = parameter<Compute<T>>(s.p), q = parameter<Compute<T>>(s.q);
    GRID_STRIDE(chunk, s.n / WIDTH) {
        Stream<A, WIDTH> a; Stream<B, WIDTH> b; Stream<C, WIDTH> c;
        a.load(s, 1, chunk); b.load(s, 2, chunk); c.load(s, 3, chunk);
        Pack<O, WIDTH> out;
        for (int j = 0; j < WIDTH; j++) {
            auto value = F::template of<Compute<T>>(a.at(j), b.at(j), c.at(j), p, q);
            out.at[j] = Convert<O, decltype(value)>::of(value);
        }
        ((Pack<O, WIDTH>*)s.addresses[0])[chunk] = out;
    }
    u64 i = s.n / WIDTH * WIDTH + thread_number(); // the rest, less than a pack
    if (i < s.n) {
        auto value = F::template of<Compute<T>>(Operand<A>::at(s, 1, s.single[1] ? 0 : i), Operand<B>::at(s, 2, s.single[2] ? 0 : i),
                                                Operand<C>::at(s, 3, s.single[3] ? 0 : i), p, q);
        element<O>(s.addresses[0], i) = Convert<O, decltype(value)>::of(value);
    }
}
