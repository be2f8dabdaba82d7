//! Unicode case operations that Rust's standard library lacks: title case and case folding.

use crate::unicode;

/// The form of a character at the beginning of a word: its own title case, else upper case with only the first letter kept
/// upper.
pub fn title(c: char) -> String {
    let upper: String = c.to_uppercase().collect();
    let own = match c {
        'Ǆ'..='ǆ' => 'ǅ',
        'Ǉ'..='ǉ' => 'ǈ',
        'Ǌ'..='ǌ' => 'ǋ',
        'Ǳ'..='ǳ' => 'ǲ',
        // Georgian has capitals only for whole words; Greek letters with a subscript iota keep it.
        '\u{10d0}'..='\u{10ff}' | '\u{1fbc}' | '\u{1fcc}' | '\u{1ffc}' => c,
        '\u{1f80}'..='\u{1faf}' => char::from_u32(c as u32 | 8).unwrap_or(c),
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => char::from_u32(c as u32 + 9).unwrap_or(c),
        'ŉ' => return upper,
        _ => {
            if let Some(first) = upper.strip_suffix('\u{399}')
                && c >= '\u{1f80}'
            {
                return format!("{first}\u{345}");
            }
            let mut letters = upper.chars();
            return letters.next().into_iter().chain(letters.flat_map(char::to_lowercase)).collect();
        }
    };
    own.into()
}

/// Whether a letter is a capital followed by a small one (`ǅ`): title case, neither upper nor lower.
pub(crate) fn is_title(c: char) -> bool {
    matches!(c, 'ǅ' | 'ǈ' | 'ǋ' | 'ǲ' | '\u{1f88}'..='\u{1f8f}' | '\u{1f98}'..='\u{1f9f}' | '\u{1fa8}'..='\u{1faf}')
        || matches!(c, '\u{1fbc}' | '\u{1fcc}' | '\u{1ffc}')
}

/// Whether it is a letter. Unicode's alphabetic characters also include marks and letter numbers (`Ⅷ`), which this excludes.
pub(crate) fn is_letter(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphabetic() } else { unicode::category(c).starts_with('L') }
}

/// The lower case of each character, with a final sigma at the end of a word.
pub fn lowered(text: &str) -> impl Iterator<Item = (char, String)> {
    // Sigma alone depends on its neighbours.
    let lower = if text.contains('Σ') { text.to_lowercase() } else { String::new() };
    let mut at = 0;
    text.chars().map(move |c| {
        if lower.is_empty() {
            return (c, c.to_lowercase().collect());
        }
        let length: usize = c.to_lowercase().map(char::len_utf8).sum();
        let here = lower.get(at..at + length).unwrap_or_default().to_owned();
        at += length;
        (c, here)
    })
}

/// Folds a character for case-insensitive comparison (Unicode's full case folding).
pub fn fold(c: char) -> String {
    match c {
        'ı' | '\u{13a0}'..='\u{13f5}' => c.into(),
        'ẞ' => "ss".into(),
        // Cherokee folds to its capitals.
        '\u{13f8}'..='\u{13fd}' | '\u{ab70}'..='\u{abbf}' => c.to_uppercase().collect(),
        _ if c.to_lowercase().len() > 1 => c.to_lowercase().collect(),
        _ => c.to_uppercase().flat_map(char::to_lowercase).collect(),
    }
}

/// Whether it is a digit, a letter number, or an ideograph of a number.
pub(crate) fn is_numeric(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_digit() } else { unicode::number(c).is_some() }
}

/// Whether it is a digit, or a letter or sign of one.
pub(crate) fn is_digit(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_digit() } else { unicode::number(c).is_some_and(|number| number.digit.is_some()) }
}

/// Changes each letter of an ASCII text; `change` also gets the letter before it.
fn ascii_mapped(text: &str, change: impl Fn(u8, u8) -> u8) -> String {
    let before = std::iter::once(0).chain(text.bytes());
    before.zip(text.bytes()).map(|(before, c)| char::from(change(before, c))).collect()
}

/// Each word of an ASCII text in title case.
pub(crate) fn ascii_title(text: &str) -> String {
    ascii_mapped(text, |before, c| match before.is_ascii_alphabetic() {
        true => c.to_ascii_lowercase(),
        false => c.to_ascii_uppercase(),
    })
}

pub(crate) fn ascii_swapped(text: &str) -> String {
    ascii_mapped(text, |_, c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
}

pub(crate) fn ascii_capitalized(text: &str) -> String {
    let mut lower = text.to_ascii_lowercase();
    if let Some(first) = lower.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    lower
}

#[cfg(test)]
mod tests {
    use super::{fold, title};

    #[test]
    fn words_begin_as_unicode_says() {
        let titles: Vec<String> = "aßﬁﬃǆŉაᾳᾼᾀᾷև".chars().map(title).collect();
        assert_eq!(titles, ["A", "Ss", "Fi", "Ffi", "ǅ", "ʼN", "ა", "ᾼ", "ᾼ", "ᾈ", "Α͂\u{345}", "Եւ"]);
    }

    #[test]
    fn folding_ignores_case() {
        let folded: String = "Straße ﬁN ΣΑΣς ẞ ſ İ ꭰ ᾳ".chars().map(fold).collect();
        assert_eq!(folded, "strasse fin σασσ ss s i\u{307} Ꭰ αι");
    }
}
