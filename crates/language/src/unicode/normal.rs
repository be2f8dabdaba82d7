//! The Unicode normalization forms.

use super::{Version, character, properties};
use std::collections::HashMap;
use std::sync::OnceLock;

#[derive(Clone, Copy, PartialEq)]
pub enum Form {
    Nfc,
    Nfd,
    Nfkc,
    Nfkd,
}

impl Form {
    pub fn named(name: &str) -> Option<Form> {
        Some(match name {
            "NFC" => Form::Nfc,
            "NFD" => Form::Nfd,
            "NFKC" => Form::Nfkc,
            "NFKD" => Form::Nfkd,
            _ => return None,
        })
    }
    fn composes(self) -> bool {
        matches!(self, Form::Nfc | Form::Nfkc)
    }
    fn is_compatible(self) -> bool {
        matches!(self, Form::Nfkc | Form::Nfkd)
    }
}

/// The decomposition of a character.
pub(super) struct Row {
    pub text: &'static str,
    parts: Vec<char>,
    /// Whether the decomposition is canonical, not only a compatibility one.
    is_canonical: bool,
    /// Whether its two parts compose to it again.
    composes: bool,
}

struct Table {
    rows: HashMap<char, Row>,
    pairs: HashMap<(char, char), char>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let rows: HashMap<char, Row> = include_str!("decompositions.txt").lines().filter_map(read).collect();
        let pair = |(c, row): (&char, &Row)| match row.parts[..] {
            [first, second] if row.composes => Some(((first, second), *c)),
            _ => None,
        };
        Table { pairs: rows.iter().filter_map(pair).collect(), rows }
    })
}

fn read(line: &'static str) -> Option<(char, Row)> {
    let (code, rest) = line.split_once(' ')?;
    let text = rest.strip_prefix("= ").unwrap_or(rest);
    let parts = text.split(' ').filter(|part| !part.starts_with('<')).map(character).collect::<Option<_>>()?;
    Some((
        character(code)?,
        Row { text, parts, is_canonical: !text.starts_with('<'), composes: text.len() < rest.len() },
    ))
}

pub(super) fn row(c: char) -> Option<&'static Row> {
    table().rows.get(&c)
}

/// Hangul syllables are decomposed by arithmetic.
mod hangul {
    const SYLLABLES: u32 = 0xac00;
    const LEADS: u32 = 0x1100;
    const VOWELS: u32 = 0x1161;
    const TAILS: u32 = 0x11a7;
    const VOWEL_COUNT: u32 = 21;
    const TAIL_COUNT: u32 = 28;
    const COUNT: u32 = 19 * VOWEL_COUNT * TAIL_COUNT;

    pub fn parts(c: char) -> Option<Vec<char>> {
        let at = (c as u32).checked_sub(SYLLABLES).filter(|at| *at < COUNT)?;
        let (syllable, tail) = (at / TAIL_COUNT, at % TAIL_COUNT);
        let codes = [LEADS + syllable / VOWEL_COUNT, VOWELS + syllable % VOWEL_COUNT, TAILS + tail];
        codes[..if tail > 0 { 3 } else { 2 }].iter().map(|code| char::from_u32(*code)).collect()
    }

    pub fn composed(first: char, second: char) -> Option<char> {
        let place = |c: char, start: u32, count: u32| (c as u32).checked_sub(start).filter(|at| *at < count);
        let code = match (place(first, LEADS, 19), place(second, VOWELS, VOWEL_COUNT)) {
            (Some(lead), Some(vowel)) => SYLLABLES + (lead * VOWEL_COUNT + vowel) * TAIL_COUNT,
            _ => {
                let syllable = place(first, SYLLABLES, COUNT).filter(|at| at.is_multiple_of(TAIL_COUNT))?;
                let tail = place(second, TAILS, TAIL_COUNT).filter(|tail| *tail > 0)?;
                SYLLABLES + syllable + tail
            }
        };
        char::from_u32(code)
    }
}

/// The decomposition in Unicode 3.2, before it was corrected.
fn corrected(c: char) -> Option<char> {
    Some(match c {
        '\u{2f868}' => '\u{2136a}',
        '\u{2f874}' => '\u{5f33}',
        '\u{2f91f}' => '\u{43ab}',
        '\u{2f95f}' => '\u{7aae}',
        '\u{2f9bf}' => '\u{4d57}',
        _ => return None,
    })
}

fn take_apart(c: char, form: Form, version: Version, out: &mut Vec<char>) {
    if version == Version::Old {
        if let Some(other) = corrected(c) {
            return out.push(other);
        }
        if properties(c, version).category == "Cn" {
            return out.push(c);
        }
    }
    if let Some(parts) = hangul::parts(c) {
        return out.extend(parts);
    }
    match row(c).filter(|row| row.is_canonical || form.is_compatible()) {
        Some(row) => row.parts.iter().for_each(|part| take_apart(*part, form, version, out)),
        None => out.push(c),
    }
}

/// Sorts marks by combining class; the sort is stable.
fn put_in_order(chars: &mut [char], version: Version) {
    let class = |c: &char| properties(*c, version).combining;
    for marks in chars.chunk_by_mut(|a, b| class(a) != 0 && class(b) != 0) {
        if marks.len() > 1 {
            marks.sort_by_key(class);
        }
    }
}

fn put_together(chars: &[char], version: Version) -> String {
    let class = |c: char| properties(c, version).combining;
    let composed = |a: char, b: char| hangul::composed(a, b).or_else(|| table().pairs.get(&(a, b)).copied());
    let mut out: Vec<char> = Vec::with_capacity(chars.len());
    let mut starter: Option<usize> = None;
    for c in chars {
        let own = class(*c);
        if let Some(at) = starter {
            // No character of the same or a higher class is in between.
            let is_free = match out.len() - at {
                1 => true,
                _ => out.last().is_some_and(|before| (1..own).contains(&class(*before))),
            };
            if is_free && let Some(whole) = composed(out[at], *c) {
                out[at] = whole;
                continue;
            }
        }
        if own == 0 {
            starter = Some(out.len());
        }
        out.push(*c);
    }
    out.into_iter().collect()
}

pub fn normalized(text: &str, form: Form, version: Version) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    let mut chars = Vec::with_capacity(text.len());
    text.chars().for_each(|c| take_apart(c, form, version, &mut chars));
    put_in_order(&mut chars, version);
    if form.composes() { put_together(&chars, version) } else { chars.into_iter().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_unicodes() {
        let all = |text: &str| {
            [Form::Nfc, Form::Nfd, Form::Nfkc, Form::Nfkd].map(|form| normalized(text, form, Version::Current))
        };
        assert_eq!(all("é"), ["é", "e\u{301}", "é", "e\u{301}"]);
        assert_eq!(all("ﬁ①"), ["ﬁ①", "ﬁ①", "fi1", "fi1"]);
        assert_eq!(all("각"), ["각", "\u{1100}\u{1161}\u{11a8}", "각", "\u{1100}\u{1161}\u{11a8}"]);
        assert_eq!(all("a\u{315}\u{300}")[0], "à\u{315}");
        assert_eq!(normalized("\u{2f868}", Form::Nfc, Version::Old), "\u{2136a}");
    }
}
