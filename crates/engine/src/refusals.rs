//! Errors for what a tensor cannot tell: a batched one, because the answer differs in each slice, and one without data.

use tensorcell_tensor::op::{ErrorKind, Result};
use tensorcell_tensor::{Format, Tensor, TensorError};

/// Refuses to read the number of a batched tensor, which is another in each slice, and of one without data.
pub fn check_item(tensor: &Tensor) -> Result<()> {
    if tensor.device().is_meta() {
        return Err(TensorError::runtime("Tensor.item() cannot be called on meta tensors"));
    }
    refuse(
        tensor,
        "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a Tensor, please try \
         to rewrite what you're doing with other operations. If error is occurring somewhere inside PyTorch internals, please file \
         a bug report.",
    )
}

/// Refuses to read the elements of a batched tensor, and those that a tensor does not have.
pub fn check_data(tensor: &Tensor) -> Result<()> {
    check_read(tensor)?;
    match tensor.device().is_meta() {
        true => Err(TensorError::new(ErrorKind::NotImplemented, "Cannot copy out of meta tensor; no data!")),
        false => Ok(()),
    }
}

/// Refuses to read the memory of a tensor that has none of its own: a batched or a sparse one.
pub fn check_read(tensor: &Tensor) -> Result<()> {
    match tensor.is_batched() || tensor.is_sparse() {
        true => {
            let text = "Cannot access data pointer of Tensor that doesn't have storage";
            Err(TensorError::runtime(text).mark(0, tensor))
        }
        false => Ok(()),
    }
}

/// Refuses to show the memory of a tensor that has none of its own.
pub fn check_storage(tensor: &Tensor) -> Result<()> {
    let kind = match (tensor.is_batched(), tensor.format()) {
        (true, _) => "BatchedTensorImpl",
        (_, Format::Coo) => "SparseTensorImpl",
        (_, Format::Strided) => return Ok(()),
        _ => "SparseCsrTensorImpl",
    };
    Err(TensorError::new(ErrorKind::NotImplemented, format!("Cannot access storage of {kind}")))
}

/// Refuses a mask that lets other elements through in each slice.
pub fn check_mask(mask: &Tensor) -> Result<()> {
    refuse(
        mask,
        "vmap: We do not support batching operators that can support dynamic shape. Attempting to batch over indexing with a boolean \
         mask.",
    )
}

/// Refuses an operation of PyTorch's whose result has a size of its own in each slice.
pub fn check_sized_by_data(tensor: &Tensor, operation: &str) -> Result<()> {
    refuse(
        tensor,
        &format!(
            "vmap: We do not support batching operators that can output dynamic shape. Attempted to vmap over aten::{operation}. \
             Please voice your support in https://github.com/pytorch/functorch/issues/256"
        ),
    )
}

fn refuse(tensor: &Tensor, text: &str) -> Result<()> {
    match tensor.is_batched() {
        true => Err(TensorError::runtime(text).mark(0, tensor)),
        false => Ok(()),
    }
}
