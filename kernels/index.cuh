// Indexed copies. gather, scatter, index_select, index_add, advanced indexing and index_put share one loop: one side is read
// in order, the other is addressed through index tensors.

#define MAX_INDEXES 8

// The first index out of bounds; in pinned host memory, read at the next wait for the stream.
struct Fault {
    u32 raised;
    u32 dim;
    i64 index, size;
    u32 place[2];
};

struct Indexing {
    u64 n;
    u64 plain, indexed;           // addresses
    u64 fault;
    i32 indexes;                  // how many index tensors (int64)
    i32 from_end;                 // whether negative indices count from the end
    u32 place[2];                 // the place in the program that launched it
    u64 addresses[MAX_INDEXES];   // of the index tensors
    i64 sizes[MAX_INDEXES];       // size of each indexed dimension
    i64 strides[MAX_INDEXES];     // strides of the indexed side along these dimensions
    u32 dims[MAX_INDEXES];        // numbers of these dimensions, for the message
    Strided layout;               // plain side; indexed side without the indexed dimensions
    i64 index_strides[MAX_INDEXES][MAX_DIMS];
};

// The addresses of element `number` on both sides; false if an index is out of bounds.
INLINE bool look_up(const Indexing& s, u64 number, i64& plain, i64& indexed) {
    i64 at[MAX_INDEXES];
    for (int k = 0; k < s.indexes; k++) at[k] = 0;
    plain = indexed = 0;
    for (int dim = s.layout.dims - 1; dim >= 0; dim--) {
        u64 rest = number / s.layout.sizes[dim];
        i64 index = (i64)(number - rest * s.layout.sizes[dim]);
        number = rest;
        plain += index * s.layout.strides[0][dim];
        indexed += index * s.layout.strides[1][dim];
        for (int k = 0; k < s.indexes; k++) at[k] += index * s.index_strides[k][dim];
    }
    for (int k = 0; k < s.indexes; k++) {
        i64 index = ((const i64*)s.addresses[k])[at[k]], size = s.sizes[k];
        if (index < (s.from_end ? -size : 0) || index >= size) {
            Fault* fault = (Fault*)s.fault;
            if (atomicCAS(&fault->raised, 0u, 1u) == 0u) {
                fault->dim = s.dims[k];
                fault->index = index;
                fault->size = size;
                fault->place[0] = s.place[0];
                fault->place[1] = s.place[1];
            }
            return false;
        }
        indexed += (index < 0 ? index + size : index) * s.strides[k];
    }
    return true;
}

template <class T> INLINE void take(const Indexing& s) {
    GRID_STRIDE(i, s.n) {
        i64 plain, indexed;
        if (look_up(s, i, plain, indexed)) element<T>(s.plain, plain) = element<T>(s.indexed, indexed);
    }
}

template <class T> INLINE void put(const Indexing& s) {
    GRID_STRIDE(i, s.n) {
        i64 plain, indexed;
        if (look_up(s, i, plain, indexed)) element<T>(s.indexed, indexed) = element<T>(s.plain, plain);
    }
}

// Atomic additions. Types without an instruction compare-and-swap the 32-bit word that contains them.
template <class T> struct Atomic {
    DEVICE void add(T* address, T value) {
        u32* word = (u32*)((u64)address & ~3ull);
        int shift = (int)((u64)address & 3ull) * 8;
        u32 mask = (sizeof(T) == 1 ? 0xffu : 0xffffu) << shift, old = *word, seen;
        do {
            seen = old;
            union { u16 bits; T value; } pun;
            pun.bits = (u16)((seen & mask) >> shift);
            pun.value = convert<T>((Compute<T>)pun.value + (Compute<T>)value);
            u32 bits = sizeof(T) == 1 ? pun.bits & 0xffu : pun.bits;
            old = atomicCAS(word, seen, (seen & ~mask) | (bits << shift));
        } while (old != seen);
    }
};
template <> struct Atomic<i32> { DEVICE void add(i32* address, i32 value) { atomicAdd(address, value); } };
template <> struct Atomic<i64> { DEVICE void add(i64* address, i64 value) { atomicAdd((u64*)address, (u64)value); } };
template <> struct Atomic<float> { DEVICE void add(float* address, float value) { atomicAdd(address, value); } };
template <> struct Atomic<double> { DEVICE void add(double* address, double value) { atomicAdd(address, value); } };

template <class T> INLINE void put_add(const Indexing& s) {
    GRID_STRIDE(i, s.n) {
        i64 plain, indexed;
        if (look_up(s, i, plain, indexed)) Atomic<T>::add(&element<T>(s.indexed, indexed), element<T>(s.plain, plain));
    }
}
