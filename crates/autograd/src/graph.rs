//! The tape as PyTorch shows it: which ends a node leads to, in the order of its function's arguments.

use tensorcell_tensor::layer::Layer;
use tensorcell_tensor::tape::{Node, Operand, Target};
use tensorcell_tensor::{Op, Pointwise};

/// Where an argument of the function leads, by the operand that it became; none where the call left it out.
pub type Place = Option<usize>;

/// The ends of the tape at the arguments that a node has a derivative by; none at one that wants no gradient.
pub fn next(node: &Node) -> Vec<Option<Target>> {
    let shown = node.shown.lock();
    if let Some(shown) = shown.as_ref().filter(|shown| !shown.inputs.is_empty()) {
        return shown.inputs.clone();
    }
    let target = |place: Place| Some(node.operands.get(place?)?.edge.as_ref()?.target.clone());
    places(node).into_iter().map(target).collect()
}

/// The operands at those arguments.
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
            if is_turned(op, operands) {
                places.reverse();
            }
            places
        }
    }
}

/// Whether PyTorch's function was given its two operands the other way round: `2 * x` is `x * 2` there.
pub(super) fn is_turned(op: &Op, operands: &[Operand]) -> bool {
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

/// Whether PyTorch makes a tensor of a number in this place; elsewhere the number picks an overload that has no derivative by it.
fn becomes_tensor(function: Pointwise, at: usize) -> bool {
    match function {
        Pointwise::Add | Pointwise::AddScaled | Pointwise::Mul | Pointwise::Div => true,
        Pointwise::Sub => at == 1,
        _ => false,
    }
}
