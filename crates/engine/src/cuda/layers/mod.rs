//! Neural network layers on CUDA.

mod attention;
mod conv;
pub mod library;
mod norm;
mod pool;
mod recurrent;

use super::copy::{copy, to_contiguous};
use super::tensor;
use tensorcell_tensor::layer::{Attention, Geometry, Layer, Norm, conv_output};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, DType, Tensor};

/// Whether a kernel's tile fits these heads.
pub fn has_attention(attention: &Attention, query: &Tensor, value: &Tensor) -> bool {
    let most = if query.dtype() == DType::Float64 { 128 } else { 256 };
    let width = |x: &Tensor| x.shape().last().copied().unwrap_or(0);
    width(query) <= most && width(value) <= most && (0.0..1.0).contains(&attention.dropout)
}

/// Whether the kernels can update the running statistics in place.
pub fn has_running(norm: &Norm, inputs: &[&Tensor]) -> bool {
    norm.running_at().is_some_and(|at| inputs[at..].iter().all(|statistics| statistics.is_contiguous()))
}

pub fn run(layer: &Layer, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    let plain = |position| to_contiguous(tensor(inputs, position)?);
    let bias = || inputs.get(2).and_then(|arg| arg.tensor()).map(to_contiguous).transpose();
    let out = &outputs[0];
    match layer {
        Layer::Conv(conv) => {
            let (x, weight) = (plain(0)?, plain(1)?);
            let geometry = Geometry::new(conv, x.shape(), out.shape(), &weight.shape()[2..]);
            conv::forward(&geometry, &x, &weight, bias()?.as_ref(), out)
        }
        Layer::ConvInput(conv, _) => {
            let (gradient, weight) = (plain(0)?, plain(1)?);
            let geometry = Geometry::new(conv, out.shape(), gradient.shape(), &weight.shape()[2..]);
            conv::input(&geometry, &gradient, &weight, bias()?.as_ref(), out)
        }
        Layer::ConvWeight(conv, kernel) => {
            let (x, gradient) = (plain(0)?, plain(1)?);
            let geometry = Geometry::new(conv, x.shape(), gradient.shape(), kernel);
            conv::weight(&geometry, &x, &gradient, out)
        }
        Layer::MaxPool(windows) => pool::max(windows, &plain(0)?, out, &outputs[1]),
        Layer::MaxPoolBackward(_) => pool::max_backward(&plain(0)?, &plain(1)?, out),
        Layer::AvgPool(windows) => pool::mean(windows, &plain(0)?, out),
        Layer::AvgPoolBackward(windows, _) => pool::mean_backward(windows, &plain(0)?, out),
        Layer::Im2Col(conv, kernel) => {
            let x = plain(0)?;
            conv::columns(&columns_geometry(conv, x.shape(), kernel)?, &x, out)
        }
        Layer::Col2Im(conv, _, kernel) => {
            conv::uncolumns(&columns_geometry(conv, out.shape(), kernel)?, &plain(0)?, out)
        }
        Layer::Norm(layer) => norm::forward(layer, inputs, outputs),
        Layer::NormBackward(layer) => norm::backward(layer, inputs, outputs),
        Layer::Attention(layer) => attention::forward(layer, inputs, outputs),
        Layer::AttentionBackward(layer) => attention::backward(layer, inputs, outputs),
        Layer::Recurrent(layer) => recurrent::forward(layer, inputs, outputs),
        Layer::RecurrentBackward(layer) => recurrent::backward(layer, inputs, outputs),
    }
}

fn columns_geometry(conv: &tensorcell_tensor::layer::Conv, planes: &[usize], kernel: &[usize]) -> Result<Geometry> {
    let sizes = conv_output(conv, &planes[2..], kernel)?;
    let output: Vec<usize> = [planes[0], planes[1]].into_iter().chain(sizes).collect();
    Ok(Geometry::new(conv, planes, &output, kernel))
}

/// The same memory with another shape, starting at an element.
fn reinterpreted(x: &Tensor, offset: usize, shape: &[usize]) -> Tensor {
    let plain = tensorcell_tensor::Layout::contiguous(shape);
    x.alias(tensorcell_tensor::Layout::with_strides(shape, plain.strides(), x.layout().offset() + offset))
}
