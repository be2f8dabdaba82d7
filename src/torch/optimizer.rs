//! Optimizer steps and gradient clipping: each one operation over all parameters.

use super::arguments::TensorArgs;
use super::autograd::pause;
use super::host;
use super::tensor::tensor_value;
use crate::engine;
use crate::language::native::Args;
use crate::language::{Builtin, Raise, Result, Value, Vm};
use crate::tensor::op::{Arg, Optimizer};
use crate::tensor::{Op, Tensor};

/// Lists are parameters, gradients and states, in the operation's order. Parameters of one device and dtype make one
/// operation.
fn step(optimizer: Optimizer, lists: &[Vec<Tensor>]) -> Result<Value> {
    let params = &lists[0];
    if lists.iter().any(|list| list.len() != params.len()) {
        return Err(Raise::runtime("an optimizer step wants as many gradients and states as parameters"));
    }
    let _recording = pause();
    let mut done = vec![false; params.len()];
    while let Some(first) = done.iter().position(|done| !done) {
        let kin: Vec<usize> = (first..params.len())
            .filter(|&i| params[i].device() == params[first].device() && params[i].dtype() == params[first].dtype())
            .collect();
        let operands: Vec<Arg> = lists.iter().flat_map(|list| kin.iter().map(|&i| Arg::Tensor(&list[i]))).collect();
        engine::run_many(Op::OptimizerStep(optimizer.clone()), &operands)?;
        kin.iter().for_each(|&i| done[i] = true);
    }
    Ok(Value::None)
}

/// (params, grads, buffers, lr, momentum, dampening, weight_decay, nesterov, maximize, first)
fn sgd(vm: &mut Vm, args: &Args) -> Result<Value> {
    let momentum = args.float(4)?;
    let mut tensors = vec![args.tensors(vm, 0)?, args.tensors(vm, 1)?];
    if momentum != 0.0 {
        tensors.push(args.tensors(vm, 2)?);
    }
    let optimizer = Optimizer::Sgd {
        lr: host::float(args.scalar(3)?),
        momentum,
        dampening: args.float(5)?,
        weight_decay: args.float(6)?,
        nesterov: args.bool(7)?,
        maximize: args.bool(8)?,
        first: args.bool(9)?,
    };
    step(optimizer, &tensors)
}

/// (params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, lr, beta1, beta2, eps, weight_decay, decoupled, amsgrad, maximize, step)
fn adam(vm: &mut Vm, args: &Args) -> Result<Value> {
    let amsgrad = args.bool(11)?;
    let lists = if amsgrad { 5 } else { 4 };
    let mut tensors = Vec::with_capacity(lists);
    for i in 0..lists {
        tensors.push(args.tensors(vm, i)?);
    }
    let optimizer = Optimizer::Adam {
        lr: host::float(args.scalar(5)?),
        beta1: args.float(6)?,
        beta2: args.float(7)?,
        eps: args.float(8)?,
        weight_decay: args.float(9)?,
        decoupled: args.bool(10)?,
        amsgrad,
        maximize: args.bool(12)?,
        step: args.int(13)?.max(1) as u64,
    };
    step(optimizer, &tensors)
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch._sgd_step",
        "(params, grads, momentum_buffers, lr, momentum, dampening, weight_decay, nesterov, maximize, first)",
        "One step of SGD for all parameters, in place.",
        sgd,
    ),
    Builtin::new(
        "torch._adam_step",
        "(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, lr, beta1, beta2, eps, weight_decay, decoupled, amsgrad, maximize, step)",
        "One step of Adam (decoupled: AdamW) for all parameters, in place.",
        adam,
    ),
    Builtin::new(
        "torch._total_norm",
        "(tensors, norm_type=2.0)",
        "The norm of all tensors' elements together.",
        |vm, args| {
            let tensors = args.tensors(vm, 0)?;
            let operands: Vec<Arg> = tensors.iter().map(Arg::Tensor).collect();
            let _recording = pause();
            Ok(tensor_value(engine::run(Op::TotalNorm { p: args.float(1)? }, &operands)?))
        },
    ),
    Builtin::new(
        "torch._multi_scale_",
        "(tensors, factor)",
        "Multiplies every element of all tensors, in place.",
        |vm, args| {
            let tensors = args.tensors(vm, 0)?;
            let operands: Vec<Arg> = tensors.iter().map(Arg::Tensor).collect();
            let _recording = pause();
            let factor = host::float(args.scalar(1)?);
            engine::run_many(Op::MultiScale { factor, found_inf: false }, &operands)?;
            Ok(Value::None)
        },
    ),
];
