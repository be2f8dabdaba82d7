//! The caching allocator's algorithm: PyTorch's `DeviceCachingAllocator`, over any source of raw memory.
//!
//! Memory comes from the source in segments, which are split into blocks. A freed block joins its free neighbours and
//! waits in a set ordered by stream and size; a request takes the smallest that fits from its own stream's. Only when the
//! source has no more are whole free segments given back.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::Place;
use super::stats::Stats;
use super::timeline::Timeline;
use crate::device::Result;

/// A stream's number; 0 is the default stream.
pub type StreamId = usize;
/// A private pool's number, of a captured graph.
pub type PrivateId = u64;
/// In the place of a private pool whose graphs are gone.
const VACANT: PrivateId = PrivateId::MAX;

/// Where segments come from.
pub trait RawMemory {
    /// A point in a stream's work.
    type Event;
    /// Address of fresh memory; `None` when there is none left.
    fn allocate(&mut self, bytes: usize) -> Result<Option<u64>>;
    fn free(&mut self, address: u64, bytes: usize);
    fn record(&mut self, stream: StreamId) -> Result<Self::Event>;
    fn is_done(&mut self, event: &Self::Event) -> Result<bool>;
    fn wait(&mut self, event: &Self::Event) -> Result<()>;
    /// Whether a stream's work is being recorded into a graph.
    fn is_capturing(&mut self, stream: StreamId) -> bool {
        let _ = stream;
        false
    }
}

/// Every block's size is a multiple of it.
pub const ROUND: usize = 512;
/// Requests up to here come from the small pool.
pub const SMALL: usize = 1 << 20;
/// Segments of the small pool.
pub const SMALL_SEGMENT: usize = 2 << 20;
/// Requests below this come from segments of `LARGE_SEGMENT`; larger ones have segments of their own.
pub const LARGE: usize = 10 << 20;
pub const LARGE_SEGMENT: usize = 20 << 20;
/// Sizes of larger segments are multiples of it.
pub const ROUND_LARGE: usize = 2 << 20;

pub fn round_size(bytes: usize) -> usize {
    bytes.max(1).next_multiple_of(ROUND)
}

/// The segment to ask for when nothing cached fits a (rounded) request.
pub fn segment_size(size: usize) -> usize {
    if size <= SMALL {
        SMALL_SEGMENT
    } else if size < LARGE {
        LARGE_SEGMENT
    } else {
        size.next_multiple_of(ROUND_LARGE)
    }
}

pub type BlockId = usize;

#[derive(Debug)]
struct Block {
    address: u64,
    size: usize,
    requested: usize,
    stream: StreamId,
    pool: usize,
    allocated: bool,
    /// Neighbours in the same segment.
    prev: Option<BlockId>,
    next: Option<BlockId>,
    /// Streams other than its own that use it.
    uses: Vec<StreamId>,
    /// Events of those streams that it waits for since it was freed.
    pending: usize,
    place: Option<Place>,
}

impl Block {
    fn is_split(&self) -> bool {
        self.prev.is_some() || self.next.is_some()
    }
    /// Its key in the set of free blocks.
    fn key(&self, id: BlockId) -> FreeKey {
        (self.stream, self.size, self.address, id)
    }
}

type FreeKey = (StreamId, usize, u64, BlockId);

/// Free blocks for small or large requests, of everyone or of one private pool.
struct FreeBlocks {
    small: bool,
    private: Option<PrivateId>,
    blocks: BTreeSet<FreeKey>,
}

pub struct Pool<M: RawMemory> {
    raw: M,
    stats: Stats,
    timeline: Timeline,
    blocks: Vec<Option<Block>>,
    vacant: Vec<BlockId>,
    pools: Vec<FreeBlocks>,
    events: HashMap<StreamId, VecDeque<(M::Event, BlockId)>>,
    /// Streams whose allocations go to a private pool: a graph is being captured on them.
    captures: Vec<(StreamId, PrivateId)>,
    /// How many graphs use a private pool.
    graphs: HashMap<PrivateId, usize>,
    /// Freed while a capture was under way, when no event may be recorded.
    deferred: Vec<BlockId>,
    limit: Option<usize>,
}

impl<M: RawMemory> Pool<M> {
    pub fn new(raw: M) -> Pool<M> {
        let free = |small| FreeBlocks { small, private: None, blocks: BTreeSet::new() };
        Pool {
            raw,
            stats: Stats::default(),
            timeline: Timeline::default(),
            blocks: Vec::new(),
            vacant: Vec::new(),
            pools: vec![free(true), free(false)],
            events: HashMap::new(),
            captures: Vec::new(),
            graphs: HashMap::new(),
            deferred: Vec::new(),
            limit: None,
        }
    }

    pub fn stats(&self) -> &Stats {
        &self.stats
    }
    pub fn stats_mut(&mut self) -> &mut Stats {
        &mut self.stats
    }
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }
    pub fn timeline_mut(&mut self) -> &mut Timeline {
        &mut self.timeline
    }
    /// The most bytes to take from the source; `None` for all that it has.
    pub fn limit(&self) -> Option<usize> {
        self.limit
    }
    pub fn set_limit(&mut self, bytes: Option<usize>) {
        self.limit = bytes;
    }
    pub fn address(&self, id: BlockId) -> u64 {
        self.block(id).address
    }
    /// Bytes of a block, rounding included; none where there is no such block.
    pub fn size(&self, id: BlockId) -> Option<usize> {
        Some(self.blocks.get(id)?.as_ref()?.size)
    }
    #[cfg(test)]
    pub fn raw(&mut self) -> &mut M {
        &mut self.raw
    }

    fn block(&self, id: BlockId) -> &Block {
        self.blocks[id].as_ref().expect("a live block")
    }
    fn block_mut(&mut self, id: BlockId) -> &mut Block {
        self.blocks[id].as_mut().expect("a live block")
    }
    fn is_small(&self, id: BlockId) -> bool {
        self.pools[self.block(id).pool].small
    }
    fn insert(&mut self, block: Block) -> BlockId {
        match self.vacant.pop() {
            Some(id) => {
                self.blocks[id] = Some(block);
                id
            }
            None => {
                self.blocks.push(Some(block));
                self.blocks.len() - 1
            }
        }
    }
    fn remove(&mut self, id: BlockId) -> Block {
        self.vacant.push(id);
        self.blocks[id].take().expect("a live block")
    }
    fn add_free(&mut self, id: BlockId) {
        let (pool, key) = (self.block(id).pool, self.block(id).key(id));
        self.pools[pool].blocks.insert(key);
    }
    fn take_free(&mut self, id: BlockId) {
        let (pool, key) = (self.block(id).pool, self.block(id).key(id));
        self.pools[pool].blocks.remove(&key);
    }
    fn sample(&mut self) {
        self.timeline.record(self.stats.allocated_bytes.all.current, self.stats.reserved_bytes.all.current);
    }

    /// A block of at least `requested` bytes for work on `stream`; `None` when memory is exhausted.
    pub fn allocate(&mut self, requested: usize, stream: StreamId, place: Option<Place>) -> Result<Option<BlockId>> {
        if self.captures.is_empty() {
            self.record_deferred()?;
            self.process_events()?;
        }
        if requested > isize::MAX as usize - ROUND_LARGE {
            return Ok(None);
        }
        let size = round_size(requested);
        let pool = self.pool_for(size, stream);
        let found = match self.best_fit(pool, size, stream) {
            Some(id) => Some(id),
            None => self.grow(pool, size, stream)?,
        };
        let Some(id) = found else { return Ok(None) };
        self.take_free(id);
        self.claim(id, size, requested);
        self.block_mut(id).place = place;
        self.sample();
        let allocated = self.stats.allocated_bytes.all.current;
        if self.timeline.outgrown(allocated) {
            let live = self.blocks.iter().flatten().filter(|block| block.allocated);
            let largest = live.max_by_key(|block| block.requested);
            self.timeline.peak = largest.map(|block| (allocated, block.requested, block.place));
        }
        Ok(Some(id))
    }

    /// Counts a failure that will be raised.
    pub fn count_out_of_memory(&mut self) {
        self.stats.num_ooms += 1;
    }

    fn pool_for(&mut self, size: usize, stream: StreamId) -> usize {
        let small = size <= SMALL;
        let private = self.private_pool_of(stream);
        let find = |wanted| self.pools.iter().position(|pool| pool.small == small && pool.private == wanted);
        if let Some(found) = find(private) {
            return found;
        }
        match find(Some(VACANT)) {
            Some(vacant) => {
                self.pools[vacant].private = private;
                vacant
            }
            None => {
                self.pools.push(FreeBlocks { small, private, blocks: BTreeSet::new() });
                self.pools.len() - 1
            }
        }
    }

    /// The private pool for a stream's allocations: of the capture that it began or joined.
    fn private_pool_of(&mut self, stream: StreamId) -> Option<PrivateId> {
        let (_, latest) = *self.captures.last()?;
        let begun_here = self.captures.iter().find(|(captured, _)| *captured == stream);
        match begun_here {
            Some((_, pool)) => Some(*pool),
            None => self.raw.is_capturing(stream).then_some(latest),
        }
    }

    /// The smallest free block of the stream that is large enough.
    fn best_fit(&self, pool: usize, size: usize, stream: StreamId) -> Option<BlockId> {
        let (found, .., id) = *self.pools[pool].blocks.range((stream, size, 0, 0)..).next()?;
        (found == stream).then_some(id)
    }

    /// Gets memory from the source, giving back cached segments if need be.
    fn grow(&mut self, pool: usize, size: usize, stream: StreamId) -> Result<Option<BlockId>> {
        if let Some(id) = self.new_segment(pool, size, stream)? {
            return Ok(Some(id));
        }
        // While a stream captures, neither events nor the driver's memory may be touched.
        if self.captures.is_empty() {
            self.synchronize_events()?;
            // Blocks that streams have just finished with may do: PyTorch does not look again.
            if let Some(id) = self.best_fit(pool, size, stream) {
                return Ok(Some(id));
            }
            self.release_free_segments();
        }
        self.stats.num_alloc_retries += 1;
        self.new_segment(pool, size, stream)
    }

    fn new_segment(&mut self, pool: usize, size: usize, stream: StreamId) -> Result<Option<BlockId>> {
        let bytes = segment_size(size);
        let reserved = self.stats.reserved_bytes.all.current as usize;
        if self.limit.is_some_and(|limit| reserved + bytes > limit) {
            return Ok(None);
        }
        let Some(address) = self.raw.allocate(bytes)? else {
            return Ok(None);
        };
        let small = self.pools[pool].small;
        self.stats.segment.increase(small, 1);
        self.stats.reserved_bytes.increase(small, bytes as u64);
        self.stats.num_device_alloc += 1;
        let id = self.insert(Block {
            address,
            size: bytes,
            requested: 0,
            stream,
            pool,
            allocated: false,
            prev: None,
            next: None,
            uses: Vec::new(),
            pending: 0,
            place: None,
        });
        self.add_free(id);
        Ok(Some(id))
    }

    /// Makes a block, no longer among the free, the caller's, splitting off what is left over.
    fn claim(&mut self, id: BlockId, size: usize, requested: usize) {
        let small = self.is_small(id);
        let was_split = self.block(id).is_split();
        let rest = self.block(id).size - size;
        if rest >= ROUND && small || rest > SMALL {
            self.split(id, size);
            match was_split {
                true => self.stats.inactive_split_bytes.decrease(small, size as u64),
                false => {
                    self.stats.inactive_split_bytes.increase(small, rest as u64);
                    self.stats.inactive_split.increase(small, 1);
                }
            }
        } else if was_split {
            let whole = self.block(id).size as u64;
            self.stats.inactive_split_bytes.decrease(small, whole);
            self.stats.inactive_split.decrease(small, 1);
        }
        let block = self.block_mut(id);
        block.allocated = true;
        block.requested = requested;
        let size = block.size as u64;
        self.stats.allocation.increase(small, 1);
        self.stats.allocated_bytes.increase(small, size);
        self.stats.active.increase(small, 1);
        self.stats.active_bytes.increase(small, size);
        self.stats.requested_bytes.increase(small, requested as u64);
    }

    /// Cuts a block to `size`; the rest becomes a free block after it.
    fn split(&mut self, id: BlockId, size: usize) {
        let block = self.block(id);
        let rest = Block {
            address: block.address + size as u64,
            size: block.size - size,
            requested: 0,
            stream: block.stream,
            pool: block.pool,
            allocated: false,
            prev: Some(id),
            next: block.next,
            uses: Vec::new(),
            pending: 0,
            place: None,
        };
        let after = rest.next;
        let rest = self.insert(rest);
        if let Some(after) = after {
            self.block_mut(after).prev = Some(rest);
        }
        let block = self.block_mut(id);
        block.size = size;
        block.next = Some(rest);
        self.add_free(rest);
    }

    /// Notes that a stream other than the block's own uses it: it stays in use after `free` until that stream has come
    /// to what is queued on it then.
    pub fn record_stream(&mut self, id: BlockId, stream: StreamId) {
        let block = self.block_mut(id);
        if stream != block.stream && !block.uses.contains(&stream) {
            block.uses.push(stream);
        }
    }

    /// Takes back a block.
    pub fn free(&mut self, id: BlockId) -> Result<()> {
        let small = self.is_small(id);
        let block = self.block_mut(id);
        block.allocated = false;
        block.place = None;
        let (size, used) = (block.size as u64, !block.uses.is_empty());
        self.stats.allocation.decrease(small, 1);
        self.stats.allocated_bytes.decrease(small, size);
        self.sample();
        match (used, self.captures.is_empty()) {
            (false, _) => self.coalesce(id),
            (true, true) => self.record_uses(id)?,
            (true, false) => self.deferred.push(id),
        }
        Ok(())
    }

    /// Records an event on each stream that uses a freed block.
    fn record_uses(&mut self, id: BlockId) -> Result<()> {
        for stream in std::mem::take(&mut self.block_mut(id).uses) {
            let event = self.raw.record(stream)?;
            self.block_mut(id).pending += 1;
            self.events.entry(stream).or_default().push_back((event, id));
        }
        Ok(())
    }

    fn record_deferred(&mut self) -> Result<()> {
        for id in std::mem::take(&mut self.deferred) {
            self.record_uses(id)?;
        }
        Ok(())
    }

    /// Frees the blocks whose events are done.
    pub fn process_events(&mut self) -> Result<()> {
        for stream in self.events.keys().copied().collect::<Vec<_>>() {
            while let Some((event, id)) = self.events.get(&stream).and_then(VecDeque::front) {
                let id = *id;
                if !self.raw.is_done(event)? {
                    break;
                }
                self.finish_event(stream, id);
            }
        }
        Ok(())
    }

    /// Waits for all events, and frees their blocks.
    fn synchronize_events(&mut self) -> Result<()> {
        self.record_deferred()?;
        self.stats.num_sync_all_streams += 1;
        for stream in self.events.keys().copied().collect::<Vec<_>>() {
            while let Some((event, id)) = self.events.get(&stream).and_then(VecDeque::front) {
                let id = *id;
                self.raw.wait(event)?;
                self.finish_event(stream, id);
            }
        }
        Ok(())
    }

    fn finish_event(&mut self, stream: StreamId, id: BlockId) {
        if let Some(queue) = self.events.get_mut(&stream) {
            queue.pop_front();
            if queue.is_empty() {
                self.events.remove(&stream);
            }
        }
        let block = self.block_mut(id);
        block.pending -= 1;
        if block.pending == 0 {
            self.coalesce(id);
        }
    }

    /// Makes a block free, joined with its free neighbours.
    fn coalesce(&mut self, id: BlockId) {
        let small = self.is_small(id);
        let (size, requested) = (self.block(id).size as u64, self.block(id).requested as u64);
        let (mut split_blocks, mut split_bytes) = (0, 0);
        for neighbour in [self.block(id).prev, self.block(id).next].into_iter().flatten() {
            if let Some(joined) = self.join(id, neighbour) {
                split_blocks -= 1;
                split_bytes -= joined as i64;
            }
        }
        self.add_free(id);
        if self.block(id).is_split() {
            split_blocks += 1;
            split_bytes += self.block(id).size as i64;
        }
        self.stats.inactive_split.change(small, split_blocks);
        self.stats.inactive_split_bytes.change(small, split_bytes);
        self.stats.active.decrease(small, 1);
        self.stats.active_bytes.decrease(small, size);
        self.stats.requested_bytes.decrease(small, requested);
    }

    /// Adds a neighbour to a block if it is free; gives the neighbour's size.
    fn join(&mut self, id: BlockId, neighbour: BlockId) -> Option<usize> {
        let other = self.block(neighbour);
        if other.allocated || other.pending > 0 || !other.uses.is_empty() {
            return None;
        }
        self.take_free(neighbour);
        let other = self.remove(neighbour);
        let block = self.block_mut(id);
        block.size += other.size;
        if block.prev == Some(neighbour) {
            block.address = other.address;
            block.prev = other.prev;
            if let Some(before) = other.prev {
                self.block_mut(before).next = Some(id);
            }
        } else {
            block.next = other.next;
            if let Some(after) = other.next {
                self.block_mut(after).prev = Some(id);
            }
        }
        Some(other.size)
    }

    /// Gives back all segments that no one uses (`torch.cuda.empty_cache`).
    pub fn empty_cache(&mut self) -> Result<()> {
        if self.captures.is_empty() {
            self.synchronize_events()?;
            self.release_free_segments();
            self.sample();
        }
        Ok(())
    }

    fn release_free_segments(&mut self) {
        let free: Vec<BlockId> = self.pools.iter().flat_map(|pool| pool.blocks.iter().map(|key| key.3)).collect();
        for id in free {
            let private = self.pools[self.block(id).pool].private;
            // A captured graph uses its pool's addresses again at each replay.
            if self.block(id).is_split() || private.is_some() {
                continue;
            }
            self.take_free(id);
            let small = self.is_small(id);
            let block = self.remove(id);
            self.raw.free(block.address, block.size);
            self.stats.segment.decrease(small, 1);
            self.stats.reserved_bytes.decrease(small, block.size as u64);
            self.stats.num_device_free += 1;
        }
    }

    /// Sends allocations on a stream to a private pool, while a graph is captured on it.
    pub fn begin_private(&mut self, stream: StreamId, pool: PrivateId) {
        self.captures.push((stream, pool));
        *self.graphs.entry(pool).or_default() += 1;
    }
    pub fn end_private(&mut self, stream: StreamId) {
        self.captures.retain(|(captured, _)| *captured != stream);
    }
    /// A graph that used a private pool is gone. With the last one the pool's memory becomes everyone's.
    pub fn release_private(&mut self, private: PrivateId) {
        match self.graphs.get_mut(&private) {
            Some(count) if *count > 1 => {
                *count -= 1;
                return;
            }
            _ => self.graphs.remove(&private),
        };
        for index in 0..self.pools.len() {
            if self.pools[index].private != Some(private) {
                continue;
            }
            let general = usize::from(!self.pools[index].small);
            let keys = std::mem::take(&mut self.pools[index].blocks);
            self.pools[general].blocks.extend(keys);
            self.pools[index].private = Some(VACANT);
            // Blocks still in use join the general pool when they are freed.
            for block in self.blocks.iter_mut().flatten().filter(|block| block.pool == index) {
                block.pool = general;
            }
        }
    }

    /// Forgets everything without giving anything back: the source has taken its memory away.
    pub fn forget(&mut self) {
        let limit = self.limit;
        self.events.clear();
        self.deferred.clear();
        self.captures.clear();
        self.graphs.clear();
        self.blocks.clear();
        self.vacant.clear();
        self.pools.iter_mut().for_each(|pool| pool.blocks.clear());
        self.stats = Stats::default();
        self.limit = limit;
        self.sample();
    }

    /// The segments in order of address, each with its blocks (`torch.cuda.memory_snapshot`).
    pub fn snapshot(&self) -> Vec<Segment> {
        let heads = self.blocks.iter().flatten().filter(|block| block.prev.is_none());
        let mut segments: Vec<Segment> = heads.map(|head| self.segment(head)).collect();
        segments.sort_by_key(|segment| segment.address);
        segments
    }

    fn segment(&self, head: &Block) -> Segment {
        let mut blocks = Vec::new();
        let mut next = Some(head);
        while let Some(block) = next {
            let state = match block {
                Block { allocated: true, .. } => State::ActiveAllocated,
                Block { pending: 1.., .. } => State::ActivePendingFree,
                Block { uses, .. } if !uses.is_empty() => State::ActivePendingFree,
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
        Segment { address: head.address, stream: head.stream, small: pool.small, private: pool.private, blocks }
    }
}

/// A piece of memory got from the source.
#[derive(Debug, Clone)]
pub struct Segment {
    pub address: u64,
    pub stream: StreamId,
    pub small: bool,
    pub private: Option<PrivateId>,
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
