//! Collectives over the system's MPI, for host memory. The library is opened at first use.
//!
//! One thread makes all MPI calls, so that any MPI works (`MPI_THREAD_SERIALIZED`), and polls them while the program computes:
//! every operation is nonblocking (`MPI_Test`). So a wait can end with an error (a rank died, a timeout) or an interrupt; the
//! operation itself cannot be cancelled, and its memory is then kept forever.
//!
//! Before a collective the ranks compare what they are about to do: a reduction of two words over a separate communicator,
//! which overlaps with earlier operations. If they differ, an error on every rank says who does what.

mod abi;
mod half_ops;
mod library;
mod raw;

use super::launch::started;
use super::store::Store;
use super::{Backend, Buffer, Call, Collective, Error, Group, Patience, Place, Ran, Result, Work, failed};
use library::{Mpi as Library, library};
use parking_lot::{Condvar, Mutex};
use raw::{Communicator, Request};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tensorcell_device::Device;
use tensorcell_device::activity;
use tensorcell_device::allocator::now;
use tensorcell_device::clock;
use tensorcell_device::event::Event;
use tensorcell_tensor::Tensor;

/// How long the last messages of a finished rank may take to arrive.
const GRACE: Duration = Duration::from_secs(5);

enum Status {
    Running,
    Done(Option<usize>),
    Failed(String),
}

/// State of one operation, shared by the program and the thread.
struct State {
    status: Mutex<Status>,
    /// Reported once.
    ran: Mutex<Option<Ran>>,
    changed: Condvar,
}

impl State {
    fn finish(&self, status: Status) {
        let mut now = self.status.lock();
        if matches!(*now, Status::Running) {
            *now = status;
            self.changed.notify_all();
        }
    }
}

struct MpiWork(Arc<State>);

impl Work for MpiWork {
    fn wait(&self, up_to: Duration) -> Result<bool> {
        let mut status = self.0.status.lock();
        if matches!(*status, Status::Running) && !up_to.is_zero() {
            self.0.changed.wait_for(&mut status, up_to);
        }
        match &*status {
            Status::Running => Ok(false),
            Status::Done(_) => Ok(true),
            Status::Failed(reason) => Err(failed(reason)),
        }
    }
    fn source(&self) -> Option<usize> {
        match &*self.0.status.lock() {
            Status::Done(source) => *source,
            _ => None,
        }
    }
    fn ran(&self) -> Option<Ran> {
        self.0.ran.lock().take()
    }
}

/// Requests to the thread.
enum Task {
    Start(Box<Operation>),
    /// Makes communicators for these ranks of the world, distinguished by a tag.
    NewGroup {
        ranks: Vec<usize>,
        tag: i32,
        reply: Sender<Result<Group>>,
    },
    /// Makes all groups again, on new communicators.
    Renew {
        tag: i32,
        reply: Sender<Result<()>>,
    },
    /// Broadcasts a text of rank 0.
    Share {
        text: String,
        deadline: Instant,
        reply: Sender<Result<String>>,
    },
    /// Fails everything in progress and everything to come.
    Break(String),
    Left(usize),
    /// Drops the groups; the ranks may connect again.
    Disband,
    Finalize {
        reply: Sender<()>,
    },
}

/// One operation from its call to its end.
struct Operation {
    group: Group,
    call: What,
    /// Reached when the operands have arrived.
    ready: Option<Event>,
    state: Arc<State>,
    stage: Stage,
    began: Instant,
    /// When it was given to MPI.
    started: Duration,
}

/// A call with its operands as memory.
#[derive(Clone)]
struct What {
    collective: Collective,
    name: String,
    /// What all ranks must agree on, in words.
    described: String,
    send: Option<Buffer>,
    receive: Option<Buffer>,
}

enum Stage {
    Waiting,
    /// The ranks compare.
    Checking(Request, Box<[u64; 2]>),
    /// They differ: who does what?
    Telling(Request, Vec<u8>),
    Agreed,
    Running(Request),
    Over,
}

struct Comms {
    ranks: Vec<usize>,
    data: Communicator,
    checks: Communicator,
    /// The number of collectives started.
    count: u64,
    queue: VecDeque<Operation>,
    messages: Vec<Operation>,
}

/// The thread's state.
struct Engine {
    library: &'static Library,
    rank: usize,
    checked: bool,
    groups: Vec<Option<Comms>>,
    broken: Option<String>,
    /// Ranks that have finished, and when this was learned.
    left: Vec<(usize, Instant)>,
    /// Operations that cannot be cancelled: MPI may still write to their memory.
    abandoned: Vec<Operation>,
}

struct Thread {
    tasks: Mutex<Sender<Task>>,
    rank: usize,
    world: usize,
}

/// The version text of MPI's library, if one is found.
pub fn version() -> Option<&'static str> {
    library().ok().map(|library| library.version.as_str())
}

/// MPI can be initialized once per process.
static THREAD: OnceLock<std::result::Result<Thread, String>> = OnceLock::new();

fn thread() -> Result<&'static Thread> {
    let begin = || {
        let library = library()?;
        let (tasks, inbox) = channel();
        let (reply, answer) = channel();
        // The program's thread comes first on timelines.
        activity::thread_number();
        let spawned = std::thread::Builder::new().name("mpi".into()).spawn(move || match library.initialize() {
            Ok((rank, world)) => {
                let _ = reply.send(Ok((rank, world)));
                clock::sleep_precisely();
                Engine { library, rank, checked: true, groups: vec![], broken: None, left: vec![], abandoned: vec![] }
                    .run(&inbox);
            }
            Err(error) => {
                let _ = reply.send(Err(error));
            }
        });
        spawned.map_err(|error| error.to_string())?;
        let (rank, world) = answer.recv().map_err(|_| "MPI could not begin".to_owned())??;
        Ok(Thread { tasks: Mutex::new(tasks), rank, world })
    };
    THREAD.get_or_init(begin).as_ref().map_err(failed)
}

impl Thread {
    fn ask<T>(&self, what: &str, patience: &mut Patience, task: impl FnOnce(Sender<Result<T>>) -> Task) -> Result<T> {
        let (reply, answer) = channel();
        self.send(task(reply));
        patience.poll(what, |pause| match answer.recv_timeout(pause) {
            Ok(answer) => answer.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(failed("MPI has ended in this process")),
        })
    }
    fn send(&self, task: Task) {
        let _ = self.tasks.lock().send(task);
    }
}

struct Mpi {
    thread: &'static Thread,
    store: Store,
    /// Tags for communicators: the same on all ranks.
    made: Mutex<i32>,
}

pub fn connect(place: &Place, patience: &mut Patience) -> Result<Box<dyn Backend>> {
    let Place { rank, world, .. } = *place;
    let what = format!("[Rank {rank}] init_process_group");
    let Some(launcher) = started().map(|started| started.by) else {
        return Err(failed(format!(
            "{what}: WORLD_SIZE is {world}, but this process was started alone, and MPI joins only what it has started. Start \
             the ranks together: tensorcell run --nproc {world} script.py, mpirun -n {world} tensorcell run script.py, or srun"
        )));
    };
    if !launcher.serves_mpi() {
        return Err(failed(format!(
            "{what}: tensors of the processor travel between processes by MPI, and mpirun was not found: install it (Debian: apt \
             install openmpi-bin), or run on emulated devices (TENSORCELL_EMULATE={world}), which need none"
        )));
    }
    let thread = thread()?;
    if (thread.rank, thread.world) != (rank, world) {
        return Err(failed(format!(
            "{what}: the program says rank {rank} of {world}, MPI started it as rank {} of {}: give neither rank nor \
             world_size, or start as many processes",
            thread.rank, thread.world
        )));
    }
    // Rank 0 opens the store and broadcasts its address, or its error, by MPI, so that all ranks fail together.
    let opened = match (rank, &place.master) {
        (0, Some((_, port))) => open(place, "0.0.0.0", *port),
        (0, None) => open(place, "0.0.0.0", 0),
        _ => String::new(),
    };
    let deadline = patience.until;
    let shared = thread.ask(&format!("{what}: waiting for all {world} ranks to call it"), patience, |reply| {
        Task::Share { text: opened, deadline, reply }
    })?;
    let (host, port) = match shared.split_once('\n') {
        Some(("", reason)) => return Err(failed(format!("{what}: {reason}"))),
        Some((host, port)) => (host.to_owned(), port.parse().unwrap_or(0)),
        None => return Err(failed(format!("{what}: rank 0 gave no address"))),
    };
    let on_left = Arc::new(move |gone: usize, reason: &str| match reason {
        "" => thread.send(Task::Left(gone)),
        reason => thread.send(Task::Break(format!("rank {gone}: {reason}"))),
    });
    let store = Store::join(&host, port, rank, world, on_left, patience)?;
    let agreed = store.meet("init", world, &format!("{}", place.checked), patience)?;
    if agreed.iter().any(|checked| *checked != agreed[0]) {
        return Err(failed(format!("{what}: TORCH_DISTRIBUTED_DEBUG must be the same on all ranks")));
    }
    thread.send(Task::Disband);
    *super::ABORT.lock() = Some(Box::new(|reason| thread.send(Task::Break(reason.to_owned()))));
    let mpi = Mpi { thread, store, made: Mutex::new(0) };
    CHECKED.store(place.checked, std::sync::atomic::Ordering::Relaxed);
    mpi.new_group(&(0..world).collect::<Vec<_>>(), patience)?;
    Ok(Box::new(mpi))
}

static CHECKED: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(true);

/// Opens the store on rank 0: returns "host\nport", or "\nreason".
fn open(place: &Place, address: &str, port: u16) -> String {
    let host = match &place.master {
        Some((host, _)) => host.clone(),
        None => super::launch::host_name(),
    };
    match super::store::serve(address, port, place.world) {
        Ok(port) => format!("{host}\n{port}"),
        Err(error) => format!(
            "\nrank 0 cannot listen on port {port} (MASTER_PORT): {error}. Another program, or an earlier run, may be using \
             it: choose another port"
        ),
    }
}

impl Backend for Mpi {
    fn name(&self) -> &'static str {
        "mpi"
    }
    fn takes(&self, device: Device) -> bool {
        device == Device::Cpu
    }
    fn start(&self, group: Group, call: Call, ready: Option<Event>, _: &mut Patience) -> Result<Box<dyn Work>> {
        let state =
            Arc::new(State { status: Mutex::new(Status::Running), ran: Mutex::default(), changed: Condvar::new() });
        let operation = Operation {
            group,
            call: What::of(call),
            ready,
            state: state.clone(),
            stage: Stage::Waiting,
            began: Instant::now(),
            started: Duration::ZERO,
        };
        self.thread.send(Task::Start(Box::new(operation)));
        Ok(Box::new(MpiWork(state)))
    }
    fn new_group(&self, ranks: &[usize], patience: &mut Patience) -> Result<Group> {
        let tag = {
            let mut made = self.made.lock();
            *made += 1;
            *made
        };
        let what = format!("[Rank {}] new_group", self.thread.rank);
        // MPI's own call would wait forever for a rank that does not call it, or calls it with another list.
        let lists =
            self.store.meet(&format!("new_group {tag}"), self.store.world(), &format!("{ranks:?}"), patience)?;
        if let Some(other) = lists.iter().position(|list| *list != lists[0]) {
            return Err(failed(format!("{what}: rank 0 gave ranks {}, rank {other} gave {}", lists[0], lists[other])));
        }
        let ranks = ranks.to_vec();
        self.thread.ask(&what, patience, |reply| Task::NewGroup { ranks, tag, reply })
    }
    fn meet(&self, key: &str, text: &str, patience: &mut Patience) -> Result<Vec<String>> {
        self.store.meet(key, self.store.world(), text, patience)
    }
    fn abort(&self, reason: &str, everywhere: bool) {
        if everywhere {
            self.store.abort(reason);
        }
        self.thread.send(Task::Break(reason.to_owned()));
    }
    fn renew(&self, patience: &mut Patience) -> Result<()> {
        self.store.forgive();
        let tag = {
            let mut made = self.made.lock();
            *made += 1;
            *made
        };
        self.store.meet(&format!("renew {tag}"), self.store.world(), "", patience)?;
        self.store.forgive();
        self.thread.ask("renewing the process groups", patience, |reply| Task::Renew { tag, reply })
    }
    fn leave(&self, reason: &str) {
        self.store.leave(reason);
        if reason.is_empty() {
            self.thread.send(Task::Disband);
        }
    }
}

impl What {
    fn of(call: Call) -> What {
        let described = call.described();
        let buffer = |tensor: &Option<Tensor>| tensor.as_ref().map(Buffer::of);
        What {
            described,
            send: buffer(&call.send),
            receive: buffer(&call.receive),
            collective: call.collective,
            name: call.name,
        }
    }
}

/// A 64-bit hash that is the same in every process (FNV-1a).
fn fingerprint(text: &str, count: u64) -> u64 {
    let bytes = text.bytes().chain(count.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Room for a rank's description if they differ.
const DESCRIPTION: usize = 256;

impl Comms {
    fn busy(&self) -> bool {
        !(self.queue.is_empty() && self.messages.is_empty())
    }
}

impl Engine {
    fn run(mut self, inbox: &Receiver<Task>) {
        let mut moved = Instant::now();
        // More ranks than processors: a spinning rank delays the others.
        let crowded =
            started().is_some_and(|it| std::thread::available_parallelism().is_ok_and(|n| it.local_world > n.get()));
        let unasked = if crowded { clock::NO_SPIN } else { Duration::ZERO };
        loop {
            let busy = self.groups.iter().flatten().any(Comms::busy);
            let task = match busy {
                true => inbox.try_recv(),
                // MPI makes progress (connections, incoming messages) only within its calls.
                false => inbox.recv().map_err(|_| TryRecvError::Disconnected),
            };
            match task {
                Ok(Task::Finalize { reply }) => {
                    if self.abandoned.is_empty() {
                        self.library.finalize();
                    }
                    let _ = reply.send(());
                    return;
                }
                Ok(task) => {
                    self.take(task);
                    moved = Instant::now();
                    continue;
                }
                Err(TryRecvError::Disconnected) => return,
                Err(TryRecvError::Empty) => {}
            }
            match self.advance() {
                true => moved = Instant::now(),
                false => clock::pause(moved.elapsed() + unasked),
            }
        }
    }

    fn take(&mut self, task: Task) {
        match task {
            Task::Start(operation) => self.accept(*operation),
            Task::NewGroup { ranks, tag, reply } => {
                self.checked = CHECKED.load(std::sync::atomic::Ordering::Relaxed);
                let made = self.comms(ranks, tag).map(|comms| {
                    self.groups.push(comms);
                    self.groups.len() - 1
                });
                let _ = reply.send(made);
            }
            Task::Renew { tag, reply } => {
                self.fail("the process groups were renewed");
                self.broken = None;
                let _ = reply.send(self.renew(tag));
            }
            Task::Share { text, deadline, reply } => {
                let _ = reply.send(share(self.library, self.rank, &text, deadline));
            }
            Task::Break(reason) => {
                self.broken.get_or_insert(reason.clone());
                self.fail(&reason);
            }
            Task::Left(rank) => self.left.push((rank, Instant::now())),
            Task::Disband => {
                self.fail("the process group was destroyed");
                for comms in self.groups.drain(..).flatten() {
                    if self.abandoned.is_empty() {
                        comms.data.free();
                        comms.checks.free();
                    }
                }
                self.left.clear();
                self.broken = None;
            }
            Task::Finalize { .. } => {}
        }
    }

    fn renew(&mut self, tag: i32) -> Result<()> {
        let groups: Vec<Vec<usize>> =
            self.groups.iter().map(|comms| comms.as_ref().map_or(Vec::new(), |comms| comms.ranks.clone())).collect();
        for (group, ranks) in groups.into_iter().enumerate() {
            if !ranks.is_empty() {
                self.groups[group] = self.comms(ranks, tag + 1000 * group as i32 % 30000)?;
            }
        }
        Ok(())
    }

    /// Communicators for some ranks; `None` if this process is not among them.
    fn comms(&self, ranks: Vec<usize>, tag: i32) -> Result<Option<Comms>> {
        if !ranks.contains(&self.rank) {
            return Ok(None);
        }
        let make =
            |tag| Communicator::of(self.library, &ranks, tag).map_err(|error| failed(format!("new_group: {error}")));
        let (data, checks) = (make(2 * tag)?, make(2 * tag + 1)?);
        Ok(Some(Comms { data, checks, count: 0, queue: VecDeque::new(), messages: Vec::new(), ranks }))
    }

    fn accept(&mut self, mut operation: Operation) {
        let place = format!("[Rank {}] {}", self.rank, operation.call.name);
        if let Some(reason) = &self.broken {
            return operation.state.finish(Status::Failed(format!("{place}: {reason}")));
        }
        let Some(comms) = self.groups.get_mut(operation.group).and_then(Option::as_mut) else {
            return operation.state.finish(Status::Failed(format!("{place}: this rank is not in the group")));
        };
        if operation.call.collective.is_message() {
            return comms.messages.push(operation);
        }
        comms.count += 1;
        if self.checked {
            let word = fingerprint(&operation.call.described, comms.count);
            let mut words = Box::new([word, !word]);
            match comms.checks.all_max(&mut words) {
                Ok(request) => operation.stage = Stage::Checking(request, words),
                Err(error) => return operation.state.finish(Status::Failed(format!("{place}: {error}"))),
            }
        } else {
            operation.stage = Stage::Agreed;
        }
        comms.queue.push_back(operation);
    }

    /// Polls everything once; returns whether something moved.
    fn advance(&mut self) -> bool {
        let mut moved = false;
        let rank = self.rank;
        let now = Instant::now();
        for comms in self.groups.iter_mut().flatten() {
            let (data, checks, size) = (comms.data, comms.checks, comms.ranks.len());
            // Ranks start a group's operations in one order: the first that cannot start delays the others.
            let mut held = false;
            for operation in comms.queue.iter_mut().chain(&mut comms.messages) {
                let message = operation.call.collective.is_message();
                let may_start = message || !held;
                match step(operation, data, checks, size, rank, may_start) {
                    Ok(changed) => moved |= changed,
                    Err(reason) => {
                        operation
                            .state
                            .finish(Status::Failed(format!("[Rank {rank}] {}: {reason}", operation.call.name)));
                        operation.stage = Stage::Over;
                        moved = true;
                    }
                }
                held |= !message
                    && matches!(
                        operation.stage,
                        Stage::Waiting | Stage::Checking(..) | Stage::Telling(..) | Stage::Agreed
                    );
            }
            let over = |operation: &Operation| matches!(operation.stage, Stage::Over);
            comms.queue.retain(|operation| !over(operation));
            comms.messages.retain(|operation| !over(operation));
        }
        let gone = self.left.iter().find(|(gone, heard)| {
            now.duration_since(*heard) > GRACE
                && self.groups.iter().flatten().any(|comms| {
                    let late = |operation: &Operation| now.duration_since(operation.began) > GRACE;
                    comms.ranks.contains(gone) && comms.queue.iter().chain(&comms.messages).any(late)
                })
        });
        if let Some((gone, _)) = gone {
            let reason = format!("rank {gone} has ended its program and does not take part");
            self.broken.get_or_insert(reason.clone());
            self.fail(&reason);
        }
        moved
    }

    /// Fails everything in progress.
    fn fail(&mut self, reason: &str) {
        let rank = self.rank;
        for comms in self.groups.iter_mut().flatten() {
            for operation in comms.queue.drain(..).chain(comms.messages.drain(..)) {
                operation.state.finish(Status::Failed(format!("[Rank {rank}] {}: {reason}", operation.call.name)));
                self.abandoned.push(operation);
            }
        }
    }
}

/// Advances an operation by one step if possible; returns whether it did.
fn step(
    operation: &mut Operation,
    data: Communicator,
    checks: Communicator,
    size: usize,
    rank: usize,
    may_start: bool,
) -> std::result::Result<bool, String> {
    match &mut operation.stage {
        Stage::Checking(request, words) => {
            if request.test()?.is_none() {
                return Ok(false);
            }
            operation.stage = match words[0] == !words[1] {
                true => Stage::Agreed,
                false => {
                    let mut all = vec![0; DESCRIPTION * size];
                    let mut mine = operation.call.described.clone().into_bytes();
                    mine.resize(DESCRIPTION, 0);
                    let request = checks.all_gather_bytes(&mine, &mut all)?;
                    Stage::Telling(request, all)
                }
            };
            Ok(true)
        }
        Stage::Telling(request, all) => {
            if request.test()?.is_none() {
                return Ok(false);
            }
            Err(mismatch(all, rank))
        }
        Stage::Waiting | Stage::Agreed if may_start => {
            if let Some(event) = &operation.ready
                && !event.is_reached().map_err(|error| error.to_string())?
            {
                return Ok(false);
            }
            operation.started = now();
            operation.stage = Stage::Running(data.start(&operation.call, size)?);
            Ok(true)
        }
        Stage::Waiting | Stage::Agreed | Stage::Over => Ok(false),
        Stage::Running(request) => {
            let Some((source, count)) = request.test()? else { return Ok(false) };
            if let (Collective::Receive { .. }, Some(buffer)) = (&operation.call.collective, &operation.call.receive)
                && count != buffer.count * buffer.dtype.size()
            {
                return Err(format!(
                    "rank {source} sent {count} bytes, but the tensor to receive into has {}",
                    buffer.count * buffer.dtype.size()
                ));
            }
            let name = format!("mpi:{}", operation.call.name);
            let (start, thread) = (operation.started, activity::thread_number());
            *operation.state.ran.lock() = Some(Ran { name, start, end: now(), thread });
            operation.state.finish(Status::Done(Some(source)));
            operation.stage = Stage::Over;
            Ok(true)
        }
    }
}

/// Who does what, in the words of PyTorch's check.
fn mismatch(all: &[u8], rank: usize) -> String {
    let texts: Vec<String> =
        all.chunks(DESCRIPTION).map(|text| String::from_utf8_lossy(text).trim_end_matches('\0').to_owned()).collect();
    let other = texts.iter().position(|text| *text != texts[rank]);
    match other {
        Some(other) => format!(
            "Detected mismatch between collectives on ranks. Rank {rank} is running collective: \
             CollectiveFingerPrint({}), but Rank {other} is running collective: CollectiveFingerPrint({}).",
            texts[rank], texts[other]
        ),
        None => format!(
            "Detected mismatch between collectives on ranks: all run CollectiveFingerPrint({}), but not as often; one of \
             them has left out a collective before.",
            texts[rank]
        ),
    }
}

/// Broadcasts rank 0's text before there are groups.
fn share(library: &'static Library, rank: usize, text: &str, deadline: Instant) -> Result<String> {
    const ROOM: usize = 1024;
    let mut bytes = match rank {
        0 => text.as_bytes().to_vec(),
        _ => Vec::new(),
    };
    bytes.resize(ROOM, 0);
    let mut request = Communicator::world(library).broadcast_bytes(&mut bytes).map_err(failed)?;
    while request.test().map_err(failed)?.is_none() {
        if Instant::now() > deadline {
            // MPI may still write there.
            std::mem::forget(bytes);
            return Err(failed("not all ranks called init_process_group in time"));
        }
        std::thread::sleep(Duration::from_micros(200));
    }
    Ok(String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned())
}

/// Finalizes MPI; see [`super::finalize`]. After an error, or if the others do not come within a while, the process just ends.
pub fn finalize(regular: bool) {
    let Some(Ok(thread)) = THREAD.get() else { return };
    let (reply, answer) = channel();
    if regular {
        thread.send(Task::Finalize { reply });
        let _ = answer.recv();
    }
}

impl From<String> for Error {
    fn from(text: String) -> Error {
        Error::Distributed(text)
    }
}
