//! Decodes source given as bytes, from a file or to `compile`.

use crate::builtins::codecs;
use crate::{Exc, Raise, Result, Vm};

/// Decodes UTF-8, or the encoding declared by a comment in the first two lines.
///
/// # Errors
/// SyntaxError for an unknown encoding; the codec's UnicodeDecodeError.
pub(crate) fn text(vm: &mut Vm, data: &[u8]) -> Result<String> {
    let data = data.strip_prefix(b"\xef\xbb\xbf").unwrap_or(data);
    let encoding = declared_encoding(data).unwrap_or_else(|| "utf-8".to_owned());
    let text = codecs::decode(vm, data, &encoding, "strict").map_err(|raise| match raise.is(Exc::LookupError) {
        true => Raise::new(Exc::SyntaxError, format!("unknown encoding: {encoding}")),
        false => raise,
    })?;
    Ok(with_line_feeds(text))
}

/// Source whose lines end with line feeds alone, as CPython reads it: a literal of several lines has no carriage returns.
pub fn with_line_feeds(text: String) -> String {
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n"),
        false => text,
    }
}

/// The same of a file, whose name is in the error.
///
/// # Errors
/// SyntaxError in CPython's words.
pub fn text_of_file(vm: &mut Vm, data: &[u8], file: &str) -> Result<String> {
    text(vm, data).map_err(|raise| match raise.is(Exc::SyntaxError) {
        true => raise,
        false => undecodable(data, file),
    })
}

fn undecodable(data: &[u8], file: &str) -> Raise {
    let wrong = std::str::from_utf8(data).map_or_else(|error| error.valid_up_to(), |_| 0);
    let line = data[..wrong].iter().filter(|byte| **byte == b'\n').count() + 1;
    let byte = data.get(wrong).copied().unwrap_or_default();
    let words = "but no encoding declared; see https://peps.python.org/pep-0263/ for details";
    Raise::new(
        Exc::SyntaxError,
        format!("Non-UTF-8 code starting with '\\x{byte:02x}' in file {file} on line {line}, {words}"),
    )
}

/// The encoding of `# -*- coding: latin-1 -*-`, according to PEP 263.
fn declared_encoding(data: &[u8]) -> Option<String> {
    let lines = data.split(|byte| *byte == b'\n').take(2).map(String::from_utf8_lossy);
    lines.filter(|line| line.trim_start().starts_with('#')).find_map(|line| {
        let rest = line.split_once("coding").map(|(_, rest)| rest)?.strip_prefix([':', '='])?.trim_start().to_owned();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"-_.".contains(c)).unwrap_or(rest.len());
        Some(rest[..end].to_owned()).filter(|name| !name.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::{declared_encoding, with_line_feeds};

    #[test]
    fn all_line_ends_become_line_feeds() {
        assert_eq!(with_line_feeds("a\r\nb\rc\n\r\n".to_owned()), "a\nb\nc\n\n");
    }

    #[test]
    fn encodings_are_read_from_the_first_two_lines() {
        let cases: [(&[u8], Option<&str>); 5] = [
            (b"# -*- coding: latin-1 -*-\n", Some("latin-1")),
            (b"#!/usr/bin/python\n# vim: set fileencoding=utf_8 :\n", Some("utf_8")),
            (b"x = 1\n\n# coding: latin-1\n", None),
            (b"text = 'coding: latin-1'\n", None),
            (b"", None),
        ];
        for (data, encoding) in cases {
            assert_eq!(declared_encoding(data).as_deref(), encoding);
        }
    }
}
