//! NumPy's algorithms for distributions, from uniform and normal numbers, so that a seed gives NumPy's numbers. Both
//! generators use them: the new one and the legacy one.

use super::functions::array_from;
use super::rarer_draws as rarer;
use super::source::{Source, gamma};
use tensorcell_engine::cpu::rejection;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value, memory};
use tensorcell_torch::arguments::TensorArgs;
use tensorcell_torch::files::numel;

fn beta(source: &mut dyn Source, a: f64, b: f64) -> f64 {
    if a > 1.0 || b > 1.0 {
        let first = gamma(source, a);
        return first / (first + gamma(source, b));
    }
    // Johnk's method.
    loop {
        let (u, v) = (source.uniform(), source.uniform());
        let (x, y) = (u.powf(1.0 / a), v.powf(1.0 / b));
        if x + y > 1.0 || u + v <= 0.0 {
            continue;
        }
        if x + y > 0.0 {
            return x / (x + y);
        }
        let (x, y) = (u.ln() / a, v.ln() / b);
        let most = x.max(y);
        let (x, y) = (x - most, y - most);
        return (x - (x.exp() + y.exp()).ln()).exp();
    }
}

fn binomial(source: &mut dyn Source, n: f64, p: f64) -> f64 {
    if (n == 0.0 || p == 0.0) && !source.is_older() {
        return 0.0;
    }
    let r = p.min(1.0 - p);
    let few = if r * n <= 30.0 { by_inversion(source, n, r) } else { by_rejection(source, n, r) };
    if p > 0.5 { n - few } else { few }
}

fn by_inversion(source: &mut dyn Source, n: f64, p: f64) -> f64 {
    let q = 1.0 - p;
    let none = (n * q.ln()).exp();
    let bound = n.min((n * p + 10.0 * (n * p * q + 1.0).sqrt()).floor());
    let (mut x, mut share, mut u) = (0.0, none, source.uniform());
    while u > share {
        x += 1.0;
        if x > bound {
            (x, share, u) = (0.0, none, source.uniform());
        } else {
            u -= share;
            share = (n - x + 1.0) * p * share / (x * q);
        }
    }
    x
}

/// Kachitvichyanukul and Schmeiser's BTPE: a triangle, two parallelograms and two exponential tails above the probabilities.
fn by_rejection(source: &mut dyn Source, n: f64, r: f64) -> f64 {
    let q = 1.0 - r;
    let nrq = n * r * q;
    let fm = n * r + r;
    let m = fm.floor();
    let p1 = (2.195 * nrq.sqrt() - 4.6 * q).floor() + 0.5;
    let xm = m + 0.5;
    let (xl, xr) = (xm - p1, xm + p1);
    let c = 0.134 + 20.5 / (15.3 + m);
    let slope = |a: f64| a * (1.0 + a / 2.0);
    let (left, right) = (slope((fm - xl) / (fm - xl * r)), slope((xr - fm) / (xr * q)));
    let p2 = p1 * (1.0 + 2.0 * c);
    let p3 = p2 + c / left;
    let p4 = p3 + c / right;
    loop {
        let (u, mut v) = (source.uniform() * p4, source.uniform());
        let y;
        if u <= p1 {
            return (xm - p1 * v + u).floor();
        } else if u <= p2 {
            let x = xl + (u - p1) / c;
            v = v * c + 1.0 - (m - x + 0.5).abs() / p1;
            if v > 1.0 {
                continue;
            }
            y = x.floor();
        } else if u <= p3 {
            y = (xl + v.ln() / left).floor();
            if y < 0.0 || v == 0.0 {
                continue;
            }
            v *= (u - p2) * left;
        } else {
            y = (xr - v.ln() / right).floor();
            if y > n || v == 0.0 {
                continue;
            }
            v *= (u - p3) * right;
        }
        if is_below(v, y, (n, m, xm), (r, q, nrq)) {
            return y;
        }
    }
}

/// Returns whether `v` is below the probability of `y`, relative to the mode's probability.
fn is_below(v: f64, y: f64, (n, m, xm): (f64, f64, f64), (r, q, nrq): (f64, f64, f64)) -> bool {
    let k = (y - m).abs();
    if k <= 20.0 || k >= nrq / 2.0 - 1.0 {
        let s = r / q;
        let a = s * (n + 1.0);
        let product =
            |from: f64, to: f64| (from as i64 + 1..=to as i64).fold(1.0, |product, i| product * (a / i as f64 - s));
        let share = if m < y { product(m, y) } else { 1.0 / product(y, m) };
        return v <= share;
    }
    let rho = (k / nrq) * ((k * (k / 3.0 + 0.625) + 1.0 / 6.0) / nrq + 0.5);
    let t = -k * k / (2.0 * nrq);
    let log = v.ln();
    if log < t - rho {
        return true;
    }
    if log > t + rho {
        return false;
    }
    let (x1, f1, z, w) = (y + 1.0, m + 1.0, n + 1.0 - m, n - y + 1.0);
    let stirling = |x: f64| {
        let square = x * x;
        (13680.0 - (462.0 - (132.0 - (99.0 - 140.0 / square) / square) / square) / square) / x / 166_320.0
    };
    let bound = xm * (f1 / x1).ln() + (n - m + 0.5) * (z / w).ln() + (y - m) * (w * r / (x1 * q)).ln();
    log <= bound + stirling(f1) + stirling(z) + stirling(x1) + stirling(w)
}

fn geometric(source: &mut dyn Source, p: f64) -> f64 {
    if p < 1.0 / 3.0 {
        return (-source.exponential() / (-p).ln_1p()).ceil();
    }
    let (mut x, mut sum, mut product, u) = (1.0, p, p, source.uniform());
    while u > sum {
        product *= 1.0 - p;
        sum += product;
        x += 1.0;
    }
    x
}

/// Draws until a number is inside the open interval (0, 1).
fn inner(source: &mut dyn Source) -> f64 {
    loop {
        let u = source.uniform();
        if u > 0.0 {
            return u;
        }
    }
}

fn triangular(source: &mut dyn Source, left: f64, mode: f64, right: f64) -> f64 {
    let (base, before) = (right - left, mode - left);
    let u = source.uniform();
    if u <= before / base {
        left + (u * before * base).sqrt()
    } else {
        right - ((1.0 - u) * (right - mode) * base).sqrt()
    }
}

/// Draws one number of a distribution in its standard form.
fn draw(source: &mut dyn Source, kind: &str, a: f64, b: f64, c: f64) -> Result<f64> {
    Ok(match kind {
        "exponential" => source.exponential(),
        "gamma" => gamma(source, a),
        "beta" => beta(source, a, b),
        "poisson" => rejection::poisson(|| source.uniform(), a),
        "binomial" => binomial(source, a, b),
        "geometric" => geometric(source, a),
        "triangular" => triangular(source, a, b, c),
        "laplace" => match inner(source) {
            u if u >= 0.5 => -(2.0 - u - u).ln(),
            u => (u + u).ln(),
        },
        "gumbel" => loop {
            let u = 1.0 - source.uniform();
            if u < 1.0 {
                break -(-u.ln()).ln();
            }
        },
        "logistic" => {
            let u = inner(source);
            (u / (1.0 - u)).ln()
        }
        "cauchy" => {
            let above = source.normal();
            above / source.normal()
        }
        "t" => {
            let above = source.normal();
            (a / 2.0).sqrt() * above / gamma(source, a / 2.0).sqrt()
        }
        "noncentral_chisquare" => rarer::noncentral_chi_squared(source, a, b),
        "noncentral_f" => rarer::noncentral_f(source, a, b, c),
        "negative_binomial" => rarer::negative_binomial(source, a, b),
        "wald" => rarer::wald(source, a, b),
        "vonmises" => rarer::von_mises(source, a, b),
        "logseries" => rarer::log_series(source, a),
        "zipf" => rarer::zipf(source, a),
        "hypergeometric" => rarer::hypergeometric(source, a, b, c),
        _ => return Err(Raise::value_error(format!("unknown distribution {kind}"))),
    })
}

pub static FUNCTIONS: &[Builtin] = &[Builtin::new(
    "numpy.random._drawn",
    "(bits, count, kind, a, b, c)",
    "Numbers of a distribution; `bits` is None for the older generator.",
    |_, args: &Args| -> Result<Value> {
        let count = usize::try_from(args.int(1)?).map_err(|_| args.must_be(1, "int"))?;
        let count = numel(&[count])?;
        let (kind, a, b, c) = (args.str(2)?, args.float(3)?, args.float(4)?, args.float(5)?);
        memory::claim(count.saturating_mul(size_of::<f64>()))?;
        let all =
            |source: &mut dyn Source| (0..count).map(|_| draw(source, kind, a, b, c)).collect::<Result<Vec<f64>>>();
        let values = match args.get(0) {
            Value::None => super::random::with(|twister| all(twister))?,
            _ => all(&mut *super::generator::bits(args)?.0.borrow_mut())?,
        };
        array_from(&values, &[count])
    },
)];
