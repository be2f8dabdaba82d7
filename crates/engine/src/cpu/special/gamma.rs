//! Incomplete gamma functions and Hurwitz' zeta function.

/// The most steps of a series or fraction, which large operands need.
const STEPS: u32 = 10_000;

/// The lower incomplete gamma function, regularised.
pub fn lower(a: f64, x: f64) -> f64 {
    incomplete(a, x, false)
}

/// The upper incomplete gamma function, regularised.
pub fn upper(a: f64, x: f64) -> f64 {
    incomplete(a, x, true)
}

fn incomplete(a: f64, x: f64, upper: bool) -> f64 {
    // Reads NaN as wrong too.
    let wrong = !(a >= 0.0 && x >= 0.0) || (a == 0.0 && x == 0.0) || (a.is_infinite() && x.is_infinite());
    let (nothing, everything) = if upper { (1.0, 0.0) } else { (0.0, 1.0) };
    match () {
        _ if wrong => f64::NAN,
        _ if a.is_infinite() || x == 0.0 => nothing,
        _ if x.is_infinite() || a == 0.0 => everything,
        _ if x < a + 1.0 && upper => 1.0 - series(a, x),
        _ if x < a + 1.0 => series(a, x),
        _ if upper => fraction(a, x),
        _ => 1.0 - fraction(a, x),
    }
}

/// x**a exp(-x) / gamma(a)
fn weight(a: f64, x: f64) -> f64 {
    (a * x.ln() - x - libm::lgamma(a)).exp()
}

/// The power series of the lower function.
fn series(a: f64, x: f64) -> f64 {
    let mut term = 1.0 / a;
    let mut total = term;
    for k in 1..STEPS {
        term = term * x / (a + f64::from(k));
        total += term;
        if term < total * 1e-17 {
            break;
        }
    }
    total * weight(a, x)
}

/// Legendre's continued fraction of the upper function, by Lentz' algorithm.
fn fraction(a: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1.0 / TINY, 1.0 / b);
    let mut value = d;
    for k in 1..STEPS {
        let numerator = -f64::from(k) * (f64::from(k) - a);
        b += 2.0;
        let away = |x: f64| if x.abs() < TINY { TINY } else { x };
        d = 1.0 / away(numerator * d + b);
        c = away(b + numerator / c);
        value *= d * c;
        if (d * c - 1.0).abs() < 1e-16 {
            break;
        }
    }
    value * weight(a, x)
}

const BERNOULLI: [f64; 10] = [
    1.0 / 6.0,
    -1.0 / 30.0,
    1.0 / 42.0,
    -1.0 / 30.0,
    5.0 / 66.0,
    -691.0 / 2730.0,
    7.0 / 6.0,
    -3617.0 / 510.0,
    43867.0 / 798.0,
    -174611.0 / 330.0,
];

/// Below it the terms between poles are too many to be added one by one.
const FAR_BELOW: f64 = -1000.0;

/// The same for whole x: the terms below zero are those of 1 minus the fraction of q, of alternating sign, up to the size of q.
fn far_below(x: f64, q: f64) -> f64 {
    let (fraction, sign) = (q - q.floor(), if x % 2.0 == 0.0 { 1.0 } else { -1.0 });
    hurwitz(x, fraction) + sign * hurwitz(x, 1.0 - fraction) - sign * hurwitz(x, 1.0 - q)
}

/// The sum of (q + k)**-x over k from 0, by Euler's and Maclaurin's formula.
pub fn hurwitz(x: f64, q: f64) -> f64 {
    if x.is_nan() || q.is_nan() {
        return f64::NAN;
    }
    let at_pole = q <= 0.0 && q == q.floor();
    if x == 1.0 || (at_pole && x > 1.0) {
        return f64::INFINITY;
    }
    if x < 1.0 || (q <= 0.0 && x != x.floor()) {
        return f64::NAN;
    }
    if q < FAR_BELOW {
        return far_below(x, q);
    }
    let (mut total, mut end) = (0.0, q);
    // Below zero the poles are passed one by one.
    for k in 0.. {
        if k >= 12 && end >= 10.0 {
            break;
        }
        total += end.powf(-x);
        end += 1.0;
    }
    total += end.powf(1.0 - x) / (x - 1.0) + 0.5 * end.powf(-x);
    let (mut factor, mut factorial) = (x * end.powf(-x - 1.0), 2.0);
    for (k, bernoulli) in (0..).zip(BERNOULLI) {
        let even = f64::from(2 * k);
        total += factor * bernoulli / factorial;
        factor = factor * (x + even + 1.0) * (x + even + 2.0) / (end * end);
        factorial *= (even + 3.0) * (even + 4.0);
    }
    total
}
