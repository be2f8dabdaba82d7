//! Cached page-locked host memory: the driver is slow to allocate and free it.
//!
//! Block sizes are powers of two, as in PyTorch's `CachingHostAllocator`. A block is not reused before the copies that read
//! or write it are done.

use std::alloc::Layout;
use std::collections::{BTreeMap, HashMap};
use std::ptr::NonNull;
use std::time::{Duration, Instant};

use cudarc::driver::{result, sys};
use parking_lot::Mutex;

use super::allocator::Stat;
use super::capture::Relaxed;
use super::driver::{self, bind, check};
use super::event::Event;
use super::stream::Stream;
use super::{DeviceError, Result};

/// Page-locked host memory: copies to and from it run asynchronously.
#[derive(Debug)]
pub struct Pinned {
    address: NonNull<u8>,
    bytes: usize,
    device: usize,
    made_at: u64,
    origin: Origin,
}
// SAFETY: plain memory.
unsafe impl Send for Pinned {}
// SAFETY: plain memory.
unsafe impl Sync for Pinned {}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// Allocated by the driver: kernels can write to it; a context reset frees it.
    Driver,
    /// Allocated by the host's allocator and page-locked by the driver: its contents survive a context reset.
    Host,
}

const PAGE: usize = 4096;

/// Where page-locked memory is, and how many resets its device had when it was made.
struct Range {
    bytes: usize,
    device: usize,
    made_at: u64,
}

/// By first address.
static RANGES: Mutex<BTreeMap<u64, Range>> = Mutex::new(BTreeMap::new());

impl Pinned {
    /// Page-locked memory that kernels can also read and write.
    pub fn allocate(bytes: usize) -> Result<Pinned> {
        let device = driver::current_device();
        bind(device)?;
        let _relaxed = Relaxed::begin();
        // SAFETY: any size and these flags are valid.
        let raw = unsafe { result::malloc_host(bytes.max(1), 0) };
        let raw = check(raw, || format!("allocating {bytes} bytes of pinned memory"))?;
        Pinned::new(raw.cast(), bytes, device, Origin::Driver)
    }

    /// Page-locks fresh memory of the host's allocator: its contents survive the device's context.
    fn register(bytes: usize) -> Result<Pinned> {
        const PORTABLE: u32 = 1; // page-locked for every device's context
        let device = driver::current_device();
        bind(device)?;
        let layout = layout(bytes)?;
        // SAFETY: the size is not zero.
        let raw = unsafe { std::alloc::alloc(layout) };
        if raw.is_null() {
            return Err(exhausted(bytes));
        }
        let _relaxed = Relaxed::begin();
        // SAFETY: fresh memory of this size.
        let status = unsafe { sys::cuMemHostRegister_v2(raw.cast(), layout.size(), PORTABLE) };
        if let Err(error) = check(status.result(), || format!("page-locking {bytes} bytes")) {
            // SAFETY: allocated above.
            unsafe { std::alloc::dealloc(raw, layout) };
            return Err(error);
        }
        Pinned::new(raw, bytes, device, Origin::Host)
    }

    fn new(raw: *mut u8, bytes: usize, device: usize, origin: Origin) -> Result<Pinned> {
        let address = NonNull::new(raw).ok_or_else(|| exhausted(bytes))?;
        let made_at = driver::resets(device);
        RANGES.lock().insert(raw as u64, Range { bytes, device, made_at });
        Ok(Pinned { address, bytes, device, made_at, origin })
    }

    pub fn address(&self) -> u64 {
        self.address.as_ptr() as u64
    }
    pub fn bytes(&self) -> usize {
        self.bytes
    }
    /// Whether a reset of the device has undone its page lock.
    fn is_lost(&self) -> bool {
        self.made_at != driver::resets(self.device)
    }
}

fn exhausted(bytes: usize) -> DeviceError {
    DeviceError::Unavailable(format!("no {bytes} bytes of pinned memory"))
}

fn layout(bytes: usize) -> Result<Layout> {
    Layout::from_size_align(bytes.max(1), PAGE).map_err(|_| exhausted(bytes))
}

impl Drop for Pinned {
    fn drop(&mut self) {
        RANGES.lock().remove(&self.address());
        let usable = !self.is_lost() && bind(self.device).is_ok();
        let _relaxed = usable.then(Relaxed::begin);
        match self.origin {
            Origin::Driver if usable => {
                // SAFETY: allocated above, freed once.
                let _ = unsafe { result::free_host(self.address.as_ptr().cast()) };
            }
            Origin::Driver => {}
            Origin::Host => {
                if usable {
                    // SAFETY: page-locked above.
                    let _ = unsafe { sys::cuMemHostUnregister(self.address.as_ptr().cast()) };
                }
                if let Ok(layout) = layout(self.bytes) {
                    // SAFETY: allocated above with the same layout.
                    unsafe { std::alloc::dealloc(self.address.as_ptr(), layout) };
                }
            }
        }
    }
}

/// Whether an address is in our page-locked memory.
pub fn is_pinned(address: u64) -> bool {
    let ranges = RANGES.lock();
    ranges.range(..=address).next_back().is_some_and(|(first, range)| {
        address < first + range.bytes as u64 && range.made_at == driver::resets(range.device)
    })
}

/// Durations of the driver's calls, in microseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Times {
    pub total: u64,
    pub max: u64,
    pub min: u64,
    pub count: u64,
}

impl Times {
    fn add(&mut self, time: Duration) {
        let time = time.as_micros() as u64;
        self.min = if self.count == 0 { time } else { self.min.min(time) };
        self.max = self.max.max(time);
        self.total += time;
        self.count += 1;
    }
    pub fn average(&self) -> u64 {
        self.total / self.count.max(1)
    }
}

/// The cache's counters (`torch.cuda.host_memory_stats`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HostStats {
    /// All blocks, in use or cached.
    pub allocations: Stat,
    pub allocated_bytes: Stat,
    /// Blocks in use by callers or by unfinished copies.
    pub active_requests: Stat,
    pub active_bytes: Stat,
    pub alloc_time: Times,
    pub free_time: Times,
}

impl HostStats {
    fn all(&mut self) -> [&mut Stat; 4] {
        [&mut self.allocations, &mut self.allocated_bytes, &mut self.active_requests, &mut self.active_bytes]
    }
}

struct InUse {
    memory: Pinned,
    streams: Vec<Stream>,
}

#[derive(Default)]
struct Cache {
    free: HashMap<usize, Vec<Pinned>>,
    in_use: BTreeMap<u64, InUse>,
    /// Blocks freed by their owners, with the ends of the copies that still use them.
    waiting: Vec<(Vec<Event>, Pinned)>,
    stats: HostStats,
}

static CACHE: Mutex<Option<Cache>> = Mutex::new(None);

impl Cache {
    /// Frees the blocks whose copies are done.
    fn free_finished(&mut self) -> Result<()> {
        let mut still = Vec::new();
        for (mut events, memory) in std::mem::take(&mut self.waiting) {
            if !memory.is_lost() {
                let mut unfinished = Vec::new();
                for event in events {
                    if !event.is_reached()? {
                        unfinished.push(event);
                    }
                }
                events = unfinished;
            } else {
                events.clear();
            }
            match events.is_empty() {
                true => self.keep(memory),
                false => still.push((events, memory)),
            }
        }
        self.waiting = still;
        Ok(())
    }

    /// Puts a block back into the cache.
    fn keep(&mut self, memory: Pinned) {
        self.stats.active_requests.decrease(1);
        self.stats.active_bytes.decrease(memory.bytes as u64);
        match memory.is_lost() {
            true => self.forget(memory),
            false => self.free.entry(memory.bytes).or_default().push(memory),
        }
    }

    fn forget(&mut self, memory: Pinned) {
        self.stats.allocations.decrease(1);
        self.stats.allocated_bytes.decrease(memory.bytes as u64);
        let start = Instant::now();
        drop(memory);
        self.stats.free_time.add(start.elapsed());
    }
}

/// Takes at least `bytes` of page-locked memory from the cache; 64-byte aligned.
pub(super) fn allocate(bytes: usize) -> Result<u64> {
    let size = bytes.checked_next_power_of_two().ok_or_else(|| exhausted(bytes))?;
    let mut cache = CACHE.lock();
    let cache = cache.get_or_insert_default();
    cache.free_finished()?;
    let cached = cache.free.get_mut(&size).and_then(|blocks| {
        blocks.retain(|memory| !memory.is_lost());
        blocks.pop()
    });
    let memory = match cached {
        Some(memory) => memory,
        None => {
            let start = Instant::now();
            let memory = Pinned::register(size)?;
            cache.stats.alloc_time.add(start.elapsed());
            cache.stats.allocations.increase(1);
            cache.stats.allocated_bytes.increase(size as u64);
            memory
        }
    };
    cache.stats.active_requests.increase(1);
    cache.stats.active_bytes.increase(size as u64);
    let address = memory.address();
    cache.in_use.insert(address, InUse { memory, streams: Vec::new() });
    Ok(address)
}

/// Returns a block; it becomes free when the copies noted by [`record_use`] are done.
pub(super) fn release(address: u64) {
    let mut cache = CACHE.lock();
    let Some(cache) = cache.as_mut() else { return };
    let Some(InUse { memory, streams }) = cache.in_use.remove(&address) else { return };
    let end_of = |stream: &Stream| {
        let event = Event::new(stream.device(), false)?;
        event.mark(stream).map(|()| event)
    };
    let events = streams.iter().map(end_of).collect::<Result<Vec<_>>>().unwrap_or_default();
    match events.is_empty() {
        true => cache.keep(memory),
        false => cache.waiting.push((events, memory)),
    }
}

/// Notes that a copy queued on `stream` uses the block that contains an address.
pub(super) fn record_use(address: u64, stream: Stream) {
    let mut cache = CACHE.lock();
    let Some(cache) = cache.as_mut() else { return };
    if let Some((first, block)) = cache.in_use.range_mut(..=address).next_back()
        && address < first + block.memory.bytes as u64
        && !block.streams.contains(&stream)
    {
        block.streams.push(stream);
    }
}

/// The cache's counters.
pub fn stats() -> HostStats {
    CACHE.lock().as_ref().map(|cache| cache.stats).unwrap_or_default()
}

/// Resets the peaks to the current values.
pub fn reset_peak() {
    CACHE.lock().get_or_insert_default().stats.all().into_iter().for_each(Stat::reset_peak);
}

/// Resets the totals.
pub fn reset_accumulated() {
    let mut cache = CACHE.lock();
    let stats = &mut cache.get_or_insert_default().stats;
    stats.all().into_iter().for_each(Stat::reset_accumulated);
    (stats.alloc_time, stats.free_time) = Default::default();
}

/// Frees the cached, unused blocks.
pub fn empty_cache() -> Result<()> {
    let mut cache = CACHE.lock();
    let cache = cache.get_or_insert_default();
    cache.free_finished()?;
    for memory in std::mem::take(&mut cache.free).into_values().flatten() {
        cache.forget(memory);
    }
    Ok(())
}
