//! Integer arithmetic, logic, shifts and bit fields.

use super::mnemonic::Mnemonic;
use super::{Shape, lanes};
use crate::scalar::Scalar::{self, B, S, U};
use crate::text::Error;

type Found = Result<Option<Shape>, Error>;

pub(crate) fn shape(m: &mut Mnemonic<'_>) -> Found {
    let Ok(scalar) = m.scalar() else {
        return Ok(None);
    };
    if !matches!(scalar, B(_) | U(_) | S(_)) {
        return Ok(None);
    }
    let found = match m.operation {
        "add" => add(m, scalar),
        "sub" => sub(m, scalar),
        "mul" | "mad" => product(m, scalar),
        "mul24" | "mad24" => product24(m, scalar),
        "div" | "rem" => quotient(m.operation == "div", scalar),
        "min" | "max" => extreme(m, scalar),
        "abs" | "neg" | "sad" => sign(m.operation, scalar),
        "and" | "or" | "xor" | "not" | "cnot" => logic(m.operation, scalar),
        "shl" | "shr" => shift(m.operation, scalar),
        "shf" => funnel(m),
        "popc" | "clz" | "brev" | "bfind" | "fns" => count(m, scalar),
        "bfe" | "bfi" | "szext" | "bmsk" => field(m, scalar),
        "dp4a" | "dp2a" => dot(m),
        "prmt" => permute(m),
        "lop3" => Some(lookup()),
        _ => return Ok(None),
    };
    found.map(Some).ok_or_else(|| m.unsupported())
}

/// Sign-extends the low bits.
fn signed(value: u64, bits: u32) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}

/// Returns the value as its type defines it.
fn wide(value: u64, scalar: Scalar) -> i128 {
    let bits = scalar.bits();
    if scalar.is_signed() { i128::from(signed(value, bits)) } else { i128::from(value & ones(bits)) }
}

fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

fn add(m: &mut Mnemonic<'_>, scalar: Scalar) -> Option<Shape> {
    Some(match scalar.bits() {
        32 if m.take("sat") => lanes!(Sss, |a, b| (a as i32).saturating_add(b as i32) as u32),
        16 => lanes!(Sss, |a, b| a.wrapping_add(b) & 0xffff),
        32 => lanes!(Sss, |a, b| a.wrapping_add(b)),
        64 => lanes!(Ddd, |a, b| a.wrapping_add(b)),
        _ => return None,
    })
}

fn sub(m: &mut Mnemonic<'_>, scalar: Scalar) -> Option<Shape> {
    Some(match scalar.bits() {
        32 if m.take("sat") => lanes!(Sss, |a, b| (a as i32).saturating_sub(b as i32) as u32),
        16 => lanes!(Sss, |a, b| a.wrapping_sub(b) & 0xffff),
        32 => lanes!(Sss, |a, b| a.wrapping_sub(b)),
        64 => lanes!(Ddd, |a, b| a.wrapping_sub(b)),
        _ => return None,
    })
}

fn product(m: &mut Mnemonic<'_>, scalar: Scalar) -> Option<Shape> {
    let mad = m.operation == "mad";
    let part = m.one_of(&["lo", "hi", "wide"])?;
    let bits = scalar.bits();
    Some(match (mad, part, scalar) {
        (false, "lo", U(32) | S(32)) => lanes!(Sss, |a, b| a.wrapping_mul(b)),
        (true, "lo", U(32) | S(32)) => lanes!(Ssss, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        (false, "lo", U(64) | S(64)) => lanes!(Ddd, |a, b| a.wrapping_mul(b)),
        (true, "lo", U(64) | S(64)) => lanes!(Dddd, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        (false, "wide", U(32)) => lanes!(Dss, |a, b| u64::from(a) * u64::from(b)),
        (false, "wide", S(32)) => lanes!(Dss, |a, b| (i64::from(a as i32) * i64::from(b as i32)) as u64),
        (true, "wide", U(32)) => lanes!(Dssd, |a, b, c| (u64::from(a) * u64::from(b)).wrapping_add(c)),
        (true, "wide", S(32)) => {
            lanes!(Dssd, |a, b, c| ((i64::from(a as i32) * i64::from(b as i32)) as u64).wrapping_add(c))
        }
        (false, "hi", U(32)) => lanes!(Sss, |a, b| ((u64::from(a) * u64::from(b)) >> 32) as u32),
        (false, "hi", S(32)) => lanes!(Sss, |a, b| ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32),
        (true, "hi", S(32)) if m.take("sat") => Shape::each(32, &[32, 32, 32], |x| {
            let high = (i64::from(x[0] as i32) * i64::from(x[1] as i32)) >> 32;
            u64::from((high as i32).saturating_add(x[2] as i32) as u32)
        }),
        (_, "wide", U(16) | S(16)) => Shape::each(32, &[16, 16, 32][..if mad { 3 } else { 2 }], move |x| {
            let product = (wide(x[0], scalar) * wide(x[1], scalar)) as u64;
            (product.wrapping_add(if mad { x[2] } else { 0 })) & ones(32)
        }),
        (_, "lo" | "hi", U(_) | S(_)) => {
            let operands = [bits; 3];
            let high = part == "hi";
            Shape::each(bits, &operands[..if mad { 3 } else { 2 }], move |x| {
                let product = multiply(x[0], x[1], scalar, high);
                product.wrapping_add(if mad { x[2] } else { 0 }) & ones(bits)
            })
        }
        _ => return None,
    })
}

/// The low or high half of a product.
pub(crate) fn multiply(a: u64, b: u64, scalar: Scalar, high: bool) -> u64 {
    let product = if scalar.is_signed() {
        (wide(a, scalar) * wide(b, scalar)) as u128
    } else {
        wide(a, scalar) as u128 * wide(b, scalar) as u128
    };
    if high { (product >> scalar.bits()) as u64 } else { product as u64 }
}

fn product24(m: &mut Mnemonic<'_>, scalar: Scalar) -> Option<Shape> {
    let mad = m.operation == "mad24";
    let high = m.one_of(&["lo", "hi"])? == "hi";
    let narrow = move |x: u64| if scalar.is_signed() { signed(x, 24) as u64 } else { x & ones(24) };
    let saturate = mad && m.take("sat");
    Some(Shape::each(32, &[32; 3][..if mad { 3 } else { 2 }], move |x| {
        let product = narrow(x[0]).wrapping_mul(narrow(x[1]));
        let part = if high { product << 16 >> 32 } else { product & ones(32) };
        let addend = if mad { x[2] } else { 0 };
        if saturate {
            return u64::from((part as i32).saturating_add(addend as i32) as u32);
        }
        part.wrapping_add(addend) & ones(32)
    }))
}

/// Division. By zero hardware returns all ones as the quotient and the dividend as the remainder.
fn quotient(div: bool, scalar: Scalar) -> Option<Shape> {
    Some(match (div, scalar) {
        (true, U(32)) => lanes!(Sss, |a, b| a.checked_div(b).unwrap_or(u32::MAX)),
        (false, U(32)) => lanes!(Sss, |a, b| a.checked_rem(b).unwrap_or(a)),
        (true, U(64)) => lanes!(Ddd, |a, b| a.checked_div(b).unwrap_or(u64::MAX)),
        (false, U(64)) => lanes!(Ddd, |a, b| a.checked_rem(b).unwrap_or(a)),
        (true, S(32)) => lanes!(Sss, |a, b| if b == 0 { u32::MAX } else { (a as i32).wrapping_div(b as i32) as u32 }),
        (false, S(32)) => lanes!(Sss, |a, b| if b == 0 { a } else { (a as i32).wrapping_rem(b as i32) as u32 }),
        (true, S(64)) => lanes!(Ddd, |a, b| if b == 0 { u64::MAX } else { (a as i64).wrapping_div(b as i64) as u64 }),
        (false, S(64)) => lanes!(Ddd, |a, b| if b == 0 { a } else { (a as i64).wrapping_rem(b as i64) as u64 }),
        (_, U(16) | S(16)) => Shape::each(16, &[16, 16], move |x| {
            let (a, b) = (wide(x[0], scalar), wide(x[1], scalar));
            let value = match (div, b) {
                (true, 0) => -1,
                (false, 0) => a,
                (true, b) => a / b,
                (false, b) => a % b,
            };
            value as u64 & 0xffff
        }),
        _ => return None,
    })
}

fn extreme(m: &mut Mnemonic<'_>, scalar: Scalar) -> Option<Shape> {
    let max = m.operation == "max";
    let relu = m.take("relu");
    Some(match (max, scalar) {
        (false, S(32)) if relu => lanes!(Sss, |a, b| (a as i32).min(b as i32).max(0) as u32),
        (true, S(32)) if relu => lanes!(Sss, |a, b| (a as i32).max(b as i32).max(0) as u32),
        _ if relu => return None,
        (false, U(16 | 32)) => lanes!(Sss, |a, b| a.min(b)),
        (true, U(16 | 32)) => lanes!(Sss, |a, b| a.max(b)),
        (false, S(32)) => lanes!(Sss, |a, b| (a as i32).min(b as i32) as u32),
        (true, S(32)) => lanes!(Sss, |a, b| (a as i32).max(b as i32) as u32),
        (false, S(16)) => lanes!(Sss, |a, b| u32::from((a as i16).min(b as i16) as u16)),
        (true, S(16)) => lanes!(Sss, |a, b| u32::from((a as i16).max(b as i16) as u16)),
        (false, U(64)) => lanes!(Ddd, |a, b| a.min(b)),
        (true, U(64)) => lanes!(Ddd, |a, b| a.max(b)),
        (false, S(64)) => lanes!(Ddd, |a, b| (a as i64).min(b as i64) as u64),
        (true, S(64)) => lanes!(Ddd, |a, b| (a as i64).max(b as i64) as u64),
        _ => return None,
    })
}

fn sign(operation: &str, scalar: Scalar) -> Option<Shape> {
    Some(match (operation, scalar) {
        ("abs", S(32)) => lanes!(Ss, |a| (a as i32).wrapping_abs() as u32),
        ("abs", S(16)) => lanes!(Ss, |a| u32::from((a as i16).wrapping_abs() as u16)),
        ("abs", S(64)) => lanes!(Dd, |a| (a as i64).wrapping_abs() as u64),
        ("neg", S(32)) => lanes!(Ss, |a| a.wrapping_neg()),
        ("neg", S(16)) => lanes!(Ss, |a| a.wrapping_neg() & 0xffff),
        ("neg", S(64)) => lanes!(Dd, |a| a.wrapping_neg()),
        ("sad", U(16 | 32 | 64) | S(16 | 32 | 64)) => {
            let bits = scalar.bits();
            Shape::each(bits, &[bits; 3], move |x| {
                let difference = (wide(x[0], scalar) - wide(x[1], scalar)).unsigned_abs() as u64;
                x[2].wrapping_add(difference) & ones(bits)
            })
        }
        _ => return None,
    })
}

fn logic(operation: &str, scalar: Scalar) -> Option<Shape> {
    Some(match (operation, scalar.bits()) {
        ("and", 16 | 32) => lanes!(Sss, |a, b| a & b),
        ("or", 16 | 32) => lanes!(Sss, |a, b| a | b),
        ("xor", 16 | 32) => lanes!(Sss, |a, b| a ^ b),
        ("and", 64) => lanes!(Ddd, |a, b| a & b),
        ("or", 64) => lanes!(Ddd, |a, b| a | b),
        ("xor", 64) => lanes!(Ddd, |a, b| a ^ b),
        ("not", 16) => lanes!(Ss, |a| !a & 0xffff),
        ("not", 32) => lanes!(Ss, |a| !a),
        ("not", 64) => lanes!(Dd, |a| !a),
        ("cnot", 16 | 32) => lanes!(Ss, |a| u32::from(a == 0)),
        ("cnot", 64) => lanes!(Dd, |a| u64::from(a == 0)),
        _ => return None,
    })
}

/// Shifts by more than the width return zero, or the sign.
fn shift(operation: &str, scalar: Scalar) -> Option<Shape> {
    Some(match (operation, scalar) {
        ("shl", B(16) | U(16) | S(16)) => lanes!(Sss, |a, b| if b > 15 { 0 } else { a << b & 0xffff }),
        ("shl", B(32) | U(32) | S(32)) => lanes!(Sss, |a, b| if b > 31 { 0 } else { a << b }),
        ("shl", B(64) | U(64) | S(64)) => lanes!(Dds, |a, b| if b > 63 { 0 } else { a << b }),
        ("shr", B(16 | 32) | U(16 | 32)) => lanes!(Sss, |a, b| if b > 31 { 0 } else { a >> b }),
        ("shr", B(64) | U(64)) => lanes!(Dds, |a, b| if b > 63 { 0 } else { a >> b }),
        ("shr", S(16)) => lanes!(Sss, |a, b| u32::from((a as i16 >> b.min(15)) as u16)),
        ("shr", S(32)) => lanes!(Sss, |a, b| (a as i32 >> b.min(31)) as u32),
        ("shr", S(64)) => lanes!(Dds, |a, b| (a as i64 >> b.min(63)) as u64),
        _ => return None,
    })
}

fn funnel(m: &mut Mnemonic<'_>) -> Option<Shape> {
    Some(match (m.one_of(&["l", "r"])?, m.one_of(&["wrap", "clamp"])?) {
        ("l", "wrap") => lanes!(Ssss, |a, b, c| ((u64::from(b) << 32 | u64::from(a)) << (c & 31) >> 32) as u32),
        ("l", _) => lanes!(Ssss, |a, b, c| ((u64::from(b) << 32 | u64::from(a)) << c.min(32) >> 32) as u32),
        ("r", "wrap") => lanes!(Ssss, |a, b, c| ((u64::from(b) << 32 | u64::from(a)) >> (c & 31)) as u32),
        (_, _) => lanes!(Ssss, |a, b, c| ((u64::from(b) << 32 | u64::from(a)) >> c.min(32)) as u32),
    })
}

fn count(m: &mut Mnemonic<'_>, scalar: Scalar) -> Option<Shape> {
    let bits = scalar.bits();
    Some(match (m.operation, scalar) {
        ("popc", B(32)) => lanes!(Ss, |a| a.count_ones()),
        ("popc", B(64)) => lanes!(Sd, |a| a.count_ones()),
        ("clz", B(32)) => lanes!(Ss, |a| a.leading_zeros()),
        ("clz", B(64)) => lanes!(Sd, |a| a.leading_zeros()),
        ("brev", B(32)) => lanes!(Ss, |a| a.reverse_bits()),
        ("brev", B(64)) => lanes!(Dd, |a| a.reverse_bits()),
        ("bfind", U(32 | 64) | S(32 | 64)) => {
            let amount = m.take("shiftamt");
            Shape::each(32, &[bits], move |x| leading(x[0], scalar, amount))
        }
        ("fns", B(32)) => Shape::each(32, &[32; 3], |x| nth_set(x[0] as u32, x[1] as u32, x[2] as i32)),
        _ => return None,
    })
}

/// Returns the position of the leading bit that differs from the sign, or the shift that moves it to the top.
fn leading(value: u64, scalar: Scalar, amount: bool) -> u64 {
    let bits = scalar.bits();
    let value = if scalar.is_signed() && signed(value, bits) < 0 { !value & ones(bits) } else { value };
    if value == 0 {
        return u64::from(u32::MAX);
    }
    let place = 63 - value.leading_zeros();
    u64::from(if amount { bits - 1 - place } else { place })
}

/// Returns the position of the `offset`th set bit from `base` on, upwards or downwards (`fns` in the PTX manual).
fn nth_set(mask: u32, base: u32, offset: i32) -> u64 {
    let absent = u64::from(u32::MAX);
    let base = base & 31;
    if offset == 0 {
        return if mask >> base & 1 == 1 { u64::from(base) } else { absent };
    }
    let mut left = offset.unsigned_abs();
    let mut place = base as i32;
    while (0..32).contains(&place) {
        if mask >> place & 1 == 1 {
            left -= 1;
            if left == 0 {
                return place as u64;
            }
        }
        place += offset.signum();
    }
    absent
}

fn field(m: &mut Mnemonic<'_>, scalar: Scalar) -> Option<Shape> {
    let bits = scalar.bits();
    let clamp = matches!(m.operation, "szext" | "bmsk") && m.one_of(&["clamp", "wrap"])? == "clamp";
    Some(match (m.operation, scalar) {
        ("bfe", U(32 | 64) | S(32 | 64)) => {
            Shape::each(bits, &[bits, 32, 32], move |x| extract(x[0], x[1] as u32 & 255, x[2] as u32 & 255, scalar))
        }
        ("bfi", B(32 | 64)) => Shape::each(bits, &[bits, bits, 32, 32], move |x| {
            let (place, length) = (x[2] as u32 & 255, x[3] as u32 & 255);
            let mask = if length == 0 || place >= bits { 0 } else { ones(length.min(64)) << place & ones(bits) };
            let inserted = if place >= bits { 0 } else { x[0] << place };
            x[1] & !mask | inserted & mask
        }),
        ("szext", U(32) | S(32)) => Shape::each(32, &[32, 32], move |x| {
            let length = if clamp { (x[1] as u32).min(32) } else { x[1] as u32 & 31 };
            match length {
                0 => 0,
                length if scalar.is_signed() => signed(x[0], length) as u64 & ones(32),
                length => x[0] & ones(length),
            }
        }),
        ("bmsk", B(32)) => Shape::each(32, &[32, 32], move |x| {
            let (place, length) = if clamp { (x[0].min(32), x[1].min(32)) } else { (x[0] & 31, x[1] & 31) };
            if length == 0 { 0 } else { ones(length as u32) << place & ones(32) }
        }),
        _ => return None,
    })
}

/// Extracts `length` bits from `place` on; bits beyond the value repeat its sign.
fn extract(value: u64, place: u32, length: u32, scalar: Scalar) -> u64 {
    let bits = scalar.bits();
    if length == 0 {
        return 0;
    }
    let last = (place + length - 1).min(bits - 1);
    let sign = if scalar.is_signed() { value >> last & 1 } else { 0 };
    let kept = bits.saturating_sub(place).min(length);
    let low = if kept == 0 { 0 } else { value >> place & ones(kept) };
    let above = if sign == 1 { ones(bits) & if kept >= 64 { 0 } else { u64::MAX << kept } } else { 0 };
    low | above
}

fn dot(m: &mut Mnemonic<'_>) -> Option<Shape> {
    let &[a, b] = m.types.as_slice() else {
        return None;
    };
    if !matches!((a.bits(), b.bits()), (32, 32)) {
        return None;
    }
    let byte = |value: u64, at: u32, scalar: Scalar| {
        let byte = value >> (8 * at) & 255;
        if scalar.is_signed() { signed(byte, 8) } else { byte as i64 }
    };
    if m.operation == "dp4a" {
        return Some(Shape::each(32, &[32; 3], move |x| {
            let sum: i64 = (0..4).map(|i| byte(x[0], i, a) * byte(x[1], i, b)).sum();
            x[2].wrapping_add(sum as u64) & ones(32)
        }));
    }
    let half = move |value: u64, at: u32| {
        let half = value >> (16 * at) & 0xffff;
        if a.is_signed() { signed(half, 16) } else { half as i64 }
    };
    let first = if m.one_of(&["lo", "hi"])? == "hi" { 2 } else { 0 };
    Some(Shape::each(32, &[32; 3], move |x| {
        let sum: i64 = (0..2).map(|i| half(x[0], i) * byte(x[1], first + i, b)).sum();
        x[2].wrapping_add(sum as u64) & ones(32)
    }))
}

fn permute(m: &mut Mnemonic<'_>) -> Option<Shape> {
    let mode = m.one_of(&["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"]);
    Some(Shape::each(32, &[32; 3], move |x| {
        let bytes = (x[0] | x[1] << 32).to_le_bytes();
        let selector = x[2] as u32;
        let mut out = [0u8; 4];
        for (i, out) in out.iter_mut().enumerate() {
            let nibble = selector >> (4 * i) & 15;
            let byte = bytes[permuted(mode, i as u32, selector, nibble) as usize & 7];
            let sign = mode.is_none() && nibble & 8 != 0;
            *out = if !sign {
                byte
            } else if byte & 128 != 0 {
                255
            } else {
                0
            };
        }
        u64::from(u32::from_le_bytes(out))
    }))
}

fn permuted(mode: Option<&str>, i: u32, selector: u32, nibble: u32) -> u32 {
    let s = selector & 3;
    match mode {
        None => nibble & 7,
        Some("f4e") => s + i,
        Some("b4e") => s.wrapping_sub(i) & 7,
        Some("rc8") => s,
        Some("ecl") => i.max(s),
        Some("ecr") => i.min(s),
        Some(_) => 2 * (s & 1) + (i & 1),
    }
}

/// Any logic function of three operands (`lop3`), by its table of eight bits.
fn lookup() -> Shape {
    Shape::each(32, &[32; 4], |x| {
        let table = x[3];
        let mut out = 0;
        for row in 0..8 {
            if table >> row & 1 == 1 {
                let side = |value: u64, bit: u64| if row >> bit & 1 == 1 { value } else { !value };
                out |= side(x[0], 2) & side(x[1], 1) & side(x[2], 0);
            }
        }
        out & ones(32)
    })
}
