//! Gradients of layers. Those of convolution and pooling are operations of the same family, so any order exists.

use super::rules::{Context, Gradients};
use crate::engine::{self, compose};
use crate::tensor::layer::Layer;
use crate::tensor::op::{Arg, Result};
use crate::tensor::{Dims, Op, Reduction, Tensor};

fn run(layer: Layer, inputs: &[&Tensor]) -> Result<Tensor> {
    let args: Vec<Arg> = inputs.iter().map(|&t| Arg::Tensor(t)).collect();
    engine::run(Op::Layer(layer), &args)
}

/// One gradient for each operand that wants one: `made` gives operand `i`'s.
fn each(cx: &Context, mut made: impl FnMut(usize) -> Result<Tensor>) -> Result<Gradients> {
    (0..cx.operands.len()).map(|i| cx.wants(i).then(|| made(i)).transpose()).collect()
}

/// The sum over everything but dimension 1.
fn by_channel(x: &Tensor) -> Result<Tensor> {
    let dims: Dims = (0..x.dim()).filter(|&d| d != 1).collect();
    engine::run(Op::Reduce { function: Reduction::Sum, dims, keepdim: false, correction: 0.0 }, &[x.into()])
}

pub fn gradients(cx: &Context, layer: &Layer) -> Result<Gradients> {
    let gradient = cx.gradient(0)?;
    let g = &gradient;
    let spatial = |operand: usize| -> Dims { cx.shape(operand)[2..].into() };
    match layer {
        Layer::Conv(conv) => each(cx, |i| match i {
            0 => run(Layer::ConvInput(conv.clone(), spatial(0)), &[g, cx.input(1)?]),
            1 => run(Layer::ConvWeight(conv.clone(), spatial(1)), &[cx.input(0)?, g]),
            _ => by_channel(g),
        }),
        Layer::ConvInput(conv, _) => each(cx, |i| match i {
            0 => run(Layer::Conv(conv.clone()), &[g, cx.input(1)?]),
            1 => run(Layer::ConvWeight(conv.clone(), spatial(1)), &[g, cx.input(0)?]),
            _ => by_channel(g),
        }),
        Layer::ConvWeight(conv, _) => each(cx, |i| match i {
            0 => run(Layer::ConvInput(conv.clone(), spatial(0)), &[cx.input(1)?, g]),
            _ => run(Layer::Conv(conv.clone()), &[cx.input(0)?, g]),
        }),
        Layer::MaxPool(_) => each(cx, |_| run(Layer::MaxPoolBackward(spatial(0)), &[g, cx.result(1)?])),
        Layer::MaxPoolBackward(_) => each(cx, |_| {
            let flat = |x: &Tensor| compose::reshape(x, &[x.shape()[0], x.shape()[1], x.shape()[2..].iter().product()]);
            let gathered = engine::run(Op::Gather { dim: 2 }, &[(&flat(g)?).into(), (&flat(cx.input(1)?)?).into()])?;
            compose::reshape(&gathered, cx.shape(0))
        }),
        Layer::AvgPool(windows) => each(cx, |_| run(Layer::AvgPoolBackward(windows.clone(), spatial(0)), &[g])),
        Layer::AvgPoolBackward(windows, _) => each(cx, |_| run(Layer::AvgPool(windows.clone()), &[g])),
        Layer::Im2Col(conv, kernel) => each(cx, |_| run(Layer::Col2Im(conv.clone(), spatial(0), kernel.clone()), &[g])),
        Layer::Col2Im(conv, _, kernel) => each(cx, |_| run(Layer::Im2Col(conv.clone(), kernel.clone()), &[g])),
    }
}
