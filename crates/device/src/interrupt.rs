//! Lets waits for a device notice that the program was interrupted.

use std::cell::RefCell;

type Asked = Box<dyn Fn() -> bool>;

thread_local! {
    static INTERRUPT: RefCell<Option<Asked>> = const { RefCell::new(None) };
}

/// Sets the callback that is polled while this thread waits for a user's kernel. It returns true once per interrupt.
pub fn set_interrupt(asked: impl Fn() -> bool + 'static) {
    INTERRUPT.set(Some(Box::new(asked)));
}

pub(super) fn interrupted() -> bool {
    INTERRUPT.with_borrow(|asked| asked.as_ref().is_some_and(|asked| asked()))
}
