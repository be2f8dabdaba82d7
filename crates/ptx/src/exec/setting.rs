//! What the threads of a launch share, and what a thread is told when it goes wrong.

use super::global::Global;
use crate::fault::FaultKind;
use crate::memory::{Memory, Region};
use crate::program::{Class, Kernel, Program};

/// What is looked for beside alignment, bounds, masks and barriers, which always are.
#[derive(Debug, Clone, Copy)]
pub struct Checks {
    /// Two threads that touch shared memory without a barrier between, one of them writing.
    pub races: bool,
    /// The same in global memory, in one block and between blocks.
    pub global_races: bool,
    /// Shared memory that is read before any thread of the block wrote it.
    pub unwritten_shared: bool,
}

impl Default for Checks {
    fn default() -> Checks {
        Checks { races: true, global_races: true, unwritten_shared: true }
    }
}

/// A launch, as all its blocks see it.
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
    /// The allocation or variable that holds bytes.
    pub(crate) fn find(&self, address: u64, bytes: u64) -> Option<Region<'m>> {
        let own = self.program.memory.region();
        if own.holds(address, 1) {
            return self.program.variable_at(address).filter(|region| region.holds(address, bytes));
        }
        self.memory.find(address).filter(|region| region.holds(address, bytes))
    }

    /// Whether an address lies in constant memory.
    pub(crate) fn is_constant(&self, address: u64) -> bool {
        self.program.constants.iter().any(|(start, end)| (*start..*end).contains(&address))
    }

    /// A block's coordinates, of its number in the grid.
    pub(crate) fn block_at(&self, number: u64) -> [u32; 3] {
        let [x, y, _] = self.grid.map(u64::from);
        [number % x, number / x % y, number / x / y].map(|index| index as u32)
    }

    /// What a clock shows after so many steps of a block.
    pub(crate) fn now(&self, steps: u64) -> u64 {
        self.clock.map_or(steps, |clock| clock())
    }

    /// A thread's coordinates, of its number in the block.
    pub(crate) fn thread(&self, number: u32) -> [u32; 3] {
        let [x, y, _] = self.block;
        [number % x, number / x % y, number / x / y]
    }
}

/// Instructions that ran, by class: of warps, and of their lanes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) warps: [u64; Class::ALL.len()],
    pub(crate) lanes: [u64; Class::ALL.len()],
}

/// What a host thread keeps between instructions: where each access last was, and the tally.
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

/// The lanes of a mask.
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
