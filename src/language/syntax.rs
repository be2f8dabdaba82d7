//! Parsing: the tree, or what is wrong with the source and where.

use super::Span;
use super::vm::SyntaxProblem;
use ruff_python_ast::Mod;
use ruff_python_parser::{Mode, ParseOptions, Parsed, parse_unchecked};

/// CPython's own limits.
const MOST_BRACKETS: usize = 200;
const MOST_INDENTS: usize = 100;
/// Operators in one expression: the tree of `a + b + c ...` is as deep as it is long.
const MOST_OPERATORS: usize = 10_000;

/// Parses a cell or script; all problems in order of place.
pub(crate) fn parse(text: &str, source: u32) -> Result<Mod, Vec<SyntaxProblem>> {
    let problem = |message: String, start: usize, end: usize| {
        SyntaxProblem::new(message, Span { source, start: start as u32, end: end as u32 })
    };
    if let Some((at, message)) = too_deep(text) {
        return Err(vec![problem(message.to_owned(), at, at + 1)]);
    }
    let Some(parsed) = tree(text) else {
        return Err(vec![problem("invalid syntax".to_owned(), 0, text.len().min(1))]);
    };
    let mut problems: Vec<SyntaxProblem> = parsed
        .errors()
        .iter()
        .map(|error| {
            problem(error.error.to_string(), error.location.start().to_usize(), error.location.end().to_usize())
        })
        .collect();
    if !problems.is_empty() {
        return Err(reworded(problems, text));
    }
    let module = parsed.into_syntax();
    if let Mod::Module(module) = &module {
        problems = super::semantics::check(&module.body, text, source);
    }
    if problems.is_empty() { Ok(module) } else { Err(reworded(problems, text)) }
}

/// In CPython's words. Of a text with very many mistakes the first are told.
fn reworded(mut problems: Vec<SyntaxProblem>, text: &str) -> Vec<SyntaxProblem> {
    const MOST: usize = 20;
    problems.truncate(MOST);
    problems.iter_mut().for_each(|problem| super::syntax_words::reword(problem, text));
    problems
}

/// What the parser makes of a text, with its errors; None for one that it cannot take. To be used `with_room`.
pub(crate) fn tree(text: &str) -> Option<Parsed<Mod>> {
    if too_deep(text).is_some() {
        return None;
    }
    // A parser of others' making: should it panic on some text, that text is no program.
    std::panic::catch_unwind(|| parse_unchecked(text, ParseOptions::from(Mode::Ipython))).ok()
}

/// Runs a step that handles trees. That of `a + b + c ...` is as deep as it is long: those who walk it and take it apart
/// want native stack. Untouched pages of it cost nothing.
pub(crate) fn with_room<T>(step: impl FnOnce() -> T) -> T {
    const LEAST: usize = 48 << 20;
    const PIECE: usize = 64 << 20;
    stacker::maybe_grow(LEAST, PIECE, step)
}

/// Nesting that would exhaust the stack of whoever walks the tree.
fn too_deep(text: &str) -> Option<(usize, &'static str)> {
    let bytes = text.as_bytes();
    let (mut at, mut operators) = (0, vec![0_usize]);
    let (mut indents, mut line_start) = (vec![0_usize], true);
    while at < bytes.len() {
        if line_start && operators.len() == 1 {
            let width = bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let blank = matches!(bytes.get(at + width), None | Some(b'\n' | b'\r' | b'#'));
            // IPython's `,f a b`, `;f a b` and `/f a b`: the parser knows their tokens, and breaks on them inside a statement.
            let continued = || text[..at].trim_end_matches(['\r', '\n']).ends_with('\\');
            if matches!(bytes.get(at + width), Some(b',' | b';' | b'/')) && !continued() {
                return Some((at + width, "invalid syntax"));
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
