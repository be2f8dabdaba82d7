//! The caching allocator's algorithm: PyTorch's `DeviceCachingAllocator`, over any source of raw memory.
//!
//! Memory comes from the source in segments, which are split into blocks. A freed block merges with free neighbours and
//! waits in a set ordered by stream and size; a request takes its stream's smallest block that fits. Only when the source
//! has no more are whole free segments returned. `segments` grows and shrinks the pool.

mod ordered;
mod segments;
mod snapshot;

use std::collections::{HashMap, VecDeque};

use super::history::{Action, History};
use super::settings::Settings;
pub use super::sizes::{LARGE, ROUND, ROUND_LARGE, SMALL, SMALL_SEGMENT, StreamId};
use super::stats::Stats;
use super::timeline::Recorder;
use crate::Result;
use crate::place::Place;
use ordered::Ordered;
use segments::Reserved;

pub use snapshot::{Segment, SegmentBlock, State};

/// The number of a private pool, of captured graphs or of a `MemPool`.
pub type PrivateId = u64;
/// Stands in for a private pool whose last user is gone.
const VACANT: PrivateId = PrivateId::MAX;

/// The source of segments.
pub trait RawMemory {
    /// A point in a stream's work.
    type Event;
    /// Allocates; `None` if there is no memory left.
    fn allocate(&mut self, bytes: usize) -> Result<Option<u64>>;
    fn free(&mut self, address: u64, bytes: usize);
    fn record(&mut self, stream: StreamId) -> Result<Self::Event>;
    fn is_done(&mut self, event: &Self::Event) -> Result<bool>;
    fn wait(&mut self, event: &Self::Event) -> Result<()>;
    /// Whether a stream's work is being captured into a graph.
    fn is_capturing(&mut self, stream: StreamId) -> bool {
        let _ = stream;
        false
    }
    /// Reserves address space, in pages of `page` bytes, for more than all memory, and returns its size in bytes;
    /// `None` if the source cannot map memory to addresses later.
    fn reserve(&mut self, page: usize) -> Result<Option<(u64, usize)>> {
        let _ = page;
        Ok(None)
    }
    /// Releases address space that has no memory.
    fn unreserve(&mut self, address: u64, bytes: usize) {
        let _ = (address, bytes);
    }
    /// Maps memory to whole pages of reserved addresses; false, with nothing changed, if there is none left.
    fn map(&mut self, address: u64, bytes: usize, page: usize) -> Result<bool> {
        let _ = (address, bytes, page);
        Ok(false)
    }
    /// Unmaps such pages once the stream's work is done; false if that cannot be awaited.
    fn unmap(&mut self, address: u64, bytes: usize, page: usize, stream: StreamId) -> bool {
        let _ = (address, bytes, page, stream);
        false
    }
    /// As `unmap` and `unreserve` for address space whose pages below `reach` bytes may be mapped; no work uses it
    /// any more.
    fn discard(&mut self, address: u64, bytes: usize, page: usize, reach: usize) {
        let _ = (address, bytes, page, reach);
    }
    /// Free bytes of memory, for reporting a failure.
    fn free_bytes(&mut self) -> usize {
        0
    }
}

/// The segment size to allocate when no cached block fits a (rounded) request.
pub fn segment_size(size: usize, settings: &Settings) -> usize {
    if size <= SMALL {
        SMALL_SEGMENT
    } else if size < LARGE {
        settings.large_segment
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
    /// Whether its addresses are mapped; only parts of an expandable segment may not be.
    mapped: bool,
    /// Its expandable segment.
    expandable: Option<usize>,
    /// Neighbours in the same segment.
    prev: Option<BlockId>,
    next: Option<BlockId>,
    /// Streams that use it, besides its own.
    uses: Vec<StreamId>,
    /// Events of those streams that it has waited for since it was freed.
    pending: usize,
    place: Option<Place>,
    /// The number of searches of its pool when it became free: the smaller number has been unused for longer.
    idle_since: u64,
}

impl Block {
    /// A free block.
    fn new(address: u64, size: usize, stream: StreamId, pool: usize) -> Block {
        Block {
            address,
            size,
            requested: 0,
            stream,
            pool,
            allocated: false,
            mapped: true,
            expandable: None,
            prev: None,
            next: None,
            uses: Vec::new(),
            pending: 0,
            place: None,
            idle_since: 0,
        }
    }
    /// Whether nobody uses it.
    fn is_free(&self) -> bool {
        !self.allocated && self.pending == 0 && self.uses.is_empty()
    }
    fn is_split(&self) -> bool {
        self.prev.is_some() || self.next.is_some()
    }
    /// Its key in the set of free blocks.
    fn key(&self, id: BlockId) -> FreeKey {
        (self.stream, self.size, self.address, id)
    }
}

type FreeKey = (StreamId, usize, u64, BlockId);

/// Free blocks for small or large requests, of the general pool or of one private pool.
struct FreeBlocks {
    small: bool,
    private: Option<PrivateId>,
    blocks: Ordered<FreeKey>,
    /// Unmapped parts of expandable segments, by stream and address.
    unmapped: Ordered<(StreamId, u64, BlockId)>,
    /// The number of searches, while garbage is collected.
    searches: u64,
}

impl FreeBlocks {
    fn new(small: bool, private: Option<PrivateId>) -> FreeBlocks {
        FreeBlocks { small, private, blocks: Ordered::new(), unmapped: Ordered::new(), searches: 0 }
    }
}

pub struct Pool<M: RawMemory> {
    raw: M,
    stats: Stats,
    timeline: Recorder,
    blocks: Vec<Option<Block>>,
    vacant: Vec<BlockId>,
    pools: Vec<FreeBlocks>,
    events: HashMap<StreamId, VecDeque<(M::Event, BlockId)>>,
    /// Streams that are being captured: their allocations go to a private pool.
    captures: Vec<(StreamId, PrivateId)>,
    /// Private pools that all allocations go to, the innermost last: `use_mem_pool`.
    routes: Vec<PrivateId>,
    /// The number of graphs, `MemPool`s and routes that use each private pool.
    users: HashMap<PrivateId, usize>,
    /// Private pools whose blocks are not split, and pools of last resort.
    unsplit: Vec<PrivateId>,
    last_resorts: Vec<PrivateId>,
    /// Blocks freed during a capture, when no event may be recorded.
    deferred: Vec<BlockId>,
    limit: Option<usize>,
    settings: Settings,
    reserved: Vec<Option<Reserved>>,
    history: Option<Box<History>>,
}

impl<M: RawMemory> Pool<M> {
    pub fn new(raw: M) -> Pool<M> {
        Pool {
            raw,
            stats: Stats::default(),
            timeline: Recorder::default(),
            blocks: Vec::new(),
            vacant: Vec::new(),
            pools: vec![FreeBlocks::new(true, None), FreeBlocks::new(false, None)],
            events: HashMap::new(),
            captures: Vec::new(),
            routes: Vec::new(),
            users: HashMap::new(),
            unsplit: Vec::new(),
            last_resorts: Vec::new(),
            deferred: Vec::new(),
            limit: None,
            settings: Settings::default(),
            reserved: Vec::new(),
            history: None,
        }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }
    /// Changes the settings for later requests.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
        self.stats.max_split_size = self.split_limit();
    }
    fn split_limit(&self) -> Option<usize> {
        Some(self.settings.max_split_size).filter(|size| *size != usize::MAX)
    }
    /// The history, if it is recorded.
    pub fn history(&self) -> Option<&History> {
        self.history.as_deref()
    }
    pub fn history_mut(&mut self) -> &mut Option<Box<History>> {
        &mut self.history
    }
    pub fn stats(&self) -> &Stats {
        &self.stats
    }
    pub fn stats_mut(&mut self) -> &mut Stats {
        &mut self.stats
    }
    pub fn timeline(&self) -> &Recorder {
        &self.timeline
    }
    pub fn timeline_mut(&mut self) -> &mut Recorder {
        &mut self.timeline
    }
    /// The most bytes to take from the source; `None` for no limit.
    pub fn limit(&self) -> Option<usize> {
        self.limit
    }
    pub fn set_limit(&mut self, bytes: Option<usize>) {
        self.limit = bytes;
    }
    pub fn address(&self, id: BlockId) -> u64 {
        self.block(id).address
    }
    /// The bytes of a block, with rounding; `None` if there is no such block.
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
    fn remove(&mut self, id: BlockId) {
        self.vacant.push(id);
        self.blocks[id] = None;
    }
    fn add_free(&mut self, id: BlockId) {
        let block = self.block(id);
        let pool = block.pool;
        if block.mapped {
            let key = block.key(id);
            self.pools[pool].blocks.insert(key);
            self.block_mut(id).idle_since = self.pools[pool].searches;
        } else {
            let key = (block.stream, block.address, id);
            self.pools[pool].unmapped.insert(key);
        }
    }
    fn take_free(&mut self, id: BlockId) {
        let block = self.block(id);
        let pool = block.pool;
        if block.mapped {
            let key = block.key(id);
            self.pools[pool].blocks.remove(&key);
        } else {
            let key = (block.stream, block.address, id);
            self.pools[pool].unmapped.remove(&key);
        }
    }
    /// Puts a free, mapped block in place of another key.
    fn exchange_free(&mut self, old: &FreeKey, id: BlockId) {
        let block = self.block(id);
        let (pool, key) = (block.pool, block.key(id));
        self.pools[pool].blocks.replace(old, key);
        self.block_mut(id).idle_since = self.pools[pool].searches;
    }
    fn note(&mut self, action: Action, address: u64, size: usize, stream: StreamId, place: Option<Place>) {
        if let Some(history) = &mut self.history {
            history.record(action, address, size, stream, place);
        }
    }
    fn sample(&mut self) {
        self.timeline.record(self.stats.allocated_bytes.all.current, self.stats.reserved_bytes.all.current);
    }

    /// Takes a block of at least `requested` bytes for work on `stream`; `None` if memory is exhausted.
    pub fn allocate(&mut self, requested: usize, stream: StreamId, place: Option<Place>) -> Result<Option<BlockId>> {
        if self.captures.is_empty() {
            self.record_deferred()?;
            self.process_events()?;
        }
        if requested > isize::MAX as usize - ROUND_LARGE {
            return Ok(None);
        }
        let size = self.settings.round(requested);
        let pool = self.pool_for(size, stream);
        if self.is_collecting() {
            self.pools[pool].searches += 1;
        }
        let found = match self.cached(pool, size, stream) {
            Some(id) => Some(id),
            None => self.grow(pool, size, stream, place)?,
        };
        let Some(id) = found else { return Ok(None) };
        self.claim(id, size, requested, place);
        if self.history.is_some() {
            let (address, size) = (self.block(id).address, self.block(id).size);
            self.note(Action::Alloc, address, size, stream, place);
        }
        self.sample();
        let allocated = self.stats.allocated_bytes.all.current;
        if self.timeline.outgrown(allocated) {
            let live = self.blocks.iter().flatten().filter(|block| block.allocated);
            let largest = live.max_by_key(|block| block.requested);
            self.timeline.peak = largest.map(|block| (allocated, block.requested, block.place));
        }
        Ok(Some(id))
    }

    /// Counts a failure that will be raised, for a request made at a place.
    pub fn count_out_of_memory(&mut self, requested: usize, stream: StreamId, place: Option<Place>) {
        self.stats.num_ooms += 1;
        if self.history.is_some() {
            let free = self.raw.free_bytes() as u64;
            let bytes = segment_size(self.settings.round(requested.min(isize::MAX as usize)), &self.settings);
            self.note(Action::OutOfMemory, free, bytes, stream, place);
        }
    }

    fn pool_for(&mut self, size: usize, stream: StreamId) -> usize {
        if self.captures.is_empty() && self.routes.is_empty() {
            return usize::from(size > SMALL); // `new` has put both there.
        }
        let private = self.private_pool_of(stream);
        self.pool_of(size <= SMALL, private)
    }

    /// The free blocks of the general pool or of a private one.
    fn pool_of(&mut self, small: bool, private: Option<PrivateId>) -> usize {
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
                self.pools.push(FreeBlocks::new(small, private));
                self.pools.len() - 1
            }
        }
    }

    /// The private pool for a stream's allocations: of its capture, or of the innermost route.
    fn private_pool_of(&mut self, stream: StreamId) -> Option<PrivateId> {
        let begun_here = self.captures.iter().find(|(captured, _)| *captured == stream).map(|(_, pool)| *pool);
        let latest = self.captures.last().map(|(_, pool)| *pool);
        let joined = || latest.filter(|_| self.raw.is_capturing(stream));
        begun_here.or_else(joined).or_else(|| self.routes.last().copied())
    }

    /// The stream's smallest free block that fits, as far as the settings allow it.
    fn cached(&self, pool: usize, size: usize, stream: StreamId) -> Option<BlockId> {
        let fitting = self.pools[pool].blocks.from((stream, size, 0, 0)).take_while(|(of, ..)| *of == stream);
        let mut fitting = fitting.map(|(.., id)| *id).peekable();
        let mut best = *fitting.peek()?;
        if self.block(best).expandable.is_some() {
            if self.settings.expandable_segments {
                // The size that counts is the one that the block can grow to.
                let room = |id: BlockId| {
                    let block = self.block(id);
                    let after = block.next.map(|next| self.block(next)).filter(|next| !next.mapped);
                    block.size + after.map_or(0, |after| after.size)
                };
                fitting.next();
                while self.block(best).expandable.is_some()
                    && let Some(next) = fitting.next_if(|next| room(*next) < room(best))
                {
                    best = next;
                }
            } else {
                best = fitting.find(|id| self.block(*id).expandable.is_none())?;
            }
        }
        let (limit, found) = (self.settings.max_split_size, self.block(best).size);
        let oversize = match size < limit {
            true => found >= limit,
            false => found >= size.saturating_add(self.settings.max_non_split_rounding),
        };
        (!oversize).then_some(best)
    }

    /// Whether to split a block of the pool that exceeds a request by `rest`.
    fn splits(&self, pool: &FreeBlocks, size: usize, rest: usize) -> bool {
        if pool.private.is_some_and(|id| self.unsplit.contains(&id)) {
            return false;
        }
        match pool.small || self.settings.expandable_segments {
            true => rest >= ROUND,
            false => size < self.settings.max_split_size && rest > SMALL,
        }
    }

    /// Gives a free block to the caller, after splitting off the rest.
    fn claim(&mut self, id: BlockId, size: usize, requested: usize, place: Option<Place>) {
        let block = self.block(id);
        let small = self.pools[block.pool].small;
        let key = block.key(id);
        // Free parts of expandable segments can be unmapped, so they do not count.
        let (was_split, counted, rest) = (block.is_split(), block.expandable.is_none(), block.size - size);
        if self.splits(&self.pools[block.pool], size, rest) {
            let after = self.split(id, size);
            self.exchange_free(&key, after);
            match was_split {
                _ if !counted => {}
                true => self.stats.inactive_split_bytes.decrease(small, size as u64),
                false => {
                    self.stats.inactive_split_bytes.increase(small, rest as u64);
                    self.stats.inactive_split.increase(small, 1);
                }
            }
        } else {
            self.take_free(id);
            if was_split && counted {
                let whole = self.block(id).size as u64;
                self.stats.inactive_split_bytes.decrease(small, whole);
                self.stats.inactive_split.decrease(small, 1);
            }
        }
        let block = self.block_mut(id);
        block.allocated = true;
        block.requested = requested;
        block.place = place;
        let size = block.size as u64;
        self.stats.allocation.increase(small, 1);
        self.stats.allocated_bytes.increase(small, size);
        self.stats.active.increase(small, 1);
        self.stats.active_bytes.increase(small, size);
        self.stats.requested_bytes.increase(small, requested as u64);
        if size as usize >= self.settings.max_split_size {
            self.stats.oversize_allocations.increase(1);
        }
    }

    /// Cuts a block to `size`; returns the rest, a new block that is not in the free set yet.
    fn split(&mut self, id: BlockId, size: usize) -> BlockId {
        let block = self.block(id);
        let rest = Block {
            prev: Some(id),
            next: block.next,
            mapped: block.mapped,
            expandable: block.expandable,
            ..Block::new(block.address + size as u64, block.size - size, block.stream, block.pool)
        };
        let after = rest.next;
        let rest = self.insert(rest);
        if let Some(after) = after {
            self.block_mut(after).prev = Some(rest);
        }
        let block = self.block_mut(id);
        block.size = size;
        block.next = Some(rest);
        rest
    }

    /// Notes that another stream uses a block: after `free` it stays in use until that stream has finished what is queued now.
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
        let (address, stream, place) = (block.address, block.stream, block.place);
        let (size, used) = (block.size as u64, !block.uses.is_empty());
        self.stats.allocation.decrease(small, 1);
        self.stats.allocated_bytes.decrease(small, size);
        if size as usize >= self.settings.max_split_size {
            self.stats.oversize_allocations.lower(1);
        }
        self.note(Action::FreeRequested, address, size as usize, stream, place);
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
        if self.events.is_empty() {
            return Ok(());
        }
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

    /// Makes a block free and merges it with its free neighbours.
    fn coalesce(&mut self, id: BlockId) {
        let small = self.is_small(id);
        let block = self.block_mut(id);
        let (size, requested) = (block.size as u64, block.requested as u64);
        let (address, stream, place) = (block.address, block.stream, block.place.take());
        let neighbours = [block.prev, block.next];
        if self.history.is_some() {
            self.note(Action::FreeCompleted, address, size as usize, stream, place);
        }
        let (mut split_blocks, mut split_bytes) = (0, 0);
        let mut taken: Option<FreeKey> = None;
        for neighbour in neighbours.into_iter().flatten() {
            if self.joins(id, neighbour) {
                let block = self.block(neighbour);
                let (pool, key) = (block.pool, block.key(neighbour));
                if let Some(other) = taken.replace(key) {
                    self.pools[pool].blocks.remove(&other);
                }
                split_blocks -= 1;
                split_bytes -= self.absorb(id, neighbour) as i64;
            }
        }
        match taken {
            Some(key) => self.exchange_free(&key, id),
            None => self.add_free(id),
        }
        let block = self.block(id);
        if block.is_split() {
            split_blocks += 1;
            split_bytes += block.size as i64;
        }
        if block.expandable.is_none() {
            self.stats.inactive_split.change(small, split_blocks);
            self.stats.inactive_split_bytes.change(small, split_bytes);
        }
        self.stats.active.decrease(small, 1);
        self.stats.active_bytes.decrease(small, size);
        self.stats.requested_bytes.decrease(small, requested);
    }

    /// Whether a block and its neighbour can be merged.
    fn joins(&self, id: BlockId, neighbour: BlockId) -> bool {
        let other = self.block(neighbour);
        other.is_free() && other.mapped == self.block(id).mapped
    }

    /// Merges a free neighbour into a block if possible.
    fn join(&mut self, id: BlockId, neighbour: BlockId) {
        if self.joins(id, neighbour) {
            self.take_free(neighbour);
            self.absorb(id, neighbour);
        }
    }

    /// Merges a neighbour into a block; returns the neighbour's size.
    fn absorb(&mut self, id: BlockId, neighbour: BlockId) -> usize {
        let other = self.block(neighbour);
        let (address, size, prev, next) = (other.address, other.size, other.prev, other.next);
        self.remove(neighbour);
        let block = self.block_mut(id);
        block.size += size;
        if block.prev == Some(neighbour) {
            block.address = address;
            block.prev = prev;
            if let Some(before) = prev {
                self.block_mut(before).next = Some(id);
            }
        } else {
            block.next = next;
            if let Some(after) = next {
                self.block_mut(after).prev = Some(id);
            }
        }
        size
    }

    /// Sends a stream's allocations to a private pool during a graph capture. The graph uses the pool until
    /// `release_private`.
    pub fn begin_private(&mut self, stream: StreamId, pool: PrivateId) {
        self.captures.push((stream, pool));
        self.retain_private(pool);
    }
    pub fn end_private(&mut self, stream: StreamId) {
        self.captures.retain(|(captured, _)| *captured != stream);
    }

    /// Sends all allocations to a private pool, until `end_route`.
    pub fn begin_route(&mut self, pool: PrivateId) {
        self.routes.push(pool);
        self.retain_private(pool);
    }
    pub fn end_route(&mut self, pool: PrivateId) {
        if let Some(at) = self.routes.iter().rposition(|route| *route == pool) {
            self.routes.remove(at);
            self.release_private(pool);
        }
    }

    /// Marks a private pool as unsplit, or as one of last resort.
    pub fn configure_private(&mut self, pool: PrivateId, unsplit: bool, last_resort: bool) {
        if unsplit {
            self.unsplit.push(pool);
        }
        if last_resort {
            self.last_resorts.push(pool);
        }
    }
    /// Adds a user of a private pool.
    pub fn retain_private(&mut self, pool: PrivateId) {
        *self.users.entry(pool).or_default() += 1;
    }
    /// How many graphs, pools and routes use a private pool.
    pub fn users_of(&self, pool: PrivateId) -> usize {
        self.users.get(&pool).copied().unwrap_or(0)
    }

    /// Removes a user of a private pool. When the last one goes, everyone can use the pool's memory.
    pub fn release_private(&mut self, private: PrivateId) {
        match self.users.get_mut(&private) {
            Some(count) if *count > 1 => {
                *count -= 1;
                return;
            }
            _ => self.users.remove(&private),
        };
        self.unsplit.retain(|id| *id != private);
        self.last_resorts.retain(|id| *id != private);
        for index in 0..self.pools.len() {
            if self.pools[index].private != Some(private) {
                continue;
            }
            let general = usize::from(!self.pools[index].small);
            let vacated = &mut self.pools[index];
            vacated.private = Some(VACANT);
            let keys = std::mem::replace(&mut vacated.blocks, Ordered::new());
            let unmapped = std::mem::replace(&mut vacated.unmapped, Ordered::new());
            keys.iter().for_each(|key| self.pools[general].blocks.insert(*key));
            unmapped.iter().for_each(|key| self.pools[general].unmapped.insert(*key));
            let searches = self.pools[general].searches;
            // Blocks still in use join the general pool when they are freed.
            for block in self.blocks.iter_mut().flatten().filter(|block| block.pool == index) {
                block.pool = general;
                block.idle_since = searches;
            }
        }
    }

    /// Drops everything without returning it: the source has taken its memory away.
    pub fn forget(&mut self) {
        for reserved in self.reserved.drain(..).flatten() {
            self.raw.discard(reserved.address, reserved.bytes, reserved.page, reserved.reach);
        }
        self.events.clear();
        self.deferred.clear();
        self.captures.clear();
        self.routes.clear();
        self.users.clear();
        self.blocks.clear();
        self.vacant.clear();
        for pool in &mut self.pools {
            pool.blocks.clear();
            pool.unmapped.clear();
        }
        self.stats = Stats { max_split_size: self.split_limit(), ..Stats::default() };
        self.sample();
    }
}
