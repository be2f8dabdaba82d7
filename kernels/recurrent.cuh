// Steps of recurrent layers: the pointwise part after the product with the hidden weights, per unit and row, and its gradient.

struct Step {
    u64 x, h, bias;         // products of the input and of the states, (count, gates * units); a GRU's hidden bias, or 0
    u64 last, states;       // the states before, replaced by those after; a copy of the new states
    u64 last_cell, cells;   // an LSTM's cells likewise
    u64 saved;              // for backward: the activated gates, and the hidden part of a GRU's candidate
    u64 count, units;
};

// One unit of one row; each product has `gates` numbers for it.
struct Unit {
    i64 at, gate, apart;    // its index in (count, units); its index in (count, gates * units), and the distance to its next gate
    __device__ __forceinline__ Unit(u64 number, u64 units, int gates) {
        const u64 row = number / units;
        at = (i64)number, gate = (i64)(row * units * gates + (number - row * units)), apart = (i64)units;
    }
};

template <class V> INLINE V sigmoid(V x) { return (V)1 / ((V)1 + number::exp(-x)); }

// Both products of a gate.
template <class T> INLINE Sum<T> gate_of(const Step& s, const Unit& unit, int gate) {
    const i64 at = unit.gate + gate * unit.apart;
    return (Sum<T>)element<T>(s.x, at) + (Sum<T>)element<T>(s.h, at);
}
template <class T, class V> INLINE void put_state(const Step& s, const Unit& unit, V state) {
    element<T>(s.last, unit.at) = element<T>(s.states, unit.at) = convert<T>(state);
}
template <class T, class V> INLINE void keep(u64 saved, u64 number, u64 units, V a, V b, V c, V d) {
    const Unit unit(number, units, 4);
    const V values[4] = {a, b, c, d};
    for (int i = 0; i < 4; i++) element<T>(saved, unit.gate + i * unit.apart) = convert<T>(values[i]);
}

template <class T> INLINE void tanh_step(const Step& s) {
    GRID_STRIDE(i, s.count * s.units) { const Unit unit(i, s.units, 1); put_state<T>(s, unit, number::tanh(gate_of<T>(s, unit, 0))); }
}
template <class T> INLINE void relu_step(const Step& s) {
    GRID_STRIDE(i, s.count * s.units) {
        const Unit unit(i, s.units, 1);
        const Sum<T> sum = gate_of<T>(s, unit, 0);
        put_state<T>(s, unit, sum < 0 ? (Sum<T>)0 : sum); // NaN stays NaN
    }
}
template <class T> INLINE void lstm_step(const Step& s) {
    typedef Sum<T> V;
    GRID_STRIDE(i, s.count * s.units) {
        const Unit unit(i, s.units, 4);
        const V input = sigmoid(gate_of<T>(s, unit, 0)), forget = sigmoid(gate_of<T>(s, unit, 1));
        const V candidate = number::tanh(gate_of<T>(s, unit, 2)), output = sigmoid(gate_of<T>(s, unit, 3));
        const T cell = convert<T>(forget * (V)element<T>(s.last_cell, unit.at) + input * candidate);
        element<T>(s.last_cell, unit.at) = element<T>(s.cells, unit.at) = cell;
        put_state<T>(s, unit, output * number::tanh((V)cell));
        keep<T>(s.saved, i, s.units, input, forget, candidate, output);
    }
}
template <class T> INLINE void gru_step(const Step& s) {
    typedef Sum<T> V;
    GRID_STRIDE(i, s.count * s.units) {
        const Unit unit(i, s.units, 3);
        const i64 column = unit.at % (i64)s.units, last = unit.gate + 2 * unit.apart;
        auto bias = [&](int gate) { return s.bias ? (V)element<T>(s.bias, column + gate * unit.apart) : (V)0; };
        const V reset = sigmoid(gate_of<T>(s, unit, 0) + bias(0)), update = sigmoid(gate_of<T>(s, unit, 1) + bias(1));
        const V inner = (V)element<T>(s.h, last) + bias(2);
        const V candidate = number::tanh((V)element<T>(s.x, last) + reset * inner);
        put_state<T>(s, unit, candidate + update * ((V)element<T>(s.last, unit.at) - candidate));
        keep<T>(s.saved, i, s.units, reset, update, candidate, inner);
    }
}

struct StepBack {
    u64 states, cells, saved;            // results of the step
    u64 earlier, earlier_cells, rows;    // states and cells of the step before, which has this many rows
    u64 first, first_cells;              // the initial states and cells
    u64 of_states;                       // gradients of the step's results...
    u64 of_last, of_cell;                // ... and from later steps; then of the states and cells before
    u64 of_gates, of_hidden;             // gradients of both products; one for all cells except a GRU
    u64 before;                          // the states before, for the weights' gradient
    u64 count, units;
};

template <class T> INLINE Sum<T> value_before(const StepBack& s, u64 earlier, u64 first, const Unit& unit) {
    return (Sum<T>)element<T>((u64)unit.at < s.rows * s.units ? earlier : first, unit.at);
}
// The gradient of a unit's state; also saves the state before it.
template <class T> INLINE Sum<T> gradient_of(const StepBack& s, const Unit& unit, Sum<T> before) {
    element<T>(s.before, unit.at) = convert<T>(before);
    return (Sum<T>)element<T>(s.of_states, unit.at) + (Sum<T>)element<T>(s.of_last, unit.at);
}
template <class T, class V> INLINE void put_gate(u64 gradients, const Unit& unit, int gate, V value) {
    element<T>(gradients, unit.gate + gate * unit.apart) = convert<T>(value);
}

template <class T, bool RELU> INLINE void simple_back(const StepBack& s) {
    typedef Sum<T> V;
    GRID_STRIDE(i, s.count * s.units) {
        const Unit unit(i, s.units, 1);
        const V gradient = gradient_of<T>(s, unit, value_before<T>(s, s.earlier, s.first, unit)), state = (V)element<T>(s.states, unit.at);
        put_gate<T>(s.of_gates, unit, 0, RELU ? (state > 0 ? gradient : (V)0) : gradient * (1 - state * state));
    }
}
template <class T> INLINE void tanh_back(const StepBack& s) { simple_back<T, false>(s); }
template <class T> INLINE void relu_back(const StepBack& s) { simple_back<T, true>(s); }
template <class T> INLINE void lstm_back(const StepBack& s) {
    typedef Sum<T> V;
    GRID_STRIDE(i, s.count * s.units) {
        const Unit unit(i, s.units, 4);
        auto saved = [&](int gate) { return (V)element<T>(s.saved, unit.gate + gate * unit.apart); };
        const V input = saved(0), forget = saved(1), candidate = saved(2), output = saved(3);
        const V of_state = gradient_of<T>(s, unit, value_before<T>(s, s.earlier, s.first, unit));
        const V curve = number::tanh((V)element<T>(s.cells, unit.at));
        const V of_cell = (V)element<T>(s.of_cell, unit.at) + of_state * output * (1 - curve * curve);
        put_gate<T>(s.of_gates, unit, 0, of_cell * candidate * input * (1 - input));
        put_gate<T>(s.of_gates, unit, 1, of_cell * value_before<T>(s, s.earlier_cells, s.first_cells, unit) * forget * (1 - forget));
        put_gate<T>(s.of_gates, unit, 2, of_cell * input * (1 - candidate * candidate));
        put_gate<T>(s.of_gates, unit, 3, of_state * curve * output * (1 - output));
        element<T>(s.of_cell, unit.at) = convert<T>(of_cell * forget);
    }
}
template <class T> INLINE void gru_back(const StepBack& s) {
    typedef Sum<T> V;
    GRID_STRIDE(i, s.count * s.units) {
        const Unit unit(i, s.units, 3), kept(i, s.units, 4);
        auto saved = [&](int gate) { return (V)element<T>(s.saved, kept.gate + gate * kept.apart); };
        const V reset = saved(0), update = saved(1), candidate = saved(2), inner = saved(3);
        const V before = value_before<T>(s, s.earlier, s.first, unit), of_state = gradient_of<T>(s, unit, before);
        const V of_candidate = of_state * (1 - update) * (1 - candidate * candidate);
        const V of_update = of_state * (before - candidate) * update * (1 - update);
        const V of_reset = of_candidate * inner * reset * (1 - reset);
        const V of_both[2] = {of_reset, of_update};
        for (int gate = 0; gate < 2; gate++) {
            put_gate<T>(s.of_gates, unit, gate, of_both[gate]);
            put_gate<T>(s.of_hidden, unit, gate, of_both[gate]);
        }
        put_gate<T>(s.of_gates, unit, 2, of_candidate);
        put_gate<T>(s.of_hidden, unit, 2, of_candidate * reset);
        element<T>(s.of_last, unit.at) = convert<T>(of_state * update); // the direct part; a product adds the rest
    }
}
