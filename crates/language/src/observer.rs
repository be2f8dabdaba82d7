//! Who looks on while functions are called: a profiler. While nobody does, a call pays for one test of a flag.

use super::object::Function;
use super::{Builtin, Value, Vm};
use std::any::Any;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is called.
#[derive(Clone, Copy)]
pub enum Callee<'a> {
    Builtin(&'static Builtin),
    Function(&'a Function),
}

/// Told of a call before it runs, with its positional arguments; what it gives is dropped when the call ends, however it
/// ends.
pub type Observer = fn(&Vm, Callee, &[Value]) -> Option<Box<dyn Any>>;

static ON: AtomicBool = AtomicBool::new(false);

thread_local! {
    static OBSERVER: Cell<Option<Observer>> = const { Cell::new(None) };
    static TRACING: Cell<bool> = const { Cell::new(false) };
}

/// Sets who looks on at this thread's calls; none: nobody.
pub fn set(observer: Option<Observer>) {
    OBSERVER.set(observer);
    ON.store(observer.is_some() || TRACING.get(), Ordering::Relaxed);
}

/// Whether the program traces calls (`sys.settrace`).
pub(crate) fn set_tracing(on: bool) {
    TRACING.set(on);
    ON.store(on || OBSERVER.get().is_some(), Ordering::Relaxed);
}

/// Whether anybody may look on.
#[inline]
pub(crate) fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// Tells of a call.
#[cold]
pub(crate) fn called(vm: &Vm, callee: Callee, arguments: &[Value]) -> Option<Box<dyn Any>> {
    OBSERVER.get().and_then(|observer| observer(vm, callee, arguments))
}
