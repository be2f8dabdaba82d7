//! Airy's function Ai.

use std::f64::consts::PI;

/// Ai and the slope of -Ai at 0.
const AT_ZERO: f64 = 0.355_028_053_887_817_2;
const SLOPE: f64 = 0.258_819_403_792_806_8;

pub fn ai(x: f64) -> f64 {
    if x.abs() <= 6.0 { near(x) } else { far(x) }
}

/// Maclaurin's series (DLMF 9.4.1).
fn near(x: f64) -> f64 {
    let cube = x * x * x;
    let (mut even, mut odd, mut f, mut g) = (1.0, x, 1.0, x);
    for k in 1..60 {
        let n = f64::from(3 * k);
        even = even * cube / ((n - 1.0) * n);
        odd = odd * cube / (n * (n + 1.0));
        (f, g) = (f + even, g + odd);
    }
    AT_ZERO * f - SLOPE * g
}

/// The asymptotic series (DLMF 9.7.5 and 9.7.9): falling to the right, waves to the left.
fn far(x: f64) -> f64 {
    let size = x.abs();
    let zeta = 2.0 / 3.0 * size.powf(1.5);
    let (mut u, mut power) = (1.0, 1.0);
    let (mut falling, mut even, mut odd) = (1.0, 1.0, 0.0);
    for k in 1..11_i32 {
        let n = f64::from(k);
        u = u * (6.0 * n - 5.0) * (6.0 * n - 3.0) * (6.0 * n - 1.0) / (216.0 * n * (2.0 * n - 1.0));
        power /= zeta;
        falling += if k % 2 == 0 { u * power } else { -u * power };
        let term = if k / 2 % 2 == 0 { u * power } else { -u * power };
        match k % 2 {
            0 => even += term,
            _ => odd += term,
        }
    }
    let value = match x > 0.0 {
        true => (-zeta).exp() * falling / (2.0 * PI.sqrt()),
        false => ((zeta - PI / 4.0).cos() * even + (zeta - PI / 4.0).sin() * odd) / PI.sqrt(),
    };
    value / size.powf(0.25)
}
