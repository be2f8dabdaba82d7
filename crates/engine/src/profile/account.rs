//! Cheap statistics that are always collected: operations on the CPU, and the devices' work.

use crate::chain::Step;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tensorcell_device::activity;
use tensorcell_device::allocator::{self, Place};
use tensorcell_device::clock::Pace;
use tensorcell_tensor::Device;

/// An operation that ran on the CPU. Times are on the clock of `allocator::now`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ran {
    pub name: &'static str,
    /// 1 for an operation between ranks, which ran in parallel with the program.
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
    /// On a CUDA device, an estimate if not every run was timed (`activity::Total`).
    pub duration: Duration,
    pub count: u64,
}

/// The work since the statistics were last taken.
#[derive(Debug, Clone, Default)]
pub struct Account {
    /// The first operations on the CPU, in order.
    pub cpu: Vec<Ran>,
    /// The first pieces of work on CUDA devices, in order.
    pub devices: Vec<activity::Work>,
    pub totals: Vec<Total>,
    /// The time from which the lists above are incomplete; `None` if they are complete.
    pub whole_until: Option<Duration>,
}

/// The number of operations kept individually. Later ones only count in the totals.
const KEPT: usize = 8192;

const MET: usize = 32;

/// A recorded operation, in ticks of the processor's counter (`clock::ticks`).
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
    /// The name, ticks and number of runs of each operation.
    totals: Vec<(&'static str, u64, u64)>,
    places: HashMap<&'static str, usize>,
    /// A cache of names by address, which avoids hashing.
    met: [Option<(&'static str, usize)>; MET],
    whole_until: Option<u64>,
}

thread_local! {
    static KEEPING: RefCell<Kept> = RefCell::default();
}

static ENABLED: AtomicBool = AtomicBool::new(true);

/// Stops or resumes the statistics, to measure their cost.
pub fn set_enabled(on: bool) {
    ENABLED.store(on, Ordering::Relaxed);
    activity::set_enabled(on);
}

/// Adds a CPU operation. Its times are in ticks.
pub(super) fn add(name: &'static str, start: u64, end: u64) {
    add_on(0, name, start, end);
}

/// Adds an operation on a stream of the CPU.
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

/// A chain's name, such as `add+mul+relu`.
pub(super) fn chain_name(steps: &[Step]) -> &'static str {
    const SHOWN: usize = 6;
    let mut names: Vec<&str> = steps.iter().take(SHOWN).map(Step::name).collect();
    if steps.len() > SHOWN {
        names.push("...");
    }
    activity::interned(&names.join("+"))
}

/// Takes the statistics and resets them. Waits for devices with running work.
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
