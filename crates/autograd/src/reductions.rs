//! Gradients of reductions.

use super::rules::{Context, Gradients, mul, scale};
use tensorcell_engine::{self as engine, compose};
use tensorcell_tensor::op::{Arg, Result, View};
use tensorcell_tensor::{Dims, Op, Pointwise, Reduction, Tensor};

fn row(function: Pointwise, inputs: &[Arg]) -> Result<Tensor> {
    compose::pointwise(function, inputs)
}

/// A reduced tensor with the reduced dimensions back, each of size 1.
fn kept(x: &Tensor, shape: &[usize], dims: &[usize]) -> Result<Tensor> {
    let reduced = |d: usize| dims.is_empty() || dims.contains(&d);
    let shape: Dims = shape.iter().enumerate().map(|(d, &size)| if reduced(d) { 1 } else { size }).collect();
    compose::reshape(x, &shape)
}

fn reduced(function: Reduction, x: &Tensor, dims: &[usize]) -> Result<Tensor> {
    engine::run(Op::Reduce { function, dims: dims.into(), keepdim: true, correction: 0.0 }, &[x.into()])
}

/// 0 where the divisor is 0.
fn divided(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let quotient = row(Pointwise::Div, &[a.into(), b.into()])?;
    let zero = row(Pointwise::Eq, &[b.into(), 0.0.into()])?;
    row(Pointwise::Where, &[(&zero).into(), 0.0.into(), (&quotient).into()])
}

/// A gradient shared evenly among the elements that `chosen` marks.
fn shared(gradient: &Tensor, chosen: &Tensor, dims: &[usize]) -> Result<Tensor> {
    let count = reduced(Reduction::Sum, chosen, dims)?;
    let share = row(Pointwise::Div, &[gradient.into(), (&count).into()])?;
    row(Pointwise::Where, &[chosen.into(), (&share).into(), 0.0.into()])
}

pub fn reduce(cx: &Context, function: Reduction, dims: &[usize], keepdim: bool, correction: f64) -> Result<Tensor> {
    let shape = cx.shape(0);
    let back = |x: &Tensor| {
        if keepdim { Ok(x.clone()) } else { kept(x, shape, dims) }
    };
    let gradient = back(&cx.gradient(0)?)?;
    let each = || -> f64 {
        let of = |d: &usize| dims.is_empty() || dims.contains(d);
        (0..shape.len()).filter(of).map(|d| shape[d]).product::<usize>() as f64
    };
    match function {
        Reduction::Sum => engine::view(&gradient, View::Expand(shape.into())),
        Reduction::Mean => {
            let share = row(Pointwise::Div, &[(&gradient).into(), each().into()])?;
            engine::view(&share, View::Expand(shape.into()))
        }
        Reduction::Prod => product(cx.input(0)?, &back(cx.result(0)?)?, &gradient, dims),
        Reduction::Max | Reduction::Min => {
            let chosen = row(Pointwise::Eq, &[cx.input(0)?.into(), (&back(cx.result(0)?)?).into()])?;
            shared(&gradient, &chosen, dims)
        }
        Reduction::Var => variance(cx.input(0)?, &gradient, dims, each() - correction),
        Reduction::Std => {
            let twice = scale(&back(cx.result(0)?)?, 2.0)?;
            variance(cx.input(0)?, &divided(&gradient, &twice)?, dims, each() - correction)
        }
        Reduction::Norm => norm(cx.input(0)?, &back(cx.result(0)?)?, &gradient, dims, correction),
        Reduction::LogSumExp => {
            let difference = row(Pointwise::Sub, &[cx.input(0)?.into(), (&back(cx.result(0)?)?).into()])?;
            mul(&gradient, &row(Pointwise::Exp, &[(&difference).into()])?)
        }
        Reduction::Any | Reduction::All | Reduction::ArgMax | Reduction::ArgMin | Reduction::CountNonzero => {
            cx.zeros_like(0)
        }
    }
}

fn variance(x: &Tensor, gradient: &Tensor, dims: &[usize], divisor: f64) -> Result<Tensor> {
    let mean = reduced(Reduction::Mean, x, dims)?;
    let centred = row(Pointwise::Sub, &[x.into(), (&mean).into()])?;
    mul(gradient, &scale(&centred, 2.0 / divisor)?)
}

/// y / x, but right where one factor is zero: there the others' product.
fn product(x: &Tensor, y: &Tensor, gradient: &Tensor, dims: &[usize]) -> Result<Tensor> {
    let zero = row(Pointwise::Eq, &[x.into(), 0.0.into()])?;
    let filled = row(Pointwise::Where, &[(&zero).into(), 1.0.into(), x.into()])?;
    let others = reduced(Reduction::Prod, &filled, dims)?;
    let alone = row(Pointwise::Eq, &[(&reduced(Reduction::Sum, &zero, dims)?).into(), 1.0.into()])?;
    let at_zero = row(Pointwise::Where, &[(&alone).into(), (&others).into(), 0.0.into()])?;
    let elsewhere = row(Pointwise::Div, &[y.into(), (&filled).into()])?;
    mul(gradient, &row(Pointwise::Where, &[(&zero).into(), (&at_zero).into(), (&elsewhere).into()])?)
}

fn norm(x: &Tensor, y: &Tensor, gradient: &Tensor, dims: &[usize], p: f64) -> Result<Tensor> {
    let sign = |x: &Tensor| row(Pointwise::Sign, &[x.into()]);
    if p == 0.0 {
        return row(Pointwise::Mul, &[x.into(), 0.0.into()]);
    }
    if p == 1.0 {
        return mul(gradient, &sign(x)?);
    }
    if p == 2.0 {
        return divided(&mul(gradient, x)?, y);
    }
    let size = row(Pointwise::Abs, &[x.into()])?;
    if p.is_infinite() {
        let chosen = row(Pointwise::Eq, &[(&size).into(), y.into()])?;
        return mul(&shared(gradient, &chosen, dims)?, &sign(x)?);
    }
    let powered = row(Pointwise::Pow, &[(&size).into(), (p - 1.0).into()])?;
    if p < 1.0 {
        // Infinite at 0, where PyTorch has 0.
        let zero = row(Pointwise::Eq, &[x.into(), 0.0.into()])?;
        let powered = row(Pointwise::Where, &[(&zero).into(), 0.0.into(), (&powered).into()])?;
        let factor = row(Pointwise::Pow, &[y.into(), (1.0 - p).into()])?;
        return mul(gradient, &mul(&mul(&sign(x)?, &powered)?, &factor)?);
    }
    let divisor = row(Pointwise::Pow, &[y.into(), (p - 1.0).into()])?;
    divided(&mul(gradient, &mul(&sign(x)?, &powered)?)?, &divisor)
}

pub fn total_norm(cx: &Context, p: f64) -> Result<Gradients> {
    let (gradient, y) = (cx.gradient(0)?, cx.result(0)?);
    (0..cx.operands.len()).map(|i| cx.wants(i).then(|| norm(cx.input(i)?, y, &gradient, &[], p)).transpose()).collect()
}
