//! Dispatches operations to executors, with operands converted to the form that those require.

use super::{complex, cpu, executor, profile};
use smallvec::{SmallVec, smallvec};
use tensorcell_tensor::infer::Inference;
use tensorcell_tensor::op::{Arg, Result};
use tensorcell_tensor::pointwise::Rule;
use tensorcell_tensor::{DType, Device, Make, Op, Scalar, Tensor, TensorError};

/// The results of an operation, mostly one.
pub(super) type Results = SmallVec<[Tensor; 2]>;

fn replaced<'a>(inputs: &[Arg<'a>], held: &'a [Option<Tensor>]) -> SmallVec<[Arg<'a>; 4]> {
    (inputs.iter().zip(held)).map(|(arg, held)| held.as_ref().map_or(*arg, Arg::Tensor)).collect()
}

/// Whether an executor accepts the operands unchanged.
pub(super) fn fit(op: &Op, inputs: &[Arg], inference: &Inference) -> bool {
    inputs.iter().enumerate().filter_map(|(i, arg)| Some((i, arg.tensor()?))).all(|(i, tensor)| {
        tensor.device() == inference.device && wanted_dtype(op, i, tensor, inference) == tensor.dtype()
    })
}

/// Operands converted for an executor.
pub(super) struct Operands {
    held: SmallVec<[Option<Tensor>; 4]>,
    scalars: SmallVec<[Option<Scalar>; 4]>,
}

impl Operands {
    pub(super) fn prepare(op: &Op, inputs: &[Arg], inference: &Inference) -> Result<Operands> {
        let mut operands = Operands { held: SmallVec::new(), scalars: SmallVec::new() };
        let takes_numbers = matches!(op, Op::Pointwise { .. });
        for (i, arg) in inputs.iter().enumerate() {
            let (mut held, mut scalar) = (None, None);
            if let Arg::Tensor(tensor) = arg {
                let elsewhere = tensor.device() != inference.device;
                let wanted = wanted_dtype(op, i, tensor, inference);
                if takes_numbers && (elsewhere || is_wide_number(tensor, wanted)) {
                    scalar = Some(super::host::item(tensor)?);
                } else if elsewhere {
                    held = Some(cpu::host::transfer(tensor, inference.device, false)?);
                }
                if scalar.is_none() && wanted != tensor.dtype() {
                    let from = held.as_ref().unwrap_or(tensor);
                    held = Some(convert(from, wanted)?);
                }
            }
            operands.held.push(held);
            operands.scalars.push(scalar);
        }
        Ok(operands)
    }
    pub(super) fn args<'a>(&'a self, inputs: &[Arg<'a>]) -> SmallVec<[Arg<'a>; 4]> {
        let mut args = replaced(inputs, &self.held);
        for (arg, scalar) in args.iter_mut().zip(&self.scalars) {
            if let Some(scalar) = scalar {
                *arg = Arg::Scalar(*scalar);
            }
        }
        args
    }
}

/// A one-element host tensor beside half types is used at its own precision, as in PyTorch, even if a half type cannot hold it.
fn is_wide_number(tensor: &Tensor, wanted: DType) -> bool {
    matches!(wanted, DType::Float16 | DType::BFloat16)
        && tensor.dtype() != wanted
        && tensor.numel() == 1
        && tensor.device() == Device::Cpu
}

/// The dtype in which an operation requires an operand.
fn wanted_dtype(op: &Op, position: usize, tensor: &Tensor, inference: &Inference) -> DType {
    let is_index = match op {
        Op::Pointwise { function, .. } => {
            let condition = position == 0 && function.row().rule == Rule::Select;
            return inference.compute.filter(|_| !condition).unwrap_or(tensor.dtype());
        }
        Op::Cat { .. } | Op::Distances { .. } => return inference.outputs[0].dtype,
        Op::Gather { .. } | Op::Scatter { .. } | Op::IndexSelect { .. } | Op::IndexAdd { .. } | Op::KthPlace => {
            position == 1
        }
        Op::Index { .. } => position >= 1,
        Op::IndexPut { .. } => position >= 2,
        _ => false,
    };
    if is_index { DType::Int64 } else { tensor.dtype() }
}

/// A copy in another dtype, without history.
fn convert(tensor: &Tensor, dtype: DType) -> Result<Tensor> {
    let out = Tensor::empty(tensor.shape(), dtype, tensor.device())?;
    if out.numel() > 0 {
        launch(&Op::Cast(dtype), &[Arg::Tensor(tensor)], std::slice::from_ref(&out))?;
    }
    Ok(out)
}

/// Runs an operation on its executor and profiles it.
pub(super) fn launch(op: &Op, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    let device =
        (outputs.first().or_else(|| inputs.iter().find_map(|arg| arg.tensor()))).map_or(Device::Cpu, Tensor::device);
    let tensors = inputs.iter().filter_map(|arg| arg.tensor()).chain(outputs);
    if device != Device::Meta && tensors.into_iter().any(|tensor| !tensor.has_memory()) {
        return Err(TensorError::runtime(format!("{} reads a tensor without memory", op.name())));
    }
    let running = profile::start();
    match !device.is_meta() && complex::concerns(inputs, outputs) {
        true => complex::run(op, inputs, outputs)?,
        false => executor(device).run(op, inputs, outputs)?,
    }
    profile::stop(running, op, device);
    Ok(())
}

/// Runs a deferred pointwise operation (`deferred`) into its result's memory.
pub(super) fn launch_step(op: &Op, inputs: &[Arg], compute: DType, out: &Tensor) -> Result<()> {
    let made = Make { shape: out.shape().into(), dtype: out.dtype(), device: out.device() };
    let inference = Inference { outputs: smallvec![made], compute: Some(compute), device: out.device() };
    let operands = Operands::prepare(op, inputs, &inference)?;
    launch(op, &operands.args(inputs), std::slice::from_ref(out))
}

/// Runs a deferred matrix product or conversion into its result's memory.
pub(super) fn launch_plain(op: &Op, inputs: &[Arg], out: &Tensor) -> Result<()> {
    launch(op, inputs, std::slice::from_ref(out))
}
