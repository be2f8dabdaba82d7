//! Floating-point instructions in 32 and 64 bits, compared with Rust's arithmetic and exact references.

use crate::machine::{Numbers, evaluate, holds, pairs, triples};

const NAN: u64 = 0x7fff_ffff;

fn singles() -> Vec<u64> {
    let special = [
        0.0f32,
        -0.0,
        1.0,
        -1.0,
        1.5,
        0.1,
        -3.7,
        1e-3,
        123_456.79,
        f32::MAX,
        f32::MIN_POSITIVE,
        -f32::MIN_POSITIVE,
        1e-40,
        -1e-45,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        16_777_217.0,
        0.499_999_97,
        2.5,
        -2.5,
    ];
    let mut numbers = Numbers(2);
    let random = (0..8).map(|_| numbers.next() & 0xffff_ffff);
    special.iter().map(|x| u64::from(x.to_bits())).chain(random).collect()
}

fn doubles() -> Vec<u64> {
    let special = [0.0f64, -0.0, 1.0, -1.5, 0.1, 1e300, -1e-300, 5e-324, f64::MAX, f64::INFINITY, f64::NAN, 3.0];
    let mut numbers = Numbers(3);
    special.iter().map(|x| x.to_bits()).chain((0..6).map(|_| numbers.next())).collect()
}

fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn bits(x: f32) -> u64 {
    if x.is_nan() { NAN } else { u64::from(x.to_bits()) }
}

fn wide(x: f64) -> u64 {
    if x.is_nan() { 0x7fff_ffff_ffff_ffff } else { x.to_bits() }
}

fn flush(x: f32) -> f32 {
    if x.is_subnormal() { 0f32.copysign(x) } else { x }
}

#[test]
fn arithmetic_rounds_to_nearest() {
    type Binary = fn(f32, f32) -> f32;
    let rows = pairs(&singles());
    let operations: [(&str, Binary); 4] =
        [("add", |a, b| a + b), ("sub", |a, b| a - b), ("mul", |a, b| a * b), ("div.rn", |a, b| a / b)];
    for (name, function) in operations {
        let types = ["f32"; 3];
        holds(&format!("{name}.f32 {{d}}, {{a}}, {{b}};"), &types, &rows, |x| {
            bits(function(single(x[0]), single(x[1])))
        });
        holds(&format!("{name}.ftz.f32 {{d}}, {{a}}, {{b}};"), &types, &rows, |x| {
            bits(flush(function(flush(single(x[0])), flush(single(x[1])))))
        });
        if name != "div.rn" {
            holds(&format!("{name}.sat.f32 {{d}}, {{a}}, {{b}};"), &types, &rows, |x| {
                let result = function(single(x[0]), single(x[1]));
                if result.is_nan() || result <= 0.0 { 0 } else { bits(result.min(1.0)) }
            });
        }
    }
    let small: Vec<u64> = singles().into_iter().step_by(2).collect();
    holds("fma.rn.f32 {d}, {a}, {b}, {c};", &["f32"; 4], &triples(&small), |x| {
        bits(single(x[0]).mul_add(single(x[1]), single(x[2])))
    });
    type Wide = fn(f64, f64) -> f64;
    let operations: [(&str, Wide); 4] =
        [("add", |a, b| a + b), ("sub", |a, b| a - b), ("mul", |a, b| a * b), ("div.rn", |a, b| a / b)];
    let of = f64::from_bits;
    for (name, function) in operations {
        holds(&format!("{name}.f64 {{d}}, {{a}}, {{b}};"), &["f64"; 3], &pairs(&doubles()), |x| {
            wide(function(of(x[0]), of(x[1])))
        });
    }
    holds("fma.rn.f64 {d}, {a}, {b}, {c};", &["f64"; 4], &triples(&doubles()), |x| {
        wide(of(x[0]).mul_add(of(x[1]), of(x[2])))
    });
}

/// Rounds an exact number, given as a float64 plus a smaller rest, down or up to float32.
fn directed(value: f64, rest: f64, mode: &str) -> f32 {
    let near = value as f32;
    let difference = value - f64::from(near);
    let beyond = if difference != 0.0 { difference } else { rest };
    let (down, up) = match beyond {
        0.0 => (near, near),
        b if b > 0.0 => (near, near.next_up()),
        _ => (near.next_down(), near),
    };
    match mode {
        "rm" => down,
        "rp" => up,
        _ if value > 0.0 => down,
        _ => up,
    }
}

#[test]
fn arithmetic_rounds_in_each_direction() {
    let mut numbers = Numbers(4);
    let rows: Vec<[u64; 4]> = (0..600)
        .map(|i| {
            let mut number = || {
                let scale = (((numbers.next() % 40) as i32 - 20) as f32).exp2();
                bits(numbers.float() * scale)
            };
            if i % 10 == 0 { [number(), bits(0.5), bits(0.25), 0] } else { [number(), number(), number(), 0] }
        })
        .collect();
    let of = |x: u64| f64::from(single(x));
    // Sums of two float64 and their rounding error (Knuth).
    let sum = |a: f64, b: f64| {
        let s = a + b;
        let back = s - a;
        (s, (a - (s - back)) + (b - back))
    };
    for mode in ["rz", "rm", "rp"] {
        holds(&format!("add.{mode}.f32 {{d}}, {{a}}, {{b}};"), &["f32"; 3], &rows, |x| {
            let (s, rest) = sum(of(x[0]), of(x[1]));
            bits(directed(s, rest, mode))
        });
        holds(&format!("mul.{mode}.f32 {{d}}, {{a}}, {{b}};"), &["f32"; 3], &rows, |x| {
            bits(directed(of(x[0]) * of(x[1]), 0.0, mode))
        });
        holds(&format!("fma.{mode}.f32 {{d}}, {{a}}, {{b}}, {{c}};"), &["f32"; 4], &rows, |x| {
            let (s, rest) = sum(of(x[0]) * of(x[1]), of(x[2]));
            bits(directed(s, rest, mode))
        });
        holds(&format!("div.{mode}.f32 {{d}}, {{a}}, {{b}};"), &["f32"; 3], &rows, |x| {
            let (a, b) = (of(x[0]), of(x[1]));
            let q = a / b;
            // The quotient's error has the sign of the remainder divided by the divisor.
            let rest = (-q).mul_add(b, a) / b;
            bits(directed(q, rest, mode))
        });
        let positive: Vec<[u64; 4]> = rows.iter().map(|x| [x[0] & 0x7fff_ffff, 0, 0, 0]).collect();
        holds(&format!("sqrt.{mode}.f32 {{d}}, {{a}};"), &["f32"; 2], &positive, |x| {
            let root = of(x[0]).sqrt();
            bits(directed(root, -root.mul_add(root, -of(x[0])), mode))
        });
        holds(&format!("cvt.{mode}.f32.f64 {{d}}, {{a}};"), &["f32", "f64"], &rows, |x| {
            // Any bits are a float64; values out of range are covered by the test of conversions.
            let value = f64::from_bits(x[0]);
            bits(directed(value, 0.0, mode))
        });
    }
    for mode in ["rz", "rm", "rp"] {
        let rows: Vec<[u64; 4]> =
            rows.iter().map(|x| [of(x[0]).mul_add(1e-9, 1.0).to_bits(), of(x[1]).to_bits(), 0, 0]).collect();
        holds(&format!("add.{mode}.f64 {{d}}, {{a}}, {{b}};"), &["f64"; 3], &rows, |x| {
            let (s, rest) = sum(f64::from_bits(x[0]), f64::from_bits(x[1]));
            moved(s, rest, mode).to_bits()
        });
        holds(&format!("mul.{mode}.f64 {{d}}, {{a}}, {{b}};"), &["f64"; 3], &rows, |x| {
            let (a, b) = (f64::from_bits(x[0]), f64::from_bits(x[1]));
            let p = a * b;
            moved(p, a.mul_add(b, -p), mode).to_bits()
        });
    }
}

/// Changes a float64 that was rounded to nearest to one rounded in a direction.
fn moved(value: f64, rest: f64, mode: &str) -> f64 {
    let down = matches!(mode, "rm") || mode == "rz" && value > 0.0;
    match rest {
        rest if rest < 0.0 && down => value.next_down(),
        rest if rest > 0.0 && !down => value.next_up(),
        _ => value,
    }
}

#[test]
fn functions_of_one_number() {
    let rows: Vec<[u64; 4]> = singles().iter().map(|x| [*x, 0, 0, 0]).collect();
    let types = ["f32"; 2];
    holds("abs.f32 {d}, {a};", &types, &rows, |x| x[0] & 0x7fff_ffff);
    holds("neg.f32 {d}, {a};", &types, &rows, |x| x[0] ^ 0x8000_0000);
    holds("rcp.rn.f32 {d}, {a};", &types, &rows, |x| bits(1.0 / single(x[0])));
    holds("sqrt.rn.f32 {d}, {a};", &types, &rows, |x| bits(single(x[0]).sqrt()));
    holds("copysign.f32 {d}, {a}, {b};", &["f32"; 3], &pairs(&singles()), |x| x[1] & NAN | x[0] & 0x8000_0000);
    type Function = fn(f64) -> f64;
    let functions: [(&str, Function); 7] = [
        ("sin", f64::sin),
        ("cos", f64::cos),
        ("ex2", f64::exp2),
        ("lg2", f64::log2),
        ("tanh", f64::tanh),
        ("rsqrt", |x| 1.0 / x.sqrt()),
        ("rcp", |x| 1.0 / x),
    ];
    let inputs = [0.5f32, 1.0, 2.0, 0.001, 3.0, 10.0, 0.25, 1.5];
    let rows: Vec<[u64; 4]> = inputs.iter().map(|x| [bits(*x), 0, 0, 0]).collect();
    for (name, function) in functions {
        for (input, got) in inputs.iter().zip(evaluate(&format!("{name}.approx.f32 {{d}}, {{a}};"), &types, &rows)) {
            let (got, wanted) = (f64::from(single(got)), function(f64::from(*input)));
            // Hardware's error bounds are 2^-21 to 2^-10, relative to the result or to one.
            assert!((got - wanted).abs() <= 1e-6 * wanted.abs().max(0.1), "{name}({input}) = {got}, not {wanted}");
        }
    }
    let special = [[bits(f32::NEG_INFINITY), 0, 0, 0], [bits(0.0), 0, 0, 0], [bits(-1.0), 0, 0, 0]];
    assert_eq!(evaluate("lg2.approx.f32 {d}, {a};", &types, &special), [NAN, bits(f32::NEG_INFINITY), NAN]);
    assert_eq!(evaluate("ex2.approx.ftz.f32 {d}, {a};", &types, &special), [0, bits(1.0), bits(0.5)]);
    assert_eq!(evaluate("rsqrt.approx.f32 {d}, {a};", &types, &special), [NAN, bits(f32::INFINITY), NAN]);
}

#[test]
fn extremes_and_nan() {
    let rows = pairs(&singles());
    let order = |a: f32, b: f32| a < b || a == b && a.is_sign_negative() && b.is_sign_positive();
    for (name, max) in [("min", false), ("max", true)] {
        let pick = move |a: f32, b: f32, nan: bool| -> f32 {
            if a.is_nan() || b.is_nan() {
                return if nan {
                    f32::NAN
                } else if a.is_nan() {
                    b
                } else {
                    a
                };
            }
            if order(a, b) == max { b } else { a }
        };
        holds(&format!("{name}.f32 {{d}}, {{a}}, {{b}};"), &["f32"; 3], &rows, |x| {
            bits(pick(single(x[0]), single(x[1]), false))
        });
        holds(&format!("{name}.NaN.f32 {{d}}, {{a}}, {{b}};"), &["f32"; 3], &rows, |x| {
            bits(pick(single(x[0]), single(x[1]), true))
        });
        holds(
            &format!("{name}.f64 {{d}}, {{a}}, {{b}};"),
            &["f64"; 3],
            &pairs(&[1f64, -2.0, 0.5].map(f64::to_bits)),
            |x| {
                let (a, b) = (f64::from_bits(x[0]), f64::from_bits(x[1]));
                if max { a.max(b) } else { a.min(b) }.to_bits()
            },
        );
    }
}

#[test]
fn comparisons_know_nan() {
    type Test = fn(f32, f32) -> bool;
    let unordered = |a: f32, b: f32| a.is_nan() || b.is_nan();
    let tests: [(&str, Test, bool); 14] = [
        ("eq", |a, b| a == b, false),
        ("ne", |a, b| a != b && !a.is_nan() && !b.is_nan(), false),
        ("lt", |a, b| a < b, false),
        ("le", |a, b| a <= b, false),
        ("gt", |a, b| a > b, false),
        ("ge", |a, b| a >= b, false),
        ("equ", |a, b| a == b, true),
        ("neu", |a, b| a != b, true),
        ("ltu", |a, b| a < b, true),
        ("leu", |a, b| a <= b, true),
        ("gtu", |a, b| a > b, true),
        ("geu", |a, b| a >= b, true),
        ("num", |a, b| !a.is_nan() && !b.is_nan(), false),
        ("nan", |_, _| false, true),
    ];
    for (name, test, if_unordered) in tests {
        let expected = |a: f32, b: f32| u64::from(test(a, b) || if_unordered && unordered(a, b));
        holds(&format!("setp.{name}.f32 {{d}}, {{a}}, {{b}};"), &["pred", "f32", "f32"], &pairs(&singles()), |x| {
            expected(single(x[0]), single(x[1]))
        });
        holds(&format!("setp.{name}.ftz.f32 {{d}}, {{a}}, {{b}};"), &["pred", "f32", "f32"], &pairs(&singles()), |x| {
            expected(flush(single(x[0])), flush(single(x[1])))
        });
    }
    let rows: Vec<[u64; 4]> = singles().iter().map(|x| [*x, 0, 0, 0]).collect();
    type Property = fn(f32) -> bool;
    let properties: [(&str, Property); 6] = [
        ("finite", f32::is_finite),
        ("infinite", f32::is_infinite),
        ("number", |x| !x.is_nan()),
        ("notanumber", f32::is_nan),
        ("normal", f32::is_normal),
        ("subnormal", f32::is_subnormal),
    ];
    for (name, property) in properties {
        holds(&format!("testp.{name}.f32 {{d}}, {{a}};"), &["pred", "f32"], &rows, |x| {
            u64::from(property(single(x[0])))
        });
    }
}

#[test]
fn conversions_to_integers_and_whole_numbers() {
    let rows: Vec<[u64; 4]> = singles().iter().map(|x| [*x, 0, 0, 0]).collect();
    type Whole = fn(f64) -> f64;
    let modes: [(&str, Whole); 4] =
        [("rni", f64::round_ties_even), ("rzi", f64::trunc), ("rmi", f64::floor), ("rpi", f64::ceil)];
    for (mode, whole) in modes {
        for scalar in ["s32", "u32", "s16", "u16", "u8", "s64", "u64"] {
            let held = if scalar == "u8" { "u16" } else { scalar };
            holds(&format!("cvt.{mode}.{scalar}.f32 {{d}}, {{a}};"), &[held, "f32"], &rows, |x| {
                let value = whole(f64::from(single(x[0])));
                // Rust's conversions saturate, and NaN becomes 0; hardware returns the sign bit for NaN in 64 bits.
                match scalar {
                    "s64" | "u64" if value.is_nan() => 1 << 63,
                    "s32" => u64::from(value as i32 as u32),
                    "u32" => u64::from(value as u32),
                    "s16" => u64::from(value as i16 as u16),
                    "u16" => u64::from(value as u16),
                    "u8" => u64::from(value as u8),
                    "s64" => value as i64 as u64,
                    _ => value as u64,
                }
            });
        }
        holds(&format!("cvt.{mode}.f32.f32 {{d}}, {{a}};"), &["f32", "f32"], &rows, |x| {
            let value = single(x[0]);
            bits((whole(f64::from(value)) as f32).copysign(value))
        });
    }
    holds("cvt.sat.f32.f32 {d}, {a};", &["f32", "f32"], &rows, |x| {
        let value = single(x[0]);
        if value.is_nan() || value <= 0.0 { 0 } else { bits(value.min(1.0)) }
    });
}

#[test]
fn conversions_from_integers_round_once() {
    let integers: Vec<[u64; 4]> =
        [0, 1, 16_777_217, 16_777_219, u64::MAX, 1 << 63, (1 << 63) + 1025, 0xffff_ffff, 12_345]
            .iter()
            .map(|x| [*x, 0, 0, 0])
            .collect();
    holds("cvt.rn.f32.u64 {d}, {a};", &["f32", "u64"], &integers, |x| bits(x[0] as f32));
    holds("cvt.rn.f32.s64 {d}, {a};", &["f32", "s64"], &integers, |x| bits(x[0] as i64 as f32));
    holds("cvt.rn.f64.u64 {d}, {a};", &["f64", "u64"], &integers, |x| (x[0] as f64).to_bits());
    holds("cvt.rn.f32.s32 {d}, {a};", &["f32", "s32"], &integers, |x| bits(x[0] as i32 as f32));
    holds("cvt.rn.f64.s32 {d}, {a};", &["f64", "s32"], &integers, |x| f64::from(x[0] as i32).to_bits());
    for mode in ["rz", "rm", "rp"] {
        holds(&format!("cvt.{mode}.f32.u64 {{d}}, {{a}};"), &["f32", "u64"], &integers, |x| {
            let near = x[0] as f32;
            let difference = i128::from(x[0]) - near as i128;
            match mode {
                "rp" if difference > 0 => bits(near.next_up()),
                "rz" | "rm" if difference < 0 => bits(near.next_down()),
                _ => bits(near),
            }
        });
    }
    let rows: Vec<[u64; 4]> = doubles().iter().map(|x| [*x, 0, 0, 0]).collect();
    holds("cvt.rn.f32.f64 {d}, {a};", &["f32", "f64"], &rows, |x| bits(f64::from_bits(x[0]) as f32));
    holds(
        "cvt.f64.f32 {d}, {a};",
        &["f64", "f32"],
        &singles().iter().map(|x| [*x, 0, 0, 0]).collect::<Vec<_>>(),
        |x| wide(f64::from(single(x[0]))),
    );
}

#[test]
fn two_numbers_in_a_register() {
    let values: Vec<u64> = singles().windows(2).map(|pair| pair[0] | pair[1] << 32).collect();
    holds("fma.rn.f32x2 {d}, {a}, {b}, {c};", &["f32x2"; 4], &triples(&values[..8]), |x| {
        let part = |shift: u32| bits(single(x[0] >> shift).mul_add(single(x[1] >> shift), single(x[2] >> shift)));
        part(0) | part(32) << 32
    });
}
