//! Versions: numbers by which lookup sites notice that what they remember has changed.

use std::cell::Cell;

/// A number that no other state of a class or module of this thread has, and no code.
pub(crate) fn next_version() -> u32 {
    thread_local! {
        static VERSIONS: Cell<u32> = const { Cell::new(0) };
    }
    VERSIONS.set(VERSIONS.get().wrapping_add(1));
    VERSIONS.get()
}
