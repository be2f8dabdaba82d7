//! How a library binds arguments and words what does not fit, where it differs from Python.

use super::{Builtin, Raise, Value};
use std::sync::OnceLock;

/// The ways of a library's functions, declared by the crate that brings them in.
pub struct Dialect {
    /// The parameter that a keyword stands for, besides the parameter of that name.
    pub alias: fn(keyword: &str) -> Option<&'static str>,
    /// Stands before the name of a method that takes no arguments and was given some.
    pub method_prefix: &'static str,
    /// The error for required parameters without an argument: the function's name, and theirs.
    pub missing: fn(function: &str, parameters: &[&str]) -> Raise,
    /// Functions of a module in this dialect that keep Python's ways.
    pub python: &'static [&'static str],
}

/// An argument as it was given, with its keyword if it had one.
pub type Given = (Option<String>, Value);

/// Words a call that does not fit: the function, its arguments, and which of them is at fault if one is. None leaves the
/// words to this crate.
pub type Complaint = fn(&'static Builtin, &[Given], Option<usize>) -> Option<Raise>;

/// What the crates above declare of their native functions.
pub struct Library {
    /// The dialect of a native function; None for Python's ways.
    pub dialect: fn(&Builtin) -> Option<&'static Dialect>,
    pub complaint: Complaint,
}

/// Set once, by the crate that binds a library to the language.
pub static LIBRARY: OnceLock<Library> = OnceLock::new();

pub(crate) fn of(builtin: &Builtin) -> Option<&'static Dialect> {
    (LIBRARY.get()?.dialect)(builtin)
}

pub(crate) fn complaint(builtin: &'static Builtin, given: &[Given], wrong: Option<usize>) -> Option<Raise> {
    (LIBRARY.get()?.complaint)(builtin, given, wrong)
}
