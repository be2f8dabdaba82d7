// Optimizer steps, norms and scaling over many tensors in one launch: each block takes one chunk of one tensor.

#define MAX_TENSORS 48
#define MAX_SCALED 192
#define CHUNK_ELEMENTS 4096

struct TensorList {
    u64 n[MAX_TENSORS];
    u64 addresses[5][MAX_TENSORS];       // parameter, gradient, states
    u32 first_block[MAX_TENSORS];        // number of each tensor's first block
    u32 count, reserved;
};

// As many addresses as fit into a launch's 4 KiB of parameters, with one per tensor.
struct ScaleList {
    u64 n[MAX_SCALED];
    u64 addresses[1][MAX_SCALED];
    u32 first_block[MAX_SCALED];
    u32 count, reserved;
};

struct Piece {
    u32 tensor;
    u64 begin, end;
};

template <class List> INLINE Piece piece_of_block(const List& list) {
    Piece piece;
    u32 low = 0, high = list.count;
    while (high - low > 1) {
        u32 middle = (low + high) / 2;
        if (list.first_block[middle] <= blockIdx.x) low = middle; else high = middle;
    }
    piece.tensor = low;
    piece.begin = (u64)(blockIdx.x - list.first_block[low]) * CHUNK_ELEMENTS;
    piece.end = piece.begin + CHUNK_ELEMENTS < list.n[low] ? piece.begin + CHUNK_ELEMENTS : list.n[low];
    return piece;
}

struct Update {
    double weight_decay, shrink; // see `Optimizer` in tensor/optimizer.rs
    double constants[8];         // constants of the row
    u64 on_device[9];            // addresses of `shrink` and the constants, or 0
    i32 maximize, reserved;
    TensorList list; // parameter, gradient, states
};

// One step of every parameter: `Rule` is a row of tensor/optimizer_rows.rs.
template <class T, class Rule> INLINE void update(const Update& s) {
    typedef Compute<T> V;
    // A replayed graph reads new numbers from the same addresses.
    const double shrink = s.on_device[0] ? *(const double*)s.on_device[0] : s.shrink;
    double constants[8];
    for (int k = 0; k < 8; k++) constants[k] = s.on_device[1 + k] ? *(const double*)s.on_device[1 + k] : s.constants[k];
    Piece piece = piece_of_block(s.list);
    T* parameters = (T*)s.list.addresses[0][piece.tensor];
    const T* gradients = (const T*)s.list.addresses[1][piece.tensor];
    T* states[3] = {};
    u64 all = (u64)parameters | (u64)gradients;
    for (int k = 0; k < Rule::states; k++) {
        states[k] = (T*)s.list.addresses[2 + k][piece.tensor];
        all |= (u64)states[k];
    }
    auto move = [&](T& parameter, T gradient, T* of_element) {
        V p = (V)parameter, g = s.maximize ? -(V)gradient : (V)gradient;
        if (s.weight_decay != 0) g += (V)s.weight_decay * p;
        if (shrink != 1) p *= (V)shrink;
        V state[3] = {};
        for (int k = 0; k < Rule::states; k++) state[k] = (V)of_element[k];
        Rule::apply(p, g, state, constants);
        for (int k = 0; k < Rule::states; k++) of_element[k] = convert<T>(state[k]);
        parameter = convert<T>(p);
    };
    constexpr int WIDTH = 16 / sizeof(T);
    typedef Pack<T, WIDTH> Packed;
    u64 rest = piece.begin;
    if (is_aligned(all, 16)) { // chunks begin at multiples of a pack
        rest = piece.begin + (piece.end - piece.begin) / WIDTH * WIDTH;
        for (u64 i = piece.begin / WIDTH + threadIdx.x; i < rest / WIDTH; i += blockDim.x) {
            Packed p = ((const Packed*)parameters)[i], g = ((const Packed*)gradients)[i], state[3];
            for (int k = 0; k < Rule::states; k++) state[k] = ((const Packed*)states[k])[i];
            for (int j = 0; j < WIDTH; j++) {
                T of_element[3];
                for (int k = 0; k < Rule::states; k++) of_element[k] = state[k].at[j];
                move(p.at[j], g.at[j], of_element);
                for (int k = 0; k < Rule::states; k++) state[k].at[j] = of_element[k];
            }
            for (int k = 0; k < Rule::states; k++) ((Packed*)states[k])[i] = state[k];
            ((Packed*)parameters)[i] = p;
        }
    }
    for (u64 i = rest + threadIdx.x; i < piece.end; i += blockDim.x) {
        T of_element[3];
        for (int k = 0; k < Rule::states; k++) of_element[k] = states[k][i];
        move(parameters[i], gradients[i], of_element);
        for (int k = 0; k < Rule::states; k++) states[k][i] = of_element[k];
    }
}

struct Scale {
    double factor;
    u64 more;       // address of another factor (a float), or 0
    u64 found_inf;  // address of a float set to 1 if an element is infinite or NaN, or 0
    ScaleList list; // tensor
};

template <class T> INLINE void multi_scale(const Scale& s) {
    typedef Compute<T> V;
    V factor = (V)s.factor * (s.more ? (V) * (const float*)s.more : (V)1);
    Piece piece = piece_of_block(s.list);
    T* values = (T*)s.list.addresses[0][piece.tensor];
    for (u64 i = piece.begin + threadIdx.x; i < piece.end; i += blockDim.x) {
        V value = (V)values[i];
        if (s.found_inf && !number::isfinite(value)) *(float*)s.found_inf = 1;
        values[i] = convert<T>(value * factor);
    }
}
