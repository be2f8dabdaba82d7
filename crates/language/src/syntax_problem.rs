//! A syntax error or warning, and its span.

use super::Span;
use super::grammar::Told;

/// An error at a span of a source.
#[derive(Clone, Debug)]
pub struct SyntaxProblem {
    pub message: String,
    pub span: Span,
    pub help: Option<String>,
    pub is_indentation: bool,
    /// Where CPython places it, if its parser reports it.
    pub(crate) told: Option<Told>,
}

impl SyntaxProblem {
    pub(crate) fn new(message: String, span: Span) -> SyntaxProblem {
        SyntaxProblem { message, span, help: None, is_indentation: false, told: None }
    }
}
