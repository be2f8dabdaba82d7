//! Inference for operations that combine tensors: products and concatenation.

use super::{operand, result_type};
use crate::Tensor;
use crate::error::{ErrorKind, Result, TensorError};
use crate::layout::{Dims, broadcast_two};
use crate::op::{Arg, Make, Op};
use crate::views::resolve_dim;

pub(super) fn shapes_do_not_multiply(a: &Tensor, b: &Tensor, at_a: usize, at_b: usize) -> TensorError {
    let by = |t: &Tensor| {
        let rows: usize = t.shape()[..t.dim() - 1].iter().product();
        format!("{rows}x{}", t.shape()[t.dim() - 1])
    };
    let (rows, columns) = (b.shape()[b.dim() - 2], b.shape()[b.dim() - 1]);
    TensorError::runtime(match a.device().is_meta() {
        true => format!("a and b must have same reduction dim, but got {:?} X [{rows}, {columns}].", a.shape()),
        false => format!("mat1 and mat2 shapes cannot be multiplied ({} and {rows}x{columns})", by(a)),
    })
    .mark(at_a, a)
    .mark(at_b, b)
}

pub(super) fn same_dtype(a: &Tensor, b: &Tensor, at_a: usize, at_b: usize) -> Result<()> {
    if a.dtype() == b.dtype() {
        return Ok(());
    }
    if a.dim() > 2 {
        let (a_name, b_name) = (a.dtype().scalar_name(), b.dtype().scalar_name());
        let text = format!("expected scalar type {a_name} but found {b_name}");
        return Err(TensorError::runtime(text).mark(at_a, a).mark(at_b, b));
    }
    let names = if a.device().is_cuda() { "mat1 and mat2" } else { "m1 and m2" };
    Err(TensorError::runtime(format!(
        "expected {names} to have the same dtype, but got: {} != {}",
        a.dtype().cpp_name(),
        b.dtype().cpp_name()
    ))
    .mark(at_a, a)
    .mark(at_b, b))
}

pub(super) fn matmul_shape(a: &Tensor, b: &Tensor) -> Result<Dims> {
    if a.dim() < 2 || b.dim() < 2 {
        let (position, bad) = if a.dim() < 2 { (0, a) } else { (1, b) };
        return Err(TensorError::runtime(format!(
            "both arguments to matmul need to be at least 2D, but they are {}D and {}D",
            a.dim(),
            b.dim()
        ))
        .mark(position, bad));
    }
    let (m, k) = (a.shape()[a.dim() - 2], a.shape()[a.dim() - 1]);
    let (k2, n) = (b.shape()[b.dim() - 2], b.shape()[b.dim() - 1]);
    if k != k2 {
        if b.dim() == 2 {
            return Err(shapes_do_not_multiply(a, b, 0, 1));
        }
        let batch = broadcast_two(&a.shape()[..a.dim() - 2], &b.shape()[..b.dim() - 2])
            .map_err(|error| error.mark(0, a).mark(1, b))?;
        let count: usize = batch.iter().product();
        return Err(TensorError::runtime(format!(
            "Expected size for first two dimensions of batch2 tensor to be: [{count}, {k}] but got: [{count}, {k2}]."
        ))
        .mark(0, a)
        .mark(1, b));
    }
    let mut shape = broadcast_two(&a.shape()[..a.dim() - 2], &b.shape()[..b.dim() - 2])
        .map_err(|error| error.mark(0, a).mark(1, b))?;
    shape.extend([m, n]);
    Ok(shape)
}

/// Whether `cat` ignores this tensor: an empty 1-D tensor is allowed among others, as in PyTorch.
pub(super) fn skipped_by_cat(tensor: &Tensor) -> bool {
    tensor.shape() == [0]
}

pub(super) fn cat(op: &Op, inputs: &[Arg], dim: usize) -> Result<Make> {
    if inputs.is_empty() {
        return Err(TensorError::new(ErrorKind::Value, "torch.cat(): expected a non-empty list of Tensors"));
    }
    let mut made: Option<(usize, Dims)> = None;
    for i in 0..inputs.len() {
        let tensor = operand(op, inputs, i)?;
        if tensor.dim() == 0 {
            return Err(TensorError::runtime(format!(
                "zero-dimensional tensor (at position {i}) cannot be concatenated"
            ))
            .mark(i, tensor));
        }
        if skipped_by_cat(tensor) && inputs.len() > 1 {
            continue;
        }
        match &mut made {
            None => {
                resolve_dim(dim as i64, tensor.dim()).map_err(|error| error.mark(i, tensor))?;
                made = Some((i, tensor.shape().into()));
            }
            Some((first, shape)) => {
                let mark = |error: TensorError| {
                    let error = error.mark(i, tensor);
                    match inputs[*first].tensor() {
                        Some(first_tensor) => error.mark(*first, first_tensor),
                        None => error,
                    }
                };
                if tensor.dim() != shape.len() {
                    return Err(mark(TensorError::runtime(format!(
                        "Tensors must have same number of dimensions: got {} and {}",
                        shape.len(),
                        tensor.dim()
                    ))));
                }
                for d in (0..shape.len()).filter(|&d| d != dim) {
                    if shape[d] != tensor.shape()[d] {
                        return Err(mark(TensorError::runtime(format!(
                            "Sizes of tensors must match except in dimension {dim}. Expected size {} but got size {} \
                             for tensor number {i} in the list.",
                            shape[d],
                            tensor.shape()[d]
                        ))));
                    }
                }
                shape[dim] = shape[dim].saturating_add(tensor.shape()[dim]);
            }
        }
    }
    let first = operand(op, inputs, 0)?;
    let shape = made.map_or_else(|| first.shape().into(), |(_, shape)| shape);
    Ok(Make { shape, dtype: result_type(inputs), device: first.device() })
}
