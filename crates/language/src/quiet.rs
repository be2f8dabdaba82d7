//! Catches panics of native code, so that a panic becomes an answer or an exception.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What becomes of a panic, and its message and place once it happened.
#[derive(Clone)]
enum Catch {
    /// It is an answer, and says nothing.
    Expected(String),
    /// It is an exception, and a fault of this program, which those who look for faults are told.
    Raised(String),
}

thread_local! {
    static CATCH: RefCell<Option<Catch>> = const { RefCell::new(None) };
}

/// How many panics were faults, in all threads.
static FAULTS: AtomicUsize = AtomicUsize::new(0);

/// How many panics were noted that nothing expected: programs may catch theirs, so tests that look for panics count them.
pub fn faults() -> usize {
    FAULTS.load(Ordering::Relaxed)
}

/// How the standard library says that a collection cannot be that long.
const TOO_LONG: &str = "capacity overflow";

/// Runs `work`; `None` if it panics, as libraries do on some invalid input.
pub fn unless_it_panics<T>(work: impl FnOnce() -> T) -> Option<T> {
    caught(Catch::Expected(String::new()), work).ok()
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
    caught(Catch::Raised(String::new()), work).map_err(|message| match message.ends_with(TOO_LONG) {
        true => Panic::TooLong,
        false => Panic::Fault(message),
    })
}

fn caught<T>(how: Catch, work: impl FnOnce() -> T) -> Result<T, String> {
    listen();
    let outer = CATCH.replace(Some(how));
    let result = catch_unwind(AssertUnwindSafe(work));
    let inner = CATCH.replace(outer);
    result.map_err(|_| inner.map_or_else(String::new, |(Catch::Expected(message) | Catch::Raised(message))| message))
}

/// Notes the message of each panic that is caught here, and prints or logs those that are faults.
fn listen() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            let is_news = CATCH.with_borrow_mut(|catch| match catch {
                Some(Catch::Expected(message)) => {
                    *message = panic.to_string();
                    false
                }
                Some(Catch::Raised(message)) => {
                    *message = panic.to_string();
                    !message.ends_with(TOO_LONG)
                }
                None => true,
            });
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
    fn a_panic_is_an_answer_and_those_around_it_are_told() {
        assert_eq!(unless_it_panics(|| 1), Some(1));
        assert_eq!(unless_it_panics(|| -> i32 { panic!("expected") }), None);
        assert!(CATCH.with_borrow(Option::is_none));
        let nested = unless_it_panics(|| {
            assert_eq!(unless_it_panics(|| -> i32 { panic!("inner") }), None);
            CATCH.with_borrow(Option::is_some)
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
