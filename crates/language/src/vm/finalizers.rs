//! What is done soon: objects that died with something left to do (those whose class defines `__del__`, generators inside
//! `try`), and work that another crate could not do where it was.

use crate::Value;
use std::cell::{Cell, RefCell};

thread_local! {
    static WAITING: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
    static ANY: Cell<bool> = const { Cell::new(false) };
}

/// Has the instances among garbage run their `__del__` soon, one after the other.
pub(crate) fn finalize_soon(batch: Vec<Value>) {
    at_safe_point(Value::list(batch));
}

/// Has a built-in function without parameters called soon, or what objects have left to do: before the running statement ends.
pub fn at_safe_point(value: Value) {
    let _ = WAITING.try_with(|waiting| waiting.borrow_mut().push(value));
    let _ = ANY.try_with(|any| any.set(true));
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
pub(super) fn take() -> Vec<Value> {
    ANY.set(false);
    WAITING.take()
}
