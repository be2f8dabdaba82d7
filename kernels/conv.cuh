// Convolution: im2col for matrix products (patches become columns), and direct kernels for grouped channels.

struct Convolution {
    u64 x, weight, y, bias;                // addresses: input planes (or the planes of columns), weight, output, bias (0: none)
    u64 batch, channels, features, groups;
    u64 input[3], output[3], kernel[3], stride[3], padding[3], dilation[3];
    u64 first;                             // the first sample
    i64 row_stride, batch_stride;          // of the columns, in elements; positions are adjacent
};

INLINE u64 volume(const u64* sizes) { return sizes[0] * sizes[1] * sizes[2]; }

// The position in the input plane under a tap of the kernel at an output position; -1 in the padding.
INLINE i64 met(const Convolution& s, u64 position, u64 tap) {
    i64 place = 0;
    u64 at[3], taps[3];
    at[2] = position % s.output[2]; position /= s.output[2];
    at[1] = position % s.output[1]; at[0] = position / s.output[1];
    taps[2] = tap % s.kernel[2]; tap /= s.kernel[2];
    taps[1] = tap % s.kernel[1]; taps[0] = tap / s.kernel[1];
    for (int d = 0; d < 3; d++) {
        i64 i = (i64)(at[d] * s.stride[d] + taps[d] * s.dilation[d]) - (i64)s.padding[d];
        if (i < 0 || i >= (i64)s.input[d]) return -1;
        place = place * (i64)s.input[d] + i;
    }
    return place;
}

// The output position at which a tap covers a position of the input plane; -1 if there is none.
INLINE i64 meeting(const Convolution& s, u64 place, u64 tap) {
    i64 position = 0;
    u64 at[3], taps[3];
    at[2] = place % s.input[2]; place /= s.input[2];
    at[1] = place % s.input[1]; at[0] = place / s.input[1];
    taps[2] = tap % s.kernel[2]; tap /= s.kernel[2];
    taps[1] = tap % s.kernel[1]; taps[0] = tap / s.kernel[1];
    for (int d = 0; d < 3; d++) {
        i64 o = (i64)(at[d] + s.padding[d]) - (i64)(taps[d] * s.dilation[d]);
        if (o < 0 || o % (i64)s.stride[d]) return -1;
        o /= (i64)s.stride[d];
        if (o >= (i64)s.output[d]) return -1;
        position = position * (i64)s.output[d] + o;
    }
    return position;
}

// y: columns (channels * taps rows) of `batch` samples from `first` on.
template <class T> INLINE void im2col(const Convolution& s) {
    u64 taps = volume(s.kernel), positions = volume(s.output), plane = volume(s.input);
    GRID_STRIDE(i, s.batch * s.channels * taps * positions) {
        u64 position = i % positions, row = i / positions % (s.channels * taps), n = i / positions / (s.channels * taps);
        i64 place = met(s, position, row % taps);
        T value = convert<T>(0.0f);
        if (place >= 0) value = element<T>(s.x, (i64)(((s.first + n) * s.channels + row / taps) * plane) + place);
        element<T>(s.y, (i64)n * s.batch_stride + (i64)row * s.row_stride + (i64)position) = value;
    }
}

// x: planes; each place is the sum of the column elements taken from it.
template <class T> INLINE void col2im(const Convolution& s) {
    u64 taps = volume(s.kernel), plane = volume(s.input);
    GRID_STRIDE(i, s.batch * s.channels * plane) {
        u64 place = i % plane, channel = i / plane % s.channels, n = i / plane / s.channels;
        Sum<T> total = s.bias ? (Sum<T>)element<T>(s.bias, (i64)channel) : (Sum<T>)0;
        for (u64 tap = 0; tap < taps; tap++) {
            i64 position = meeting(s, place, tap);
            if (position >= 0)
                total += (Sum<T>)element<T>(s.y, (i64)n * s.batch_stride + (i64)(channel * taps + tap) * s.row_stride + position);
        }
        element<T>(s.x, (i64)(s.first * s.channels * plane + i)) = convert<T>(total);
    }
}

template <class T> INLINE void conv_forward(const Convolution& s) {
    u64 taps = volume(s.kernel), positions = volume(s.output), plane = volume(s.input);
    u64 depth = s.channels / s.groups, width = s.features / s.groups;
    GRID_STRIDE(i, s.batch * s.features * positions) {
        u64 position = i % positions, feature = i / positions % s.features, n = i / positions / s.features;
        Sum<T> total = s.bias ? (Sum<T>)element<T>(s.bias, (i64)feature) : (Sum<T>)0;
        u64 base = (n * s.channels + feature / width * depth) * plane;
        for (u64 tap = 0; tap < taps; tap++) {
            i64 place = met(s, position, tap);
            if (place < 0) continue;
            for (u64 c = 0; c < depth; c++)
                total += (Sum<T>)element<T>(s.x, (i64)(base + c * plane) + place)
                    * (Sum<T>)element<T>(s.weight, (i64)((feature * depth + c) * taps + tap));
        }
        element<T>(s.y, (i64)i) = convert<T>(total);
    }
}

template <class T> INLINE void conv_input(const Convolution& s) {
    u64 taps = volume(s.kernel), positions = volume(s.output), plane = volume(s.input);
    u64 depth = s.channels / s.groups, width = s.features / s.groups;
    GRID_STRIDE(i, s.batch * s.channels * plane) {
        u64 place = i % plane, channel = i / plane % s.channels, n = i / plane / s.channels;
        Sum<T> total = s.bias ? (Sum<T>)element<T>(s.bias, (i64)channel) : (Sum<T>)0;
        u64 group = channel / depth;
        for (u64 tap = 0; tap < taps; tap++) {
            i64 position = meeting(s, place, tap);
            if (position < 0) continue;
            for (u64 f = group * width; f < (group + 1) * width; f++)
                total += (Sum<T>)element<T>(s.y, (i64)((n * s.features + f) * positions) + position)
                    * (Sum<T>)element<T>(s.weight, (i64)((f * depth + channel % depth) * taps + tap));
        }
        element<T>(s.x, (i64)i) = convert<T>(total);
    }
}

template <class T> INLINE void conv_weight(const Convolution& s) {
    u64 taps = volume(s.kernel), positions = volume(s.output), plane = volume(s.input);
    u64 depth = s.channels / s.groups, width = s.features / s.groups;
    GRID_STRIDE(i, s.features * depth * taps) {
        u64 tap = i % taps, c = i / taps % depth, feature = i / taps / depth;
        Sum<T> total = 0;
        for (u64 n = 0; n < s.batch; n++) {
            u64 base = (n * s.channels + feature / width * depth + c) * plane;
            for (u64 position = 0; position < positions; position++) {
                i64 place = met(s, position, tap);
                if (place >= 0)
                    total += (Sum<T>)element<T>(s.x, (i64)base + place)
                        * (Sum<T>)element<T>(s.y, (i64)((n * s.features + feature) * positions + position));
            }
        }
        element<T>(s.weight, (i64)i) = convert<T>(total);
    }
}
