//! The memory behind tensors: a block on one device, shared by all views.

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
    /// Counts all writes, including those hidden from autograd. Tells whether a device fault can be undone.
    writes: AtomicU64,
    /// One more than the position of the pending write in the engine's queue; 0 if none is pending.
    pending: AtomicUsize,
    /// How to restore the contents after a device fault, and the write count for which this is valid.
    origin: Mutex<Option<(u64, Origin)>>,
    /// Whether the origin holds host memory, which the next write releases.
    holds_source: AtomicBool,
    /// Whether a captured graph writes to this storage. The write count then says nothing about its contents.
    graphed: AtomicBool,
    place: Option<Place>,
}

/// Restores a storage's contents. Returns false if the source is gone.
pub type Origin = Box<dyn Fn(&Arc<Storage>) -> bool + Send>;

/// Storages on CUDA devices that a fault may affect, keyed by the address of the `Storage`.
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
    /// Host memory of another owner (see [`Block::borrow`]).
    pub fn borrow(address: u64, bytes: usize) -> Arc<Storage> {
        Storage::over(Block::borrow(address, bytes))
    }
    fn over(block: Block) -> Arc<Storage> {
        let place = if block.device().is_cuda() { allocator::place() } else { None };
        Arc::new(Storage {
            block,
            version: AtomicU64::new(0),
            writes: AtomicU64::new(0),
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
    /// Records that work on `stream` uses the memory (`Tensor.record_stream`).
    pub fn record_stream(&self, stream: &Stream) {
        self.block.record_stream(stream);
    }
    pub fn device(&self) -> Device {
        self.block.device()
    }
    pub fn address(&self) -> u64 {
        self.block.address()
    }
    /// A number that identifies the memory: its address. Lost memory uses the address of this `Storage` on the host instead, because
    /// its device address may be in use again.
    pub fn number(&self) -> u64 {
        if self.is_lost() { std::ptr::from_ref(self) as u64 } else { self.address() }
    }
    pub fn bytes(&self) -> usize {
        self.block.bytes()
    }
    /// The place in the program that allocated it, on CUDA.
    pub fn place(&self) -> Option<Place> {
        self.place
    }
    /// Counts the in-place writes that autograd checks against the count at saving.
    pub fn version(&self) -> u64 {
        self.version.load(Ordering::Relaxed)
    }
    pub fn bump_version(&self) {
        self.version.fetch_add(1, Ordering::Relaxed);
    }
    fn writes(&self) -> u64 {
        self.writes.load(Ordering::Relaxed)
    }
    /// Records a write: the stored origin is no longer valid.
    pub fn note_write(&self) {
        self.writes.fetch_add(1, Ordering::Relaxed);
        if graph::is_any_under_way() {
            self.graphed.store(true, Ordering::Relaxed);
        }
        if self.holds_source.load(Ordering::Relaxed) && self.holds_source.swap(false, Ordering::Relaxed) {
            let stale = self.origin.lock().take();
            drop(stale);
        }
    }
    /// The position of the pending write in the engine's queue.
    pub fn pending(&self) -> Option<usize> {
        self.pending.load(Ordering::Acquire).checked_sub(1)
    }
    pub fn set_pending(&self, place: Option<usize>) {
        self.pending.store(place.map_or(0, |place| place + 1), Ordering::Release);
    }
    /// Runs pending writes. Must be called before the contents are read.
    pub fn resolve(&self) {
        if self.pending().is_some()
            && let Some(resolver) = RESOLVER.get()
        {
            resolver();
        }
    }
    /// Sets how the current contents can be restored.
    pub fn set_origin(&self, origin: Origin) {
        if !self.graphed.load(Ordering::Relaxed) {
            *self.origin.lock() = Some((self.writes(), origin));
        }
    }
    /// Sets host memory from a byte offset as the origin. If it was copied as a whole, it is kept alive up to a limit
    /// (`KEPT_AT_MOST`), because `nn.Linear(8, 8).cuda()` releases its original at once.
    pub fn set_source(&self, host: &Arc<Storage>, offset: usize) {
        let source = match host.bytes() == self.bytes() && !host.is_pinned() {
            true => Source::keep(host),
            false => Source::Known(Arc::downgrade(host)),
        };
        let (keeps, writes) = (matches!(source, Source::Kept(_)), host.writes());
        self.set_origin(Box::new(move |storage: &Arc<Storage>| match source.get() {
            Some(host) if host.writes() == writes => storage.block.copy_from(&host.block, offset).is_ok(),
            _ => false,
        }));
        self.holds_source.store(keeps, Ordering::Relaxed);
    }
    /// Runs a write. An origin that is set during the write is valid for the new contents.
    pub fn written_by<T>(&self, write: impl FnOnce() -> T) -> T {
        let before = self.origin.lock().take();
        let result = write();
        let mut origin = self.origin.lock();
        match origin.as_mut() {
            Some((version, _)) => *version = self.writes(),
            None => *origin = before.filter(|(version, _)| *version == self.writes()),
        }
        result
    }
    /// Moves host memory to where another process can map it (see [`Block::share`]). Returns false if that is impossible.
    pub fn share(&self) -> Result<bool, TensorError> {
        self.resolve();
        Ok(self.block.share()?)
    }
    /// Whether a device fault invalidated the memory.
    pub fn is_lost(&self) -> bool {
        self.block.is_lost()
    }
    /// Allocates lost memory again, with undefined contents.
    pub fn renew(&self) -> Result<(), TensorError> {
        Ok(self.block.renew()?)
    }
    /// Restores lost contents. Returns false if there is no origin, or if they were written to since.
    pub fn restore(self: &Arc<Self>) -> bool {
        // Taken out during the call, because restoring may set an origin, too.
        let Some((version, origin)) = self.origin.lock().take() else { return false };
        let current = self.writes() == version && !self.graphed.load(Ordering::Relaxed);
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

/// Sets the function that runs all pending writes of the engine's queue.
pub fn set_resolver(resolver: fn()) {
    let _ = RESOLVER.set(resolver);
}

/// The storages on a device whose memory was lost in the latest fault.
pub fn live(device: Device) -> Vec<Arc<Storage>> {
    // Collects all references before filtering, because dropping the last reference to a storage takes the lock.
    let mut found: Vec<Arc<Storage>> = LIVE.lock().iter().flat_map(HashMap::values).filter_map(Weak::upgrade).collect();
    found.retain(|storage| storage.device() == device && storage.block.is_lost_now());
    found.sort_by_key(|storage| storage.address());
    found
}

/// Bytes of host memory kept alive for device copies: current and maximum.
static KEPT: AtomicUsize = AtomicUsize::new(0);
const KEPT_AT_MOST: usize = 512 << 20;

/// The host memory that a device's contents were copied from.
enum Source {
    /// Valid only while someone else keeps it alive.
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

/// An origin that writes these bytes.
pub fn bytes(bytes: &[u8]) -> Origin {
    let bytes: Box<[u8]> = bytes.into();
    Box::new(move |storage: &Arc<Storage>| storage.block.write(&bytes).is_ok())
}
