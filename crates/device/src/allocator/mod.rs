//! The caching allocator: PyTorch's design over raw allocations, one pool per device and one for the host.
//!
//! `pool` has the algorithm, over any source of memory; this file has the program's pools and the blocks that tensors own.

mod control;
mod history;
mod pool;
mod raw;
mod settings;
mod sizes;
#[cfg(test)]
mod soak;
mod stats;
mod summary;
#[cfg(test)]
mod tests;
mod timeline;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::stream::Stream;
use super::{Device, DeviceError, Result, driver, pinned, shared};
use pool::{BlockId, Pool, RawMemory};
use raw::{CudaMemory, HostMemory};

pub use super::clock::now;
pub use super::place::{Place, at_place, place, set_place_hook};
pub use control::{apply_settings, history_metadata, keep_history, private, set_history_metadata, settings, steps};
pub use history::{Action, Entry, Keep};
pub use pool::{PrivateId, Segment, SegmentBlock, State};
pub use settings::Settings;
pub use stats::{PoolStat, Stat, Stats};
pub use summary::{format_size, memory_summary};
pub use timeline::{Mark, Sample, Timeline};

/// An allocation from a device's pool. Dropping it returns the memory to the pool of its stream (after `record_stream`,
/// when that stream's work is done).
#[derive(Debug)]
pub struct Block {
    device: Device,
    bytes: usize,
    kind: Kind,
    // Atomic, since `renew` gives new memory to a block that a reset has taken.
    address: AtomicU64,
    id: AtomicUsize,
    /// The device's number of resets when the block was made: a reset takes its memory.
    epoch: AtomicU64,
}

/// Stands in for the number of resets when a block is lost for good.
const LOST: u64 = u64::MAX - 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Pooled,
    /// Page-locked host memory.
    Pinned,
    /// Memory of another owner.
    Borrowed,
}

impl Block {
    /// Takes `bytes` from the pool of `device` for its current stream; the contents are undefined.
    /// Zero bytes, and the meta device's, give a null address and cost nothing. CPU blocks are 64-byte aligned, CUDA ones 512.
    pub fn allocate(device: Device, bytes: usize) -> Result<Block> {
        if bytes == 0 || device.is_meta() {
            return Ok(Block::new(device, Kind::Pooled, 0, bytes, 0, 0));
        }
        let block = Block::take(device, bytes)?;
        block.tell(1);
        Ok(block)
    }

    fn take(device: Device, bytes: usize) -> Result<Block> {
        if device != Device::Cpu && super::child::is_child() {
            return Err(DeviceError::Unavailable(
                "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the \
                 'spawn' start method"
                    .to_owned(),
            ));
        }
        if device == Device::Cpu
            && bytes <= SMALL_HOST
            && let Ok(Some((address, id))) = SPARE.try_with(|spare| spare.borrow_mut().pop())
        {
            return Ok(Block::new(device, Kind::Pooled, address, bytes, id, 0));
        }
        if let Some(block) = try_allocate(device, bytes)? {
            return Ok(block);
        }
        let collected = LAST_RESORT.with_borrow(Option::clone).is_some_and(|hook| hook());
        if collected && let Some(block) = try_allocate(device, bytes)? {
            return Ok(block);
        }
        Err(out_of_memory(device, bytes))
    }

    /// Tells the observer that the block was taken (1) or returned (-1).
    fn tell(&self, sign: i64) {
        if !OBSERVED.load(Ordering::Relaxed) || self.kind != Kind::Pooled {
            return;
        }
        let bytes = match self.device {
            Device::Cpu => Some(self.bytes),
            Device::Cuda(index) => cuda_pool(index).and_then(|pool| pool.lock().size(self.id())),
            Device::Meta => None,
        };
        if let (Some(observer), Some(bytes)) = (*OBSERVER.lock(), bytes) {
            observer(self.device, self.address(), sign * bytes as i64);
        }
    }

    /// Takes page-locked host memory, for asynchronous copies.
    pub fn allocate_pinned(bytes: usize) -> Result<Block> {
        let address = if bytes == 0 { 0 } else { pinned::allocate(bytes)? };
        Ok(Block::new(Device::Cpu, Kind::Pinned, address, bytes, 0, 0))
    }

    /// Host memory of another owner, who gives no warning when it goes: the block must not be used after that.
    pub fn borrow(address: u64, bytes: usize) -> Block {
        Block::new(Device::Cpu, Kind::Borrowed, address, bytes, 0, 0)
    }

    fn new(device: Device, kind: Kind, address: u64, bytes: usize, id: BlockId, epoch: u64) -> Block {
        Block { device, bytes, kind, address: address.into(), id: id.into(), epoch: epoch.into() }
    }

    pub fn device(&self) -> Device {
        self.device
    }
    /// The first byte: a host pointer for the CPU, a CUdeviceptr for CUDA. 0 when empty.
    pub fn address(&self) -> u64 {
        self.address.load(Ordering::Relaxed)
    }
    /// The requested bytes (not the rounded size).
    pub fn bytes(&self) -> usize {
        self.bytes
    }
    /// Whether it is page-locked host memory.
    pub fn is_pinned(&self) -> bool {
        self.kind == Kind::Pinned
    }
    fn id(&self) -> BlockId {
        self.id.load(Ordering::Relaxed)
    }
    /// Whether a reset of its device took the memory.
    pub fn is_lost(&self) -> bool {
        match self.device {
            _ if self.address() == 0 => false,
            Device::Cpu | Device::Meta => false,
            Device::Cuda(index) => self.epoch.load(Ordering::Relaxed) != driver::resets(index),
        }
    }
    /// Whether the latest reset of its device took it.
    pub fn is_lost_now(&self) -> bool {
        match self.device {
            Device::Cuda(index) => self.is_lost() && self.epoch.load(Ordering::Relaxed) + 1 == driver::resets(index),
            Device::Cpu | Device::Meta => false,
        }
    }
    /// Gives a lost block new memory, with undefined contents.
    pub fn renew(&self) -> Result<()> {
        if self.device.is_cuda() && self.is_lost() {
            let fresh = std::mem::ManuallyDrop::new(Block::allocate(self.device, self.bytes)?);
            self.id.store(fresh.id(), Ordering::Relaxed);
            self.epoch.store(fresh.epoch.load(Ordering::Relaxed), Ordering::Relaxed);
            self.address.store(fresh.address(), Ordering::Relaxed);
        }
        Ok(())
    }

    /// Undoes [`Block::renew`]: the block is lost after all.
    pub fn lose(&self) {
        if let (Device::Cuda(index), false) = (self.device, self.is_lost()) {
            if let Some(pool) = cuda_pool(index) {
                let _ = pool.lock().free(self.id());
            }
            self.epoch.store(LOST, Ordering::Relaxed);
        }
    }

    /// Moves a host block into memory that other processes can map, if it is not there yet; returns whether it is there now.
    /// Nobody may use its address meanwhile.
    pub fn share(&self) -> Result<bool> {
        if self.address() == 0 || shared::offset(self.address()).is_some() {
            return Ok(true);
        }
        if self.device.is_cuda() || self.is_pinned() || !shared::is_on() {
            return Ok(false);
        }
        let Some(fresh) = try_allocate(self.device, self.bytes)? else { return Ok(false) };
        if shared::offset(fresh.address()).is_none() {
            return Ok(false);
        }
        fresh.copy_from(self, 0)?;
        // The fresh block is dropped with the old memory.
        self.address.store(fresh.address.swap(self.address(), Ordering::Relaxed), Ordering::Relaxed);
        self.id.store(fresh.id.swap(self.id(), Ordering::Relaxed), Ordering::Relaxed);
        Ok(true)
    }

    /// Fills the block from host memory, with the requested number of bytes.
    pub fn write(&self, bytes: &[u8]) -> Result<()> {
        self.fill(bytes.as_ptr() as u64, bytes.len())
    }
    /// Fills the block from `offset` in another host block.
    pub fn copy_from(&self, host: &Block, offset: usize) -> Result<()> {
        self.fill(host.address() + offset as u64, host.bytes.saturating_sub(offset))
    }
    fn fill(&self, host: u64, available: usize) -> Result<()> {
        if available < self.bytes {
            return Err(DeviceError::Unavailable(format!("{available} bytes for a block of {}", self.bytes)));
        }
        // SAFETY: both sides hold as many bytes as the block was made for.
        let copy = || unsafe { driver::copy((self.device, self.address()), (Device::Cpu, host), self.bytes, false) };
        super::awaited::exempt(copy)
    }

    /// Notes that work on `stream` uses the block: its memory is not reused before that work is done
    /// (`Tensor.record_stream`).
    pub fn record_stream(&self, stream: &Stream) {
        if let (Device::Cuda(index), false) = (self.device, self.is_lost() || self.address() == 0)
            && let Some(pool) = cuda_pool(index)
        {
            pool.lock().record_stream(self.id(), stream.handle());
        }
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        let address = self.address();
        if address == 0 || self.is_lost() {
            return;
        }
        self.tell(-1);
        match (self.device, self.kind) {
            (_, Kind::Borrowed) => {}
            (Device::Cpu, Kind::Pinned) => pinned::release(address),
            (Device::Cpu, Kind::Pooled) => {
                if self.bytes <= SMALL_HOST && keep_spare(address, self.id()) {
                    return;
                }
                let mut pool = HOST.lock();
                let pool = pool.get_or_insert_with(|| Pool::new(HostMemory));
                let _ = pool.free(self.id());
                trim_host(pool);
            }
            (Device::Cuda(index), _) => {
                let freed = cuda_pool(index).map(|pool| pool.lock().free(self.id()));
                if let Some(Err(error)) = freed {
                    tracing::debug!("freeing a block of {}: {error}", self.device);
                }
            }
            (Device::Meta, _) => {}
        }
    }
}

static HOST: Mutex<Option<Pool<HostMemory>>> = Mutex::new(None);

/// Host blocks up to this size are the same size to the pool (its rounding), so they are interchangeable.
const SMALL_HOST: usize = pool::ROUND;
/// The number of freed blocks that a thread keeps for its next small tensors, bypassing the pool.
const SPARES: usize = 256;

thread_local! {
    static SPARE: RefCell<Vec<(u64, BlockId)>> = const { RefCell::new(Vec::new()) };
}

/// Keeps a freed small block for reuse; false if there are enough, or the thread is ending.
fn keep_spare(address: u64, id: BlockId) -> bool {
    let keep = |spare: &RefCell<Vec<(u64, BlockId)>>| {
        let mut spare = spare.borrow_mut();
        let room = spare.len() < SPARES;
        if room {
            spare.push((address, id));
        }
        room
    };
    SPARE.try_with(keep).unwrap_or(false)
}

/// The most that the host's pool caches: other programs need memory too.
const HOST_CACHE: u64 = 1 << 30;

fn trim_host(pool: &mut Pool<HostMemory>) {
    let stats = pool.stats();
    if stats.reserved_bytes.all.current - stats.allocated_bytes.all.current > HOST_CACHE {
        let _ = pool.empty_cache();
    }
}

/// A device's pool; `None` if there is no such device.
fn cuda_pool(index: usize) -> Option<&'static Mutex<Pool<CudaMemory>>> {
    static POOLS: OnceLock<Vec<Mutex<Pool<CudaMemory>>>> = OnceLock::new();
    let pools = POOLS.get_or_init(|| {
        let new = |device| {
            let mut pool = Pool::new(CudaMemory { device });
            control::prepare(&mut pool, device);
            Mutex::new(pool)
        };
        (0..driver::device_count()).map(new).collect()
    });
    pools.get(index)
}

fn try_allocate(device: Device, bytes: usize) -> Result<Option<Block>> {
    match device {
        Device::Cpu => {
            let mut pool = HOST.lock();
            let pool = pool.get_or_insert_with(|| Pool::new(HostMemory));
            take(pool, device, bytes, shared::is_on().into(), None)
        }
        Device::Cuda(index) => {
            driver::bind(index)?;
            control::check()?;
            let place = place();
            match cuda_pool(index) {
                Some(pool) => take(&mut pool.lock(), device, bytes, Stream::current(index).handle(), place),
                None => Ok(None),
            }
        }
        Device::Meta => Block::allocate(device, bytes).map(Some),
    }
}

fn take<M: RawMemory>(
    pool: &mut Pool<M>,
    device: Device,
    bytes: usize,
    stream: usize,
    place: Option<Place>,
) -> Result<Option<Block>> {
    let epoch = resets_of(device);
    let id = pool.allocate(bytes, stream, place)?;
    Ok(id.map(|id| Block::new(device, Kind::Pooled, pool.address(id), bytes, id, epoch)))
}

fn resets_of(device: Device) -> u64 {
    match device {
        Device::Cpu | Device::Meta => 0,
        Device::Cuda(index) => driver::resets(index),
    }
}

/// Receives a device, an address, and the bytes taken (positive) or returned: the requested size on the host, the rounded
/// size on a CUDA device.
pub type Observer = fn(Device, u64, i64);

static OBSERVED: AtomicBool = AtomicBool::new(false);
static OBSERVER: Mutex<Option<Observer>> = Mutex::new(None);

/// Sets the observer of every block taken or returned: a profiler.
pub fn set_observer(observer: Option<Observer>) {
    *OBSERVER.lock() = observer;
    OBSERVED.store(observer.is_some(), Ordering::Relaxed);
}

type LastResort = Rc<dyn Fn() -> bool>;

thread_local! {
    static LAST_RESORT: RefCell<Option<LastResort>> = const { RefCell::new(None) };
}

/// Makes new host segments shared memory. Older blocks move when they are asked for.
///
/// # Errors
/// If the system does not support such memory.
pub fn share() -> std::io::Result<()> {
    if !shared::is_on() {
        shared::begin()?;
        let _ = empty_cache(Device::Cpu);
    }
    Ok(())
}

/// Sets this thread's last resort before an out-of-memory error: it frees what it can (reference cycles) and returns
/// whether to try again.
pub fn set_last_resort(hook: impl Fn() -> bool + 'static) {
    LAST_RESORT.set(Some(Rc::new(hook)));
}

/// Asks for host memory other than tensors', before it is taken.
///
/// # Errors
/// If the host does not have it.
pub fn ask_host(bytes: usize) -> Result<()> {
    if raw::is_left(bytes) { Ok(()) } else { Err(out_of_memory(Device::Cpu, bytes)) }
}

/// PyTorch's message.
fn out_of_memory(device: Device, requested: usize) -> DeviceError {
    let tried = |segment: usize| format_size(segment as u64);
    let message = match device {
        Device::Cpu => format!(
            "[enforce fail at alloc_cpu.cpp] . DefaultCPUAllocator: can't allocate memory: you tried to allocate \
             {requested} bytes. Error code 12 (Cannot allocate memory)"
        ),
        Device::Cuda(index) => {
            let (free, total) = driver::memory_info(index).unwrap_or((0, 0));
            let (mut limit, mut segment, mut private) = (None, requested, 0);
            if let Some(pool) = cuda_pool(index) {
                let (place, mut pool) = (place(), pool.lock());
                pool.count_out_of_memory(requested, Stream::current(index).handle(), place);
                limit = pool.limit();
                private = pool.cached_privately() as u64;
                let settings = pool.settings();
                segment = pool::segment_size(settings.round(requested.min(isize::MAX as usize)), settings);
            }
            let stats = stats(device);
            let (allocated, reserved) = (stats.allocated_bytes.all.current, stats.reserved_bytes.all.current);
            let allowed = limit.map(|limit| format!("{} allowed; ", format_size(limit as u64))).unwrap_or_default();
            let in_private = match private {
                0 => String::new(),
                bytes => format!("with {} allocated in private pools (e.g., CUDA Graphs), ", format_size(bytes)),
            };
            let processes = processes(index);
            format!(
                "CUDA out of memory. Tried to allocate {}. GPU {index} has a total capacity of {} of which {} is free. \
                 {processes}{allowed}Of the allocated memory {} is allocated by PyTorch, {in_private}and {} is reserved by \
                 PyTorch but unallocated. If reserved but unallocated memory is large try setting \
                 PYTORCH_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  See documentation for Memory \
                 Management  (https://pytorch.org/docs/stable/notes/cuda.html#environment-variables)",
                tried(segment),
                format_size(total as u64),
                format_size(free as u64),
                format_size(allocated + private),
                format_size(reserved - allocated - private),
            )
        }
        Device::Meta => format!("the meta device has no memory, but {requested} bytes were asked for"),
    };
    DeviceError::OutOfMemory { device, requested, message }
}

/// The processes that use a device, according to NVML, for the message above; empty without NVML.
fn processes(index: usize) -> String {
    let own = std::process::id();
    let sentence = |(process, bytes): (u32, u64)| match process == own {
        true => format!("Including non-PyTorch memory, this process has {} memory in use. ", format_size(bytes)),
        false => format!("Process {process} has {} memory in use. ", format_size(bytes)),
    };
    super::nvml::processes(index).unwrap_or_default().into_iter().map(sentence).collect()
}

/// What both kinds of pools offer, for the functions below.
fn with_pool<T>(
    device: Device,
    on_host: impl FnOnce(&mut Pool<HostMemory>) -> T,
    on_cuda: impl FnOnce(&mut Pool<CudaMemory>) -> T,
) -> Option<T> {
    match device {
        Device::Cpu => Some(on_host(HOST.lock().get_or_insert_with(|| Pool::new(HostMemory)))),
        Device::Cuda(index) => cuda_pool(index).map(|pool| on_cuda(&mut pool.lock())),
        Device::Meta => None,
    }
}

/// A device's counters; zeros if there is no such device.
pub fn stats(device: Device) -> Stats {
    with_pool(device, |pool| pool.stats().clone(), |pool| pool.stats().clone()).unwrap_or_default()
}

/// `torch.cuda.reset_peak_memory_stats`.
pub fn reset_peak(device: Device) {
    with_pool(device, |pool| pool.stats_mut().reset_peak(), |pool| pool.stats_mut().reset_peak());
}

/// `torch.cuda.reset_accumulated_memory_stats`.
pub fn reset_accumulated(device: Device) {
    with_pool(device, |pool| pool.stats_mut().reset_accumulated(), |pool| pool.stats_mut().reset_accumulated());
}

/// Frees cached, unused memory (`torch.cuda.empty_cache`); skips a device not yet in use.
pub fn empty_cache(device: Device) -> Result<()> {
    match device {
        Device::Cuda(index) if !driver::is_active(index) => Ok(()),
        _ => with_pool(device, Pool::empty_cache, Pool::empty_cache).unwrap_or(Ok(())),
    }
}

/// Limits a CUDA device's pool to a fraction of its memory (`torch.cuda.set_per_process_memory_fraction`).
pub fn set_memory_fraction(index: usize, fraction: f64) -> Result<()> {
    let total = driver::properties(index)?.total_memory;
    if let Some(pool) = cuda_pool(index) {
        pool.lock().set_limit(Some((total as f64 * fraction) as usize));
    }
    Ok(())
}

/// The fraction set by [`set_memory_fraction`] (`torch.cuda.get_per_process_memory_fraction`).
pub fn memory_fraction(index: usize) -> Result<f64> {
    let total = driver::properties(index)?.total_memory;
    let limit = cuda_pool(index).and_then(|pool| pool.lock().limit());
    Ok(limit.map_or(1.0, |limit| limit as f64 / total as f64))
}

/// A device's segments and their blocks (`torch.cuda.memory_snapshot`).
pub fn snapshot(device: Device) -> Vec<Segment> {
    with_pool(device, |pool| pool.snapshot(), |pool| pool.snapshot()).unwrap_or_default()
}

/// A device's memory over time.
pub fn timeline(device: Device) -> Timeline {
    with_pool(device, |pool| pool.timeline().read(), |pool| pool.timeline().read()).unwrap_or_default()
}

/// Marks this moment in all devices' timelines, for example with a cell's number.
pub fn mark(label: &str) {
    let cuda = (0..driver::device_count()).map(Device::Cuda);
    for device in std::iter::once(Device::Cpu).chain(cuda) {
        with_pool(device, |pool| pool.timeline_mut().mark(label), |pool| pool.timeline_mut().mark(label));
    }
}

/// A block in use, and the place that made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Live {
    /// Its address; for memory lost to a fault, a unique number.
    pub number: u64,
    pub bytes: usize,
    pub place: Option<Place>,
}

/// The `count` largest blocks in use on a device, largest first.
pub fn largest_live(device: Device, count: usize) -> Vec<Live> {
    let blocks = snapshot(device).into_iter().flat_map(|segment| segment.blocks);
    let mut live: Vec<Live> = blocks
        .filter(|block| block.state == State::ActiveAllocated)
        .map(|block| Live { number: block.address, bytes: block.requested, place: block.place })
        .collect();
    live.sort_by_key(|live| std::cmp::Reverse(live.bytes));
    live.truncate(count);
    live
}

/// Drops all blocks of a device after a reset. Blocks still held are lost: see [`Block::is_lost`].
pub(super) fn forget(index: usize) {
    if let Some(pool) = cuda_pool(index) {
        pool.lock().forget();
    }
}
