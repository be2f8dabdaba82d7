//! Records what ran and for how long.
//!
//! `account` is cheap and always on; the notebook takes it after each cell for its charts. `events` is what a profiler session records:
//! nested events in full detail, with PyTorch's names (`names`).

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

/// Records an operation that ran or, on a CUDA device, was queued.
pub(super) fn stop(running: Running, op: &Op, device: Device) {
    // `device::activity` records the work of CUDA devices.
    if device == Device::Cpu {
        account::add(op.known_name(), running.began, ticks());
    }
}

/// Like `stop`, for several steps that ran as one.
pub(super) fn stop_chain(running: Running, steps: &[Step]) {
    account::add(account::chain_name(steps), running.began, ticks());
}

/// Records a finished operation between ranks, which ran in parallel with the program. `thread` is the thread that drove it.
pub fn communicated(name: &str, start: Duration, end: Duration, thread: u32) {
    let name = tensorcell_device::activity::interned(name);
    let pace = Pace::measured();
    account::add_on(1, name, pace.ticks(start), pace.ticks(end));
    events::add_finished(name, start, end, thread);
}
