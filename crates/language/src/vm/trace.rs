//! `sys.settrace` and `sys.setprofile`. While either is set, calls run code with instructions between the lines that tell the
//! program what happens; without them nothing asks.

use super::Vm;
use super::frame::{Frame, FrameKind};
use crate::builtins::frames;
use crate::compile::{Code, CodeKind, Op, Original, TracePoint};
use crate::exception;
use crate::object::Function;
use crate::version::next_version;
use crate::{Raise, Result, Value, observer};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Code, and the same with instructions that tell of its lines.
#[derive(Clone)]
struct Instrumented {
    code: Rc<Code>,
    /// Where each instruction of the plain code is in it.
    places: Rc<[u32]>,
    #[expect(dead_code, reason = "its address is the key while this is known")]
    plain: Rc<Code>,
}

thread_local! {
    static TRACER: RefCell<Value> = const { RefCell::new(Value::None) };
    static PROFILER: RefCell<Value> = const { RefCell::new(Value::None) };
    /// A trace function is running: events of its own code are not reported.
    static BUSY: Cell<bool> = const { Cell::new(false) };
    /// By the address of the plain code; kept while tracing is on.
    static INSTRUMENTED: RefCell<HashMap<usize, Instrumented>> = RefCell::default();
}

/// Which of the two functions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Listener {
    Trace,
    Profile,
}

impl Listener {
    /// None where nothing listens.
    pub fn get(self) -> Value {
        match self {
            Listener::Trace => TRACER.with_borrow(Value::clone),
            Listener::Profile => PROFILER.with_borrow(Value::clone),
        }
    }
    pub fn set(self, function: Value) {
        match self {
            Listener::Trace => TRACER.replace(function),
            Listener::Profile => PROFILER.replace(function),
        };
        if !is_on() {
            INSTRUMENTED.with_borrow_mut(HashMap::clear);
        }
        observer::set_tracing(is_on());
    }
}

fn is_on() -> bool {
    !Listener::Trace.get().is_none() || !Listener::Profile.get().is_none()
}

/// The function that a call runs while tracing is on: instrumented, and alone for this call.
pub(super) fn instrumented(function: Rc<Function>) -> Rc<Function> {
    let code = &function.code;
    // A comprehension is no call to the program.
    let is_inlined = code.kind == CodeKind::Comprehension && !code.flow.rests();
    if !is_on() || BUSY.get() || !code.is_users || is_inlined || function.around.get().is_some() {
        return function;
    }
    Rc::new(function.for_frame(points_of(&function.code).code))
}

/// The code with points, made once.
fn points_of(code: &Rc<Code>) -> Instrumented {
    let plain = code.original.as_ref().map_or(code, |original| &original.code);
    INSTRUMENTED
        .with_borrow_mut(|known| known.entry(Rc::as_ptr(plain) as usize).or_insert_with(|| with_points(plain)).clone())
}

/// The first instruction of what a shortcut stands for: points may come between the others.
fn plain(op: Op) -> Op {
    match op {
        Op::BinaryLocals(_, a, _)
        | Op::BinaryLocalConst(_, a, _)
        | Op::BinaryLocal(_, a)
        | Op::CompareLocals(_, a, _)
        | Op::CompareLocalConst(_, a, _)
        | Op::ItemOfLocals(a, _)
        | Op::ItemAtLocal(a)
        | Op::SetItemOfLocals(a, _) => Op::LoadLocal(a.into()),
        Op::AttrOfLocal(a, _) | Op::StoreAttrOfLocal(a, _) | Op::MethodOfLocal(a, _) => Op::LoadLocal(a.into()),
        Op::BinaryConst(_, c) | Op::CompareConst(_, c) => Op::Const(c.into()),
        Op::CompareJump(op) => Op::Compare(op),
        Op::ForIterStore(_, end) => Op::ForIter(end),
        op => op,
    }
}

fn target(op: &mut Op) -> Option<&mut u32> {
    match op {
        Op::Jump(to)
        | Op::Loop(to)
        | Op::PopJumpIfFalse(to)
        | Op::PopJumpIfTrue(to)
        | Op::JumpIfFalseOrPop(to)
        | Op::JumpIfTrueOrPop(to)
        | Op::ForIter(to)
        | Op::Try(to)
        | Op::TryBelow(to) => Some(to),
        _ => None,
    }
}

/// The code with points: at its start, where a line begins or something jumps to, before it goes back, returns or yields.
fn with_points(code: &Rc<Code>) -> Instrumented {
    let mut plain: Vec<Op> = code.ops.iter().map(|op| self::plain(*op)).collect();
    let reached: HashSet<u32> = plain.iter_mut().filter_map(|op| target(op).map(|to| *to)).collect();
    let (mut ops, mut spans, mut operands) = (Vec::new(), Vec::new(), HashMap::new());
    let (mut places, mut origins) = (Vec::new(), Vec::new());
    let mut last = None;
    for (at, op) in plain.iter().enumerate() {
        let span = code.spans.get(at).copied().unwrap_or_default();
        places.push(ops.len() as u32);
        let mut point = |point| {
            ops.push(Op::Trace(point));
            // The call event carries the line of the definition.
            let is_begin = point == TracePoint::Call;
            spans.push(if is_begin { (code.range.0, code.range.0) } else { span });
            origins.push((!is_begin).then_some(at as u32));
        };
        if at == 0 {
            point(TracePoint::Call);
        }
        // A line is known by where it begins; whether it is another one is found out when it runs.
        let goes_back = matches!(op, Op::Loop(_));
        if !goes_back && (last != Some(span.0) || reached.contains(&(at as u32))) {
            point(TracePoint::Line);
        }
        last = Some(span.0);
        match op {
            Op::Loop(_) => point(TracePoint::Back),
            Op::Return | Op::Yield => point(TracePoint::Return),
            _ => {}
        }
        if let Some(known) = code.operands.get(&(at as u32)) {
            operands.insert(ops.len() as u32, known.clone());
        }
        ops.push(*op);
        spans.push(span);
        origins.push(Some(at as u32));
        if *op == Op::Yield {
            ops.push(Op::Trace(TracePoint::Call));
            spans.push(span);
            origins.push(Some(at as u32));
        }
    }
    places.push(ops.len() as u32);
    for to in ops.iter_mut().filter_map(target) {
        *to = places[*to as usize];
    }
    let mut made = Code::clone(code);
    made.sites = vec![Cell::default(); ops.len()];
    (made.ops, made.spans, made.operands) = (ops, spans, operands);
    (made.version, made.is_light, made.is_usual) = (next_version(), false, false);
    made.original = Some(Original { code: code.clone(), places: origins.into() });
    Instrumented { code: Rc::new(made), places: places.into(), plain: code.clone() }
}

impl Vm {
    /// Runs a point of instrumented code.
    pub(super) fn trace_point(&mut self, point: TracePoint) -> Result<()> {
        if BUSY.get() || !is_on() {
            return Ok(());
        }
        match point {
            TracePoint::Call => self.tell_call(),
            TracePoint::Line => self.tell_line(),
            TracePoint::Back => {
                self.with_frame_state(|line, _| line.set(0));
                Ok(())
            }
            TracePoint::Return => {
                let value = self.top().clone();
                self.tell_return(value)
            }
        }
    }

    /// Calls a function that is traced, though a trace function runs.
    pub fn call_traced(&mut self, function: &Value, arguments: &[Value]) -> Result<Value> {
        let busy = BUSY.replace(false);
        observer::set_tracing(is_on());
        let result = self.call(function, arguments, &[]);
        BUSY.set(busy);
        observer::set_tracing(!busy && is_on());
        result
    }

    /// Whether the innermost frame's code is to get points.
    #[cold]
    pub(super) fn wants_points(&self) -> bool {
        let function = self.frames.last().map(Frame::function);
        function.and_then(|function| function.frame.get()).is_some_and(|state| state.wants_points.get())
    }

    /// Gives the innermost frame code with points, where a trace function was set while it ran. The evaluator reads its code
    /// and address anew afterwards.
    #[cold]
    pub(super) fn add_points(&mut self) {
        if !self.wants_points() {
            return;
        }
        let span = self.span();
        let line = self.source(span.source).map_or(0, |source| source.line(span.start));
        let Some(frame) = self.frames.last_mut() else { return };
        let made = points_of(&frame.function().code);
        let function = frame.function().with_points(made.code, line);
        if let FrameKind::Generator(_, resting) = &mut frame.kind {
            resting.function = function.clone();
        }
        frame.function = Some(function);
        let tries = frame.tries;
        let place = |at: usize| made.places.get(at).map_or(at, |place| *place as usize);
        self.ip = place(self.ip);
        self.tries[tries..].iter_mut().for_each(|block| block.target = place(block.target));
    }

    fn with_frame_state<T>(&self, look: impl FnOnce(&Cell<u32>, &RefCell<Value>) -> T) -> Option<T> {
        let state = self.frames.last()?.function().frame.get()?;
        Some(look(&state.line, &state.trace))
    }

    fn tell_call(&mut self) -> Result<()> {
        let tracer = Listener::Trace.get();
        if !tracer.is_none() {
            let local = self.tell(&tracer, "call", Value::None)?;
            // A generator that goes on keeps what it had.
            if !local.is_none() {
                self.with_frame_state(|_, trace| trace.replace(local));
            }
        }
        self.tell_profiler("call", Value::None)
    }

    fn tell_line(&mut self) -> Result<()> {
        let span = self.span();
        let line = self.source(span.source).map_or(0, |source| source.line(span.start));
        let is_new = self.with_frame_state(|last, _| last.replace(line) != line).unwrap_or(false);
        let tells =
            self.frames.last().and_then(|frame| frame.function().frame.get()).is_some_and(|s| s.tells_lines.get());
        if is_new && tells { self.tell_local("line", Value::None) } else { Ok(()) }
    }

    fn tell_return(&mut self, value: Value) -> Result<()> {
        self.tell_local("return", value.clone())?;
        self.tell_profiler("return", value)
    }

    /// Tells the running frame's own function, which may name another for what comes.
    fn tell_local(&mut self, event: &str, argument: Value) -> Result<()> {
        let local = self.with_frame_state(|_, trace| trace.borrow().clone()).unwrap_or_default();
        if local.is_none() || Listener::Trace.get().is_none() {
            return Ok(());
        }
        let next = self.tell(&local, event, argument)?;
        if !next.is_none() {
            self.with_frame_state(|_, trace| trace.replace(next));
        }
        Ok(())
    }

    pub(super) fn tell_profiler(&mut self, event: &str, argument: Value) -> Result<()> {
        let profiler = Listener::Profile.get();
        if profiler.is_none() || BUSY.get() || self.frames.is_empty() {
            return Ok(());
        }
        self.tell(&profiler, event, argument).map(drop)
    }

    /// A trace function that raises is removed.
    fn tell(&mut self, listener: &Value, event: &str, argument: Value) -> Result<Value> {
        let frame = frames::of_running(self, self.frames.len() - 1);
        BUSY.set(true);
        observer::set_tracing(false);
        let answer = self.call(listener, &[frame, Value::str(event), argument], &[]);
        BUSY.set(false);
        if answer.is_err() {
            Listener::Trace.set(Value::None);
            Listener::Profile.set(Value::None);
        }
        observer::set_tracing(is_on());
        answer
    }

    /// Tells of an exception that has come to the running frame.
    #[cold]
    pub(super) fn tell_exception(&mut self, raise: Raise) -> Raise {
        if BUSY.get() || self.with_frame_state(|_, trace| trace.borrow().is_none()).unwrap_or(true) {
            return raise;
        }
        let resumed = raise.0.resumed;
        let value = exception::materialize(raise);
        let class = Value::Class(self.class_of(&value));
        let traceback = self.get_attr(&value, "__traceback__").unwrap_or_default();
        match self.tell_local("exception", Value::tuple(vec![class, value.clone(), traceback])) {
            Ok(()) => {
                let mut raise = Raise::object(value);
                raise.0.resumed = resumed;
                raise
            }
            Err(raise) => raise,
        }
    }

    /// Tells that an exception ends the running frame.
    #[cold]
    pub(super) fn tell_end(&mut self) {
        if !BUSY.get() && is_on() && self.with_frame_state(|_, _| ()).is_some() {
            let _ = self.tell_return(Value::None);
        }
    }
}
