//! Arithmetic of sparse tensors, and the functions that leave zeros as they are.

use super::compressed::compress;
use super::coordinates::{check_same_shape, coalesce, gather, in_coordinates, same_indices, to_dense};
use super::parts::{assemble, parts, refused, values, with_values};
use super::places::{Places, block_of, numbers};
use super::rows::{led_by, picked, zeros};
use crate::compose::pointwise;
use crate::{run, view};
use tensorcell_tensor::op::{Arg, Op, Result, View};
use tensorcell_tensor::{Format, Pointwise, Scalar, Tensor, TensorError};

/// Whether a function of zero is zero, so that it needs to be computed at the kept places only. Functions that are linear besides
/// need not even add values of equal places first.
fn keeps_zero(function: Pointwise) -> bool {
    use Pointwise::*;
    matches!(
        function,
        Abs | Sign
            | Sgn
            | Square
            | Sqrt
            | Expm1
            | Log1p
            | Sin
            | Tan
            | Asin
            | Atan
            | Sinh
            | Tanh
            | Asinh
            | Atanh
            | Erf
            | Erfinv
            | Relu
            | Floor
            | Ceil
            | Round
            | Trunc
            | Frac
            | Isnan
            | Isinf
            | Signbit
    )
}

/// Whether an operand is one number for all elements.
fn is_number(arg: &Arg) -> bool {
    arg.tensor().is_none_or(|tensor| tensor.dim() == 0 && !tensor.is_sparse())
}

pub(super) fn compute(function: Pointwise, parameters: [f64; 2], inputs: &[Arg]) -> Result<Tensor> {
    let op = Op::Pointwise { function, parameters };
    match (function, inputs) {
        (Pointwise::Add, [a, b]) => add(*a, *b, Scalar::Int(1)),
        (Pointwise::Sub, [a, b]) => add(*a, *b, Scalar::Int(-1)),
        (Pointwise::AddScaled, [a, b]) => add(*a, *b, factor(parameters[0])),
        (Pointwise::Mul | Pointwise::Div, [Arg::Tensor(x), number]) if is_number(number) => {
            with_values(x, &run(op, &[(&values(x)?).into(), *number])?)
        }
        (Pointwise::Mul, [number, Arg::Tensor(x)]) if is_number(number) => {
            with_values(x, &run(op, &[*number, (&values(x)?).into()])?)
        }
        (Pointwise::Mul, [Arg::Tensor(a), Arg::Tensor(b)]) => multiply(a, b),
        (Pointwise::Div, [Arg::Tensor(_), Arg::Tensor(b)]) => Err(TensorError::runtime(format!(
            "Sparse division requires a scalar or zero-dim dense tensor divisor (got shape {:?} for divisor)",
            b.shape()
        ))),
        (Pointwise::Pow, [Arg::Tensor(x), Arg::Scalar(exponent)]) if exponent.as_f64() > 0.0 => {
            let x = coalesce(x)?;
            with_values(&x, &run(op, &[(&values(&x)?).into(), (*exponent).into()])?)
        }
        (Pointwise::Neg | Pointwise::Conj, [Arg::Tensor(x)]) => with_values(x, &run(op, &[(&values(x)?).into()])?),
        (Pointwise::Angle, [Arg::Tensor(x)]) if x.format() != Format::Coo => {
            with_values(x, &run(op, &[(&values(x)?).into()])?)
        }
        (function, [Arg::Tensor(x)]) if keeps_zero(function) => {
            let x = coalesce(x)?;
            with_values(&x, &run(op, &[(&values(&x)?).into()])?)
        }
        _ => Err(refused(&op, inputs)),
    }
}

/// `a + factor * b`.
fn add(a: Arg, b: Arg, factor: Scalar) -> Result<Tensor> {
    match (a, b) {
        (Arg::Tensor(a), Arg::Tensor(b)) if a.is_sparse() && b.is_sparse() => merged(a, b, factor),
        (Arg::Tensor(a), Arg::Tensor(b)) if b.is_sparse() => {
            check_same_shape(a, b, "add")?;
            pointwise(Pointwise::Add, &[a.into(), (&scaled(&to_dense(b)?, factor)?).into()])
        }
        _ => Err(TensorError::runtime("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")),
    }
}

/// A factor that leaves integers integers where it is one.
pub(super) fn factor(number: f64) -> Scalar {
    if number.fract() == 0.0 { Scalar::Int(number as i64) } else { Scalar::Float(number) }
}

pub(super) fn scaled(x: &Tensor, factor: Scalar) -> Result<Tensor> {
    match factor {
        Scalar::Int(1) => Ok(x.clone()),
        Scalar::Int(-1) => pointwise(Pointwise::Neg, &[x.into()]),
        factor => pointwise(Pointwise::Mul, &[x.into(), factor.into()]),
    }
}

/// The sum of two sparse tensors, whose places are merged in PyTorch's order.
fn merged(a: &Tensor, b: &Tensor, factor: Scalar) -> Result<Tensor> {
    check_same_shape(a, b, "add")?;
    let (own, other) = (parts(a)?, parts(b)?);
    let right = scaled(&values(b)?, factor)?;
    if own.format == other.format && same_indices(&own, &other)? {
        return with_values(a, &pointwise(Pointwise::Add, &[(&values(a)?).into(), (&right).into()])?);
    }
    if own.format != Format::Coo {
        let sum = merged(&in_coordinates(a)?, &in_coordinates(b)?, factor)?;
        return compress(&sum, own.format, block_of(&own));
    }
    if own.sparse_dims() != other.sparse_dims() {
        return Err(TensorError::runtime("add: expected 'self' and 'other' to have same number of sparse dimensions"));
    }
    let places = [Places::of(a.shape(), &own)?, Places::of(b.shape(), &other)?];
    let [left_at, right_at] = [places[0].flat()?, places[1].flat()?];
    let (mut found, mut slots) = (Vec::new(), [Vec::new(), Vec::new()]);
    let (mut i, mut j) = (0, 0);
    while i < left_at.len() || j < right_at.len() {
        let (next, beside) = (left_at.get(i), right_at.get(j));
        let (takes, joins) = match (next, beside) {
            (Some(a), Some(b)) => (a <= b, b <= a),
            (next, beside) => (next.is_some(), beside.is_some()),
        };
        let slot = found.len() as i64;
        found.extend(if takes { next } else { beside });
        if takes {
            slots[0].push(slot);
            i += 1;
        }
        if joins {
            slots[1].push(slot);
            j += 1;
        }
    }
    let left = values(a)?;
    let dtype = left.dtype().promote(right.dtype());
    let rows = zeros(&led_by(found.len(), &left.shape()[1..]), dtype, a.device())?;
    let add = |rows: &Tensor, slots: &[i64], values: &Tensor| {
        let (slots, values) = (numbers(slots, a.device())?, run(Op::Cast(dtype), &[values.into()])?);
        run(Op::IndexAdd { dim: 0 }, &[rows.into(), (&slots).into(), (&values).into()])
    };
    let sum = add(&add(&rows, &slots[0], &left)?, &slots[1], &right)?;
    let index = Places::at(&places[0].sizes, &found).index(a.device())?;
    assemble(Format::Coo, a.shape(), &[index], &sum, own.coalesced && other.coalesced)
}

/// The product of a sparse tensor with another: where both have a place.
fn multiply(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    if !(a.is_sparse() && b.is_sparse()) {
        let (sparse, dense) = if a.is_sparse() { (a, b) } else { (b, a) };
        let dense = view(dense, View::Expand(sparse.shape().into()))?;
        let factors = [&values(sparse)?, &gather(&dense, sparse)?];
        return with_values(sparse, &pointwise(Pointwise::Mul, &factors.map(Arg::Tensor))?);
    }
    check_same_shape(a, b, "mul")?;
    let own = parts(a)?;
    let (format, block) = (own.format, block_of(&own));
    let [a, b] = [coalesce(&in_coordinates(a)?)?, coalesce(&in_coordinates(b)?)?];
    let places = Places::of(a.shape(), &*parts(&a)?)?;
    let (left, right) = (places.flat()?, Places::of(b.shape(), &*parts(&b)?)?.flat()?);
    let pairs: Vec<(usize, usize)> =
        (left.iter().enumerate()).filter_map(|(i, place)| Some((i, right.binary_search(place).ok()?))).collect();
    let found: Vec<i64> = pairs.iter().map(|(i, _)| left[*i]).collect();
    let side = |x: &Tensor, at: Vec<i64>| picked(&values(x)?, &at);
    let factors = [
        side(&a, pairs.iter().map(|pair| pair.0 as i64).collect())?,
        side(&b, pairs.iter().map(|pair| pair.1 as i64).collect())?,
    ];
    let product = pointwise(Pointwise::Mul, &[(&factors[0]).into(), (&factors[1]).into()])?;
    let index = Places::at(&places.sizes, &found).index(a.device())?;
    let product = assemble(Format::Coo, a.shape(), &[index], &product, true)?;
    match format {
        Format::Coo => Ok(product),
        format => compress(&product, format, block),
    }
}
