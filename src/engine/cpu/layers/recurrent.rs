//! Recurrent layers over whole sequences: at each step one product with the hidden weights, then the gates.

use super::Computing;
use super::curves::Curves;
use super::product::{Sizes, View};
use crate::tensor::layer::{Cell, Recurrent};

/// The steps in the order in which they run: the first row of each in the packed sequence, and how many rows it has.
fn steps(layer: &Recurrent) -> Vec<(usize, usize)> {
    let mut start = 0;
    let mut steps: Vec<(usize, usize)> = layer
        .batches
        .iter()
        .map(|&count| {
            start += count;
            (start - count, count)
        })
        .collect();
    if layer.reverse {
        steps.reverse();
    }
    steps
}

/// What a forward pass reads.
pub struct Given<'a, T> {
    /// (total, gates * hidden): input products with biases.
    pub gates: &'a [T],
    /// (gates * hidden, hidden)
    pub weight: &'a [T],
    pub hidden: &'a [T],
    /// LSTM: the cells' start; GRU: the hidden bias.
    pub other: Option<&'a [T]>,
}

/// What it writes: `states` (total, hidden), the last states, and what the backward pass wants.
pub struct Made<'a, T> {
    pub states: &'a mut [T],
    pub last: &'a mut [T],
    pub last_cell: Option<&'a mut [T]>,
    /// Gates after their curves; for GRU the hidden part of the candidate follows.
    pub saved: &'a mut [T],
    pub cells: Option<&'a mut [T]>,
}

const THREADS_FROM: usize = 1 << 20;

pub fn forward<T: Computing + Curves>(layer: &Recurrent, given: Given<T>, made: Made<T>) {
    let (n, gates) = (layer.hidden, layer.cell.gates());
    let wide = layer.cell.saved() * n;
    let Made { states, last, mut last_cell, saved, mut cells } = made;
    last.copy_from_slice(given.hidden);
    if let (Some(last), Some(first)) = (&mut last_cell, given.other.filter(|_| layer.cell == Cell::Lstm)) {
        last.copy_from_slice(first);
    }
    let weight = View::rows(given.weight, n).transposed();
    let mut product = Vec::new();
    for (start, count) in steps(layer) {
        product.resize(count * gates * n, T::default());
        let sizes = Sizes { rows: count, inner: n, columns: gates * n };
        let threads = count * n * gates * n >= THREADS_FROM;
        T::product(sizes, View::rows(last, n), weight, &mut product, gates * n, false, threads);
        for row in 0..count {
            let at = start + row;
            let x = &given.gates[at * gates * n..][..gates * n];
            let h = &product[row * gates * n..][..gates * n];
            let saved = &mut saved[at * wide..][..wide];
            let state = &mut last[row * n..][..n];
            match layer.cell {
                Cell::Tanh | Cell::Relu => {
                    let tanh = layer.cell == Cell::Tanh;
                    for j in 0..n {
                        let sum = x[j] + h[j];
                        let zero = T::default();
                        state[j] = if tanh {
                            sum.fast_tanh()
                        } else if sum > zero {
                            sum
                        } else {
                            zero
                        };
                    }
                }
                Cell::Lstm => {
                    let (input, rest) = saved.split_at_mut(n);
                    let (forget, rest) = rest.split_at_mut(n);
                    let (candidate, output) = rest.split_at_mut(n);
                    let sigmoid = |out: &mut [T], part: usize| {
                        let (x, h) = (&x[part * n..][..n], &h[part * n..][..n]);
                        out.iter_mut().zip(x).zip(h).for_each(|((out, &x), &h)| *out = (x + h).fast_sigmoid());
                    };
                    sigmoid(input, 0);
                    sigmoid(forget, 1);
                    let (cx, ch) = (&x[2 * n..][..n], &h[2 * n..][..n]);
                    candidate.iter_mut().zip(cx).zip(ch).for_each(|((out, &x), &h)| *out = (x + h).fast_tanh());
                    sigmoid(output, 3);
                    if let (Some(last), Some(cells)) = (&mut last_cell, &mut cells) {
                        let cell = &mut last[row * n..][..n];
                        let kept = &mut cells[at * n..][..n];
                        for j in 0..n {
                            cell[j] = forget[j] * cell[j] + input[j] * candidate[j];
                            kept[j] = cell[j];
                            state[j] = output[j] * cell[j].fast_tanh();
                        }
                    }
                }
                Cell::Gru => {
                    let bias = given.other.unwrap_or(&[]);
                    let b = |j: usize| bias.get(j).copied().unwrap_or_default();
                    for j in 0..n {
                        let reset = (x[j] + h[j] + b(j)).fast_sigmoid();
                        let update = (x[n + j] + h[n + j] + b(n + j)).fast_sigmoid();
                        let inner = h[2 * n + j] + b(2 * n + j);
                        let candidate = (x[2 * n + j] + reset * inner).fast_tanh();
                        (saved[j], saved[n + j], saved[2 * n + j], saved[3 * n + j]) =
                            (reset, update, candidate, inner);
                        state[j] = candidate + update * (state[j] - candidate);
                    }
                }
            }
            states[at * n..][..n].copy_from_slice(state);
        }
    }
}

/// What a backward pass reads besides the forward pass's own.
pub struct Back<'a, T> {
    pub weight: &'a [T],
    pub hidden: &'a [T],
    pub first_cell: Option<&'a [T]>,
    pub states: &'a [T],
    pub saved: &'a [T],
    pub cells: Option<&'a [T]>,
    /// Gradients of the states, the last state and the last cells.
    pub of_states: &'a [T],
    pub of_last: &'a [T],
    pub of_cell: Option<&'a [T]>,
}

/// Gradients that it writes: input gates, hidden weight, first state, and the first cells (LSTM) or the hidden bias (GRU).
pub struct Gradients<'a, T> {
    pub gates: &'a mut [T],
    pub weight: &'a mut [T],
    pub hidden: &'a mut [T],
    pub other: Option<&'a mut [T]>,
}

pub fn backward<T: Computing + Curves>(layer: &Recurrent, back: Back<T>, out: Gradients<T>) {
    let (n, gates) = (layer.hidden, layer.cell.gates());
    let (wide, total) = (layer.cell.saved() * n, back.states.len() / n.max(1));
    let Gradients { gates: of_gates, weight: of_weight, hidden: of_hidden, other: mut of_other } = out;
    let one = T::constant(1.0);
    of_hidden.copy_from_slice(back.of_last);
    if let (Some(of_cell), Some(from)) = (&mut of_other, back.of_cell.filter(|_| layer.cell == Cell::Lstm)) {
        of_cell.copy_from_slice(from);
    }
    // The state before each row's step, to be multiplied with the gates' gradients at the end; for GRU the gradient of
    // the candidate's hidden part differs from that of its input part.
    let mut before = vec![T::default(); total * n];
    let mut inner = if layer.cell == Cell::Gru { vec![T::default(); total * gates * n] } else { Vec::new() };
    let order = steps(layer);
    for (number, &(start, count)) in order.iter().enumerate().rev() {
        let earlier = number.checked_sub(1).map(|i| order[i]);
        for row in 0..count {
            let at = start + row;
            // The row's state before this step: the step before, if it had this row, else the start.
            let source = earlier.filter(|&(_, count)| row < count).map(|(start, _)| start + row);
            let previous = source.map_or(&back.hidden[row * n..][..n], |at| &back.states[at * n..][..n]);
            before[at * n..][..n].copy_from_slice(previous);
            let saved = back.saved.get(at * wide..(at + 1) * wide).unwrap_or(&[]);
            let of_state = &mut of_hidden[row * n..][..n];
            of_state.iter_mut().zip(&back.of_states[at * n..][..n]).for_each(|(to, &g)| *to = *to + g);
            let of_gates = &mut of_gates[at * gates * n..][..gates * n];
            match layer.cell {
                Cell::Tanh | Cell::Relu => {
                    let state = &back.states[at * n..][..n];
                    for j in 0..n {
                        let slope = match layer.cell {
                            Cell::Tanh => one - state[j] * state[j],
                            _ => {
                                if state[j] > T::default() {
                                    one
                                } else {
                                    T::default()
                                }
                            }
                        };
                        of_gates[j] = of_state[j] * slope;
                    }
                }
                Cell::Lstm => {
                    let (Some(of_cell), Some(cells)) = (&mut of_other, back.cells) else { continue };
                    let of_cell = &mut of_cell[row * n..][..n];
                    let cell = &cells[at * n..][..n];
                    let first = &back.first_cell.unwrap_or(&[])[row * n..][..n];
                    let previous = source.map_or(first, |at| &cells[at * n..][..n]);
                    let (i, f) = (&saved[..n], &saved[n..2 * n]);
                    let (c, o) = (&saved[2 * n..3 * n], &saved[3 * n..]);
                    for j in 0..n {
                        let curve = cell[j].fast_tanh();
                        let g = of_cell[j] + of_state[j] * o[j] * (one - curve * curve);
                        of_gates[j] = g * c[j] * i[j] * (one - i[j]);
                        of_gates[n + j] = g * previous[j] * f[j] * (one - f[j]);
                        of_gates[2 * n + j] = g * i[j] * (one - c[j] * c[j]);
                        of_gates[3 * n + j] = of_state[j] * curve * o[j] * (one - o[j]);
                        of_cell[j] = g * f[j];
                    }
                }
                Cell::Gru => {
                    let inner = &mut inner[at * gates * n..][..gates * n];
                    for j in 0..n {
                        let (r, z, c, h) = (saved[j], saved[n + j], saved[2 * n + j], saved[3 * n + j]);
                        let of_candidate = of_state[j] * (one - z) * (one - c * c);
                        let of_update = of_state[j] * (previous[j] - c) * z * (one - z);
                        let of_reset = of_candidate * h * r * (one - r);
                        (of_gates[j], of_gates[n + j], of_gates[2 * n + j]) = (of_reset, of_update, of_candidate);
                        (inner[j], inner[n + j], inner[2 * n + j]) = (of_reset, of_update, of_candidate * r);
                        // What goes on directly; the product adds the rest.
                        of_state[j] = of_state[j] * z;
                    }
                }
            }
        }
        let through = if layer.cell == Cell::Gru { &inner[..] } else { &of_gates[..] };
        let sizes = Sizes { rows: count, inner: gates * n, columns: n };
        let threads = count * n * gates * n >= THREADS_FROM;
        let left = View::rows(&through[start * gates * n..], gates * n);
        let keeps = layer.cell == Cell::Gru;
        T::product(sizes, left, View::rows(back.weight, n), of_hidden, n, keeps, threads);
    }
    let through = if layer.cell == Cell::Gru { &inner[..] } else { &of_gates[..] };
    let sizes = Sizes { rows: gates * n, inner: total, columns: n };
    let threads = total * gates * n * n >= THREADS_FROM;
    T::product(
        sizes,
        View::rows(through, gates * n).transposed(),
        View::rows(&before, n),
        of_weight,
        n,
        false,
        threads,
    );
    if let (Some(bias), Cell::Gru) = (of_other, layer.cell) {
        bias.fill(T::default());
        for row in through.chunks(gates * n) {
            bias.iter_mut().zip(row).for_each(|(to, &g)| *to = *to + g);
        }
    }
}
