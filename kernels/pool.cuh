// Pooling: one thread per window; in backward, one thread per input position.

struct Pooling {
    u64 input_address, output, indices;
    u64 planes;
    u64 input[3], pooled[3], kernel[3], stride[3], padding[3], dilation[3];
    i32 adaptive, include_pad;
    double divisor;                        // 0: divide by the number of elements
};

struct Window { i64 start[3], end[3]; u64 step[3], padded; };

INLINE Window window_of(const Pooling& s, u64 position) {
    Window w;
    w.padded = 1;
    u64 at[3];
    at[2] = position % s.pooled[2]; position /= s.pooled[2];
    at[1] = position % s.pooled[1]; at[0] = position / s.pooled[1];
    for (int d = 0; d < 3; d++) {
        if (s.adaptive) {
            w.step[d] = 1;
            w.start[d] = (i64)(at[d] * s.input[d] / s.pooled[d]);
            w.end[d] = (i64)(((at[d] + 1) * s.input[d] + s.pooled[d] - 1) / s.pooled[d]);
            w.padded *= (u64)(w.end[d] - w.start[d]);
        } else {
            i64 step = (i64)s.dilation[d], start = (i64)(at[d] * s.stride[d]) - (i64)s.padding[d];
            i64 end = start + ((i64)s.kernel[d] - 1) * step + 1, beyond = (i64)(s.input[d] + s.padding[d]);
            w.padded *= (u64)((end < beyond ? end : beyond) - start);
            if (start < 0) start += (-start + step - 1) / step * step;
            w.start[d] = start;
            w.end[d] = end < (i64)s.input[d] ? end : (i64)s.input[d];
            w.step[d] = (u64)step;
        }
    }
    return w;
}

INLINE double divisor_of(const Pooling& s, const Window& w) {
    if (s.divisor != 0) return s.divisor;
    if (s.include_pad) return (double)w.padded;
    double inside = 1;
    for (int d = 0; d < 3; d++) inside *= w.end[d] > w.start[d] ? (double)(w.end[d] - w.start[d]) : 0.0;
    return inside > 0 ? inside : 1.0;
}

template <class T> INLINE void max_pool(const Pooling& s) {
    typedef Compute<T> V;
    u64 positions = volume(s.pooled), plane = volume(s.input);
    GRID_STRIDE(i, s.planes * positions) {
        Window w = window_of(s, i % positions);
        i64 base = (i64)(i / positions * plane), place = -1;
        V best = Limits<V>::lowest();
        for (i64 d = w.start[0]; d < w.end[0]; d += (i64)w.step[0])
            for (i64 h = w.start[1]; h < w.end[1]; h += (i64)w.step[1])
                for (i64 c = w.start[2]; c < w.end[2]; c += (i64)w.step[2]) {
                    i64 at = (d * (i64)s.input[1] + h) * (i64)s.input[2] + c;
                    V value = (V)element<T>(s.input_address, base + at);
                    if (value > best || is_nan(value) || place < 0) best = value, place = at;
                }
        element<T>(s.output, (i64)i) = convert<T>(best);
        element<i64>(s.indices, (i64)i) = place;
    }
}

template <class T> INLINE void mean_pool(const Pooling& s) {
    u64 positions = volume(s.pooled), plane = volume(s.input);
    GRID_STRIDE(i, s.planes * positions) {
        Window w = window_of(s, i % positions);
        i64 base = (i64)(i / positions * plane);
        Sum<T> total = 0;
        for (i64 d = w.start[0]; d < w.end[0]; d++)
            for (i64 h = w.start[1]; h < w.end[1]; h++)
                for (i64 c = w.start[2]; c < w.end[2]; c++)
                    total += (Sum<T>)element<T>(s.input_address, base + (d * (i64)s.input[1] + h) * (i64)s.input[2] + c);
        element<T>(s.output, (i64)i) = convert<T>(total / (Sum<T>)divisor_of(s, w));
    }
}

// The range of output positions along dimension d whose windows may contain an input position.
INLINE u64 first_window(const Pooling& s, int d, u64 place) {
    if (s.adaptive) return place * s.pooled[d] / s.input[d];
    u64 reach = (s.kernel[d] - 1) * s.dilation[d], at = place + s.padding[d];
    return at > reach ? (at - reach + s.stride[d] - 1) / s.stride[d] : 0;
}
INLINE u64 last_window(const Pooling& s, int d, u64 place) { // exclusive
    u64 end = s.adaptive ? ((place + 1) * s.pooled[d] + s.input[d] - 1) / s.input[d] : (place + s.padding[d]) / s.stride[d] + 1;
    return end < s.pooled[d] ? end : s.pooled[d];
}

// Each input position gathers from the windows that contain it, so no two threads write one element.
template <class T> INLINE void mean_pool_backward(const Pooling& s) {
    u64 positions = volume(s.pooled), plane = volume(s.input);
    GRID_STRIDE(i, s.planes * plane) {
        u64 place = i % plane, at[3];
        i64 base = (i64)(i / plane * positions);
        at[2] = place % s.input[2]; at[1] = place / s.input[2] % s.input[1]; at[0] = place / s.input[2] / s.input[1];
        Sum<T> total = 0;
        for (u64 d = first_window(s, 0, at[0]); d < last_window(s, 0, at[0]); d++)
            for (u64 h = first_window(s, 1, at[1]); h < last_window(s, 1, at[1]); h++)
                for (u64 c = first_window(s, 2, at[2]); c < last_window(s, 2, at[2]); c++) {
                    u64 position = (d * s.pooled[1] + h) * s.pooled[2] + c;
                    Window w = window_of(s, position);
                    total += (Sum<T>)element<T>(s.output, base + (i64)position) / (Sum<T>)divisor_of(s, w);
                }
        element<T>(s.input_address, (i64)i) = convert<T>(total);
    }
}
