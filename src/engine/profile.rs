//! What ran, and for how long: a cheap account that is always kept, taken cell by cell for the kernel-timing picture.

use crate::tensor::{Arg, Device, Dims, Op, Tensor};
use std::borrow::Cow;
use std::cell::RefCell;
use std::time::{Duration, Instant};

/// One operation that ran.
#[derive(Debug, Clone)]
pub struct Record {
    /// PyTorch's name of the operation.
    pub name: String,
    pub device: Device,
    /// Since the account was last taken, on the host's clock.
    pub start: Duration,
    /// On the device's clock.
    pub duration: Duration,
    /// Bytes of the results.
    pub bytes: usize,
    /// The operands' shapes, when `record_shapes` is on.
    pub shapes: Vec<Dims>,
}

/// Measures one operation on a device's own clock (CUDA: a pair of events). Made at the start.
pub trait Timer {
    /// The work has been submitted.
    fn stop(&mut self);
    /// Between start and stop, waiting for the device if it must.
    fn elapsed(&self) -> Duration;
}

/// All runs of one operation on one device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    pub name: String,
    pub device: Device,
    /// On the device's clock.
    pub duration: Duration,
    pub count: u64,
}

/// So many operations are kept one by one; then they are only added up.
const KEPT: usize = 20_000;

enum Clock {
    Host(Duration),
    Device(Box<dyn Timer>),
}

impl Clock {
    fn elapsed(&self) -> Duration {
        match self {
            Clock::Host(duration) => *duration,
            Clock::Device(timer) => timer.elapsed(),
        }
    }
}

struct Entry {
    name: Cow<'static, str>,
    device: Device,
    start: Duration,
    clock: Clock,
    bytes: usize,
    shapes: Vec<Dims>,
}

struct Account {
    since: Instant,
    entries: Vec<Entry>,
    totals: Vec<Total>,
    record_shapes: bool,
}

thread_local! {
    static ACCOUNT: RefCell<Account> = RefCell::new(Account {
        since: Instant::now(), entries: Vec::new(), totals: Vec::new(), record_shapes: false,
    });
}

/// An operation in progress.
pub(super) struct Running {
    began: Instant,
    timer: Option<Box<dyn Timer>>,
}

pub(super) fn start(device: Device) -> Running {
    Running { timer: super::executor(device).timer(device), began: Instant::now() }
}

pub(super) fn stop(running: Running, op: &Op, device: Device, inputs: &[Arg], outputs: &[Tensor]) {
    let Running { began, timer } = running;
    if ACCOUNT.with_borrow(|account| account.entries.len() >= KEPT) {
        add_up();
    }
    ACCOUNT.with_borrow_mut(|account| {
        let clock = match timer {
            Some(mut timer) => {
                timer.stop();
                Clock::Device(timer)
            }
            None => Clock::Host(began.elapsed()),
        };
        let shapes = match account.record_shapes {
            true => inputs.iter().filter_map(|arg| arg.tensor()).map(|t| t.shape().into()).collect(),
            false => Vec::new(),
        };
        let bytes = outputs.iter().map(|t| t.numel() * t.dtype().size()).sum();
        let start = began.saturating_duration_since(account.since);
        account.entries.push(Entry { name: name_of(op), device, start, clock, bytes, shapes });
    });
}

fn name_of(op: &Op) -> Cow<'static, str> {
    match op {
        Op::Pointwise { function, .. } => function.row().name.into(),
        Op::Reduce { function, .. } => function.name().into(),
        _ => op.name().to_owned().into(),
    }
}

/// As `stop`, for several steps that ran as one.
pub(super) fn stop_chain(running: Running, steps: &[super::cpu::fused::Step], bytes: usize) {
    const SHOWN: usize = 6;
    let mut names: Vec<&str> = steps.iter().take(SHOWN).map(|step| step.function.row().name).collect();
    if steps.len() > SHOWN {
        names.push("...");
    }
    if ACCOUNT.with_borrow(|account| account.entries.len() >= KEPT) {
        add_up();
    }
    ACCOUNT.with_borrow_mut(|account| {
        let start = running.began.saturating_duration_since(account.since);
        let clock = Clock::Host(running.began.elapsed());
        let (name, device, shapes) = (names.join("+").into(), Device::Cpu, Vec::new());
        account.entries.push(Entry { name, device, start, clock, bytes, shapes });
    });
}

/// Whether records keep the operands' shapes from now on.
pub fn record_shapes(on: bool) {
    ACCOUNT.with_borrow_mut(|account| account.record_shapes = on);
}

/// Adds the operations kept one by one to the totals.
fn add_up() {
    let entries = ACCOUNT.with_borrow_mut(|account| std::mem::take(&mut account.entries));
    // Reading a device's clock waits for the device: not while the account is borrowed.
    let ran: Vec<_> =
        entries.into_iter().map(|entry| (entry.clock.elapsed(), entry.name.into_owned(), entry.device)).collect();
    ACCOUNT.with_borrow_mut(|account| {
        for (duration, name, device) in ran {
            let known = |total: &&mut Total| total.device == device && total.name == name;
            match account.totals.iter_mut().find(known) {
                Some(total) => {
                    total.duration += duration;
                    total.count += 1;
                }
                None => account.totals.push(Total { name, device, duration, count: 1 }),
            }
        }
    });
}

/// What ran since the account was last taken, added up by operation and device, and a new account. Waits for devices
/// whose work is still running.
pub fn totals() -> Vec<Total> {
    super::flush();
    add_up();
    ACCOUNT.with_borrow_mut(|account| {
        account.since = Instant::now();
        std::mem::take(&mut account.totals)
    })
}

/// The latest operations since the account was last taken, in order, and a new account. Waits for devices whose work is
/// still running.
pub fn take() -> Vec<Record> {
    super::flush();
    let entries = ACCOUNT.with_borrow_mut(|account| {
        account.since = Instant::now();
        account.totals.clear();
        std::mem::take(&mut account.entries)
    });
    entries
        .into_iter()
        .map(|entry| Record {
            duration: entry.clock.elapsed(),
            name: entry.name.into_owned(),
            device: entry.device,
            start: entry.start,
            bytes: entry.bytes,
            shapes: entry.shapes,
        })
        .collect()
}
