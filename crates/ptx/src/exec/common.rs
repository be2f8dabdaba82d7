//! State that the warps of a block share: memory, barriers, the clock.

use super::shared::Shared;

/// A barrier at which some warps have arrived.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Meet {
    /// Warps that wait, and warps that have arrived.
    pub(crate) waiting: u32,
    pub(crate) come: u32,
    /// The number of threads it expects; `None` for the whole block.
    pub(crate) count: Option<u32>,
    /// The threads whose predicate was true, and the number that arrived.
    pub(crate) held: u32,
    pub(crate) threads: u32,
}

/// State that the warps of a block share.
pub(crate) struct Common {
    pub(crate) index: [u32; 3],
    /// Its index in the grid.
    pub(crate) number: u64,
    pub(crate) shared: Shared,
    pub(crate) meets: [Meet; 16],
    /// The warps that have not exited.
    pub(crate) running: u32,
    /// Steps so far, for clock registers.
    pub(crate) clock: u64,
}
