//! Waits of the host for streams, events and devices. They poll user kernels and host work first, so that an interrupt can end each wait.

use super::driver::{bind, check};
use super::event::Event;
use super::stream::Stream;
use super::{Result, deferred_hook, host_work, user};
use cudarc::driver::result;

impl Event {
    /// Waits until the stream has reached it.
    pub fn synchronize(&self) -> Result<()> {
        bind(self.device())?;
        if !self.query()? {
            user::wait(self.device())?;
            host_work::wait(self.device(), || self.query())?;
        }
        // SAFETY: the handle is alive.
        check(unsafe { result::event::synchronize(self.raw()) }, || "waiting for an event".to_owned())
    }
}

impl Stream {
    /// Waits for all work queued on it.
    pub fn synchronize(&self) -> Result<()> {
        deferred_hook::flush();
        self.wait()
    }

    /// As `synchronize`, but leaves deferred work unflushed.
    pub(super) fn wait(&self) -> Result<()> {
        bind(self.device())?;
        user::wait(self.device())?;
        host_work::wait(self.device(), || self.is_done())?;
        // SAFETY: streams are destroyed only with their context.
        check(unsafe { result::stream::synchronize(self.raw()) }, || {
            format!("synchronizing a stream of cuda:{}", self.device())
        })
    }
}

/// Waits for all work on the device (`torch.cuda.synchronize`).
pub fn synchronize(index: usize) -> Result<()> {
    deferred_hook::flush();
    wait_for_queued(index)
}

/// Waits for the work queued on the device; does not flush deferred work.
pub fn wait_for_queued(index: usize) -> Result<()> {
    bind(index)?;
    user::wait(index)?;
    host_work::wait(index, || Ok(false))?;
    check(result::ctx::synchronize(), || format!("synchronizing device {index}"))
}
