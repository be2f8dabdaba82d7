// NCCL's reductions. Halves are rounded after each rank's part, as in NCCL.

#include "reduce.h"

#include <cstdint>
#include <cstring>

namespace nccl {
namespace {

/// bfloat16, rounded to the nearest, ties to even.
struct Bfloat16 {
    uint16_t bits;
    Bfloat16() = default;
    explicit Bfloat16(float value) {
        uint32_t raw;
        memcpy(&raw, &value, 4);
        bits = value != value ? 0x7fc0 : (uint16_t)((raw + 0x7fff + (raw >> 16 & 1)) >> 16);
    }
    operator float() const {
        uint32_t raw = (uint32_t)bits << 16;
        float value;
        memcpy(&value, &raw, 4);
        return value;
    }
};

enum Op { SUM, PRODUCT, MAX, MIN, AVERAGE };

/// Combines elements in the type `Wide`.
template <class T, class Wide>
void reduce_as(char* to, const char* from, int ranks, size_t count, int op) {
    const T* given = (const T*)from;
    for (size_t i = 0; i < count; i++) {
        T result = given[i];
        for (int rank = 1; rank < ranks; rank++) {
            Wide a = (Wide)result, b = (Wide)given[rank * count + i];
            switch (op) {
                case PRODUCT: result = (T)(Wide)(a * b); break;
                case MAX: result = (T)(b > a || b != b ? b : a); break;
                case MIN: result = (T)(b < a || b != b ? b : a); break;
                default: result = (T)(Wide)(a + b);
            }
        }
        if (op == AVERAGE) result = (T)(Wide)((Wide)result / (Wide)ranks);
        ((T*)to)[i] = result;
    }
}

}  // namespace

void reduce(char* to, const char* from, int ranks, size_t count, int type, int op) {
    switch (type) {
        case 0: return reduce_as<int8_t, int8_t>(to, from, ranks, count, op);
        case 1: return reduce_as<uint8_t, uint8_t>(to, from, ranks, count, op);
        case 2: return reduce_as<int32_t, int32_t>(to, from, ranks, count, op);
        case 3: return reduce_as<uint32_t, uint32_t>(to, from, ranks, count, op);
        case 4: return reduce_as<int64_t, int64_t>(to, from, ranks, count, op);
        case 5: return reduce_as<uint64_t, uint64_t>(to, from, ranks, count, op);
        case 6: return reduce_as<_Float16, float>(to, from, ranks, count, op);
        case 7: return reduce_as<float, float>(to, from, ranks, count, op);
        case 8: return reduce_as<double, double>(to, from, ranks, count, op);
        case 9: return reduce_as<Bfloat16, float>(to, from, ranks, count, op);
    }
}

}  // namespace nccl
