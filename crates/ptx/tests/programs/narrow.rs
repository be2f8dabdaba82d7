//! 16-bit floats and conversions to narrow formats, compared with the sorted list of a format's numbers.

use crate::machine::{Numbers, evaluate, holds, pairs, triples};
use half::{bf16, f16};
use std::sync::OnceLock;

/// The finite numbers of a format, sorted, with their bits.
fn numbers_of(bits: u32, value: impl Fn(u16) -> f64) -> Vec<(f64, u16)> {
    let all = (0..1u32 << bits).map(|x| x as u16);
    let mut finite: Vec<(f64, u16)> = all.map(|x| (value(x), x)).filter(|(value, _)| value.is_finite()).collect();
    finite.sort_by(|a, b| a.partial_cmp(b).expect("finite").then(b.1.cmp(&a.1)));
    finite
}

/// Rounds a value to a number of the list; ties go to an even significand.
fn nearest(list: &[(f64, u16)], value: f64, beyond: f64, infinity: u16) -> u16 {
    let sign = if value.is_sign_negative() { infinity.next_power_of_two() } else { 0 };
    let magnitude = value.abs();
    if magnitude >= beyond {
        return sign | infinity;
    }
    let at = list.partition_point(|(number, _)| *number < magnitude);
    let positive = |i: usize| (list[i].0, list[i].1 & !infinity.next_power_of_two());
    if at == list.len() {
        return sign | positive(at - 1).1;
    }
    let (above, below) = (positive(at), positive(at.saturating_sub(1)));
    let (to_above, to_below) = (above.0 - magnitude, magnitude - below.0);
    let upper = to_above < to_below || to_above == to_below && above.1 % 2 == 0;
    sign | if upper || above.0 == magnitude { above.1 } else { below.1 }
}

fn inputs() -> Vec<[u64; 4]> {
    let special = [
        0.0f32, -0.0, 1.0, 65_504.0, 65_519.9, 65_520.0, 1e-8, 6e-8, 2.98e-8, -1.0009765, 0.333, 448.0, 464.0,
        57_344.0, 1e5, 3.4e38,
    ];
    let mut numbers = Numbers(5);
    let random = (0..300).map(|_| numbers.float() * (((numbers.0 % 60) as i32 - 30) as f32).exp2());
    let halves = (0..60u16).map(|i| f16::from_bits(0x3c00 + i).to_f32() + 0.000_488_281_25);
    special.into_iter().chain(random).chain(halves).map(|x| [u64::from(x.to_bits()), 0, 0, 0]).collect()
}

fn single(x: u64) -> f64 {
    f64::from(f32::from_bits(x as u32))
}

#[test]
fn float16_and_bfloat16_round_to_nearest() {
    let list = numbers_of(16, |x| f16::from_bits(x).to_f64());
    holds("cvt.rn.f16.f32 {d}, {a};", &["f16", "f32"], &inputs(), |x| {
        u64::from(nearest(&list, single(x[0]), 65_520.0, 0x7c00))
    });
    let list = numbers_of(16, |x| bf16::from_bits(x).to_f64());
    holds("cvt.rn.bf16.f32 {d}, {a};", &["bf16", "f32"], &inputs(), |x| {
        u64::from(nearest(&list, single(x[0]), (2.0 - 1.0 / 256.0) * 127f64.exp2(), 0x7f80))
    });
    let rows: Vec<[u64; 4]> = (0..=0xffffu64).step_by(7).map(|x| [x, 0, 0, 0]).collect();
    holds("cvt.f32.f16 {d}, {a};", &["f32", "f16"], &rows, |x| {
        let value = f16::from_bits(x[0] as u16).to_f32();
        if value.is_nan() { 0x7fff_ffff } else { u64::from(value.to_bits()) }
    });
}

#[test]
fn float16_rounds_in_each_direction() {
    let list = numbers_of(16, |x| f16::from_bits(x).to_f64());
    for mode in ["rz", "rm", "rp"] {
        holds(&format!("cvt.{mode}.f16.f32 {{d}}, {{a}};"), &["f16", "f32"], &inputs(), |x| {
            let value = single(x[0]);
            let negative = value.is_sign_negative();
            let outward = mode == "rp" && !negative || mode == "rm" && negative;
            let magnitude = value.abs();
            let at = list.partition_point(|(number, _)| *number < magnitude);
            let exact = list.get(at).is_some_and(|(number, _)| *number == magnitude);
            let bits = match (exact || outward, list.get(at)) {
                (true, Some((_, bits))) => bits & 0x7fff,
                (true, None) => 0x7c00,
                (false, _) => list[at - 1].1 & 0x7fff,
            };
            u64::from(bits | u16::from(negative) << 15)
        });
    }
}

#[test]
fn eight_bits_saturate() {
    let e4m3 = |x: u16| {
        let (sign, exponent, fraction) = (x >> 7, x >> 3 & 15, x & 7);
        let magnitude = match (exponent, fraction) {
            (15, 7) => f64::NAN,
            (0, fraction) => f64::from(fraction) * (-9f64).exp2(),
            _ => (1.0 + f64::from(fraction) / 8.0) * f64::from(i32::from(exponent) - 7).exp2(),
        };
        if sign == 1 { -magnitude } else { magnitude }
    };
    let list = numbers_of(8, e4m3);
    let text = "cvt.rn.satfinite.e4m3x2.f32 {d}, {a}, {b};";
    let rows: Vec<[u64; 4]> = inputs().windows(2).map(|pair| [pair[0][0], pair[1][0], 0, 0]).collect();
    let one = |x: u64| {
        let value = single(x).clamp(-448.0, 448.0);
        u64::from(nearest(&list, value, f64::INFINITY, 0x78) & 0x7f | u16::from(value.is_sign_negative()) << 7)
    };
    holds(text, &["e4m3x2", "f32", "f32"], &rows, |x| one(x[0]) << 8 | one(x[1]));
    // 0x38 is one, 0x40 two in e4m3; 0x3c one, 0x40 two in e5m2.
    let rows = [[0x4038, 0, 0, 0]];
    assert_eq!(evaluate("cvt.rn.f16x2.e4m3x2 {d}, {a};", &["b32", "e4m3x2"], &rows), [0x4000_3c00]);
    assert_eq!(evaluate("cvt.rn.f16x2.e5m2x2 {d}, {a};", &["b32", "e5m2x2"], &[[0x403c, 0, 0, 0]]), [0x4000_3c00]);
}

#[test]
fn tf32_keeps_ten_bits() {
    holds("cvt.rna.tf32.f32 {d}, {a};", &["b32", "f32"], &inputs(), |x| {
        // Adding half of the last kept bit rounds ties away from zero.
        let rounded = ((x[0] & 0x7fff_ffff) + 0x1000) & !0x1fff;
        rounded | x[0] & 0x8000_0000
    });
}

fn halves() -> Vec<u64> {
    vec![
        0, 0x8000, 0x3c00, 0xbc00, 0x3555, 0x0001, 0x03ff, 0x0400, 0x7bff, 0x7c00, 0xfc00, 0x7e01, 0x4248, 0x1234,
        0xb9a0,
    ]
}

fn half(x: u64) -> f64 {
    f16::from_bits(x as u16).to_f64()
}

fn rounded(x: f64) -> u64 {
    static LIST: OnceLock<Vec<(f64, u16)>> = OnceLock::new();
    let list = LIST.get_or_init(|| numbers_of(16, |x| f16::from_bits(x).to_f64()));
    if x.is_nan() { 0x7fff } else { u64::from(nearest(list, x, 65_520.0, 0x7c00)) }
}

#[test]
fn arithmetic_in_float16() {
    type Binary = fn(f64, f64) -> f64;
    let operations: [(&str, Binary); 3] = [("add", |a, b| a + b), ("sub", |a, b| a - b), ("mul", |a, b| a * b)];
    let rows = pairs(&halves());
    for (name, function) in operations {
        // Sums and products of float16 are exact in float64.
        holds(&format!("{name}.f16 {{d}}, {{a}}, {{b}};"), &["f16"; 3], &rows, |x| {
            rounded(function(half(x[0]), half(x[1])))
        });
        let twice: Vec<[u64; 4]> = rows.iter().map(|x| [x[0] | x[1] << 16, x[1] | x[0] << 16, 0, 0]).collect();
        holds(&format!("{name}.f16x2 {{d}}, {{a}}, {{b}};"), &["f16x2"; 3], &twice, |x| {
            let part = |shift: u32| rounded(function(half(x[0] >> shift), half(x[1] >> shift)));
            part(0) | part(16) << 16
        });
        holds(&format!("{name}.sat.f16 {{d}}, {{a}}, {{b}};"), &["f16"; 3], &rows, |x| {
            let value = function(half(x[0]), half(x[1]));
            if value.is_nan() || value <= 0.0 { 0 } else { rounded(value.min(1.0)) }
        });
    }
    holds("fma.rn.f16 {d}, {a}, {b}, {c};", &["f16"; 4], &triples(&halves()), |x| {
        let (product, c) = (half(x[0]) * half(x[1]), half(x[2]));
        let sum = product + c;
        // The sum in float64 is exact unless the product is far smaller: then it only decides ties.
        let back = sum - product;
        let lost = (product - (sum - back)) + (c - back);
        let nudged = if lost > 0.0 {
            sum.next_up()
        } else if lost < 0.0 {
            sum.next_down()
        } else {
            sum
        };
        rounded(if lost.is_nan() { sum } else { nudged })
    });
    holds("fma.rn.relu.f16 {d}, {a}, {b}, {c};", &["f16"; 4], &triples(&[0x3c00, 0xbc00, 0x4000]), |x| {
        rounded((half(x[0]) * half(x[1]) + half(x[2])).max(0.0))
    });
    let brain = |x: u64| bf16::from_bits(x as u16).to_f64();
    let back = |x: f64| if x.is_nan() { 0x7fff } else { u64::from(bf16::from_f64(x).to_bits()) };
    holds(
        "fma.rn.bf16 {d}, {a}, {b}, {c};",
        &["bf16"; 4],
        &triples(&[0x3f80, 0xbf80, 0x4049, 0x3eab, 0x0080, 0x7f80]),
        |x| back(brain(x[0]).mul_add(brain(x[1]), brain(x[2]))),
    );
    holds("neg.f16x2 {d}, {a};", &["f16x2"; 2], &rows, |x| x[0] ^ 0x8000_8000);
    holds("abs.bf16 {d}, {a};", &["bf16"; 2], &rows, |x| x[0] & 0x7fff);
}

#[test]
fn comparisons_of_float16() {
    let rows = pairs(&halves());
    holds("setp.lt.f16 {d}, {a}, {b};", &["pred", "f16", "f16"], &rows, |x| u64::from(half(x[0]) < half(x[1])));
    holds("max.f16 {d}, {a}, {b};", &["f16"; 3], &pairs(&[0x3c00, 0xbc00, 0x0000, 0x7c00]), |x| {
        rounded(half(x[0]).max(half(x[1])))
    });
    let twice =
        "{ .reg .pred %x, %y; setp.gt.f16x2 %x|%y, {a}, {b}; selp.u32 {d}, 1, 0, %x; @%y add.u32 {d}, {d}, 2; }";
    let packed: Vec<[u64; 4]> = rows.iter().map(|x| [x[0] | x[1] << 16, x[1] | x[0] << 16, 0, 0]).collect();
    holds(twice, &["u32", "f16x2", "f16x2"], &packed, |x| {
        let greater = |shift: u32| u64::from(half(x[0] >> shift) > half(x[1] >> shift));
        greater(0) + 2 * greater(16)
    });
}

#[test]
fn numbers_are_packed_in_pairs() {
    let rows: Vec<[u64; 4]> = inputs().windows(2).map(|pair| [pair[0][0], pair[1][0], 0, 0]).collect();
    let one = |x: u64| rounded(single(x));
    holds("cvt.rn.f16x2.f32 {d}, {a}, {b};", &["f16x2", "f32", "f32"], &rows, |x| one(x[0]) << 16 | one(x[1]));
    holds("cvt.rn.relu.f16x2.f32 {d}, {a}, {b};", &["f16x2", "f32", "f32"], &rows, |x| {
        let relu = |x: u64| if single(x) < 0.0 || x == 0x8000_0000 { 0 } else { one(x) };
        relu(x[0]) << 16 | relu(x[1])
    });
}
