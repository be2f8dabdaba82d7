// Matrix products on the host: the arithmetic behind the emulated cuBLASLt.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emulator {

enum class Element { f32 = 0, f64 = 1, f16 = 2, bf16 = 14 };  // cudaDataType_t's numbers

size_t bytes_of(Element element);

/// A matrix in memory: element (i, j) is at `data + (i * row + j * column) * bytes_of(element)`.
struct View {
    char* data;
    ptrdiff_t row, column;
};

/// One product: d = alpha * a @ b + beta * c, then bias, then ReLU or GELU. a is m x k, b is k x n, c and d are m x n.
/// Halves are multiplied and summed in float.
struct Product {
    Element element;
    size_t m, n, k;
    View a, b, c, d;
    double alpha, beta;
    const char* bias;    // m elements, one for each row, or null
    bool bias_by_column;  // or n elements, one for each column
    bool relu;
    bool gelu;            // its tanh approximation
};

/// Calls `work(data)` `count` times, in parallel if there are idle threads; returns the fault of one of them, or 0.
using OnThreads = int (*)(size_t count, void (*work)(void*), void* data);

/// Returns 0 or a fault.
int multiply(const Product& product, OnThreads on_threads);

}  // namespace emulator
