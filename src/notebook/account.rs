//! The session's account of its cells: their number, the work they ran, and the pictures they keep up to date.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use tensorcell_device::activity::{Kind, Work};
use tensorcell_device::allocator::now;
use tensorcell_display::KernelTime;
use tensorcell_engine::profile;
use tensorcell_language::{Builtin, Value, place};
use tensorcell_tensor::Device;

/// The work of a cell.
#[derive(Clone, Debug, Default)]
pub struct CellWork {
    /// `Cell [4]`.
    pub cell: String,
    /// On the clock of `allocator::now`, like the memory samples.
    pub began: Duration,
    /// None while the cell runs.
    pub ended: Option<Duration>,
    ran: profile::Account,
}

/// A kernel, copy or fill on a device, or an operation on the processor, for bars and timelines.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub name: &'static str,
    /// None for an operation on the processor.
    pub kind: Option<Kind>,
    pub device: Device,
    /// 0 for the device's default stream; others are numbered in order of appearance. On the processor, 1 is the
    /// communication between ranks.
    pub stream: u32,
    /// Seconds since the cell began, and the duration in seconds.
    pub start: f64,
    pub seconds: f64,
    /// Bytes copied or filled.
    pub bytes: usize,
    /// The code that started it: `Cell [4]` and the 1-based line. A cell may run code that an earlier one defined.
    pub line: Option<(Rc<str>, u32)>,
}

impl CellWork {
    pub fn is_empty(&self) -> bool {
        self.ran.totals.is_empty()
    }

    /// Returns the time by kernel (on a CUDA device) or by operation (on the processor). Not every kernel of a long
    /// cell is timed (`activity`): then times are estimates, while counts are exact.
    pub fn times(&self) -> Vec<(Device, KernelTime)> {
        let time = |total: &profile::Total| KernelTime {
            name: total.name.to_owned(),
            seconds: total.duration.as_secs_f64(),
            count: total.count,
        };
        self.ran.totals.iter().map(|total| (total.device, time(total))).collect()
    }

    /// Returns the events in the order of their start. They are complete up to [`CellWork::whole_until`].
    pub fn events(&self) -> Vec<Event> {
        let since = |time: Duration| time.as_secs_f64() - self.began.as_secs_f64();
        let line = |at: Option<tensorcell_device::allocator::Place>| {
            let line = place::describe(at.map(|at| (at.source, at.offset))?)?;
            Some((line.source, line.line))
        };
        let on_cpu = self.ran.cpu.iter().map(|ran| Event {
            name: ran.name,
            kind: None,
            device: Device::Cpu,
            stream: ran.stream,
            start: since(ran.start),
            seconds: ran.duration.as_secs_f64(),
            bytes: 0,
            line: line(ran.place),
        });
        let on_devices = self.ran.devices.iter().map(|work: &Work| Event {
            name: work.what.name,
            kind: Some(work.what.kind),
            device: Device::Cuda(work.device),
            stream: work.stream,
            start: since(work.start),
            seconds: work.duration.as_secs_f64(),
            bytes: work.what.bytes,
            line: line(work.place),
        });
        let mut events: Vec<Event> = on_cpu.chain(on_devices).collect();
        events.sort_by(|a, b| a.start.total_cmp(&b.start));
        events
    }

    /// Returns the seconds after the cell's start from which on events are missing: for a cell with very many events,
    /// only the first ones are kept. Returns None if none are missing.
    pub fn whole_until(&self) -> Option<f64> {
        Some((self.ran.whole_until?.as_secs_f64() - self.began.as_secs_f64()).max(0.0))
    }

    fn add(&mut self, ran: profile::Account) {
        let whole = self.ran.whole_until.is_none();
        if whole {
            self.ran.cpu.extend(ran.cpu);
            self.ran.devices.extend(ran.devices);
            self.ran.whole_until = ran.whole_until;
        }
        for total in ran.totals {
            match self.ran.totals.iter_mut().find(|own| own.device == total.device && own.name == total.name) {
                Some(own) => {
                    own.duration += total.duration;
                    own.count += total.count;
                }
                None => self.ran.totals.push(total),
            }
        }
    }
}

#[derive(Default)]
struct Account {
    count: u32,
    now: CellWork,
    /// The last cell that ran any work.
    earlier: CellWork,
    /// Kept to the end of the cell, so that a curve without remaining references still shows its last state.
    live: Vec<Rc<dyn Live>>,
}

thread_local! {
    static ACCOUNT: RefCell<Account> = RefCell::default();
}

/// Begins a cell.
pub fn begin(cell: &str, count: u32) {
    gather();
    ACCOUNT.with_borrow_mut(|account| {
        let fresh = CellWork { cell: cell.to_owned(), began: now(), ..CellWork::default() };
        let before = std::mem::replace(&mut account.now, fresh);
        if !before.is_empty() {
            account.earlier = before;
        }
        account.count = count;
    });
}

/// Returns the number in `In [n]` of the running cell.
pub fn count() -> u32 {
    ACCOUNT.with_borrow(|account| account.count)
}

/// Returns the running cell's name.
pub fn cell() -> String {
    ACCOUNT.with_borrow(|account| account.now.cell.clone())
}

/// Returns the work of the running cell, or if it has none, of the last cell that has.
pub fn work() -> CellWork {
    gather();
    ACCOUNT.with_borrow(|account| match account.now.is_empty() && !account.earlier.is_empty() {
        true => account.earlier.clone(),
        false => account.now.clone(),
    })
}

/// Adds the engine's work since the last call to the cell's account. Waits for the devices.
fn gather() {
    let ran = profile::take();
    ACCOUNT.with_borrow_mut(|account| account.now.add(ran));
}

/// The same as plain data of the language.
pub const WORK: Builtin = Builtin::new(
    "tensorcell.work",
    "()",
    "What this cell has run so far (or the last cell that ran anything), piece by piece and in the order of its start: a \
     list of dicts with name, kind ('operation' on the processor; on a device 'kernel', 'upload', 'download', 'copy', \
     'peer copy', 'fill', 'graph'), device, stream (0: the default one), start and duration (seconds, from the cell's \
     start), bytes (copied or filled), cell and line.\n\n\
     Of a cell that runs very much, only the first part is kept piece by piece.",
    |_, _| {
        let row = |event: Event| {
            let kind = match event.kind {
                None => "operation",
                Some(Kind::Kernel) => "kernel",
                Some(Kind::Upload) => "upload",
                Some(Kind::Download) => "download",
                Some(Kind::Copy) => "copy",
                Some(Kind::PeerCopy) => "peer copy",
                Some(Kind::Fill) => "fill",
                Some(Kind::Graph) => "graph",
            };
            let (cell, line) = match event.line {
                Some((cell, line)) => (Value::str(&*cell), Value::Int(line.into())),
                None => (Value::None, Value::None),
            };
            let fields = [
                ("name", Value::str(event.name)),
                ("kind", Value::str(kind)),
                ("device", Value::str(event.device.to_string())),
                ("stream", Value::Int(event.stream.into())),
                ("start", Value::from(event.start)),
                ("duration", Value::from(event.seconds)),
                ("bytes", Value::Int(event.bytes as i64)),
                ("cell", cell),
                ("line", line),
            ];
            Value::dict(fields.map(|(name, value)| (Value::str(name), value)))
        };
        Ok(Value::list(work().events().into_iter().map(row).collect()))
    },
);

/// Runs `work` and returns its work alone, which is also added to the cell's account. `%profile` and `%%profile` call
/// it: they run the code in `work`, wait for the devices within it, then draw [`CellWork::times`] as bars and
/// [`CellWork::events`] as a timeline. It costs no more than the account itself. PyTorch's table, with shapes, memory
/// and operations by name, is `torch.profiler.profile`, which displays itself (`_repr_html_`).
pub fn measured<R>(work: impl FnOnce() -> R) -> (R, CellWork) {
    gather();
    let before = ACCOUNT.with_borrow_mut(|account| {
        let inner = CellWork { cell: account.now.cell.clone(), began: now(), ..CellWork::default() };
        std::mem::replace(&mut account.now, inner)
    });
    let result = work();
    gather();
    let ran = ACCOUNT.with_borrow_mut(|account| {
        let mut ran = std::mem::replace(&mut account.now, before);
        ran.ended = Some(now());
        account.now.add(ran.ran.clone());
        ran
    });
    (result, ran)
}

/// A picture that changes while a cell runs.
pub trait Live {
    /// Shows the complete last state.
    fn finish(&self);
}

/// Keeps a picture up to date until the end of the cell.
pub fn watch(picture: Rc<dyn Live>) {
    ACCOUNT.with_borrow_mut(|account| {
        let known = account.live.iter().any(|live| std::ptr::addr_eq(Rc::as_ptr(live), Rc::as_ptr(&picture)));
        if !known {
            account.live.push(picture);
        }
    });
}

/// Ends a cell: every curve that it changed shows its complete last state.
pub fn end() {
    let live = ACCOUNT.with_borrow_mut(|account| std::mem::take(&mut account.live));
    for picture in live {
        picture.finish();
    }
    gather();
    ACCOUNT.with_borrow_mut(|account| account.now.ended = Some(now()));
}
