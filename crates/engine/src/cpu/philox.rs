//! Random numbers of emulated devices: the words of Philox 4x32-10 (Salmon et al., 2011), assigned to a tensor's elements as by
//! `kernels/random.cuh`. A seed gives the same numbers here and there.

use super::normal::box_muller;
use super::number::{Integer, Number};
use super::tensor;
use super::walk::{PARALLEL, Walk};
use rayon::prelude::*;
use std::num::Wrapping;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, DType, Random, Tensor, TensorError};

/// Threads of a block of the kernel.
const THREADS: usize = 256;
/// Blocks that one task computes at least.
const TASK: usize = PARALLEL / 4 / THREADS;

/// The draws of one operation: thread t of the kernel takes the words of `philox(seed, t, offset)`, then of the next offsets.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    pub seed: u64,
    pub offset: u64,
    /// How many blocks the kernel has.
    pub blocks: usize,
}

/// The four words that each thread of a block draws.
type Words = [[u32; THREADS]; 4];

/// Four words of a generator.
#[inline(always)]
pub fn philox(seed: u64, subsequence: u64, offset: u64) -> [u32; 4] {
    let [mut a, mut b] = [offset as u32, (offset >> 32) as u32];
    let [mut c, mut d] = [subsequence as u32, (subsequence >> 32) as u32];
    let [mut key, mut key2] = [seed as u32, (seed >> 32) as u32];
    for _ in 0..10 {
        let (left, right) = (0xD251_1F53 * a as u64, 0xCD9E_8D57 * c as u64);
        (a, c) = ((right >> 32) as u32 ^ b ^ key, (left >> 32) as u32 ^ d ^ key2);
        (b, d) = (right as u32, left as u32);
        (key, key2) = (key.wrapping_add(0x9E37_79B9), key2.wrapping_add(0xBB67_AE85));
    }
    [a, b, c, d]
}

/// The words of a block whose first thread has this number.
fn words_of(seed: u64, offset: u64, first: u64) -> Words {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor supports the function's instructions.
            return unsafe { words_with_avx2(seed, offset, first) };
        }
    }
    plain_words(seed, offset, first)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn words_with_avx2(seed: u64, offset: u64, first: u64) -> Words {
    plain_words(seed, offset, first)
}

#[inline(always)]
fn plain_words(seed: u64, offset: u64, first: u64) -> Words {
    let drawn: [_; THREADS] = std::array::from_fn(|thread| philox(seed, first + thread as u64, offset));
    std::array::from_fn(|which| drawn.map(|words| words[which]))
}

/// Fills a tensor. `make` turns the words of a block into rows of numbers, each of which is `blocks * THREADS` elements after the one
/// before; it is given the first row's place, and only the rows that the tensor reaches.
fn fill_with<V: Number>(
    out: &Tensor,
    draws: Draws,
    per_draw: usize,
    make: impl Fn(&Words, usize, &mut [[V; THREADS]]) + Sync,
) {
    let (n, threads) = (out.numel(), draws.blocks * THREADS);
    let target = Walk::new(out, out.shape());
    let one = |unit: usize| {
        let (turn, first) = (unit / draws.blocks, unit % draws.blocks * THREADS);
        let start = turn * per_draw * threads + first;
        let rows = n.saturating_sub(start).div_ceil(threads).min(per_draw);
        if rows == 0 {
            return;
        }
        let words = words_of(draws.seed, draws.offset.wrapping_add(turn as u64), first as u64);
        let mut numbers = [[V::default(); THREADS]; 4];
        make(&words, start, &mut numbers[..rows]);
        for (row, numbers) in numbers[..rows].iter().enumerate() {
            let at = start + row * threads;
            // SAFETY: the result is alive, and each unit has its own elements.
            unsafe { target.store(at, &numbers[..THREADS.min(n - at)]) };
        }
    };
    let units = draws.blocks * n.div_ceil(threads * per_draw);
    match n < PARALLEL {
        true => (0..units).for_each(one),
        false => (0..units).into_par_iter().with_min_len(TASK).for_each(one),
    }
}

/// A type in which the kernels compute.
trait Real: Number {
    /// How many numbers a draw gives.
    const PER_DRAW: usize;
    const EPSILON: Self;
    /// A number in (0, 1].
    fn uniform(words: &Words, which: usize, thread: usize) -> Self;
    fn log(self) -> Self;
    /// Converts pairs of numbers in (0, 1] to normal ones: the sines replace `first`, the cosines `second`.
    fn normal_pairs(first: &mut [Self], second: &mut [Self]);

    fn uniforms(words: &Words, which: usize) -> [Self; THREADS] {
        std::array::from_fn(|thread| Self::uniform(words, which, thread))
    }
}

impl Real for f32 {
    const PER_DRAW: usize = 4;
    const EPSILON: f32 = f32::EPSILON;
    fn uniform(words: &Words, which: usize, thread: usize) -> f32 {
        const STEP: f32 = 1.0 / (1u64 << 32) as f32;
        words[which][thread] as f32 * STEP + STEP / 2.0
    }
    fn log(self) -> f32 {
        self.ln()
    }
    fn normal_pairs(first: &mut [f32], second: &mut [f32]) {
        box_muller(first, second);
    }
}

impl Real for f64 {
    const PER_DRAW: usize = 2;
    const EPSILON: f64 = f64::EPSILON;
    fn uniform(words: &Words, which: usize, thread: usize) -> f64 {
        const STEP: f64 = 1.0 / (1u64 << 53) as f64;
        let [low, high] = [0, 1].map(|half| u64::from(words[2 * which + half][thread]));
        (low ^ high << 21) as f64 * STEP + STEP / 2.0
    }
    fn log(self) -> f64 {
        self.ln()
    }
    fn normal_pairs(first: &mut [f64], second: &mut [f64]) {
        for (first, second) in first.iter_mut().zip(second) {
            let (length, turn) = ((-2.0 * first.ln()).sqrt(), *second * std::f64::consts::TAU);
            (*first, *second) = (length * turn.sin(), length * turn.cos());
        }
    }
}

/// Fills each row with numbers made from uniform ones.
fn fill_each<V: Real>(out: &Tensor, draws: Draws, make: impl Fn(V) -> V + Sync) {
    fill_with(out, draws, V::PER_DRAW, |words, _, rows: &mut [[V; THREADS]]| {
        for (which, row) in rows.iter_mut().enumerate() {
            *row = V::uniforms(words, which).map(&make);
        }
    });
}

fn fill_normal<V: Real>(out: &Tensor, draws: Draws, mean: f64, std: f64) {
    let (mean, std) = (V::constant(mean), V::constant(std));
    fill_with(out, draws, V::PER_DRAW, |words, _, rows: &mut [[V; THREADS]]| {
        for (pair, rows) in rows.chunks_mut(2).enumerate() {
            let mut numbers = [0, 1].map(|half| V::uniforms(words, 2 * pair + half));
            let [first, second] = &mut numbers;
            V::normal_pairs(first, second);
            rows.iter_mut().zip(numbers).for_each(|(row, numbers)| *row = numbers.map(|x| x * std + mean));
        }
    });
}

fn fill_real<V: Real>(kind: Random, draws: Draws, out: &Tensor) {
    let (one, zero) = (V::constant(1.0), V::constant(0.0));
    match kind {
        Random::Uniform { low, high } => {
            let (low, range) = (V::constant(low), V::constant(high - low));
            fill_each(out, draws, |x: V| if x == one { zero } else { x } * range + low);
        }
        Random::Normal { mean, std } => fill_normal::<V>(out, draws, mean, std),
        Random::Exponential { rate } => {
            let (scale, half) = (V::constant(-1.0 / rate), V::EPSILON * V::constant(0.5));
            fill_each(out, draws, |x: V| scale * if x >= one - half { -half } else { x.log() });
        }
        Random::Bernoulli { p } => {
            let p = V::constant(p);
            fill_each(out, draws, |x: V| if x <= p { one } else { zero });
        }
        _ => {}
    }
}

/// Bernoulli numbers, each with a probability of its own.
fn fill_chosen(draws: Draws, probabilities: &Tensor, out: &Tensor) {
    let walk = Walk::new(probabilities, out.shape());
    let (n, threads) = (out.numel(), draws.blocks * THREADS);
    fill_with(out, draws, f32::PER_DRAW, |words, start, rows: &mut [[f32; THREADS]]| {
        for (which, row) in rows.iter_mut().enumerate() {
            let at = start + which * threads;
            let count = THREADS.min(n - at);
            // SAFETY: the operand is alive, and nothing writes it during the operation.
            unsafe { walk.load(at, &mut row[..count]) };
            let uniforms = f32::uniforms(words, which);
            row.iter_mut().zip(uniforms).for_each(|(p, x)| *p = f32::from(x <= *p));
        }
    });
}

/// Integers from `low`; a range of 0 means 2^64. Ranges from 2^32 take two words for each.
fn fill_integers(draws: Draws, low: i64, range: u64, out: &Tensor) {
    let number = |drawn: u64| Wrapping(low.wrapping_add(drawn as i64));
    match u32::try_from(range) {
        Ok(range) if range > 0 => fill_with(out, draws, 4, |words, _, rows: &mut [[Integer; THREADS]]| {
            for (row, words) in rows.iter_mut().zip(words) {
                *row = words.map(|word| number(u64::from(word % range)));
            }
        }),
        _ => fill_with(out, draws, 2, |words, _, rows: &mut [[Integer; THREADS]]| {
            for (row, words) in rows.iter_mut().zip(words.chunks(2)) {
                let word = |thread: usize| u64::from(words[0][thread]) << 32 | u64::from(words[1][thread]);
                *row = std::array::from_fn(|thread| number(word(thread).checked_rem(range).unwrap_or(word(thread))));
            }
        }),
    }
}

/// Fills a tensor with the numbers of a kind that these draws give.
pub fn fill(kind: Random, draws: Draws, inputs: &[Arg], out: &Tensor) -> Result<()> {
    match kind {
        Random::Integer { low, high } => fill_integers(draws, low, high.wrapping_sub(low) as u64, out),
        Random::BernoulliOf => fill_chosen(draws, tensor(inputs, 0)?, out),
        Random::Permutation | Random::PoissonOf | Random::GammaOf | Random::BinomialOf => {
            return Err(TensorError::runtime(format!("{kind:?} is not drawn by a kernel")));
        }
        _ if out.dtype() == DType::Float64 => fill_real::<f64>(kind, draws, out),
        _ => fill_real::<f32>(kind, draws, out),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Elements;
    use tensorcell_tensor::{Device, Layout};

    /// Known answers of the Random123 library (`philox4x32` with 10 rounds).
    #[test]
    fn words_are_philox_s() {
        assert_eq!(philox(0, 0, 0), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(philox(!0, !0, !0), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
        let (seed, subsequence, offset) = (0x299f_31d0_a409_3822, 0x0370_7344_1319_8a2e, 0x85a3_08d3_243f_6a88);
        assert_eq!(philox(seed, subsequence, offset), [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]);
    }

    #[test]
    fn all_paths_draw_the_same_words() {
        let (seed, offset, first) = (0x1234_5678_9abc_def0, u64::MAX, (1 << 32) - 128);
        let words = words_of(seed, offset, first);
        assert_eq!(words, plain_words(seed, offset, first));
        for thread in [0, 127, 128, 255] {
            assert_eq!(words.map(|row| row[thread]), philox(seed, first + thread as u64, offset));
        }
    }

    /// The elements of a draw are `blocks * THREADS` apart; views get them in the order of their shape.
    #[test]
    fn numbers_are_where_the_kernel_writes_them() {
        let draws = Draws { seed: 7, offset: 3, blocks: 2 };
        let n = 5000;
        let range = Random::Integer { low: -9, high: 1 << 20 };
        let memory = Tensor::empty(&[n / 2, 2], DType::Int64, Device::Cpu).expect("memory");
        let turned = memory.alias(Layout::with_strides(&[2, n / 2], &[1, 2], 0));
        fill(range, draws, &[], &turned).expect("numbers");
        let element = |i: usize| {
            let (turn, rest) = (i / 2048, i % 2048);
            let word = philox(7, (rest % 512) as u64, 3 + turn as u64)[rest / 512];
            i64::from(word) % ((1 << 20) + 9) - 9
        };
        let expected: Vec<i64> = (0..n).map(|at| element(at % 2 * (n / 2) + at / 2)).collect();
        assert_eq!(memory.to_vec::<i64>().expect("numbers"), expected);
    }
}
