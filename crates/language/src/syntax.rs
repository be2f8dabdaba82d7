//! Parsing: the tree, or what is wrong with the source and where.

use super::Span;
use super::syntax_problem::SyntaxProblem;
use super::tree::refused;
pub use super::tree::{tree, with_room};
use ruff_python_ast::Mod;

/// Parses a cell or script; all problems in order of place.
pub(crate) fn parse(text: &str, source: u32) -> Result<Mod, Vec<SyntaxProblem>> {
    let problem = |message: String, start: usize, end: usize| {
        SyntaxProblem::new(message, Span { source, start: start as u32, end: end as u32 })
    };
    if let Some((at, message)) = refused(text, false) {
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
    // Of a mistake and of tabs that say nothing what comes first is told.
    if let Some((at, message)) = refused(text, true)
        && problems.first().is_none_or(|first| first.span.start >= at as u32)
    {
        return Err(vec![problem(message.to_owned(), at, at + 1)]);
    }
    if !problems.is_empty() {
        return Err(reworded(problems, text));
    }
    let module = parsed.into_syntax();
    if let Mod::Module(module) = &module {
        problems = super::semantics::check(&module.body, text, source);
        problems.extend(super::left_out::found(&module.body, source));
        problems.sort_by_key(|problem| problem.span.start);
    }
    if problems.is_empty() { Ok(module) } else { Err(reworded(problems, text)) }
}

/// In CPython's words. Of a text with very many mistakes the first are told.
fn reworded(mut problems: Vec<SyntaxProblem>, text: &str) -> Vec<SyntaxProblem> {
    const MOST: usize = 20;
    problems.truncate(MOST);
    problems.iter_mut().for_each(|problem| super::syntax_words::reword(problem, text));
    // What is no token at all is told before what only has no place in the grammar, though it come later.
    let first = problems.first().is_some_and(|first| first.message == "invalid syntax");
    if first && let Some(at) = problems.iter().position(|problem| super::syntax_words::is_of_tokens(&problem.message)) {
        problems[..=at].rotate_right(1);
    }
    problems
}
