//! Records why a cell failed: its last panic or returned error, until the outcome is known.

use std::cell::RefCell;
use std::panic::PanicHookInfo;
use std::sync::{Mutex, MutexGuard};

/// An error that evcxr printed, until it is known whether the cell ended with it.
static NOTED: Mutex<Option<String>> = Mutex::new(None);

thread_local! {
    /// The latest panic of this thread: its message and the line of the compiled source.
    static PANIC: RefCell<(String, u32)> = const { RefCell::new((String::new(), 0)) };
}

fn noted() -> MutexGuard<'static, Option<String>> {
    NOTED.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

pub(crate) fn note_error(text: String) {
    *noted() = Some(text);
}

pub(crate) fn take_error() -> Option<String> {
    noted().take()
}

/// Takes the message of this thread's latest panic, and its line in the cell, or 0.
pub(crate) fn take_panic() -> (String, u32) {
    PANIC.take()
}

/// Stores a panic's message for the code that catches it. Returns the text and the place as `file:line`.
pub(crate) fn keep_panic(panic: &PanicHookInfo<'_>) -> (String, String) {
    let payload = panic.payload();
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned());
    let (file, line) = panic.location().map_or(("", 0), |place| (place.file(), place.line()));
    let own_line = if file.ends_with("src/lib.rs") && !file.contains("registry") { line } else { 0 };
    PANIC.set((text.clone(), own_line));
    (text, format!("{file}:{line}"))
}
