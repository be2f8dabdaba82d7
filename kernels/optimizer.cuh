// Optimizer steps, norms and scaling over many tensors in one launch: each block takes one chunk of one tensor.

#define MAX_TENSORS 48
#define CHUNK_ELEMENTS 4096

struct TensorList {
    u64 n[MAX_TENSORS];
    u64 addresses[5][MAX_TENSORS];       // parameter, gradient, states
    u32 first_block[MAX_TENSORS];        // of each tensor
    u32 count, reserved;
};

struct Piece {
    u32 tensor;
    u64 begin, end;
};

INLINE Piece piece_of_block(const TensorList& list) {
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

struct SgdStep {
    double lr, momentum, dampening, weight_decay;
    i32 nesterov, maximize, first, reserved;
    TensorList list; // parameter, gradient, momentum buffer
};

template <class T> INLINE void sgd_step(const SgdStep& s) {
    typedef Compute<T> V;
    Piece piece = piece_of_block(s.list);
    T* parameters = (T*)s.list.addresses[0][piece.tensor];
    const T* gradients = (const T*)s.list.addresses[1][piece.tensor];
    T* buffers = (T*)s.list.addresses[2][piece.tensor];
    for (u64 i = piece.begin + threadIdx.x; i < piece.end; i += blockDim.x) {
        V parameter = (V)parameters[i], gradient = s.maximize ? -(V)gradients[i] : (V)gradients[i];
        if (s.weight_decay != 0) gradient += (V)s.weight_decay * parameter;
        if (s.momentum != 0) {
            V buffer = s.first ? gradient : (V)s.momentum * (V)buffers[i] + (V)(1 - s.dampening) * gradient;
            buffers[i] = convert<T>(buffer);
            gradient = s.nesterov ? gradient + (V)s.momentum * buffer : buffer;
        }
        parameters[i] = convert<T>(parameter - (V)s.lr * gradient);
    }
}

struct AdamStep {
    double lr, beta1, beta2, eps, weight_decay;
    double correction1, correction2_sqrt; // 1 - beta1^step, sqrt(1 - beta2^step)
    i32 decoupled, amsgrad, maximize, reserved;
    TensorList list; // parameter, gradient, exp_avg, exp_avg_sq, max_exp_avg_sq
};

template <class T> INLINE void adam_step(const AdamStep& s) {
    typedef Compute<T> V;
    Piece piece = piece_of_block(s.list);
    T* parameters = (T*)s.list.addresses[0][piece.tensor];
    const T* gradients = (const T*)s.list.addresses[1][piece.tensor];
    T* averages = (T*)s.list.addresses[2][piece.tensor];
    T* squares = (T*)s.list.addresses[3][piece.tensor];
    T* maxima = (T*)s.list.addresses[4][piece.tensor];
    V step_size = (V)(s.lr / s.correction1);
    for (u64 i = piece.begin + threadIdx.x; i < piece.end; i += blockDim.x) {
        V parameter = (V)parameters[i], gradient = s.maximize ? -(V)gradients[i] : (V)gradients[i];
        if (s.decoupled) parameter *= (V)(1 - s.lr * s.weight_decay);
        else if (s.weight_decay != 0) gradient += (V)s.weight_decay * parameter;
        V average = (V)averages[i];
        average += (V)(1 - s.beta1) * (gradient - average);
        V square = (V)s.beta2 * (V)squares[i] + (V)(1 - s.beta2) * gradient * gradient;
        averages[i] = convert<T>(average);
        squares[i] = convert<T>(square);
        V second = square;
        if (s.amsgrad) {
            V most = (V)maxima[i];
            second = most > square ? most : square;
            maxima[i] = convert<T>(second);
        }
        parameters[i] = convert<T>(parameter - step_size * average / (number::sqrt(second) / (V)s.correction2_sqrt + (V)s.eps));
    }
}

struct Scale {
    double factor;
    u64 found_inf;   // address of a float set to 1 when an element is infinite or NaN, or 0
    TensorList list; // tensor
};

template <class T> INLINE void multi_scale(const Scale& s) {
    typedef Compute<T> V;
    Piece piece = piece_of_block(s.list);
    T* values = (T*)s.list.addresses[0][piece.tensor];
    for (u64 i = piece.begin + threadIdx.x; i < piece.end; i += blockDim.x) {
        V value = (V)values[i];
        if (s.found_inf && !number::isfinite(value)) *(float*)s.found_inf = 1;
        values[i] = convert<T>(value * (V)s.factor);
    }
}
