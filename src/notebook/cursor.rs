//! Locates a cursor: turns the code before it into a valid program, and returns the path from its syntax tree's root
//! to the cursor.

use super::magics::declaration::{self, Magic, Operand};
use ruff_python_ast::AnyNodeRef;
use ruff_python_ast::Mod;
use ruff_python_ast::find_node::covering_node;
use ruff_text_size::{TextRange, TextSize};
use tensorcell_language::syntax;

/// A placeholder for the name being written, so that it has a node in the tree.
pub const MARK: &str = "__cursor__";

/// The path from the module to the cursor.
pub struct Cursor<'t> {
    pub text: &'t str,
    pub module: &'t [ruff_python_ast::Stmt],
    /// Innermost node first.
    pub around: Vec<AnyNodeRef<'t>>,
    /// In bytes.
    pub offset: usize,
}

/// The constructs that are open at the end of a text.
#[derive(Debug, Default, PartialEq)]
pub struct Scan {
    levels: Vec<Level>,
    /// The open string literal, if any.
    pub string: Option<Quoted>,
    pub comment: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Level {
    Bracket(char),
    /// An f-string. Its replacement fields contain code.
    Format {
        quote: String,
        start: usize,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Quoted {
    pub quote: String,
    /// Where the content begins, in bytes.
    pub start: usize,
    /// False for bytes literals and f-strings.
    pub plain: bool,
}

/// Scans a text to its end.
pub fn scan(text: &str) -> Scan {
    let mut scan = Scan::default();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let c = rest.chars().next().unwrap_or(' ');
        if let Some(Level::Format { quote, .. }) = scan.levels.last() {
            if rest.starts_with(quote.as_str()) {
                at += quote.len();
                scan.levels.pop();
            } else if rest.starts_with("{{") || rest.starts_with('\\') && rest.len() > 1 {
                at += 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
            } else if c == '{' {
                scan.levels.push(Level::Bracket('}'));
                at += 1;
            } else if c == '\n' && quote.len() == 1 {
                scan.levels.pop();
                at += 1;
            } else {
                at += c.len_utf8();
            }
            continue;
        }
        match c {
            '#' => match rest.find('\n') {
                Some(end) => at += end,
                None => {
                    scan.comment = true;
                    return scan;
                }
            },
            '\'' | '"' => {
                let triple = c.to_string().repeat(3);
                let quote = if rest.starts_with(&triple) { triple } else { c.to_string() };
                let letters: String = text[..at].chars().rev().take_while(char::is_ascii_alphabetic).collect();
                let prefix = letters.to_lowercase();
                let prefixed = prefix.len() <= 2 && prefix.chars().all(|c| "rbfut".contains(c));
                at += quote.len();
                if prefixed && prefix.contains('f') {
                    scan.levels.push(Level::Format { quote, start: at });
                    continue;
                }
                match end_of_string(&text[at..], &quote) {
                    Some(end) => at += end,
                    None => {
                        let plain = !(prefixed && prefix.contains('b'));
                        scan.string = Some(Quoted { quote, start: at, plain });
                        return scan;
                    }
                }
            }
            '(' | '[' | '{' => {
                let closer = [')', ']', '}'][['(', '[', '{'].iter().position(|open| *open == c).unwrap_or(0)];
                scan.levels.push(Level::Bracket(closer));
                at += 1;
            }
            ')' | ']' | '}' => {
                if scan.levels.last() == Some(&Level::Bracket(c)) {
                    scan.levels.pop();
                }
                at += 1;
            }
            _ => at += c.len_utf8(),
        }
    }
    if let Some(Level::Format { quote, start }) = scan.levels.last() {
        scan.string = Some(Quoted { quote: quote.clone(), start: *start, plain: false });
    }
    scan
}

/// Returns the offset after the closing quote, or None if the string is still open. A line end also ends a single-quoted string.
fn end_of_string(text: &str, quote: &str) -> Option<usize> {
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with(quote) {
            return Some(at + quote.len());
        }
        let c = rest.chars().next().unwrap_or(' ');
        at += c.len_utf8();
        if c == '\\' {
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        } else if c == '\n' && quote.len() == 1 {
            return Some(at);
        }
    }
    None
}

impl Scan {
    /// Returns whether nothing is open at the end of the text.
    pub fn is_closed(&self) -> bool {
        self.levels.is_empty() && self.string.is_none()
    }

    /// Returns the text that closes all open constructs.
    fn closers(&self) -> String {
        let mut text = String::new();
        let within_format = matches!(self.levels.last(), Some(Level::Format { .. }));
        if let Some(quoted) = self.string.as_ref().filter(|_| !within_format) {
            text.push_str(&quoted.quote);
        }
        for level in self.levels.iter().rev() {
            match level {
                Level::Bracket(closer) => text.push(*closer),
                Level::Format { quote, .. } => text.push_str(quote),
            }
        }
        text
    }
}

/// Parses the code up to the cursor, with `name` at the cursor, and calls `work` with the path to it.
pub fn with_tree<R>(before: &str, name: &str, work: impl FnOnce(&Cursor<'_>) -> R) -> Option<R> {
    let code = without_magics(before);
    let scan = scan(&code);
    let text = format!("{code}{name}{}\n", scan.closers());
    syntax::with_room(|| {
        let parsed = syntax::tree(&text)?;
        let Mod::Module(module) = parsed.syntax() else { return None };
        let range = match name.is_empty() {
            true => TextRange::empty(TextSize::new(code.len() as u32)),
            false => TextRange::at(TextSize::new(code.len() as u32), TextSize::new(name.len() as u32)),
        };
        let root = AnyNodeRef::from(module);
        if !ruff_text_size::Ranged::range(&root).contains_range(range) {
            return None;
        }
        let around = covering_node(root, range).ancestors().collect();
        Some(work(&Cursor { text: &text, module: &module.body, around, offset: code.len() }))
    })
}

/// Replaces magics before code by spaces of the same length: `%time f(x)` becomes `_=    f(x)`.
pub fn without_magics(code: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (at, line) in code.split('\n').enumerate() {
        lines.push(match magic_on(line, at == 0) {
            Some(Begun { magic: Some(magic), operand, percent, .. }) if matches!(magic.operand, Operand::Code(_)) => {
                let begin = if line[..percent].trim().is_empty() && operand > percent + 1 { "_=" } else { "" };
                let blank = " ".repeat(operand - percent - begin.len());
                match at == 0 && line.trim_start().starts_with("%%") && code.contains('\n') {
                    true => " ".repeat(line.len()),
                    false => format!("{}{begin}{blank}{}", &line[..percent], &line[operand..]),
                }
            }
            Some(begun) if begun.percent == line.len() - line.trim_start().len() => "#".repeat(line.len()),
            _ => line.to_owned(),
        });
    }
    lines.join("\n")
}

/// A magic at the beginning of a line or to the right of `=`.
pub struct Begun<'a> {
    pub name: &'a str,
    pub magic: Option<&'static Magic>,
    /// The offsets of its percent sign and of the text after its options.
    pub percent: usize,
    pub operand: usize,
    /// The text after its name, if any.
    pub rest: Option<&'a str>,
}

/// Returns the magic on a line. `%%` is valid only on the first line of a cell.
pub fn magic_on(line: &str, first: bool) -> Option<Begun<'_>> {
    let percent = match line.trim_start().starts_with('%') {
        true => line.len() - line.trim_start().len(),
        false => {
            let (left, right) = line.split_once('=')?;
            let name = left.trim();
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
            if !is_name || !right.trim_start().starts_with('%') {
                return None;
            }
            line.len() - right.trim_start().len()
        }
    };
    let text = line[percent..].trim_start_matches('%');
    if line[percent..].starts_with("%%") && !first {
        return None;
    }
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let magic = declaration::find(name);
    let mut operand = line.len() - rest.len();
    // Skip its options.
    if let Some(magic) = magic {
        loop {
            let left = &line[operand..];
            let trimmed = left.trim_start();
            let mut words = trimmed.splitn(2, char::is_whitespace);
            let word = words.next().unwrap_or_default();
            let flag = word.strip_prefix('-').and_then(|letters| {
                magic.options.iter().find(|flag| letters.starts_with(flag.letter)).map(|flag| (flag, letters))
            });
            let Some((flag, letters)) = flag.filter(|_| words.next().is_some()) else { break };
            operand = line.len() - trimmed.len() + word.len();
            if !flag.value.is_empty() && letters.len() == 1 {
                let value = line[operand..].trim_start();
                operand = line.len() - value.len() + value.find(char::is_whitespace).unwrap_or(value.len());
            }
        }
    }
    Some(Begun { name, magic, percent, operand, rest: (!rest.is_empty()).then_some(rest) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_is_closed() {
        for (text, closers) in [
            ("f(a, [1", "])"),
            ("d['ab", "']"),
            ("f'{x.", "}'"),
            ("f'{d[\"a", "\"]}'"),
            ("f'a", "'"),
            ("'''a\n", "'''"),
            ("x = 'it' # it's", ""),
            ("print('{')", ""),
            ("rb\"\\\"", "\""),
            ("'cut\nf(", ")"),
        ] {
            assert_eq!(scan(text).closers(), closers, "{text}");
        }
        assert!(scan("x # f(").comment && scan("open('a").string.is_some() && scan("f'{a}").string.is_some());
    }

    #[test]
    fn magics_leave_the_code_in_its_place() {
        declaration::declare(crate::notebook::magics::MAGICS);
        for (code, seen) in [
            ("%time x.a", "_=    x.a"),
            ("%timeit -n 10 -q x.a", "_=               x.a"),
            ("r = %timeit x.a", "r =         x.a"),
            ("%%time\nx.a", "      \nx.a"),
            ("%who int\nx", "########\nx"),
            ("a %b", "a %b"),
        ] {
            let found = without_magics(code);
            assert_eq!((found.as_str(), found.len()), (seen, code.len()));
        }
    }
}
