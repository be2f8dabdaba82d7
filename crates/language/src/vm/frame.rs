//! Frames, on the heap: a suspended generator is just a frame, and recursion is bounded by a number.

use super::Vm;
use super::instrumented;
use super::operands::clear;
use crate::builtins::frames;
use crate::compile::{Code, CodeKind, Flow};
use crate::native::{BinaryOp, CompareOp};
use crate::object::{
    Around, Before, Cell, Dict, Function, Generator, Iter, IterState, Module, Namespace, Str, Suspended,
};
use crate::observer::{self, Callee};
use crate::quiet::{self, Panic};
use crate::raise::{HIDES, Kept, Passed, keeps_variables};
use crate::source::SourceKind;
use crate::{Exc, Raise, Result, Value};
use std::cell::{OnceCell, RefCell};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// Calls deeper than this raise RecursionError, until a program sets another limit.
pub(crate) const RECURSION_LIMIT: usize = 1000;

#[derive(Default)]
pub(crate) struct Frame {
    /// What runs: code, captured variables and module. A call takes it from the stack. None once the frame has ended.
    pub function: Option<Rc<Function>>,
    /// The frame's own cell variables, then the captured ones; None where it has none of its own.
    pub own_cells: Option<Rc<[Rc<Cell>]>>,
    /// The next instruction, while another frame runs.
    pub ip: usize,
    /// Where the locals begin on the stack.
    pub base: usize,
    /// The stack height to restore when the frame ends.
    pub floor: usize,
    /// Where the frame's entries begin among the Vm's handlers and handled exceptions.
    pub tries: usize,
    pub handling: usize,
    pub kind: FrameKind,
}

#[derive(Default)]
pub(crate) enum FrameKind {
    #[default]
    Plain,
    /// As `Plain`, with an observer's guard that is dropped at the end.
    Observed(#[expect(dead_code, reason = "held to be dropped")] Box<dyn std::any::Any>),
    /// An operator method; its operands are below its arguments.
    Operator(BinaryOp),
    /// As `Operator`, for a comparison.
    Comparison(CompareOp),
    /// Of a call that has a frame object: its end leaves the variables to that.
    Seen(Box<FrameKind>),
    /// `__init__` of an instance, which is the result of the call.
    Init(Value),
    /// A class body: bases and keywords of the class.
    Class(Box<ClassHeader>),
    /// Evaluated code whose locals are not its globals.
    Evaluated(Namespace),
    /// The generator, and the storage for its next suspension.
    Generator(Rc<Iter>, Box<Suspended>),
}

pub(crate) struct ClassHeader {
    /// The metaclass; None for `type`.
    pub metaclass: Option<Value>,
    pub bases: Vec<Value>,
    pub keywords: Vec<(String, Value)>,
    pub namespace: Namespace,
}

impl Frame {
    #[inline(always)]
    pub fn function(&self) -> &Rc<Function> {
        self.function.as_ref().expect("a frame that has not ended")
    }
    pub fn code(&self) -> &Rc<Code> {
        &self.function().code
    }
    pub fn globals(&self) -> &Rc<Module> {
        &self.function().globals
    }
    pub fn cells(&self) -> &[Rc<Cell>] {
        self.own_cells.as_deref().unwrap_or(&self.function().closure)
    }
    /// Gives the frame its own copy of its function, so that the copy's lifetime is the frame's.
    pub(crate) fn own_function(&mut self) -> Rc<Function> {
        let function = self.function().clone();
        if function.frame.get().is_some() {
            return function;
        }
        let own = function.for_frame(function.code.clone());
        if let (FrameKind::Generator(iter, _), Some(state)) = (&self.kind, own.frame.get()) {
            let _ = state.generator.set(Rc::downgrade(iter));
        }
        let own = Rc::new(own);
        if let FrameKind::Generator(_, resting) = &mut self.kind {
            resting.function = own.clone();
        }
        self.function = Some(own.clone());
        if let FrameKind::Plain | FrameKind::Init(_) | FrameKind::Operator(_) | FrameKind::Comparison(_) = self.kind {
            self.kind = FrameKind::Seen(Box::new(std::mem::take(&mut self.kind)));
        }
        own
    }
    /// Whether this is the frame of the given generator.
    pub(crate) fn runs(&self, iter: &Rc<Iter>) -> bool {
        matches!(&self.kind, FrameKind::Generator(running, _) if Rc::ptr_eq(running, iter))
    }
    /// The namespace of a class body or evaluated code.
    pub fn namespace(&self) -> Option<&Namespace> {
        match &self.kind {
            FrameKind::Class(header) => Some(&header.namespace),
            FrameKind::Evaluated(namespace) => Some(namespace),
            FrameKind::Generator(_, resting) => resting.namespace.as_ref(),
            _ => None,
        }
    }
}

/// The running frames, innermost last. As on the value stack, a slot stays allocated when its frame ends, and the next frame
/// is written into it field by field. Moving a whole frame would read pairs of words that were just written one by one, which
/// stalls the processor.
#[derive(Default)]
pub(crate) struct Frames {
    slots: Vec<Frame>,
    height: usize,
}

impl Frames {
    /// Pushes a frame; the slot holds nothing that needs dropping.
    pub fn push(&mut self, frame: Frame) {
        let Frame { function, own_cells, ip, base, floor, tries, handling, kind } = frame;
        let slot = self.begin();
        (slot.function, slot.own_cells) = (function, own_cells);
        (slot.ip, slot.base, slot.floor, slot.tries, slot.handling) = (ip, base, floor, tries, handling);
        std::mem::forget(std::mem::replace(&mut slot.kind, kind));
    }
    /// Reserves the next slot, to be filled in place. It holds neither function nor cells, and its kind holds no data.
    #[inline(always)]
    pub fn begin(&mut self) -> &mut Frame {
        self.make_room();
        self.height += 1;
        &mut self.slots[self.height - 1]
    }
    #[inline(always)]
    fn make_room(&mut self) {
        if self.height == self.slots.len() {
            self.grow();
        }
    }
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.slots.resize_with(self.slots.len() * 2 + 16, Frame::default);
    }
    pub fn pop(&mut self) -> Option<Frame> {
        self.height = self.height.checked_sub(1)?;
        Some(std::mem::take(&mut self.slots[self.height]))
    }
    /// Pops the innermost frame, whose kind holds no data any more.
    #[inline(always)]
    pub fn end(&mut self) {
        self.height -= 1;
        let slot = &mut self.slots[self.height];
        let (function, own_cells) = (slot.function.take(), slot.own_cells.take());
        drop(function);
        if own_cells.is_some() {
            drop(own_cells);
        }
    }
    // These shadow the slice's methods, without its bounds check.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.height
    }
    #[inline(always)]
    pub fn last(&self) -> Option<&Frame> {
        self.slots.get(self.height.wrapping_sub(1))
    }
    #[inline(always)]
    pub fn last_mut(&mut self) -> Option<&mut Frame> {
        self.slots.get_mut(self.height.wrapping_sub(1))
    }
}

impl Deref for Frames {
    type Target = [Frame];
    #[inline(always)]
    fn deref(&self) -> &[Frame] {
        &self.slots[..self.height]
    }
}
impl DerefMut for Frames {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Frame] {
        &mut self.slots[..self.height]
    }
}

/// Takes values one by one, and returns the one that it cannot take, which ends its work. It runs no code of the program, so
/// it may be called while a generator is active.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(Value) -> Option<Value>;

/// How a run of frames ended.
pub(crate) enum Exit {
    Return(Value),
    Yield(Value),
}

impl Vm {
    #[inline(always)]
    pub(crate) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a frame is running")
    }

    /// The heights of the user's running calls, innermost first. Calls in our own modules are left out.
    pub(crate) fn user_calls(&self) -> impl Iterator<Item = usize> {
        (0..self.frames.len()).rev().filter(|height| {
            let source = self.source(self.frames[*height].code().span(0).source);
            source.is_some_and(|source| source.kind == SourceKind::User)
        })
    }

    /// The names of the module whose code runs.
    pub(crate) fn current_globals(&self) -> Rc<Dict> {
        self.frames.last().map_or_else(|| self.globals(), |frame| frame.globals().dict.clone())
    }

    /// The names of the running scope: a copy in a function, the namespace itself in a module or class body.
    pub(crate) fn locals(&self) -> Value {
        match self.frames.last() {
            Some(frame) => self.locals_of(frame),
            None => Value::Dict(self.globals()),
        }
    }

    /// The names of a frame's scope.
    pub(crate) fn locals_at(&self, height: usize) -> Value {
        self.locals_of(&self.frames[height])
    }
    /// The index of a frame's current instruction; None before the first.
    pub(crate) fn instruction(&self, height: usize) -> Option<usize> {
        // The innermost frame's position is kept in the evaluator until another frame runs.
        let ip = if height + 1 == self.frames.len() { self.ip } else { self.frames[height].ip };
        ip.checked_sub(1)
    }
    /// The traceback entry of a frame.
    pub(crate) fn passed(&self, frame: &Frame) -> Passed {
        let at = self.ip.saturating_sub(1);
        let hides = self.hides(frame);
        let kept = keeps_variables().then(|| self.kept(frame, |_, value| value.clone()));
        Passed { code: frame.code().clone(), globals: Rc::downgrade(frame.globals()), at, left: at, hides, kept }
    }
    #[cold]
    pub(super) fn kept(&self, frame: &Frame, keep: fn(&Vm, &Value) -> Value) -> Rc<Kept> {
        let count = frame.code().locals.len().min(self.stack.len().saturating_sub(frame.base));
        let locals: Vec<Value> =
            self.stack[frame.base..frame.base + count].iter().map(|value| keep(self, value)).collect();
        let cell = |cell: &Rc<Cell>| Cell::new(keep(self, &cell.value.borrow()));
        let cells = if keeps_variables() { frame.cells().to_vec() } else { frame.cells().iter().map(cell).collect() };
        Rc::new(Kept { locals: locals.into(), cells: cells.into() })
    }
    fn hides(&self, frame: &Frame) -> Option<Value> {
        let place = frame.code().locals.iter().position(|name| name.as_str() == HIDES)?;
        self.stack.get(frame.base + place).filter(|value| !matches!(value, Value::Unbound)).cloned()
    }

    /// As `locals`, for any frame.
    fn locals_of(&self, frame: &Frame) -> Value {
        if let Some(namespace) = frame.namespace() {
            return namespace.value();
        }
        if frame.code().kind == CodeKind::Module {
            return Value::Dict(frame.globals().dict.clone());
        }
        let names = Dict::new();
        // A comprehension's variable shadows a local of the same name.
        let add = |name: &Str, value: &Value| match (value, shown_name(name)) {
            (Value::Unbound, _) => {}
            (value, Some(shown)) => names.insert_name(&Str::new(shown), value.clone()),
            (value, None) => names.insert_name(name, value.clone()),
        };
        let locals = || frame.code().locals.iter().zip(&self.stack[frame.base..]);
        let first_inlined = frame.code().first_inlined;
        locals().take(first_inlined).for_each(|(name, value)| add(name, value));
        frame.code().cells.iter().zip(frame.cells()).for_each(|(name, cell)| add(name, &cell.value.borrow()));
        locals().skip(first_inlined).for_each(|(name, value)| add(name, value));
        if let Some(state) = frame.function().frame.get() {
            for (name, value) in state.left.names.items() {
                match name {
                    Value::Str(name) if !names.has_name(&name) => names.insert_name(&name, value),
                    _ => {}
                }
            }
        }
        Value::Dict(names)
    }

    /// Makes a frame the running one; its arguments are on the stack from `frame.base`.
    pub(crate) fn push_frame(&mut self, frame: Frame) -> Result<()> {
        self.begin(frame.base, frame.floor)?;
        self.frames.push(frame);
        Ok(())
    }
    /// Prepares to run another frame from its first instruction.
    #[inline(always)]
    fn begin(&mut self, base: usize, floor: usize) -> Result<()> {
        if self.frames.len() >= self.recursion_limit {
            self.stack.truncate(floor);
            return Err(too_deep());
        }
        if let Some(caller) = self.frames.last_mut() {
            caller.ip = self.ip;
        }
        self.ip = 0;
        self.base = base;
        Ok(())
    }

    /// Ends the running frame and continues its caller.
    pub(crate) fn pop_frame(&mut self) -> Frame {
        let frame = self.frames.pop().expect("a frame is running");
        self.cut(frame.floor);
        self.tries.truncate(frame.tries);
        self.handling.truncate(frame.handling);
        if let Some(caller) = self.frames.last() {
            self.ip = caller.ip;
            self.base = caller.base;
        }
        frame
    }

    /// Whether a function needs only a frame once its arguments are bound: no observer, no wrapper around the call.
    #[inline(always)]
    pub(super) fn is_light(&self, function: &Function) -> bool {
        function.code.is_light
            && self.frames.len() < self.recursion_limit
            && function.around.get().is_none()
            && !function.is_rewritten()
            && !observer::is_on()
    }
    /// Whether a call passes exactly the function's positional parameters, and the function is light.
    #[inline(always)]
    pub(super) fn is_usual(&self, function: &Function, given: usize) -> bool {
        function.code.is_usual && function.code.parameters.positional == given && self.is_light(function)
    }

    /// Runs a light function; its arguments are bound, on the stack from `base`.
    #[inline(always)]
    pub(super) fn enter_light(&mut self, function: Rc<Function>, base: usize, floor: usize, kind: FrameKind) {
        let code = &function.code;
        let has_cells = code.own_cells > 0;
        self.stack.fill_up(code.locals.len() - code.parameters.count(), || Value::Unbound);
        if let Some(caller) = self.frames.last_mut() {
            caller.ip = self.ip;
        }
        self.ip = 0;
        self.base = base;
        let (tries, handling) = (self.tries.len(), self.handling.len());
        let slot = self.frames.begin();
        slot.function = Some(function);
        (slot.ip, slot.base, slot.floor, slot.tries, slot.handling) = (0, base, floor, tries, handling);
        std::mem::forget(std::mem::replace(&mut slot.kind, kind));
        // Cells are rare, and set last: a pair of words that is kept in memory meanwhile would be read as one, which stalls.
        if has_cells {
            self.give_cells(base);
        }
    }
    /// Makes the cells of the innermost frame.
    #[inline(never)]
    fn give_cells(&mut self, base: usize) {
        let function = self.frame().function().clone();
        self.frame().own_cells = Some(self.make_cells(&function, base));
    }
    /// Makes the cells of a call: its own variables, with parameters moved into them, then the captured ones.
    fn make_cells(&mut self, function: &Function, base: usize) -> Rc<[Rc<Cell>]> {
        let code = &function.code;
        let own = (0..code.own_cells).map(|_| Cell::new(Value::Unbound));
        let cells: Rc<[Rc<Cell>]> = own.chain(function.closure.iter().cloned()).collect();
        for (local, cell) in &code.cell_parameters {
            let value = std::mem::replace(&mut self.stack[base + *local as usize], Value::Unbound);
            *cells[*cell as usize].value.borrow_mut() = value;
        }
        cells
    }

    /// Fast path: ends the running frame of a function. The result is on top of the stack.
    #[inline(always)]
    pub(super) fn leave_usual(&mut self) -> bool {
        let at = self.frames.height - 1;
        let frame = &mut self.frames.slots[at];
        let top = self.stack.height - 1;
        let usual = match &frame.kind {
            FrameKind::Plain => true,
            FrameKind::Init(_) => self.stack.slots[top].is_none(),
            FrameKind::Operator(_) | FrameKind::Comparison(_) => {
                !matches!(self.stack.slots[top], Value::NotImplemented)
            }
            _ => false,
        };
        if !usual {
            return false;
        }
        let result = match &mut frame.kind {
            FrameKind::Init(instance) => std::mem::take(instance),
            _ => self.stack.slots[top].take(),
        };
        let (floor, tries, handling) = (frame.floor, frame.tries, frame.handling);
        for slot in &mut self.stack.slots[floor..top] {
            clear(slot);
        }
        self.stack.height = floor;
        self.stack.push(result);
        if self.tries.len() > tries {
            self.tries.truncate(tries);
        }
        if self.handling.len() > handling {
            self.handling.truncate(handling);
        }
        self.frames.end();
        if let Some(caller) = self.frames.last() {
            self.ip = caller.ip;
            self.base = caller.base;
        }
        true
    }

    /// Ends any kind of frame; returns the value where native code waits for it.
    pub(super) fn end_frame(&mut self, value: Value, depth: usize) -> Result<Option<Value>> {
        self.leave_seen();
        let frame = self.frame();
        if let (FrameKind::Operator(_) | FrameKind::Comparison(_), Value::NotImplemented) = (&frame.kind, &value) {
            let floor = frame.floor;
            let (a, b) = (self.stack[floor].clone(), self.stack[floor + 1].clone());
            let value = match self.pop_frame().kind {
                FrameKind::Comparison(op) => self.compare_declined(op, &a, &b)?,
                FrameKind::Operator(op) => return Err(self.unsupported(op, &a, &b)),
                _ => value,
            };
            self.push(value);
            return Ok(None);
        }
        let frame = self.pop_frame();
        let value = match frame.kind {
            FrameKind::Plain
            | FrameKind::Observed(_)
            | FrameKind::Operator(_)
            | FrameKind::Comparison(_)
            | FrameKind::Seen(_)
            | FrameKind::Evaluated(_) => value,
            FrameKind::Generator(iter, resting) => {
                *iter.state.borrow_mut() = IterState::Done;
                if resting.inline {
                    self.end_inline(value)?;
                    return Ok(None);
                }
                value
            }
            FrameKind::Init(instance) => {
                if !value.is_none() {
                    return Err(Raise::type_error(format!(
                        "__init__() should return None, not '{}'",
                        value.type_name()
                    )));
                }
                instance
            }
            FrameKind::Class(header) => {
                let function = frame.function.expect("a frame that has not ended");
                let code = &function.code;
                let cell = code.cells.iter().position(|name| name.as_str() == "__class__");
                let cell = cell.and_then(|at| frame.own_cells.as_deref()?.get(at).cloned());
                let made = self.end_class(&code.name, *header, cell)?;
                if let Value::Class(class) = &made {
                    class.place.set(Some((code.source, code.range.0, code.range.1)));
                }
                made
            }
        };
        if self.frames.len() <= depth {
            return Ok(Some(value));
        }
        self.push(value);
        Ok(None)
    }

    /// Leaves the variables of the innermost frame to its frame objects.
    pub(super) fn leave_seen(&mut self) {
        if self.frame().function().frame.get().is_some() {
            frames::leave(self);
        }
        if let FrameKind::Seen(kind) = &mut self.frame().kind {
            let kind = std::mem::take(&mut **kind);
            self.frame().kind = kind;
        }
    }

    /// Enters a function whose locals begin at `base`; its parameters are bound already.
    pub(crate) fn enter(
        &mut self,
        mut function: Rc<Function>,
        base: usize,
        floor: usize,
        mut kind: FrameKind,
    ) -> Result<Entered> {
        if observer::is_on() {
            function = instrumented::instrumented(function);
        }
        let code = &function.code;
        if observer::is_on() && matches!(kind, FrameKind::Plain) && !code.flow.rests() {
            let end = (base + code.parameters.positional).min(self.stack.len());
            if let Some(looking) = observer::called(self, Callee::Function(&function), &self.stack[base..end]) {
                kind = FrameKind::Observed(looking);
            }
        }
        if function.around.get().is_some() {
            return self.enter_within(function, base, floor, kind);
        }
        self.enter_plain(function, base, floor, kind)
    }

    /// As `enter`, with another crate's wrapper around the call.
    #[cold]
    fn enter_within(&mut self, function: Rc<Function>, base: usize, floor: usize, kind: FrameKind) -> Result<Entered> {
        let around = |around: &Around| around(&mut self.stack[base..]);
        let held = match function.around.get().map_or(Ok(Before::Nothing), around) {
            Ok(Before::Hold(held)) => held,
            Ok(Before::Nothing) => return self.enter_plain(function, base, floor, kind),
            Ok(Before::Instead(answer)) => {
                let bound = self.stack.split_off(base);
                self.stack.truncate(floor);
                return answer(self, &function, bound).map(Entered::Value);
            }
            Err(raise) => {
                self.stack.truncate(floor);
                return Err(raise);
            }
        };
        let depth = self.frames.len();
        let result = match self.enter_plain(function, base, floor, kind)? {
            Entered::Frame => self.run_nested(depth),
            Entered::Value(value) => Ok(value),
        };
        if let Ok(value) = &result {
            held.ended(value);
        }
        drop(held);
        result.map(Entered::Value)
    }

    fn enter_plain(&mut self, function: Rc<Function>, base: usize, floor: usize, kind: FrameKind) -> Result<Entered> {
        let code = &function.code;
        self.stack.resize(base + code.locals.len(), &Value::Unbound);
        let own_cells = if code.own_cells > 0 { Some(self.make_cells(&function, base)) } else { None };
        if !code.flow.rests() {
            let (tries, handling) = (self.tries.len(), self.handling.len());
            self.begin(base, floor)?;
            let function = Some(function);
            self.frames.push(Frame { function, own_cells, ip: 0, base, floor, tries, handling, kind });
            return Ok(Entered::Frame);
        }
        let stack = self.stack.split_off(base);
        self.stack.truncate(floor);
        Ok(Entered::Value(at_rest(function, own_cells, stack, None)))
    }

    /// Runs a frame just pushed, from native code: the native stack grows here, and its depth is bounded.
    pub(crate) fn run_nested(&mut self, depth: usize) -> Result<Value> {
        let result = self.native_step(|vm| vm.run(depth, &mut Some));
        if result.is_err() {
            while self.frames.len() > depth {
                self.pop_frame();
            }
        }
        match result? {
            Exit::Return(value) | Exit::Yield(value) => Ok(value),
        }
    }

    /// Runs until the frames are back at a depth. Values that a generator yields to native code go to `take`.
    pub(crate) fn run(&mut self, depth: usize, take: Sink) -> Result<Exit> {
        loop {
            match self.execute_or_raise(depth, take) {
                Ok(exit) => return Ok(exit),
                Err(raise) => self.unwind(raise, depth)?,
            }
        }
    }

    /// Runs instructions; a panic of native code is an exception of the innermost frame.
    fn execute_or_raise(&mut self, depth: usize, take: Sink) -> Result<Exit> {
        let native_depth = self.native_depth;
        quiet::noting(|| self.execute(depth, take)).unwrap_or_else(|panic| {
            self.native_depth = native_depth;
            Err(raised(panic))
        })
    }

    /// The exception being handled, here or in a caller.
    pub fn current_exception(&self) -> Option<Value> {
        self.handling.last().cloned()
    }
}

/// The exception for a panic of native code, which programs can catch like any other.
#[cold]
fn raised(panic: Panic) -> Raise {
    match panic {
        Panic::TooLong => Raise::new(Exc::MemoryError, ""),
        Panic::Fault(message) => {
            Raise::new(Exc::SystemError, format!("a fault in tensorcell, not in your program: {message}"))
        }
    }
}

/// A suspended frame before its first step: a generator, coroutine or asynchronous generator.
pub(super) fn at_rest(
    function: Rc<Function>,
    own_cells: Option<Rc<[Rc<Cell>]>>,
    stack: Vec<Value>,
    namespace: Option<Namespace>,
) -> Value {
    let code = function.code.clone();
    let steps = (code.flow == Flow::AsyncGenerator).then(Box::default);
    let names =
        function.names_beside_code().map_or_else(OnceCell::new, |names| Box::new(names.map(RefCell::new)).into());
    let suspended = Suspended {
        function,
        own_cells,
        ip: 0,
        stack,
        tries: Vec::new(),
        handling: Vec::new(),
        namespace,
        started: false,
        inline: false,
    };
    let state = RefCell::new(IterState::Generator(Generator::Suspended(Box::new(suspended))));
    let (name, made_of) = (code.flow.type_name(), Box::default());
    Value::Iter(Rc::new(Iter { name, code: Some(code), state, made_of, steps, names }))
}

/// The source name of a comprehension's variable that was renamed because the frame has another of that name.
pub(super) fn shown_name(name: &Str) -> Option<&str> {
    name.as_str().strip_prefix('.').filter(|rest| !rest.starts_with(|first: char| first.is_ascii_digit()))
}

pub(super) fn too_deep() -> Raise {
    Raise::new(Exc::RecursionError, "maximum recursion depth exceeded")
}

/// The outcome of a call: a frame that runs now, or a value. With a value the stack is cut to the call's floor.
pub(crate) enum Entered {
    Frame,
    Value(Value),
}
