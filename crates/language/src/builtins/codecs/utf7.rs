//! UTF-7: ASCII text, with other characters as base64 of their UTF-16 between `+` and `-`.

use super::steps::Decoding;
use crate::Result;
use crate::surrogate::{char_of, code_of};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn digit(byte: u8) -> Option<u32> {
    DIGITS.iter().position(|digit| *digit == byte).map(|value| value as u32)
}

/// Whether a character is written directly outside base64.
fn is_direct(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='}') && !matches!(c, '+' | '\\')
}

/// Bits between characters and base64 digits.
#[derive(Default)]
struct Bits {
    held: u32,
    count: u32,
}

impl Bits {
    fn add(&mut self, value: u32, count: u32) {
        self.held = self.held << count | value;
        self.count += count;
    }
    fn take(&mut self, count: u32) -> Option<u32> {
        self.count = self.count.checked_sub(count)?;
        let taken = self.held >> self.count;
        self.held &= (1 << self.count) - 1;
        Some(taken)
    }
}

fn units(c: char) -> Vec<u32> {
    match code_of(c) {
        code @ 0x1_0000.. => vec![0xd800 + ((code - 0x1_0000) >> 10), 0xdc00 + (code & 0x3ff)],
        code => vec![code],
    }
}

pub(super) fn encode(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut shifted: Option<Bits> = None;
    for c in text.chars() {
        match (is_direct(c), &mut shifted) {
            (true, open) => {
                if let Some(bits) = open.take() {
                    close(bits, u8::try_from(c).is_ok_and(|byte| byte == b'-' || digit(byte).is_some()), &mut out);
                }
                out.push(c as u8);
            }
            (false, None) if c == '+' => out.extend(b"+-"),
            (false, open) => {
                if open.is_none() {
                    out.push(b'+');
                }
                write(open.get_or_insert_default(), c, &mut out);
            }
        }
    }
    if let Some(bits) = shifted {
        close(bits, true, &mut out);
    }
    out
}

fn write(bits: &mut Bits, c: char, out: &mut Vec<u8>) {
    for unit in units(c) {
        bits.add(unit, 16);
        while let Some(value) = bits.take(6) {
            out.push(DIGITS[value as usize]);
        }
    }
}

/// Ends base64, with `-` if the next character could be read as base64.
fn close(bits: Bits, mark: bool, out: &mut Vec<u8>) {
    if bits.count > 0 {
        out.push(DIGITS[(bits.held << (6 - bits.count)) as usize & 63]);
    }
    if mark {
        out.push(b'-');
    }
}

/// A base64 section being decoded.
struct Shift {
    bits: Bits,
    /// The first half of a surrogate pair.
    high: Option<u32>,
    /// Where it began, in the bytes and in the text.
    start: usize,
    text: usize,
}

impl Shift {
    /// The error if the section ends here.
    fn mistake(&self) -> Option<&'static str> {
        match self.bits.count {
            6.. => Some("partial character in shift sequence"),
            _ if self.bits.held != 0 => Some("non-zero padding bits in shift sequence"),
            _ => None,
        }
    }
    fn read(&mut self, value: u32, out: &mut String) {
        self.bits.add(value, 6);
        let Some(unit) = self.bits.take(16) else { return };
        match (self.high.take(), unit) {
            (Some(high), 0xdc00..=0xdfff) => out.extend(char_of(0x1_0000 + ((high - 0xd800) << 10) + (unit - 0xdc00))),
            (before, unit) => {
                out.extend(before.and_then(char_of));
                match unit {
                    0xd800..=0xdbff => self.high = Some(unit),
                    _ => out.extend(char_of(unit)),
                }
            }
        }
    }
}

pub(super) fn decode(decoding: &mut Decoding) -> Result<()> {
    let mut shift: Option<Shift> = None;
    loop {
        let Some(byte) = decoding.rest().first().copied() else {
            let Some(open) = shift.take() else { return Ok(()) };
            if !decoding.last {
                decoding.out.truncate(open.text);
                decoding.at = open.start;
                return Ok(());
            }
            if open.high.is_none() && open.mistake().is_none() {
                return Ok(());
            }
            decoding.fail(open.start, decoding.data.len(), "unterminated shift sequence")?;
            continue;
        };
        match (shift.take(), digit(byte)) {
            (Some(mut open), Some(value)) => {
                open.read(value, &mut decoding.out);
                decoding.at += 1;
                shift = Some(open);
            }
            (Some(open), None) => leave(decoding, &open, byte)?,
            (None, _) => shift = enter(decoding, byte)?,
        }
    }
}

fn leave(decoding: &mut Decoding, open: &Shift, byte: u8) -> Result<()> {
    if let Some(reason) = open.mistake() {
        return decoding.fail(open.start, decoding.at + 1, reason);
    }
    if byte.is_ascii() {
        decoding.out.extend(open.high.and_then(char_of));
    }
    decoding.at += usize::from(byte == b'-');
    Ok(())
}

/// Handles a byte outside base64, which may start a section.
fn enter(decoding: &mut Decoding, byte: u8) -> Result<Option<Shift>> {
    let start = decoding.at;
    match (byte, decoding.rest().get(1).copied()) {
        (b'+', Some(b'-')) => {
            decoding.out.push('+');
            decoding.at += 2;
        }
        (b'+', Some(next)) if digit(next).is_none() => decoding.fail(start, start + 2, "ill-formed sequence")?,
        (b'+', _) => {
            decoding.at += 1;
            return Ok(Some(Shift { bits: Bits::default(), high: None, start, text: decoding.out.len() }));
        }
        (0..128, _) => {
            decoding.out.push(char::from(byte));
            decoding.at += 1;
        }
        _ => decoding.fail(start, start + 1, "unexpected special character")?,
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::encode;

    #[test]
    fn text_is_written_as_cpython_writes_it() {
        for (text, bytes) in [
            ("a+b", "a+-b"),
            ("a~b\\c", "a+AH4-b+AFw-c"),
            ("é-", "+AOk--"),
            ("é/", "+AOk-/"),
            ("😀 x", "+2D3eAA x"),
            ("Hi Mom -☺-!", "Hi Mom -+Jjo--!"),
        ] {
            assert_eq!(encode(text), bytes.as_bytes());
        }
    }
}
