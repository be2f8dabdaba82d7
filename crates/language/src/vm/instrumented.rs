//! Instrumented code, with points that call a trace or profile function. It is made while one is set.

use super::watch;
use crate::compile::{Code, Op, OperandSpans, Original, TracePoint};
use crate::object::Function;
use crate::version::next_version;
use crate::{Value, observer};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// The instrumented version of some code.
#[derive(Clone)]
pub(super) struct Instrumented {
    pub code: Rc<Code>,
    /// The instrumented position of each plain instruction.
    pub places: Rc<[u32]>,
    #[expect(dead_code, reason = "its address is the key while this is known")]
    plain: Rc<Code>,
}

thread_local! {
    static TRACER: RefCell<Value> = const { RefCell::new(Value::None) };
    static PROFILER: RefCell<Value> = const { RefCell::new(Value::None) };
    /// Whether a trace function is running: events of its own code are not reported.
    pub(super) static BUSY: Cell<bool> = const { Cell::new(false) };
    /// By the address of the plain code; kept while tracing is on.
    static INSTRUMENTED: RefCell<HashMap<usize, Instrumented>> = RefCell::default();
}

/// Selects the trace or the profile function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Listener {
    Trace,
    Profile,
}

impl Listener {
    /// None if no function is set.
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
        changed();
    }
}

/// Updates state after a listener was set or removed.
pub(super) fn changed() {
    if !is_on() {
        INSTRUMENTED.with_borrow_mut(HashMap::clear);
    }
    observer::set_tracing(is_on());
}

/// Whether the program has set a trace or profile function.
fn listens() -> bool {
    !Listener::Trace.get().is_none() || !Listener::Profile.get().is_none()
}

pub(super) fn is_on() -> bool {
    watch::get().is_some() || listens()
}

/// Whether code needs points for the host's debugger.
pub(super) fn is_watched(code: &Code) -> bool {
    let may_have = code.is_users && code.original.is_none() && !code.is_inlined() && !BUSY.get();
    may_have && watch::get().is_some_and(|watch| (watch.wants)(code.source))
}

/// Collects the lines where code may be stopped, including nested code.
pub(super) fn lines_of(code: &Rc<Code>, line: &dyn Fn(u32) -> u32, found: &mut BTreeSet<u32>) {
    let made = with_points(code).code;
    let points = made.ops.iter().zip(&made.spans).filter(|(op, _)| **op == Op::Trace(TracePoint::Line));
    found.extend(points.map(|(_, span)| line(span.0)));
    code.codes.iter().for_each(|inner| lines_of(inner, line, found));
}

/// The function to run for a call while tracing is on: instrumented, and private to this call.
pub(super) fn instrumented(function: Rc<Function>) -> Rc<Function> {
    let code = &function.code;
    if !is_on() || BUSY.get() || !code.is_users || code.is_inlined() || function.around.get().is_some() {
        return function;
    }
    if !listens() && !is_watched(code) {
        return function;
    }
    Rc::new(function.for_frame(points_of(&function.code).code))
}

/// The instrumented code, made once.
pub(super) fn points_of(code: &Rc<Code>) -> Instrumented {
    let plain = code.original.as_ref().map_or(code, |original| &original.code);
    INSTRUMENTED
        .with_borrow_mut(|known| known.entry(Rc::as_ptr(plain) as usize).or_insert_with(|| with_points(plain)).clone())
}

/// The first instruction of a fused one: points may be inserted between the others.
fn plain(op: Op) -> Op {
    match op {
        Op::BinaryLocals(_, a, _)
        | Op::BinaryLocalConst(_, a, _)
        | Op::BinaryLocal(_, a)
        | Op::CompareLocals(_, a, _)
        | Op::CompareLocalConst(_, a, _)
        | Op::ItemOfLocals(a, _)
        | Op::ItemAtLocal(a)
        | Op::SetItemOfLocals(a, _)
        | Op::LoadLocals(a, _)
        | Op::BranchOnLocal(a) => Op::LoadLocal(a.into()),
        Op::AttrOfLocal(a, _) | Op::StoreAttrOfLocal(a, _) | Op::MethodOfLocal(a, _) => Op::LoadLocal(a.into()),
        Op::BinaryConst(_, c) | Op::CompareConst(_, c) | Op::IsConst(_, c) => Op::Const(c.into()),
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

/// Inserts points: at the start, where a line begins or a jump lands, and before a backward jump, return or yield.
fn with_points(code: &Rc<Code>) -> Instrumented {
    let mut plain: Vec<Op> = code.ops.iter().map(|op| self::plain(*op)).collect();
    let reached: HashSet<u32> = plain.iter_mut().filter_map(|op| target(op).map(|to| *to)).collect();
    let (mut ops, mut spans, mut operands) = (Vec::new(), Vec::new(), OperandSpans::default());
    let (mut places, mut origins) = (Vec::new(), Vec::new());
    let mut last = None;
    // A comprehension counts as part of its line.
    let inside = |at: usize| code.comprehensions.iter().any(|(begin, end)| (*begin..*end).contains(&(at as u32)));
    for (at, op) in plain.iter().enumerate() {
        let span = code.spans.get(at).copied().unwrap_or_default();
        places.push(ops.len() as u32);
        let mut point = |point| {
            ops.push(Op::Trace(point));
            // The call event reports the line of the definition.
            let is_begin = point == TracePoint::Call;
            spans.push(if is_begin { (code.range.0, code.range.0) } else { span });
            origins.push((!is_begin).then_some(at as u32));
        };
        if at == 0 {
            point(TracePoint::Call);
        }
        // Here a line is identified by its start; whether it differs from the previous one is checked at run time.
        let goes_back = matches!(op, Op::Loop(_));
        if !goes_back && !inside(at) && (last != Some(span.0) || reached.contains(&(at as u32))) {
            point(TracePoint::Line);
        }
        last = Some(span.0);
        match op {
            Op::Loop(_) if inside(at) => {}
            Op::Loop(_) => point(TracePoint::Back),
            Op::Return | Op::Yield => point(TracePoint::Return),
            _ => {}
        }
        let known = code.operands.of(at as u32);
        if !known.is_empty() {
            operands.add(ops.len() as u32, known.iter().copied());
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
