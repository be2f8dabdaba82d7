//! Waits for work on a device that depends on other processes. A blocking driver call might never return, so this wait
//! comes first: an interrupt, a timeout or another process's death can end it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use parking_lot::Mutex;

use super::capture::is_capturing;
use super::interrupt::interrupted;
use super::{DeviceError, Result};

/// Tracks the pending work between processes.
pub trait Watch: Send + Sync {
    /// Whether such work is pending on the device.
    ///
    /// # Errors
    /// Why it failed, or will fail: its output is meaningless.
    fn under_way(&self, device: usize) -> std::result::Result<bool, String>;
    /// Aborts all of it; returns what to report.
    fn interrupt(&self) -> String;
}

static WATCH: Mutex<Option<Arc<dyn Watch>>> = Mutex::new(None);
/// Whether a watch is set: read before every wait.
static ANY: AtomicBool = AtomicBool::new(false);

/// Sets the watch that is queried before each wait for a device; `None` removes it.
pub fn set_watch(watch: Option<Arc<dyn Watch>>) {
    ANY.store(watch.is_some(), Ordering::Release);
    *WATCH.lock() = watch;
}

/// Waits until no work on the device depends on another process.
pub(super) fn wait(device: usize) -> Result<()> {
    if !ANY.load(Ordering::Acquire) || is_capturing(device) {
        return Ok(());
    }
    let Some(watch) = WATCH.lock().clone() else { return Ok(()) };
    let began = Instant::now();
    while watch.under_way(device).map_err(DeviceError::Busy)? {
        if interrupted() {
            return Err(DeviceError::Interrupted(watch.interrupt()));
        }
        super::clock::pause(began.elapsed());
    }
    Ok(())
}
