//! Frames: on the heap, so that a generator is a frame at rest and recursion is bounded by a number.

use super::Vm;
use crate::language::compile::{Code, CodeKind};
use crate::language::object::{Cell, Dict, Function, Generator, Iter, IterState, Module, Str};
use crate::language::{Exc, Raise, Result, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// Calls deeper than this raise RecursionError.
pub(crate) const RECURSION_LIMIT: usize = 1000;

pub(crate) struct Frame {
    pub code: Rc<Code>,
    /// The next instruction, while another frame runs.
    pub ip: usize,
    /// Where the locals begin on the stack.
    pub base: usize,
    /// What the stack is cut to when the frame ends.
    pub floor: usize,
    pub cells: Rc<[Rc<Cell>]>,
    pub globals: Rc<Module>,
    /// Of a class body.
    pub namespace: Option<Rc<Dict>>,
    pub tries: Vec<TryBlock>,
    /// Exceptions being handled, innermost last.
    pub handling: Vec<Value>,
    pub kind: FrameKind,
}

pub(crate) enum FrameKind {
    Plain,
    /// `__init__` of an instance: the call's result is the instance.
    Init(Value),
    /// A class body: bases and keywords of the class.
    Class(Vec<Value>, Vec<(String, Value)>),
    Generator(Rc<Iter>),
}

/// An installed handler: where it is, and what it finds.
#[derive(Clone, Copy)]
pub(crate) struct TryBlock {
    pub target: usize,
    /// Height of the stack above the frame's base.
    pub height: usize,
    pub handling: usize,
}

/// A generator's frame between two turns.
pub(crate) struct Suspended {
    pub frame: Frame,
    /// Locals and operands.
    pub stack: Vec<Value>,
    pub started: bool,
}

/// Visits what a resting generator holds.
pub(crate) fn trace_generator(generator: &Generator, visit: &mut dyn FnMut(&Value)) {
    if let Generator::Suspended(suspended) = generator {
        suspended.stack.iter().for_each(&mut *visit);
        suspended.frame.handling.iter().for_each(visit);
    }
}

impl Vm {
    pub(crate) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a frame is running")
    }

    /// The names of the module whose code runs.
    pub(crate) fn current_globals(&self) -> Rc<Dict> {
        self.frames.last().map_or_else(|| self.globals(), |frame| frame.globals.dict.clone())
    }

    /// The names of the running scope: a copy in a function, the names themselves in a module or class body.
    pub(crate) fn locals(&self) -> Rc<Dict> {
        let Some(frame) = self.frames.last() else {
            return self.globals();
        };
        if let Some(namespace) = &frame.namespace {
            return namespace.clone();
        }
        if frame.code.kind == CodeKind::Module {
            return frame.globals.dict.clone();
        }
        let names = Dict::new();
        let add = |name: &Str, value: &Value| {
            if !matches!(value, Value::Unbound) {
                names.insert_name(name, value.clone());
            }
        };
        frame.code.locals.iter().zip(&self.stack[frame.base..]).for_each(|(name, value)| add(name, value));
        frame.code.cells.iter().zip(frame.cells.iter()).for_each(|(name, cell)| add(name, &cell.value.borrow()));
        names
    }

    /// Makes a frame the running one; its arguments are on the stack from `frame.base`.
    pub(crate) fn push_frame(&mut self, frame: Frame) -> Result<()> {
        if self.frames.len() >= RECURSION_LIMIT {
            self.stack.truncate(frame.floor);
            return Err(Raise::new(Exc::RecursionError, "maximum recursion depth exceeded"));
        }
        if let Some(caller) = self.frames.last_mut() {
            caller.ip = self.ip;
        }
        self.ip = frame.ip;
        self.base = frame.base;
        self.frames.push(frame);
        Ok(())
    }

    /// Ends the running frame; its caller goes on.
    pub(crate) fn pop_frame(&mut self) -> Frame {
        let frame = self.frames.pop().expect("a frame is running");
        self.stack.truncate(frame.floor);
        if let Some(caller) = self.frames.last() {
            self.ip = caller.ip;
            self.base = caller.base;
        }
        frame
    }

    /// A frame for a function whose locals begin at `base`; its parameters are bound already.
    pub(crate) fn enter(&mut self, function: &Function, base: usize, floor: usize, kind: FrameKind) -> Result<Entered> {
        let code = &function.code;
        self.stack.resize(base + code.locals.len(), Value::Unbound);
        let cells = if code.own_cells == 0 {
            function.closure.clone()
        } else {
            let mut cells: Vec<Rc<Cell>> = (0..code.own_cells).map(|_| Cell::new(Value::Unbound)).collect();
            cells.extend(function.closure.iter().cloned());
            for (local, cell) in &code.cell_parameters {
                let value = std::mem::replace(&mut self.stack[base + *local as usize], Value::Unbound);
                *cells[*cell as usize].value.borrow_mut() = value;
            }
            cells.into()
        };
        let frame = Frame {
            code: code.clone(),
            ip: 0,
            base,
            floor,
            cells,
            globals: function.globals.clone(),
            namespace: None,
            tries: Vec::new(),
            handling: Vec::new(),
            kind,
        };
        if !code.is_generator {
            self.push_frame(frame)?;
            return Ok(Entered::Frame);
        }
        let stack = self.stack.split_off(base);
        self.stack.truncate(floor);
        let suspended = Suspended { frame, stack, started: false };
        let state = IterState::Generator(Generator::Suspended(Box::new(suspended)));
        Ok(Entered::Value(Value::Iter(Rc::new(Iter { name: "generator", state: RefCell::new(state) }))))
    }

    /// The exception that is being handled now, here or in a caller.
    pub(crate) fn current_exception(&self) -> Option<Value> {
        self.frames.iter().rev().find_map(|frame| frame.handling.last().cloned())
    }
}

/// What a call came to: a frame that runs now, or a value at once. With a value the stack is cut to the call's floor.
pub(crate) enum Entered {
    Frame,
    Value(Value),
}
