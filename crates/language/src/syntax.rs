//! Parsing: returns the tree, or the errors of the source.

use super::Span;
use super::syntax_problem::SyntaxProblem;
use super::tree::{Grammar, refused, tree_of};
pub use super::tree::{tree, with_room};
use ruff_python_ast::{self as ast, Mod, Stmt, Suite};
use ruff_text_size::Ranged;

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
    if problems.is_empty() { Ok(()) } else { Err(reworded(problems, text)) }
}

/// As `parse`, by the grammar alone: the tree may be valid even if the code makes no sense to run.
pub(crate) fn grammatical(text: &str, source: u32, grammar: Grammar) -> Result<Suite, Vec<SyntaxProblem>> {
    let problem = |message: String, start: usize, end: usize| {
        SyntaxProblem::new(message, Span { source, start: start as u32, end: end as u32 })
    };
    if let Some((at, message)) = refused(text, false) {
        return Err(vec![problem(message.to_owned(), at, at + 1)]);
    }
    if grammar.is_expression()
        && let Some((start, indent)) = first_indent(text)
    {
        let unexpected = problem("unexpected indent".to_owned(), start, start + indent);
        return Err(vec![SyntaxProblem { is_indentation: true, ..unexpected }]);
    }
    let Some(parsed) = tree_of(text, grammar) else {
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
        return Err(vec![problem(message.to_owned(), at, at + 1)]);
    }
    if !problems.is_empty() {
        return Err(reworded(problems, text));
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
    if let (Grammar::Single | Grammar::AwaitingSingle, [first, second, ..]) = (grammar, &body[..])
        && (is_compound(first)
            || text[..second.start().to_usize()].lines().count() > text[..first.end().to_usize()].lines().count())
    {
        let message = "multiple statements found while compiling a single statement".to_owned();
        return Err(vec![problem(message, second.start().to_usize(), second.end().to_usize())]);
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

/// Whether a statement has a body of its own.
fn is_compound(statement: &Stmt) -> bool {
    matches!(
        statement,
        Stmt::FunctionDef(_)
            | Stmt::ClassDef(_)
            | Stmt::For(_)
            | Stmt::While(_)
            | Stmt::If(_)
            | Stmt::With(_)
            | Stmt::Match(_)
            | Stmt::Try(_)
    )
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
