//! Frame objects: what programs see of calls. A frame object holds the code and the place, never the values: it reads and
//! writes the variables of a call that still runs or of a generator at rest. Of a call that has ended no variables are left,
//! so an exception that is kept keeps no value alive; `f_locals` is then empty.

use super::{code, frame_locals};
use crate::compile::{Code, CodeKind};
use crate::object::{Dict, FrameState, Function, Iter, Module};
use crate::raise::Passed;
use crate::{Builtin, Class, Getter, Native, Raise, Result, Span, Value, Vm};
use std::any::Any;
use std::cell::Cell;
use std::rc::{Rc, Weak};

thread_local! {
    static FRAME: Rc<Class> = Class::native("builtins", "frame", &[], None, METHODS, GETTERS, "A call.");
}

/// A call as programs see it.
pub(crate) struct FrameView {
    pub(super) code: Rc<Code>,
    globals: Weak<Module>,
    /// What the call alone runs; gone when it has ended.
    function: Weak<Function>,
    /// The instruction that it was last seen at; None before the first.
    at: Cell<Option<usize>>,
    /// The caller of a call that had ended before anybody looked.
    back: Value,
}

/// Where a call is now.
pub(super) enum Place {
    /// Among the running frames.
    Running(usize),
    /// A generator at rest.
    Resting(Rc<Iter>),
    Ended,
}

/// The running call at a height among the frames.
pub(crate) fn of_running(vm: &mut Vm, height: usize) -> Value {
    let function = vm.frames[height].own_function();
    view(&function, vm.instruction(height))
}

/// The call of a generator; None where it has ended.
pub(crate) fn of_generator(vm: &mut Vm, iter: &Rc<Iter>) -> Value {
    if let Some(height) = vm.frames.iter().rposition(|frame| frame.runs(iter)) {
        return of_running(vm, height);
    }
    let Some((function, ip)) = iter.own_function() else {
        return Value::None;
    };
    view(&function, ip.checked_sub(1))
}

fn view(function: &Rc<Function>, at: Option<usize>) -> Value {
    Value::native(FrameView {
        code: function.code.clone(),
        globals: Rc::downgrade(&function.globals),
        function: Rc::downgrade(function),
        at: Cell::new(at),
        back: Value::None,
    })
}

/// A call that has ended, as an exception passed it.
pub(crate) fn of_passed(passed: &Passed, back: Value) -> Value {
    Value::native(FrameView {
        code: passed.code.clone(),
        globals: passed.globals.clone(),
        function: Weak::new(),
        at: Cell::new(Some(passed.at)),
        back,
    })
}

/// The running call so far out of the innermost; ValueError where there are not so many.
pub fn running(vm: &mut Vm, depth: i64) -> Result<Value> {
    let depth = usize::try_from(depth).unwrap_or(0);
    match vm.frames.len().checked_sub(depth + 1) {
        Some(height) => Ok(of_running(vm, height)),
        None => Err(Raise::value_error("call stack is not deep enough")),
    }
}

/// As `running`, of the user's calls alone: the house's own between them are passed over.
pub fn running_user(vm: &mut Vm, depth: i64) -> Option<Value> {
    let depth = usize::try_from(depth).unwrap_or(0);
    let height = vm.user_calls().nth(depth)?;
    Some(of_running(vm, height))
}

impl FrameView {
    pub(super) fn place(&self, vm: &Vm) -> Place {
        let Some(function) = self.function.upgrade() else {
            return Place::Ended;
        };
        let runs = |running: &Rc<Function>| Rc::ptr_eq(running, &function);
        if let Some(height) = vm.frames.iter().rposition(|frame| frame.function.as_ref().is_some_and(runs)) {
            self.at.set(vm.instruction(height));
            return Place::Running(height);
        }
        let resting = function.frame.get().and_then(|state| state.generator.get()).and_then(Weak::upgrade);
        match resting {
            Some(iter) if iter.rests() => Place::Resting(iter),
            _ => Place::Ended,
        }
    }
    fn span(&self, vm: &Vm) -> Span {
        let at = match self.place(vm) {
            Place::Resting(iter) => iter.resting(|resting| resting.ip.checked_sub(1)).flatten(),
            _ => self.at.get(),
        };
        match at {
            Some(at) => self.code.span(at),
            None => Span { source: self.code.source, start: self.code.range.0, end: self.code.range.0 },
        }
    }
    fn line(&self, vm: &Vm) -> Option<u32> {
        let span = self.span(vm);
        vm.source(span.source).map(|source| source.line(span.start))
    }
    /// What programs have set of the frame; None of a call that had ended before anybody looked.
    pub(super) fn with_state<T>(&self, look: impl FnOnce(&FrameState) -> T) -> Option<T> {
        let function = self.function.upgrade()?;
        function.frame.get().map(look)
    }
}

impl Native for FrameView {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        FRAME.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let file = vm.source(self.code.source).map_or("", |source| &*source.name);
        let (line, address) = (self.line(vm).unwrap_or(0), self.identity().unwrap_or(0));
        Ok(format!("<frame at {address:#x}, file '{file}', line {line}, code {}>", self.code.name))
    }
    fn identity(&self) -> Option<usize> {
        // All views of one call are one object to the program.
        Some(match self.function.as_ptr() {
            none if none == Weak::<Function>::new().as_ptr() => std::ptr::from_ref(self) as usize,
            function => function as usize,
        })
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.back);
    }
}

pub(super) fn this(value: &Value) -> Result<&FrameView> {
    value.downcast().ok_or_else(|| Raise::type_error(format!("expected a frame, not {}", value.type_name())))
}

fn back(vm: &mut Vm, value: &Value) -> Result<Value> {
    let frame = this(value)?;
    Ok(match frame.place(vm) {
        Place::Running(height) if height > 0 => of_running(vm, height - 1),
        Place::Running(_) | Place::Resting(_) => Value::None,
        Place::Ended => frame.back.clone(),
    })
}

/// The names themselves of a module or class body; those of a function through a view.
fn locals(vm: &mut Vm, value: &Value) -> Result<Value> {
    let frame = this(value)?;
    if frame.code.kind == CodeKind::Module || frame.code.kind == CodeKind::Class {
        return Ok(match frame.place(vm) {
            Place::Running(height) => vm.locals_at(height),
            _ if frame.code.kind == CodeKind::Module => globals(frame),
            _ => Value::Dict(Dict::new()),
        });
    }
    Ok(frame_locals::of(value))
}

fn globals(frame: &FrameView) -> Value {
    Value::Dict(frame.globals.upgrade().map_or_else(Dict::new, |module| module.dict.clone()))
}

static METHODS: &[Builtin] = &[Builtin::new(
    "frame.clear",
    "(self, /)",
    "Clear the references of a frame that has ended: there are none.",
    |vm, args| match this(args.get(0))?.place(vm) {
        Place::Running(_) => Err(Raise::runtime("cannot clear an executing frame")),
        Place::Resting(iter) if !iter.is_new() => Err(Raise::runtime("cannot clear a suspended frame")),
        Place::Resting(iter) => {
            vm.generator_close(&iter)?;
            Ok(Value::None)
        }
        Place::Ended => Ok(Value::None),
    },
)];

static GETTERS: &[Getter] = &[
    Getter { name: "f_back", doc: "the caller's frame, or None", get: back, set: None },
    Getter {
        name: "f_code",
        doc: "the code that runs",
        get: |_, value| Ok(code::of_function(&this(value)?.code)),
        set: None,
    },
    Getter { name: "f_globals", doc: "the names of the module", get: |_, value| Ok(globals(this(value)?)), set: None },
    Getter {
        name: "f_builtins",
        doc: "the built-in names",
        get: |vm, value| {
            let module = this(value)?.globals.upgrade();
            let own = module.and_then(|module| module.builtins.get().cloned());
            Ok(Value::Dict(own.unwrap_or_else(|| vm.builtins.clone())))
        },
        set: None,
    },
    Getter { name: "f_locals", doc: "the local variables", get: locals, set: None },
    Getter {
        name: "f_lineno",
        doc: "the line, from 1",
        get: |vm, value| Ok(this(value)?.line(vm).map_or(Value::None, |line| Value::Int(i64::from(line)))),
        set: None,
    },
    Getter {
        name: "f_lasti",
        doc: "the instruction that ran last",
        get: |vm, value| {
            let frame = this(value)?;
            frame.place(vm);
            Ok(Value::Int(frame.at.get().map_or(-1, |at| 2 * at as i64)))
        },
        set: None,
    },
    Getter {
        name: "f_trace",
        doc: "the trace function of the frame",
        get: |_, value| Ok(this(value)?.with_state(|state| state.trace.borrow().clone()).unwrap_or_default()),
        set: Some(|_, frame, value| {
            this(frame)?.with_state(|state| *state.trace.borrow_mut() = value);
            Ok(())
        }),
    },
    Getter {
        name: "f_trace_lines",
        doc: "whether line events are reported",
        get: |_, value| Ok(Value::from(this(value)?.with_state(|state| state.tells_lines.get()).unwrap_or(true))),
        set: Some(|vm, frame, value| {
            let tells = vm.truth(&value)?;
            this(frame)?.with_state(|state| state.tells_lines.set(tells));
            Ok(())
        }),
    },
    Getter {
        name: "f_trace_opcodes",
        doc: "False: opcode events are not reported",
        get: |_, _| Ok(Value::from(false)),
        set: Some(|_, _, _| Ok(())),
    },
];

/// Of a call: file, line, function, text of the line, first and last column.
pub fn summary(vm: &Vm, frame: &Value) -> Result<Value> {
    let frame = this(frame)?;
    Ok(summary_of(vm, frame.span(vm), &frame.code.name))
}

/// As `summary`, of a place in a function.
pub(crate) fn summary_of(vm: &Vm, span: Span, function: &str) -> Value {
    let (mut file, mut line, mut text, mut columns) = (String::new(), 0, String::new(), (0, 0));
    if let Some(source) = vm.source(span.source) {
        line = source.line(span.start);
        file = source.name.to_string();
        text = source.line_text(line).to_owned();
        let start = source.text.get(..span.start as usize).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let end = (span.end as usize).min(start + text.len());
        let column = |at: usize| source.text.get(start..at).map_or(0, |part| part.chars().count());
        columns = (column(span.start as usize), column(end));
    }
    let [first, last] = [columns.0, columns.1].map(|column| Value::Int(column as i64));
    Value::tuple(vec![
        Value::from(file),
        Value::Int(i64::from(line)),
        Value::str(function),
        Value::from(text),
        first,
        last,
    ])
}

/// The text of a known source; None where there is no such.
pub fn text_of(vm: &Vm, name: &str) -> Option<Rc<str>> {
    vm.sources.named(name).map(|source| source.text.clone())
}
