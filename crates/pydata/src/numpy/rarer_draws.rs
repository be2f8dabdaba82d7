//! NumPy's algorithms for its rarer distributions: of counts, of angles, and those that are not central. The older
//! generator keeps the forms that NumPy had before it improved them.

use super::source::{Source, gamma};
use std::f64::consts::PI;
use tensorcell_engine::cpu::rejection;

/// The largest count that NumPy draws.
const MOST: f64 = i64::MAX as f64;

fn chi_squared(source: &mut dyn Source, freedom: f64) -> f64 {
    2.0 * gamma(source, freedom / 2.0)
}

/// Squares of normal numbers whose means are not zero.
pub fn noncentral_chi_squared(source: &mut dyn Source, freedom: f64, noncentrality: f64) -> f64 {
    if noncentrality == 0.0 {
        return chi_squared(source, freedom);
    }
    if freedom > 1.0 {
        let rest = chi_squared(source, freedom - 1.0);
        let normal = source.normal() + noncentrality.sqrt();
        return rest + normal * normal;
    }
    let extra = rejection::poisson(|| source.uniform(), noncentrality / 2.0);
    chi_squared(source, freedom + 2.0 * extra)
}

pub fn noncentral_f(source: &mut dyn Source, above: f64, below: f64, noncentrality: f64) -> f64 {
    let numerator = noncentral_chi_squared(source, above, noncentrality) * below;
    numerator / (chi_squared(source, below) * above)
}

/// Failures before the n-th success.
pub fn negative_binomial(source: &mut dyn Source, n: f64, p: f64) -> f64 {
    let rate = (1.0 - p) / p * gamma(source, n);
    rejection::poisson(|| source.uniform(), rate)
}

/// First passage times of a drifting particle (Michael, Schucany and Haas, 1976).
pub fn wald(source: &mut dyn Source, mean: f64, scale: f64) -> f64 {
    let normal = source.normal();
    let y = mean * normal * normal;
    let x = match source.is_older() {
        true => mean + mean / (2.0 * scale) * (y - (4.0 * scale * y + y * y).sqrt()),
        false => {
            let d = 1.0 + (1.0 + 4.0 * scale / y).sqrt();
            mean * (1.0 - 2.0 / d)
        }
    };
    if source.uniform() <= mean / (mean + x) { x } else { mean * mean / x }
}

/// The parameter of the wrapped Cauchy distribution around which Best and Fisher's method rejects.
fn envelope(kappa: f64) -> f64 {
    if kappa < 1e-5 {
        return 1.0 / kappa + kappa;
    }
    let r = 1.0 + (1.0 + 4.0 * kappa * kappa).sqrt();
    let rho = (r - (2.0 * r).sqrt()) / (2.0 * kappa);
    (1.0 + rho * rho) / (2.0 * rho)
}

/// Angles around a mean.
pub fn von_mises(source: &mut dyn Source, mean: f64, kappa: f64) -> f64 {
    if kappa < 1e-8 {
        return PI * (2.0 * source.uniform() - 1.0);
    }
    if kappa > 1e6 && !source.is_older() {
        let angle = mean + (1.0 / kappa).sqrt() * source.normal();
        return if angle < -PI {
            angle + 2.0 * PI
        } else if angle > PI {
            angle - 2.0 * PI
        } else {
            angle
        };
    }
    let s = envelope(kappa);
    let cosine = loop {
        let z = (PI * source.uniform()).cos();
        let w = (1.0 + s * z) / (s + z);
        let y = kappa * (s - w);
        let v = source.uniform();
        if y * (2.0 - y) - v >= 0.0 || (y / v).ln() + 1.0 - y >= 0.0 {
            break w;
        }
    };
    let side = if source.uniform() < 0.5 { -1.0 } else { 1.0 };
    let angle = side * cosine.acos() + mean;
    let turned = (angle.abs() + PI) % (2.0 * PI) - PI;
    if angle < 0.0 { -turned } else { turned }
}

/// Counts whose logarithmic series has this ratio (Kemp, 1981).
pub fn log_series(source: &mut dyn Source, p: f64) -> f64 {
    let older = source.is_older();
    let r = if older { (1.0 - p).ln() } else { (-p).ln_1p() };
    loop {
        let v = source.uniform();
        if v >= p {
            return 1.0;
        }
        let u = source.uniform();
        let q = if older { 1.0 - (r * u).exp() } else { -(r * u).exp_m1() };
        if v <= q * q {
            let count = (1.0 + v.ln() / q.ln()).floor();
            if count < 1.0 || v == 0.0 {
                continue;
            }
            return count;
        }
        return if v >= q { 1.0 } else { 2.0 };
    }
}

/// Ranks whose shares fall as a power (Devroye, 1986).
pub fn zipf(source: &mut dyn Source, a: f64) -> f64 {
    let older = source.is_older();
    if a >= 1025.0 && !older {
        return 1.0;
    }
    let less = a - 1.0;
    let b = 2f64.powf(less);
    let least = MOST.powf(-less);
    loop {
        let drawn = source.uniform();
        let u = if older { 1.0 - drawn } else { drawn * least + (1.0 - drawn) };
        let v = source.uniform();
        let x = u.powf(-1.0 / less).floor();
        if !(1.0..=MOST).contains(&x) {
            continue;
        }
        let t = (1.0 + 1.0 / x).powf(less);
        if v * x * (t - 1.0) / (b - 1.0) <= t / b {
            return x;
        }
    }
}

/// The logarithm of the gamma function, as NumPy computes it.
fn log_gamma(x: f64) -> f64 {
    const SERIES: [f64; 10] = [
        8.333_333_333_333_333e-2,
        -2.777_777_777_777_778e-3,
        7.936_507_936_507_937e-4,
        -5.952_380_952_380_952e-4,
        8.417_508_417_508_418e-4,
        -1.917_526_917_526_918e-3,
        6.410_256_410_256_41e-3,
        -2.955_065_359_477_124e-2,
        1.796_443_723_688_307e-1,
        -1.392_432_216_905_9,
    ];
    if x == 1.0 || x == 2.0 {
        return 0.0;
    }
    let steps = if x < 7.0 { (7.0 - x) as usize } else { 0 };
    let far = x + steps as f64;
    let square = (1.0 / far) * (1.0 / far);
    let sum = SERIES.iter().rev().fold(0.0, |sum, term| sum * square + term);
    let at = sum / far + 0.5 * 1.837_877_066_409_345_3 + (far - 0.5) * far.ln() - far;
    (1..=steps).fold(at, |log, i| log - (far - i as f64).ln())
}

/// An urn: how many are good, how many bad, how many are drawn.
#[derive(Clone, Copy)]
struct Urn {
    good: f64,
    bad: f64,
    drawn: f64,
}

/// Good ones among those drawn from an urn.
pub fn hypergeometric(source: &mut dyn Source, good: f64, bad: f64, drawn: f64) -> f64 {
    let urn = Urn { good, bad, drawn };
    match source.is_older() {
        true if drawn > 10.0 => urn.by_ratio(source),
        true if drawn > 0.0 => urn.by_inversion(source),
        true => 0.0,
        false if drawn >= 10.0 && drawn <= good + bad - 10.0 => urn.by_ratio(source),
        false => urn.one_by_one(source),
    }
}

impl Urn {
    /// Draws one after the other.
    fn one_by_one(self, source: &mut dyn Source) -> f64 {
        let total = self.good + self.bad;
        let most = self.drawn > (total / 2.0).floor();
        let mut left = if most { total - self.drawn } else { self.drawn };
        let (mut all, mut good) = (total, self.good);
        while left > 0.0 && good > 0.0 && all > good {
            all -= 1.0;
            if (source.up_to(all as u64) as f64) < good {
                good -= 1.0;
            }
            left -= 1.0;
        }
        if all == good {
            good -= left;
        }
        if most { good } else { self.good - good }
    }

    fn by_inversion(self, source: &mut dyn Source) -> f64 {
        let rest = self.bad + self.good - self.drawn;
        let fewer = self.bad.min(self.good);
        let (mut y, mut k) = (fewer, self.drawn);
        while y > 0.0 && k > 0.0 {
            y -= (source.uniform() + y / (rest + k)).floor();
            k -= 1.0;
        }
        let found = fewer - y;
        if self.good > self.bad { self.drawn - found } else { found }
    }

    /// Stadlober's ratio of uniforms (1990).
    fn by_ratio(self, source: &mut dyn Source) -> f64 {
        let Urn { good, bad, drawn } = self;
        let (fewer, more, all) = (good.min(bad), good.max(bad), good + bad);
        let m = drawn.min(all - drawn);
        let p = fewer / all;
        let (q, factor) = if source.is_older() { (1.0 - p, drawn) } else { (more / all, m) };
        let a = m * p + 0.5;
        let c = ((all - m) * factor * p * q / (all - 1.0) + 0.5).sqrt();
        let h = 1.715_527_769_921_413_5 * c + 0.898_916_162_058_898_8;
        let mode = ((m + 1.0) * (fewer + 1.0) / (all + 2.0)).floor();
        let logs = |k: f64| {
            log_gamma(k + 1.0) + log_gamma(fewer - k + 1.0) + log_gamma(m - k + 1.0) + log_gamma(more - m + k + 1.0)
        };
        let g = logs(mode);
        let bound = (m.min(fewer) + 1.0).min((a + 16.0 * c).floor());
        let k = loop {
            let (u, v) = (source.uniform(), source.uniform());
            let x = a + h * (v - 0.5) / u;
            if x < 0.0 || x >= bound {
                continue;
            }
            let k = x.floor();
            let t = g - logs(k);
            if u * (4.0 - u) - 3.0 <= t {
                break k;
            }
            if u * (u - t) < 1.0 && 2.0 * u.ln() <= t {
                break k;
            }
        };
        let k = if good > bad { m - k } else { k };
        if m < drawn { good - k } else { k }
    }
}
