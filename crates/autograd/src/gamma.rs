//! The derivative of trigamma, composed of elementary functions, which have derivatives of any order themselves.

use std::f64::consts::PI;
use tensorcell_engine::compose;
use tensorcell_tensor::op::{Arg, Result};
use tensorcell_tensor::{Pointwise, Tensor};

/// Steps along the recurrence before the asymptotic series.
const STEPS: usize = 8;

/// Factors of even powers of 1 / x in the series, from the highest: B(2k) (2k + 1) with the sign turned.
const SERIES: [f64; 6] = [-5.0 / 6.0, 0.3, -1.0 / 6.0, 1.0 / 6.0, -0.5, -1.0];

fn row(function: Pointwise, operands: &[Arg]) -> Result<Tensor> {
    compose::pointwise(function, operands)
}

fn times(a: &Tensor, b: impl Into<Arg<'static>>) -> Result<Tensor> {
    row(Pointwise::Mul, &[a.into(), b.into()])
}

fn add(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    row(Pointwise::Add, &[a.into(), b.into()])
}

/// The second derivative of digamma: -inf at its poles.
pub fn tetragamma(x: &Tensor) -> Result<Tensor> {
    let whole = row(Pointwise::Eq, &[x.into(), (&row(Pointwise::Floor, &[x.into()])?).into()])?;
    let below = row(Pointwise::Le, &[x.into(), 0.0.into()])?;
    let pole = row(Pointwise::LogicalAnd, &[(&whole).into(), (&below).into()])?;
    row(Pointwise::Where, &[(&pole).into(), f64::NEG_INFINITY.into(), (&between_poles(x)?).into()])
}

/// Reflected to the right of 0.5, then the recurrence, then the series.
fn between_poles(x: &Tensor) -> Result<Tensor> {
    let left = row(Pointwise::Lt, &[x.into(), 0.5.into()])?;
    let mirrored = row(Pointwise::Add, &[(&times(x, -1.0)?).into(), 1.0.into()])?;
    let at = row(Pointwise::Where, &[(&left).into(), (&mirrored).into(), x.into()])?;
    let reflected = row(Pointwise::Where, &[(&left).into(), (&reflection(x, &left)?).into(), 0.0.into()])?;
    add(&reflected, &right(at)?)
}

/// -2 pi^3 cos(pi x) / sin(pi x)^3 at places on the left.
fn reflection(x: &Tensor, left: &Tensor) -> Result<Tensor> {
    let angle = times(&row(Pointwise::Where, &[left.into(), x.into(), 0.5.into()])?, PI)?;
    let sine = row(Pointwise::Sin, &[(&angle).into()])?;
    let cube = row(Pointwise::Pow, &[(&sine).into(), 3.0.into()])?;
    let cosine = times(&row(Pointwise::Cos, &[(&angle).into()])?, -2.0 * PI.powi(3))?;
    row(Pointwise::Div, &[(&cosine).into(), (&cube).into()])
}

/// The value at places from 0.5 on.
fn right(mut at: Tensor) -> Result<Tensor> {
    let mut total = times(&at, 0.0)?;
    for _ in 0..STEPS {
        total = add(&total, &times(&row(Pointwise::Pow, &[(&at).into(), (-3.0).into()])?, -2.0)?)?;
        at = row(Pointwise::Add, &[(&at).into(), 1.0.into()])?;
    }
    let square = row(Pointwise::Pow, &[(&at).into(), (-2.0).into()])?;
    let mut series = times(&square, 0.0)?;
    for factor in SERIES {
        series = row(
            Pointwise::Mul,
            &[(&row(Pointwise::Add, &[(&series).into(), factor.into()])?).into(), (&square).into()],
        )?;
    }
    // The one odd power.
    let cube = row(Pointwise::Pow, &[(&at).into(), (-3.0).into()])?;
    add(&total, &row(Pointwise::Sub, &[(&series).into(), (&cube).into()])?)
}
