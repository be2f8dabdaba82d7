//! What is done soon: objects that died with something left to do (those whose class defines `__del__`, generators inside
//! `try`), and work that another crate could not do where it was.

use crate::Value;
use crate::object::{Instance, Iter};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

thread_local! {
    static WAITING: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
    static ANY: Cell<bool> = const { Cell::new(false) };
}

/// Called as an instance is dropped: one that has a `__del__` comes back to life until it has run.
pub(crate) fn finalize(instance: &mut Instance) {
    if !instance.begins_to_end() {
        return;
    }
    // As the thread ends nobody is left to run it: revived, it would die again, and again.
    if WAITING.try_with(|_| ()).is_err() {
        return;
    }
    let revived = instance.revive();
    let _ = WAITING.try_with(|waiting| waiting.borrow_mut().push(Value::Instance(revived)));
    let _ = ANY.try_with(|any| any.set(true));
}

/// Has the instances among garbage run their `__del__` soon, one after the other.
pub(crate) fn finalize_soon(batch: Vec<Value>) {
    at_safe_point(Value::list(batch));
}

/// Called as a generator is dropped inside `try` or `with`: it is closed soon.
pub(crate) fn abandon(generator: Iter) {
    let _ = WAITING.try_with(|waiting| waiting.borrow_mut().push(Value::Iter(Rc::new(generator))));
    let _ = ANY.try_with(|any| any.set(true));
}

/// Has a built-in function without parameters called soon, or what objects have left to do: before the running statement ends.
pub fn at_safe_point(value: Value) {
    let _ = WAITING.try_with(|waiting| waiting.borrow_mut().push(value));
    let _ = ANY.try_with(|any| any.set(true));
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
