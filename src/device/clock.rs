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

/// The same as one number, to the nanosecond: `getrusage` may count whole ticks of the scheduler.
pub fn process_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: clock_gettime writes the structure that it is given.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
