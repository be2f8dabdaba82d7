//! Runs code of libraries that panic on some invalid input, so that a panic becomes an answer and prints nothing.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// Whether this thread expects a panic.
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work`; `None` if it panics.
pub fn unless_it_panics<T>(work: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if !EXPECTED.get() {
                before(panic);
            }
        }));
    });
    let outer = EXPECTED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    EXPECTED.set(outer);
    result.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_answer_and_those_around_it_are_told() {
        assert_eq!(unless_it_panics(|| 1), Some(1));
        assert_eq!(unless_it_panics(|| -> i32 { panic!("expected") }), None);
        assert!(!EXPECTED.get());
        let nested = unless_it_panics(|| {
            assert_eq!(unless_it_panics(|| -> i32 { panic!("inner") }), None);
            EXPECTED.get()
        });
        assert_eq!(nested, Some(true));
    }
}
