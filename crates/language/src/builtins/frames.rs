//! Frame objects: calls as programs see them. A frame object reads and writes the variables of a running call or a suspended
//! generator. A call that ends leaves them to the frame objects that a program holds. A stored exception holds none: its frames
//! have plain values only, so that it keeps no object alive.

use super::code;
use crate::compile::{Code, CodeKind, Flow};
use crate::native::{BinaryOp, CompareOp};
use crate::object::{Dict, FrameState, Function, Iter, Left, Module, Str};
use crate::raise::{HIDES, Kept, Passed};
use crate::{Args, Builtin, Class, Exc, Getter, Native, Raise, Result, Span, Value, Vm};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

thread_local! {
    static FRAME: Rc<Class> = Class::native("builtins", "frame", &[], None, METHODS, GETTERS, "A call.");
}

/// A call as programs see it.
pub(crate) struct FrameView {
    /// The code that it was last seen to run.
    code: RefCell<Rc<Code>>,
    globals: Weak<Module>,
    /// The call's own copy of its function; gone when the call has ended.
    function: Weak<Function>,
    /// The instruction where it was last seen; None before the first.
    at: Cell<Option<usize>>,
    /// What the call leaves at its end, shared by its frame objects.
    left: Rc<Left>,
    hides: Option<Value>,
    kept: Option<Rc<Kept>>,
}

/// The current location of a call.
enum Place {
    /// Among the running frames.
    Running(usize),
    /// A suspended generator.
    Resting(Rc<Iter>),
    Ended,
}

/// The frame object of the running call at a height.
pub(crate) fn of_running(vm: &mut Vm, height: usize) -> Value {
    let function = vm.frames[height].own_function();
    view(&function, vm.instruction(height))
}

/// The frame object of a generator; None if it has ended.
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
        code: RefCell::new(function.code.clone()),
        globals: Rc::downgrade(&function.globals),
        function: Rc::downgrade(&function.from_start()),
        at: Cell::new(at),
        left: function.frame.get().map(|state| state.left.clone()).unwrap_or_default(),
        hides: None,
        kept: None,
    })
}

/// Leaves the variables and the caller of the innermost frame, which ends, to its frame objects.
pub(crate) fn leave(vm: &mut Vm) {
    let height = vm.frames.len() - 1;
    let Some(left) = vm.frames[height].function().frame.get().map(|state| state.left.clone()) else { return };
    // Its own state and this function hold it, too.
    let is_held = Rc::strong_count(&left) > 2;
    if !is_held || vm.frames[height].code().kind != CodeKind::Function {
        return;
    }
    left.at.set(vm.instruction(height));
    if let Value::Dict(names) = vm.locals_at(height) {
        names
            .items()
            .iter()
            .for_each(|(name, value)| left.names.insert_str(name.as_str().unwrap_or_default(), value.clone()));
    }
    if let Some(caller) = caller_of(vm, height) {
        left.back.replace(of_running(vm, caller));
    }
}

/// The call below a height that programs see.
fn caller_of(vm: &Vm, height: usize) -> Option<usize> {
    (0..height).rev().find(|height| !vm.frames[*height].code().is_inlined())
}

/// The frame object of a call that has ended, from the position that an exception stored.
pub(crate) fn of_passed(passed: &Passed, back: Value) -> Value {
    let left = Rc::<Left>::default();
    left.back.replace(back);
    Value::native(FrameView {
        code: RefCell::new(passed.code.clone()),
        globals: passed.globals.clone(),
        function: Weak::new(),
        at: Cell::new(Some(passed.left)),
        left,
        hides: passed.hides.clone(),
        kept: passed.kept.clone(),
    })
}

/// The traceback entry for a position in a frame; `at` is an instruction offset in bytes, as in `tb_lasti`.
pub(crate) fn passed_at(frame: &Value, at: i64) -> Result<Passed> {
    let frame = this(frame).map_err(|_| {
        Raise::type_error(format!("traceback() argument 'tb_frame' must be frame, not {}", frame.type_name()))
    })?;
    let at = usize::try_from(at / 2 - 1).unwrap_or_default().min(frame.code().ops.len().saturating_sub(1));
    let (globals, hides, kept) = (frame.globals.clone(), frame.hides.clone(), frame.kept.clone());
    Ok(Passed { code: frame.code(), globals, at, left: at, hides, kept })
}

/// The running call `depth` levels out; ValueError if there are fewer.
pub fn running(vm: &mut Vm, depth: i64) -> Result<Value> {
    let depth = usize::try_from(depth).unwrap_or(0);
    let mut heights = (0..vm.frames.len()).rev().filter(|height| !vm.frames[*height].code().is_inlined());
    match heights.nth(depth) {
        Some(height) => Ok(of_running(vm, height)),
        None => Err(Raise::value_error("call stack is not deep enough")),
    }
}

/// As `running`, counting user calls only; calls of our own modules are skipped.
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
        let function = function.running();
        self.code.replace(function.code.clone());
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
            Place::Ended => self.left.at.get().or(self.at.get()),
            Place::Running(_) => self.at.get(),
        };
        match at {
            Some(at) => self.code().span(at),
            None => {
                let code = self.code();
                Span { source: code.source, start: code.range.0, end: code.range.0 }
            }
        }
    }
    fn line(&self, vm: &Vm) -> Option<u32> {
        let span = self.span(vm);
        vm.source(span.source).map(|source| source.line(span.start))
    }
    /// The state that programs set on the frame; None for a call that had ended before it was first inspected.
    fn with_state<T>(&self, look: impl FnOnce(&FrameState) -> T) -> Option<T> {
        let function = self.function.upgrade()?.running();
        function.frame.get().map(look)
    }
    fn code(&self) -> Rc<Code> {
        self.code.borrow().clone()
    }
    /// Sets the trace function that the frame reports lines to.
    fn set_trace(&self, listener: Value) {
        let is_plain = self.code().is_users && self.code().original.is_none();
        self.with_state(|state| {
            state.wants_points.set(is_plain && !listener.is_none());
            state.trace.replace(listener);
        });
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
        let file = vm.source(self.code().source).map_or("", |source| &*source.name);
        let (line, address) = (self.line(vm).unwrap_or(0), self.identity().unwrap_or(0));
        Ok(format!("<frame at {address:#x}, file '{file}', line {line}, code {}>", self.code().name))
    }
    fn identity(&self) -> Option<usize> {
        // All views of one call are the same object to the program.
        Some(match self.function.as_ptr() {
            none if none == Weak::<Function>::new().as_ptr() => std::ptr::from_ref(self) as usize,
            function => function as usize,
        })
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.left.back.borrow());
        visit(&Value::Dict(self.left.names.clone()));
        self.kept.iter().for_each(|kept| kept.trace(visit));
    }
}

fn this(value: &Value) -> Result<&FrameView> {
    value.downcast().ok_or_else(|| Raise::type_error(format!("expected a frame, not {}", value.type_name())))
}

fn back(vm: &mut Vm, value: &Value) -> Result<Value> {
    let frame = this(value)?;
    Ok(match frame.place(vm) {
        Place::Running(height) => caller_of(vm, height).map_or(Value::None, |height| of_running(vm, height)),
        Place::Resting(_) => Value::None,
        Place::Ended => frame.left.back.borrow().clone(),
    })
}

/// The namespace itself of a module or class body; a view of a function's variables.
fn locals(vm: &mut Vm, value: &Value) -> Result<Value> {
    let frame = this(value)?;
    if matches!(frame.code().kind, CodeKind::Module | CodeKind::Class) {
        return Ok(match frame.place(vm) {
            Place::Running(height) => vm.locals_at(height),
            _ if frame.code().kind == CodeKind::Module => globals(frame),
            _ => Value::Dict(Dict::new()),
        });
    }
    Ok(locals_of(value))
}

fn globals(frame: &FrameView) -> Value {
    Value::Dict(frame.globals.upgrade().map_or_else(Dict::new, |module| module.dict.clone()))
}

static METHODS: &[Builtin] = &[Builtin::new(
    "frame.clear",
    "(self, /)",
    "Clear the variables of a frame that has ended.",
    |vm, args| match this(args.get(0))?.place(vm) {
        Place::Running(_) => Err(Raise::runtime("cannot clear an executing frame")),
        Place::Resting(iter) if !iter.is_new() => Err(Raise::runtime("cannot clear a suspended frame")),
        Place::Resting(iter) => {
            if iter.flow() == Some(Flow::Coroutine) {
                vm.warn_never_awaited(&iter)?;
            }
            vm.generator_close(&iter)?;
            Ok(Value::None)
        }
        Place::Ended => {
            let frame = this(args.get(0))?;
            if let Some(kept) = &frame.kept {
                let (locals, cells) = (kept.locals.take(), kept.cells.take());
                drop((locals, cells));
            }
            frame.left.names.clear();
            Ok(Value::None)
        }
    },
)];

static GETTERS: &[Getter] = &[
    Getter { name: "f_back", doc: "the caller's frame, or None", get: back, set: None },
    Getter {
        name: "f_code",
        doc: "the code that runs",
        get: |_, value| Ok(code::of_function(&this(value)?.code())),
        set: None,
    },
    Getter { name: "f_globals", doc: "the names of the module", get: |_, value| Ok(globals(this(value)?)), set: None },
    Getter {
        name: "f_builtins",
        doc: "the built-in names",
        get: |vm, value| {
            let module = this(value)?.globals.upgrade();
            let own = module.and_then(|module| module.builtins.get().cloned());
            Ok(own.map_or_else(|| Value::Dict(vm.builtins.clone()), |own| own.value()))
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
            Ok(Value::Int(frame.left.at.get().or(frame.at.get()).map_or(-1, |at| frame.code().lasti(at))))
        },
        set: None,
    },
    Getter {
        name: "f_trace",
        doc: "the trace function of the frame",
        get: |_, value| Ok(this(value)?.with_state(|state| state.trace.borrow().clone()).unwrap_or_default()),
        set: Some(|_, frame, value| {
            this(frame)?.set_trace(value);
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

/// Summary of a call: file, line, function, text of the line, first and last column.
pub fn summary(vm: &Vm, frame: &Value) -> Result<Value> {
    let frame = this(frame)?;
    Ok(summary_of(vm, frame.span(vm), &frame.code().name))
}

/// As `summary`, for a span in a function.
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

/// The text of a registered source; None if it is unknown.
pub fn text_of(vm: &Vm, name: &str) -> Option<Rc<str>> {
    vm.sources.named(name).map(|source| source.text.clone())
}

/// As `text_of`, for cells and files only, not for sources that a program compiled.
pub fn text_of_cell(vm: &Vm, name: &str) -> Option<Rc<str>> {
    let source = vm.sources.named(name).filter(|source| !source.is_evaluated)?;
    Some(source.text.clone())
}

thread_local! {
    static LOCALS: Rc<Class> =
        Class::native("builtins", "FrameLocalsProxy", &[], Some(&NEW_LOCALS), LOCALS_METHODS, &[], "The variables of a call.");
}

static NEW_LOCALS: Builtin = Builtin::new("FrameLocalsProxy", "(frame, /)", "The variables of a call.", |_, args| {
    match args.get(0).downcast::<FrameView>() {
        Some(_) => Ok(locals_of(args.get(0))),
        None => Err(Raise::type_error(format!("expect frame, not {}", args.get(0).type_name()))),
    }
});

/// The variables of a frame.
fn locals_of(frame: &Value) -> Value {
    Value::native(FrameLocals { frame: frame.clone() })
}

/// `f_locals` of a function's frame: a mapping that reads and writes the variables themselves, plus what the call has left.
struct FrameLocals {
    frame: Value,
}

/// Where a variable is stored.
enum Slot {
    Local(usize),
    Cell(usize),
}

impl FrameLocals {
    fn frame(&self) -> &FrameView {
        self.frame.downcast().expect("made of a frame")
    }
    fn kept(&self) -> Option<&Rc<Kept>> {
        self.frame().kept.as_ref()
    }
    fn slot(&self, name: &Str) -> Option<Slot> {
        let code = self.frame().code();
        let cell = code.cells.iter().position(|known| known == name).map(Slot::Cell);
        cell.or_else(|| code.locals.iter().position(|known| known == name).map(Slot::Local))
    }
    /// The variable for a key: a non-string key may equal a name, too.
    fn named(&self, vm: &mut Vm, key: &Value) -> Result<Option<Slot>> {
        if let Value::Str(name) = key {
            return Ok(self.slot(name));
        }
        let (hash, code) = (vm.hash(key)?, self.frame().code());
        for name in code.locals.iter().chain(&code.cells) {
            let name = Value::Str(name.clone());
            if vm.hash(&name)? == hash && vm.equal(&name, key)? {
                return self.named(vm, &name);
            }
        }
        Ok(None)
    }
    fn read(&self, vm: &Vm, slot: &Slot) -> Option<Value> {
        let value = match (self.frame().place(vm), slot) {
            (Place::Running(height), Slot::Local(at)) => vm.stack[vm.frames[height].base + at].clone(),
            (Place::Running(height), Slot::Cell(at)) => vm.frames[height].cells().get(*at)?.value.borrow().clone(),
            (Place::Resting(iter), Slot::Local(at)) => iter.resting(|rest| rest.stack.get(*at).cloned())??,
            (Place::Resting(iter), Slot::Cell(at)) => {
                iter.resting(|rest| rest.cells().get(*at).map(|cell| cell.value.borrow().clone()))??
            }
            (Place::Ended, Slot::Local(at)) if self.frame().code().locals.get(*at)?.as_str() == HIDES => {
                self.frame().hides.clone()?
            }
            (Place::Ended, Slot::Local(at)) => self.kept()?.locals.borrow().get(*at)?.clone(),
            (Place::Ended, Slot::Cell(at)) => self.kept()?.cells.borrow().get(*at)?.value.borrow().clone(),
        };
        (!matches!(value, Value::Unbound)).then_some(value)
    }
    /// Assigns a variable; false if its call has ended.
    fn write(&self, vm: &mut Vm, slot: &Slot, value: Value) -> bool {
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
            (Place::Ended, Slot::Local(at)) => self
                .kept()
                .and_then(|kept| kept.locals.borrow_mut().get_mut(*at).map(|place| std::mem::replace(place, value))),
            (Place::Ended, Slot::Cell(at)) => {
                self.kept().and_then(|kept| kept.cells.borrow().get(*at).map(|cell| cell.value.replace(value)))
            }
        };
        old.is_some()
    }
    fn snapshot(&self, vm: &mut Vm) -> Result<Value> {
        let (dict, code) = (Dict::new(), self.frame().code());
        let locals = code.locals.iter().filter(|name| !name.as_str().starts_with('.') && !code.cells.contains(name));
        for name in locals.chain(&code.cells) {
            if let Some(value) = self.slot(name).and_then(|slot| self.read(vm, &slot)) {
                dict.insert_name(name, value);
            }
        }
        vm.merge(&dict, &Value::Dict(self.frame().left.names.clone()), false)?;
        Ok(Value::Dict(dict))
    }
    fn get(&self, vm: &mut Vm, key: &Value) -> Result<Option<Value>> {
        let variable = self.named(vm, key)?.and_then(|slot| self.read(vm, &slot));
        match variable {
            Some(value) => Ok(Some(value)),
            None => self.frame().left.names.get(vm, key),
        }
    }
    fn entry(&self, vm: &mut Vm, key: &Value) -> Result<Value> {
        if let Some(value) = self.get(vm, key)? {
            return Ok(value);
        }
        let text = format!("local variable '{}' is not defined", vm.repr(key)?);
        Err(Raise::with_args(Exc::KeyError, vec![Value::from(text)]))
    }
    fn set(&self, vm: &mut Vm, key: &Value, value: Value) -> Result<()> {
        if let Some(slot) = self.named(vm, key)?
            && self.write(vm, &slot, value.clone())
        {
            return Ok(());
        }
        vm.set_item(&Value::Dict(self.frame().left.names.clone()), key, value)
    }
    fn update(&self, vm: &mut Vm, names: &Value) -> Result<()> {
        let names = match names.downcast::<FrameLocals>() {
            Some(other) => other.snapshot(vm)?,
            None => names.clone(),
        };
        let items = Dict::new();
        vm.merge(&items, &names, false)?;
        items.items().into_iter().try_for_each(|(key, value)| self.set(vm, &key, value))
    }
}

/// A dict of variables instead of their proxy.
fn plain(vm: &mut Vm, value: &Value) -> Result<Value> {
    match value.downcast::<FrameLocals>() {
        Some(locals) => locals.snapshot(vm),
        None => Ok(value.clone()),
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
        thread_local! {
            static SHOWN: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
        }
        let frame = self.frame().identity().unwrap_or_default();
        if SHOWN.with_borrow(|shown| shown.contains(&frame)) {
            return Ok("{...}".to_owned());
        }
        let names = self.snapshot(vm)?;
        SHOWN.with_borrow_mut(|shown| shown.push(frame));
        let text = vm.repr(&names);
        SHOWN.with_borrow_mut(Vec::pop);
        text
    }
    fn get_item(&self, vm: &mut Vm, _this: &Value, key: &Value) -> Result<Option<Value>> {
        self.entry(vm, key).map(Some)
    }
    fn set_item(&self, vm: &mut Vm, _this: &Value, key: &Value, value: &Value) -> Result<bool> {
        self.set(vm, key, value.clone()).map(|()| true)
    }
    fn contains(&self, vm: &mut Vm, item: &Value) -> Result<Option<bool>> {
        Ok(Some(self.get(vm, item)?.is_some()))
    }
    fn len(&self, vm: &mut Vm) -> Result<Option<usize>> {
        let names = self.snapshot(vm)?;
        vm.collect(&names).map(|names| Some(names.len()))
    }
    fn truth(&self, vm: &mut Vm) -> Result<bool> {
        let names = self.snapshot(vm)?;
        vm.truth(&names)
    }
    fn iter(&self, vm: &mut Vm, _this: &Value) -> Result<Option<Value>> {
        let names = self.snapshot(vm)?;
        let names = Value::list(vm.collect(&names)?);
        vm.iter(&names).map(Some)
    }
    fn binary(&self, vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value, reflected: bool) -> Result<Option<Value>> {
        if op != BinaryOp::Or {
            return Ok(None);
        }
        let (this, other) = (plain(vm, this)?, plain(vm, other)?);
        match reflected {
            true => vm.binary(op, &other, &this).map(Some),
            false => vm.binary(op, &this, &other).map(Some),
        }
    }
    fn binary_in_place(&self, vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value) -> Result<Option<Value>> {
        if op != BinaryOp::Or {
            return Ok(None);
        }
        self.update(vm, other)?;
        Ok(Some(this.clone()))
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        let (own, other) = (self.snapshot(vm)?, plain(vm, other)?);
        vm.compare(op, &own, &other).map(Some)
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.frame);
    }
}

fn these(args: &Args) -> Result<&FrameLocals> {
    args.get(0).downcast().ok_or_else(|| args.wrong(0, "FrameLocalsProxy"))
}

/// Calls a method on a dict of the current variables.
macro_rules! of_snapshot {
    ($name:literal, $doc:literal, $shape:expr) => {
        Builtin::new(concat!("FrameLocalsProxy.", $name), "(self, /)", $doc, |vm, args| {
            let names = these(args)?.snapshot(vm)?;
            let answer = vm.call_method(&names, $name, &[])?;
            $shape(vm, answer)
        })
    };
}

fn as_list(vm: &mut Vm, items: Value) -> Result<Value> {
    vm.collect(&items).map(Value::list)
}

fn as_it_is(_: &mut Vm, value: Value) -> Result<Value> {
    Ok(value)
}

static LOCALS_METHODS: &[Builtin] = &[
    of_snapshot!("keys", "The names of the variables.", as_list),
    of_snapshot!("values", "The values of the variables.", as_list),
    of_snapshot!("items", "Pairs of name and value.", as_list),
    of_snapshot!("copy", "A dict of the variables.", as_it_is),
    of_snapshot!("__reversed__", "The names, the last first.", as_list),
    Builtin::new("FrameLocalsProxy.__getitem__", "(self, key, /)", "A variable.", |vm, args| {
        these(args)?.entry(vm, args.get(1))
    }),
    Builtin::new("FrameLocalsProxy.__len__", "(self, /)", "The number of variables.", |vm, args| {
        Ok(these(args)?.len(vm)?.map_or(Value::None, |count| Value::Int(count as i64)))
    }),
    Builtin::new("FrameLocalsProxy.__contains__", "(self, key, /)", "Whether a variable has a value.", |vm, args| {
        Ok(Value::from(these(args)?.get(vm, args.get(1))?.is_some()))
    }),
    Builtin::new("FrameLocalsProxy.__setitem__", "(self, key, value, /)", "Sets a variable.", |vm, args| {
        these(args)?.set(vm, args.get(1), args.get(2).clone())?;
        Ok(Value::None)
    }),
    Builtin::new("FrameLocalsProxy.__delitem__", "(self, key, /)", "Not supported.", |_, _| {
        Err(Raise::type_error("cannot remove variables from FrameLocalsProxy"))
    }),
    Builtin::new("FrameLocalsProxy.get", "(self, key, default=None, /)", "A variable, or the default.", |vm, args| {
        Ok(these(args)?.get(vm, args.get(1))?.unwrap_or_else(|| args.get(2).clone()))
    }),
    Builtin::new(
        "FrameLocalsProxy.setdefault",
        "(self, key, default=None, /)",
        "A variable, set to the default if it has no value.",
        |vm, args| {
            if let Some(value) = these(args)?.get(vm, args.get(1))? {
                return Ok(value);
            }
            these(args)?.set(vm, args.get(1), args.get(2).clone())?;
            Ok(args.get(2).clone())
        },
    ),
    Builtin::new("FrameLocalsProxy.update", "(self, names, /)", "Sets variables.", |vm, args| {
        these(args)?.update(vm, args.get(1))?;
        Ok(Value::None)
    }),
    Builtin::new("FrameLocalsProxy.__reduce_ex__", "(self, protocol, /)", "Refused.", |_, _| {
        Err(Raise::type_error("cannot pickle 'FrameLocalsProxy' object"))
    }),
];
