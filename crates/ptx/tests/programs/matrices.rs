//! Matrix products by `mma`, with fragments from `ldmatrix` or plain loads, compared with float64.

use crate::machine::{HEADER, Machine, Numbers, program};
use half::f16;

/// A kernel that loads each lane's registers of `a`, `b` and `c`, multiplies, and stores `d`.
fn kernel(instruction: &str, bits: [u32; 4], counts: [usize; 4]) -> String {
    let names = ["d", "a", "b", "c"];
    let mut text = format!(
        "{HEADER}.visible .entry k(.param .u64 d, .param .u64 a, .param .u64 b, .param .u64 c) {{ .reg .b32 %t; .reg .b64 %p, %q;\nmov.u32 %t, %tid.x;\n"
    );
    let list = |name: &str, count: usize| {
        format!("{{{}}}", (0..count).map(|i| format!("%{name}{i}")).collect::<Vec<_>>().join(", "))
    };
    for ((name, bits), count) in names.iter().zip(bits).zip(counts) {
        text += &format!(".reg .b{bits} %{name}<{count}>;\n");
        if *name != "d" {
            text += &format!(
                "ld.param.u64 %p, [{name}]; mul.wide.u32 %q, %t, {}; add.u64 %p, %p, %q;\n",
                count as u32 * bits / 8
            );
            for i in 0..count {
                text += &format!("ld.global.b{bits} %{name}{i}, [%p+{}];\n", i as u32 * bits / 8);
            }
        }
    }
    text += &format!(
        "{instruction} {}, {}, {}, {};\nld.param.u64 %p, [d]; mul.wide.u32 %q, %t, {}; add.u64 %p, %p, %q;\n",
        list("d", counts[0]),
        list("a", counts[1]),
        list("b", counts[2]),
        list("c", counts[3]),
        counts[0] as u32 * bits[0] / 8
    );
    for i in 0..counts[0] {
        text += &format!("st.global.b{} [%p+{}], %d{i};\n", bits[0], i as u32 * bits[0] / 8);
    }
    text + "ret; }"
}

/// The layout of a lane's elements in the manual: of `a` (rows by depth), `b` (depth by columns) and the sum.
type Place = fn(usize, usize) -> (usize, usize);

struct Case {
    instruction: &'static str,
    shape: (usize, usize, usize),
    bits: [u32; 4],
    counts: [usize; 4],
    /// Elements per lane in `a`, `b` and the sum.
    elements: [usize; 3],
    places: [Place; 3],
}

fn sum_place(lane: usize, i: usize) -> (usize, usize) {
    (lane / 4 + if i < 2 { 0 } else { 8 }, lane % 4 * 2 + i % 2)
}

fn of_halves(lane: usize, i: usize) -> (usize, usize) {
    let row = if matches!(i, 0 | 1 | 4 | 5) { lane / 4 } else { lane / 4 + 8 };
    (row, lane % 4 * 2 + i % 2 + if i < 4 { 0 } else { 8 })
}

fn column_of_halves(lane: usize, i: usize) -> (usize, usize) {
    (lane % 4 * 2 + i % 2 + if i < 2 { 0 } else { 8 }, lane / 4)
}

/// Multiplies whole numbers, which every type here represents exactly.
fn check(case: &Case, encode: fn(f64) -> u64, size: usize, encode_sum: fn(f64) -> u64, decode_sum: fn(u64) -> f64) {
    let (rows, columns, depth) = case.shape;
    let mut numbers = Numbers(6);
    let mut matrix = |rows: usize, columns: usize| -> Vec<Vec<f64>> {
        (0..rows).map(|_| (0..columns).map(|_| (numbers.next() % 7) as f64 - 3.0).collect()).collect()
    };
    let (a, b, c) = (matrix(rows, depth), matrix(depth, columns), matrix(rows, columns));
    let pack = |m: &[Vec<f64>], place: Place, elements: usize, size: usize, encode: fn(f64) -> u64| -> Vec<u8> {
        let mut bytes = Vec::new();
        for lane in 0..32 {
            for i in 0..elements {
                let (row, column) = place(lane, i);
                bytes.extend(&encode(m[row][column]).to_le_bytes()[..size]);
            }
        }
        bytes
    };
    let sum_size = (case.bits[3] as usize / 8 * case.counts[3]) / case.elements[2];
    let mut machine = Machine::default();
    let d = machine.array(&vec![0u8; 32 * case.counts[0] * case.bits[0] as usize / 8]);
    machine.array(&pack(&a, case.places[0], case.elements[0], size, encode));
    machine.array(&pack(&b, case.places[1], case.elements[1], size, encode));
    machine.array(&pack(&c, case.places[2], case.elements[2], sum_size, encode_sum));
    machine.run(&program(&kernel(case.instruction, case.bits, case.counts)), "k", 1, 32);
    let out = machine.read::<u8>(d);
    for lane in 0..32 {
        for i in 0..case.elements[2] {
            let (row, column) = case.places[2](lane, i);
            let at = (lane * case.elements[2] + i) * sum_size;
            let mut bytes = [0; 8];
            bytes[..sum_size].copy_from_slice(&out[at..at + sum_size]);
            let wanted = (0..depth).fold(c[row][column], |sum, k| sum + a[row][k] * b[k][column]);
            assert_eq!(decode_sum(u64::from_le_bytes(bytes)), wanted, "{} at {row}, {column}", case.instruction);
        }
    }
}

fn float16(x: f64) -> u64 {
    u64::from(f16::from_f64(x).to_bits())
}

fn float32(x: f64) -> u64 {
    u64::from((x as f32).to_bits())
}

fn of_float32(x: u64) -> f64 {
    f64::from(f32::from_bits(x as u32))
}

#[test]
fn products_of_float16_and_bfloat16() {
    let mut case = Case {
        instruction: "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
        shape: (16, 8, 16),
        bits: [32; 4],
        counts: [4, 4, 2, 4],
        elements: [8, 4, 4],
        places: [of_halves, column_of_halves, sum_place],
    };
    check(&case, float16, 2, float32, of_float32);
    case.instruction = "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32";
    check(&case, |x| u64::from(half::bf16::from_f64(x).to_bits()), 2, float32, of_float32);
    case.instruction = "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16";
    case.counts = [2, 4, 2, 2];
    check(&case, float16, 2, float16, |x| f16::from_bits(x as u16).to_f64());
    case.instruction = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32";
    (case.shape, case.counts, case.elements) = ((16, 8, 8), [4, 2, 1, 4], [4, 2, 4]);
    check(&case, float16, 2, float32, of_float32);
}

#[test]
fn products_of_tf32_and_float64() {
    let case = Case {
        instruction: "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
        shape: (16, 8, 8),
        bits: [32; 4],
        counts: [4, 4, 2, 4],
        elements: [4, 2, 4],
        places: [
            |lane, i| (lane / 4 + if i % 2 == 0 { 0 } else { 8 }, lane % 4 + if i < 2 { 0 } else { 4 }),
            |lane, i| (lane % 4 + 4 * i, lane / 4),
            sum_place,
        ],
    };
    check(&case, float32, 4, float32, of_float32);
    let case = Case {
        instruction: "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64",
        shape: (8, 8, 4),
        bits: [64; 4],
        counts: [2, 1, 1, 2],
        elements: [1, 1, 2],
        places: [
            |lane, _| (lane / 4, lane % 4),
            |lane, _| (lane % 4, lane / 4),
            |lane, i| (lane / 4, lane % 4 * 2 + i),
        ],
    };
    check(&case, f64::to_bits, 8, f64::to_bits, f64::from_bits);
}

#[test]
fn products_of_bytes() {
    let mut case = Case {
        instruction: "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32",
        shape: (16, 8, 16),
        bits: [32; 4],
        counts: [4, 2, 1, 4],
        elements: [8, 4, 4],
        places: [
            |lane, i| (lane / 4 + if i < 4 { 0 } else { 8 }, lane % 4 * 4 + i % 4),
            |lane, i| (lane % 4 * 4 + i, lane / 4),
            sum_place,
        ],
    };
    let byte = |x: f64| u64::from(x as i8 as u8);
    let word = |x: f64| u64::from(x as i32 as u32);
    check(&case, byte, 1, word, |x| f64::from(x as i32));
    case.instruction = "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32";
    (case.shape, case.counts, case.elements) = ((16, 8, 32), [4, 4, 2, 4], [16, 8, 4]);
    case.places[0] = |lane, i| {
        let row = if i < 4 || (8..12).contains(&i) { lane / 4 } else { lane / 4 + 8 };
        (row, lane % 4 * 4 + i % 4 + if i < 8 { 0 } else { 16 })
    };
    case.places[1] = |lane, i| (lane % 4 * 4 + i % 4 + if i < 4 { 0 } else { 16 }, lane / 4);
    check(&case, byte, 1, word, |x| f64::from(x as i32));
}

#[test]
fn ldmatrix_deals_rows_to_lanes() {
    for (name, transposed) in [("", false), (".trans", true)] {
        let text = format!(
            "{HEADER}.visible .entry k(.param .u64 out) {{
            .shared .align 16 .b8 s[512]; .reg .b32 %t, %r<6>; .reg .b64 %o, %d;
            mov.u32 %t, %tid.x; ld.param.u64 %o, [out]; mov.u32 %r4, s; shl.b32 %r5, %t, 4; add.u32 %r4, %r4, %r5;
            shl.b32 %r0, %t, 3; shl.b32 %r1, %r0, 16; or.b32 %r0, %r0, %r1; add.u32 %r0, %r0, 0x10000;
            add.u32 %r1, %r0, 0x20002; add.u32 %r2, %r0, 0x40004; add.u32 %r3, %r0, 0x60006;
            st.shared.v4.b32 [%r4], {{%r0, %r1, %r2, %r3}}; bar.sync 0;
            ldmatrix.sync.aligned.m8n8.x4{name}.shared.b16 {{%r0, %r1, %r2, %r3}}, [%r4];
            mul.wide.u32 %d, %t, 16; add.u64 %d, %o, %d; st.global.v4.b32 [%d], {{%r0, %r1, %r2, %r3}}; ret; }}"
        );
        let mut machine = Machine::default();
        let out = machine.array(&[0u16; 256]);
        machine.run(&program(&text), "k", 1, 32);
        // Row r, column c of the 32 rows holds 8 * r + c.
        let wanted = |lane: usize, matrix: usize, half: usize| {
            let (row, column) = (lane / 4, lane % 4 * 2 + half);
            let (row, column) = if transposed { (column, row) } else { (row, column) };
            (8 * (8 * matrix + row) + column) as u16
        };
        let got = machine.read::<u16>(out);
        for lane in 0..32 {
            for i in 0..8 {
                assert_eq!(got[lane * 8 + i], wanted(lane, i / 2, i % 2), "lane {lane}, {i}");
            }
        }
    }
}
