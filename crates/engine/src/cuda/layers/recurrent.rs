//! Recurrent layers over whole sequences. Each step runs one product with the hidden weights, and one launch for the rest.

use super::super::copy::{copy, to_contiguous};
use super::super::launch::{self, dtype_name, launch};
use super::super::matmul::{Product, matmul};
use super::super::parameters::{Step, StepBack};
use super::super::{reduce, tensor};
use super::reinterpreted;
use bytemuck::Pod;
use tensorcell_tensor::layer::{Cell, Recurrent};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, Reduction, Tensor};

/// Consecutive rows of a matrix.
fn rows(matrix: &Tensor, (start, count): (usize, usize)) -> Tensor {
    let columns = matrix.shape()[1];
    reinterpreted(matrix, start * columns, &[count, columns])
}

/// The transpose of a matrix.
fn transposed(matrix: &Tensor) -> Tensor {
    let &[rows, columns] = matrix.shape() else { return matrix.clone() };
    let layout =
        tensorcell_tensor::Layout::with_strides(&[columns, rows], &[1, columns as isize], matrix.layout().offset());
    matrix.alias(layout)
}

fn multiply(a: &Tensor, b: &Tensor, out: &Tensor, adds: bool) -> Result<()> {
    let (bias, beta) = if adds { (Some(out), 1.0) } else { (None, 0.0) };
    matmul(&Product { a, b, bias, alpha: 1.0, beta }, out)
}

/// Launches a kernel over each unit of a step's rows.
fn each_unit<P: Pod>(layer: &Recurrent, way: &str, like: &Tensor, count: usize, s: &P) -> Result<()> {
    let cell = match layer.cell {
        Cell::Tanh => "tanh",
        Cell::Relu => "relu",
        Cell::Lstm => "lstm",
        Cell::Gru => "gru",
    };
    let kernel = format!("{cell}_{way}_{}", dtype_name(like.dtype()));
    launch(like.device(), &kernel, launch::blocks(count * layer.hidden), launch::THREADS, s)
}

/// (gates, weight, hidden, [first cells or hidden bias]) -> states, last states, [last cells], values for the backward pass.
pub fn forward(layer: &Recurrent, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    let operand = |position| to_contiguous(tensor(inputs, position)?);
    let (x, weight, n, lstm) = (operand(0)?, operand(1)?, layer.hidden, layer.cell == Cell::Lstm);
    let other = layer.other.then(|| operand(3)).transpose()?;
    let (states, last, saved) = (&outputs[0], &outputs[1], &outputs[2 + lstm as usize]);
    let cells = lstm.then(|| (&outputs[2], &outputs[4]));
    copy(tensor(inputs, 2)?, last)?;
    if let (Some((last_cell, _)), Some(first)) = (cells, &other) {
        copy(first, last_cell)?;
    }
    let most = layer.batches.first().copied().unwrap_or(0);
    let product = Tensor::empty(&[most, layer.cell.gates() * n], x.dtype(), x.device())?;
    let weight = transposed(&weight);
    for (start, count) in layer.steps() {
        let h = rows(&product, (0, count));
        multiply(&rows(last, (0, count)), &weight, &h, false)?;
        let at = |matrix: &Tensor| rows(matrix, (start, count)).address();
        let s = Step {
            x: at(&x),
            h: h.address(),
            bias: other.as_ref().filter(|_| !lstm).map_or(0, Tensor::address),
            last: last.address(),
            states: at(states),
            last_cell: cells.map_or(0, |(last, _)| last.address()),
            cells: cells.map_or(0, |(_, cells)| at(cells)),
            saved: at(saved),
            count: count as u64,
            units: n as u64,
        };
        each_unit(layer, "step", states, count, &s)?;
    }
    Ok(())
}

/// (gradients of states, of last states, [of last cells], weight, hidden, [first cells], states, saved, [cells]) -> gradients of the gates,
/// the weight, the first states, and the first cells or the hidden bias.
pub fn backward(layer: &Recurrent, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    let (n, gru, lstm) = (layer.hidden, layer.cell == Cell::Gru, layer.cell == Cell::Lstm);
    let mut operands = inputs.iter().filter_map(|arg| arg.tensor());
    let mut next = || operands.next().map_or_else(|| tensor(inputs, inputs.len()).cloned(), to_contiguous);
    let (of_states, of_last) = (next()?, next()?);
    let of_cell = lstm.then(&mut next).transpose()?;
    let (weight, first) = (next()?, next()?);
    let first_cells = lstm.then(&mut next).transpose()?;
    let (states, saved) = (next()?, next()?);
    let cells = lstm.then(&mut next).transpose()?;
    let (of_gates, of_weight, of_first) = (&outputs[0], &outputs[1], &outputs[2]);
    let of_first_cells = outputs.get(3).filter(|_| lstm);
    copy(&of_last, of_first)?;
    if let (Some(to), Some(from)) = (of_first_cells, &of_cell) {
        copy(from, to)?;
    }
    let before = Tensor::empty(states.shape(), states.dtype(), states.device())?;
    let through = match gru {
        true => Tensor::empty(of_gates.shape(), of_gates.dtype(), of_gates.device())?,
        false => of_gates.clone(),
    };
    let steps = layer.steps();
    let plain = |matrix: &Option<Tensor>| matrix.as_ref().map_or(0, Tensor::address);
    for (number, &step) in steps.iter().enumerate().rev() {
        let at = |matrix: &Tensor| rows(matrix, step).address();
        let earlier = number.checked_sub(1).map(|earlier| steps[earlier]);
        let (start, count) = (earlier.map_or(0, |(start, _)| start), earlier.map_or(0, |(_, count)| count));
        let before_at = |matrix: &Tensor| rows(matrix, (start, count)).address();
        let s = StepBack {
            states: at(&states),
            cells: cells.as_ref().map_or(0, at),
            saved: at(&saved),
            earlier: before_at(&states),
            earlier_cells: cells.as_ref().map_or(0, before_at),
            rows: count as u64,
            first: first.address(),
            first_cells: plain(&first_cells),
            of_states: at(&of_states),
            of_last: of_first.address(),
            of_cell: of_first_cells.map_or(0, Tensor::address),
            of_gates: at(of_gates),
            of_hidden: at(&through),
            before: at(&before),
            count: step.1 as u64,
            units: n as u64,
        };
        each_unit(layer, "back", &states, step.1, &s)?;
        multiply(&rows(&through, step), &weight, &rows(of_first, (0, step.1)), gru)?;
    }
    multiply(&transposed(&through), &before, of_weight, false)?;
    match outputs.get(3).filter(|_| gru) {
        Some(of_bias) => reduce::reduce(Reduction::Sum, &[0], 0.0, &through, of_bias, None),
        None => Ok(()),
    }
}
