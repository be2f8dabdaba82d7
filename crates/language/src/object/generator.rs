//! Generators at rest.

use super::{Cell, Function};
use crate::Value;
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
    pub started: bool,
    /// Resumed by an instruction of the frame below, which takes what it yields and returns; else by native code.
    pub inline: bool,
}

impl Generator {
    /// Visits what it holds while it rests.
    pub(crate) fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        if let Generator::Suspended(suspended) = self {
            suspended.stack.iter().for_each(&mut *visit);
            suspended.handling.iter().for_each(visit);
        }
    }
}
