//! Several processes that compute together: collectives as data, their backends, and handles to wait with.
//!
//! A [`Backend`] is `single` (one process), `mpi` (host memory, through the system's MPI) or `nccl` (GPUs). If the
//! backend cannot use a device's memory, operands are staged: copied to page-locked memory on a separate stream while
//! the device continues, and copied back when the result is waited for. Where the emulator's NCCL replaces MPI, host
//! memory is lifted: copied to an emulated device and back.

pub mod launch;
mod mpi;
mod nccl;
pub mod port;
mod single;
mod store;

use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tensorcell_device::event::Event;
use tensorcell_device::stream::Stream;
use tensorcell_device::{Device, driver};
use tensorcell_engine::{self as engine, grad_mode, profile};
use tensorcell_tensor::{DType, Op, Storage, Tensor, TensorError};

/// How elements of several ranks are combined. For booleans `Sum` and `Max` are or, `Product` and `Min` are and.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reduce {
    Sum,
    Product,
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// The collectives. Ranks count within the group; sizes are in elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Collective {
    Barrier,
    AllReduce(Reduce),
    Broadcast {
        root: usize,
    },
    Reduce {
        root: usize,
        op: Reduce,
    },
    AllGather,
    ReduceScatter(Reduce),
    /// The number of elements to send to and to receive from each rank.
    AllToAll {
        send: Vec<usize>,
        receive: Vec<usize>,
    },
    Gather {
        root: usize,
    },
    Scatter {
        root: usize,
    },
    Send {
        to: usize,
        tag: i32,
    },
    /// From any rank if none is named.
    Receive {
        from: Option<usize>,
        tag: i32,
    },
}

impl Collective {
    /// One rank sends to another: nobody else takes part.
    pub fn is_message(&self) -> bool {
        matches!(self, Collective::Send { .. } | Collective::Receive { .. })
    }
}

/// A collective on its operands: contiguous tensors; the same tensor twice if in place.
#[derive(Debug)]
pub struct Call {
    pub collective: Collective,
    /// PyTorch's name of the function, for errors.
    pub name: String,
    pub send: Option<Tensor>,
    pub receive: Option<Tensor>,
}

impl Call {
    /// What the ranks of a collective must agree on, in PyTorch's words.
    fn described(&self) -> String {
        let tensor = self.send.as_ref().or(self.receive.as_ref());
        let mut text = format!("OpType={}", self.name);
        if let Some(tensor) = tensor {
            // Parts may differ in size where sizes are given.
            if !matches!(
                self.collective,
                Collective::AllToAll { .. } | Collective::Scatter { .. } | Collective::Gather { .. }
            ) {
                text += &format!(", TensorShape={:?}", tensor.shape());
            }
            text += &format!(", TensorDtypes={}", tensor.dtype().scalar_name());
        }
        match &self.collective {
            Collective::AllReduce(op) | Collective::ReduceScatter(op) => text += &format!(", ReduceOp={op:?}"),
            Collective::Reduce { root, op } => text += &format!(", ReduceOp={op:?}, root={root}"),
            Collective::Broadcast { root } | Collective::Gather { root } | Collective::Scatter { root } => {
                text += &format!(", root={root}");
            }
            _ => {}
        }
        text
    }
}

/// What went wrong between processes: a sentence that names the rank and the call.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    Distributed(String),
    #[error(transparent)]
    Tensor(#[from] TensorError),
    #[error("interrupted")]
    Interrupted,
}

pub type Result<T> = std::result::Result<T, Error>;

fn failed(text: impl Into<String>) -> Error {
    Error::Distributed(text.into())
}

/// A collective in progress.
pub trait Work {
    /// Waits a while; returns whether it is done.
    ///
    /// # Errors
    /// If it will never be done.
    fn wait(&self, up_to: Duration) -> Result<bool>;
    /// The sender of what was received, as a rank of the group.
    fn source(&self) -> Option<usize> {
        None
    }
    /// When it ran beside the program, once it is done: for timelines. Device work is recorded by the device.
    fn ran(&self) -> Option<Ran> {
        None
    }
}

/// The time of an operation that ran beside the program, on the clock of `allocator::now`.
#[derive(Debug, Clone)]
pub struct Ran {
    /// `mpi:all_reduce`
    pub name: String,
    pub start: Duration,
    pub end: Duration,
    /// The thread that ran it.
    pub thread: u32,
}

/// A group of ranks, by number; 0 is all ranks.
pub type Group = usize;

/// Runs collectives.
pub trait Backend {
    fn name(&self) -> &'static str;
    /// Whether it takes tensors of the device directly.
    fn takes(&self, device: Device) -> bool;
    /// The device to lift host memory to; `None` if the backend takes host memory directly, or not at all.
    fn lifts_to(&self, _: Group) -> Option<usize> {
        None
    }
    /// Starts; returns at once, or when the ranks are connected. Inputs may still be in transfer: `ready` says when they
    /// have arrived. The time limit is the patience's.
    fn start(&self, group: Group, call: Call, ready: Option<Event>, patience: &mut Patience) -> Result<Box<dyn Work>>;
    /// Starts several messages that do not wait for each other; returns one work per message, or one for all.
    fn batch(&self, group: Group, calls: Vec<Call>, patience: &mut Patience) -> Result<Vec<Box<dyn Work>>> {
        calls.into_iter().map(|call| self.start(group, call, None, patience)).collect()
    }
    /// Makes a group of some ranks (of the world, ascending). All ranks call this in the same order.
    fn new_group(&self, ranks: &[usize], patience: &mut Patience) -> Result<Group>;
    /// Every rank gives a text and gets everybody's: for agreements, not for data.
    fn meet(&self, key: &str, text: &str, patience: &mut Patience) -> Result<Vec<String>>;
    /// Fails everything in progress; with `everywhere`, on the other ranks too.
    fn abort(&self, reason: &str, everywhere: bool);
    /// Reconnects all groups after an abort. Every rank calls it.
    fn renew(&self, patience: &mut Patience) -> Result<()>;
    /// Disconnects from the others.
    fn leave(&self, reason: &str);
}

/// How long a call may wait for other ranks, and what ends it early.
pub struct Patience<'a> {
    pub until: std::time::Instant,
    pub interrupted: &'a mut dyn FnMut() -> bool,
}

impl Patience<'_> {
    /// Polls until there is an answer.
    fn poll<T>(&mut self, what: &str, mut ask: impl FnMut(Duration) -> Result<Option<T>>) -> Result<T> {
        loop {
            if let Some(answer) = ask(Duration::from_millis(20))? {
                return Ok(answer);
            }
            if (self.interrupted)() {
                return Err(Error::Interrupted);
            }
            if std::time::Instant::now() > self.until {
                return Err(failed(format!("{what}: timed out")));
            }
        }
    }
}

/// This process's rank, and how to reach the others.
#[derive(Debug, Clone)]
pub struct Place {
    pub rank: usize,
    pub world: usize,
    /// Where rank 0 listens (MASTER_ADDR, MASTER_PORT); under MPI the processes may choose.
    pub master: Option<(String, u16)>,
    /// Whether ranks compare what they are about to do.
    pub checked: bool,
}

/// The kinds of backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carrier {
    /// The system's MPI, through host memory.
    Mpi,
    /// NCCL: NVIDIA's, or the emulator's where `TENSORCELL_EMULATE_NCCL` asks for it.
    Nccl,
    /// The emulator's NCCL in MPI's place, for ranks of one machine: they may share a device, and host memory is lifted.
    Emulated,
}

impl Carrier {
    /// The backend for tensors of the processor and of emulated devices: MPI if its launcher started this process, or if
    /// there is no emulated device to replace it.
    pub fn without_gpus() -> Carrier {
        let by_mpi = launch::started().is_some_and(|started| started.by.serves_mpi());
        if driver::is_emulated() && !by_mpi { Carrier::Emulated } else { Carrier::Mpi }
    }
}

/// Connects this process with the others; a single process needs neither MPI nor the emulator.
pub fn connect(carrier: Carrier, place: &Place, patience: &mut Patience) -> Result<Box<dyn Backend>> {
    match carrier {
        Carrier::Mpi | Carrier::Emulated if place.world == 1 => Ok(Box::new(single::Single)),
        Carrier::Mpi => mpi::connect(place, patience),
        Carrier::Nccl => Ok(Box::new(nccl::Nccl::connect(place, false, patience)?)),
        Carrier::Emulated => Ok(Box::new(nccl::Nccl::connect(place, true, patience)?)),
    }
}

/// The version text of MPI's library, if one is found; opens it.
pub fn mpi_version() -> Option<&'static str> {
    mpi::version()
}

/// Whether NCCL can be used: the library is installed, and the devices are real or the emulator's NCCL was requested.
pub fn has_nccl() -> bool {
    nccl::is_available()
}

/// NCCL's version as (2, 27, 3).
pub fn nccl_version() -> Option<(i32, i32, i32)> {
    nccl::version()
}

/// Finalizes MPI if it was initialized; call this once, before the process ends. Waits for the other ranks to do the same.
pub fn finalize(regular: bool) {
    mpi::finalize(regular);
}

type Abort = Box<dyn Fn(&str) + Send>;

/// What ends the waits of this process's connection, for threads that do not own it.
static ABORT: Mutex<Option<Abort>> = Mutex::new(None);

/// Fails everything that this process waits for from other ranks; does nothing if it is not connected.
pub fn abort(reason: &str) {
    if let Some(abort) = &*ABORT.lock() {
        abort(reason);
    }
}

/// The memory of a contiguous tensor, kept alive.
#[derive(Debug, Clone)]
struct Buffer {
    _storage: Arc<Storage>,
    address: u64,
    count: usize,
    dtype: DType,
}

impl Buffer {
    fn of(tensor: &Tensor) -> Buffer {
        // Of complex numbers the parts.
        let parts = if tensor.dtype().is_complex() { 2 } else { 1 };
        let (count, dtype) = (tensor.numel() * parts, tensor.dtype().part());
        Buffer { _storage: tensor.storage(), address: tensor.address(), count, dtype }
    }
}

/// Copies a result to its destination.
type Landing = Vec<(Tensor, Tensor)>;

/// A collective in progress, and the copies that follow it.
pub struct Handle {
    work: Box<dyn Work>,
    landing: Mutex<Landing>,
}

impl Handle {
    fn new(work: Box<dyn Work>, landing: Landing) -> Handle {
        Handle { work, landing: Mutex::new(landing) }
    }
    /// As [`Work::wait`]; once it is done, the result is at its destination.
    pub fn wait(&self, up_to: Duration) -> Result<bool> {
        let done = self.work.wait(up_to)?;
        if done && let Some(ran) = self.work.ran() {
            profile::communicated(&ran.name, ran.start, ran.end, ran.thread);
        }
        if done {
            for (from, to) in std::mem::take(&mut *self.landing.lock()) {
                engine::copy_across(&from, &to, to.device().is_cuda())?;
            }
        }
        Ok(done)
    }
    pub fn source(&self) -> Option<usize> {
        self.work.source()
    }
}

/// The device that the backend does not take directly.
fn foreign(backend: &dyn Backend, call: &Call) -> Option<Device> {
    call.send.iter().chain(&call.receive).map(Tensor::device).find(|device| !backend.takes(*device))
}

/// Refuses tensors without memory: there is nothing to send, and nowhere to receive.
fn check_memory(call: &Call) -> Result<()> {
    match call.send.iter().chain(&call.receive).find(|tensor| !tensor.has_memory()) {
        Some(tensor) => {
            let (name, kind) = (&call.name, if tensor.is_sparse() { "sparse tensors" } else { "the meta device" });
            Err(TensorError::runtime(format!("{name}: {kind} cannot take part in collectives")).into())
        }
        None => Ok(()),
    }
}

/// Starts several messages at once.
pub fn batch(backend: &dyn Backend, group: Group, calls: Vec<Call>, patience: &mut Patience) -> Result<Vec<Handle>> {
    calls.iter().try_for_each(check_memory)?;
    // Queued work may read or write the operands.
    engine::flush();
    let foreign = calls.iter().find_map(|call| foreign(backend, call));
    let (calls, landing) = match (foreign, backend.lifts_to(group)) {
        (Some(Device::Cuda(_)), _) => {
            return calls.into_iter().map(|call| start(backend, group, call, patience)).collect();
        }
        (Some(Device::Cpu), Some(device)) => {
            let lifted: Vec<_> = calls.into_iter().map(|call| lift(call, device)).collect::<Result<_>>()?;
            let (calls, landing): (Vec<_>, Vec<_>) = lifted.into_iter().unzip();
            (calls, landing.concat())
        }
        _ => {
            calls.iter().filter_map(|call| call.receive.as_ref()).for_each(Tensor::bump_version);
            (calls, Landing::new())
        }
    };
    let works = backend.batch(group, calls, patience)?;
    let mut handles: Vec<Handle> = works.into_iter().map(|work| Handle::new(work, Landing::new())).collect();
    // A backend that lifts returns one work for all.
    if let Some(handle) = handles.last_mut() {
        handle.landing = Mutex::new(landing);
    }
    Ok(handles)
}

/// Starts a collective; stages or lifts what the backend does not take.
pub fn start(backend: &dyn Backend, group: Group, call: Call, patience: &mut Patience) -> Result<Handle> {
    check_memory(&call)?;
    // Queued work may read or write the operands.
    engine::flush();
    match (foreign(backend, &call), backend.lifts_to(group)) {
        (Some(Device::Cuda(device)), _) => start_staged(backend, group, call, device, patience),
        (Some(Device::Cpu), Some(device)) => {
            let (call, landing) = lift(call, device)?;
            Ok(Handle::new(backend.start(group, call, None, patience)?, landing))
        }
        _ => {
            if let Some(receive) = &call.receive {
                receive.bump_version();
            }
            Ok(Handle::new(backend.start(group, call, None, patience)?, Landing::new()))
        }
    }
}

fn start_staged(
    backend: &dyn Backend,
    group: Group,
    call: Call,
    device: usize,
    patience: &mut Patience,
) -> Result<Handle> {
    let stream = staging_stream(device)?;
    let current = Stream::current(device);
    stream.wait_stream(&current).map_err(TensorError::from)?;
    stream.make_current();
    let staged = stage(call, &stream);
    current.make_current();
    let (call, landing, ready) = staged?;
    Ok(Handle::new(backend.start(group, call, Some(ready), patience)?, landing))
}

/// The call on copies of its operands, and how to copy the result back.
fn on_copies(call: Call, copy: impl Fn(&Tensor) -> Result<Tensor>) -> Result<(Call, Landing)> {
    let send = call.send.as_ref().map(&copy).transpose()?;
    let receive = match (&call.receive, &call.send, &send) {
        (Some(receive), Some(original), Some(copied)) if receive.same(original) => Some(copied.clone()),
        // Not all of it may be written (on ranks other than the root): the old contents come back.
        (Some(receive), ..) => Some(copy(receive)?),
        (None, ..) => None,
    };
    let landing = receive.clone().zip(call.receive.clone()).map(|(from, to)| (from, to.detach()));
    Ok((Call { send, receive, ..call }, landing.into_iter().collect()))
}

fn transferred(tensor: &Tensor, device: Device, non_blocking: bool) -> Result<Tensor> {
    let op = Op::Transfer { device, non_blocking };
    Ok(grad_mode::with(false, || engine::run(op, &[(&tensor.detach()).into()]))?)
}

/// The call on device copies of host memory.
fn lift(call: Call, device: usize) -> Result<(Call, Landing)> {
    on_copies(call, |tensor| transferred(tensor, Device::Cuda(device), false))
}

/// The call on host copies that are in transfer on `stream`; the event marks their arrival.
fn stage(call: Call, stream: &Stream) -> Result<(Call, Landing, Event)> {
    let (call, landing) = on_copies(call, |tensor| {
        tensor.storage().record_stream(stream);
        transferred(tensor, Device::Cpu, true)
    })?;
    let event = Event::new(stream.device(), false).map_err(TensorError::from)?;
    event.record(stream).map_err(TensorError::from)?;
    Ok((call, landing, event))
}

/// The device's stream for copies to the host for the network.
fn staging_stream(device: usize) -> Result<Stream> {
    static STREAMS: Mutex<Option<HashMap<usize, Stream>>> = Mutex::new(None);
    let mut streams = STREAMS.lock();
    let known = streams.get_or_insert_default();
    if let Some(stream) = known.get(&device) {
        return Ok(*stream);
    }
    let stream = Stream::new(device, 0).map_err(TensorError::from)?;
    known.insert(device, stream);
    Ok(stream)
}
