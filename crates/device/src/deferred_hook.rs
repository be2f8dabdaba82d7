//! A hook for work that a higher crate defers: the engine's pointwise chains. It must be flushed before anything else is
//! queued on a device, before a stream is changed or queried, an event recorded or a capture begun; so a stream's order is
//! the program's.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static HELD: AtomicBool = AtomicBool::new(false);
static QUEUE: OnceLock<fn()> = OnceLock::new();

/// Sets whether work is deferred now, and what flushes it. `queue` may be called from any thread, and again while it runs.
pub fn set(held: bool, queue: fn()) {
    let _ = QUEUE.set(queue);
    HELD.store(held, Ordering::Release);
}

/// Flushes deferred work; returns whether there was any, since the flush may have made another device current. Must not be
/// called with a lock of this crate held.
pub fn flush() -> bool {
    if HELD.load(Ordering::Acquire)
        && let Some(queue) = QUEUE.get()
    {
        queue();
        return true;
    }
    false
}
