//! Layers on the CPU.

mod conv;
mod direct;
mod pool;
mod product;

use super::number::Real;
use super::pointwise::copy;
use super::tensor;
use crate::tensor::layer::{Geometry, Layer};
use crate::tensor::op::Result;
use crate::tensor::{Arg, DType, Device, Tensor};
use product::Product;

/// A type that layers compute in; the half types are converted to float32 and back.
trait Computing: Real + Product + std::iter::Sum + bytemuck::Pod {}
impl Computing for f32 {}
impl Computing for f64 {}

pub fn run(layer: &Layer, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    let dtype = match outputs[0].dtype() {
        DType::Float64 => DType::Float64,
        _ => DType::Float32,
    };
    let inputs = inputs
        .iter()
        .map(|arg| arg.tensor().map(|x| plain(x, dtype)).transpose())
        .collect::<Result<Vec<Option<Tensor>>>>()?;
    let args: Vec<Arg> = inputs.iter().flatten().map(Arg::Tensor).collect();
    let computed = outputs
        .iter()
        .map(|out| match out.dtype() == dtype || !out.dtype().is_floating() {
            true => Ok(out.clone()),
            false => Tensor::empty(out.shape(), dtype, Device::Cpu),
        })
        .collect::<Result<Vec<Tensor>>>()?;
    match dtype {
        DType::Float64 => in_type::<f64>(layer, &args, &computed)?,
        _ => in_type::<f32>(layer, &args, &computed)?,
    }
    for (from, to) in computed.iter().zip(outputs).filter(|(from, to)| !from.same(to)) {
        copy(from, to);
    }
    Ok(())
}

/// The tensor as it is where it is contiguous and of this dtype (or holds no floats), else a copy that is.
fn plain(x: &Tensor, dtype: DType) -> Result<Tensor> {
    let dtype = if x.dtype().is_floating() { dtype } else { x.dtype() };
    if x.dtype() == dtype && x.is_contiguous() {
        return Ok(x.clone());
    }
    let made = Tensor::empty(x.shape(), dtype, Device::Cpu)?;
    copy(x, &made);
    Ok(made)
}

fn in_type<T: Computing>(layer: &Layer, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    let x = |position| tensor(inputs, position);
    let out = &outputs[0];
    let bias = || inputs.get(2).and_then(|arg| arg.tensor());
    match layer {
        Layer::Conv(conv) => {
            let geometry = Geometry::new(conv, x(0)?.shape(), out.shape(), &x(1)?.shape()[2..]);
            conv::forward::<T>(&geometry, read(x(0)?), read(x(1)?), bias().map(read), write(out));
        }
        Layer::ConvInput(conv, _) => {
            let geometry = Geometry::new(conv, out.shape(), x(0)?.shape(), &x(1)?.shape()[2..]);
            conv::input::<T>(&geometry, read(x(0)?), read(x(1)?), bias().map(read), write(out));
        }
        Layer::ConvWeight(conv, kernel) => {
            let geometry = Geometry::new(conv, x(0)?.shape(), x(1)?.shape(), kernel);
            conv::weight::<T>(&geometry, read(x(0)?), read(x(1)?), write(out));
        }
        Layer::MaxPool(windows) => pool::max::<T>(windows, x(0)?, out, &outputs[1]),
        Layer::MaxPoolBackward(_) => pool::max_backward::<T>(x(0)?, x(1)?, out)?,
        Layer::AvgPool(windows) => pool::mean::<T>(windows, x(0)?, out),
        Layer::AvgPoolBackward(windows, _) => pool::mean_backward::<T>(windows, x(0)?, out),
        Layer::Im2Col(conv, kernel) => {
            let geometry = columns_geometry(conv, x(0)?.shape(), kernel)?;
            conv::columns::<T>(&geometry, read(x(0)?), write(out));
        }
        Layer::Col2Im(conv, _, kernel) => {
            let geometry = columns_geometry(conv, out.shape(), kernel)?;
            conv::uncolumns::<T>(&geometry, read(x(0)?), write(out));
        }
    }
    Ok(())
}

fn columns_geometry(conv: &crate::tensor::layer::Conv, planes: &[usize], kernel: &[usize]) -> Result<Geometry> {
    let sizes = crate::tensor::layer::conv_output(conv, &planes[2..], kernel)?;
    let output: Vec<usize> = [planes[0], planes[1]].into_iter().chain(sizes).collect();
    Ok(Geometry::new(conv, planes, &output, kernel))
}

/// The elements of a contiguous tensor.
fn read<T>(x: &Tensor) -> &[T] {
    // SAFETY: `run` made the operand contiguous and of this type; it is alive, and nobody writes it meanwhile.
    unsafe { std::slice::from_raw_parts(x.address() as *const T, x.numel()) }
}

/// The elements of a result, which nobody else sees yet.
#[allow(clippy::mut_from_ref)]
fn write<T>(out: &Tensor) -> &mut [T] {
    // SAFETY: the engine allocated the result, contiguous and of this type, for this operation alone.
    unsafe { std::slice::from_raw_parts_mut(out.address() as *mut T, out.numel()) }
}
