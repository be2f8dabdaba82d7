// Random numbers: Philox 4x32-10 (Salmon et al., 2011), assigned to a tensor's elements as in PyTorch's CUDA generator, so
// that a seed gives the same values.

struct Random {
    u64 output, probabilities; // addresses
    u64 n;
    u64 seed, offset;
    double first, second;      // low and range, mean and std, p, rate
    i64 base;
    u64 range;
    u64 recorded;              // in a captured graph: addresses to add seed and offset from
    Strided layout;            // output, probabilities
};

struct Draw {
    u32 at[4];
};

INLINE Draw philox(u64 seed, u64 subsequence, u64 offset) {
    u32 a = (u32)offset, b = (u32)(offset >> 32), c = (u32)subsequence, d = (u32)(subsequence >> 32);
    u32 key = (u32)seed, key2 = (u32)(seed >> 32);
    for (int round = 0; round < 10; round++) {
        u64 left = 0xD2511F53ull * a, right = 0xCD9E8D57ull * c;
        a = (u32)(right >> 32) ^ b ^ key;
        b = (u32)right;
        c = (u32)(left >> 32) ^ d ^ key2;
        d = (u32)left;
        key += 0x9E3779B9u;
        key2 += 0xBB67AE85u;
    }
    Draw draw;
    draw.at[0] = a; draw.at[1] = b; draw.at[2] = c; draw.at[3] = d;
    return draw;
}

// In (0, 1].
INLINE float uniform(u32 x) { return x * 2.3283064e-10f + 2.3283064e-10f / 2; }
INLINE double uniform(u32 x, u32 y) { return (double)((u64)x ^ ((u64)y << 21)) * 1.1102230246251565e-16 + 5.5511151231257827e-17; }

// Each distribution turns one draw of four words into `PER_DRAW` values.
template <class V> struct Uniforms;
template <> struct Uniforms<float> {
    static constexpr int PER_DRAW = 4;
    DEVICE float of(const Draw& draw, int which) { return uniform(draw.at[which]); }
};
template <> struct Uniforms<double> {
    static constexpr int PER_DRAW = 2;
    DEVICE double of(const Draw& draw, int which) { return uniform(draw.at[2 * which], draw.at[2 * which + 1]); }
};

template <class V> struct UniformDraw : Uniforms<V> {
    DEVICE V value(const Random& s, const Draw& draw, int which, i64) {
        V x = Uniforms<V>::of(draw, which);
        return (x == (V)1 ? (V)0 : x) * (V)s.second + (V)s.first;
    }
};
template <class V> struct NormalDraw : Uniforms<V> {
    // Box-Muller: even values use the sine, odd ones the cosine.
    DEVICE V value(const Random& s, const Draw& draw, int which, i64) {
        V u = Uniforms<V>::of(draw, which & ~1), turn = Uniforms<V>::of(draw, which | 1) * (V)6.283185307179586;
        V length = number::sqrt((V)-2 * number::log(u));
        return length * ((which & 1) ? number::cos(turn) : number::sin(turn)) * (V)s.second + (V)s.first;
    }
};
template <class V> struct ExponentialDraw : Uniforms<V> {
    DEVICE V value(const Random& s, const Draw& draw, int which, i64) {
        V x = Uniforms<V>::of(draw, which);
        V epsilon = sizeof(V) == 4 ? (V)1.1920929e-7f : (V)2.220446049250313e-16;
        V logarithm = x >= (V)1 - epsilon / 2 ? -epsilon / 2 : number::log(x);
        return (V)(-1 / s.first) * logarithm;
    }
};
template <class V> struct BernoulliDraw : Uniforms<V> {
    DEVICE bool value(const Random& s, const Draw& draw, int which, i64) { return Uniforms<V>::of(draw, which) <= (V)s.first; }
};
template <class P> struct BernoulliOfDraw : Uniforms<float> {
    DEVICE bool value(const Random& s, const Draw& draw, int which, i64 at) {
        return uniform(draw.at[which]) <= (float)element<P>(s.probabilities, at);
    }
};
struct IntegerDraw {
    static constexpr int PER_DRAW = 4;
    DEVICE i64 value(const Random& s, const Draw& draw, int which, i64) { return s.base + (i64)(draw.at[which] % (u32)s.range); }
};
struct WideIntegerDraw { // ranges of 2^32 and more; a range of 0 means 2^64
    static constexpr int PER_DRAW = 2;
    DEVICE i64 value(const Random& s, const Draw& draw, int which, i64) {
        u64 word = (u64)draw.at[2 * which] << 32 | draw.at[2 * which + 1];
        return (i64)((u64)s.base + (s.range ? word % s.range : word));
    }
};

template <class D, class T> INLINE void random_fill(const Random& s) {
    u64 threads = thread_count(), seed = s.seed, offset = s.offset;
    if (s.recorded) {
        const u64* start = (const u64*)s.recorded;
        seed += start[0];
        offset += start[1];
    }
    for (u64 first = thread_number(); first < s.n; first += threads * D::PER_DRAW, offset++) {
        Draw draw = philox(seed, thread_number(), offset);
        for (int which = 0; which < D::PER_DRAW; which++) {
            u64 i = first + threads * which;
            if (i >= s.n) break;
            Offsets offsets = locate<2>(s.layout, i);
            auto value = D::value(s, draw, which, offsets.at[1]);
            element<T>(s.output, offsets.at[0]) = Convert<T, decltype(value)>::of(value);
        }
    }
}
