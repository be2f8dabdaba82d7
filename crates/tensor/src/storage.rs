//! The memory behind tensors: a block of one device, shared by all views of it.

use crate::TensorError;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use tensorcell_device::Device;
use tensorcell_device::allocator::{self, Block, Place};
use tensorcell_device::graph;
use tensorcell_device::stream::Stream;

pub struct Storage {
    block: Block,
    version: AtomicU64,
    /// Of the writes, those that autograd does not count.
    unwatched: AtomicU64,
    /// One more than the place in the engine's queue of what will be written here; 0 when nothing waits.
    pending: AtomicUsize,
    /// How to make the contents again after a fault of the device, as they were at a version.
    origin: Mutex<Option<(u64, Origin)>>,
    /// Whether the origin holds host memory, which the next write lets go.
    holds_source: AtomicBool,
    /// Whether a captured graph writes to it: then no version tells what its contents are.
    graphed: AtomicBool,
    place: Option<Place>,
}

/// Writes a storage's contents again; false where what it needs is gone.
pub type Origin = Box<dyn Fn(&Arc<Storage>) -> bool + Send>;

/// Storages on CUDA devices, by address of the `Storage`: what a fault may take.
static LIVE: Mutex<Option<HashMap<usize, Weak<Storage>>>> = Mutex::new(None);

impl Storage {
    pub fn allocate(device: Device, bytes: usize) -> Result<Arc<Storage>, TensorError> {
        let storage = Storage::over(Block::allocate(device, bytes)?);
        if device.is_cuda() {
            LIVE.lock().get_or_insert_default().insert(Arc::as_ptr(&storage) as usize, Arc::downgrade(&storage));
        }
        Ok(storage)
    }
    /// Page-locked host memory (`Tensor.pin_memory`).
    pub fn allocate_pinned(bytes: usize) -> Result<Arc<Storage>, TensorError> {
        Ok(Storage::over(Block::allocate_pinned(bytes)?))
    }
    fn over(block: Block) -> Arc<Storage> {
        let place = if block.device().is_cuda() { allocator::place() } else { None };
        Arc::new(Storage {
            block,
            version: AtomicU64::new(0),
            unwatched: AtomicU64::new(0),
            pending: AtomicUsize::new(0),
            origin: Mutex::new(None),
            holds_source: AtomicBool::new(false),
            graphed: AtomicBool::new(false),
            place,
        })
    }
    pub fn is_pinned(&self) -> bool {
        self.block.is_pinned()
    }
    /// Notes that work on `stream` uses the memory (`Tensor.record_stream`).
    pub fn record_stream(&self, stream: &Stream) {
        self.block.record_stream(stream);
    }
    pub fn device(&self) -> Device {
        self.block.device()
    }
    pub fn address(&self) -> u64 {
        self.block.address()
    }
    /// What the memory is known by among all: its address, or where a fault took it, which may be another's by now, its
    /// owner's on the host.
    pub fn number(&self) -> u64 {
        if self.is_lost() { std::ptr::from_ref(self) as u64 } else { self.address() }
    }
    pub fn bytes(&self) -> usize {
        self.block.bytes()
    }
    /// The place in the program that made it, on CUDA.
    pub fn place(&self) -> Option<Place> {
        self.place
    }
    /// Counts in-place writes.
    pub fn version(&self) -> u64 {
        self.version.load(Ordering::Relaxed)
    }
    /// Without the unwatched ones.
    pub fn watched_version(&self) -> u64 {
        self.version().wrapping_sub(self.unwatched.load(Ordering::Relaxed))
    }
    pub fn bump_unwatched(&self) {
        self.unwatched.fetch_add(1, Ordering::Relaxed);
        self.bump_version();
    }
    pub fn bump_version(&self) {
        self.version.fetch_add(1, Ordering::Relaxed);
        if graph::is_any_under_way() {
            self.graphed.store(true, Ordering::Relaxed);
        }
        if self.holds_source.load(Ordering::Relaxed) && self.holds_source.swap(false, Ordering::Relaxed) {
            let stale = self.origin.lock().take();
            drop(stale);
        }
    }
    /// The place in the engine's queue of what will be written here.
    pub fn pending(&self) -> Option<usize> {
        self.pending.load(Ordering::Acquire).checked_sub(1)
    }
    pub fn set_pending(&self, place: Option<usize>) {
        self.pending.store(place.map_or(0, |place| place + 1), Ordering::Release);
    }
    /// Has what is pending written: to be called before the contents are read.
    pub fn resolve(&self) {
        if self.pending().is_some()
            && let Some(resolver) = RESOLVER.get()
        {
            resolver();
        }
    }
    /// Says how the contents were made that are there now.
    pub fn set_origin(&self, origin: Origin) {
        if !self.graphed.load(Ordering::Relaxed) {
            *self.origin.lock() = Some((self.version(), origin));
        }
    }
    /// Says that the contents are those of host memory, from a byte on. Where it was copied as a whole, it is kept from here on
    /// within a limit (`KEPT_AT_MOST`): `nn.Linear(8, 8).cuda()` lets go of its originals at once.
    pub fn set_source(&self, host: &Arc<Storage>, offset: usize) {
        let source = match host.bytes() == self.bytes() && !host.is_pinned() {
            true => Source::keep(host),
            false => Source::Known(Arc::downgrade(host)),
        };
        let (keeps, version) = (matches!(source, Source::Kept(_)), host.version());
        self.set_origin(Box::new(move |storage: &Arc<Storage>| match source.get() {
            Some(host) if host.version() == version => storage.block.copy_from(&host.block, offset).is_ok(),
            _ => false,
        }));
        self.holds_source.store(keeps, Ordering::Relaxed);
    }
    /// Runs what writes contents and counts a version for it: an origin that was set meanwhile is of the new one.
    pub fn written_by<T>(&self, write: impl FnOnce() -> T) -> T {
        let before = self.origin.lock().take();
        let result = write();
        let mut origin = self.origin.lock();
        match origin.as_mut() {
            Some((version, _)) => *version = self.version(),
            None => *origin = before.filter(|(version, _)| *version == self.version()),
        }
        result
    }
    /// Moves host memory to where another process can map it (see [`Block::share`]); false where that cannot be.
    pub fn share(&self) -> Result<bool, TensorError> {
        self.resolve();
        Ok(self.block.share()?)
    }
    /// Whether a fault of its device has taken the memory.
    pub fn is_lost(&self) -> bool {
        self.block.is_lost()
    }
    /// Gives lost memory back, with undefined contents.
    pub fn renew(&self) -> Result<(), TensorError> {
        Ok(self.block.renew()?)
    }
    /// Makes lost contents again; false where the host does not know how, or they had been written to since.
    pub fn restore(self: &Arc<Self>) -> bool {
        // Taken out for the while: making the contents again may set an origin, too.
        let Some((version, origin)) = self.origin.lock().take() else { return false };
        let current = self.version() == version && !self.graphed.load(Ordering::Relaxed);
        let restored = current && self.renew().is_ok() && origin(self);
        match restored {
            true => *self.origin.lock() = Some((version, origin)),
            false => self.block.lose(),
        }
        restored
    }
}

impl std::fmt::Debug for Storage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Storage").field("block", &self.block).field("version", &self.version()).finish()
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        if self.device().is_cuda()
            && let Some(live) = LIVE.lock().as_mut()
        {
            live.remove(&(std::ptr::from_ref(self) as usize));
        }
    }
}

static RESOLVER: OnceLock<fn()> = OnceLock::new();

/// Sets what writes all that is pending: the engine's queue.
pub fn set_resolver(resolver: fn()) {
    let _ = RESOLVER.set(resolver);
}

/// The storages on a device whose memory the latest fault has taken.
pub fn live(device: Device) -> Vec<Arc<Storage>> {
    // All of them at first: dropping the last hold on one takes the lock.
    let mut found: Vec<Arc<Storage>> = LIVE.lock().iter().flat_map(HashMap::values).filter_map(Weak::upgrade).collect();
    found.retain(|storage| storage.device() == device && storage.block.is_lost_now());
    found.sort_by_key(|storage| storage.address());
    found
}

/// Host memory that is kept for the copies of it on devices, in bytes: now, and at most.
static KEPT: AtomicUsize = AtomicUsize::new(0);
const KEPT_AT_MOST: usize = 512 << 20;

/// The host memory that a device's contents were copied from.
enum Source {
    /// As long as somebody else holds it.
    Known(Weak<Storage>),
    Kept(Arc<Storage>),
}

impl Source {
    fn keep(host: &Arc<Storage>) -> Source {
        let bytes = host.bytes();
        let fits = |kept: usize| Some(kept + bytes).filter(|all| *all <= KEPT_AT_MOST);
        match KEPT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits) {
            Ok(_) => Source::Kept(host.clone()),
            Err(_) => Source::Known(Arc::downgrade(host)),
        }
    }
    fn get(&self) -> Option<Arc<Storage>> {
        match self {
            Source::Known(host) => host.upgrade(),
            Source::Kept(host) => Some(host.clone()),
        }
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        if let Source::Kept(host) = self {
            KEPT.fetch_sub(host.bytes(), Ordering::Relaxed);
        }
    }
}

/// An origin: these bytes.
pub fn bytes(bytes: &[u8]) -> Origin {
    let bytes: Box<[u8]> = bytes.into();
    Box::new(move |storage: &Arc<Storage>| storage.block.write(&bytes).is_ok())
}
