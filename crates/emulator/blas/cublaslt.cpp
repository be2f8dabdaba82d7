// The calls of cuBLASLt that the engine uses. A product is queued on its stream through the emulated driver.

#include <dlfcn.h>

#include <cstring>
#include <utility>

#include "gemm.h"

using namespace emulator;

namespace {

enum Status { SUCCESS = 0, NOT_INITIALIZED = 1, INVALID_VALUE = 7, EXECUTION_FAILED = 13, NOT_SUPPORTED = 15 };

struct Layout {
    int type;
    uint64_t rows, columns;
    int64_t leading;
    int order = 0;  // 0: column-major; 1: row-major
    int batch = 1;
    int64_t batch_stride = 0;

    View view(const void* data) const {
        bool by_rows = order == 1;
        return {(char*)data, by_rows ? leading : 1, by_rows ? 1 : leading};
    }
};

struct Description {
    int compute, scale;
    int transpose_a = 0, transpose_b = 0;
    int epilogue = 1;
    const void* bias = nullptr;
};

/// The least alignment of A, B, C and D that an algorithm may rely on, in bytes.
struct Preference {
    uint32_t alignment[4] = {256, 256, 256, 256};
};

constexpr int RELU = 2, BIAS = 4, GELU = 32;

/// A batch of products, queued on a stream.
struct Batch {
    Product first;
    int count;
    int64_t a, b, c, d;  // bytes from one product to the next
};

/// A call of the emulated driver.
template <class F>
F driver(const char* name) {
    return (F)dlsym(RTLD_DEFAULT, name);
}

int run(const void* data) {
    static auto on_threads = driver<OnThreads>("emulatorOnThreads");
    Batch batch;
    memcpy(&batch, data, sizeof batch);
    Product product = batch.first;
    for (int i = 0; i < batch.count; i++) {
        if (int status = multiply(product, on_threads)) return status;
        product.a.data += batch.a;
        product.b.data += batch.b;
        product.c.data += batch.c;
        product.d.data += batch.d;
    }
    return 0;
}

View transposed(View view, int operation) {
    if (operation != 0) std::swap(view.row, view.column);
    return view;
}

template <class T>
Status set(T& field, const void* buffer, size_t bytes) {
    if (bytes < sizeof(T)) return INVALID_VALUE;
    memcpy(&field, buffer, sizeof(T));
    return SUCCESS;
}

bool is_element(int type) { return type == 0 || type == 1 || type == 2 || type == 14; }

}  // namespace

#define API extern "C" __attribute__((visibility("default")))

API size_t cublasLtGetVersion() { return 130000; }
API const char* cublasLtGetStatusName(int status) {
    switch (status) {
        case SUCCESS: return "CUBLAS_STATUS_SUCCESS";
        case NOT_INITIALIZED: return "CUBLAS_STATUS_NOT_INITIALIZED";
        case INVALID_VALUE: return "CUBLAS_STATUS_INVALID_VALUE";
        case EXECUTION_FAILED: return "CUBLAS_STATUS_EXECUTION_FAILED";
        default: return "CUBLAS_STATUS_NOT_SUPPORTED";
    }
}
API const char* cublasLtGetStatusString(int status) { return cublasLtGetStatusName(status); }

API int cublasLtCreate(void** handle) {
    *handle = new char;
    return SUCCESS;
}
API int cublasLtDestroy(void* handle) {
    delete (char*)handle;
    return SUCCESS;
}

API int cublasLtMatrixLayoutCreate(Layout** layout, int type, uint64_t rows, uint64_t columns, int64_t leading) {
    if (!is_element(type)) return NOT_SUPPORTED;
    *layout = new Layout{type, rows, columns, leading};
    return SUCCESS;
}
API int cublasLtMatrixLayoutSetAttribute(Layout* layout, int attribute, const void* buffer, size_t bytes) {
    switch (attribute) {
        case 1: return set(layout->order, buffer, bytes);
        case 2: return set(layout->rows, buffer, bytes);
        case 3: return set(layout->columns, buffer, bytes);
        case 4: return set(layout->leading, buffer, bytes);
        case 5: return set(layout->batch, buffer, bytes);
        case 6: return set(layout->batch_stride, buffer, bytes);
        default: return NOT_SUPPORTED;
    }
}
API int cublasLtMatrixLayoutDestroy(Layout* layout) {
    delete layout;
    return SUCCESS;
}

API int cublasLtMatmulDescCreate(Description** description, int compute, int scale) {
    *description = new Description{compute, scale};
    return SUCCESS;
}
API int cublasLtMatmulDescSetAttribute(Description* description, int attribute, const void* buffer, size_t bytes) {
    switch (attribute) {
        case 0: return set(description->compute, buffer, bytes);
        case 1: return set(description->scale, buffer, bytes);
        case 3: return set(description->transpose_a, buffer, bytes);
        case 4: return set(description->transpose_b, buffer, bytes);
        case 7: return set(description->epilogue, buffer, bytes);
        case 8: return set(description->bias, buffer, bytes);
        default: return NOT_SUPPORTED;
    }
}
API int cublasLtMatmulDescDestroy(Description* description) {
    delete description;
    return SUCCESS;
}

API int cublasLtMatmulPreferenceCreate(Preference** preference) {
    *preference = new Preference;
    return SUCCESS;
}
API int cublasLtMatmulPreferenceSetAttribute(Preference* preference, int attribute, const void* buffer, size_t bytes) {
    constexpr int FIRST_ALIGNMENT = 5;
    int operand = attribute - FIRST_ALIGNMENT;
    return operand < 0 || operand > 3 ? SUCCESS : set(preference->alignment[operand], buffer, bytes);
}
API int cublasLtMatmulPreferenceDestroy(Preference* preference) {
    delete preference;
    return SUCCESS;
}

/// cublasLtMatmulHeuristicResult_t.
struct Heuristic {
    uint64_t algorithm[8];
    size_t workspace;
    int state;
    float waves;
    int reserved[4];
};

API int cublasLtMatmulAlgoGetHeuristic(void*, Description*, Layout*, Layout*, Layout*, Layout*, Preference* preference,
                                       int requested, Heuristic* results, int* returned) {
    if (requested < 1) return INVALID_VALUE;
    results[0] = {};
    static_assert(sizeof preference->alignment <= sizeof results[0].algorithm);
    memcpy(results[0].algorithm, preference->alignment, sizeof preference->alignment);
    *returned = 1;
    return SUCCESS;
}

API int cublasLtMatmul(void* handle, const Description* description, const void* alpha, const void* a,
                       const Layout* a_layout, const void* b, const Layout* b_layout, const void* beta, const void* c,
                       const Layout* c_layout, void* d, const Layout* d_layout, const void* algorithm, void*, size_t,
                       void* stream) {
    if (!handle) return NOT_INITIALIZED;
    // Hardware would load across the operand's alignment, which ends the context.
    uint32_t alignment[4] = {};
    if (algorithm) memcpy(alignment, algorithm, sizeof alignment);
    const void* operands[4] = {a, b, c, d};
    for (int i = 0; i < 4; i++)
        if (alignment[i] && (uintptr_t)operands[i] % alignment[i]) return INVALID_VALUE;
    bool mixed = a_layout->type != d_layout->type || b_layout->type != d_layout->type || c_layout->type != d_layout->type;
    if (mixed || (description->epilogue & ~(1 | RELU | BIAS | GELU))) return NOT_SUPPORTED;
    auto scalar = [&](const void* at) { return description->scale == 1 ? *(const double*)at : *(const float*)at; };

    Product product{};
    product.element = (Element)d_layout->type;
    product.m = d_layout->rows;
    product.n = d_layout->columns;
    product.k = description->transpose_a ? a_layout->rows : a_layout->columns;
    product.a = transposed(a_layout->view(a), description->transpose_a);
    product.b = transposed(b_layout->view(b), description->transpose_b);
    product.c = c_layout->view(c);
    product.d = d_layout->view(d);
    product.alpha = scalar(alpha);
    product.beta = scalar(beta);
    product.bias = description->epilogue & BIAS ? (const char*)description->bias : nullptr;
    product.relu = description->epilogue & RELU;
    product.gelu = description->epilogue & GELU;

    size_t m = description->transpose_a ? a_layout->columns : a_layout->rows;
    size_t n = description->transpose_b ? b_layout->rows : b_layout->columns;
    size_t k = description->transpose_b ? b_layout->columns : b_layout->rows;
    if (m != product.m || n != product.n || k != product.k) return INVALID_VALUE;

    int64_t bytes = (int64_t)bytes_of(product.element);
    Batch batch{product, d_layout->batch, a_layout->batch_stride * bytes, b_layout->batch_stride * bytes,
                c_layout->batch_stride * bytes, d_layout->batch_stride * bytes};
    using Submit = int (*)(void*, int (*)(const void*), const void*, size_t);
    static auto submit = driver<Submit>("emulatorSubmit");
    if (!submit) return NOT_INITIALIZED;
    return submit(stream, run, &batch, sizeof batch) == 0 ? SUCCESS : EXECUTION_FAILED;
}
