//! The containers tracked by the cycle collector, by age.

use crate::vm::finalizers::at_safe_point;
use crate::{Builtin, Value, Vm};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::{Duration, Instant};

/// A container that can be part of a cycle.
pub(crate) trait Container: Any {
    /// The value of the container. A captured variable is not a value, and is returned as the error.
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

/// The starting set of a walk.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Extent {
    Young,
    All,
}

pub(super) struct Registry {
    /// The most recent ones, most of which die before they are checked.
    pub newest: Vec<Tracked>,
    /// Containers that no walk has visited yet.
    pub young: Vec<Tracked>,
    pub old: Vec<Tracked>,
    /// The number of young ones at which dead entries are swept, and the rest walked if there are many.
    look_at: usize,
    /// The number of old ones at which dead entries are swept.
    sweep_at: usize,
    /// The number of old ones at which a cell walks all of them while it runs.
    pub collect_at: usize,
    /// Whether a walk was requested for the next safe point.
    pub asked: bool,
    /// The time and duration of the last walk over all.
    pub last: Option<(Instant, Duration)>,
}

const NEWEST: usize = 256;
const YOUNG: usize = 10_000;
/// Up to this many are walked at the end of each cell.
const FEW: usize = 50_000;
/// With fewer, a running cell walks only the young ones.
pub(super) const MANY: usize = 200_000;
/// With more than `FEW`, walks at the end of cells take at most this fraction (1 / `SHARE`) of the time.
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
    /// Makes the survivors of a walk old.
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
    // Values dropped while the thread ends need no tracking.
    let _ = REGISTRY.try_with(|registry| {
        if let Ok(mut registry) = registry.try_borrow_mut() {
            registry.push(entry);
        }
    });
}

/// A walk's note on an object, for kinds with many objects: the walk's number, and a position in its list.
#[derive(Default)]
pub(crate) struct Mark(pub(super) Cell<(u32, u32)>);
