//! Inference for reductions: result dtypes, and errors for empty operands.

use crate::op::{ErrorKind, Reduction, Result, TensorError};
use crate::{DType, Tensor};

/// The dtype of a reduction's result.
pub(super) fn dtype_of(function: Reduction, x: &Tensor) -> Result<DType> {
    function.row().rule.result(x.dtype()).map_err(|refusal| TensorError::runtime(refusal).mark(0, x))
}

/// Rejects an empty operand for reductions without a neutral element.
pub(super) fn check_empty(function: Reduction, x: &Tensor, dims: &[usize]) -> Result<()> {
    if function.row().rule.takes_nothing() || x.numel() > 0 {
        return Ok(());
    }
    let name = function.name();
    if dims.is_empty() {
        return Err(TensorError::runtime(format!(
            "{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with \
             the 'dim' argument."
        ))
        .mark(0, x));
    }
    match dims.iter().find(|&&dim| x.shape().get(dim) == Some(&0)) {
        Some(dim) => Err(TensorError::new(
            ErrorKind::Index,
            format!("{name}(): Expected reduction dim {dim} to have non-zero size."),
        )
        .mark(0, x)),
        None => Ok(()),
    }
}
