//! Asynchronous copies to shared memory (`cp.async`): read when issued, written when waited for. So a kernel that
//! forgets to wait reads the old contents.

use super::setting::lanes;

/// A pending copy of one lane.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OnItsWay {
    pub(crate) lane: usize,
    group: u32,
    pub(crate) to: u64,
    pub(crate) bytes: u32,
    pub(crate) data: [u64; 2],
}

#[derive(Debug, Default)]
pub(crate) struct Copies {
    pending: Vec<OnItsWay>,
    /// The number of groups that each lane has committed.
    closed: [u32; 32],
}

impl Copies {
    pub(crate) fn begin(&mut self, lane: usize, to: u64, bytes: u32, data: [u64; 2]) {
        self.pending.push(OnItsWay { lane, group: self.closed[lane], to, bytes, data });
    }

    pub(crate) fn commit(&mut self, mask: u32) {
        lanes(mask).for_each(|lane| self.closed[lane] += 1);
    }

    /// Removes and returns the copies that must be complete if at most `left` groups of these lanes may be pending.
    pub(crate) fn arrived(&mut self, mask: u32, left: u32) -> Vec<OnItsWay> {
        let closed = self.closed;
        let (arrived, pending) = self
            .pending
            .drain(..)
            .partition(|copy| mask >> copy.lane & 1 == 1 && copy.group + left < closed[copy.lane]);
        self.pending = pending;
        arrived
    }
}
