//! The inputs of a gradient rule, and arithmetic that rules share.

use tensorcell_engine::{self as engine, compose};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::tape::{Operand, Output};
use tensorcell_tensor::{Make, Op, Pointwise, Scalar, Tensor, TensorError};

/// A recorded operation, unpacked for its gradient rule.
pub struct Context<'a> {
    pub op: &'a Op,
    pub operands: &'a [Operand],
    pub outputs: &'a [Output],
    pub inputs: Vec<Option<Tensor>>,
    pub results: Vec<Option<Tensor>>,
    /// The incoming gradients; `None` means zeros.
    pub gradients: Vec<Option<Tensor>>,
    /// Which operands need a gradient.
    pub wanted: Vec<bool>,
}

/// One gradient per operand; `None` if not needed.
pub type Gradients = Vec<Option<Tensor>>;

impl Context<'_> {
    pub fn wants(&self, operand: usize) -> bool {
        self.wanted.get(operand).copied().unwrap_or(false)
    }
    pub fn input(&self, position: usize) -> Result<&Tensor> {
        (self.inputs.get(position).and_then(Option::as_ref)).ok_or_else(|| self.missing("operand", position))
    }
    pub fn result(&self, position: usize) -> Result<&Tensor> {
        (self.results.get(position).and_then(Option::as_ref)).ok_or_else(|| self.missing("result", position))
    }
    fn missing(&self, what: &str, position: usize) -> TensorError {
        TensorError::runtime(format!("the gradient of {} reads {what} {position}, which was not saved", self.op.name()))
    }
    pub fn shape(&self, operand: usize) -> &[usize] {
        self.operands[operand].layout.shape()
    }
    /// The incoming gradient of output `position`, or zeros if there is none.
    pub fn gradient(&self, position: usize) -> Result<Tensor> {
        match self.gradients.get(position).cloned().flatten() {
            Some(gradient) => Ok(gradient),
            None => {
                let Output { shape, dtype, device } = self.outputs[position].clone();
                zeros(Make { shape, dtype, device })
            }
        }
    }
    /// Zeros with an operand's shape.
    pub fn zeros_like(&self, operand: usize) -> Result<Tensor> {
        let gradient = self.gradient(0)?;
        zeros(Make { shape: self.shape(operand).into(), dtype: gradient.dtype(), device: gradient.device() })
    }
}

/// Zeros that a gradient is written into: batched where it is.
pub fn zeros_for(gradient: &Tensor, shape: &[usize]) -> Result<Tensor> {
    let shape = gradient.hidden().iter().chain(shape).copied().collect();
    let whole = zeros(Make { shape, dtype: gradient.dtype(), device: gradient.device() })?;
    Ok(whole.hide(gradient.levels()))
}

pub fn zeros(make: Make) -> Result<Tensor> {
    engine::run(Op::Fill { value: Scalar::Int(0), make }, &[])
}
/// The complex conjugate; a real tensor itself.
pub fn conj(x: &Tensor) -> Result<Tensor> {
    match x.dtype().is_complex() {
        true => compose::pointwise(Pointwise::Conj, &[x.into()]),
        false => Ok(x.clone()),
    }
}
pub fn mul(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    compose::pointwise(Pointwise::Mul, &[a.into(), b.into()])
}
pub fn scale(a: &Tensor, factor: f64) -> Result<Tensor> {
    match factor == 1.0 {
        true => Ok(a.clone()),
        false => compose::pointwise(Pointwise::Mul, &[a.into(), factor.into()]),
    }
}
