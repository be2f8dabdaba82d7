//! Copies between layouts and dtypes, and creation of tensors.

use super::launch::{self, launch};
use super::layout::{Strided, broadcast, contiguous};
use super::parameters::{Copy as Parameters, Sequence, Triangle};
use bytemuck::Zeroable;
use half::{bf16, f16};
use tensorcell_device::driver;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Layout, Make, Scalar, Tensor};

/// Copies `input`, broadcast, to `output`. Both are on one device and may have any layouts and dtypes.
pub fn copy(input: &Tensor, output: &Tensor) -> Result<()> {
    if output.numel() == 0 {
        return Ok(());
    }
    let (from, to) = (input.dtype(), output.dtype());
    let same = from == to;
    if same && input.is_contiguous() && output.is_contiguous() && input.numel() == output.numel() {
        if input.address() == output.address() {
            return Ok(());
        }
        let bytes = output.numel() * to.size();
        // SAFETY: both tensors have `bytes` bytes, and live until the stream has passed this point.
        let copied = unsafe {
            driver::copy((output.device(), output.address()), (input.device(), input.address()), bytes, true)
        };
        return Ok(copied?);
    }
    let strides = broadcast(input, output.shape());
    let mut s = Parameters {
        output: output.address(),
        input: input.address(),
        n: output.numel() as u64,
        value: 0,
        layout: Strided::new(output.shape(), &[output.strides(), &strides])?,
    };
    let kernel = match same {
        true => {
            let bytes = s.layout.widen(&[s.output, s.input], to.size());
            s.n = s.n * to.size() as u64 / bytes as u64;
            format!("copy_{bytes}")
        }
        false => format!("cast_{}_{}", launch::dtype_name(from), launch::dtype_name(to)),
    };
    launch(output.device(), &kernel, launch::blocks(s.n as usize), launch::THREADS, &s)
}

/// The tensor itself if it is contiguous, else a contiguous copy.
pub fn to_contiguous(tensor: &Tensor) -> Result<Tensor> {
    if tensor.is_contiguous() {
        return Ok(tensor.clone());
    }
    let output = Tensor::empty(tensor.shape(), tensor.dtype(), tensor.device())?;
    copy(tensor, &output)?;
    Ok(output)
}

pub fn fill(value: Scalar, output: &Tensor) -> Result<()> {
    let s = Parameters {
        output: output.address(),
        input: 0,
        n: output.numel() as u64,
        value: stored_bits(value, output.dtype()),
        layout: Strided::new(output.shape(), &[output.strides()])?,
    };
    let kernel = format!("fill_{}", output.dtype().size());
    launch(output.device(), &kernel, launch::blocks(output.numel()), launch::THREADS, &s)
}

/// A number as the bits of one stored element.
fn stored_bits(scalar: Scalar, dtype: DType) -> u64 {
    let (integer, float) = match scalar {
        Scalar::Bool(value) => (value as i64, value as i64 as f64),
        Scalar::Int(value) => (value, value as f64),
        Scalar::Float(value) | Scalar::Complex(value, _) => (value as i64, value),
    };
    match dtype {
        DType::Bool => (float != 0.0) as u64,
        DType::Float16 => f16::from_f64(float).to_bits() as u64,
        DType::BFloat16 => bf16::from_f64(float).to_bits() as u64,
        DType::Float32 => (float as f32).to_bits() as u64,
        DType::Float64 => float.to_bits(),
        _ => integer as u64,
    }
}

/// Keeps the elements on one side of a diagonal of the last two dimensions.
pub fn triangle(upper: bool, diagonal: isize, input: &Tensor, output: &Tensor) -> Result<()> {
    let input = to_contiguous(input)?;
    let s = Triangle {
        output: output.address(),
        input: input.address(),
        n: output.numel() as u64,
        rows: input.shape()[input.dim() - 2] as u64,
        columns: input.shape()[input.dim() - 1] as u64,
        diagonal: diagonal as i64,
    };
    let kernel = format!("{}_{}", if upper { "triu" } else { "tril" }, output.dtype().size());
    launch(output.device(), &kernel, launch::blocks(output.numel()), launch::THREADS, &s)
}

/// A copy through a layout with negative strides.
pub fn flip(dims: &[usize], input: &Tensor, output: &Tensor) -> Result<()> {
    let mut strides = output.layout().strides().to_vec();
    let mut offset = output.layout().offset() as isize;
    for &dim in dims {
        offset += (output.shape()[dim] as isize - 1) * strides[dim];
        strides[dim] = -strides[dim];
    }
    let mirrored = Layout::with_strides(output.shape(), &strides, offset as usize);
    copy(input, &output.alias(mirrored))
}

/// Concatenates the operands along `dim`.
pub fn cat(dim: usize, inputs: &[&Tensor], output: &Tensor) -> Result<()> {
    let layout = output.layout();
    let mut start = 0;
    for input in inputs.iter().filter(|input| input.numel() > 0) {
        let offset = layout.offset() as isize + start as isize * layout.strides()[dim];
        let part = Layout::with_strides(input.shape(), layout.strides(), offset as usize);
        copy(input, &output.alias(part))?;
        start += input.shape()[dim];
    }
    Ok(())
}

pub fn arange(start: Scalar, step: Scalar, output: &Tensor) -> Result<()> {
    let s = Sequence {
        start: start.as_i64(),
        step: step.as_i64(),
        real_start: start.as_f64(),
        real_step: step.as_f64(),
        ..sequence(output)?
    };
    run_sequence("arange", &s, output)
}

pub fn linspace(start: f64, end: f64, output: &Tensor) -> Result<()> {
    let steps = output.numel();
    let real_step = if steps > 1 { (end - start) / (steps - 1) as f64 } else { 0.0 };
    let end = if steps > 1 { end } else { start };
    let s = Sequence { real_start: start, real_step, end, ..sequence(output)? };
    run_sequence("linspace", &s, output)
}

pub fn eye(make: &Make, output: &Tensor) -> Result<()> {
    let s = Sequence { step: make.shape[1] as i64, ..sequence(output)? };
    run_sequence("eye", &s, output)
}

fn sequence(output: &Tensor) -> Result<Sequence> {
    Ok(Sequence {
        output: output.address(),
        n: output.numel() as u64,
        layout: Strided::new(output.shape(), &[&contiguous(output.shape())])?,
        ..Zeroable::zeroed()
    })
}

fn run_sequence(function: &str, s: &Sequence, output: &Tensor) -> Result<()> {
    let kernel = format!("{function}_{}", launch::dtype_name(output.dtype()));
    launch(output.device(), &kernel, launch::blocks(output.numel()), launch::THREADS, s)
}
