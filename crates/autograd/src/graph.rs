//! The tape as PyTorch exposes it: the targets of a node in the order of its function's arguments.

use tensorcell_tensor::layer::Layer;
use tensorcell_tensor::tape::{Node, Operand, Target};
use tensorcell_tensor::{Op, Pointwise};

/// The operand that an argument of the function became; `None` if the call omitted the argument.
pub type Place = Option<usize>;

/// The tape targets of a node's differentiable arguments; `None` for an argument that needs no gradient.
pub fn next(node: &Node) -> Vec<Option<Target>> {
    let shown = node.shown.lock();
    if let Some(shown) = shown.as_ref().filter(|shown| !shown.inputs.is_empty()) {
        return shown.inputs.clone();
    }
    let target = |place: Place| Some(node.operands.get(place?)?.edge.as_ref()?.target.clone());
    places(node).into_iter().map(target).collect()
}

/// The operands of a node's differentiable arguments.
pub(super) fn places(node: &Node) -> Vec<Place> {
    match &node.op {
        Op::CopySlices { op, own, .. } => {
            let inner = derived(op, &node.operands[1..]).into_iter().flatten();
            let others = inner.filter(|at| own >> (*at).min(31) & 1 == 0).map(|at| Some(at + 1));
            std::iter::once(Some(0)).chain(others).collect()
        }
        op => derived(op, &node.operands),
    }
}

fn derived(op: &Op, operands: &[Operand]) -> Vec<Place> {
    match op {
        Op::Layer(Layer::Conv(_) | Layer::ConvInput(..)) => vec![Some(0), Some(1), (operands.len() > 2).then_some(2)],
        Op::Layer(Layer::Norm(norm)) => {
            let bias = 1 + usize::from(norm.weight);
            vec![Some(0), norm.weight.then_some(1), norm.bias.then_some(bias)]
        }
        _ => {
            let mut places: Vec<Place> =
                (0..operands.len()).filter(|&at| has_derivative(op, operands, at)).map(Some).collect();
            if is_swapped(op, operands) {
                places.reverse();
            }
            places
        }
    }
}

/// Whether PyTorch's function has the two operands in reverse order: it computes `2 * x` as `x * 2`.
pub(super) fn is_swapped(op: &Op, operands: &[Operand]) -> bool {
    let commutes = matches!(op, Op::Pointwise { function: Pointwise::Add | Pointwise::Mul, .. });
    commutes && operands.first().is_some_and(|operand| operand.scalar.is_some())
}

fn has_derivative(op: &Op, operands: &[Operand], at: usize) -> bool {
    let operand = &operands[at];
    match op {
        _ if operand.edge.is_some() => true,
        Op::Custom(_) => operand.scalar.is_none(),
        Op::Pointwise { function: Pointwise::Where, .. } => at > 0,
        Op::Pointwise { function, .. } => operand.scalar.is_none() || becomes_tensor(*function, at),
        _ => operand.scalar.is_none() && operand.dtype.is_inexact(),
    }
}

/// Whether PyTorch converts a number in this position to a tensor. Otherwise it uses an overload without a derivative for it.
fn becomes_tensor(function: Pointwise, at: usize) -> bool {
    match function {
        Pointwise::Add | Pointwise::AddScaled | Pointwise::Mul | Pointwise::Div => true,
        Pointwise::Sub => at == 1,
        _ => false,
    }
}
