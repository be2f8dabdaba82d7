//! The clock of time slices: a native thread that signals the end of a slice, while the program has several threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

struct Shared {
    /// Whether the running slice is over.
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
    /// Starts the clock; it sets `attention` when a slice ends.
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
        // If this fails, threads switch only where they block.
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
    /// Whether the slice is over; starts the next one.
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
