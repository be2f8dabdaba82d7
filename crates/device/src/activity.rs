//! Records what the devices do: each kernel, copy and fill with its stream and time. Always on; read once per cell.
//!
//! A pair of events around each piece of work measures it. Recording events costs host time, so the record has a budget:
//! between two reads the first `FREE` costs nothing, later recording may use `SHARE` of the elapsed time. Work beyond the
//! budget is counted but not timed; its time is estimated from timed work of the same name. While a profiler watches,
//! everything is timed.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use super::clock::now;
use super::event::Event;
use super::place::{Place, place};
use super::stream::Stream;
use super::{Result, graph};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Kernel,
    /// Copies from the host, to the host, within a device, between devices.
    Upload,
    Download,
    Copy,
    PeerCopy,
    Fill,
    /// The replay of a whole CUDA graph.
    Graph,
}

/// A piece of work given to a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct What {
    pub kind: Kind,
    /// The kernel's name; copies have CUPTI's names (`Memcpy HtoD (Pinned -> Device)`).
    pub name: &'static str,
    /// Bytes copied or filled.
    pub bytes: usize,
    /// A kernel's launch: blocks, threads of a block, bytes of dynamic shared memory.
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared: u32,
}

impl What {
    /// A copy or fill.
    pub const fn memory(kind: Kind, name: &'static str, bytes: usize) -> What {
        What { kind, name, bytes, grid: [0; 3], block: [0; 3], shared: 0 }
    }
    /// A library's kernel; the library chooses the launch.
    pub const fn library(name: &'static str) -> What {
        What::memory(Kind::Kernel, name, 0)
    }
}

/// A timed piece of work. Times are on the clock of [`now`].
#[derive(Debug, Clone, PartialEq)]
pub struct Work {
    pub what: What,
    pub device: usize,
    /// 0 for the default stream; other streams are numbered in order of first use.
    pub stream: u32,
    pub start: Duration,
    pub duration: Duration,
    /// When the host queued it, and how long queueing took.
    pub launched: Duration,
    pub launching: Duration,
    /// The host thread, as numbered by [`thread_number`].
    pub thread: u32,
    /// A running number over all work.
    pub number: u64,
    /// The operation that it belongs to ([`within`]); 0 if unknown.
    pub operation: u64,
    /// The cell and line.
    pub place: Option<Place>,
}

/// Totals of all work of one name on one device.
#[derive(Debug, Clone, PartialEq)]
pub struct Total {
    pub kind: Kind,
    pub name: &'static str,
    pub device: usize,
    pub count: u64,
    /// How many pieces were timed, and their total time.
    pub timed: u64,
    pub time: Duration,
}

impl Total {
    /// Total time of all pieces: measured, or estimated from the timed ones.
    pub fn estimate(&self) -> Duration {
        self.time.mul_f64(self.count as f64 / self.timed.max(1) as f64)
    }
}

/// Everything recorded since the last read.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// The first timed pieces, in the order in which they were queued.
    pub work: Vec<Work>,
    pub totals: Vec<Total>,
    /// The time from which `work` is incomplete; `None` if it is complete.
    pub whole_until: Option<Duration>,
}

/// Host time that recording may use between two reads, and afterwards its share of the elapsed time. The share is small
/// because events also cost device time, several times as much on the emulator.
const FREE: Duration = Duration::from_millis(2);
const SHARE: f64 = 0.0005;
/// The number of pieces kept one by one; later ones only count in the totals.
const KEPT: usize = 8192;
/// The number of pieces that may be pending while a profiler watches; then the devices are synchronized.
const WATCHED: usize = 1 << 16;

struct Pending {
    work: Work,
    /// When the host was about to record `start`.
    began: Duration,
    start: Event,
    stop: Event,
}

#[derive(Default)]
struct State {
    pending: Vec<Pending>,
    /// Pieces timed beyond those kept one by one: total, events.
    brief: Vec<(usize, Event, Event)>,
    spare: Vec<Event>,
    record: Record,
    places: HashMap<(usize, &'static str), usize>,
    streams: Vec<(usize, usize)>,
    since: Duration,
    spent: Duration,
    /// Launches to skip before the budget is checked again: a random number, so that it never falls into step with a loop.
    skip: u32,
    random: u32,
    watched: Vec<Work>,
    watchers: u32,
    number: u64,
    /// When the last known work of each stream ended.
    ends: HashMap<(usize, u32), Duration>,
}

static STATE: LazyLock<Mutex<State>> = LazyLock::new(|| Mutex::new(State { random: 1, ..State::default() }));
static ENABLED: AtomicBool = AtomicBool::new(true);

thread_local! {
    static OPERATION: Cell<u64> = const { Cell::new(0) };
    static THREAD: u32 = {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        NEXT.fetch_add(1, Ordering::Relaxed) as u32
    };
}

/// This thread's number: 1 for the first that asks.
pub fn thread_number() -> u32 {
    THREAD.try_with(|number| *number).unwrap_or(0)
}

/// Sets the operation that this thread's work belongs to; returns the previous one.
pub fn within(operation: u64) -> u64 {
    OPERATION.replace(operation)
}

/// Pauses or resumes recording, to measure what it costs.
pub fn set_enabled(on: bool) {
    ENABLED.store(on, Ordering::Relaxed);
}

/// Queues work on a stream through `submit`, and records it.
pub fn observed<T>(stream: &Stream, what: What, submit: impl FnOnce() -> Result<T>) -> Result<T> {
    if super::deferred_hook::flush() {
        super::driver::bind(stream.device())?;
    }
    let device = stream.device();
    if !ENABLED.load(Ordering::Relaxed) || graph::is_capturing(device) {
        return submit();
    }
    let began = now();
    let (total, start) = STATE.lock().begin(device, &what, began);
    let start = start.filter(|event| event.mark(stream).is_ok());
    let launched = if start.is_some() { now() } else { began };
    let result = submit()?;
    let Some(start) = start else {
        return Ok(result);
    };
    let returned = now();
    let stop = STATE.lock().event(device).filter(|event| event.mark(stream).is_ok());
    let mut state = STATE.lock();
    state.spent += (launched - began) + now().saturating_sub(returned);
    let Some(stop) = stop else {
        state.spare.push(start);
        return Ok(result);
    };
    if state.watchers == 0 && state.pending.len() >= KEPT {
        state.record.whole_until.get_or_insert(launched);
        if state.record.totals.get(total).is_some_and(|total| total.name == what.name) {
            state.brief.push((total, start, stop));
        }
        return Ok(result);
    }
    state.number += 1;
    let work = Work {
        what,
        device,
        stream: state.stream(stream),
        start: Duration::ZERO,
        duration: Duration::ZERO,
        launched,
        launching: returned - launched,
        thread: thread_number(),
        number: state.number,
        operation: OPERATION.get(),
        place: place(),
    };
    state.pending.push(Pending { work, began, start, stop });
    let full = state.pending.len() >= WATCHED;
    drop(state);
    if full {
        read_pending();
    }
    Ok(result)
}

impl State {
    /// Counts a piece of work; returns its total, and a start event if it should be timed.
    fn begin(&mut self, device: usize, what: &What, now: Duration) -> (usize, Option<Event>) {
        let total = self.total(device, what);
        self.record.totals[total].count += 1;
        let event = match self.is_due(total, now) {
            true => self.event(device),
            false => None,
        };
        if event.is_none() {
            self.record.whole_until.get_or_insert(now);
        }
        (total, event)
    }

    fn is_due(&mut self, total: usize, now: Duration) -> bool {
        if self.watchers == 0 {
            if self.brief.len() >= 1024 {
                self.read_brief(false);
                if self.brief.len() >= 1024 {
                    return false;
                }
            }
            let is_new = self.record.totals[total].count == 1 && self.pending.len() < KEPT;
            if !is_new && self.skip > 0 {
                self.skip -= 1;
                return false;
            }
            let budget = FREE + now.saturating_sub(self.since).mul_f64(SHARE);
            if !is_new && self.spent > budget {
                self.random = self.random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                self.skip = self.random >> 28;
                return false;
            }
        }
        true
    }

    fn event(&mut self, device: usize) -> Option<Event> {
        while let Some(found) = self.spare.iter().rposition(|event| event.device() == device) {
            let event = self.spare.swap_remove(found);
            if !event.is_lost() {
                return Some(event);
            }
        }
        Event::new(device, true).ok()
    }

    fn total(&mut self, device: usize, what: &What) -> usize {
        let totals = &mut self.record.totals;
        *self.places.entry((device, what.name)).or_insert_with(|| {
            let (kind, name) = (what.kind, what.name);
            totals.push(Total { kind, name, device, count: 0, timed: 0, time: Duration::ZERO });
            totals.len() - 1
        })
    }

    fn stream(&mut self, stream: &Stream) -> u32 {
        if stream.is_default() {
            return 0;
        }
        let key = (stream.device(), stream.handle());
        let known = self.streams.iter().filter(|(device, _)| *device == key.0).position(|other| *other == key);
        let number = known.unwrap_or_else(|| {
            let before = self.streams.iter().filter(|(device, _)| *device == key.0).count();
            self.streams.push(key);
            before
        });
        number as u32 + 1
    }

    /// Shifts a device's work after the known work of its streams: a stream runs one piece after another, but each
    /// reading aligns the clocks again and may be late (`place_in_time`).
    fn follow_on(&mut self, work: &mut [Work]) {
        let early = |work: &Work| {
            let end = self.ends.get(&(work.device, work.stream));
            end.map_or(Duration::ZERO, |end| end.saturating_sub(work.start))
        };
        let late = work.iter().map(early).max().unwrap_or_default();
        for work in work {
            work.start += late;
            let end = self.ends.entry((work.device, work.stream)).or_default();
            *end = (*end).max(work.start + work.duration);
        }
    }

    /// Adds up the work timed beyond what is kept: all of it, or only what has finished.
    fn read_brief(&mut self, wait: bool) {
        let brief = std::mem::take(&mut self.brief);
        for (total, start, stop) in brief {
            if !wait && !stop.is_reached().unwrap_or(true) {
                self.brief.push((total, start, stop));
                continue;
            }
            if let Some(time) = between(&start, &stop) {
                let total = &mut self.record.totals[total];
                total.timed += 1;
                total.time += time;
            }
            self.spare.extend([start, stop]);
        }
    }
}

/// The time between two events, after waiting for the later one; `None` if the device failed.
fn between(start: &Event, stop: &Event) -> Option<Duration> {
    stop.synchronize().ok()?;
    let milliseconds = start.elapsed(stop).ok()?;
    Some(Duration::from_secs_f64(f64::from(milliseconds).max(0.0) / 1e3))
}

/// Waits for the pending work and finds out when it ran.
fn read_pending() {
    // One reader at a time: a second one would miss what the first has taken out.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock();
    if graph::is_any_under_way() {
        return;
    }
    let pending = std::mem::take(&mut STATE.lock().pending);
    if pending.is_empty() {
        return;
    }
    let mut known = Vec::with_capacity(pending.len());
    let mut spare = Vec::with_capacity(2 * pending.len());
    let mut devices: Vec<usize> = pending.iter().map(|pending| pending.work.device).collect();
    devices.sort_unstable();
    devices.dedup();
    let mut rest = pending;
    for device in devices {
        let (own, others) = rest.into_iter().partition(|pending| pending.work.device == device);
        rest = others;
        let first = known.len();
        place_in_time(device, own, &mut known, &mut spare);
        STATE.lock().follow_on(&mut known[first..]);
    }
    known.sort_by_key(|work| work.number);
    let mut state = STATE.lock();
    for work in known {
        let total = state.total(work.device, &work.what);
        let total = &mut state.record.totals[total];
        total.timed += 1;
        total.time += work.duration;
        if state.watchers > 0 {
            state.watched.push(work.clone());
        }
        match state.record.work.len() < KEPT {
            true => state.record.work.push(work),
            false => _ = state.record.whole_until.get_or_insert(work.launched),
        }
    }
    state.spare.extend(spare);
}

/// The most alignments of the host's and the device's clock, and the duration of a good one.
const TIES: usize = 8;
const TIGHT: Duration = Duration::from_micros(100);

/// Reads the events of one device's work. An event recorded after the last one aligns the device's clock with the host's.
/// Reading goes backwards from it, through a nearer event once a second, since distances come in single precision.
fn place_in_time(device: usize, pending: Vec<Pending>, known: &mut Vec<Work>, spare: &mut Vec<Event>) {
    let aligned = || -> Result<(Event, Duration)> {
        for pending in &pending {
            pending.stop.synchronize()?;
        }
        // The host may be delayed before it reads its clock, so the tightest of several alignments is used.
        let tie = || -> Result<(Duration, Event, Duration)> {
            let anchor = Event::new(device, true)?;
            let before = now();
            anchor.mark(&Stream::current(device))?;
            anchor.synchronize()?;
            let after = now();
            Ok((after - before, anchor, after))
        };
        let mut best = tie()?;
        for _ in 1..TIES {
            if best.0 < TIGHT {
                break;
            }
            let next = tie()?;
            if next.0 < best.0 {
                best = next;
            }
        }
        Ok((best.1, best.2))
    };
    let Ok((anchor, mut at)) = aligned() else {
        return;
    };
    let mut nearer: Option<usize> = None;
    let mut starts = vec![Duration::ZERO; pending.len()];
    for i in (0..pending.len()).rev() {
        let reference = nearer.map_or(&anchor, |nearer| &pending[nearer].start);
        let Ok(milliseconds) = pending[i].start.elapsed(reference) else {
            return;
        };
        starts[i] = match milliseconds >= 0.0 {
            true => at.saturating_sub(Duration::from_secs_f64(f64::from(milliseconds) / 1e3)),
            false => at + Duration::from_secs_f64(-f64::from(milliseconds) / 1e3),
        };
        if milliseconds > 1000.0 {
            (nearer, at) = (Some(i), starts[i]);
        }
    }
    for (Pending { mut work, began, start, stop }, at) in pending.into_iter().zip(starts) {
        if let Some(duration) = between(&start, &stop) {
            // Work never starts before its event was queued: the clocks agree only to some microseconds. A host that is delayed
            // between the event and the work leaves the device idle; that time is not work.
            let at = at.max(began);
            work.start = at.max(work.launched);
            work.duration = duration.saturating_sub(work.start - at);
            known.push(work);
        }
        spare.extend([start, stop]);
    }
    spare.push(anchor);
}

/// Returns what was recorded since the last read and starts a new record. Waits for timed work; returns nothing during a
/// graph capture, which waiting would invalidate.
pub fn take() -> Record {
    if graph::is_any_under_way() {
        return Record::default();
    }
    read_pending();
    let mut state = STATE.lock();
    state.read_brief(true);
    state.places.clear();
    (state.since, state.spent, state.skip) = (now(), Duration::ZERO, 0);
    std::mem::take(&mut state.record)
}

/// While it lives, all work is timed.
#[derive(Debug)]
pub struct Watch(());

impl Watch {
    #[expect(clippy::new_without_default, reason = "it changes what is recorded")]
    pub fn new() -> Watch {
        read_pending();
        STATE.lock().watchers += 1;
        Watch(())
    }

    /// Waits for and returns what was recorded since the watch began or was last read.
    pub fn take(&self) -> Vec<Work> {
        read_pending();
        std::mem::take(&mut STATE.lock().watched)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut state = STATE.lock();
        state.watchers -= 1;
        if state.watchers == 0 {
            state.watched.clear();
        }
    }
}

/// Leaks a name: there are few kernels' names.
pub fn interned(name: &str) -> &'static str {
    static NAMES: LazyLock<Mutex<HashMap<String, &'static str>>> = LazyLock::new(Mutex::default);
    let mut names = NAMES.lock();
    match names.get(name) {
        Some(known) => known,
        None => {
            let fresh: &'static str = Box::leak(name.to_owned().into_boxed_str());
            names.insert(name.to_owned(), fresh);
            fresh
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timing_keeps_to_its_budget() {
        let mut state = State { random: 1, ..State::default() };
        let what = What::library("kernel");
        let (count, apart, cost) = (20_000, Duration::from_micros(10), Duration::from_micros(5));
        let mut timed = 0;
        for launch in 0..count {
            let now = apart * launch;
            let total = state.total(0, &what);
            state.record.totals[total].count += 1;
            if state.is_due(total, now) {
                state.spent += cost;
                timed += 1;
            }
        }
        let budget = FREE + (apart * count).mul_f64(SHARE);
        assert!(state.spent <= budget + cost, "{:?} of {budget:?}", state.spent);
        assert!(10 <= timed && timed < count / 2, "{timed} of {count}");
    }

    fn work(stream: u32, start: u64, duration: u64) -> Work {
        let [start, duration] = [start, duration].map(Duration::from_micros);
        let (launched, launching) = (start, Duration::ZERO);
        let what = What::library("kernel");
        Work {
            what,
            device: 0,
            stream,
            start,
            duration,
            launched,
            launching,
            thread: 1,
            number: 1,
            operation: 0,
            place: None,
        }
    }

    /// Two readings whose alignments differ by a millisecond: the second's work moves behind the first's as a whole.
    #[test]
    fn a_stream_does_one_thing_after_another() {
        let mut state = State::default();
        let mut first = [work(0, 5000, 100), work(1, 5050, 700)];
        state.follow_on(&mut first);
        let mut second = [work(0, 4100, 100), work(1, 4700, 50), work(0, 4900, 10)];
        state.follow_on(&mut second);
        let starts = second.map(|work| work.start.as_micros());
        assert_eq!((first[0].start.as_micros(), starts), (5000, [5150, 5750, 5950]));
        let mut third = [work(0, 6000, 10)];
        state.follow_on(&mut third);
        assert_eq!(third[0].start.as_micros(), 6000);
    }
}
