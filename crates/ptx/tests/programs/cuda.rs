//! Runs our CUDA sources, compiled by NVRTC, and compares with float64. The PTX beside each source is NVRTC 13.5's
//! output for compute_80; `nvrtc.rs` compiles the sources again if NVRTC is installed.

use crate::machine::{Machine, Numbers, program};
use half::f16;
use tensorcell_ptx::{Launch, Program};

pub const REDUCE: &str = include_str!("cuda/reduce.cu");
pub const MIXED: &str = include_str!("cuda/mixed.cu");

#[test]
fn reductions() {
    check_reductions(&program(include_str!("cuda/reduce.ptx")));
}

#[test]
fn products_halves_and_functions() {
    check_mixed(&program(include_str!("cuda/mixed.ptx")));
}

/// Runs the kernels of `reduce.cu`.
pub fn check_reductions(program: &Program) {
    let mut numbers = Numbers(9);
    let x: Vec<f32> = (0..10_000).map(|_| numbers.float()).collect();
    let wanted: f64 = x.iter().map(|x| f64::from(*x)).sum();
    for (grid, block) in [(1, 256), (7, 128), (3, 1024)] {
        let mut machine = Machine { workers: 2, ..Machine::default() };
        machine.array(&x);
        let total = machine.array(&[0f32]);
        machine.value(x.len() as i32);
        machine.run(program, "sum", grid, block);
        let got = f64::from(machine.read::<f32>(total)[0]);
        assert!((got - wanted).abs() < 1e-3, "{got}, not {wanted}");
    }
    let x: Vec<i32> = (0..500).map(|_| (numbers.next() % 100) as i32 - 50).collect();
    let mut machine = Machine { shared: 512 * 4, ..Machine::default() };
    machine.array(&x);
    let y = machine.array(&[0i32; 500]);
    machine.value(500i32);
    machine.run(program, "scan", 1, 512);
    let sums = x.iter().scan(0, |sum, x| {
        *sum += x;
        Some(*sum)
    });
    assert_eq!(machine.read::<i32>(y), sums.collect::<Vec<i32>>());
    let x: Vec<u8> = (0..5000).map(|_| (numbers.next() % 200) as u8).collect();
    let mut machine = Machine::default();
    machine.array(&x);
    let bins = machine.array(&[0u32; 256]);
    machine.value(5000i32);
    machine.run(program, "histogram", 4, 96);
    let count = |bin: usize| x.iter().filter(|x| usize::from(**x) == bin).count() as u32;
    assert_eq!(machine.read::<u32>(bins), (0..256).map(count).collect::<Vec<u32>>());
}

/// Runs the kernels of `mixed.cu`.
pub fn check_mixed(program: &Program) {
    matmul(program);
    tensor_cores(program);
    halves(program);
    let mut machine = Machine::default();
    machine.array(&(0..256u16).map(f32::from).collect::<Vec<f32>>());
    let y = machine.array(&[0f32; 256]);
    machine.run(program, "copy", 1, 64);
    let wanted: Vec<f32> = (0..256u16).map(|i| f32::from((63 - i / 4) * 4 + i % 4)).collect();
    assert_eq!(machine.read::<f32>(y), wanted);
    let mut machine = Machine::default();
    let out = machine.array(&[0i32; 64]);
    machine.run(program, "recursive", 1, 64);
    let numbers = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89];
    assert_eq!(machine.read::<i32>(out), (0..64).map(|i| numbers[i % 12]).collect::<Vec<i32>>());
    divergent(program);
    elementary(program);
}

fn matmul(program: &Program) {
    let n = 40usize;
    let mut numbers = Numbers(10);
    let (a, b): (Vec<f32>, Vec<f32>) = (0..n * n).map(|_| (numbers.float(), numbers.float())).unzip();
    let mut memory = tensorcell_ptx::Allocations::default();
    let bytes = |x: &[f32]| x.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    let (at_a, at_b) = (memory.allocate_with(&bytes(&a)), memory.allocate_with(&bytes(&b)));
    let at_c = memory.allocate(n * n * 4);
    let mut parameters: Vec<u8> = [at_a, at_b, at_c].iter().flat_map(|at| at.to_le_bytes()).collect();
    parameters.extend((n as i32).to_le_bytes());
    program.launch(&Launch::new("matmul", [3, 3, 1], [16, 16, 1], &parameters, &memory)).expect("a product");
    let c = memory.buffer(at_c).expect("the buffer").read();
    for (i, c) in c.chunks_exact(4).enumerate() {
        let c = f64::from(f32::from_le_bytes(c.try_into().expect("four bytes")));
        let wanted: f64 = (0..n).map(|k| f64::from(a[i / n * n + k]) * f64::from(b[k * n + i % n])).sum();
        assert!((c - wanted).abs() < 1e-5, "{i}: {c}, not {wanted}");
    }
}

fn tensor_cores(program: &Program) {
    let mut numbers = Numbers(11);
    let (a, b): (Vec<u16>, Vec<u16>) = (
        (0..256).map(|_| f16::from_f32(numbers.float()).to_bits()).collect(),
        (0..128).map(|_| f16::from_f32(numbers.float()).to_bits()).collect(),
    );
    let mut machine = Machine::default();
    machine.array(&a);
    machine.array(&b);
    let c = machine.array(&[0f32; 128]);
    machine.run(program, "tensor", 1, 32);
    let of = |x: u16| f16::from_bits(x).to_f64();
    for (i, c) in machine.read::<f32>(c).into_iter().enumerate() {
        let wanted: f64 = (0..16).map(|k| of(a[i / 8 * 16 + k]) * of(b[i % 8 * 16 + k])).sum();
        assert!((f64::from(c) - wanted).abs() < 1e-6, "{i}: {c}, not {wanted}");
    }
}

fn halves(program: &Program) {
    let n = 100;
    let mut numbers = Numbers(12);
    let mut half = || f16::from_f32(numbers.float() * 4.0);
    let (x, y): (Vec<f16>, Vec<[f16; 2]>) = (0..n).map(|_| (half(), [half(), half()])).unzip();
    let mut machine = Machine::default();
    machine.array(&x.iter().map(|x| x.to_bits()).collect::<Vec<u16>>());
    machine.array(&y.iter().flatten().map(|x| x.to_bits()).collect::<Vec<u16>>());
    let out = machine.array(&vec![0u16; n]);
    machine.value(n as i32);
    machine.run(program, "halves", 2, 64);
    for (i, got) in machine.read::<u16>(out).into_iter().enumerate() {
        let [low, high] = [(y[i][0], 0.5), (y[i][1], -0.5)].map(|(y, add)| y.to_f64() * y.to_f64() + add);
        let wanted = x[i].to_f64() * low + high.abs().sqrt();
        let got = f16::from_bits(got).to_f64();
        assert!((got - wanted).abs() < 0.004 * wanted.abs().max(8.0), "{i}: {got}, not {wanted}");
    }
}

fn divergent(program: &Program) {
    let mut machine = Machine::default();
    let out = machine.array(&[0i32; 300]);
    machine.value(300i32);
    machine.run(program, "divergent", 3, 128);
    for (i, got) in machine.read::<i32>(out).into_iter().enumerate() {
        let (mut x, mut steps) = (i as i64 + 1, 0i32);
        while x != 1 {
            x = if x % 2 == 1 { 3 * x + 1 } else { x / 2 };
            steps += 1;
        }
        let wanted = match steps % 5 {
            0 => steps + 1000,
            1 => steps * 2,
            2 => -steps,
            3 => steps ^ 0x55,
            _ => steps,
        };
        assert_eq!(got, wanted, "{i}");
    }
}

fn elementary(program: &Program) {
    let n = 64;
    let x: Vec<f32> = (0..n).map(|i| (i as f32 - 32.0) / 7.0).collect();
    let mut machine = Machine::default();
    machine.array(&x);
    let y = machine.array(&vec![0f32; n]);
    machine.array(&x.iter().map(|x| f64::from(*x)).collect::<Vec<f64>>());
    let v = machine.array(&vec![0f64; n]);
    machine.value(n as i32);
    machine.run(program, "elementary", 1, 64);
    let (y, v) = (machine.read::<f32>(y), machine.read::<f64>(v));
    for (i, x) in x.into_iter().enumerate() {
        let z = f64::from(x);
        let wanted = z.sin() + (-z * z).exp() * z.abs().ln_1p() + z.tanh() + erf(z) + z.abs().powf(1.7);
        assert!((f64::from(y[i]) - wanted).abs() < 4e-6 * wanted.abs().max(1.0), "{z}: {}, not {wanted}", y[i]);
        let wanted = z.sin() + (-z * z).exp() + (1.0 + z.abs()).ln() + z.cbrt() + log_gamma(z.abs() + 1.0);
        assert!((v[i] - wanted).abs() < 1e-11 * wanted.abs().max(1.0), "{z}: {}, not {wanted}", v[i]);
    }
}

/// The error function by its power series, summed until terms no longer change it.
fn erf(x: f64) -> f64 {
    if x.abs() > 4.5 {
        return x.signum();
    }
    let (mut term, mut sum) = (x, x);
    for n in 1..200 {
        term *= -x * x / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    sum * 2.0 / std::f64::consts::PI.sqrt()
}

/// Stirling's series, with the argument shifted to where it converges.
fn log_gamma(x: f64) -> f64 {
    let (mut x, mut below) = (x, 0.0);
    while x < 20.0 {
        below += x.ln();
        x += 1.0;
    }
    let y = 1.0 / (x * x);
    let series = (1.0 / 12.0 - y * (1.0 / 360.0 - y * (1.0 / 1260.0 - y * (1.0 / 1680.0 - y / 1188.0)))) / x;
    (x - 0.5) * x.ln() - x + (2.0 * std::f64::consts::PI).ln() / 2.0 + series - below
}
