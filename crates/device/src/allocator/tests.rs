//! Tests the algorithm over a source of memory that only counts.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::history::{Action, History, Keep};
use super::pool::*;
use super::settings::Settings;
use super::stats::Stats;
use super::summary::{format_size, memory_summary};
use crate::Result;

/// Returns addresses up to a capacity. Streams finish their work when `finish` is called.
#[derive(Default)]
pub(super) struct Counting {
    capacity: usize,
    segments: BTreeMap<u64, usize>,
    /// Address space, and the pages of it that have memory.
    spaces: BTreeMap<u64, usize>,
    pages: BTreeMap<u64, usize>,
    next: u64,
    recorded: HashMap<StreamId, u64>,
    finished: HashMap<StreamId, u64>,
}

impl Counting {
    pub(super) fn with(capacity: usize) -> Counting {
        Counting { capacity, next: 1 << 30, ..Counting::default() }
    }
    pub(super) fn reserved(&self) -> usize {
        self.segments.values().chain(self.pages.values()).sum()
    }
    pub(super) fn spaces(&self) -> usize {
        self.spaces.len()
    }
    /// Finishes a stream's work.
    pub(super) fn finish(&mut self, stream: StreamId) {
        let recorded = self.recorded.get(&stream).copied().unwrap_or(0);
        self.finished.insert(stream, recorded);
    }
}

impl RawMemory for Counting {
    type Event = (StreamId, u64);

    fn allocate(&mut self, bytes: usize) -> Result<Option<u64>> {
        if self.reserved() + bytes > self.capacity {
            return Ok(None);
        }
        let address = self.next;
        self.next += bytes as u64 + (4 << 20);
        self.segments.insert(address, bytes);
        Ok(Some(address))
    }
    fn free(&mut self, address: u64, bytes: usize) {
        assert_eq!(self.segments.remove(&address), Some(bytes), "a segment goes back whole");
    }
    fn record(&mut self, stream: StreamId) -> Result<(StreamId, u64)> {
        let number = self.recorded.entry(stream).or_default();
        *number += 1;
        Ok((stream, *number))
    }
    fn is_done(&mut self, event: &(StreamId, u64)) -> Result<bool> {
        Ok(self.finished.get(&event.0).is_some_and(|finished| *finished >= event.1))
    }
    fn wait(&mut self, event: &(StreamId, u64)) -> Result<()> {
        self.finish(event.0);
        Ok(())
    }

    fn reserve(&mut self, page: usize) -> Result<Option<(u64, usize)>> {
        let bytes = (self.capacity + self.capacity / 8).next_multiple_of(page);
        let address = self.next;
        self.next += bytes as u64 + (4 << 20);
        self.spaces.insert(address, bytes);
        Ok(Some((address, bytes)))
    }
    fn unreserve(&mut self, address: u64, bytes: usize) {
        assert_eq!(self.spaces.remove(&address), Some(bytes), "address space goes back whole");
        let inside = self.pages.range(address..address + bytes as u64).count();
        assert_eq!(inside, 0, "without memory");
    }
    fn map(&mut self, address: u64, bytes: usize, page: usize) -> Result<bool> {
        let (space, length) = self.spaces.range(..=address).next_back().expect("reserved addresses");
        assert!(address + bytes as u64 <= space + *length as u64, "inside of them");
        assert!((address - space).is_multiple_of(page as u64) && bytes.is_multiple_of(page), "whole pages");
        if self.reserved() + bytes > self.capacity {
            return Ok(false);
        }
        for offset in (0..bytes).step_by(page) {
            assert_eq!(self.pages.insert(address + offset as u64, page), None, "no memory yet");
        }
        Ok(true)
    }
    fn unmap(&mut self, address: u64, bytes: usize, page: usize, _: StreamId) -> bool {
        for offset in (0..bytes).step_by(page) {
            assert_eq!(self.pages.remove(&(address + offset as u64)), Some(page), "memory");
        }
        true
    }
}

pub(super) const MIB: usize = 1 << 20;

fn take(pool: &mut Pool<Counting>, bytes: usize, stream: StreamId) -> Option<BlockId> {
    pool.allocate(bytes, stream, None).expect("the source never fails")
}

#[test]
fn sizes_are_rounded_as_in_pytorch() {
    let settings = Settings::default();
    for (bytes, rounded) in [(1, 512), (512, 512), (513, 1024), (MIB, MIB), (MIB + 1, MIB + 512)] {
        assert_eq!(settings.round(bytes), rounded);
    }
    let segments = [
        (512, 2 * MIB),
        (MIB, 2 * MIB),
        (MIB + 512, 20 * MIB),
        (10 * MIB - 512, 20 * MIB),
        (10 * MIB, 10 * MIB),
        (11 * MIB, 12 * MIB),
    ];
    for (size, segment) in segments {
        assert_eq!(segment_size(size, &settings), segment, "{size}");
    }
}

/// The counters that PyTorch 2.11 would show after the same steps, worked out by its rules.
#[test]
fn counters_follow_each_step() {
    let mut pool = Pool::new(Counting::with(64 * MIB));
    let a = take(&mut pool, 1000, 0).expect("memory");
    let stats = pool.stats();
    assert_eq!(stats.allocated_bytes.small_pool.current, 1024);
    assert_eq!(stats.requested_bytes.all.current, 1000);
    assert_eq!(stats.reserved_bytes.all.current, 2 * MIB as u64);
    assert_eq!(stats.inactive_split_bytes.all.current, (2 * MIB - 1024) as u64);
    assert_eq!(stats.inactive_split.all.current, 1);

    let b = take(&mut pool, 5 * MIB, 0).expect("memory");
    assert_eq!(pool.stats().reserved_bytes.large_pool.current, 20 * MIB as u64);
    assert_eq!(pool.stats().segment.all.current, 2);

    // 19.5 MiB of 20: the rest is too small for the large pool, so the block is not split.
    let c = take(&mut pool, 19 * MIB + MIB / 2, 0).expect("memory");
    assert_eq!(pool.stats().reserved_bytes.large_pool.current, 40 * MIB as u64);
    assert_eq!(pool.stats().allocated_bytes.large_pool.current, 25 * MIB as u64);

    pool.free(a).expect("frees");
    assert_eq!(pool.stats().inactive_split.small_pool.current, 0, "the segment is whole again");
    assert_eq!(pool.stats().allocation.all.current, 2);
    assert_eq!(pool.stats().allocation.all.freed, 1);
    pool.free(b).expect("frees");
    pool.free(c).expect("frees");
    pool.empty_cache().expect("empties");
    assert_eq!(pool.stats().reserved_bytes.all.current, 0);
    assert_eq!(pool.stats().reserved_bytes.all.peak, 42 * MIB as u64);
    assert_eq!(pool.stats().num_device_alloc, pool.stats().num_device_free);
}

#[test]
fn a_free_block_serves_its_own_stream_only() {
    let mut pool = Pool::new(Counting::with(64 * MIB));
    let a = take(&mut pool, 512, 1).expect("memory");
    let address = pool.address(a);
    pool.free(a).expect("frees");
    let other = take(&mut pool, 512, 2).expect("memory");
    assert_ne!(pool.address(other), address);
    let same = take(&mut pool, 512, 1).expect("memory");
    assert_eq!(pool.address(same), address);
}

#[test]
fn a_block_waits_for_the_streams_that_use_it() {
    let mut pool = Pool::new(Counting::with(64 * MIB));
    let a = take(&mut pool, 512, 0).expect("memory");
    let address = pool.address(a);
    pool.record_stream(a, 7);
    pool.record_stream(a, 0); // its own: nothing to wait for
    pool.free(a).expect("frees");
    assert_eq!(pool.stats().allocation.all.current, 0);
    assert_eq!(pool.stats().active.all.current, 1, "stream 7 still uses it");
    let b = take(&mut pool, 512, 0).expect("memory");
    assert_ne!(pool.address(b), address);
    pool.raw().finish(7);
    let c = take(&mut pool, 512, 0).expect("memory");
    assert_eq!(pool.address(c), address);
    assert_eq!(pool.stats().active.all.current, 2);
}

#[test]
fn a_full_device_gives_its_cache_back_before_it_fails() {
    let mut pool = Pool::new(Counting::with(40 * MIB));
    let a = take(&mut pool, 30 * MIB, 0).expect("memory");
    assert!(take(&mut pool, 30 * MIB, 0).is_none());
    assert_eq!(pool.stats().num_alloc_retries, 1);
    pool.free(a).expect("frees");
    // Cached for stream 0, so stream 1 cannot use it before it is returned.
    let b = take(&mut pool, 36 * MIB, 1).expect("memory after the cache went back");
    assert_eq!(pool.stats().num_alloc_retries, 2);
    assert_eq!(pool.stats().reserved_bytes.all.current, 36 * MIB as u64);
    pool.free(b).expect("frees");
    pool.set_limit(Some(10 * MIB));
    pool.empty_cache().expect("empties");
    assert!(take(&mut pool, 12 * MIB, 0).is_none(), "over the limit");
    assert!(take(&mut pool, 9 * MIB, 0).is_none(), "a segment of 20 MiB is over the limit");
    assert!(take(&mut pool, MIB, 0).is_some());
}

#[test]
fn a_private_pool_keeps_its_addresses() {
    let mut pool = Pool::new(Counting::with(64 * MIB));
    pool.begin_private(3, 1);
    let a = take(&mut pool, 512, 3).expect("memory");
    let address = pool.address(a);
    pool.end_private(3);
    pool.free(a).expect("frees");
    pool.empty_cache().expect("empties");
    assert_eq!(pool.stats().reserved_bytes.all.current, 2 * MIB as u64, "the graph's memory stays");
    let b = take(&mut pool, 512, 3).expect("memory");
    assert_ne!(pool.address(b), address);
    pool.release_private(1);
    pool.free(b).expect("frees");
    pool.empty_cache().expect("empties");
    assert_eq!(pool.stats().reserved_bytes.all.current, 0);
}

/// Repeatable randomness.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

/// A live block in the naive model.
struct Held {
    id: BlockId,
    requested: usize,
    used_by: HashSet<StreamId>,
}

/// Compares the counters with sums over all blocks that are held or cached.
fn verify(pool: &mut Pool<Counting>, held: &[Held]) {
    let snapshot = pool.snapshot();
    let reserved = pool.raw().reserved() as u64;
    let raw: Vec<(u64, usize)> = pool.raw().segments.iter().map(|(address, bytes)| (*address, *bytes)).collect();
    let stats = pool.stats();
    let segments: Vec<(u64, usize)> = snapshot.iter().map(|segment| (segment.address, segment.total_size())).collect();
    assert_eq!(segments, raw, "the blocks tile the segments");
    assert_eq!(stats.reserved_bytes.all.current, reserved);
    assert_eq!(stats.segment.all.current, snapshot.len() as u64);
    let blocks = || snapshot.iter().flat_map(|segment| segment.blocks.iter().map(move |block| (segment, block)));
    let sum = |wanted: &dyn Fn(State) -> bool| -> (u64, u64) {
        let sizes = blocks().filter(|(_, block)| wanted(block.state)).map(|(_, block)| block.size as u64);
        sizes.fold((0, 0), |(count, bytes), size| (count + 1, bytes + size))
    };
    let allocated = sum(&|state| state == State::ActiveAllocated);
    assert_eq!((stats.allocation.all.current, stats.allocated_bytes.all.current), allocated);
    assert_eq!(allocated.0, held.len() as u64);
    let active = sum(&|state| state != State::Inactive);
    assert_eq!((stats.active.all.current, stats.active_bytes.all.current), active);
    let split: Vec<u64> = blocks()
        .filter(|(segment, block)| block.state == State::Inactive && segment.blocks.len() > 1)
        .map(|(_, block)| block.size as u64)
        .collect();
    assert_eq!(stats.inactive_split.all.current, split.len() as u64);
    assert_eq!(stats.inactive_split_bytes.all.current, split.iter().sum::<u64>());
    for segment in &snapshot {
        let inactive = |block: &SegmentBlock| block.state == State::Inactive;
        assert!(!segment.blocks.windows(2).any(|pair| pair.iter().all(inactive)), "free neighbours are joined");
    }
    for stat in [&stats.allocated_bytes, &stats.active, &stats.reserved_bytes, &stats.requested_bytes] {
        assert_eq!(stat.all.current, stat.small_pool.current + stat.large_pool.current);
        assert_eq!(stat.all.current, stat.all.allocated - stat.all.freed);
        assert!(stat.all.peak >= stat.all.current);
    }
    let pending: u64 = blocks()
        .filter(|(_, block)| block.state == State::ActivePendingFree)
        .map(|(_, block)| block.requested as u64)
        .sum();
    let requested: u64 = held.iter().map(|held| held.requested as u64).sum();
    assert_eq!(stats.requested_bytes.all.current, requested + pending);
}

#[test]
fn a_long_random_life_agrees_with_a_naive_model() {
    let mut pool = Pool::new(Counting::with(300 * MIB));
    let mut random = Random(0x5eed);
    let mut held: Vec<Held> = Vec::new();
    let mut failures = 0;
    for step in 0..30_000u32 {
        let stream = random.below(3) as StreamId;
        match random.below(20) {
            0..=9 => {
                let requested = match random.below(10) {
                    0..=5 => 1 + random.below(8 << 10),
                    6..=7 => 1 + random.below(2 << 20),
                    _ => 1 + random.below(30 << 20),
                } as usize;
                match take(&mut pool, requested, stream) {
                    Some(id) => held.push(Held { id, requested, used_by: HashSet::new() }),
                    None => failures += 1,
                }
            }
            10..=17 if !held.is_empty() => {
                let held = held.swap_remove(random.below(held.len() as u64) as usize);
                pool.free(held.id).expect("frees");
            }
            18 if !held.is_empty() => {
                let index = random.below(held.len() as u64) as usize;
                pool.record_stream(held[index].id, stream);
                held[index].used_by.insert(stream);
            }
            _ => match random.below(50) {
                0 => pool.empty_cache().expect("empties"),
                _ => pool.raw().finish(stream),
            },
        }
        // Held addresses never overlap.
        if step % 64 == 0 {
            let mut ranges: Vec<(u64, u64)> = held
                .iter()
                .map(|held| {
                    (pool.address(held.id), pool.address(held.id) + Settings::default().round(held.requested) as u64)
                })
                .collect();
            ranges.sort_unstable();
            assert!(ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0));
        }
        if step % 8 == 0 || held.len() < 20 {
            verify(&mut pool, &held);
        }
    }
    assert!(failures > 10, "the soak ran into the capacity");
    for held in held.drain(..) {
        pool.free(held.id).expect("frees");
    }
    pool.empty_cache().expect("empties");
    verify(&mut pool, &held);
    assert_eq!(pool.raw().reserved(), 0, "all memory went back");
}

fn with(capacity: usize, settings: &str) -> Pool<Counting> {
    let mut pool = Pool::new(Counting::with(capacity));
    pool.set_settings(Settings::default().with(settings).expect(settings));
    pool
}

/// Expandable segments avoid fragmentation: no memory is left over at the end of each.
#[test]
fn an_expandable_segment_leaves_nothing_over() {
    for (settings, fit) in [("", 10), ("expandable_segments:True", 12)] {
        let mut pool = with(100 * MIB, settings);
        let held: Vec<Option<BlockId>> = (0..13).map(|_| take(&mut pool, 8 * MIB, 0)).collect();
        assert_eq!(held.into_iter().flatten().count(), fit, "{settings}");
    }
}

/// Expected values follow PyTorch's rules: pages of 20 MiB are mapped when needed, and whole free pages are unmapped.
#[test]
fn an_expandable_segment_comes_and_goes_by_pages() {
    let mut pool = with(300 * MIB, "expandable_segments:True");
    let a = take(&mut pool, 15 * MIB, 0).expect("memory");
    let b = take(&mut pool, 15 * MIB, 0).expect("memory");
    assert_eq!(pool.address(b), pool.address(a) + 15 * MIB as u64, "one after the other");
    let stats = pool.stats();
    assert_eq!(stats.reserved_bytes.large_pool.current, 40 * MIB as u64);
    assert_eq!((stats.segment.all.current, stats.inactive_split.all.current), (0, 0), "PyTorch counts neither");
    assert_eq!(stats.num_device_alloc, 2);
    let small = take(&mut pool, 100, 0).expect("memory");
    assert_eq!(pool.stats().reserved_bytes.small_pool.current, 2 * MIB as u64);
    assert_eq!(pool.raw().spaces(), 2);
    let snapshot = pool.snapshot();
    assert_eq!(snapshot.len(), 2);
    assert!(snapshot.iter().all(|segment| segment.expandable));
    pool.free(a).expect("frees");
    pool.empty_cache().expect("empties");
    assert_eq!(pool.stats().reserved_bytes.large_pool.current, 40 * MIB as u64, "no page is free as a whole");
    let c = take(&mut pool, 15 * MIB, 0).expect("memory");
    assert!(pool.address(c) < pool.address(b), "where there is room");
    pool.free(b).expect("frees");
    pool.empty_cache().expect("empties");
    assert_eq!(pool.stats().reserved_bytes.large_pool.current, 20 * MIB as u64);
    // Five sixths of the larger request are mapped already.
    pool.free(c).expect("frees");
    let d = take(&mut pool, 24 * MIB, 0).expect("memory");
    assert_eq!(pool.stats().reserved_bytes.large_pool.current, 40 * MIB as u64);
    pool.free(d).expect("frees");
    pool.free(small).expect("frees");
    pool.empty_cache().expect("empties");
    assert_eq!((pool.raw().reserved(), pool.raw().spaces()), (0, 0));
    assert_eq!(pool.stats().num_device_free, 3);
}

#[test]
fn a_source_without_addresses_gives_plain_segments() {
    struct Plain(Counting);
    impl RawMemory for Plain {
        type Event = (StreamId, u64);
        fn allocate(&mut self, bytes: usize) -> Result<Option<u64>> {
            self.0.allocate(bytes)
        }
        fn free(&mut self, address: u64, bytes: usize) {
            self.0.free(address, bytes);
        }
        fn record(&mut self, stream: StreamId) -> Result<(StreamId, u64)> {
            self.0.record(stream)
        }
        fn is_done(&mut self, event: &(StreamId, u64)) -> Result<bool> {
            self.0.is_done(event)
        }
        fn wait(&mut self, event: &(StreamId, u64)) -> Result<()> {
            self.0.wait(event)
        }
    }
    let mut pool = Pool::new(Plain(Counting::with(64 * MIB)));
    pool.set_settings(Settings { expandable_segments: true, ..Settings::default() });
    let id = pool.allocate(3 * MIB, 0, None).expect("works").expect("memory");
    assert_eq!(pool.stats().segment.all.current, 1);
    assert!(!pool.snapshot()[0].expandable);
    pool.free(id).expect("frees");
}

#[test]
fn large_blocks_are_kept_whole_where_the_settings_say_so() {
    let mut pool = with(260 * MIB, "max_split_size_mb:64");
    let large = take(&mut pool, 100 * MIB, 0).expect("memory");
    assert_eq!((pool.stats().oversize_allocations.current, pool.stats().oversize_segments.current), (1, 1));
    pool.free(large).expect("frees");
    let (a, b) = (take(&mut pool, 30 * MIB, 0), take(&mut pool, 90 * MIB, 0));
    let stats = pool.stats();
    assert_eq!(stats.reserved_bytes.all.current, 130 * MIB as u64, "30 MiB are not cut off 100, which do for 90");
    assert_eq!(stats.allocated_bytes.all.current, 130 * MIB as u64, "given whole");
    // A segment that is at least 20 MiB larger does not qualify.
    pool.free(b.expect("memory")).expect("frees");
    let c = take(&mut pool, 70 * MIB, 0).expect("memory");
    assert_eq!(pool.stats().reserved_bytes.all.current, 200 * MIB as u64);
    // If memory is short, free large segments are returned first, and no retry is counted.
    let d = take(&mut pool, 72 * MIB, 0).expect("memory");
    assert_eq!((pool.stats().num_alloc_retries, pool.stats().num_device_free), (0, 1));
    let all = pool.stats().flatten().into_iter().find(|(name, _)| name == "max_split_size");
    assert_eq!(all, Some(("max_split_size".to_owned(), 64 * MIB as i64)));
    [a.expect("memory"), c, d].into_iter().for_each(|id| pool.free(id).expect("frees"));
}

/// Above the threshold the longest unused segments are returned before more memory is allocated.
#[test]
fn garbage_is_collected_above_the_threshold() {
    let mut pool = with(1000 * MIB, "garbage_collection_threshold:0.6");
    pool.set_limit(Some(200 * MIB));
    let [old, fresh] = [60, 50].map(|size| take(&mut pool, size * MIB, 0).expect("memory"));
    pool.free(old).expect("frees");
    for _ in 0..4 {
        let small = take(&mut pool, 3 * MIB, 1).expect("memory");
        pool.free(small).expect("frees");
    }
    pool.free(fresh).expect("frees");
    assert_eq!(pool.stats().reserved_bytes.all.current, 130 * MIB as u64);
    let wanted = take(&mut pool, 70 * MIB, 0).expect("memory");
    assert_eq!(pool.stats().reserved_bytes.all.current, (50 + 20 + 70) * MIB as u64, "the 60 MiB went");
    assert_eq!(pool.stats().num_alloc_retries, 0);
    pool.free(wanted).expect("frees");
}

#[test]
fn a_private_pool_takes_all_that_is_sent_to_it() {
    let mut pool = Pool::new(Counting::with(100 * MIB));
    pool.retain_private(9);
    pool.configure_private(9, true, true);
    pool.begin_route(9);
    let a = take(&mut pool, 3 * MIB, 0).expect("memory");
    assert_eq!(pool.users_of(9), 2);
    pool.end_route(9);
    let stats = pool.stats();
    assert_eq!(stats.allocated_bytes.all.current, 20 * MIB as u64, "its blocks are not split");
    pool.free(a).expect("frees");
    let b = take(&mut pool, 3 * MIB, 0).expect("memory");
    assert_ne!(pool.address(b), pool.snapshot()[0].address);
    // The rest of the device is in use, so the pool of last resort serves the request.
    let rest = take(&mut pool, 60 * MIB, 0).expect("memory");
    let c = take(&mut pool, 19 * MIB, 0).expect("memory of the pool");
    assert_eq!(pool.stats().num_alloc_retries, 1);
    [b, c, rest].into_iter().for_each(|id| pool.free(id).expect("frees"));
    assert_eq!(pool.cached_privately(), 20 * MIB);
    pool.empty_private(9).expect("empties");
    pool.release_private(9);
    assert_eq!(pool.stats().reserved_bytes.all.current, 80 * MIB as u64);
    assert_eq!(pool.users_of(9), 0);
}

#[test]
fn the_history_is_bounded_and_tells_each_step() {
    let mut pool = with(100 * MIB, "expandable_segments:True");
    let keep = Keep { steps: true, places: true, places_of_frees: true, most: 6 };
    *pool.history_mut() = Some(Box::new(History::new(keep, vec!["segment_free"])));
    let a = take(&mut pool, 3 * MIB, 0).expect("memory");
    pool.record_stream(a, 5);
    pool.free(a).expect("frees");
    pool.raw().finish(5);
    pool.process_events().expect("looks");
    pool.empty_cache().expect("empties");
    let steps = |pool: &Pool<Counting>| -> Vec<(Action, usize)> {
        let history = pool.history().expect("a history");
        history.entries().map(|entry| (entry.action, entry.size)).collect()
    };
    let (map, unmap) = ((Action::SegmentMap, 20 * MIB), (Action::SegmentUnmap, 20 * MIB));
    let block = |action| (action, 3 * MIB);
    let expected =
        [map, block(Action::Alloc), block(Action::FreeRequested), block(Action::FreeCompleted), unmap].to_vec();
    assert_eq!(steps(&pool), expected);
    assert!(take(&mut pool, 200 * MIB, 0).is_none());
    pool.count_out_of_memory(200 * MIB, 0, None);
    pool.set_settings(Settings::default());
    let b = take(&mut pool, 100, 0).expect("memory");
    pool.free(b).expect("frees");
    pool.empty_cache().expect("empties");
    let latest = steps(&pool);
    assert_eq!(latest.len(), 6, "the oldest went");
    assert_eq!(latest[1..3], [(Action::OutOfMemory, 200 * MIB), (Action::SegmentAlloc, 2 * MIB)]);
    assert_eq!(latest[5], (Action::FreeCompleted, 512), "what is to be skipped is skipped");
}

#[test]
fn sizes_read_as_in_pytorch() {
    let texts = [(512, "512 bytes"), (1536, "1.50 KiB"), (20 << 20, "20.00 MiB"), (20 << 30, "20.00 GiB")];
    for (bytes, text) in texts {
        assert_eq!(format_size(bytes), text);
    }
}

/// Compared with PyTorch 2.11's `memory_summary` of the same counters.
#[test]
fn the_summary_is_pytorchs() {
    let mut stats = Stats { num_ooms: 2, num_alloc_retries: 3, ..Stats::default() };
    stats.allocated_bytes.increase(true, 700 << 10);
    stats.allocated_bytes.increase(false, 3 << 30);
    stats.allocated_bytes.decrease(false, 1 << 30);
    stats.active_bytes.increase(false, 900_000);
    stats.requested_bytes.increase(true, 12_345);
    stats.reserved_bytes.increase(true, 2 << 20);
    stats.reserved_bytes.increase(false, 20 << 20);
    stats.allocation.increase(true, 749_999);
    stats.active.increase(false, 750_000);
    stats.segment.increase(false, 2_000_000_000);
    assert_eq!(memory_summary(&stats, 0, false), include_str!("summary.txt"));
}
