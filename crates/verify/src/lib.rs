//! Shared by tests: patience, the processor time of a thread, and the list of skipped tests.

mod skips;
mod wait;

pub use skips::{skipped, summary};
pub use wait::{Clock, patience, wait_until};
