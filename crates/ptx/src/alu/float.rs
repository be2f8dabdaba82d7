//! Floating-point arithmetic in 32 and 64 bits.

use super::mnemonic::Mnemonic;
use super::{Shape, lanes};
use crate::number::approximate;
use crate::number::soft::{self, Format, Rounding};
use crate::scalar::Scalar;
use crate::text::Error;

/// Returns the float32 with these bits.
pub(crate) fn single(bits: u32) -> f32 {
    f32::from_bits(bits)
}

/// Returns the bits of a float32; NaN becomes hardware's canonical NaN.
pub(crate) fn bits(value: f32) -> u32 {
    if value.is_nan() { 0x7fff_ffff } else { value.to_bits() }
}

fn double(bits: u64) -> f64 {
    f64::from_bits(bits)
}

fn wide_bits(value: f64) -> u64 {
    if value.is_nan() { 0x7fff_ffff_ffff_ffff } else { value.to_bits() }
}

/// Replaces a subnormal by zero with the same sign.
pub(crate) fn flushed(bits: u32) -> u32 {
    if bits & 0x7f80_0000 == 0 { bits & 0x8000_0000 } else { bits }
}

/// Clamps to [0, 1]; NaN becomes 0.
pub(crate) fn saturated(bits: u32) -> u32 {
    let value = single(bits);
    if value >= 1.0 {
        1f32.to_bits()
    } else if value > 0.0 {
        bits
    } else {
        0
    }
}

pub(crate) fn shape(m: &mut Mnemonic<'_>) -> Result<Option<Shape>, Error> {
    match m.types.as_slice() {
        [Scalar::F32] => {}
        [Scalar::F64] => return doubles(m),
        [Scalar::F32x2] => return pairs(m),
        _ => return Ok(None),
    }
    let arity = match m.operation {
        "add" | "sub" | "mul" | "div" | "min" | "max" | "copysign" => 2,
        "fma" | "mad" => 3,
        "rcp" | "sqrt" | "rsqrt" | "sin" | "cos" | "ex2" | "lg2" | "tanh" | "abs" | "neg" => 1,
        _ => return Ok(None),
    };
    let (ftz, sat) = (m.take("ftz"), m.take("sat"));
    let approximate = m.take("approx") | m.take("full");
    let rounding = m.rounding().unwrap_or(Rounding::Nearest);
    let fast = !ftz && !sat && rounding == Rounding::Nearest && !approximate;
    if fast && let Some(shape) = plain(m) {
        return Ok(Some(shape));
    }
    if arity == 2 && matches!(m.operation, "min" | "max") {
        return Ok(Some(extreme(m, ftz)));
    }
    let function = one(m, rounding)?;
    Ok(Some(Shape::each(32, &[32; 3][..arity], move |x| {
        let flush = |x: u64| u64::from(if ftz { flushed(x as u32) } else { x as u32 });
        let result = function([flush(x[0]), flush(x[1]), flush(x[2])]) as u32;
        let result = if ftz { flushed(result) } else { result };
        u64::from(if sat { saturated(result) } else { result })
    })))
}

/// Fast path without flushing, saturation or directed rounding.
fn plain(m: &Mnemonic<'_>) -> Option<Shape> {
    Some(match m.operation {
        "add" => lanes!(Sss, |a, b| bits(single(a) + single(b))),
        "sub" => lanes!(Sss, |a, b| bits(single(a) - single(b))),
        "mul" => lanes!(Sss, |a, b| bits(single(a) * single(b))),
        "div" => lanes!(Sss, |a, b| bits(single(a) / single(b))),
        "fma" | "mad" => lanes!(Ssss, |a, b, c| bits(single(a).mul_add(single(b), single(c)))),
        "abs" => lanes!(Ss, |a| a & 0x7fff_ffff),
        "neg" => lanes!(Ss, |a| a ^ 0x8000_0000),
        "rcp" => lanes!(Ss, |a| bits(1.0 / single(a))),
        "sqrt" => lanes!(Ss, |a| bits(single(a).sqrt())),
        "copysign" => lanes!(Sss, |a, b| b & 0x7fff_ffff | a & 0x8000_0000),
        _ => return None,
    })
}

type One = Box<dyn Fn([u64; 3]) -> u64 + Send + Sync>;

/// Returns the function of one lane, for any rounding.
fn one(m: &mut Mnemonic<'_>, rounding: Rounding) -> Result<One, Error> {
    let unary = |f: fn(f32) -> f32| -> One { Box::new(move |x| u64::from(bits(f(single(x[0] as u32))))) };
    Ok(match m.operation {
        "rsqrt" => unary(approximate::rsqrt),
        "sin" => unary(approximate::sin),
        "cos" => unary(approximate::cos),
        "ex2" => unary(approximate::ex2),
        "lg2" => unary(approximate::lg2),
        "tanh" => unary(approximate::tanh),
        "abs" => Box::new(|x| x[0] & 0x7fff_ffff),
        "neg" => Box::new(|x| (x[0] ^ 0x8000_0000) & 0xffff_ffff),
        operation => native(operation, rounding)
            .or_else(|| exact(operation, soft::F32, rounding))
            .ok_or_else(|| m.unsupported())?,
    })
}

/// Arithmetic that rounds as the processor does.
fn native(operation: &str, rounding: Rounding) -> Option<One> {
    fn binary(f: impl Fn(f32, f32) -> f32 + Send + Sync + 'static) -> One {
        Box::new(move |x| u64::from(bits(f(single(x[0] as u32), single(x[1] as u32)))))
    }
    Some(match operation {
        _ if rounding != Rounding::Nearest => return None,
        "add" => binary(|a, b| a + b),
        "sub" => binary(|a, b| a - b),
        "mul" => binary(|a, b| a * b),
        "div" => binary(|a, b| a / b),
        "rcp" => binary(|a, _| 1.0 / a),
        "sqrt" => binary(|a, _| a.sqrt()),
        "fma" | "mad" => Box::new(|x| {
            let [a, b, c] = [x[0], x[1], x[2]].map(|x| single(x as u32));
            u64::from(bits(a.mul_add(b, c)))
        }),
        _ => return None,
    })
}

/// Arithmetic of any format and rounding.
fn exact(operation: &str, format: Format, rounding: Rounding) -> Option<One> {
    let negative = 1u64 << (format.exponent + format.fraction);
    let one = ((1u64 << (format.exponent - 1)) - 1) << format.fraction;
    Some(match operation {
        "add" => Box::new(move |x| soft::add(x[0], x[1], format, rounding)),
        "sub" => Box::new(move |x| soft::add(x[0], x[1] ^ negative, format, rounding)),
        "mul" => Box::new(move |x| soft::mul(x[0], x[1], format, rounding)),
        "div" => Box::new(move |x| soft::div(x[0], x[1], format, rounding)),
        "fma" | "mad" => Box::new(move |x| soft::fma(x[0], x[1], x[2], format, rounding)),
        "rcp" => Box::new(move |x| soft::div(one, x[0], format, rounding)),
        "sqrt" => Box::new(move |x| soft::sqrt(x[0], format, rounding)),
        _ => return None,
    })
}

/// The minimum or maximum of two or three numbers; NaN operands are ignored unless `.NaN` is written, and -0 is below +0.
fn extreme(m: &mut Mnemonic<'_>, ftz: bool) -> Shape {
    let (max, nan, xor) = (m.operation == "max", m.take("NaN"), m.take("xorsign"));
    m.take("abs");
    Shape::each(32, &[32, 32], move |x| {
        let flush = |x: u64| if ftz { flushed(x as u32) } else { x as u32 };
        let (a, b) = (flush(x[0]), flush(x[1]));
        if !xor {
            return u64::from(chosen(a, b, max, nan));
        }
        let magnitude = chosen(a & 0x7fff_ffff, b & 0x7fff_ffff, max, nan);
        u64::from(magnitude & 0x7fff_ffff | (a ^ b) & 0x8000_0000)
    })
}

fn chosen(a: u32, b: u32, max: bool, nan: bool) -> u32 {
    let (x, y) = (single(a), single(b));
    if x.is_nan() || y.is_nan() {
        let both = x.is_nan() && y.is_nan();
        return if nan || both {
            0x7fff_ffff
        } else if x.is_nan() {
            b
        } else {
            a
        };
    }
    let first = if x == y { (a as i32 >= 0) == max } else { (x > y) == max };
    if first { a } else { b }
}

fn doubles(m: &mut Mnemonic<'_>) -> Result<Option<Shape>, Error> {
    let arity = match m.operation {
        "add" | "sub" | "mul" | "div" | "min" | "max" | "copysign" => 2,
        "fma" | "mad" => 3,
        "rcp" | "sqrt" | "rsqrt" | "abs" | "neg" => 1,
        _ => return Ok(None),
    };
    let approximate = m.take("approx");
    let ftz = m.take("ftz");
    let rounding = m.rounding().unwrap_or(Rounding::Nearest);
    let plain = match m.operation {
        _ if rounding != Rounding::Nearest || approximate || ftz => None,
        "add" => Some(lanes!(Ddd, |a, b| wide_bits(double(a) + double(b)))),
        "sub" => Some(lanes!(Ddd, |a, b| wide_bits(double(a) - double(b)))),
        "mul" => Some(lanes!(Ddd, |a, b| wide_bits(double(a) * double(b)))),
        "div" => Some(lanes!(Ddd, |a, b| wide_bits(double(a) / double(b)))),
        "fma" | "mad" => Some(lanes!(Dddd, |a, b, c| wide_bits(double(a).mul_add(double(b), double(c))))),
        "abs" => Some(lanes!(Dd, |a| a & !(1 << 63))),
        "neg" => Some(lanes!(Dd, |a| a ^ 1 << 63)),
        "rcp" => Some(lanes!(Dd, |a| wide_bits(1.0 / double(a)))),
        "sqrt" => Some(lanes!(Dd, |a| wide_bits(double(a).sqrt()))),
        "copysign" => Some(lanes!(Ddd, |a, b| b & !(1 << 63) | a & 1 << 63)),
        "min" => Some(lanes!(Ddd, |a, b| wide_chosen(a, b, false))),
        "max" => Some(lanes!(Ddd, |a, b| wide_chosen(a, b, true))),
        _ => None,
    };
    if plain.is_some() {
        return Ok(plain);
    }
    // Hardware keeps the upper 20 bits of the significand; the lower bits are zero.
    let coarse = |value: f64| wide_bits(value) & !0xffff_ffff;
    let function: One = match m.operation {
        "rcp" if approximate => Box::new(move |x| coarse(1.0 / flushed_double(double(x[0])))),
        "rsqrt" if ftz => Box::new(move |x| coarse(approximate::rsqrt_double(flushed_double(double(x[0]))))),
        "rsqrt" => Box::new(|x| wide_bits(approximate::rsqrt_double(double(x[0])))),
        operation => exact(operation, soft::F64, rounding).ok_or_else(|| m.unsupported())?,
    };
    Ok(Some(Shape::each(64, &[64; 3][..arity], move |x| function([x[0], x[1], x[2]]))))
}

fn flushed_double(value: f64) -> f64 {
    if value.is_subnormal() { 0f64.copysign(value) } else { value }
}

fn wide_chosen(a: u64, b: u64, max: bool) -> u64 {
    let (x, y) = (double(a), double(b));
    if x.is_nan() || y.is_nan() {
        return if !y.is_nan() {
            b
        } else if !x.is_nan() {
            a
        } else {
            0x7fff_ffff_ffff_ffff
        };
    }
    let first = if x == y { (a as i64 >= 0) == max } else { (x > y) == max };
    if first { a } else { b }
}

/// Handles two float32 packed in 64 bits.
fn pairs(m: &mut Mnemonic<'_>) -> Result<Option<Shape>, Error> {
    let arity = match m.operation {
        "add" | "sub" | "mul" => 2,
        "fma" => 3,
        _ => return Ok(None),
    };
    let ftz = m.take("ftz");
    let rounding = m.rounding().unwrap_or(Rounding::Nearest);
    let function = exact(m.operation, soft::F32, rounding).ok_or_else(|| m.unsupported())?;
    Ok(Some(Shape::each(64, &[64; 3][..arity], move |x| {
        let half = |shift: u32| {
            let part = |x: u64| {
                let part = (x >> shift) as u32;
                u64::from(if ftz { flushed(part) } else { part })
            };
            let result = function([part(x[0]), part(x[1]), part(x[2])]) as u32;
            u64::from(if ftz { flushed(result) } else { result })
        };
        half(0) | half(32) << 32
    })))
}
