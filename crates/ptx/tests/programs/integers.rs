//! Integer instructions, compared with Rust's arithmetic.

use crate::machine::{Numbers, evaluate, holds, pairs, triples};

/// Ordinary and special values, truncated to a width.
fn values(bits: u32) -> Vec<u64> {
    let ones = u64::MAX >> (64 - bits);
    let top = 1u64 << (bits - 1);
    let mut values = vec![0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 100, top - 1, top, top + 1, ones - 1, ones];
    let mut numbers = Numbers(1);
    values.extend((0..6).map(|_| numbers.next() & ones));
    values
}

fn signed(value: u64, bits: u32) -> i128 {
    i128::from((value << (64 - bits)) as i64 >> (64 - bits))
}

fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

type Function = fn(i128, i128) -> i128;

fn binary(name: &str, kinds: &[char], widths: &[u32], function: Function) {
    for bits in widths {
        for kind in kinds {
            let scalar = format!("{kind}{bits}");
            let value = |x: u64| if *kind == 's' { signed(x, *bits) } else { i128::from(x) };
            holds(
                &format!("{name}.{scalar} {{d}}, {{a}}, {{b}};"),
                &[&scalar, &scalar, &scalar],
                &pairs(&values(*bits)),
                |x| function(value(x[0]), value(x[1])) as u64 & mask(*bits),
            );
        }
    }
}

#[test]
fn sums_products_quotients_and_extremes() {
    let (all, wide) = ([16, 32, 64], [32, 64]);
    binary("add", &['u', 's'], &all, |a, b| a + b);
    binary("sub", &['u', 's'], &all, |a, b| a - b);
    binary("mul.lo", &['u', 's'], &all, |a, b| a.wrapping_mul(b));
    binary("min", &['u', 's'], &all, |a, b| a.min(b));
    binary("max", &['u', 's'], &all, |a, b| a.max(b));
    binary("div", &['u', 's'], &all, |a, b| if b == 0 { -1 } else { a / b });
    binary("rem", &['u', 's'], &all, |a, b| if b == 0 { a } else { a % b });
    binary("and", &['b'], &all, |a, b| a & b);
    binary("or", &['b'], &all, |a, b| a | b);
    binary("xor", &['b'], &all, |a, b| a ^ b);
    for bits in wide {
        for kind in ['u', 's'] {
            let scalar = format!("{kind}{bits}");
            let high = |x: [u64; 4]| {
                let product = if kind == 's' {
                    (signed(x[0], bits) * signed(x[1], bits)) as u128
                } else {
                    u128::from(x[0]) * u128::from(x[1])
                };
                (product >> bits) as u64 & mask(bits)
            };
            let rows = pairs(&values(bits));
            holds(&format!("mul.hi.{scalar} {{d}}, {{a}}, {{b}};"), &[&scalar, &scalar, &scalar], &rows, high);
        }
    }
}

#[test]
fn saturation_and_relu() {
    let types = ["s32"; 3];
    let rows = pairs(&values(32));
    let of = |x: u64| x as i32;
    holds("add.sat.s32 {d}, {a}, {b};", &types, &rows, |x| u64::from(of(x[0]).saturating_add(of(x[1])) as u32));
    holds("sub.sat.s32 {d}, {a}, {b};", &types, &rows, |x| u64::from(of(x[0]).saturating_sub(of(x[1])) as u32));
    holds("max.relu.s32 {d}, {a}, {b};", &types, &rows, |x| of(x[0]).max(of(x[1])).max(0) as u64);
    holds("min.relu.s32 {d}, {a}, {b};", &types, &rows, |x| of(x[0]).min(of(x[1])).max(0) as u64);
}

#[test]
fn multiply_and_add() {
    for (kind, bits) in [('u', 16), ('s', 16), ('u', 32), ('s', 32), ('u', 64), ('s', 64)] {
        let scalar = format!("{kind}{bits}");
        let small: Vec<u64> = values(bits).into_iter().step_by(2).collect();
        let value = |x: u64| if kind == 's' { signed(x, bits) } else { i128::from(x) };
        let types = [scalar.as_str(); 4];
        holds(&format!("mad.lo.{scalar} {{d}}, {{a}}, {{b}}, {{c}};"), &types, &triples(&small), |x| {
            value(x[0]).wrapping_mul(value(x[1])).wrapping_add(value(x[2])) as u64 & mask(bits)
        });
        if bits < 64 {
            let double = format!("{kind}{}", bits * 2);
            let types = [&double, &scalar, &scalar, &double].map(|scalar| scalar.as_str());
            holds(&format!("mad.wide.{scalar} {{d}}, {{a}}, {{b}}, {{c}};"), &types, &triples(&small), |x| {
                (value(x[0]) * value(x[1])).wrapping_add(i128::from(x[2])) as u64 & mask(bits * 2)
            });
            holds(&format!("mul.wide.{scalar} {{d}}, {{a}}, {{b}};"), &types[..3], &pairs(&values(bits)), |x| {
                (value(x[0]) * value(x[1])) as u64 & mask(bits * 2)
            });
        }
    }
    let low24 = |x: u64| signed(x & 0xff_ffff, 24);
    let rows = pairs(&values(32));
    holds("mul24.lo.s32 {d}, {a}, {b};", &["s32"; 3], &rows, |x| (low24(x[0]) * low24(x[1])) as u64 & mask(32));
    holds("mul24.hi.s32 {d}, {a}, {b};", &["s32"; 3], &rows, |x| ((low24(x[0]) * low24(x[1])) as u64 & mask(48)) >> 16);
}

#[test]
fn shifts_clamp() {
    let amounts = |bits: u32| -> Vec<[u64; 4]> {
        let values = values(bits);
        let shifts = [0u64, 1, 5, 15, 16, 17, 31, 32, 33, 63, 64, 65, 0xffff_ffff];
        values.iter().flat_map(|a| shifts.iter().map(|b| [*a, *b, 0, 0])).collect()
    };
    for bits in [16, 32, 64] {
        let (b, s, u) = (format!("b{bits}"), format!("s{bits}"), format!("u{bits}"));
        holds(&format!("shl.{b} {{d}}, {{a}}, {{b}};"), &[&b, &b, "u32"], &amounts(bits), |x| {
            if x[1] >= u64::from(bits) { 0 } else { x[0] << x[1] & mask(bits) }
        });
        holds(&format!("shr.{u} {{d}}, {{a}}, {{b}};"), &[&u, &u, "u32"], &amounts(bits), |x| {
            if x[1] >= u64::from(bits) { 0 } else { x[0] >> x[1] }
        });
        holds(&format!("shr.{s} {{d}}, {{a}}, {{b}};"), &[&s, &s, "u32"], &amounts(bits), |x| {
            (signed(x[0], bits) >> x[1].min(127)) as u64 & mask(bits)
        });
    }
    let rows = triples(&[0, 1, 5, 31, 32, 33, 64, 0x8000_0001, 0xdead_beef]);
    let joined = |x: [u64; 4]| x[1] << 32 | x[0];
    holds("shf.l.wrap.b32 {d}, {a}, {b}, {c};", &["b32"; 4], &rows, |x| joined(x) << (x[2] & 31) >> 32);
    holds("shf.l.clamp.b32 {d}, {a}, {b}, {c};", &["b32"; 4], &rows, |x| joined(x) << x[2].min(32) >> 32);
    holds("shf.r.wrap.b32 {d}, {a}, {b}, {c};", &["b32"; 4], &rows, |x| joined(x) >> (x[2] & 31) & mask(32));
    holds("shf.r.clamp.b32 {d}, {a}, {b}, {c};", &["b32"; 4], &rows, |x| joined(x) >> x[2].min(32) & mask(32));
}

#[test]
fn bits_are_counted_and_reversed() {
    for bits in [32, 64] {
        let (b, u, s) = (format!("b{bits}"), format!("u{bits}"), format!("s{bits}"));
        let rows: Vec<[u64; 4]> = values(bits).iter().map(|a| [*a, 0, 0, 0]).collect();
        holds(&format!("popc.{b} {{d}}, {{a}};"), &["u32", &b], &rows, |x| u64::from(x[0].count_ones()));
        holds(&format!("clz.{b} {{d}}, {{a}};"), &["u32", &b], &rows, |x| {
            u64::from(x[0].leading_zeros() - (64 - bits))
        });
        holds(&format!("brev.{b} {{d}}, {{a}};"), &[&b, &b], &rows, |x| x[0].reverse_bits() >> (64 - bits));
        holds(&format!("not.{b} {{d}}, {{a}};"), &[&b, &b], &rows, |x| !x[0] & mask(bits));
        holds(&format!("cnot.{b} {{d}}, {{a}};"), &[&b, &b], &rows, |x| u64::from(x[0] == 0));
        let top = |x: u64| if x == 0 { mask(32) } else { u64::from(63 - x.leading_zeros()) };
        holds(&format!("bfind.{u} {{d}}, {{a}};"), &["u32", &u], &rows, |x| top(x[0]));
        holds(&format!("bfind.{s} {{d}}, {{a}};"), &["u32", &s], &rows, |x| {
            top(if signed(x[0], bits) < 0 { !x[0] & mask(bits) } else { x[0] })
        });
        holds(&format!("bfind.shiftamt.{u} {{d}}, {{a}};"), &["u32", &u], &rows, |x| match x[0] {
            0 => mask(32),
            value => u64::from(bits - 1) - top(value),
        });
        holds(&format!("abs.{s} {{d}}, {{a}};"), &[&s, &s], &rows, |x| signed(x[0], bits).unsigned_abs() as u64);
        holds(&format!("neg.{s} {{d}}, {{a}};"), &[&s, &s], &rows, |x| x[0].wrapping_neg() & mask(bits));
    }
}

/// The manual's loop for `bfe`, bit by bit.
fn field(value: u64, place: u64, length: u64, bits: u64, is_signed: bool) -> u64 {
    let (place, length) = (place & 255, length & 255);
    let sign = if !is_signed || length == 0 { 0 } else { value >> (place + length - 1).min(bits - 1) & 1 };
    (0..bits).fold(0, |out, i| {
        let bit = if i < length && place + i < bits { value >> (place + i) & 1 } else { sign };
        out | bit << i
    })
}

#[test]
fn bit_fields() {
    for bits in [32u32, 64] {
        let fields = [
            (0u64, 0u64),
            (0, 8),
            (4, 8),
            (24, 8),
            (28, 8),
            (31, 1),
            (0, 32),
            (0, 64),
            (40, 3),
            (5, 255),
            (255, 1),
            (63, 1),
        ];
        let rows: Vec<[u64; 4]> =
            values(bits).iter().flat_map(|a| fields.iter().map(|(place, length)| [*a, *place, *length, 0])).collect();
        for (kind, is_signed) in [('u', false), ('s', true)] {
            let scalar = format!("{kind}{bits}");
            let types = [scalar.as_str(), &scalar, "u32", "u32"];
            holds(&format!("bfe.{scalar} {{d}}, {{a}}, {{b}}, {{c}};"), &types, &rows, |x| {
                field(x[0], x[1], x[2], u64::from(bits), is_signed)
            });
        }
        let scalar = format!("b{bits}");
        let rows: Vec<[u64; 4]> = rows.iter().map(|x| [x[0], 0x5555_5555_5555_5555 & mask(bits), x[1], x[2]]).collect();
        let types = [scalar.as_str(), &scalar, &scalar, "u32", "u32"];
        holds(&format!("bfi.{scalar} {{d}}, {{a}}, {{b}}, {{c}}, {{e}};"), &types, &rows, |x| {
            let (place, length) = (x[2] & 255, x[3] & 255);
            (0..u64::from(bits)).fold(0, |out, i| {
                let inside = i >= place && i < place + length;
                out | (if inside { x[0] >> (i - place) & 1 } else { x[1] >> i & 1 }) << i
            })
        });
    }
    let rows = pairs(&[0, 1, 5, 31, 32, 33, 0xffff_ffff]);
    holds("szext.clamp.s32 {d}, {a}, {b};", &["s32", "s32", "u32"], &rows, |x| match x[1].min(32) {
        0 => 0,
        length => signed(x[0], length as u32) as u64 & mask(32),
    });
    holds("bmsk.clamp.b32 {d}, {a}, {b};", &["b32", "u32", "u32"], &rows, |x| {
        (0..32).filter(|i| *i >= x[0] && *i - x[0] < x[1]).fold(0, |out, i| out | 1 << i)
    });
}

#[test]
fn bytes_are_permuted_and_multiplied() {
    let rows: Vec<[u64; 4]> = [0x3210, 0x7654, 0x0123, 0x8fed, 0x5140, 0xc8b9]
        .iter()
        .map(|selector| [0x8899_aabb, 0x1122_3344, *selector, 0])
        .collect();
    let bytes = |x: &[u64; 4]| (x[1] << 32 | x[0]).to_le_bytes();
    holds("prmt.b32 {d}, {a}, {b}, {c};", &["b32"; 4], &rows, |x| {
        (0..4).fold(0, |out, i| {
            let nibble = x[2] >> (4 * i) & 15;
            let byte = bytes(&x)[(nibble & 7) as usize];
            let byte = if nibble & 8 == 0 {
                byte
            } else if byte & 128 != 0 {
                255
            } else {
                0
            };
            out | u64::from(byte) << (8 * i)
        })
    });
    let rows: Vec<[u64; 4]> = (0..4).map(|s| [0x8899_aabb, 0x1122_3344, s, 0]).collect();
    let mode = |name: &str| evaluate(&format!("prmt.b32.{name} {{d}}, {{a}}, {{b}}, {{c}};"), &["b32"; 4], &rows);
    assert_eq!(mode("f4e"), [0x8899_aabb, 0x4488_99aa, 0x3344_8899, 0x2233_4488]);
    assert_eq!(mode("b4e"), [0x3322_11bb, 0x2211_bbaa, 0x11bb_aa99, 0xbbaa_9988]);
    assert_eq!(mode("rc8"), [0xbbbb_bbbb, 0xaaaa_aaaa, 0x9999_9999, 0x8888_8888]);
    assert_eq!(mode("ecl"), [0x8899_aabb, 0x8899_aaaa, 0x8899_9999, 0x8888_8888]);
    assert_eq!(mode("ecr"), [0xbbbb_bbbb, 0xaaaa_aabb, 0x9999_aabb, 0x8899_aabb]);
    assert_eq!(mode("rc16"), [0xaabb_aabb, 0x8899_8899, 0xaabb_aabb, 0x8899_8899]);
    let words = [0, 0x0102_0304, 0x80ff_7f01, 0xffff_ffff];
    let byte = |x: u64, i: u32, is_signed: bool| {
        let byte = (x >> (8 * i)) as u8;
        if is_signed { i64::from(byte as i8) } else { i64::from(byte) }
    };
    for (a, b) in [("u32", "u32"), ("s32", "s32"), ("u32", "s32"), ("s32", "u32")] {
        let (sa, sb) = (a == "s32", b == "s32");
        holds(&format!("dp4a.{a}.{b} {{d}}, {{a}}, {{b}}, {{c}};"), &["s32"; 4], &triples(&words), |x| {
            let sum: i64 = (0..4).map(|i| byte(x[0], i, sa) * byte(x[1], i, sb)).sum();
            (x[2] as i64).wrapping_add(sum) as u64 & mask(32)
        });
    }
}

#[test]
fn any_logic_of_three() {
    for table in [0u64, 0x96, 0xe8, 0xca, 0x80, 0xfe, 0x2a, 0xff] {
        holds(
            &format!("lop3.b32 {{d}}, {{a}}, {{b}}, {{c}}, {table};"),
            &["b32"; 4],
            &triples(&[0, 0xf0f0_cccc, 0xaaaa_5555, 0xffff_ffff]),
            |x| {
                (0..32).fold(0, |out, i| {
                    let row = (x[0] >> i & 1) << 2 | (x[1] >> i & 1) << 1 | x[2] >> i & 1;
                    out | (table >> row & 1) << i
                })
            },
        );
    }
}

#[test]
fn carries_go_on() {
    let rows = pairs(&values(64));
    let text = "{ .reg .b32 %l<4>, %m<4>;
        mov.b64 {%l0, %l1}, {a}; mov.b64 {%m0, %m1}, {b};
        OP.cc.u32 %l2, %l0, %m0; OPc.u32 %l3, %l1, %m1; mov.b64 {d}, {%l2, %l3}; }";
    let of = |op: &str| text.replace("OPc", &format!("{op}c")).replace("OP", op);
    holds(&of("add"), &["u64"; 3], &rows, |x| x[0].wrapping_add(x[1]));
    holds(&of("sub"), &["u64"; 3], &rows, |x| x[0].wrapping_sub(x[1]));
    let product = "{ .reg .b32 %l<4>, %m<4>;
        mov.b64 {%l0, %l1}, {a}; mov.b64 {%m0, %m1}, {b};
        mul.lo.u32 %l2, %l0, %m0; mul.hi.u32 %l3, %l0, %m0;
        mad.lo.cc.u32 %l3, %l0, %m1, %l3; mad.lo.u32 %l3, %l1, %m0, %l3; mov.b64 {d}, {%l2, %l3}; }";
    holds(product, &["u64"; 3], &rows, |x| x[0].wrapping_mul(x[1]));
}

#[test]
fn comparisons_choose() {
    for (name, test) in [
        ("eq", (|a, b| a == b) as fn(i128, i128) -> bool),
        ("ne", |a, b| a != b),
        ("lt", |a, b| a < b),
        ("le", |a, b| a <= b),
        ("gt", |a, b| a > b),
        ("ge", |a, b| a >= b),
    ] {
        for (kind, bits) in [('u', 16), ('s', 16), ('u', 32), ('s', 32), ('u', 64), ('s', 64)] {
            let scalar = format!("{kind}{bits}");
            let value = |x: u64| if kind == 's' { signed(x, bits) } else { i128::from(x) };
            holds(
                &format!("setp.{name}.{scalar} {{d}}, {{a}}, {{b}};"),
                &["pred", &scalar, &scalar],
                &pairs(&values(bits)),
                |x| u64::from(test(value(x[0]), value(x[1]))),
            );
        }
    }
    let rows = pairs(&values(32));
    holds("set.lt.u32.s32 {d}, {a}, {b};", &["u32", "s32", "s32"], &rows, |x| {
        if (x[0] as i32) < x[1] as i32 { mask(32) } else { 0 }
    });
    holds("set.gt.f32.u32 {d}, {a}, {b};", &["f32", "u32", "u32"], &rows, |x| {
        if x[0] > x[1] { u64::from(1f32.to_bits()) } else { 0 }
    });
    holds("slct.s32.s32 {d}, {a}, {b}, {c};", &["s32"; 4], &triples(&[0, 1, mask(32), 7]), |x| {
        if x[2] as i32 >= 0 { x[0] } else { x[1] }
    });
    let flags = triples(&[0, 1]);
    let both =
        "{ .reg .pred %x, %y; setp.lt.and.u32 %x|%y, {a}, {b}, {c}; selp.u32 {d}, 1, 0, %x; @%y add.u32 {d}, {d}, 2; }";
    holds(both, &["u32", "u32", "u32", "pred"], &flags, |x| {
        let (less, c) = (x[0] < x[1], x[2] != 0);
        u64::from(less && c) + 2 * u64::from(!less && c)
    });
}

#[test]
fn conversions_between_integers() {
    let kinds = [('u', 8), ('s', 8), ('u', 16), ('s', 16), ('u', 32), ('s', 32), ('u', 64), ('s', 64)];
    for (from_kind, from) in kinds {
        for (to_kind, to) in kinds {
            let (a, d) = (format!("{from_kind}{from}"), format!("{to_kind}{to}"));
            let held = |scalar: &str| scalar.replace("u8", "u16").replace("s8", "s16");
            let value = move |x: u64| if from_kind == 's' { signed(x, from) } else { i128::from(x & mask(from)) };
            let rows: Vec<[u64; 4]> = values(from).iter().map(|a| [*a, 0, 0, 0]).collect();
            let types = [held(&d), held(&a)];
            let types = [types[0].as_str(), types[1].as_str()];
            // A signed byte is extended to its 16-bit register.
            let stored = move |x: i128| match (to_kind, to) {
                ('s', 8) => u64::from(i16::from(x as i8) as u16),
                _ => x as u64 & mask(to),
            };
            holds(&format!("cvt.{d}.{a} {{d}}, {{a}};"), &types, &rows, |x| stored(value(x[0])));
            let (least, most) = match to_kind {
                's' => (-(1i128 << (to - 1)), (1i128 << (to - 1)) - 1),
                _ => (0, (1i128 << to) - 1),
            };
            holds(&format!("cvt.sat.{d}.{a} {{d}}, {{a}};"), &types, &rows, |x| stored(value(x[0]).clamp(least, most)));
        }
    }
}

#[test]
fn sums_of_differences_and_places_of_bits() {
    holds("sad.s32 {d}, {a}, {b}, {c};", &["s32"; 4], &triples(&[0, 1, 5, 0x8000_0000, 0xffff_ffff]), |x| {
        let difference = (i64::from(x[0] as i32) - i64::from(x[1] as i32)).unsigned_abs();
        x[2].wrapping_add(difference) & mask(32)
    });
    let rows: Vec<[u64; 4]> = (1..5).map(|n| [0b1010_1100, 0, n, 0]).collect();
    assert_eq!(evaluate("fns.b32 {d}, {a}, {b}, {c};", &["b32", "b32", "u32", "s32"], &rows), [2, 3, 5, 7]);
    let rows = pairs(&[0x0001_ffff, 0x7fff_8000, 0x1234_5678]);
    let half = |x: u64, i: u32| (x >> (16 * i)) as u16;
    holds("add.u16x2 {d}, {a}, {b};", &["u16x2"; 3], &rows, |x| {
        let sum = |i| u64::from(half(x[0], i).wrapping_add(half(x[1], i)));
        sum(0) | sum(1) << 16
    });
    holds("max.s16x2 {d}, {a}, {b};", &["s16x2"; 3], &rows, |x| {
        let most = |i| u64::from((half(x[0], i) as i16).max(half(x[1], i) as i16) as u16);
        most(0) | most(1) << 16
    });
}
