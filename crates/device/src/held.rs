//! Work that a higher crate holds back for a while: the engine's pointwise tail. Whoever queues anything on a device, changes
//! or asks a stream, records an event or begins a capture has it queued first, so that a stream's order is the program's.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static HELD: AtomicBool = AtomicBool::new(false);
static QUEUE: OnceLock<fn()> = OnceLock::new();

/// Says whether work is held back now, and what queues it. `queue` may be called from any thread, and again while it runs.
pub fn set(held: bool, queue: fn()) {
    let _ = QUEUE.set(queue);
    HELD.store(held, Ordering::Release);
}

/// Has what is held back queued now: whether there was something, which may have bound another device. Not to be called
/// with a lock of this crate held.
pub fn settle() -> bool {
    if HELD.load(Ordering::Acquire)
        && let Some(queue) = QUEUE.get()
    {
        queue();
        return true;
    }
    false
}
