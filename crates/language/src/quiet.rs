//! Catches panics of native code, so that a panic becomes an answer or an exception.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

thread_local! {
    /// Whether a panic is an answer: then nothing prints it.
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
    /// Whether this thread has run the evaluator, which raises a collection's impossible length as MemoryError.
    static EVALUATES: Cell<bool> = const { Cell::new(false) };
    /// The message and place of the last panic. Program threads share it: nothing runs between a panic and its catch.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// How many panics were faults, in all threads.
static FAULTS: AtomicUsize = AtomicUsize::new(0);

/// How many panics were bugs. Tests compare this count, because a program can catch the exception.
pub fn faults() -> usize {
    FAULTS.load(Ordering::Relaxed)
}

/// How the standard library says that a collection cannot be that long.
const TOO_LONG: &str = "capacity overflow";

/// Runs `work`; `None` if it panics, as libraries do on some invalid input.
pub fn unless_it_panics<T>(work: impl FnOnce() -> T) -> Option<T> {
    listen();
    let outer = EXPECTED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    EXPECTED.set(outer);
    result.ok()
}

/// A panic of native code.
#[derive(Debug)]
pub(crate) enum Panic {
    /// Of the standard library: a collection cannot be that long.
    TooLong,
    /// Any other, with its message and place.
    Fault(String),
}

/// Runs `work`; its panic if it panics, which is a fault of this program unless a size was too large.
pub(crate) fn noting<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    if !EVALUATES.replace(true) {
        listen();
    }
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| last())
}

/// What the last panic was.
#[cold]
fn last() -> Panic {
    let message = LAST.take();
    match message.ends_with(TOO_LONG) {
        true => Panic::TooLong,
        false => Panic::Fault(message),
    }
}

/// Notes the message of each panic, and prints those that are bugs.
fn listen() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            let message = panic.to_string();
            let is_raised = EVALUATES.get() && message.ends_with(TOO_LONG);
            let is_news = !EXPECTED.get() && !is_raised;
            LAST.replace(message);
            if is_news {
                FAULTS.fetch_add(1, Ordering::Relaxed);
                before(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_answer_and_the_outer_state_is_kept() {
        assert_eq!(unless_it_panics(|| 1), Some(1));
        assert_eq!(unless_it_panics(|| -> i32 { panic!("expected") }), None);
        assert!(!EXPECTED.get());
        let nested = unless_it_panics(|| {
            assert_eq!(unless_it_panics(|| -> i32 { panic!("inner") }), None);
            EXPECTED.get()
        });
        assert_eq!(nested, Some(true));
    }

    #[test]
    fn a_panic_says_where_and_one_of_size_is_no_fault() {
        let Err(Panic::Fault(message)) = noting(|| -> i32 { panic!("odd") }) else { panic!("no fault") };
        assert!(faults() > 0 && message.contains("odd") && message.contains("quiet.rs"), "{message}");
        let length = std::hint::black_box(usize::MAX);
        assert!(matches!(noting(|| Vec::<u64>::with_capacity(length)), Err(Panic::TooLong)));
    }
}
