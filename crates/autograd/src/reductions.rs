//! Gradients of reductions, evaluated from the expressions in their table.

use super::context::{Context, Gradients, conj};
use super::expression::{self, Value};
use tensorcell_engine::{self as engine, compose};
use tensorcell_tensor::op::{Arg, Result, View};
use tensorcell_tensor::{Dims, Make, Op, Pointwise, Reduction, Scalar, Tensor};

fn row(function: Pointwise, inputs: &[Arg]) -> Result<Tensor> {
    compose::pointwise(function, inputs)
}

/// Restores the reduced dimensions of a tensor, each with size 1.
fn kept(x: &Tensor, shape: &[usize], dims: &[usize]) -> Result<Tensor> {
    let reduced = |d: usize| dims.is_empty() || dims.contains(&d);
    let shape: Dims = shape.iter().enumerate().map(|(d, &size)| if reduced(d) { 1 } else { size }).collect();
    compose::reshape(x, &shape)
}

/// The values that a table expression can read.
struct Scope<'a> {
    shape: &'a [usize],
    dims: &'a [usize],
    x: Option<&'a Tensor>,
    y: Option<Tensor>,
    g: Tensor,
    p: f64,
}

impl Scope<'_> {
    fn lookup(&self, name: &str) -> Option<Value> {
        let of = |d: &usize| self.dims.is_empty() || self.dims.contains(d);
        match name {
            "x" => self.x.cloned().map(Value::Tensor),
            "y" => self.y.clone().map(Value::Tensor),
            "g" => Some(Value::Tensor(self.g.clone())),
            "p" => Some(Value::Number(self.p)),
            "whole" => Some(Value::Number(f64::from(u8::from(self.dims.is_empty())))),
            "n" => {
                let elements: usize = (0..self.shape.len()).filter(of).map(|d| self.shape[d]).product();
                Some(Value::Number(elements as f64))
            }
            _ => None,
        }
    }
    /// The gradient of the operand, in the operand's shape.
    fn gradient(&self, function: Reduction) -> Result<Tensor> {
        let rule = expression::of_reduction(function);
        let found = match expression::evaluate(rule, &|name| self.lookup(name), self.dims)? {
            Value::Tensor(found) => found,
            Value::Number(number) => {
                let make = Make { shape: self.shape.into(), dtype: self.g.dtype(), device: self.g.device() };
                return engine::run(Op::Fill { value: Scalar::Float(number), make }, &[]);
            }
        };
        match found.shape() == self.shape {
            true => Ok(found),
            false => {
                let whole = engine::view(&found, View::Expand(self.shape.into()))?;
                // PyTorch divides the expanded gradient, which makes it writable.
                if function == Reduction::Mean { compose::contiguous(&whole) } else { Ok(whole) }
            }
        }
    }
}

pub fn reduce(cx: &Context, function: Reduction, dims: &[usize], keepdim: bool, p: f64) -> Result<Tensor> {
    let shape = cx.shape(0);
    let back = |x: &Tensor| if keepdim { Ok(x.clone()) } else { kept(x, shape, dims) };
    let reads = function.saves();
    // A product is analytic: its gradient is the real one with all values conjugated.
    let read = |x: &Tensor| if function == Reduction::Prod { conj(x) } else { Ok(x.clone()) };
    let x = (reads.inputs != 0).then(|| read(cx.input(0)?)).transpose()?;
    let y = (reads.outputs != 0).then(|| back(&read(cx.result(0)?)?)).transpose()?;
    Scope { shape, dims, x: x.as_ref(), y, g: back(&cx.gradient(0)?)?, p }.gradient(function)
}

/// The gradient of a p-norm over `dims` (empty means all). y and g have these dimensions kept.
fn norm(x: &Tensor, y: &Tensor, g: &Tensor, dims: &[usize], p: f64) -> Result<Tensor> {
    Scope { shape: x.shape(), dims, x: Some(x), y: Some(y.clone()), g: g.clone(), p }.gradient(Reduction::Norm)
}

pub fn total_norm(cx: &Context, p: f64) -> Result<Gradients> {
    let (gradient, y) = (cx.gradient(0)?, cx.result(0)?);
    (0..cx.operands.len()).map(|i| cx.wants(i).then(|| norm(cx.input(i)?, y, &gradient, &[], p)).transpose()).collect()
}

/// Recomputes all differences of rows and applies the gradient of their norms.
pub fn distances(cx: &Context, p: f64) -> Result<Gradients> {
    let rows = |x: &Tensor, dim: usize| engine::view(x, View::Unsqueeze(dim));
    let difference = row(Pointwise::Sub, &[(&rows(cx.input(0)?, 2)?).into(), (&rows(cx.input(1)?, 1)?).into()])?;
    let last = |x: &Tensor| rows(x, 3);
    let gradient = norm(&difference, &last(cx.result(0)?)?, &last(&cx.gradient(0)?)?, &[3], p)?;
    let over = |dim: usize| -> Result<Tensor> {
        let dims = Dims::from_slice(&[dim]);
        engine::run(
            Op::Reduce { function: Reduction::Sum, dims, keepdim: false, correction: 0.0 },
            &[(&gradient).into()],
        )
    };
    let first = cx.wants(0).then(|| over(2)).transpose()?;
    let second = cx.wants(1).then(|| row(Pointwise::Neg, &[(&over(1)?).into()])).transpose()?;
    Ok(vec![first, second])
}
