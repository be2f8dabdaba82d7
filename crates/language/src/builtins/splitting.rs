//! Splits strings at whitespace and at line ends.

/// Whether Python treats it as whitespace: Unicode's whitespace, and the four separators of ASCII.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\x1c'..='\x1f')
}

/// The parts between whitespace, without empty ones; after `most` splits the rest is one part.
pub(super) fn split_spaces(text: &str, most: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text.trim_start_matches(is_space);
    while !rest.is_empty() {
        let end = if parts.len() >= most { None } else { rest.find(is_space) };
        match end {
            Some(end) => {
                parts.push(&rest[..end]);
                rest = rest[end..].trim_start_matches(is_space);
            }
            None => {
                parts.push(rest);
                break;
            }
        }
    }
    parts
}

/// As `split_spaces`, from the end.
pub(super) fn split_spaces_from_end(text: &str, most: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text.trim_end_matches(is_space);
    while !rest.is_empty() {
        let start = if parts.len() >= most { None } else { rest.char_indices().rev().find(|(_, c)| is_space(*c)) };
        match start {
            Some((at, c)) => {
                parts.push(&rest[at + c.len_utf8()..]);
                rest = rest[..at].trim_end_matches(is_space);
            }
            None => {
                parts.push(rest);
                break;
            }
        }
    }
    parts.reverse();
    parts
}

/// `splitlines`.
pub fn lines(text: &str, keep: bool) -> Vec<&str> {
    let is_break = |c: char| {
        matches!(c, '\n' | '\r' | '\x0b' | '\x0c' | '\x1c' | '\x1d' | '\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}')
    };
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(is_break) {
        let end = if rest[at..].starts_with("\r\n") {
            at + 2
        } else {
            at + rest[at..].chars().next().map_or(1, char::len_utf8)
        };
        lines.push(&rest[..if keep { end } else { at }]);
        rest = &rest[end..];
    }
    if !rest.is_empty() {
        lines.push(rest);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_where_python_breaks_them() {
        assert_eq!(lines("a\r\nb\rc\n\nd", false), ["a", "b", "c", "", "d"]);
        assert_eq!(lines("a\r\nb\n", true), ["a\r\n", "b\n"]);
    }

    #[test]
    fn splitting_on_spaces_keeps_the_rest_whole() {
        assert_eq!(split_spaces("  a b  c ", usize::MAX), ["a", "b", "c"]);
        assert_eq!(split_spaces("  a b  c ", 1), ["a", "b  c "]);
        assert_eq!(split_spaces_from_end("  a b  c ", 1), ["  a b", "c"]);
        assert_eq!(split_spaces("", 3), [""; 0]);
    }
}
