//! Generators at rest.

use super::{Cell, Function, Namespace};
use crate::Value;
use crate::compile::Op;
use std::cell::{Cell as Slot, RefCell};
use std::rc::Rc;

pub(crate) enum Generator {
    /// A frame at rest: not begun, or at a `yield`.
    Suspended(Box<Suspended>),
    Running,
}

/// An installed handler: where it is, and what it finds.
#[derive(Clone, Copy)]
pub(crate) struct TryBlock {
    pub target: usize,
    /// Height of the stack above the frame's base.
    pub height: usize,
    /// How many exceptions the frame is handling.
    pub handling: usize,
}

/// A generator's frame between two turns.
pub(crate) struct Suspended {
    pub function: Rc<Function>,
    pub own_cells: Option<Rc<[Rc<Cell>]>>,
    /// The next instruction.
    pub ip: usize,
    /// Locals and operands; nothing while it runs.
    pub stack: Vec<Value>,
    pub tries: Vec<TryBlock>,
    pub handling: Vec<Value>,
    /// Of evaluated code that awaits: its names beside the globals.
    pub namespace: Option<Namespace>,
    pub started: bool,
    /// Resumed by an instruction of the frame below, which takes what it yields and returns; else by native code.
    pub inline: bool,
}

impl Suspended {
    /// What it waits for in `yield from` or `await`.
    pub fn delegate(&self) -> Option<&Value> {
        let delegates = self.function.code.ops.get(self.ip) == Some(&Op::YieldFrom);
        if delegates { self.stack.last() } else { None }
    }
    pub fn cells(&self) -> &[Rc<Cell>] {
        self.own_cells.as_deref().unwrap_or(&self.function.closure)
    }
}

/// What an asynchronous generator keeps beside its frame.
#[derive(Default)]
pub(crate) struct AsyncState {
    /// One of its steps is being awaited.
    pub running: Slot<bool>,
    /// It has ended, or is being closed.
    pub closed: Slot<bool>,
    /// The hooks were asked for.
    pub hooked: Slot<bool>,
    /// Its last words were said: the hook for its end was called.
    pub finalized: Slot<bool>,
    /// The hook for its end.
    pub finalizer: RefCell<Value>,
}

impl Generator {
    /// Visits what it holds while it rests.
    pub(crate) fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        if let Generator::Suspended(suspended) = self {
            suspended.stack.iter().for_each(&mut *visit);
            suspended.handling.iter().for_each(&mut *visit);
            suspended.namespace.iter().for_each(|namespace| visit(&namespace.value()));
        }
    }
}
