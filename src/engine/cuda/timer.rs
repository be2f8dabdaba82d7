//! An operation's time on the device: a pair of events around what it launched. Events are used again.

use crate::device::event::Event;
use crate::device::stream::Stream;
use crate::engine::profile::Timer;
use std::cell::RefCell;
use std::time::Duration;

thread_local! {
    static SPARE: RefCell<Vec<Event>> = const { RefCell::new(Vec::new()) };
}

/// Events kept for reuse.
const MOST_SPARE: usize = 4096;

fn event(device: usize) -> Option<Event> {
    let spare = SPARE.with_borrow_mut(|spare| {
        spare.retain(|event| !event.is_lost());
        let found = spare.iter().rposition(|event| event.device() == device)?;
        Some(spare.swap_remove(found))
    });
    spare.or_else(|| Event::new(device, true).ok())
}

pub struct EventPair {
    stream: Stream,
    start: Option<Event>,
    stop: Option<Event>,
}

impl EventPair {
    /// A clock that starts on the device's current stream now; none when the driver has no event to give, or when the
    /// work is only recorded.
    pub fn start(device: usize) -> Option<EventPair> {
        if crate::device::graph::is_capturing(device) {
            return None;
        }
        let stream = Stream::current(device);
        let start = event(device)?;
        start.record(&stream).ok()?;
        Some(EventPair { stream, start: Some(start), stop: None })
    }
}

impl Timer for EventPair {
    fn stop(&mut self) {
        self.stop = event(self.stream.device()).filter(|event| event.record(&self.stream).is_ok());
    }
    fn elapsed(&self) -> Duration {
        let (Some(start), Some(stop)) = (&self.start, &self.stop) else {
            return Duration::ZERO;
        };
        if stop.synchronize().is_err() {
            return Duration::ZERO;
        }
        let milliseconds = start.elapsed(stop).unwrap_or(0.0);
        Duration::from_secs_f64(f64::from(milliseconds).max(0.0) / 1e3)
    }
}

impl Drop for EventPair {
    fn drop(&mut self) {
        // At the thread's end the spares may be gone already.
        let _ = SPARE.try_with(|spare| {
            let mut spare = spare.borrow_mut();
            spare.extend(self.start.take());
            spare.extend(self.stop.take());
            spare.truncate(MOST_SPARE);
        });
    }
}
