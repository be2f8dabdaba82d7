//! Observers of function calls, such as a profiler. Without one, a call costs one test of a flag.

use super::object::Function;
use super::{Builtin, Value, Vm};
use std::any::Any;
use std::cell::Cell;
use std::sync::atomic::{AtomicU8, Ordering};

/// The called function.
#[derive(Clone, Copy)]
pub enum Callee<'a> {
    Builtin(&'static Builtin),
    Function(&'a Function),
}

/// Called before a call runs, with its positional arguments. The result is dropped when the call ends, by return or exception.
pub type Observer = fn(&Vm, Callee, &[Value]) -> Option<Box<dyn Any>>;

/// What native calls have to ask before they run: the bits below.
static ASKED: AtomicU8 = AtomicU8::new(0);
const OBSERVER_OR_TRACER: u8 = 1;
const STAND_IN: u8 = 2;

thread_local! {
    static OBSERVER: Cell<Option<Observer>> = const { Cell::new(None) };
    static TRACING: Cell<bool> = const { Cell::new(false) };
}

/// Sets the observer of this thread's calls; None removes it.
pub fn set(observer: Option<Observer>) {
    OBSERVER.set(observer);
    set_bit(OBSERVER_OR_TRACER, observer.is_some() || TRACING.get());
}

/// Sets whether the program traces calls (`sys.settrace`).
pub(crate) fn set_tracing(on: bool) {
    TRACING.set(on);
    set_bit(OBSERVER_OR_TRACER, on || OBSERVER.get().is_some());
}

/// Whether calls may be observed.
#[inline]
pub(crate) fn is_on() -> bool {
    ASKED.load(Ordering::Relaxed) & OBSERVER_OR_TRACER != 0
}

/// Whether native calls run at once: nothing observes or replaces them.
#[inline]
pub(crate) fn lets_run() -> bool {
    ASKED.load(Ordering::Relaxed) == 0
}

/// Sets whether something may stand in for native calls (`instead`).
pub(crate) fn set_stand_in(on: bool) {
    set_bit(STAND_IN, on);
}

/// Whether something may stand in for native calls.
pub(crate) fn has_stand_in() -> bool {
    ASKED.load(Ordering::Relaxed) & STAND_IN != 0
}

fn set_bit(bit: u8, on: bool) {
    match on {
        true => ASKED.fetch_or(bit, Ordering::Relaxed),
        false => ASKED.fetch_and(!bit, Ordering::Relaxed),
    };
}

/// Notifies the observer of a call.
#[cold]
pub(crate) fn called(vm: &Vm, callee: Callee, arguments: &[Value]) -> Option<Box<dyn Any>> {
    OBSERVER.get().and_then(|observer| observer(vm, callee, arguments))
}
