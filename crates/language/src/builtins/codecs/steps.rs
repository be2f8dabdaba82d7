//! The state of one conversion: the output so far, and the handling of failures.

use super::failure::{Failure, Given, Object};
use crate::{Result, Vm};
use std::rc::Rc;

/// A string being encoded.
pub(super) struct Encoding<'a> {
    pub vm: &'a mut Vm,
    pub errors: &'a str,
    pub codec: &'static str,
    pub text: &'a str,
}

/// How a codec reports failures.
#[derive(Clone, Copy)]
pub(super) struct Failing {
    pub reason: &'static str,
    /// Whether consecutive failing characters are reported together.
    pub together: bool,
    /// Whether replacements from handlers must be ASCII.
    pub plain: bool,
    /// The unit size of bytes from handlers.
    pub unit: usize,
}

impl Encoding<'_> {
    /// Encodes character by character. `put` writes one, or returns false if it cannot be encoded.
    pub fn each(&mut self, failing: Failing, put: impl Fn(char, &mut Vec<u8>) -> bool) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(self.text.len());
        if self.text.chars().all(|c| put(c, &mut out)) {
            return Ok(out);
        }
        out.clear();
        let chars: Rc<[char]> = self.text.chars().collect();
        let mut at = 0;
        while at < chars.len() {
            if put(chars[at], &mut out) {
                at += 1;
                continue;
            }
            let more = chars[at + 1..].iter().take_while(|c| failing.together && !put(**c, &mut Vec::new())).count();
            let failure = self.failure(&chars, at, at + 1 + more, failing.reason);
            let remedy = failure.handled(self.vm, self.errors)?;
            let fits = match &remedy.given {
                Given::Text(text) => text.chars().all(|c| (c.is_ascii() || !failing.plain) && put(c, &mut out)),
                Given::Bytes(bytes) => {
                    out.extend_from_slice(bytes);
                    bytes.len().is_multiple_of(failing.unit)
                }
            };
            if !fits {
                return Err(failure.raise());
            }
            at = remedy.next;
        }
        Ok(out)
    }

    pub fn failure(&self, chars: &Rc<[char]>, start: usize, end: usize, reason: &str) -> Failure {
        Failure {
            codec: self.codec.to_owned(),
            object: Object::Text(chars.clone()),
            start,
            end,
            reason: reason.to_owned(),
        }
    }
}

/// Bytes being decoded.
pub(super) struct Decoding<'a> {
    pub vm: &'a mut Vm,
    pub errors: &'a str,
    pub codec: &'static str,
    pub data: Rc<[u8]>,
    /// The position of the next byte.
    pub at: usize,
    pub out: String,
    /// Whether no more bytes follow.
    pub last: bool,
}

impl<'a> Decoding<'a> {
    pub fn new(vm: &'a mut Vm, errors: &'a str, codec: &'static str, data: &[u8], last: bool) -> Decoding<'a> {
        Decoding { vm, errors, codec, data: Rc::from(data), at: 0, out: String::with_capacity(data.len()), last }
    }

    pub fn rest(&self) -> &[u8] {
        &self.data[self.at..]
    }

    /// Decodes byte by byte.
    pub fn each(&mut self, reason: &str, meaning: impl Fn(u8) -> Option<char>) -> Result<()> {
        while let Some(byte) = self.rest().first() {
            match meaning(*byte) {
                Some(c) => {
                    self.out.push(c);
                    self.at += 1;
                }
                None => self.fail(self.at, self.at + 1, reason)?,
            }
        }
        Ok(())
    }

    /// Handles invalid bytes, and continues where the handler says.
    pub fn fail(&mut self, start: usize, end: usize, reason: &str) -> Result<()> {
        let failure = Failure {
            codec: self.codec.to_owned(),
            object: Object::Bytes(self.data.clone()),
            start,
            end,
            reason: reason.to_owned(),
        };
        let remedy = failure.handled(self.vm, self.errors)?;
        if let Given::Text(text) = remedy.given {
            self.out.push_str(&text);
        }
        if let Some(object) = remedy.object {
            self.data = object;
        }
        self.at = remedy.next;
        Ok(())
    }
}
