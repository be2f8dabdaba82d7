//! Version numbers, by which inline caches detect changes.

use std::cell::Cell;

/// A number unique among all states of classes and modules, and all codes, of this thread.
pub(crate) fn next_version() -> u32 {
    thread_local! {
        static VERSIONS: Cell<u32> = const { Cell::new(0) };
    }
    VERSIONS.set(VERSIONS.get().wrapping_add(1));
    VERSIONS.get()
}
