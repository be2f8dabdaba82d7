//! The end of deep structures: a list in a list in a list is taken apart step by step, not by calls within calls, so that
//! dropping ten million of them needs no native stack.

use crate::Value;
use std::cell::{Cell, RefCell};

/// Nested drops beyond this wait for their turn.
const DEEPEST: usize = 50;

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static WAITING: RefCell<Vec<Box<dyn Burial>>> = const { RefCell::new(Vec::new()) };
}

/// What a container leaves behind.
trait Burial {}
impl<T> Burial for T {}

/// Drops what a container held.
pub(crate) fn bury<T: 'static>(rest: T) {
    // Values that die while the thread ends go the plain way.
    let Ok(depth) = DEPTH.try_with(Cell::get) else {
        return;
    };
    if depth >= DEEPEST {
        let _ = WAITING.try_with(|waiting| waiting.borrow_mut().push(Box::new(rest)));
        return;
    }
    DEPTH.set(depth + 1);
    drop(rest);
    if depth == 0 {
        while let Ok(Some(next)) = WAITING.try_with(|waiting| waiting.borrow_mut().pop()) {
            drop(next);
        }
    }
    DEPTH.set(depth);
}

/// Values that can hold others.
pub(super) fn is_deep(value: &Value) -> bool {
    !matches!(
        value,
        Value::None
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Str(_)
            | Value::Builtin(_)
            | Value::Unbound
    )
}
