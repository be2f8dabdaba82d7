//! Anomaly mode: stops a backward pass at the first function that returns NaN, and names it.

use super::names::node_name;
use std::cell::Cell;
use tensorcell_engine::{self as engine, compose};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::tape::Node;
use tensorcell_tensor::{Dims, Op, Pointwise, Reduction, Tensor, TensorError};

thread_local! {
    static MODE: Cell<(bool, bool)> = const { Cell::new((false, true)) };
}

/// Whether the mode is on (`torch.is_anomaly_enabled`), and whether it checks for NaN.
pub fn mode() -> (bool, bool) {
    MODE.get()
}

/// Sets both and returns the previous values.
pub fn set_mode(on: bool, check_nan: bool) -> (bool, bool) {
    MODE.replace((on, check_nan))
}

/// Returns an error if one of a node's gradients has a NaN. As in PyTorch, gradients are numbered by the operands that are tensors.
pub fn check(node: &Node, gradients: &[Option<Tensor>]) -> Result<()> {
    if MODE.get() != (true, true) {
        return Ok(());
    }
    let tensors = node.operands.iter().zip(gradients).filter(|(operand, _)| operand.scalar.is_none());
    for (at, (_, gradient)) in tensors.enumerate() {
        if let Some(gradient) = gradient
            && gradient.dtype().is_inexact()
            && has_nan(gradient)?
        {
            let name = node_name(node);
            return Err(TensorError::runtime(format!("Function '{name}' returned nan values in its {at}th output.")));
        }
    }
    Ok(())
}

fn has_nan(x: &Tensor) -> Result<bool> {
    let nan = compose::pointwise(Pointwise::Isnan, &[x.into()])?;
    let any = Op::Reduce { function: Reduction::Any, dims: Dims::new(), keepdim: false, correction: 0.0 };
    Ok(engine::to_bytes(&engine::run(any, &[(&nan).into()])?)?.first() == Some(&1))
}
