//! Numbers as text: CPython's `repr` of floats, and parsing of integers and floats with its messages.

pub use super::digits::decompose;
use super::digits::{self, Digits};
use crate::{Exc, Raise, Result, Value, Vm};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use std::fmt::Write;
use std::rc::Rc;

/// The most decimal digits that a float can have after the point; further digits are zero.
const MOST_DIGITS: usize = 1100;

/// An integer value in its normal form.
pub fn from_big(value: BigInt) -> Value {
    match value.to_i64() {
        Some(small) => Value::Int(small),
        None => Value::BigInt(Rc::new(value)),
    }
}

/// An `i128` as an integer value.
pub(crate) fn from_wide(value: i128) -> Value {
    match i64::try_from(value) {
        Ok(small) => Value::Int(small),
        Err(_) => Value::BigInt(Rc::new(BigInt::from(value))),
    }
}

/// The integer inside a bool, int or big int.
pub fn to_big(value: &Value) -> Option<BigInt> {
    match value {
        Value::Bool(b) => Some(BigInt::from(*b as i64)),
        Value::Int(i) => Some(BigInt::from(*i)),
        Value::BigInt(b) => Some((**b).clone()),
        _ => None,
    }
}

/// Truncates a float to an integer value; fails for infinities and NaN with CPython's messages.
pub fn float_to_int(x: f64) -> Result<Value> {
    if x.is_nan() {
        return Err(Raise::value_error("cannot convert float NaN to integer"));
    }
    if x.is_infinite() {
        return Err(Raise::new(Exc::OverflowError, "cannot convert float infinity to integer"));
    }
    let whole = x.trunc();
    if whole.abs() < 9.2e18 {
        return Ok(Value::Int(whole as i64));
    }
    let (mantissa, exponent) = decompose(whole);
    Ok(from_big(BigInt::from(mantissa) << exponent))
}

/// The float nearest to an integer; OverflowError beyond the largest.
pub fn big_to_float(value: &BigInt) -> Result<f64> {
    // Uses decimal text: BigInt::to_f64 truncates, the standard parser rounds to nearest even.
    let x = match value.to_i64() {
        Some(small) => small as f64,
        None if value.bits() > 1024 => f64::INFINITY,
        None => value.to_string().parse().unwrap_or(f64::INFINITY),
    };
    if x.is_infinite() {
        return Err(Raise::new(Exc::OverflowError, "int too large to convert to float"));
    }
    Ok(x)
}

/// `repr(x)`: the shortest digits that read back as `x`.
pub fn float_repr(x: f64) -> String {
    let mut out = String::with_capacity(24);
    write_repr(&mut out, x);
    out
}

/// Appends `float_repr` to a string.
pub(crate) fn write_repr(out: &mut String, x: f64) {
    if !x.is_finite() {
        out.push_str(non_finite(x, false));
        return;
    }
    if x.is_sign_negative() {
        out.push('-');
    }
    let mut write = |digits: &str, exponent: i32| {
        arrange(out, digits, exponent, !(-4..16).contains(&exponent), true, 'e');
    };
    if let Some((digits, exponent)) = digits::shortest(x.abs()) {
        return write(Digits::new(digits.into(), 1).as_str(), exponent);
    }
    let (mut digits, exponent) = split(&format!("{:e}", x.abs()));
    // Of two equally near shortest representations, CPython takes the even one, as exact rounding does.
    if digits.len() > 15 {
        let exact = format!("{:.*e}", digits.len() - 1, x.abs());
        if exact.parse() == Ok(x.abs()) {
            digits = split(&exact).0;
        }
    }
    write(&digits, exponent);
}

/// Splits the text of `{:e}` into digits and exponent.
fn split(text: &str) -> (String, i32) {
    let (mantissa, exponent) = text.split_once('e').expect("{:e} writes an exponent");
    (mantissa.replace('.', ""), exponent.parse().expect("{:e} writes a decimal exponent"))
}

/// Writes the value d₁.d₂d₃…·10^exponent of digits d₁d₂d₃… in plain or exponent notation.
fn arrange(out: &mut String, digits: &str, exponent: i32, scientific: bool, point_zero: bool, e: char) {
    if scientific {
        let (first, rest) = digits.split_at(1);
        out.push_str(first);
        if !rest.is_empty() {
            out.push('.');
            out.push_str(rest);
        }
        return write_exponent(out, exponent, e);
    }
    if exponent < 0 {
        out.push_str("0.");
        zeros(out, (-exponent - 1) as usize);
        return out.push_str(digits);
    }
    let whole = exponent as usize + 1;
    if digits.len() <= whole {
        out.push_str(digits);
        zeros(out, whole - digits.len());
        if point_zero {
            out.push_str(".0");
        }
    } else {
        out.push_str(&digits[..whole]);
        out.push('.');
        out.push_str(&digits[whole..]);
    }
}

fn zeros(out: &mut String, count: usize) {
    out.extend(std::iter::repeat_n('0', count));
}

fn write_exponent(out: &mut String, exponent: i32, e: char) {
    let _ = write!(out, "{e}{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs());
}

fn non_finite(x: f64, upper: bool) -> &'static str {
    match (x.is_nan(), x > 0.0, upper) {
        (true, _, false) => "nan",
        (true, _, true) => "NAN",
        (_, true, false) => "inf",
        (_, true, true) => "INF",
        (_, false, false) => "-inf",
        (_, false, true) => "-INF",
    }
}

/// Writes `x` in one of C's notations: `e`, `f`, `g` (upper case too), or `r` for "g, but with a point" (a format
/// specification with precision and no type). `alternate` keeps the point and trailing zeros.
pub(crate) fn write_float(out: &mut String, x: f64, notation: char, precision: usize, alternate: bool) {
    let upper = notation.is_ascii_uppercase();
    if !x.is_finite() {
        out.push_str(non_finite(x, upper));
        return;
    }
    if x.is_sign_negative() {
        out.push('-');
    }
    let x = x.abs();
    let e = if upper { 'E' } else { 'e' };
    let kept = precision.min(MOST_DIGITS);
    match notation.to_ascii_lowercase() {
        'f' => {
            match digits::fixed(x, kept).map(|whole| Digits::new(whole, kept + 1)) {
                Some(digits) => {
                    let (whole, rest) = digits.as_str().split_at(digits.as_str().len() - kept);
                    out.push_str(whole);
                    if kept > 0 {
                        out.push('.');
                        out.push_str(rest);
                    }
                }
                None => {
                    let _ = write!(out, "{x:.kept$}");
                }
            }
            zeros(out, precision - kept);
            if alternate && precision == 0 {
                out.push('.');
            }
        }
        'e' => with_digits(x, kept + 1, |digits, exponent| {
            out.push_str(&digits[..1]);
            if precision > 0 || alternate {
                out.push('.');
            }
            out.push_str(&digits[1..]);
            zeros(out, precision - kept);
            write_exponent(out, exponent, e);
        }),
        general => {
            let significant = precision.max(1);
            let kept = significant.min(MOST_DIGITS);
            let point_zero = general == 'r';
            let limit = significant as i64 - i64::from(point_zero);
            with_digits(x, kept, |digits, exponent| {
                let is_scientific = exponent < -4 || i64::from(exponent) >= limit;
                if !alternate {
                    let digits = &digits[..digits.trim_end_matches('0').len().max(1)];
                    return arrange(out, digits, exponent, is_scientific, point_zero, e);
                }
                let mut digits = digits.to_owned();
                zeros(&mut digits, significant - kept);
                let start = out.len();
                arrange(out, &digits, exponent, is_scientific, point_zero, e);
                if !out[start..].contains('.') {
                    let at = out[start..].find(e).map_or(out.len(), |at| start + at);
                    out.insert(at, '.');
                }
            });
        }
    }
}

/// Calls `then` with `count` rounded digits of `x`, and the exponent of the first.
fn with_digits<T>(x: f64, count: usize, then: impl FnOnce(&str, i32) -> T) -> T {
    match digits::significant(x, count) {
        Some((digits, exponent)) if count <= digits::MOST => then(Digits::new(digits.into(), count).as_str(), exponent),
        _ => {
            let (digits, exponent) = split(&format!("{x:.*e}", count - 1));
            then(&digits, exponent)
        }
    }
}

/// `int(text, base)`; base 0 reads a prefix.
pub fn parse_int(vm: &mut Vm, text: &str, base: u32) -> Result<Value> {
    let shown = text;
    let invalid = || {
        Raise::value_error(format!("invalid literal for int() with base {base}: {}", super::literal::str_repr(shown)))
    };
    let text = text.trim();
    let (negative, text) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let prefix = match text.get(..2).map(|p| p.to_ascii_lowercase()).as_deref() {
        Some("0x") => Some(16),
        Some("0o") => Some(8),
        Some("0b") => Some(2),
        _ => None,
    };
    let (radix, mut digits) = match (base, prefix) {
        (0, Some(radix)) => (radix, &text[2..]),
        (0, None) => {
            if text.starts_with('0') && !text.trim_matches(['0', '_']).is_empty() {
                return Err(invalid());
            }
            (10, text)
        }
        (base, Some(radix)) if base == radix => (radix, &text[2..]),
        (base, _) => (base, text),
    };
    if digits.len() < text.len() {
        digits = digits.strip_prefix('_').unwrap_or(digits);
    }
    let well_formed = !digits.is_empty()
        && !digits.starts_with('_')
        && !digits.ends_with('_')
        && !digits.contains("__")
        && vm.polled(digits.chars(), |digits| digits.all(|c| c == '_' || digit_value(c).is_some_and(|d| d < radix)))?;
    if !well_formed {
        return Err(invalid());
    }
    let plain: String = vm.polled(digits.chars(), |digits| {
        digits.filter_map(digit_value).map(|d| char::from_digit(d, 36).expect("a digit below 36")).collect()
    })?;
    let most = most_digits();
    if radix & (radix - 1) != 0 && plain.len() > most {
        return Err(Raise::value_error(format!(
            "Exceeds the limit ({most} digits) for integer string conversion: value has {} digits; use sys.set_int_max_str_digits() to increase the limit",
            plain.len()
        )));
    }
    if let Ok(small) = i64::from_str_radix(&plain, radix) {
        return Ok(Value::Int(if negative { -small } else { small }));
    }
    let big = crate::vm::big::read(vm, plain.as_bytes(), radix)?.ok_or_else(invalid)?;
    Ok(from_big(if negative { -big } else { big }))
}

/// The value of a digit or letter, ASCII or full-width.
fn digit_value(c: char) -> Option<u32> {
    c.to_digit(36).or_else(|| decimal_digit(c))
}

/// The decimal value of any decimal digit of Unicode.
pub(crate) fn decimal_digit(c: char) -> Option<u32> {
    if c.is_ascii() { c.to_digit(10) } else { crate::unicode::number(c)?.decimal.map(u32::from) }
}

/// `float(text)`.
pub fn parse_float(text: &str) -> Result<f64> {
    let invalid =
        || Raise::value_error(format!("could not convert string to float: {}", super::literal::str_repr(text)));
    // Decimal digits of other scripts are converted to ASCII.
    let latin: String;
    let trimmed = match text.trim() {
        text if text.is_ascii() => text,
        text => {
            let digit = |c: char| decimal_digit(c).and_then(|digit| char::from_digit(digit, 10)).unwrap_or(c);
            latin = text.chars().map(digit).collect();
            &latin
        }
    };
    let bare = trimmed.trim_start_matches(['+', '-']).to_ascii_lowercase();
    if matches!(bare.as_str(), "inf" | "infinity" | "nan") && trimmed.len() - bare.len() <= 1 {
        let sign = if trimmed.starts_with('-') { -1.0 } else { 1.0 };
        let size = if bare == "nan" { crate::nan::new() } else { f64::INFINITY };
        return Ok(size.copysign(sign));
    }
    let bytes = trimmed.as_bytes();
    for (i, b) in bytes.iter().enumerate() {
        let between_digits = i > 0 && bytes[i - 1].is_ascii_digit() && bytes.get(i + 1).is_some_and(u8::is_ascii_digit);
        if *b == b'_' && !between_digits {
            return Err(invalid());
        }
    }
    if !bare.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return Err(invalid());
    }
    trimmed.replace('_', "").parse().map_err(|_| invalid())
}

thread_local! {
    static DIGITS_ALLOWED: std::cell::Cell<usize> = const { std::cell::Cell::new(4300) };
}

/// Sets the most digits of an integer's text (`sys.set_int_max_str_digits`); 0 means no limit.
pub fn set_most_digits(digits: usize) {
    DIGITS_ALLOWED.set(digits);
}
pub fn most_digits() -> usize {
    match DIGITS_ALLOWED.get() {
        0 => usize::MAX >> 12,
        digits => digits,
    }
}

/// The digits of an integer in base 10; an error beyond CPython's limit.
pub fn int_repr(value: &Value) -> Result<String> {
    let mut out = String::with_capacity(24);
    write_int(&mut out, value)?;
    Ok(out)
}

/// Appends `int_repr` to a string.
pub(crate) fn write_int(out: &mut String, value: &Value) -> Result<()> {
    match value {
        Value::Bool(b) => out.push_str(if b.get() { "True" } else { "False" }),
        Value::Int(i) => {
            if *i < 0 {
                out.push('-');
            }
            out.push_str(Digits::new(i.unsigned_abs().into(), 1).as_str());
        }
        Value::BigInt(b) => out.push_str(&big_repr(b)?),
        _ => return Err(Raise::type_error(format!("an integer is required, not {}", value.type_name()))),
    }
    Ok(())
}

/// The digits of a huge integer in base 10, with polls for interrupts.
pub(crate) fn big_text(vm: &mut Vm, value: &BigInt) -> Result<String> {
    check_digits(value)?;
    crate::vm::big::text(vm, value)
}

fn big_repr(value: &BigInt) -> Result<String> {
    check_digits(value)?;
    Ok(value.to_string())
}

/// Refuses an integer whose text is longer than allowed.
fn check_digits(value: &BigInt) -> Result<()> {
    // A digit is 3.3219 bits: the exact count is computed only near the limit.
    let most = most_digits();
    let bits = most as f64 * std::f64::consts::LOG2_10;
    let length = value.bits() as f64;
    if length > bits + 8.0 || (length > bits - 8.0 && value.magnitude().to_string().len() > most) {
        return Err(Raise::value_error(format!(
            "Exceeds the limit ({most} digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit"
        )));
    }
    Ok(())
}

/// `pow(base, exponent, modulus)` of integers; None if one is not.
pub(super) fn power_modulo(vm: &mut Vm, given: [&Value; 3]) -> Result<Option<Value>> {
    let [Some(base), Some(exponent), Some(modulus)] = given.map(|value| to_big(&super::plain(value))) else {
        return Ok(None);
    };
    if modulus.is_zero() {
        return Err(Raise::value_error("pow() 3rd argument cannot be 0"));
    }
    let (base, exponent) = if exponent.is_negative() {
        let inverse =
            base.modinv(&modulus).ok_or_else(|| Raise::value_error("base is not invertible for the given modulus"))?;
        (inverse, -exponent)
    } else {
        (base, exponent)
    };
    crate::vm::big::power_modulo(vm, &base, &exponent, &modulus).map(from_big).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repr_of_floats_is_cpythons() {
        for (x, text) in [
            (0.1, "0.1"),
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (1e16, "1e+16"),
            (123456789012345680.0, "1.2345678901234568e+17"),
            (1e15, "1000000000000000.0"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (1.5e-7, "1.5e-07"),
            (1e100, "1e+100"),
            (f64::NAN, "nan"),
            (f64::NEG_INFINITY, "-inf"),
            (5e-324, "5e-324"),
        ] {
            assert_eq!(float_repr(x), text);
        }
    }

    #[test]
    fn notations_are_cpythons() {
        for (x, notation, precision, alternate, text) in [
            (2.5, 'f', 0, false, "2"),
            (0.125, 'f', 2, false, "0.12"),
            (1234.5, 'e', 3, false, "1.234e+03"),
            (100000.0, 'g', 6, false, "100000"),
            (1000000.0, 'g', 6, false, "1e+06"),
            (0.0001, 'g', 6, false, "0.0001"),
            (123456.0, 'r', 6, false, "1.23456e+05"),
            (1.0, 'r', 6, false, "1.0"),
            (1.0, 'g', 6, true, "1.00000"),
            (1e10, 'G', 3, false, "1E+10"),
            (0.0, 'g', 6, false, "0"),
        ] {
            let mut written = String::new();
            write_float(&mut written, x, notation, precision, alternate);
            assert_eq!(written, text, "{x} {notation} {precision}");
        }
        let mut written = String::new();
        write_float(&mut written, 1.0, 'f', 2000, false);
        assert_eq!(written.len(), 2002);
    }

    #[test]
    fn numbers_read_as_cpython_reads_them() {
        assert_eq!(parse_float(" 1_0.5e3 ").ok(), Some(10500.0));
        assert_eq!(parse_float("-infinity").ok(), Some(f64::NEG_INFINITY));
        assert!(parse_float("1__0").is_err());
        assert!(parse_float("--1").is_err());
        assert!(parse_float("").is_err());
    }
}
