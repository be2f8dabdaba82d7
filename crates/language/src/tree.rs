//! Parses source to a tree, within limits that recursive visitors can handle.

use crate::native_stack;
use crate::quiet::unless_it_panics;
use ruff_python_ast::Mod;
use ruff_python_parser::{Mode, ParseOptions, Parsed, parse_unchecked};

/// CPython's own limits.
const MOST_BRACKETS: usize = 200;
const MOST_INDENTS: usize = 100;
/// Operators in one expression: the tree of `a + b + c ...` is as deep as it is long.
const MOST_OPERATORS: usize = 10_000;

/// The grammar of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub(crate) enum Grammar {
    /// A cell or script: statements, including magics.
    Cell,
    /// Statements.
    Module,
    /// One statement, or several on one line.
    Single,
    /// One expression.
    Expression,
    /// As `Module`, `Single` and `Expression`, with `await` allowed at the top level, as in a cell.
    AwaitingModule,
    AwaitingSingle,
    AwaitingExpression,
}

impl Grammar {
    fn mode(self) -> Mode {
        match self {
            Grammar::Cell => Mode::Ipython,
            Grammar::Module | Grammar::AwaitingModule | Grammar::Single | Grammar::AwaitingSingle => Mode::Module,
            Grammar::Expression | Grammar::AwaitingExpression => Mode::Expression,
        }
    }
    /// The rule of CPython's grammar that a source of it follows.
    pub fn start(self) -> &'static str {
        match self {
            Grammar::Cell | Grammar::Module | Grammar::AwaitingModule => "file",
            Grammar::Single | Grammar::AwaitingSingle => "interactive",
            Grammar::Expression | Grammar::AwaitingExpression => "eval",
        }
    }
    /// Whether the top level may await.
    pub fn awaits(self) -> bool {
        !matches!(self, Grammar::Module | Grammar::Single | Grammar::Expression)
    }
    /// The same grammar with `await` allowed at the top level.
    pub fn awaiting(self) -> Grammar {
        match self {
            Grammar::Module => Grammar::AwaitingModule,
            Grammar::Single => Grammar::AwaitingSingle,
            Grammar::Expression => Grammar::AwaitingExpression,
            other => other,
        }
    }
    pub fn is_expression(self) -> bool {
        matches!(self, Grammar::Expression | Grammar::AwaitingExpression)
    }
}

/// Parses a cell, with its errors; None if it is refused. Call it inside `with_room`.
pub fn tree(text: &str) -> Option<Parsed<Mod>> {
    tree_of(text, Grammar::Cell)
}

/// As `tree`, for any grammar.
pub(crate) fn tree_of(text: &str, grammar: Grammar) -> Option<Parsed<Mod>> {
    if refused(text, false).is_some() {
        return None;
    }
    // The parser is a third-party crate: a source on which it panics is rejected.
    unless_it_panics(|| parse_unchecked(text, ParseOptions::from(grammar.mode())))
}

/// Runs a step that handles trees. The tree of `a + b + c ...` is as deep as it is long, so that visiting and dropping it needs
/// native stack. Untouched pages of it use no memory.
pub fn with_room<T>(step: impl FnOnce() -> T) -> T {
    const LEAST: usize = 48 << 20;
    const PIECE: usize = 64 << 20;
    native_stack::with_room(LEAST, PIECE, step)
}

/// Finds nesting that would exhaust the stack of visitors; if requested, also indentation that tabs make ambiguous.
pub(crate) fn refused(text: &str, tabs: bool) -> Option<(usize, &'static str)> {
    let bytes = text.as_bytes();
    let (mut at, mut operators) = (0, vec![0_usize]);
    let (mut indents, mut line_start) = (vec![0_usize], true);
    // Indentation in columns, with tabs of width eight and one. Both must agree on which line is deeper.
    let mut columns = vec![(0_usize, 0_usize)];
    while at < bytes.len() {
        if line_start && operators.len() == 1 {
            let width = bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let blank = matches!(bytes.get(at + width), None | Some(b'\n' | b'\r' | b'#'));
            // IPython's `,f a b`, `;f a b` and `/f a b`: the parser has tokens for them, and fails on them inside a statement.
            let continued = || text[..at].trim_end_matches(['\r', '\n']).ends_with('\\');
            if matches!(bytes.get(at + width), Some(b',' | b';' | b'/')) && !continued() {
                return Some((at + width, "invalid syntax"));
            }
            if tabs && !blank && !continued() {
                let column = |tab: usize| {
                    let step = |at: usize, byte: &u8| if *byte == b'\t' { (at / tab + 1) * tab } else { at + 1 };
                    bytes[at..at + width].iter().fold(0, step)
                };
                let (wide, narrow) = (column(8), column(1));
                while columns.last().is_some_and(|(last, _)| *last > wide) {
                    columns.pop();
                }
                let above = columns.last().copied().unwrap_or_default();
                if (wide == above.0) != (narrow == above.1) || wide > above.0 && narrow <= above.1 {
                    return Some((at, "inconsistent use of tabs and spaces in indentation"));
                }
                if wide > above.0 {
                    columns.push((wide, narrow));
                }
            }
            if !blank {
                while indents.last().is_some_and(|last| *last > width) {
                    indents.pop();
                }
                if indents.last() != Some(&width) {
                    indents.push(width);
                }
                if indents.len() > MOST_INDENTS {
                    return Some((at, "too many levels of indentation"));
                }
            }
        }
        line_start = false;
        match bytes[at] {
            b'#' => {
                while at + 1 < bytes.len() && bytes[at + 1] != b'\n' {
                    at += 1;
                }
            }
            quote @ (b'"' | b'\'') => {
                let triple = bytes[at..].starts_with(&[quote; 3]);
                at += if triple { 3 } else { 1 };
                while at < bytes.len() {
                    match bytes[at] {
                        b'\\' => at += 1,
                        b'\n' if !triple => break,
                        byte if byte == quote && !triple => break,
                        byte if byte == quote && bytes[at..].starts_with(&[quote; 3]) => {
                            at += 2;
                            break;
                        }
                        _ => {}
                    }
                    at += 1;
                }
                if at < bytes.len() && bytes[at] == b'\n' {
                    line_start = true;
                }
            }
            b'(' | b'[' | b'{' => {
                count(&mut operators);
                operators.push(0);
                if operators.len() > MOST_BRACKETS {
                    return Some((at, "too many nested parentheses"));
                }
            }
            b')' | b']' | b'}' if operators.len() > 1 => {
                operators.pop();
            }
            b'\n' => {
                line_start = true;
                if operators.len() == 1 {
                    operators[0] = 0;
                }
            }
            b',' | b';' => {
                if let Some(last) = operators.last_mut() {
                    *last = 0;
                }
            }
            byte if byte.is_ascii_punctuation() && byte != b'_' => {
                count(&mut operators);
            }
            // `not not x`, `lambda: lambda: x`, `x if y else z`...
            b'n' | b'a' | b'o' | b'i' if at > 0 && bytes[at - 1] == b' ' => {
                count(&mut operators);
            }
            _ => {}
        }
        if operators.last().is_some_and(|last| *last > MOST_OPERATORS) {
            return Some((at.min(bytes.len() - 1), "too many operators in one expression: split it up"));
        }
        at += 1;
    }
    None
}

fn count(operators: &mut [usize]) {
    if let Some(last) = operators.last_mut() {
        *last += 1;
    }
}
