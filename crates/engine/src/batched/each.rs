//! Operations without a rule: run for each slice in turn, results stacked.

use super::batch::Batch;
use crate::{run, run_many, view};
use tensorcell_tensor::op::{Arg, Op, Result, View};
use tensorcell_tensor::{Make, Scalar, Tensor};

/// Runs an operation for each slice; returns whole results.
pub(super) fn run_each(op: &Op, inputs: &[Arg], batch: &Batch, made: &[Make]) -> Result<Vec<Tensor>> {
    let wholes: Vec<Option<Tensor>> =
        inputs.iter().map(|arg| arg.tensor().map(|tensor| flat(tensor, batch)).transpose()).collect::<Result<_>>()?;
    let mut columns: Vec<Vec<Tensor>> = Vec::new();
    for index in 0..batch.slices() {
        let slices: Vec<Option<Tensor>> = (wholes.iter().zip(inputs))
            .map(|(whole, arg)| match (whole, arg) {
                (Some(whole), Arg::Tensor(tensor)) if tensor.is_batched() => {
                    view(whole, View::Select { dim: 0, index }).map(Some)
                }
                (whole, _) => Ok(whole.clone()),
            })
            .collect::<Result<_>>()?;
        let args: Vec<Arg> =
            inputs.iter().zip(&slices).map(|(arg, slice)| slice.as_ref().map_or(*arg, Arg::Tensor)).collect();
        for (at, result) in run_many(op.clone(), &args)?.into_iter().enumerate() {
            if columns.len() <= at {
                columns.push(Vec::new());
            }
            columns[at].push(view(&result, View::Unsqueeze(0))?);
        }
    }
    match batch.slices() {
        0 => made.iter().map(|make| empty(make, batch)).collect(),
        _ => columns.iter().map(|column| stacked(column, batch)).collect(),
    }
}

/// Flattens a batched tensor's hidden dimensions to one; other tensors are unchanged.
fn flat(tensor: &Tensor, batch: &Batch) -> Result<Tensor> {
    match tensor.is_batched() {
        true => batch.flat(tensor),
        false => Ok(tensor.clone()),
    }
}

fn stacked(column: &[Tensor], batch: &Batch) -> Result<Tensor> {
    let args: Vec<Arg> = column.iter().map(Arg::Tensor).collect();
    let together = run(Op::Cat { dim: 0 }, &args)?;
    let shape = batch.shape(&together.shape()[1..]);
    view(&together, View::Reshape(shape))
}

fn empty(make: &Make, batch: &Batch) -> Result<Tensor> {
    let make = Make { shape: batch.shape(&make.shape), ..make.clone() };
    run(Op::Fill { value: Scalar::Int(0), make }, &[])
}
