//! The interface to the host's debugger. It selects the sources that report their lines; all other code runs without points.

use crate::Value;
use crate::{Result, Vm};
use std::cell::Cell;

/// A debugger.
#[derive(Clone, Copy)]
pub struct Watch {
    /// Whether the code of a source reports its lines and returns.
    pub wants: fn(u32) -> bool,
    /// Whether exceptions are reported.
    pub wants_exceptions: fn() -> bool,
    /// Called at each event of the running call; an exception from it is raised there. Code that it runs reports no events.
    pub told: fn(&mut Vm, Told) -> Result<()>,
}

/// An event in the innermost call.
#[derive(Clone, Copy)]
pub enum Told<'a> {
    /// A line begins.
    Line,
    /// The call returns or yields.
    Return,
    Raised {
        exception: &'a Value,
        /// Whether no user call has reported it before.
        is_first: bool,
        /// Whether user code may still handle it.
        may_be_caught: bool,
    },
}

/// A running user call, or one of a thread that is suspended.
#[derive(Clone)]
pub struct Call {
    /// The number of calls below it.
    pub height: usize,
    pub name: String,
    pub source: u32,
    /// Counted from 1, as the column.
    pub line: u32,
    pub column: u32,
}

thread_local! {
    static WATCH: Cell<Option<Watch>> = const { Cell::new(None) };
}

pub(super) fn get() -> Option<Watch> {
    WATCH.get()
}

pub(super) fn set(watch: Option<Watch>) {
    WATCH.set(watch);
}
