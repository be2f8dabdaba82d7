//! Checks special functions against closed forms and identities.

use super::{Special, find};
use std::f64::consts::{E, PI};

fn real(name: &str, x: f64, y: f64) -> f64 {
    match find(name) {
        Some(Special::Real(function)) => function(x, y),
        _ => panic!("{name} is not a function of real numbers"),
    }
}

fn close(name: &str, found: f64, expected: f64) {
    assert!((found - expected).abs() <= 2e-13 * expected.abs().max(1e-300), "{name}: {found:e} is not {expected:e}");
}

#[test]
fn values_have_closed_forms() {
    let rows = [
        ("gammainc", 2.0, 1.0, 1.0 - 2.0 / E),
        ("gammaincc", 2.0, 3.0, 4.0 * (-3.0f64).exp()),
        ("gammaincc", 1.0, 30.0, (-30.0f64).exp()),
        ("gammainc", 0.5, 4.0, libm::erf(2.0)),
        ("zeta", 2.0, 1.0, PI * PI / 6.0),
        ("zeta", 4.0, 1.0, PI.powi(4) / 90.0),
        ("zeta", 2.0, -0.5, PI * PI / 2.0 + 4.0),
        ("zeta", 2.0, 0.5 - 1e12, PI * PI - 1e-12),
        ("zeta", 3.0, 0.5 - 1e12, 0.5e-24),
        ("erfcx", 0.0, 0.0, 1.0),
        ("airy_ai", 0.0, 0.0, 0.355_028_053_887_817_2),
        ("ndtri", 0.5, 0.0, 0.0),
        ("log_ndtr", 0.0, 0.0, 0.5f64.ln()),
        ("i0", 0.0, 0.0, 1.0),
        ("modified_bessel_k0", 1.0, 0.0, 0.421_024_438_240_708_34),
        ("modified_bessel_k1", 1.0, 0.0, 0.601_907_230_197_234_6),
    ];
    for (name, x, y, expected) in rows {
        close(name, real(name, x, y), expected);
    }
}

#[test]
fn pairs_keep_their_identities() {
    for x in [0.1, 0.7, 1.9, 2.0, 2.1, 5.0, 11.0, 19.9, 20.1, 50.0] {
        let of = |name: &str| real(name, x, 0.0);
        // Wronski's determinants.
        let modified = of("i0") * of("modified_bessel_k1") + of("i1") * of("modified_bessel_k0");
        close("I and K", modified, 1.0 / x);
        let waves = of("bessel_j1") * of("bessel_y0") - of("bessel_j0") * of("bessel_y1");
        close("J and Y", waves, 2.0 / (PI * x));
        close("scaled K", of("scaled_modified_bessel_k0") * (-x).exp(), of("modified_bessel_k0"));
        close("scaled I", of("i1e") * x.exp(), of("i1"));
        for a in [0.3, 1.0, 4.5, 60.0] {
            close("gamma", real("gammainc", a, x) + real("gammaincc", a, x), 1.0);
        }
        close("quantile", -real("ndtri", 0.5 * libm::erfc(x / 5.0 / 2f64.sqrt()), 0.0), x / 5.0);
        close("tail", of("erfcx") * (-x * x).exp(), libm::erfc(x));
        close("log", real("log_ndtr", -x / 2.0, 0.0), (0.5 * libm::erfc(x / 2.0 / 2f64.sqrt())).ln());
    }
}

#[test]
fn edges_are_pytorchs() {
    let inf = f64::INFINITY;
    for (name, x, y, expected) in [
        ("gammainc", 0.0, 1.0, 1.0),
        ("gammainc", 1.0, inf, 1.0),
        ("gammaincc", inf, 1.0, 1.0),
        ("zeta", 1.0, 2.0, inf),
        ("zeta", 3.0, -2.0, inf),
        ("ndtri", 0.0, 0.0, -inf),
        ("ndtri", 1.0, 0.0, inf),
        ("modified_bessel_k0", 0.0, 0.0, inf),
        ("bessel_y0", 0.0, 0.0, -inf),
    ] {
        assert_eq!(real(name, x, y), expected, "{name}({x}, {y})");
    }
    for (name, x, y) in [("gammainc", -1.0, 1.0), ("zeta", 0.5, 1.0), ("ndtri", 1.5, 0.0), ("bessel_y1", -1.0, 0.0)] {
        assert!(real(name, x, y).is_nan(), "{name}({x}, {y})");
    }
}

#[test]
fn divisors_are_common() {
    let Some(Special::Whole(gcd)) = find("gcd") else { panic!("gcd is of whole numbers") };
    for (a, b, expected) in [(12, 18, 6), (-12, 18, 6), (0, 5, 5), (0, 0, 0), (i64::MIN, 0, i64::MIN), (7, 13, 1)] {
        assert_eq!(gcd(a, b), expected, "{a} and {b}");
    }
}
