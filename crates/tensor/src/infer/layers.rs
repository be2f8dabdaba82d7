//! Inference for layers: result shapes, and PyTorch's errors for operands that do not fit.

use super::{not_implemented, operand};
use crate::error::{Result, TensorError};
use crate::layer::{Cell, Conv, Layer, Windows, conv_output, pool_output};
use crate::layout::{numel_of, shown};
use crate::op::{Arg, Make, Op};
use crate::{DType, Device, Dims, Tensor};
use smallvec::{SmallVec, smallvec};

pub fn layer(op: &Op, layer: &Layer, inputs: &[Arg], device: Device) -> Result<SmallVec<[Make; 1]>> {
    let x = |position| operand(op, inputs, position);
    let make = |shape: Dims, dtype| Make { shape, dtype, device };
    let spatial = |first: &Tensor, channels: usize, sizes: &[usize]| -> Dims {
        [first.shape()[0], channels].iter().chain(sizes).copied().collect()
    };
    match layer {
        Layer::Conv(conv) => {
            let (x, weight) = (x(0)?, x(1)?);
            check_conv(conv, x, weight, inputs.get(2).and_then(|bias| bias.tensor()), false)?;
            let sizes = conv_output(conv, &x.shape()[2..], &weight.shape()[2..]).map_err(|e| e.mark(0, x))?;
            Ok(smallvec![make(spatial(x, weight.shape()[0], &sizes), x.dtype())])
        }
        Layer::ConvInput(conv, sizes) => {
            let (gradient, weight) = (x(0)?, x(1)?);
            check_conv(conv, gradient, weight, inputs.get(2).and_then(|bias| bias.tensor()), true)?;
            let channels = weight.shape()[1] * conv.groups;
            Ok(smallvec![make(spatial(gradient, channels, sizes), gradient.dtype())])
        }
        Layer::ConvWeight(conv, kernel) => {
            let (x, gradient) = (x(0)?, x(1)?);
            let channels = x.shape()[1] / conv.groups;
            Ok(smallvec![make(spatial_weight(gradient.shape()[1], channels, kernel), x.dtype())])
        }
        Layer::MaxPool(windows) | Layer::AvgPool(windows) => {
            let x = x(0)?;
            check_pooled(layer, windows, x)?;
            let sizes = pool_output(windows, &x.shape()[2..]);
            if sizes.contains(&0) && !windows.is_adaptive() {
                let (of, channels) = (&x.shape()[2..], x.shape()[1]);
                let by = |sizes: &[usize]| sizes.iter().map(usize::to_string).collect::<Vec<_>>().join("x");
                return Err(TensorError::runtime(format!(
                    "Given input size: ({channels}x{}). Calculated output size: ({channels}x{}). Output size is too small",
                    by(&with_height(of)),
                    by(&with_height(&sizes))
                ))
                .mark(0, x));
            }
            let shape = spatial(x, x.shape()[1], &sizes);
            let values = make(shape.clone(), x.dtype());
            Ok(match layer {
                Layer::MaxPool(_) => smallvec![values, make(shape, DType::Int64)],
                _ => smallvec![values],
            })
        }
        Layer::MaxPoolBackward(sizes) | Layer::AvgPoolBackward(_, sizes) => {
            let gradient = x(0)?;
            Ok(smallvec![make(spatial(gradient, gradient.shape()[1], sizes), gradient.dtype())])
        }
        Layer::Im2Col(conv, kernel) => {
            let x = x(0)?;
            check_columns("im2col_out_cpu", x)?;
            let sizes = conv_output(conv, &x.shape()[2..], kernel).map_err(|error| error.mark(0, x))?;
            let rows = x.shape()[1].saturating_mul(numel_of(kernel));
            Ok(smallvec![make([x.shape()[0], rows, numel_of(&sizes)].as_slice().into(), x.dtype())])
        }
        Layer::Col2Im(_, sizes, kernel) => {
            let columns = x(0)?;
            check_columns("col2im_out_cpu", columns)?;
            let channels = columns.shape()[1] / numel_of(kernel).max(1);
            Ok(smallvec![make(spatial(columns, channels, sizes), columns.dtype())])
        }
        Layer::Norm(norm) => {
            let x = x(0)?;
            let mut parameters = inputs.iter().enumerate().skip(1).filter_map(|(i, arg)| Some((i, arg.tensor()?)));
            // With values in a half type, parameters and statistics may be float32.
            let half = matches!(x.dtype(), DType::Float16 | DType::BFloat16);
            let mixed =
                half && inputs.iter().skip(1).filter_map(|arg| arg.tensor()).any(|p| p.dtype() == DType::Float32);
            let expected = if mixed { DType::Float32 } else { x.dtype() };
            if let Some((i, parameter)) = parameters.find(|(_, parameter)| parameter.dtype() != expected) {
                let text = match device.is_cuda() {
                    false => "mixed dtype (CPU): expect parameter to have scalar type of Float".to_owned(),
                    true => format!(
                        "expected scalar type {} but found {}",
                        x.dtype().scalar_name(),
                        parameter.dtype().scalar_name()
                    ),
                };
                return Err(TensorError::runtime(text).mark(0, x).mark(i, parameter));
            }
            if !x.dtype().is_floating() {
                return Err(not_implemented(layer.name(), x.dtype()).mark(0, x));
            }
            let rows = if norm.batch { norm.each } else { x.numel() / norm.length.max(1) };
            // CUDA returns the statistics in the accumulation dtype.
            let exact = if half && device.is_cuda() { DType::Float32 } else { expected };
            let statistics = make([rows].as_slice().into(), exact);
            Ok(smallvec![make(x.shape().into(), x.dtype()), statistics.clone(), statistics])
        }
        Layer::NormBackward(norm) => {
            let x = x(1)?;
            let dtype = inputs.get(4).and_then(|arg| arg.tensor()).map_or(x.dtype(), Tensor::dtype);
            let parameters = make([norm.groups * norm.each].as_slice().into(), dtype);
            let mut all = smallvec![make(x.shape().into(), x.dtype())];
            all.extend((0..norm.weight as usize + norm.bias as usize).map(|_| parameters.clone()));
            Ok(all)
        }
        Layer::Recurrent(recurrent) => {
            let (gates, hidden) = (x(0)?, x(2)?);
            for (i, other) in inputs.iter().enumerate().skip(1).filter_map(|(i, arg)| Some((i, arg.tensor()?))) {
                if other.dtype() != gates.dtype() {
                    return Err(TensorError::runtime(
                        "input and parameter tensors are not the same dtype, found input \
                         tensor with different dtype than parameters",
                    )
                    .mark(0, gates)
                    .mark(i, other));
                }
            }
            let (total, n) = (gates.shape()[0], recurrent.hidden);
            let wide = |rows: usize, columns: usize| make([rows, columns].as_slice().into(), gates.dtype());
            let last = wide(hidden.shape()[0], n);
            let kept = if recurrent.keeps { total } else { 0 };
            let saved = wide(kept, recurrent.cell.saved() * n);
            Ok(match recurrent.cell {
                Cell::Lstm => smallvec![wide(total, n), last.clone(), last, saved, wide(kept, n)],
                _ => smallvec![wide(total, n), last, saved],
            })
        }
        Layer::RecurrentBackward(recurrent) => {
            let lstm = recurrent.cell == Cell::Lstm;
            let (states, weight, hidden) = (x(0)?, x(2 + lstm as usize)?, x(3 + lstm as usize)?);
            let like = |t: &Tensor| make(t.shape().into(), t.dtype());
            let rows = recurrent.cell.gates() * recurrent.hidden;
            let gates = make([states.shape()[0], rows].as_slice().into(), states.dtype());
            let mut all = smallvec![gates, like(weight), like(hidden)];
            if lstm {
                all.push(like(hidden));
            } else if recurrent.other {
                all.push(make([rows].as_slice().into(), states.dtype()));
            }
            Ok(all)
        }
        Layer::Attention(attention) => {
            let (q, k, v) = (x(0)?, x(1)?, x(2)?);
            if q.dtype() != k.dtype() || q.dtype() != v.dtype() {
                return Err(TensorError::runtime(format!(
                    "Expected query, key, and value to have the same dtype, but got query.dtype: {} key.dtype: {} and \
                     value.dtype: {} instead.",
                    q.dtype().name(),
                    k.dtype().name(),
                    v.dtype().name()
                ))
                .mark(0, q)
                .mark(1, k)
                .mark(2, v));
            }
            if !q.dtype().is_floating() {
                let text = format!("expected scalar type Float but found {}", q.dtype().scalar_name());
                return Err(TensorError::runtime(text).mark(0, q));
            }
            let (heads, width) = (&q.shape()[..3], v.shape()[3]);
            let shape: Dims = heads.iter().copied().chain([width]).collect();
            let half = matches!(q.dtype(), DType::Float16 | DType::BFloat16);
            let exact = if half && device.is_cuda() { DType::Float32 } else { q.dtype() };
            let mut all = smallvec![make(shape, q.dtype()), make(heads.into(), exact)];
            if attention.dropout > 0.0 {
                all.push(make([2].as_slice().into(), DType::Int64)); // the start of its random numbers
            }
            Ok(all)
        }
        Layer::AttentionBackward(_) => {
            let like = |t: &Tensor| make(t.shape().into(), t.dtype());
            Ok(smallvec![like(x(1)?), like(x(2)?), like(x(3)?)])
        }
    }
}

fn spatial_weight(features: usize, channels: usize, kernel: &[usize]) -> Dims {
    [features, channels].iter().chain(kernel).copied().collect()
}

/// Adds a height of one: PyTorch pools 1-D rows as images one pixel high.
fn with_height(sizes: &[usize]) -> Vec<usize> {
    match sizes {
        [one] => vec![1, *one],
        _ => sizes.to_vec(),
    }
}

/// Checks the dtype. PyTorch's CPU kernels support some integer dtypes, and one of them no half types.
fn check_pooled(layer: &Layer, windows: &Windows, x: &Tensor) -> Result<()> {
    let (largest, dtype) = (matches!(layer, Layer::MaxPool(_)), x.dtype());
    let (deep, on_cpu) = (windows.dims() == 3, x.device() == Device::Cpu);
    let half = matches!(dtype, DType::Float16 | DType::BFloat16);
    let takes = match windows.is_adaptive() {
        _ if dtype.is_floating() => largest || windows.is_adaptive() || !(half && deep && on_cpu),
        true => false,
        false => on_cpu && dtype != DType::Bool && (largest || dtype == DType::Int64),
    };
    if takes {
        return Ok(());
    }
    let kernel = match (windows.is_adaptive(), largest) {
        (true, _) if deep => "_cpu",
        (false, false) if deep => "_out_frame",
        _ => "",
    };
    let name = layer.name().trim_end_matches("_with_indices").to_owned() + kernel;
    Err(not_implemented(&name, dtype).mark(0, x))
}

fn check_columns(kernel: &str, x: &Tensor) -> Result<()> {
    match x.dtype().is_floating() || x.dtype() == DType::Bool {
        true => Ok(()),
        false => Err(not_implemented(kernel, x.dtype()).mark(0, x)),
    }
}

fn check_conv(conv: &Conv, x: &Tensor, weight: &Tensor, bias: Option<&Tensor>, transposed: bool) -> Result<()> {
    let error = |message: String| Err(TensorError::runtime(message).mark(0, x).mark(1, weight));
    let mixed = bias.filter(|bias| x.dtype() != weight.dtype() && bias.dtype() != x.dtype());
    if x.dtype() != weight.dtype() && mixed.is_none() {
        return error(format!(
            "expected scalar type {} but found {}",
            x.dtype().scalar_name(),
            weight.dtype().scalar_name()
        ));
    }
    if let Some(bias) = bias.filter(|bias| bias.dtype() != x.dtype()) {
        return error(format!("Input type ({}) and bias type ({}) should be the same", type_name(x), type_name(bias)));
    }
    check_integers(conv, x, weight.dim() - 2, transposed)?;
    let (groups, features, channels) = (conv.groups, weight.shape()[0], x.shape()[1]);
    let of_size = shown(weight.shape());
    if !features.is_multiple_of(groups) || features < groups {
        // PyTorch doubles the brackets in the second message, too.
        let (what, of_size) = match features < groups {
            true => ("at least", of_size),
            false => ("divisible by", format!("[{of_size}]")),
        };
        return error(format!(
            "Given groups={groups}, expected weight to be {what} {groups} at dimension 0, but got weight of size {of_size} \
             instead"
        ));
    }
    let expected = if transposed { features } else { weight.shape()[1] * groups };
    if channels != expected {
        return error(format!(
            "Given {}, weight of size {of_size}, expected input{} to have {expected} channels, but got {channels} channels \
             instead",
            if transposed { "transposed=1".to_owned() } else { format!("groups={groups}") },
            shown(x.shape())
        ));
    }
    let outputs = if transposed { weight.shape()[1] * groups } else { features };
    if let Some(bias) = bias.filter(|bias| bias.shape() != [outputs]) {
        return error(format!(
            "Given {}weight of size {of_size}, expected bias to be 1-dimensional with {outputs} elements, but got bias of \
             size {} instead",
            if transposed { "transposed=1, " } else { "" },
            shown(bias.shape())
        ));
    }
    Ok(())
}

/// Checks integer dtypes: on the CPU, all convolution kernels support int64, and only the plain ones support the other integers.
fn check_integers(conv: &Conv, x: &Tensor, dims: usize, transposed: bool) -> Result<()> {
    let dilated = conv.dilation.iter().any(|&step| step > 1);
    let takes = match x.dtype() {
        dtype if dtype.is_floating() => true,
        DType::Bool => false,
        DType::Int64 => x.device() == Device::Cpu,
        _ => x.device() == Device::Cpu && !transposed && !dilated,
    };
    if takes {
        return Ok(());
    }
    let kernel = match (transposed, dilated, dims) {
        (true, ..) => format!("slow_conv_transpose{}d_out_cpu", dims.max(2)),
        (_, true, _) => "slow_conv_dilated<>".to_owned(),
        (.., 3) => "compute_columns3d".to_owned(),
        _ => "slow_conv2d_cpu".to_owned(),
    };
    Err(not_implemented(&kernel, x.dtype()).mark(0, x))
}

/// A tensor's type as convolution errors print it: on the CPU, the C++ type of its elements.
fn type_name(x: &Tensor) -> String {
    if x.device().is_cuda() {
        return format!("torch.cuda.{}Tensor", x.dtype().scalar_name());
    }
    x.dtype().cpp_name().to_owned()
}
