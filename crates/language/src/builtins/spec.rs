//! The format specification mini-language: `format(value, ">10.2f")` for integers, floats and strings.

use super::number::{self, big_to_float, to_big};
use crate::{Exc, Raise, Result, Value, memory};
use compact_str::{CompactString, ToCompactString, format_compact};
use num_traits::{Signed, ToPrimitive};
use std::str::Chars;

/// The widest field and largest precision supported: beyond it MemoryError.
const WIDEST: usize = 1 << 28;

/// `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`
#[derive(Clone, Debug)]
pub(crate) struct Spec {
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
    /// Parses a specification for an object of a type (for numbers a leading 0 pads after the sign).
    pub fn parse(text: &str, type_name: &str) -> Result<Spec> {
        let number = type_name != "str";
        let is_align = |c: &char| matches!(c, '<' | '>' | '=' | '^');
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
        let mut rest = text.chars();
        let (first, second) = (rest.clone().next(), rest.clone().nth(1));
        let filled = second.filter(is_align).is_some();
        if let (true, Some(fill)) = (filled, first) {
            (spec.fill, spec.align) = (fill, second);
            rest.nth(1);
        } else if first.filter(is_align).is_some() {
            spec.align = rest.next();
        }
        spec.sign = eat(&mut rest, &['+', '-', ' ']);
        spec.no_negative_zero = eat(&mut rest, &['z']).is_some();
        spec.alternate = eat(&mut rest, &['#']).is_some();
        if !filled && eat(&mut rest, &['0']).is_some() {
            spec.fill = '0';
            if spec.align.is_none() && number {
                spec.align = Some('=');
            }
        }
        spec.width = digits(&mut rest)?.unwrap_or(0);
        if spec.width > WIDEST {
            return Err(Raise::new(Exc::MemoryError, ""));
        }
        spec.grouping = eat(&mut rest, &[',', '_']);
        if let (Some(first), Some(second)) = (spec.grouping, eat(&mut rest, &[',', '_'])) {
            return Err(Raise::value_error(if first == second {
                format!("Cannot specify '{first}' with '{first}'.")
            } else {
                "Cannot specify both ',' and '_'.".to_string()
            }));
        }
        if eat(&mut rest, &['.']).is_some() {
            spec.precision = digits(&mut rest)?;
            match spec.precision {
                None => return Err(Raise::value_error("Format specifier missing precision")),
                Some(precision) if precision > i32::MAX as usize => {
                    return Err(Raise::value_error("precision too big"));
                }
                Some(precision) if precision > WIDEST => return Err(Raise::new(Exc::MemoryError, "")),
                Some(_) => {}
            }
        }
        spec.kind = rest.next();
        if rest.next().is_some() {
            return Err(Raise::value_error(format!(
                "Invalid format specifier '{text}' for object of type '{type_name}'"
            )));
        }
        if let (Some(separator), Some(kind)) = (spec.grouping, spec.kind) {
            let fits = match kind {
                'd' | 'e' | 'f' | 'g' | 'E' | 'F' | 'G' | '%' => true,
                'b' | 'o' | 'x' | 'X' => separator == '_',
                _ => false,
            };
            if !fits {
                return Err(Raise::value_error(format!("Cannot specify '{separator}' with '{kind}'.")));
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

    fn is_plain(&self) -> bool {
        self.width == 0 && self.grouping.is_none()
    }

    fn write_fill(&self, out: &mut String, count: usize) -> Result<()> {
        memory::claim(count * self.fill.len_utf8())?;
        out.extend(std::iter::repeat_n(self.fill, count));
        Ok(())
    }

    /// Writes text of `length` characters, in parts, padded to the width.
    fn pad(&self, out: &mut String, parts: &[&str], length: usize, default: char) -> Result<()> {
        let missing = self.width.saturating_sub(length);
        let (left, right) = match self.align.unwrap_or(default) {
            '<' => (0, missing),
            '^' => (missing / 2, missing - missing / 2),
            _ => (missing, 0),
        };
        self.write_fill(out, left)?;
        for part in parts {
            memory::append(out, part)?;
        }
        self.write_fill(out, right)
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.sign) {
            (true, _) => "-",
            (false, Some('+')) => "+",
            (false, Some(' ')) => " ",
            _ => "",
        }
    }

    /// Writes sign, prefix, grouped digits and tail, padded.
    fn number(
        &self,
        out: &mut String,
        negative: bool,
        prefix: &str,
        digits: &str,
        tail: &str,
        group: usize,
    ) -> Result<()> {
        let sign = self.sign(negative);
        let inside = self.align == Some('=');
        let taken = sign.len() + prefix.len() + tail.len();
        let separated;
        let digits = match self.grouping {
            Some(separator) => {
                let least = if inside && self.fill == '0' { self.width.saturating_sub(taken) } else { 0 };
                separated = grouped(digits, separator, group, least);
                &separated
            }
            None => digits,
        };
        let length = taken + digits.len();
        if inside {
            out.push_str(sign);
            out.push_str(prefix);
            self.write_fill(out, self.width.saturating_sub(length))?;
            memory::append(out, digits)?;
            return memory::append(out, tail);
        }
        self.pad(out, &[sign, prefix, digits, tail], length, '>')
    }
}

/// Consumes the next letter if it is one of those wanted.
fn eat(rest: &mut Chars, wanted: &[char]) -> Option<char> {
    let found = rest.clone().next().filter(|c| wanted.contains(c));
    if found.is_some() {
        rest.next();
    }
    found
}

/// Parses a number, if one follows.
fn digits(rest: &mut Chars) -> Result<Option<usize>> {
    let mut value = None;
    while let Some(digit) = rest.clone().next().and_then(|c| c.to_digit(10)) {
        rest.next();
        let more = value.unwrap_or(0_usize).checked_mul(10).and_then(|value| value.checked_add(digit as usize));
        value = more.filter(|value| *value <= isize::MAX as usize);
        if value.is_none() {
            return Err(Raise::value_error("Too many decimal digits in format string"));
        }
    }
    Ok(value)
}

/// Groups digits with a separator, with leading zeros up to a minimum width.
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
pub fn write_str(out: &mut String, text: &str, spec: &str) -> Result<()> {
    if spec.is_empty() {
        return memory::append(out, text);
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
    let cut = spec.precision.and_then(|precision| text.char_indices().nth(precision)).map_or(text.len(), |(at, _)| at);
    spec.pad(out, &[&text[..cut]], text[..cut].chars().count(), '<')
}

/// `format(x, spec)` for a float.
pub(crate) fn write_float(out: &mut String, x: f64, spec: &str) -> Result<()> {
    if spec.is_empty() {
        number::write_repr(out, x);
        return Ok(());
    }
    float_with(out, x, &Spec::parse(spec, "float")?, "float")
}

fn float_with(out: &mut String, mut x: f64, spec: &Spec, type_name: &str) -> Result<()> {
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
    memory::claim(spec.precision.unwrap_or(0))?;
    let write = |out: &mut String| match (notation, spec.precision) {
        ('r', None) => number::write_repr(out, x.abs()),
        (_, precision) => number::write_float(out, x.abs(), notation, precision.unwrap_or(6), spec.alternate),
    };
    let negative = x.is_sign_negative() && !x.is_nan();
    if spec.is_plain() && !spec.no_negative_zero {
        out.push_str(spec.sign(negative));
        write(out);
        if percent {
            out.push('%');
        }
        return Ok(());
    }
    let mut text = String::with_capacity(32);
    write(&mut text);
    let zero = x.is_finite() && text.chars().take_while(|c| !matches!(c, 'e' | 'E')).all(|c| matches!(c, '0' | '.'));
    let negative = negative && !(spec.no_negative_zero && zero);
    if percent {
        text.push('%');
    }
    let split = match x.is_finite() {
        true => text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()),
        false => text.len() - usize::from(percent),
    };
    let (digits, tail) = text.split_at(split);
    spec.number(out, negative, "", digits, tail, if x.is_finite() { 3 } else { usize::MAX })
}

/// `format(z, spec)` for a complex number: both parts with the specification's precision, padded together.
pub(crate) fn write_complex(out: &mut String, re: f64, im: f64, text: &str) -> Result<()> {
    let spec = Spec::parse(text, "complex")?;
    if let Some(kind) = spec.kind.filter(|kind| !matches!(kind, 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'n')) {
        return Err(spec.unknown(kind, "complex"));
    }
    if spec.fill == '0' {
        return Err(Raise::value_error("Zero padding is not allowed in complex format specifier"));
    }
    if spec.align == Some('=') {
        return Err(Raise::value_error("'=' alignment flag is not allowed in complex format specifier"));
    }
    let shortest = spec.kind.is_none() && spec.precision.is_none();
    let part = |x: f64, sign: Option<char>| {
        let kind = if shortest { None } else { spec.kind.or(Some('g')) };
        let own = Spec { fill: ' ', align: None, width: 0, sign, kind, ..spec };
        let mut text = String::new();
        float_with(&mut text, x, &own, "complex")?;
        if shortest && text.ends_with(".0") {
            text.truncate(text.len() - if spec.alternate { 1 } else { 2 });
        }
        Ok::<String, Raise>(text)
    };
    let whole = if spec.kind.is_some() {
        format!("{}{}j", part(re, spec.sign)?, part(im, Some('+'))?)
    } else if re == 0.0 && !re.is_sign_negative() {
        format!("{}j", part(im, spec.sign)?)
    } else {
        format!("({}{}j)", part(re, spec.sign)?, part(im, Some('+'))?)
    };
    spec.pad(out, &[&whole], whole.chars().count(), '>')
}

/// `format(n, spec)` for an int (or bool: messages show the type's name).
pub(crate) fn write_int(out: &mut String, value: &Value, spec: &str) -> Result<()> {
    let type_name = if matches!(value, Value::Bool(_)) { "bool" } else { "int" };
    if spec.is_empty() {
        return number::write_int(out, value);
    }
    let spec = Spec::parse(spec, type_name)?;
    let kind = spec.kind.unwrap_or('d');
    if matches!(kind, 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%') {
        let x = match value {
            Value::Int(n) => *n as f64,
            value => big_to_float(&to_big(value).unwrap_or_default())?,
        };
        return float_with(out, x, &spec, type_name);
    }
    if !matches!(kind, 'b' | 'c' | 'd' | 'o' | 'x' | 'X' | 'n') {
        return Err(spec.unknown(kind, type_name));
    }
    if spec.precision.is_some() {
        return Err(Raise::value_error("Precision not allowed in integer format specifier"));
    }
    if spec.no_negative_zero {
        return Err(Raise::value_error("Negative zero coercion (z) not allowed in integer format specifier"));
    }
    if kind == 'c' {
        if spec.sign.is_some() {
            return Err(Raise::value_error("Sign not allowed with integer format specifier 'c'"));
        }
        if spec.alternate {
            return Err(Raise::value_error("Alternate form (#) not allowed with integer format specifier 'c'"));
        }
        spec.forbid_grouping('c')?;
        let code = to_big(value).and_then(|n| n.to_u32()).and_then(crate::surrogate::char_of);
        let c = code.ok_or_else(|| Raise::new(Exc::OverflowError, "%c arg not in range(0x110000)"))?;
        return spec.pad(out, &[c.encode_utf8(&mut [0; 4])], 1, '<');
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
    let (negative, digits) = magnitude(value, radix, kind == 'X')?;
    spec.number(out, negative, if spec.alternate { prefix } else { "" }, &digits, "", group)
}

/// The sign of an integer, and the digits of its magnitude in a base.
pub fn magnitude(n: &Value, radix: u32, upper: bool) -> Result<(bool, CompactString)> {
    let small = match n {
        Value::Int(n) => Some(*n),
        Value::Bool(n) => Some(i64::from(n.get())),
        _ => None,
    };
    if let Some(n) = small {
        let size = n.unsigned_abs();
        let digits = match (radix, upper) {
            (2, _) => format_compact!("{size:b}"),
            (8, _) => format_compact!("{size:o}"),
            (16, false) => format_compact!("{size:x}"),
            (16, true) => format_compact!("{size:X}"),
            _ => size.to_compact_string(),
        };
        return Ok((n < 0, digits));
    }
    let big = to_big(n).unwrap_or_default();
    let digits = match radix {
        10 => number::int_repr(&number::from_big(big.abs()))?,
        _ if upper => big.magnitude().to_str_radix(radix).to_uppercase(),
        _ => big.magnitude().to_str_radix(radix),
    };
    Ok((big.is_negative(), digits.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::format;

    /// Formats a value; None if the specification is invalid.
    fn formatted(value: impl Into<Value>, spec: &str) -> Option<String> {
        let mut out = String::new();
        format(&mut out, &value.into(), spec).ok().map(|_| out)
    }

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
            assert_eq!(formatted(n, spec).as_deref(), Some(text), "{n} {spec}");
        }
        assert_eq!(formatted(1, ".2d"), None);
        assert_eq!(formatted(1, "s"), None);
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
            assert_eq!(formatted(x, spec).as_deref(), Some(text), "{x} {spec}");
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
            assert_eq!(formatted(s, spec).as_deref(), Some(text), "{s} {spec}");
        }
        assert_eq!(formatted("a", "d"), None);
        assert_eq!(formatted("a", "+"), None);
    }
}
