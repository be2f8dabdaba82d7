//! Random numbers that equal PyTorch's: the same Mersenne Twister, consumed in the same order.

use super::normal::{normal_16, rounding, single_16, stretch};
use super::number::Integer;
use super::twister::{Generator, N};
use super::walk::{BLOCK, PARALLEL, Walk, pointer};
use super::{rejection, tensor};
use parking_lot::Mutex;
use rayon::prelude::*;
use std::num::Wrapping;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, DType, Random, Tensor, TensorError};

/// PyTorch's default seed.
const DEFAULT_SEED: u64 = 67280421310721;
/// Bytes of a state in PyTorch's format.
const STATE: usize = 5056;

static GENERATOR: Mutex<Option<Generator>> = Mutex::new(None);

fn with<T>(work: impl FnOnce(&mut Generator) -> T) -> T {
    let mut generator = GENERATOR.lock();
    work(generator.get_or_insert_with(|| Generator::new(DEFAULT_SEED)))
}

/// Fills 16 or more numbers in groups of sixteen, like PyTorch's vectorised path. The last 16 are drawn again if the count is not a
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

/// Writes uniform or normal float32 numbers in place. Returns whether it did.
fn fill_single(kind: Random, out: &Tensor) -> bool {
    let n = out.numel();
    if out.dtype() != DType::Float32 || !out.is_contiguous() || n == 0 {
        return false;
    }
    // SAFETY: the result is alive, contiguous, of this type, and nothing else uses it.
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
            // The bounds and their difference are rounded to the dtype.
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
            // SAFETY: the operand is alive, and nothing writes it during the operation.
            unsafe { Walk::new(p, out.shape()).load(0, &mut values) };
            if values.iter().any(|p| !(0.0..=1.0).contains(p)) {
                return Err(TensorError::runtime(
                    "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  \
                     If so, please report an enhancement request to PyTorch.)",
                ));
            }
            // Half types draw in float32.
            let dtype = if p.dtype() == DType::Float64 { DType::Float64 } else { DType::Float32 };
            with(|generator| {
                values.iter_mut().for_each(|value| *value = (generator.uniform(dtype) < *value) as u8 as f64);
            });
            store(out, &values);
        }
        Random::PoissonOf | Random::GammaOf | Random::BinomialOf => {
            let load = |i: usize, values: &mut [f64]| -> Result<()> {
                // SAFETY: the operand is alive, and nothing writes it during the operation.
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

/// Stores in memory order if the elements are dense, like PyTorch's iterator.
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

/// `torch.set_rng_state()`.
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
        return Err(TensorError::runtime("RNG state is not valid for this generator"));
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
