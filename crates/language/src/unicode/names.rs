//! Names of characters.

use super::{Version, character, properties};

/// A character's name; None for characters unknown to the version and for those without a name.
pub fn name_of(c: char) -> Option<String> {
    let is_known = !matches!(properties(c, Version::Current).category, "Cn" | "Co" | "Cs");
    unicode_names2::name(c).filter(|_| is_known).map(|name| name.to_string())
}

/// The character of a name or alias.
pub fn character_of(name: &str) -> Option<char> {
    let is_known = |c: &char| properties(*c, Version::Current).category != "Cn";
    // A name must not have spaces around it.
    let is_plain = name.trim() == name && !name.contains(['_', '\t', '\n']);
    is_plain.then(|| unicode_names2::character(name)).flatten().filter(is_known)
}

/// The characters of a named sequence.
pub fn sequence_of(name: &str) -> Option<String> {
    let name = name.to_ascii_uppercase();
    let row = include_str!("sequences.txt").lines().find_map(|line| {
        let (own, codes) = line.split_once(';')?;
        (own == name).then_some(codes)
    })?;
    row.split(' ').map(character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_both_ways() {
        for (name, c) in [
            ("LATIN SMALL LETTER E WITH ACUTE", 'é'),
            ("HANGUL SYLLABLE GAG", '각'),
            ("CJK UNIFIED IDEOGRAPH-4E00", '一'),
        ] {
            assert_eq!((name_of(c).as_deref(), character_of(name)), (Some(name), Some(c)));
        }
        assert_eq!(name_of('\0'), None);
        assert_eq!(character_of("ESC"), Some('\u{1b}'));
        assert_eq!(sequence_of("keycap digit one").as_deref(), Some("1\u{fe0f}\u{20e3}"));
    }
}
