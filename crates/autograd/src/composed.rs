//! Layers composed of other operations, for devices without a fused kernel and for gradients that must be differentiable.

use tensorcell_engine::{self as engine, compose};
use tensorcell_tensor::layer::{Attention, Norm, Running};
use tensorcell_tensor::op::{Arg, Result, View};
use tensorcell_tensor::{DType, Dims, Op, Pointwise, Reduction, Tensor};

fn row(function: Pointwise, a: &Tensor, b: Arg) -> Result<Tensor> {
    compose::pointwise(function, &[a.into(), b])
}

fn mean(x: &Tensor) -> Result<Tensor> {
    let dims = Dims::from_slice(&[x.dim() - 1]);
    engine::run(Op::Reduce { function: Reduction::Mean, dims, keepdim: true, correction: 0.0 }, &[x.into()])
}

/// The result y of `Layer::Norm`: (x, [weight], [bias]).
pub fn norm(norm: &Norm, given: &[&Tensor]) -> Result<Tensor> {
    Ok(norm_with_statistics(norm, given)?.0)
}

/// y, mean and variance, as `Layer::Norm` returns them.
pub fn norm_with_statistics(norm: &Norm, given: &[&Tensor]) -> Result<(Tensor, Tensor, Tensor)> {
    let x = given[0];
    if matches!(x.dtype(), DType::Float16 | DType::BFloat16) {
        // Computes in float32 and rounds once.
        let wide = engine::run(Op::Cast(DType::Float32), &[x.into()])?;
        let mut wide_given = given.to_vec();
        wide_given[0] = &wide;
        let (y, mean, variance) = norm_with_statistics(norm, &wide_given)?;
        return Ok((engine::run(Op::Cast(x.dtype()), &[(&y).into()])?, mean, variance));
    }
    // (samples, groups, elements), with statistics over the last dimension.
    let groups = if norm.batch { norm.each } else { norm.groups };
    let samples = x.numel() / (groups * norm.length).max(1);
    let split = compose::reshape(x, &[samples, groups, norm.length])?;
    let rows = match norm.batch {
        true => compose::reshape(&compose::transpose(&split, 0, 1)?, &[1, groups, samples * norm.length])?,
        false => split,
    };
    let given_at = norm.running_at().filter(|_| norm.running == Running::Given);
    let known = |at: usize| -> Result<Option<Tensor>> {
        given_at.map(|first| compose::reshape(given[first + at], &[1, groups, 1])).transpose()
    };
    let centre = known(0)?.map_or_else(|| mean(&rows), Ok)?;
    let centred = if norm.rms { rows.clone() } else { row(Pointwise::Sub, &rows, (&centre).into())? };
    let variance = match known(1)? {
        Some(variance) => variance,
        None => mean(&row(Pointwise::Mul, &centred, (&centred).into())?)?,
    };
    let scale = compose::pointwise(Pointwise::Rsqrt, &[(&row(Pointwise::Add, &variance, norm.eps.into())?).into()])?;
    let mut y = row(Pointwise::Mul, &centred, (&scale).into())?;
    let parameter = |p: &Tensor| -> Result<Tensor> {
        if norm.batch {
            return compose::reshape(p, &[1, groups, 1]);
        }
        let apart = compose::reshape(p, &[1, groups, norm.each, 1])?;
        let all = [1, groups, norm.each, norm.length / norm.each.max(1)];
        compose::reshape(&engine::view(&apart, View::Expand(all.as_slice().into()))?, &[1, groups, norm.length])
    };
    if norm.weight {
        y = row(Pointwise::Mul, &y, (&parameter(given[1])?).into())?;
    }
    if norm.bias {
        y = row(Pointwise::Add, &y, (&parameter(given[1 + norm.weight as usize])?).into())?;
    }
    if norm.batch {
        y = compose::transpose(&compose::reshape(&y, &[groups, samples, norm.length])?, 0, 1)?;
    }
    let flat = |t: &Tensor| compose::reshape(t, &[t.numel()]);
    Ok((compose::reshape(&y, x.shape())?, flat(&centre)?, flat(&variance)?))
}

/// The result of `Layer::Attention`: (q, k, v, [mask]), each (N, H, rows, columns).
pub fn attention(attention: &Attention, given: &[&Tensor]) -> Result<Tensor> {
    let (q, k, v) = (given[0], given[1], given[2]);
    let scores = compose::matmul(q, &compose::transpose(k, 2, 3)?)?;
    let mut scores = row(Pointwise::Mul, &scores, attention.scale.into())?;
    let none = f64::NEG_INFINITY;
    if attention.mask {
        scores = match given[3].dtype() {
            DType::Bool => compose::pointwise(Pointwise::Where, &[given[3].into(), (&scores).into(), none.into()])?,
            _ => row(Pointwise::Add, &scores, given[3].into())?,
        };
    }
    if attention.causal {
        let like = Dims::from_slice(&[q.shape()[2], k.shape()[2]]);
        let make = tensorcell_tensor::Make { shape: like, dtype: scores.dtype(), device: scores.device() };
        let ones = engine::run(Op::Fill { value: tensorcell_tensor::Scalar::Int(1), make }, &[])?;
        let seen = engine::run(Op::Triangle { upper: false, diagonal: 0 }, &[(&ones).into()])?;
        let seen = row(Pointwise::Ne, &seen, 0.0.into())?;
        scores = compose::pointwise(Pointwise::Where, &[(&seen).into(), (&scores).into(), none.into()])?;
    }
    let weights = engine::run(Op::Softmax { dim: 3, log: false }, &[(&scores).into()])?;
    compose::matmul(&weights, v)
}
