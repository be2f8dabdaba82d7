//! Random numbers that equal PyTorch's: the same Mersenne twister, consumed in the same order.
//!
//! Sources: ATen's `CPUGeneratorImpl`, `MT19937RNGEngine.h`, `DistributionTemplates.h` and `DistributionsHelper.h`.

use super::normal::{normal_16, rounding, single_16, stretch};
use super::number::Integer;
use super::walk::{BLOCK, PARALLEL, Walk, pointer};
use super::{rejection, tensor};
use parking_lot::Mutex;
use rayon::prelude::*;
use std::num::Wrapping;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, DType, Random, Tensor, TensorError};

const N: usize = 624;
const M: usize = 397;
/// PyTorch's seed before anyone has set one.
const DEFAULT_SEED: u64 = 67280421310721;
/// Bytes of a state as PyTorch lays it out.
const STATE: usize = 5056;

/// The CPU's default generator.
pub(super) struct Generator {
    seed: u64,
    left: u32,
    next: usize,
    state: [u32; N],
    /// The second number of a pair that Box and Muller's method made.
    normal: Option<f64>,
}

static GENERATOR: Mutex<Option<Generator>> = Mutex::new(None);

fn with<T>(work: impl FnOnce(&mut Generator) -> T) -> T {
    let mut generator = GENERATOR.lock();
    work(generator.get_or_insert_with(|| Generator::new(DEFAULT_SEED)))
}

/// A number in [0, 1) of float32's 24 bits.
fn uniform32(bits: u32) -> f32 {
    (bits & 0x00ff_ffff) as i32 as f32 / (1u32 << 24) as f32
}
/// A number in [0, 1) of float64's 53 bits.
fn uniform64(bits: u64) -> f64 {
    (bits & ((1 << 53) - 1)) as i64 as f64 / (1u64 << 53) as f64
}

fn tempered(word: u32) -> u32 {
    let mut y = word;
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c_5680;
    y ^= (y << 15) & 0xefc6_0000;
    y ^ (y >> 18)
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let mut state = [0u32; N];
        state[0] = seed as u32;
        for i in 1..N {
            let before = state[i - 1];
            state[i] = (before ^ (before >> 30)).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
        }
        Generator { seed, left: 1, next: 0, state, normal: None }
    }

    fn refill(&mut self) {
        let twist = |a: u32, b: u32| {
            let mixed = (a & 0x8000_0000) | (b & 0x7fff_ffff);
            (mixed >> 1) ^ if b & 1 == 1 { 0x9908_b0df } else { 0 }
        };
        let state = &mut self.state;
        for i in 0..N - M {
            state[i] = state[i + M] ^ twist(state[i], state[i + 1]);
        }
        for i in N - M..N - 1 {
            state[i] = state[i + M - N] ^ twist(state[i], state[i + 1]);
        }
        state[N - 1] = state[M - 1] ^ twist(state[N - 1], state[0]);
        self.left = N as u32;
        self.next = 0;
    }

    fn bits32(&mut self) -> u32 {
        self.left -= 1;
        if self.left == 0 {
            self.refill();
        }
        self.next += 1;
        tempered(self.state[self.next - 1])
    }
    /// The next numbers that `bits32` would give.
    fn fill_bits32(&mut self, mut out: &mut [u32]) {
        while !out.is_empty() {
            if self.left == 1 {
                self.refill();
                self.left += 1;
            }
            let (now, later) = out.split_at_mut(out.len().min(self.left as usize - 1));
            let state = &self.state[self.next..];
            now.iter_mut().zip(state).for_each(|(to, &word)| *to = tempered(word));
            self.next += now.len();
            self.left -= now.len() as u32;
            out = later;
        }
    }
    fn bits64(&mut self) -> u64 {
        let high = self.bits32() as u64;
        high << 32 | self.bits32() as u64
    }
    /// In [0, 1), with as many random bits as the dtype's mantissa holds.
    fn uniform(&mut self, dtype: DType) -> f64 {
        let digits = match dtype {
            DType::Float64 => return self.uniform64(),
            DType::Float16 => 11,
            DType::BFloat16 => 8,
            _ => return uniform32(self.bits32()).into(),
        };
        (self.bits32() & ((1 << digits) - 1)) as f64 / (1u32 << digits) as f64
    }
    pub(super) fn uniform64(&mut self) -> f64 {
        uniform64(self.bits64())
    }
    /// The next numbers that `uniform` would give for float32.
    fn fill_uniform32(&mut self, out: &mut [f32]) {
        let mut bits = [0u32; BLOCK];
        for block in out.chunks_mut(BLOCK) {
            let bits = &mut bits[..block.len()];
            self.fill_bits32(bits);
            block.iter_mut().zip(bits).for_each(|(to, bits)| *to = uniform32(*bits));
        }
    }
    /// The next numbers that `uniform64` would give.
    fn fill_uniform64(&mut self, out: &mut [f64]) {
        let mut bits = [0u32; BLOCK];
        for block in out.chunks_mut(BLOCK / 2) {
            let bits = &mut bits[..2 * block.len()];
            self.fill_bits32(bits);
            for (to, pair) in block.iter_mut().zip(bits.chunks_exact(2)) {
                *to = uniform64((pair[0] as u64) << 32 | pair[1] as u64);
            }
        }
    }
    /// One number of the standard normal distribution.
    pub(super) fn normal(&mut self) -> f64 {
        if let Some(kept) = self.normal.take() {
            return kept;
        }
        let (u1, u2) = (self.uniform64(), self.uniform64());
        let radius = (-2.0 * (-u2).ln_1p()).sqrt();
        let theta = 2.0 * std::f64::consts::PI * u1;
        self.normal = Some(radius * theta.sin());
        radius * theta.cos()
    }
    /// Below `range`.
    fn below(&mut self, range: u64) -> u64 {
        match range >= 1 << 28 {
            true => self.bits64() % range,
            false => self.bits32() as u64 % range,
        }
    }
}

/// Fills 16 or more by sixteens, as PyTorch's vectorised path does; the last 16 are drawn again when the count is no
/// multiple of 16.
fn fill_normal(generator: &mut Generator, values: &mut [f64], dtype: DType, mean: f64, std: f64) {
    values.iter_mut().for_each(|value| *value = generator.uniform(dtype));
    values.chunks_exact_mut(16).for_each(|sixteen| normal_16(sixteen, dtype, mean, std));
    if !values.len().is_multiple_of(16) {
        let start = values.len() - 16;
        let last = &mut values[start..];
        last.iter_mut().for_each(|value| *value = generator.uniform(dtype));
        normal_16(last, dtype, mean, std);
    }
}

/// Uniform and normal float32 numbers, where they lie. Whether it has written them.
fn fill_single(kind: Random, out: &Tensor) -> bool {
    let n = out.numel();
    if out.dtype() != DType::Float32 || !out.is_contiguous() || n == 0 {
        return false;
    }
    // SAFETY: the result is alive, contiguous, of this type, and nobody else's.
    let values = unsafe { std::slice::from_raw_parts_mut(pointer::<f32>(out), n) };
    let piece = if n < PARALLEL { PARALLEL } else { PARALLEL / 4 };
    match kind {
        Random::Uniform { low, high } => {
            let (low, high) = (low as f32, high as f32);
            with(|generator| generator.fill_uniform32(values));
            values.par_chunks_mut(piece).for_each(|values| stretch(values, low, high - low));
        }
        Random::Normal { mean, std } if n >= 16 => {
            let (mean, std) = (mean as f32, std as f32);
            let last = with(|generator| {
                generator.fill_uniform32(values);
                let mut last = [0.0; 16];
                if !n.is_multiple_of(16) {
                    generator.fill_uniform32(&mut last);
                }
                last
            });
            values.par_chunks_mut(piece).for_each(|values| {
                values.as_chunks_mut::<16>().0.iter_mut().for_each(|sixteen| single_16(sixteen, mean, std));
            });
            if let (false, Some(end)) = (n.is_multiple_of(16), values.last_chunk_mut::<16>()) {
                *end = last;
                single_16(end, mean, std);
            }
        }
        _ => return false,
    }
    true
}

pub fn run(kind: Random, inputs: &[Arg], out: &Tensor) -> Result<()> {
    if fill_single(kind, out) {
        return Ok(());
    }
    let (n, dtype) = (out.numel(), out.dtype());
    let mut values = vec![0.0f64; n];
    with(|generator| match kind {
        Random::Uniform { low, high } => {
            // Limits and their distance are numbers of the dtype.
            let round = rounding(dtype);
            let (low, high) = (round(low), round(high));
            let range = round(high - low);
            for value in &mut values {
                let u = generator.uniform(dtype);
                *value = match dtype {
                    DType::Float64 => u.mul_add(range, low),
                    _ => (u as f32).mul_add(range as f32, low as f32).into(),
                };
            }
        }
        Random::Normal { mean, std } => match n >= 16 && out.is_contiguous() {
            true => fill_normal(generator, &mut values, dtype, mean, std),
            false => values.iter_mut().for_each(|value| *value = generator.normal().mul_add(std, mean)),
        },
        Random::Bernoulli { p } => {
            generator.fill_uniform64(&mut values);
            values.iter_mut().for_each(|value| *value = (*value < p) as u8 as f64);
        }
        Random::Exponential { rate } => {
            let mut one = || -1.0 / rate * (-generator.uniform64()).ln_1p();
            values.iter_mut().for_each(|value| *value = one());
        }
        _ => {}
    });
    match kind {
        Random::Integer { low, high } => {
            let range = high.wrapping_sub(low) as u64;
            let drawn: Vec<Integer> = with(|generator| {
                let mut one = || Wrapping(low.wrapping_add(generator.below(range) as i64));
                (0..n).map(|_| one()).collect()
            });
            store(out, &drawn);
        }
        Random::Permutation => {
            let mut order: Vec<Integer> = (0..n as i64).map(Wrapping).collect();
            with(|generator| {
                for i in 0..n.saturating_sub(1) {
                    order.swap(i, i + generator.bits32() as usize % (n - i));
                }
            });
            store(out, &order);
        }
        Random::BernoulliOf => {
            let p = tensor(inputs, 0)?;
            // SAFETY: the operand is alive, and nobody writes it while an operation runs.
            unsafe { Walk::new(p, out.shape()).load(0, &mut values) };
            if values.iter().any(|p| !(0.0..=1.0).contains(p)) {
                return Err(TensorError::runtime(
                    "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  \
                     If so, please report an enhancement request to PyTorch.)",
                ));
            }
            // Half types are drawn for as float32.
            let dtype = if p.dtype() == DType::Float64 { DType::Float64 } else { DType::Float32 };
            with(|generator| {
                values.iter_mut().for_each(|value| *value = (generator.uniform(dtype) < *value) as u8 as f64);
            });
            store(out, &values);
        }
        Random::PoissonOf | Random::GammaOf | Random::BinomialOf => {
            let load = |i: usize, values: &mut [f64]| -> Result<()> {
                // SAFETY: the operand is alive, and nobody writes it while an operation runs.
                unsafe { Walk::new(tensor(inputs, i)?, out.shape()).load(0, values) };
                Ok(())
            };
            load(0, &mut values)?;
            let mut second = vec![0.0f64; if kind == Random::BinomialOf { n } else { 0 }];
            if kind == Random::BinomialOf {
                load(1, &mut second)?;
            }
            if kind == Random::PoissonOf && values.iter().any(|rate| rate.is_nan() || *rate < 0.0) {
                return Err(TensorError::runtime("invalid Poisson rate, expected rate to be non-negative"));
            }
            with(|generator| match kind {
                Random::PoissonOf => {
                    values.iter_mut().for_each(|v| *v = rejection::poisson(|| generator.uniform64(), *v))
                }
                Random::GammaOf => values.iter_mut().for_each(|v| *v = rejection::gamma(generator, *v)),
                _ => values.iter_mut().zip(&second).for_each(|(v, p)| *v = rejection::binomial(generator, *v, *p)),
            });
            store(out, &values);
        }
        _ => store(out, &values),
    }
    Ok(())
}

/// In the order of memory where the elements fill it, as PyTorch's iterator goes.
fn store<T: super::number::Number>(out: &Tensor, values: &[T]) {
    let flat = [values.len()];
    let target = match out.layout().is_dense() {
        true => Walk::over(out.address() as usize, out.dtype(), &flat, &[1]),
        false => Walk::new(out, out.shape()),
    };
    for (i, block) in values.chunks(BLOCK).enumerate() {
        // SAFETY: the result is alive and as long as `values`.
        unsafe { target.store(i * BLOCK, block) };
    }
}

pub fn manual_seed(seed: u64) {
    *GENERATOR.lock() = Some(Generator::new(seed));
}

/// `torch.get_rng_state()`: PyTorch's `CPUGeneratorImplState`, byte for byte.
pub fn state() -> Vec<u8> {
    with(|generator| {
        let mut bytes = Vec::with_capacity(STATE);
        bytes.extend(generator.seed.to_le_bytes());
        bytes.extend(generator.left.to_le_bytes());
        bytes.extend(1u32.to_le_bytes());
        bytes.extend((generator.next as u64).to_le_bytes());
        generator.state.iter().for_each(|&word| bytes.extend((word as u64).to_le_bytes()));
        bytes.extend(0f64.to_le_bytes());
        bytes.extend(generator.normal.unwrap_or(0.0).to_le_bytes());
        bytes.extend(0f64.to_le_bytes());
        bytes.extend((generator.normal.is_some() as u32).to_le_bytes());
        bytes.resize(STATE, 0);
        bytes
    })
}

/// `torch.set_rng_state()`
pub fn set_state(bytes: &[u8]) -> Result<()> {
    if bytes.len() != STATE {
        return Err(TensorError::runtime(format!(
            "Expected a CPUGeneratorImplState of size {STATE} but found the input RNG state size to be {}",
            bytes.len()
        )));
    }
    let word = |at: usize| {
        let mut word = [0; 8];
        word.copy_from_slice(&bytes[at..at + 8]);
        u64::from_le_bytes(word)
    };
    let (left, next) = (word(8) as u32, word(16) as usize);
    if left == 0 || left > N as u32 || next > N {
        return Err(TensorError::runtime("RNG state is not a state of this generator"));
    }
    let mut generator = Generator::new(word(0));
    (generator.left, generator.next) = (left, next);
    for (i, to) in generator.state.iter_mut().enumerate() {
        *to = word(24 + 8 * i) as u32;
    }
    let valid = word(24 + 8 * N + 24) as u32 != 0;
    generator.normal = valid.then(|| f64::from_bits(word(24 + 8 * N + 8)));
    *GENERATOR.lock() = Some(generator);
    Ok(())
}
