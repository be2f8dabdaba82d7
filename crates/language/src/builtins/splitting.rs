//! Splits strings at whitespace and at line ends.

use super::{clipped_index, searching};
use crate::{Args, Raise, Result, Value, Vm, memory};

/// Whether Python treats it as whitespace: Unicode's whitespace, and the four separators of ASCII.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\x1c'..='\x1f')
}

/// `split` and `rsplit` of a string.
pub(super) fn split(vm: &mut Vm, args: &Args, text: &str, from_end: bool) -> Result<Value> {
    let most = clipped_index(vm, args.get(2))?;
    let most = if most < 0 { usize::MAX } else { most as usize };
    let parts = match args.get(1) {
        Value::None if from_end => {
            vm.polled(text.char_indices().rev(), |letters| split_spaces_from_end(text, letters, most))??
        }
        Value::None => vm.polled(text.char_indices(), |letters| split_spaces(text, letters, most))??,
        sep => split_at(vm, text, sep, most, from_end)?,
    };
    list_of_parts(vm, text, parts)
}

/// The parts between at most `most` separators.
fn split_at<'a>(vm: &mut Vm, text: &'a str, sep: &Value, most: usize, from_end: bool) -> Result<Vec<&'a str>> {
    let sep = sep.as_str().ok_or_else(|| {
        Raise::type_error(format!("must be str or None, not {}", sep.type_name())).mark(1, sep.type_name())
    })?;
    if sep.is_empty() {
        return Err(Raise::value_error("empty separator"));
    }
    let cuts = if from_end { searching::cuts_from_end } else { searching::cuts };
    let cuts = cuts(vm, text.as_bytes(), sep.as_bytes(), most)?;
    vm.polled(cuts, |cuts| cuts.map(|cut| &text[cut]).collect())
}

/// A list of the parts of a text, if there is memory for it.
pub(super) fn list_of_parts(vm: &mut Vm, text: &str, parts: Vec<&str>) -> Result<Value> {
    // A part takes these bytes besides its letters: the value, and the head of its text.
    const PART: usize = 4 * size_of::<Value>();
    memory::claim(text.len().saturating_add(parts.len().saturating_mul(PART)))?;
    vm.polled(parts, |parts| texts(parts))
}

/// A list of texts.
pub(super) fn texts<'a>(parts: impl Iterator<Item = &'a str>) -> Value {
    Value::list(parts.map(Value::str).collect())
}

/// The parts between whitespace, without empty ones; after `most` splits the rest is one part. `letters` are those of the text.
pub(super) fn split_spaces(text: &str, letters: impl Iterator<Item = (usize, char)>, most: usize) -> Result<Vec<&str>> {
    let (mut parts, mut begin) = (Vec::new(), None);
    for (at, c) in letters {
        match (begin, is_space(c)) {
            (None, false) if parts.len() >= most => {
                memory::push(&mut parts, &text[at..])?;
                return Ok(parts);
            }
            (None, false) => begin = Some(at),
            (Some(start), true) => {
                memory::push(&mut parts, &text[start..at])?;
                begin = None;
            }
            _ => {}
        }
    }
    parts.extend(begin.map(|start| &text[start..]));
    Ok(parts)
}

/// As `split_spaces`, from the end: the letters come backwards.
pub(super) fn split_spaces_from_end(
    text: &str,
    letters: impl Iterator<Item = (usize, char)>,
    most: usize,
) -> Result<Vec<&str>> {
    let (mut parts, mut end) = (Vec::new(), None);
    for (at, c) in letters {
        let after = at + c.len_utf8();
        match (end, is_space(c)) {
            (None, false) if parts.len() >= most => {
                memory::push(&mut parts, &text[..after])?;
                parts.reverse();
                return Ok(parts);
            }
            (None, false) => end = Some(after),
            (Some(stop), true) => {
                memory::push(&mut parts, &text[after..stop])?;
                end = None;
            }
            _ => {}
        }
    }
    parts.extend(end.map(|stop| &text[..stop]));
    parts.reverse();
    Ok(parts)
}

fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\x0b' | '\x0c' | '\x1c' | '\x1d' | '\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// `splitlines`. `letters` are those of the text.
pub fn lines(text: &str, letters: impl Iterator<Item = (usize, char)>, keep: bool) -> Result<Vec<&str>> {
    let (mut lines, mut begin) = (Vec::new(), 0);
    for (at, c) in letters.filter(|(_, c)| is_break(*c)) {
        // The second half of `\r\n`.
        if at < begin {
            continue;
        }
        let end = if text[at..].starts_with("\r\n") { at + 2 } else { at + c.len_utf8() };
        memory::push(&mut lines, &text[begin..if keep { end } else { at }])?;
        begin = end;
    }
    if begin < text.len() {
        lines.push(&text[begin..]);
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_where_python_breaks_them() {
        let lines = |text: &'static str, keep| lines(text, text.char_indices(), keep).unwrap();
        assert_eq!(lines("a\r\nb\rc\n\nd", false), ["a", "b", "c", "", "d"]);
        assert_eq!(lines("a\r\nb\n", true), ["a\r\n", "b\n"]);
    }

    #[test]
    fn splitting_on_spaces_keeps_the_rest_whole() {
        let split_spaces = |text: &'static str, most| split_spaces(text, text.char_indices(), most).unwrap();
        let split_spaces_from_end =
            |text: &'static str, most| split_spaces_from_end(text, text.char_indices().rev(), most).unwrap();
        assert_eq!(split_spaces("  a b  c ", usize::MAX), ["a", "b", "c"]);
        assert_eq!(split_spaces("  a b  c ", 1), ["a", "b  c "]);
        assert_eq!(split_spaces_from_end("  a b  c ", 1), ["  a b", "c"]);
        assert_eq!(split_spaces("", 3), [""; 0]);
    }
}
