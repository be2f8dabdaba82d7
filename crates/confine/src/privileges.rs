//! What a process gives away before it is confined: privileges, and files that it inherited open.

use crate::error::Error;
use rustix::thread::{CapabilitySet, CapabilitySets};
use std::io;

/// Landlock binds the thread that asks and those that it starts: no other may be there.
pub fn check_alone() -> Result<(), Error> {
    let threads =
        std::fs::read_dir("/proc/self/task").map_err(Error::system("/proc is needed to confine a process"))?;
    match threads.count() {
        1 => Ok(()),
        several => Err(Error::Threads(several)),
    }
}

/// Closes what was inherited open but the standard streams: what is open stays usable, wherever it lies.
pub fn close_inherited() -> io::Result<()> {
    // SAFETY: one thread runs, which holds no files of its own yet.
    match unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Programs gain no privileges from now on, and root keeps none but to write files that another user owns: the session's folder
/// may be such a one, and which files are in reach is said elsewhere.
pub fn drop_all() -> io::Result<()> {
    rustix::thread::set_no_new_privs(true)?;
    let kept = rustix::thread::capabilities(None)?.permitted & CapabilitySet::DAC_OVERRIDE;
    let sets = CapabilitySets { effective: kept, permitted: kept, inheritable: CapabilitySet::empty() };
    Ok(rustix::thread::set_capabilities(None, sets)?)
}
