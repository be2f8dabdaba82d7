//! Half and bfloat16 arithmetic: exact in a wider format, then rounded once.

use super::soft::{self, Format, Rounding};
use half::{bf16, f16};

/// A 16-bit format whose sums, products, quotients and square roots are computed in float32, which has enough bits
/// that the second rounding makes no difference.
pub(crate) trait Narrow {
    const FORMAT: Format;
    fn wide(bits: u16) -> f32;
    fn round(value: f32) -> u16;
    /// Rounds a value that was rounded to odd before.
    fn round_wide(value: f64) -> u16;
}

pub(crate) struct Half;
pub(crate) struct Brain;

impl Narrow for Half {
    const FORMAT: Format = soft::F16;

    fn wide(bits: u16) -> f32 {
        f16::from_bits(bits).to_f32()
    }

    fn round(value: f32) -> u16 {
        if value.is_nan() { 0x7fff } else { f16::from_f32(value).to_bits() }
    }

    fn round_wide(value: f64) -> u16 {
        soft::convert(value.to_bits(), soft::F64, soft::F16, Rounding::Nearest) as u16
    }
}

impl Narrow for Brain {
    const FORMAT: Format = soft::BF16;

    fn wide(bits: u16) -> f32 {
        bf16::from_bits(bits).to_f32()
    }

    fn round(value: f32) -> u16 {
        if value.is_nan() { 0x7fff } else { bf16::from_f32(value).to_bits() }
    }

    fn round_wide(value: f64) -> u16 {
        soft::convert(value.to_bits(), soft::F64, soft::BF16, Rounding::Nearest) as u16
    }
}

/// Computes `a + b` rounded to odd: an inexact sum becomes the neighbour whose last bit is set, so a later rounding to
/// fewer bits gives the same result as for the exact sum.
pub(crate) fn sum_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let back = sum - a;
    let error = (a - (sum - back)) + (b - back);
    if error == 0.0 || !sum.is_finite() || !error.is_finite() || sum.to_bits() & 1 == 1 {
        return sum;
    }
    let towards_infinity = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if towards_infinity { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

/// Computes `a * b + c` in a 16-bit format, rounded once.
pub(crate) fn fma<N: Narrow>(a: u16, b: u16, c: u16) -> u16 {
    let product = f64::from(N::wide(a)) * f64::from(N::wide(b));
    N::round_wide(sum_to_odd(product, f64::from(N::wide(c))))
}
