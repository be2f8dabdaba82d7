//! The pool as data: its segments and their blocks (`torch.cuda.memory_snapshot`).

use super::{Block, Pool, PrivateId, RawMemory, StreamId};
use crate::place::Place;

impl<M: RawMemory> Pool<M> {
    /// The segments in order of address, with their blocks. Each mapped stretch of an expandable segment counts as a segment.
    pub fn snapshot(&self) -> Vec<Segment> {
        let follows = |block: &Block| block.prev.is_some_and(|before| self.block(before).mapped);
        let heads = self.blocks.iter().flatten().filter(|block| block.mapped && !follows(block));
        let mut segments: Vec<Segment> = heads.map(|head| self.segment(head)).collect();
        segments.sort_by_key(|segment| segment.address);
        segments
    }

    fn segment(&self, head: &Block) -> Segment {
        let mut blocks = Vec::new();
        let mut next = Some(head);
        while let Some(block) = next.filter(|block| block.mapped) {
            let state = match block {
                Block { allocated: true, .. } => State::ActiveAllocated,
                block if !block.is_free() => State::ActivePendingFree,
                _ => State::Inactive,
            };
            blocks.push(SegmentBlock {
                address: block.address,
                size: block.size,
                requested: block.requested,
                state,
                place: block.place,
            });
            next = block.next.map(|id| self.block(id));
        }
        let pool = &self.pools[head.pool];
        Segment {
            address: head.address,
            stream: head.stream,
            small: pool.small,
            private: pool.private,
            expandable: head.expandable.is_some(),
            blocks,
        }
    }

    /// Free bytes that only private pools may use.
    pub fn cached_privately(&self) -> usize {
        let private = self.pools.iter().filter(|pool| pool.private.is_some());
        private.flat_map(|pool| pool.blocks.iter().map(|key| key.1)).sum()
    }
}

/// A piece of the source's memory.
#[derive(Debug, Clone)]
pub struct Segment {
    pub address: u64,
    pub stream: StreamId,
    pub small: bool,
    pub private: Option<PrivateId>,
    pub expandable: bool,
    pub blocks: Vec<SegmentBlock>,
}

impl Segment {
    pub fn total_size(&self) -> usize {
        self.blocks.iter().map(|block| block.size).sum()
    }
    pub fn allocated_size(&self) -> usize {
        self.blocks.iter().filter(|block| block.state == State::ActiveAllocated).map(|block| block.size).sum()
    }
    pub fn active_size(&self) -> usize {
        self.blocks.iter().filter(|block| block.state != State::Inactive).map(|block| block.size).sum()
    }
    /// Requested bytes of the blocks in use.
    pub fn requested_size(&self) -> usize {
        self.blocks.iter().filter(|block| block.state != State::Inactive).map(|block| block.requested).sum()
    }
}

#[derive(Debug, Clone)]
pub struct SegmentBlock {
    pub address: u64,
    pub size: usize,
    pub requested: usize,
    pub state: State,
    pub place: Option<Place>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    ActiveAllocated,
    /// Freed by its owner, still used by a stream.
    ActivePendingFree,
    Inactive,
}

impl State {
    /// PyTorch's name for it.
    pub fn name(self) -> &'static str {
        match self {
            State::ActiveAllocated => "active_allocated",
            State::ActivePendingFree => "active_pending_free",
            State::Inactive => "inactive",
        }
    }
}
