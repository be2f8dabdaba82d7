//! The clock of time slices: a thread of the system's that says when one is over, while there is more than one thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

struct Shared {
    /// The running slice is over.
    over: AtomicBool,
    paused: AtomicBool,
    ended: AtomicBool,
    /// Nanoseconds.
    interval: AtomicU64,
}

pub(super) struct Ticker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// `attention` makes the evaluator look.
    pub fn start(interval: Duration, attention: Arc<AtomicBool>) -> Ticker {
        let shared = Arc::new(Shared {
            over: AtomicBool::new(false),
            paused: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            interval: AtomicU64::new(interval.as_nanos() as u64),
        });
        let ticking = shared.clone();
        let tick = move || {
            while !ticking.ended.load(Ordering::Relaxed) {
                if ticking.paused.load(Ordering::Relaxed) {
                    std::thread::park();
                    continue;
                }
                std::thread::park_timeout(Duration::from_nanos(ticking.interval.load(Ordering::Relaxed)));
                ticking.over.store(true, Ordering::Relaxed);
                attention.store(true, Ordering::Release);
            }
        };
        // Without it threads switch only where they block.
        let thread = std::thread::Builder::new().name("time slices".to_owned()).spawn(tick).ok();
        Ticker { shared, thread }
    }
    pub fn set_interval(&self, interval: Duration) {
        self.shared.interval.store(interval.as_nanos() as u64, Ordering::Relaxed);
    }
    pub fn pause(&self) {
        self.shared.paused.store(true, Ordering::Relaxed);
    }
    pub fn resume(&self) {
        if self.shared.paused.swap(false, Ordering::Relaxed) {
            self.unpark();
        }
    }
    /// Whether the slice is over; the next one begins.
    pub fn take(&self) -> bool {
        self.shared.over.swap(false, Ordering::Relaxed)
    }
    fn unpark(&self) {
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        self.unpark();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
