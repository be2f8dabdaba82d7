//! Who answers a call in place of a native function that does not take one of its arguments.

use super::native::Args;
use super::{Result, Value, Vm};
use std::sync::OnceLock;

/// None: nobody does.
pub type Instead = fn(&mut Vm, &Args) -> Option<Result<Value>>;

/// Set once, by the crate that binds a library to the language.
pub static INSTEAD: OnceLock<Instead> = OnceLock::new();

pub(crate) fn answer(vm: &mut Vm, args: &Args) -> Option<Result<Value>> {
    INSTEAD.get()?(vm, args)
}
