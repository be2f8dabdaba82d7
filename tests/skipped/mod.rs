//! How a test says that it was skipped.

use std::io::Write;

/// Says that the running test was skipped, and why: past libtest, which would swallow what a test prints that does not fail.
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let _ = std::io::stderr().write_all(format!("skipped: {test}: {why}\n").as_bytes());
}
