//! Complex numbers: arithmetic, formatting and parsing, as in CPython.

use super::number;
use crate::{Exc, Raise, Result};

/// A complex number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Complex {
    pub re: f64,
    pub im: f64,
}

impl From<f64> for Complex {
    fn from(re: f64) -> Complex {
        Complex { re, im: 0.0 }
    }
}

impl std::ops::Add for Complex {
    type Output = Complex;
    fn add(self, other: Complex) -> Complex {
        Complex::new(self.re + other.re, self.im + other.im)
    }
}

impl std::ops::Sub for Complex {
    type Output = Complex;
    fn sub(self, other: Complex) -> Complex {
        Complex::new(self.re - other.re, self.im - other.im)
    }
}

impl std::ops::Mul for Complex {
    type Output = Complex;
    fn mul(self, other: Complex) -> Complex {
        Complex::new(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)
    }
}

impl std::ops::Neg for Complex {
    type Output = Complex;
    fn neg(self) -> Complex {
        Complex::new(-self.re, -self.im)
    }
}

impl Complex {
    pub const fn new(re: f64, im: f64) -> Complex {
        Complex { re, im }
    }
    pub fn is_zero(self) -> bool {
        self.re == 0.0 && self.im == 0.0
    }
    pub fn is_finite(self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }
    /// The quotient; None for a division by zero. Scales by the larger part of the divisor to avoid early overflow.
    pub fn divide(self, by: Complex) -> Option<Complex> {
        if by.re.abs() >= by.im.abs() {
            if by.re == 0.0 {
                return None;
            }
            let ratio = by.im / by.re;
            let divisor = by.re + by.im * ratio;
            Some(Complex::new((self.re + self.im * ratio) / divisor, (self.im - self.re * ratio) / divisor))
        } else if by.im.abs() >= by.re.abs() {
            let ratio = by.re / by.im;
            let divisor = by.re * ratio + by.im;
            Some(Complex::new((self.re * ratio + self.im) / divisor, (self.im * ratio - self.re) / divisor))
        } else {
            Some(Complex::new(f64::NAN, f64::NAN))
        }
    }
    pub fn quotient(self, by: Complex) -> Result<Complex> {
        self.divide(by).ok_or_else(|| Raise::new(Exc::ZeroDivisionError, "complex division by zero"))
    }
    /// The absolute value; OverflowError beyond the largest float.
    pub fn magnitude(self) -> Result<f64> {
        let size = self.re.hypot(self.im);
        match size.is_infinite() && self.is_finite() {
            true => Err(Raise::new(Exc::OverflowError, "absolute value too large")),
            false => Ok(size),
        }
    }
    /// Small integer exponents use multiplication; others use logarithms.
    pub fn power(self, exponent: Complex) -> Result<Complex> {
        let zero = || Raise::new(Exc::ZeroDivisionError, "0.0 to a negative or complex power");
        let is_small = exponent.im == 0.0 && exponent.re.fract() == 0.0 && exponent.re.abs() <= 100.0;
        let power = if is_small {
            let count = exponent.re as i32;
            let power = self.repeated(count.unsigned_abs());
            if count > 0 { power } else { Complex::from(1.0).divide(power).ok_or_else(zero)? }
        } else if self.is_zero() {
            if exponent.im != 0.0 || exponent.re < 0.0 {
                return Err(zero());
            }
            Complex::from(0.0)
        } else {
            self.power_by_logarithm(exponent)
        };
        match power.re.is_infinite() || power.im.is_infinite() {
            true => Err(Raise::new(Exc::OverflowError, "complex exponentiation")),
            false => Ok(power),
        }
    }
    fn repeated(self, count: u32) -> Complex {
        let (mut result, mut square) = (Complex::from(1.0), self);
        for bit in 0..u32::BITS - count.leading_zeros() {
            if count >> bit & 1 == 1 {
                result = result * square;
            }
            square = square * square;
        }
        result
    }
    fn power_by_logarithm(self, exponent: Complex) -> Complex {
        let (size, angle) = (self.re.hypot(self.im), self.im.atan2(self.re));
        let mut length = size.powf(exponent.re);
        let mut phase = angle * exponent.re;
        if exponent.im != 0.0 {
            length *= (-angle * exponent.im).exp();
            phase += exponent.im * size.ln();
        }
        Complex::new(length * phase.cos(), length * phase.sin())
    }
    /// `repr`: omits the real part if it is positive zero.
    pub fn text(self) -> String {
        let part = |x: f64| {
            let text = number::float_repr(x);
            text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
        };
        if self.re == 0.0 && !self.re.is_sign_negative() {
            return format!("{}j", part(self.im));
        }
        let sign = if self.im.is_sign_negative() && !self.im.is_nan() { "" } else { "+" };
        format!("({}{sign}{}j)", part(self.re), part(self.im))
    }
    /// `complex(text)`.
    pub fn parse(text: &str) -> Result<Complex> {
        let malformed = || Raise::value_error("complex() arg is a malformed string");
        let plain = plain(text).ok_or_else(malformed)?;
        let mut rest = plain.trim();
        if let Some(inner) = rest.strip_prefix('(') {
            rest = inner.strip_suffix(')').ok_or_else(malformed)?.trim();
        }
        parts(rest).ok_or_else(malformed)
    }
}

/// Normalizes digits and spaces to ASCII and removes underscores; None if an underscore is not between digits.
fn plain(text: &str) -> Option<String> {
    let ascii = |c: char| match number::decimal_digit(c).and_then(|digit| char::from_digit(digit, 10)) {
        Some(digit) => digit,
        None if c.is_whitespace() => ' ',
        None => c,
    };
    let text: Vec<char> = text.chars().map(ascii).collect();
    let is_digit = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(char::is_ascii_digit);
    let misplaced = |at: usize| text[at] == '_' && !(is_digit(at.checked_sub(1)) && is_digit(Some(at + 1)));
    (!(0..text.len()).any(misplaced)).then(|| text.into_iter().filter(|c| *c != '_').collect())
}

fn parts(text: &str) -> Option<Complex> {
    let is_unit = |rest: &str| matches!(rest, "j" | "J");
    let sign_of = |text: &str| if text.starts_with('-') { -1.0 } else { 1.0 };
    let Some((first, rest)) = float_prefix(text) else {
        let unit = text.strip_prefix(['+', '-']).unwrap_or(text);
        return is_unit(unit).then(|| Complex::new(0.0, sign_of(text)));
    };
    if rest.is_empty() {
        return Some(Complex::from(first));
    }
    if is_unit(rest) {
        return Some(Complex::new(0.0, first));
    }
    if !rest.starts_with(['+', '-']) {
        return None;
    }
    let (second, rest) = float_prefix(rest).unwrap_or_else(|| (sign_of(rest), &rest[1..]));
    is_unit(rest).then(|| Complex::new(first, second))
}

/// The longest float at the start, and the rest.
fn float_prefix(text: &str) -> Option<(f64, &str)> {
    let length = float_length(text)?;
    Some((number::parse_float(&text[..length]).ok()?, &text[length..]))
}

fn float_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let sign = usize::from(text.starts_with(['+', '-']));
    let begins = |word: &str| bytes[sign..].get(..word.len()).is_some_and(|b| b.eq_ignore_ascii_case(word.as_bytes()));
    if let Some(word) = ["infinity", "inf", "nan"].into_iter().find(|word| begins(word)) {
        return Some(sign + word.len());
    }
    let digits = |from: usize| bytes[from.min(bytes.len())..].iter().take_while(|b| b.is_ascii_digit()).count();
    let whole = digits(sign);
    let mut end = sign + whole;
    let mut fraction = 0;
    if bytes.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        end += 1 + fraction;
    }
    if whole + fraction == 0 {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let signed = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + signed);
        if exponent > 0 {
            end += 1 + signed + exponent;
        }
    }
    Some(end)
}
