//! Where in a program the running work was asked for.

use std::cell::Cell;

/// What made a block, or launched a kernel: a place in a program, as whoever sets the hook numbers them.
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

/// Sets what tells, on this thread, which place in a program is running: asked at each CUDA allocation and launch.
pub fn set_place_hook(hook: fn() -> Place) {
    PLACE.set(Some(hook));
}

/// The place that is running on this thread, where somebody tells.
pub fn place() -> Option<Place> {
    FIXED.get().or_else(|| PLACE.get().map(|hook| hook()))
}

/// Does work that was asked for at an earlier place: until it is done, that is the one running.
pub fn at_place<T>(place: Option<Place>, work: impl FnOnce() -> T) -> T {
    let before = FIXED.replace(place);
    let result = work();
    FIXED.set(before);
    result
}
