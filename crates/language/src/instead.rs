//! A hook that may handle a call in place of a native function that rejects one of its arguments.

use super::native::Args;
use super::{Result, Value, Vm};
use std::sync::OnceLock;

/// Returns None if it does not handle the call.
pub type Instead = fn(&mut Vm, &Args) -> Option<Result<Value>>;

/// Set once, by the crate that binds a library to the language.
pub static INSTEAD: OnceLock<Instead> = OnceLock::new();

pub(crate) fn answer(vm: &mut Vm, args: &Args) -> Option<Result<Value>> {
    INSTEAD.get()?(vm, args)
}
