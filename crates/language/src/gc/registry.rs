//! The containers that the collector of cycles looks through, by age.

use crate::vm::finalizers::at_safe_point;
use crate::{Builtin, Value, Vm};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::{Duration, Instant};

/// A container through which a cycle can close.
pub(crate) trait Container: Any {
    /// The value that it is. A captured variable is none, and is given back.
    fn value(self: Rc<Self>) -> Result<Value, Rc<dyn Any>>;
}

pub(crate) type Tracked = Weak<dyn Container>;

fn is_alive(entry: &Tracked) -> bool {
    entry.strong_count() > 0
}

/// Runs at the next safe point of a cell.
static COLLECT: Builtin = Builtin::new("gc._collect", "()", "Free cyclic garbage.", |vm: &mut Vm, _| {
    vm.collect_when_asked();
    Ok(Value::None)
});

/// From where a walk starts.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Extent {
    Young,
    All,
}

pub(super) struct Registry {
    /// The latest, most of which die before they are looked at again.
    pub newest: Vec<Tracked>,
    /// What no walk has looked at yet.
    pub young: Vec<Tracked>,
    pub old: Vec<Tracked>,
    /// Length at which the dead among the young are swept, and the rest walked through if these are many.
    look_at: usize,
    /// Length at which the dead among the old are swept.
    sweep_at: usize,
    /// Length of the old at which all are walked through within a cell.
    pub collect_at: usize,
    /// A walk waits for its safe point.
    pub asked: bool,
    /// When all were walked through last, and how long that took.
    pub last: Option<(Instant, Duration)>,
}

const NEWEST: usize = 256;
const YOUNG: usize = 10_000;
/// So few are walked through at the end of each cell.
const FEW: usize = 50_000;
/// Before there are so many, a running cell looks only through the young.
pub(super) const MANY: usize = 200_000;
/// Beyond a few, walks at the end of cells take one part of this many of the time.
const SHARE: u32 = 20;

impl Registry {
    const EMPTY: Registry = Registry {
        newest: Vec::new(),
        young: Vec::new(),
        old: Vec::new(),
        look_at: YOUNG,
        sweep_at: YOUNG,
        collect_at: MANY,
        asked: false,
        last: None,
    };

    #[inline]
    pub(super) fn push(&mut self, entry: Tracked) {
        if self.newest.len() >= NEWEST {
            self.age();
        }
        self.newest.push(entry);
    }
    #[cold]
    fn age(&mut self) {
        self.young.extend(self.newest.drain(..).filter(is_alive));
        if self.young.len() < self.look_at {
            return;
        }
        self.young.retain(is_alive);
        self.look_at = self.young.len() + YOUNG;
        if self.young.len() >= YOUNG / 2 && !std::mem::replace(&mut self.asked, true) {
            at_safe_point(Value::Builtin(&COLLECT));
        }
    }
    /// Those that a walk has left alive are young no longer.
    pub(super) fn grow_old(&mut self) {
        self.old.extend(self.newest.drain(..).chain(self.young.drain(..)).filter(is_alive));
        self.look_at = YOUNG;
        if self.old.len() >= self.sweep_at {
            self.sweep();
        }
    }
    pub(super) fn sweep(&mut self) {
        self.old.retain(is_alive);
        self.sweep_at = (self.old.len() * 2).max(YOUNG);
    }
    pub(super) fn due_at_end_of_cell(&self) -> Extent {
        let rested = self.last.is_none_or(|(end, cost)| end.elapsed() >= cost * SHARE);
        if self.old.len() < FEW || rested { Extent::All } else { Extent::Young }
    }
}

thread_local! {
    pub(super) static REGISTRY: RefCell<Registry> = const { RefCell::new(Registry::EMPTY) };
}

pub(crate) fn track(entry: Tracked) {
    // Values that die while the thread ends need no tracking.
    let _ = REGISTRY.try_with(|registry| {
        if let Ok(mut registry) = registry.try_borrow_mut() {
            registry.push(entry);
        }
    });
}

/// Where a walk keeps its notes on an object, for the kinds of which there are many: the walk's number, and a place in its list.
#[derive(Default)]
pub(crate) struct Mark(pub(super) Cell<(u32, u32)>);
