//! Whether work is being captured into a graph.

use super::stream::Stream;
use cudarc::driver::sys;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Captures in progress in this process: at zero nobody needs to ask the driver.
pub(super) static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// Whether this thread's work on a device is being captured instead of run.
pub fn is_capturing(device: usize) -> bool {
    UNDER_WAY.load(Ordering::Relaxed) > 0 && Stream::current(device).is_capturing().unwrap_or(false)
}

/// Whether a capture is in progress anywhere in the process: waiting for a device could invalidate it.
pub fn is_any_under_way() -> bool {
    UNDER_WAY.load(Ordering::Relaxed) > 0
}

/// Allows this thread calls that a capture forbids, such as allocations, until dropped.
pub struct Relaxed(sys::CUstreamCaptureMode);

impl Relaxed {
    pub fn begin() -> Relaxed {
        let mut mode = sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        // SAFETY: swaps one value.
        unsafe { sys::cuThreadExchangeStreamCaptureMode(&mut mode) };
        Relaxed(mode)
    }
}

impl Drop for Relaxed {
    fn drop(&mut self) {
        // SAFETY: swaps one value.
        unsafe { sys::cuThreadExchangeStreamCaptureMode(&mut self.0) };
    }
}
