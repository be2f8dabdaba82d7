//! Detects races in global memory: two unordered accesses of different threads in one launch, at least one of them a write.
//!
//! Threads of a block are ordered by its barriers, threads of a warp also by warp-level synchronization. Blocks count
//! as ordered if both executed a fence or an atomic operation after the earlier access. Which fences pair up is not
//! tracked, so there are no false reports.

use super::shared::Order;
use crate::fault::FaultKind;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Words per page. A page is tracked once one of its words is accessed.
const WORDS: usize = 256;
const WORD: u64 = 4;
/// The most tracked pages: 32 MiB of memory, in the order of first access.
const PAGES: u32 = 32 << 10;
const SHARDS: usize = 64;

/// A thread of the grid, and its position in the order of barriers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Where {
    /// The index of the block in the grid, and the barriers that it has passed.
    pub(crate) block: u64,
    pub(crate) epoch: u32,
    pub(crate) thread: u32,
    pub(crate) meeting: u32,
    pub(crate) order: Order,
}

#[derive(Debug, Clone, Copy)]
struct Record {
    at: Where,
    /// The bytes of the word that were accessed.
    bytes: u8,
    /// Fences of the launch before it.
    fences: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Watched {
    write: Option<Record>,
    /// The latest read, and the latest read by another warp.
    reads: [Option<Record>; 2],
}

type Page = Box<[Watched; WORDS]>;

/// The accesses recorded in a launch.
pub(crate) struct Global {
    shards: Vec<Mutex<HashMap<u64, Page>>>,
    pages: AtomicU32,
    /// Fences and atomic operations so far, and each block's latest.
    fences: AtomicU32,
    latest: Mutex<HashMap<u64, u32>>,
}

impl Global {
    pub(crate) fn new() -> Global {
        Global {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            pages: AtomicU32::new(0),
            fences: AtomicU32::new(0),
            latest: Mutex::default(),
        }
    }

    /// Records that a block executed a fence or an atomic operation.
    pub(crate) fn fence(&self, block: u64) {
        let number = self.fences.fetch_add(1, Relaxed) + 1;
        self.latest.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(block, number);
    }

    /// Records a read of 1 to 16 bytes.
    pub(crate) fn read(&self, at: Where, address: u64, bytes: u32) -> Result<(), FaultKind> {
        self.each_word(at, address, bytes, |watched, now| {
            let race = watched.write.filter(|write| self.meet(now, *write));
            if watched.reads[0].is_some_and(|read| !same_warp(read.at, now.at)) {
                watched.reads[1] = watched.reads[0];
            }
            watched.reads[0] = Some(now);
            race.map_or(Ok(()), |earlier| Err(race_with(address, false, earlier, true)))
        })
    }

    /// Records a write; writing the value that is already there is no race.
    pub(crate) fn write(&self, at: Where, address: u64, bytes: u32, changes: bool) -> Result<(), FaultKind> {
        self.each_word(at, address, bytes, |watched, now| {
            if changes {
                if let Some(write) = watched.write.filter(|write| self.meet(now, *write)) {
                    return Err(race_with(address, true, write, true));
                }
                if let Some(read) = watched.reads.into_iter().flatten().find(|read| self.meet(now, *read)) {
                    return Err(race_with(address, true, read, false));
                }
            }
            watched.write = Some(now);
            Ok(())
        })
    }

    fn each_word(
        &self,
        at: Where,
        address: u64,
        bytes: u32,
        mut each: impl FnMut(&mut Watched, Record) -> Result<(), FaultKind>,
    ) -> Result<(), FaultKind> {
        let (end, fences) = (address + u64::from(bytes), self.fences.load(Relaxed));
        let mut next = address;
        while next < end {
            let word = next / WORD;
            let until = end.min((word + 1) * WORD);
            let mask = (next..until).fold(0u8, |mask, byte| mask | 1 << (byte % WORD));
            let page = word / WORDS as u64;
            let mut shard = self.shards[page as usize % SHARDS].lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            if let Some(page) = self.page(&mut shard, page) {
                each(&mut page[(word % WORDS as u64) as usize], Record { at, bytes: mask, fences })?;
            }
            next = until;
        }
        Ok(())
    }

    /// Returns a tracked page; `None` if too many are tracked.
    fn page<'a>(&self, shard: &'a mut HashMap<u64, Page>, page: u64) -> Option<&'a mut Page> {
        match shard.entry(page) {
            Entry::Occupied(known) => Some(known.into_mut()),
            Entry::Vacant(_) if self.pages.fetch_add(1, Relaxed) >= PAGES => None,
            Entry::Vacant(fresh) => Some(fresh.insert(Box::new([Watched::default(); WORDS]))),
        }
    }

    /// Returns whether an access is unordered with an earlier one that it conflicts with.
    fn meet(&self, now: Record, earlier: Record) -> bool {
        let (a, b) = (now.at, earlier.at);
        if now.bytes & earlier.bytes == 0 || a.order == Order::Strong || b.order == Order::Strong {
            return false;
        }
        if a.order == Order::Atomic && b.order == Order::Atomic {
            return false;
        }
        if a.block == b.block {
            let apart = a.thread != b.thread && a.epoch == b.epoch;
            return apart && if same_warp(a, b) { a.meeting == b.meeting } else { !self.ordered(now, earlier) };
        }
        !self.ordered(now, earlier)
    }

    fn ordered(&self, now: Record, earlier: Record) -> bool {
        let latest = self.latest.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let since = |block: u64| latest.get(&block).is_some_and(|number| *number > earlier.fences);
        since(now.at.block) && since(earlier.at.block)
    }
}

fn same_warp(a: Where, b: Where) -> bool {
    a.block == b.block && a.thread / 32 == b.thread / 32
}

/// Builds the fault; the caller adds the other thread's coordinates, since it knows the grid's shape.
fn race_with(address: u64, write: bool, earlier: Record, other_write: bool) -> FaultKind {
    let (other_block, other) = ([earlier.at.block as u32, 0, 0], [earlier.at.thread, 0, 0]);
    FaultKind::GlobalRace { address, write, other_block, other, other_write }
}
