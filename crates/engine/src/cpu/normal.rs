//! Normal random numbers in groups of sixteen, as PyTorch generates 16 or more: the Box-Muller method on pairs eight apart.
//!
//! For float32, logarithm, sine and cosine are the polynomials of the Cephes library (S. Moshier), in the order of operations of ATen's
//! `avx_mathfun.h`. Products and sums are fused where ATen's compiler fuses them, so that all bits match PyTorch's on every processor
//! with AVX2. The other dtypes follow ATen's scalar `normal_fill_16`: half types round each step, float64 fuses its last two.

// The constants are written as published.
#![allow(clippy::excessive_precision)]

use half::{bf16, f16};
use tensorcell_tensor::DType;

const LANES: usize = 8;
type Lanes = [f32; LANES];

/// Converts sixteen uniform numbers to normal ones.
pub fn normal_16(values: &mut [f64], dtype: DType, mean: f64, std: f64) {
    match dtype {
        DType::Float32 => {
            let mut sixteen = [0.0f32; 2 * LANES];
            sixteen.iter_mut().zip(&*values).for_each(|(to, &value)| *to = value as f32);
            single_16(&mut sixteen, mean as f32, std as f32);
            values.iter_mut().zip(sixteen).for_each(|(to, value)| *to = value.into());
        }
        DType::Float16 | DType::BFloat16 => rounded(values, mean, std, rounding(dtype)),
        _ => {
            rounded(values, 0.0, 1.0, |x| x);
            values.iter_mut().for_each(|value| *value = value.mul_add(std, mean));
        }
    }
}

/// A function that rounds to the nearest number of a floating dtype.
pub fn rounding(dtype: DType) -> fn(f64) -> f64 {
    match dtype {
        DType::Float16 => |x| f16::from_f64(x).to_f64(),
        DType::BFloat16 => |x| bf16::from_f32(x as f32).to_f64(),
        DType::Float32 => |x| x as f32 as f64,
        _ => |x| x,
    }
}

fn rounded(values: &mut [f64], mean: f64, std: f64, round: fn(f64) -> f64) {
    let (mean, std) = (round(mean), round(std));
    for j in 0..LANES {
        let (u1, u2) = (round(1.0 - values[j]), values[j + LANES]);
        let radius = round(round(-2.0 * round(u1.ln())).sqrt());
        let theta = round(2.0 * std::f64::consts::PI * u2);
        let scaled = |turn: f64| round(round(round(radius * round(turn)) * std) + mean);
        (values[j], values[j + LANES]) = (scaled(theta.cos()), scaled(theta.sin()));
    }
}

/// Converts sixteen uniform float32 numbers to normal ones.
pub fn single_16(values: &mut [f32; 2 * LANES], mean: f32, std: f32) {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
            // SAFETY: the processor supports the function's instructions.
            return unsafe { single_16_with_fma(values, mean, std) };
        }
    }
    plain_16(values, mean, std)
}

/// Converts pairs of numbers in (0, 1] to normal ones: the sines replace `first`, the cosines `second`.
pub fn box_muller(first: &mut [f32], second: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
            // SAFETY: the processor supports the function's instructions.
            return unsafe { box_muller_with_fma(first, second) };
        }
    }
    plain_box_muller(first, second)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn box_muller_with_fma(first: &mut [f32], second: &mut [f32]) {
    plain_box_muller(first, second)
}

#[inline(always)]
fn plain_box_muller(first: &mut [f32], second: &mut [f32]) {
    let (first, second) = (first.as_chunks_mut::<LANES>().0, second.as_chunks_mut::<LANES>().0);
    for (first, second) in first.iter_mut().zip(second) {
        (*second, *first) = pairs(*first, *second);
    }
}

/// Scales numbers in [0, 1) to [low, low + range), with product and sum fused.
pub fn stretch(values: &mut [f32], low: f32, range: f32) {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
            // SAFETY: the processor supports the function's instructions.
            return unsafe { stretch_with_fma(values, low, range) };
        }
    }
    plain_stretch(values, low, range)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn stretch_with_fma(values: &mut [f32], low: f32, range: f32) {
    plain_stretch(values, low, range)
}

#[inline(always)]
fn plain_stretch(values: &mut [f32], low: f32, range: f32) {
    values.iter_mut().for_each(|value| *value = value.mul_add(range, low));
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn single_16_with_fma(values: &mut [f32; 2 * LANES], mean: f32, std: f32) {
    plain_16(values, mean, std)
}

#[inline(always)]
fn plain_16(values: &mut [f32; 2 * LANES], mean: f32, std: f32) {
    let (mut u1, mut u2) = ([0.0f32; LANES], [0.0f32; LANES]);
    for j in 0..LANES {
        (u1[j], u2[j]) = (1.0 - values[j], values[j + LANES]);
    }
    let (n1, n2) = pairs(u1, u2);
    for j in 0..LANES {
        values[j] = n1[j].mul_add(std, mean);
        values[j + LANES] = n2[j].mul_add(std, mean);
    }
}

#[inline(always)]
fn pairs(u1: Lanes, u2: Lanes) -> (Lanes, Lanes) {
    let (mut n1, mut n2) = ([0.0; LANES], [0.0; LANES]);
    for j in 0..LANES {
        let radius = (-2.0 * log(u1[j])).sqrt();
        let (sin, cos) = sin_cos(std::f32::consts::TAU * u2[j]);
        (n1[j], n2[j]) = (radius * cos, radius * sin);
    }
    (n1, n2)
}

/// The natural logarithm of a positive number.
#[inline(always)]
fn log(x: f32) -> f32 {
    let bits = x.max(f32::MIN_POSITIVE).to_bits();
    let mut exponent = ((bits >> 23) as i32 - 0x7f) as f32 + 1.0;
    let mut x = f32::from_bits(bits & !0x7f80_0000 | 0.5f32.to_bits());
    if x < std::f32::consts::FRAC_1_SQRT_2 {
        exponent -= 1.0;
        x = x - 1.0 + x;
    } else {
        x -= 1.0;
    }
    const P: [f32; 9] = [
        7.0376836292e-2,
        -1.1514610310e-1,
        1.1676998740e-1,
        -1.2420140846e-1,
        1.4249322787e-1,
        -1.6668057665e-1,
        2.0000714765e-1,
        -2.4999993993e-1,
        3.3333331174e-1,
    ];
    let square = x * x;
    let y = P[1..].iter().fold(P[0], |y, &p| y.mul_add(x, p)) * x;
    let y = y.mul_add(square, exponent * -2.12194440e-4);
    let y = square.mul_add(-0.5, y);
    exponent.mul_add(0.693359375, x + y)
}

/// Sine and cosine of a nonnegative number.
#[inline(always)]
fn sin_cos(x: f32) -> (f32, f32) {
    const FOUR_BY_PI: f32 = 1.27323954473516;
    let octant = ((x * FOUR_BY_PI) as i32 + 1) & !1;
    let y = octant as f32;
    // Reduces x modulo pi / 4 in three steps, to keep it exact.
    let x = y.mul_add(-0.78515625, x);
    let x = y.mul_add(-2.4187564849853515625e-4, x);
    let x = y.mul_add(-3.77489497744594108e-8, x);
    let sin_sign = ((octant & 4) << 29) as u32;
    let cos_sign = ((!(octant - 2) & 4) << 29) as u32;
    let z = x * x;
    let c = 2.443315711809948e-5f32.mul_add(z, -1.388731625493765e-3).mul_add(z, 4.166664568298827e-2) * z;
    let c = c.mul_add(z, -(z * 0.5)) + 1.0;
    let s = (-1.9515295891e-4f32).mul_add(z, 8.3321608736e-3).mul_add(z, -1.6666654611e-1) * z;
    let s = s.mul_add(x, x);
    let (sin, cos) = if octant & 2 == 0 { (s, c) } else { (c, s) };
    (f32::from_bits(sin.to_bits() ^ sin_sign), f32::from_bits(cos.to_bits() ^ cos_sign))
}
