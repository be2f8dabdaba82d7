//! Suspended generators.

use super::{Cell, Function, Namespace};
use crate::Value;
use crate::compile::Op;
use std::cell::{Cell as Slot, RefCell};
use std::rc::Rc;

pub(crate) enum Generator {
    /// A suspended frame: not started, or at a `yield`.
    Suspended(Box<Suspended>),
    Running,
}

/// An installed handler: its target, and the state to restore.
#[derive(Clone, Copy)]
pub(crate) struct TryBlock {
    pub target: usize,
    /// Height of the stack above the frame's base.
    pub height: usize,
    /// The number of exceptions that the frame is handling.
    pub handling: usize,
}

/// The frame of a suspended generator.
pub(crate) struct Suspended {
    pub function: Rc<Function>,
    pub own_cells: Option<Rc<[Rc<Cell>]>>,
    /// The next instruction.
    pub ip: usize,
    /// Locals and operands; empty while the frame runs.
    pub stack: Vec<Value>,
    pub tries: Vec<TryBlock>,
    pub handling: Vec<Value>,
    /// For evaluated code that awaits: its namespace besides the globals.
    pub namespace: Option<Namespace>,
    pub started: bool,
    /// Whether an instruction of the frame below resumed it and takes its values; otherwise native code does.
    pub inline: bool,
}

impl Suspended {
    /// The iterator that it delegates to by `yield from` or `await`.
    pub fn delegate(&self) -> Option<&Value> {
        let delegates = self.function.code.ops.get(self.ip) == Some(&Op::YieldFrom);
        if delegates { self.stack.last() } else { None }
    }
    pub fn cells(&self) -> &[Rc<Cell>] {
        self.own_cells.as_deref().unwrap_or(&self.function.closure)
    }
}

/// The state of an asynchronous generator besides its frame.
#[derive(Default)]
pub(crate) struct AsyncState {
    /// Whether one of its steps is being awaited.
    pub running: Slot<bool>,
    /// Whether it has ended, or is being closed.
    pub closed: Slot<bool>,
    /// Whether the hooks were fetched.
    pub hooked: Slot<bool>,
    /// Whether the finalizer hook was called.
    pub finalized: Slot<bool>,
    /// The finalizer hook.
    pub finalizer: RefCell<Value>,
}

impl Generator {
    /// Visits the values of a suspended frame.
    pub(crate) fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        if let Generator::Suspended(suspended) = self {
            suspended.stack.iter().for_each(&mut *visit);
            suspended.handling.iter().for_each(&mut *visit);
            suspended.namespace.iter().for_each(|namespace| visit(&namespace.value()));
        }
    }
}
