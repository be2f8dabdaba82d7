//! Lone surrogates, and the characters that represent them in Rust strings.
//!
//! A string of the language may contain U+D800 to U+DFFF, a Rust string may not. There U+10D800 to U+10DFFF represent them.
//! These are private code points; a string from outside with one of them reads as containing the surrogate. Code that
//! converts between numbers and characters, or orders characters, must use these functions.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// The offset between a surrogate and the character that represents it.
const DISTANCE: u32 = 0x10_0000;

/// The first UTF-8 byte of all representing characters.
const LEAD: u8 = 0xf4;

/// The offset from an undecodable byte to its surrogate, as in `surrogateescape`.
const ESCAPES: u32 = 0xdc00;

/// The character of a code point; None beyond U+10FFFF.
pub fn char_of(code: u32) -> Option<char> {
    match code {
        0xd800..=0xdfff => char::from_u32(code + DISTANCE),
        _ => char::from_u32(code),
    }
}

/// A character's code point.
pub fn code_of(c: char) -> u32 {
    if is_surrogate(c) { c as u32 - DISTANCE } else { c as u32 }
}

pub fn is_surrogate(c: char) -> bool {
    ('\u{10d800}'..='\u{10dfff}').contains(&c)
}

/// Whether a string contains a surrogate; for most strings one search for a byte suffices.
pub fn is_in(text: &str) -> bool {
    text.as_bytes().contains(&LEAD) && text.contains(is_surrogate)
}

/// Compares by code points.
pub fn compare(a: &str, b: &str) -> Ordering {
    match is_in(a) || is_in(b) {
        true => a.chars().map(code_of).cmp(b.chars().map(code_of)),
        false => a.cmp(b),
    }
}

/// The first bytes of a string, with surrogates encoded as UTF-8 would: they sort by code points.
pub fn first_bytes(text: &str) -> [u8; 8] {
    let first = |bytes: &[u8]| std::array::from_fn(|at| bytes.get(at).copied().unwrap_or(0));
    let found: [u8; 8] = first(text.as_bytes());
    if !found.contains(&LEAD) {
        return found;
    }
    let bytes = |c: char| match code_of(c) {
        code @ 0xd800..=0xdfff => vec![0xed, 0x80 | (code >> 6 & 0x3f) as u8, 0x80 | (code & 0x3f) as u8],
        _ => c.to_string().into_bytes(),
    };
    first(&text.chars().take(8).flat_map(bytes).collect::<Vec<u8>>())
}

/// The string with its surrogates as escapes, for output that accepts none.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !is_in(text) {
        return Cow::Borrowed(text);
    }
    let escaped = |c: char| if is_surrogate(c) { format!("\\u{:04x}", code_of(c)) } else { c.to_string() };
    Cow::Owned(text.chars().map(escaped).collect())
}

/// The surrogate that represents an undecodable byte.
pub fn escaping(byte: u8) -> char {
    char_of(ESCAPES + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The byte that a surrogate represents.
pub fn escaped(c: char) -> Option<u8> {
    code_of(c).checked_sub(ESCAPES).and_then(|byte| u8::try_from(byte).ok()).filter(|byte| !byte.is_ascii())
}

/// A name of the operating system as a string: undecodable bytes become surrogates.
pub fn text_of(name: &OsStr) -> String {
    let mut text = String::with_capacity(name.len());
    for chunk in name.as_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| escaping(*byte)));
    }
    text
}

/// The operating system's form of a string; the error is the position of a surrogate that represents no byte.
pub fn name_of(text: &str) -> Result<Cow<'_, OsStr>, usize> {
    if !is_in(text) {
        return Ok(Cow::Borrowed(OsStr::new(text)));
    }
    let mut name = Vec::with_capacity(text.len());
    for (at, c) in text.chars().enumerate() {
        match escaped(c) {
            Some(byte) => name.push(byte),
            None if is_surrogate(c) => return Err(at),
            None => name.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Ok(Cow::Owned(OsString::from_vec(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_come_back() {
        for code in [0, 0xd7ff, 0xd800, 0xdc80, 0xdfff, 0xe000, 0x10_ffff] {
            assert_eq!(char_of(code).map(code_of), Some(code));
        }
        assert_eq!(char_of(0x11_0000), None);
    }

    #[test]
    fn surrogates_stand_before_what_follows_them() {
        let text = |codes: &[u32]| codes.iter().filter_map(|code| char_of(*code)).collect::<String>();
        assert_eq!(compare(&text(&[0xd800]), "\u{e000}"), Ordering::Less);
        assert_eq!(compare(&text(&[0x61, 0xdfff]), "a\u{ffff}"), Ordering::Less);
        assert_eq!(compare("\u{10fffe}", &text(&[0xd800])), Ordering::Greater);
        assert_eq!(compare("ab", "b"), Ordering::Less);
        assert!(first_bytes(&text(&[0x61, 0xdfff])) < first_bytes("a\u{e000}"));
    }

    #[test]
    fn names_that_are_no_text_come_back() {
        let name = OsStr::from_bytes(b"a\xff\xc3\xa9\x80");
        let text = text_of(name);
        assert_eq!(text.chars().map(code_of).collect::<Vec<u32>>(), [0x61, 0xdcff, 0xe9, 0xdc80]);
        assert_eq!(name_of(&text), Ok(Cow::Borrowed(name)));
        assert_eq!(name_of(&format!("é{text}\u{10d800}")), Err(5));
    }
}
