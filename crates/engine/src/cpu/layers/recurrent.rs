//! Recurrent layers over whole sequences. Each step runs one product with the hidden weights, then the gates.

use super::norm::Shared;
use super::panels::{COLUMNS, Panels};
use super::product::{Sizes, View};
use super::{Computing, single};
use crate::cpu::blocks::{sigmoid, tanh, vectorized};
use crate::cpu::lane::Floating;
use rayon::prelude::*;
use tensorcell_tensor::layer::{Cell, Recurrent};

/// The inputs of a forward pass.
pub struct Given<'a, T> {
    /// (total, gates * hidden): products with the input, including biases.
    pub gates: &'a [T],
    /// (gates * hidden, hidden).
    pub weight: &'a [T],
    pub hidden: &'a [T],
    /// LSTM: the initial cells; GRU: the hidden bias.
    pub other: Option<&'a [T]>,
}

/// The outputs of a forward pass: `states` (total, hidden), the last states, and the values for the backward pass.
pub struct Made<'a, T> {
    pub states: &'a mut [T],
    pub last: &'a mut [T],
    pub last_cell: Option<&'a mut [T]>,
    /// Gates after their activation; for GRU followed by the hidden part of the candidate. `saved` and `cells` are empty if no backward
    /// pass follows.
    pub saved: &'a mut [T],
    pub cells: Option<&'a mut [T]>,
}

const THREADS_FROM: usize = 1 << 20;

/// The transpose of a matrix with rows of `columns` elements.
fn transposed<T: Computing>(matrix: &[T], columns: usize) -> Vec<T> {
    const TILE: usize = 16;
    let rows = matrix.len() / columns.max(1);
    let mut turned = vec![T::default(); matrix.len()];
    for top in (0..rows).step_by(TILE) {
        for left in (0..columns).step_by(TILE) {
            for column in left..(left + TILE).min(columns) {
                for row in top..(top + TILE).min(rows) {
                    turned[column * rows + row] = matrix[row * columns + column];
                }
            }
        }
    }
    turned
}

/// A slice of each of the `N` gates in a row: `width` values from unit `first` on.
#[inline(always)]
fn columns<F, const N: usize>(row: &[F], units: usize, first: usize, width: usize) -> [&[F]; N] {
    std::array::from_fn(|gate| &row[gate * units + first..][..width])
}
/// The `N` gates of a row, of length `n` each.
#[inline(always)]
fn parts<F, const N: usize>(row: &[F], n: usize) -> [&[F]; N] {
    columns(row, n, 0, n)
}
#[inline(always)]
fn four_parts<F>(row: &mut [F], n: usize) -> [&mut [F]; 4] {
    let (first, rest) = row.split_at_mut(n);
    let (second, rest) = rest.split_at_mut(n);
    let (third, rest) = rest.split_at_mut(n);
    [first, second, third, &mut rest[..n]]
}

// One row's step. x is the input's part of the gates, h the state's part.
vectorized! {
    fn tanh_step<F, V>(x: &[F], h: &[F], state: &mut [F]) -> () {
        for ((state, &x), &h) in state.iter_mut().zip(x).zip(h) {
            *state = tanh::<F, V>(x + h);
        }
    }
    fn relu_step<F, V>(x: &[F], h: &[F], state: &mut [F]) -> () {
        for ((state, &x), &h) in state.iter_mut().zip(x).zip(h) {
            let (sum, zero) = (x + h, F::default());
            *state = if sum > zero { sum } else { zero };
        }
    }
    fn lstm_step<F, V>(x: [&[F]; 4], h: [&[F]; 4], saved: [&mut [F]; 4], cell: &mut [F], state: &mut [F]) -> () {
        let n = state.len();
        let (x, h) = (x.map(|part| &part[..n]), h.map(|part| &part[..n]));
        let ([input, forget, candidate, output], cell) = (saved.map(|part| &mut part[..n]), &mut cell[..n]);
        for j in 0..n {
            input[j] = sigmoid::<F, V>(x[0][j] + h[0][j]);
            forget[j] = sigmoid::<F, V>(x[1][j] + h[1][j]);
        }
        for j in 0..n {
            candidate[j] = tanh::<F, V>(x[2][j] + h[2][j]);
            output[j] = sigmoid::<F, V>(x[3][j] + h[3][j]);
        }
        for j in 0..n {
            cell[j] = forget[j] * cell[j] + input[j] * candidate[j];
            state[j] = output[j] * tanh::<F, V>(cell[j]);
        }
    }
    fn gru_step<F, V>(
        x: [&[F]; 3],
        h: [&[F]; 3],
        bias: Option<[&[F]; 3]>,
        saved: [&mut [F]; 4],
        state: &mut [F]
    ) -> () {
        let n = state.len();
        let (x, h) = (x.map(|part| &part[..n]), h.map(|part| &part[..n]));
        let [reset, update, candidate, inner] = saved.map(|part| &mut part[..n]);
        for j in 0..n {
            reset[j] = x[0][j] + h[0][j];
            update[j] = x[1][j] + h[1][j];
            inner[j] = h[2][j];
        }
        if let Some(bias) = bias {
            let bias = bias.map(|part| &part[..n]);
            for j in 0..n {
                reset[j] = reset[j] + bias[0][j];
                update[j] = update[j] + bias[1][j];
                inner[j] = inner[j] + bias[2][j];
            }
        }
        for j in 0..n {
            reset[j] = sigmoid::<F, V>(reset[j]);
            update[j] = sigmoid::<F, V>(update[j]);
            candidate[j] = tanh::<F, V>(x[2][j] + reset[j] * inner[j]);
        }
        for j in 0..n {
            state[j] = candidate[j] + update[j] * (state[j] - candidate[j]);
        }
    }
    fn lstm_back<F, V>(
        saved: &[F],
        cell: &[F],
        previous: &[F],
        of_state: &[F],
        of_cell: &mut [F],
        of_gates: &mut [F]
    ) -> () {
        let n = of_state.len();
        let one = F::constant(1.0);
        let ([i, f, c, o], [of_i, of_f, of_c, of_o]) = (parts::<F, 4>(saved, n), four_parts(of_gates, n));
        let (cell, previous, of_cell) = (&cell[..n], &previous[..n], &mut of_cell[..n]);
        for j in 0..n {
            let curve = tanh::<F, V>(cell[j]);
            let g = of_cell[j] + of_state[j] * o[j] * (one - curve * curve);
            of_i[j] = g * c[j] * i[j] * (one - i[j]);
            of_f[j] = g * previous[j] * f[j] * (one - f[j]);
            of_c[j] = g * i[j] * (one - c[j] * c[j]);
            of_o[j] = of_state[j] * curve * o[j] * (one - o[j]);
            of_cell[j] = g * f[j];
        }
    }
}

/// Computes the hidden products and the gates, where each thread has its own columns of all gates. Its part of the weights stays in its
/// cache from step to step. Returns false if the sizes do not allow this.
fn forward_in_panels(layer: &Recurrent, given: &Given<f32>, made: Made<f32>) -> bool {
    let (n, gates, saves) = (layer.hidden, layer.cell.gates(), layer.cell.saved());
    let total: usize = layer.batches.iter().sum();
    if !n.is_multiple_of(COLUMNS) || total * n * gates * n < THREADS_FROM {
        return false;
    }
    let Some(panels) = Panels::new(given.weight, n) else { return false };
    let blocks = n / COLUMNS;
    let threads = rayon::current_num_threads().min(blocks);
    let mut memory = vec![Vec::new(); threads];
    let Made { states, last, mut last_cell, saved, mut cells } = made;
    let keeps = layer.keeps;
    let (states, saved) = (Shared::of(states), Shared::of(saved));
    let [last_cell, cells] = [&mut last_cell, &mut cells].map(|part| part.as_deref_mut().map(Shared::of));
    let mut step = |(start, count): (usize, usize), last: &[f32]| {
        memory.par_iter_mut().enumerate().for_each(|(part, memory)| {
            let own = part * blocks / threads..(part + 1) * blocks / threads;
            let (first, width) = (own.start * COLUMNS, own.len() * COLUMNS);
            let own_part = |row: usize| row * n + first..row * n + first + width;
            memory.resize((count * gates + saves) * width, 0.0);
            let (product, scratch) = memory.split_at_mut(count * gates * width);
            for (gate, block) in (0..gates).flat_map(|gate| own.clone().map(move |block| (gate, block))) {
                let out = &mut product[gate * width + block * COLUMNS - first..];
                panels.multiply(gate * blocks + block, last, count, out, gates * width);
            }
            let bias = given.other.filter(|_| layer.cell == Cell::Gru).map(|whole| columns(whole, n, first, width));
            for (row, h) in product.chunks(gates * width).enumerate() {
                let at = start + row;
                let x = &given.gates[at * gates * n..][..gates * n];
                // SAFETY: only this thread uses these columns.
                let state = unsafe { states.part(own_part(at)) };
                let curves: [&mut [f32]; 4] = match keeps {
                    _ if saves == 0 => Default::default(),
                    // SAFETY: as above.
                    true => std::array::from_fn(|i| unsafe { saved.part(own_part(at * saves + i)) }),
                    false => four_parts(scratch, width),
                };
                match layer.cell {
                    Cell::Tanh => tanh_step(&x[first..][..width], h, state),
                    Cell::Relu => relu_step(&x[first..][..width], h, state),
                    Cell::Lstm => {
                        let Some(last) = &last_cell else { continue };
                        // SAFETY: as above.
                        let cell = unsafe { last.part(own_part(row)) };
                        lstm_step(columns(x, n, first, width), parts(h, width), curves, cell, state);
                        if let Some(cells) = cells.as_ref().filter(|_| keeps) {
                            // SAFETY: as above.
                            unsafe { cells.part(own_part(at)) }.copy_from_slice(cell);
                        }
                    }
                    Cell::Gru => {
                        state.copy_from_slice(&last[row * n + first..][..width]);
                        gru_step(columns(x, n, first, width), parts(h, width), bias, curves, state);
                    }
                }
            }
        });
    };
    // Runs on a pool thread, so that each thread keeps its part.
    rayon::scope(|_| {
        for (start, count) in layer.steps() {
            step((start, count), last);
            // SAFETY: all threads have finished the step.
            last[..count * n].copy_from_slice(unsafe { states.part(start * n..(start + count) * n) });
        }
    });
    true
}

pub fn forward<T: Computing>(layer: &Recurrent, given: Given<T>, made: Made<T>) {
    let (n, gates) = (layer.hidden, layer.cell.gates());
    let wide = layer.cell.saved() * n;
    let Made { states, last, mut last_cell, saved, mut cells } = made;
    last.copy_from_slice(given.hidden);
    if let (Some(last), Some(first)) = (&mut last_cell, given.other.filter(|_| layer.cell == Cell::Lstm)) {
        last.copy_from_slice(first);
    }
    if let (Some(gates), Some(weight), Some(hidden)) = (single(given.gates), single(given.weight), single(given.hidden))
    {
        let given = Given { gates, weight, hidden, other: given.other.and_then(single) };
        let made = Made {
            states: bytemuck::cast_slice_mut(states),
            last: bytemuck::cast_slice_mut(last),
            last_cell: last_cell.as_deref_mut().map(bytemuck::cast_slice_mut),
            saved: bytemuck::cast_slice_mut(saved),
            cells: cells.as_deref_mut().map(bytemuck::cast_slice_mut),
        };
        if forward_in_panels(layer, &given, made) {
            return;
        }
    }
    // Transposed once; otherwise each step's product would transpose it.
    let turned = transposed(given.weight, n);
    let weight = View::rows(&turned, gates * n);
    let (mut product, mut scratch) = (Vec::new(), vec![T::default(); if layer.keeps { 0 } else { wide }]);
    for (start, count) in layer.steps() {
        product.resize(count * gates * n, T::default());
        let sizes = Sizes { rows: count, inner: n, columns: gates * n };
        let threads = count * n * gates * n >= THREADS_FROM;
        T::product(sizes, View::rows(last, n), weight, &mut product, gates * n, false, threads);
        for row in 0..count {
            let at = start + row;
            let x = &given.gates[at * gates * n..][..gates * n];
            let h = &product[row * gates * n..][..gates * n];
            let curves = if layer.keeps { &mut saved[at * wide..][..wide] } else { &mut scratch[..] };
            let state = &mut last[row * n..][..n];
            match layer.cell {
                Cell::Tanh => tanh_step(x, h, state),
                Cell::Relu => relu_step(x, h, state),
                Cell::Lstm => {
                    if let (Some(last), Some(cells)) = (&mut last_cell, &mut cells) {
                        let cell = &mut last[row * n..][..n];
                        lstm_step(parts(x, n), parts(h, n), four_parts(curves, n), cell, state);
                        if layer.keeps {
                            cells[at * n..][..n].copy_from_slice(cell);
                        }
                    }
                }
                Cell::Gru => {
                    let bias = given.other.map(|bias| parts(bias, n));
                    gru_step(parts(x, n), parts(h, n), bias, four_parts(curves, n), state)
                }
            }
            states[at * n..][..n].copy_from_slice(state);
        }
    }
}

/// The inputs of a backward pass.
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

/// The gradients to write: input gates, hidden weight, initial state, and the initial cells (LSTM) or the hidden bias (GRU).
pub struct Gradients<'a, T> {
    pub gates: &'a mut [T],
    pub weight: &'a mut [T],
    pub hidden: &'a mut [T],
    pub other: Option<&'a mut [T]>,
}

pub fn backward<T: Computing>(layer: &Recurrent, back: Back<T>, out: Gradients<T>) {
    let (n, gates) = (layer.hidden, layer.cell.gates());
    let (wide, total) = (layer.cell.saved() * n, back.states.len() / n.max(1));
    let Gradients { gates: of_gates, weight: of_weight, hidden: of_hidden, other: mut of_other } = out;
    let one = T::constant(1.0);
    of_hidden.copy_from_slice(back.of_last);
    if let (Some(of_cell), Some(from)) = (&mut of_other, back.of_cell.filter(|_| layer.cell == Cell::Lstm)) {
        of_cell.copy_from_slice(from);
    }
    // The state before each row's step, which is multiplied by the gates' gradients at the end. For GRU, the gradient of the candidate's
    // hidden part differs from that of its input part.
    let mut before = vec![T::default(); total * n];
    let mut inner = if layer.cell == Cell::Gru { vec![T::default(); total * gates * n] } else { Vec::new() };
    let order = layer.steps();
    // For the products of all steps with one matrix.
    let panels = single(back.weight).filter(|_| n.is_multiple_of(COLUMNS) && total * n * gates * n >= THREADS_FROM);
    let panels = panels.and_then(|weight| Panels::new(&transposed(weight, n), gates * n));
    let mut memory = Vec::new();
    for (number, &(start, count)) in order.iter().enumerate().rev() {
        let earlier = number.checked_sub(1).map(|i| order[i]);
        for row in 0..count {
            let at = start + row;
            // The row's state before this step: from the previous step if that has this row, else the initial state.
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
                    lstm_back(saved, cell, previous, of_state, of_cell, of_gates);
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
                        // The direct part; the product adds the rest.
                        of_state[j] = of_state[j] * z;
                    }
                }
            }
        }
        let through = if layer.cell == Cell::Gru { &inner[..] } else { &of_gates[..] };
        let left = &through[start * gates * n..][..count * gates * n];
        let keeps = layer.cell == Cell::Gru;
        if let (Some(panels), Some(left)) = (&panels, single(left)) {
            panels.product(left, count, bytemuck::cast_slice_mut(of_hidden), keeps, &mut memory);
            continue;
        }
        let sizes = Sizes { rows: count, inner: gates * n, columns: n };
        let threads = count * n * gates * n >= THREADS_FROM;
        T::product(sizes, View::rows(left, gates * n), View::rows(back.weight, n), of_hidden, n, keeps, threads);
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
