//! Who touched which words of global memory in a launch: two threads, one of which writes, with nothing that orders them.
//!
//! Threads of a block are ordered by its barriers, those of a warp also by its meetings. Blocks are ordered where, after the
//! earlier access, both ran a fence or an atomic operation: which of them met is not followed, so that none is accused wrongly.

use super::shared::Order;
use crate::fault::FaultKind;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Words of a page, which is watched once one of them is touched.
const WORDS: usize = 256;
const WORD: u64 = 4;
/// Pages that are watched at most: 32 MiB of memory. What is touched first counts.
const PAGES: u32 = 32 << 10;
const SHARDS: usize = 64;

/// A thread of the grid, and how far it is ordered against others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Where {
    /// The block's number in the grid, and the barriers that it has passed.
    pub(crate) block: u64,
    pub(crate) epoch: u32,
    pub(crate) thread: u32,
    pub(crate) meeting: u32,
    pub(crate) order: Order,
}

#[derive(Debug, Clone, Copy)]
struct Record {
    at: Where,
    /// The bytes of the word.
    bytes: u8,
    /// The launch's fences before it.
    fences: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Watched {
    write: Option<Record>,
    /// The latest read, and the latest of another warp.
    reads: [Option<Record>; 2],
}

type Page = Box<[Watched; WORDS]>;

/// What a launch remembers of its accesses.
pub(crate) struct Global {
    shards: Vec<Mutex<HashMap<u64, Page>>>,
    pages: AtomicU32,
    /// Fences and atomic operations so far, and the number of each block's latest.
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

    /// Notes that a block ran a fence or an atomic operation.
    pub(crate) fn fence(&self, block: u64) {
        let number = self.fences.fetch_add(1, Relaxed) + 1;
        self.latest.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(block, number);
    }

    /// Notes a read of 1 to 16 bytes.
    pub(crate) fn read(&self, at: Where, address: u64, bytes: u32) -> Result<(), FaultKind> {
        self.each_word(at, address, bytes, |watched, now| {
            let race = watched.write.filter(|write| self.meet(now, *write));
            if watched.reads[0].is_some_and(|read| !same_warp(read.at, now.at)) {
                watched.reads[1] = watched.reads[0];
            }
            watched.reads[0] = Some(now);
            race.map_or(Ok(()), |earlier| Err(told(address, false, earlier, true)))
        })
    }

    /// Notes a write; who writes what is there already harms nobody.
    pub(crate) fn write(&self, at: Where, address: u64, bytes: u32, changes: bool) -> Result<(), FaultKind> {
        self.each_word(at, address, bytes, |watched, now| {
            if changes {
                if let Some(write) = watched.write.filter(|write| self.meet(now, *write)) {
                    return Err(told(address, true, write, true));
                }
                if let Some(read) = watched.reads.into_iter().flatten().find(|read| self.meet(now, *read)) {
                    return Err(told(address, true, read, false));
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

    /// A watched page; none where there are too many.
    fn page<'a>(&self, shard: &'a mut HashMap<u64, Page>, page: u64) -> Option<&'a mut Page> {
        match shard.entry(page) {
            Entry::Occupied(known) => Some(known.into_mut()),
            Entry::Vacant(_) if self.pages.fetch_add(1, Relaxed) >= PAGES => None,
            Entry::Vacant(fresh) => Some(fresh.insert(Box::new([Watched::default(); WORDS]))),
        }
    }

    /// Whether an access may run at the same time as an earlier one that it conflicts with.
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

/// A race; the other thread's coordinates are put in by who knows the grid's shape.
fn told(address: u64, write: bool, earlier: Record, other_write: bool) -> FaultKind {
    let (other_block, other) = ([earlier.at.block as u32, 0, 0], [earlier.at.thread, 0, 0]);
    FaultKind::GlobalRace { address, write, other_block, other, other_write }
}
