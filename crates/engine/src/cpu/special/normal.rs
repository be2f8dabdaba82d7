//! Functions of the normal distribution.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// exp(x**2) erfc(x).
pub fn scaled_erfc(x: f64) -> f64 {
    if x < 5.0 || x.is_nan() {
        return (x * x).exp() * libm::erfc(x);
    }
    // The continued fraction of Laplace.
    let mut fraction = x;
    for k in (1..=if x < 10.0 { 60 } else { 20 }).rev() {
        fraction = x + f64::from(k) / 2.0 / fraction;
    }
    1.0 / (fraction * PI.sqrt())
}

/// The logarithm of the distribution function.
pub fn log_distribution(x: f64) -> f64 {
    if x < -1.0 {
        return (scaled_erfc(-x * FRAC_1_SQRT_2) / 2.0).ln() - x * x / 2.0;
    }
    (-0.5 * libm::erfc(x * FRAC_1_SQRT_2)).ln_1p()
}

/// The inverse of the distribution function: starts from the tail's expansion, then does Halley steps.
pub fn quantile(p: f64) -> f64 {
    match p {
        0.0 => return f64::NEG_INFINITY,
        0.5 => return 0.0,
        1.0 => return f64::INFINITY,
        _ if !(0.0..=1.0).contains(&p) => return f64::NAN,
        _ => {}
    }
    let q = if p < 0.5 { p } else { 1.0 - p };
    let t = (-2.0 * q.ln()).sqrt();
    let mut x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    for _ in 0..4 {
        let tail = 0.5 * libm::erfc(x * FRAC_1_SQRT_2);
        let slope = (-x * x / 2.0).exp() / (2.0 * PI).sqrt();
        let step = (tail - q) / slope;
        x += step / (1.0 + x * step / 2.0);
    }
    if p < 0.5 { -x } else { x }
}
