//! How the pool grows and shrinks: segments of the source's memory, whole or expandable, and when they are returned.
//!
//! An expandable segment is address space for more than all the device's memory. Pages are mapped as blocks need them and
//! unmapped when they are free. One per stream and kind of pool is enough, and no request fails because free memory is
//! scattered over segments.

use super::{Block, BlockId, Pool, RawMemory, SMALL_SEGMENT, StreamId, segment_size};
use crate::Result;
use crate::allocator::history::Action;
use crate::place::Place;

/// The address space of an expandable segment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reserved {
    pub address: u64,
    pub bytes: usize,
    /// The unit of mapping, in bytes.
    pub page: usize,
    /// Nothing was ever mapped at this offset or above.
    pub reach: usize,
}

impl<M: RawMemory> Pool<M> {
    pub(super) fn is_collecting(&self) -> bool {
        self.limit.is_some() && self.settings.garbage_collection_threshold > 0.0
    }

    /// Takes memory from the source; returns cached segments first if needed.
    pub(super) fn grow(
        &mut self,
        pool: usize,
        size: usize,
        stream: StreamId,
        place: Option<Place>,
    ) -> Result<Option<BlockId>> {
        if self.is_collecting() {
            self.collect_garbage();
        }
        if let Some(id) = self.new_segment(pool, size, stream, place)? {
            return Ok(Some(id));
        }
        if self.release_oversize(pool, size, stream)
            && let Some(id) = self.new_segment(pool, size, stream, place)?
        {
            return Ok(Some(id));
        }
        // During a capture neither events nor the driver's memory may be touched.
        if self.captures.is_empty() {
            self.synchronize_events()?;
            // Blocks that streams have just finished with might fit now, but PyTorch does not look again.
            if let Some(id) = self.cached(pool, size, stream) {
                return Ok(Some(id));
            }
            self.release_free_segments();
            self.stats.num_alloc_retries += 1;
            if let Some(id) = self.new_segment(pool, size, stream, place)? {
                return Ok(Some(id));
            }
        }
        Ok(self.last_resort(pool, size, stream))
    }

    /// A free block of a private pool of last resort.
    fn last_resort(&mut self, pool: usize, size: usize, stream: StreamId) -> Option<BlockId> {
        if self.pools[pool].private.is_some() {
            return None;
        }
        let small = self.pools[pool].small;
        self.last_resorts.clone().into_iter().find_map(|private| {
            let pool = self.pool_of(small, Some(private));
            self.cached(pool, size, stream)
        })
    }

    fn new_segment(
        &mut self,
        pool: usize,
        size: usize,
        stream: StreamId,
        place: Option<Place>,
    ) -> Result<Option<BlockId>> {
        let bytes = segment_size(size, &self.settings);
        let reserved = self.stats.reserved_bytes.all.current as usize;
        if self.limit.is_some_and(|limit| reserved + bytes > limit) {
            return Ok(None);
        }
        if self.settings.expandable_segments
            && let Some(first) = self.room(pool, size, stream)?
        {
            return self.expand(first, size, place);
        }
        let Some(address) = self.raw.allocate(bytes)? else {
            return Ok(None);
        };
        let small = self.pools[pool].small;
        self.stats.segment.increase(small, 1);
        self.stats.reserved_bytes.increase(small, bytes as u64);
        self.stats.num_device_alloc += 1;
        if bytes >= self.settings.max_split_size {
            self.stats.oversize_segments.increase(1);
        }
        self.note(Action::SegmentAlloc, address, bytes, stream, place);
        let id = self.insert(Block::new(address, bytes, stream, pool));
        self.add_free(id);
        Ok(Some(id))
    }

    /// The first of neighbouring free blocks, some of them unmapped, with room for `size` bytes: at the lowest address, else
    /// in new address space. `None` if the source has no address space.
    fn room(&mut self, pool: usize, size: usize, stream: StreamId) -> Result<Option<BlockId>> {
        let unmapped = self.pools[pool].unmapped.from((stream, 0, 0)).take_while(|(of, ..)| *of == stream);
        for (.., id) in unmapped {
            let before = self.block(*id).prev.filter(|before| self.block(*before).is_free());
            let first = before.unwrap_or(*id);
            let (mut bytes, mut next) = (0, Some(first));
            while let Some(block) = next.map(|id| self.block(id)).filter(|block| bytes < size && block.is_free()) {
                bytes += block.size;
                next = block.next;
            }
            if bytes >= size {
                return Ok(Some(first));
            }
        }
        let small = self.pools[pool].small;
        let page = if small { SMALL_SEGMENT } else { self.settings.large_segment };
        let Some((address, bytes)) = self.raw.reserve(page)? else { return Ok(None) };
        let reserved = Some(Reserved { address, bytes, page, reach: 0 });
        let index = match self.reserved.iter().position(Option::is_none) {
            Some(vacant) => vacant,
            None => {
                self.reserved.push(None);
                self.reserved.len() - 1
            }
        };
        self.reserved[index] = reserved;
        let block = Block { mapped: false, expandable: Some(index), ..Block::new(address, bytes, stream, pool) };
        let id = self.insert(block);
        self.add_free(id);
        // Address space beyond all memory does not count.
        Ok((bytes >= size).then_some(id))
    }

    /// Maps memory to free neighbours, from `first` on, until they form one block of `size`.
    fn expand(&mut self, first: BlockId, size: usize, place: Option<Place>) -> Result<Option<BlockId>> {
        let mut id = first;
        if !self.block(id).mapped && !self.map(id, size, place)? {
            return Ok(None);
        }
        while self.block(id).size < size {
            let missing = size - self.block(id).size;
            let Some(next) = self.block(id).next else { return Ok(None) };
            if !self.map(next, missing, place)? {
                return Ok(None);
            }
            id = next; // The block before it has been merged into it.
        }
        Ok(Some(id))
    }

    fn reserved_of(&self, id: BlockId) -> Option<(usize, Reserved)> {
        let index = self.block(id).expandable?;
        Some((index, self.reserved.get(index).copied().flatten()?))
    }

    /// Maps the first `bytes` of an unmapped block, rounded up to pages; false if there is no memory left.
    fn map(&mut self, id: BlockId, bytes: usize, place: Option<Place>) -> Result<bool> {
        let Some((index, reserved)) = self.reserved_of(id) else { return Ok(false) };
        let (address, size, stream) = (self.block(id).address, self.block(id).size, self.block(id).stream);
        let bytes = bytes.min(size).next_multiple_of(reserved.page);
        if !self.raw.map(address, bytes, reserved.page)? {
            return Ok(false);
        }
        let end = (address - reserved.address) as usize + bytes;
        self.reserved[index] = Some(Reserved { reach: reserved.reach.max(end), ..reserved });
        self.take_free(id);
        if bytes < size {
            let rest = self.split(id, bytes);
            self.add_free(rest);
        }
        self.block_mut(id).mapped = true;
        for neighbour in [self.block(id).prev, self.block(id).next].into_iter().flatten() {
            self.join(id, neighbour);
        }
        self.add_free(id);
        let small = self.is_small(id);
        self.stats.reserved_bytes.increase(small, bytes as u64);
        self.stats.num_device_alloc += 1;
        self.note(Action::SegmentMap, address, bytes, stream, place);
        Ok(true)
    }

    /// Unmaps the whole pages of a free block.
    fn unmap(&mut self, id: BlockId) {
        let Some((_, reserved)) = self.reserved_of(id) else { return };
        let (address, size, stream) = (self.block(id).address, self.block(id).size, self.block(id).stream);
        let offset = (address - reserved.address) as usize;
        let (begin, end) = (offset.next_multiple_of(reserved.page), (offset + size) / reserved.page * reserved.page);
        let first = reserved.address + begin as u64;
        if begin >= end || !self.raw.unmap(first, end - begin, reserved.page, stream) {
            return;
        }
        self.take_free(id);
        // The pages in the middle become a block of their own.
        let mut middle = id;
        if begin > offset {
            middle = self.split(id, begin - offset);
            self.add_free(id);
        }
        if offset + size > end {
            let rest = self.split(middle, end - begin);
            self.add_free(rest);
        }
        self.block_mut(middle).mapped = false;
        for neighbour in [self.block(middle).prev, self.block(middle).next].into_iter().flatten() {
            self.join(middle, neighbour);
        }
        let small = self.is_small(middle);
        self.stats.reserved_bytes.decrease(small, (end - begin) as u64);
        self.stats.num_device_free += 1;
        self.note(Action::SegmentUnmap, first, end - begin, stream, None);
        match self.block(middle).is_split() {
            true => self.add_free(middle),
            false => self.unreserve(middle),
        }
    }

    /// Returns all unused segments (`torch.cuda.empty_cache`).
    pub fn empty_cache(&mut self) -> Result<()> {
        if self.captures.is_empty() {
            self.synchronize_events()?;
            self.release_free_segments();
            self.sample();
        }
        Ok(())
    }

    /// Returns the free memory of a private pool whose last user is going.
    pub fn empty_private(&mut self, private: u64) -> Result<()> {
        if self.captures.is_empty() && self.users_of(private) <= 1 {
            self.synchronize_events()?;
            self.release_free(|of| of == Some(private));
            self.sample();
        }
        Ok(())
    }

    /// A captured graph reuses its pool's addresses at each replay, so private pools keep theirs.
    fn release_free_segments(&mut self) {
        self.release_free(|private| private.is_none());
    }

    fn release_free(&mut self, of_pool: impl Fn(Option<u64>) -> bool) {
        let pools = self.pools.iter().filter(|pool| of_pool(pool.private));
        let free: Vec<BlockId> = pools.flat_map(|pool| pool.blocks.iter().map(|key| key.3)).collect();
        for id in free {
            match self.block(id).expandable {
                Some(_) => self.unmap(id),
                None if !self.block(id).is_split() => self.release_segment(id),
                None => {}
            }
        }
        // Address space that never got memory.
        let pools = self.pools.iter().filter(|pool| of_pool(pool.private));
        let void: Vec<BlockId> = pools.flat_map(|pool| pool.unmapped.iter().map(|key| key.2)).collect();
        for id in void.into_iter().filter(|id| !self.block(*id).is_split()).collect::<Vec<_>>() {
            self.take_free(id);
            self.unreserve(id);
        }
    }

    /// Releases the address space of an expandable segment that is one unmapped block.
    fn unreserve(&mut self, id: BlockId) {
        if let Some((index, reserved)) = self.reserved_of(id) {
            self.remove(id);
            self.raw.unreserve(reserved.address, reserved.bytes);
            self.reserved[index] = None;
        }
    }

    /// Returns a segment that is one free block.
    fn release_segment(&mut self, id: BlockId) {
        self.take_free(id);
        let small = self.is_small(id);
        let block = self.block(id);
        let (address, size, stream) = (block.address, block.size, block.stream);
        self.remove(id);
        self.raw.free(address, size);
        self.stats.segment.decrease(small, 1);
        self.stats.reserved_bytes.decrease(small, size as u64);
        self.stats.num_device_free += 1;
        if size >= self.settings.max_split_size {
            self.stats.oversize_segments.lower(1);
        }
        self.note(Action::SegmentFree, address, size, stream, None);
    }

    /// If large blocks are not split: returns enough unused ones for a request of `size` to probably succeed.
    fn release_oversize(&mut self, pool: usize, size: usize, stream: StreamId) -> bool {
        let limit = self.settings.max_split_size;
        if limit == usize::MAX {
            return false;
        }
        let wanted = size.max(limit);
        let whole = |(of, _, _, id): &&(StreamId, usize, u64, BlockId)| {
            let block = self.block(*id);
            *of == stream && !block.is_split() && block.expandable.is_none()
        };
        let blocks = &self.pools[pool].blocks;
        // Takes one that is large enough by itself, else the largest ones until they suffice.
        let one = blocks.from((stream, wanted, 0, 0)).take_while(|key| key.0 == stream).find(whole);
        let mut chosen: Vec<(usize, BlockId)> = one.map(|key| (key.1, key.3)).into_iter().collect();
        if chosen.is_empty() {
            let smaller = blocks.backwards((stream, limit, 0, 0)..(stream, wanted, 0, 0)).filter(whole);
            let mut bytes = 0;
            for (_, size, _, id) in smaller {
                if bytes >= wanted {
                    break;
                }
                bytes += size;
                chosen.push((*size, *id));
            }
        }
        let released: usize = chosen.iter().map(|(size, _)| size).sum();
        chosen.into_iter().for_each(|(_, id)| self.release_segment(id));
        released >= wanted
    }

    /// Above the threshold: returns the large segments that have been unused for longest, until below it.
    fn collect_garbage(&mut self) {
        let allowed = self.limit.unwrap_or(usize::MAX) as f64;
        let threshold = (self.settings.garbage_collection_threshold * allowed) as usize;
        let reserved = self.stats.reserved_bytes.all.current as usize;
        if reserved <= threshold {
            return;
        }
        let target = reserved - threshold;
        let large = &self.pools[1]; // `new` has put the general pool there.
        let whole = large.blocks.iter().map(|key| key.3).filter(|id| !self.block(*id).is_split());
        let mut candidates: Vec<(BlockId, u64)> =
            whole.map(|id| (id, large.searches - self.block(id).idle_since)).collect();
        let mut reclaimed = 0;
        loop {
            let total: u64 = candidates.iter().map(|(_, age)| age).sum();
            let average = total as f64 / candidates.len().max(1) as f64;
            let before = reclaimed;
            let mut kept = Vec::new();
            for (id, age) in std::mem::take(&mut candidates) {
                let block = self.block(id);
                if reclaimed < target && block.expandable.is_none() && age as f64 >= average {
                    reclaimed += block.size;
                    self.release_segment(id);
                } else {
                    kept.push((id, age));
                }
            }
            candidates = kept;
            if reclaimed >= target || reclaimed == before || candidates.is_empty() {
                return;
            }
        }
    }
}
