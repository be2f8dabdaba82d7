//! Normalization, recurrence and attention.

use super::super::arguments::TensorArgs;
use super::super::tensor::tensor_value;
use super::{run_many, unsigned};
use crate::cuda::backends::cudnn_is_on;
use tensorcell_engine::{self as engine, compose, grad_mode};
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::layer::{Attention, Cell, Layer, Norm, Recurrent, Running};
use tensorcell_tensor::op::{CtcLoss, View};
use tensorcell_tensor::{Device, Dims, Op, Pointwise, Tensor};

/// Updates running statistics with a fraction of a batch's.
fn update(running: [&Tensor; 2], batch: [&Tensor; 2], part: f64, count: usize) -> Result<()> {
    let unbiased = part * count as f64 / (count as f64 - 1.0);
    let one = |(running, of_batch): (&Tensor, &Tensor), part_of: f64| -> Result<()> {
        let kept = compose::pointwise(Pointwise::Mul, &[running.into(), (1.0 - part).into()])?;
        let taken = compose::pointwise(Pointwise::Mul, &[of_batch.into(), part_of.into()])?;
        let add = Op::Pointwise { function: Pointwise::Add, parameters: [0.0; 2] };
        Ok(engine::run_into(add, &[(&kept).into(), (&taken).into()], running)?)
    };
    grad_mode::with(false, || {
        one((running[0], batch[0]), part)?;
        one((running[1], batch[1]), unbiased)
    })
}

/// (input, weight, bias, batch, groups, each, length, eps, rms, running_mean, running_var, momentum, given) -> y, mean, variance
fn norm(_: &mut Vm, args: &Args) -> Result<Value> {
    let (input, weight, bias) = (args.tensor(0)?, args.opt_tensor(1)?, args.opt_tensor(2)?);
    let size = |i: usize| -> Result<usize> { Ok(args.int(i)?.max(0) as usize) };
    let running = match (args.opt_tensor(9)?, args.opt_tensor(10)?) {
        (Some(mean), Some(variance)) => Some([mean, variance]),
        _ => None,
    };
    let (batch, rms, eps) = (args.bool(3)?, args.bool(8)?, args.float(7)?);
    let (groups, each, length) = (size(4)?, size(5)?, size(6)?);
    let (momentum, given) = (args.float(11)?, args.bool(12)?);
    let with = |running| Norm {
        batch,
        groups,
        each,
        length,
        eps,
        rms,
        weight: weight.is_some(),
        bias: bias.is_some(),
        running,
    };
    let mut operands: Vec<&Tensor> = [Some(input), weight, bias].into_iter().flatten().collect();
    let parameters = groups * each;
    if let Some(wrong) = operands[1..].iter().find(|parameter| parameter.numel() != parameters) {
        return Err(Raise::runtime(format!(
            "Expected weight to be of size {parameters}, but got weight of shape {:?} and input of shape {:?}",
            wrong.shape(),
            input.shape()
        )));
    }
    let mut norm = with(Running::Absent);
    if let Some(running) = running {
        let wanted = with(if given { Running::Given } else { Running::Updated(momentum) });
        let all = [&operands[..], &running].concat();
        match engine::executor(input.device()).fuses(&Layer::Norm(wanted.clone()), &all) {
            true => (norm, operands) = (wanted, all),
            false if given => {
                let y = compose::normalise_by(input, running, [weight, bias], eps)?;
                return Ok(Value::tuple(vec![tensor_value(y), Value::None, Value::None]));
            }
            false => {}
        }
    }
    let in_launch = norm.running != Running::Absent;
    let count = input.numel() / if norm.batch { parameters.max(1) } else { 1 };
    let mut all = run_many(Layer::Norm(norm), &operands)?.into_iter();
    let (Some(y), Some(mean), Some(variance)) = (all.next(), all.next(), all.next()) else {
        return Err(Raise::runtime("norm: three results were expected"));
    };
    if let Some(running) = running.filter(|_| !in_launch) {
        update(running, [&mean, &variance], momentum, count)?;
    }
    Ok(Value::tuple(vec![tensor_value(y), tensor_value(mean.detach()), tensor_value(variance.detach())]))
}

/// (mode, gates, weight, hidden, other, batch_sizes, reverse) -> states, last state, last cell or None. Returns None
/// if `torch.backends.cudnn` is disabled: PyTorch then composes CUDA's layers.
fn recurrent(vm: &mut Vm, args: &Args) -> Result<Value> {
    let cell = match args.str(0)? {
        "LSTM" => Cell::Lstm,
        "GRU" => Cell::Gru,
        "RNN_RELU" => Cell::Relu,
        _ => Cell::Tanh,
    };
    let (gates, weight, hidden, other) = (args.tensor(1)?, args.tensor(2)?, args.tensor(3)?, args.opt_tensor(4)?);
    let batches = unsigned(&args.integers(vm, 5)?).to_vec();
    let n = hidden.shape()[1];
    let fits = gates.dim() == 2
        && weight.shape() == [cell.gates() * n, n]
        && gates.shape() == [batches.iter().sum::<usize>(), cell.gates() * n]
        && batches.windows(2).all(|pair| pair[0] >= pair[1])
        && batches.first() == Some(&hidden.shape()[0]);
    if !is_fused(vm, gates)? {
        return Ok(Value::None);
    }
    if !fits {
        return Err(Raise::runtime("recurrent: the gates, weights and states do not fit together"));
    }
    let other = if matches!(cell, Cell::Lstm | Cell::Gru) { other } else { None };
    let operands: Vec<&Tensor> = [gates, weight, hidden].into_iter().chain(other).collect();
    let differentiated = grad_mode::is_enabled() && operands.iter().any(|x| x.requires_grad());
    let layer = Recurrent {
        cell,
        hidden: n,
        reverse: args.bool(6)?,
        batches,
        other: other.is_some(),
        keeps: differentiated || gates.device().is_cuda(),
    };
    let mut results = run_many(Layer::Recurrent(layer), &operands)?.into_iter().map(tensor_value);
    let (states, last) = (results.next().unwrap_or(Value::None), results.next().unwrap_or(Value::None));
    let last_cell = results.next().filter(|_| cell == Cell::Lstm).unwrap_or(Value::None);
    Ok(Value::tuple(vec![states, last, last_cell]))
}

/// Returns whether a recurrent layer is one kernel. On CUDA it requires `torch.backends.cudnn`, as in PyTorch.
fn is_fused(vm: &mut Vm, gates: &Tensor) -> Result<bool> {
    match gates.device() {
        Device::Cpu | Device::Meta => Ok(true),
        Device::Cuda(_) => cudnn_is_on(vm),
    }
}

/// (log_probs, labels, input_lengths, blank, gradients) -> losses, gradients or None. Labels are lists, one per sample.
fn ctc(vm: &mut Vm, args: &Args) -> Result<Value> {
    let log_probs = args.tensor(0)?;
    let classes = log_probs.shape()[2];
    let mut labels = Vec::new();
    for row in vm.collect(args.get(1))? {
        let row: Vec<usize> = (vm.collect(&row)?.iter())
            .map(|label| match label {
                Value::Int(label) if (0..classes as i64).contains(label) => Ok(*label as usize),
                other => Err(Raise::new(Exc::IndexError, format!("target {} is out of bounds.", vm.repr(other)?))),
            })
            .collect::<Result<_>>()?;
        labels.push(row);
    }
    let lengths = unsigned(&args.integers(vm, 2)?).to_vec();
    let given = CtcLoss { labels, lengths, blank: args.int(3)? as usize, gradients: args.bool(4)? };
    let mut results = engine::run_many(Op::CtcLoss(given), &[log_probs.into()])?.into_iter().map(tensor_value);
    let mut next = || results.next().unwrap_or(Value::None);
    Ok(Value::pair(next(), next()))
}

/// Reshapes to four dimensions: (N, H, rows, columns).
fn four(x: &Tensor) -> Result<Tensor> {
    let shape = x.shape();
    match shape.len() {
        4 => Ok(x.clone()),
        2 | 3 => {
            let mut x = x.clone();
            for _ in shape.len()..4 {
                x = engine::view(&x, View::Unsqueeze(0))?;
            }
            Ok(x)
        }
        n => {
            let heads: usize = shape[..n - 2].iter().product();
            Ok(compose::reshape(x, &[1, heads, shape[n - 2], shape[n - 1]])?)
        }
    }
}

/// (query, key, value, mask, is_causal, scale, dropout) with equal leading dimensions. Returns None if no fused kernel
/// supports it.
fn attention(_: &mut Vm, args: &Args) -> Result<Value> {
    let (query, key, value, mask) = (args.tensor(0)?, args.tensor(1)?, args.tensor(2)?, args.opt_tensor(3)?);
    let (scale, causal, dropout) = (args.float(5)?, args.bool(4)?, args.float(6)?);
    let layer = Layer::Attention(Attention { scale, causal, mask: mask.is_some(), dropout });
    let learned = mask.is_some_and(Tensor::requires_grad);
    if learned || !engine::executor(query.device()).fuses(&layer, &[query, key, value]) {
        return Ok(Value::None);
    }
    let ndim = query.dim();
    if query.shape()[ndim - 1] != key.shape()[ndim - 1] || key.shape()[ndim - 2] != value.shape()[ndim - 2] {
        // Same message as the failing batched product.
        let batch: usize = query.shape()[..ndim - 2].iter().product();
        let (wanted, found) = match query.shape()[ndim - 1] == key.shape()[ndim - 1] {
            false => (query.shape()[ndim - 1], key.shape()[ndim - 1]),
            true => (key.shape()[ndim - 2], value.shape()[ndim - 2]),
        };
        return Err(Raise::runtime(format!(
            "Expected size for first two dimensions of batch2 tensor to be: [{batch}, {wanted}] but got: [{batch}, {found}]."
        )));
    }
    let mask = match mask {
        Some(mask) => {
            // The mask broadcasts against the leading dimensions.
            let all: Dims = query.shape()[..ndim - 1].iter().copied().chain([key.shape()[ndim - 2]]).collect();
            let wide = tensorcell_tensor::broadcast_shapes([&all, mask.shape()])?;
            if wide != all {
                return Err(Raise::runtime(format!(
                    "The expanded size of the tensor must match the existing size: attn_mask {:?}, scores {all:?}",
                    mask.shape()
                )));
            }
            Some(match mask.dim() <= 4 && ndim <= 4 {
                true => four(&engine::view(mask, View::Reshape(leading(mask.shape(), 2)))?)?,
                false => four(&engine::view(mask, View::Expand(all))?)?,
            })
        }
        None => None,
    };
    let wide = [four(query)?, four(key)?, four(value)?];
    let operands: Vec<&Tensor> = wide.iter().chain(&mask).collect();
    let result = run_many(layer, &operands)?.swap_remove(0);
    let shape: Dims = query.shape()[..ndim - 1].iter().copied().chain([value.shape()[ndim - 1]]).collect();
    Ok(tensor_value(compose::reshape(&result, &shape)?))
}

/// Prepends ones to a shape, up to at least `ndim` dimensions.
fn leading(shape: &[usize], ndim: usize) -> Dims {
    std::iter::repeat_n(1, ndim.saturating_sub(shape.len())).chain(shape.iter().copied()).collect()
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch._nn.standardize",
        "(input, weight, bias, batch, groups, each, length, eps, rms, running_mean=None, running_var=None, momentum=0.0, \
         given=False)",
        "Rows of `length` elements (or channels of a batch) normalised, then scaled and shifted: y, means, variances. \
         Running statistics take `momentum` of them, or are \
         given to be used instead.",
        norm,
    ),
    Builtin::new(
        "torch._nn.recurrent",
        "(mode, gates, weight, hidden, other, batch_sizes, reverse)",
        "One recurrent layer and direction over a packed sequence: states, last state, last cell.",
        recurrent,
    ),
    Builtin::new(
        "torch._nn.attention",
        "(query, key, value, mask, is_causal, scale, dropout=0.0)",
        "softmax(query @ key.T * scale + mask) @ value, in one pass over keys and values; None where that takes several.",
        attention,
    ),
    Builtin::new(
        "torch._nn.ctc",
        "(log_probs, labels, input_lengths, blank, gradients)",
        "Connectionist temporal classification: the loss of each sample, and its gradient.",
        ctc,
    ),
];
