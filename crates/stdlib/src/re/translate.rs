//! Python's pattern syntax in fancy-regex's.

use super::{ASCII, DOTALL, IGNORECASE, MULTILINE, VERBOSE};
use tensorcell_language::surrogate::{char_of, code_of};

/// A pattern as fancy-regex wants it, with its flags in front.
pub(super) fn translate(source: &str, flags: i64) -> String {
    let chars: Vec<char> = source.chars().collect();
    let mut out = String::new();
    let multiline = flags & MULTILINE != 0;
    let verbose = flags & VERBOSE != 0;
    let mut class: Option<usize> = None;
    let mut ascii = flags & ASCII != 0;
    // What held outside each open group.
    let mut groups: Vec<bool> = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let c = chars[i];
        let next = chars.get(i + 1).copied();
        if class.is_some()
            && let Some((range, length)) = class_range(&chars[i..])
        {
            out.push_str(&range);
            i += length;
            continue;
        }
        match (c, class) {
            ('\\', _) => {
                match (next, class) {
                    (Some('Z'), None) => out.push_str("\\z"),
                    // Octal escapes are not known there: up to two digits after 0, else three.
                    (Some('0'..='7'), _) if octal(&chars[i + 1..], class.is_some()).is_some() => {
                        let (value, length) = octal(&chars[i + 1..], class.is_some()).unwrap_or((0, 1));
                        out.push_str(&format!("\\x{{{value:x}}}"));
                        i += 1 + length;
                        continue;
                    }
                    (Some('u' | 'U'), _) if coded(&chars[i..]).is_some() => {
                        let (code, length) = coded(&chars[i..]).unwrap_or_default();
                        out.push_str(&format!("\\x{{{:x}}}", char_of(code).map_or(code, u32::from)));
                        i += length;
                        continue;
                    }
                    (Some(letter @ ('d' | 'w' | 's' | 'D' | 'W' | 'S')), _) if ascii => {
                        let set = match letter.to_ascii_lowercase() {
                            'd' => "0-9",
                            'w' => "a-zA-Z0-9_",
                            _ => " \\t\\n\\r\\x0c\\x0b",
                        };
                        match (letter.is_ascii_uppercase(), class.is_some()) {
                            (false, true) => out.push_str(set),
                            (false, false) => out.push_str(&format!("[{set}]")),
                            (true, _) => out.push_str(&format!("[^{set}]")),
                        }
                    }
                    (Some(other), _) => {
                        out.push('\\');
                        out.push(other);
                    }
                    (None, _) => out.push('\\'),
                }
                i += 2;
                continue;
            }
            ('(', None) => {
                groups.push(ascii);
                out.push('(');
                if let Some((length, letters)) = scoped_flags(&chars[i + 1..]) {
                    let (on, off) = letters.split_once('-').unwrap_or((&letters, ""));
                    ascii = ascii && !on.contains('u') || on.contains('a');
                    let known = |letters: &str| letters.replace(['a', 'u', 'L'], "");
                    out.push('?');
                    out.push_str(&known(on));
                    if !off.is_empty() {
                        out.push('-');
                        out.push_str(off);
                    }
                    out.push(':');
                    i += length;
                }
            }
            (')', None) => {
                ascii = groups.pop().unwrap_or(ascii);
                out.push(')');
            }
            ('[', None) => {
                class = Some(i);
                out.push('[');
                if next == Some('^') {
                    out.push('^');
                    i += 1;
                }
                // A bracket right after the opening is one of the set.
                if chars.get(i + 1) == Some(&']') {
                    out.push_str("\\]");
                    i += 1;
                }
            }
            ('[', Some(_)) => out.push_str("\\["),
            (']', Some(_)) => {
                class = None;
                out.push(']');
            }
            ('&' | '~', Some(_)) => {
                out.push('\\');
                out.push(c);
            }
            ('-', Some(_)) if next == Some('-') => out.push_str("\\-"),
            ('#', None) if verbose => {
                while i < chars.len() && chars[i] != '\n' {
                    i += 1;
                }
                continue;
            }
            ('#' | ' ', Some(_)) if verbose => {
                out.push('\\');
                out.push(c);
            }
            ('$', None) if multiline => out.push_str("(?m:$)"),
            ('$', None) => out.push_str("(?=\\n?\\z)"),
            ('^', None) => out.push_str(if multiline { "(?m:^)" } else { "\\A" }),
            ('{', None) if !is_quantifier(&chars[i..]) => out.push_str("\\{"),
            ('}', None) if !closes_quantifier(&chars[..i]) => out.push_str("\\}"),
            _ => out.push(c),
        }
        i += 1;
    }
    let mut letters = String::new();
    for (flag, letter) in [(IGNORECASE, 'i'), (DOTALL, 's'), (VERBOSE, 'x')] {
        if flags & flag != 0 {
            letters.push(letter);
        }
    }
    if letters.is_empty() {
        out
    } else {
        format!("(?{letters}:{out}\n)").replace("\n)", if verbose { "\n)" } else { ")" })
    }
}

/// `\u1234` or `\U00012345`: the code point and how long the escape is.
fn coded(chars: &[char]) -> Option<(u32, usize)> {
    let digits = match chars.get(..2)? {
        ['\\', 'x'] => 2,
        ['\\', 'u'] => 4,
        ['\\', 'U'] => 8,
        _ => return None,
    };
    let digits: String = chars.get(2..2 + digits)?.iter().collect();
    Some((u32::from_str_radix(&digits, 16).ok()?, 2 + digits.len()))
}

/// A range of a set which surrogates lie in, or what stands for them: the ranges of the characters that it means.
fn class_range(chars: &[char]) -> Option<(String, usize)> {
    let end = |chars: &[char]| coded(chars).or_else(|| Some((code_of(*chars.first()?), 1)).filter(|_| chars[0] != '\\'));
    let (first, length) = end(chars)?;
    let rest = chars[length..].strip_prefix(&['-']).filter(|rest| rest.first() != Some(&']'))?;
    let (last, more) = end(rest)?;
    let (before, after) = (0xd800..=0xdfff_u32, 0x10_d800..=0x10_dfff_u32);
    let touches = |held: &std::ops::RangeInclusive<u32>| first <= *held.end() && last >= *held.start();
    if !touches(&before) && !touches(&after) || first > last {
        return None;
    }
    let parts = [(0, 0xd7ff, 0), (0xd800, 0xdfff, 0x10_0000), (0xe000, 0x10_d7ff, 0), (0x10_e000, 0x10_ffff, 0)];
    let kept = parts.into_iter().filter_map(|(start, stop, distance)| {
        let (start, stop) = (first.max(start), last.min(stop));
        (start <= stop).then(|| format!("\\x{{{:x}}}-\\x{{{:x}}}", start + distance, stop + distance))
    });
    Some((kept.collect(), length + 1 + more))
}

/// An octal escape after its backslash: the character's number and how many digits it takes.
fn octal(chars: &[char], in_class: bool) -> Option<(u32, usize)> {
    let digits = chars.iter().take(3).take_while(|c| ('0'..='7').contains(*c)).count();
    let length = match chars.first()? {
        '0' => digits.max(1),
        _ if digits == 3 || in_class && digits > 0 => digits,
        _ => return None,
    };
    let value = chars[..length].iter().fold(0, |value, c| value * 8 + c.to_digit(8).unwrap_or(0));
    Some((value, length))
}

/// The flags of `(?ai-x:` after its parenthesis, and how long they are with the colon.
fn scoped_flags(chars: &[char]) -> Option<(usize, String)> {
    let letters: String = chars.strip_prefix(&['?'])?.iter().take_while(|c| "aiLmsux-".contains(**c)).collect();
    let length = 1 + letters.chars().count();
    (!letters.is_empty() && chars.get(length) == Some(&':')).then_some((length + 1, letters))
}

/// `{3}`, `{3,}`, `{,5}` or `{3,5}` at the start.
pub(super) fn is_quantifier(chars: &[char]) -> bool {
    let Some(end) = chars.iter().position(|c| *c == '}') else {
        return false;
    };
    let inside: String = chars[1..end].iter().collect();
    let number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    match inside.split_once(',') {
        Some((low, high)) => number(low) && number(high),
        None => !inside.is_empty() && number(&inside),
    }
}

/// Whether a closing brace ends a quantifier.
fn closes_quantifier(before: &[char]) -> bool {
    match before.iter().rposition(|c| *c == '{') {
        Some(open) if open == 0 || before[open - 1] != '\\' => {
            let mut candidate = before[open..].to_vec();
            candidate.push('}');
            is_quantifier(&candidate)
        }
        _ => false,
    }
}
