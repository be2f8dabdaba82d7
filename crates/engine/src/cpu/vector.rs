//! Elementary functions without branches. The compiler turns a loop over them into vector instructions if it compiles for a processor
//! that has them (`lane`).
//!
//! Arguments are reduced as in the literature (Cody and Waite for exp and the circular functions, `m * 2^k` for log). The
//! polynomials are our own Chebyshev fits on the reduced ranges. Errors are below 2 units in the last place over the whole
//! range of the type; the tests state the limit of each function.
//!
//! `double` serves float64, and float32 functions that would suffer cancellation in float32. `single` serves the
//! performance-critical float32 functions.

/// The polynomial with these coefficients, highest degree first.
macro_rules! polynomial {
    ($x:expr, $first:expr $(, $c:expr)+) => {{
        let sum = $first;
        $(let sum = f64::mul_add(sum, $x, $c);)+
        sum
    }};
}
macro_rules! polynomial32 {
    ($x:expr, $first:expr $(, $c:expr)+) => {{
        let sum: f32 = $first;
        $(let sum = f32::mul_add(sum, $x, $c);)+
        sum
    }};
}

pub mod double {
    use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_PI, FRAC_PI_2, FRAC_PI_4, LN_2, LOG2_E, PI};

    /// Adding and subtracting this rounds to an integer, which the low bits of the sum contain.
    const ROUNDER: f64 = 6_755_399_441_055_744.0;
    const LN_2_LOW: f64 = 2.3190468138462996e-17;
    const LOG2_E_LOW: f64 = 2.0355273740931033e-17;
    /// ln(2) in two parts, of which the first has so few bits that its product with an exponent is exact.
    const LN_2_PARTS: (f64, f64) = (6.931471803691238e-1, 1.9082149292705877e-10);
    /// Argument reduction of circular functions is accurate up to this value.
    pub const CIRCULAR: f64 = 1e5;

    /// The smaller of two numbers; x if x is NaN.
    #[inline(always)]
    fn at_most(x: f64, limit: f64) -> f64 {
        if x > limit { limit } else { x }
    }
    #[inline(always)]
    fn at_least(x: f64, limit: f64) -> f64 {
        if x < limit { limit } else { x }
    }
    #[inline(always)]
    fn rounded(x: f64) -> f64 {
        (x + ROUNDER) - ROUNDER
    }
    /// 2^n for an integer n from -1022 to 1023.
    #[inline(always)]
    fn power_of_two(n: f64) -> f64 {
        f64::from_bits((n + (ROUNDER + 1023.0)).to_bits() << 52)
    }
    /// (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2.
    #[inline(always)]
    fn exp_rest(r: f64) -> f64 {
        polynomial!(
            r,
            2.0914717341716376e-9,
            2.5105259538449487e-8,
            2.755727357010214e-7,
            2.7557255294969649e-6,
            2.4801587325605324e-05,
            1.984126987490126e-4,
            1.3888888888883733e-3,
            8.333333333326111e-3,
            4.166666666666667e-2,
            0.1666666666666667,
            0.5
        )
    }
    /// e^r - 1 for |r| <= ln(2) / 2.
    #[inline(always)]
    fn small_expm1(r: f64) -> f64 {
        f64::mul_add(r * r, exp_rest(r), r)
    }
    /// e^(r + low) for |r| <= ln(2) / 2 and a `low` below r's last digit.
    #[inline(always)]
    fn small_exp(r: f64, low: f64) -> f64 {
        let sum = 1.0 + r;
        sum + ((r - (sum - 1.0)) + f64::mul_add(r * r, exp_rest(r), low))
    }
    /// (n, r) with x = n ln(2) + r.
    #[inline(always)]
    fn in_powers(x: f64) -> (f64, f64) {
        let n = rounded(x * LOG2_E);
        (n, f64::mul_add(-n, LN_2_LOW, f64::mul_add(-n, LN_2, x)))
    }
    /// value * 2^n, even if 2^n alone would overflow.
    #[inline(always)]
    fn scaled(value: f64, n: f64) -> f64 {
        let half = rounded(n * 0.5);
        value * power_of_two(half) * power_of_two(n - half)
    }

    #[inline(always)]
    pub fn exp(x: f64) -> f64 {
        let x = at_least(at_most(x, 710.0), -746.0);
        let n = rounded(x * LOG2_E);
        let rest = f64::mul_add(-n, LN_2, x);
        let r = f64::mul_add(-n, LN_2_LOW, rest);
        scaled(small_exp(r, f64::mul_add(-n, LN_2_LOW, rest - r)), n)
    }
    #[inline(always)]
    pub fn exp2(x: f64) -> f64 {
        let x = at_least(at_most(x, 1025.0), -1080.0);
        let n = rounded(x);
        let r = (x - n) * LN_2;
        let low = f64::mul_add(x - n, LN_2_LOW, f64::mul_add(x - n, LN_2, -r));
        scaled(small_exp(r, low), n)
    }
    #[inline(always)]
    pub fn expm1(x: f64) -> f64 {
        let (n, r) = in_powers(at_least(at_most(x, 710.0), -50.0));
        let half = power_of_two(n - 1.0);
        let value = f64::mul_add(small_expm1(r), half, half - 0.5) * 2.0;
        if x == 0.0 { x } else { value }
    }

    /// (k, f) with x = 2^k (1 + f) and 1 + f from sqrt(1/2) to sqrt(2), for positive normal x.
    #[inline(always)]
    fn split(x: f64) -> (f64, f64) {
        let shifted = x.to_bits().wrapping_add(1f64.to_bits() - FRAC_1_SQRT_2.to_bits());
        let k = f64::from_bits((shifted >> 52) | (4_503_599_627_370_496f64).to_bits()) - 4_503_599_627_371_519.0;
        let m = f64::from_bits((shifted & 0x000f_ffff_ffff_ffff) + FRAC_1_SQRT_2.to_bits());
        (k, m - 1.0)
    }
    /// The same for all positive x.
    #[inline(always)]
    fn parts(x: f64) -> (f64, f64) {
        let tiny = x < f64::MIN_POSITIVE;
        let (k, f) = split(if tiny { x * 18_014_398_509_481_984.0 } else { x });
        (if tiny { k - 54.0 } else { k }, f)
    }
    /// log(1 + f) as a number and what its rounding lost.
    #[inline(always)]
    fn small_log(f: f64) -> (f64, f64) {
        let s = f / (2.0 + f);
        let z = s * s;
        let p = polynomial!(
            z,
            0.13089629160674623,
            0.13268485680654427,
            0.1538625044794019,
            0.18181795442371984,
            0.2222222239356661,
            0.2857142857079543,
            0.4000000000000089,
            0.6666666666666666
        );
        let half = 0.5 * f * f;
        let high = f - half;
        let low = s * f64::mul_add(z, p, half) - f64::mul_add(0.5 * f, f, -half);
        (high, ((f - high) - half) + low)
    }
    /// log(x + low) for a `low` that is relative to x, and below its last digit.
    #[inline(always)]
    fn log_with(x: f64, low: f64) -> f64 {
        let (k, f) = parts(x);
        let (high, lost) = small_log(f);
        let whole = k * LN_2_PARTS.0;
        let sum = whole + high;
        sum + (((whole - sum) + high) + (f64::mul_add(k, LN_2_PARTS.1, lost) + low))
    }
    #[inline(always)]
    fn log_limits(x: f64, value: f64) -> f64 {
        let value = if x == f64::INFINITY { x } else { value };
        let value = if x == 0.0 { f64::NEG_INFINITY } else { value };
        if x >= 0.0 { value } else { f64::NAN }
    }

    #[inline(always)]
    pub fn log(x: f64) -> f64 {
        log_limits(x, log_with(x, 0.0))
    }
    #[inline(always)]
    pub fn log2(x: f64) -> f64 {
        let (k, f) = parts(x);
        let (high, lost) = small_log(f);
        let y = high * LOG2_E;
        let low = f64::mul_add(lost, LOG2_E, f64::mul_add(high, LOG2_E_LOW, f64::mul_add(high, LOG2_E, -y)));
        let sum = k + y;
        log_limits(x, sum + (((k - sum) + y) + low))
    }
    #[inline(always)]
    pub fn log1p(x: f64) -> f64 {
        let u = 1.0 + x;
        // The rounding error of 1 + x.
        let lost = (x - (u - 1.0)) / u;
        let value = log_limits(u, log_with(u, if u > 0.0 && u < f64::INFINITY { lost } else { 0.0 }));
        if u == 1.0 { x } else { value }
    }
    #[inline(always)]
    pub fn tanh(x: f64) -> f64 {
        let t = expm1(2.0 * at_most(x.abs(), 22.0));
        (t / (t + 2.0)).copysign(x)
    }

    /// sin and cos of x for |x| <= CIRCULAR; larger arguments lose digits.
    #[inline(always)]
    pub fn sin_cos(x: f64) -> (f64, f64) {
        let turns = f64::mul_add(x, FRAC_2_PI, ROUNDER);
        let quadrant = turns.to_bits();
        let n = turns - ROUNDER;
        let rest = f64::mul_add(-n, FRAC_PI_2, x);
        let r = f64::mul_add(-n, 6.123233995736766e-17, rest);
        let low = f64::mul_add(-n, 6.123233995736766e-17, rest - r);
        let low = f64::mul_add(n, 1.4973849048591698e-33, low);
        let z = r * r;
        let sine = polynomial!(
            z,
            1.5917848524808262e-10,
            -2.5051127944014189e-8,
            2.755731608381636e-6,
            -1.9841269836722417e-4,
            8.333333333330925e-3,
            -0.16666666666666666
        );
        let sine = r + f64::mul_add(r * z, sine, f64::mul_add(low * -0.5, z, low));
        let cosine = polynomial!(
            z,
            -1.1382456778061306e-11,
            2.0876144383827993e-9,
            -2.7557317260008838e-7,
            2.480158729874307e-5,
            -1.3888888888887383e-3,
            4.1666666666666661e-2
        );
        let half = 0.5 * z;
        let high = 1.0 - half;
        let low = f64::mul_add(-r, low, f64::mul_add(r, r, -z) * -0.5);
        let cosine = high + (((1.0 - high) - half) + f64::mul_add(z * z, cosine, low));
        let (s, c) = if quadrant & 1 == 1 { (cosine, sine) } else { (sine, cosine) };
        let flip = |value: f64, quadrant: u64| f64::from_bits(value.to_bits() ^ (quadrant & 2) << 62);
        let s = flip(s, quadrant);
        (if x == 0.0 { x } else { s }, flip(c, quadrant.wrapping_add(1)))
    }

    /// With slightly more than float32's accuracy.
    #[inline(always)]
    pub fn tan(x: f64) -> f64 {
        let (sine, cosine) = sin_cos(x);
        sine / cosine
    }

    // The following functions have only float32's accuracy, with a margin, for float32 arguments and results.

    /// log(x) for x = 0 and for x from the smallest float32 on.
    #[inline(always)]
    fn short_log(x: f64) -> f64 {
        let (k, f) = split(x);
        let s = f / (2.0 + f);
        let p = polynomial!(
            s * s,
            0.23620919015491823,
            0.2853480308260424,
            0.4000038889065555,
            0.6666666522406496,
            2.0000000000085976
        );
        log_limits(x, f64::mul_add(k, LN_2, s * p))
    }
    /// e^x. Results beyond float32's range become 0 or infinity.
    #[inline(always)]
    fn short_exp(x: f64) -> f64 {
        let (n, r) = in_powers(at_least(at_most(x, 90.0), -110.0));
        let p = polynomial!(
            r,
            1.979035327739111e-4,
            1.3944659379422527e-3,
            8.33349705482242e-3,
            4.1666294950409175e-2,
            0.16666665869015365,
            0.5000000067681382
        );
        f64::mul_add(r * r, p, 1.0 + r) * power_of_two(n)
    }
    /// x^y for x = 0 and for x from the smallest float32 on.
    #[inline(always)]
    pub fn positive_power(x: f64, y: f64) -> f64 {
        short_exp(y * short_log(x))
    }
    #[inline(always)]
    pub fn atan(x: f64) -> f64 {
        let size = x.abs();
        let inverted = size > 1.0;
        let t = if inverted { 1.0 / size } else { size };
        let turned = t > 0.414_213_562_373_095;
        let t = if turned { (t - 1.0) / (t + 1.0) } else { t };
        let z = t * t;
        let p = polynomial!(
            z,
            3.293875797470985e-2,
            -6.026298394701879e-2,
            7.604579486852303e-2,
            -9.084078141663538e-2,
            0.11110818413358033,
            -0.14285708076608974,
            0.1999999994953061,
            -0.33333333333265697
        );
        let value = f64::mul_add(t * z, p, t);
        let value = if turned { FRAC_PI_4 + value } else { value };
        let value = if inverted { FRAC_PI_2 - value } else { value };
        value.copysign(x)
    }
    #[inline(always)]
    pub fn atan2(y: f64, x: f64) -> f64 {
        let (height, width) = (y.abs(), x.abs());
        // Of two zeros or infinities the quotient would be NaN.
        let alike = if height == 0.0 { 0.0 } else { 1.0 };
        let angle = atan(if height == width { alike } else { height / width });
        let angle = if x.is_sign_negative() { PI - angle } else { angle };
        angle.copysign(y)
    }
    #[inline(always)]
    pub fn asin(x: f64) -> f64 {
        atan(x / ((1.0 - x) * (1.0 + x)).sqrt())
    }
    #[inline(always)]
    pub fn sinh(x: f64) -> f64 {
        let t = expm1(at_most(x.abs(), 200.0));
        (0.5 * (t + t / (t + 1.0))).copysign(x)
    }
    #[inline(always)]
    pub fn cosh(x: f64) -> f64 {
        let e = exp(at_most(x.abs(), 200.0));
        0.5 * (e + 1.0 / e)
    }
    #[inline(always)]
    pub fn asinh(x: f64) -> f64 {
        let size = x.abs();
        let square = size * size;
        let value = log1p(size + square / (1.0 + (square + 1.0).sqrt())).copysign(x);
        if size == f64::INFINITY { x } else { value }
    }
    #[inline(always)]
    pub fn acosh(x: f64) -> f64 {
        let value = log(x + ((x - 1.0) * (x + 1.0)).sqrt());
        if x >= 1.0 { value } else { f64::NAN }
    }
    #[inline(always)]
    pub fn atanh(x: f64) -> f64 {
        let size = x.abs();
        (0.5 * log1p(2.0 * size / (1.0 - size))).copysign(x)
    }
    /// erf(x) for |x| <= 1.
    #[inline(always)]
    fn small_erf(x: f64) -> f64 {
        let z = x * x;
        x * polynomial!(
            z,
            1.04976624372766e-6,
            -1.3874549524849647e-05,
            1.1951223886415947e-4,
            -8.542213461921115e-4,
            5.223764879053746e-3,
            -2.6866128839423693e-2,
            0.11283791257977616,
            -0.37612638887434463,
            1.1283791670945216
        )
    }
    /// erfc(x) for x >= 0.9, as e^(-x^2) times a function of 2 / (2 + x).
    #[inline(always)]
    fn tail_erfc(x: f64) -> f64 {
        let x = at_most(x, 28.0);
        let t = 2.0 / (2.0 + x);
        let p = polynomial!(
            t,
            1.7084012833585047e-2,
            -8.101952416642352e-3,
            -0.2747677221036711,
            0.9524310768364191,
            -1.4859568567409505,
            1.257416811685089,
            -0.6060982127549358,
            0.25080308384598854,
            -0.12579784998893276,
            -4.157493664156831e-2,
            -6.744319315133576e-3,
            8.400644967065862e-2,
            0.17628912283037343,
            0.2468339694532805,
            0.2820947609783279,
            0.28209479218306965
        );
        t * p * exp(-x * x)
    }
    #[inline(always)]
    pub fn erfc(x: f64) -> f64 {
        let tail = tail_erfc(x.abs());
        let far = if x < 0.0 { 2.0 - tail } else { tail };
        if x.abs() > 1.0 { far } else { 1.0 - small_erf(x) }
    }
}

pub mod single {
    use std::f32::consts::{FRAC_1_SQRT_2, FRAC_2_PI, FRAC_2_SQRT_PI, FRAC_PI_2, LN_2, LOG2_E};

    const ROUNDER: f32 = 12_582_912.0;
    const LN_2_LOW: f32 = -1.904_654_3e-9;
    /// Argument reduction of circular functions is accurate up to this value.
    pub const CIRCULAR: f32 = 1e5;

    #[inline(always)]
    fn power_of_two(n: f32) -> f32 {
        f32::from_bits((n + (ROUNDER + 127.0)).to_bits() << 23)
    }
    #[inline(always)]
    fn in_powers(x: f32) -> (f32, f32) {
        let n = f32::mul_add(x, LOG2_E, ROUNDER) - ROUNDER;
        (n, f32::mul_add(-n, LN_2_LOW, f32::mul_add(-n, LN_2, x)))
    }
    /// e^r - 1 for |r| <= ln(2) / 2.
    #[inline(always)]
    fn small_expm1(r: f32) -> f32 {
        let p = polynomial32!(r, 1.392_621_4e-3, 8.363_203e-3, 4.166_655_4e-2, 0.166_665_77, 0.5);
        f32::mul_add(r * r, p, r)
    }

    #[inline(always)]
    pub fn exp(x: f32) -> f32 {
        let x = if x > 89.0 { 89.0 } else { x };
        let (n, r) = in_powers(if x < -104.0 { -104.0 } else { x });
        let half = (n * 0.5 + ROUNDER) - ROUNDER;
        (1.0 + small_expm1(r)) * power_of_two(half) * power_of_two(n - half)
    }
    /// e^x for x from -87 to 0, where no result is out of range.
    #[inline(always)]
    pub fn falling_exp(x: f32) -> f32 {
        let (n, r) = in_powers(x);
        (1.0 + small_expm1(r)) * power_of_two(n)
    }
    #[inline(always)]
    pub fn log(x: f32) -> f32 {
        let tiny = x < f32::MIN_POSITIVE;
        let bits = (if tiny { x * 8_388_608.0 } else { x }).to_bits();
        let shifted = bits.wrapping_add(1f32.to_bits() - FRAC_1_SQRT_2.to_bits());
        let k = (shifted >> 23) as i32 as f32 - 127.0;
        let k = if tiny { k - 23.0 } else { k };
        let f = f32::from_bits((shifted & 0x007f_ffff) + FRAC_1_SQRT_2.to_bits()) - 1.0;
        let p = polynomial32!(
            f,
            6.971_612e-2,
            -0.114_797_34,
            0.116_854_2,
            -0.124_256_87,
            0.142_490_58,
            -0.166_678_02,
            0.200_007_16,
            -0.249_999_97,
            0.333_333_3
        );
        let z = f * f;
        let rest = f32::mul_add(f * z, p, f32::mul_add(k, LN_2_LOW, -0.5 * z));
        let value = f32::mul_add(k, LN_2, f + rest);
        let value = if x == f32::INFINITY { x } else { value };
        let value = if x == 0.0 { f32::NEG_INFINITY } else { value };
        if x >= 0.0 { value } else { f32::NAN }
    }
    /// Joins conditions with `&`, because a loop with branches would not be vectorised.
    #[inline(always)]
    pub fn pow(x: f32, y: f32) -> f32 {
        let size = x.abs();
        let value = super::double::positive_power(size as f64, y as f64) as f32;
        let whole = y == y.floor();
        let half = y * 0.5;
        let odd = whole & (half != half.floor());
        let value = if odd { value.copysign(x) } else { value };
        let value = if (x < 0.0) & !whole & (size < f32::INFINITY) { f32::NAN } else { value };
        let one = (y == 0.0) | (x == 1.0) | ((size == 1.0) & (y.abs() == f32::INFINITY));
        if one { 1.0 } else { value }
    }
    /// sin and cos of x for |x| <= CIRCULAR.
    #[inline(always)]
    pub fn sin_cos(x: f32) -> (f32, f32) {
        let turns = f32::mul_add(x, FRAC_2_PI, ROUNDER);
        let quadrant = turns.to_bits();
        let n = turns - ROUNDER;
        // Subtracts pi / 2 in three parts; the first step is exact.
        let r = f32::mul_add(-n, FRAC_PI_2, x);
        let r = f32::mul_add(n, 4.371_139e-8, r);
        let r = f32::mul_add(n, 1.715_124_5e-15, r);
        let z = r * r;
        let sine = f32::mul_add(r * z, polynomial32!(z, -1.950_906_3e-4, 8.332_118e-3, -0.166_666_54), r);
        let cosine = polynomial32!(z, 2.442_362_5e-5, -1.388_723_4e-3, 4.166_664_6e-2);
        // Adds the rounding error of 1 - z / 2 back.
        let most = f32::mul_add(z, -0.5, 1.0);
        let cosine = most + f32::mul_add(z * z, cosine, f32::mul_add(z, -0.5, 1.0 - most));
        let (s, c) = if quadrant & 1 == 1 { (cosine, sine) } else { (sine, cosine) };
        let flip = |value: f32, quadrant: u32| f32::from_bits(value.to_bits() ^ (quadrant & 2) << 30);
        let s = flip(s, quadrant);
        (if x == 0.0 { x } else { s }, flip(c, quadrant.wrapping_add(1)))
    }
    #[inline(always)]
    pub fn tanh(x: f32) -> f32 {
        let size = x.abs();
        let (n, r) = in_powers(2.0 * if size > 10.0 { 10.0 } else { size });
        let power = power_of_two(n);
        let t = f32::mul_add(small_expm1(r), power, power - 1.0);
        (t / (t + 2.0)).copysign(x)
    }
    /// 1 + erf(x), accurate to 4e-7. Computes erf(x) as x P(x^2) / Q(x^2), which is 1 from x = 4 on.
    #[inline(always)]
    pub fn erf_plus_one(x: f32) -> f32 {
        let x = if x > 4.0 { 4.0 } else { x };
        let x = if x < -4.0 { -4.0 } else { x };
        let z = x * x;
        let p = polynomial32!(
            z,
            1.974_643_5e-6,
            2.880_332_5e-4,
            4.003_808_4e-3,
            5.346_799e-2,
            0.196_254_39,
            FRAC_2_SQRT_PI
        );
        let q = polynomial32!(z, 3.747_847_6e-5, 1.216_376e-3, 1.544_477_5e-2, 0.116_478_47, 0.507_257_1, 1.0);
        let value = x * p / q;
        let value = if value > 1.0 { 1.0 } else { value };
        1.0 + if value < -1.0 { -1.0 } else { value }
    }
    #[inline(always)]
    pub fn erf(x: f32) -> f32 {
        let size = x.abs();
        let z = x * x;
        // erf(x) / x - 1 for |x| <= 1.
        let p = polynomial32!(
            z,
            7.882_497_5e-5,
            -8.018_855e-4,
            5.189_312e-3,
            -2.685_432_9e-2,
            0.112_835_97,
            -0.376_126_26,
            0.128_379_17
        );
        let near = f32::mul_add(x, p, x);
        // log(erfc(t)) / t + 1 for 1 <= t <= 4.
        let t = if size > 4.0 { 4.0 } else { size };
        let p = polynomial32!(
            t,
            1.093_036_2e-6,
            -3.530_377e-5,
            5.062_736_4e-4,
            -4.336_510_3e-3,
            2.522_306_3e-2,
            -0.107_979_04,
            -0.634_050_85,
            -0.128_934_31
        );
        let far = (1.0 - falling_exp(f32::mul_add(p, t, -t))).copysign(x);
        if size > 1.0 { far } else { near }
    }
}

#[cfg(test)]
mod tests;
