//! Decimal numbers as text.

use super::natural::Natural;
use super::number::{Decimal, Kind, Work};
use super::settings::*;
use tensorcell_language::{Result, Vm, unicode};

/// Exponents beyond these overflow or underflow in any context.
const EXPONENTS: (i64, i64) = (-4_000_000_000_000_000_001, 2_000_000_000_000_000_001);

/// Whether spaces around a number and underscores in it are accepted.
#[derive(Clone, Copy, PartialEq)]
pub enum Spacing {
    Accepted,
    Refused,
}

/// The text in ASCII without surrounding spaces and underscores, in lower case; None if it has other characters.
fn in_ascii(text: &str, spacing: Spacing) -> Option<Vec<u8>> {
    let is_space = |c: char| c.is_whitespace() || ('\x1c'..='\x1f').contains(&c);
    let ascii = |c: char| match c {
        ' '..='~' => Some(c.to_ascii_lowercase() as u8),
        _ => unicode::number(c)?.decimal.map(|digit| b'0' + digit),
    };
    match spacing {
        Spacing::Accepted => text.trim_matches(is_space).chars().filter(|c| *c != '_').map(ascii).collect(),
        Spacing::Refused => text.chars().map(ascii).collect(),
    }
}

/// Splits off the digits at the start.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().position(|c| !c.is_ascii_digit()).unwrap_or(text.len()))
}

/// An exponent with its sign; None if it is not one.
fn exponent(text: &[u8]) -> Option<i64> {
    let (negative, rest) = signed(text);
    let (digits, rest) = digits(rest);
    if digits.is_empty() || !rest.is_empty() {
        return None;
    }
    let size = digits.iter().fold(0i64, |size, digit| size.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    Some(if negative { -size } else { size })
}

fn signed(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

/// The number in a text, exactly; None if there is none. Its exponent may exceed every limit.
pub fn read(vm: &mut Vm, text: &str, spacing: Spacing) -> Result<Option<Decimal>> {
    let Some(text) = in_ascii(text, spacing) else { return Ok(None) };
    let (negative, text) = signed(&text);
    match text {
        b"inf" | b"infinity" => return Ok(Some(Decimal::infinity(negative))),
        [b'n', b'a', b'n', payload @ ..] => return nan(vm, negative, Kind::Quiet, payload),
        [b's', b'n', b'a', b'n', payload @ ..] => return nan(vm, negative, Kind::Signaling, payload),
        _ => {}
    }
    let (whole, rest) = digits(text);
    let (part, rest) = match rest {
        [b'.', rest @ ..] => digits(rest),
        _ => (&rest[..0], rest),
    };
    let e = match rest {
        [] => Some(0),
        [b'e', rest @ ..] => exponent(rest),
        _ => None,
    };
    let (Some(e), false) = (e, whole.is_empty() && part.is_empty()) else { return Ok(None) };
    let coefficient = match part {
        [] => Natural::read(vm, whole)?,
        _ => Natural::read(vm, &[whole, part].concat())?,
    };
    let e = e.saturating_sub(part.len() as i64).clamp(EXPONENTS.0, EXPONENTS.1);
    Ok(Some(Decimal::finite(negative, coefficient, e)))
}

fn nan(vm: &mut Vm, negative: bool, kind: Kind, payload: &[u8]) -> Result<Option<Decimal>> {
    if !payload.iter().all(u8::is_ascii_digit) {
        return Ok(None);
    }
    let coefficient = Natural::read(vm, payload)?;
    Ok(Some(Decimal { negative, kind, exponent: 0, coefficient }))
}

impl Work<'_> {
    /// A number that was written or composed; invalid if its exponent exceeds every limit.
    pub fn within_limits(&mut self, number: Decimal) -> Result<Decimal> {
        if !number.is_finite() {
            return Ok(number);
        }
        let mut wide = Work { vm: self.vm, settings: Settings::WIDEST, status: 0 };
        let fitted = wide.rounded(&number)?;
        if wide.status & (INEXACT | ROUNDED | CLAMPED) != 0 {
            return Ok(self.fail(INVALID));
        }
        Ok(fitted)
    }

    /// The number in a text, exactly.
    pub fn read_exactly(&mut self, text: &str) -> Result<Decimal> {
        match read(self.vm, text, Spacing::Accepted)? {
            Some(number) => self.within_limits(number),
            None => Ok(self.fail(SYNTAX)),
        }
    }
}

/// Digits before and after a point at a place; the point comes with the latter.
pub fn pointed(digits: &str, point: i64) -> (String, String) {
    let length = digits.len() as i64;
    match point {
        ..=0 => ("0".into(), format!(".{}{digits}", "0".repeat(-point as usize))),
        _ if point >= length => (format!("{digits}{}", "0".repeat((point - length) as usize)), String::new()),
        _ => {
            let (whole, part) = digits.split_at(point as usize);
            (whole.into(), format!(".{part}"))
        }
    }
}

impl Decimal {
    /// In scientific notation, or with exponents that are multiples of three.
    pub fn text(&self, vm: &mut Vm, capitals: bool, engineering: bool) -> Result<String> {
        let sign = if self.negative { "-" } else { "" };
        let digits = match self.kind {
            Kind::Infinite => return Ok(format!("{sign}Infinity")),
            Kind::Quiet | Kind::Signaling => {
                let name = if self.kind == Kind::Quiet { "NaN" } else { "sNaN" };
                let payload = if self.coefficient.is_zero() { String::new() } else { self.coefficient.text(vm)? };
                return Ok(format!("{sign}{name}{payload}"));
            }
            Kind::Finite => self.coefficient.text(vm)?,
        };
        if self.exponent == 0 {
            return Ok(format!("{sign}{digits}"));
        }
        let places = digits.len() as i64 + self.exponent;
        let point = match () {
            _ if self.exponent <= 0 && places > -6 => places,
            _ if !engineering => 1,
            _ if self.coefficient.is_zero() => (places + 1).rem_euclid(3) - 1,
            _ => (places - 1).rem_euclid(3) + 1,
        };
        let (whole, part) = pointed(&digits, point);
        if places == point {
            return Ok(format!("{sign}{whole}{part}"));
        }
        let letter = if capitals { 'E' } else { 'e' };
        Ok(format!("{sign}{whole}{part}{letter}{:+}", places - point))
    }
}
