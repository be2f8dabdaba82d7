// Matrix products on the host, after Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication" (2008):
// both operands are packed into strips, a small tile of the result is kept in vector registers.

#include "gemm.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

namespace emulator {

size_t bytes_of(Element element) {
    switch (element) {
        case Element::f32: return 4;
        case Element::f64: return 8;
        default: return 2;
    }
}

namespace {

// ---- elements

struct Half {
    _Float16 value;
    operator float() const { return (float)value; }
    static Half of(float x) { return {(_Float16)x}; }
};

struct Bfloat16 {
    uint16_t bits;
    operator float() const {
        uint32_t wide = (uint32_t)bits << 16;
        float x;
        memcpy(&x, &wide, 4);
        return x;
    }
    /// Rounds to nearest, ties to even.
    static Bfloat16 of(float x) {
        uint32_t wide;
        memcpy(&wide, &x, 4);
        if (x != x) return {(uint16_t)(wide >> 16 | 0x40)};
        return {(uint16_t)((wide + 0x7fff + (wide >> 16 & 1)) >> 16)};
    }
};

template <class T, class Wide>
T narrow(Wide x) {
    if constexpr (std::is_same_v<T, Wide>) return x;
    else return T::of(x);
}

// ---- the tile

/// Adds the product of a strip of A (ROWS wide) and a strip of B (2 vectors wide) to a tile, which is row-major.
template <class Vector, class Wide, int ROWS>
inline __attribute__((always_inline)) void tile(size_t k, const Wide* a, const Wide* b, Wide* out, size_t stride) {
    constexpr int WIDTH = sizeof(Vector) / sizeof(Wide);
    Vector sums[ROWS][2] = {};
    for (size_t p = 0; p < k; p++, a += ROWS, b += 2 * WIDTH) {
        Vector left, right;
        memcpy(&left, b, sizeof left);
        memcpy(&right, b + WIDTH, sizeof right);
#pragma GCC unroll 16
        for (int i = 0; i < ROWS; i++) {
            sums[i][0] += a[i] * left;
            sums[i][1] += a[i] * right;
        }
    }
    for (int i = 0; i < ROWS; i++) {
        Vector left, right;
        memcpy(&left, out + i * stride, sizeof left);
        memcpy(&right, out + i * stride + WIDTH, sizeof right);
        left += sums[i][0];
        right += sums[i][1];
        memcpy(out + i * stride, &left, sizeof left);
        memcpy(out + i * stride + WIDTH, &right, sizeof right);
    }
}

/// A tile for one width of vector registers.
template <class Wide>
struct Tile {
    size_t rows, columns;
    void (*run)(size_t k, const Wide* a, const Wide* b, Wide* out, size_t stride);
};

template <class Wide, int BYTES>
struct Register {
    typedef Wide type __attribute__((vector_size(BYTES)));
};

template <class Wide>
__attribute__((target("avx512f,fma"))) void tile_512(size_t k, const Wide* a, const Wide* b, Wide* out, size_t stride) {
    tile<typename Register<Wide, 64>::type, Wide, 12>(k, a, b, out, stride);
}
template <class Wide>
__attribute__((target("avx2,fma"))) void tile_256(size_t k, const Wide* a, const Wide* b, Wide* out, size_t stride) {
    tile<typename Register<Wide, 32>::type, Wide, 6>(k, a, b, out, stride);
}
template <class Wide>
void tile_128(size_t k, const Wide* a, const Wide* b, Wide* out, size_t stride) {
    tile<typename Register<Wide, 16>::type, Wide, 4>(k, a, b, out, stride);
}

template <class Wide>
Tile<Wide> choose_tile() {
    if (__builtin_cpu_supports("avx512f")) return {12, 128 / sizeof(Wide), tile_512<Wide>};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return {6, 64 / sizeof(Wide), tile_256<Wide>};
    return {4, 32 / sizeof(Wide), tile_128<Wide>};
}

// ---- packing

/// Copies `lines` x `k` elements into strips of `width` lines; in a strip, corresponding elements of the lines are adjacent.
template <class T, class Wide>
void pack(const T* from, ptrdiff_t line, ptrdiff_t along, size_t lines, size_t k, size_t width, Wide* to) {
    for (size_t first = 0; first < lines; first += width) {
        size_t count = std::min(width, lines - first);
        const T* strip = from + (ptrdiff_t)first * line;
        if (line == 1 || count < width) {
            for (size_t p = 0; p < k; p++, to += width) {
                for (size_t i = 0; i < count; i++) to[i] = strip[(ptrdiff_t)i * line + (ptrdiff_t)p * along];
                for (size_t i = count; i < width; i++) to[i] = 0;
            }
        } else {  // read each line in its own order
            for (size_t i = 0; i < width; i++)
                for (size_t p = 0; p < k; p++) to[p * width + i] = strip[(ptrdiff_t)i * line + (ptrdiff_t)p * along];
            to += k * width;
        }
    }
}

// ---- the product

constexpr size_t DEPTH = 384;     // of a packed block: A's block fits into the L2 cache
constexpr size_t HEIGHT = 96;     // of A's block: a multiple of every tile's rows
constexpr size_t BREADTH = 1024;  // of B's panel
constexpr double WORTH_A_THREAD = 4e6;

size_t round_up(size_t x, size_t to) { return (x + to - 1) / to * to; }

template <class T, class Wide>
int multiply_as(const Product& p, OnThreads on_threads) {
    static const Tile<Wide> tile = choose_tile<Wide>();
    double work = (double)p.m * p.n * p.k;
    size_t blocks = (p.m + HEIGHT - 1) / HEIGHT;
    size_t threads = work < WORTH_A_THREAD ? 1 : std::min<size_t>(blocks, std::max(1u, std::thread::hardware_concurrency()));
    std::vector<Wide> panel(round_up(std::min(p.n, BREADTH), tile.columns) * std::max<size_t>(p.k, 1));

    for (size_t column = 0; column < p.n; column += BREADTH) {
        size_t breadth = std::min(BREADTH, p.n - column), padded = round_up(breadth, tile.columns);
        for (size_t depth = 0; depth < p.k; depth += DEPTH) {
            auto from = (const T*)p.b.data + (ptrdiff_t)depth * p.b.row + (ptrdiff_t)column * p.b.column;
            pack(from, p.b.column, p.b.row, breadth, std::min(DEPTH, p.k - depth), tile.columns, &panel[depth * padded]);
        }
        std::atomic<size_t> next{0};
        auto work_on_blocks = [&] {
            std::vector<Wide> left(HEIGHT * DEPTH), sums(HEIGHT * padded);
            for (size_t block; (block = next++) < blocks;) {
                size_t row = block * HEIGHT, height = std::min(HEIGHT, p.m - row);
                std::fill(sums.begin(), sums.end(), Wide(0));
                for (size_t depth = 0; depth < p.k; depth += DEPTH) {
                    size_t k = std::min(DEPTH, p.k - depth);
                    auto from = (const T*)p.a.data + (ptrdiff_t)row * p.a.row + (ptrdiff_t)depth * p.a.column;
                    pack(from, p.a.row, p.a.column, height, k, tile.rows, left.data());
                    for (size_t j = 0; j < padded; j += tile.columns)
                        for (size_t i = 0; i < height; i += tile.rows)
                            tile.run(k, &left[i * k], &panel[depth * padded + j * k], &sums[i * padded + j], padded);
                }
                for (size_t i = 0; i < height; i++) {
                    auto bias = (const T*)p.bias;
                    for (size_t j = 0; j < breadth; j++) {
                        ptrdiff_t r = row + i, c = column + j;
                        Wide x = (Wide)p.alpha * sums[i * padded + j];
                        if (p.beta != 0) x += (Wide)p.beta * (Wide)((const T*)p.c.data)[r * p.c.row + c * p.c.column];
                        if (bias) x += (Wide)bias[p.bias_by_column ? c : r];
                        if (p.relu && x < 0) x = 0;
                        if (p.gelu) x = Wide(0.5) * x * (1 + std::tanh(Wide(0.7978845608028654) * (x + Wide(0.044715) * x * x * x)));
                        ((T*)p.d.data)[r * p.d.row + c * p.d.column] = narrow<T, Wide>(x);
                    }
                }
            }
        };
        auto call = [](void* work) { (*(decltype(work_on_blocks)*)work)(); };
        if (int status = threads > 1 ? on_threads(threads, call, &work_on_blocks) : (call(&work_on_blocks), 0)) return status;
    }
    return 0;
}

}  // namespace

int multiply(const Product& product, OnThreads on_threads) {
    // A row-major result is computed directly, a column-major one as its transpose, so that writes and the tiles' rows
    // are contiguous.
    Product p = product;
    if (p.d.row == 1 && p.d.column != 1) {
        std::swap(p.m, p.n);
        std::swap(p.a, p.b);
        for (View* view : {&p.a, &p.b, &p.c, &p.d}) std::swap(view->row, view->column);
        p.bias_by_column = !p.bias_by_column;
    }
    switch (p.element) {
        case Element::f32: return multiply_as<float, float>(p, on_threads);
        case Element::f64: return multiply_as<double, double>(p, on_threads);
        case Element::f16: return multiply_as<Half, float>(p, on_threads);
        case Element::bf16: return multiply_as<Bfloat16, float>(p, on_threads);
    }
    return 0;
}

}  // namespace emulator
