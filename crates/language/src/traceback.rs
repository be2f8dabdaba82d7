//! Tracebacks: the positions that an exception passed, as in `__traceback__`. A traceback holds no frames, so it keeps no value
//! alive.

use super::builtins::code::{self, equality};
use super::builtins::frames;
use super::exception::ExceptionState;
use super::native::{CompareOp, Native};
use super::raise::{Passed, TraceEntry};
use super::types::types;
use super::{Args, Builtin, Class, Getter, Raise, Result, Value, Vm};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

pub(crate) struct Traceback {
    /// Outermost first.
    entries: RefCell<Rc<[TraceEntry]>>,
    at: usize,
    /// The address of the exception's state: while the exception is handled, the outermost frame still runs.
    state: usize,
}

/// The traceback of an exception; None for one that was never raised.
pub(crate) fn of(state: &ExceptionState) -> Value {
    // A position in a source that does not run is not a call.
    let notes = state.notes.borrow();
    let entries: Vec<TraceEntry> = notes.trace.iter().rev().filter(|entry| entry.passed.is_some()).cloned().collect();
    if entries.is_empty() {
        Value::None
    } else {
        let state = std::ptr::from_ref(state) as usize;
        Value::native(Traceback { entries: RefCell::new(entries.into()), at: 0, state })
    }
}

/// Sets the positions of an exception from a traceback, or clears them.
pub(crate) fn set(exception: &Value, traceback: &Value) -> Result<()> {
    let trace = match (traceback, traceback.downcast::<Traceback>()) {
        (Value::None, _) => Vec::new(),
        (_, Some(traceback)) => traceback.rest().into_iter().rev().collect(),
        _ => return Err(Raise::type_error("__traceback__ must be a traceback or None")),
    };
    if let Some(state) = exception.downcast::<ExceptionState>() {
        state.notes.borrow_mut().trace = trace;
    }
    Ok(())
}

impl Traceback {
    fn entries(&self) -> Rc<[TraceEntry]> {
        self.entries.borrow().clone()
    }
    fn entry(&self) -> TraceEntry {
        self.entries.borrow()[self.at].clone()
    }
    fn rest(&self) -> Vec<TraceEntry> {
        self.entries.borrow()[self.at..].to_vec()
    }
    /// Its own call, followed by those of another traceback, if any.
    fn before(&self, next: &Value, wanted: &str) -> Result<Rc<[TraceEntry]>> {
        let rest = match (next, next.downcast::<Traceback>()) {
            (Value::None, _) => Vec::new(),
            (_, Some(next)) if std::ptr::eq(self, next) => return Err(Raise::value_error("traceback loop detected")),
            (_, Some(next)) => next.rest(),
            _ => return Err(Raise::type_error(format!("expected {wanted}, got '{}'", next.type_name()))),
        };
        let entries = self.entries.borrow();
        Ok(entries[..=self.at].iter().cloned().chain(rest).collect())
    }
    /// Whether two tracebacks describe the same calls: each access to one creates a new object.
    fn is_same(&self, other: &Traceback) -> bool {
        let code = |entry: &TraceEntry| entry.passed.as_ref().map(|passed| (Rc::as_ptr(&passed.code), passed.at));
        let same = |(a, b): (&TraceEntry, &TraceEntry)| a.span == b.span && code(a) == code(b);
        self.rest().len() == other.rest().len() && self.rest().iter().zip(&other.rest()).all(same)
    }
}

impl Native for Traceback {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        types().built_in("traceback").clone()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<traceback object at {:#x}>", std::ptr::from_ref(self) as usize))
    }
    fn compare(&self, _vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        let same = other.downcast::<Traceback>().is_some_and(|other| self.is_same(other));
        Ok(equality(op, same))
    }
    fn hash(&self, _vm: &mut Vm) -> Result<Option<u64>> {
        Ok(Some(self.rest().iter().fold(0, |hash, entry| u64::rotate_left(hash, 9) ^ u64::from(entry.span.start))))
    }
}

fn this(value: &Value) -> Result<&Traceback> {
    value.downcast().ok_or_else(|| Raise::type_error(format!("expected a traceback, not {}", value.type_name())))
}

/// The position of a traceback's call: first and last line, first and last column in bytes; None for other objects.
pub fn position(vm: &Vm, traceback: &Value) -> Value {
    let Some(traceback) = traceback.downcast::<Traceback>() else {
        return Value::None;
    };
    let span = traceback.entry().span;
    vm.source(span.source).map_or(Value::None, |source| code::position(&source.lines(), (span.start, span.end)))
}

/// The interpreter's advice on an exception.
pub fn help(exception: &Value) -> Option<String> {
    exception.downcast::<ExceptionState>()?.notes.borrow().help.clone()
}

/// The frame of a traceback's call. All but the outermost have ended; that one runs while it handles the exception.
fn frame(vm: &mut Vm, value: &Value) -> Result<Value> {
    let traceback = this(value)?;
    let mut frame = Value::None;
    for (at, entry) in traceback.entries()[..=traceback.at].iter().enumerate() {
        let Some(passed) = &entry.passed else { continue };
        let handler = if at == 0 { vm.handler_of(traceback.state, passed) } else { None };
        frame = match handler {
            Some(height) => frames::of_running(vm, height),
            None => frames::of_passed(passed, frame),
        };
    }
    Ok(frame)
}

impl Vm {
    /// The running frame of this code that handles the exception; None if it has ended.
    fn handler_of(&self, state: usize, passed: &Passed) -> Option<usize> {
        let is_it = |value: &Value| {
            value.downcast::<ExceptionState>().is_some_and(|found| std::ptr::from_ref(found) as usize == state)
        };
        (0..self.frames.len()).rev().find(|&height| {
            let frame = &self.frames[height];
            let end = self.frames.get(height + 1).map_or(self.handling.len(), |inner| inner.handling);
            Rc::ptr_eq(frame.code(), &passed.code) && self.handling[frame.handling..end].iter().any(is_it)
        })
    }
}

/// `types.TracebackType`: a call at a line, or at an instruction, and the traceback after it.
pub(crate) fn new(vm: &mut Vm, args: &Args) -> Result<Value> {
    let passed = frames::passed_at(args.get(1), args.int(2)?)?;
    let at_line = args.int(3)?;
    let mut span = passed.code.span(passed.at);
    if let Some(source) = vm.source(span.source)
        && i64::from(source.line(span.start)) != at_line
    {
        let begin = source.lines().get(usize::try_from(at_line - 1).unwrap_or_default()).copied().unwrap_or_default();
        (span.start, span.end) = (begin, begin);
    }
    let entry = TraceEntry { span, function: passed.code.name.clone(), passed: Some(passed) };
    let made = Traceback { entries: RefCell::new([entry].into()), at: 0, state: 0 };
    let entries = made.before(args.get(0), "traceback object or None")?;
    made.entries.replace(entries);
    Ok(Value::native(made))
}

static GETTERS: &[Getter] = &[
    Getter {
        name: "tb_lineno",
        doc: "The line, from 1.",
        get: |vm, value| {
            let traceback = this(value)?;
            let span = traceback.entry().span;
            Ok(vm.source(span.source).map_or(Value::None, |source| Value::Int(i64::from(source.line(span.start)))))
        },
        set: None,
    },
    Getter {
        name: "tb_next",
        doc: "The next call towards the error.",
        get: |_, value| {
            let traceback = this(value)?;
            let (at, entries) = (traceback.at + 1, traceback.entries());
            Ok(match at < entries.len() {
                true => Value::native(Traceback { entries: RefCell::new(entries), at, state: traceback.state }),
                false => Value::None,
            })
        },
        set: Some(|_, value, next| {
            let traceback = this(value)?;
            let entries = traceback.before(&next, "traceback object")?;
            traceback.entries.replace(entries);
            Ok(())
        }),
    },
    Getter { name: "tb_frame", doc: "The frame of the call.", get: frame, set: None },
    Getter {
        name: "tb_lasti",
        doc: "The instruction that raised.",
        get: |_, value| {
            let traceback = this(value)?;
            let passed = traceback.entry().passed;
            Ok(Value::Int(passed.map_or(-1, |passed| passed.code.lasti(passed.at))))
        },
        set: None,
    },
];

/// The getters that exceptions have for tracebacks.
static OF_EXCEPTIONS: &[Getter] = &[Getter {
    name: "__traceback__",
    doc: "The positions that the exception passed: no frames, so it keeps no value alive.",
    get: |_, this| Ok(this.downcast::<ExceptionState>().map_or(Value::None, of)),
    set: Some(|_, this, value| set(this, &value)),
}];

static WITH_TRACEBACK: [Builtin; 1] = [Builtin::new(
    "BaseException.with_traceback",
    "(self, tb, /)",
    "The exception itself, with this traceback.",
    |_, args| {
        set(args.get(0), args.get(1))?;
        Ok(args.get(0).clone())
    },
)];

/// The methods that exceptions have for tracebacks.
pub(crate) fn methods(type_name: &str) -> &'static [Builtin] {
    if type_name == "BaseException" { &WITH_TRACEBACK } else { &[] }
}

/// The class, value and traceback of the exception being handled, or three None (`sys.exc_info`).
pub fn exc_info(vm: &Vm) -> Value {
    let Some(exception) = vm.current_exception() else {
        return Value::tuple(vec![Value::None, Value::None, Value::None]);
    };
    let traceback = exception.downcast::<ExceptionState>().map_or(Value::None, of);
    Value::tuple(vec![Value::Class(vm.class_of(&exception)), exception, traceback])
}

/// Native attributes of tracebacks, and those of exceptions for tracebacks.
pub(crate) fn getters(type_name: &str) -> &'static [Getter] {
    match type_name {
        "traceback" => GETTERS,
        "BaseException" => OF_EXCEPTIONS,
        _ => &[],
    }
}
