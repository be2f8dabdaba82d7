// Support for chains of pointwise operations. The engine generates the kernel from the table's rows: each element passes
// through all steps in registers.

#define MAX_CHAIN 24     // most steps, and most operands in memory
#define MAX_NUMBERS 48
#define CHAIN_DIMS 8
#define CHAIN_STRIDED 8

struct Chain {
    u64 n;
    u64 outputs[MAX_CHAIN], inputs[MAX_CHAIN];
    u64 numbers[MAX_NUMBERS];        // bits of the computing type
    double parameters[MAX_CHAIN][2]; // p and q of each step
    u64 sizes[CHAIN_DIMS];           // of operands addressed by strides
    i64 strides[CHAIN_STRIDED][CHAIN_DIMS];
};

template <int OPERANDS> struct ChainOffsets {
    i64 at[OPERANDS];
};

// The offsets of the strided operands' elements with this row-major index.
template <int DIMS, int OPERANDS> INLINE ChainOffsets<OPERANDS> chain_offsets(const Chain& s, u64 number) {
    ChainOffsets<OPERANDS> offsets = {};
    for (int dim = DIMS - 1; dim >= 0; dim--) {
        u64 size = s.sizes[dim], rest = 0;
        if (dim > 0) {
            if ((number | size) >> 32) rest = number / size; // 64-bit division is slow on a GPU: used only when needed
            else rest = (u32)number / (u32)size;
        }
        i64 index = (i64)(number - rest * size);
        number = rest;
        for (int operand = 0; operand < OPERANDS; operand++) offsets.at[operand] += index * s.strides[operand][dim];
    }
    return offsets;
}

// Keeps the compiler from contracting a product and a sum of two steps into one fused operation with one rounding: a chain
// must give the same numbers as its operations one by one. ptxas contracts across an `asm` that hides the value, and keeps a sum
// whose rounding is written out: x + -0.0 is x for every x.
template <class V> INLINE V apart(V x) { return x; } // integers do not round
INLINE float apart(float x) {
#if !defined(__EMULATED__)
    return __fadd_rn(x, -0.0f);
#elif defined(__x86_64__)
    asm("" : "+x"(x));
#elif defined(__aarch64__)
    asm("" : "+w"(x));
#endif
    return x;
}
INLINE double apart(double x) {
#if !defined(__EMULATED__)
    return __dadd_rn(x, -0.0);
#elif defined(__x86_64__)
    asm("" : "+x"(x));
#elif defined(__aarch64__)
    asm("" : "+w"(x));
#endif
    return x;
}
