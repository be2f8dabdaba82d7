//! Unicode character properties: version 15.1, as in CPython 3.13, and 3.2, which `stringprep` uses.

mod identifiers;
mod names;
mod normal;

use crate::surrogate::code_of;
pub use identifiers::{begins_name, continues_name, is_identifier};
pub use names::{character_of, name_of, sequence_of};
pub use normal::{Form, normalized};
use std::collections::HashMap;
use std::sync::OnceLock;

/// A version of Unicode.
#[derive(Clone, Copy, PartialEq)]
pub enum Version {
    Current,
    Old,
}

impl Version {
    pub fn number(self) -> &'static str {
        match self {
            Version::Current => "15.1.0",
            Version::Old => "3.2.0",
        }
    }
}

/// The properties shared by a range of characters.
pub struct Properties {
    start: u32,
    pub category: &'static str,
    pub combining: u8,
    pub direction: &'static str,
    pub is_mirrored: bool,
    pub width: &'static str,
}

impl Properties {
    fn read(line: &'static str) -> Option<Properties> {
        let parts: Vec<&'static str> = line.split(' ').collect();
        let [start, category, combining, direction, mirrored, width] = parts[..] else {
            return None;
        };
        Some(Properties {
            start: u32::from_str_radix(start, 16).ok()?,
            category,
            combining: combining.parse().ok()?,
            direction: if direction == "-" { "" } else { direction },
            is_mirrored: mirrored == "1",
            width,
        })
    }
}

pub fn properties(c: char, version: Version) -> &'static Properties {
    static CURRENT: OnceLock<Vec<Properties>> = OnceLock::new();
    static OLD: OnceLock<Vec<Properties>> = OnceLock::new();
    let read = |text: &'static str| text.lines().filter_map(Properties::read).collect();
    let runs = match version {
        Version::Current => CURRENT.get_or_init(|| read(include_str!("properties.txt"))),
        Version::Old => OLD.get_or_init(|| read(include_str!("properties_3_2.txt"))),
    };
    let code = code_of(c);
    &runs[runs.partition_point(|run| run.start <= code) - 1]
}

/// `Lu` for a capital letter, `Nd` for a decimal digit.
pub fn category(c: char) -> &'static str {
    properties(c, Version::Current).category
}

/// The value of a numeric character.
#[derive(Clone, Copy)]
pub struct Number {
    pub decimal: Option<u8>,
    pub digit: Option<u8>,
    pub value: f64,
}

pub fn number(c: char) -> Option<Number> {
    static ALL: OnceLock<HashMap<char, Number>> = OnceLock::new();
    let all = ALL.get_or_init(|| include_str!("numbers.txt").lines().filter_map(read_number).collect());
    all.get(&c).copied()
}

fn read_number(line: &str) -> Option<(char, Number)> {
    let parts: Vec<&str> = line.split(' ').collect();
    let [code, decimal, digit, value] = parts[..] else {
        return None;
    };
    let (above, below) = value.split_once('/').unwrap_or((value, "1"));
    let value = above.parse::<f64>().ok()? / below.parse::<f64>().ok()?;
    Some((character(code)?, Number { decimal: decimal.parse().ok(), digit: digit.parse().ok(), value }))
}

/// The character of a hexadecimal code point.
fn character(code: &str) -> Option<char> {
    u32::from_str_radix(code, 16).ok().and_then(char::from_u32)
}

/// The decomposition of a character in the notation of Unicode's table: `0041 0300`, `<compat> 0020 0308`.
pub fn decomposition(c: char) -> &'static str {
    normal::row(c).map_or("", |row| row.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_known_by_both_versions() {
        let told = |c, version| {
            let found = properties(c, version);
            (found.category, found.combining, found.direction, found.is_mirrored, found.width)
        };
        assert_eq!(told('(', Version::Current), ("Ps", 0, "ON", true, "Na"));
        assert_eq!(told('\u{301}', Version::Old), ("Mn", 230, "NSM", false, "A"));
        assert_eq!(told('😀', Version::Old).0, "Cn");
        assert_eq!(told('\u{10ffff}', Version::Current).0, "Cn");
        assert_eq!(number('½').map(|number| number.value), Some(0.5));
        assert_eq!(number('٣').and_then(|number| number.decimal), Some(3));
        assert_eq!(decomposition('ä'), "0061 0308");
    }
}
