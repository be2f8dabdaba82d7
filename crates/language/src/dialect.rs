//! How a library binds arguments and words binding errors, where it differs from Python.

use super::{Builtin, Raise, Value};
use std::sync::OnceLock;

/// The conventions of a library's functions, declared by the crate that provides them.
pub struct Dialect {
    /// The parameter that a keyword is an alias of.
    pub alias: fn(keyword: &str) -> Option<&'static str>,
    /// The prefix of a method's name in errors when it takes no arguments and got some.
    pub method_prefix: &'static str,
    /// The error for missing required arguments: the function's name, and the parameters'.
    pub missing: fn(function: &str, parameters: &[&str]) -> Raise,
    /// Functions of a module in this dialect that follow Python's conventions.
    pub python: &'static [&'static str],
}

/// An argument as given, with its keyword if it had one.
pub type Given = (Option<String>, Value);

/// Makes the error of a call whose arguments do not fit: the function, its arguments, and the wrong one if known. None: this
/// crate makes the error.
pub type Complaint = fn(&'static Builtin, &[Given], Option<usize>) -> Option<Raise>;

/// The properties of native functions that other crates declare.
pub struct Library {
    /// The dialect of a native function; None for Python's conventions.
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
