//! Collectives over NCCL, for tensors on GPUs.
//!
//! The types are cudarc's; the library is opened by its own name, `libnccl.so.2`, which cudarc does not try. A collective is queued on
//! a stream of its own that waits for the program's stream; waiting for it makes the program's stream wait, not the host. A
//! group's communicator on a device is made at its first use, as PyTorch does. No GPU has run this yet.

use super::store::Store;
use super::{Backend, Buffer, Call, Collective, Error, Group, Patience, Place, Reduce, Result, Work, failed};
use crate::device::event::Event;
use crate::device::stream::Stream;
use crate::device::{Device, driver, libraries};
use crate::tensor::{DType, Tensor, TensorError};
use cudarc::nccl::sys;
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::ffi::{c_char, c_int, c_void};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

type Status = sys::ncclResult_t;
type Comm = sys::ncclComm_t;
type Kind = sys::ncclDataType_t;
type Queue = sys::cudaStream_t;

/// The functions of the library that we call.
struct Api {
    version: unsafe extern "C" fn(*mut c_int) -> Status,
    unique_id: unsafe extern "C" fn(*mut sys::ncclUniqueId) -> Status,
    init: unsafe extern "C" fn(*mut Comm, c_int, sys::ncclUniqueId, c_int) -> Status,
    destroy: unsafe extern "C" fn(Comm) -> Status,
    abort: unsafe extern "C" fn(Comm) -> Status,
    error: unsafe extern "C" fn(Status) -> *const c_char,
    group_start: unsafe extern "C" fn() -> Status,
    group_end: unsafe extern "C" fn() -> Status,
    all_reduce: unsafe extern "C" fn(*const c_void, *mut c_void, usize, Kind, sys::ncclRedOp_t, Comm, Queue) -> Status,
    reduce:
        unsafe extern "C" fn(*const c_void, *mut c_void, usize, Kind, sys::ncclRedOp_t, c_int, Comm, Queue) -> Status,
    reduce_scatter:
        unsafe extern "C" fn(*const c_void, *mut c_void, usize, Kind, sys::ncclRedOp_t, Comm, Queue) -> Status,
    broadcast: unsafe extern "C" fn(*const c_void, *mut c_void, usize, Kind, c_int, Comm, Queue) -> Status,
    all_gather: unsafe extern "C" fn(*const c_void, *mut c_void, usize, Kind, Comm, Queue) -> Status,
    send: unsafe extern "C" fn(*const c_void, usize, Kind, c_int, Comm, Queue) -> Status,
    receive: unsafe extern "C" fn(*mut c_void, usize, Kind, c_int, Comm, Queue) -> Status,
}

/// The library, by name or among pip's packages; never beside emulated devices, whose memory it cannot reach.
fn api() -> Option<&'static Api> {
    static API: OnceLock<Option<Api>> = OnceLock::new();
    let load = || {
        if driver::is_emulated() || driver::device_count() == 0 {
            return None;
        }
        const NAME: &str = "libnccl.so.2";
        let flags = RTLD_NOW | RTLD_LOCAL;
        // SAFETY: opening a CUDA library runs only its initialisers.
        let open = |path: &std::path::Path| unsafe { Library::open(Some(path), flags) }.ok();
        let named = open(std::path::Path::new(NAME));
        let library = named
            .or_else(|| libraries::python_libraries().iter().find(|file| file.ends_with(NAME)).and_then(|f| open(f)))?;
        macro_rules! symbols {
            ($($field:ident = $symbol:literal),+) => {
                // SAFETY: the names are NCCL's, the types those of its header, as cudarc has them.
                unsafe { Api { $($field: *library.get(concat!($symbol, "\0").as_bytes()).ok()?),+ } }
            };
        }
        let api = symbols!(
            version = "ncclGetVersion",
            unique_id = "ncclGetUniqueId",
            init = "ncclCommInitRank",
            destroy = "ncclCommDestroy",
            abort = "ncclCommAbort",
            error = "ncclGetErrorString",
            group_start = "ncclGroupStart",
            group_end = "ncclGroupEnd",
            all_reduce = "ncclAllReduce",
            reduce = "ncclReduce",
            reduce_scatter = "ncclReduceScatter",
            broadcast = "ncclBroadcast",
            all_gather = "ncclAllGather",
            send = "ncclSend",
            receive = "ncclRecv"
        );
        std::mem::forget(library);
        Some(api)
    };
    API.get_or_init(load).as_ref()
}

pub fn is_available() -> bool {
    api().is_some()
}

pub fn version() -> Option<(i32, i32, i32)> {
    let mut version = 0;
    // SAFETY: writes one number.
    check(api()?, unsafe { (api()?.version)(&mut version) }).ok()?;
    Some((version / 10000, version / 100 % 100, version % 100))
}

fn check(api: &Api, status: Status) -> Result<()> {
    if status == Status::ncclSuccess {
        return Ok(());
    }
    // SAFETY: a static text of the library's.
    let text = unsafe { std::ffi::CStr::from_ptr((api.error)(status)) };
    Err(failed(format!("NCCL error: {}", text.to_string_lossy())))
}

/// A communicator, as a number.
#[derive(Clone, Copy)]
struct Made(usize);

/// What the program and the listener of the meeting place share.
#[derive(Default)]
struct Shared {
    comms: Mutex<HashMap<(Group, usize), Made>>,
    broken: Mutex<Option<String>>,
}

impl Shared {
    /// Ends all kernels of NCCL's that wait for others.
    fn abort(&self, reason: &str) {
        self.broken.lock().get_or_insert(reason.to_owned());
        let Some(api) = api() else { return };
        for made in self.comms.lock().drain().map(|(_, made)| made) {
            // SAFETY: a live communicator, taken from the table.
            unsafe { (api.abort)(made.0 as Comm) };
        }
    }
}

pub struct Nccl {
    rank: usize,
    api: &'static Api,
    store: Store,
    shared: Arc<Shared>,
    /// The ranks of each group.
    groups: Mutex<Vec<Vec<usize>>>,
    streams: Mutex<HashMap<usize, Stream>>,
    renewals: Mutex<usize>,
}

struct NcclWork {
    event: Event,
    device: usize,
    /// A barrier holds up the host, too.
    blocks: bool,
    shared: Arc<Shared>,
    what: String,
}

impl Work for NcclWork {
    fn wait(&self, up_to: Duration) -> Result<bool> {
        if let Some(reason) = &*self.shared.broken.lock() {
            return Err(failed(format!("{}: {reason}", self.what)));
        }
        let reached = || self.event.query().map_err(TensorError::from);
        if up_to.is_zero() {
            return Ok(reached()?);
        }
        if self.blocks {
            let until = Instant::now() + up_to;
            while !reached()? {
                if Instant::now() > until {
                    return Ok(false);
                }
                std::thread::sleep(Duration::from_micros(50));
            }
        }
        Stream::current(self.device).wait_event(&self.event).map_err(TensorError::from)?;
        Ok(true)
    }
}

impl Nccl {
    pub fn connect(place: &Place, patience: &mut Patience) -> Result<Nccl> {
        let Place { rank, world, .. } = *place;
        let what = format!("[Rank {rank}] init_process_group");
        let api = api().ok_or_else(|| {
            failed(format!("{what}: NCCL was not found: libnccl.so.2 (pip install nvidia-nccl-cu13)"))
        })?;
        let Some((host, port)) = &place.master else {
            return Err(failed(format!("{what}: NCCL needs MASTER_ADDR and MASTER_PORT")));
        };
        if rank == 0 {
            super::store::serve("0.0.0.0", *port, world).map_err(|error| {
                failed(format!(
                    "{what}: rank 0 cannot listen on port {port} (MASTER_PORT): {error}. Choose another port"
                ))
            })?;
        }
        let shared = Arc::new(Shared::default());
        let told = shared.clone();
        let on_left = Arc::new(move |gone: usize, reason: &str| {
            if !reason.is_empty() {
                told.abort(&format!("rank {gone}: {reason}"));
            }
        });
        let store = Store::join(host, *port, rank, world, on_left, patience)?;
        store.meet("init", world, "", patience)?;
        let told = shared.clone();
        *super::ABORT.lock() = Some(Box::new(move |reason| told.abort(reason)));
        let groups = Mutex::new(vec![(0..world).collect()]);
        Ok(Nccl { rank, api, store, shared, groups, streams: Mutex::default(), renewals: Mutex::new(0) })
    }

    /// The group's communicator on a device.
    fn comm(&self, group: Group, device: usize) -> Result<Comm> {
        if let Some(made) = self.shared.comms.lock().get(&(group, device)) {
            return Ok(made.0 as Comm);
        }
        let ranks = self.groups.lock().get(group).cloned().unwrap_or_default();
        let what = format!("[Rank {}] NCCL communicator", self.rank);
        let place = ranks.iter().position(|rank| *rank == self.rank);
        let Some(place) = place else { return Err(failed(format!("{what}: this rank is not in the group"))) };
        let mut id = sys::ncclUniqueId { internal: [0; 128] };
        if place == 0 {
            // SAFETY: fills the number.
            check(self.api, unsafe { (self.api.unique_id)(&mut id) })?;
        }
        let text: String = id.internal.iter().map(|byte| format!("{:02x}", *byte as u8)).collect();
        let key = format!("nccl {group} {}", self.renewals.lock());
        let mut patience = Patience { until: Instant::now() + Duration::from_secs(600), interrupted: &mut || false };
        let texts = self.store.meet(&key, ranks.len(), &text, &mut patience)?;
        for (at, byte) in id.internal.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&texts[0][2 * at..2 * at + 2], 16).unwrap_or(0) as c_char;
        }
        driver::bind(device).map_err(TensorError::from)?;
        let mut comm: Comm = std::ptr::null_mut();
        // SAFETY: the device's context is current; all ranks of the group give the same number.
        check(self.api, unsafe { (self.api.init)(&mut comm, ranks.len() as c_int, id, place as c_int) }).map_err(
            |error| {
                failed(format!(
                    "{what}: {error}. Does each rank use a GPU of its own (torch.cuda.set_device(LOCAL_RANK))?"
                ))
            },
        )?;
        self.shared.comms.lock().insert((group, device), Made(comm as usize));
        Ok(comm)
    }

    fn stream(&self, device: usize) -> Result<Stream> {
        let mut streams = self.streams.lock();
        if let Some(stream) = streams.get(&device) {
            return Ok(*stream);
        }
        let stream = Stream::new(device, -1).map_err(TensorError::from)?;
        streams.insert(device, stream);
        Ok(stream)
    }

    /// Queues the operation on a stream.
    fn queue(&self, call: &Call, comm: Comm, group: Group, stream: Queue) -> Result<()> {
        let api = self.api;
        let (from, to) = (call.send.as_ref().map(Buffer::of), call.receive.as_ref().map(Buffer::of));
        let address =
            |buffer: &Option<Buffer>| buffer.as_ref().map_or(std::ptr::null_mut(), |b| b.address as *mut c_void);
        let count = |buffer: &Option<Buffer>| buffer.as_ref().map_or(0, |buffer| buffer.count);
        let dtype = from.as_ref().or(to.as_ref()).map_or(DType::UInt8, |buffer| buffer.dtype);
        let (kind, width) = (datatype(dtype)?, dtype.size());
        let (send, receive) = (address(&from), address(&to));
        let ranks = self.groups.lock()[group].clone();
        let size = ranks.len();
        let at_root = |root: usize| ranks[root] == self.rank;
        let part = |base: *mut c_void, at: usize| base.wrapping_byte_add(at * width);
        // SAFETY: the buffers are on the stream's device and are kept until the stream has used them (`record_stream`); sizes
        // are those of the buffers; sends and receives stand in one group.
        unsafe {
            let together = |work: &dyn Fn() -> Result<()>| -> Result<()> {
                check(api, (api.group_start)())?;
                let done = work();
                check(api, (api.group_end)()).and(done)
            };
            match &call.collective {
                Collective::Barrier => Ok(()),
                Collective::AllReduce(op) => {
                    check(api, (api.all_reduce)(send, receive, count(&to), kind, reduction(*op, dtype)?, comm, stream))
                }
                Collective::Reduce { root, op } => {
                    let op = reduction(*op, dtype)?;
                    check(api, (api.reduce)(send, receive, count(&from), kind, op, *root as c_int, comm, stream))
                }
                Collective::Broadcast { root } => {
                    check(api, (api.broadcast)(receive, receive, count(&to), kind, *root as c_int, comm, stream))
                }
                Collective::AllGather => check(api, (api.all_gather)(send, receive, count(&from), kind, comm, stream)),
                Collective::ReduceScatter(op) => {
                    let op = reduction(*op, dtype)?;
                    check(api, (api.reduce_scatter)(send, receive, count(&to), kind, op, comm, stream))
                }
                Collective::AllToAll { send: out, receive: back } => together(&|| {
                    let (mut sent, mut received) = (0, 0);
                    for peer in 0..size {
                        check(api, (api.send)(part(send, sent), out[peer], kind, peer as c_int, comm, stream))?;
                        check(
                            api,
                            (api.receive)(part(receive, received), back[peer], kind, peer as c_int, comm, stream),
                        )?;
                        sent += out[peer];
                        received += back[peer];
                    }
                    Ok(())
                }),
                Collective::Gather { root } => together(&|| {
                    let each = count(&from);
                    check(api, (api.send)(send, each, kind, *root as c_int, comm, stream))?;
                    for peer in (0..size).filter(|_| at_root(*root)) {
                        check(api, (api.receive)(part(receive, peer * each), each, kind, peer as c_int, comm, stream))?;
                    }
                    Ok(())
                }),
                Collective::Scatter { root } => together(&|| {
                    let each = count(&to);
                    for peer in (0..size).filter(|_| at_root(*root)) {
                        check(api, (api.send)(part(send, peer * each), each, kind, peer as c_int, comm, stream))?;
                    }
                    check(api, (api.receive)(receive, each, kind, *root as c_int, comm, stream))
                }),
                Collective::Send { to, .. } => {
                    check(api, (api.send)(send, count(&from), kind, *to as c_int, comm, stream))
                }
                Collective::Receive { from: Some(from), .. } => {
                    check(api, (api.receive)(receive, count(&to), kind, *from as c_int, comm, stream))
                }
                Collective::Receive { from: None, .. } => Err(failed("recv: NCCL must be told from which rank (src)")),
            }
        }
    }
}

impl Backend for Nccl {
    fn name(&self) -> &'static str {
        "nccl"
    }
    fn takes(&self, device: Device) -> bool {
        device.is_cuda()
    }
    fn start(&self, group: Group, mut call: Call, _: Option<Event>) -> Result<Box<dyn Work>> {
        let what = format!("[Rank {}] {}", self.rank, call.name);
        if let Some(reason) = &*self.shared.broken.lock() {
            return Err(failed(format!("{what}: {reason}")));
        }
        let blocks = call.collective == Collective::Barrier;
        if blocks {
            let flag = Tensor::empty(&[1], DType::UInt8, Device::Cuda(driver::current_device()))?;
            call = Call {
                collective: Collective::AllReduce(Reduce::Max),
                send: Some(flag.clone()),
                receive: Some(flag),
                ..call
            };
        }
        let tensors = || call.send.iter().chain(&call.receive);
        let Some(Device::Cuda(device)) = tensors().map(Tensor::device).next() else {
            return Err(failed(format!("{what}: No backend type associated with device type cpu")));
        };
        let comm = self.comm(group, device)?;
        let (stream, current) = (self.stream(device)?, Stream::current(device));
        driver::bind(device).map_err(TensorError::from)?;
        stream.wait_stream(&current).map_err(TensorError::from)?;
        tensors().for_each(|tensor| tensor.storage().record_stream(&stream));
        self.queue(&call, comm, group, stream.raw().cast()).map_err(|error| match error {
            Error::Distributed(text) => failed(format!("{what}: {text}")),
            other => other,
        })?;
        let event = Event::new(device, false).map_err(TensorError::from)?;
        event.record(&stream).map_err(TensorError::from)?;
        Ok(Box::new(NcclWork { event, device, blocks, shared: self.shared.clone(), what }))
    }
    fn new_group(&self, ranks: &[usize], patience: &mut Patience) -> Result<Group> {
        let number = self.groups.lock().len();
        let lists =
            self.store.meet(&format!("new_group {number}"), self.store.world(), &format!("{ranks:?}"), patience)?;
        if let Some(other) = lists.iter().position(|list| *list != lists[0]) {
            return Err(failed(format!(
                "[Rank {}] new_group: rank 0 gave ranks {}, rank {other} gave {}",
                self.rank, lists[0], lists[other]
            )));
        }
        self.groups.lock().push(ranks.to_vec());
        Ok(number)
    }
    fn meet(&self, key: &str, text: &str, patience: &mut Patience) -> Result<Vec<String>> {
        self.store.meet(key, self.store.world(), text, patience)
    }
    fn abort(&self, reason: &str, told: bool) {
        if told {
            self.store.abort(reason);
        }
        self.shared.abort(reason);
    }
    fn renew(&self, patience: &mut Patience) -> Result<()> {
        self.shared.abort("renewed");
        *self.renewals.lock() += 1;
        self.store.forgive();
        let key = format!("renew {}", self.renewals.lock());
        self.store.meet(&key, self.store.world(), "", patience)?;
        self.store.forgive();
        *self.shared.broken.lock() = None;
        Ok(())
    }
    fn leave(&self, reason: &str) {
        if reason.is_empty() {
            for made in self.shared.comms.lock().drain().map(|(_, made)| made) {
                // SAFETY: a live communicator, taken from the table.
                unsafe { (self.api.destroy)(made.0 as Comm) };
            }
        }
        self.store.leave(reason);
    }
}

fn datatype(dtype: DType) -> Result<Kind> {
    Ok(match dtype {
        DType::Bool | DType::UInt8 => Kind::ncclUint8,
        DType::Int8 => Kind::ncclInt8,
        DType::Int32 => Kind::ncclInt32,
        DType::Int64 => Kind::ncclInt64,
        DType::Float16 => Kind::ncclFloat16,
        DType::BFloat16 => Kind::ncclBfloat16,
        DType::Float32 => Kind::ncclFloat32,
        DType::Float64 => Kind::ncclFloat64,
        DType::Int16 => return Err(failed("Input tensor data type is not supported for NCCL process group: Short")),
    })
}

fn reduction(op: Reduce, dtype: DType) -> Result<sys::ncclRedOp_t> {
    use sys::ncclRedOp_t::*;
    Ok(match (op, dtype == DType::Bool) {
        (Reduce::Sum, true) | (Reduce::Max, _) => ncclMax,
        (Reduce::Product, true) | (Reduce::Min, _) => ncclMin,
        (Reduce::Sum, false) => ncclSum,
        (Reduce::Product, false) => ncclProd,
        (Reduce::And | Reduce::Or | Reduce::Xor, _) => {
            return Err(failed(format!("Cannot use ReduceOp.B{} with NCCL", format!("{op:?}").to_uppercase())));
        }
    })
}
