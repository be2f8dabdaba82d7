// Binary search in sorted rows, and distances between rows. All operands are contiguous.

struct Search {
    u64 sequence, numbers, output; // addresses; the output is i64
    u64 n;                         // number of values
    u64 length;                    // length of a sorted row
    u64 width;                     // number of values per row
    i32 right;                     // 1: behind equal elements, 0: before them
    i32 reserved;
};

// The same steps as the host's search, which matters for unsorted rows. NaN belongs at the end.
template <class T> INLINE void search_sorted(const Search& s) {
    GRID_STRIDE(i, s.n) {
        Compute<T> number = (Compute<T>)element<T>(s.numbers, (i64)i);
        const T* row = (const T*)s.sequence + i / s.width * s.length;
        u64 low = 0, high = s.length;
        while (low < high) {
            u64 middle = low + (high - low) / 2;
            Compute<T> here = (Compute<T>)row[middle];
            if (!(s.right ? here > number : here >= number)) low = middle + 1;
            else high = middle;
        }
        element<i64>(s.output, (i64)i) = (i64)low;
    }
}

struct Distances {
    u64 first, second, output; // (batch, rows, width), (batch, columns, width), (batch, rows, columns)
    u64 n;                     // number of results
    u64 rows, columns, width;
    double p;
};

// One thread per pair of rows.
template <class T> INLINE void distances(const Distances& s) {
    typedef NormOver<T> Norm;
    GRID_STRIDE(i, s.n) {
        u64 row = i / s.columns, column = row / s.rows * s.columns + i % s.columns;
        const T* a = (const T*)s.first + row * s.width;
        const T* b = (const T*)s.second + column * s.width;
        typename Norm::State state = Norm::start();
        for (u64 j = 0; j < s.width; j++) Norm::add(state, convert<T>((Compute<T>)a[j] - (Compute<T>)b[j]), 0, s.p);
        element<T>(s.output, (i64)i) = convert<T>(Norm::result(state, s.width, s.p));
    }
}
