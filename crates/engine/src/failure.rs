//! The error of work that was deferred, until somebody asks.

use parking_lot::Mutex;
use tensorcell_tensor::TensorError;
use tensorcell_tensor::op::Result;

/// The error of a queue that ran, until somebody asks.
pub(super) static FAILED: Mutex<Option<TensorError>> = Mutex::new(None);

/// The error of operations that waited, once.
pub(super) fn take_failure() -> Result<()> {
    FAILED.lock().take().map_or(Ok(()), Err)
}
