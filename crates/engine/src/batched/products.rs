//! Products of batched matrices.

use super::batch::Batch;
use crate::{compose, run, view};
use tensorcell_tensor::op::{Arg, Op, Result, View};
use tensorcell_tensor::{Dims, Pointwise, Tensor, TensorError};

fn pair<'a>(inputs: &[Arg<'a>], first: usize) -> Result<(&'a Tensor, &'a Tensor)> {
    match inputs[first..] {
        [Arg::Tensor(a), Arg::Tensor(b), ..] => Ok((a, b)),
        _ => Err(TensorError::runtime("a product is one of tensors")),
    }
}

fn transposed(x: &Tensor) -> Result<Tensor> {
    compose::transpose(x, x.dim() - 2, x.dim() - 1)
}

/// a @ b: if only one operand is batched, all slices are one product.
fn product(a: &Tensor, b: &Tensor, batch: &Batch) -> Result<Tensor> {
    let dims = a.dim().max(b.dim());
    let (wide_a, wide_b) = (batch.aligned(a, dims)?, batch.aligned(b, dims)?);
    if !a.is_batched() && a.dim() == 2 {
        let turned = transposed(&wide_b)?;
        let (rows, columns) = turned.shape().split_at(turned.dim() - 1);
        if turned.layout().can_view_as(&[rows.iter().product(), columns[0]]) {
            return transposed(&compose::matmul(&turned, &transposed(&wide_a)?)?);
        }
    }
    compose::matmul(&wide_a, &wide_b)
}

pub(super) fn matmul(_: &Op, inputs: &[Arg], batch: &Batch) -> Result<Vec<Tensor>> {
    let (a, b) = pair(inputs, 0)?;
    Ok(vec![product(a, b, batch)?])
}

/// beta * input + alpha * (a @ b)
pub(super) fn addmm(op: &Op, inputs: &[Arg], batch: &Batch) -> Result<Vec<Tensor>> {
    let (&Op::AddMm { beta, alpha }, [Arg::Tensor(input), ..]) = (op, inputs) else {
        return Err(TensorError::runtime("addmm adds to a tensor"));
    };
    let (a, b) = pair(inputs, 1)?;
    let rows_alike = input.dim() == 1 || input.dim() == 2 && input.shape()[0] == 1;
    if !input.is_batched() && !b.is_batched() && rows_alike {
        let flat = compose::reshape(a.whole(), &[batch.slices() * a.shape()[0], a.shape()[1]])?;
        return Ok(vec![run(op.clone(), &[(*input).into(), (&flat).into(), b.into()])?]);
    }
    let mut sum = scaled(product(a, b, batch)?, alpha)?;
    if beta != 0.0 {
        let input = scaled(batch.aligned(input, 2)?, beta)?;
        sum = compose::pointwise(Pointwise::Add, &[(&sum).into(), (&input).into()])?;
    }
    Ok(vec![sum])
}

fn scaled(x: Tensor, factor: f64) -> Result<Tensor> {
    match factor == 1.0 {
        true => Ok(x),
        false => compose::pointwise(Pointwise::Mul, &[(&x).into(), factor.into()]),
    }
}

/// Distances have one batch dimension: the hidden ones join it.
pub(super) fn distances(op: &Op, inputs: &[Arg], batch: &Batch) -> Result<Vec<Tensor>> {
    let (a, b) = pair(inputs, 0)?;
    let joined = |x: &Tensor| -> Result<Tensor> {
        let shape: Dims = [batch.slices() * x.shape()[0]].iter().chain(&x.shape()[1..]).copied().collect();
        compose::reshape(&batch.full(x)?, &shape)
    };
    let distances = run(op.clone(), &[(&joined(a)?).into(), (&joined(b)?).into()])?;
    let shape = batch.shape(&[a.shape()[0], a.shape()[1], b.shape()[1]]);
    Ok(vec![view(&distances, View::Reshape(shape))?])
}
