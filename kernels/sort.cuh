// Stable sorting along rows: sorts tiles by rank, then merges pairs of sorted runs until one is left.

#define TILE 256

struct Sort {
    u64 input, input_indices;   // merge: output of the last pass; rank: the tensor
    u64 output, output_indices; // contiguous rows
    u64 rows, length;
    u64 run;                    // merge: length of the sorted runs
    i64 stride;                 // rank: the input's stride along the dimension
    i32 descending;
    i32 reserved;
    Strided outer;              // rank: over rows: input
};

// NaN is greater than every number.
template <class V> INLINE bool precedes(V a, V b, bool descending) {
    if (descending) return is_nan(a) ? !is_nan(b) : a > b;
    return is_nan(b) ? !is_nan(a) : a < b;
}

// An element's position in its tile is the number of elements that sort before it.
template <class T> INLINE void sort_tiles(const Sort& s) {
    GRID_STRIDE(i, s.rows * s.length) {
        u64 row = i / s.length, j = i % s.length;
        i64 base = locate<1>(s.outer, row).at[0];
        Compute<T> own = (Compute<T>)element<T>(s.input, base + (i64)j * s.stride);
        u64 begin = j / TILE * TILE, end = begin + TILE < s.length ? begin + TILE : s.length, place = begin;
        for (u64 other = begin; other < end; other++) {
            Compute<T> value = (Compute<T>)element<T>(s.input, base + (i64)other * s.stride);
            place += other < j ? !precedes(own, value, s.descending) : precedes(value, own, s.descending);
        }
        element<T>(s.output, (i64)(row * s.length + place)) = element<T>(s.input, base + (i64)j * s.stride);
        element<i64>(s.output_indices, (i64)(row * s.length + place)) = (i64)j;
    }
}

// An element's position is its index in its own run plus its rank in the neighbouring run, found by bisection.
template <class T> INLINE void merge_runs(const Sort& s) {
    GRID_STRIDE(i, s.rows * s.length) {
        u64 row = i / s.length, j = i % s.length;
        const T* values = (const T*)s.input + row * s.length;
        u64 pair = j / (2 * s.run) * (2 * s.run), middle = pair + s.run;
        bool left = j < middle;
        u64 begin = left ? middle : pair, end = left ? pair + 2 * s.run : middle;
        if (begin > s.length) begin = s.length;
        if (end > s.length) end = s.length;
        Compute<T> own = (Compute<T>)values[j];
        u64 low = begin, high = end;
        while (low < high) {
            u64 half = (low + high) / 2;
            Compute<T> value = (Compute<T>)values[half];
            bool before = left ? precedes(value, own, s.descending) : !precedes(own, value, s.descending);
            if (before) low = half + 1; else high = half;
        }
        u64 place = pair + (j - (left ? pair : middle)) + (low - begin);
        element<T>(s.output, (i64)(row * s.length + place)) = values[j];
        element<i64>(s.output_indices, (i64)(row * s.length + place)) = element<i64>(s.input_indices, (i64)i);
    }
}
