//! A chain of pointwise operations over one shape, as data: queued in `deferred`, and run by an executor as one operation.

use smallvec::SmallVec;
use std::sync::Weak;
use tensorcell_device::allocator::Place;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Dims, Layout, Make, Op, Pointwise, Reduction, Scalar, Storage, Tensor};

/// An operand of a step.
pub enum Source {
    /// The result of an earlier step.
    Step(usize),
    /// The result of the matrix product that starts the chain (`Product`).
    Product,
    Number(Scalar),
    /// A tensor of any dtype that broadcasts to the shape.
    Memory(Tensor),
}

/// A row of the pointwise table over sources. The result is written only if `out` is still alive. `out` is contiguous memory for the
/// shape, of `dtype`: the computing type or bool, or any dtype for a conversion.
pub struct Step {
    /// `None` for a conversion of the operand to `dtype`, on CUDA.
    pub function: Option<Pointwise>,
    pub parameters: [f64; 2],
    pub operands: SmallVec<[Source; 3]>,
    pub out: Weak<Storage>,
    pub dtype: DType,
    /// The place in the program that requested it, on CUDA.
    pub place: Option<Place>,
}

/// A matrix product at the start of a CUDA chain, which may fuse its activation.
pub struct Product {
    pub op: Op,
    pub inputs: SmallVec<[Tensor; 3]>,
    pub out: Weak<Storage>,
    pub place: Option<Place>,
}

/// A reduction of a step's last dimensions (all if `dims` is empty). The CPU supports only the sum and the mean of all elements.
pub struct Total {
    pub step: usize,
    pub function: Reduction,
    pub dims: Dims,
    /// The correction of a variance, or p of a norm.
    pub parameter: f64,
    pub out: Weak<Storage>,
    pub made: Make,
    /// The place in the program that requested it.
    pub place: Option<Place>,
}

impl Total {
    pub fn op(&self) -> Op {
        let (function, dims) = (self.function, self.dims.clone());
        Op::Reduce { function, dims, keepdim: false, correction: self.parameter }
    }

    /// The tensor to write to: the result's storage if it is alive, else new memory if the result is `wanted` anyway.
    pub fn destination(&self, wanted: bool) -> Result<Option<Tensor>> {
        let Make { shape, dtype, device } = &self.made;
        match self.out.upgrade() {
            Some(storage) => Ok(Some(Tensor::new(storage, Layout::contiguous(shape), *dtype))),
            None if wanted => Tensor::empty(shape, *dtype, *device).map(Some),
            None => Ok(None),
        }
    }
}

impl Step {
    /// The operation's name.
    pub fn name(&self) -> &'static str {
        self.function.map_or("to", |function| function.row().name)
    }
}

/// Replaces powers that are another function.
pub fn simplified(function: Pointwise, mut operands: SmallVec<[Source; 3]>) -> (Pointwise, SmallVec<[Source; 3]>) {
    let exponent = match (function, operands.get(1)) {
        (Pointwise::Pow, Some(Source::Number(exponent))) => exponent.as_f64(),
        _ => return (function, operands),
    };
    match power(exponent) {
        Some(function) => {
            operands.truncate(1);
            (function, operands)
        }
        None => (function, operands),
    }
}

/// The function of one operand that equals a power with this exponent, for floats.
pub fn power(exponent: f64) -> Option<Pointwise> {
    Some(match exponent {
        2.0 => Pointwise::Square,
        0.5 => Pointwise::Sqrt,
        -0.5 => Pointwise::Rsqrt,
        -1.0 => Pointwise::Reciprocal,
        _ => return None,
    })
}

/// Which steps must be computed, and the last step that reads each one. These are the `wanted` steps and their operands.
pub fn needed(steps: &[Step], mut wanted: Vec<bool>) -> (Vec<bool>, Vec<usize>) {
    let mut last_use = vec![0; steps.len()];
    for (i, step) in steps.iter().enumerate().rev() {
        for operand in &step.operands {
            if let (true, Source::Step(from)) = (wanted[i], operand) {
                wanted[*from] = true;
                last_use[*from] = last_use[*from].max(i);
            }
        }
    }
    (wanted, last_use)
}
