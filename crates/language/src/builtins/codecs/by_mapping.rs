//! `charmap_encode` and `charmap_decode`: conversion by a mapping of the program.

use super::charmap::UNDEFINED;
use super::failure::Given;
use super::steps::{Decoding, Encoding};
use crate::surrogate::{char_of, code_of};
use crate::{Exc, Raise, Result, Value, Vm};
use std::rc::Rc;

/// Encodes a string, looking up each character by its code point.
pub fn encode_by(vm: &mut Vm, text: &str, errors: &str, mapping: &Value) -> Result<Vec<u8>> {
    let chars: Rc<[char]> = text.chars().collect();
    let (mut out, mut at) = (Vec::with_capacity(chars.len()), 0);
    while at < chars.len() {
        if put(vm, mapping, chars[at], &mut out)? {
            at += 1;
            continue;
        }
        let mut end = at + 1;
        while end < chars.len() && !put(vm, mapping, chars[end], &mut Vec::new())? {
            end += 1;
        }
        let encoding = Encoding { vm, errors, codec: "charmap", text };
        let failure = encoding.failure(&chars, at, end, UNDEFINED.reason);
        let remedy = failure.handled(vm, errors)?;
        match remedy.given {
            Given::Bytes(bytes) => out.extend(bytes),
            Given::Text(text) => {
                for c in text.chars() {
                    if !put(vm, mapping, c, &mut out)? {
                        return Err(failure.raise());
                    }
                }
            }
        }
        at = remedy.next;
    }
    Ok(out)
}

/// The entry of a mapping for a number; None if there is none.
fn looked_up(vm: &mut Vm, mapping: &Value, number: u32) -> Result<Option<Value>> {
    match vm.get_item(mapping, &Value::Int(number.into())) {
        Err(raise) if raise.is(Exc::LookupError) || raise.is(Exc::KeyError) || raise.is(Exc::IndexError) => Ok(None),
        found => found.map(|value| Some(value).filter(|value| !value.is_none())),
    }
}

fn put(vm: &mut Vm, mapping: &Value, c: char, out: &mut Vec<u8>) -> Result<bool> {
    let Some(found) = looked_up(vm, mapping, code_of(c))? else {
        return Ok(false);
    };
    match found.number() {
        Value::Int(byte) => match u8::try_from(*byte) {
            Ok(byte) => out.push(byte),
            Err(_) => return Err(Raise::type_error("character mapping must be in range(256)")),
        },
        Value::Bytes(bytes) => out.extend_from_slice(&bytes.data.borrow()),
        other => {
            let found = other.type_name();
            return Err(Raise::type_error(format!(
                "character mapping must return integer, bytes or None, not {found}"
            )));
        }
    }
    Ok(true)
}

/// Decodes bytes, each looked up in a mapping, or in a string with one character per byte.
pub fn decode_by(vm: &mut Vm, data: &[u8], errors: &str, mapping: &Value) -> Result<String> {
    let table: Option<Vec<char>> = mapping.as_str().map(|table| table.chars().collect());
    let mut decoding = Decoding::new(vm, errors, "charmap", data, true);
    while let Some(byte) = decoding.rest().first().copied() {
        let found = match &table {
            Some(table) => table.get(usize::from(byte)).map(ToString::to_string),
            None => meaning(decoding.vm, mapping, byte)?,
        };
        match found.filter(|text| text != "\u{fffe}") {
            Some(text) => {
                decoding.out.push_str(&text);
                decoding.at += 1;
            }
            None => decoding.fail(decoding.at, decoding.at + 1, UNDEFINED.reason)?,
        }
    }
    Ok(decoding.out)
}

fn meaning(vm: &mut Vm, mapping: &Value, byte: u8) -> Result<Option<String>> {
    let Some(found) = looked_up(vm, mapping, byte.into())? else {
        return Ok(None);
    };
    match found.number() {
        Value::Int(code) => match u32::try_from(*code).ok().and_then(char_of) {
            Some(c) => Ok(Some(c.to_string())),
            None => Err(Raise::type_error("character mapping must be in range(0x110000)")),
        },
        Value::Str(text) => Ok(Some(text.to_string())),
        _ => Err(Raise::type_error("character mapping must return integer, None or str")),
    }
}
