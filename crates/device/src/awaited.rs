//! Reports calls in which the host waits for a device (`torch.cuda.set_sync_debug_mode`).

use std::cell::Cell;
use std::sync::atomic::{AtomicU8, Ordering};

use super::{DeviceError, Result};

/// What happens at such a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Mode {
    Silent,
    Warned,
    Refused,
}

/// The mode as PyTorch's number.
static MODE: AtomicU8 = AtomicU8::new(Mode::Silent as u8);

thread_local! {
    static WARNING: Cell<Option<fn()>> = const { Cell::new(None) };
    static EXEMPT: Cell<bool> = const { Cell::new(false) };
}

/// PyTorch's sentence.
pub const SENTENCE: &str = "called a synchronizing CUDA operation";

pub fn set_mode(mode: Mode) {
    MODE.store(mode as u8, Ordering::Relaxed);
}
pub fn mode() -> Mode {
    match MODE.load(Ordering::Relaxed) {
        0 => Mode::Silent,
        1 => Mode::Warned,
        _ => Mode::Refused,
    }
}

/// Sets the mode for this thread.
pub fn set_warning(warn: fn()) {
    WARNING.set(Some(warn));
}

/// Call this before the host waits for a stream on the program's request.
pub fn note() -> Result<()> {
    if MODE.load(Ordering::Relaxed) == Mode::Silent as u8 || EXEMPT.get() {
        return Ok(());
    }
    match (mode(), WARNING.get()) {
        (Mode::Refused, _) => Err(DeviceError::Unavailable(SENTENCE.to_owned())),
        (Mode::Warned, Some(warn)) => {
            warn();
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Runs work of our own without reports: the program did not ask for its waits.
pub fn exempt<T>(work: impl FnOnce() -> T) -> T {
    let before = EXEMPT.replace(true);
    let result = work();
    EXEMPT.set(before);
    result
}
