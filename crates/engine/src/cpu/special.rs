//! Special functions of numbers without a row among the pointwise functions, element by element on the processor.

mod airy;
mod bessel;
mod gamma;
mod normal;

use super::number::Number;
use super::walk::{BLOCK, Walk, in_pieces};
use std::num::Wrapping;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, DType, Device, Scalar, Tensor, broadcast_shapes};

/// A function of one or two numbers. One of a single number ignores the second.
#[derive(Clone, Copy)]
pub enum Special {
    Real(fn(f64, f64) -> f64),
    Whole(fn(i64, i64) -> i64),
}

/// The function with PyTorch's name.
pub fn find(name: &str) -> Option<Special> {
    Some(Special::Real(match name {
        "i0" => |x, _| bessel::i(0, x, false),
        "i0e" => |x, _| bessel::i(0, x, true),
        "i1" => |x, _| bessel::i(1, x, false),
        "i1e" => |x, _| bessel::i(1, x, true),
        "bessel_j0" => |x, _| bessel::wave(x, libm::j0),
        "bessel_j1" => |x, _| bessel::wave(x, libm::j1),
        "bessel_y0" => |x, _| bessel::wave(x, libm::y0),
        "bessel_y1" => |x, _| bessel::wave(x, libm::y1),
        "modified_bessel_k0" => |x, _| bessel::k(0, x, false),
        "modified_bessel_k1" => |x, _| bessel::k(1, x, false),
        "scaled_modified_bessel_k0" => |x, _| bessel::k(0, x, true),
        "scaled_modified_bessel_k1" => |x, _| bessel::k(1, x, true),
        "airy_ai" => |x, _| airy::ai(x),
        "gammainc" => gamma::lower,
        "gammaincc" => gamma::upper,
        "zeta" => gamma::hurwitz,
        "erfcx" => |x, _| normal::scaled_erfc(x),
        "log_ndtr" => |x, _| normal::log_distribution(x),
        "ndtri" => |p, _| normal::quantile(p),
        "gcd" => return Some(Special::Whole(gcd)),
        _ => return None,
    }))
}

/// Euclid's algorithm with PyTorch's steps, by which the least integer, whose size has no number, divides too.
fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.wrapping_abs(), b.wrapping_abs());
    while a != 0 {
        (a, b) = (b.wrapping_rem(a), a);
    }
    b
}

/// The function of all elements of tensors in host memory, broadcast to a common shape, in a dtype.
pub fn run(function: Special, operands: &[Arg], dtype: DType) -> Result<Tensor> {
    let shape = broadcast_shapes(operands.iter().filter_map(|arg| arg.tensor()).map(|x| x.shape()))?;
    let out = Tensor::empty(&shape, dtype, Device::Cpu)?;
    if out.numel() == 0 {
        return Ok(out);
    }
    match function {
        Special::Real(function) => each(operands, &out, Scalar::as_f64, function),
        Special::Whole(function) => each(operands, &out, |x| Wrapping(x.as_i64()), |a, b| Wrapping(function(a.0, b.0))),
    }
    Ok(out)
}

fn each<T: Number>(operands: &[Arg], out: &Tensor, number: impl Fn(Scalar) -> T, function: impl Fn(T, T) -> T + Sync) {
    let sources: Vec<std::result::Result<Walk, T>> = (operands.iter())
        .map(|arg| match arg {
            Arg::Tensor(x) => Ok(Walk::new(x, out.shape())),
            Arg::Scalar(scalar) => Err(number(*scalar)),
        })
        .collect();
    let target = Walk::new(out, out.shape());
    in_pieces(out.numel(), |start, count| {
        let mut blocks = [[T::default(); BLOCK]; 2];
        for at in (start..start + count).step_by(BLOCK) {
            let n = BLOCK.min(start + count - at);
            for (source, block) in sources.iter().zip(&mut blocks) {
                match source {
                    // SAFETY: the operand is alive, and nothing writes it during the operation.
                    Ok(walk) => unsafe { walk.load(at, &mut block[..n]) },
                    Err(number) => block[..n].fill(*number),
                }
            }
            let [first, second] = &mut blocks;
            first[..n].iter_mut().zip(&second[..n]).for_each(|(x, y)| *x = function(*x, *y));
            // SAFETY: the result is alive and new; pieces are disjoint.
            unsafe { target.store(at, &first[..n]) };
        }
    });
}

#[cfg(test)]
mod tests;
