//! `unicode_escape` and `raw_unicode_escape`: text as written in literals.

use super::failure::backslashed;
use super::steps::Decoding;
use crate::surrogate::char_of;
use crate::{Result, unicode};

pub(super) fn encode(text: &str) -> Vec<u8> {
    text.chars().map(escaped).collect::<String>().into_bytes()
}

fn escaped(c: char) -> String {
    match c {
        '\\' => "\\\\".to_owned(),
        '\t' => "\\t".to_owned(),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        ' '..='~' => c.to_string(),
        _ => backslashed(c),
    }
}

pub(super) fn encode_raw(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for c in text.chars() {
        match u8::try_from(c) {
            Ok(byte) => out.push(byte),
            Err(_) => out.extend(backslashed(c).into_bytes()),
        }
    }
    out
}

/// The escape that a backslash begins.
enum Escape {
    Text(String, usize),
    /// Not an escape: the backslash and the next character are literal.
    None(usize),
    Wrong(usize, &'static str),
    /// Incomplete: more bytes may follow.
    Unfinished(usize, &'static str),
}

pub(super) fn decode(decoding: &mut Decoding, raw: bool) -> Result<()> {
    let mut unknown = None;
    while let Some(byte) = decoding.rest().first().copied() {
        if byte != b'\\' {
            decoding.out.push(char::from(byte));
            decoding.at += 1;
            continue;
        }
        match if raw { raw_escape(decoding.rest(), decoding.last) } else { escape(decoding.rest()) } {
            Escape::Text(text, length) => {
                let octal = &decoding.data[decoding.at + 1..decoding.at + length];
                if matches!(octal, [b'4'..=b'7', _, _]) && octal.iter().all(u8::is_ascii_digit) {
                    unknown.get_or_insert(format!("invalid octal escape sequence '\\{}'", text_of(octal)));
                }
                decoding.out.push_str(&text);
                decoding.at += length;
            }
            Escape::None(length) => {
                let own = &decoding.data[decoding.at..decoding.at + length];
                if !raw {
                    unknown.get_or_insert(format!("invalid escape sequence '{}'", text_of(own)));
                }
                decoding.out.extend(own.iter().map(|byte| char::from(*byte)));
                decoding.at += length;
            }
            Escape::Unfinished(..) if !decoding.last => break,
            Escape::Wrong(length, reason) | Escape::Unfinished(length, reason) => {
                decoding.fail(decoding.at, decoding.at + length, reason)?;
            }
        }
    }
    match unknown {
        Some(words) => decoding.vm.warn("DeprecationWarning", &words),
        None => Ok(()),
    }
}

fn text_of(data: &[u8]) -> String {
    data.iter().map(|byte| char::from(*byte)).collect()
}

fn raw_escape(rest: &[u8], last: bool) -> Escape {
    match rest.get(1) {
        Some(b'u') => coded(rest, 4, "truncated \\uXXXX escape"),
        Some(b'U') => coded(rest, 8, "truncated \\UXXXXXXXX escape"),
        Some(_) => Escape::None(2),
        None if last => Escape::None(1),
        None => Escape::Unfinished(1, "\\ at end of string"),
    }
}

fn escape(rest: &[u8]) -> Escape {
    let one = |c: char| Escape::Text(c.to_string(), 2);
    match rest.get(1) {
        None => Escape::Unfinished(1, "\\ at end of string"),
        Some(b'\n') => Escape::Text(String::new(), 2),
        Some(letter @ (b'\\' | b'\'' | b'"')) => one(char::from(*letter)),
        Some(b'a') => one('\x07'),
        Some(b'b') => one('\x08'),
        Some(b'f') => one('\x0c'),
        Some(b'n') => one('\n'),
        Some(b'r') => one('\r'),
        Some(b't') => one('\t'),
        Some(b'v') => one('\x0b'),
        Some(b'0'..=b'7') => {
            let digits: Vec<u8> = rest[1..].iter().take(3).take_while(|b| (b'0'..=b'7').contains(b)).copied().collect();
            let code = digits.iter().fold(0, |sum, b| sum * 8 + u32::from(b - b'0'));
            Escape::Text(char_of(code).into_iter().collect(), 1 + digits.len())
        }
        Some(b'x') => coded(rest, 2, "truncated \\xXX escape"),
        Some(b'u') => coded(rest, 4, "truncated \\uXXXX escape"),
        Some(b'U') => coded(rest, 8, "truncated \\UXXXXXXXX escape"),
        Some(b'N') => name(rest),
        Some(_) => Escape::None(2),
    }
}

/// A code point in hexadecimal digits.
fn coded(rest: &[u8], digits: usize, truncated: &'static str) -> Escape {
    let found = rest[2..].iter().take(digits).take_while(|b| b.is_ascii_hexdigit()).count();
    let value = |byte: &u8| char::from(*byte).to_digit(16).unwrap_or_default();
    match found == digits {
        true => match char_of(rest[2..2 + digits].iter().fold(0, |code, byte| code << 4 | value(byte))) {
            Some(c) => Escape::Text(c.to_string(), 2 + digits),
            None => Escape::Wrong(2 + digits, "illegal Unicode character"),
        },
        false if rest.len() == 2 + found => Escape::Unfinished(2 + found, truncated),
        false => Escape::Wrong(2 + found, truncated),
    }
}

/// `\N{EURO SIGN}`
fn name(rest: &[u8]) -> Escape {
    const MALFORMED: &str = "malformed \\N character escape";
    match rest.get(2) {
        None => Escape::Unfinished(2, MALFORMED),
        Some(b'{') => match rest.iter().position(|byte| *byte == b'}') {
            None => Escape::Unfinished(rest.len(), MALFORMED),
            Some(3) => Escape::Wrong(3, MALFORMED),
            Some(close) => match unicode::character_of(&text_of(&rest[3..close])) {
                Some(c) => Escape::Text(c.to_string(), close + 1),
                None => Escape::Wrong(close + 1, "unknown Unicode character name"),
            },
        },
        Some(_) => Escape::Wrong(2, MALFORMED),
    }
}
