//! Operations composed of others, shared by autograd and the bindings.

use super::{grad_mode, host, run, run_into, run_many, view};
use tensorcell_tensor::op::{Arg, Result, View};
use tensorcell_tensor::{DType, Dims, Make, Op, Pointwise, Reduction, Scalar, Tensor, TensorError};

/// Runs a row of the pointwise table without parameters.
pub fn pointwise(function: Pointwise, inputs: &[Arg]) -> Result<Tensor> {
    run(Op::Pointwise { function, parameters: [0.0; 2] }, inputs)
}

/// The tensor itself if it is contiguous, else a contiguous copy.
pub fn contiguous(x: &Tensor) -> Result<Tensor> {
    match x.is_contiguous() {
        true => Ok(x.clone()),
        false => run(Op::Contiguous, &[x.into()]),
    }
}

/// `torch.reshape`: a view if the layout allows it, else a view of a copy.
pub fn reshape(x: &Tensor, shape: &[usize]) -> Result<Tensor> {
    let reshaped = View::Reshape(shape.into());
    if tensorcell_tensor::numel_of(shape) != x.numel() || x.layout().can_view_as(shape) {
        return view(x, reshaped);
    }
    view(&run(Op::Contiguous, &[x.into()])?, reshaped)
}

/// `x.transpose(a, b)`.
pub fn transpose(x: &Tensor, a: usize, b: usize) -> Result<Tensor> {
    let mut order: Dims = (0..x.dim()).collect();
    order.swap(a, b);
    view(x, View::Permute(order))
}

/// Sums a gradient to the shape that was broadcast (`sum_to_size`).
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

/// `torch.matmul`, including 1-D operands and batches.
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
    // Batches multiplied by one matrix are computed as one product over all rows.
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

/// Normalises the channels of (N, C, ...) by given means and variances, then scales and shifts them.
pub fn normalise_by(
    x: &Tensor,
    [mean, variance]: [&Tensor; 2],
    [weight, bias]: [Option<&Tensor>; 2],
    eps: f64,
) -> Result<Tensor> {
    let mut shape: Dims = x.shape().iter().map(|_| 1).collect();
    shape[1] = x.shape()[1];
    let mut factor =
        pointwise(Pointwise::Rsqrt, &[(&pointwise(Pointwise::Add, &[variance.into(), eps.into()])?).into()])?;
    if let Some(weight) = weight {
        factor = pointwise(Pointwise::Mul, &[(&factor).into(), weight.into()])?;
    }
    let moved = pointwise(Pointwise::Mul, &[mean.into(), (&factor).into()])?;
    let shift = match bias {
        Some(bias) => pointwise(Pointwise::Sub, &[bias.into(), (&moved).into()])?,
        None => pointwise(Pointwise::Neg, &[(&moved).into()])?,
    };
    let scaled = pointwise(Pointwise::Mul, &[x.into(), (&reshape(&factor, &shape)?).into()])?;
    let result = pointwise(Pointwise::Add, &[(&scaled).into(), (&reshape(&shift, &shape)?).into()])?;
    match result.dtype() == x.dtype() {
        true => Ok(result),
        false => run(Op::Cast(x.dtype()), &[(&result).into()]),
    }
}

/// Scales gradients down together, in place, if their norm exceeds `most`. A norm on the gradients' CUDA device is not read by the
/// host, so that the host does not wait and a graph can capture the operation.
pub fn clip(gradients: &[Tensor], most: f64, norm: &Tensor) -> Result<()> {
    grad_mode::with(false, || {
        let mut operands: Vec<Arg> = gradients.iter().map(Arg::Tensor).collect();
        let coefficient = pointwise(Pointwise::Add, &[norm.into(), 1e-6.into()])?;
        let coefficient = pointwise(Pointwise::Div, &[most.into(), (&coefficient).into()])?;
        if !norm.device().is_cuda() || gradients.iter().any(|gradient| gradient.device() != norm.device()) {
            let factor = host::item(&coefficient)?.as_f64();
            // A NaN factor also scales.
            if !gradients.is_empty() && (factor < 1.0 || factor.is_nan()) {
                run_many(Op::MultiScale { factor, check: false }, &operands)?;
            }
            return Ok(());
        }
        let at_most_one = Op::Pointwise { function: Pointwise::ClampMax, parameters: [1.0, 0.0] };
        let coefficient = run(at_most_one, &[(&coefficient).into()])?;
        if gradients.iter().any(|gradient| gradient.dtype() == DType::Float64) {
            let scale = Op::Pointwise { function: Pointwise::Mul, parameters: [0.0; 2] };
            return gradients
                .iter()
                .try_for_each(|gradient| run_into(scale.clone(), &[gradient.into(), (&coefficient).into()], gradient));
        }
        let single = run(Op::Cast(DType::Float32), &[(&coefficient).into()])?;
        let make = Make { shape: Dims::new(), dtype: DType::Float32, device: norm.device() };
        let found = run(Op::Fill { value: Scalar::Int(0), make }, &[])?;
        operands.extend([Arg::Tensor(&single), Arg::Tensor(&found)]);
        run_many(Op::MultiScale { factor: 1.0, check: true }, &operands).map(|_| ())
    })
}
