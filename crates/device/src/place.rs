//! The place in the program that asked for the running work.

use std::cell::Cell;

/// The place that made a block or launched a kernel, numbered by the hook's owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    pub source: u32,
    pub offset: u32,
}

type PlaceHook = fn() -> Place;

thread_local! {
    static PLACE: Cell<Option<PlaceHook>> = const { Cell::new(None) };
    static FIXED: Cell<Option<Place>> = const { Cell::new(None) };
}

/// Sets the hook that gives this thread's current place: called at each CUDA allocation and launch.
pub fn set_place_hook(hook: fn() -> Place) {
    PLACE.set(Some(hook));
}

/// This thread's current place; `None` without a hook.
pub fn place() -> Option<Place> {
    FIXED.get().or_else(|| PLACE.get().map(|hook| hook()))
}

/// Runs deferred work under the place that asked for it.
pub fn at_place<T>(place: Option<Place>, work: impl FnOnce() -> T) -> T {
    let before = FIXED.replace(place);
    let result = work();
    FIXED.set(before);
    result
}
