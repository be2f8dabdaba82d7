//! A chain of pointwise operations over one shape, as data: what waits in `deferred`, and what an executor runs as one.

use smallvec::SmallVec;
use std::sync::Weak;
use tensorcell_device::allocator::Place;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Dims, Layout, Make, Op, Pointwise, Reduction, Scalar, Storage, Tensor};

/// What a step reads.
pub enum Source {
    /// An earlier step's result.
    Step(usize),
    /// What the product gives that the chain begins with (`Product`).
    Product,
    Number(Scalar),
    /// A tensor that broadcasts to the shape, of any dtype.
    Memory(Tensor),
}

/// A row of the pointwise table over sources. Its result is written where somebody still holds `out`: contiguous memory for
/// the shape, of `dtype`, which is the computing type or bool, or for a conversion any.
pub struct Step {
    /// None: its operand converted to `dtype`, on CUDA.
    pub function: Option<Pointwise>,
    pub parameters: [f64; 2],
    pub operands: SmallVec<[Source; 3]>,
    pub out: Weak<Storage>,
    pub dtype: DType,
    /// The place in the program that asked for it, on CUDA.
    pub place: Option<Place>,
}

/// A matrix product that a chain on CUDA begins with, whose activation it may take up.
pub struct Product {
    pub op: Op,
    pub inputs: SmallVec<[Tensor; 3]>,
    pub out: Weak<Storage>,
    pub place: Option<Place>,
}

/// A reduction of a step's last dimensions (all, when `dims` is empty). On the CPU: the sum or mean of all elements.
pub struct Total {
    pub step: usize,
    pub function: Reduction,
    pub dims: Dims,
    /// A variance's correction, a norm's p.
    pub parameter: f64,
    pub out: Weak<Storage>,
    pub made: Make,
    /// The place in the program that asked for it.
    pub place: Option<Place>,
}

impl Total {
    pub fn op(&self) -> Op {
        let (function, dims) = (self.function, self.dims.clone());
        Op::Reduce { function, dims, keepdim: false, correction: self.parameter }
    }

    /// Where it is written: what somebody holds, or, if it is `wanted` all the same, memory of its own.
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
    /// The operation that it is, by name.
    pub fn name(&self) -> &'static str {
        self.function.map_or("to", |function| function.row().name)
    }
}

/// Powers that are other functions.
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

/// The function of one operand that a power with this exponent is, for floats.
pub fn power(exponent: f64) -> Option<Pointwise> {
    Some(match exponent {
        2.0 => Pointwise::Square,
        0.5 => Pointwise::Sqrt,
        -0.5 => Pointwise::Rsqrt,
        -1.0 => Pointwise::Reciprocal,
        _ => return None,
    })
}

/// Which steps are to be computed, and after which step each is no longer read: those that `wanted` names, and what they
/// need.
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
