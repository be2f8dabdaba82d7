//! Turns gradient recording off and on, and reads and sets a tensor's gradient state.

use tensorcell_autograd as autograd;
use tensorcell_engine::grad_mode;
use tensorcell_language::{Raise, Result};
use tensorcell_tensor::Tensor;

/// Recording is off until this is dropped.
pub struct Paused(bool);

/// Stops recording until the result is dropped.
pub fn pause() -> Paused {
    Paused(grad_mode::set_enabled(false))
}

impl Drop for Paused {
    fn drop(&mut self) {
        grad_mode::set_enabled(self.0);
    }
}

/// `x.requires_grad = on`
pub fn set_requires_grad(tensor: &Tensor, on: bool) -> Result<()> {
    if !tensor.is_leaf() {
        let text = "you can only change requires_grad flags of leaf variables.";
        let detach = " If you want to use a computed variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach().";
        return if on { Ok(()) } else { Err(Raise::runtime(format!("{text}{detach}"))) };
    }
    if on && !tensor.dtype().is_inexact() {
        return Err(Raise::runtime("only Tensors of floating point dtype can require gradients"));
    }
    if on && tensor.autograd().lock().inference && !grad_mode::is_inference() {
        return Err(Raise::runtime(
            "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.",
        ));
    }
    tensor.autograd().lock().requires_grad = on;
    Ok(())
}

/// Returns the name in `grad_fn=<...>`, for a tensor with a history.
pub fn grad_fn_name(tensor: &Tensor) -> Option<String> {
    let node = tensor.autograd().lock().history.as_ref().map(|(node, _)| node.clone())?;
    Some(autograd::node_name(&node))
}

/// `x.data = y`: the same tensor over other memory.
pub fn set_data(tensor: &Tensor, source: &Tensor) {
    tensor.set_data(source);
    tensor.storage().note_write();
}
