//! The entry point of every tensor operation: inference, conversion of operands, allocation, execution, recording.

use super::dispatch::{Operands, Results, fit, launch};
use super::record::{self, Recording};
use super::{batched, complex, cpu, deferred, executor, kept_order, on_host, ordered, profile, sparse};
use smallvec::smallvec;
use tensorcell_tensor::infer::{Inference, infer, result_type};
use tensorcell_tensor::layer::{Layer, Norm, Running};
use tensorcell_tensor::op::{Arg, Reduction, Result, View};
use tensorcell_tensor::optimizer::Optimizer;
use tensorcell_tensor::{DType, Device, Dims, Layout, Make, Op, Order, Pointwise, Scalar, Tensor, TensorError};

/// Runs an operation with one result.
pub fn run(op: Op, inputs: &[Arg]) -> Result<Tensor> {
    if let Op::Pointwise { function, parameters } = op
        && let Some(like) = cpu::pointwise::like(function, inputs)
    {
        return run_alike(op, function, parameters, inputs, like);
    }
    match run_all(op, inputs)?.into_iter().next() {
        Some(result) => Ok(result),
        None => Err(TensorError::runtime("this operation has no result")),
    }
}

/// Runs an operation with several results (`Sort`, `TopK`, `ReduceWithIndex`, ...), or none (`OptimizerStep`).
pub fn run_many(op: Op, inputs: &[Arg]) -> Result<Vec<Tensor>> {
    Ok(run_all(op, inputs)?.into_vec())
}

fn run_all(op: Op, inputs: &[Arg]) -> Result<Results> {
    match (sparse::concerns(&op, inputs), batched::concerns(&op, inputs)) {
        (true, _) => Ok(sparse::run_all(&op, inputs)?.into()),
        (_, true) => Ok(batched::run_all(&op, inputs)?.into()),
        _ => run_whole(op, inputs),
    }
}

/// Runs an operation whose operands are not batched, whatever maps are under way.
pub(super) fn run_whole(mut op: Op, inputs: &[Arg]) -> Result<Results> {
    canonicalize(&mut op, inputs);
    let _event = profile::operation(&op, inputs, None);
    let inference = infer(&op, inputs)?;
    let recording = Recording::begin(&op, inputs, None)?;
    let results = match ordered::order(&op, inputs, &inference) {
        Some(order) => {
            ordered::in_order(&order, inputs, inference, |operands, inference| compute(&op, operands, inference))?
        }
        None => kept_order::arranged(&op, inputs, compute(&op, inputs, &inference)?)?,
    };
    recording.finish(op, &results);
    Ok(results)
}

/// Queues an operation if it can be deferred, else runs it.
fn compute(op: &Op, inputs: &[Arg], inference: &Inference) -> Result<Results> {
    match deferred::offer(op, inputs, inference)? {
        Some(result) => Ok(smallvec![result]),
        None => execute(op, inputs, inference),
    }
}

/// A copy with its dimensions in this memory order; `None` means row-major.
pub fn copy_in(order: Option<Order>, input: &Tensor) -> Result<Tensor> {
    let Some(order) = order.filter(|_| !input.is_batched() && !input.is_sparse()) else {
        return run(Op::Contiguous, &[Arg::Tensor(input)]);
    };
    let (op, operands) = (Op::Contiguous, [Arg::Tensor(input)]);
    let _event = profile::operation(&op, &operands, None);
    deferred::flush_if_pending(&operands);
    let recording = Recording::begin(&op, &operands, None)?;
    let copy = ordered::copied_to_layout(input, order.layout(input.shape()))?;
    recording.finish(op, std::slice::from_ref(&copy));
    Ok(copy)
}

/// Fast path for a pointwise operation whose result has its operands' shape and dtype: no inference, conversion or deferral.
fn run_alike(op: Op, function: Pointwise, parameters: [f64; 2], inputs: &[Arg], like: &Tensor) -> Result<Tensor> {
    let _event = profile::operation(&op, inputs, None);
    let recording = Recording::begin(&op, inputs, None)?;
    let out = Tensor::empty(like.shape(), like.dtype(), Device::Cpu)?;
    let running = profile::start();
    cpu::pointwise::run_alike(function, parameters, inputs, &out)?;
    profile::stop(running, &op, Device::Cpu);
    recording.finish(op, std::slice::from_ref(&out));
    Ok(out)
}

/// Replaces a function by its equivalent for bool operands.
fn canonicalize(op: &mut Op, inputs: &[Arg]) {
    if let Op::Pointwise { function, .. } = op
        && *function == Pointwise::BitwiseNot
        && result_type(inputs) == DType::Bool
    {
        *function = Pointwise::LogicalNot;
    }
}

fn execute(op: &Op, inputs: &[Arg], inference: &Inference) -> Result<Results> {
    deferred::flush_if_pending(inputs);
    let running = match op {
        Op::Layer(Layer::Norm(norm @ Norm { running: Running::Updated(_), .. })) => {
            norm.running_at().map(|at| &inputs[at..at + 2])
        }
        _ => None,
    };
    if matches!(op, Op::OptimizerStep(_) | Op::MultiScale { .. }) || running.is_some() {
        deferred::flush();
    }
    match (op, inputs) {
        (Op::Transfer { device, non_blocking }, [Arg::Tensor(tensor)]) => {
            let running = profile::start();
            let result: Results = smallvec![cpu::host::transfer(tensor, *device, *non_blocking)?];
            profile::stop(running, op, inference.device);
            return Ok(result);
        }
        (Op::OptimizerStep(step), _) => {
            launch(op, inputs, &[])?;
            bump_optimizer(step, inputs);
            return Ok(Results::new());
        }
        (Op::MultiScale { .. }, _) => {
            launch(op, inputs, &[])?;
            inputs.iter().filter_map(|arg| arg.tensor()).for_each(Tensor::bump_version);
            return Ok(Results::new());
        }
        _ => {}
    }
    let started = profile::start();
    if !inference.device.is_meta()
        && let Some(results) = on_host::run(op, inputs, &inference.outputs)
    {
        profile::stop(started, op, inference.device);
        return Ok(results?.into());
    }
    let (operands, changed);
    let args = match fit(op, inputs, inference) {
        true => inputs,
        false => {
            operands = Operands::prepare(op, inputs, inference)?;
            changed = operands.args(inputs);
            &changed
        }
    };
    if matches!(op, Op::MaskedSelect | Op::Nonzero) {
        let running = profile::start();
        let results = match !inference.device.is_meta() && complex::concerns(args, &[]) {
            true => complex::run_sized_by_data(op, args, inference.device)?,
            false => executor(inference.device).run_sized_by_data(op, args)?,
        };
        profile::stop(running, op, inference.device);
        return Ok(results.into());
    }
    let mut outputs = Results::new();
    for Make { shape, dtype, device } in &inference.outputs {
        outputs.push(Tensor::empty(shape, *dtype, *device)?);
    }
    if outputs.iter().any(|out| out.numel() > 0) {
        launch(op, args, &outputs)?;
        running.into_iter().flatten().filter_map(|arg| arg.tensor()).for_each(Tensor::bump_version);
    }
    Ok(outputs)
}

fn bump_optimizer(step: &Optimizer, inputs: &[Arg]) {
    let n = step.members(inputs.len());
    let written = inputs[..n].iter().chain(&inputs[2 * n..n * (2 + step.states())]);
    written.filter_map(|arg| arg.tensor()).for_each(Tensor::bump_version);
}

/// Runs an operation into an existing tensor: in-place methods (`out` is also an operand) and `out=`.
/// Checks what PyTorch checks (a leaf that requires grad, result dtype, shapes), bumps the version.
pub fn run_into(op: Op, inputs: &[Arg], out: &Tensor) -> Result<()> {
    if matches!(op, Op::Transfer { .. }) {
        return copy_across(op, inputs, out);
    }
    match (out.is_sparse() || sparse::concerns(&op, inputs), out.is_batched() || batched::concerns(&op, inputs)) {
        (true, _) => sparse::run_into(&op, inputs, out),
        (_, true) => batched::run_into(&op, inputs, out),
        _ => run_whole_into(op, inputs, out),
    }
}

/// As `run_into`, nothing being batched, whatever maps are under way.
pub(super) fn run_whole_into(mut op: Op, inputs: &[Arg], out: &Tensor) -> Result<()> {
    deferred::flush();
    canonicalize(&mut op, inputs);
    let _event = profile::operation(&op, inputs, Some(out));
    record::check_in_place(out, inputs)?;
    let inference = infer(&op, inputs)?;
    let Some(made) = inference.outputs.first() else {
        return Err(TensorError::runtime(format!("{} cannot write into a tensor", op.name())));
    };
    let copies = matches!(op, Op::Contiguous | Op::Cast(_));
    check_result_shape(&op, inputs, &made.shape, out, copies)?;
    if !copies && !made.dtype.can_cast(out.dtype()) {
        return Err(TensorError::runtime(format!(
            "result type {} can't be cast to the desired output type {}",
            made.dtype.scalar_name(),
            out.dtype().scalar_name()
        )));
    }
    if made.device != out.device() {
        return Err(TensorError::runtime(format!(
            "Expected all tensors to be on the same device, but found at least two devices, {} and {}!",
            made.device,
            out.device()
        )));
    }
    let overlap = "unsupported operation: more than one element of the written-to tensor refers to a single memory \
                   location. Please clone() the tensor before performing the operation.";
    if out.layout().overlaps_itself() {
        return match (op, inputs) {
            (Op::Fill { value, .. }, _) => fill_once(value, out),
            (op @ Op::Pointwise { function: Pointwise::Where, .. }, [Arg::Tensor(mask), value, Arg::Tensor(own)])
                if own.same(out) =>
            {
                fill_where_once(op, mask, value, out)
            }
            (op @ Op::IndexPut { .. }, [Arg::Tensor(own), ..]) if own.same(out) => {
                write_in_place(op, inputs, inference, out)
            }
            _ => Err(TensorError::runtime(overlap)),
        };
    }
    write_in_place(op, inputs, inference, out)
}

fn write_in_place(op: Op, inputs: &[Arg], inference: Inference, out: &Tensor) -> Result<()> {
    let copies = matches!(op, Op::Contiguous | Op::Cast(_));
    let recording = Recording::begin(&op, inputs, Some(out))?;
    let written = || -> Result<()> {
        write(&op, inputs, &inference, out, copies)?;
        out.bump_version();
        Ok(())
    };
    match out.device().is_cuda() {
        true => out.storage().written_by(written),
        false => written(),
    }?;
    recording.finish_in_place(op, inputs, out);
    Ok(())
}

/// The dimensions along which a tensor repeats its elements.
fn repeated(out: &Tensor) -> Dims {
    (0..out.dim()).filter(|&dim| out.layout().strides()[dim] == 0 && out.shape()[dim] > 1).collect()
}

/// One position of each repeated dimension: all elements, once.
fn once(out: &Tensor) -> Result<Tensor> {
    let first = |part: Tensor, dim| view(&part, View::Slice { dim, start: 0, length: 1, step: 1 });
    repeated(out).into_iter().try_fold(out.clone(), first)
}

/// `masked_fill_` of a tensor that repeats its elements: fills those that the mask has at any of their positions.
fn fill_where_once(op: Op, mask: &Tensor, value: &Arg, out: &Tensor) -> Result<()> {
    let whole = view(mask, View::Expand(out.shape().into()))?;
    let any = Op::Reduce { function: Reduction::Any, dims: repeated(out), keepdim: true, correction: 0.0 };
    let (mask, once) = (run(any, &[Arg::Tensor(&whole)])?, once(out)?);
    run_into(op, &[Arg::Tensor(&mask), *value, Arg::Tensor(&once)], &once)
}

/// `fill_` of a tensor that repeats its elements.
fn fill_once(value: Scalar, out: &Tensor) -> Result<()> {
    let once = once(out)?;
    let make = Make { shape: once.shape().into(), dtype: once.dtype(), device: once.device() };
    run_into(Op::Fill { value, make }, &[], &once)
}

/// `copy_` between devices: transfers the operand to `out`'s device, then copies it.
fn copy_across(op: Op, inputs: &[Arg], out: &Tensor) -> Result<()> {
    let Op::Transfer { non_blocking, .. } = op else {
        return run_into(op, inputs, out);
    };
    // The host copies right away, so it must wait for data from a device.
    let non_blocking = non_blocking && out.device().is_cuda();
    let here = run(Op::Transfer { device: out.device(), non_blocking }, inputs)?;
    run_into(Op::Contiguous, &[Arg::Tensor(&here)], out)
}

/// What is written must have the shape of what it is written to.
pub(super) fn check_result_shape(op: &Op, inputs: &[Arg], made: &[usize], out: &Tensor, copies: bool) -> Result<()> {
    if made == out.shape() {
        return Ok(());
    }
    if copies {
        let source = tensorcell_tensor::Layout::contiguous(made);
        return source.view(&View::Expand(out.shape().into())).map(|_| ());
    }
    let in_place = inputs.iter().any(|arg| arg.tensor().is_some_and(|t| t.same(out)));
    Err(TensorError::runtime(match in_place {
        true => format!("output with shape {:?} doesn't match the broadcast shape {made:?}", out.shape()),
        false => {
            format!("{}: the result has shape {made:?}, which does not fit the output's {:?}", op.name(), out.shape())
        }
    }))
}

fn write(op: &Op, inputs: &[Arg], inference: &Inference, out: &Tensor, copies: bool) -> Result<()> {
    if out.numel() == 0 {
        return Ok(());
    }
    let made = &inference.outputs[0];
    let outputs = std::slice::from_ref(out);
    let shares_askew = inputs
        .iter()
        .filter_map(|arg| arg.tensor())
        .any(|t| !t.same(out) && t.layout() != out.layout() && t.shares_storage(out));
    let own_operand = matches!(op, Op::Scatter { .. } | Op::IndexAdd { .. } | Op::IndexPut { .. })
        && inputs[0].tensor().is_some_and(|t| t.same(out));
    let any_layout = matches!(op, Op::Pointwise { .. } | Op::Fill { .. } | Op::Random { .. });
    let direct = (copies || made.dtype == out.dtype()) && !shares_askew && (copies || any_layout || own_operand);
    if direct {
        let operands = Operands::prepare(op, inputs, inference)?;
        return launch(op, &operands.args(inputs), outputs);
    }
    let result = match copies && !shares_askew {
        true => None,
        false => execute(op, inputs, inference)?.into_iter().next(),
    };
    let from = result.as_ref().map_or(inputs[0], Arg::Tensor);
    launch(&Op::Contiguous, &[from], outputs)
}

/// Makes a view: a new layout over the same storage, recorded on the tape.
pub fn view(input: &Tensor, view: View) -> Result<Tensor> {
    if input.is_sparse() {
        return sparse::view(input, &view);
    }
    if input.is_batched() {
        return batched::view(input, view);
    }
    let _event = profile::view(&view, input);
    let layout = input.layout().view(&view).map_err(|error| error.mark(0, input))?;
    if matches!(view, View::AsStrided { .. }) {
        check_reach(input, &layout)?;
    }
    let dtype = view.dtype(input.dtype()).map_err(|error| error.mark(0, input))?;
    let result = input.alias_as(layout, dtype);
    if view != View::Detach {
        record::record_view(input, view, &result);
    }
    Ok(result)
}

/// Checks that a layout given by strides stays within the storage.
fn check_reach(input: &Tensor, layout: &Layout) -> Result<()> {
    if let Some(negative) = layout.strides().iter().find(|&&stride| stride < 0) {
        return Err(TensorError::runtime(format!(
            "as_strided: Negative strides are not supported at the moment, got strides: [{negative}]"
        )));
    }
    if layout.numel() == 0 {
        return Ok(());
    }
    let (size, held) = (input.dtype().size(), input.storage().bytes());
    let steps = layout.shape().iter().zip(layout.strides());
    let last =
        steps.map(|(&n, &stride)| (n - 1).saturating_mul(stride as usize)).fold(layout.offset(), usize::saturating_add);
    let needed = last.saturating_add(1).saturating_mul(size);
    if needed > held {
        return Err(TensorError::runtime(format!(
            "setStorage: sizes {:?}, strides {:?}, storage offset {}, and itemsize {size} requiring a storage size of {needed} \
             are out of bounds for storage of size {held}",
            layout.shape(),
            layout.strides(),
            layout.offset(),
        ))
        .mark(0, input));
    }
    Ok(())
}
