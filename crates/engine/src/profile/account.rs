//! The account of what ran, always kept: operations of the processor, and with them the work of the devices.

use crate::chain::Step;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tensorcell_device::activity;
use tensorcell_device::allocator::{self, Place};
use tensorcell_device::clock::Pace;
use tensorcell_tensor::Device;

/// An operation that ran on the processor. Times are on the clock of `allocator::now`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ran {
    pub name: &'static str,
    /// 1: it went on beside the program, between ranks.
    pub stream: u32,
    pub start: Duration,
    pub duration: Duration,
    /// The cell and line.
    pub place: Option<Place>,
}

/// All runs of one operation or kernel on one device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    pub name: &'static str,
    pub device: Device,
    /// On a CUDA device estimated where not every run was timed (`activity::Total`).
    pub duration: Duration,
    pub count: u64,
}

/// What ran since the account was last taken.
#[derive(Debug, Clone, Default)]
pub struct Account {
    /// The first operations of the processor, in order.
    pub cpu: Vec<Ran>,
    /// The first pieces of work of the CUDA devices, in order.
    pub devices: Vec<activity::Work>,
    pub totals: Vec<Total>,
    /// From when on operations or pieces of work are missing above; none: all are there.
    pub whole_until: Option<Duration>,
}

/// Operations kept one by one; of later ones only the totals are.
const KEPT: usize = 8192;

const MET: usize = 32;

/// An operation as it is noted, in ticks of the processor's counter (`clock::ticks`).
struct Noted {
    name: &'static str,
    stream: u32,
    start: u64,
    end: u64,
    place: Option<Place>,
}

#[derive(Default)]
struct Kept {
    ran: Vec<Noted>,
    /// The name, ticks and runs of each operation.
    totals: Vec<(&'static str, u64, u64)>,
    places: HashMap<&'static str, usize>,
    /// Names that were met, by where they lie: found without being hashed.
    met: [Option<(&'static str, usize)>; MET],
    whole_until: Option<u64>,
}

thread_local! {
    static KEEPING: RefCell<Kept> = RefCell::default();
}

static ENABLED: AtomicBool = AtomicBool::new(true);

/// Stops or resumes the account, for those who measure what it costs.
pub fn set_enabled(on: bool) {
    ENABLED.store(on, Ordering::Relaxed);
    activity::set_enabled(on);
}

/// Adds an operation of the processor; its times are in ticks.
pub(super) fn add(name: &'static str, start: u64, end: u64) {
    add_on(0, name, start, end);
}

/// Adds an operation of a stream of the processor's.
pub(super) fn add_on(stream: u32, name: &'static str, start: u64, end: u64) {
    if !ENABLED.load(Ordering::Relaxed) {
        return;
    }
    KEEPING.with_borrow_mut(|kept| {
        let Kept { ran, totals, places, met, whole_until } = kept;
        let met = &mut met[(name.as_ptr() as usize >> 2) % MET];
        let total = match *met {
            Some((other, total)) if std::ptr::eq(other, name) => total,
            _ => *places.entry(name).or_insert_with(|| {
                totals.push((name, 0, 0));
                totals.len() - 1
            }),
        };
        *met = Some((name, total));
        let (_, ticks, count) = &mut totals[total];
        *ticks += end.saturating_sub(start);
        *count += 1;
        match ran.len() < KEPT {
            true => ran.push(Noted { name, stream, start, end, place: allocator::place() }),
            false => _ = whole_until.get_or_insert(start),
        }
    });
}

/// `add+mul+relu`
pub(super) fn chain_name(steps: &[Step]) -> &'static str {
    const SHOWN: usize = 6;
    let mut names: Vec<&str> = steps.iter().take(SHOWN).map(Step::name).collect();
    if steps.len() > SHOWN {
        names.push("...");
    }
    activity::interned(&names.join("+"))
}

/// What ran since the account was last taken, and a new account. Waits for devices whose work is still running.
pub fn take() -> Account {
    crate::flush();
    let kept = KEEPING.take();
    let pace = Pace::measured();
    let ran = kept.ran.into_iter().map(|Noted { name, stream, start, end, place }| {
        let duration = pace.duration(end.saturating_sub(start));
        Ran { name, stream, start: pace.time(start), duration, place }
    });
    let totals = kept.totals.into_iter().map(|(name, ticks, count)| {
        let duration = pace.duration(ticks);
        Total { name, device: Device::Cpu, duration, count }
    });
    let mut totals: Vec<Total> = totals.collect();
    let record = activity::take();
    totals.extend(record.totals.iter().map(|total| Total {
        name: total.name,
        device: Device::Cuda(total.device),
        duration: total.estimate(),
        count: total.count,
    }));
    let whole_until = [kept.whole_until.map(|ticks| pace.time(ticks)), record.whole_until].into_iter().flatten().min();
    Account { cpu: ran.collect(), devices: record.work, totals, whole_until }
}
