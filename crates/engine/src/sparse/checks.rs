//! What the parts of a sparse tensor must be, so that indices, values and sizes fit each other. Numbers are checked where they are used.

use tensorcell_tensor::op::{ErrorKind, Result};
use tensorcell_tensor::{DType, Format, Tensor, TensorError};

/// Refuses parts that do not make a tensor of this format and shape.
pub(super) fn check(format: Format, shape: &[usize], indices: &[Tensor], values: &Tensor) -> Result<()> {
    for index in indices {
        require(matches!(index.dtype(), DType::Int64 | DType::Int32), || {
            format!("indices must be an int64 tensor, but got: {}", index.dtype())
        })?;
        require(index.device() == values.device(), || {
            format!("device of indices ({}) must match device of values ({})", index.device(), values.device())
        })?;
    }
    match (format, indices) {
        (Format::Coo, [index]) => check_coordinates(shape, index, values),
        (format, [starts, inner]) if format.is_compressed() => check_compressed(format, shape, [starts, inner], values),
        _ => require(false, || format!("{format} is not made of {} index tensors", indices.len())),
    }
}

fn require(holds: bool, text: impl FnOnce() -> String) -> Result<()> {
    if holds { Ok(()) } else { Err(TensorError::runtime(text())) }
}

fn check_coordinates(shape: &[usize], index: &Tensor, values: &Tensor) -> Result<()> {
    let &[dims, kept] = index.shape() else {
        return require(false, || format!("indices must be sparse_dim x nnz, but got: {:?}", index.shape()));
    };
    let fits =
        dims <= shape.len() && values.dim() > 0 && values.shape()[0] == kept && values.shape()[1..] == shape[dims..];
    require(fits, || {
        let values = values.shape();
        format!(
            "indices of {dims} dimensions and values of sizes {values:?} do not make a sparse tensor of sizes {shape:?}"
        )
    })
}

fn check_compressed(format: Format, shape: &[usize], [starts, inner]: [&Tensor; 2], values: &Tensor) -> Result<()> {
    let dims = if format.is_blocked() { 3 } else { 1 };
    if shape.len() != 2 || starts.dim() != 1 || inner.dim() != 1 || values.dim() != dims {
        let text = format!("{}: batches and dense dimensions are not supported here", format.name());
        return Err(TensorError::new(ErrorKind::NotImplemented, text));
    }
    let block = if format.is_blocked() { [values.shape()[1], values.shape()[2]] } else { [1, 1] };
    let outer = usize::from(!format.compresses_rows());
    let divides = (0..2).all(|dim| block[dim] > 0 && shape[dim].is_multiple_of(block[dim]));
    require(divides, || format!("blocks of sizes {block:?} do not divide a matrix of sizes {shape:?}"))?;
    let (wanted, found) = (shape[outer] / block[outer] + 1, starts.numel());
    require(found == wanted, || {
        format!("a matrix of sizes {shape:?} needs {wanted} compressed indices, but got {found}")
    })?;
    let (places, kept) = (inner.numel(), values.shape()[0]);
    require(places == kept, || format!("the number of indices, {places}, is not the number of values, {kept}"))
}
