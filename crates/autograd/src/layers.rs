//! Gradients of layers. Those of convolution and pooling are operations of the same family, so they have gradients of any order.

use super::context::{Context, Gradients};
use super::{composed, grad};
use tensorcell_engine::{self as engine, compose, grad_mode};
use tensorcell_tensor::layer::{Cell, Layer};
use tensorcell_tensor::op::{Arg, Result, View};
use tensorcell_tensor::{Dims, ErrorKind, Layout, Op, Order, Reduction, Tensor, TensorError, keeps_channels_last};

fn run(layer: Layer, inputs: &[&Tensor]) -> Result<Tensor> {
    let args: Vec<Arg> = inputs.iter().map(|&t| Arg::Tensor(t)).collect();
    engine::run(Op::Layer(layer), &args)
}

fn run_many(layer: Layer, inputs: &[&Tensor]) -> Result<Vec<Tensor>> {
    let args: Vec<Arg> = inputs.iter().map(|&t| Arg::Tensor(t)).collect();
    engine::run_many(Op::Layer(layer), &args)
}

/// Gradients that can be differentiated again: differentiates the same result composed of other operations.
fn by_composition(cx: &Context, result: Tensor, gradient: &Tensor) -> Result<Gradients> {
    let wanted: Vec<usize> = (0..cx.operands.len()).filter(|&i| cx.wants(i)).collect();
    let inputs: Vec<Tensor> = wanted.iter().map(|&i| cx.input(i).cloned()).collect::<Result<_>>()?;
    let found = grad(&[result], &inputs, &[Some(gradient.clone())], true, true, true)?;
    let mut all = vec![None; cx.operands.len()];
    wanted.into_iter().zip(found).for_each(|(i, gradient)| all[i] = gradient);
    Ok(all)
}

/// One gradient per operand that needs one; `made` computes operand `i`'s.
fn each(cx: &Context, mut made: impl FnMut(usize) -> Result<Tensor>) -> Result<Gradients> {
    (0..cx.operands.len()).map(|i| cx.wants(i).then(|| made(i)).transpose()).collect()
}

/// Sums over all dimensions except 1.
fn by_channel(x: &Tensor) -> Result<Tensor> {
    let dims: Dims = (0..x.dim()).filter(|&d| d != 1).collect();
    engine::run(Op::Reduce { function: Reduction::Sum, dims, keepdim: false, correction: 0.0 }, &[x.into()])
}

/// Slices the result of a convolution to the input shape of its transpose. A large output padding makes it larger.
fn first_positions(mut x: Tensor, shape: &[usize]) -> Result<Tensor> {
    for (dim, &length) in shape.iter().enumerate().skip(2) {
        if x.shape()[dim] > length {
            x = engine::view(&x, View::Slice { dim, start: 0, length, step: 1 })?;
        }
    }
    Ok(x)
}

/// The gradients of a layer's operands. Those of images and kernels lie channels last where the layer keeps that.
pub fn gradients(cx: &Context, layer: &Layer) -> Result<Gradients> {
    let mut all = row_major_gradients(cx, layer)?;
    let layouts: Vec<&Layout> = cx.operands.iter().map(|operand| &operand.layout).collect();
    if keeps_channels_last(layer, &layouts, cx.operands[0].dtype) {
        let images = all.iter_mut().flatten().filter(|gradient| gradient.dim() == layouts[0].dim());
        images.into_iter().try_for_each(|gradient| channels_last(gradient).map(|laid| *gradient = laid))?;
    }
    Ok(all)
}

fn channels_last(gradient: &Tensor) -> Result<Tensor> {
    let order = Order::channels_last(gradient.dim());
    match gradient.layout().strides() == order.layout(gradient.shape()).strides() {
        true => Ok(gradient.clone()),
        false => engine::copy_in(Some(order), gradient),
    }
}

fn row_major_gradients(cx: &Context, layer: &Layer) -> Result<Gradients> {
    let given = cx.gradient(0)?;
    let gradient = match layer {
        // Several operations read the gradient, and each would copy an expanded one.
        Layer::Conv(_) | Layer::ConvInput(..) | Layer::ConvWeight(..) => compose::contiguous(&given)?,
        _ => given,
    };
    let g = &gradient;
    let spatial = |operand: usize| -> Dims { cx.shape(operand)[2..].into() };
    match layer {
        Layer::Conv(conv) => each(cx, |i| match i {
            0 => run(Layer::ConvInput(conv.clone(), spatial(0)), &[g, cx.input(1)?]),
            1 => run(Layer::ConvWeight(conv.clone(), spatial(1)), &[cx.input(0)?, g]),
            _ => by_channel(g),
        }),
        Layer::ConvInput(conv, _) => each(cx, |i| match i {
            0 => first_positions(run(Layer::Conv(conv.clone()), &[g, cx.input(1)?])?, cx.shape(0)),
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
        Layer::Norm(norm) => {
            if grad_mode::is_enabled() {
                let own = 1 + norm.weight as usize + norm.bias as usize;
                // Given running statistics are constants, not results of this operation.
                let statistics = [cx.result(1)?.detach(), cx.result(2)?.detach()];
                let mut given: Vec<&Tensor> = (0..own).map(|i| cx.input(i)).collect::<Result<_>>()?;
                given.extend(&statistics);
                return by_composition(cx, composed::norm(norm, &given)?, g);
            }
            let mut operands = vec![g, cx.input(0)?, cx.result(1)?, cx.result(2)?];
            operands.extend(norm.weight.then(|| cx.input(1)).transpose()?);
            let gradients = run_many(Layer::NormBackward(norm.clone()), &operands)?;
            let shaped = gradients.iter().enumerate().map(|(i, g)| Ok(Some(compose::reshape(g, cx.shape(i))?)));
            let running = std::iter::repeat_n(Ok(None), cx.operands.len() - gradients.len());
            shaped.chain(running).collect()
        }
        Layer::Recurrent(layer) => {
            if grad_mode::is_enabled() {
                return Err(TensorError::new(
                    ErrorKind::NotImplemented,
                    "the derivative of a recurrent layer's backward is not implemented; cells (LSTMCell) can be differentiated \
                     twice, and layers on CUDA whose forward runs within torch.backends.cudnn.flags(enabled=False)",
                ));
            }
            let lstm = layer.cell == Cell::Lstm;
            let (last, of_cell) = (cx.gradient(1)?, lstm.then(|| cx.gradient(2)).transpose()?);
            let mut operands = vec![g, &last];
            operands.extend(of_cell.as_ref());
            operands.extend([cx.input(1)?, cx.input(2)?]);
            operands.extend(lstm.then(|| cx.input(3)).transpose()?);
            operands.extend([cx.result(0)?, cx.result(2 + lstm as usize)?]);
            operands.extend(lstm.then(|| cx.result(4)).transpose()?);
            Ok(run_many(Layer::RecurrentBackward(layer.clone()), &operands)?.into_iter().map(Some).collect())
        }
        Layer::Attention(attention) => {
            let given: Vec<&Tensor> = (0..cx.operands.len()).map(|i| cx.input(i)).collect::<Result<_>>()?;
            if grad_mode::is_enabled() && attention.dropout > 0.0 {
                return Err(TensorError::new(
                    ErrorKind::NotImplemented,
                    "the derivative of attention's backward is not implemented with dropout",
                ));
            }
            if grad_mode::is_enabled() {
                return by_composition(cx, composed::attention(attention, &given)?, g);
            }
            let mut operands = vec![g, given[0], given[1], given[2], cx.result(0)?, cx.result(1)?];
            operands.extend(given.get(3));
            operands.extend((attention.dropout > 0.0).then(|| cx.result(2)).transpose()?);
            let gradients = run_many(Layer::AttentionBackward(attention.clone()), &operands)?;
            Ok(gradients.into_iter().map(Some).collect())
        }
        Layer::NormBackward(_) | Layer::RecurrentBackward(_) | Layer::AttentionBackward(_) => {
            Err(TensorError::runtime(format!("derivative for {} is not implemented", layer.name())))
        }
    }
}
