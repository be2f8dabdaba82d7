//! Parsing: returns the tree, or the errors of the source.

use super::Span;
use super::grammar::{self, Told};
use super::syntax_problem::SyntaxProblem;
use super::tree::{Grammar, refused, tree_of};
pub use super::tree::{tree, with_room};
use ruff_python_ast::token::TokenKind;
use ruff_python_ast::{self as ast, Mod, Stmt, Suite};
use ruff_python_parser::Parsed;

/// Parses source to statements (an expression becomes one statement); the errors are in source order.
pub(crate) fn parse(text: &str, source: u32, grammar: Grammar) -> Result<Suite, Vec<SyntaxProblem>> {
    let body = grammatical(text, source, grammar)?;
    checked(&body, text, source, grammar).map(|()| body)
}

/// Rejects statements that the grammar allows and the compiler does not support.
pub(crate) fn checked(body: &Suite, text: &str, source: u32, grammar: Grammar) -> Result<(), Vec<SyntaxProblem>> {
    let mut problems = super::semantics::check(body, text, source);
    problems.extend(super::await_rules::check(body, source, grammar.awaits()));
    problems.extend(super::left_out::found(body, source));
    problems.sort_by_key(|problem| problem.span.start);
    match problems.is_empty() {
        true => Ok(()),
        false => Err(placed(reworded(problems, text), text, grammar)),
    }
}

/// As `parse`, by the grammar alone: the tree may be valid even if the code makes no sense to run.
pub(crate) fn grammatical(text: &str, source: u32, mode: Grammar) -> Result<Suite, Vec<SyntaxProblem>> {
    let problem = |message: String, start: usize, end: usize| {
        SyntaxProblem::new(message, Span { source, start: start as u32, end: end as u32 })
    };
    if let Some((at, message)) = refused(text, false) {
        return Err(placed(vec![problem(message.to_owned(), at, at + 1)], text, mode));
    }
    if mode.is_expression()
        && let Some((start, indent)) = first_indent(text)
    {
        let unexpected = problem("unexpected indent".to_owned(), start, start + indent);
        return Err(placed(vec![SyntaxProblem { is_indentation: true, ..unexpected }], text, mode));
    }
    let Some(parsed) = tree_of(text, mode) else {
        return Err(vec![problem("invalid syntax".to_owned(), 0, text.len().min(1))]);
    };
    let problems: Vec<SyntaxProblem> = parsed
        .errors()
        .iter()
        .map(|error| {
            problem(error.error.to_string(), error.location.start().to_usize(), error.location.end().to_usize())
        })
        .collect();
    // Between a syntax error and ambiguous tabs the first is reported.
    if let Some((at, message)) = refused(text, true)
        && problems.first().is_none_or(|first| first.span.start >= at as u32)
    {
        return Err(placed(vec![problem(message.to_owned(), at, at + 1)], text, mode));
    }
    if !problems.is_empty() {
        return Err(placed(reworded(problems, text), text, mode));
    }
    let mut body: Suite = match parsed.into_syntax() {
        Mod::Module(module) => module.body,
        Mod::Expression(expression) => std::iter::once(Stmt::Expr(ast::StmtExpr {
            node_index: expression.node_index,
            range: expression.range,
            value: expression.body,
        }))
        .collect(),
    };
    super::literals::restore(&mut body, text);
    // A parser that takes more statements than one has no error for them.
    if matches!(mode, Grammar::Single | Grammar::AwaitingSingle) && told(text, mode).is_some() {
        return Err(placed(vec![problem(String::new(), 0, 0)], text, mode));
    }
    Ok(body)
}

/// The start of the first line that is not blank, and its indentation if it has any.
fn first_indent(text: &str) -> Option<(usize, usize)> {
    let start = text.len() - text.trim_start_matches([' ', '\t', '\r', '\n']).len();
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let is_comment = text[start..].starts_with('#');
    (line < start && start < text.len() && !is_comment).then_some((line, start - line))
}

/// The error that CPython's parser reports. Its grammar does not have a cell's commands.
fn told(text: &str, grammar: Grammar) -> Option<Told> {
    let commands =
        |parsed: &Parsed<Mod>| parsed.tokens().iter().any(|token| token.kind() == TokenKind::IpyEscapeCommand);
    match grammar == Grammar::Cell && tree_of(text, grammar).as_ref().is_none_or(commands) {
        true => None,
        false => grammar::told(text, grammar.start()),
    }
}

/// Puts the error that CPython's parser reports first, before the others on later lines.
pub(crate) fn placed(mut problems: Vec<SyntaxProblem>, text: &str, grammar: Grammar) -> Vec<SyntaxProblem> {
    // CPython 3.13 has no word for what a later version reads.
    if problems.first().is_some_and(|first| first.message == super::left_out::TEMPLATE_STRINGS) {
        return problems;
    }
    let (Some(told), Some(first)) = (told(text, grammar), problems.first()) else { return problems };
    let span = told.span(text, first.span.source);
    let same = problems.iter().find(|problem| problem.message == told.message && problem.span.start <= span.end);
    let help = same.and_then(|problem| problem.help.clone());
    let (message, is_indentation) = (told.message.clone(), told.is_indentation);
    problems.retain(|problem| text[..problem.span.start as usize].matches('\n').count() >= told.end_line);
    problems.insert(0, SyntaxProblem { message, span, help, is_indentation, told: Some(told) });
    problems
}

/// Rewords errors as CPython does. Only the first of very many errors are reported.
fn reworded(mut problems: Vec<SyntaxProblem>, text: &str) -> Vec<SyntaxProblem> {
    const MOST: usize = 20;
    problems.truncate(MOST);
    problems.iter_mut().for_each(|problem| super::syntax_words::reword(problem, text));
    // Invalid tokens are reported before grammar errors, even if they come later.
    let first = problems.first().is_some_and(|first| first.message == "invalid syntax");
    if first && let Some(at) = problems.iter().position(|problem| super::syntax_words::is_of_tokens(&problem.message)) {
        problems[..=at].rotate_right(1);
    }
    problems
}
