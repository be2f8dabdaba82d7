//! Poisson, gamma and binomial random numbers by rejection. They consume the generator in PyTorch's order.
//!
//! Sources: Hoermann, "The transformed rejection method for generating Poisson random variables" (1993) and "The
//! generation of binomial random variates" (1993); Marsaglia and Tsang, "A simple method for generating gamma
//! variables" (2000); ATen's `Distributions.h` for the order of draws.

use super::twister::Generator;

/// Draws from the Poisson distribution with this rate, given uniform numbers between 0 and 1. NumPy uses the same method.
pub fn poisson(mut uniform: impl FnMut() -> f64, rate: f64) -> f64 {
    if rate == 0.0 || !rate.is_finite() {
        return rate;
    }
    if rate < 10.0 {
        let limit = (-rate).exp();
        let (mut count, mut product) = (0.0, 1.0);
        loop {
            product *= uniform();
            if product <= limit {
                return count;
            }
            count += 1.0;
        }
    }
    let b = 0.931 + 2.53 * rate.sqrt();
    let a = -0.059 + 0.02483 * b;
    let inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
    let v_r = 0.9277 - 3.6224 / (b - 2.0);
    loop {
        let u = uniform() - 0.5;
        let v = uniform();
        let us = 0.5 - u.abs();
        let k = ((2.0 * a / us + b) * u + rate + 0.43).floor();
        if us >= 0.07 && v <= v_r {
            return k;
        }
        if k < 0.0 || (us < 0.013 && v > us) {
            continue;
        }
        let left = v.ln() + inverse_alpha.ln() - (a / (us * us) + b).ln();
        if left <= -rate + k * rate.ln() - libm::lgamma(k + 1.0) {
            return k;
        }
    }
}

/// Draws from the gamma distribution with this shape and rate 1.
pub(super) fn gamma(generator: &mut Generator, shape: f64) -> f64 {
    // An invalid shape would loop forever.
    if shape.is_nan() || shape < 0.0 {
        return f64::NAN;
    }
    if shape == 0.0 || shape.is_infinite() {
        return shape;
    }
    let (scale, shape) = match shape < 1.0 {
        true => ((1.0 - generator.uniform64()).powf(1.0 / shape), shape + 1.0),
        false => (1.0, shape),
    };
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let (x, y) = loop {
            let x = generator.normal();
            let y = 1.0 + c * x;
            if y > 0.0 {
                break (x, y);
            }
        };
        let v = y * y * y;
        let u = 1.0 - generator.uniform64();
        let square = x * x;
        if u < 1.0 - 0.0331 * square * square || u.ln() < 0.5 * square + d * (1.0 - v + v.ln()) {
            // Never zero, because callers take its logarithm.
            return (scale * d * v).max(f32::MIN_POSITIVE as f64);
        }
    }
}

/// Draws from the binomial distribution: the number of successes with probability p among `count` trials.
pub(super) fn binomial(generator: &mut Generator, count: f64, p: f64) -> f64 {
    if p.is_nan() || !count.is_finite() {
        return f64::NAN;
    }
    if count <= 0.0 || p <= 0.0 {
        return 0.0;
    }
    if p >= 1.0 {
        return count;
    }
    if p > 0.5 {
        return count - binomial(generator, count, 1.0 - p);
    }
    match count * p >= 10.0 {
        true => binomial_rejection(generator, count, p),
        false => binomial_inversion(generator, count, p),
    }
}

/// Draws the failures between successes until the trials are used up.
fn binomial_inversion(generator: &mut Generator, count: f64, p: f64) -> f64 {
    let log = (-p).ln_1p();
    let (mut trials, mut successes) = (0.0, 0.0);
    loop {
        trials += (generator.uniform64().ln() / log).ceil();
        if trials > count {
            return successes;
        }
        successes += 1.0;
    }
}

fn binomial_rejection(generator: &mut Generator, count: f64, p: f64) -> f64 {
    let deviation = (count * p * (1.0 - p)).sqrt();
    let b = 1.15 + 2.53 * deviation;
    let a = -0.0873 + 0.0248 * b + 0.01 * p;
    let c = count * p + 0.5;
    let v_r = 0.92 - 4.2 / b;
    let r = p / (1.0 - p);
    let alpha = (2.83 + 5.1 / b) * deviation;
    let m = ((count + 1.0) * p).floor();
    loop {
        let u = generator.uniform64() - 0.5;
        let v = generator.uniform64();
        let us = 0.5 - u.abs();
        let k = ((2.0 * a / us + b) * u + c).floor();
        if us >= 0.07 && v <= v_r {
            return k;
        }
        if k < 0.0 || k > count {
            continue;
        }
        let left = (v * alpha / (a / (us * us) + b)).ln();
        let bound = (m + 0.5) * ((m + 1.0) / (r * (count - m + 1.0))).ln()
            + (count + 1.0) * ((count - m + 1.0) / (count - k + 1.0)).ln()
            + (k + 0.5) * (r * (count - k + 1.0) / (k + 1.0)).ln()
            + stirling_tail(m)
            + stirling_tail(count - m)
            - stirling_tail(k)
            - stirling_tail(count - k);
        if left <= bound {
            return k;
        }
    }
}

/// ln k! minus Stirling's approximation of it.
fn stirling_tail(k: f64) -> f64 {
    const EXACT: [f64; 10] = [
        0.0810614667953272,
        0.0413406959554092,
        0.0276779256849983,
        0.02079067210376509,
        0.0166446911898211,
        0.0138761288230707,
        0.0118967099458917,
        0.0104112652619720,
        0.00925546218271273,
        0.00833056343336287,
    ];
    if let Some(exact) = EXACT.get(k as usize).filter(|_| k <= 9.0) {
        return *exact;
    }
    let square = (k + 1.0) * (k + 1.0);
    (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / 1260.0 / square) / square) / (k + 1.0)
}
