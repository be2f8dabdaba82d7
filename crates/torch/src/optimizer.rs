//! Optimizer steps and gradient clipping, each as one operation over all parameters.

use super::arguments::TensorArgs;
use super::host;
use super::numbers::scalar_of;
use super::recording::pause;
use super::tensor::{tensor_of, tensor_value};
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::op::{Arg, View};
use tensorcell_tensor::optimizer::{Optimizer, StepRule};
use tensorcell_tensor::{DType, Device, Op, Tensor};

/// Runs an optimizer step. `lists` are parameters, gradients and states, in the operation's order. Parameters with the
/// same device and dtype share one operation. `numbers` are scalars on the device.
fn step(optimizer: Optimizer, lists: &[Vec<Tensor>], numbers: &[Tensor]) -> Result<Value> {
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
        let operands: Vec<Arg> = lists
            .iter()
            .flat_map(|list| kin.iter().map(|&i| Arg::Tensor(&list[i])))
            .chain(numbers.iter().map(Arg::Tensor))
            .collect();
        engine::run_many(Op::OptimizerStep(optimizer.clone()), &operands)?;
        kin.iter().for_each(|&i| done[i] = true);
    }
    Ok(Value::None)
}

/// Replaces complex tensors by views of their parts, which are updated separately, as in PyTorch's optimizers.
fn parts(tensors: Vec<Tensor>) -> Result<Vec<Tensor>> {
    let _recording = pause();
    let part = |x: Tensor| match x.dtype().is_complex() {
        true => Ok(engine::view(&x, View::AsReal)?),
        false => Ok(x),
    };
    tensors.into_iter().map(part).collect()
}

fn optimizer_step(vm: &mut Vm, args: &Args) -> Result<Value> {
    let rule = StepRule::named(args.str(0)?).ok_or_else(|| args.wrong(0, "the name of an optimizer's rule"))?;
    let mut tensors = vec![parts(args.tensors(vm, 1)?)?, parts(args.tensors(vm, 2)?)?];
    for states in vm.collect(args.get(3))? {
        let states: Option<_> = vm.collect(&states)?.iter().map(|state| tensor_of(state).cloned()).collect();
        tensors.push(parts(states.ok_or_else(|| args.wrong(3, "lists of tensors"))?)?);
    }
    let (mut constants, mut on_device, mut given) = (Vec::new(), 0, Vec::new());
    let shrink = args.get(7).clone();
    for (place, constant) in [shrink].into_iter().chain(vm.collect(args.get(4))?).enumerate() {
        if let Some(tensor) = tensor_of(&constant) {
            if tensor.numel() != 1 || tensor.dtype() != DType::Float64 {
                return Err(args.wrong(4, "numbers, or float64 tensors of one element"));
            }
            if tensor.device() == Device::Cpu {
                constants.push(host::item(tensor)?.as_f64());
                continue;
            }
            on_device |= 1 << place;
            given.push(tensor.clone());
            constants.push(f64::NAN);
            continue;
        }
        let number = scalar_of(&constant).ok_or_else(|| args.wrong(4, "numbers"))?;
        constants.push(host::float(number));
    }
    let shrink = constants.remove(0);
    let row = rule.row();
    if (tensors.len() - 2, constants.len()) != (row.states.len(), row.constants.len()) {
        let wanted = format!("{} states and {} constants", row.states.len(), row.constants.len());
        return Err(Raise::runtime(format!("a step of {} takes {wanted}", row.name)));
    }
    let optimizer = Optimizer {
        maximize: args.bool(5)?,
        weight_decay: args.float(6)?,
        shrink,
        on_device,
        ..Optimizer::new(rule, &constants)
    };
    step(optimizer, &tensors, &given)
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch._optimizer_step",
        "(rule, params, grads, states, constants, maximize=False, weight_decay=0.0, shrink=1.0)",
        "One step of an optimizer for all parameters, in place: one operation.",
        optimizer_step,
    ),
    Builtin::new(
        "torch._total_norm",
        "(tensors, norm_type=2.0)",
        "The norm of all tensors' elements together.",
        |vm, args| {
            let (tensors, p) = (args.tensors(vm, 0)?, args.float(1)?);
            // The 2-norm of complex numbers is that of their parts. Other norms are not.
            let tensors = if p == 2.0 { parts(tensors)? } else { tensors };
            let operands: Vec<Arg> = tensors.iter().map(Arg::Tensor).collect();
            let _recording = pause();
            Ok(tensor_value(engine::run(Op::TotalNorm { p }, &operands)?))
        },
    ),
    Builtin::new(
        "torch._multi_scale_",
        "(tensors, factor)",
        "Multiplies every element of all tensors, in place.",
        |vm, args| {
            let tensors = parts(args.tensors(vm, 0)?)?;
            let operands: Vec<Arg> = tensors.iter().map(Arg::Tensor).collect();
            let _recording = pause();
            let factor = host::float(args.scalar(1)?);
            engine::run_many(Op::MultiScale { factor, check: false }, &operands)?;
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "torch._clip_",
        "(grads, max_norm, total_norm)",
        "Scales all gradients down together, in place, where their norm exceeds `max_norm`.",
        |vm, args| {
            let gradients = parts(args.tensors(vm, 0)?)?;
            engine::compose::clip(&gradients, host::float(args.scalar(1)?), args.tensor(2)?)?;
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "torch._amp_foreach_non_finite_check_and_unscale_",
        "(grads, found_inf, inv_scale)",
        "Multiplies all gradients by `inv_scale`, in place, and sets `found_inf` to 1 where an element is infinite or NaN: \
         one operation, which reads neither on the host.",
        |vm, args| {
            let mut operands = parts(args.tensors(vm, 0)?)?;
            operands.extend([args.tensor(2)?.clone(), args.tensor(1)?.clone()]);
            let operands: Vec<Arg> = operands.iter().map(Arg::Tensor).collect();
            let _recording = pause();
            engine::run_many(Op::MultiScale { factor: 1.0, check: true }, &operands)?;
            Ok(Value::None)
        },
    ),
];
