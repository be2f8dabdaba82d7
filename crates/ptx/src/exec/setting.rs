//! State that the threads of a launch share, and the context of a fault.

use super::global::Global;
use crate::fault::FaultKind;
use crate::memory::{Memory, Region};
use crate::program::{Class, Kernel, Program};

/// Optional checks. Alignment, bounds, masks and barriers are always checked.
#[derive(Debug, Clone, Copy)]
pub struct Checks {
    /// Races in shared memory: two accesses without a barrier between them, one of them a write.
    pub races: bool,
    /// Races in global memory, within a block and between blocks.
    pub global_races: bool,
    /// Reads of shared memory that no thread of the block has written.
    pub unwritten_shared: bool,
}

impl Default for Checks {
    fn default() -> Checks {
        Checks { races: true, global_races: true, unwritten_shared: true }
    }
}

/// A launch as its blocks see it.
pub(crate) struct Setting<'m> {
    pub(crate) program: &'m Program,
    pub(crate) kernel: &'m Kernel,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) threads: u32,
    pub(crate) dynamic_bytes: u32,
    pub(crate) shared_bytes: u32,
    pub(crate) parameters: &'m [u8],
    pub(crate) memory: &'m dyn Memory,
    pub(crate) checks: Checks,
    pub(crate) global: Option<Global>,
    pub(crate) call_depth: usize,
    pub(crate) local_bytes: usize,
    pub(crate) clock: Option<&'m (dyn Fn() -> u64 + Sync)>,
    pub(crate) print: &'m (dyn Fn(&str) + Sync),
}

impl<'m> Setting<'m> {
    /// Returns the allocation or variable that contains the bytes.
    pub(crate) fn find(&self, address: u64, bytes: u64) -> Option<Region<'m>> {
        let own = self.program.memory.region();
        if own.holds(address, 1) {
            return self.program.variable_at(address).filter(|region| region.holds(address, bytes));
        }
        self.memory.find(address).filter(|region| region.holds(address, bytes))
    }

    /// Returns whether an address is in constant memory.
    pub(crate) fn is_constant(&self, address: u64) -> bool {
        self.program.constants.iter().any(|(start, end)| (*start..*end).contains(&address))
    }

    /// Converts a block's index in the grid to coordinates.
    pub(crate) fn block_at(&self, number: u64) -> [u32; 3] {
        let [x, y, _] = self.grid.map(u64::from);
        [number % x, number / x % y, number / x / y].map(|index| index as u32)
    }

    /// Returns the value of a clock register after this many steps of a block.
    pub(crate) fn now(&self, steps: u64) -> u64 {
        self.clock.map_or(steps, |clock| clock())
    }

    /// Converts a thread's index in the block to coordinates.
    pub(crate) fn thread(&self, number: u32) -> [u32; 3] {
        let [x, y, _] = self.block;
        [number % x, number / x % y, number / x / y]
    }
}

/// Executed instructions by class, counted per warp and per lane.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) warps: [u64; Class::ALL.len()],
    pub(crate) lanes: [u64; Class::ALL.len()],
}

/// State of a host thread between instructions: the region of each access's last address, and the counters.
pub(crate) struct Worker<'m> {
    pub(crate) sites: Vec<Region<'m>>,
    pub(crate) tally: Tally,
}

/// A fault of a lane.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) lane: u32,
    pub(crate) kind: FaultKind,
}

pub(crate) type Outcome<T> = Result<T, Box<Trouble>>;

pub(crate) fn trouble<T>(lane: u32, kind: FaultKind) -> Outcome<T> {
    Err(Box::new(Trouble { lane, kind }))
}

/// Iterates over the lanes of a mask.
pub(crate) fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    let mut left = mask;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let lane = left.trailing_zeros();
        left &= left - 1;
        Some(lane as usize)
    })
}
