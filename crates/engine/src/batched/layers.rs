//! Layers over batched tensors: hidden dimensions join the samples, or the channels if parameters are batched.

use super::batch::Batch;
use crate::{compose, run, run_many, view};
use tensorcell_tensor::layer::{Conv, Norm, Running};
use tensorcell_tensor::op::{Arg, Op, Result, View};
use tensorcell_tensor::{Dims, Layer, Pointwise, Tensor, TensorError};

/// Returns whether a layer has a rule. Recurrent layers and layers without one result per sample have none.
pub(super) fn has_rule(layer: &Layer) -> bool {
    match layer {
        Layer::Norm(norm) => !matches!(norm.running, Running::Updated(_)),
        Layer::Attention(attention) | Layer::AttentionBackward(attention) => attention.dropout == 0.0,
        Layer::NormBackward(_) | Layer::Recurrent(_) | Layer::RecurrentBackward(_) => false,
        _ => true,
    }
}

pub(super) fn layer(op: &Op, inputs: &[Arg], batch: &Batch) -> Result<Vec<Tensor>> {
    let Op::Layer(layer) = op else { return Ok(Vec::new()) };
    let given: Vec<&Tensor> = inputs.iter().filter_map(|arg| arg.tensor()).collect();
    match layer {
        Layer::Conv(conv) => convolved(conv, &given, batch, true, &|conv| Layer::Conv(conv)),
        Layer::ConvInput(conv, sizes) => {
            convolved(conv, &given, batch, false, &|conv| Layer::ConvInput(conv, sizes.clone()))
        }
        Layer::ConvWeight(conv, kernel) => weight(conv, kernel, &given, batch),
        Layer::Norm(norm) if norm.batch => batch_norm(norm, &given, batch),
        Layer::Norm(norm) => group_norm(norm, &given, batch),
        _ => by_samples(op, &given, batch),
    }
}

fn arguments<'a>(tensors: &'a [Tensor]) -> Vec<Arg<'a>> {
    tensors.iter().map(Arg::Tensor).collect()
}

/// Merges the hidden dimensions into the first.
fn with_samples(x: &Tensor, batch: &Batch) -> Result<Tensor> {
    let shape: Dims = [batch.slices() * x.shape()[0]].iter().chain(&x.shape()[1..]).copied().collect();
    compose::reshape(&batch.full(x)?, &shape)
}

/// Undoes `with_samples`.
fn apart(x: &Tensor, batch: &Batch) -> Result<Tensor> {
    let samples = x.shape()[0] / batch.slices().max(1);
    let slice: Dims = std::iter::once(samples).chain(x.shape()[1..].iter().copied()).collect();
    view(x, View::Reshape(batch.shape(&slice)))
}

/// For layers whose samples are independent.
fn by_samples(op: &Op, given: &[&Tensor], batch: &Batch) -> Result<Vec<Tensor>> {
    let samples = given[0].shape()[0];
    let each = |x: &&Tensor| -> Result<Tensor> {
        // A mask may be shared by all samples.
        if x.shape()[0] == samples {
            return with_samples(x, batch);
        }
        let shape: Dims = std::iter::once(samples).chain(x.shape()[1..].iter().copied()).collect();
        with_samples(&view(x, View::Expand(shape))?, batch)
    };
    let operands: Vec<Tensor> = given.iter().map(each).collect::<Result<_>>()?;
    run_many(op.clone(), &arguments(&operands))?.iter().map(|result| apart(result, batch)).collect()
}

/// Merges the hidden dimensions into the channels: (N, slices * C, ...).
fn with_channels(x: &Tensor, batch: &Batch) -> Result<Tensor> {
    let turned = compose::transpose(&batch.flat(x)?, 0, 1)?;
    let shape: Dims = [x.shape()[0], batch.slices() * x.shape()[1]].iter().chain(&x.shape()[2..]).copied().collect();
    compose::reshape(&turned, &shape)
}

/// Undoes `with_channels`.
fn from_channels(x: &Tensor, batch: &Batch) -> Result<Tensor> {
    let slices = batch.slices();
    let rest = x.shape()[1] / slices.max(1);
    let shape: Dims = [x.shape()[0], slices, rest].iter().chain(&x.shape()[2..]).copied().collect();
    let turned = compose::transpose(&view(x, View::Reshape(shape))?, 0, 1)?;
    compose::reshape(&turned, &batch.shape(&turned.shape()[1..]))
}

/// The same convolution with its groups multiplied by the number of slices.
fn in_groups(conv: &Conv, batch: &Batch) -> Conv {
    Conv { groups: conv.groups * batch.slices(), ..conv.clone() }
}

/// A convolution or its transpose: if weights differ, each slice is a group of channels.
fn convolved(
    conv: &Conv,
    given: &[&Tensor],
    batch: &Batch,
    forward: bool,
    made: &dyn Fn(Conv) -> Layer,
) -> Result<Vec<Tensor>> {
    let (x, weight, bias) = (given[0], given[1], given.get(2));
    if !weight.is_batched() && bias.is_none_or(|bias| !bias.is_batched()) {
        let x = with_samples(x, batch)?;
        let operands: Vec<Arg> = std::iter::once(&x).chain(given[1..].iter().copied()).map(Arg::Tensor).collect();
        return Ok(vec![apart(&run(Op::Layer(made(conv.clone())), &operands)?, batch)?]);
    }
    let weights = with_samples(weight, batch)?;
    let shared = forward && conv.groups == 1 && !x.is_batched();
    let (x, conv) = match shared {
        true => (x.clone(), conv.clone()),
        false => (with_channels(x, batch)?, in_groups(conv, batch)),
    };
    let sum = run(Op::Layer(made(conv)), &[(&x).into(), (&weights).into()])?;
    let sum = from_channels(&sum, batch)?;
    let Some(bias) = bias else { return Ok(vec![sum]) };
    let ones = (0..sum.dim() - batch.dims()).map(|d| if d == 1 { bias.numel() } else { 1 }).collect::<Dims>();
    let bias = compose::reshape(&batch.full(bias)?, &batch.shape(&ones))?;
    Ok(vec![compose::pointwise(Pointwise::Add, &[(&sum).into(), (&bias).into()])?])
}

/// The gradient of a convolution's weight.
fn weight(conv: &Conv, kernel: &Dims, given: &[&Tensor], batch: &Batch) -> Result<Vec<Tensor>> {
    let (x, gradient) = (given[0], with_channels(given[1], batch)?);
    let (x, conv) = match conv.groups == 1 && !x.is_batched() {
        true => (x.clone(), conv.clone()),
        false => (with_channels(x, batch)?, in_groups(conv, batch)),
    };
    let all = run(Op::Layer(Layer::ConvWeight(conv, kernel.clone())), &[(&x).into(), (&gradient).into()])?;
    Ok(vec![apart(&all, batch)?])
}

/// Statistics per channel: slices become channels.
fn batch_norm(norm: &Norm, given: &[&Tensor], batch: &Batch) -> Result<Vec<Tensor>> {
    let slices = batch.slices();
    let wide = Norm { each: norm.each * slices, ..norm.clone() };
    let mut operands = vec![with_channels(given[0], batch)?];
    for parameter in &given[1..] {
        operands.push(compose::reshape(&batch.full(parameter)?, &[slices * parameter.numel()])?);
    }
    let results = run_many(Op::Layer(Layer::Norm(wide)), &arguments(&operands))?;
    let statistics = |x: &Tensor| view(x, View::Reshape(batch.shape(&[norm.each])));
    let [y, mean, variance] = results.as_slice() else { return Err(three_results()) };
    Ok(vec![from_channels(y, batch)?, statistics(mean)?, statistics(variance)?])
}

fn three_results() -> TensorError {
    TensorError::runtime("a norm gives three results")
}

/// Statistics per row: slices become rows. Batched parameters are applied afterwards.
fn group_norm(norm: &Norm, given: &[&Tensor], batch: &Batch) -> Result<Vec<Tensor>> {
    let (x, parameters) = (given[0], &given[1..]);
    let after = parameters.iter().any(|parameter| parameter.is_batched());
    let plain = Norm { weight: norm.weight && !after, bias: norm.bias && !after, ..norm.clone() };
    let whole = compose::contiguous(&batch.full(x)?)?;
    let mut operands = vec![Arg::Tensor(&whole)];
    operands.extend(parameters.iter().filter(|_| !after).map(|parameter| Arg::Tensor(parameter)));
    let results = run_many(Op::Layer(Layer::Norm(plain)), &operands)?;
    let [y, mean, variance] = results.as_slice() else { return Err(three_results()) };
    let rows = x.numel() / norm.length.max(1);
    let statistics = |x: &Tensor| view(x, View::Reshape(batch.shape(&[rows])));
    let mut y = y.clone();
    if after {
        let rest = norm.length / norm.each.max(1);
        y = compose::reshape(&y, &batch.shape(&[rows / norm.groups, norm.groups, norm.each, rest]))?;
        let functions = [(norm.weight, Pointwise::Mul), (norm.bias, Pointwise::Add)];
        for ((_, function), parameter) in functions.into_iter().filter(|(has, _)| *has).zip(parameters) {
            let wide = batch.shape(&[1, norm.groups, norm.each, 1]);
            let parameter = compose::reshape(&batch.full(parameter)?, &wide)?;
            y = compose::pointwise(function, &[(&y).into(), (&parameter).into()])?;
        }
        y = compose::reshape(&y, &batch.shape(x.shape()))?;
    }
    Ok(vec![y, statistics(mean)?, statistics(variance)?])
}
