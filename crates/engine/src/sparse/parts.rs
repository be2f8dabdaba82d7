//! Taking sparse tensors apart and putting them together, on the tape; what cannot be done with them.

use super::checks::check;
use crate::record::Recording;
use crate::run;
use smallvec::SmallVec;
use std::slice::from_ref;
use std::sync::Arc;
use tensorcell_tensor::op::{Arg, ErrorKind, Op, Result};
use tensorcell_tensor::{Format, Sparse, SparseOp, Tensor, TensorError};

/// The parts of a sparse tensor.
pub fn parts(x: &Tensor) -> Result<Arc<Sparse>> {
    x.parts().ok_or_else(|| TensorError::runtime("expected a sparse tensor, but got a strided one").mark(0, x))
}

/// The values of a sparse tensor, with its history.
pub fn values(x: &Tensor) -> Result<Tensor> {
    run(Op::Sparse(SparseOp::Values), &[x.into()])
}

/// A sparse tensor of these parts, with the history of the values.
pub fn assemble(
    format: Format,
    shape: &[usize],
    indices: &[Tensor],
    values: &Tensor,
    coalesced: bool,
) -> Result<Tensor> {
    let inputs: Vec<Arg> = [Arg::Tensor(values)].into_iter().chain(indices.iter().map(Arg::Tensor)).collect();
    run(Op::Sparse(SparseOp::Assemble { format, shape: shape.into(), coalesced }), &inputs)
}

/// Other values at the same places.
pub fn with_values(x: &Tensor, values: &Tensor) -> Result<Tensor> {
    let parts = parts(x)?;
    assemble(parts.format, x.shape(), &parts.indices, values, parts.coalesced)
}

/// Runs one of the two operations that the tape knows.
pub(super) fn run_step(op: &Op, step: &SparseOp, inputs: &[Arg]) -> Result<Tensor> {
    let recording = Recording::begin(op, inputs, None)?;
    let tensors: Vec<&Tensor> = inputs.iter().filter_map(|arg| arg.tensor()).collect();
    let result = match step {
        SparseOp::Values => parts(tensors[0])?.values.detach(),
        SparseOp::Assemble { format, shape, coalesced } => {
            let indices: SmallVec<[Tensor; 2]> = tensors[1..].iter().map(|&part| part.clone()).collect();
            check(*format, shape, &indices, tensors[0])?;
            let parts = Sparse { format: *format, indices, values: tensors[0].detach(), coalesced: *coalesced };
            Tensor::sparse(shape, parts)?
        }
    };
    recording.finish(op.clone(), from_ref(&result));
    Ok(result)
}

/// PyTorch's error for an operation that it does not have for sparse tensors.
pub(super) fn refused(op: &Op, inputs: &[Arg]) -> TensorError {
    let sparse = inputs.iter().filter_map(|arg| arg.tensor()).find(|tensor| tensor.is_sparse());
    let compressed = sparse.is_some_and(|tensor| tensor.format().is_compressed());
    let device = if sparse.is_some_and(|tensor| tensor.device().is_cuda()) { "CUDA" } else { "CPU" };
    let backend = format!("Sparse{}{device}", if compressed { "Csr" } else { "" });
    let text = format!(
        "Could not run 'aten::{}' with arguments from the '{backend}' backend. This could be because the operator doesn't exist for \
         this backend, or was omitted during the selective/custom build process (if using custom build). If you are a Facebook \
         employee using PyTorch on mobile, please visit https://fburl.com/ptmfixes for possible resolutions.",
        op.name()
    );
    let error = TensorError::new(ErrorKind::NotImplemented, text);
    sparse.into_iter().fold(error, |error, tensor| error.mark(0, tensor))
}
