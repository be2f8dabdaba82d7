//! Inference for row searches, distances between rows, CTC losses and LAPACK's pivot_matrix_shape.

use super::{only_singles, operand, result_type};
use crate::layout::shown;
use crate::op::{Arg, CtcLoss, Make, Op, Result, TensorError};
use crate::{DType, Device, Dims, Tensor};
use smallvec::{SmallVec, smallvec};

/// Infers the results of `op`, which must be one of these operations.
pub(super) fn infer(op: &Op, inputs: &[Arg], device: Device) -> Result<SmallVec<[Make; 1]>> {
    let x = operand(op, inputs, 0)?;
    let made = |shape: Dims, dtype| Make { shape, dtype, device };
    Ok(match op {
        Op::KthPlace => smallvec![made(rows_with_ranks(x, inputs.get(1))?, DType::Int64)],
        Op::SearchSorted { .. } => {
            let numbers = operand(op, inputs, 1)?;
            check_rows(x, numbers)?;
            smallvec![made(numbers.shape().into(), DType::Int64)]
        }
        Op::Distances { .. } => {
            let shape = distances_shape(x, operand(op, inputs, 1)?)?;
            if x.numel() > 0 && inputs[1].tensor().is_some_and(|other| other.numel() > 0) {
                only_singles("cdist", x)?;
            }
            smallvec![made(shape, result_type(inputs))]
        }
        Op::CtcLoss(ctc) => {
            check_samples(ctc, x)?;
            let losses = made(Dims::from_slice(&[x.shape()[1]]), x.dtype());
            let gradients = ctc.gradients.then(|| made(x.shape().into(), x.dtype()));
            [Some(losses), gradients].into_iter().flatten().collect()
        }
        Op::PivotMatrix { rows, dtype } => smallvec![made(pivot_matrix_shape(x, *rows)?, *dtype)],
        _ => return Err(TensorError::runtime(format!("{} is not a search", op.name()))),
    })
}

/// The shape without the last dimension, which must not be empty. `k` is a number below its size, or a tensor with one per row.
fn rows_with_ranks(x: &Tensor, k: Option<&Arg>) -> Result<Dims> {
    let Some((&size, rows)) = x.shape().split_last().filter(|(size, _)| **size > 0) else {
        return Err(TensorError::runtime("kthvalue: expected non-empty rows").mark(0, x));
    };
    let fits = match k {
        Some(Arg::Scalar(k)) => (0.0..size as f64).contains(&k.as_f64()),
        Some(Arg::Tensor(k)) => k.shape() == rows,
        None => false,
    };
    match fits {
        true => Ok(rows.into()),
        false => Err(TensorError::runtime("selected number k out of range").mark(0, x)),
    }
}

fn check_rows(sequence: &Tensor, numbers: &Tensor) -> Result<()> {
    let rows = |x: &Tensor| Dims::from_slice(x.shape().split_last().map_or(&[], |(_, rows)| rows));
    if sequence.dim() != 1 && (sequence.dim() == 0 || rows(sequence) != rows(numbers)) {
        return Err(TensorError::runtime(format!(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries \
             tensor and input value tensor must match, but we got boundaries tensor {} and input value tensor {}",
            shown(sequence.shape()),
            shown(numbers.shape())
        ))
        .mark(0, sequence)
        .mark(1, numbers));
    }
    super::same_dtype(sequence, numbers, 0, 1)
}

fn distances_shape(x1: &Tensor, x2: &Tensor) -> Result<Dims> {
    match (x1.shape(), x2.shape()) {
        (&[batch, n, k], &[of_second, m, width]) if (batch, k) == (of_second, width) => {
            Ok(Dims::from_slice(&[batch, n, m]))
        }
        _ => Err(TensorError::runtime("cdist: expected batches of matrices with rows of equal length")
            .mark(0, x1)
            .mark(1, x2)),
    }
}

fn check_samples(ctc: &CtcLoss, log_probs: &Tensor) -> Result<()> {
    let &[steps, batch, classes] = log_probs.shape() else {
        return Err(TensorError::runtime("ctc_loss: expected log_probs with three dimensions").mark(0, log_probs));
    };
    let fit = ctc.labels.len() == batch
        && ctc.lengths.len() == batch
        && ctc.blank < classes
        && ctc.lengths.iter().all(|&length| length <= steps)
        && ctc.labels.iter().flatten().all(|&label| label < classes);
    match fit {
        true => only_singles("ctc_loss_cpu", log_probs),
        false => Err(TensorError::runtime("ctc_loss: labels and lengths do not fit log_probs").mark(0, log_probs)),
    }
}

fn pivot_matrix_shape(pivots: &Tensor, rows: usize) -> Result<Dims> {
    match pivots.shape().split_last() {
        Some((&each, batch)) if each <= rows => Ok(batch.iter().copied().chain([rows, rows]).collect()),
        _ => Err(TensorError::runtime(format!(
            "Expected at most {rows} pivots of each matrix, but got {}",
            shown(pivots.shape())
        ))
        .mark(0, pivots)),
    }
}
