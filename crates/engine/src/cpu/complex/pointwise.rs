//! Pointwise loops over complex numbers: runs rows of the table block by block.

use super::super::complex_number::Complex;
use super::super::pointwise::Looped;
use super::super::walk::in_pieces;
use super::elements::Elements;
use smallvec::SmallVec;
use tensorcell_tensor::infer::not_implemented;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, Pointwise, Tensor};

/// Elements per block.
const BLOCK: usize = 256;

enum Operand {
    Tensor(Elements),
    Number(Complex),
}

/// Computes a row into a result of any dtype. A row with a real result (abs, eq) stores the real parts.
pub fn run(function: Pointwise, [p, q]: [f64; 2], inputs: &[Arg], out: &Tensor) -> Result<()> {
    if let (Pointwise::Pow, [base, Arg::Scalar(exponent)]) = (function, inputs)
        && exponent.parts()[1] == 0.0
        && let Some(function) = crate::chain::power(exponent.as_f64())
    {
        return run(function, [p, q], &[*base], out);
    }
    let Some(work) = Complex::find(function) else {
        let dtype = inputs.iter().find_map(|arg| arg.tensor()).map_or(out.dtype(), Tensor::dtype);
        return Err(not_implemented(function.row().name, dtype));
    };
    let operand = |arg: &Arg| match arg {
        Arg::Scalar(scalar) => {
            let [re, im] = scalar.parts();
            Operand::Number(Complex::new(re, im))
        }
        Arg::Tensor(tensor) => Operand::Tensor(Elements::new(tensor, out.shape())),
    };
    let operands: SmallVec<[Operand; 3]> = inputs.iter().map(operand).collect();
    let target = Elements::new(out, out.shape());
    let [p, q] = [p, q].map(|parameter| Complex::new(parameter, 0.0));
    in_pieces(out.numel(), |start, count| {
        let mut blocks = [[Complex::default(); BLOCK]; 3];
        let mut result = [Complex::default(); BLOCK];
        for (operand, block) in operands.iter().zip(&mut blocks) {
            if let Operand::Number(number) = operand {
                block.fill(*number);
            }
        }
        for at in (start..start + count).step_by(BLOCK) {
            let n = BLOCK.min(start + count - at);
            for (operand, block) in operands.iter().zip(&mut blocks) {
                if let Operand::Tensor(elements) = operand {
                    // SAFETY: the operand is alive; pieces are disjoint, and each is written after it was read.
                    unsafe { elements.load(at, &mut block[..n]) };
                }
            }
            let slices = [0, 1, 2].map(|i| &blocks[i][..n]);
            // SAFETY: the loop runs on any processor; the result is alive, and pieces are disjoint.
            unsafe {
                work(&slices, p, q, &mut result[..n]);
                target.store(at, &result[..n]);
            }
        }
    });
    Ok(())
}
