//! Gradients of views: maps the incoming gradient back to the shape of the viewed tensor.

use super::context::zeros_for;
use tensorcell_engine::{self as engine, compose};
use tensorcell_tensor::op::{Arg, Result, View};
use tensorcell_tensor::{DType, Dims, Layout, Make, Op, Scalar, Tensor};

/// The gradient of the viewed tensor, whose layout was `source`.
pub fn view(view: &View, source: &Layout, gradient: &Tensor) -> Result<Tensor> {
    match view {
        View::Reshape(_) | View::Squeeze(_) | View::Unsqueeze(_) => compose::reshape(gradient, source.shape()),
        View::Permute(order) => {
            let mut inverse = Dims::from_elem(0, order.len());
            order.iter().enumerate().for_each(|(i, &d)| inverse[d] = i);
            engine::view(gradient, View::Permute(inverse))
        }
        View::Expand(_) => compose::sum_to(gradient, source.shape()),
        View::AsReal => engine::view(&compose::contiguous(gradient)?, View::AsComplex),
        View::AsComplex => engine::view(gradient, View::AsReal),
        View::Detach => Ok(gradient.clone()),
        View::Slice { .. } | View::Select { .. } | View::Diagonal { .. } => {
            let whole = zeros_for(gradient, source.shape())?;
            let part = engine::view(&whole, view.clone())?;
            engine::run_into(Op::Contiguous, &[gradient.into()], &part)?;
            Ok(whole)
        }
        View::Unfold { .. } => {
            let positions = Layout::contiguous(source.shape()).view(view)?;
            let flat = added_up(gradient, &positions, source.numel())?;
            compose::reshape(&flat, source.shape())
        }
        View::AsStrided { size, stride, offset } => {
            let positions = Layout::with_strides(size, stride, offset.saturating_sub(source.offset()));
            let length = source.extent().max(positions.offset() + positions.extent());
            let flat = added_up(gradient, &positions, length)?;
            as_strided(&flat, source.shape(), source.strides(), 0)
        }
    }
}

fn like(gradient: &Tensor, shape: &[usize]) -> Make {
    Make { shape: shape.into(), dtype: gradient.dtype(), device: gradient.device() }
}

fn as_strided(x: &Tensor, size: &[usize], stride: &[isize], offset: usize) -> Result<Tensor> {
    engine::view(x, View::AsStrided { size: size.into(), stride: stride.to_vec(), offset })
}

/// Adds each element of the gradient at its position in a flat tensor of `length`. Correct for overlapping views, too.
fn added_up(gradient: &Tensor, positions: &Layout, length: usize) -> Result<Tensor> {
    let make = Make { dtype: DType::Int64, ..like(gradient, &[length]) };
    let places = engine::run(Op::Arange { start: Scalar::Int(0), step: Scalar::Int(1), make }, &[])?;
    let places = as_strided(&places, positions.shape(), positions.strides(), positions.offset())?;
    let places = compose::reshape(&places, &[gradient.numel()])?;
    let gradient = compose::reshape(gradient, &[gradient.numel()])?;
    let flat = zeros_for(&gradient, &[length])?;
    let args: [Arg; 3] = [(&flat).into(), (&gradient).into(), (&places).into()];
    engine::run(Op::IndexPut { indexed: vec![true], accumulate: true }, &args)
}

/// Copies a gradient into new memory with the strides of `base`, starting at offset 0.
pub fn laid_out_like(base: &Layout, gradient: &Tensor) -> Result<Tensor> {
    let flat = zeros_for(gradient, &[base.extent()])?;
    let copy = as_strided(&flat, base.shape(), base.strides(), 0)?;
    engine::run_into(Op::Contiguous, &[gradient.into()], &copy)?;
    Ok(copy)
}

/// The part of such a copy that a view of the base, with this layout and dtype, covers. If only one of them is complex, it is
/// viewed as real and imaginary parts.
pub fn part_of((base, of_base): (&Layout, DType), (layout, dtype): (&Layout, DType), copy: &Tensor) -> Result<Tensor> {
    let strided = |copy: &Tensor, layout: &Layout, base: &Layout| {
        as_strided(copy, layout.shape(), layout.strides(), layout.offset().saturating_sub(base.offset()))
    };
    match (of_base.is_complex(), dtype.is_complex()) {
        (true, false) => strided(&engine::view(copy, View::AsReal)?, layout, &base.view(&View::AsReal)?),
        (false, true) => engine::view(&strided(copy, &layout.view(&View::AsReal)?, base)?, View::AsComplex),
        _ => strided(copy, layout, base),
    }
}
