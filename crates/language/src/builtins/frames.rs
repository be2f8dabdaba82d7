//! Frame objects: what programs see of calls. A frame object holds the code and the place, never the values: it reads and
//! writes the variables of a call that still runs or of a generator at rest. Of a call that has ended no variables are left
//! but `__tracebackhide__`, so an exception that is kept keeps no value alive.

use super::code;
use crate::compile::{Code, CodeKind};
use crate::object::{Dict, FrameState, Function, Iter, Module, Str};
use crate::raise::{HIDES, Passed};
use crate::{Args, Builtin, Class, Exc, Getter, Native, Raise, Result, Span, Value, Vm};
use std::any::Any;
use std::cell::Cell;
use std::rc::{Rc, Weak};

thread_local! {
    static FRAME: Rc<Class> = Class::native("builtins", "frame", &[], None, METHODS, GETTERS, "A call.");
}

/// A call as programs see it.
pub(crate) struct FrameView {
    code: Rc<Code>,
    globals: Weak<Module>,
    /// What the call alone runs; gone when it has ended.
    function: Weak<Function>,
    /// The instruction that it was last seen at; None before the first.
    at: Cell<Option<usize>>,
    /// The caller of a call that had ended before anybody looked.
    back: Value,
    hides: Option<Value>,
}

/// Where a call is now.
enum Place {
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
        hides: None,
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
        hides: passed.hides.clone(),
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
    fn place(&self, vm: &Vm) -> Place {
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
    fn with_state<T>(&self, look: impl FnOnce(&FrameState) -> T) -> Option<T> {
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

fn this(value: &Value) -> Result<&FrameView> {
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
    Ok(Value::native(FrameLocals(value.clone())))
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

/// What writing to a variable of an ended call comes to.
fn ended(name: &str) -> Raise {
    Raise::new(Exc::RuntimeError, format!("cannot assign '{name}': the call has ended"))
}

thread_local! {
    static LOCALS: Rc<Class> =
        Class::native("builtins", "FrameLocalsProxy", &[], None, LOCALS_METHODS, &[], "The variables of a call.");
}

/// `f_locals` of a function's frame: a mapping that reads and writes the variables themselves.
struct FrameLocals(Value);

/// Where a variable lives.
enum Slot {
    Local(usize),
    Cell(usize),
}

impl FrameLocals {
    fn frame(&self) -> &FrameView {
        self.0.downcast().expect("made of a frame")
    }
    fn slot(&self, name: &Str) -> Option<Slot> {
        let code = &self.frame().code;
        let cell = code.cells.iter().position(|known| known == name).map(Slot::Cell);
        cell.or_else(|| code.locals.iter().position(|known| known == name).map(Slot::Local))
    }
    fn read(&self, vm: &Vm, slot: &Slot) -> Option<Value> {
        let value = match (self.frame().place(vm), slot) {
            (Place::Running(height), Slot::Local(at)) => vm.stack[vm.frames[height].base + at].clone(),
            (Place::Running(height), Slot::Cell(at)) => vm.frames[height].cells().get(*at)?.value.borrow().clone(),
            (Place::Resting(iter), Slot::Local(at)) => iter.resting(|rest| rest.stack.get(*at).cloned())??,
            (Place::Resting(iter), Slot::Cell(at)) => {
                iter.resting(|rest| rest.cells().get(*at).map(|cell| cell.value.borrow().clone()))??
            }
            (Place::Ended, Slot::Local(at)) if self.frame().code.locals.get(*at)?.as_str() == HIDES => {
                self.frame().hides.clone()?
            }
            (Place::Ended, _) => return None,
        };
        (!matches!(value, Value::Unbound)).then_some(value)
    }
    fn write(&self, vm: &mut Vm, name: &Str, slot: &Slot, value: Value) -> Result<()> {
        let old = match (self.frame().place(vm), slot) {
            (Place::Running(height), Slot::Local(at)) => {
                let place = vm.frames[height].base + at;
                Some(std::mem::replace(&mut vm.stack[place], value))
            }
            (Place::Running(height), Slot::Cell(at)) => {
                vm.frames[height].cells().get(*at).map(|cell| cell.value.replace(value))
            }
            (Place::Resting(iter), Slot::Local(at)) => {
                iter.resting_mut(|rest| rest.stack.get_mut(*at).map(|place| std::mem::replace(place, value))).flatten()
            }
            (Place::Resting(iter), Slot::Cell(at)) => {
                iter.resting(|rest| rest.cells().get(*at).map(|cell| cell.value.replace(value))).flatten()
            }
            (Place::Ended, _) => None,
        };
        old.map(drop).ok_or_else(|| ended(name))
    }
    /// Names that a program has added, which are no variables.
    fn extra(&self) -> Option<Rc<Dict>> {
        self.frame().with_state(|state| state.extra.clone())
    }
    fn snapshot(&self, vm: &Vm) -> Rc<Dict> {
        let (dict, code) = (Dict::new(), &self.frame().code);
        let locals = code.locals.iter().filter(|name| !name.as_str().starts_with('.') && !code.cells.contains(name));
        for name in locals.chain(&code.cells) {
            if let Some(value) = self.slot(name).and_then(|slot| self.read(vm, &slot)) {
                dict.insert_name(name, value);
            }
        }
        if let Some(extra) = self.extra() {
            extra.items().into_iter().for_each(|(name, value)| {
                if let Value::Str(name) = &name {
                    dict.insert_name(name, value);
                }
            });
        }
        dict
    }
    fn get(&self, vm: &Vm, key: &Value) -> Option<Value> {
        let Value::Str(name) = key.beneath() else {
            return None;
        };
        match self.slot(name) {
            Some(slot) => self.read(vm, &slot),
            None => self.extra()?.get_name(name),
        }
    }
    fn set(&self, vm: &mut Vm, key: &Value, value: Value) -> Result<()> {
        let Value::Str(name) = key.beneath() else {
            return Err(Raise::type_error("keys of frame locals must be strings"));
        };
        match self.slot(name) {
            Some(slot) => self.write(vm, name, &slot, value),
            None => {
                let extra = self.extra().ok_or_else(|| ended(name))?;
                extra.insert_name(name, value);
                Ok(())
            }
        }
    }
}

impl Native for FrameLocals {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        LOCALS.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let names = Value::Dict(self.snapshot(vm));
        vm.repr(&names)
    }
    fn get_item(&self, vm: &mut Vm, _this: &Value, key: &Value) -> Result<Option<Value>> {
        self.get(vm, key).map(Some).ok_or_else(|| Raise::key_error(key))
    }
    fn set_item(&self, vm: &mut Vm, _this: &Value, key: &Value, value: &Value) -> Result<bool> {
        self.set(vm, key, value.clone()).map(|()| true)
    }
    fn contains(&self, vm: &mut Vm, item: &Value) -> Result<Option<bool>> {
        Ok(Some(self.get(vm, item).is_some()))
    }
    fn len(&self, vm: &mut Vm) -> Result<Option<usize>> {
        Ok(Some(self.snapshot(vm).len()))
    }
    fn iter(&self, vm: &mut Vm, _this: &Value) -> Result<Option<Value>> {
        let names = Value::list(self.snapshot(vm).keys());
        vm.iter(&names).map(Some)
    }
    fn compare(
        &self,
        vm: &mut Vm,
        op: crate::native::CompareOp,
        _this: &Value,
        other: &Value,
    ) -> Result<Option<Value>> {
        let own = Value::Dict(self.snapshot(vm));
        let other = match other.downcast::<FrameLocals>() {
            Some(other) => Value::Dict(other.snapshot(vm)),
            None => other.clone(),
        };
        vm.compare(op, &own, &other).map(Some)
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.0);
    }
}

fn these(args: &Args) -> Result<&FrameLocals> {
    args.get(0).downcast().ok_or_else(|| args.wrong(0, "FrameLocalsProxy"))
}

/// Asks a dict of the variables as they are now.
macro_rules! of_snapshot {
    ($name:literal, $doc:literal) => {
        Builtin::new(concat!("FrameLocalsProxy.", $name), "(self, /)", $doc, |vm, args| {
            let names = Value::Dict(these(args)?.snapshot(vm));
            vm.call_method(&names, $name, &[])
        })
    };
}

static LOCALS_METHODS: &[Builtin] = &[
    of_snapshot!("keys", "The names of the variables."),
    of_snapshot!("values", "The values of the variables."),
    of_snapshot!("items", "Pairs of name and value."),
    of_snapshot!("copy", "A dict of the variables."),
    of_snapshot!("__reversed__", "The names, the last first."),
    Builtin::new("FrameLocalsProxy.get", "(self, key, default=None, /)", "A variable, or the default.", |vm, args| {
        Ok(these(args)?.get(vm, args.get(1)).unwrap_or_else(|| args.get(2).clone()))
    }),
    Builtin::new("FrameLocalsProxy.setdefault", "(self, key, default=None, /)", "A variable, set first if need be.", {
        |vm, args| {
            let this = these(args)?;
            if let Some(value) = this.get(vm, args.get(1)) {
                return Ok(value);
            }
            this.set(vm, args.get(1), args.get(2).clone())?;
            Ok(args.get(2).clone())
        }
    }),
    Builtin::new("FrameLocalsProxy.update", "(self, names, /)", "Sets variables.", |vm, args| {
        let names = Dict::new();
        vm.merge(&names, args.get(1), false)?;
        for (key, value) in names.items() {
            these(args)?.set(vm, &key, value)?;
        }
        Ok(Value::None)
    }),
    Builtin::new("FrameLocalsProxy.pop", "(self, key, default=..., /)", "Takes out a name that is no variable.", {
        |_, args| {
            let this = these(args)?;
            let Value::Str(name) = args.get(1).beneath() else {
                return Err(Raise::key_error(args.get(1)));
            };
            if this.slot(name).is_some() {
                return Err(Raise::new(Exc::ValueError, "cannot remove local variables from FrameLocalsProxy"));
            }
            let removed = this.extra().and_then(|extra| extra.remove_str(name));
            removed.or_else(|| args.given(2).cloned()).ok_or_else(|| Raise::key_error(args.get(1)))
        }
    }),
];
