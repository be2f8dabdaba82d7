//! Errors for what PyTorch cannot do with a batched tensor, because the answer differs in each slice.

use tensorcell_tensor::op::{ErrorKind, Result};
use tensorcell_tensor::{Tensor, TensorError};

/// Refuses to read the number of a batched tensor: it is another in each slice.
pub fn check_item(tensor: &Tensor) -> Result<()> {
    refuse(
        tensor,
        "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a Tensor, please try \
         to rewrite what you're doing with other operations. If error is occurring somewhere inside PyTorch internals, please file \
         a bug report.",
    )
}

/// Refuses to read the elements of a batched tensor.
pub fn check_read(tensor: &Tensor) -> Result<()> {
    refuse(tensor, "Cannot access data pointer of Tensor that doesn't have storage")
}

/// Refuses to show the memory of a batched tensor.
pub fn check_storage(tensor: &Tensor) -> Result<()> {
    match tensor.is_batched() {
        true => Err(TensorError::new(ErrorKind::NotImplemented, "Cannot access storage of BatchedTensorImpl")),
        false => Ok(()),
    }
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
