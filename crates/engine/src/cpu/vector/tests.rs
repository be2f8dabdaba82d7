//! Compares the functions with the C library's in float64, over the whole range of their type.

use super::{double, single};

/// float32 numbers of every magnitude and sign, including zeros, denormals, infinities and NaNs.
fn singles() -> impl Iterator<Item = f32> {
    let named =
        [0.0, 1.0, 0.5, 2.0, 8.0, f32::MIN_POSITIVE, f32::MAX, f32::INFINITY, f32::NAN, 88.7, 89.0, 103.0, 104.5];
    let all = (0..=u32::MAX).step_by(90_001).map(f32::from_bits);
    let near = (0..4000).map(|i| (i as f32 - 2000.0) / 200.0 + 1e-4);
    all.chain(near).chain(named).chain(named.map(|x| -x))
}

fn doubles() -> impl Iterator<Item = f64> {
    let named =
        [0.0, 1.0, 8.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY, f64::NAN, 709.7, 710.5, 745.0, 746.0];
    let all = (0..=u64::MAX).step_by(900_000_000_000_001).map(f64::from_bits);
    let near = (0..20_000).map(|i| (i as f64 - 10_000.0) / 900.0 + 1e-5);
    all.chain(near).chain(named).chain(named.map(|x| -x))
}

/// The distance in units in the last place of `right`.
fn distance(found: f64, right: f64, unit: f64) -> f64 {
    if found == right || (found.is_nan() && right.is_nan()) {
        return 0.0;
    }
    (found - right).abs() / unit
}

fn single_unit(x: f64) -> f64 {
    let x = (x.abs() as f32).clamp(f32::MIN_POSITIVE, 127f32.exp2());
    f32::from_bits(x.to_bits() + 1) as f64 - x as f64
}

fn check_single(name: &str, limit: f64, found: impl Fn(f32) -> f32, right: impl Fn(f64) -> f64) {
    for x in singles() {
        let (y, right) = (found(x), right(x as f64));
        // Beyond the type's range, infinity is correct.
        let right = if right.abs() > f32::MAX as f64 { f64::INFINITY.copysign(right) } else { right };
        let error = distance(y as f64, right, single_unit(right));
        assert!(error <= limit, "{name}({x:e}) is {right:e}, not {y:e}: {error} units");
        let sign_is_right = y != 0.0 || right != 0.0 || y.is_sign_negative() == right.is_sign_negative();
        assert!(sign_is_right, "{name}({x:e}) is {right:e}, not {y:e}");
    }
}

fn check_double(name: &str, limit: f64, found: impl Fn(f64) -> f64, right: impl Fn(f64) -> f64) {
    for x in doubles() {
        let (y, right) = (found(x), right(x));
        let size = right.abs().clamp(f64::MIN_POSITIVE, f64::MAX);
        let error = distance(y, right, size - f64::from_bits(size.to_bits() - 1));
        assert!(error <= limit, "{name}({x:e}) is {right:e}, not {y:e}: {error} units");
    }
}

fn wide(f: impl Fn(f64) -> f64) -> impl Fn(f32) -> f32 {
    move |x| f(x as f64) as f32
}

// SAFETY: C's mathematical functions, with their C types; they access none of our memory.
unsafe extern "C" {
    safe fn erf(x: f64) -> f64;
    safe fn erfc(x: f64) -> f64;
}

#[test]
fn float32_functions_are_right_to_two_units() {
    check_single("exp", 1.0, single::exp, f64::exp);
    check_single("log", 1.5, single::log, f64::ln);
    check_single("tanh", 2.5, single::tanh, f64::tanh);
    check_single("erf", 1.5, single::erf, |x| erf(x));
    // Also close to multiples of pi / 2, where the reduction must keep its digits.
    let at_zeros = (0..60_000).map(|n| (n as f64 * std::f64::consts::FRAC_PI_2) as f32);
    let near = singles().filter(|x| x.abs() <= single::CIRCULAR).chain(at_zeros);
    for x in near {
        for (name, found, right) in
            [("sin", single::sin_cos(x).0, (x as f64).sin()), ("cos", single::sin_cos(x).1, (x as f64).cos())]
        {
            let error = distance(found as f64, right, single_unit(right));
            assert!(error <= 1.6, "{name}({x:e}) is {right:e}, not {found:e}: {error} units");
        }
    }
}

#[test]
fn one_and_erf_are_right_to_the_digits_that_the_sum_keeps() {
    for x in singles() {
        let (found, right) = (single::erf_plus_one(x) as f64, 1.0 + erf(x as f64));
        assert!(distance(found, right, 4e-7) <= 1.0, "1 + erf({x:e}) is {right:e}, not {found:e}");
    }
    assert_eq!(single::erf_plus_one(-4.5), 0.0);
}

#[test]
fn float32_functions_through_float64_are_right_to_the_last_place() {
    check_single("exp2", 0.51, wide(double::exp2), f64::exp2);
    check_single("expm1", 0.51, wide(double::expm1), f64::exp_m1);
    check_single("log2", 0.51, wide(double::log2), f64::log2);
    check_single("log1p", 0.51, wide(double::log1p), f64::ln_1p);
    check_single("atan", 0.51, wide(double::atan), f64::atan);
    check_single("asin", 0.51, wide(double::asin), f64::asin);
    check_single("sinh", 0.51, wide(double::sinh), f64::sinh);
    check_single("cosh", 0.51, wide(double::cosh), f64::cosh);
    check_single("asinh", 0.51, wide(double::asinh), f64::asinh);
    check_single("acosh", 0.51, wide(double::acosh), f64::acosh);
    check_single("atanh", 0.51, wide(double::atanh), f64::atanh);
    check_single("erfc", 0.51, wide(double::erfc), |x| erfc(x));
    let near = |x: f64| if x.abs() <= single::CIRCULAR as f64 { x } else { 0.0 };
    check_single("tan", 0.51, wide(|x| double::tan(near(x))), |x| near(x).tan());
}

#[test]
fn float32_powers_are_right_to_the_last_place() {
    for exponent in [0.0, 1.0, -1.0, 0.5, 1.5, -2.5, 3.0, -3.0, 17.0, 1e10, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]
    {
        check_single("pow", 0.51, |x| single::pow(x, exponent as f32), |x| x.powf(exponent));
    }
}

#[test]
fn float64_functions_are_right_to_two_units() {
    check_double("exp", 1.0, double::exp, f64::exp);
    check_double("exp2", 1.0, double::exp2, f64::exp2);
    check_double("expm1", 2.0, double::expm1, f64::exp_m1);
    check_double("log", 1.0, double::log, f64::ln);
    check_double("log2", 1.0, double::log2, f64::log2);
    check_double("log1p", 2.0, double::log1p, f64::ln_1p);
    check_double("tanh", 3.0, double::tanh, f64::tanh);
    let near = |x: f64| if x.abs() <= double::CIRCULAR { x } else { 0.0 };
    check_double("sin", 1.0, |x| double::sin_cos(near(x)).0, |x| near(x).sin());
    check_double("cos", 1.0, |x| double::sin_cos(near(x)).1, |x| near(x).cos());
}

#[test]
fn most_float64_results_are_the_nearest() {
    let points: Vec<f64> = (1..20_000).map(|i| f64::from(i) * 0.000_987).collect();
    type Function = fn(f64) -> f64;
    let pairs: [(&str, Function, Function); 6] = [
        ("exp", double::exp, f64::exp),
        ("exp2", double::exp2, f64::exp2),
        ("log", double::log, f64::ln),
        ("log2", double::log2, f64::log2),
        ("sin", |x| double::sin_cos(x).0, f64::sin),
        ("cos", |x| double::sin_cos(x).1, f64::cos),
    ];
    for (name, found, right) in pairs {
        let others = points.iter().filter(|&&x| found(x) != right(x)).count();
        assert!(
            others * 40 < points.len(),
            "{name} differs from the C library's at {others} of {} points",
            points.len()
        );
    }
}
