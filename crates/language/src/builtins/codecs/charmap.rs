//! Single-byte encodings.

use super::steps::Failing;
use std::collections::HashMap;
use std::sync::OnceLock;

pub(super) const ASCII: Failing =
    Failing { reason: "ordinal not in range(128)", together: true, plain: false, unit: 1 };
pub(super) const LATIN1: Failing = Failing { reason: "ordinal not in range(256)", ..ASCII };
pub(super) const UNDEFINED: Failing = Failing { reason: "character maps to <undefined>", ..ASCII };

/// The character of each byte.
pub struct Charmap {
    pub name: &'static str,
    pub aliases: Vec<&'static str>,
    pub chars: [Option<char>; 256],
    bytes: HashMap<char, u8>,
}

impl Charmap {
    /// Parses a line of the table; see tables.py.
    fn read(line: &'static str) -> Option<Charmap> {
        let mut parts = line.split(' ');
        let (name, aliases, points) = (parts.next()?, parts.next()?, parts.next()?);
        let points: Vec<Option<char>> = (0..points.len() / 4)
            .map(|at| u32::from_str_radix(points.get(at * 4..at * 4 + 4)?, 16).ok().and_then(char::from_u32))
            .collect();
        let first = 256 - points.len();
        let chars = std::array::from_fn(|byte| match byte.checked_sub(first) {
            Some(at) => points[at],
            None => Some(char::from(byte as u8)),
        });
        let bytes = (0..=255_u8).filter_map(|byte| Some((chars[usize::from(byte)]?, byte))).collect();
        Some(Charmap { name, aliases: aliases.split(',').filter(|alias| *alias != "-").collect(), chars, bytes })
    }
    pub(super) fn put(&self, c: char, out: &mut Vec<u8>) -> bool {
        let byte = self.bytes.get(&c);
        out.extend(byte);
        byte.is_some()
    }
}

/// All encodings of the table.
pub fn charmaps() -> &'static [Charmap] {
    static ALL: OnceLock<Vec<Charmap>> = OnceLock::new();
    ALL.get_or_init(|| include_str!("charmaps.txt").lines().filter_map(Charmap::read).collect())
}

/// Encodes a character below a bound as one byte.
pub(super) fn put_below(c: char, bound: u32, out: &mut Vec<u8>) -> bool {
    let fits = (c as u32) < bound;
    if fits {
        out.push(c as u8);
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::charmaps;

    #[test]
    fn every_line_of_the_table_is_read() {
        assert_eq!(charmaps().len(), include_str!("charmaps.txt").lines().count());
        let western = charmaps().iter().find(|map| map.name == "cp1252").expect("a code page");
        assert_eq!([western.chars[0x80], western.chars[0x81], western.chars[0x41]], [Some('€'), None, Some('A')]);
    }
}
