//! Several processes that compute together: the collectives as data, who carries them out, and handles to wait with.
//!
//! A [`Backend`] is one of three: `single` (one process), `mpi` (host memory, through the system's MPI) and `nccl` (GPUs).
//! What lies on a device that the backend does not take is staged: copied to page-locked memory on a stream of its own while
//! the device goes on computing, and copied back when the result is waited for.

pub mod launch;
#[cfg(feature = "mpi")]
mod mpi;
#[cfg(not(feature = "mpi"))]
#[path = "no_mpi.rs"]
mod mpi;
mod nccl;
mod single;
mod store;

use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tensorcell_device::Device;
use tensorcell_device::event::Event;
use tensorcell_device::stream::Stream;
use tensorcell_engine::{self as engine, grad_mode, profile};
use tensorcell_tensor::{DType, Op, Storage, Tensor, TensorError};

/// How elements of several ranks become one. Booleans: `Sum` and `Max` are or, `Product` and `Min` are and.
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

/// What is done together. Ranks are those within the group; sizes are elements.
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
    /// How much goes to each rank, and comes from each.
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
    /// From any rank where none is named.
    Receive {
        from: Option<usize>,
        tag: i32,
    },
}

impl Collective {
    /// One rank speaks to another: nobody else takes part.
    pub fn is_message(&self) -> bool {
        matches!(self, Collective::Send { .. } | Collective::Receive { .. })
    }
}

/// A collective on its operands: contiguous tensors, the same one twice where it works in place.
#[derive(Debug)]
pub struct Call {
    pub collective: Collective,
    /// PyTorch's name of the function, for errors.
    pub name: String,
    pub send: Option<Tensor>,
    pub receive: Option<Tensor>,
}

impl Call {
    /// What the ranks of a collective must agree on: PyTorch's words for it.
    fn described(&self) -> String {
        let tensor = self.send.as_ref().or(self.receive.as_ref());
        let mut text = format!("OpType={}", self.name);
        if let Some(tensor) = tensor {
            // What is taken apart or put together may differ in size where sizes are given.
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

/// What went wrong between processes, as a sentence that names the rank and the call.
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

/// A collective under way.
pub trait Work {
    /// Waits a while; whether it is done.
    ///
    /// # Errors
    /// Why it will never be done.
    fn wait(&self, up_to: Duration) -> Result<bool>;
    /// Who sent what was received, within the group.
    fn source(&self) -> Option<usize> {
        None
    }
    /// Where it ran beside the program, once it is done: for timelines. What a device ran is known there.
    fn ran(&self) -> Option<Ran> {
        None
    }
}

/// How an operation ran beside the program. Times are on the clock of `allocator::now`.
#[derive(Debug, Clone)]
pub struct Ran {
    /// `mpi:all_reduce`
    pub name: String,
    pub start: Duration,
    pub end: Duration,
    /// The thread that drove it.
    pub thread: u32,
}

/// A group of ranks, by number; 0 is all of them.
pub type Group = usize;

/// Carries collectives out.
pub trait Backend {
    fn name(&self) -> &'static str;
    /// Whether tensors of the device are taken as they are.
    fn takes(&self, device: Device) -> bool;
    /// Begins; returns at once, or when the ranks are connected. What is read may still be on its way: `ready` says when it is
    /// there. The work has as much time as the patience says.
    fn start(&self, group: Group, call: Call, ready: Option<Event>, patience: &mut Patience) -> Result<Box<dyn Work>>;
    /// Begins several messages, none of which waits for another; a work for each, or one for all.
    fn batch(&self, group: Group, calls: Vec<Call>, patience: &mut Patience) -> Result<Vec<Box<dyn Work>>> {
        calls.into_iter().map(|call| self.start(group, call, None, patience)).collect()
    }
    /// A group of some ranks (of the world, ascending). Each of them calls it in the same order; so do all others.
    fn new_group(&self, ranks: &[usize], patience: &mut Patience) -> Result<Group>;
    /// Every rank gives a text and gets everybody's: for agreements, not for data.
    fn meet(&self, key: &str, text: &str, patience: &mut Patience) -> Result<Vec<String>>;
    /// Ends what is under way with an error; with `told`, on the other ranks too.
    fn abort(&self, reason: &str, told: bool);
    /// Makes the connections of all groups anew after an abort. Every rank calls it.
    fn renew(&self, patience: &mut Patience) -> Result<()>;
    /// Parts from the others.
    fn leave(&self, reason: &str);
}

/// How long a call may wait for other ranks, and what ends it early.
pub struct Patience<'a> {
    pub until: std::time::Instant,
    pub interrupted: &'a mut dyn FnMut() -> bool,
}

impl Patience<'_> {
    /// Asks again and again until there is an answer.
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

/// Where this process stands, and how it finds the others.
#[derive(Debug, Clone)]
pub struct Place {
    pub rank: usize,
    pub world: usize,
    /// Where rank 0 listens (MASTER_ADDR, MASTER_PORT); under MPI it may be left to the processes.
    pub master: Option<(String, u16)>,
    /// Whether ranks compare what they are about to do.
    pub checked: bool,
}

/// Connects this process with the others.
///
/// `backend` is `mpi` or `nccl`; one process alone needs neither.
pub fn connect(backend: &str, place: &Place, patience: &mut Patience) -> Result<Box<dyn Backend>> {
    match backend {
        _ if place.world == 1 && backend == "mpi" => Ok(Box::new(single::Single)),
        "nccl" => Ok(Box::new(nccl::Nccl::connect(place, patience)?)),
        _ => mpi::connect(place, patience),
    }
}

/// Whether this program was built with MPI.
pub const fn has_mpi() -> bool {
    cfg!(feature = "mpi")
}

/// Whether NCCL can be used: the library is there, and the devices are no emulated ones.
pub fn has_nccl() -> bool {
    nccl::is_available()
}

/// NCCL's version as (2, 27, 3).
pub fn nccl_version() -> Option<(i32, i32, i32)> {
    nccl::version()
}

/// Ends MPI, where it was begun: to be called once, before the process ends. Waits for the other ranks to do the same.
pub fn finalize(regular: bool) {
    mpi::finalize(regular);
}

type Abort = Box<dyn Fn(&str) + Send>;

/// What ends the waits of this process's connection, for threads that have it not.
static ABORT: Mutex<Option<Abort>> = Mutex::new(None);

/// Ends what this process waits for from other ranks, with an error; nothing where it is not connected.
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
        Buffer { _storage: tensor.storage(), address: tensor.address(), count: tensor.numel(), dtype: tensor.dtype() }
    }
}

/// A collective under way, and the copy back to the device that follows it.
pub struct Handle {
    work: Box<dyn Work>,
    /// From host memory to the tensor that was asked for.
    landing: Mutex<Option<(Tensor, Tensor)>>,
}

impl Handle {
    /// As [`Work::wait`]; once it is done, the result is where it belongs.
    pub fn wait(&self, up_to: Duration) -> Result<bool> {
        let done = self.work.wait(up_to)?;
        if done && let Some(ran) = self.work.ran() {
            profile::communicated(&ran.name, ran.start, ran.end, ran.thread);
        }
        if done && let Some((from, to)) = self.landing.lock().take() {
            engine::copy_across(&from, &to, true)?;
        }
        Ok(done)
    }
    pub fn source(&self) -> Option<usize> {
        self.work.source()
    }
}

/// Begins several messages at once.
pub fn batch(backend: &dyn Backend, group: Group, calls: Vec<Call>, patience: &mut Patience) -> Result<Vec<Handle>> {
    let staged = |call: &Call| call.send.iter().chain(&call.receive).any(|tensor| !backend.takes(tensor.device()));
    if calls.iter().any(staged) {
        return calls.into_iter().map(|call| start(backend, group, call, patience)).collect();
    }
    engine::flush();
    calls.iter().filter_map(|call| call.receive.as_ref()).for_each(Tensor::bump_version);
    let works = backend.batch(group, calls, patience)?;
    Ok(works.into_iter().map(|work| Handle { work, landing: Mutex::new(None) }).collect())
}

/// Begins a collective, staging what the backend does not take.
pub fn start(backend: &dyn Backend, group: Group, call: Call, patience: &mut Patience) -> Result<Handle> {
    // What is queued may read or write the operands.
    engine::flush();
    let operands = || call.send.iter().chain(&call.receive);
    let device = operands().map(Tensor::device).find(|device| !backend.takes(*device));
    let Some(Device::Cuda(index)) = device else {
        if let Some(receive) = &call.receive {
            receive.bump_version();
        }
        return Ok(Handle { work: backend.start(group, call, None, patience)?, landing: Mutex::new(None) });
    };
    let stream = staging_stream(index)?;
    let current = Stream::current(index);
    stream.wait_stream(&current).map_err(TensorError::from)?;
    stream.make_current();
    let staged = stage(&call, &stream);
    current.make_current();
    let (send, receive, ready) = staged?;
    let landing = call.receive.clone().zip(receive.clone()).map(|(to, from)| (from, to.detach()));
    let work = backend.start(group, Call { send, receive, ..call }, ready, patience)?;
    Ok(Handle { work, landing: Mutex::new(landing) })
}

/// Host copies of the operands, on the way on `stream`; the event is reached when they are there.
fn stage(call: &Call, stream: &Stream) -> Result<(Option<Tensor>, Option<Tensor>, Option<Event>)> {
    let down = |tensor: &Tensor| -> Result<Tensor> {
        tensor.storage().record_stream(stream);
        let op = Op::Transfer { device: Device::Cpu, non_blocking: true };
        Ok(grad_mode::with(false, || engine::run(op, &[(&tensor.detach()).into()]))?)
    };
    let send = call.send.as_ref().map(down).transpose()?;
    let receive = match (&call.receive, &call.send, &send) {
        (Some(receive), Some(original), Some(copy)) if receive.same(original) => Some(copy.clone()),
        // Not all of it may be written (the ranks that are not the root's): what was there comes back.
        (Some(receive), ..) => Some(down(receive)?),
        (None, ..) => None,
    };
    let event = Event::new(stream.device(), false).map_err(TensorError::from)?;
    event.record(stream).map_err(TensorError::from)?;
    Ok((send, receive, Some(event)))
}

/// The stream of a device that copies to the host for the network.
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
