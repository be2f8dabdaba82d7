// CUDA's 16-bit floating-point types.
#pragma once

struct __half {
    _Float16 value;
    __half() = default;
    __half(float x) : value((_Float16)x) {}
    __half(double x) : value((_Float16)x) {}
    __half(int x) : value((_Float16)x) {}
    operator float() const { return (float)value; }
};

struct __nv_bfloat16 {
    uint16_t bits;
    __nv_bfloat16() = default;
    /// Rounds to nearest, ties to even; NaN stays NaN.
    __nv_bfloat16(float x) {
        unsigned u = ::host::bit_cast<unsigned>(x);
        bits = (u & 0x7fffffff) > 0x7f800000 ? (u >> 16) | 64 : (u + 0x7fff + (u >> 16 & 1)) >> 16;
    }
    __nv_bfloat16(double x) : __nv_bfloat16((float)x) {}
    __nv_bfloat16(int x) : __nv_bfloat16((float)x) {}
    operator float() const { return ::host::bit_cast<float>((unsigned)bits << 16); }
};

using half = __half;
using nv_bfloat16 = __nv_bfloat16;

#define EMULATED_HALF(T)                                                             \
    inline T operator+(T a, T b) { return T((float)a + (float)b); }                  \
    inline T operator-(T a, T b) { return T((float)a - (float)b); }                  \
    inline T operator*(T a, T b) { return T((float)a * (float)b); }                  \
    inline T operator/(T a, T b) { return T((float)a / (float)b); }                  \
    inline T operator-(T a) { return T(-(float)a); }                                 \
    inline T& operator+=(T& a, T b) { return a = a + b; }                            \
    inline T& operator-=(T& a, T b) { return a = a - b; }                            \
    inline T& operator*=(T& a, T b) { return a = a * b; }                            \
    inline T& operator/=(T& a, T b) { return a = a / b; }                            \
    inline bool operator<(T a, T b) { return (float)a < (float)b; }                  \
    inline bool operator>(T a, T b) { return (float)a > (float)b; }                  \
    inline bool operator<=(T a, T b) { return (float)a <= (float)b; }                \
    inline bool operator>=(T a, T b) { return (float)a >= (float)b; }                \
    inline bool operator==(T a, T b) { return (float)a == (float)b; }                \
    inline bool operator!=(T a, T b) { return (float)a != (float)b; }                \
    inline T __hadd(T a, T b) { return a + b; }                                      \
    inline T __hsub(T a, T b) { return a - b; }                                      \
    inline T __hmul(T a, T b) { return a * b; }                                      \
    inline T __hdiv(T a, T b) { return a / b; }                                      \
    inline T __hfma(T a, T b, T c) { return T(fmaf(a, b, c)); }                      \
    inline T __hneg(T a) { return -a; }                                              \
    inline T __habs(T a) { return T(fabsf(a)); }                                     \
    inline T __hmax(T a, T b) { return T(fmaxf(a, b)); }                             \
    inline T __hmin(T a, T b) { return T(fminf(a, b)); }                             \
    inline bool __hlt(T a, T b) { return a < b; }                                    \
    inline bool __hle(T a, T b) { return a <= b; }                                   \
    inline bool __hge(T a, T b) { return a >= b; }                                   \
    inline bool __hne(T a, T b) { return a != b; }                                   \
    inline bool __hisinf(T a) { return __builtin_isinf((float)a); }                  \
    inline T hrsqrt(T a) { return T(1.f / sqrtf(a)); }                               \
    inline T hrcp(T a) { return T(1.f / (float)a); }                                 \
    inline T hsin(T a) { return T(sinf(a)); }                                        \
    inline T hcos(T a) { return T(cosf(a)); }                                        \
    inline T hfloor(T a) { return T(floorf(a)); }                                    \
    inline T hceil(T a) { return T(ceilf(a)); }                                      \
    inline bool __hgt(T a, T b) { return a > b; }                                    \
    inline bool __heq(T a, T b) { return a == b; }                                   \
    inline bool __hisnan(T a) { return __builtin_isnan((float)a); }                  \
    inline T hexp(T a) { return T(expf(a)); }                                        \
    inline T hlog(T a) { return T(logf(a)); }                                        \
    inline T hsqrt(T a) { return T(sqrtf(a)); }
EMULATED_HALF(__half)
EMULATED_HALF(__nv_bfloat16)
#undef EMULATED_HALF

inline __half __float2half(float x) { return __half(x); }
inline __half __float2half_rn(float x) { return __half(x); }
inline __half __double2half(double x) { return __half(x); }
inline float __half2float(__half x) { return (float)x; }
inline unsigned short __half_as_ushort(__half x) { return ::host::bit_cast<unsigned short>(x.value); }
inline __half __ushort_as_half(unsigned short bits) { return ::host::bit_cast<__half>(bits); }
inline __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
inline __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
inline __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
inline float __bfloat162float(__nv_bfloat16 x) { return (float)x; }
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.bits; }
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return ::host::bit_cast<__nv_bfloat16>(bits); }

struct alignas(4) __half2 { __half x, y; };
struct alignas(4) __nv_bfloat162 { __nv_bfloat16 x, y; };
using half2 = __half2;
using nv_bfloat162 = __nv_bfloat162;
#define EMULATED_PAIR(T, T2)                                                                   \
    inline T2 operator+(T2 a, T2 b) { return {a.x + b.x, a.y + b.y}; }                         \
    inline T2 operator-(T2 a, T2 b) { return {a.x - b.x, a.y - b.y}; }                         \
    inline T2 operator*(T2 a, T2 b) { return {a.x * b.x, a.y * b.y}; }                         \
    inline T2 operator/(T2 a, T2 b) { return {a.x / b.x, a.y / b.y}; }                         \
    inline T2 __hadd2(T2 a, T2 b) { return a + b; }                                            \
    inline T2 __hsub2(T2 a, T2 b) { return a - b; }                                            \
    inline T2 __hmul2(T2 a, T2 b) { return a * b; }                                            \
    inline T2 __h2div(T2 a, T2 b) { return a / b; }                                            \
    inline T2 __hfma2(T2 a, T2 b, T2 c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; } \
    inline T2 __hmax2(T2 a, T2 b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }             \
    inline T2 __hmin2(T2 a, T2 b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }             \
    inline T2 __hneg2(T2 a) { return {-a.x, -a.y}; }                                           \
    inline float __low2float(T2 a) { return (float)a.x; }                                      \
    inline float __high2float(T2 a) { return (float)a.y; }
EMULATED_PAIR(__half, __half2)
EMULATED_PAIR(__nv_bfloat16, __nv_bfloat162)
#undef EMULATED_PAIR
inline __half2 __halves2half2(__half x, __half y) { return {x, y}; }
inline __half2 __half2half2(__half x) { return {x, x}; }
inline __half __low2half(__half2 v) { return v.x; }
inline __half __high2half(__half2 v) { return v.y; }
inline __half2 __floats2half2_rn(float x, float y) { return {__half(x), __half(y)}; }
inline __half2 __float2half2_rn(float x) { return {__half(x), __half(x)}; }
inline __half2 make_half2(__half x, __half y) { return {x, y}; }
inline float2 __half22float2(__half2 v) { return {(float)v.x, (float)v.y}; }
inline __half __int2half_rn(int x) { return __half((float)x); }
inline int __half2int_rn(__half x) { return (int)nearbyintf(x); }
inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return {x, x}; }
inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {__nv_bfloat16(x), __nv_bfloat16(y)}; }
inline __nv_bfloat162 __float2bfloat162_rn(float x) { return {__nv_bfloat16(x), __nv_bfloat16(x)}; }
inline float2 __bfloat1622float2(__nv_bfloat162 v) { return {(float)v.x, (float)v.y}; }

#define __CUDA_FP16_H__
#define __CUDA_BF16_H__
