//! Drops privileges and inherited files before a process is confined.

use crate::error::Error;
use rustix::thread::{CapabilitySet, CapabilitySets};
use std::io;

/// Landlock restricts the calling thread and those that it starts, so there must be no other threads.
pub fn check_alone() -> Result<(), Error> {
    let threads =
        std::fs::read_dir("/proc/self/task").map_err(Error::system("/proc is needed to confine a process"))?;
    match threads.count() {
        1 => Ok(()),
        several => Err(Error::Threads(several)),
    }
}

/// Closes inherited descriptors except the standard streams: an open file stays usable regardless of its path.
pub fn close_inherited() -> io::Result<()> {
    // SAFETY: only one thread runs, and it has no open files of its own yet.
    match unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Refuses new privileges. Root keeps only the capability to write files of other users, since the session's folder
/// may belong to one; Landlock decides which files are accessible.
pub fn drop_all() -> io::Result<()> {
    rustix::thread::set_no_new_privs(true)?;
    let kept = rustix::thread::capabilities(None)?.permitted & CapabilitySet::DAC_OVERRIDE;
    let sets = CapabilitySets { effective: kept, permitted: kept, inheritable: CapabilitySet::empty() };
    Ok(rustix::thread::set_capabilities(None, sets)?)
}
