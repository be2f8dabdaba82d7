//! Searches that backtrack often: on a thread of their own, so that an interrupt ends the wait and other threads run meanwhile.

use super::found::Groups;
use crate::os::told;
use fancy_regex::{Error, Regex, RuntimeError};
use std::os::fd::AsRawFd;
use std::sync::mpsc;
use tensorcell_language::builtins::files::os_error_about;
use tensorcell_language::{Raise, Result, Vm};

/// How often a search may step back: `QUICK` takes some 15 ms in which nothing can end it, `PATIENT` about a minute. Python has no limit;
/// this one ends the thread that an interrupt left behind.
pub const QUICK: usize = 1 << 19;
pub const PATIENT: usize = 1 << 31;

/// Why the engine gave up a search.
pub struct GivenUp {
    /// It stepped back as often as it may.
    pub at_limit: bool,
    message: String,
}

impl From<Error> for GivenUp {
    fn from(error: Error) -> GivenUp {
        let at_limit = matches!(error, Error::RuntimeError(RuntimeError::BacktrackLimitExceeded));
        GivenUp { at_limit, message: error.to_string() }
    }
}

impl From<GivenUp> for Raise {
    fn from(GivenUp { message, .. }: GivenUp) -> Raise {
        Raise::runtime(format!("the pattern takes too many steps on this text: {message}"))
    }
}

/// What the first match at or after `start` spans, group by group.
pub fn search(regex: &Regex, text: &str, start: usize) -> std::result::Result<Option<Groups>, GivenUp> {
    let found = regex.captures_from_pos(text, start)?;
    Ok(found.map(|captures| captures.iter().map(|group| group.map(|group| (group.start(), group.end()))).collect()))
}

/// As `search`, on another thread.
///
/// # Errors
/// KeyboardInterrupt, which leaves the thread to its limit, and the engine's refusals.
pub fn search_apart(vm: &mut Vm, regex: Regex, text: String, start: usize) -> Result<Option<Groups>> {
    let pipes = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC);
    let (end, ended) = told(pipes)?;
    let (sender, receiver) = mpsc::channel();
    let work = move || {
        // Nobody listens after an interrupt.
        let _ = sender.send(search(&regex, &text, start));
        drop(ended);
    };
    let started = std::thread::Builder::new().name("a search".to_owned()).spawn(work);
    started.map_err(|error| os_error_about(&error, &[]))?;
    vm.wait_readable(end.as_raw_fd(), None)?;
    match receiver.recv() {
        Ok(found) => Ok(found?),
        Err(_) => Err(Raise::runtime("the search ended without an answer")),
    }
}
