//! The profiler's record: nested events of each thread (operations, backward steps, named ranges, function calls), with shapes, memory and
//! the device work that each started.
//!
//! Outside a session nothing is recorded, at almost no cost. A session covers the whole process; each thread nests its own events.

use parking_lot::Mutex;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tensorcell_device::activity::{self, Watch, Work};
use tensorcell_device::allocator::{self, Place, now};
use tensorcell_device::nvtx;
use tensorcell_tensor::{Device, Dims};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An operation, such as `aten::mm`.
    Operation,
    /// A step of a backward pass.
    Backward,
    /// `record_function`, or a step of a profiler or optimizer.
    Annotation,
    /// A call of a function in the language.
    Call,
}

/// The shape of an operand, or of a list of tensors; `Other` for numbers and everything else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    Tensor(Dims, &'static str),
    List(Vec<Dims>),
    Other(Option<String>),
}

#[derive(Debug, Clone)]
pub struct Event {
    /// Counts from 1.
    pub id: u64,
    /// The enclosing event, or 0.
    pub parent: u64,
    pub name: Cow<'static, str>,
    pub kind: Kind,
    pub thread: u32,
    /// On the clock of `allocator::now`.
    pub start: Duration,
    pub end: Duration,
    pub shapes: Vec<Shape>,
    /// The tape's sequence number: of the node that a forward operation creates or would create, or of a backward step's node.
    pub sequence: Option<u64>,
    /// By PyTorch's formula.
    pub flops: u64,
    /// Bytes allocated minus bytes freed during the event.
    pub cpu_memory: i64,
    pub device_memory: i64,
    pub place: Option<Place>,
}

/// An allocation (positive) or a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    pub time: Duration,
    pub thread: u32,
    pub device: Device,
    pub address: u64,
    pub bytes: i64,
    /// Bytes held on the device afterwards.
    pub total: i64,
    /// The event in which it happened, or 0.
    pub event: u64,
}

/// What a session records besides operations and their times.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Config {
    /// Operations and ranges; if false, only the devices' work.
    pub cpu: bool,
    pub cuda: bool,
    pub shapes: bool,
    pub memory: bool,
    /// Calls of the user's functions.
    pub calls: bool,
    pub flops: bool,
}

/// The results of a session.
#[derive(Debug, Clone, Default)]
pub struct Found {
    pub config: Config,
    pub began: Duration,
    pub ended: Duration,
    /// Sorted by start.
    pub events: Vec<Event>,
    pub work: Vec<Work>,
    pub memory: Vec<Memory>,
}

struct Session {
    config: Config,
    began: Duration,
    events: Vec<Event>,
    memory: Vec<Memory>,
    totals: HashMap<Device, i64>,
    /// Host blocks allocated during the session.
    taken: HashSet<u64>,
    watch: Option<Watch>,
}

static ON: AtomicBool = AtomicBool::new(false);
static SESSION: Mutex<Option<Session>> = Mutex::new(None);
/// Counts sessions, to detect an event that outlives its session.
static GENERATION: AtomicU64 = AtomicU64::new(0);
static NEXT: AtomicU64 = AtomicU64::new(1);

struct Open {
    event: Event,
    /// Kept only if something happens within it.
    tentative: bool,
    used: bool,
}

thread_local! {
    static OPEN: RefCell<(u64, Vec<Open>)> = const { RefCell::new((0, Vec::new())) };
}

/// Whether events are needed: a session records, or operations are emitted as NVTX ranges.
pub fn is_on() -> bool {
    ON.load(Ordering::Relaxed) || EMITS.load(Ordering::Relaxed)
}

static EMITS: AtomicBool = AtomicBool::new(false);
static EMITS_SHAPES: AtomicBool = AtomicBool::new(false);

/// Makes every operation of the process an NVTX range, with its operands' sizes if `Some(true)`. `None` stops it.
pub fn emit(shapes: Option<bool>) {
    EMITS_SHAPES.store(shapes == Some(true), Ordering::Relaxed);
    EMITS.store(shapes.is_some(), Ordering::Relaxed);
}

/// Whether NVTX ranges include their operands' sizes in their names.
pub fn emits_shapes() -> bool {
    EMITS_SHAPES.load(Ordering::Relaxed)
}

fn config() -> Option<Config> {
    if !ON.load(Ordering::Relaxed) {
        return None;
    }
    SESSION.lock().as_ref().map(|session| session.config)
}

/// Whether a session records operands' shapes.
pub fn records_shapes() -> bool {
    config().is_some_and(|config| config.shapes || config.flops)
}

/// Whether a session records calls of the user's functions.
pub fn records_calls() -> bool {
    config().is_some_and(|config| config.calls)
}

/// Starts a session. Returns false if one is already running.
pub fn begin(config: Config) -> bool {
    super::super::flush();
    let mut session = SESSION.lock();
    if session.is_some() {
        return false;
    }
    let watch = config.cuda.then(Watch::new);
    GENERATION.fetch_add(1, Ordering::Relaxed);
    NEXT.store(1, Ordering::Relaxed);
    let (events, memory, totals, taken) = Default::default();
    *session = Some(Session { config, began: now(), events, memory, totals, taken, watch });
    allocator::set_observer(config.memory.then_some(remember));
    ON.store(true, Ordering::Relaxed);
    true
}

/// Ends the session and this thread's open events. Waits for the devices' work.
pub fn end() -> Found {
    super::super::flush();
    while OPEN.with_borrow(|(generation, open)| is_current(*generation) && !open.is_empty()) {
        close_last();
    }
    let ended = now();
    ON.store(false, Ordering::Relaxed);
    allocator::set_observer(None);
    let Some(session) = SESSION.lock().take() else {
        return Found::default();
    };
    let Session { config, began, mut events, memory, watch, .. } = session;
    let work = watch.map(|watch| watch.take()).unwrap_or_default();
    events.sort_by_key(|event| (event.start, event.id));
    let mut found = Found { config, began, ended, events, work, memory };
    merge(&mut found);
    found
}

/// Merges an event with its only child if both have the same name and kind.
fn merge(found: &mut Found) {
    let mut children: HashMap<u64, (usize, usize)> = HashMap::new();
    for (at, event) in found.events.iter().enumerate() {
        let entry = children.entry(event.parent).or_insert((0, at));
        entry.0 += 1;
    }
    let mut alias: HashMap<u64, u64> = HashMap::new();
    for at in 0..found.events.len() {
        let id = found.events[at].id;
        if let Some(&(1, child)) = children.get(&id)
            && found.events[child].name == found.events[at].name
            && found.events[child].kind == found.events[at].kind
        {
            let inner = found.events[child].clone();
            let outer = &mut found.events[at];
            outer.flops = outer.flops.max(inner.flops);
            if outer.shapes.is_empty() {
                outer.shapes = inner.shapes;
            }
            alias.insert(inner.id, id);
        }
    }
    let whole = |mut id: u64| {
        while let Some(&outer) = alias.get(&id) {
            id = outer;
        }
        id
    };
    found.events.retain(|event| !alias.contains_key(&event.id));
    found.events.iter_mut().for_each(|event| event.parent = whole(event.parent));
    found.work.iter_mut().for_each(|work| work.operation = whole(work.operation));
    found.memory.iter_mut().for_each(|memory| memory.event = whole(memory.event));
}

fn is_current(generation: u64) -> bool {
    generation == GENERATION.load(Ordering::Relaxed)
}

/// Guard of an open event, which ends when it is dropped.
#[derive(Debug)]
#[must_use = "the event ends when this is dropped"]
pub struct Entered {
    /// Session and event.
    event: Option<(u64, u64)>,
    emitted: bool,
}

impl Entered {
    /// No event.
    pub const NONE: Entered = Entered { event: None, emitted: false };

    /// Modifies the event, if there is one.
    pub fn update(&self, change: impl FnOnce(&mut Event)) {
        let Some((generation, id)) = self.event else { return };
        OPEN.with_borrow_mut(|(current, open)| {
            if *current == generation
                && let Some(open) = open.iter_mut().rev().find(|open| open.event.id == id)
            {
                change(&mut open.event);
            }
        });
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        if self.emitted {
            nvtx::pop();
        }
        let Some((generation, id)) = self.event else { return };
        let known = OPEN.try_with(|open| {
            let open = open.borrow();
            open.0 == generation && open.1.iter().any(|open| open.event.id == id)
        });
        if !known.unwrap_or(false) {
            return;
        }
        // Ranges of users may end out of order; the others stay open.
        let last = OPEN.with_borrow(|(_, open)| open.last().is_some_and(|open| open.event.id == id));
        if last {
            close_last();
            return;
        }
        let taken = OPEN.with_borrow_mut(|(_, open)| {
            let at = open.iter().position(|open| open.event.id == id)?;
            let ended = open.remove(at);
            // Open events inside the ended one move to its parent.
            open.iter_mut()
                .filter(|open| open.event.parent == id)
                .for_each(|open| open.event.parent = ended.event.parent);
            Some(ended)
        });
        taken.into_iter().for_each(finish);
    }
}

/// Starts an event on this thread. A `tentative` event is kept only if something happens within it.
pub fn enter(kind: Kind, name: impl Into<Cow<'static, str>>, tentative: bool) -> Entered {
    let name = name.into();
    // Annotations notify NVTX themselves if they are NVTX ranges.
    let emitted = EMITS.load(Ordering::Relaxed) && !tentative && matches!(kind, Kind::Operation | Kind::Backward);
    if emitted {
        nvtx::push(&name);
    }
    Entered { event: enter_session(kind, name, tentative), emitted }
}

/// Starts an operation's event, with another name for NVTX.
pub fn enter_as(name: String, shown: &str) -> Entered {
    nvtx::push(shown);
    Entered { event: enter_session(Kind::Operation, name.into(), false), emitted: true }
}

fn enter_session(kind: Kind, name: Cow<'static, str>, tentative: bool) -> Option<(u64, u64)> {
    if !config().is_some_and(|config| config.cpu) {
        return None;
    }
    let generation = GENERATION.load(Ordering::Relaxed);
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    OPEN.with_borrow_mut(|(current, open)| {
        if *current != generation {
            open.clear();
            *current = generation;
        }
        if let Some(outer) = open.last_mut() {
            outer.used |= !tentative;
        }
        let event = Event {
            id,
            parent: open.last().map_or(0, |outer| outer.event.id),
            name,
            kind,
            thread: activity::thread_number(),
            start: now(),
            end: Duration::ZERO,
            shapes: Vec::new(),
            sequence: None,
            flops: 0,
            cpu_memory: 0,
            device_memory: 0,
            place: allocator::place(),
        };
        open.push(Open { event, tentative, used: false });
    });
    activity::within(id);
    Some((generation, id))
}

/// Adds a completed event of a thread that does not run the program.
pub(super) fn add_finished(name: &'static str, start: Duration, end: Duration, thread: u32) {
    if !config().is_some_and(|config| config.cpu) {
        return;
    }
    let event = Event {
        id: NEXT.fetch_add(1, Ordering::Relaxed),
        parent: 0,
        name: name.into(),
        kind: Kind::Annotation,
        thread,
        start,
        end,
        shapes: Vec::new(),
        sequence: None,
        flops: 0,
        cpu_memory: 0,
        device_memory: 0,
        place: allocator::place(),
    };
    if let Some(session) = SESSION.lock().as_mut().filter(|session| session.began <= start) {
        session.events.push(event);
    }
}

fn close_last() {
    let closed = OPEN.with_borrow_mut(|(_, open)| {
        let closed = open.pop();
        activity::within(open.last().map_or(0, |outer| outer.event.id));
        closed
    });
    closed.into_iter().for_each(finish);
}

fn finish(open: Open) {
    let Open { mut event, tentative, used } = open;
    if tentative && !used {
        return;
    }
    event.end = now();
    OPEN.with_borrow_mut(|(_, open)| {
        if let Some(outer) = open.iter_mut().find(|outer| outer.event.id == event.parent) {
            outer.used = true;
            outer.event.cpu_memory += event.cpu_memory;
            outer.event.device_memory += event.device_memory;
        }
    });
    if let Some(session) = SESSION.lock().as_mut() {
        session.events.push(event);
    }
}

/// Whether the innermost event is tentative and has one of these names, so that it covers the next operation. Marks it as used.
pub fn absorb(names: &[&str]) -> bool {
    OPEN.with_borrow_mut(|(_, open)| {
        let found = open.last_mut().filter(|open| open.tentative && names.contains(&&*open.event.name));
        found.is_some_and(|open| {
            open.used = true;
            true
        })
    })
}

/// Adds a product's floating point operations to the innermost open event named `of`.
pub fn add_flops(of: &str, flops: u64) {
    OPEN.with_borrow_mut(|(_, open)| {
        if let Some(outer) = open.iter_mut().rev().find(|outer| outer.event.name == of) {
            outer.event.flops += flops;
        }
    });
}

/// Records an allocation or release. As in PyTorch, releases of memory allocated before the session count only on devices.
fn remember(device: Device, address: u64, bytes: i64) {
    if device == Device::Cpu {
        let mut session = SESSION.lock();
        let Some(session) = session.as_mut() else { return };
        if bytes > 0 {
            session.taken.insert(address);
        } else if !session.taken.remove(&address) {
            return;
        }
    }
    let event = OPEN
        .try_with(|open| {
            let Ok(mut open) = open.try_borrow_mut() else { return 0 };
            if !is_current(open.0) {
                return 0;
            }
            let Some(inner) = open.1.last_mut() else { return 0 };
            inner.used = true;
            match device {
                Device::Cpu => inner.event.cpu_memory += bytes,
                Device::Cuda(_) => inner.event.device_memory += bytes,
                Device::Meta => {}
            }
            inner.event.id
        })
        .unwrap_or(0);
    // An allocated block already counts as held, a released one still does.
    let held = || allocator::stats(device).allocated_bytes.all.current as i64 - bytes.max(0);
    if let Some(session) = SESSION.lock().as_mut() {
        let total = session.totals.entry(device).or_insert_with(held);
        *total += bytes;
        let total = *total;
        let thread = activity::thread_number();
        session.memory.push(Memory { time: now(), thread, device, address, bytes, total, event });
    }
}
