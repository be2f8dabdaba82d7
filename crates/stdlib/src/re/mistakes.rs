//! What is wrong with a pattern, in CPython's words.

use super::VERBOSE;
use super::translate::is_quantifier;

/// What stands before a place, for a quantifier there.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Nothing,
    Item,
    Repeat,
}

struct Reader<'a> {
    chars: &'a [char],
    at: usize,
    /// The groups with names, by number.
    names: Vec<Option<String>>,
}

type Found<T> = Result<T, (String, usize)>;

/// The first mistake in a replacement for a pattern whose groups have these names, and its place in characters.
pub(super) fn template_mistake(template: &str, names: &[Option<String>]) -> Option<(String, usize)> {
    let chars: Vec<char> = template.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        if chars[at] != '\\' {
            at += 1;
            continue;
        }
        let start = at;
        at += 2;
        match chars.get(start + 1) {
            None => return Some(("bad escape (end of pattern)".to_owned(), start)),
            Some('g') => {
                if chars.get(at) != Some(&'<') {
                    return Some(("missing <".to_owned(), at));
                }
                let Some(length) = chars[at + 1..].iter().position(|c| *c == '>') else {
                    return Some(("missing >, unterminated name".to_owned(), at + 1));
                };
                let name: String = chars[at + 1..at + 1 + length].iter().collect();
                let place = at + 1;
                at += length + 2;
                if name.is_empty() {
                    return Some(("missing group name".to_owned(), place));
                }
                match name.parse::<usize>() {
                    Ok(number) if number >= names.len() => {
                        return Some((format!("invalid group reference {number}"), place));
                    }
                    Ok(_) => {}
                    Err(_) if !tensorcell_language::builtins::string::is_identifier(&name) => {
                        return Some((format!("bad character in group name '{name}'"), place));
                    }
                    Err(_) if !names.iter().any(|known| known.as_deref() == Some(&name)) => {
                        return Some((format!("unknown group name '{name}'"), place));
                    }
                    Err(_) => {}
                }
            }
            Some('0') => {}
            Some(digit) if digit.is_ascii_digit() => {
                let more = chars[at..].iter().take(1).take_while(|c| c.is_ascii_digit()).count();
                let digits: String = chars[start + 1..at + more].iter().collect();
                at += more;
                if digits.parse::<usize>().is_ok_and(|number| number >= names.len()) {
                    return Some((format!("invalid group reference {digits}"), start + 1));
                }
            }
            Some(c) if c.is_ascii_alphabetic() && !"abfnrtv".contains(*c) => {
                return Some((format!("bad escape \\{c}"), start));
            }
            Some(_) => {}
        }
    }
    None
}

/// The first mistake in a pattern and its place in characters.
pub(super) fn mistake(source: &str, flags: i64) -> Option<(String, usize)> {
    let chars: Vec<char> = source.chars().collect();
    let opening = source.strip_prefix("(?").and_then(|rest| rest.split_once(')')).map_or("", |(letters, _)| letters);
    let letters = opening.chars().all(|c| c.is_ascii_alphabetic()) && opening.contains('x');
    Reader { chars: &chars, at: 0, names: vec![None] }.read(letters || flags & VERBOSE != 0).err()
}

/// Nothing but groups as `(?im)`.
fn only_flags(chars: &[char]) -> bool {
    let text: String = chars.iter().collect();
    let group =
        |part: &str| part.strip_prefix("(?").is_some_and(|letters| letters.chars().all(|c| "aimsxuL".contains(c)));
    text.ends_with(')') && text.trim_end_matches(')').split(')').all(group)
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn read(&mut self, verbose: bool) -> Found<()> {
        let mut open = Vec::new();
        let mut before = Before::Nothing;
        while let Some(c) = self.peek() {
            let start = self.at;
            self.at += 1;
            match c {
                '#' if verbose => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                }
                c if verbose && c.is_whitespace() => {}
                '(' => {
                    before = Before::Item;
                    if self.open(start)? {
                        open.push(start);
                        before = Before::Nothing;
                    }
                }
                ')' => {
                    open.pop().ok_or_else(|| ("unbalanced parenthesis".to_owned(), start))?;
                    before = Before::Item;
                }
                '|' | '^' => before = Before::Nothing,
                '[' => {
                    self.set(start)?;
                    before = Before::Item;
                }
                '\\' => {
                    self.escape(start, false)?;
                    before = Before::Item;
                }
                '*' | '+' | '?' => before = self.repeat(before, start)?,
                '{' if is_quantifier(&self.chars[start..]) => {
                    let length = self.chars[start..].iter().position(|c| *c == '}').unwrap_or_default();
                    let inside: String = self.chars[start + 1..start + length].iter().collect();
                    let limits = inside.split_once(',').map(|(low, high)| (low.parse::<u64>(), high.parse::<u64>()));
                    if let Some((Ok(low), Ok(high))) = limits
                        && low > high
                    {
                        return Err(("min repeat greater than max repeat".to_owned(), start + 1));
                    }
                    self.at = start + length + 1;
                    before = self.repeat(before, start)?;
                }
                _ => before = Before::Item,
            }
        }
        open.pop().map_or(Ok(()), |start| Err(("missing ), unterminated subpattern".to_owned(), start)))
    }

    /// After a quantifier: one more character makes it lazy or possessive.
    fn repeat(&mut self, before: Before, start: usize) -> Found<Before> {
        match before {
            Before::Nothing => Err(("nothing to repeat".to_owned(), start)),
            Before::Repeat => Err(("multiple repeat".to_owned(), start)),
            Before::Item => {
                if let Some('?' | '+') = self.peek() {
                    self.at += 1;
                }
                Ok(Before::Repeat)
            }
        }
    }

    /// After an opening parenthesis; whether a group begins that a `)` has to close.
    fn open(&mut self, start: usize) -> Found<bool> {
        if self.peek() != Some('?') {
            self.names.push(None);
            return Ok(true);
        }
        self.at += 1;
        let kind = self.peek().ok_or_else(|| ("unexpected end of pattern".to_owned(), self.at))?;
        self.at += 1;
        match kind {
            'P' => match self.peek() {
                None => Err(("unexpected end of pattern".to_owned(), self.at)),
                Some('<') => {
                    self.at += 1;
                    let place = self.at;
                    let name = self.name('>')?;
                    if let Some(number) = self.names.iter().position(|known| known.as_ref() == Some(&name)) {
                        let message = format!(
                            "redefinition of group name '{name}' as group {}; was group {number}",
                            self.names.len()
                        );
                        return Err((message, place));
                    }
                    self.names.push(Some(name));
                    Ok(true)
                }
                Some('=') => {
                    self.at += 1;
                    let place = self.at;
                    let name = self.name(')')?;
                    if self.names.iter().any(|known| known.as_ref() == Some(&name)) {
                        return Ok(false);
                    }
                    Err((format!("unknown group name '{name}'"), place))
                }
                Some(other) => Err((format!("unknown extension ?P{other}"), start + 1)),
            },
            '<' => match self.peek() {
                Some('=' | '!') => {
                    self.at += 1;
                    Ok(true)
                }
                None => Err(("unexpected end of pattern".to_owned(), self.at)),
                Some(other) => Err((format!("unknown extension ?<{other}"), start + 1)),
            },
            '#' | '(' => {
                // A comment ends with its parenthesis; a condition's is followed by what it chooses from.
                let length = self.chars[self.at..].iter().position(|c| *c == ')');
                let missing = || ("missing ), unterminated subpattern".to_owned(), start);
                self.at += length.ok_or_else(missing)? + 1;
                Ok(kind == '(')
            }
            ':' | '=' | '!' | '>' | '-' => Ok(true),
            letter if "aimsxuL".contains(letter) => {
                let mut letters = self.chars[self.at..].iter().skip_while(|c| "aimsxuL".contains(**c));
                match letters.next() {
                    // For the whole pattern: at its beginning, perhaps after others of the kind.
                    Some(')') if start > 0 && !only_flags(&self.chars[..start]) => {
                        Err(("global flags not at the start of the expression".to_owned(), start))
                    }
                    Some(')' | ':' | '-') => Ok(true),
                    None => Err(("missing -, : or )".to_owned(), self.chars.len())),
                    Some(c) => {
                        let place = self.chars.len() - 1 - letters.count();
                        let what = if c.is_alphabetic() { "unknown flag" } else { "missing -, : or )" };
                        Err((what.to_owned(), place))
                    }
                }
            }
            other => Err((format!("unknown extension ?{other}"), start + 1)),
        }
    }

    fn name(&mut self, end: char) -> Found<String> {
        let place = self.at;
        let Some(length) = self.chars[place..].iter().position(|c| *c == end) else {
            let message = if place == self.chars.len() {
                "missing group name".to_owned()
            } else {
                format!("missing {end}, unterminated name")
            };
            return Err((message, place));
        };
        let name: String = self.chars[place..place + length].iter().collect();
        self.at = place + length + 1;
        let mut letters = name.chars();
        match letters.next() {
            None => Err(("missing group name".to_owned(), place)),
            Some(first)
                if (first.is_alphabetic() || first == '_') && letters.all(|c| c.is_alphanumeric() || c == '_') =>
            {
                Ok(name)
            }
            Some(_) => Err((format!("bad character in group name '{name}'"), place)),
        }
    }

    /// After a backslash: the character meant, or nothing for a class of characters.
    fn escape(&mut self, start: usize, in_set: bool) -> Found<Option<char>> {
        let Some(c) = self.peek() else {
            return Err(("bad escape (end of pattern)".to_owned(), start));
        };
        self.at += 1;
        match c {
            '0'..='3' if self.chars[self.at..].iter().take(2).filter(|c| ('0'..='7').contains(*c)).count() == 2 => {
                self.at += 2;
                Ok(None)
            }
            '1'..='9' if !in_set => {
                let more = self.peek().filter(char::is_ascii_digit);
                self.at += usize::from(more.is_some());
                let digits: String = self.chars[start + 1..self.at].iter().collect();
                if digits.parse::<usize>().is_ok_and(|number| number >= self.names.len()) {
                    return Err((format!("invalid group reference {digits}"), start + 1));
                }
                Ok(None)
            }
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => Ok(None),
            'A' | 'b' | 'B' | 'Z' if !in_set => Ok(None),
            'x' | 'u' | 'U' => {
                let digits = match c {
                    'x' => 2,
                    'u' => 4,
                    _ => 8,
                };
                let found = self.chars[self.at..].iter().take(digits).take_while(|c| c.is_ascii_hexdigit()).count();
                self.at += found;
                if found < digits {
                    let escape: String = self.chars[start..self.at].iter().collect();
                    return Err((format!("incomplete escape {escape}"), start));
                }
                Ok(None)
            }
            'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | 'N' => Ok(None),
            c if c.is_ascii_alphabetic() => Err((format!("bad escape \\{c}"), start)),
            c => Ok(Some(c)),
        }
    }

    /// After an opening bracket.
    fn set(&mut self, start: usize) -> Found<()> {
        let unterminated = || ("unterminated character set".to_owned(), start);
        if self.peek() == Some('^') {
            self.at += 1;
        }
        let first = self.at;
        loop {
            let place = self.at;
            let c = self.peek().ok_or_else(unterminated)?;
            if c == ']' && place > first {
                self.at += 1;
                return Ok(());
            }
            let low = self.member()?;
            if self.peek() != Some('-') || matches!(self.chars.get(self.at + 1), None | Some(']')) {
                continue;
            }
            self.at += 1;
            let end = self.at;
            let high = self.member()?;
            // Escapes that stand for one character are left to the engine.
            let kind = |at: usize| self.chars[at] == '\\' && "dDsSwW".contains(self.chars[at + 1]);
            let backwards = matches!((low, high), (Some(low), Some(high)) if low > high);
            if backwards || kind(place) || kind(end) {
                let range: String = self.chars[place..self.at].iter().collect();
                return Err((format!("bad character range {range}"), place));
            }
        }
    }

    fn member(&mut self) -> Found<Option<char>> {
        let start = self.at;
        let c = self.peek();
        self.at += 1;
        if c == Some('\\') { self.escape(start, true) } else { Ok(c) }
    }
}
