//! Operations on complex tensors, on every device. Data movement runs on real and imaginary parts, with the device's own kernels.
//! Arithmetic runs on the host.

use super::cpu;
use super::executor;
use smallvec::SmallVec;
use tensorcell_tensor::infer::Inference;
use tensorcell_tensor::op::{Random, Result, View};
use tensorcell_tensor::{Arg, DType, Device, Make, Op, Pointwise, Scalar, Tensor};

/// Whether an operation has a complex operand or result.
pub(super) fn concerns(inputs: &[Arg], outputs: &[Tensor]) -> bool {
    outputs.iter().any(|out| out.dtype().is_complex())
        || inputs.iter().any(|arg| arg.tensor().is_some_and(|x| x.dtype().is_complex()))
}

/// Like `concerns`, before the results exist.
pub(super) fn computes(inputs: &[Arg], inference: &Inference) -> bool {
    inference.outputs.iter().any(|made| made.dtype.is_complex()) || concerns(inputs, &[])
}

/// Views complex numbers as pairs, in a new last dimension of two.
fn pairs(x: &Tensor) -> Result<Tensor> {
    Ok(x.alias_as(x.layout().view(&View::AsReal)?, x.dtype().part()))
}

/// Views the real (0) or imaginary (1) parts in place.
fn part(x: &Tensor, index: usize) -> Result<Tensor> {
    let both = pairs(x)?;
    Ok(both.alias(both.layout().view(&View::Select { dim: x.dim(), index })?))
}

fn on_device(op: &Op, inputs: &[Arg], out: &Tensor) -> Result<()> {
    executor(out.device()).run(op, inputs, std::slice::from_ref(out))
}

fn copy(from: &Tensor, to: &Tensor) -> Result<()> {
    on_device(&Op::Contiguous, &[Arg::Tensor(from)], to)
}

fn fill(value: f64, out: &Tensor) -> Result<()> {
    let make = Make { shape: out.shape().into(), dtype: out.dtype(), device: out.device() };
    on_device(&Op::Fill { value: Scalar::Float(value), make }, &[], out)
}

/// Runs an operation with a complex operand or result.
pub(super) fn run(op: &Op, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    match (op, inputs) {
        (Op::Contiguous | Op::Cast(_), [Arg::Tensor(x)]) => convert(x, &outputs[0]),
        (Op::Fill { value, .. }, _) => {
            let [re, im] = value.parts();
            fill(re, &part(&outputs[0], 0)?)?;
            fill(im, &part(&outputs[0], 1)?)
        }
        (Op::Arange { .. } | Op::Linspace { .. } | Op::Eye { .. }, _) => {
            let out = &outputs[0];
            let real = Tensor::empty(out.shape(), out.dtype().part(), out.device())?;
            on_device(op, &[], &real)?;
            convert(&real, out)
        }
        (Op::Random { kind, make }, []) => random(*kind, make, &outputs[0]),
        (Op::Cat { .. } | Op::Gather { .. } | Op::Scatter { .. } | Op::IndexSelect { .. } | Op::IndexAdd { .. }, _)
        | (Op::Index { .. } | Op::IndexPut { .. } | Op::Triangle { .. } | Op::Flip(_), _) => {
            by_parts(op, inputs, &outputs[0])
        }
        _ => on_host(op, inputs, outputs),
    }
}

/// Draws random numbers for both parts, in memory order. The parts of a normal number share its variance.
fn random(kind: Random, make: &Make, out: &Tensor) -> Result<()> {
    let kind = match kind {
        Random::Normal { mean: 0.0, std } => Random::Normal { mean: 0.0, std: std * std::f64::consts::FRAC_1_SQRT_2 },
        other => other,
    };
    let both = pairs(out)?;
    let make = Make { shape: both.shape().into(), dtype: both.dtype(), device: make.device };
    on_device(&Op::Random { kind, make }, &[], &both)
}

/// Copies between two dtypes, at least one of them complex. Imaginary parts are dropped, or set to zero.
fn convert(x: &Tensor, out: &Tensor) -> Result<()> {
    match (x.dtype().is_complex(), out.dtype()) {
        (true, dtype) if dtype.is_complex() => {
            let wide = x.alias(x.layout().view(&View::Expand(out.shape().into()))?);
            copy(&pairs(&wide)?, &pairs(out)?)
        }
        (true, DType::Bool) => {
            let truth = Op::Pointwise { function: Pointwise::Ne, parameters: [0.0; 2] };
            on_host(&truth, &[Arg::Tensor(x), Arg::Scalar(Scalar::Int(0))], std::slice::from_ref(out))
        }
        (true, _) => copy(&part(x, 0)?, out),
        (false, _) => {
            copy(x, &part(out, 0)?)?;
            fill(0.0, &part(out, 1)?)
        }
    }
}

/// The operands for one of the parts.
fn operands<'a>(inputs: &[Arg<'a>], index: usize) -> Result<SmallVec<[Operand<'a>; 4]>> {
    let operand = |arg: &Arg<'a>| match arg {
        Arg::Tensor(x) if x.dtype().is_complex() => part(x, index).map(Operand::Part),
        Arg::Scalar(scalar) => Ok(Operand::Given(Arg::Scalar(Scalar::Float(scalar.parts()[index])))),
        other => Ok(Operand::Given(*other)),
    };
    inputs.iter().map(operand).collect()
}

enum Operand<'a> {
    Part(Tensor),
    Given(Arg<'a>),
}

impl Operand<'_> {
    fn arg(&self) -> Arg<'_> {
        match self {
            Operand::Part(part) => Arg::Tensor(part),
            Operand::Given(arg) => *arg,
        }
    }
}

fn by_parts(op: &Op, inputs: &[Arg], out: &Tensor) -> Result<()> {
    let in_place = inputs.first().and_then(|arg| arg.tensor()).is_some_and(|first| first.same(out));
    for index in 0..2 {
        let target = part(out, index)?;
        let mut held = operands(inputs, index)?;
        if in_place {
            held[0] = Operand::Part(target.clone());
        }
        let args: SmallVec<[Arg; 4]> = held.iter().map(Operand::arg).collect();
        if in_place {
            on_device(op, &args, &target)?;
            continue;
        }
        let made = Tensor::empty(out.shape(), target.dtype(), out.device())?;
        on_device(op, &args, &made)?;
        copy(&made, &target)?;
    }
    Ok(())
}

/// Runs operations whose result size depends on the data.
pub(super) fn run_sized_by_data(op: &Op, inputs: &[Arg], device: Device) -> Result<Vec<Tensor>> {
    if let (Op::Nonzero, [Arg::Tensor(x)]) = (op, inputs) {
        let truth = Tensor::empty(x.shape(), DType::Bool, device)?;
        if x.numel() > 0 {
            convert(x, &truth)?;
        }
        return executor(device).run_sized_by_data(op, &[Arg::Tensor(&truth)]);
    }
    let mut made: Option<Tensor> = None;
    for index in 0..2 {
        let held = operands(inputs, index)?;
        let args: SmallVec<[Arg; 4]> = held.iter().map(Operand::arg).collect();
        for found in executor(device).run_sized_by_data(op, &args)? {
            let out = match made.take() {
                Some(out) => out,
                None => Tensor::empty(found.shape(), found.dtype().with_imaginary(), device)?,
            };
            if found.numel() > 0 {
                copy(&found, &part(&out, index)?)?;
            }
            made = Some(out);
        }
    }
    Ok(made.into_iter().collect())
}

/// Copies the operands to the host if needed, runs there, and copies the results back.
fn on_host(op: &Op, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    if outputs.iter().all(|out| out.device() == Device::Cpu) {
        return cpu::complex::run(op, inputs, outputs);
    }
    let here = |x: &Tensor| match x.device() {
        Device::Cpu => Ok(x.clone()),
        _ => cpu::host::transfer(x, Device::Cpu, false),
    };
    let held: SmallVec<[Operand; 4]> = (inputs.iter())
        .map(|arg| match arg {
            Arg::Tensor(x) => here(x).map(Operand::Part),
            other => Ok(Operand::Given(*other)),
        })
        .collect::<Result<_>>()?;
    let args: SmallVec<[Arg; 4]> = held.iter().map(Operand::arg).collect();
    let made: Vec<Tensor> = outputs
        .iter()
        .map(|out| Tensor::empty(out.shape(), out.dtype(), Device::Cpu))
        .collect::<std::result::Result<_, _>>()?;
    cpu::complex::run(op, &args, &made)?;
    for (made, out) in made.iter().zip(outputs) {
        let there = cpu::host::transfer(made, out.device(), false)?;
        match out.dtype().is_complex() {
            true => convert(&there, out)?,
            false => copy(&there, out)?,
        }
    }
    Ok(())
}
