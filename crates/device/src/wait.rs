//! Waits of the host for streams, events and devices: the users' kernels come first, so that an interrupt can end each.

use super::driver::{bind, check};
use super::event::Event;
use super::stream::Stream;
use super::{Result, held, user};
use cudarc::driver::result;

impl Event {
    /// Waits until the stream has come to it.
    pub fn synchronize(&self) -> Result<()> {
        bind(self.device())?;
        if !self.query()? {
            user::settle(self.device())?;
        }
        // SAFETY: the handle is alive.
        check(unsafe { result::event::synchronize(self.raw()) }, || "waiting for an event".to_owned())
    }
}

impl Stream {
    /// Waits for all work queued on it.
    pub fn synchronize(&self) -> Result<()> {
        held::settle();
        self.wait()
    }

    /// As `synchronize`, for what the driver knows of: work that is held back stays so.
    pub(super) fn wait(&self) -> Result<()> {
        bind(self.device())?;
        user::settle(self.device())?;
        // SAFETY: streams are never destroyed but with their context.
        check(unsafe { result::stream::synchronize(self.raw()) }, || {
            format!("synchronizing a stream of cuda:{}", self.device())
        })
    }
}

/// Waits for all work on the device (`torch.cuda.synchronize`).
pub fn synchronize(index: usize) -> Result<()> {
    held::settle();
    wait_for_queued(index)
}

/// Waits for the work that the device has; what a higher crate holds back is left there.
pub fn wait_for_queued(index: usize) -> Result<()> {
    bind(index)?;
    user::settle(index)?;
    check(result::ctx::synchronize(), || format!("synchronizing device {index}"))
}
