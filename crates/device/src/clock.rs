//! Processor time of this process, and pauses for threads that poll.

use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

/// Processor time of all threads since the process began.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProcessorTime {
    pub user: Duration,
    pub system: Duration,
}

/// Processor time used so far.
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

/// The same as one number with nanosecond resolution: `getrusage` may count in scheduler ticks.
pub fn process_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: clock_gettime writes the structure that it is given.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Time since the first call in this process.
pub fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// A steady counter for moments that are noted often and read seldom: the processor's time stamp counter if its rate is
/// constant (a third of the cost of a system call), else nanoseconds. `Pace` converts it.
#[inline]
pub fn ticks() -> u64 {
    count(COUNTER.steady)
}

#[inline]
fn count(_steady: bool) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if _steady {
        // SAFETY: reads a counter that every such processor has.
        return unsafe { std::arch::x86_64::_rdtsc() };
    }
    now().as_nanos() as u64
}

/// Whether the processor guarantees a constant rate across frequency changes and sleep.
fn is_steady() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::__cpuid;
        __cpuid(0x8000_0000).eax >= 0x8000_0007 && __cpuid(0x8000_0007).edx & 1 << 8 != 0
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

struct Counter {
    steady: bool,
    /// The time of the first call.
    first: Moment,
}

static COUNTER: LazyLock<Counter> = LazyLock::new(|| {
    let steady = is_steady();
    Counter { steady, first: Moment::read(steady) }
});

/// A moment on both clocks.
#[derive(Clone, Copy, Debug)]
struct Moment {
    ticks: u64,
    /// On the clock of [`now`].
    time: Duration,
}

impl Moment {
    /// Of several readings, the one that took least time: the thread may be preempted between the two clocks.
    fn read(steady: bool) -> Moment {
        let read = || {
            let ticks = count(steady);
            let time = now();
            (count(steady).saturating_sub(ticks), Moment { ticks, time })
        };
        let first = read();
        [read(), read(), read()].into_iter().fold(first, |best, next| if next.0 < best.0 { next } else { best }).1
    }
}

/// Converts ticks to time: the tick's length, measured once, and a recent moment. A sleeping machine may go on counting.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    now: Moment,
    /// Seconds.
    tick: f64,
}

impl Pace {
    pub fn measured() -> Pace {
        /// Measuring for this long gives a few parts in a hundred million.
        const ENOUGH: Duration = Duration::from_secs(1);
        static TICK: OnceLock<f64> = OnceLock::new();
        let (first, now) = (COUNTER.first, Moment::read(COUNTER.steady));
        let passed = now.time.saturating_sub(first.time);
        let so_far = || passed.as_secs_f64() / now.ticks.saturating_sub(first.ticks).max(1) as f64;
        let tick = if passed < ENOUGH { so_far() } else { *TICK.get_or_init(so_far) };
        Pace { now, tick }
    }
    /// Converts ticks to time.
    pub fn time(&self, ticks: u64) -> Duration {
        self.now.time.saturating_sub(self.duration(self.now.ticks.saturating_sub(ticks)))
    }
    pub fn duration(&self, ticks: u64) -> Duration {
        Duration::from_secs_f64(self.tick * ticks as f64)
    }
    /// Converts time to ticks.
    pub fn ticks(&self, time: Duration) -> u64 {
        let before = self.now.time.saturating_sub(time).as_secs_f64();
        self.now.ticks.saturating_sub((before / self.tick.max(f64::MIN_POSITIVE)) as u64)
    }
}

/// Makes this thread's short sleeps precise: by default Linux may extend them by 50 us.
pub fn sleep_precisely() {
    #[cfg(target_os = "linux")]
    // SAFETY: changes how this thread's timers are rounded, nothing else.
    unsafe {
        libc::prctl(libc::PR_SET_TIMERSLACK, 1000_u64);
    }
}

/// Microseconds of polling without a pause.
const SPIN: u128 = 50;

/// Added to the time polled when the answer may come from a thread that needs this very processor: it yields at once.
pub const NO_SPIN: Duration = Duration::from_micros(SPIN as u64);

/// Pauses after polling this long without success: not at all at first, then longer.
///
/// It sleeps instead of calling `sched_yield`: Linux 6.18 takes the rest of the time slice from a thread that yields, and
/// threads that yielded in a loop kept others of their group from running for half a minute.
pub fn pause(waited: Duration) {
    match waited.as_micros() {
        0..SPIN => std::hint::spin_loop(),
        SPIN..1000 => std::thread::sleep(Duration::from_micros(10)),
        1000..20_000 => std::thread::sleep(Duration::from_micros(50)),
        _ => std::thread::sleep(Duration::from_micros(200)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_in_ticks_is_told_in_time() {
        let (before, noted, after) = (now(), ticks(), now());
        std::thread::sleep(Duration::from_millis(20));
        // The two clocks are read one after the other; the thread may be preempted in between.
        tensorcell_verify::wait_until("a reading of both clocks that nothing disturbs", || {
            let slack = Duration::from_millis(1);
            let converted = Pace::measured().time(noted);
            before <= converted + slack && converted <= after + slack
        });
        let pace = Pace::measured();
        let again = pace.ticks(pace.time(noted));
        assert!(pace.duration(again.abs_diff(noted)) < Duration::from_micros(1), "{again} for {noted}");
        let slept = pace.duration(ticks() - noted);
        assert!(slept >= Duration::from_millis(19), "at least 20 ms are {slept:?}");
    }
}
