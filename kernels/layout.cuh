// Layouts: the positions of the elements of up to four operands. Mirrors crates/engine/src/cuda/layout.rs.

#define MAX_DIMS 16
#define MAX_OPERANDS 4

// One index space shared by several operands; strides are in elements and may be 0 or negative.
struct Strided {
    i32 dims;
    i32 reserved;
    u64 sizes[MAX_DIMS];
    i64 strides[MAX_OPERANDS][MAX_DIMS];
};

struct Offsets {
    i64 at[MAX_OPERANDS];
};

// The operands' offsets of the element with this row-major index.
template <int OPERANDS> INLINE Offsets locate(const Strided& layout, u64 number) {
    Offsets offsets;
    for (int operand = 0; operand < OPERANDS; operand++) offsets.at[operand] = 0;
    for (int dim = layout.dims - 1; dim >= 0; dim--) {
        u64 size = layout.sizes[dim], rest;
        if ((number | size) >> 32) rest = number / size; // 64-bit division is slow on a GPU: used only when needed
        else rest = (u32)number / (u32)size;
        i64 index = (i64)(number - rest * size);
        number = rest;
        for (int operand = 0; operand < OPERANDS; operand++) offsets.at[operand] += index * layout.strides[operand][dim];
    }
    return offsets;
}

INLINE u64 thread_number() { return (u64)blockIdx.x * blockDim.x + threadIdx.x; }
INLINE u64 thread_count() { return (u64)gridDim.x * blockDim.x; }

// A grid-stride loop: every element from this thread's own on, in steps of the grid's size.
#define GRID_STRIDE(i, n) for (u64 i = thread_number(); i < (n); i += thread_count())

template <class T> INLINE T& element(u64 address, i64 offset) { return ((T*)address)[offset]; }

// A scalar operand is passed as the bits of its compute type.
template <class T> INLINE T from_bits(u64 bits) { union { u64 u; T value; } pun; pun.u = bits; return pun.value; }

// 16 bytes, for wide loads and stores where both sides are aligned.
struct __align__(16) u128 {
    u64 at[2];
};

// The number of elements in such a pack.
template <class T, int WIDTH> struct __align__(sizeof(T) * WIDTH) Pack {
    T at[WIDTH];
};

INLINE bool is_aligned(u64 address, u64 bytes) { return (address & (bytes - 1)) == 0; }

// Whether all operands are contiguous.
template <int OPERANDS> INLINE bool lies_plainly(const Strided& layout) {
    if (layout.dims > 1) return false;
    for (int operand = 0; operand < OPERANDS; operand++)
        if (layout.dims == 1 && layout.strides[operand][0] != 1) return false;
    return true;
}

// Calls `one(number)` for the elements between `begin` and `end` outside whole packs, and `pack(number)` for the first
// element of each pack, shared among `threads`. `askew` is the distance of `begin` from the start of a pack.
template <int WIDTH, class One, class Whole> INLINE void each_in_packs(u64 askew, u64 begin, u64 end, u64 thread, u64 threads, One one, Whole whole) {
    u64 head = askew ? WIDTH - askew : 0;
    if (head > end - begin) head = end - begin;
    for (u64 j = begin + thread; j < begin + head; j += threads) one(j);
    const u64 first = begin + head, packs = (end - first) / WIDTH;
    for (u64 i = thread; i < packs; i += threads) whole(first + i * WIDTH);
    for (u64 j = first + packs * WIDTH + thread; j < end; j += threads) one(j);
}

// Calls `visit(number, value)` for a row's elements from `begin` to `end`, shared among `threads`; reads packs of 16 bytes
// if the elements are adjacent.
template <class T, class Visit> INLINE void each_of_row(const T* row, i64 stride, u64 begin, u64 end, u64 thread, u64 threads, Visit visit) {
    if (stride != 1) {
        for (u64 j = begin + thread; j < end; j += threads) visit(j, row[(i64)j * stride]);
        return;
    }
    constexpr int WIDTH = 16 / sizeof(T);
    each_in_packs<WIDTH>(((u64)(row + begin) & 15) / sizeof(T), begin, end, thread, threads, [&](u64 j) { visit(j, row[j]); }, [&](u64 j) {
        const Pack<T, WIDTH> pack = *(const Pack<T, WIDTH>*)(row + j);
        for (int k = 0; k < WIDTH; k++) visit(j + k, pack.at[k]);
    });
}
