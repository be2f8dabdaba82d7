//! Numbers, texts and bytes in a pickle.

use super::failure::pickling;
use super::opcodes::*;
use super::saving::Saving;
use num_bigint::BigInt;
use std::borrow::Cow;
use std::rc::Rc;
use tensorcell_language::builtins::codecs::encode;
use tensorcell_language::builtins::{bytes, number};
use tensorcell_language::object::{Bytes, Str, intern};
use tensorcell_language::types::types;
use tensorcell_language::{Exc, Raise, Result, Value, surrogate};

/// The instructions for data of up to 255 bytes, of up to 4 GiB, and of more; those that the protocol has.
struct Sizes {
    short: Option<u8>,
    plain: u8,
    long: Option<u8>,
}

impl Saving<'_> {
    pub(super) fn save_bool(&mut self, truth: bool) {
        match (self.form.protocol >= 2, truth) {
            (true, true) => self.out.op(NEWTRUE),
            (true, false) => self.out.op(NEWFALSE),
            (false, true) => self.out.put(b"I01\n"),
            (false, false) => self.out.put(b"I00\n"),
        }
    }
    pub(super) fn save_int(&mut self, value: i64) -> Result<()> {
        let Ok(small) = i32::try_from(value) else {
            return match self.form.protocol < 2 {
                true => self.save_digits(&value.to_string()),
                false => self.save_long(&least_bytes(value)),
            };
        };
        let bytes = small.to_le_bytes();
        match small {
            _ if !self.is_binary() => self.out.put(format!("I{small}\n").as_bytes()),
            0..=0xff => self.out.put(&[BININT1, bytes[0]]),
            0x100..=0xffff => self.out.put(&[BININT2, bytes[0], bytes[1]]),
            _ => self.out.put(&[BININT, bytes[0], bytes[1], bytes[2], bytes[3]]),
        }
        Ok(())
    }
    pub(super) fn save_big(&mut self, object: &Value, value: &BigInt) -> Result<()> {
        match self.form.protocol < 2 {
            true => self.save_digits(&number::int_repr(object)?),
            false => self.save_long(&value.to_signed_bytes_le()),
        }
    }
    fn save_digits(&mut self, digits: &str) -> Result<()> {
        self.out.put(format!("L{digits}L\n").as_bytes());
        Ok(())
    }
    fn save_long(&mut self, data: &[u8]) -> Result<()> {
        match (u8::try_from(data.len()), i32::try_from(data.len())) {
            (Ok(size), _) => self.out.put(&[LONG1, size]),
            (_, Ok(size)) => {
                self.out.op(LONG4);
                self.out.put(&size.to_le_bytes());
            }
            _ => return Err(Raise::new(Exc::OverflowError, "int too large to pickle")),
        }
        self.out.put(data);
        Ok(())
    }
    pub(super) fn save_float(&mut self, value: f64) {
        if self.is_binary() {
            self.out.op(BINFLOAT);
            self.out.put(&value.to_be_bytes());
        } else {
            self.out.put(format!("F{}\n", number::float_repr(value)).as_bytes());
        }
    }

    pub(super) fn save_text(&mut self, object: &Value, text: &Str) -> Result<()> {
        if self.is_binary() {
            let long = self.form.protocol >= 4;
            let sizes =
                Sizes { short: long.then_some(SHORT_BINUNICODE), plain: BINUNICODE, long: long.then_some(BINUNICODE8) };
            self.save_sized(&sizes, "string", &utf8(text))?;
        } else {
            let escaped = escaped(text);
            let data = encode(self.vm, &escaped, "raw_unicode_escape", "strict")?;
            self.out.op(UNICODE);
            self.out.put(&data);
            self.out.op(b'\n');
        }
        self.remember(object)
    }
    /// Data behind its length.
    fn save_sized(&mut self, sizes: &Sizes, kind: &str, data: &[u8]) -> Result<()> {
        let length = data.len();
        let mut head = [0; 9];
        let used = match (u8::try_from(length), u32::try_from(length), sizes) {
            (Ok(size), _, Sizes { short: Some(short), .. }) => {
                head[..2].copy_from_slice(&[*short, size]);
                2
            }
            (_, Ok(size), _) => {
                head[0] = sizes.plain;
                head[1..5].copy_from_slice(&size.to_le_bytes());
                5
            }
            (_, _, Sizes { long: Some(long), .. }) => {
                head[0] = *long;
                head[1..].copy_from_slice(&(length as u64).to_le_bytes());
                9
            }
            _ => {
                let text = format!("serializing a {kind} larger than 4 GiB requires pickle protocol 4 or higher");
                return Err(Raise::new(Exc::OverflowError, text));
            }
        };
        self.out.data(self.vm, &head[..used], data)
    }
    pub(super) fn save_bytes(&mut self, object: &Value, data: &Rc<Bytes>) -> Result<()> {
        if self.form.protocol >= 3 {
            return self.save_data(object, &data.data.borrow());
        }
        // Python 2 knows no bytes: it makes them of a text.
        if data.data.borrow().is_empty() {
            let class = Value::Class(types().built_in("bytes").clone());
            return self.save_call(object, &class, Vec::new());
        }
        let text: String = data.data.borrow().iter().copied().map(char::from).collect();
        let codecs = self.vm.import("codecs")?;
        let encode = self.vm.get_attr(&codecs, "encode")?;
        self.save_call(object, &encode, vec![Value::from(text), Value::Str(intern("latin1"))])
    }
    fn save_data(&mut self, object: &Value, data: &[u8]) -> Result<()> {
        let long = (self.form.protocol >= 4).then_some(BINBYTES8);
        self.save_sized(&Sizes { short: Some(SHORT_BINBYTES), plain: BINBYTES, long }, "bytes object", data)?;
        self.remember(object)
    }
    pub(super) fn save_bytearray(&mut self, object: &Value, data: &Rc<Bytes>) -> Result<()> {
        let data = tensorcell_language::memory::copied(&data.data.borrow())?;
        if self.form.protocol >= 5 {
            return self.save_changeable(object, &data);
        }
        let class = Value::Class(types().built_in("bytearray").clone());
        let args = if data.is_empty() { Vec::new() } else { vec![Value::bytes(data)] };
        self.save_call(object, &class, args)
    }
    fn save_changeable(&mut self, object: &Value, data: &[u8]) -> Result<()> {
        let mut head = [BYTEARRAY8; 9];
        head[1..].copy_from_slice(&(data.len() as u64).to_le_bytes());
        self.out.data(self.vm, &head, data)?;
        self.remember(object)
    }
    /// A `PickleBuffer`: its bytes, or a place for a buffer that travels beside the pickle.
    pub(super) fn save_buffer(&mut self, object: &Value) -> Result<()> {
        if self.form.protocol < 5 {
            return Err(pickling("PickleBuffer can only be pickled with protocol >= 5"));
        }
        let raw = self.vm.call_method(object, "raw", &[]).map_err(|raise| match raise.is(Exc::BufferError) {
            true => pickling("PickleBuffer can not be pickled when pointing to a non-contiguous buffer"),
            false => raise,
        })?;
        let read_only = self.vm.get_attr(&raw, "readonly")?;
        let read_only = self.vm.truth(&read_only)?;
        let callback = self.form.buffer_callback.clone();
        let in_band = match callback {
            Value::None => true,
            callback => {
                let answer = self.vm.call(&callback, std::slice::from_ref(object), &[])?;
                self.vm.truth(&answer)?
            }
        };
        if in_band {
            let data = bytes::data(self.vm, &raw)?;
            return if read_only { self.save_data(object, &data) } else { self.save_changeable(object, &data) };
        }
        self.out.op(NEXT_BUFFER);
        if read_only {
            self.out.op(READONLY_BUFFER);
        }
        Ok(())
    }
}

/// The fewest bytes of two's complement, the lowest first.
fn least_bytes(value: i64) -> Vec<u8> {
    let unused = if value < 0 { (!value).leading_zeros() } else { value.leading_zeros() };
    // One bit says the sign.
    let size = (64 - unused as usize) / 8 + 1;
    i128::from(value).to_le_bytes()[..size].to_vec()
}

/// The UTF-8 of a text; lone surrogates get the three bytes that UTF-8 would give them.
fn utf8(text: &str) -> Cow<'_, [u8]> {
    if !surrogate::is_in(text) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut data = Vec::with_capacity(text.len());
    for c in text.chars() {
        match surrogate::is_surrogate(c) {
            true => {
                let code = surrogate::code_of(c);
                data.extend([0xe0 | (code >> 12) as u8, 0x80 | (code >> 6 & 0x3f) as u8, 0x80 | (code & 0x3f) as u8]);
            }
            false => data.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(data)
}

/// A text without the characters that would end a line or begin an escape.
fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['\\', '\0', '\n', '\r', '\x1a']) {
        return Cow::Borrowed(text);
    }
    let escape = |c: char| match c {
        '\\' | '\0' | '\n' | '\r' | '\x1a' => format!("\\u{:04x}", c as u32),
        c => c.to_string(),
    };
    Cow::Owned(text.chars().map(escape).collect())
}
