//! Observers of function calls, such as a profiler. Without one, a call costs one test of a flag.

use super::object::Function;
use super::{Builtin, Value, Vm};
use std::any::Any;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// The called function.
#[derive(Clone, Copy)]
pub enum Callee<'a> {
    Builtin(&'static Builtin),
    Function(&'a Function),
}

/// Called before a call runs, with its positional arguments. The result is dropped when the call ends, by return or exception.
pub type Observer = fn(&Vm, Callee, &[Value]) -> Option<Box<dyn Any>>;

static ON: AtomicBool = AtomicBool::new(false);

thread_local! {
    static OBSERVER: Cell<Option<Observer>> = const { Cell::new(None) };
    static TRACING: Cell<bool> = const { Cell::new(false) };
}

/// Sets the observer of this thread's calls; None removes it.
pub fn set(observer: Option<Observer>) {
    OBSERVER.set(observer);
    ON.store(observer.is_some() || TRACING.get(), Ordering::Relaxed);
}

/// Sets whether the program traces calls (`sys.settrace`).
pub(crate) fn set_tracing(on: bool) {
    TRACING.set(on);
    ON.store(on || OBSERVER.get().is_some(), Ordering::Relaxed);
}

/// Whether calls may be observed.
#[inline]
pub(crate) fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// Notifies the observer of a call.
#[cold]
pub(crate) fn called(vm: &Vm, callee: Callee, arguments: &[Value]) -> Option<Box<dyn Any>> {
    OBSERVER.get().and_then(|observer| observer(vm, callee, arguments))
}
