//! Complex numbers for the table's expressions. They always compute in float64; complex64 results are rounded once at the end.
//!
//! Like PyTorch's, these functions follow C's `<complex.h>`, with its branch cuts and results at infinities and signed zeros. Functions
//! that C lacks follow c10's `complex_math.h`.

use super::number::{Binary, Number, Real, Unary};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A complex number. Order comparisons use the real part, because rows for complex numbers only compare magnitudes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Complex {
    pub re: f64,
    pub im: f64,
}

// SAFETY: these are C's functions of `double complex`, which has the same ABI as this structure; they access none of our memory.
unsafe extern "C" {
    safe fn cexp(x: Complex) -> Complex;
    safe fn clog(x: Complex) -> Complex;
    safe fn csqrt(x: Complex) -> Complex;
    safe fn csin(x: Complex) -> Complex;
    safe fn ccos(x: Complex) -> Complex;
    safe fn ctan(x: Complex) -> Complex;
    safe fn casin(x: Complex) -> Complex;
    safe fn cacos(x: Complex) -> Complex;
    safe fn catan(x: Complex) -> Complex;
    safe fn csinh(x: Complex) -> Complex;
    safe fn ccosh(x: Complex) -> Complex;
    safe fn ctanh(x: Complex) -> Complex;
    safe fn casinh(x: Complex) -> Complex;
    safe fn cacosh(x: Complex) -> Complex;
    safe fn catanh(x: Complex) -> Complex;
    safe fn cpow(x: Complex, y: Complex) -> Complex;
}

impl Complex {
    pub const fn new(re: f64, im: f64) -> Complex {
        Complex { re, im }
    }
    const NAN: Complex = Complex::new(f64::NAN, f64::NAN);
    /// |x|.
    pub fn size(self) -> f64 {
        self.re.hypot(self.im)
    }
    /// |x|^2.
    pub fn square_of_size(self) -> f64 {
        self.re * self.re + self.im * self.im
    }
    pub fn scaled(self, by: f64) -> Complex {
        Complex::new(self.re * by, self.im * by)
    }
    fn by_parts(self, f: impl Fn(f64) -> f64) -> Complex {
        Complex::new(f(self.re), f(self.im))
    }
    /// exp(x) - 1 = (e^re - 1) cos(im) - 2 sin(im / 2)^2 + i e^re sin(im)
    fn exp_m1(self) -> Complex {
        let half = (self.im / 2.0).sin();
        Complex::new(self.re.exp_m1() * self.im.cos() - 2.0 * half * half, self.re.exp() * self.im.sin())
    }
    /// log(1 + x), accurate for small x.
    fn ln_1p(self) -> Complex {
        let angle = self.im.atan2(self.re + 1.0);
        if self.size() >= 0.5 {
            return Complex::new((self.re + 1.0).hypot(self.im).ln(), angle);
        }
        match self.re * (2.0 + self.re) + self.im * self.im {
            0.0 => Complex::new(self.re, angle),
            excess => Complex::new(0.5 * excess.ln_1p(), angle),
        }
    }
}

impl PartialOrd for Complex {
    fn partial_cmp(&self, other: &Complex) -> Option<Ordering> {
        self.re.partial_cmp(&other.re)
    }
}
impl Add for Complex {
    type Output = Complex;
    #[inline(always)]
    fn add(self, other: Complex) -> Complex {
        Complex::new(self.re + other.re, self.im + other.im)
    }
}
impl Sub for Complex {
    type Output = Complex;
    #[inline(always)]
    fn sub(self, other: Complex) -> Complex {
        Complex::new(self.re - other.re, self.im - other.im)
    }
}
impl Mul for Complex {
    type Output = Complex;
    #[inline(always)]
    fn mul(self, other: Complex) -> Complex {
        Complex::new(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)
    }
}
impl Neg for Complex {
    type Output = Complex;
    #[inline(always)]
    /// Subtracts from zero like ATen's vector code, which never returns -0.
    fn neg(self) -> Complex {
        Complex::new(0.0 - self.re, 0.0 - self.im)
    }
}
impl Div for Complex {
    type Output = Complex;
    /// Scales both by the larger part of the divisor first, like ATen's vector code.
    #[inline(always)]
    fn div(self, by: Complex) -> Complex {
        let scale = 1.0 / by.re.abs().max(by.im.abs());
        let (a, b) = (self.scaled(scale), by.scaled(scale));
        let size = b.square_of_size();
        Complex::new((a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size)
    }
}

impl Number for Complex {
    #[inline(always)]
    fn constant(value: f64) -> Complex {
        Complex::new(value, 0.0)
    }
    fn from_i64(value: i64) -> Complex {
        Complex::new(value as f64, 0.0)
    }
    fn as_f64(self) -> f64 {
        self.re
    }
    fn as_i64(self) -> i64 {
        super::number::whole(self.re)
    }
    fn is_nan(self) -> bool {
        self.re.is_nan() || self.im.is_nan()
    }
    fn is_infinite(self) -> bool {
        self.re.is_infinite() || self.im.is_infinite()
    }
    fn is_negative(self) -> bool {
        self.re.is_sign_negative()
    }
    fn absolute(self) -> Complex {
        Complex::new(self.size(), 0.0)
    }
    fn floored(self) -> Complex {
        self.by_parts(f64::floor)
    }
    fn ceiled(self) -> Complex {
        self.by_parts(f64::ceil)
    }
    fn truncated(self) -> Complex {
        self.by_parts(f64::trunc)
    }
    fn rounded(self) -> Complex {
        self.by_parts(f64::round_ties_even)
    }
    fn floor_divided(self, _: Complex) -> Complex {
        Complex::NAN
    }
    fn trunc_divided(self, _: Complex) -> Complex {
        Complex::NAN
    }
    fn remaindered(self, _: Complex) -> Complex {
        Complex::NAN
    }
    fn c_remainder(self, _: Complex) -> Complex {
        Complex::NAN
    }
    fn power(self, exponent: Complex) -> Complex {
        cpow(self, exponent)
    }
    #[inline(always)]
    fn conjugated(self) -> Complex {
        Complex::new(self.re, -self.im)
    }
    fn direction(self) -> Complex {
        match self.size() {
            0.0 => Complex::default(),
            size => Complex::new(self.re / size, self.im / size),
        }
    }
    fn argument(self) -> Complex {
        Complex::new(self.im.atan2(self.re), 0.0)
    }
}

impl Real for Complex {
    fn unary(self, function: Unary) -> Complex {
        use std::f64::consts::{LN_2, LN_10};
        match function {
            Unary::exp2 => cexp(self.scaled(LN_2)),
            Unary::expm1 => self.exp_m1(),
            Unary::log => clog(self),
            Unary::log2 => clog(self).by_parts(|x| x / LN_2),
            Unary::log10 => clog(self).by_parts(|x| x / LN_10),
            Unary::log1p => self.ln_1p(),
            Unary::sin => csin(self),
            Unary::cos => ccos(self),
            Unary::tan => ctan(self),
            Unary::asin => casin(self),
            Unary::acos => cacos(self),
            Unary::atan => catan(self),
            Unary::sinh => csinh(self),
            Unary::cosh => ccosh(self),
            Unary::tanh => ctanh(self),
            Unary::asinh => casinh(self),
            Unary::acosh => cacosh(self),
            Unary::atanh => catanh(self),
            // No row for complex numbers uses these.
            Unary::erf
            | Unary::erfc
            | Unary::erfinv
            | Unary::lgamma
            | Unary::erf_plus_one
            | Unary::digamma
            | Unary::trigamma => Complex::NAN,
        }
    }
    fn binary(self, _: Complex, function: Binary) -> Complex {
        match function {
            // No row for complex numbers uses these.
            Binary::atan2 | Binary::hypot | Binary::copysign | Binary::logaddexp => Complex::NAN,
        }
    }
    fn square_root(self) -> Complex {
        csqrt(self)
    }
    fn exponential(self) -> Complex {
        cexp(self)
    }
}
