//! Output of kernels: `printf` and `assert`.

use super::access::generic_value;
use super::common::Common;
use super::setting::{Outcome, Setting, lanes, trouble};
use super::warp::Warp;
use crate::fault::FaultKind;
use crate::program::op::Call;

/// The longest text that is read or printed, in bytes.
const LONGEST: usize = 64 * 1024;

/// Reads an argument of a call from the frame.
fn argument(warp: &Warp, call: &Call, index: usize, lane: usize) -> u64 {
    let Some((offset, bytes)) = call.arguments.get(index) else {
        return 0;
    };
    let row = ((warp.frame().local + offset) / 4) as usize;
    let low = u64::from(warp.local[row][lane]);
    if *bytes == 8 { low | u64::from(warp.local[row + 1][lane]) << 32 } else { low }
}

fn text(warp: &Warp, common: &mut Common, setting: &Setting<'_>, lane: usize, address: u64) -> Outcome<String> {
    let mut bytes = Vec::new();
    while bytes.len() < LONGEST {
        let byte = generic_value(warp, common, setting, lane, address.wrapping_add(bytes.len() as u64), 1)? as u8;
        if byte == 0 {
            break;
        }
        bytes.push(byte);
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// `vprintf(format, values)`, executed by one lane after the other.
pub(crate) fn print(
    warp: &mut Warp,
    common: &mut Common,
    setting: &Setting<'_>,
    call: &Call,
    mask: u32,
) -> Outcome<()> {
    for lane in lanes(mask) {
        let (format, values) = (argument(warp, call, 0, lane), argument(warp, call, 1, lane));
        let format = text(warp, common, setting, lane, format)?;
        let mut printer = Printer { warp, common, setting, lane, values, out: String::new(), count: 0 };
        printer.format(&format)?;
        let (out, count) = (printer.out, printer.count);
        (setting.print)(&out);
        if let Some((offset, _)) = call.results.first() {
            let row = ((warp.frame().local + offset) / 4) as usize;
            warp.local[row][lane] = count;
        }
    }
    Ok(())
}

struct Printer<'p, 'm> {
    warp: &'p Warp,
    common: &'p mut Common,
    setting: &'p Setting<'m>,
    lane: usize,
    /// The address of the next value.
    values: u64,
    out: String,
    count: u32,
}

/// A conversion specification, such as `%-08.3lld`.
#[derive(Default)]
struct Conversion {
    left: bool,
    zeros: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
    long: bool,
    short: u32,
}

impl Printer<'_, '_> {
    fn value(&mut self, bytes: u64) -> Outcome<u64> {
        self.values = self.values.next_multiple_of(bytes);
        let value = generic_value(self.warp, self.common, self.setting, self.lane, self.values, bytes as u32)?;
        self.values += bytes;
        self.count += 1;
        Ok(value)
    }

    fn format(&mut self, format: &str) -> Outcome<()> {
        let mut characters = format.chars().peekable();
        while let Some(c) = characters.next() {
            if self.out.len() > LONGEST {
                return trouble(self.lane as u32, FaultKind::Print("text is too long"));
            }
            if c != '%' {
                self.out.push(c);
                continue;
            }
            let mut conversion = Conversion::default();
            while let Some(flag) = characters.next_if(|c| "-+ #0".contains(*c)) {
                match flag {
                    '-' => conversion.left = true,
                    '+' => conversion.plus = true,
                    ' ' => conversion.space = true,
                    '#' => conversion.alternate = true,
                    _ => conversion.zeros = true,
                }
            }
            conversion.width = self.number(&mut characters)?.unwrap_or(0);
            if characters.next_if_eq(&'.').is_some() {
                conversion.precision = Some(self.number(&mut characters)?.unwrap_or(0));
            }
            while let Some(size) = characters.next_if(|c| "hljztL".contains(*c)) {
                if size == 'h' { conversion.short += 1 } else { conversion.long = true }
            }
            match characters.next() {
                Some('%') => self.out.push('%'),
                Some(kind) => self.convert(kind, &conversion)?,
                None => return trouble(self.lane as u32, FaultKind::Print("format ends within a conversion")),
            }
        }
        Ok(())
    }

    fn number(&mut self, characters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Outcome<Option<usize>> {
        if characters.next_if_eq(&'*').is_some() {
            return Ok(Some((self.value(4)? as usize).min(LONGEST)));
        }
        let mut number = None;
        while let Some(digit) = characters.next_if(char::is_ascii_digit) {
            let digit = digit as usize - '0' as usize;
            number = Some((number.unwrap_or(0) * 10 + digit).min(LONGEST));
        }
        Ok(number)
    }

    fn convert(&mut self, kind: char, conversion: &Conversion) -> Outcome<()> {
        let (sign, body) = match kind {
            'd' | 'i' => {
                let value = if conversion.long { self.value(8)? as i64 } else { i64::from(self.value(4)? as i32) };
                let value = match conversion.short {
                    0 => value,
                    1 => i64::from(value as i16),
                    _ => i64::from(value as i8),
                };
                (sign(value < 0, conversion), digits(value.unsigned_abs().to_string(), conversion))
            }
            'u' | 'x' | 'X' | 'o' => {
                let value = if conversion.long { self.value(8)? } else { self.value(4)? };
                let value = match conversion.short {
                    0 => value,
                    1 => value & 0xffff,
                    _ => value & 0xff,
                };
                let text = match kind {
                    'u' => value.to_string(),
                    'o' => format!("{value:o}"),
                    'x' => format!("{value:x}"),
                    _ => format!("{value:X}"),
                };
                let prefix = if conversion.alternate && value != 0 {
                    match kind {
                        'x' => "0x",
                        'X' => "0X",
                        'o' => "0",
                        _ => "",
                    }
                } else {
                    ""
                };
                (prefix.to_owned(), digits(text, conversion))
            }
            'c' => (String::new(), char::from(self.value(4)? as u8).to_string()),
            's' => {
                let address = self.value(8)?;
                let mut text = text(self.warp, self.common, self.setting, self.lane, address)?;
                if let Some(precision) = conversion.precision {
                    text = text.chars().take(precision).collect();
                }
                (String::new(), text)
            }
            'p' => ("0x".to_owned(), format!("{:x}", self.value(8)?)),
            'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => {
                let value = f64::from_bits(self.value(8)?);
                let text = float(value.abs(), kind, conversion);
                (sign(value.is_sign_negative(), conversion), text)
            }
            _ => return trouble(self.lane as u32, FaultKind::Print("conversion is not known")),
        };
        self.pad(&sign, &body, kind, conversion);
        Ok(())
    }

    fn pad(&mut self, sign: &str, body: &str, kind: char, conversion: &Conversion) {
        let missing = conversion.width.saturating_sub(sign.len() + body.chars().count());
        let whole = "diuxXo".contains(kind) && conversion.precision.is_some();
        let zeros = conversion.zeros && !conversion.left && !whole && !"csp".contains(kind);
        let (before, between, after) = match (conversion.left, zeros) {
            (true, _) => (0, 0, missing),
            (_, true) => (0, missing, 0),
            _ => (missing, 0, 0),
        };
        self.out.extend(std::iter::repeat_n(' ', before));
        self.out.push_str(sign);
        self.out.extend(std::iter::repeat_n('0', between));
        self.out.push_str(body);
        self.out.extend(std::iter::repeat_n(' ', after));
    }
}

fn sign(negative: bool, conversion: &Conversion) -> String {
    if negative {
        "-".to_owned()
    } else if conversion.plus {
        "+".to_owned()
    } else if conversion.space {
        " ".to_owned()
    } else {
        String::new()
    }
}

/// Formats an integer with at least as many digits as the precision.
fn digits(text: String, conversion: &Conversion) -> String {
    match conversion.precision {
        Some(0) if text == "0" => String::new(),
        Some(precision) => format!("{text:0>precision$}"),
        None => text,
    }
}

/// Formats the magnitude of a number as C does.
fn float(value: f64, kind: char, conversion: &Conversion) -> String {
    let text = if value.is_nan() {
        "nan".to_owned()
    } else if value.is_infinite() {
        "inf".to_owned()
    } else {
        let precision = conversion.precision.unwrap_or(6);
        match kind.to_ascii_lowercase() {
            'f' => format!("{value:.precision$}"),
            'e' | 'a' => scientific(value, precision),
            _ => general(value, precision.max(1), conversion.alternate),
        }
    };
    if kind.is_ascii_uppercase() { text.to_ascii_uppercase() } else { text }
}

fn scientific(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let exponent: i32 = exponent.parse().unwrap_or(0);
            format!("{digits}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
        }
        None => text,
    }
}

/// `%g`: the shorter of `%e` and `%f`, without trailing zeros.
fn general(value: f64, precision: usize, keeps_zeros: bool) -> String {
    let rounded = scientific(value, precision - 1);
    let exponent: i32 = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let trimmed = |text: &str| {
        if keeps_zeros || !text.contains('.') {
            return text.to_owned();
        }
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    if exponent < -4 || exponent >= precision as i32 {
        return match rounded.split_once('e') {
            Some((digits, exponent)) => format!("{}e{exponent}", trimmed(digits)),
            None => rounded,
        };
    }
    trimmed(&format!("{value:.*}", (precision as i32 - 1 - exponent).max(0) as usize))
}

/// `__assertfail(message, file, line, function, size)`.
pub(crate) fn assertion(
    warp: &mut Warp,
    common: &mut Common,
    setting: &Setting<'_>,
    call: &Call,
    mask: u32,
) -> Outcome<()> {
    let lane = mask.trailing_zeros() as usize;
    let message = text(warp, common, setting, lane, argument(warp, call, 0, lane))?;
    let file = text(warp, common, setting, lane, argument(warp, call, 1, lane))?;
    let line = argument(warp, call, 2, lane) as u32;
    trouble(lane as u32, FaultKind::Assertion { message, file, line })
}
