//! Conversions (`cvt`) between all types, with every rounding and saturation.

use super::float::{bits, saturated, single};
use super::mnemonic::Mnemonic;
use super::{Shape, lanes};
use crate::number::soft::{self, Format, Rounding};
use crate::scalar::Scalar::{self, B, Bf16, Bf16x2, E4m3x2, E5m2x2, F16, F16x2, F32, F64, S, Tf32, U};
use crate::text::Error;
use half::{bf16, f16};

/// Modifiers of a conversion.
#[derive(Clone, Copy)]
struct Manner {
    rounding: Option<Rounding>,
    integer: Option<Rounding>,
    ftz: bool,
    sat: bool,
    finite: bool,
    relu: bool,
}

pub(crate) fn shape(m: &mut Mnemonic<'_>) -> Result<Option<Shape>, Error> {
    if !matches!(m.operation, "cvt") {
        return Ok(None);
    }
    let &[to, from] = m.types.as_slice() else {
        return Err(m.error("wants two types"));
    };
    let manner = Manner {
        rounding: m.rounding(),
        integer: m.integer_rounding(),
        ftz: m.take("ftz"),
        sat: m.take("sat"),
        finite: m.take("satfinite"),
        relu: m.take("relu"),
    };
    let found = common(to, from, manner).or_else(|| general(to, from, manner));
    found.map(Some).ok_or_else(|| m.unsupported())
}

/// Fast path for the conversions that compilers emit most.
fn common(to: Scalar, from: Scalar, manner: Manner) -> Option<Shape> {
    if manner.ftz || manner.finite || manner.relu {
        return None;
    }
    if manner.sat {
        let unit = to == F32 && from == F32 && manner.integer.is_none();
        return unit.then(|| lanes!(Ss, |a| saturated(a)));
    }
    Some(match (to, from, manner.rounding, manner.integer) {
        (U(64) | S(64), U(32), ..) => lanes!(Ds, |a| u64::from(a)),
        (U(64) | S(64), S(32), ..) => lanes!(Ds, |a| i64::from(a as i32) as u64),
        (U(32) | S(32), U(64) | S(64), ..) => lanes!(Sd, |a| a as u32),
        (U(32) | S(32), U(16), ..) => lanes!(Ss, |a| a & 0xffff),
        (U(32) | S(32), S(16), ..) => lanes!(Ss, |a| a as i16 as u32),
        (U(16) | S(16), U(32) | S(32), ..) => lanes!(Ss, |a| a & 0xffff),
        (F32, F16, None, None) => lanes!(Ss, |a| bits(f16::from_bits(a as u16).to_f32())),
        (F32, Bf16, None, None) => lanes!(Ss, |a| bits(bf16::from_bits(a as u16).to_f32())),
        (F16, F32, Some(Rounding::Nearest), None) => {
            lanes!(Ss, |a| if single(a).is_nan() { 0x7fff } else { u32::from(f16::from_f32(single(a)).to_bits()) })
        }
        (Bf16, F32, Some(Rounding::Nearest), None) => {
            lanes!(Ss, |a| if single(a).is_nan() { 0x7fff } else { u32::from(bf16::from_f32(single(a)).to_bits()) })
        }
        (F64, F32, None, None) => {
            lanes!(Ds, |a| if single(a).is_nan() { soft::F64.nan() } else { f64::from(single(a)).to_bits() })
        }
        (F32, F64, Some(Rounding::Nearest), None) => lanes!(Sd, |a| bits(f64::from_bits(a) as f32)),
        (F32, S(32), Some(Rounding::Nearest), _) => lanes!(Ss, |a| (a as i32 as f32).to_bits()),
        (F32, U(32), Some(Rounding::Nearest), _) => lanes!(Ss, |a| (a as f32).to_bits()),
        (F64, S(32), Some(Rounding::Nearest), _) => lanes!(Ds, |a| f64::from(a as i32).to_bits()),
        (F64, U(32), Some(Rounding::Nearest), _) => lanes!(Ds, |a| f64::from(a).to_bits()),
        (F64, S(64), Some(Rounding::Nearest), _) => lanes!(Dd, |a| (a as i64 as f64).to_bits()),
        (F64, U(64), Some(Rounding::Nearest), _) => lanes!(Dd, |a| (a as f64).to_bits()),
        (F32, S(64), Some(Rounding::Nearest), _) => lanes!(Sd, |a| (a as i64 as f32).to_bits()),
        (F32, U(64), Some(Rounding::Nearest), _) => lanes!(Sd, |a| (a as f32).to_bits()),
        (S(32), F32, None, Some(Rounding::Zero)) => lanes!(Ss, |a| single(a) as i32 as u32),
        (U(32), F32, None, Some(Rounding::Zero)) => lanes!(Ss, |a| single(a) as u32),
        (F32, F32, None, Some(Rounding::Zero)) => lanes!(Ss, |a| bits(single(a).trunc())),
        (F32, F32, None, Some(Rounding::Down)) => lanes!(Ss, |a| bits(single(a).floor())),
        (F32, F32, None, Some(Rounding::Up)) => lanes!(Ss, |a| bits(single(a).ceil())),
        (F32, F32, None, Some(Rounding::Nearest)) => lanes!(Ss, |a| bits(single(a).round_ties_even())),
        _ => return None,
    })
}

fn format(scalar: Scalar) -> Option<Format> {
    Some(match scalar {
        F16 | F16x2 => soft::F16,
        Bf16 | Bf16x2 => soft::BF16,
        Tf32 => soft::TF32,
        F32 => soft::F32,
        F64 => soft::F64,
        E4m3x2 => soft::E4M3,
        E5m2x2 => soft::E5M2,
        _ => return None,
    })
}

/// Converts any other pair of types, one lane at a time.
fn general(to: Scalar, from: Scalar, manner: Manner) -> Option<Shape> {
    match (to, from) {
        (F16x2 | Bf16x2 | E4m3x2 | E5m2x2, F32) => {
            // The first operand becomes the upper half.
            let half = half_bits(to);
            return Some(Shape::each(to.bits(), &[32, 32], move |x| {
                float(x[0], F32, to, manner) << half | float(x[1], F32, to, manner)
            }));
        }
        (E4m3x2 | E5m2x2, F16x2) | (F16x2, E4m3x2 | E5m2x2) => {
            let (wide, narrow) = (half_bits(to), half_bits(from));
            return Some(Shape::each(to.bits(), &[from.bits()], move |x| {
                let low = x[0] & ((1 << narrow) - 1);
                float(x[0] >> narrow, from, to, manner) << wide | float(low, from, to, manner)
            }));
        }
        _ => {}
    }
    let kinds = (format(to), format(from));
    let (to_bits, from_bits) = (to.bits(), from.bits());
    Some(match kinds {
        (Some(_), Some(_)) => Shape::each(to_bits, &[from_bits], move |x| float(x[0], from, to, manner)),
        (Some(target), None) if from.is_integer() => Shape::each(to_bits, &[from_bits], move |x| {
            let rounding = manner.rounding.unwrap_or(Rounding::Nearest);
            let result = soft::from_integer(value(x[0], from), target, rounding);
            if manner.sat && to == F32 { u64::from(saturated(result as u32)) } else { result }
        }),
        (None, Some(source)) if to.is_integer() => Shape::each(to_bits, &[from_bits], move |x| {
            let bits = if manner.ftz && from == F32 { u64::from(super::float::flushed(x[0] as u32)) } else { x[0] };
            let rounding = manner.integer.or(manner.rounding).unwrap_or(Rounding::Zero);
            integer(bits, source, to, rounding)
        }),
        (None, None) if usable(to) && usable(from) => Shape::each(to_bits, &[from_bits], move |x| {
            let number = value(x[0], from);
            let (least, most) = range(to);
            let number = if manner.sat { number.clamp(least, most) } else { number };
            number as u64 & (u64::MAX >> (64 - to_bits))
        }),
        _ => return None,
    })
}

fn usable(scalar: Scalar) -> bool {
    matches!(scalar, U(8 | 16 | 32 | 64) | S(8 | 16 | 32 | 64) | B(8 | 16 | 32 | 64))
}

fn half_bits(scalar: Scalar) -> u32 {
    scalar.bits() / 2
}

/// Returns an integer's value; narrower types read the low bits of their register.
fn value(bits: u64, scalar: Scalar) -> i128 {
    let shift = 64 - scalar.bits();
    if scalar.is_signed() { i128::from((bits << shift) as i64 >> shift) } else { i128::from(bits << shift >> shift) }
}

fn range(scalar: Scalar) -> (i128, i128) {
    let bits = scalar.bits();
    if scalar.is_signed() { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

/// Converts a number to an integer. Values out of range saturate; NaN becomes 0, or the sign bit in 64 bits.
fn integer(bits: u64, source: Format, to: Scalar, rounding: Rounding) -> u64 {
    let (least, most) = range(to);
    let nan = matches!(soft::unpack(bits, source), soft::Value::Nan);
    if nan && to.bits() == 64 {
        return 1 << 63;
    }
    soft::to_integer(bits, source, rounding, least, most) as u64 & (u64::MAX >> (64 - to.bits()))
}

fn float(bits: u64, from: Scalar, to: Scalar, manner: Manner) -> u64 {
    let (Some(source), Some(target)) = (format(from), format(to)) else {
        return 0;
    };
    let flush = manner.ftz && from == F32;
    let bits = if flush { u64::from(super::float::flushed(bits as u32)) } else { bits };
    let (rounded, source) = match manner.integer {
        Some(rounding) => (whole(bits, source, rounding), source),
        None => (bits, source),
    };
    let rounding = manner.rounding.unwrap_or(Rounding::Nearest);
    let mut result = soft::convert(rounded, source, target, rounding);
    // e4m3 and `.satfinite` have no infinity: larger values become the largest finite one.
    if manner.finite {
        result = held(result, rounded, source, target);
    }
    result = if to == Tf32 { result << 13 } else { result };
    if manner.relu && (result >> (to_width(to) - 1) & 1 == 1) && !is_nan(rounded, source) {
        result = 0;
    }
    if manner.ftz && to == F32 {
        result = u64::from(super::float::flushed(result as u32));
    }
    if manner.sat { unit(result, target) } else { result }
}

fn to_width(scalar: Scalar) -> u32 {
    match scalar {
        F16x2 | Bf16x2 => 16,
        E4m3x2 | E5m2x2 => 8,
        other => other.bits(),
    }
}

fn is_nan(bits: u64, format: Format) -> bool {
    matches!(soft::unpack(bits, format), soft::Value::Nan)
}

fn held(result: u64, bits: u64, source: Format, target: Format) -> u64 {
    let sign = result & 1 << (target.exponent + target.fraction);
    let magnitude = result & !sign;
    if is_nan(bits, source) { target.nan() } else { sign | magnitude.min(target.largest()) }
}

/// Clamps to [0, 1]; NaN becomes 0.
fn unit(bits: u64, format: Format) -> u64 {
    let one = ((1u64 << (format.exponent - 1)) - 1) << format.fraction;
    let negative = bits >> (format.exponent + format.fraction) & 1 == 1;
    if negative || is_nan(bits, format) { 0 } else { bits.min(one) }
}

/// Rounds to a whole number of the same format.
fn whole(bits: u64, format: Format, rounding: Rounding) -> u64 {
    match soft::unpack(bits, format) {
        soft::Value::Finite { negative, exponent, .. } if exponent < 0 => {
            let most = 1i128 << 62;
            let integer = soft::to_integer(bits, format, rounding, -most, most);
            let sign = u64::from(negative) << (format.exponent + format.fraction);
            if integer == 0 { sign } else { soft::from_integer(integer, format, Rounding::Nearest) }
        }
        soft::Value::Nan => format.nan(),
        _ => bits,
    }
}
