//! float32 and float64 as types for vector loops, which use the functions of `vector`, and the processor levels that loops are
//! compiled for.

use super::number::{Binary, Number, Real, Unary, whole};
use super::vector::{double, single};
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::sync::LazyLock;

/// The vector instructions of a processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Any processor.
    Portable,
    /// AVX2 and fused multiply-add.
    #[cfg(target_arch = "x86_64")]
    V3,
    /// AVX-512.
    #[cfg(target_arch = "x86_64")]
    V4,
}

/// The level of this processor.
pub fn level() -> Level {
    static LEVEL: LazyLock<Level> = LazyLock::new(|| {
        #[cfg(target_arch = "x86_64")]
        {
            let wide = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl");
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                return if wide { Level::V4 } else { Level::V3 };
            }
        }
        Level::Portable
    });
    *LEVEL
}

/// float32 or float64, with a corresponding type for vector loops.
pub trait Floating: Real + super::number::Stored<In = Self> {
    type Lane: Real;
    /// Circular functions of larger arguments use the C library.
    const CIRCULAR: Self;
}

/// Converts slices of numbers to lanes.
pub fn lanes<'a, F: Floating>(x: &'a [&'a [F]; 3]) -> &'a [&'a [F::Lane]; 3] {
    // SAFETY: a lane has the layout of its number (`repr(transparent)`), and lengths are unchanged.
    unsafe { &*std::ptr::from_ref(x).cast() }
}
pub fn lanes_mut<F: Floating>(x: &mut [F]) -> &mut [F::Lane] {
    // SAFETY: as above.
    unsafe { &mut *(std::ptr::from_mut(x) as *mut [F::Lane]) }
}
pub fn lane<F: Floating>(x: F) -> F::Lane {
    F::Lane::constant(x.as_f64())
}

macro_rules! lane {
    ($Lane:ident, $f:ident, $circular:expr, $x:ident, $function:ident, $unary:expr, $y:ident, $power:expr, $exp:expr, $falling:expr) => {
        #[derive(Clone, Copy, Default)]
        #[repr(transparent)]
        pub struct $Lane($f);

        impl Floating for $f {
            type Lane = $Lane;
            const CIRCULAR: $f = $circular;
        }
        impl PartialEq for $Lane {
            #[inline(always)]
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }
        impl PartialOrd for $Lane {
            #[inline(always)]
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                self.0.partial_cmp(&other.0)
            }
            #[inline(always)]
            fn lt(&self, other: &Self) -> bool {
                self.0 < other.0
            }
            #[inline(always)]
            fn le(&self, other: &Self) -> bool {
                self.0 <= other.0
            }
            #[inline(always)]
            fn gt(&self, other: &Self) -> bool {
                self.0 > other.0
            }
            #[inline(always)]
            fn ge(&self, other: &Self) -> bool {
                self.0 >= other.0
            }
        }
        lane!(operators $Lane, Add add +, Sub sub -, Mul mul *, Div div /);
        impl Neg for $Lane {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                $Lane(-self.0)
            }
        }
        impl Number for $Lane {
            #[inline(always)]
            fn constant(value: f64) -> Self {
                $Lane(value as $f)
            }
            #[inline(always)]
            fn from_i64(value: i64) -> Self {
                $Lane(value as $f)
            }
            #[inline(always)]
            fn as_f64(self) -> f64 {
                self.0 as f64
            }
            #[inline(always)]
            fn as_i64(self) -> i64 {
                whole(self.0 as f64)
            }
            #[inline(always)]
            fn is_nan(self) -> bool {
                self.0 != self.0
            }
            #[inline(always)]
            fn is_infinite(self) -> bool {
                self.0.abs() == $f::INFINITY
            }
            #[inline(always)]
            fn is_negative(self) -> bool {
                self.0.is_sign_negative()
            }
            #[inline(always)]
            fn absolute(self) -> Self {
                $Lane(self.0.abs())
            }
            #[inline(always)]
            fn floored(self) -> Self {
                $Lane(self.0.floor())
            }
            #[inline(always)]
            fn ceiled(self) -> Self {
                $Lane(self.0.ceil())
            }
            #[inline(always)]
            fn truncated(self) -> Self {
                $Lane(self.0.trunc())
            }
            #[inline(always)]
            fn rounded(self) -> Self {
                $Lane(self.0.round_ties_even())
            }
            #[inline(always)]
            fn floor_divided(self, by: Self) -> Self {
                $Lane(self.0.floor_divided(by.0))
            }
            #[inline(always)]
            fn trunc_divided(self, by: Self) -> Self {
                $Lane((self.0 / by.0).trunc())
            }
            #[inline(always)]
            fn remaindered(self, by: Self) -> Self {
                $Lane(self.0.remaindered(by.0))
            }
            #[inline(always)]
            fn c_remainder(self, by: Self) -> Self {
                $Lane(self.0 % by.0)
            }
            #[inline(always)]
            fn power(self, exponent: Self) -> Self {
                let ($x, $y) = (self.0, exponent.0);
                $Lane(if $y == 2.0 { $x * $x } else { $power })
            }
        }
        impl Real for $Lane {
            #[inline(always)]
            fn unary(self, $function: Unary) -> Self {
                let $x = self.0;
                $Lane($unary)
            }
            #[inline(always)]
            fn binary(self, other: Self, function: Binary) -> Self {
                match function {
                    Binary::copysign => $Lane(self.0.copysign(other.0)),
                    Binary::atan2 if size_of::<$f>() == size_of::<f32>() => {
                        $Lane(double::atan2(self.0 as f64, other.0 as f64) as $f)
                    }
                    Binary::logaddexp => {
                        let (a, b) = (self.0, other.0);
                        let high = if a > b { a } else { b };
                        let sum = high + double::log1p(double::exp(-(a - b).abs() as f64)) as $f;
                        $Lane(if a == b && a.abs() == $f::INFINITY { a } else { sum })
                    }
                    _ => $Lane(self.0.binary(other.0, function)),
                }
            }
            #[inline(always)]
            fn square_root(self) -> Self {
                $Lane(self.0.sqrt())
            }
            #[inline(always)]
            fn exponential(self) -> Self {
                let $x = self.0;
                $Lane($exp)
            }
            #[inline(always)]
            fn falling_exponential(self) -> Self {
                let $x = self.0;
                $Lane($falling)
            }
        }
    };
    (operators $Lane:ident, $($Trait:ident $f:ident $op:tt),+) => {
        $(impl $Trait for $Lane {
            type Output = Self;
            #[inline(always)]
            fn $f(self, other: Self) -> Self {
                $Lane(self.0 $op other.0)
            }
        })+
    };
}

/// A float32 function that is computed in float64.
macro_rules! wide {
    ($x:ident => $e:expr) => {{
        let $x = $x as f64;
        $e as f32
    }};
}

lane!(
    Lane32,
    f32,
    single::CIRCULAR,
    x,
    function,
    match function {
        Unary::log => single::log(x),
        Unary::tanh => single::tanh(x),
        Unary::exp2 => wide!(x => double::exp2(x)),
        Unary::expm1 => wide!(x => double::expm1(x)),
        Unary::log2 => wide!(x => double::log2(x)),
        Unary::log10 => wide!(x => (double::log(x) * std::f64::consts::LOG10_E)),
        Unary::log1p => wide!(x => double::log1p(x)),
        Unary::sin => single::sin_cos(x).0,
        Unary::cos => single::sin_cos(x).1,
        Unary::tan => wide!(x => double::tan(x)),
        Unary::asin => wide!(x => double::asin(x)),
        Unary::acos => wide!(x => (std::f64::consts::FRAC_PI_2 - double::asin(x))),
        Unary::atan => wide!(x => double::atan(x)),
        Unary::sinh => wide!(x => double::sinh(x)),
        Unary::cosh => wide!(x => double::cosh(x)),
        Unary::asinh => wide!(x => double::asinh(x)),
        Unary::acosh => wide!(x => double::acosh(x)),
        Unary::atanh => wide!(x => double::atanh(x)),
        Unary::erf => single::erf(x),
        Unary::erf_plus_one => single::erf_plus_one(x),
        Unary::erfc => wide!(x => double::erfc(x)),
        _ => x.unary(function),
    },
    y,
    single::pow(x, y),
    single::exp(x),
    single::falling_exp(x)
);
lane!(
    Lane64,
    f64,
    double::CIRCULAR,
    x,
    function,
    match function {
        Unary::exp2 => double::exp2(x),
        Unary::expm1 => double::expm1(x),
        Unary::log => double::log(x),
        Unary::log2 => double::log2(x),
        Unary::log1p => double::log1p(x),
        Unary::sin => double::sin_cos(x).0,
        Unary::cos => double::sin_cos(x).1,
        Unary::tanh => double::tanh(x),
        _ => x.unary(function),
    },
    y,
    x.powf(y),
    double::exp(x),
    double::exp(x)
);
