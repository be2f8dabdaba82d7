//! Growth of the native stack: if the current segment is nearly full, a call runs on a new segment.

use corosensei::stack::{DefaultStack, Stack};
use std::cell::{Cell, RefCell};

thread_local! {
    /// The lowest address of the current segment.
    static LOWEST: Cell<usize> = const { Cell::new(UNKNOWN) };
    /// Segments for reuse.
    static SPARE: RefCell<Vec<Piece>> = const { RefCell::new(Vec::new()) };
}

/// The value for the system's own stack before its end is known.
const UNKNOWN: usize = usize::MAX;

/// The most segments that are kept for reuse.
const MOST_SPARE: usize = 4;

/// A segment of native stack. Untouched pages use no memory.
pub(crate) struct Piece {
    memory: DefaultStack,
    size: usize,
}

impl Piece {
    pub fn new(size: usize) -> std::io::Result<Piece> {
        let spare = SPARE.with_borrow_mut(|spare| {
            let at = spare.iter().position(|piece| piece.size == size)?;
            Some(spare.swap_remove(at))
        });
        match spare {
            Some(piece) => Ok(piece),
            None => DefaultStack::new(size).map(|memory| Piece { memory, size }),
        }
    }
    /// Returns the segment for reuse.
    pub fn give_back(self) {
        SPARE.with_borrow_mut(|spare| {
            if spare.len() < MOST_SPARE {
                spare.push(self);
            }
        });
    }
    /// Takes the memory of a stack that is never returned.
    pub fn into_memory(self) -> (DefaultStack, Lowest) {
        let lowest = self.lowest();
        (self.memory, lowest)
    }
    pub fn lowest(&self) -> Lowest {
        Lowest(self.memory.limit().get())
    }
    pub fn memory(&mut self) -> &mut DefaultStack {
        &mut self.memory
    }
}

/// The lower end of a stack segment.
#[derive(Clone, Copy)]
pub(crate) struct Lowest(usize);

impl Lowest {
    /// Makes this segment the current one; returns the previous one.
    pub fn switch(self) -> Lowest {
        Lowest(LOWEST.replace(self.0))
    }
}

/// Restores the previous segment on drop, also after a panic.
struct Back(Lowest);

impl Drop for Back {
    fn drop(&mut self) {
        self.0.switch();
    }
}

/// Runs a call with at least `least` bytes of native stack left, on a new segment of `size` bytes if needed.
#[inline]
pub(crate) fn with_room<T>(least: usize, size: usize, step: impl FnOnce() -> T) -> T {
    let marker = 0_u8;
    let here = std::ptr::from_ref(&marker) as usize;
    match here.checked_sub(LOWEST.get()) {
        Some(left) if left >= least => step(),
        _ if LOWEST.get() == UNKNOWN && look(here) => with_room(least, size, step),
        _ => on_new_piece(size, step),
    }
}

/// Records the end of the system's own stack; false if the system does not report it.
#[cold]
fn look(here: usize) -> bool {
    let lowest = stacker::remaining_stack().map(|left| here.saturating_sub(left));
    lowest.is_some_and(|lowest| {
        LOWEST.set(lowest);
        true
    })
}

#[cold]
#[inline(never)]
fn on_new_piece<T>(size: usize, step: impl FnOnce() -> T) -> T {
    // Without memory for a new segment, the current stack must suffice.
    let Ok(mut piece) = Piece::new(size) else {
        return step();
    };
    let back = Back(piece.lowest().switch());
    let result = corosensei::on_stack(piece.memory(), step);
    drop(back);
    piece.give_back();
    result
}

/// Runs a call with as much stack as the loops of an operation need in a pool thread; on a new segment if less is left.
pub(crate) fn roomy<T>(step: impl FnOnce() -> T) -> T {
    const LEAST: usize = 1 << 20;
    const PIECE: usize = 4 << 20;
    with_room(LEAST, PIECE, step)
}
