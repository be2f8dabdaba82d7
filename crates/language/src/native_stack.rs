//! Room on the native stack: where the running piece is nearly full, a step runs on a new one.

use corosensei::stack::{DefaultStack, Stack};
use std::cell::{Cell, RefCell};

thread_local! {
    /// The lowest address of the running piece.
    static LOWEST: Cell<usize> = const { Cell::new(UNKNOWN) };
    /// Pieces to use again.
    static SPARE: RefCell<Vec<Piece>> = const { RefCell::new(Vec::new()) };
}

/// Of the system's own stack, before the first look.
const UNKNOWN: usize = usize::MAX;

/// So many pieces are kept.
const MOST_SPARE: usize = 4;

/// Memory for a native stack. Pages that nothing touched cost nothing.
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
    /// Keeps it for the next who wants one.
    pub fn give_back(self) {
        SPARE.with_borrow_mut(|spare| {
            if spare.len() < MOST_SPARE {
                spare.push(self);
            }
        });
    }
    /// For a stack that is never given back.
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

/// Where the piece ends that something runs on.
#[derive(Clone, Copy)]
pub(crate) struct Lowest(usize);

impl Lowest {
    /// Another piece runs from here on; gives the one that ran.
    pub fn switch(self) -> Lowest {
        Lowest(LOWEST.replace(self.0))
    }
}

/// The piece that ran before runs again, also after a panic.
struct Back(Lowest);

impl Drop for Back {
    fn drop(&mut self) {
        self.0.switch();
    }
}

/// Runs a step with at least so many bytes of native stack left: on a new piece of a size where there are fewer.
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

/// Notes where the system's own stack ends; false where the system does not say.
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
    // Without memory for a piece what is left here must do.
    let Ok(mut piece) = Piece::new(size) else {
        return step();
    };
    let back = Back(piece.lowest().switch());
    let result = corosensei::on_stack(piece.memory(), step);
    drop(back);
    piece.give_back();
    result
}

/// Runs a step with as much room as a pool's thread wants for an operation's loops; on a new piece where less is left.
pub(crate) fn roomy<T>(step: impl FnOnce() -> T) -> T {
    const LEAST: usize = 1 << 20;
    const PIECE: usize = 4 << 20;
    with_room(LEAST, PIECE, step)
}
