//! Errors of deferred work, kept until they are reported.

use parking_lot::Mutex;
use tensorcell_tensor::TensorError;
use tensorcell_tensor::op::Result;

/// The error of a queue that ran, until it is reported.
pub(super) static FAILED: Mutex<Option<TensorError>> = Mutex::new(None);

/// Takes the error of deferred operations, so that it is reported once.
pub(super) fn take_failure() -> Result<()> {
    FAILED.lock().take().map_or(Ok(()), Err)
}
