// CUDA's barriers, warp functions, atomics, bit operations and mathematics.
#pragma once

// ---- barriers and fences

inline void __syncthreads() { ::host::barrier(false); }
inline int __syncthreads_count(int vote) { return ::host::barrier(vote != 0); }
inline int __syncthreads_or(int vote) { return ::host::barrier(vote != 0) != 0; }
inline int __syncthreads_and(int vote) { return ::host::barrier(vote == 0) == 0; }
inline void __syncwarp(unsigned mask = ~0u) { ::host::exchange(mask, 0); }
inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_block() { asm volatile("" ::: "memory"); }

// ---- warps

namespace host {

template <class To, class From>
inline To bit_cast(From from) {
    static_assert(sizeof(To) == sizeof(From), "same size");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}
template <class T>
inline uint64_t to_bits(T value) {
    static_assert(sizeof(T) <= 8, "warp functions exchange at most 8 bytes");
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof value);
    return bits;
}
template <class T>
inline T from_bits(uint64_t bits) {
    T value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace host

template <class T>
inline T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
    unsigned lane = ::host::lane();
    uint64_t* slots = ::host::exchange(mask, ::host::to_bits(value));
    return ::host::from_bits<T>(slots[(lane & ~(width - 1)) + (source & (width - 1))]);
}
template <class T>
inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    unsigned lane = ::host::lane();
    uint64_t* slots = ::host::exchange(mask, ::host::to_bits(value));
    return (lane & (width - 1)) + delta < (unsigned)width ? ::host::from_bits<T>(slots[lane + delta]) : value;
}
template <class T>
inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    unsigned lane = ::host::lane();
    uint64_t* slots = ::host::exchange(mask, ::host::to_bits(value));
    return (lane & (width - 1)) >= delta ? ::host::from_bits<T>(slots[lane - delta]) : value;
}
template <class T>
inline T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32) {
    unsigned lane = ::host::lane(), source = lane ^ bits;
    uint64_t* slots = ::host::exchange(mask, ::host::to_bits(value));
    return (source & ~(width - 1)) <= (lane & ~(width - 1)) ? ::host::from_bits<T>(slots[source]) : value;
}
inline unsigned __ballot_sync(unsigned mask, int vote) {
    unsigned needed = mask & ::host::warp().alive, result = 0;
    uint64_t* slots = ::host::exchange(mask, vote != 0);
    for (int lane = 0; lane < 32; lane++)
        if (needed >> lane & 1) result |= (unsigned)slots[lane] << lane;
    return result;
}
inline int __any_sync(unsigned mask, int vote) { return __ballot_sync(mask, vote) != 0; }
inline int __all_sync(unsigned mask, int vote) { return __ballot_sync(mask, vote == 0) == 0; }
inline unsigned __activemask() { return ::host::warp().alive; }

namespace host {

/// Reduces the values of the lanes in `mask`.
template <class T, class F>
inline T reduce_warp(unsigned mask, T value, F combine) {
    unsigned needed = mask & warp().alive & ~(1u << lane());
    uint64_t* slots = exchange(mask, to_bits(value));
    for (int other = 0; other < 32; other++)
        if (needed >> other & 1) value = combine(value, from_bits<T>(slots[other]));
    return value;
}

}  // namespace host

#define EMULATED_REDUCE(T)                                                                                                        \
    inline T __reduce_add_sync(unsigned mask, T value) { return ::host::reduce_warp(mask, value, [](T a, T b) -> T { return a + b; }); } \
    inline T __reduce_min_sync(unsigned mask, T value) { return ::host::reduce_warp(mask, value, [](T a, T b) { return b < a ? b : a; }); } \
    inline T __reduce_max_sync(unsigned mask, T value) { return ::host::reduce_warp(mask, value, [](T a, T b) { return a < b ? b : a; }); }
EMULATED_REDUCE(int)
EMULATED_REDUCE(unsigned)
#undef EMULATED_REDUCE
inline unsigned __reduce_and_sync(unsigned mask, unsigned value) { return ::host::reduce_warp(mask, value, [](unsigned a, unsigned b) { return a & b; }); }
inline unsigned __reduce_or_sync(unsigned mask, unsigned value) { return ::host::reduce_warp(mask, value, [](unsigned a, unsigned b) { return a | b; }); }
inline unsigned __reduce_xor_sync(unsigned mask, unsigned value) { return ::host::reduce_warp(mask, value, [](unsigned a, unsigned b) { return a ^ b; }); }

/// The lanes in `mask` that passed the same value.
template <class T>
UNCHECKED inline unsigned __match_any_sync(unsigned mask, T value) {
    unsigned needed = mask & ::host::warp().alive, same = 0;
    uint64_t own = ::host::to_bits(value), *slots = ::host::exchange(mask, own);
    for (int lane = 0; lane < 32; lane++)
        if (needed >> lane & 1 && slots[lane] == own) same |= 1u << lane;
    return same;
}
template <class T>
inline unsigned __match_all_sync(unsigned mask, T value, int* all) {
    unsigned needed = mask & ::host::warp().alive;
    *all = __match_any_sync(mask, value) == needed;
    return *all ? needed : 0;
}
inline void __nanosleep(unsigned) {}

// ---- atomics

namespace host {

/// Atomically replaces *address by change(*address); returns the old value.
template <class T, class F>
UNCHECKED inline T update(T* address, F change) {
    T old, fresh;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do fresh = change(old);
    while (!__atomic_compare_exchange(address, &old, &fresh, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return old;
}

template <class T>
UNCHECKED inline T swap(T* address, T value) {
    T old;
    __atomic_exchange(address, &value, &old, __ATOMIC_RELAXED);
    return old;
}

/// CUDA compares bits, also for floating-point numbers.
template <class T>
UNCHECKED inline T compare_and_swap(T* address, T expected, T value) {
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}

template <class T>
struct Same { using type = T; };

}  // namespace host

// Also defines `atomicAdd_block` and `atomicAdd_system`, whose scope makes no difference here.
#define EMULATED_ATOMIC_SCOPE(name, expression)                                          \
    template <class T>                                                                   \
    inline T name(T* address, typename ::host::Same<T>::type value) {                    \
        ::host::note_atomic(address, sizeof(T));                                         \
        return expression;                                                               \
    }
#define EMULATED_ATOMIC_NAMES(name, expression)       \
    EMULATED_ATOMIC_SCOPE(name, expression)           \
    EMULATED_ATOMIC_SCOPE(name##_block, expression)   \
    EMULATED_ATOMIC_SCOPE(name##_system, expression)
#define EMULATED_ATOMIC(name, expression) \
    EMULATED_ATOMIC_NAMES(name, ::host::update(address, [=](T old) -> T { return (T)(expression); }))
EMULATED_ATOMIC(atomicAdd, old + value)
EMULATED_ATOMIC(atomicSub, old - value)
EMULATED_ATOMIC(atomicMin, value < old ? value : old)
EMULATED_ATOMIC(atomicMax, old < value ? value : old)
EMULATED_ATOMIC(atomicAnd, old & value)
EMULATED_ATOMIC(atomicOr, old | value)
EMULATED_ATOMIC(atomicXor, old ^ value)
EMULATED_ATOMIC(atomicInc, old >= value ? 0 : old + 1)
EMULATED_ATOMIC(atomicDec, old == 0 || old > value ? value : old - 1)
EMULATED_ATOMIC_NAMES(atomicExch, ::host::swap<T>(address, value))
#undef EMULATED_ATOMIC
#undef EMULATED_ATOMIC_NAMES
#undef EMULATED_ATOMIC_SCOPE
template <class T>
inline T atomicCAS(T* address, typename ::host::Same<T>::type expected, typename ::host::Same<T>::type value) {
    ::host::note_atomic(address, sizeof(T));
    return ::host::compare_and_swap<T>(address, expected, value);
}
template <class T>
inline T atomicCAS_block(T* address, typename ::host::Same<T>::type expected, typename ::host::Same<T>::type value) {
    return atomicCAS(address, expected, value);
}

// ---- bits

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x ? __builtin_clz(x) : 32; }
inline int __clzll(long long x) { return x ? __builtin_clzll(x) : 64; }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) {
    unsigned result = 0;
    for (int bit = 0; bit < 32; bit++) result |= (x >> bit & 1) << (31 - bit);
    return result;
}
inline unsigned long long __brevll(unsigned long long x) { return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32)); }
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
    uint64_t bytes = (uint64_t)b << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) result |= (unsigned)(bytes >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
    return result;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) { return ((uint64_t)high << 32 | low) << (shift & 31) >> 32; }
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) { return ((uint64_t)high << 32 | low) >> (shift & 31); }
inline int __mul24(int a, int b) { return (int)((int64_t)(a << 8 >> 8) * (b << 8 >> 8)); }
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
inline unsigned __sad(int a, int b, unsigned c) { return (unsigned)(a > b ? a - b : b - a) + c; }
inline unsigned __umulhi(unsigned a, unsigned b) { return (uint64_t)a * b >> 32; }
inline int __mulhi(int a, int b) { return (int64_t)a * b >> 32; }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned __int128)a * b >> 64; }
inline float __int_as_float(int x) { return ::host::bit_cast<float>(x); }
inline float __uint_as_float(unsigned x) { return ::host::bit_cast<float>(x); }
inline int __float_as_int(float x) { return ::host::bit_cast<int>(x); }
inline unsigned __float_as_uint(float x) { return ::host::bit_cast<unsigned>(x); }
inline double __longlong_as_double(long long x) { return ::host::bit_cast<double>(x); }
inline long long __double_as_longlong(double x) { return ::host::bit_cast<long long>(x); }

// ---- mathematics

template <class A, class B, class C = std::common_type_t<A, B>>
inline std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>, C> min(A a, B b) {
    if constexpr (std::is_floating_point_v<C>) return fmin((C)a, (C)b);
    else return (C)b < (C)a ? (C)b : (C)a;
}
template <class A, class B, class C = std::common_type_t<A, B>>
inline std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>, C> max(A a, B b) {
    if constexpr (std::is_floating_point_v<C>) return fmax((C)a, (C)b);
    else return (C)a < (C)b ? (C)b : (C)a;
}
inline float rsqrtf(float x) { return 1.f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / sqrt(x); }
inline float rsqrt(float x) { return rsqrtf(x); }
inline float rcbrtf(float x) { return 1.f / cbrtf(x); }
inline float exp10f(float x) { return powf(10.f, x); }
inline float sinpif(float x) { return sinf((float)M_PI * x); }
inline float cospif(float x) { return cosf((float)M_PI * x); }
inline double sinpi(double x) { return sin(M_PI * x); }
inline double cospi(double x) { return cos(M_PI * x); }
inline double normcdf(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }
inline float normcdff(float x) { return 0.5f * erfcf(-x * (float)M_SQRT1_2); }
/// Winitzki's approximation, then three steps of Newton's method.
inline double erfinv(double x) {
    if (!(fabs(x) < 1.0)) return fabs(x) == 1.0 ? copysign(INFINITY, x) : NAN;
    double w = log1p(-x * x), t = 2.0 / (M_PI * 0.147) + 0.5 * w;
    double y = copysign(sqrt(sqrt(t * t - w / 0.147) - t), x);
    for (int step = 0; step < 3; step++) y -= (erf(y) - x) / (M_2_SQRTPI * exp(-y * y));
    return y;
}
inline float erfinvf(float x) { return (float)erfinv((double)x); }
inline float __expf(float x) { return expf(x); }
inline float __exp10f(float x) { return exp10f(x); }
inline float __logf(float x) { return logf(x); }
inline float __log2f(float x) { return log2f(x); }
inline float __log10f(float x) { return log10f(x); }
inline float __sinf(float x) { return sinf(x); }
inline float __cosf(float x) { return cosf(x); }
inline float __tanf(float x) { return tanf(x); }
inline float __powf(float x, float y) { return powf(x, y); }
inline float fdividef(float a, float b) { return a / b; }
inline float __fdividef(float a, float b) { return a / b; }
inline void __sincosf(float x, float* sine, float* cosine) { *sine = sinf(x), *cosine = cosf(x); }
inline void sincospif(float x, float* sine, float* cosine) { *sine = sinpif(x), *cosine = cospif(x); }
inline double rcbrt(double x) { return 1.0 / cbrt(x); }
inline float rhypotf(float x, float y) { return 1.f / hypotf(x, y); }
inline float norm3df(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
inline float __saturatef(float x) { return fminf(fmaxf(x, 0.f), 1.f); }
inline float __frcp_rn(float x) { return 1.f / x; }
inline float __fsqrt_rn(float x) { return sqrtf(x); }
inline float __frsqrt_rn(float x) { return rsqrtf(x); }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __ddiv_rn(double a, double b) { return a / b; }
inline double __dsqrt_rn(double x) { return sqrt(x); }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
inline float __int2float_rn(int x) { return (float)x; }
inline float __uint2float_rn(unsigned x) { return (float)x; }
inline float __ll2float_rn(long long x) { return (float)x; }
inline float __double2float_rn(double x) { return (float)x; }
inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned x) { return x; }
inline double __ll2double_rn(long long x) { return (double)x; }
#define EMULATED_ROUNDED(name, From, To, round) \
    inline To name(From x) { return (To)round(x); }
#define EMULATED_ROUNDINGS(name, From, To)                \
    EMULATED_ROUNDED(name##_rn, From, To, nearbyint)      \
    EMULATED_ROUNDED(name##_rz, From, To, trunc)          \
    EMULATED_ROUNDED(name##_ru, From, To, ceil)           \
    EMULATED_ROUNDED(name##_rd, From, To, floor)
EMULATED_ROUNDINGS(__float2int, float, int)
EMULATED_ROUNDINGS(__float2uint, float, unsigned)
EMULATED_ROUNDINGS(__float2ll, float, long long)
EMULATED_ROUNDINGS(__double2int, double, int)
EMULATED_ROUNDINGS(__double2uint, double, unsigned)
EMULATED_ROUNDINGS(__double2ll, double, long long)
#undef EMULATED_ROUNDED
#undef EMULATED_ROUNDINGS
inline long long clock64() {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ll + now.tv_nsec;
#endif
}
// The C library has a function with this name.
#define clock() ((clock_t)clock64())
template <class T>
inline T __ldg(const T* address) { return *address; }
template <class T>
inline T __ldcg(const T* address) { return *address; }
template <class T>
inline T __ldcs(const T* address) { return *address; }
template <class T>
inline void __stcs(T* address, typename ::host::Same<T>::type value) { *address = value; }

#define CUDART_INF_F __builtin_inff()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_INF __builtin_inf()
#define CUDART_NAN __builtin_nan("")
#define CUDART_PI_F 3.141592654f
