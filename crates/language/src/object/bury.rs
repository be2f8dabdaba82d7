//! Drops deeply nested structures iteratively: ten million lists inside each other are dropped without deep native recursion.

use crate::Value;
use std::cell::{Cell, RefCell};

/// Nested drops deeper than this are queued.
const DEEPEST: usize = 50;

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static WAITING: RefCell<Vec<Box<dyn Burial>>> = const { RefCell::new(Vec::new()) };
}

/// The contents of a dropped container.
trait Burial {}
impl<T> Burial for T {}

/// Drops the contents of a container.
pub(crate) fn bury<T: 'static>(rest: T) {
    // Values that are dropped while the thread ends are dropped directly.
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

/// Whether a value can contain others.
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
