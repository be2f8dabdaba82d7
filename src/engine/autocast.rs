//! Autocast: inside its regions, products run in a half type and sensitive operations in float32.

use crate::device::Device;
use crate::tensor::{Arg, DType, Op, Pointwise, Reduction};
use std::cell::Cell;

/// The dtype of products on CPU and on CUDA; none: no region is open.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct State {
    pub cpu: Option<DType>,
    pub cuda: Option<DType>,
}

thread_local! {
    static STATE: Cell<State> = const { Cell::new(State { cpu: None, cuda: None }) };
}

pub fn state() -> State {
    STATE.get()
}
/// Sets the state and returns the one before, for the way back out of a `with` block.
pub fn set(state: State) -> State {
    STATE.replace(state)
}

/// The dtype that an operation's floating operands are cast to first, if a region asks for it.
pub(super) fn dtype_for(op: &Op, inputs: &[Arg]) -> Option<DType> {
    let state = STATE.get();
    if state == State::default() {
        return None;
    }
    let tensors = || inputs.iter().filter_map(|arg| arg.tensor());
    let region = match tensors().next()?.device() {
        Device::Cpu => state.cpu,
        Device::Cuda(_) => state.cuda,
    }?;
    let eligible = tensors().all(|t| !t.dtype().is_floating() || t.dtype() != DType::Float64);
    let wanted = match op {
        _ if !eligible => None,
        Op::MatMul | Op::AddMm { .. } => Some(region),
        Op::Softmax { .. } | Op::Scan { .. } => Some(DType::Float32),
        Op::Reduce { function, .. } if sensitive_reduction(*function) => Some(DType::Float32),
        Op::Pointwise { function, .. } if sensitive_row(*function) => Some(DType::Float32),
        _ => None,
    }?;
    tensors().any(|t| t.dtype().is_floating() && t.dtype() != wanted).then_some(wanted)
}

fn sensitive_reduction(function: Reduction) -> bool {
    use Reduction::*;
    matches!(function, Sum | Prod | Norm | LogSumExp | Var | Std)
}

fn sensitive_row(function: Pointwise) -> bool {
    use Pointwise::*;
    matches!(
        function,
        Exp | Expm1
            | Log
            | Log10
            | Log2
            | Log1p
            | Pow
            | Reciprocal
            | Rsqrt
            | Sinh
            | Cosh
            | Tan
            | Acos
            | Asin
            | Erfinv
            | Softplus
    )
}
