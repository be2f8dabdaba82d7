//! Shared by tests: random numbers, patience, the processor time of a thread, and the list of skipped tests.

mod random;
mod skips;
mod wait;

pub use random::Random;
pub use skips::{skipped, summary};
pub use wait::{Clock, patience, wait_until};
