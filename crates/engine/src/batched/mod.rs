//! Operations on batched tensors (`torch.vmap`): each is done once, for the whole batch, by the rule of its kind.
//!
//! A batched tensor hides the dimensions that are mapped over (`tensorcell_tensor::batched`). At the door its whole takes its
//! place, the operation is told of dimensions counted from behind the hidden ones, and they are hidden again in what it gives. The
//! tape sees wholes alone, so that no gradient rule knows of this. `rules` says what becomes of each operation; one that has no rule
//! runs for each slice in turn (`each`).

mod batch;
mod each;
mod indices;
mod layers;
mod levels;
mod products;
mod rules;
mod views;

pub use batch::{conceal, reveal};
pub use levels::{Randomness, current, enter, in_every_level, leave, restore};
pub use rules::{run_all, run_into};
pub use views::view;

use tensorcell_tensor::op::{Arg, ErrorKind, Op, Result};
use tensorcell_tensor::{Tensor, TensorError};

/// Whether an operation is one of this module's.
pub fn concerns(op: &Op, inputs: &[Arg]) -> bool {
    inputs.iter().any(|arg| arg.tensor().is_some_and(Tensor::is_batched))
        || matches!(op, Op::Random { .. }) && levels::are_open()
}

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

/// A tensor of constants, of which each slice of a batched one has its own: what is made like that one may be written to.
pub fn own_for_each(constants: Tensor, like: &Tensor) -> Result<Tensor> {
    if !like.is_batched() || constants.is_batched() {
        return Ok(constants);
    }
    let whole = batch::full(&constants, like.levels(), like.hidden())?;
    Ok(crate::run(Op::Contiguous, &[(&whole).into()])?.hide(like.levels()))
}
