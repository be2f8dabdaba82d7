//! Which characters identifiers consist of: Unicode's XID_Start and XID_Continue, of CPython 3.13's version.

use super::normal::{Form, normalized};
use super::{Version, category};

/// Characters that begin identifiers though they are no letters (Other_ID_Start).
const BEGINNING: &[char] = &['\u{1885}', '\u{1886}', '\u{2118}', '\u{212e}', '\u{309b}', '\u{309c}'];

/// The only letter that Unicode reserves for syntax.
const RESERVED: char = '\u{2e2f}';

/// Whether it continues an identifier by Other_ID_Continue.
fn is_added(c: char) -> bool {
    matches!(
        c,
        '·' | '\u{387}' | '\u{1369}'..='\u{1371}' | '\u{19da}' | '\u{200c}' | '\u{200d}' | '\u{30fb}' | '\u{ff65}'
    )
}

fn is_start(c: char) -> bool {
    let kind = category(c);
    (kind.starts_with('L') || kind == "Nl" || BEGINNING.contains(&c)) && c != RESERVED
}

fn is_continuation(c: char) -> bool {
    is_start(c) || matches!(category(c), "Mn" | "Mc" | "Nd" | "Pc") || is_added(c)
}

/// The characters of NFKC, as which identifiers are compared.
fn composed(c: char) -> String {
    normalized(c.encode_utf8(&mut [0; 4]), Form::Nfkc, Version::Current)
}

/// Whether an identifier may begin with it.
pub fn begins_name(c: char) -> bool {
    if c.is_ascii() {
        return c == '_' || c.is_ascii_alphabetic();
    }
    is_start(c) && {
        let text = composed(c);
        let mut letters = text.chars();
        letters.next().is_some_and(is_start) && letters.all(is_continuation)
    }
}

/// Whether it may follow the first character of an identifier.
pub fn continues_name(c: char) -> bool {
    if c.is_ascii() {
        return c == '_' || c.is_ascii_alphanumeric();
    }
    is_continuation(c) && composed(c).chars().all(is_continuation)
}

/// Whether it is an identifier of the language.
pub fn is_identifier(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(begins_name) && letters.all(continues_name)
}
