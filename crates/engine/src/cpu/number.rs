//! The functions that expressions of pointwise rows may use, on the CPU. `kernels/number.cuh` defines the same functions for CUDA.
//!
//! An expression is computed in one type T: float or double (float for float16 and bfloat16), or a wrapping integer. Operands, `p` and
//! `q` are T. On the CPU, every integer dtype computes in 64 bits and is truncated when stored. This gives the same result as computing
//! in its own width.
//!
//! Every T:
//! - `+ - *` and unary `-`, wrapping for integers; `/` in `Float` rows only; `== != < <= > >=` (false with NaN, but `!=`);
//!   `&& ||` on conditions; `& | ^` in `Bitwise` rows only
//! - `k(x)`: the constant x as T
//! - `select(condition, x, y)`: x where the condition holds, else y; both are evaluated
//! - `abs(x)`, `sign(x)`: sign is -1, 0 or 1 (0 for NaN)
//! - `floor(x)`, `ceil(x)`, `trunc(x)`, `round(x)`: round goes half to even; integers as they are
//! - `floor_divide(x, y)`: x divided by y, rounded down. Integers: Python's `//` (the executor rejects zero divisors first).
//!   Floats: c10's `div_floor_floating`: y == 0 gives x / y, else from fmod, rounded to the nearest integer
//! - `trunc_divide(x, y)`: the quotient's integer part, towards zero
//! - `remainder(x, y)`: Python's `%`: the sign of y. `fmod(x, y)`: C's, the sign of x
//! - `pow(x, y)`: integers by repeated squaring; a negative integer exponent gives 1 for x = 1, 1 or -1 for x = -1, else 0
//! - `conj(x)`, `sgn(x)`, `angle(x)`: for real x: x, sign(x), and pi if x < 0, else 0 (NaN for NaN); for complex x: the
//!   conjugate, x / |x| (0 for 0), and the argument
//! - `minimum(x, y)`, `maximum(x, y)`: NaN if either is NaN
//! - `isnan(x)`, `isinf(x)`, `isfinite(x)`, `signbit(x)`: conditions; for integers false, false, true, x < 0
//!
//! Floats only, C's functions of these names: `exp exp2 expm1 log log2 log10 log1p sqrt sin cos tan asin acos atan sinh
//! cosh tanh asinh acosh atanh erf erfc lgamma atan2(y, x) hypot(x, y) copysign(x, y)`, and
//! - `rsqrt(x)`: 1 / sqrt(x); `erf_plus_one(x)`: 1 + erf(x), accurate to the digits of the sum; `erfinv(x)`; `digamma(x)` (-inf with
//!   the sign of -x at 0, NaN at negative integers); `trigamma(x)`: the derivative of digamma; `logaddexp(x, y)`: log(exp(x) + exp(y)),
//!   stable, correct for infinities
//!
//! Integers only: `bitwise_not(x)`; `left_shift(x, n)`, `right_shift(x, n)`: a shift n outside the dtype's width gives 0 (right
//! shift: 0 or -1 by sign).

use half::{bf16, f16};
use std::num::Wrapping;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Sub};

/// The wrapping integer type in which all integer dtypes compute.
pub type Integer = Wrapping<i64>;

/// A type in which expressions compute.
pub trait Number:
    Copy
    + Default
    + PartialOrd
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
{
    fn constant(value: f64) -> Self;
    fn from_i64(value: i64) -> Self;
    fn as_f64(self) -> f64;
    fn as_i64(self) -> i64;
    fn is_nan(self) -> bool;
    fn is_infinite(self) -> bool;
    fn is_negative(self) -> bool;
    fn absolute(self) -> Self;
    fn floored(self) -> Self;
    fn ceiled(self) -> Self;
    fn truncated(self) -> Self;
    fn rounded(self) -> Self;
    fn floor_divided(self, by: Self) -> Self;
    fn trunc_divided(self, by: Self) -> Self;
    fn remaindered(self, by: Self) -> Self;
    fn c_remainder(self, by: Self) -> Self;
    fn power(self, exponent: Self) -> Self;
    #[inline(always)]
    fn conjugated(self) -> Self {
        self
    }
    /// x / |x|; 0 for 0.
    #[inline(always)]
    fn direction(self) -> Self {
        sign(self)
    }
    /// The argument of the complex number, in radians.
    #[inline(always)]
    fn argument(self) -> Self {
        let angle = if self < Self::default() { Self::constant(std::f64::consts::PI) } else { Self::default() };
        if self.is_nan() { self } else { angle }
    }
}

/// The result of a row's expression: a number, or a condition stored as 0 or 1.
pub trait Outcome<T> {
    fn value(self) -> T;
}
impl<T: Number> Outcome<T> for T {
    #[inline(always)]
    fn value(self) -> T {
        self
    }
}
impl<T: Number> Outcome<T> for bool {
    #[inline(always)]
    fn value(self) -> T {
        if self { T::constant(1.0) } else { T::default() }
    }
}

impl Number for Integer {
    fn constant(value: f64) -> Self {
        Wrapping(value as i64)
    }
    fn from_i64(value: i64) -> Self {
        Wrapping(value)
    }
    fn as_f64(self) -> f64 {
        self.0 as f64
    }
    fn as_i64(self) -> i64 {
        self.0
    }
    fn is_nan(self) -> bool {
        false
    }
    fn is_infinite(self) -> bool {
        false
    }
    fn is_negative(self) -> bool {
        self.0 < 0
    }
    fn absolute(self) -> Self {
        Wrapping(self.0.wrapping_abs())
    }
    fn floored(self) -> Self {
        self
    }
    fn ceiled(self) -> Self {
        self
    }
    fn truncated(self) -> Self {
        self
    }
    fn rounded(self) -> Self {
        self
    }
    // The executor rejects zero divisors before the loop. These checks only prevent a panic.
    fn floor_divided(self, by: Self) -> Self {
        if by.0 == 0 {
            return by;
        }
        let (quotient, rest) = (self.0.wrapping_div(by.0), self.0.wrapping_rem(by.0));
        Wrapping(quotient - (rest != 0 && (rest < 0) != (by.0 < 0)) as i64)
    }
    fn trunc_divided(self, by: Self) -> Self {
        Wrapping(if by.0 == 0 { 0 } else { self.0.wrapping_div(by.0) })
    }
    fn remaindered(self, by: Self) -> Self {
        if by.0 == 0 {
            return by;
        }
        let rest = self.0.wrapping_rem(by.0);
        Wrapping(if rest != 0 && (rest < 0) != (by.0 < 0) { rest + by.0 } else { rest })
    }
    fn c_remainder(self, by: Self) -> Self {
        Wrapping(if by.0 == 0 { 0 } else { self.0.wrapping_rem(by.0) })
    }
    fn power(self, exponent: Self) -> Self {
        if exponent.0 < 0 {
            return Wrapping(match self.0 {
                1 => 1,
                -1 if exponent.0 % 2 == 0 => 1,
                -1 => -1,
                _ => 0,
            });
        }
        let (mut result, mut base, mut left) = (Wrapping(1i64), self, exponent.0);
        while left > 0 {
            if left & 1 == 1 {
                result *= base;
            }
            base *= base;
            left >>= 1;
        }
        result
    }
}

#[inline(always)]
pub fn select<T>(condition: bool, x: T, y: T) -> T {
    if condition { x } else { y }
}
#[inline(always)]
pub fn abs<T: Number>(x: T) -> T {
    x.absolute()
}
#[inline(always)]
pub fn sign<T: Number>(x: T) -> T {
    let zero = T::default();
    let negative = if x < zero { T::constant(-1.0) } else { zero };
    if x > zero { T::constant(1.0) } else { negative }
}
#[inline(always)]
pub fn conj<T: Number>(x: T) -> T {
    x.conjugated()
}
#[inline(always)]
pub fn sgn<T: Number>(x: T) -> T {
    x.direction()
}
#[inline(always)]
pub fn angle<T: Number>(x: T) -> T {
    x.argument()
}
#[inline(always)]
pub fn floor<T: Number>(x: T) -> T {
    x.floored()
}
#[inline(always)]
pub fn ceil<T: Number>(x: T) -> T {
    x.ceiled()
}
#[inline(always)]
pub fn trunc<T: Number>(x: T) -> T {
    x.truncated()
}
#[inline(always)]
pub fn round<T: Number>(x: T) -> T {
    x.rounded()
}
#[inline(always)]
pub fn floor_divide<T: Number>(x: T, y: T) -> T {
    x.floor_divided(y)
}
#[inline(always)]
pub fn trunc_divide<T: Number>(x: T, y: T) -> T {
    x.trunc_divided(y)
}
#[inline(always)]
pub fn remainder<T: Number>(x: T, y: T) -> T {
    x.remaindered(y)
}
#[inline(always)]
pub fn fmod<T: Number>(x: T, y: T) -> T {
    x.c_remainder(y)
}
#[inline(always)]
pub fn pow<T: Number>(x: T, y: T) -> T {
    x.power(y)
}
#[inline(always)]
pub fn minimum<T: Number>(x: T, y: T) -> T {
    if x < y || isnan(x) { x } else { y }
}
#[inline(always)]
pub fn maximum<T: Number>(x: T, y: T) -> T {
    if x > y || isnan(x) { x } else { y }
}
#[inline(always)]
pub fn isnan<T: Number>(x: T) -> bool {
    x.is_nan()
}
#[inline(always)]
pub fn isinf<T: Number>(x: T) -> bool {
    x.is_infinite()
}
#[inline(always)]
pub fn isfinite<T: Number>(x: T) -> bool {
    !x.is_nan() && !x.is_infinite()
}
#[inline(always)]
pub fn signbit<T: Number>(x: T) -> bool {
    x.is_negative()
}

/// A type in which `Bitwise` rows compute.
pub trait Integral: Number + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> {
    fn inverted(self) -> Self;
    fn shifted_left(self, n: Self) -> Self;
    fn shifted_right(self, n: Self) -> Self;
}

impl Integral for Integer {
    fn inverted(self) -> Integer {
        !self
    }
    fn shifted_left(self, n: Integer) -> Integer {
        if (0..64).contains(&n.0) { self << n.0 as usize } else { Wrapping(0) }
    }
    fn shifted_right(self, n: Integer) -> Integer {
        self >> if (0..64).contains(&n.0) { n.0 as usize } else { 63 }
    }
}

pub fn bitwise_not<T: Integral>(x: T) -> T {
    x.inverted()
}
pub fn left_shift<T: Integral>(x: T, n: T) -> T {
    x.shifted_left(n)
}
pub fn right_shift<T: Integral>(x: T, n: T) -> T {
    x.shifted_right(n)
}

// SAFETY: C's mathematical functions, with their C types; they access none of our memory.
unsafe extern "C" {
    safe fn erf(x: f64) -> f64;
    safe fn erff(x: f32) -> f32;
    safe fn erfc(x: f64) -> f64;
    safe fn erfcf(x: f32) -> f32;
    safe fn lgamma_r(x: f64, sign: &mut i32) -> f64;
}

fn ln_gamma(x: f64) -> f64 {
    let mut sign = 0;
    lgamma_r(x, &mut sign)
}

/// A type in which `Float` rows compute.
pub trait Real: Number + Div<Output = Self> {
    fn unary(self, function: Unary) -> Self;
    fn binary(self, other: Self, function: Binary) -> Self;
    fn square_root(self) -> Self;
    fn exponential(self) -> Self;
    /// The same, for numbers from -87 to 0 and NaN only.
    fn falling_exponential(self) -> Self {
        self.exponential()
    }
}

macro_rules! functions {
    ($($name:ident)+; $($name2:ident)+) => {
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy)]
        pub enum Unary { $($name),+ }
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy)]
        pub enum Binary { $($name2),+ }
        /// The functions under the names that expressions use.
        pub mod words {
            use super::{Binary, Real, Unary};
            $(#[inline(always)] pub fn $name<T: Real>(x: T) -> T { x.unary(Unary::$name) })+
            $(#[inline(always)] pub fn $name2<T: Real>(x: T, y: T) -> T { x.binary(y, Binary::$name2) })+
            #[inline(always)] pub fn exp<T: Real>(x: T) -> T { x.exponential() }
            #[inline(always)] pub fn sqrt<T: Real>(x: T) -> T { x.square_root() }
            #[inline(always)] pub fn rsqrt<T: Real>(x: T) -> T { T::constant(1.0) / x.square_root() }
            pub use super::{abs, angle, bitwise_not, ceil, conj, floor, floor_divide, fmod, isfinite, isinf, isnan, left_shift,
                maximum, minimum, pow, remainder, right_shift, round, select, sgn, sign, signbit, trunc, trunc_divide};
        }
    };
}
functions!(
    exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc erfinv lgamma
    erf_plus_one digamma trigamma; atan2 hypot copysign logaddexp);

macro_rules! real {
    ($t:ident, $erf:ident, $erfc:ident) => {
        impl Number for $t {
            fn constant(value: f64) -> Self {
                value as $t
            }
            fn from_i64(value: i64) -> Self {
                value as $t
            }
            fn as_f64(self) -> f64 {
                self as f64
            }
            fn as_i64(self) -> i64 {
                whole(self as f64)
            }
            fn is_nan(self) -> bool {
                self != self
            }
            fn is_infinite(self) -> bool {
                self.abs() == $t::INFINITY
            }
            fn is_negative(self) -> bool {
                self.is_sign_negative()
            }
            fn absolute(self) -> Self {
                self.abs()
            }
            fn floored(self) -> Self {
                self.floor()
            }
            fn ceiled(self) -> Self {
                self.ceil()
            }
            fn truncated(self) -> Self {
                self.trunc()
            }
            fn rounded(self) -> Self {
                self.round_ties_even()
            }
            fn floor_divided(self, by: Self) -> Self {
                if by == 0.0 {
                    return self / by;
                }
                let rest = self % by;
                let mut quotient = (self - rest) / by;
                if rest != 0.0 && (by < 0.0) != (rest < 0.0) {
                    quotient -= 1.0;
                }
                if quotient == 0.0 {
                    return (0.0 as $t).copysign(self / by);
                }
                let floor = quotient.floor();
                if quotient - floor > 0.5 { floor + 1.0 } else { floor }
            }
            fn trunc_divided(self, by: Self) -> Self {
                (self / by).trunc()
            }
            fn remaindered(self, by: Self) -> Self {
                let rest = self % by;
                if rest != 0.0 && (by < 0.0) != (rest < 0.0) { rest + by } else { rest }
            }
            fn c_remainder(self, by: Self) -> Self {
                self % by
            }
            fn power(self, exponent: Self) -> Self {
                // Multiplication gives the exact results that users expect for small squares.
                if exponent == 2.0 { self * self } else { self.powf(exponent) }
            }
        }
        impl Real for $t {
            fn square_root(self) -> Self {
                self.sqrt()
            }
            #[inline(always)]
            fn exponential(self) -> Self {
                self.exp()
            }
            #[inline(always)]
            fn unary(self, function: Unary) -> Self {
                match function {
                    Unary::exp2 => self.exp2(),
                    Unary::expm1 => self.exp_m1(),
                    Unary::log => self.ln(),
                    Unary::log2 => self.log2(),
                    Unary::log10 => self.log10(),
                    Unary::log1p => self.ln_1p(),
                    Unary::sin => self.sin(),
                    Unary::cos => self.cos(),
                    Unary::tan => self.tan(),
                    Unary::asin => self.asin(),
                    Unary::acos => self.acos(),
                    Unary::atan => self.atan(),
                    Unary::sinh => self.sinh(),
                    Unary::cosh => self.cosh(),
                    Unary::tanh => self.tanh(),
                    Unary::asinh => self.asinh(),
                    Unary::acosh => self.acosh(),
                    Unary::atanh => self.atanh(),
                    Unary::erf => $erf(self),
                    Unary::erf_plus_one => 1.0 + $erf(self),
                    Unary::erfc => $erfc(self),
                    Unary::erfinv => inverse_erf(self as f64) as $t,
                    Unary::lgamma => ln_gamma(self as f64) as $t,
                    Unary::digamma => digamma(self as f64) as $t,
                    Unary::trigamma => trigamma(self as f64, (std::f64::consts::PI as $t * self).sin() as f64) as $t,
                }
            }
            #[inline(always)]
            fn binary(self, other: Self, function: Binary) -> Self {
                match function {
                    Binary::atan2 => self.atan2(other),
                    Binary::hypot => self.hypot(other),
                    Binary::copysign => self.copysign(other),
                    Binary::logaddexp => {
                        if self.is_infinite() && self == other {
                            return self;
                        }
                        let high = if self > other { self } else { other };
                        high + (-(self - other).abs()).exp().ln_1p()
                    }
                }
            }
        }
    };
}
real!(f32, erff, erfcf);
real!(f64, erf, erfc);

/// Uses Giles' approximation as the start ("Approximating the erfinv function", 2010), then two steps of Newton's method.
fn inverse_erf(y: f64) -> f64 {
    if !(-1.0..=1.0).contains(&y) {
        return f64::NAN;
    }
    if y.abs() == 1.0 {
        return y * f64::INFINITY;
    }
    let w = -((1.0 - y) * (1.0 + y)).ln();
    let (w, coefficients): (f64, &[f64]) = if w < 5.0 {
        let near = &[
            2.81022636e-08,
            3.43273939e-07,
            -3.5233877e-06,
            -4.39150654e-06,
            0.00021858087,
            -0.00125372503,
            -0.00417768164,
            0.246640727,
            1.50140941,
        ];
        (w - 2.5, near)
    } else {
        let far = &[
            -0.000200214257,
            0.000100950558,
            0.00134934322,
            -0.00367342844,
            0.00573950773,
            -0.0076224613,
            0.00943887047,
            1.00167406,
            2.83297682,
        ];
        (w.sqrt() - 3.0, far)
    };
    let mut x = y * coefficients.iter().fold(0.0, |sum, c| sum * w + c);
    for _ in 0..2 {
        // In the tails, erfc keeps digits that erf loses.
        let error = match x.abs() < 1.0 {
            true => erf(x) - y,
            false => (1.0 - y.abs() - erfc(x.abs())) * y.signum(),
        };
        x -= error / (std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp());
    }
    x
}

/// The derivative of lgamma (as in ATen's `calc_digamma`).
fn digamma(mut x: f64) -> f64 {
    if x == 0.0 {
        return f64::INFINITY.copysign(-x);
    }
    if x < 0.0 {
        if x == x.trunc() {
            return f64::NAN;
        }
        let fraction = x - x.trunc();
        return digamma(1.0 - x) - std::f64::consts::PI / (std::f64::consts::PI * fraction).tan();
    }
    let mut result = 0.0;
    while x < 10.0 {
        result -= 1.0 / x;
        x += 1.0;
    }
    if x == 10.0 {
        return result + 2.251_752_589_066_721;
    }
    let z = 1.0 / (x * x);
    let series = [
        8.333_333_333_333_333e-2,
        -2.109_279_609_279_609_3e-2,
        7.575_757_575_757_576e-3,
        -4.166_666_666_666_667e-3,
        3.968_253_968_253_968e-3,
        -8.333_333_333_333_333e-3,
        8.333_333_333_333_333e-2,
    ];
    let y = z * series.iter().fold(0.0, |sum, c| sum * z + c);
    result + x.ln() - 0.5 / x - y
}

/// The derivative of digamma (as in ATen's `trigamma`), from `sine`: sin(pi x) in the operand's own precision, which at poles
/// decides how large the result is.
fn trigamma(x: f64, sine: f64) -> f64 {
    let (mut x, mut sign, mut result) = (x, 1.0, 0.0);
    if x < 0.5 {
        sign = -1.0;
        result -= std::f64::consts::PI * std::f64::consts::PI / (sine * sine);
        x = 1.0 - x;
    }
    while x < 6.0 {
        result += 1.0 / (x * x);
        x += 1.0;
    }
    let z = 1.0 / (x * x);
    result += (1.0 + 1.0 / (2.0 * x) + z * (1.0 / 6.0 - z * (1.0 / 30.0 - z * (1.0 / 42.0 - z / 30.0)))) / x;
    sign * result
}

/// A bool in memory. Any nonzero byte is true, so that uninitialised memory is harmless.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub struct Flag(pub u8);

/// A complex number in memory. `load` and `store` use its real part only; `complex` moves and computes both parts.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct Pair<T>(pub T, pub T);

/// A type in which elements are stored.
pub trait Stored: Copy + Send + Sync + 'static {
    /// The type in which it computes.
    type In: Number;
    fn load(self) -> Self::In;
    fn store(value: Self::In) -> Self;
}

/// Rounds to nearest, ties to even, like `bf16::from_f32` but without branches.
#[inline(always)]
fn rounded_to_bf16(x: f32) -> bf16 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1));
    let nan = bits | 0x0040_0000;
    bf16::from_bits((if x.is_nan() { nan } else { rounded } >> 16) as u16)
}

macro_rules! stored {
    ($($t:ty, $compute:ty, $x:ident => $load:expr, $y:ident => $store:expr;)+) => {
        $(impl Stored for $t {
            type In = $compute;
            #[inline(always)]
            fn load(self) -> $compute { let $x = self; $load }
            #[inline(always)]
            fn store($y: $compute) -> Self { $store }
        })+
    };
}
stored! {
    Flag, Integer, x => Wrapping((x.0 != 0) as i64), y => Flag((y.0 != 0) as u8);
    u8, Integer, x => Wrapping(x as i64), y => y.0 as u8;
    i8, Integer, x => Wrapping(x as i64), y => y.0 as i8;
    i16, Integer, x => Wrapping(x as i64), y => y.0 as i16;
    i32, Integer, x => Wrapping(x as i64), y => y.0 as i32;
    i64, Integer, x => Wrapping(x), y => y.0;
    f16, f32, x => x.to_f32(), y => f16::from_f32(y);
    bf16, f32, x => f32::from_bits((x.to_bits() as u32) << 16), y => rounded_to_bf16(y);
    f32, f32, x => x, y => y;
    f64, f64, x => x, y => y;
    Pair<f32>, f64, x => x.0.into(), y => Pair(y as f32, 0.0);
    Pair<f64>, f64, x => x.0, y => Pair(y, 0.0);
}

/// Runs an expression with the stored type of a dtype bound to a name.
macro_rules! with_stored {
    ($dtype:expr, $T:ident => $body:expr) => {
        match $dtype {
            tensorcell_tensor::DType::Bool => {
                type $T = $crate::cpu::number::Flag;
                $body
            }
            tensorcell_tensor::DType::UInt8 => {
                type $T = u8;
                $body
            }
            tensorcell_tensor::DType::Int8 => {
                type $T = i8;
                $body
            }
            tensorcell_tensor::DType::Int16 => {
                type $T = i16;
                $body
            }
            tensorcell_tensor::DType::Int32 => {
                type $T = i32;
                $body
            }
            tensorcell_tensor::DType::Int64 => {
                type $T = i64;
                $body
            }
            tensorcell_tensor::DType::Float16 => {
                type $T = half::f16;
                $body
            }
            tensorcell_tensor::DType::BFloat16 => {
                type $T = half::bf16;
                $body
            }
            tensorcell_tensor::DType::Float32 => {
                type $T = f32;
                $body
            }
            tensorcell_tensor::DType::Float64 => {
                type $T = f64;
                $body
            }
            tensorcell_tensor::DType::Complex64 => {
                type $T = $crate::cpu::number::Pair<f32>;
                $body
            }
            tensorcell_tensor::DType::Complex128 => {
                type $T = $crate::cpu::number::Pair<f64>;
                $body
            }
        }
    };
}
pub(crate) use with_stored;

/// The whole part of a number, as x86's `cvttsd2si` gives it to PyTorch: the smallest integer for NaN and what does not fit.
#[inline(always)]
pub fn whole(x: f64) -> i64 {
    const BEYOND: f64 = 9_223_372_036_854_775_808.0;
    if (-BEYOND..BEYOND).contains(&x) { x as i64 } else { i64::MIN }
}

/// The whole part of a number as an integer of at most 32 bits, as x86's `cvttsd2si` gives it to PyTorch: int32's least for NaN and
/// what does not fit, of which shorter integers take the last bits.
#[inline(always)]
fn short(x: f64) -> i32 {
    if x > -2_147_483_649.0 && x < 2_147_483_648.0 { x as i32 } else { i32::MIN }
}

/// Whether a computed value becomes an integer of at most 32 bits.
#[inline(always)]
pub fn shortens<A: Number, S: Stored>() -> bool {
    use std::any::TypeId;
    let is_integer = |id: TypeId| id == TypeId::of::<Integer>();
    let short = size_of::<S>() <= 4 && TypeId::of::<S>() != TypeId::of::<Flag>();
    short && is_integer(TypeId::of::<S::In>()) && !is_integer(TypeId::of::<A>())
}

/// Converts a computed value to a stored type.
#[inline(always)]
pub fn stored<A: Number, S: Stored>(value: A) -> S {
    if shortens::<A, S>() {
        return S::store(convert(Wrapping(i64::from(short(value.as_f64())))));
    }
    S::store(convert(value))
}

/// Converts between two computing types like a C cast. To convert a float to bool, compare it with zero first: see `copy`.
pub fn convert<A: Number, B: Number>(value: A) -> B {
    use std::any::TypeId;
    let integer = TypeId::of::<Integer>();
    if TypeId::of::<A>() == integer || TypeId::of::<B>() == integer {
        B::from_i64(value.as_i64())
    } else {
        B::constant(value.as_f64())
    }
}
