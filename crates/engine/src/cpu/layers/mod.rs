//! Neural network layers on the CPU.

mod attention;
mod conv;
mod direct;
mod norm;
mod norm_rows;
mod panels;
mod planes;
mod pool;
mod product;
mod recurrent;
mod sums;
mod taps;

use super::lane::Floating;
use super::number::{Integer, Number};
use super::pointwise::copy;
use super::tensor;
use product::Product;
use tensorcell_tensor::layer::{Cell, Geometry, Layer};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, DType, Device, Pointwise, Tensor, TensorError};

/// A type that layers compute in. Half types are converted to float32 and back.
trait Computing: Floating + Product + std::iter::Sum + bytemuck::Pod {}
impl Computing for f32 {}
impl Computing for f64 {}

/// The numbers as float32, if that is their type.
fn single<T: Computing>(numbers: &[T]) -> Option<&[f32]> {
    let is_single = std::any::TypeId::of::<T>() == std::any::TypeId::of::<f32>();
    is_single.then(|| bytemuck::cast_slice(numbers))
}

pub fn run(layer: &Layer, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    let dtype = match (layer, outputs[0].dtype()) {
        (_, DType::Float64) => DType::Float64,
        (Layer::Im2Col(..) | Layer::Col2Im(..), _) => DType::Float32,
        (_, dtype) if !dtype.is_floating() => DType::Int64,
        _ => DType::Float32,
    };
    let attends = matches!(layer, Layer::Attention(_) | Layer::AttentionBackward(_));
    let inputs = inputs
        .iter()
        .map(|arg| {
            arg.tensor()
                .map(|x| if attends && x.dtype() == DType::Bool { bias_of(x, dtype) } else { plain(x, dtype) })
                .transpose()
        })
        .collect::<Result<Vec<Option<Tensor>>>>()?;
    let args: Vec<Arg> = inputs.iter().flatten().map(Arg::Tensor).collect();
    let computed = outputs
        .iter()
        .map(|out| match out.dtype() == dtype || out.dtype() == DType::Int64 {
            true => Ok(out.clone()),
            false => Tensor::empty(out.shape(), dtype, Device::Cpu),
        })
        .collect::<Result<Vec<Tensor>>>()?;
    match dtype {
        DType::Float64 => in_type::<f64>(layer, &args, &computed)?,
        DType::Int64 => in_integers(layer, &args, &computed)?,
        _ => in_type::<f32>(layer, &args, &computed)?,
    }
    for (from, to) in computed.iter().zip(outputs).filter(|(from, to)| !from.same(to)) {
        copy(from, to);
    }
    Ok(())
}

/// The tensor itself if it is contiguous and has this dtype (or holds indices), else a copy that does.
fn plain(x: &Tensor, dtype: DType) -> Result<Tensor> {
    let dtype = if x.dtype() == DType::Int64 { x.dtype() } else { dtype };
    if x.dtype() == dtype && x.is_contiguous() {
        return Ok(x.clone());
    }
    let made = Tensor::empty(x.shape(), dtype, Device::Cpu)?;
    copy(x, &made);
    Ok(made)
}

/// Converts a boolean mask to numbers to add to the scores: 0 or -inf.
fn bias_of(mask: &Tensor, dtype: DType) -> Result<Tensor> {
    let made = Tensor::empty(mask.shape(), dtype, Device::Cpu)?;
    let [seen, hidden] = [0.0, f64::NEG_INFINITY].map(Arg::from);
    super::pointwise::run(Pointwise::Where, [0.0; 2], &[mask.into(), seen, hidden], &made)?;
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
        Layer::AvgPool(windows) => pool::mean(windows, x(0)?, out, |sum: T, count| sum / T::constant(count)),
        Layer::AvgPoolBackward(windows, _) => pool::mean_backward::<T>(windows, x(0)?, out),
        Layer::Im2Col(conv, kernel) => {
            let geometry = columns_geometry(conv, x(0)?.shape(), kernel)?;
            conv::columns::<T>(&geometry, read(x(0)?), write(out));
        }
        Layer::Col2Im(conv, _, kernel) => {
            let geometry = columns_geometry(conv, out.shape(), kernel)?;
            conv::uncolumns::<T>(&geometry, read(x(0)?), write(out));
        }
        Layer::Norm(norm) => {
            let parameter = |there: bool, at: usize| there.then(|| x(at).map(read)).transpose();
            let parameters = (parameter(norm.weight, 1)?, parameter(norm.bias, 1 + norm.weight as usize)?);
            let results = (write(out), write(&outputs[1]), write(&outputs[2]));
            norm::forward::<T>(norm, x(0)?.shape(), read(x(0)?), parameters, results);
        }
        Layer::NormBackward(norm) => {
            let given = (read(x(0)?), read(x(1)?), read(x(2)?), read(x(3)?));
            let weight = norm.weight.then(|| x(4).map(read)).transpose()?;
            let of_weight = norm.weight.then(|| write(&outputs[1]));
            let of_bias = norm.bias.then(|| write(&outputs[1 + norm.weight as usize]));
            norm::backward::<T>(norm, x(1)?.shape(), given, weight, (write(out), of_weight, of_bias));
        }
        Layer::Recurrent(layer) => {
            let lstm = layer.cell == Cell::Lstm;
            let given = recurrent::Given {
                gates: read::<T>(x(0)?),
                weight: read(x(1)?),
                hidden: read(x(2)?),
                other: layer.other.then(|| x(3).map(read)).transpose()?,
            };
            let made = recurrent::Made {
                states: write(out),
                last: write(&outputs[1]),
                last_cell: lstm.then(|| write(&outputs[2])),
                saved: write(&outputs[2 + lstm as usize]),
                cells: lstm.then(|| write(&outputs[4])),
            };
            recurrent::forward(layer, given, made);
        }
        Layer::RecurrentBackward(layer) => {
            let lstm = layer.cell == Cell::Lstm;
            let at = 2 + lstm as usize;
            let only = |position: usize| lstm.then(|| x(position).map(read)).transpose();
            let back = recurrent::Back {
                of_states: read::<T>(x(0)?),
                of_last: read(x(1)?),
                of_cell: only(2)?,
                weight: read(x(at)?),
                hidden: read(x(at + 1)?),
                first_cell: only(at + 2)?,
                states: read(x(at + 2 + lstm as usize)?),
                saved: read(x(at + 3 + lstm as usize)?),
                cells: only(at + 5)?,
            };
            let gradients = recurrent::Gradients {
                gates: write(out),
                weight: write(&outputs[1]),
                hidden: write(&outputs[2]),
                other: outputs.get(3).map(write),
            };
            recurrent::backward(layer, back, gradients);
        }
        Layer::Attention(layer) => {
            if layer.dropout > 0.0 {
                return Err(TensorError::runtime("fused attention does not support dropout on the CPU"));
            }
            let shape = attention_shape(layer, x(0)?, x(1)?, x(2)?);
            let mask = match layer.mask {
                true => Some(mask_of(x(3)?, x(0)?.shape(), x(1)?.shape())),
                false => None,
            };
            let given = (read::<T>(x(0)?), read(x(1)?), read(x(2)?));
            attention::forward(&shape, given, mask.as_ref(), (write(out), write(&outputs[1])));
        }
        Layer::AttentionBackward(layer) => {
            let (q, k, v) = (x(1)?, x(2)?, x(3)?);
            let shape = attention_shape(layer, q, k, v);
            let mask = match layer.mask {
                true => Some(mask_of(x(6)?, q.shape(), k.shape())),
                false => None,
            };
            let back = (read(x(0)?), read(x(4)?), read(x(5)?));
            let results = (write(out), write(&outputs[1]), write(&outputs[2]));
            attention::backward::<T>(&shape, (read(q), read(k), read(v)), mask.as_ref(), back, results);
        }
    }
    Ok(())
}

/// The layers that PyTorch supports for integers on the CPU. Integers wrap, so 64-bit arithmetic serves every width.
fn in_integers(layer: &Layer, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    let x = |position| tensor(inputs, position);
    let out = &outputs[0];
    let bias = inputs.get(2).and_then(|arg| arg.tensor()).map(read);
    match layer {
        Layer::Conv(conv) => {
            let geometry = Geometry::new(conv, x(0)?.shape(), out.shape(), &x(1)?.shape()[2..]);
            conv::forward_by_taps::<Integer>(&geometry, read(x(0)?), read(x(1)?), bias, write(out));
        }
        Layer::ConvInput(conv, _) => {
            let geometry = Geometry::new(conv, out.shape(), x(0)?.shape(), &x(1)?.shape()[2..]);
            conv::input_by_taps::<Integer>(&geometry, read(x(0)?), read(x(1)?), bias, write(out));
        }
        Layer::MaxPool(windows) => pool::max_by_elements::<Integer>(windows, x(0)?, out, &outputs[1]),
        Layer::AvgPool(windows) => {
            pool::mean(windows, x(0)?, out, |sum: Integer, count| sum.trunc_divided(Integer::constant(count)));
        }
        _ => return Err(TensorError::runtime(format!("{} does not support integers", layer.name()))),
    }
    Ok(())
}

fn columns_geometry(conv: &tensorcell_tensor::layer::Conv, planes: &[usize], kernel: &[usize]) -> Result<Geometry> {
    let sizes = tensorcell_tensor::layer::conv_output(conv, &planes[2..], kernel)?;
    let output: Vec<usize> = [planes[0], planes[1]].into_iter().chain(sizes).collect();
    Ok(Geometry::new(conv, planes, &output, kernel))
}

fn attention_shape(
    layer: &tensorcell_tensor::layer::Attention,
    q: &Tensor,
    k: &Tensor,
    v: &Tensor,
) -> attention::Shape {
    attention::Shape {
        queries: q.shape()[2],
        keys: k.shape()[2],
        depth: q.shape()[3],
        width: v.shape()[3],
        scale: layer.scale,
        causal: layer.causal,
    }
}

/// A contiguous mask (1 or N, 1 or H, 1 or queries, 1 or keys), prepared for each head.
fn mask_of<'a, T>(mask: &'a Tensor, q: &[usize], k: &[usize]) -> attention::Mask<'a, T> {
    let strides = mask.layout().broadcast_strides(&[q[0], q[1], q[2], k[2]]);
    let start = |head: usize| head / q[1] * strides[0] as usize + head % q[1] * strides[1] as usize;
    attention::Mask {
        data: read(mask),
        starts: (0..q[0] * q[1]).map(start).collect(),
        row: strides[2] as usize,
        column: strides[3] as usize,
    }
}

/// The elements of a contiguous tensor.
fn read<T>(x: &Tensor) -> &[T] {
    if x.numel() == 0 {
        return &[];
    }
    // SAFETY: `run` made the operand contiguous and of this type; it is alive, and nothing writes it during the operation.
    unsafe { std::slice::from_raw_parts(x.address() as *const T, x.numel()) }
}

/// The elements of a result that is not yet shared.
#[allow(clippy::mut_from_ref)]
fn write<T>(out: &Tensor) -> &mut [T] {
    if out.numel() == 0 {
        return &mut [];
    }
    // SAFETY: the engine allocated the result, contiguous and of this type, for this operation only.
    unsafe { std::slice::from_raw_parts_mut(out.address() as *mut T, out.numel()) }
}
