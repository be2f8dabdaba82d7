//! Tensors whose memory was lost in a device fault, and their restoration.

use super::launch;
use std::sync::Arc;
use tensorcell_device::{driver, graph};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, Dims, Layout, Op, Storage, Tensor, TensorError};

/// Returns an error if the tensor's memory was lost.
pub fn check_lost(tensor: &Tensor) -> Result<()> {
    if !driver::was_any_reset() || !tensor.device().is_cuda() || !tensor.storage().is_lost() {
        return Ok(());
    }
    let message = format!(
        "this tensor was lost when the context of {} was rebuilt after a fault: create it again",
        tensor.device()
    );
    Err(TensorError::runtime(message).mark(0, tensor))
}

/// Like `check_lost`, for all operands and results of an operation. A lost tensor that is overwritten completely gets new memory.
pub fn check_operands(op: &Op, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    if !driver::was_any_reset() {
        return Ok(());
    }
    inputs.iter().filter_map(|input| input.tensor()).try_for_each(check_lost)?;
    let overwrites = matches!(op, Op::Fill { .. } | Op::Contiguous | Op::Cast(_) | Op::Random { .. });
    for output in outputs {
        if overwrites {
            renew(output)?;
        }
        check_lost(output)?;
    }
    Ok(())
}

/// Allocates new memory for a lost tensor if it covers its whole storage. The caller then overwrites it.
pub fn renew(tensor: &Tensor) -> Result<()> {
    let storage = tensor.storage();
    if storage.is_lost() && is_whole(tensor) {
        storage.renew()?;
    }
    Ok(())
}

/// Whether a tensor is contiguous and covers its whole storage.
pub fn is_whole(tensor: &Tensor) -> bool {
    let bytes = tensor.numel() * tensor.dtype().size();
    tensor.layout().offset() == 0 && tensor.is_contiguous() && bytes == tensor.storage().bytes()
}

/// Records how an operation without operands wrote a whole tensor, to run it again after a fault.
pub fn note_origin(output: &Tensor, again: impl Fn(&Tensor) -> Result<()> + Send + 'static) {
    if !is_whole(output) || graph::is_capturing(launch::device_index(output.device())) {
        return;
    }
    let (shape, dtype) = (Dims::from(output.shape()), output.dtype());
    output.storage().set_origin(Box::new(move |storage: &Arc<Storage>| {
        again(&Tensor::new(storage.clone(), Layout::contiguous(&shape), dtype)).is_ok()
    }));
}
