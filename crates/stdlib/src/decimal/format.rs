//! `format()` of decimal numbers.

use super::natural::Natural;
use super::number::{Decimal, shed};
use super::settings::Settings;
use super::text::pointed;
use tensorcell_language::{Exc, Raise, Result, Vm};

/// A format specifier.
#[derive(Default)]
struct Spec {
    fill: Option<char>,
    align: Option<char>,
    sign: Option<char>,
    no_negative_zero: bool,
    zero: bool,
    width: usize,
    separator: bool,
    precision: Option<i64>,
    kind: Option<char>,
}

/// More characters than this are refused.
const LONGEST: usize = 1 << 31;

fn invalid() -> Raise {
    Raise::value_error("invalid format string")
}

/// Takes the first character if it is one of these.
fn take(text: &mut &str, of: &str) -> Option<char> {
    let first = text.chars().next().filter(|c| of.contains(*c))?;
    *text = &text[first.len_utf8()..];
    Some(first)
}

/// Takes the digits at the start; an error if they are too large.
fn take_number(text: &mut &str) -> Result<Option<usize>> {
    let length = text.bytes().position(|c| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(length);
    *text = rest;
    match digits.parse::<usize>() {
        _ if digits.is_empty() => Ok(None),
        Ok(number) if number < LONGEST => Ok(Some(number)),
        _ => Err(invalid()),
    }
}

impl Spec {
    fn read(mut text: &str) -> Result<Spec> {
        let mut spec = Spec::default();
        let mut chars = text.chars();
        if let (Some(fill), Some(align)) = (chars.next(), chars.next())
            && "<>=^".contains(align)
        {
            (spec.fill, spec.align) = (Some(fill), Some(align));
            text = chars.as_str();
        } else {
            spec.align = take(&mut text, "<>=^");
        }
        spec.sign = take(&mut text, "-+ ");
        spec.no_negative_zero = take(&mut text, "z").is_some();
        spec.zero = take(&mut text, "0").is_some();
        if spec.zero && text.starts_with('0') {
            return Err(invalid());
        }
        spec.width = take_number(&mut text)?.unwrap_or(0);
        spec.separator = take(&mut text, ",").is_some();
        if take(&mut text, ".").is_some() {
            spec.precision = Some(take_number(&mut text)?.ok_or_else(invalid)? as i64);
        }
        spec.kind = take(&mut text, "eEfFgGn%");
        if !text.is_empty() || spec.kind == Some('n') && spec.separator {
            return Err(invalid());
        }
        Ok(spec)
    }

    /// Whether zeros fill the space between the sign and the digits.
    fn fills_with_zeros(&self) -> bool {
        self.zero && self.align.is_none()
    }

    fn padded(&self, negative: bool, whole: String, rest: &str, finite: bool) -> String {
        let sign = match (negative, self.sign) {
            (true, _) => "-",
            (_, Some('+')) => "+",
            (_, Some(' ')) => " ",
            _ => "",
        };
        let with_zeros = self.fills_with_zeros() && finite;
        let (fill, align) = match with_zeros {
            true => ('0', '='),
            false => (self.fill.unwrap_or(' '), self.align.unwrap_or('>')),
        };
        let least = if with_zeros { self.width.saturating_sub(sign.len() + rest.len()) } else { 0 };
        let whole = if finite && self.separator { grouped(&whole, least) } else { whole };
        let missing = self.width.saturating_sub(sign.len() + whole.len() + rest.len());
        let filling = |count: usize| std::iter::repeat_n(fill, count).collect::<String>();
        let (before, inside, after) = match align {
            '=' => (0, missing, 0),
            '<' => (0, 0, missing),
            '^' => (missing / 2, 0, missing - missing / 2),
            _ => (missing, 0, 0),
        };
        [&filling(before), sign, &filling(inside), &whole, rest, &filling(after)].concat()
    }
}

/// Digits in groups of three, with zeros before them up to a length.
fn grouped(whole: &str, least: usize) -> String {
    let mut groups: Vec<String> = whole.as_bytes().rchunks(3).map(|group| group.escape_ascii().to_string()).collect();
    let mut length = groups.iter().map(String::len).sum::<usize>() + groups.len() - 1;
    while length < least {
        match groups.last_mut() {
            Some(last) if last.len() < 3 => {
                last.insert(0, '0');
                length += 1;
            }
            _ => {
                groups.push("0".into());
                length += 2;
            }
        }
    }
    groups.reverse();
    groups.join(",")
}

/// Notations of numbers.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    Fixed,
    Scientific,
    General,
}

pub fn format(vm: &mut Vm, number: &Decimal, specifier: &str, settings: &Settings) -> Result<String> {
    let spec = Spec::read(specifier)?;
    let percent = spec.kind == Some('%');
    if !number.is_finite() {
        let text = number.signed(false).text(vm, settings.capitals, false)?;
        return Ok(spec.padded(number.negative, text, if percent { "%" } else { "" }, false));
    }
    let style = match spec.kind {
        Some('f' | 'F' | '%') => Style::Fixed,
        Some('e' | 'E') => Style::Scientific,
        _ => Style::General,
    };
    let (n, e) = (&number.coefficient, number.exponent + if percent { 2 } else { 0 });
    let (n, e) = with_precision(vm, number.negative, n, e, (style, spec.precision), settings)?;
    let negative = number.negative && !(spec.no_negative_zero && n.is_zero());
    let digits = n.text(vm)?;
    let places = digits.len() as i64 + e;
    let point = match (style, spec.precision) {
        (Style::Fixed, _) => places,
        (Style::Scientific, Some(precision)) if n.is_zero() => 1 - precision,
        (Style::Scientific, _) => 1,
        (Style::General, _) if e <= 0 && places > -6 => places,
        (Style::General, _) => 1,
    };
    if point.unsigned_abs() > LONGEST as u64 {
        return Err(Raise::new(Exc::MemoryError, ""));
    }
    let (whole, mut part) = pointed(&digits, point);
    if style == Style::Scientific || places != point {
        let is_capital = matches!(spec.kind, Some('E' | 'G')) || spec.kind.is_none() && settings.capitals;
        part.push_str(&format!("{}{:+}", if is_capital { 'E' } else { 'e' }, places - point));
    }
    part.push_str(if percent { "%" } else { "" });
    Ok(spec.padded(negative, whole, &part, true))
}

/// The coefficient and the exponent, rounded to the digits that the notation shows.
fn with_precision(
    vm: &mut Vm,
    negative: bool,
    n: &Natural,
    e: i64,
    (style, precision): (Style, Option<i64>),
    settings: &Settings,
) -> Result<(Natural, i64)> {
    let Some(precision) = precision else {
        return Ok(if style == Style::Fixed && e > 0 { (n.scaled(vm, e)?, 0) } else { (n.clone(), e) });
    };
    if style == Style::Fixed {
        let dropped = -precision - e;
        let n = match dropped {
            1.. => shed(vm, n, dropped, negative, settings.rounding)?.0,
            _ => n.scaled(vm, -dropped)?,
        };
        return Ok((n, -precision));
    }
    let keep = if style == Style::Scientific { precision + 1 } else { precision.max(1) };
    let drop = n.digits(vm)? - keep;
    let (mut n, mut e) = (n.clone(), e);
    if drop > 0 {
        (n, e) = (shed(vm, &n, drop, negative, settings.rounding)?.0, e + drop);
        if n.digits(vm)? > keep {
            (n, e) = (n.cut(vm, 1)?.0, e + 1);
        }
    }
    let missing = keep - n.digits(vm)?;
    if style == Style::Scientific && !n.is_zero() && missing > 0 {
        return Ok((n.scaled(vm, missing)?, e - missing));
    }
    Ok((n, e))
}
