//! Operations composed of others, which both autograd and the bindings need.

use super::{run, view};
use tensorcell_tensor::op::{Arg, Result, View};
use tensorcell_tensor::{Dims, Op, Pointwise, Reduction, Tensor, TensorError};

/// Runs a row of the pointwise table without parameters.
pub fn pointwise(function: Pointwise, inputs: &[Arg]) -> Result<Tensor> {
    run(Op::Pointwise { function, parameters: [0.0; 2] }, inputs)
}

/// The tensor itself when it is contiguous, else a contiguous copy.
pub fn contiguous(x: &Tensor) -> Result<Tensor> {
    match x.is_contiguous() {
        true => Ok(x.clone()),
        false => run(Op::Contiguous, &[x.into()]),
    }
}

/// `torch.reshape`: a view where the layout allows one, else of a copy.
pub fn reshape(x: &Tensor, shape: &[usize]) -> Result<Tensor> {
    let reshaped = View::Reshape(shape.into());
    if tensorcell_tensor::numel_of(shape) != x.numel() || x.layout().can_view_as(shape) {
        return view(x, reshaped);
    }
    view(&run(Op::Contiguous, &[x.into()])?, reshaped)
}

/// `x.transpose(a, b)`
pub fn transpose(x: &Tensor, a: usize, b: usize) -> Result<Tensor> {
    let mut order: Dims = (0..x.dim()).collect();
    order.swap(a, b);
    view(x, View::Permute(order))
}

/// Reduces a gradient to the shape that was broadcast (`sum_to_size`).
pub fn sum_to(x: &Tensor, shape: &[usize]) -> Result<Tensor> {
    if x.shape() == shape {
        return Ok(x.clone());
    }
    let missing = x.dim().saturating_sub(shape.len());
    let dims: Dims = (0..x.dim()).filter(|&d| d < missing || (shape[d - missing] == 1 && x.shape()[d] != 1)).collect();
    let summed = match dims.is_empty() {
        true => x.clone(),
        false => run(Op::Reduce { function: Reduction::Sum, dims, keepdim: true, correction: 0.0 }, &[x.into()])?,
    };
    reshape(&summed, shape)
}

/// `torch.matmul`, 1-D operands and batches included.
pub fn matmul(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    if a.dim() == 0 || b.dim() == 0 {
        return Err(TensorError::runtime(format!(
            "both arguments to matmul need to be at least 1D, but they are {}D and {}D",
            a.dim(),
            b.dim()
        ))
        .mark(0, a)
        .mark(1, b));
    }
    if a.dim() == 1 && b.dim() == 1 && a.shape() != b.shape() {
        return Err(TensorError::runtime(format!(
            "inconsistent tensor size, expected tensor [{}] and src [{}] to have the same number of elements, but got \
             {} and {} elements respectively",
            a.numel(),
            b.numel(),
            a.numel(),
            b.numel()
        ))
        .mark(0, a)
        .mark(1, b));
    }
    if b.dim() == 1 && a.dim() == 2 && a.shape()[1] != b.shape()[0] {
        return Err(TensorError::runtime(format!(
            "size mismatch, got input ({}), mat ({}x{}), vec ({})",
            a.shape()[0],
            a.shape()[0],
            a.shape()[1],
            b.numel()
        ))
        .mark(0, a)
        .mark(1, b));
    }
    let wide_a = match a.dim() {
        1 => view(a, View::Unsqueeze(0))?,
        _ => a.clone(),
    };
    let wide_b = match b.dim() {
        1 => view(b, View::Unsqueeze(1))?,
        _ => b.clone(),
    };
    // Rows of every batch against one matrix are one product.
    let folds = wide_a.dim() > 2 && wide_b.dim() == 2 && wide_a.shape()[wide_a.dim() - 1] == wide_b.shape()[0];
    let product = match folds {
        true => {
            let (rows, k) = wide_a.shape().split_at(wide_a.dim() - 1);
            let flat = reshape(&wide_a, &[rows.iter().product(), k[0]])?;
            let product = run(Op::MatMul, &[(&flat).into(), (&wide_b).into()])?;
            let mut shape: Dims = rows.into();
            shape.push(wide_b.shape()[1]);
            view(&product, View::Reshape(shape))?
        }
        false => run(Op::MatMul, &[(&wide_a).into(), (&wide_b).into()])?,
    };
    let ndim = product.dim();
    let product = match b.dim() {
        1 => view(&product, View::Select { dim: ndim - 1, index: 0 })?,
        _ => product,
    };
    match a.dim() {
        1 => view(&product, View::Select { dim: product.dim() - (b.dim() > 1) as usize - 1, index: 0 }),
        _ => Ok(product),
    }
}
