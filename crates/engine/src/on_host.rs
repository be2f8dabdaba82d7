//! Operations computed only on the host. A CUDA tensor's elements are copied to the host and the results copied back.

use super::{complex_linalg, ctc, fourier, linalg};
use tensorcell_tensor::linalg::Linalg;
use tensorcell_tensor::op::{Arg, Result};
use tensorcell_tensor::{Make, Op, Tensor};

/// The results of an operation without a kernel on any device; `None` if an executor runs it.
pub(super) fn run(op: &Op, inputs: &[Arg], made: &[Make]) -> Option<Result<Vec<Tensor>>> {
    match (op, inputs) {
        (Op::Linalg(function), [Arg::Tensor(a), ..]) if a.dtype().is_complex() || *function == Linalg::Eig => {
            Some(complex_linalg::run(*function, inputs, made))
        }
        (Op::Linalg(function), _) => Some(linalg::run(*function, inputs, made)),
        (Op::Fourier { transform, dims, scale }, [Arg::Tensor(x)]) => {
            Some(fourier::run(*transform, x, dims, *scale, &made[0]).map(|out| vec![out]))
        }
        (Op::CtcLoss(given), [Arg::Tensor(log_probs)]) => Some(ctc::run(given, log_probs, made)),
        (Op::PivotMatrix { rows, dtype }, [Arg::Tensor(pivots)]) => {
            Some(linalg::permutation(pivots, *rows, *dtype).map(|matrix| vec![matrix]))
        }
        _ => None,
    }
}
