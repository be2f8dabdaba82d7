//! Waits that fail when nothing happens, and the processor time of a thread. No test asserts wall-clock time.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

/// The longest wait for something that must happen, on idle and busy machines.
const PATIENCE: Duration = Duration::from_secs(120);
/// The interval between checks.
const POLL: Duration = Duration::from_millis(1);

/// `PATIENCE` times `TENSORCELL_PATIENCE`, for machines that need more.
pub fn patience() -> Duration {
    let factor = std::env::var("TENSORCELL_PATIENCE").map_or(1.0, |text| text.parse().expect("a number"));
    PATIENCE.mul_f64(factor)
}

/// Waits until a condition holds.
///
/// # Panics
/// When `patience` runs out: then nothing happened, so the machine's speed is not the cause.
#[track_caller]
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let end = Instant::now() + patience();
    while !condition() {
        assert!(Instant::now() < end, "nothing happened: {what}");
        thread::sleep(POLL);
    }
}

/// The processor time of the thread that created it. Other threads can read it while that thread runs; load on the
/// machine does not change it.
#[derive(Clone, Debug)]
pub struct Clock(PathBuf);

impl Clock {
    pub fn of_this_thread() -> Clock {
        let thread = fs::read_link("/proc/thread-self").expect("Linux's folder of processes");
        Clock(PathBuf::from("/proc").join(thread))
    }

    /// `None` once the thread has ended.
    pub fn time(&self) -> Option<Duration> {
        let text = fs::read_to_string(self.0.join("schedstat")).ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }

    /// Whether the thread sleeps or waits.
    pub fn is_asleep(&self) -> bool {
        let text = fs::read_to_string(self.0.join("stat")).unwrap_or_default();
        text.rsplit(") ").next().is_some_and(|rest| rest.starts_with('S'))
    }
}
