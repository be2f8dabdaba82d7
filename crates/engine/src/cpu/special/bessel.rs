//! Bessel functions.

use std::f64::consts::PI;

const EULER: f64 = 0.577_215_664_901_532_9;

/// A Bessel function of the first or second kind; at infinity PyTorch's is NaN.
pub fn wave(x: f64, function: impl Fn(f64) -> f64) -> f64 {
    if x.is_infinite() { f64::NAN } else { function(x) }
}

/// I0 or I1: the power series up to 20, the asymptotic one beyond; `scaled` by exp(-|x|).
pub fn i(order: u32, x: f64, scaled: bool) -> f64 {
    let size = x.abs();
    if x.is_nan() {
        return x;
    }
    if size == f64::INFINITY {
        return match scaled {
            true => 0.0,
            false => f64::NAN,
        };
    }
    if size < 20.0 {
        let near = if order == 1 { x } else { size };
        let value = i_series(order, near);
        return if scaled { value * (-size).exp() } else { value };
    }
    let (mut term, mut total) = (1.0, 1.0);
    for k in 1..25 {
        let odd = f64::from(2 * k - 1);
        term *= -(f64::from(4 * order * order) - odd * odd) / (f64::from(k) * 8.0 * size);
        total += term;
    }
    let value = total / (2.0 * PI * size).sqrt() * if scaled { 1.0 } else { size.exp() };
    if order == 1 { value * x.signum() } else { value }
}

/// The power series, whose terms fall at once or after a few.
fn i_series(order: u32, x: f64) -> f64 {
    let quarter = x * x / 4.0;
    let (mut term, mut total) = (1.0, 1.0);
    for k in 1..100 {
        term *= quarter / (f64::from(k) * f64::from(k + order));
        total += term;
        if term < total * 1e-17 {
            break;
        }
    }
    if order == 1 { total * (x / 2.0) } else { total }
}

/// K0 or K1, times exp(x) if `scaled`.
pub fn k(order: u32, x: f64, scaled: bool) -> f64 {
    if x == 0.0 {
        return f64::INFINITY;
    }
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == f64::INFINITY {
        return 0.0;
    }
    match x <= 2.0 {
        true => k_near(order, x) * if scaled { x.exp() } else { 1.0 },
        false => k_far(order, x) * if scaled { 1.0 } else { (-x).exp() },
    }
}

/// The series with a logarithm (Abramowitz and Stegun, 9.6.11).
fn k_near(order: u32, x: f64) -> f64 {
    let (quarter, log) = (x * x / 4.0, (x / 2.0).ln());
    let (mut term, mut harmonic, mut total) = (1.0, 0.0, 0.0);
    for k in 0..40 {
        // The digamma function at k + 1, and its sum with that at k + 2 for order 1.
        let psi = harmonic - EULER;
        harmonic += 1.0 / f64::from(k + 1);
        total += term * if order == 1 { psi + harmonic - EULER } else { psi };
        term *= quarter / (f64::from(k + 1) * f64::from(k + 1 + order));
        if term < 1e-18 {
            break;
        }
    }
    match order {
        1 => 1.0 / x + log * i_series(1, x) - x / 4.0 * total,
        _ => -log * i_series(0, x) + total,
    }
}

/// Steed's continued fraction (Temme, 1975), without the factor exp(-x).
fn k_far(order: u32, x: f64) -> f64 {
    let mut b = 2.0 * (1.0 + x);
    let (mut d, mut a) = (1.0 / b, -0.25);
    let (mut change, mut h) = (d, d);
    let (mut before, mut last) = (0.0, 1.0);
    let (mut c, mut q) = (0.25, 0.25);
    let mut s = 1.0 + q * change;
    for i in 2..10_000 {
        a -= f64::from(2 * (i - 1));
        c = -a * c / f64::from(i);
        let next = (before - b * last) / a;
        (before, last) = (last, next);
        q += c * next;
        b += 2.0;
        d = 1.0 / (b + a * d);
        change *= b * d - 1.0;
        h += change;
        s += q * change;
        if (q * change / s).abs() < 1e-17 {
            break;
        }
    }
    let k0 = (PI / (2.0 * x)).sqrt() / s;
    if order == 1 { k0 * (x + 0.5 - 0.25 * h) / x } else { k0 }
}
