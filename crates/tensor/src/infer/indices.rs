//! Inference for index operations: checks index dtypes and shapes, computes result shapes.

use crate::error::{ErrorKind, Result, TensorError};
use crate::layout::{Dims, broadcast_two, shown};
use crate::op::{Arg, Op};
use crate::views::resolve_dim;
use crate::{DType, Tensor};
use smallvec::SmallVec;

pub(super) fn check_index(op: &Op, index: &Tensor, position: usize) -> Result<()> {
    if matches!(index.dtype(), DType::Int64 | DType::Int32) {
        return Ok(());
    }
    let text = match op {
        Op::Gather { .. } | Op::Scatter { .. } => {
            format!("{}(): Expected dtype int64 for index", op.name())
        }
        Op::IndexSelect { .. } => "index_select(): Expected dtype int32 or int64 for index".to_owned(),
        Op::IndexAdd { .. } => "index_add_(): Expected dtype int32/int64 for index".to_owned(),
        _ => "tensors used as indices must be long, int, byte or bool tensors".to_owned(),
    };
    let kind = match op {
        Op::Index { .. } | Op::IndexPut { .. } => ErrorKind::Index,
        _ => ErrorKind::Runtime,
    };
    Err(TensorError::new(kind, text).mark(position, index))
}

pub(super) fn check_same_rank(op: &Op, x: &Tensor, index: &Tensor, dim: usize) -> Result<()> {
    resolve_dim(dim as i64, x.dim()).map_err(|error| error.mark(0, x))?;
    if index.numel() > 0 && x.dim().max(1) != index.dim().max(1) {
        let of = if matches!(op, Op::Scatter { .. }) { "self" } else { "input" };
        return Err(TensorError::runtime(format!(
            "Index tensor must have the same number of dimensions as {of} tensor"
        ))
        .mark(0, x)
        .mark(1, index));
    }
    if let Op::Gather { .. } = op {
        for (d, (&own, &wanted)) in x.shape().iter().zip(index.shape()).enumerate() {
            if d != dim && wanted > own {
                return Err(TensorError::runtime(format!(
                    "Size does not match at dimension {d} expected index {} to be no larger than self {} apart from \
                     dimension {dim}",
                    shown(index.shape()),
                    shown(x.shape())
                ))
                .mark(0, x)
                .mark(1, index));
            }
        }
    }
    Ok(())
}

/// The shape of `x[indices]`. The indices' common shape replaces adjacent indexed dimensions in place, otherwise it comes first.
pub(super) fn indexed_shape(op: &Op, x: &Tensor, indexed: &[bool], indices: &[Arg], first: usize) -> Result<Dims> {
    if indexed.len() > x.dim() {
        return Err(TensorError::new(
            ErrorKind::Index,
            format!("too many indices for tensor of dimension {}", x.dim()),
        )
        .mark(0, x));
    }
    let mut common: Option<Dims> = None;
    for (i, arg) in indices.iter().enumerate() {
        let Arg::Tensor(index) = arg else { continue };
        check_index(op, index, first + i)?;
        common = Some(match common {
            None => index.shape().into(),
            Some(shape) => broadcast_two(&shape, index.shape()).map_err(|_| {
                let shapes: Vec<String> = indices.iter().filter_map(|a| a.tensor()).map(|t| shown(t.shape())).collect();
                TensorError::new(
                    ErrorKind::Index,
                    format!(
                        "shape mismatch: indexing tensors could not be broadcast together with shapes {}",
                        shapes.join(", ")
                    ),
                )
                .mark(first + i, index)
            })?,
        });
    }
    Ok(arrange_indexed(x.shape(), indexed, &common.unwrap_or_default()))
}

/// Inserts the indices' common shape among the remaining dimensions: in place if the indexed ones are adjacent, else in front.
pub fn arrange_indexed(shape: &[usize], indexed: &[bool], common: &[usize]) -> Dims {
    let is_indexed = |d: usize| indexed.get(d).copied().unwrap_or(false);
    let positions: SmallVec<[usize; 6]> = (0..shape.len()).filter(|&d| is_indexed(d)).collect();
    let adjacent = positions.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let place = if adjacent { positions.first().copied().unwrap_or(0) } else { 0 };
    let mut result = Dims::new();
    let mut placed = false;
    for (d, &size) in shape.iter().enumerate() {
        if !placed && result.len() == place && (is_indexed(d) || place == 0) {
            result.extend(common.iter().copied());
            placed = true;
        }
        if !is_indexed(d) {
            result.push(size);
        }
    }
    if !placed {
        result.extend(common.iter().copied());
    }
    result
}
