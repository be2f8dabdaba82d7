// Results whose size depends on the data: one pass counts the selected elements, a second writes each to its place.

struct Select {
    u64 mask, input, output; // addresses; the mask is contiguous
    u64 n, chunks;
    u64 counts;              // selected elements per chunk, then their running total
    Strided layout;          // input (masked_select); or sizes and the start of each dimension's column (nonzero)
};

#define CHUNK 64 // consecutive elements, the work of one thread

template <class T> INLINE void count_chosen(const Select& s) {
    GRID_STRIDE(chunk, s.chunks) {
        u64 end = (chunk + 1) * CHUNK < s.n ? (chunk + 1) * CHUNK : s.n;
        u64 count = 0;
        for (u64 i = chunk * CHUNK; i < end; i++) count += (Compute<T>)element<T>(s.mask, (i64)i) != 0;
        element<u64>(s.counts, (i64)chunk) = count;
    }
}

// T is an unsigned integer of the element's size.
template <class T> INLINE void masked_select(const Select& s) {
    GRID_STRIDE(chunk, s.chunks) {
        u64 end = (chunk + 1) * CHUNK < s.n ? (chunk + 1) * CHUNK : s.n;
        i64 next = (i64)element<u64>(s.counts, (i64)chunk);
        for (u64 i = chunk * CHUNK; i < end; i++)
            if (element<bool>(s.mask, (i64)i)) element<T>(s.output, next++) = element<T>(s.input, locate<1>(s.layout, i).at[0]);
    }
}

template <class T> INLINE void nonzero(const Select& s) {
    GRID_STRIDE(chunk, s.chunks) {
        u64 end = (chunk + 1) * CHUNK < s.n ? (chunk + 1) * CHUNK : s.n;
        i64 next = (i64)element<u64>(s.counts, (i64)chunk);
        for (u64 i = chunk * CHUNK; i < end; i++) {
            if (!((Compute<T>)element<T>(s.mask, (i64)i) != 0)) continue;
            u64 number = i;
            for (int dim = s.layout.dims - 1; dim >= 0; dim--) {
                element<i64>(s.output, s.layout.strides[0][dim] + next) = (i64)(number % s.layout.sizes[dim]);
                number /= s.layout.sizes[dim];
            }
            next++;
        }
    }
}
