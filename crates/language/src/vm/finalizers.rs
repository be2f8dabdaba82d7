//! Pending finalizers: of objects whose class defines `__del__` and of generators suspended inside `try`. Also calls that another
//! crate deferred to a safe point.

use crate::Value;
use std::cell::{Cell, RefCell};

/// A pending finalizer or call.
pub(crate) enum Waiting {
    /// A function to call, or objects to finalize.
    Object(Value),
    /// An instance kept alive until its `__del__` has run, and its previous address.
    Revived(usize, Value),
    /// An instance that has ended, by its address.
    Ended(usize),
}

thread_local! {
    static WAITING: RefCell<Vec<Waiting>> = const { RefCell::new(Vec::new()) };
    static ANY: Cell<bool> = const { Cell::new(false) };
    /// Whether safe points check objects for their end.
    static POLLS: Cell<bool> = const { Cell::new(false) };
}

/// Queues the `__del__` of all instances among garbage, to run one by one.
pub(crate) fn finalize_soon(batch: Vec<Value>) {
    at_safe_point(Value::list(batch));
}

/// Queues a call of a built-in function without parameters, or the finalization of objects, before the running statement ends.
pub fn at_safe_point(value: Value) {
    wait(Waiting::Object(value));
}

pub(crate) fn wait(waiting: Waiting) {
    let _ = WAITING.try_with(|all| all.borrow_mut().push(waiting));
    let _ = ANY.try_with(|any| any.set(true));
}

/// Sets whether each safe point checks for objects that ended without a finalizer.
pub(crate) fn poll(polls: bool) {
    POLLS.set(polls);
    ANY.set(ANY.get() || polls);
}
pub(super) fn polls() -> bool {
    POLLS.get()
}

/// Whether work can still be queued: not while the thread ends.
pub(crate) fn can_wait() -> bool {
    WAITING.try_with(|_| ()).is_ok()
}

#[inline(always)]
pub(super) fn any() -> bool {
    ANY.get()
}

/// Takes all pending work, in order. Work queued meanwhile runs at the next safe point, before the rest.
pub(super) fn take() -> Vec<Waiting> {
    ANY.set(POLLS.get());
    WAITING.take()
}
