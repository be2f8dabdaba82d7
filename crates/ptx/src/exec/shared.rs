//! A block's shared memory, and who touched which of its bytes since the last barrier.

use crate::fault::FaultKind;
use crate::scalar::Space;

/// How an access orders against others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Weak,
    Atomic,
    /// Volatile, relaxed, acquire or release: made to meet others.
    Strong,
}

/// Who accesses: a thread's number in the block, and how often its warp's lanes have met.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Who {
    pub(crate) thread: u32,
    pub(crate) meeting: u32,
    pub(crate) order: Order,
}

/// One access that is remembered.
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
    /// The latest read, and the latest of another warp.
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
    /// Grows with each barrier, and with each block.
    epoch: u32,
    block_began: u32,
    /// Of each thread the epoch in which it last ran a fence.
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

    /// Forgets what the block before has written.
    pub(crate) fn begin_block(&mut self) {
        self.epoch += 1;
        self.block_began = self.epoch;
    }

    /// How many barriers there were, of this block and those before it.
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

    /// Reads 1 to 8 bytes that were checked.
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

    /// Writes 1 to 8 bytes that were checked.
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
            // Mostly a barrier lies between.
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
            // Who writes what is there already harms nobody.
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

    /// Whether an access may run at the same time as an earlier one that it conflicts with.
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

/// A race; the other thread's coordinates are put in by who knows the block's shape.
fn race(address: u64, write: bool, other: Record, other_write: bool) -> FaultKind {
    FaultKind::Race { address, write, other: [other.thread, 0, 0], other_write }
}
