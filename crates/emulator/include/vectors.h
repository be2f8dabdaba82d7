// CUDA's built-in vector types.
#pragma once

struct uint3 { unsigned x, y, z; };
struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

#define EMULATED_VECTORS(T, base)                                                              \
    struct base##1 { T x; };                                                                   \
    inline base##1 make_##base##1(T x) { return {x}; }                                         \
    struct alignas(2 * sizeof(T)) base##2 { T x, y; };                                         \
    struct base##3 { T x, y, z; };                                                             \
    struct alignas(4 * sizeof(T) > 16 ? 16 : 4 * sizeof(T)) base##4 { T x, y, z, w; };         \
    inline base##2 make_##base##2(T x, T y) { return {x, y}; }                                 \
    inline base##3 make_##base##3(T x, T y, T z) { return {x, y, z}; }                         \
    inline base##4 make_##base##4(T x, T y, T z, T w) { return {x, y, z, w}; }

EMULATED_VECTORS(signed char, char)
EMULATED_VECTORS(unsigned char, uchar)
EMULATED_VECTORS(short, short)
EMULATED_VECTORS(unsigned short, ushort)
EMULATED_VECTORS(int, int)
EMULATED_VECTORS(long long, longlong)
EMULATED_VECTORS(unsigned long long, ulonglong)
EMULATED_VECTORS(float, float)
EMULATED_VECTORS(double, double)
#undef EMULATED_VECTORS

struct alignas(8) uint2 { unsigned x, y; };
struct alignas(16) uint4 { unsigned x, y, z, w; };
inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
inline uint3 make_uint3(unsigned x, unsigned y, unsigned z) { return {x, y, z}; }
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
