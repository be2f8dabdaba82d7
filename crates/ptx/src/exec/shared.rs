//! A block's shared memory, with the accesses to its bytes since the last barrier.

use crate::fault::FaultKind;
use crate::scalar::Space;

/// The memory ordering of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Weak,
    Atomic,
    /// Volatile, relaxed, acquire or release: may race.
    Strong,
}

/// The accessing thread: its index in the block, and the number of synchronizations of its warp.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Who {
    pub(crate) thread: u32,
    pub(crate) meeting: u32,
    pub(crate) order: Order,
}

/// A recorded access.
#[derive(Debug, Clone, Copy)]
struct Record {
    epoch: u32,
    meeting: u32,
    thread: u32,
    order: Order,
}

const NEVER: Record = Record { epoch: 0, meeting: 0, thread: 0, order: Order::Weak };

#[derive(Debug, Clone, Copy)]
struct Watched {
    write: Record,
    /// The latest read, and the latest read by another warp.
    reads: [Record; 2],
}

impl Watched {
    fn read(&mut self, now: Record) {
        if self.reads[0].thread / 32 != now.thread / 32 {
            self.reads[1] = self.reads[0];
        }
        self.reads[0] = now;
    }
}

pub(crate) struct Shared {
    bytes: Vec<u8>,
    watched: Vec<Watched>,
    granule: u32,
    races: bool,
    unwritten: bool,
    /// Incremented by each barrier and each block.
    epoch: u32,
    block_began: u32,
    /// For each thread the epoch of its last fence.
    fenced: Vec<u32>,
}

impl Shared {
    pub(crate) fn new(bytes: u32, granule: u32, threads: u32, races: bool, unwritten: bool) -> Shared {
        let watched = if races || unwritten { (bytes / granule + 1) as usize } else { 0 };
        Shared {
            bytes: vec![0; bytes as usize],
            watched: vec![Watched { write: NEVER, reads: [NEVER; 2] }; watched],
            granule,
            races,
            unwritten,
            epoch: 1,
            block_began: 1,
            fenced: vec![0; threads as usize],
        }
    }

    /// Marks all bytes as unwritten.
    pub(crate) fn begin_block(&mut self) {
        self.epoch += 1;
        self.block_began = self.epoch;
    }

    /// The number of barriers so far, of this block and earlier ones.
    pub(crate) fn epoch(&self) -> u32 {
        self.epoch
    }

    pub(crate) fn barrier(&mut self) {
        self.epoch += 1;
    }

    pub(crate) fn fence(&mut self, thread: u32) {
        self.fenced[thread as usize] = self.epoch;
    }

    /// Checks alignment and bounds.
    pub(crate) fn check(&self, address: u64, bytes: u32, write: bool) -> Result<(), FaultKind> {
        let space = Space::Shared;
        if address & u64::from(bytes - 1) != 0 {
            return Err(FaultKind::Misaligned { space, address, bytes, write });
        }
        if address.checked_add(u64::from(bytes)).is_none_or(|end| end > self.bytes.len() as u64) {
            return Err(FaultKind::OutOfBounds { space, address, bytes, write });
        }
        Ok(())
    }

    /// Reads 1 to 8 bytes, already checked.
    pub(crate) fn read(&mut self, who: Who, address: u64, bytes: u32) -> Result<u64, FaultKind> {
        if !self.watched.is_empty() {
            self.note_read(who, address, bytes)?;
        }
        Ok(self.value(address, bytes))
    }

    #[inline]
    pub(crate) fn value(&self, address: u64, bytes: u32) -> u64 {
        let at = address as usize;
        match self.bytes[at..at + bytes as usize] {
            [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
            ref few => {
                let mut value = [0; 8];
                value[..few.len()].copy_from_slice(few);
                u64::from_le_bytes(value)
            }
        }
    }

    /// Writes 1 to 8 bytes, already checked.
    pub(crate) fn write(&mut self, who: Who, address: u64, bytes: u32, value: u64) -> Result<(), FaultKind> {
        if !self.watched.is_empty() {
            self.note_write(who, address, bytes, value)?;
        }
        let at = address as usize;
        self.bytes[at..at + bytes as usize].copy_from_slice(&value.to_le_bytes()[..bytes as usize]);
        Ok(())
    }

    fn granules(&self, address: u64, bytes: u32) -> std::ops::RangeInclusive<usize> {
        let shift = self.granule.trailing_zeros();
        address as usize >> shift..=(address as usize + bytes as usize - 1) >> shift
    }

    fn note_read(&mut self, who: Who, address: u64, bytes: u32) -> Result<(), FaultKind> {
        let now = self.record(who);
        for granule in self.granules(address, bytes) {
            // Usually there was a barrier between the accesses.
            let quiet = self.block_began..self.epoch;
            let watched = &mut self.watched[granule];
            if quiet.contains(&watched.write.epoch) {
                watched.read(now);
                continue;
            }
            let watched = *watched;
            if self.unwritten && watched.write.epoch < self.block_began {
                return Err(FaultKind::UnwrittenShared { address });
            }
            if self.races && self.meets(who, watched.write) {
                return Err(race(address, false, watched.write, true));
            }
            self.watched[granule].read(now);
        }
        Ok(())
    }

    fn note_write(&mut self, who: Who, address: u64, bytes: u32, value: u64) -> Result<(), FaultKind> {
        let changes = self.races && self.value(address, bytes) != value & (u64::MAX >> (64 - 8 * bytes));
        for granule in self.granules(address, bytes) {
            let watched = self.watched[granule];
            // Writing the value that is already there is no race.
            if changes {
                if self.meets(who, watched.write) {
                    return Err(race(address, true, watched.write, true));
                }
                if let Some(read) = watched.reads.into_iter().find(|read| self.meets(who, *read)) {
                    return Err(race(address, true, read, false));
                }
            }
            self.watched[granule].write = self.record(who);
        }
        Ok(())
    }

    fn record(&self, who: Who) -> Record {
        Record { epoch: self.epoch, meeting: who.meeting, thread: who.thread, order: who.order }
    }

    /// Returns whether an access is unordered with an earlier one that it conflicts with.
    fn meets(&self, who: Who, earlier: Record) -> bool {
        if earlier.epoch != self.epoch || earlier.thread == who.thread {
            return false;
        }
        if who.order == Order::Strong || earlier.order == Order::Strong {
            return false;
        }
        if who.order == Order::Atomic && earlier.order == Order::Atomic {
            return false;
        }
        if earlier.thread / 32 == who.thread / 32 {
            return earlier.meeting == who.meeting;
        }
        let fenced = |thread: u32| self.fenced[thread as usize] == self.epoch;
        !(fenced(who.thread) && fenced(earlier.thread))
    }
}

/// Builds the fault; the caller adds the other thread's coordinates, since it knows the block's shape.
fn race(address: u64, write: bool, other: Record, other_write: bool) -> FaultKind {
    FaultKind::Race { address, write, other: [other.thread, 0, 0], other_write }
}
