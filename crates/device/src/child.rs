//! Whether this process is a forked worker.

use std::sync::atomic::{AtomicBool, Ordering};

static CHILD: AtomicBool = AtomicBool::new(false);

pub fn is_child() -> bool {
    CHILD.load(Ordering::Relaxed)
}

/// Call this once, after the fork.
pub(super) fn set_child() {
    CHILD.store(true, Ordering::Relaxed);
}
