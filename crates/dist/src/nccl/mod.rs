//! Collectives over NCCL, for tensors on GPUs.
//!
//! An operation is queued on our own stream, which waits for the program's stream; waiting for it makes the program's stream
//! wait, not the host. As in PyTorch, a group's communicator on a device is made at first use, and one more for each pair of
//! ranks that exchange messages, so that messages do not delay collectives. Communicators are nonblocking: every call returns
//! at once and is polled, so that an abort (a dead rank, a timeout) is always possible.
//!
//! The emulator has its own NCCL for ranks of one machine, with which CI runs this file; no GPU has run it yet. That
//! NCCL also replaces MPI if there is none.

mod api;

use super::store::Store;
use super::{Backend, Buffer, Call, Collective, Error, Group, Patience, Place, Reduce, Result, Work, failed};
use api::{Api, Comm, Config, Queue, Status, api, datatype, reduction};
use cudarc::nccl::sys;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::ffi::{c_char, c_int, c_void};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tensorcell_device::activity::{self, What};
use tensorcell_device::event::Event;
use tensorcell_device::graph::{self, Relaxed};
use tensorcell_device::stream::Stream;
use tensorcell_device::{Device, driver, libraries, remote};
use tensorcell_tensor::{DType, Tensor, TensorError};

pub fn is_available() -> bool {
    (!driver::is_emulated() || libraries::wants_emulated_nccl()) && api().is_some()
}

pub fn version() -> Option<(i32, i32, i32)> {
    let number = api().filter(|_| is_available())?.number();
    Some((number / 10000, number / 100 % 100, number % 100))
}

/// Two members of a group that exchange messages, the lower first; `None`: the whole group.
type Pair = Option<(usize, usize)>;

/// The ranks that a communicator connects: a group, or two of it, on one device each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    group: Group,
    device: usize,
    pair: Pair,
}

/// A communicator, as a number.
#[derive(Clone, Copy)]
struct Made(usize);

/// A queued operation.
struct Queued {
    device: usize,
    event: Event,
    /// `[Rank 1] all_reduce`.
    what: String,
    until: Instant,
    patience: Duration,
}

impl Queued {
    /// Whether it is finished, or lost in a reset of its device.
    fn is_over(&self) -> bool {
        self.event.is_lost() || self.event.is_reached().unwrap_or(true)
    }
}

/// Shared by the program, the store's listener and the watchdog.
struct Shared {
    api: &'static Api,
    /// Held during NCCL's calls, so that no abort interferes.
    comms: Mutex<HashMap<Key, Made>>,
    queued: Mutex<Vec<Arc<Queued>>>,
    /// The latest call, for errors that come when nothing is queued.
    latest: Mutex<String>,
    broken: Mutex<Option<String>>,
}

impl Shared {
    /// Ends all NCCL kernels that wait for others.
    fn abort(&self, reason: &str) {
        {
            let during = self.queued.lock().iter().find(|queued| !queued.is_over()).map(|queued| queued.what.clone());
            let place = during.unwrap_or_else(|| self.latest.lock().clone());
            self.broken.lock().get_or_insert(format!("{place}: {reason}"));
        }
        for made in self.comms.lock().drain().map(|(_, made)| made) {
            // SAFETY: a live communicator, taken from the table.
            unsafe { (self.api.abort)(made.0 as Comm) };
        }
    }

    fn check(&self) -> Result<()> {
        self.broken.lock().clone().map_or(Ok(()), |reason| Err(failed(reason)))
    }

    /// Drops finished operations; returns the reason to abort: a timeout, or a communicator's error.
    fn look(&self) -> Option<String> {
        let _relaxed = Relaxed::begin();
        let late = {
            let mut queued = self.queued.lock();
            queued.retain(|queued| !queued.is_over());
            queued.iter().find(|queued| queued.until < Instant::now()).map(|queued| {
                format!("timed out after {} s: not all ranks took part", queued.patience.as_secs_f64().ceil())
            })
        };
        late.or_else(|| {
            let comms = self.comms.lock();
            comms.values().find_map(|made| match self.api.outcome(made.0 as Comm) {
                Some(Err(error)) => Some(error.to_string()),
                _ => None,
            })
        })
    }
}

impl remote::Watch for Shared {
    fn under_way(&self, device: usize) -> std::result::Result<bool, String> {
        self.check().map_err(|error| error.to_string())?;
        let mut queued = self.queued.lock();
        queued.retain(|queued| queued.device != device || !queued.is_over());
        Ok(queued.iter().any(|queued| queued.device == device))
    }
    fn interrupt(&self) -> String {
        self.abort("interrupted");
        self.broken.lock().clone().unwrap_or_default()
    }
}

/// Watches queued operations, so that timeouts and errors are noticed while the program does something else.
fn watch(shared: &Weak<Shared>, store: &Weak<Store>) {
    while let (Some(shared), Some(store)) = (shared.upgrade(), store.upgrade()) {
        if shared.broken.lock().is_none()
            && let Some(reason) = shared.look()
        {
            shared.abort(&reason);
            store.abort(shared.broken.lock().as_deref().unwrap_or(&reason));
        }
        drop((shared, store));
        std::thread::sleep(Duration::from_millis(100));
    }
}

pub struct Nccl {
    rank: usize,
    checked: bool,
    /// Host memory is lifted to a device.
    lifts: bool,
    api: &'static Api,
    store: Arc<Store>,
    shared: Arc<Shared>,
    /// The ranks of each group, and the number of collectives that it has started.
    groups: Mutex<Vec<(Vec<usize>, u64)>>,
    /// By device; messages have one stream per pair.
    streams: Mutex<HashMap<(usize, Pair), Stream>>,
    renewals: Mutex<usize>,
}

struct NcclWork {
    queued: Arc<Queued>,
    /// A barrier also blocks the host.
    blocks: bool,
    shared: Arc<Shared>,
    source: Option<usize>,
}

impl Work for NcclWork {
    fn wait(&self, up_to: Duration) -> Result<bool> {
        self.shared.check()?;
        let event = &self.queued.event;
        let reached = || event.is_reached().map_err(TensorError::from);
        if up_to.is_zero() {
            return Ok(reached()?);
        }
        if self.blocks {
            let until = Instant::now() + up_to;
            while !reached()? {
                self.shared.check()?;
                if Instant::now() > until {
                    return Ok(false);
                }
                std::thread::sleep(Duration::from_micros(50));
            }
            // An abort also ends the stream's wait.
            self.shared.check()?;
        }
        Stream::current(self.queued.device).wait_event(event).map_err(TensorError::from)?;
        Ok(true)
    }
    fn source(&self) -> Option<usize> {
        self.source
    }
}

impl Nccl {
    /// With `lifts`, host memory goes through a device.
    pub fn connect(place: &Place, lifts: bool, patience: &mut Patience) -> Result<Nccl> {
        let Place { rank, world, checked, .. } = *place;
        let what = format!("[Rank {rank}] init_process_group");
        let api = api().ok_or_else(|| {
            failed(format!("{what}: NCCL was not found: libnccl.so.2 (pip install nvidia-nccl-cu13)"))
        })?;
        if api.number() < 21700 {
            return Err(failed(format!("{what}: NCCL {:?} is too old: 2.17 is needed", version().unwrap_or_default())));
        }
        let Some((host, port)) = &place.master else {
            return Err(failed(format!("{what}: NCCL needs MASTER_ADDR and MASTER_PORT")));
        };
        if rank == 0 {
            super::store::serve("0.0.0.0", *port, world).map_err(|error| {
                failed(format!(
                    "{what}: rank 0 cannot listen on port {port} (MASTER_PORT): {error}. Another program, or an earlier run, may \
                     be using it: choose another port"
                ))
            })?;
        }
        let shared = Arc::new(Shared {
            api,
            comms: Mutex::default(),
            queued: Mutex::default(),
            latest: Mutex::new(what.clone()),
            broken: Mutex::default(),
        });
        let handle = shared.clone();
        let on_left = Arc::new(move |gone: usize, reason: &str| {
            if !reason.is_empty() {
                handle.abort(&format!("rank {gone}: {reason}"));
            }
        });
        let store = Arc::new(Store::join(host, *port, rank, world, on_left, patience)?);
        let agreed = store.meet("init", world, &checked.to_string(), patience)?;
        if agreed.iter().any(|checked| *checked != agreed[0]) {
            return Err(failed(format!("{what}: TORCH_DISTRIBUTED_DEBUG must be the same on all ranks")));
        }
        let handle = shared.clone();
        *super::ABORT.lock() = Some(Box::new(move |reason| handle.abort(reason)));
        remote::set_watch(Some(shared.clone()));
        let (for_shared, for_store) = (Arc::downgrade(&shared), Arc::downgrade(&store));
        std::thread::Builder::new()
            .name("nccl watch".into())
            .spawn(move || watch(&for_shared, &for_store))
            .map_err(|error| failed(format!("{what}: {error}")))?;
        let groups = Mutex::new(vec![((0..world).collect(), 0)]);
        let (streams, renewals) = (Mutex::default(), Mutex::new(0));
        Ok(Nccl { rank, checked, lifts, api, store, shared, groups, streams, renewals })
    }

    fn ranks(&self, group: Group) -> Vec<usize> {
        self.groups.lock().get(group).map(|(ranks, _)| ranks.clone()).unwrap_or_default()
    }

    /// Makes a missing communicator: its ranks agree on an id, then NCCL connects them.
    fn join(&self, key: Key, patience: &mut Patience) -> Result<()> {
        if self.shared.comms.lock().contains_key(&key) {
            return Ok(());
        }
        let what = format!("[Rank {}] NCCL communicator", self.rank);
        let group = self.ranks(key.group);
        let ranks = match key.pair {
            Some((a, b)) => vec![group[a], group[b]],
            None => group,
        };
        let place = ranks.iter().position(|rank| *rank == self.rank);
        let Some(place) = place else { return Err(failed(format!("{what}: this rank is not in the group"))) };
        let mut id = sys::ncclUniqueId { internal: [0; 128] };
        if place == 0 {
            // SAFETY: fills the number.
            self.api.check(unsafe { (self.api.unique_id)(&mut id) })?;
        }
        let text: String = id.internal.iter().map(|byte| format!("{:02x}", *byte as u8)).collect();
        let before = {
            let comms = self.shared.comms.lock();
            comms.keys().filter(|other| (other.group, other.pair) == (key.group, key.pair)).count()
        };
        let name = format!("nccl {} {:?} {before} {}", key.group, key.pair, self.renewals.lock());
        let texts = self.store.meet(&name, ranks.len(), &text, patience)?;
        for (at, byte) in id.internal.iter_mut().enumerate() {
            let digits = texts[0].get(2 * at..2 * at + 2).unwrap_or("00");
            *byte = u8::from_str_radix(digits, 16).unwrap_or(0) as c_char;
        }
        driver::bind(key.device).map_err(TensorError::from)?;
        let mut comm: Comm = std::ptr::null_mut();
        let mut config = Config::nonblocking();
        let status = {
            let mut comms = self.shared.comms.lock();
            // SAFETY: the device's context is current; all these ranks give the same number.
            let status = unsafe { (self.api.init)(&mut comm, ranks.len() as c_int, id, place as c_int, &mut config) };
            if !comm.is_null() {
                comms.insert(key, Made(comm as usize));
            }
            status
        };
        let made = self.api.check(status).and_then(|()| self.wait_for_call(key, &what, patience));
        made.map_err(|error| {
            if let Some(made) = self.shared.comms.lock().remove(&key) {
                // SAFETY: a live communicator, taken from the table.
                unsafe { (self.api.abort)(made.0 as Comm) };
            }
            match error {
                Error::Distributed(text) if self.shared.broken.lock().is_none() => failed(format!(
                    "{what} on cuda:{}: {text}. Does each rank use a GPU of its own (torch.cuda.set_device(LOCAL_RANK))?",
                    key.device
                )),
                other => other,
            }
        })
    }

    /// Waits until NCCL has finished a communicator's call: connected, or queued the operation.
    fn wait_for_call(&self, key: Key, what: &str, patience: &mut Patience) -> Result<()> {
        patience.poll(what, |_| {
            self.shared.check()?;
            let outcome = {
                let comms = self.shared.comms.lock();
                let Some(made) = comms.get(&key) else { return Err(failed(format!("{what}: aborted"))) };
                self.api.outcome(made.0 as Comm)
            };
            match outcome {
                Some(outcome) => outcome.map(Some),
                None => {
                    std::thread::sleep(Duration::from_micros(100));
                    Ok(None)
                }
            }
        })
    }

    fn stream(&self, device: usize, pair: Pair) -> Result<Stream> {
        let mut streams = self.streams.lock();
        if let Some(stream) = streams.get(&(device, pair)) {
            return Ok(*stream);
        }
        let stream = Stream::new(device, -1).map_err(TensorError::from)?;
        streams.insert((device, pair), stream);
        Ok(stream)
    }

    /// Queues related operations on a stream behind the program's work; returns one work per operation.
    fn queue(&self, key: Key, calls: &[Call], source: Option<usize>, patience: &mut Patience) -> Result<NcclWork> {
        let what = format!("[Rank {}] {}", self.rank, calls[0].name);
        self.shared.latest.lock().clone_from(&what);
        let began = Instant::now();
        self.join(key, patience).map_err(|error| match error {
            Error::Distributed(_) if Instant::now() > patience.until && self.shared.check().is_ok() => failed(format!(
                "{what}: timed out after {} s: not all ranks took part",
                patience.until.duration_since(began).as_secs_f64().ceil()
            )),
            other => other,
        })?;
        let (stream, current) = (self.stream(key.device, key.pair)?, Stream::current(key.device));
        driver::bind(key.device).map_err(TensorError::from)?;
        stream.wait_stream(&current).map_err(TensorError::from)?;
        let ranks = self.ranks(key.group);
        let mut outcome = Ok(());
        let submit = || {
            let queued = match self.shared.comms.lock().get(&key) {
                // SAFETY: the communicator is alive while the table is held.
                Some(made) => unsafe { self.submit(calls, made.0 as Comm, key.pair, &ranks, stream.raw().cast()) },
                None => Err(failed("aborted")),
            };
            outcome = queued.and_then(|()| self.wait_for_call(key, &what, patience));
            Ok(())
        };
        activity::observed(&stream, What::library(kernel_name(&calls[0].collective)), submit)
            .map_err(TensorError::from)?;
        outcome.map_err(|error| match error {
            Error::Distributed(text) if !text.starts_with("[Rank") => failed(format!("{what}: {text}")),
            other => other,
        })?;
        for tensor in calls.iter().flat_map(|call| call.send.iter().chain(&call.receive)) {
            tensor.storage().record_stream(&stream);
        }
        let event = Event::new(key.device, false).map_err(TensorError::from)?;
        event.record(&stream).map_err(TensorError::from)?;
        let (until, now) = (patience.until, Instant::now());
        let queued =
            Arc::new(Queued { device: key.device, event, what, until, patience: until.saturating_duration_since(now) });
        if !graph::is_capturing(key.device) {
            self.shared.queued.lock().push(queued.clone());
        }
        Ok(NcclWork { queued, blocks: false, shared: self.shared.clone(), source })
    }

    /// Gives operations to NCCL, in a group if there are several or one consists of several.
    ///
    /// # Safety
    /// The communicator is alive; the operands lie on the stream's device and are kept until the stream has used them.
    unsafe fn submit(&self, calls: &[Call], comm: Comm, pair: Pair, ranks: &[usize], stream: Queue) -> Result<()> {
        let api = self.api;
        // SAFETY: takes no arguments. A group is always ended, also if a call in it failed.
        unsafe { api.check((api.group_start)())? };
        let one = |call: &Call| -> Result<()> {
            let (from, to) = (call.send.as_ref().map(Buffer::of), call.receive.as_ref().map(Buffer::of));
            let address =
                |buffer: &Option<Buffer>| buffer.as_ref().map_or(std::ptr::null_mut(), |b| b.address as *mut c_void);
            let count = |buffer: &Option<Buffer>| buffer.as_ref().map_or(0, |buffer| buffer.count);
            let dtype = from.as_ref().or(to.as_ref()).map_or(DType::UInt8, |buffer| buffer.dtype);
            let (kind, width) = (datatype(dtype)?, dtype.size());
            let (send, receive) = (address(&from), address(&to));
            let is_root = |root: usize| ranks[root] == self.rank;
            let part = |base: *mut c_void, at: usize| base.wrapping_byte_add(at * width);
            // Within a pair's communicator the ranks are 0 and 1.
            let peer = |rank: usize| pair.map_or(rank, |(_, second)| usize::from(rank == second)) as c_int;
            // SAFETY: sizes are those of the buffers.
            let sent = |at, count, to: usize| {
                api.check(unsafe { (api.send)(part(send, at), count, kind, peer(to), comm, stream) })
            };
            // SAFETY: as above.
            let received = |at, count, from: usize| {
                api.check(unsafe { (api.receive)(part(receive, at), count, kind, peer(from), comm, stream) })
            };
            // SAFETY: as above.
            let status = unsafe {
                match &call.collective {
                    Collective::AllReduce(op) => {
                        (api.all_reduce)(send, receive, count(&to), kind, reduction(*op, dtype)?, comm, stream)
                    }
                    Collective::Reduce { root, op } => {
                        let op = reduction(*op, dtype)?;
                        (api.reduce)(send, receive, count(&from), kind, op, *root as c_int, comm, stream)
                    }
                    Collective::Broadcast { root } => {
                        (api.broadcast)(receive, receive, count(&to), kind, *root as c_int, comm, stream)
                    }
                    Collective::AllGather => (api.all_gather)(send, receive, count(&from), kind, comm, stream),
                    Collective::ReduceScatter(op) => {
                        (api.reduce_scatter)(send, receive, count(&to), kind, reduction(*op, dtype)?, comm, stream)
                    }
                    Collective::AllToAll { send: out, receive: back } => {
                        let (mut to, mut from) = (0, 0);
                        for rank in 0..ranks.len() {
                            if out[rank] > 0 {
                                sent(to, out[rank], rank)?;
                            }
                            if back[rank] > 0 {
                                received(from, back[rank], rank)?;
                            }
                            (to, from) = (to + out[rank], from + back[rank]);
                        }
                        Status::ncclSuccess
                    }
                    Collective::Gather { root } => {
                        let each = count(&from);
                        sent(0, each, *root)?;
                        for rank in (0..ranks.len()).filter(|_| is_root(*root)) {
                            received(rank * each, each, rank)?;
                        }
                        Status::ncclSuccess
                    }
                    Collective::Scatter { root } => {
                        let each = count(&to);
                        for rank in (0..ranks.len()).filter(|_| is_root(*root)) {
                            sent(rank * each, each, rank)?;
                        }
                        received(0, each, *root)?;
                        Status::ncclSuccess
                    }
                    Collective::Send { to, .. } => return sent(0, count(&from), *to),
                    Collective::Receive { from: Some(from), .. } => return received(0, count(&to), *from),
                    Collective::Receive { from: None, .. } => {
                        return Err(failed("NCCL needs the rank to receive from (src)"));
                    }
                    // A small reduction replaces it.
                    Collective::Barrier => Status::ncclSuccess,
                }
            };
            api.check(status)
        };
        let done = calls.iter().try_for_each(one);
        // SAFETY: begun above.
        done.and(unsafe { api.check((api.group_end)()) })
    }

    /// The device of a call without tensors: one that the group has used, or the program's choice.
    fn usual_device(&self, group: Group) -> usize {
        let used = self.shared.comms.lock().keys().find(|key| key.group == group).map(|key| key.device);
        let current = driver::current_device();
        let local = || std::env::var("LOCAL_RANK").ok()?.trim().parse::<usize>().ok();
        match used {
            Some(device) => device,
            None if current != 0 => current,
            None => local().unwrap_or(self.rank) % driver::device_count().max(1),
        }
    }
}

/// The profiler's name for the work: the function's, since NCCL chooses the algorithm.
fn kernel_name(collective: &Collective) -> &'static str {
    match collective {
        Collective::Barrier | Collective::AllReduce(_) => "ncclAllReduce",
        Collective::Broadcast { .. } => "ncclBroadcast",
        Collective::Reduce { .. } => "ncclReduce",
        Collective::AllGather => "ncclAllGather",
        Collective::ReduceScatter(_) => "ncclReduceScatter",
        _ => "ncclSendRecv",
    }
}

impl Backend for Nccl {
    fn name(&self) -> &'static str {
        if self.lifts { "emulated" } else { "nccl" }
    }
    fn takes(&self, device: Device) -> bool {
        device.is_cuda()
    }
    fn lifts_to(&self, group: Group) -> Option<usize> {
        self.lifts.then(|| self.usual_device(group))
    }
    fn start(&self, group: Group, mut call: Call, _: Option<Event>, patience: &mut Patience) -> Result<Box<dyn Work>> {
        self.shared.check()?;
        let ranks = self.ranks(group);
        if self.checked && !call.collective.is_message() && ranks.len() > 1 {
            let number = {
                let mut groups = self.groups.lock();
                groups[group].1 += 1;
                groups[group].1
            };
            let key = format!("{group} {number} {}", self.renewals.lock());
            self.store.compare(&key, ranks.len(), &format!("CollectiveFingerPrint({})", call.described()));
        }
        let blocks = call.collective == Collective::Barrier;
        if blocks {
            let flag = Tensor::empty(&[1], DType::UInt8, Device::Cuda(self.usual_device(group)))?;
            let (send, receive) = (Some(flag.clone()), Some(flag));
            call = Call { collective: Collective::AllReduce(Reduce::Max), send, receive, ..call };
        }
        let Some(Device::Cuda(device)) = call.send.iter().chain(&call.receive).map(Tensor::device).next() else {
            return Err(failed(format!(
                "[Rank {}] {}: No backend type associated with device type cpu",
                self.rank, call.name
            )));
        };
        let here = ranks.iter().position(|rank| *rank == self.rank).unwrap_or(0);
        let (peer, source) = match &call.collective {
            Collective::Send { to, .. } => (Some(*to), None),
            Collective::Receive { from: Some(from), .. } => (Some(*from), Some(*from)),
            _ => (None, None),
        };
        let pair = peer.map(|peer| (here.min(peer), here.max(peer)));
        let mut work = self.queue(Key { group, device, pair }, &[call], source, patience)?;
        work.blocks = blocks;
        Ok(Box::new(work))
    }
    fn batch(&self, group: Group, calls: Vec<Call>, patience: &mut Patience) -> Result<Vec<Box<dyn Work>>> {
        self.shared.check()?;
        let device = calls.iter().flat_map(|call| call.send.iter().chain(&call.receive)).map(Tensor::device).next();
        let Some(Device::Cuda(device)) = device else { return Ok(Vec::new()) };
        // As in PyTorch: one work for all.
        let work = self.queue(Key { group, device, pair: None }, &calls, None, patience)?;
        Ok(vec![Box::new(work)])
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
        self.groups.lock().push((ranks.to_vec(), 0));
        Ok(number)
    }
    fn meet(&self, key: &str, text: &str, patience: &mut Patience) -> Result<Vec<String>> {
        self.store.meet(key, self.store.world(), text, patience)
    }
    fn abort(&self, reason: &str, everywhere: bool) {
        if everywhere {
            self.store.abort(reason);
        }
        self.shared.abort(reason);
    }
    fn renew(&self, patience: &mut Patience) -> Result<()> {
        self.shared.abort("renewed");
        let key = {
            let mut renewals = self.renewals.lock();
            *renewals += 1;
            format!("renew {renewals}")
        };
        self.store.forgive();
        self.store.meet(&key, self.store.world(), "", patience)?;
        self.store.forgive();
        self.groups.lock().iter_mut().for_each(|(_, begun)| *begun = 0);
        self.shared.queued.lock().clear();
        *self.shared.broken.lock() = None;
        Ok(())
    }
    fn leave(&self, reason: &str) {
        remote::set_watch(None);
        if reason.is_empty() {
            self.end();
        }
        self.store.leave(reason);
    }
}

impl Nccl {
    /// Closes all communicators: queued work finishes, if it does within a while.
    fn end(&self) {
        let mut comms = self.shared.comms.lock();
        let mut patience = Patience { until: Instant::now() + Duration::from_secs(10), interrupted: &mut || false };
        for made in comms.drain().map(|(_, made)| made) {
            let comm = made.0 as Comm;
            // SAFETY: a live communicator, taken from the table; finalized first, as calls do not block.
            let finalized = self.api.check(unsafe { (self.api.finalize)(comm) }).and_then(|()| {
                patience.poll("destroy_process_group", |_| match self.api.outcome(comm) {
                    Some(outcome) => outcome.map(Some),
                    None => {
                        std::thread::sleep(Duration::from_micros(100));
                        Ok(None)
                    }
                })
            });
            // SAFETY: as above.
            unsafe { if finalized.is_ok() { (self.api.destroy)(comm) } else { (self.api.abort)(comm) } };
        }
    }
}
