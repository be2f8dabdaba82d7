//! Waiting for files: pipes and sockets that can be read from or written to.

use super::{Awaited, Woken};
use crate::{Result, Vm};
use std::os::fd::RawFd;
use std::time::{Duration, Instant};

/// What a thread wants to do with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interest {
    Read,
    Write,
    /// What comes out of band.
    Urgent,
}

/// A file that is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Watched {
    pub file: RawFd,
    pub interest: Interest,
    /// It can be done now; also where it would fail at once (an error, a peer that has gone).
    pub ready: bool,
}

impl Watched {
    pub fn new(file: RawFd, interest: Interest) -> Watched {
        Watched { file, interest, ready: false }
    }
}

/// Waits at most so long until one of the files is ready; notes which are.
pub(super) fn poll(files: &mut [Watched], time: Duration) {
    let wanted = |interest| match interest {
        Interest::Read => libc::POLLIN,
        Interest::Write => libc::POLLOUT,
        Interest::Urgent => libc::POLLPRI,
    };
    let asked = |watched: &Watched| libc::pollfd { fd: watched.file, events: wanted(watched.interest), revents: 0 };
    let mut asked: Vec<libc::pollfd> = files.iter().map(asked).collect();
    let milliseconds = libc::c_int::try_from(time.as_millis()).unwrap_or(libc::c_int::MAX);
    // SAFETY: the array lives until the call returns, and has as many entries as it says.
    unsafe { libc::poll(asked.as_mut_ptr(), asked.len() as libc::nfds_t, milliseconds) };
    for (watched, answer) in files.iter_mut().zip(asked) {
        watched.ready = answer.revents != 0;
    }
}

impl Vm {
    /// Waits until a file can be read from without blocking; false where its time is over first.
    ///
    /// # Errors
    /// KeyboardInterrupt.
    pub fn wait_readable(&mut self, file: RawFd, until: Option<Instant>) -> Result<bool> {
        self.wait_files(&mut [Watched::new(file, Interest::Read)], until)
    }
    /// Waits until a file can be written to without blocking; false where its time is over first.
    ///
    /// # Errors
    /// KeyboardInterrupt.
    pub fn wait_writable(&mut self, file: RawFd, until: Option<Instant>) -> Result<bool> {
        self.wait_files(&mut [Watched::new(file, Interest::Write)], until)
    }
    /// Waits until one of the files is ready, and notes which are; false where its time is over first.
    ///
    /// # Errors
    /// KeyboardInterrupt.
    pub fn wait_files(&mut self, files: &mut [Watched], until: Option<Instant>) -> Result<bool> {
        loop {
            self.check_interrupt()?;
            poll(files, Duration::ZERO);
            if files.iter().any(|watched| watched.ready) {
                return Ok(true);
            }
            if until.is_some_and(|until| until <= Instant::now()) {
                return Ok(false);
            }
            let ident = self.threads.current;
            self.threads.files.extend(files.iter().map(|watched| (ident, *watched)));
            let woken = self.block(Awaited::File, until);
            self.threads.files.retain(|(waiter, _)| *waiter != ident);
            if let Woken::Interrupted = woken? {
                self.check_interrupt()?;
            }
        }
    }
}
