//! Literals of strings and bytes, as CPython quotes them.

use crate::surrogate::code_of;
use crate::unicode;

/// A string literal that reads back as `text`.
pub fn str_repr(text: &str) -> String {
    str_repr_of(text, text.chars())
}

/// As `str_repr`. `letters` are those of the text.
pub(crate) fn str_repr_of(text: &str, letters: impl Iterator<Item = char>) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in letters {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if is_printable(c) => out.push(c),
            c => out.push_str(&escaped(c)),
        }
    }
    out.push(quote);
    out
}

/// `\xe9`, `\u20ac`, `\U0001f600`
pub(crate) fn escaped(c: char) -> String {
    match code_of(c) {
        code @ 0..=0xff => format!("\\x{code:02x}"),
        code @ 0x100..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}

/// `ascii(x)` of an existing repr.
pub fn ascii(repr: &str) -> String {
    let mut out = String::with_capacity(repr.len());
    for c in repr.chars() {
        if c.is_ascii() { out.push(c) } else { out.push_str(&escaped(c)) }
    }
    out
}

/// Whether `repr` shows the character as it is.
pub(crate) fn is_printable(c: char) -> bool {
    if c.is_ascii() {
        return (' '..='~').contains(&c);
    }
    // Characters of the categories Other and Separator are not printable.
    !unicode::category(c).starts_with(['C', 'Z'])
}

/// A bytes literal.
pub(crate) fn bytes_repr(bytes: &[u8]) -> String {
    bytes_repr_of(bytes, bytes.iter())
}

/// As `bytes_repr`. `items` are those of the bytes.
pub(crate) fn bytes_repr_of<'a>(bytes: &[u8], items: impl Iterator<Item = &'a u8>) -> String {
    let quote = if bytes.contains(&b'\'') && !bytes.contains(&b'"') { '"' } else { '\'' };
    let mut out = String::with_capacity(bytes.len() + 3);
    out.push('b');
    out.push(quote);
    for &b in items {
        match b {
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            b if b as char == quote => {
                out.push('\\');
                out.push(quote);
            }
            b' '..=b'~' => out.push(b as char),
            b => out.push_str(&format!("\\x{b:02x}")),
        }
    }
    out.push(quote);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted_as_cpython_quotes_them() {
        for (text, shown) in [
            ("a", "'a'"),
            ("it's", "\"it's\""),
            ("'\"", "'\\'\"'"),
            ("a\nb\t\\", "'a\\nb\\t\\\\'"),
            ("\0\x7f\u{a0}", "'\\x00\\x7f\\xa0'"),
            ("é😀", "'é😀'"),
            ("\u{301}a\u{301}", "'\u{301}a\u{301}'"),
            ("\u{200b}\u{2028}", "'\\u200b\\u2028'"),
        ] {
            assert_eq!(str_repr(text), shown);
        }
        assert_eq!(bytes_repr(b"a'\x00\xff"), "b\"a'\\x00\\xff\"");
        assert_eq!(ascii("'é😀'"), "'\\xe9\\U0001f600'");
    }
}
