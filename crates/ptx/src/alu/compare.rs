//! Comparisons (`setp`, `set`, `slct`, `testp`), which return a mask of lanes.

use super::mnemonic::Mnemonic;
use super::{LANES, V32, V64};
use crate::number::soft::{self, Value};
use crate::scalar::Scalar::{self, B, Bf16, Bf16x2, F16, F16x2, F32, F64, S, U};
use half::{bf16, f16};

/// Compares one or two operands; bit `i` of the mask is the result of lane `i`.
#[derive(Clone, Copy)]
pub(crate) enum Test {
    S1(fn(&V32) -> u32),
    D1(fn(&V64) -> u32),
    S2(fn(&V32, &V32) -> u32),
    D2(fn(&V64, &V64) -> u32),
}

fn mask2<T: Copy>(a: &[T; LANES], b: &[T; LANES], test: impl Fn(T, T) -> bool) -> u32 {
    let mut mask = 0;
    for i in 0..LANES {
        mask |= u32::from(test(a[i], b[i])) << i;
    }
    mask
}

fn mask1<T: Copy>(a: &[T; LANES], test: impl Fn(T) -> bool) -> u32 {
    let mut mask = 0;
    for (i, a) in a.iter().enumerate() {
        mask |= u32::from(test(*a)) << i;
    }
    mask
}

const NAMES: [&str; 18] = [
    "eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan",
];

macro_rules! by_name {
    ($name:expr, $shape:ident, $bits:ty, $read:expr) => {{
        macro_rules! test {
            (|$x:ident, $y:ident| $result:expr) => {
                Test::$shape(|a, b| {
                    mask2(a, b, |a: $bits, b: $bits| {
                        let ($x, $y) = ($read(a), $read(b));
                        $result
                    })
                })
            };
        }
        #[allow(clippy::eq_op, clippy::nonminimal_bool, clippy::neg_cmp_op_on_partial_ord)] // unordered comparisons
        Some(match $name {
            "eq" => test!(|x, y| x == y),
            "ne" => test!(|x, y| x != y && x == x && y == y),
            "lt" | "lo" => test!(|x, y| x < y),
            "le" | "ls" => test!(|x, y| x <= y),
            "gt" | "hi" => test!(|x, y| x > y),
            "ge" | "hs" => test!(|x, y| x >= y),
            "equ" => test!(|x, y| x == y || x != x || y != y),
            "neu" => test!(|x, y| x != y),
            "ltu" => test!(|x, y| !(x >= y)),
            "leu" => test!(|x, y| !(x > y)),
            "gtu" => test!(|x, y| !(x <= y)),
            "geu" => test!(|x, y| !(x < y)),
            "num" => test!(|x, y| x == x && y == y),
            "nan" => test!(|x, y| x != x || y != y),
            _ => return None,
        })
    }};
}

/// Replaces a subnormal by zero with the same sign.
fn flushed(bits: u32) -> f32 {
    f32::from_bits(super::float::flushed(bits))
}

/// Returns the comparison of a `setp` or `set` for operands of this type.
pub(crate) fn comparison(m: &mut Mnemonic<'_>, scalar: Scalar) -> Option<Test> {
    let name = m.one_of(&NAMES)?;
    let ftz = m.take("ftz");
    if !scalar.is_float() && NAMES[10..].contains(&name) {
        return None;
    }
    match scalar {
        B(16) | U(16) | B(32) | U(32) => by_name!(name, S2, u32, |x| x),
        S(32) => by_name!(name, S2, u32, |x| x as i32),
        S(16) => by_name!(name, S2, u32, |x| x as i16),
        B(64) | U(64) => by_name!(name, D2, u64, |x| x),
        S(64) => by_name!(name, D2, u64, |x| x as i64),
        F32 if ftz => by_name!(name, S2, u32, flushed),
        F32 => by_name!(name, S2, u32, f32::from_bits),
        F64 => by_name!(name, D2, u64, f64::from_bits),
        F16 | F16x2 => by_name!(name, S2, u32, |x: u32| f16::from_bits(x as u16).to_f32()),
        Bf16 | Bf16x2 => by_name!(name, S2, u32, |x: u32| bf16::from_bits(x as u16).to_f32()),
        _ => None,
    }
}

/// Returns the same comparison for the upper halves of packed operands.
pub(crate) fn upper_comparison(m: &mut Mnemonic<'_>, scalar: Scalar) -> Option<Test> {
    let name = m.one_of(&NAMES)?;
    match scalar {
        F16x2 => by_name!(name, S2, u32, |x: u32| f16::from_bits((x >> 16) as u16).to_f32()),
        Bf16x2 => by_name!(name, S2, u32, |x: u32| bf16::from_bits((x >> 16) as u16).to_f32()),
        _ => None,
    }
}

/// Returns the test of `slct`: true where the first operand is chosen.
pub(crate) fn chooses_first(m: &mut Mnemonic<'_>, scalar: Scalar) -> Option<Test> {
    m.take("ftz");
    Some(match scalar {
        S(32) => Test::S1(|a| mask1(a, |x| x as i32 >= 0)),
        F32 => Test::S1(|a| mask1(a, |x| f32::from_bits(x) >= 0.0)),
        _ => return None,
    })
}

/// Returns the test that `testp` names.
pub(crate) fn property(m: &mut Mnemonic<'_>, scalar: Scalar) -> Option<Test> {
    macro_rules! of {
        ($test:expr) => {
            match scalar {
                F32 => Test::S1(|a| mask1(a, |x| $test(u64::from(x), soft::F32))),
                F64 => Test::D1(|a| mask1(a, |x| $test(x, soft::F64))),
                _ => return None,
            }
        };
    }
    let name = m.one_of(&["finite", "infinite", "number", "notanumber", "normal", "subnormal"])?;
    Some(match name {
        "finite" => of!(|x, f| matches!(soft::unpack(x, f), Value::Finite { .. })),
        "infinite" => of!(|x, f| matches!(soft::unpack(x, f), Value::Infinite { .. })),
        "number" => of!(|x, f| !matches!(soft::unpack(x, f), Value::Nan)),
        "notanumber" => of!(|x, f| matches!(soft::unpack(x, f), Value::Nan)),
        "normal" => of!(is_normal),
        _ => {
            of!(|x, f| matches!(soft::unpack(x, f), Value::Finite { mantissa, .. } if mantissa != 0)
                && !is_normal(x, f))
        }
    })
}

fn is_normal(bits: u64, format: soft::Format) -> bool {
    matches!(soft::unpack(bits, format), Value::Finite { mantissa, .. } if mantissa >> format.fraction != 0)
}
