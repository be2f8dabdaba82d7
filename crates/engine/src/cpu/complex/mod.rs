//! Complex numbers on the CPU. Elements of every dtype are read as float64 pairs, so that each loop serves complex64 and complex128.
//! Data movement works on real and imaginary parts instead (`engine/complex.rs`).

mod elements;
mod pointwise;
mod product;
mod reduce;

use super::tensor;
use tensorcell_tensor::infer::not_implemented;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, Op, Tensor};

/// Runs an arithmetic operation on complex numbers.
pub fn run(op: &Op, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    let x = |position| tensor(inputs, position);
    match op {
        Op::Pointwise { function, parameters } => pointwise::run(*function, *parameters, inputs, &outputs[0]),
        Op::Reduce { function, dims, correction, .. } => reduce::run(*function, x(0)?, dims, *correction, &outputs[0]),
        Op::Scan { function, dim } => reduce::scan(*function, x(0)?, *dim, &outputs[0]),
        Op::MatMul => {
            product::product(x(0)?, x(1)?, 0.0, 1.0, &outputs[0]);
            Ok(())
        }
        Op::AddMm { beta, alpha } => {
            product::addmm(x(0)?, x(1)?, x(2)?, *beta, *alpha, &outputs[0]);
            Ok(())
        }
        op => Err(not_implemented(op.name(), x(0)?.dtype())),
    }
}
