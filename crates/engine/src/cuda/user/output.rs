//! Captures what kernels print. CUDA's driver, and the emulated one, write it to the process's stdout when the device is waited for, but it
//! belongs to the cell.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::os::fd::{AsRawFd, FromRawFd, RawFd};

/// A kernel's printed output, and its assert messages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Printed {
    pub stdout: String,
    pub stderr: String,
}

/// A file descriptor that is temporarily redirected to a file.
struct Redirected {
    descriptor: RawFd,
    before: RawFd,
    file: File,
}

fn flush() {
    let _ = std::io::stdout().flush();
    // SAFETY: null flushes all streams of the C library, which drivers print through.
    unsafe { libc::fflush(std::ptr::null_mut()) };
}

impl Redirected {
    fn new(descriptor: RawFd) -> Option<Redirected> {
        // SAFETY: descriptors are created, duplicated and owned here; `File` closes its own.
        unsafe {
            let file = libc::memfd_create(c"printed".as_ptr(), libc::MFD_CLOEXEC);
            if file < 0 {
                return None;
            }
            let file = File::from_raw_fd(file);
            let before = libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, 3);
            if before < 0 || libc::dup2(file.as_raw_fd(), descriptor) < 0 {
                return None;
            }
            Some(Redirected { descriptor, before, file })
        }
    }

    fn text(mut self) -> String {
        self.restore();
        let mut bytes = Vec::new();
        let _ = self.file.rewind();
        let _ = self.file.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn restore(&mut self) {
        if self.before >= 0 {
            // SAFETY: the original descriptor is restored and closed once.
            unsafe {
                libc::dup2(self.before, self.descriptor);
                libc::close(self.before);
            }
            self.before = -1;
        }
    }
}

impl Drop for Redirected {
    fn drop(&mut self) {
        self.restore();
    }
}

/// Runs `work`, which must wait for the device at its end, and captures what is printed meanwhile.
pub fn capture<T>(work: impl FnOnce() -> T) -> (T, Printed) {
    flush();
    let (out, err) = (Redirected::new(1), Redirected::new(2));
    let result = work();
    flush();
    let text = |redirected: Option<Redirected>| redirected.map(Redirected::text).unwrap_or_default();
    let stderr = text(err);
    (result, Printed { stdout: text(out), stderr })
}
