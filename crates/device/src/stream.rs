//! CUDA streams, as in PyTorch: the default stream (the legacy one, number 0) and 32 pooled streams per device and priority,
//! handed out in turn and never destroyed.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use cudarc::driver::{result, sys};
use parking_lot::Mutex;

use super::Result;
use super::driver::{bind, check};

/// A queue of work on a device, run in order.
#[derive(Debug, Clone, Copy)]
pub struct Stream {
    pub(crate) device: usize,
    priority: i32,
    handle: Handle,
}

#[derive(Debug, Clone, Copy)]
enum Handle {
    Default,
    /// A pooled stream: it gets a new handle after a reset of the device.
    Pool(&'static AtomicUsize),
    Given(usize),
}

impl PartialEq for Stream {
    fn eq(&self, other: &Stream) -> bool {
        (self.device, self.handle()) == (other.device, other.handle())
    }
}
impl Eq for Stream {}

/// How many streams a device has of each priority.
const POOL: usize = 32;

#[derive(Default)]
struct Pool {
    streams: Vec<Stream>,
    next: usize,
}

/// By device and priority.
static POOLS: Mutex<Option<HashMap<(usize, i32), Pool>>> = Mutex::new(None);

thread_local! {
    /// By device; `None` for the default stream.
    static CURRENT: RefCell<Vec<Option<Stream>>> = const { RefCell::new(Vec::new()) };
}

impl Stream {
    /// The default stream: it synchronizes with every stream that is not `non_blocking`.
    pub const fn default_of(device: usize) -> Stream {
        Stream { device, priority: 0, handle: Handle::Default }
    }

    /// The next stream of the device's pool. Lower numbers are more urgent; PyTorch's are 0 and -1.
    pub fn new(device: usize, priority: i32) -> Result<Stream> {
        bind(device)?;
        let mut pools = POOLS.lock();
        let pool = pools.get_or_insert_default().entry((device, priority)).or_default();
        if pool.streams.len() < POOL {
            let handle = Box::leak(Box::new(AtomicUsize::new(create(device, priority)?)));
            pool.streams.push(Stream { device, priority, handle: Handle::Pool(handle) });
        }
        let stream = pool.streams[pool.next % pool.streams.len()];
        pool.next += 1;
        Ok(stream)
    }

    /// The device of a handle from [`Stream::handle`]; `None` for the default stream, which each device has, and for another
    /// library's streams.
    pub fn owner(handle: usize) -> Option<usize> {
        let pools = POOLS.lock();
        let mut streams = pools.iter().flat_map(HashMap::values).flat_map(|pool| &pool.streams);
        streams.find(|stream| stream.handle() == handle).map(|stream| stream.device)
    }

    /// The stream with a handle from [`Stream::handle`], or of another library.
    pub fn from_handle(device: usize, handle: usize) -> Stream {
        Stream { device, priority: 0, handle: Handle::Given(handle) }
    }

    /// The least and the most urgent priority of a device.
    pub fn priorities(device: usize) -> Result<(i32, i32)> {
        bind(device)?;
        let (mut least, mut greatest) = (0, 0);
        // SAFETY: writes two integers.
        let status = unsafe { sys::cuCtxGetStreamPriorityRange(&mut least, &mut greatest) };
        check(status.result(), || format!("asking cuda:{device} for its priorities"))?;
        Ok((least, greatest))
    }

    /// The current stream of this thread.
    pub fn current(device: usize) -> Stream {
        let chosen = CURRENT.with_borrow(|current| current.get(device).copied().flatten());
        chosen.unwrap_or(Stream::default_of(device))
    }

    /// Makes this stream current for this thread on its device.
    pub fn make_current(self) {
        super::deferred_hook::flush();
        CURRENT.with_borrow_mut(|current| {
            current.resize(current.len().max(self.device + 1), None);
            current[self.device] = Some(self);
        });
    }

    pub fn device(&self) -> usize {
        self.device
    }
    pub fn priority(&self) -> i32 {
        self.priority
    }
    pub fn is_default(&self) -> bool {
        self.handle() == 0
    }
    /// The driver's handle as a number (`torch.cuda.Stream.cuda_stream`); 0 for the default stream.
    pub fn handle(&self) -> usize {
        match self.handle {
            Handle::Default => 0,
            Handle::Pool(handle) => handle.load(Ordering::Relaxed),
            Handle::Given(handle) => handle,
        }
    }
    pub fn raw(&self) -> sys::CUstream {
        self.handle() as sys::CUstream
    }

    /// Whether all its work is done.
    pub fn query(&self) -> Result<bool> {
        super::deferred_hook::flush();
        self.is_done()
    }

    /// As `query`, but leaves deferred work unflushed.
    pub(crate) fn is_done(&self) -> Result<bool> {
        bind(self.device)?;
        // SAFETY: as above.
        match unsafe { sys::cuStreamQuery(self.raw()) } {
            sys::cudaError_enum::CUDA_ERROR_NOT_READY => Ok(false),
            status => check(status.result(), || format!("asking a stream of cuda:{}", self.device)).map(|()| true),
        }
    }

    /// Whether its work is being captured into a graph.
    pub fn is_capturing(&self) -> Result<bool> {
        bind(self.device)?;
        // SAFETY: the handle is alive.
        let status = unsafe { result::stream::is_capturing(self.raw()) };
        let status = check(status, || "asking a stream whether it captures".to_owned())?;
        Ok(status != sys::CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE)
    }
}

fn create(device: usize, priority: i32) -> Result<usize> {
    let raw = result::stream::create_with_priority(result::stream::StreamKind::NonBlocking, priority);
    Ok(check(raw, || format!("creating a stream on cuda:{device}"))? as usize)
}

/// Recreates a device's streams after a reset. The default stream becomes current.
pub(super) fn renew(device: usize) -> Result<()> {
    CURRENT.with_borrow_mut(|current| current.get_mut(device).map(Option::take));
    let mut pools = POOLS.lock();
    for ((_, priority), pool) in pools.get_or_insert_default().iter().filter(|((owner, _), _)| *owner == device) {
        for stream in &pool.streams {
            if let Handle::Pool(handle) = stream.handle {
                handle.store(create(device, *priority)?, Ordering::Relaxed);
            }
        }
    }
    Ok(())
}
