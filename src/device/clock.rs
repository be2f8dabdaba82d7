//! Processor time of this process, and the pauses of a thread that asks again and again.

#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;
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

/// A count that grows evenly with time, for moments that are noted often and read seldom: the processor's own where it keeps
/// one pace, in a third of the time that asking the system takes; elsewhere nanoseconds.
#[inline]
pub fn ticks() -> u64 {
    #[cfg(target_arch = "x86_64")]
    if *STEADY {
        // SAFETY: reads a counter that every such processor has.
        return unsafe { std::arch::x86_64::_rdtsc() };
    }
    super::allocator::now().as_nanos() as u64
}

/// Whether the processor says of its counter that neither its frequency nor its sleep changes the pace.
#[cfg(target_arch = "x86_64")]
static STEADY: LazyLock<bool> = LazyLock::new(|| {
    use std::arch::x86_64::__cpuid;
    __cpuid(0x8000_0000).eax >= 0x8000_0007 && __cpuid(0x8000_0007).edx & 1 << 8 != 0
});

/// Has this thread's short sleeps end when they are over: Linux lets them last 50 us longer, to wake less often.
pub fn sleep_precisely() {
    #[cfg(target_os = "linux")]
    // SAFETY: changes how this thread's timers are rounded, nothing else.
    unsafe {
        libc::prctl(libc::PR_SET_TIMERSLACK, 1000_u64);
    }
}

/// Microseconds for which an answer is asked for without a pause.
const SPIN: u128 = 50;

/// What to add to a time in vain where whoever is to answer may need this very processor: it is given up at once.
pub const NO_SPIN: Duration = Duration::from_micros(SPIN as u64);

/// A pause between two questions of a thread that has asked in vain for so long: none at first, then longer and longer ones.
///
/// A processor is given up by sleeping, not by `sched_yield`: Linux 6.18 takes the rest of a slice from who yields, and threads
/// that did so in a loop owed so much that others of their group did not run for half a minute.
pub fn pause(in_vain: Duration) {
    match in_vain.as_micros() {
        0..SPIN => std::hint::spin_loop(),
        SPIN..1000 => std::thread::sleep(Duration::from_micros(10)),
        1000..20_000 => std::thread::sleep(Duration::from_micros(50)),
        _ => std::thread::sleep(Duration::from_micros(200)),
    }
}
