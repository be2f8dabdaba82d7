//! PTX text: tokens, syntax, and errors with a line.

pub(crate) mod lex;
pub(crate) mod parse;
pub(crate) mod tree;

/// A syntax error and its line (from 1).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("PTX line {line}: {message}")]
pub struct Error {
    pub line: u32,
    pub message: String,
}

impl Error {
    pub(crate) fn new(line: u32, message: impl Into<String>) -> Error {
        Error { line, message: message.into() }
    }
}
