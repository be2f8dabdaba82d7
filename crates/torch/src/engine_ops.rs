//! Building blocks of the functions here: pointwise functions by name, conversions, copies, full reductions.

use super::tensor::name_written;
use super::views::{expand_sizes, select};
use hashbrown::HashMap;
use std::sync::LazyLock;
use tensorcell_autograd as autograd;
use tensorcell_engine as engine;
use tensorcell_language::{Exc, Raise, Result};
use tensorcell_tensor::op::{Arg, Reduction};
use tensorcell_tensor::pointwise::Pointwise;
use tensorcell_tensor::{DType, Device, Dims, MemoryFormat, Op, Order, Scalar, Tensor};

/// Returns the pointwise function with PyTorch's name `name`.
pub fn function(name: &str) -> Result<Pointwise> {
    static NAMES: LazyLock<HashMap<&'static str, Pointwise>> =
        LazyLock::new(|| Pointwise::ALL.iter().map(|function| (function.row().name, *function)).collect());
    NAMES
        .get(name)
        .copied()
        .ok_or_else(|| Raise::new(Exc::NotImplementedError, format!("there is no pointwise function {name}")))
}

/// Runs a pointwise function on operands.
pub fn pointwise(name: &str, operands: &[Arg]) -> Result<Tensor> {
    pointwise_with(name, operands, [0.0; 2])
}

/// Like `pointwise`, with the function's two parameters.
pub fn pointwise_with(name: &str, operands: &[Arg], parameters: [f64; 2]) -> Result<Tensor> {
    Ok(engine::run(Op::Pointwise { function: function(name)?, parameters }, operands)?)
}

/// Refuses negative powers of integers, and exponents that an integer or half type cannot hold.
pub fn check_power(operands: &[Arg]) -> Result<()> {
    match operands {
        [Arg::Tensor(base), Arg::Scalar(Scalar::Int(..=-1))] if !base.dtype().is_inexact() => {
            Err(Raise::runtime("Integers to negative integer powers are not allowed."))
        }
        [Arg::Tensor(base), Arg::Scalar(exponent)] => {
            let is_held = match base.dtype() {
                DType::Float32 | DType::Float64 | DType::Complex64 | DType::Complex128 => false,
                DType::Float16 | DType::BFloat16 => true,
                _ => matches!(exponent, Scalar::Int(_)),
            };
            if is_held { super::host::factor(*exponent, base.dtype()).map(drop) } else { Ok(()) }
        }
        _ => Ok(()),
    }
}

/// Reduces over all dimensions.
pub fn all_of(function: Reduction, input: &Tensor) -> Result<Tensor> {
    let op = Op::Reduce { function, dims: Dims::new(), keepdim: false, correction: 1.0 };
    Ok(engine::run(op, &[Arg::Tensor(input)])?)
}

/// Converts to another dtype, if given.
pub fn cast(input: &Tensor, dtype: Option<DType>) -> Result<Tensor> {
    match dtype {
        Some(dtype) if dtype != input.dtype() => Ok(engine::run(Op::Cast(dtype), &[Arg::Tensor(input)])?),
        _ => Ok(input.clone()),
    }
}

/// Converts to another dtype or device. Returns the tensor itself if nothing changes and no copy is requested.
pub fn to(
    input: &Tensor,
    dtype: Option<DType>,
    device: Option<Device>,
    non_blocking: bool,
    copy: bool,
) -> Result<Tensor> {
    let mut result = input.clone();
    if let Some(device) = device
        && device != result.device()
    {
        result = engine::run(Op::Transfer { device, non_blocking }, &[Arg::Tensor(&result)])?;
    }
    if let Some(dtype) = dtype
        && dtype != result.dtype()
    {
        result = engine::run(Op::Cast(dtype), &[Arg::Tensor(&result)])?;
    }
    if copy && result.same(input) {
        result = engine::copy_in(Order::of_format(MemoryFormat::Preserve, input.layout()), input)?;
        autograd::name_node(&result, "ToCopyBackward0", Vec::new());
    }
    Ok(result)
}

/// Writes `source` into `target`, broadcast and converted.
pub fn copy_into(target: &Tensor, source: &Tensor) -> Result<()> {
    copy_from(target, source, false)
}

/// Like `copy_into`. With `non_blocking`, a copy from or to page-locked memory is asynchronous.
pub fn copy_from(target: &Tensor, source: &Tensor, non_blocking: bool) -> Result<()> {
    if target.same(source) {
        return Ok(());
    }
    if engine::copy_across(source, target, non_blocking)? {
        return Ok(());
    }
    // A copy to the host continues on the host, so it must wait for the device.
    let non_blocking = non_blocking && target.device().is_cuda();
    let mut source = to(source, None, Some(target.device()), non_blocking, false)?;
    if source.shape() != target.shape() {
        let sizes: Vec<i64> = target.shape().iter().map(|&n| n as i64).collect();
        // Leading dimensions of size 1 are dropped: `x[0] = [[1, 2]]` is allowed.
        while source.dim() > sizes.len() && source.shape()[0] == 1 {
            source = select(&source, 0, 0)?;
        }
        if source.dim() > sizes.len() {
            return Err(Raise::runtime(format!(
                "output with shape {:?} doesn't match the broadcast shape {:?}",
                target.shape(),
                source.shape()
            )));
        }
        source = expand_sizes(&source, &sizes)?;
    }
    engine::run_into(Op::Contiguous, &[Arg::Tensor(&source)], target)?;
    name_written(target, "CopyBackwards");
    Ok(())
}
