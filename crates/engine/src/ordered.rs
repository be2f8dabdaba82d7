//! Results in the same memory order as their operands. The operation runs on operands permuted to that order, as row-major, and the
//! result's dimensions are permuted back.

use super::dispatch::Results;
use smallvec::SmallVec;
use tensorcell_tensor::infer::Inference;
use tensorcell_tensor::op::{Arg, Result};
use tensorcell_tensor::{Dims, Layout, Op, Order, Pointwise, Tensor};

/// The memory order of an operation's result; `None` for row-major.
pub(super) fn order(op: &Op, inputs: &[Arg], inference: &Inference) -> Option<Order> {
    if !matches!(op, Op::Pointwise { .. } | Op::Cast(_) | Op::Transfer { .. }) {
        return None;
    }
    // PyTorch's kernel for this function writes row-major.
    if matches!(op, Op::Pointwise { function: Pointwise::LogSigmoid, .. }) {
        return None;
    }
    let shape = &inference.outputs[0].shape;
    let is_parameter = matches!(op, Op::Pointwise { function: Pointwise::Pow | Pointwise::Lerp, .. });
    // A number is an operand like others, except as an exponent or a weight.
    let as_result = |arg: &Arg| match arg.tensor() {
        Some(x) => x.is_contiguous() && x.shape() == shape.as_slice(),
        None => is_parameter,
    };
    if matches!(op, Op::Pointwise { .. }) && inputs.iter().all(as_result) {
        return None;
    }
    Order::of_operands(shape, inputs.iter().filter_map(|arg| arg.tensor()).map(Tensor::layout))
}

/// Computes an operation with its result in `order`.
pub(super) fn in_order(
    order: &Order,
    inputs: &[Arg],
    mut inference: Inference,
    compute: impl FnOnce(&[Arg], &Inference) -> Result<Results>,
) -> Result<Results> {
    let shapes: SmallVec<[Dims; 1]> = inference.outputs.iter().map(|made| made.shape.clone()).collect();
    for made in &mut inference.outputs {
        made.shape = order.shape(&made.shape);
    }
    // A tensor without dimensions stays a number, on any device.
    let turn = |tensor: &Tensor| (tensor.dim() > 0).then(|| tensor.alias(order.apply(tensor.layout(), &shapes[0])));
    let turned: SmallVec<[Option<Tensor>; 4]> = inputs.iter().map(|arg| arg.tensor().and_then(turn)).collect();
    let operands: SmallVec<[Arg; 4]> =
        inputs.iter().zip(&turned).map(|(arg, turned)| turned.as_ref().map_or(*arg, Arg::Tensor)).collect();
    let results = compute(&operands, &inference)?;
    Ok(results.iter().zip(&shapes).map(|(result, shape)| result.alias(order.layout(shape))).collect())
}

/// A new tensor with the elements of another and the given layout.
pub(super) fn copied_to_layout(tensor: &Tensor, layout: Layout) -> Result<Tensor> {
    let copy = Tensor::empty(tensor.shape(), tensor.dtype(), tensor.device())?.alias(layout);
    if copy.numel() > 0 {
        super::dispatch::launch(&Op::Contiguous, &[Arg::Tensor(tensor)], std::slice::from_ref(&copy))?;
    }
    Ok(copy)
}
