//! What is done soon: objects that died with something left to do (those whose class defines `__del__`, generators inside
//! `try`), and work that another crate could not do where it was.

use crate::Value;
use std::cell::{Cell, RefCell};

/// Something that is done soon.
pub(crate) enum Waiting {
    /// A function to call, or objects that have something left to do.
    Object(Value),
    /// An instance that lives on until its `__del__` has run, and where it was before.
    Revived(usize, Value),
    /// An instance that has ended, by its address.
    Ended(usize),
}

thread_local! {
    static WAITING: RefCell<Vec<Waiting>> = const { RefCell::new(Vec::new()) };
    static ANY: Cell<bool> = const { Cell::new(false) };
    /// Objects are looked at whether they have ended.
    static POLLS: Cell<bool> = const { Cell::new(false) };
}

/// Has the instances among garbage run their `__del__` soon, one after the other.
pub(crate) fn finalize_soon(batch: Vec<Value>) {
    at_safe_point(Value::list(batch));
}

/// Has a built-in function without parameters called soon, or what objects have left to do: before the running statement ends.
pub fn at_safe_point(value: Value) {
    wait(Waiting::Object(value));
}

pub(crate) fn wait(waiting: Waiting) {
    let _ = WAITING.try_with(|all| all.borrow_mut().push(waiting));
    let _ = ANY.try_with(|any| any.set(true));
}

/// Whether each safe point looks for objects that have ended without a word.
pub(crate) fn poll(polls: bool) {
    POLLS.set(polls);
    ANY.set(ANY.get() || polls);
}
pub(super) fn polls() -> bool {
    POLLS.get()
}

/// Whether anything can still be done soon: as the thread ends nobody is left to do it.
pub(crate) fn can_wait() -> bool {
    WAITING.try_with(|_| ()).is_ok()
}

#[inline(always)]
pub(super) fn any() -> bool {
    ANY.get()
}

/// All that waits, in its order. What comes while it is worked off has its turn at the next safe point, before the rest.
pub(super) fn take() -> Vec<Waiting> {
    ANY.set(POLLS.get());
    WAITING.take()
}
