//! Arithmetic of 16-bit floats, alone and two in a register, and of two 16-bit integers in a register.

use super::mnemonic::Mnemonic;
use super::{Shape, lanes};
use crate::number::approximate;
use crate::number::narrow::{Brain, Half, Narrow, fma};
use crate::scalar::Scalar;
use crate::text::Error;

type One = Box<dyn Fn([u16; 3]) -> u16 + Send + Sync>;

pub(crate) fn shape(m: &mut Mnemonic<'_>) -> Result<Option<Shape>, Error> {
    match m.types.as_slice() {
        [Scalar::F16] => floats::<Half>(m, false),
        [Scalar::F16x2] => floats::<Half>(m, true),
        [Scalar::Bf16] => floats::<Brain>(m, false),
        [Scalar::Bf16x2] => floats::<Brain>(m, true),
        [Scalar::U16x2] => integers(m, false),
        [Scalar::S16x2] => integers(m, true),
        _ => Ok(None),
    }
}

/// Modifiers of operands and results.
#[derive(Clone, Copy)]
struct Manner {
    ftz: bool,
    sat: bool,
    relu: bool,
}

fn floats<N: Narrow + 'static>(m: &mut Mnemonic<'_>, two: bool) -> Result<Option<Shape>, Error> {
    let arity = match m.operation {
        "add" | "sub" | "mul" | "min" | "max" => 2,
        "fma" => 3,
        "abs" | "neg" | "tanh" | "ex2" => 1,
        _ => return Ok(None),
    };
    if let Some(shape) = signs(m.operation, two) {
        m.take("ftz");
        return Ok(Some(shape));
    }
    m.rounding();
    m.take("approx");
    let manner = Manner { ftz: m.take("ftz"), sat: m.take("sat"), relu: m.take("relu") };
    let function = one::<N>(m)?;
    let whole = move |x: [u16; 3]| {
        let flush = |x: u16| if manner.ftz { flushed::<N>(x) } else { x };
        finish::<N>(function(x.map(flush)), manner)
    };
    let bits = if two { 32 } else { 16 };
    Ok(Some(Shape::each(bits, &[bits; 3][..arity], move |x| {
        let low = whole([x[0] as u16, x[1] as u16, x[2] as u16]);
        if !two {
            return u64::from(low);
        }
        let high = whole([x[0], x[1], x[2]].map(|x| (x >> 16) as u16));
        u64::from(low) | u64::from(high) << 16
    })))
}

fn signs(operation: &str, two: bool) -> Option<Shape> {
    Some(match (operation, two) {
        ("abs", false) => lanes!(Ss, |a| a & 0x7fff),
        ("abs", true) => lanes!(Ss, |a| a & 0x7fff_7fff),
        ("neg", false) => lanes!(Ss, |a| a ^ 0x8000),
        ("neg", true) => lanes!(Ss, |a| a ^ 0x8000_8000),
        _ => return None,
    })
}

fn one<N: Narrow + 'static>(m: &mut Mnemonic<'_>) -> Result<One, Error> {
    fn binary<N: Narrow>(f: fn(f32, f32) -> f32) -> One {
        Box::new(move |x| N::round(f(N::wide(x[0]), N::wide(x[1]))))
    }
    Ok(match m.operation {
        "add" => binary::<N>(|a, b| a + b),
        "sub" => binary::<N>(|a, b| a - b),
        "mul" => binary::<N>(|a, b| a * b),
        "tanh" => binary::<N>(|a, _| approximate::tanh(a)),
        "ex2" => binary::<N>(|a, _| approximate::ex2(a)),
        "fma" => Box::new(|x| fma::<N>(x[0], x[1], x[2])),
        operation => {
            let (max, nan, xor) = (operation == "max", m.take("NaN"), m.take("xorsign"));
            m.take("abs");
            Box::new(move |x| {
                if !xor {
                    return chosen::<N>(x[0], x[1], max, nan);
                }
                let magnitude = chosen::<N>(x[0] & 0x7fff, x[1] & 0x7fff, max, nan);
                magnitude & 0x7fff | (x[0] ^ x[1]) & 0x8000
            })
        }
    })
}

/// The minimum or maximum; a NaN operand is ignored unless `nan`, and -0 is below +0.
fn chosen<N: Narrow>(a: u16, b: u16, max: bool, nan: bool) -> u16 {
    let (x, y) = (N::wide(a), N::wide(b));
    if x.is_nan() || y.is_nan() {
        let both = x.is_nan() && y.is_nan();
        return if nan || both {
            0x7fff
        } else if x.is_nan() {
            b
        } else {
            a
        };
    }
    let first = if x == y { (a as i16 >= 0) == max } else { (x > y) == max };
    if first { a } else { b }
}

fn flushed<N: Narrow>(x: u16) -> u16 {
    let exponent = N::FORMAT.infinity() as u16;
    if x & exponent == 0 { x & 0x8000 } else { x }
}

fn finish<N: Narrow>(x: u16, manner: Manner) -> u16 {
    let x = if manner.ftz { flushed::<N>(x) } else { x };
    let value = N::wide(x);
    if manner.sat {
        return if value >= 1.0 {
            N::round(1.0)
        } else if value > 0.0 {
            x
        } else {
            0
        };
    }
    if manner.relu && (value < 0.0 || x == 0x8000) { 0 } else { x }
}

fn integers(m: &mut Mnemonic<'_>, signed: bool) -> Result<Option<Shape>, Error> {
    let relu = m.take("relu");
    let operation: fn(u16, u16) -> u16 = match (m.operation, signed) {
        ("add", _) => u16::wrapping_add,
        ("min", false) => u16::min,
        ("max", false) => u16::max,
        ("min", true) => |a, b| (a as i16).min(b as i16) as u16,
        ("max", true) => |a, b| (a as i16).max(b as i16) as u16,
        _ => return Ok(None),
    };
    Ok(Some(Shape::each(32, &[32, 32], move |x| {
        let half = |shift: u32| {
            let value = operation((x[0] >> shift) as u16, (x[1] >> shift) as u16);
            u64::from(if relu && (value as i16) < 0 { 0 } else { value })
        };
        half(0) | half(16) << 16
    })))
}
