//! Processor time of this process.

use std::time::Duration;

/// Time on processors, of all threads since the process began.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProcessorTime {
    pub user: Duration,
    pub system: Duration,
}

/// What the process has used so far.
pub fn processor_time() -> ProcessorTime {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: getrusage writes the structure that it is given, which is all integers: zeroes are valid.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    let duration = |time: libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
    ProcessorTime { user: duration(usage.ru_utime), system: duration(usage.ru_stime) }
}
