//! What is wrong with a source, and where.

use super::Span;

/// A place where the source is no program.
#[derive(Clone, Debug)]
pub struct SyntaxProblem {
    pub message: String,
    pub span: Span,
    pub help: Option<String>,
    pub is_indentation: bool,
}

impl SyntaxProblem {
    pub(crate) fn new(message: String, span: Span) -> SyntaxProblem {
        SyntaxProblem { message, span, help: None, is_indentation: false }
    }
}
