//! What the warps of a block share: memory, barriers, the clock.

use super::shared::Shared;

/// A barrier that some warps have come to.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Meet {
    /// Warps that wait, and all that have come.
    pub(crate) waiting: u32,
    pub(crate) come: u32,
    /// The threads that it wants; none for all of the block.
    pub(crate) count: Option<u32>,
    /// The threads whose predicate held, and how many came.
    pub(crate) held: u32,
    pub(crate) threads: u32,
}

/// What the warps of a block share.
pub(crate) struct Common {
    pub(crate) index: [u32; 3],
    /// Its number in the grid.
    pub(crate) number: u64,
    pub(crate) shared: Shared,
    pub(crate) meets: [Meet; 16],
    /// The warps that have not exited.
    pub(crate) running: u32,
    /// Steps so far, for clocks.
    pub(crate) clock: u64,
}
