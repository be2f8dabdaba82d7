//! What is to stop the program, and where it stands.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use tensorcell_jupyter::debugger::{Breakpoints, Filters, Resume, Stopped};
use tensorcell_language::Value;
use tensorcell_language::threads::Ident;

/// What stops the program.
#[derive(Default)]
pub struct Plan {
    pub breakpoints: Breakpoints,
    pub filters: Filters,
    pub just_my_code: bool,
    pub step: Option<Step>,
    /// How often breakpoints were reached, by their numbers.
    pub hits: BTreeMap<i64, u64>,
    /// Of sources that were reached: whether a breakpoint is in them.
    pub wanted: HashMap<u32, bool>,
}

/// Where the program stops without a breakpoint.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// At the next line, wherever it is.
    Pause,
    Into(Ident),
    /// At the next line of the call at this height, or of its callers.
    Over(Ident, usize),
    /// When the call at this height returns.
    Out(Ident, usize),
}

/// A program that stands.
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
    /// How the program is to go on, once a client has said so.
    pub static RESUME: Cell<Option<Resume>> = const { Cell::new(None) };
}

impl Plan {
    /// Whether anything may stop the program.
    pub fn stops(&self) -> bool {
        self.step.is_some() || !self.breakpoints.is_empty() || self.filters != Filters::default()
    }

    /// Whether the code of a source is to tell of its lines: that of one that was never reached does.
    pub fn wants(&self, source: u32) -> bool {
        let unknown = !self.breakpoints.is_empty();
        self.step.is_some() || self.wanted.get(&source).copied().unwrap_or(unknown)
    }
}

/// Where the program stands.
pub fn stand() -> Option<Stand> {
    STAND.with_borrow(Clone::clone)
}

/// From here on these stop the program.
pub fn set(breakpoints: &Breakpoints, filters: Filters, just_my_code: bool) {
    PLAN.with_borrow_mut(|plan| {
        (plan.breakpoints, plan.filters, plan.just_my_code) = (breakpoints.clone(), filters, just_my_code);
        plan.wanted.clear();
        plan.hits.clear();
    });
}

/// Has the program stop at the next line.
pub fn pause() {
    PLAN.with_borrow_mut(|plan| plan.step = Some(Step::Pause));
}

/// A program that stands goes on.
pub fn resume(how: Resume) {
    RESUME.set(Some(how));
}
