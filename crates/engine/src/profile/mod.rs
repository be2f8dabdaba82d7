//! What ran, and for how long: the door tells it here.
//!
//! `account` is always kept, cheap, and taken cell by cell for the notebook's pictures. `events` is what a profiler records
//! while it runs: nested events with all their particulars, under the names (`names`) that PyTorch gives them.

mod account;
pub mod events;
mod names;

pub use names::{chain, fit, flops, operation, shape_of, type_name, view};

pub use account::{Account, Ran, Total, set_enabled, take};

use super::chain::Step;
use std::time::Duration;
use tensorcell_device::clock::{Pace, ticks};
use tensorcell_tensor::{Device, Op};

/// An operation in progress.
pub(super) struct Running {
    /// In ticks.
    began: u64,
}

pub(super) fn start() -> Running {
    Running { began: ticks() }
}

/// An operation was run, or on a CUDA device its work was queued.
pub(super) fn stop(running: Running, op: &Op, device: Device) {
    // What a CUDA device does, `device::activity` records.
    if device == Device::Cpu {
        account::add(op.known_name(), running.began, ticks());
    }
}

/// As `stop`, for several steps that ran as one.
pub(super) fn stop_chain(running: Running, steps: &[Step]) {
    account::add(account::chain_name(steps), running.began, ticks());
}

/// An operation between ranks has ended, which went on beside the program; `thread` is the thread that drove it.
pub fn communicated(name: &str, start: Duration, end: Duration, thread: u32) {
    let name = tensorcell_device::activity::interned(name);
    let pace = Pace::measured();
    account::add_on(1, name, pace.ticks(start), pace.ticks(end));
    events::beside(name, start, end, thread);
}
