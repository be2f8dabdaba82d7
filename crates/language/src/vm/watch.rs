//! What a debugger of the host's is told of the user's code. It names the sources that are to tell of their lines; all other code
//! runs as it is.

use crate::Value;
use crate::{Result, Vm};
use std::cell::Cell;

/// A debugger.
#[derive(Clone, Copy)]
pub struct Watch {
    /// Whether the code of a source tells of its lines and returns.
    pub wants: fn(u32) -> bool,
    /// Whether exceptions are told of.
    pub wants_exceptions: fn() -> bool,
    /// Told at a point of the running call; what it raises is raised there. What it runs of the program tells nothing.
    pub told: fn(&mut Vm, Told) -> Result<()>,
}

/// What happens in the innermost call.
#[derive(Clone, Copy)]
pub enum Told<'a> {
    /// A line begins.
    Line,
    /// It returns or yields.
    Return,
    Raised {
        exception: &'a Value,
        /// No call of the user's was told of it before.
        is_first: bool,
        /// The user's code may still handle it.
        may_be_caught: bool,
    },
}

/// A call of the user's that runs, or that rests while another thread runs.
#[derive(Clone)]
pub struct Call {
    /// How many calls are below it.
    pub height: usize,
    pub name: String,
    pub source: u32,
    /// From 1, as the column.
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
