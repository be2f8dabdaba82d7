//! What of Unicode the standard library does not know: title case, case folding, ideographs for numbers.

/// What a character becomes at the beginning of a word: its own title case, else upper case of which only the first
/// letter stays upper.
pub fn title(c: char) -> String {
    let upper: String = c.to_uppercase().collect();
    let own = match c {
        'Ǆ'..='ǆ' => 'ǅ',
        'Ǉ'..='ǉ' => 'ǈ',
        'Ǌ'..='ǌ' => 'ǋ',
        'Ǳ'..='ǳ' => 'ǲ',
        // Georgian has capitals for whole words only; Greek letters with an iota below keep it there.
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

/// A letter that is a capital followed by a small one (`ǅ`): title case, neither upper nor lower.
pub(crate) fn is_title(c: char) -> bool {
    matches!(c, 'ǅ' | 'ǈ' | 'ǋ' | 'ǲ' | '\u{1f88}'..='\u{1f8f}' | '\u{1f98}'..='\u{1f9f}' | '\u{1fa8}'..='\u{1faf}')
        || matches!(c, '\u{1fbc}' | '\u{1fcc}' | '\u{1ffc}')
}

thread_local! {
    static LETTER: Option<fancy_regex::Regex> = fancy_regex::Regex::new(r"^\p{L}$").ok();
    static OF_NAMES: Option<fancy_regex::Regex> = fancy_regex::Regex::new(r"^[\p{XID_Continue}]$").ok();
}

fn is_like(kind: &'static std::thread::LocalKey<Option<fancy_regex::Regex>>, c: char) -> bool {
    let text = c.encode_utf8(&mut [0; 4]).to_owned();
    kind.with(|regex| regex.as_ref().is_some_and(|regex| regex.is_match(&text).unwrap_or(false)))
}

/// A letter: no mark above one, no letter that counts (`Ⅷ`), which Unicode calls alphabetic too.
pub(crate) fn is_letter(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphabetic() } else { c.is_alphabetic() && is_like(&LETTER, c) }
}

/// May stand in an identifier after its first character.
pub(crate) fn continues_name(c: char) -> bool {
    if c.is_ascii() { c == '_' || c.is_ascii_alphanumeric() } else { is_like(&OF_NAMES, c) }
}

/// The lower case of each character, a final sigma where a word ends.
pub fn lowered(text: &str) -> impl Iterator<Item = (char, String)> {
    let lower = text.to_lowercase();
    let mut at = 0;
    text.chars().map(move |c| {
        let length: usize = c.to_lowercase().map(char::len_utf8).sum();
        let here = lower.get(at..at + length).unwrap_or_default().to_owned();
        at += length;
        (c, here)
    })
}

/// The text for comparisons that ignore case (Unicode's full case folding).
pub fn fold(text: &str) -> String {
    text.chars().map(fold_char).collect()
}

fn fold_char(c: char) -> String {
    match c {
        'ı' | '\u{13a0}'..='\u{13f5}' => c.into(),
        'ẞ' => "ss".into(),
        // Cherokee folds to its capitals.
        '\u{13f8}'..='\u{13fd}' | '\u{ab70}'..='\u{abbf}' => c.to_uppercase().collect(),
        _ if c.to_lowercase().len() > 1 => c.to_lowercase().collect(),
        _ => c.to_uppercase().flat_map(char::to_lowercase).collect(),
    }
}

/// Ideographs that stand for numbers.
const NUMERALS: &str = "㐅㒃㠪㭍一七万三九二五亖亿什仟仨伍佰億兆兩八六十千卄卅卌叁参參叄四壱壹幺廾廿弌弍弎弐拾捌柒漆玖百肆萬貮貳贰阡陆陌陸零\
    \u{f96b}\u{f973}\u{f978}\u{f9b2}\u{f9d1}\u{f9d3}\u{f9fd}\u{20001}\u{20064}\u{200e2}\
    \u{20121}\u{2092a}\u{20983}\u{2098c}\u{2099c}\u{20aea}\u{20afd}\u{20b19}\u{22390}\u{22998}\
    \u{23b1b}\u{2626d}\u{2f890}";

/// A digit, a letter for a number, or an ideograph for one.
pub(crate) fn is_numeric(c: char) -> bool {
    c.is_numeric() || NUMERALS.contains(c)
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
        assert_eq!(fold("Straße ﬁN ΣΑΣς ẞ ſ İ ꭰ ᾳ"), "strasse fin σασσ ss s i\u{307} Ꭰ αι");
    }
}
