//! Logical functions of contiguous bools, byte by byte: as integers they would take eight times the memory of a block.

use super::walk::{Walk, in_pieces, pointer};
use tensorcell_tensor::{Arg, DType, Pointwise, Tensor};

/// Computes the function if its operands are bools that lie like the result. Otherwise returns false without computing.
pub fn run(function: Pointwise, inputs: &[Arg], out: &Tensor) -> bool {
    let lies =
        |x: &Tensor| x.dtype() == DType::Bool && x.shape() == out.shape() && Walk::new(x, out.shape()).is_contiguous();
    let apart = |x: &Tensor| x.address() == out.address() || !x.shares_storage(out);
    match inputs {
        [Arg::Tensor(a), Arg::Tensor(b)] if [*a, *b, out].into_iter().all(lies) && apart(a) && apart(b) => {
            match function {
                Pointwise::BitwiseAnd | Pointwise::LogicalAnd => each(a, b, out, |a, b| a & b),
                Pointwise::BitwiseOr | Pointwise::LogicalOr => each(a, b, out, |a, b| a | b),
                Pointwise::BitwiseXor | Pointwise::LogicalXor | Pointwise::Ne => each(a, b, out, |a, b| a ^ b),
                Pointwise::Eq => each(a, b, out, |a, b| !(a ^ b)),
                _ => return false,
            }
            true
        }
        [Arg::Tensor(a)] if function == Pointwise::LogicalNot && lies(a) && lies(out) && apart(a) => {
            each(a, a, out, |a, _| !a);
            true
        }
        _ => false,
    }
}

fn each(a: &Tensor, b: &Tensor, out: &Tensor, function: impl Fn(bool, bool) -> bool + Sync) {
    let [a, b, to] = [a, b, out].map(|x| pointer::<u8>(x) as usize);
    in_pieces(out.numel(), |start, count| {
        for at in start..start + count {
            // SAFETY: all are alive and contiguous; an operand that shares the result's memory lies exactly there, and is read
            // before its element is written.
            unsafe {
                let [a, b] = [a, b].map(|x| *(x as *const u8).add(at) != 0);
                (to as *mut u8).add(at).write(u8::from(function(a, b)));
            }
        }
    });
}
