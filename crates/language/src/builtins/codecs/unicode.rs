//! UTF-8, UTF-16 and UTF-32.

use super::steps::{Decoding, Encoding, Failing};
use crate::Result;
use crate::surrogate::{is_in, is_surrogate};

/// The byte order of a unit.
#[derive(Clone, Copy, PartialEq)]
pub enum Order {
    Little,
    Big,
}

const SURROGATES: Failing = Failing { reason: "surrogates not allowed", together: true, plain: true, unit: 1 };

pub(super) fn encode_utf8(encoding: &mut Encoding) -> Result<Vec<u8>> {
    if !is_in(encoding.text) {
        return Ok(encoding.text.as_bytes().to_vec());
    }
    encoding.each(SURROGATES, |c, out| {
        let fits = !is_surrogate(c);
        if fits {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        fits
    })
}

pub(super) fn encode_utf16(encoding: &mut Encoding, order: Option<Order>) -> Result<Vec<u8>> {
    let write = move |c: char, out: &mut Vec<u8>| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            out.extend(if order == Some(Order::Big) { unit.to_be_bytes() } else { unit.to_le_bytes() });
        }
    };
    marked(encoding, order, 2, write)
}

pub(super) fn encode_utf32(encoding: &mut Encoding, order: Option<Order>) -> Result<Vec<u8>> {
    let write = move |c: char, out: &mut Vec<u8>| {
        let code = c as u32;
        out.extend(if order == Some(Order::Big) { code.to_be_bytes() } else { code.to_le_bytes() });
    };
    marked(encoding, order, 4, write)
}

/// Adds a byte order mark, unless the encoding's name specifies the order.
fn marked(
    encoding: &mut Encoding,
    order: Option<Order>,
    unit: usize,
    write: impl Fn(char, &mut Vec<u8>),
) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    if order.is_none() {
        write('\u{feff}', &mut out);
    }
    out.extend(encoding.each(Failing { together: false, unit, ..SURROGATES }, |c, out| {
        let fits = !is_surrogate(c);
        if fits {
            write(c, out);
        }
        fits
    })?);
    Ok(out)
}

pub(super) fn decode_utf8(decoding: &mut Decoding) -> Result<()> {
    loop {
        let rest = &decoding.data[decoding.at..];
        let (valid, wrong) = match std::str::from_utf8(rest) {
            Ok(text) => (text, None),
            Err(error) => {
                let valid = std::str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default();
                (valid, Some(error.error_len()))
            }
        };
        decoding.out.push_str(valid);
        let start = decoding.at + valid.len();
        let Some(wrong) = wrong else {
            decoding.at = start;
            return Ok(());
        };
        let tail = &rest[valid.len()..];
        // The start of a surrogate may become valid, too, by `surrogatepass`.
        let may_go_on = wrong.is_none() || matches!(tail, [0xed, 0xa0..=0xbf]);
        decoding.at = start;
        if may_go_on && !decoding.last {
            return Ok(());
        }
        let reason = match (wrong, tail[0]) {
            (None, _) => "unexpected end of data",
            (Some(_), 0xc2..=0xf4) => "invalid continuation byte",
            (Some(_), _) => "invalid start byte",
        };
        let length = wrong.unwrap_or(tail.len());
        decoding.fail(start, start + length, reason)?;
    }
}

/// Reads the byte order from a mark at the start, and skips it.
pub(super) fn read_mark16(decoding: &mut Decoding, order: Option<Order>) -> Order {
    let (found, length) = match (order, decoding.rest()) {
        (Some(order), _) => (order, 0),
        (None, [0xfe, 0xff, ..]) => (Order::Big, 2),
        (None, [0xff, 0xfe, ..]) => (Order::Little, 2),
        (None, _) => (Order::Little, 0),
    };
    decoding.at += length;
    decoding.codec = if found == Order::Big { "utf-16-be" } else { "utf-16-le" };
    found
}

pub(super) fn read_mark32(decoding: &mut Decoding, order: Option<Order>) -> Order {
    let (found, length) = match (order, decoding.rest()) {
        (Some(order), _) => (order, 0),
        (None, [0, 0, 0xfe, 0xff, ..]) => (Order::Big, 4),
        (None, [0xff, 0xfe, 0, 0, ..]) => (Order::Little, 4),
        (None, _) => (Order::Little, 0),
    };
    decoding.at += length;
    decoding.codec = if found == Order::Big { "utf-32-be" } else { "utf-32-le" };
    found
}

/// The next unit of UTF-16.
enum Unit {
    Char(char, usize),
    Wrong(usize, &'static str),
    /// Incomplete: more bytes may follow.
    Unfinished(usize, &'static str),
}

fn unit16(rest: &[u8], order: Order) -> Unit {
    let unit = |at: usize| {
        let pair = [*rest.get(at)?, *rest.get(at + 1)?];
        Some(if order == Order::Big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) })
    };
    match (unit(0), unit(2)) {
        (None, _) => Unit::Unfinished(1, "truncated data"),
        (Some(high @ 0xd800..=0xdbff), Some(low @ 0xdc00..=0xdfff)) => match char::decode_utf16([high, low]).next() {
            Some(Ok(c)) => Unit::Char(c, 4),
            _ => Unit::Wrong(4, "illegal UTF-16 surrogate"),
        },
        (Some(0xd800..=0xdbff), Some(_)) => Unit::Wrong(2, "illegal UTF-16 surrogate"),
        (Some(0xd800..=0xdbff), None) => Unit::Unfinished(rest.len(), "unexpected end of data"),
        (Some(code), _) => match char::from_u32(code.into()) {
            Some(c) => Unit::Char(c, 2),
            None => Unit::Wrong(2, "illegal encoding"),
        },
    }
}

fn unit32(rest: &[u8], order: Order) -> Unit {
    let Some(bytes) = rest.first_chunk::<4>() else {
        return Unit::Unfinished(rest.len(), "truncated data");
    };
    match if order == Order::Big { u32::from_be_bytes(*bytes) } else { u32::from_le_bytes(*bytes) } {
        0xd800..=0xdfff => Unit::Wrong(4, "code point in surrogate code point range(0xd800, 0xe000)"),
        code => match char::from_u32(code) {
            Some(c) => Unit::Char(c, 4),
            None => Unit::Wrong(4, "code point not in range(0x110000)"),
        },
    }
}

pub(super) fn decode_utf16(decoding: &mut Decoding, order: Order) -> Result<()> {
    decode_units(decoding, |rest| unit16(rest, order))
}

pub(super) fn decode_utf32(decoding: &mut Decoding, order: Order) -> Result<()> {
    decode_units(decoding, |rest| unit32(rest, order))
}

fn decode_units(decoding: &mut Decoding, next: impl Fn(&[u8]) -> Unit) -> Result<()> {
    while !decoding.rest().is_empty() {
        match next(decoding.rest()) {
            Unit::Char(c, length) => {
                decoding.out.push(c);
                decoding.at += length;
            }
            Unit::Unfinished(..) if !decoding.last => return Ok(()),
            Unit::Wrong(length, reason) | Unit::Unfinished(length, reason) => {
                decoding.fail(decoding.at, decoding.at + length, reason)?;
            }
        }
    }
    Ok(())
}
