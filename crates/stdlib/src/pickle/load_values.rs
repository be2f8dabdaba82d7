//! Numbers, texts and bytes of a pickle being read.

use super::failure::unpickling;
use super::loading::Loading;
use num_bigint::BigInt;
use tensorcell_language::builtins::{codecs, number};
use tensorcell_language::object::Bytes;
use tensorcell_language::{Exc, Raise, Result, Value, surrogate};

/// The greatest length that Python has.
const LARGEST: u64 = i64::MAX as u64;

impl Loading<'_, '_> {
    /// A length of data; OverflowError where it exceeds Python's.
    pub(super) fn length(&mut self, what: &str, width: usize) -> Result<usize> {
        let length = self.number(width)?;
        if length <= LARGEST {
            return Ok(length as usize);
        }
        let unit = if what.starts_with("FRAME") { "of" } else { "size of" };
        let text = format!("{what} exceeds system's maximum {unit} {LARGEST} bytes");
        Err(Raise::new(Exc::OverflowError, text))
    }
    pub(super) fn load_text(&mut self, width: usize) -> Result<()> {
        let length = self.length("BINUNICODE", width)?;
        let data = self.input.take(self.vm, length)?;
        let text = match std::str::from_utf8(data) {
            Ok(text) if !surrogate::is_in(text) => {
                tensorcell_language::memory::claim(length)?;
                Value::str(text)
            }
            _ => {
                let data = data.to_vec();
                Value::from(codecs::decode(self.vm, &data, "utf-8", "surrogatepass")?)
            }
        };
        self.push(text)
    }
    pub(super) fn load_bytes(&mut self, width: usize) -> Result<()> {
        let length = self.length("BINBYTES", width)?;
        let data = self.input.take_whole(self.vm, length)?;
        self.push(Value::bytes(data))
    }
    pub(super) fn load_bytearray(&mut self) -> Result<()> {
        let length = self.length("BYTEARRAY8", 8)?;
        let data = self.input.take_whole(self.vm, length)?;
        self.push(Value::Bytes(Bytes::new(data, true)))
    }
    /// A number of the memo, in digits.
    pub(super) fn number_line(&mut self) -> Result<i64> {
        let line = self.line(2)?;
        let text = self.ascii(&line);
        match self.whole(&text, 10, "\n")? {
            Value::Int(number) => Ok(number),
            _ => Err(Raise::new(Exc::OverflowError, "Python int too large to convert to C ssize_t")),
        }
    }
    fn ascii(&self, line: &[u8]) -> String {
        line.iter().copied().map(char::from).collect()
    }

    pub(super) fn load_int_line(&mut self) -> Result<()> {
        let line = self.line(2)?;
        let value = match &line[..] {
            b"00" => Value::from(false),
            b"01" => Value::from(true),
            _ => {
                let text = self.ascii(&line);
                match of_c(&text) {
                    Some(number) => Value::Int(number),
                    None => number::parse_int(self.vm, &text, 0)
                        .map_err(|_| Raise::value_error("could not convert string to int"))?,
                }
            }
        };
        self.push(value)
    }
    pub(super) fn load_long_line(&mut self) -> Result<()> {
        let line = self.line(2)?;
        let text = self.ascii(line.strip_suffix(b"L").unwrap_or(&line));
        let value = self.whole(&text, 0, "")?;
        self.push(value)
    }
    /// A whole number; an error shows the text with the end that it still has in CPython.
    fn whole(&mut self, text: &str, base: u32, end: &str) -> Result<Value> {
        let Ok(value) = number::parse_int(self.vm, text, base) else {
            let shown = self.vm.repr(&Value::from(format!("{text}{end}")))?;
            return Err(Raise::value_error(format!("invalid literal for int() with base 10: {shown}")));
        };
        Ok(value)
    }
    pub(super) fn load_long(&mut self, width: usize) -> Result<()> {
        let length = self.number(width)?;
        if width == 4 && length > i32::MAX as u64 {
            return Err(unpickling("LONG pickle has negative byte count"));
        }
        let data = self.input.take(self.vm, length as usize)?;
        let value = Value::big(BigInt::from_signed_bytes_le(data));
        self.push(value)
    }
    pub(super) fn load_float_line(&mut self) -> Result<()> {
        let line = self.line(2)?;
        let text = self.ascii(&line);
        let plain = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
        let is_number = !text.contains('_') && !text.contains(char::is_whitespace);
        let value = match number::parse_float(&text) {
            Ok(value) if is_number => value,
            // Digits at the start, and something else behind them.
            _ if plain.starts_with(|c: char| c.is_ascii_digit())
                || plain.starts_with("inf")
                || plain.starts_with("nan") =>
            {
                return Err(Raise::value_error("could not convert string to float"));
            }
            _ => {
                return Err(Raise::value_error(format!("could not convert string to float: '{text}\n'")));
            }
        };
        if value.is_infinite() && !plain.starts_with("inf") {
            let text = format!("value too large to convert to float: '{text}\n'");
            return Err(Raise::new(Exc::OverflowError, text));
        }
        self.push(Value::from(value))
    }

    /// A string of Python 2, as the program wants it.
    fn push_string(&mut self, data: Vec<u8>) -> Result<()> {
        let value = match self.manner.encoding.as_str() {
            "bytes" => Value::bytes(data),
            encoding => Value::from(codecs::decode(self.vm, &data, encoding, &self.manner.errors)?),
        };
        self.push(value)
    }
    pub(super) fn load_string(&mut self, width: usize) -> Result<()> {
        let length = self.number(width)?;
        let data = self.input.take_whole(self.vm, length as usize)?;
        self.push_string(data)
    }
    pub(super) fn load_string_line(&mut self) -> Result<()> {
        let line = self.line(1)?;
        match &line[..] {
            [first @ (b'\'' | b'"'), inner @ .., last] if first == last => {
                let data = unescaped(inner)?;
                self.push_string(data)
            }
            _ => Err(unpickling("the STRING opcode argument must be quoted")),
        }
    }
    pub(super) fn load_unicode_line(&mut self) -> Result<()> {
        let line = self.line(1)?;
        let text = codecs::decode(self.vm, &line, "raw_unicode_escape", "strict")?;
        self.push(Value::from(text))
    }
}

/// An integer as C's `strtol` reads it: zeros at the start make it octal. None for what it refuses.
fn of_c(text: &str) -> Option<i64> {
    let text = text.trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
    let (sign, digits) = match text.split_at_checked(1)? {
        ("-", rest) => ("-", rest),
        ("+", rest) => ("", rest),
        _ => ("", text),
    };
    let lower = digits.to_ascii_lowercase();
    let (base, digits) = match lower.strip_prefix("0x") {
        Some(rest) => (16, rest),
        None if lower.len() > 1 && lower.starts_with('0') => (8, &lower[1..]),
        None => (10, &lower[..]),
    };
    if !digits.starts_with(|c: char| c.is_digit(base)) {
        return None;
    }
    i64::from_str_radix(&format!("{sign}{digits}"), base).ok()
}

/// What stands between the quotes of a bytes literal.
fn unescaped(data: &[u8]) -> Result<Vec<u8>> {
    let (mut made, mut at) = (Vec::with_capacity(data.len()), 0);
    while let Some(&byte) = data.get(at) {
        at += 1;
        if byte != b'\\' {
            made.push(byte);
            continue;
        }
        let Some(&letter) = data.get(at) else { return Err(Raise::value_error("Trailing \\ in string")) };
        at += 1;
        match letter {
            b'\n' => {}
            b'a' => made.push(7),
            b'b' => made.push(8),
            b'f' => made.push(12),
            b'n' => made.push(b'\n'),
            b'r' => made.push(b'\r'),
            b't' => made.push(b'\t'),
            b'v' => made.push(11),
            b'\\' | b'\'' | b'"' => made.push(letter),
            b'0'..=b'7' => {
                let start = at - 1;
                while at < start + 3 && data.get(at).is_some_and(|digit| (b'0'..=b'7').contains(digit)) {
                    at += 1;
                }
                let digits = &data[start..at];
                made.push(digits.iter().fold(0_u32, |code, digit| code * 8 + u32::from(digit - b'0')) as u8);
            }
            b'x' => {
                let digits = data.get(at..at + 2).and_then(|digits| std::str::from_utf8(digits).ok());
                let code = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
                let code = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                let Some(code) = code else {
                    return Err(Raise::value_error(format!("invalid \\x escape at position {}", at - 2)));
                };
                made.push(code);
                at += 2;
            }
            other => made.extend([b'\\', other]),
        }
    }
    Ok(made)
}
