//! Sends a cell's output and its outcome to the kernel.

use crate::wire::Message;
use crate::{failure, link};
use std::fmt::Arguments;

#[doc(hidden)]
pub fn print(error: bool, text: Arguments<'_>) {
    link::flush();
    if link::send(&Message::Print(error, text.to_string())).is_err() {
        match error {
            true => std::eprint!("{text}"),
            false => std::print!("{text}"),
        }
    }
}

#[doc(hidden)]
pub fn note_error(text: String) {
    link::flush();
    failure::note_error(text);
}

#[doc(hidden)]
pub fn returned_error() {
    let _ = link::send(&Message::Failed(false, failure::take_error().unwrap_or_default(), 0));
}

#[doc(hidden)]
pub fn panicked() {
    let (text, line) = failure::take_panic();
    let _ = link::send(&Message::Failed(true, text, line));
}

/// Connects to the kernel. A session's first, hidden cell ends with it.
#[doc(hidden)]
pub fn ready() -> crate::Result<()> {
    link::send(&Message::Print(false, String::new()))
}
