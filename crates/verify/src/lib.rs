//! What the tests share: how long they wait, how much processor time a thread used, and what a run skipped.

mod skips;
mod wait;

pub use skips::{skipped, summary};
pub use wait::{Clock, patience, wait_until};
