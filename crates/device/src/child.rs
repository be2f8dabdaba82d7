//! Whether this process is a worker, forked from another.

use std::sync::atomic::{AtomicBool, Ordering};

static CHILD: AtomicBool = AtomicBool::new(false);

pub fn is_child() -> bool {
    CHILD.load(Ordering::Relaxed)
}

/// To be called once, after the fork.
pub(super) fn set_child() {
    CHILD.store(true, Ordering::Relaxed);
}
