//! Words the errors of literals whose escapes or characters stand for nothing.

use crate::unicode;

/// The error of a string or bytes literal, with its prefix and quotes.
pub(super) fn undecoded(literal: &str) -> Option<String> {
    let body = literal.find(['"', '\'']).unwrap_or_default();
    let (prefix, quoted) = literal.split_at(body);
    let width = if quoted.len() >= 6 && (quoted.starts_with("\"\"\"") || quoted.starts_with("'''")) { 3 } else { 1 };
    let body = quoted.get(width..quoted.len() - width)?;
    let has = |letters: [char; 2]| prefix.contains(letters);
    if has(['b', 'B']) {
        let message = "bytes can only contain ASCII literal characters";
        let plain = body.is_ascii();
        return if plain && !has(['r', 'R']) { bad_byte(body) } else { (!plain).then(|| message.to_owned()) };
    }
    if has(['r', 'R']) { None } else { bad_character(body) }
}

fn bad_byte(body: &str) -> Option<String> {
    let at = escapes(body).find(|at| {
        let rest = &body[at + 1..];
        rest.starts_with('x') && digits(&rest[1..], 2) < 2
    })?;
    Some(format!("(value error) invalid \\x escape at position {at}"))
}

/// Where the escapes of a literal begin.
fn escapes(body: &str) -> impl Iterator<Item = usize> + '_ {
    let mut next = 0;
    std::iter::from_fn(move || {
        let at = next + body[next..].find('\\')?;
        next = at + 1 + body[at + 1..].chars().next().map_or(0, char::len_utf8);
        Some(at)
    })
}

fn digits(text: &str, most: usize) -> usize {
    text.chars().take(most).take_while(char::is_ascii_hexdigit).count()
}

fn bad_character(body: &str) -> Option<String> {
    escapes(body).find_map(|at| {
        let (length, what) = bad_escape(&body[at + 1..])?;
        // CPython decodes a text in which other characters than ASCII's stand as escapes of ten characters.
        let position: usize = body[..at].chars().map(|c| if c.is_ascii() { 1 } else { 10 }).sum();
        let end = position + length;
        Some(format!("(unicode error) 'unicodeescape' codec can't decode bytes in position {position}-{end}: {what}"))
    })
}

/// The length of a wrong escape behind its backslash, and what is wrong with it.
fn bad_escape(escape: &str) -> Option<(usize, &'static str)> {
    let (letter, rest) = (escape.chars().next()?, escape.get(1..).unwrap_or_default());
    let truncated = |width: usize, what| {
        let found = digits(rest, width);
        (found < width).then_some((1 + found, what))
    };
    match letter {
        'x' => truncated(2, "truncated \\xXX escape"),
        'u' => truncated(4, "truncated \\uXXXX escape"),
        'U' => truncated(8, "truncated \\UXXXXXXXX escape").or_else(|| {
            let code = u32::from_str_radix(&rest[..8], 16).unwrap_or(u32::MAX);
            (code > 0x0010_ffff).then_some((9, "illegal Unicode character"))
        }),
        'N' => match rest.strip_prefix('{').and_then(|name| name.split_once('}')) {
            Some((name, _)) if !name.is_empty() => {
                let known = unicode::character_of(name).is_some() || unicode::sequence_of(name).is_some();
                (!known).then_some((name.chars().count() + 3, "unknown Unicode character name"))
            }
            _ => Some((1, "malformed \\N character escape")),
        },
        _ => None,
    }
}
