//! Hooks of a library that may handle a call in place of a native function.

use super::native::{Args, Getter};
use super::{Result, Value, Vm, observer};
use std::sync::OnceLock;

/// Returns None if it does not handle the call.
pub type Instead = fn(&mut Vm, &Args) -> Option<Result<Value>>;

/// What a library does in place of native functions.
pub struct StandIn {
    /// Asked before a function runs, while `set_watching` is on.
    pub before: Instead,
    /// Asked before an attribute is read, while `set_watching` is on: its descriptor, its declaration, the object.
    pub read: fn(&mut Vm, &Value, &'static Getter, &Value) -> Option<Result<Value>>,
    /// Asked after a function has rejected one of its arguments. It has had no effect yet.
    pub rejected: Instead,
}

/// Set once, by the crate that binds a library to the language.
pub static STAND_IN: OnceLock<StandIn> = OnceLock::new();

/// Sets whether native functions ask before they run.
pub fn set_watching(on: bool) {
    observer::set_stand_in(on);
}

/// Whether native functions ask before they run.
pub fn is_watching() -> bool {
    observer::has_stand_in()
}

pub(crate) fn before(vm: &mut Vm, args: &Args) -> Option<Result<Value>> {
    match is_watching() {
        true => (STAND_IN.get()?.before)(vm, args),
        false => None,
    }
}

pub(crate) fn read(vm: &mut Vm, descriptor: &Value, getter: &'static Getter, object: &Value) -> Option<Result<Value>> {
    match is_watching() {
        true => (STAND_IN.get()?.read)(vm, descriptor, getter, object),
        false => None,
    }
}

pub(crate) fn rejected(vm: &mut Vm, args: &Args) -> Option<Result<Value>> {
    (STAND_IN.get()?.rejected)(vm, args)
}
