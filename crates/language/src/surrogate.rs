//! Lone surrogates: which characters stand for them in Rust's strings.
//!
//! A text of the language may hold U+D800 to U+DFFF, a Rust string may not: in it U+10D800 to U+10DFFF stand for them. These are
//! private code points; a text that comes with one of them reads as having the surrogate. Whoever turns numbers into
//! characters or back, or puts them in order, does it here.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// What lies between a surrogate and the character that stands for it.
const DISTANCE: u32 = 0x10_0000;

/// The first byte of all stand-ins in UTF-8.
const LEAD: u8 = 0xf4;

/// A byte that is no UTF-8 is the surrogate this much further, as `surrogateescape` has it.
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

/// Whether there is a surrogate in a text; of most texts one look for a byte says no.
pub fn is_in(text: &str) -> bool {
    text.as_bytes().contains(&LEAD) && text.contains(is_surrogate)
}

/// The order of code points.
pub fn compare(a: &str, b: &str) -> Ordering {
    match is_in(a) || is_in(b) {
        true => a.chars().map(code_of).cmp(b.chars().map(code_of)),
        false => a.cmp(b),
    }
}

/// The first bytes of a text, a surrogate's as UTF-8 would have them: in the order of code points.
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

/// The text with its surrogates as escapes, for those who take none.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !is_in(text) {
        return Cow::Borrowed(text);
    }
    let escaped = |c: char| if is_surrogate(c) { format!("\\u{:04x}", code_of(c)) } else { c.to_string() };
    Cow::Owned(text.chars().map(escaped).collect())
}

/// The surrogate that stands for a byte which is no UTF-8.
pub fn escaping(byte: u8) -> char {
    char_of(ESCAPES + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The byte that a surrogate stands for.
pub fn escaped(c: char) -> Option<u8> {
    code_of(c).checked_sub(ESCAPES).and_then(|byte| u8::try_from(byte).ok()).filter(|byte| !byte.is_ascii())
}

/// A name of the system's as text: its bytes that are no UTF-8 as surrogates.
pub fn text_of(name: &OsStr) -> String {
    let mut text = String::with_capacity(name.len());
    for chunk in name.as_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| escaping(*byte)));
    }
    text
}

/// The system's name of a text; the place of a surrogate that stands for no byte.
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
