//! The memory order that PyTorch gives results of layers, joins, selections and sorts. Kernels write them row-major, and they are copied
//! once; row-major operands have row-major results.

use super::dispatch::Results;
use super::ordered::copied_to_layout;
use smallvec::SmallVec;
use tensorcell_tensor::layer::Layer;
use tensorcell_tensor::op::{Arg, Result};
use tensorcell_tensor::{Dims, Layout, MemoryFormat, Op, Order, Strides, Tensor, keeps_channels_last};

/// Copies results to the order that they have in PyTorch.
pub(super) fn arranged(op: &Op, inputs: &[Arg], results: Results) -> Result<Results> {
    let Some(shape) = results.first().map(|first| Dims::from_slice(first.shape())) else { return Ok(results) };
    let Some(order) = order(op, inputs, &shape) else { return Ok(results) };
    let arrange = |result: Tensor| match result.shape() == shape.as_slice() {
        true => copied_to_layout(&result, order.layout(&shape)),
        false => Ok(result),
    };
    results.into_iter().map(arrange).collect()
}

fn order(op: &Op, inputs: &[Arg], shape: &[usize]) -> Option<Order> {
    let first = inputs.first()?.tensor()?.layout();
    match op {
        Op::Flip(_) | Op::Sort { .. } | Op::IndexPut { .. } => Order::of_format(MemoryFormat::Preserve, first),
        Op::Cat { .. } => order_of_joined(inputs.iter().filter_map(|arg| Some(arg.tensor()?.layout()))),
        Op::Index { indexed } => Order::of_operands(shape, selected(indexed, inputs, shape).iter()),
        Op::Layer(layer) => of_layer(layer, inputs, shape),
        _ => None,
    }
}

fn of_layer(layer: &Layer, inputs: &[Arg], shape: &[usize]) -> Option<Order> {
    let operands: SmallVec<[&Layout; 6]> = inputs.iter().filter_map(|arg| Some(arg.tensor()?.layout())).collect();
    let dtype = inputs.first()?.tensor()?.dtype();
    // A norm of one channel keeps what is row-major, too.
    let both = matches!(layer, Layer::Norm(_)) && operands[0].is_contiguous();
    (!both && keeps_channels_last(layer, &operands, dtype)).then(|| Order::channels_last(shape.len()))
}

/// The order of joined tensors: that of their format, if they have the same.
pub fn order_of_joined<'a>(mut layouts: impl Iterator<Item = &'a Layout>) -> Option<Order> {
    let first = layouts.next()?;
    let format = first.suggested_format();
    layouts.all(|layout| layout.suggested_format() == format).then(|| Order::of_format(format, first)).flatten()
}

/// The operands of a selection as PyTorch's iterator has them, all of the result's shape: what is selected from does not move along the
/// dimensions of the indices, and the indices move along those alone.
fn selected(indexed: &[bool], inputs: &[Arg], shape: &[usize]) -> SmallVec<[Layout; 3]> {
    let mut tensors = inputs.iter().filter_map(|arg| arg.tensor()).map(Tensor::layout);
    let (Some(x), indices) = (tensors.next(), tensors) else { return SmallVec::new() };
    let is_indexed = |dim: usize| indexed.get(dim).copied().unwrap_or(false);
    let kept: Dims = (0..x.dim()).filter(|&dim| !is_indexed(dim)).collect();
    let own = shape.len() - kept.len();
    let first = indexed.iter().position(|&is| is).unwrap_or(0);
    let together = indexed[first..].iter().skip_while(|&&is| is).all(|&is| !is);
    // Apart from each other, the indices' dimensions come first.
    let before = if together { first } else { 0 };
    let mut strides = Strides::from_elem(0, shape.len());
    for (at, &dim) in kept.iter().enumerate() {
        strides[if at < before { at } else { at + own }] = x.strides()[dim];
    }
    let mut all: SmallVec<[Layout; 3]> = SmallVec::from_elem(Layout::with_strides(shape, &strides, 0), 1);
    all.extend(indices.map(|index| {
        let mut strides = Strides::from_elem(0, shape.len());
        let broadcast = index.broadcast_strides(&shape[before..before + own]);
        strides[before..before + own].copy_from_slice(&broadcast);
        Layout::with_strides(shape, &strides, 0)
    }));
    all
}
