//! Waits until descriptors are ready for reading or writing. Other threads run meanwhile, and an interrupt ends the wait.

use super::Vm;
use super::threads::{Blocked, Woken};
use crate::Result;
use std::os::fd::RawFd;
use std::time::{Duration, Instant};

/// A descriptor to wait for, with the requested and the returned `poll` events.
#[derive(Clone, Copy, Debug)]
pub struct Awaited {
    pub fd: RawFd,
    pub events: u16,
    pub ready: u16,
}

impl Vm {
    /// Waits until a descriptor is readable or at its end; false if the deadline passes first.
    ///
    /// # Errors
    /// KeyboardInterrupt.
    pub fn wait_readable(&mut self, fd: RawFd, deadline: Option<Instant>) -> Result<bool> {
        self.wait_one(fd, libc::POLLIN, deadline)
    }

    /// Waits until a descriptor is writable; false if the deadline passes first.
    ///
    /// # Errors
    /// KeyboardInterrupt.
    pub fn wait_writable(&mut self, fd: RawFd, deadline: Option<Instant>) -> Result<bool> {
        self.wait_one(fd, libc::POLLOUT, deadline)
    }

    fn wait_one(&mut self, fd: RawFd, events: libc::c_short, deadline: Option<Instant>) -> Result<bool> {
        let mut awaited = [Awaited { fd, events: events.cast_unsigned(), ready: 0 }];
        Ok(self.wait_descriptors(&mut awaited, deadline)? > 0)
    }

    /// Waits until one of several descriptors is ready; returns the number of ready ones, 0 at the deadline.
    ///
    /// # Errors
    /// KeyboardInterrupt.
    pub fn wait_descriptors(&mut self, awaited: &mut [Awaited], deadline: Option<Instant>) -> Result<usize> {
        loop {
            let ready = poll(awaited, Duration::ZERO);
            if ready > 0 {
                return Ok(ready);
            }
            self.check_interrupt()?;
            if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                return Ok(0);
            }
            let ident = self.threads.begin_watch(awaited);
            let woken = self.block(Blocked::OnFile, deadline);
            self.threads.end_watch(ident);
            if let Woken::Interrupted = woken? {
                self.check_interrupt()?;
            }
        }
    }
}

/// Polls descriptors for at most `time`; returns the number of ready ones.
pub(super) fn poll(awaited: &mut [Awaited], time: Duration) -> usize {
    let asked = |one: &Awaited| libc::pollfd { fd: one.fd, events: one.events.cast_signed(), revents: 0 };
    let mut asked: Vec<libc::pollfd> = awaited.iter().map(asked).collect();
    let milliseconds = libc::c_int::try_from(time.as_millis()).unwrap_or(libc::c_int::MAX);
    // SAFETY: the array lives until the call returns, and the count is its length.
    unsafe { libc::poll(asked.as_mut_ptr(), asked.len() as libc::nfds_t, milliseconds) };
    for (one, answer) in awaited.iter_mut().zip(asked) {
        one.ready = answer.revents.cast_unsigned();
    }
    awaited.iter().filter(|one| one.ready != 0).count()
}
