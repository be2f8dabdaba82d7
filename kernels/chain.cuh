// What a chain of pointwise operations uses. The engine writes the kernel itself, from the rows of the table: each element
// goes through all steps in registers.

#define MAX_CHAIN 24     // steps, and operands in memory
#define MAX_NUMBERS 48
#define CHAIN_DIMS 8
#define CHAIN_STRIDED 8

struct Chain {
    u64 n;
    u64 outputs[MAX_CHAIN], inputs[MAX_CHAIN];
    u64 numbers[MAX_NUMBERS];        // bits of the computing type
    double parameters[MAX_CHAIN][2]; // p and q of each step
    u64 sizes[CHAIN_DIMS];           // of the operands that are walked by strides
    i64 strides[CHAIN_STRIDED][CHAIN_DIMS];
};

template <int OPERANDS> struct ChainOffsets {
    i64 at[OPERANDS];
};

// Where the strided operands' elements of this row-major number lie.
template <int DIMS, int OPERANDS> INLINE ChainOffsets<OPERANDS> chain_offsets(const Chain& s, u64 number) {
    ChainOffsets<OPERANDS> offsets = {};
    for (int dim = DIMS - 1; dim >= 0; dim--) {
        u64 size = s.sizes[dim], rest = 0;
        if (dim > 0) {
            if ((number | size) >> 32) rest = number / size; // 64-bit division is slow on a GPU: only where needed
            else rest = (u32)number / (u32)size;
        }
        i64 index = (i64)(number - rest * size);
        number = rest;
        for (int operand = 0; operand < OPERANDS; operand++) offsets.at[operand] += index * s.strides[operand][dim];
    }
    return offsets;
}

// Keeps a step's result apart from the next step: otherwise the compiler would contract a product and a sum of two steps
// into one rounding, and a chain would give other numbers than its operations one by one.
template <class V> INLINE V apart(V x) { return x; } // whole numbers are not rounded
INLINE float apart(float x) {
#if !defined(__EMULATED__)
    asm("" : "+f"(x));
#elif defined(__x86_64__)
    asm("" : "+x"(x));
#elif defined(__aarch64__)
    asm("" : "+w"(x));
#endif
    return x;
}
INLINE double apart(double x) {
#if !defined(__EMULATED__)
    asm("" : "+d"(x));
#elif defined(__x86_64__)
    asm("" : "+x"(x));
#elif defined(__aarch64__)
    asm("" : "+w"(x));
#endif
    return x;
}
