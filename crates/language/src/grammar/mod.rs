//! Where and how CPython reports the error of a source that does not parse. Its parser seeks errors by rules of their own; so does this.

mod escapes;
mod parser;
mod rules;
mod tokens;

use crate::{Span, native_stack};
use parser::{Parser, Stop};
use rules::RULES;
use tokens::Fault;

/// The native stack of rules within each other, in bytes.
const ROOM: usize = 64 << 20;

/// An error in CPython's words, at its lines and columns (in characters, from 1). An end of 0 or less is a number that CPython gives
/// where it knows none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub message: String,
    pub line: usize,
    pub column: isize,
    pub end_line: usize,
    pub end_column: isize,
    pub is_indentation: bool,
    /// Whether the tokens are wrong, whose line CPython shows without its end.
    pub is_of_tokens: bool,
}

impl Told {
    /// The characters that it is about, at least one where there is one.
    pub fn span(&self, text: &str, source: u32) -> Span {
        let start = offset(text, self.line, self.column - 1);
        let end = match self.end_column {
            1.. => offset(text, self.end_line, self.end_column - 1),
            _ => start,
        };
        let next = start + text[start..].chars().next().map_or(0, char::len_utf8);
        Span { source, start: start as u32, end: end.max(next) as u32 }
    }
}

/// The byte of a column, in characters, within its line or at its end.
fn offset(text: &str, line: usize, column: isize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let line = text[before..].lines().next().unwrap_or_default();
    let column = usize::try_from(column).unwrap_or_default();
    before + line.char_indices().nth(column).map_or(line.len(), |(at, _)| at)
}

/// The error of a source for a rule: `file`, `interactive` or `eval`. None if the source parses, or is nested too deeply.
pub(crate) fn told(source: &str, rule: &str) -> Option<Told> {
    let mut text = source.replace("\r\n", "\n").replace('\r', "\n");
    if rule == "file" && !text.ends_with('\n') {
        text.push('\n');
    }
    let seek = |rules: &_| sought(&mut Parser::new(&text, rules), rule);
    let fault = native_stack::with_room(ROOM, ROOM, || RULES.with(seek))?;
    let column = |line: usize, column: isize| match usize::try_from(column) {
        Ok(bytes @ 1..) => {
            let line = text.split_inclusive('\n').nth(line - 1).unwrap_or_default();
            let end = line.len().min(bytes - 1);
            (line[..line.floor_char_boundary(end)].chars().count() + 1 + bytes - 1 - end) as isize
        }
        _ => column,
    };
    Some(Told {
        line: fault.line,
        column: column(fault.line, fault.column),
        end_line: fault.end_line,
        end_column: column(fault.end_line, fault.end_column),
        is_indentation: fault.is_indentation,
        is_of_tokens: fault.is_of_token,
        message: fault.message,
    })
}

fn sought(parser: &mut Parser<'_>, rule: &str) -> Option<Fault> {
    let mut stop = parser.parse(rule, false);
    let last = parser.tokens.len().checked_sub(1);
    if let Ok(None) = stop {
        stop = parser.parse(rule, true).and_then(|_| parser.unexplained(last.unwrap_or_default()));
    }
    match stop {
        Ok(_) if rule == "interactive" => parser.more_statements(),
        Ok(_) | Err(Stop::TooDeep) => None,
        Err(Stop::Token(fault)) => Some(fault),
        Err(Stop::Fault(fault)) => Some(preceded(parser, fault)),
    }
}

/// The error of a later token, where that takes precedence; or of a bracket that is never closed.
fn preceded(parser: &mut Parser<'_>, fault: Fault) -> Fault {
    if parser.tokens.last().is_some_and(|token| token.kind == tokens::Kind::End) {
        return fault;
    }
    let line = parser.tokens.last().map_or(0, |token| parser.reader.line(token.start));
    loop {
        match parser.reader.next() {
            Ok(token) if token.kind == tokens::Kind::End => return fault,
            Ok(_) => {}
            Err(later) if later.precedes => return later,
            Err(_) => {
                let open = parser.reader.open.last().filter(|open| line > parser.reader.line(open.at));
                return match open.map(|_| parser.reader.unclosed::<()>()) {
                    Some(Err(unclosed)) => unclosed,
                    _ => fault,
                };
            }
        }
    }
}
