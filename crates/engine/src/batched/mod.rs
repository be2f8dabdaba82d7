//! Operations on batched tensors (`torch.vmap`): each runs once for the whole batch, by the rule of its kind.
//!
//! A batched tensor hides the mapped dimensions (`tensorcell_tensor::batched`). The engine's entry point replaces it by the whole
//! tensor, shifts the operation's dimensions past the hidden ones, and hides them again in the result. The tape sees wholes only, so
//! gradient rules need no change. `rules` has the rule of each operation; one without a rule runs for each slice (`each`).

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

pub use super::refusals::{check_item, check_mask, check_read, check_sized_by_data, check_storage};

use tensorcell_tensor::Tensor;
use tensorcell_tensor::op::{Arg, Op, Result};

/// Whether an operation is handled by this module.
pub fn concerns(op: &Op, inputs: &[Arg]) -> bool {
    inputs.iter().any(|arg| arg.tensor().is_some_and(Tensor::is_batched))
        || matches!(op, Op::Random { .. }) && levels::are_open()
}

/// Returns constants with a copy per slice of a batched tensor, so that a tensor made like it can be written to.
pub fn own_for_each(constants: Tensor, like: &Tensor) -> Result<Tensor> {
    if !like.is_batched() || constants.is_batched() {
        return Ok(constants);
    }
    let whole = batch::full(&constants, like.levels(), like.hidden())?;
    Ok(crate::run(Op::Contiguous, &[(&whole).into()])?.hide(like.levels()))
}
