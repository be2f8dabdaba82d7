//! The format specification mini-language: `format(value, ">10.2f")` for integers, floats and strings.

use super::number::{big_to_float, float_notation, float_repr, to_big};
use crate::language::{Exc, Raise, Result, Value};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

/// The widest field or largest precision that is formatted: past it a MemoryError.
const WIDEST: usize = 1 << 28;

/// `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`
#[derive(Clone, Debug)]
pub struct Spec {
    pub fill: char,
    pub align: Option<char>,
    pub sign: Option<char>,
    pub no_negative_zero: bool,
    pub alternate: bool,
    pub width: usize,
    pub grouping: Option<char>,
    pub precision: Option<usize>,
    pub kind: Option<char>,
}

impl Spec {
    /// Reads a specification for an object of a type (numbers let a leading 0 pad after the sign).
    pub fn parse(text: &str, type_name: &str) -> Result<Spec> {
        let number = type_name != "str";
        let chars: Vec<char> = text.chars().collect();
        let is_align = |c: Option<&char>| c.is_some_and(|c| matches!(c, '<' | '>' | '=' | '^'));
        let mut spec = Spec {
            fill: ' ',
            align: None,
            sign: None,
            no_negative_zero: false,
            alternate: false,
            width: 0,
            grouping: None,
            precision: None,
            kind: None,
        };
        let mut at = 0;
        let mut filled = false;
        if is_align(chars.get(1)) {
            (spec.fill, spec.align, filled, at) = (chars[0], Some(chars[1]), true, 2);
        } else if is_align(chars.first()) {
            (spec.align, at) = (Some(chars[0]), 1);
        }
        let eat = |at: &mut usize, wanted: &[char]| {
            let found = chars.get(*at).copied().filter(|c| wanted.contains(c));
            *at += found.is_some() as usize;
            found
        };
        spec.sign = eat(&mut at, &['+', '-', ' ']);
        spec.no_negative_zero = eat(&mut at, &['z']).is_some();
        spec.alternate = eat(&mut at, &['#']).is_some();
        if !filled && eat(&mut at, &['0']).is_some() {
            spec.fill = '0';
            if spec.align.is_none() && number {
                spec.align = Some('=');
            }
        }
        let digits = |at: &mut usize| -> Result<Option<usize>> {
            let start = *at;
            let mut value = 0usize;
            while let Some(digit) = chars.get(*at).and_then(|c| c.to_digit(10)) {
                value = value
                    .checked_mul(10)
                    .and_then(|v| v.checked_add(digit as usize))
                    .filter(|v| *v <= isize::MAX as usize)
                    .ok_or_else(|| Raise::value_error("Too many decimal digits in format string"))?;
                *at += 1;
            }
            if value > WIDEST {
                return Err(Raise::new(Exc::MemoryError, ""));
            }
            Ok((*at > start).then_some(value))
        };
        spec.width = digits(&mut at)?.unwrap_or(0);
        spec.grouping = eat(&mut at, &[',', '_']);
        if let (Some(first), Some(second)) = (spec.grouping, eat(&mut at, &[',', '_'])) {
            return Err(Raise::value_error(if first == second {
                format!("Cannot specify '{first}' with '{first}'.")
            } else {
                "Cannot specify both ',' and '_'.".to_string()
            }));
        }
        if eat(&mut at, &['.']).is_some() {
            spec.precision = digits(&mut at)?;
            if spec.precision.is_none() {
                return Err(Raise::value_error("Format specifier missing precision"));
            }
        }
        match chars.len() - at {
            0 => {}
            1 => spec.kind = Some(chars[at]),
            _ => {
                return Err(Raise::value_error(format!(
                    "Invalid format specifier '{text}' for object of type '{type_name}'"
                )));
            }
        }
        Ok(spec)
    }

    fn unknown(&self, kind: char, type_name: &str) -> Raise {
        let shown = if (33..128).contains(&(kind as u32)) { kind.to_string() } else { format!("\\x{:x}", kind as u32) };
        Raise::value_error(format!("Unknown format code '{shown}' for object of type '{type_name}'"))
    }

    fn forbid_grouping(&self, kind: char) -> Result<()> {
        match self.grouping {
            Some(separator) => Err(Raise::value_error(format!("Cannot specify '{separator}' with '{kind}'."))),
            None => Ok(()),
        }
    }

    /// Pads finished text to the width.
    fn pad(&self, text: &str, default: char) -> String {
        let length = text.chars().count();
        let missing = self.width.saturating_sub(length);
        let (left, right) = match self.align.unwrap_or(default) {
            '<' => (0, missing),
            '^' => (missing / 2, missing - missing / 2),
            _ => (missing, 0),
        };
        let fill = |n: usize| self.fill.to_string().repeat(n);
        format!("{}{text}{}", fill(left), fill(right))
    }

    /// Sign, prefix, grouped digits and tail, padded.
    fn number(&self, negative: bool, prefix: &str, digits: &str, tail: &str, group: usize) -> String {
        let sign = match (negative, self.sign) {
            (true, _) => "-",
            (false, Some('+')) => "+",
            (false, Some(' ')) => " ",
            _ => "",
        };
        let inside = self.align == Some('=');
        let taken = sign.len() + prefix.len() + tail.len();
        let digits = match self.grouping {
            Some(separator) => {
                let least = if inside && self.fill == '0' { self.width.saturating_sub(taken) } else { 0 };
                grouped(digits, separator, group, least)
            }
            None => digits.to_string(),
        };
        if inside {
            let missing = self.width.saturating_sub(taken + digits.len());
            return format!("{sign}{prefix}{}{digits}{tail}", self.fill.to_string().repeat(missing));
        }
        self.pad(&format!("{sign}{prefix}{digits}{tail}"), '>')
    }
}

/// Digits with a separator between groups, led by zeros up to a least width.
fn grouped(digits: &str, separator: char, group: usize, least: usize) -> String {
    let mut reversed = String::new();
    let mut count = 0;
    let mut source = digits.chars().rev();
    loop {
        let digit = match source.next() {
            Some(digit) => digit,
            None if reversed.len() < least => '0',
            None => break,
        };
        if count > 0 && count % group == 0 {
            reversed.push(separator);
        }
        reversed.push(digit);
        count += 1;
    }
    reversed.chars().rev().collect()
}

/// `format(text, spec)`.
pub fn format_str(text: &str, spec: &str) -> Result<String> {
    if spec.is_empty() {
        return Ok(text.to_string());
    }
    let spec = Spec::parse(spec, "str")?;
    if let Some(kind) = spec.kind.filter(|kind| *kind != 's') {
        return Err(spec.unknown(kind, "str"));
    }
    if let Some(sign) = spec.sign {
        let what = if sign == ' ' { "Space" } else { "Sign" };
        return Err(Raise::value_error(format!("{what} not allowed in string format specifier")));
    }
    if spec.no_negative_zero {
        return Err(Raise::value_error("Negative zero coercion (z) not allowed in string format specifier"));
    }
    if spec.alternate {
        return Err(Raise::value_error("Alternate form (#) not allowed in string format specifier"));
    }
    if spec.align == Some('=') {
        return Err(Raise::value_error("'=' alignment not allowed in string format specifier"));
    }
    spec.forbid_grouping('s')?;
    let cut: String = match spec.precision {
        Some(precision) => text.chars().take(precision).collect(),
        None => text.to_string(),
    };
    Ok(spec.pad(&cut, '<'))
}

/// `format(x, spec)` for a float.
pub fn format_float(x: f64, spec: &str) -> Result<String> {
    if spec.is_empty() {
        return Ok(float_repr(x));
    }
    float_with(x, &Spec::parse(spec, "float")?, "float")
}

fn float_with(mut x: f64, spec: &Spec, type_name: &str) -> Result<String> {
    let kind = spec.kind.unwrap_or('r');
    let (percent, notation) = match kind {
        '%' => (true, 'f'),
        'n' => (false, 'g'),
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' => (false, kind),
        'r' if spec.kind.is_none() => (false, 'r'),
        other => return Err(spec.unknown(other, type_name)),
    };
    if kind == 'n' {
        spec.forbid_grouping('n')?;
    }
    if percent {
        x *= 100.0;
    }
    let text = match (notation, spec.precision) {
        ('r', None) if spec.alternate || !x.is_finite() => float_repr(x.abs()),
        ('r', None) => float_repr(x.abs()),
        (_, precision) => float_notation(x.abs(), notation, precision.unwrap_or(6), spec.alternate),
    };
    let zero = x.is_finite() && text.chars().take_while(|c| !matches!(c, 'e' | 'E')).all(|c| matches!(c, '0' | '.'));
    let negative = x.is_sign_negative() && !x.is_nan() && !(spec.no_negative_zero && zero);
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, tail) = if x.is_finite() { text.split_at(split) } else { (text.as_str(), "") };
    let tail = format!("{tail}{}", if percent { "%" } else { "" });
    Ok(spec.number(negative, "", digits, &tail, if x.is_finite() { 3 } else { usize::MAX }))
}

/// `format(n, spec)` for an int (or bool, whose type name the messages give).
pub fn format_int(value: &Value, spec: &str) -> Result<String> {
    let type_name = if matches!(value, Value::Bool(_)) { "bool" } else { "int" };
    if spec.is_empty() {
        return super::number::int_repr(value);
    }
    let spec = Spec::parse(spec, type_name)?;
    let big = to_big(value).unwrap_or_default();
    let kind = spec.kind.unwrap_or('d');
    if matches!(kind, 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%') {
        return float_with(big_to_float(&big)?, &spec, type_name);
    }
    if !matches!(kind, 'b' | 'c' | 'd' | 'o' | 'x' | 'X' | 'n') {
        return Err(spec.unknown(kind, type_name));
    }
    if spec.precision.is_some() {
        return Err(Raise::value_error("Precision not allowed in integer format specifier"));
    }
    if spec.no_negative_zero {
        return Err(Raise::value_error(
            "Negative zero coercion (z) not allowed in format specifier with integer format code",
        ));
    }
    if kind == 'c' {
        if spec.sign.is_some() {
            return Err(Raise::value_error("Sign not allowed with integer format specifier 'c'"));
        }
        if spec.alternate {
            return Err(Raise::value_error("Alternate form (#) not allowed with integer format specifier 'c'"));
        }
        spec.forbid_grouping('c')?;
        let c = big
            .to_u32()
            .and_then(char::from_u32)
            .ok_or_else(|| Raise::new(Exc::OverflowError, "%c arg not in range(0x110000)"))?;
        return Ok(spec.pad(&c.to_string(), '<'));
    }
    if kind == 'n' || (spec.grouping == Some(',') && kind != 'd') {
        spec.forbid_grouping(kind)?;
    }
    let (radix, prefix, group) = match kind {
        'b' => (2, "0b", 4),
        'o' => (8, "0o", 4),
        'x' => (16, "0x", 4),
        'X' => (16, "0X", 4),
        _ => (10, "", 3),
    };
    let digits = magnitude(&big, radix, kind == 'X')?;
    Ok(spec.number(big.is_negative(), if spec.alternate { prefix } else { "" }, &digits, "", group))
}

/// The digits of |n| in a base.
pub fn magnitude(n: &BigInt, radix: u32, upper: bool) -> Result<String> {
    if radix == 10 {
        return super::number::int_repr(&super::number::from_big(n.abs()));
    }
    let digits = n.magnitude().to_str_radix(radix);
    Ok(if upper { digits.to_uppercase() } else { digits })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        for (n, spec, text) in [
            (1234567, ",", "1,234,567"),
            (1234, "010,", "00,001,234"),
            (-5, "05", "-0005"),
            (255, "#x", "0xff"),
            (255, "#010b", "0b11111111"),
            (255, "_b", "1111_1111"),
            (5, "+d", "+5"),
            (5, "^7", "   5   "),
            (5, "*<4", "5***"),
            (65, "c", "A"),
            (3, ".2f", "3.00"),
            (1, "%", "100.000000%"),
            (12, "08X", "0000000C"),
        ] {
            assert_eq!(format_int(&Value::Int(n), spec).ok().as_deref(), Some(text), "{n} {spec}");
        }
        assert!(format_int(&Value::Int(1), ".2d").is_err());
        assert!(format_int(&Value::Int(1), "s").is_err());
    }

    #[test]
    fn floats() {
        for (x, spec, text) in [
            (2.71844, ".2f", "2.72"),
            (2.71944, "10.3f", "     2.719"),
            (1234567.891, ",.2f", "1,234,567.89"),
            (0.256, ".1%", "25.6%"),
            (1e-5, "g", "1e-05"),
            (1.0, "", "1.0"),
            (1.0, "5", "  1.0"),
            (-1.5, "08.2f", "-0001.50"),
            (f64::INFINITY, "06", "000inf"),
            (1234.5, "012,.1f", "00,001,234.5"),
            (-0.001, "z.1f", "0.0"),
            (12.0, ".3", "12.0"),
            (123.0, ".3", "1.23e+02"),
            (1.5, "e", "1.500000e+00"),
        ] {
            assert_eq!(format_float(x, spec).ok().as_deref(), Some(text), "{x} {spec}");
        }
    }

    #[test]
    fn strings() {
        for (s, spec, text) in [
            ("ab", "5", "ab   "),
            ("ab", ">5", "   ab"),
            ("ab", "*^6", "**ab**"),
            ("abc", ".2", "ab"),
            ("é", "3", "é  "),
            ("a", "03", "a00"),
        ] {
            assert_eq!(format_str(s, spec).ok().as_deref(), Some(text), "{s} {spec}");
        }
        assert!(format_str("a", "d").is_err());
        assert!(format_str("a", "+").is_err());
    }
}
