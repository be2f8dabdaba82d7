// Layouts: where the elements of up to four operands lie. Mirrors src/engine/cuda/layout.rs.

#define MAX_DIMS 16
#define MAX_OPERANDS 4

// One index space shared by several operands; strides are counted in elements and may be 0 or negative.
struct Strided {
    i32 dims;
    i32 reserved;
    u64 sizes[MAX_DIMS];
    i64 strides[MAX_OPERANDS][MAX_DIMS];
};

struct Offsets {
    i64 at[MAX_OPERANDS];
};

// The operands' offsets of the element with this row-major number.
template <int OPERANDS> INLINE Offsets locate(const Strided& layout, u64 number) {
    Offsets offsets;
    for (int operand = 0; operand < OPERANDS; operand++) offsets.at[operand] = 0;
    for (int dim = layout.dims - 1; dim >= 0; dim--) {
        u64 size = layout.sizes[dim], rest;
        if ((number | size) >> 32) rest = number / size; // 64-bit division is slow on a GPU: only where needed
        else rest = (u32)number / (u32)size;
        i64 index = (i64)(number - rest * size);
        number = rest;
        for (int operand = 0; operand < OPERANDS; operand++) offsets.at[operand] += index * layout.strides[operand][dim];
    }
    return offsets;
}

INLINE u64 thread_number() { return (u64)blockIdx.x * blockDim.x + threadIdx.x; }
INLINE u64 thread_count() { return (u64)gridDim.x * blockDim.x; }

// Every element from this thread's own on, in steps of the grid.
#define GRID_STRIDE(i, n) for (u64 i = thread_number(); i < (n); i += thread_count())

template <class T> INLINE T& element(u64 address, i64 offset) { return ((T*)address)[offset]; }

// A scalar operand travels as the bits of its compute type.
template <class T> INLINE T from_bits(u64 bits) { union { u64 u; T value; } pun; pun.u = bits; return pun.value; }
