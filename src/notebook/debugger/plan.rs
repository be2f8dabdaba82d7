//! The conditions that stop the program, and the position where it is stopped.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use tensorcell_jupyter::debugger::{Breakpoints, Filters, Resume, Stopped};
use tensorcell_language::Value;
use tensorcell_language::threads::Ident;

/// The conditions that stop the program.
#[derive(Default)]
pub struct Plan {
    pub breakpoints: Breakpoints,
    pub filters: Filters,
    pub just_my_code: bool,
    pub step: Option<Step>,
    /// How often each breakpoint was reached, by id.
    pub hits: BTreeMap<i64, u64>,
    /// For each source that was reached: whether it has a breakpoint.
    pub wanted: HashMap<u32, bool>,
}

/// A condition to stop without a breakpoint.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// At the next line, in any function.
    Pause,
    Into(Ident),
    /// At the next line of the call at this height, or of its callers.
    Over(Ident, usize),
    /// When the call at this height returns.
    Out(Ident, usize),
}

/// A stopped program.
#[derive(Clone)]
pub struct Stand {
    pub stopped: Stopped,
    pub thread: Ident,
    /// The height of the innermost call that is shown.
    pub top: usize,
    pub exception: Option<Value>,
}

thread_local! {
    pub static PLAN: RefCell<Plan> = RefCell::default();
    pub static STAND: RefCell<Option<Stand>> = const { RefCell::new(None) };
    /// How the program continues, once a client has decided.
    pub static RESUME: Cell<Option<Resume>> = const { Cell::new(None) };
}

impl Plan {
    /// Returns whether anything may stop the program.
    pub fn stops(&self) -> bool {
        self.step.is_some() || !self.breakpoints.is_empty() || self.filters != Filters::default()
    }

    /// Returns whether code of a source must report its lines. Unknown sources report while there are breakpoints.
    pub fn wants(&self, source: u32) -> bool {
        let unknown = !self.breakpoints.is_empty();
        self.step.is_some() || self.wanted.get(&source).copied().unwrap_or(unknown)
    }
}

/// Returns where the program is stopped.
pub fn stand() -> Option<Stand> {
    STAND.with_borrow(Clone::clone)
}

/// Sets the conditions that stop the program.
pub fn set(breakpoints: &Breakpoints, filters: Filters, just_my_code: bool) {
    PLAN.with_borrow_mut(|plan| {
        (plan.breakpoints, plan.filters, plan.just_my_code) = (breakpoints.clone(), filters, just_my_code);
        plan.wanted.clear();
        plan.hits.clear();
    });
}

/// Stops the program at the next line.
pub fn pause() {
    PLAN.with_borrow_mut(|plan| plan.step = Some(Step::Pause));
}

/// Continues a stopped program.
pub fn resume(how: Resume) {
    RESUME.set(Some(how));
}
