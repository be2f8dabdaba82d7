// Scalars: storage types, the types they compute in, and conversions. Includes no header: NVRTC needs none, and the emulator
// has its own.

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

#define INLINE __device__ __forceinline__
#define DEVICE static INLINE // a member

INLINE u32 float_bits(float value) { union { float f; u32 u; } pun; pun.f = value; return pun.u; }
INLINE float bits_float(u32 bits) { union { float f; u32 u; } pun; pun.u = bits; return pun.f; }

// IEEE half and bfloat16 are storage only: arithmetic converts them to float.
struct f16 {
    u16 bits;
    f16() = default;
    __device__ __forceinline__ f16(float value) {
#ifndef __EMULATED__ // PTX, which the emulator cannot run
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
#else
        union { _Float16 h; u16 u; } pun;
        pun.h = (_Float16)value;
        bits = pun.u;
#endif
    }
    __device__ __forceinline__ operator float() const {
#ifndef __EMULATED__ // PTX, which the emulator cannot run
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
        return value;
#else
        union { _Float16 h; u16 u; } pun;
        pun.u = bits;
        return (float)pun.h;
#endif
    }
};

struct bf16 {
    u16 bits;
    bf16() = default;
    __device__ __forceinline__ bf16(float value) {
        u32 u = float_bits(value);
        bool nan = (u & 0x7fffffffu) > 0x7f800000u;
        bits = nan ? 0x7fc0 : (u16)((u + 0x7fffu + ((u >> 16) & 1u)) >> 16);
    }
    __device__ __forceinline__ operator float() const { return bits_float((u32)bits << 16); }
};

// The type that a storage type computes in: float for halves, i32 for short integers and bool.
template <class T> struct ComputeOf { typedef i32 type; };
template <> struct ComputeOf<i64> { typedef i64 type; };
template <> struct ComputeOf<f16> { typedef float type; };
template <> struct ComputeOf<bf16> { typedef float type; };
template <> struct ComputeOf<float> { typedef float type; };
template <> struct ComputeOf<double> { typedef double type; };
template <class T> using Compute = typename ComputeOf<T>::type;

// The type in which a storage type is summed.
template <class T> struct SumOf { typedef i64 type; };
template <> struct SumOf<f16> { typedef float type; };
template <> struct SumOf<bf16> { typedef float type; };
template <> struct SumOf<float> { typedef float type; };
template <> struct SumOf<double> { typedef double type; };
template <class T> using Sum = typename SumOf<T>::type;

// The type in which a sum is stored: i64 for integers.
template <class T> struct SummedOf { typedef i64 type; };
template <> struct SummedOf<f16> { typedef f16 type; };
template <> struct SummedOf<bf16> { typedef bf16 type; };
template <> struct SummedOf<float> { typedef float type; };
template <> struct SummedOf<double> { typedef double type; };
template <class T> using Summed = typename SummedOf<T>::type;

template <class T> struct Floating { static constexpr bool value = false; };
template <> struct Floating<f16> { static constexpr bool value = true; };
template <> struct Floating<bf16> { static constexpr bool value = true; };
template <> struct Floating<float> { static constexpr bool value = true; };
template <> struct Floating<double> { static constexpr bool value = true; };

// Converts as PyTorch casts: to bool by comparison with zero, from floats to short integers through i64.
template <class To, class From> struct Convert {
    DEVICE To of(From value) {
        if constexpr (Floating<From>::value && sizeof(To) < 4) return (To)(i64)value;
        else return (To)value;
    }
};
template <class From> struct Convert<bool, From> {
    DEVICE bool of(From value) { return value != (From)0; }
};
template <class From> struct Convert<f16, From> {
    DEVICE f16 of(From value) { return f16((float)value); }
};
template <class From> struct Convert<bf16, From> {
    DEVICE bf16 of(From value) { return bf16((float)value); }
};
template <class To, class From> INLINE To convert(From value) { return Convert<To, From>::of(value); }
template <class To> INLINE To convert(f16 value) { return Convert<To, float>::of((float)value); }
template <class To> INLINE To convert(bf16 value) { return Convert<To, float>::of((float)value); }

template <class T> INLINE bool is_nan(T value) { return value != value; }

template <class T> struct Limits;
template <> struct Limits<float> {
    DEVICE float lowest() { return bits_float(0xff800000u); }
    DEVICE float highest() { return bits_float(0x7f800000u); }
};
template <> struct Limits<double> {
    DEVICE double lowest() { return (double)Limits<float>::lowest(); }
    DEVICE double highest() { return (double)Limits<float>::highest(); }
};
template <> struct Limits<i32> {
    DEVICE i32 lowest() { return (i32)0x80000000u; }
    DEVICE i32 highest() { return 0x7fffffff; }
};
template <> struct Limits<i64> {
    DEVICE i64 lowest() { return (i64)0x8000000000000000ull; }
    DEVICE i64 highest() { return 0x7fffffffffffffffll; }
};

// A parameter of an operation in its compute type; infinities become an integer's limits.
template <class V> INLINE V parameter(double value) {
    if constexpr (Floating<V>::value) return (V)value;
    else if (value >= (double)Limits<V>::highest()) return Limits<V>::highest();
    else if (value <= (double)Limits<V>::lowest()) return Limits<V>::lowest();
    else return is_nan(value) ? (V)0 : (V)value;
}
