//! The codecs between text and bytes.

use super::repr;
use crate::object::{Bytes, Tuple};
use crate::{Exc, Raise, Result, Value};
use std::rc::Rc;

/// What the bytes 0x80 to 0x9f mean in Windows' western code page; zero is undefined.
const WINDOWS: [u16; 32] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0, 0,
    0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
];

/// Where ISO 8859-15 differs from Latin-1.
const LATIN9: [(u8, char); 8] =
    [(0xa4, '€'), (0xa6, 'Š'), (0xa8, 'š'), (0xb4, 'Ž'), (0xb8, 'ž'), (0xbc, 'Œ'), (0xbd, 'œ'), (0xbe, 'Ÿ')];

/// How text and bytes correspond.
#[derive(Clone, Copy, PartialEq)]
enum Codec {
    Utf8,
    Utf8Marked,
    /// 16 or 32 bits a unit; the byte order, where the name says it.
    Wide(usize, Option<bool>),
    Ascii,
    Latin1,
    Latin9,
    Windows,
    Escaped,
    /// Only characters outside Latin-1 are escaped.
    RawEscaped,
}

impl Codec {
    fn find(encoding: &str) -> Result<Self> {
        let plain: String =
            encoding.to_ascii_lowercase().chars().filter(|c| !matches!(c, '-' | '_' | ' ' | ':')).collect();
        Ok(match plain.as_str() {
            "utf8" | "u8" | "utf" | "cp65001" => Self::Utf8,
            "utf8sig" => Self::Utf8Marked,
            "utf16" | "u16" => Self::Wide(2, None),
            "utf16le" | "unicodelittleunmarked" => Self::Wide(2, Some(false)),
            "utf16be" | "unicodebigunmarked" => Self::Wide(2, Some(true)),
            "utf32" | "u32" => Self::Wide(4, None),
            "utf32le" => Self::Wide(4, Some(false)),
            "utf32be" => Self::Wide(4, Some(true)),
            "ascii" | "usascii" | "646" | "us" => Self::Ascii,
            "latin1" | "latin" | "l1" | "iso88591" | "88591" | "cp819" | "8859" => Self::Latin1,
            "iso885915" | "latin9" | "l9" => Self::Latin9,
            "cp1252" | "windows1252" | "1252" => Self::Windows,
            "unicodeescape" => Self::Escaped,
            "rawunicodeescape" => Self::RawEscaped,
            _ => return Err(Raise::new(Exc::LookupError, format!("unknown encoding: {encoding}"))),
        })
    }

    /// Its name in errors, and what is wrong with a character that it lacks.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Ascii => ("ascii", "ordinal not in range(128)"),
            Self::Latin1 => ("latin-1", "ordinal not in range(256)"),
            _ => ("charmap", "character maps to <undefined>"),
        }
    }

    /// The byte of a character, in the codecs of one byte each.
    fn byte(self, c: char) -> Option<u8> {
        let code = c as u32;
        match self {
            Self::Ascii => u8::try_from(code).ok().filter(u8::is_ascii),
            Self::Latin1 => u8::try_from(code).ok(),
            Self::Latin9 => match LATIN9.iter().find(|(_, other)| *other == c) {
                Some((byte, _)) => Some(*byte),
                None => u8::try_from(code).ok().filter(|byte| LATIN9.iter().all(|(other, _)| other != byte)),
            },
            _ => match WINDOWS.iter().position(|other| *other != 0 && u32::from(*other) == code) {
                Some(at) => Some(0x80 + at as u8),
                None => u8::try_from(code).ok().filter(|byte| !(0x80..0xa0).contains(byte)),
            },
        }
    }

    /// The character of a byte, in the codecs of one byte each.
    fn char(self, byte: u8) -> Option<char> {
        match (self, byte) {
            (Self::Ascii, 0x80..) => None,
            (Self::Latin9, _) => {
                Some(LATIN9.iter().find(|(other, _)| *other == byte).map_or(byte as char, |(_, c)| *c))
            }
            (Self::Windows, 0x80..=0x9f) => match WINDOWS[usize::from(byte - 0x80)] {
                0 => None,
                code => char::from_u32(code.into()),
            },
            _ => Some(byte as char),
        }
    }
}

/// `text.encode(encoding, errors)`.
pub fn encode(text: &str, encoding: &str, errors: &str) -> Result<Vec<u8>> {
    let codec = Codec::find(encoding)?;
    match codec {
        Codec::Utf8 => Ok(text.as_bytes().to_vec()),
        Codec::Utf8Marked => Ok([b"\xef\xbb\xbf", text.as_bytes()].concat()),
        Codec::Wide(width, order) => {
            let mark = if order.is_none() { "\u{feff}" } else { "" };
            let big = order == Some(true);
            let chars = mark.chars().chain(text.chars());
            Ok(match (width, big) {
                (2, big) => chars
                    .flat_map(|c| c.encode_utf16(&mut [0; 2]).to_vec())
                    .flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() })
                    .collect(),
                (_, true) => chars.flat_map(|c| (c as u32).to_be_bytes()).collect(),
                (_, false) => chars.flat_map(|c| (c as u32).to_le_bytes()).collect(),
            })
        }
        Codec::Escaped => Ok(text.chars().map(escaped).collect::<String>().into_bytes()),
        Codec::RawEscaped => Ok(text
            .chars()
            .flat_map(|c| match u8::try_from(c as u32) {
                Ok(byte) => vec![byte],
                Err(_) => escaped(c).into_bytes(),
            })
            .collect()),
        Codec::Ascii | Codec::Latin1 | Codec::Latin9 | Codec::Windows => encode_bytes(text, codec, errors),
    }
}

fn escaped(c: char) -> String {
    match c {
        '\\' => "\\\\".to_owned(),
        '\t' => "\\t".to_owned(),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        ' '..='~' => c.to_string(),
        '\0'..='\u{ff}' => format!("\\x{:02x}", c as u32),
        '\u{100}'..='\u{ffff}' => format!("\\u{:04x}", c as u32),
        _ => format!("\\U{:08x}", c as u32),
    }
}

fn encode_bytes(text: &str, codec: Codec, errors: &str) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    for (i, c) in text.chars().enumerate() {
        if let Some(byte) = codec.byte(c) {
            out.push(byte);
            continue;
        }
        match errors {
            "ignore" => {}
            "replace" => out.push(b'?'),
            "backslashreplace" => out.extend(escaped(c).into_bytes()),
            "xmlcharrefreplace" => out.extend(format!("&#{};", c as u32).into_bytes()),
            "strict" => {
                let (name, reason) = codec.words();
                let run = text.chars().skip(i).take_while(|c| codec.byte(*c).is_none()).count();
                let what = match run {
                    1 => format!("character '{}' in position {i}", repr::ascii(&c.to_string())),
                    _ => format!("characters in position {i}-{}", i + run - 1),
                };
                let message = format!("'{name}' codec can't encode {what}: {reason}");
                let at = [i, i + run].map(|at| Value::Int(at as i64));
                return Err(failed(Exc::UnicodeEncodeError, message, name, Value::str(text), at, reason));
            }
            _ => return Err(unknown_handler(errors)),
        }
    }
    Ok(out)
}

fn unknown_handler(errors: &str) -> Raise {
    Raise::new(Exc::LookupError, format!("unknown error handler name '{errors}'"))
}

/// `data.decode(encoding, errors)`.
pub fn decode(data: &[u8], encoding: &str, errors: &str) -> Result<String> {
    let codec = Codec::find(encoding)?;
    match codec {
        Codec::Utf8 => decode_utf8(data, errors),
        Codec::Utf8Marked => decode_utf8(data.strip_prefix(b"\xef\xbb\xbf").unwrap_or(data), errors),
        Codec::Wide(2, order) => decode_utf16(data, order, errors),
        Codec::Wide(_, order) => decode_utf32(data, order, errors),
        Codec::Escaped => decode_escaped(data, false, errors),
        Codec::RawEscaped => decode_escaped(data, true, errors),
        Codec::Ascii | Codec::Latin1 | Codec::Latin9 | Codec::Windows => {
            let (name, reason) = codec.words();
            let mut out = String::with_capacity(data.len());
            for (i, byte) in data.iter().enumerate() {
                match codec.char(*byte) {
                    Some(c) => out.push(c),
                    None => undecodable(&mut out, errors, name, data, i, 1, reason)?,
                }
            }
            Ok(out)
        }
    }
}

/// The error of a codec, with the fields that programs read.
fn failed(kind: Exc, message: String, codec: &str, object: Value, [start, end]: [Value; 2], reason: &str) -> Raise {
    let mut raise = Raise::new(kind, message);
    raise.0.args = Some(Rc::new(Tuple::from(vec![Value::str(codec), object, start, end, Value::str(reason)])));
    raise
}

/// Deals with `length` bytes from `at` that mean nothing, as `errors` says.
fn undecodable(
    out: &mut String,
    errors: &str,
    codec: &str,
    data: &[u8],
    at: usize,
    length: usize,
    reason: &str,
) -> Result<()> {
    match errors {
        "ignore" => {}
        "replace" => out.push('\u{fffd}'),
        "backslashreplace" => data[at..at + length].iter().for_each(|b| out.push_str(&format!("\\x{b:02x}"))),
        "strict" => {
            let what = match length {
                1 => format!("byte 0x{:02x} in position {at}", data[at]),
                _ => format!("bytes in position {at}-{}", at + length - 1),
            };
            let message = format!("'{codec}' codec can't decode {what}: {reason}");
            let object = Value::Bytes(Bytes::new(data.to_vec(), false));
            let places = [at, at + length].map(|at| Value::Int(at as i64));
            return Err(failed(Exc::UnicodeDecodeError, message, codec, object, places, reason));
        }
        _ => return Err(unknown_handler(errors)),
    }
    Ok(())
}

fn decode_utf8(data: &[u8], errors: &str) -> Result<String> {
    let mut out = String::with_capacity(data.len());
    let mut at = 0;
    for chunk in data.utf8_chunks() {
        out.push_str(chunk.valid());
        at += chunk.valid().len();
        let invalid = chunk.invalid();
        if invalid.is_empty() {
            continue;
        }
        let ended = at + invalid.len() == data.len() && invalid.len() < expected_length(invalid[0]);
        let reason = match (ended, invalid[0]) {
            (true, 0xc2..=0xf4) => "unexpected end of data",
            (_, 0xc2..=0xf4) => "invalid continuation byte",
            _ => "invalid start byte",
        };
        undecodable(&mut out, errors, "utf-8", data, at, invalid.len(), reason)?;
        at += invalid.len();
    }
    Ok(out)
}

fn expected_length(first: u8) -> usize {
    match first {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    }
}

fn decode_utf16(data: &[u8], order: Option<bool>, errors: &str) -> Result<String> {
    let (big, mut at) = match (order, data) {
        (None, [0xfe, 0xff, ..]) => (true, 2),
        (None, [0xff, 0xfe, ..]) => (false, 2),
        (order, _) => (order == Some(true), 0),
    };
    let name = if big { "utf-16-be" } else { "utf-16-le" };
    let unit = |at: usize| {
        let pair = [*data.get(at)?, *data.get(at + 1)?];
        Some(if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) })
    };
    let mut out = String::with_capacity(data.len() / 2);
    while at < data.len() {
        let (length, reason) = match (unit(at), unit(at + 2)) {
            (None, _) => (1, "truncated data"),
            (Some(high @ 0xd800..=0xdbff), Some(low @ 0xdc00..=0xdfff)) => {
                let code = 0x10000 + ((u32::from(high) - 0xd800) << 10) + (u32::from(low) - 0xdc00);
                out.extend(char::from_u32(code));
                at += 4;
                continue;
            }
            (Some(0xd800..=0xdbff), Some(_)) => (2, "illegal UTF-16 surrogate"),
            (Some(0xd800..=0xdbff), None) => (data.len() - at, "unexpected end of data"),
            (Some(0xdc00..=0xdfff), _) => (2, "illegal encoding"),
            (Some(code), _) => {
                out.extend(char::from_u32(code.into()));
                at += 2;
                continue;
            }
        };
        undecodable(&mut out, errors, name, data, at, length, reason)?;
        at += length;
    }
    Ok(out)
}

fn decode_utf32(data: &[u8], order: Option<bool>, errors: &str) -> Result<String> {
    let (big, start) = match (order, data) {
        (None, [0, 0, 0xfe, 0xff, ..]) => (true, 4),
        (None, [0xff, 0xfe, 0, 0, ..]) => (false, 4),
        (order, _) => (order == Some(true), 0),
    };
    let name = if big { "utf-32-be" } else { "utf-32-le" };
    let mut out = String::with_capacity(data.len() / 4);
    for (i, unit) in data[start..].chunks(4).enumerate() {
        let at = start + 4 * i;
        let reason = match <[u8; 4]>::try_from(unit) {
            Err(_) => "truncated data",
            Ok(bytes) => match if big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) } {
                0xd800..=0xdfff => "code point in surrogate code point range(0xd800, 0xe000)",
                code => match char::from_u32(code) {
                    Some(c) => {
                        out.push(c);
                        continue;
                    }
                    None => "code point not in range(0x110000)",
                },
            },
        };
        undecodable(&mut out, errors, name, data, at, unit.len(), reason)?;
    }
    Ok(out)
}

/// Latin-1 with the escapes of string literals; raw knows only those that begin with u or U.
fn decode_escaped(data: &[u8], raw: bool, errors: &str) -> Result<String> {
    let name = if raw { "rawunicodeescape" } else { "unicodeescape" };
    let mut out = String::with_capacity(data.len());
    let mut at = 0;
    while at < data.len() {
        let next = data.get(at + 1).copied();
        let (digits, truncated) = match (data[at], next) {
            (b'\\', Some(b'u')) => (4, "truncated \\uXXXX escape"),
            (b'\\', Some(b'U')) => (8, "truncated \\UXXXXXXXX escape"),
            (b'\\', Some(b'x')) if !raw => (2, "truncated \\xXX escape"),
            (b'\\', None) if !raw => {
                undecodable(&mut out, errors, name, data, at, 1, "\\ at end of string")?;
                at += 1;
                continue;
            }
            (b'\\', Some(letter)) if !raw => {
                at += 2;
                match letter {
                    b'\n' => {}
                    b'\\' | b'\'' | b'"' => out.push(letter as char),
                    b'a' => out.push('\x07'),
                    b'b' => out.push('\x08'),
                    b'f' => out.push('\x0c'),
                    b'n' => out.push('\n'),
                    b'r' => out.push('\r'),
                    b't' => out.push('\t'),
                    b'v' => out.push('\x0b'),
                    b'0'..=b'7' => {
                        let more = data[at..].iter().take(2).take_while(|b| (b'0'..=b'7').contains(b)).count();
                        let octal = data[at - 1..at + more].iter().fold(0, |sum, b| sum * 8 + u32::from(b - b'0'));
                        out.extend(char::from_u32(octal));
                        at += more;
                    }
                    other => out.extend(['\\', other as char]),
                }
                continue;
            }
            (byte, _) => {
                out.push(byte as char);
                at += 1;
                continue;
            }
        };
        let found = data[at + 2..].iter().take(digits).take_while(|b| b.is_ascii_hexdigit()).count();
        let code = data[at + 2..at + 2 + found]
            .iter()
            .fold(0_u32, |sum, b| (sum << 4) | (*b as char).to_digit(16).unwrap_or_default());
        match char::from_u32(code) {
            Some(c) if found == digits => out.push(c),
            _ => {
                let reason = if found == digits { "illegal Unicode character" } else { truncated };
                undecodable(&mut out, errors, name, data, at, 2 + found, reason)?;
            }
        }
        at += 2 + found;
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undecodable_bytes_are_named() {
        let message = |data: &[u8]| decode(data, "utf8", "strict").map_err(|error| error.message()).unwrap_err();
        assert_eq!(message(b"a\xff"), "'utf-8' codec can't decode byte 0xff in position 1: invalid start byte");
        assert_eq!(message(b"\xc3("), "'utf-8' codec can't decode byte 0xc3 in position 0: invalid continuation byte");
        assert_eq!(message(b"\xe2\x82"), "'utf-8' codec can't decode bytes in position 0-1: unexpected end of data");
        assert_eq!(decode(b"a\xffb", "utf-8", "replace").ok().as_deref(), Some("a\u{fffd}b"));
    }
}
