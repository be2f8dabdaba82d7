//! Whether work is being recorded into a graph.

use super::stream::Stream;
use cudarc::driver::sys;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Captures under way in the process: while there are none, nobody needs to ask the driver.
pub(super) static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// Whether work of this thread on a device is being recorded instead of done.
pub fn is_capturing(device: usize) -> bool {
    UNDER_WAY.load(Ordering::Relaxed) > 0 && Stream::current(device).is_capturing().unwrap_or(false)
}

/// Whether any capture is under way in the process: waiting for a device could spoil it.
pub fn is_any_under_way() -> bool {
    UNDER_WAY.load(Ordering::Relaxed) > 0
}

/// Allows this thread calls that a capture forbids, such as allocations, until it is dropped.
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
