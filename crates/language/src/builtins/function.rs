//! What functions and generators show of themselves: `__get__`, code, the cells of a closure, where a generator is.

use crate::compile::Code;
use crate::native::CompareOp;
use crate::object::{Cell, Str};
use crate::{Builtin, Class, Getter, Native, Raise, Result, Value, Vm};
use std::any::Any;
use std::rc::Rc;

pub static METHODS: &[Builtin] = &[Builtin::new(
    "function.__get__",
    "(self, instance, owner=None, /)",
    "Return the method that the function is of an instance.",
    |vm, args| match (args.get(1), args.get(2)) {
        (Value::None, Value::None) => Err(Raise::type_error("__get__(None, None) is invalid")),
        (Value::None, _) => Ok(args.get(0).clone()),
        (instance, _) => {
            let class = vm.class_of(instance);
            vm.bind(args.get(0).clone(), instance, &class)
        }
    },
)];

thread_local! {
    static CODE: Rc<Class> = Class::native("builtins", "code", &[], None, &[], CODE_GETTERS, "The code of a function.");
    static CELL: Rc<Class> =
        Class::native("builtins", "cell", &[], None, &[], CELL_GETTERS, "A variable shared by functions.");
}

pub static GETTERS: &[Getter] = &[
    Getter {
        name: "__code__",
        doc: "the function's code",
        get: |_, this| match this {
            Value::Function(function) => Ok(Value::native(CodeView(function.code.clone()))),
            _ => Ok(Value::None),
        },
        set: None,
    },
    Getter {
        name: "__closure__",
        doc: "the cells of captured variables; None without them",
        get: |_, this| match this {
            Value::Function(function) if !function.closure.is_empty() => {
                let free = &function.code.cells[function.code.own_cells..];
                let mut cells: Vec<(&Str, &Rc<Cell>)> = free.iter().zip(function.closure.iter()).collect();
                cells.sort_by(|(a, _), (b, _)| a.as_str().cmp(b.as_str()));
                Ok(Value::tuple(cells.into_iter().map(|(_, cell)| Value::native(CellView(cell.clone()))).collect()))
            }
            _ => Ok(Value::None),
        },
        set: None,
    },
    Getter {
        name: "__builtins__",
        doc: "the built-in names that the function sees",
        get: |vm, _| Ok(Value::Dict(vm.builtins.clone())),
        set: None,
    },
];

struct CodeView(Rc<Code>);

impl Native for CodeView {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CODE.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let (address, source) = (Rc::as_ptr(&self.0).cast::<()>() as usize, vm.source(self.0.source));
        let (file, line) = source.map_or(("", 0), |source| (&*source.name, source.line(self.0.range.0)));
        Ok(format!("<code object {} at 0x{address:x}, file \"{file}\", line {line}>", self.0.name))
    }
    fn compare(&self, _vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        let same = other.downcast::<CodeView>().is_some_and(|other| Rc::ptr_eq(&self.0, &other.0));
        Ok(equality(op, same))
    }
    fn hash(&self, _vm: &mut Vm) -> Result<Option<u64>> {
        Ok(Some(Rc::as_ptr(&self.0).cast::<()>() as u64 >> 4))
    }
}

fn equality(op: CompareOp, same: bool) -> Option<Value> {
    match op {
        CompareOp::Eq => Some(Value::from(same)),
        CompareOp::Ne => Some(Value::from(!same)),
        _ => None,
    }
}

impl CodeView {
    /// Names of variables: the parameters (those with cells too), then the locals.
    fn variables(&self) -> Vec<Value> {
        let code = &self.0;
        let parameters = code.parameters.count();
        let local = |(at, name): &(usize, &Str)| {
            *at < parameters || !name.as_str().starts_with('.') && !code.cells.contains(name)
        };
        code.locals.iter().enumerate().filter(local).map(|(_, name)| Value::Str(name.clone())).collect()
    }
}

fn of(value: &Value, pick: fn(&CodeView) -> Value) -> Result<Value> {
    value.downcast().map(pick).ok_or_else(|| Raise::type_error("a code object is required"))
}

fn count(count: usize) -> Value {
    Value::Int(count as i64)
}

/// Names of cells in CPython's order: by name, parameters first.
fn names(names: &[Str], parameters: &[Str]) -> Value {
    let mut sorted: Vec<&Str> = names.iter().collect();
    sorted.sort_by_key(|name| {
        let place = parameters.iter().position(|parameter| parameter == *name);
        (place.unwrap_or(parameters.len()), name.as_str())
    });
    Value::tuple(sorted.into_iter().cloned().map(Value::Str).collect())
}

macro_rules! shown {
    ($name:literal, $doc:literal, $pick:expr) => {
        Getter { name: $name, doc: $doc, get: |_, this| of(this, $pick), set: None }
    };
}

static CODE_GETTERS: &[Getter] = &[
    shown!("co_name", "the function's name", |code| Value::str(&*code.0.name)),
    shown!("co_qualname", "the function's qualified name", |code| Value::str(&*code.0.qualname)),
    shown!("co_argcount", "the number of positional parameters", |code| count(code.0.parameters.positional)),
    shown!("co_posonlyargcount", "the number of positional-only parameters", |code| {
        count(code.0.parameters.positional_only)
    }),
    shown!("co_kwonlyargcount", "the number of keyword-only parameters", |code| {
        count(code.0.parameters.keyword_only)
    }),
    shown!("co_varnames", "the parameters' and local variables' names", |code| Value::tuple(code.variables())),
    shown!("co_flags", "bits: 4 with *args, 8 with **kwargs, 32 of a generator", |code| {
        let (code, parameters) = (&code.0, &code.0.parameters);
        let bits = [
            (parameters.rest, 4),
            (parameters.keywords, 8),
            (code.own_cells < code.cells.len(), 16),
            (code.is_generator, 32),
        ];
        count(3 + bits.iter().filter(|(set, _)| *set).map(|(_, bit)| bit).sum::<usize>())
    }),
    shown!("co_nlocals", "the number of local variables", |code| count(code.variables().len())),
    shown!("co_cellvars", "the variables that functions inside use", |code| {
        names(&code.0.cells[..code.0.own_cells], &code.0.locals[..code.0.parameters.count()])
    }),
    shown!("co_freevars", "the variables of functions around", |code| names(&code.0.cells[code.0.own_cells..], &[])),
    Getter {
        name: "co_firstlineno",
        doc: "the line where the definition begins, from 1",
        get: |vm, this| {
            let Some(CodeView(code)) = this.downcast() else {
                return Ok(Value::None);
            };
            Ok(vm.source(code.source).map_or(Value::None, |source| Value::from(i64::from(source.line(code.range.0)))))
        },
        set: None,
    },
    Getter {
        name: "co_filename",
        doc: "the source's name",
        get: |vm, this| {
            let source = this.downcast::<CodeView>().and_then(|CodeView(code)| vm.source(code.source));
            Ok(source.map_or(Value::None, |source| Value::str(&*source.name)))
        },
        set: None,
    },
];

/// Shows a cell. Not followed by the collection of cycles, which reaches the cell through its function.
struct CellView(Rc<Cell>);

impl Native for CellView {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CELL.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        let address = Rc::as_ptr(&self.0).cast::<()>() as usize;
        let value = self.0.value.borrow();
        Ok(match &*value {
            Value::Unbound => format!("<cell at 0x{address:x}: empty>"),
            value => format!("<cell at 0x{address:x}: {} object at 0x{:x}>", value.type_name(), value.address()),
        })
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        let Some(other) = other.downcast::<CellView>() else {
            return Ok(None);
        };
        let (a, b) = (self.0.value.borrow().clone(), other.0.value.borrow().clone());
        match (&a, &b) {
            (Value::Unbound, _) | (_, Value::Unbound) => {
                Ok(equality(op, matches!((&a, &b), (Value::Unbound, Value::Unbound))))
            }
            _ => vm.compare(op, &a, &b).map(Some),
        }
    }
}

static CELL_GETTERS: &[Getter] = &[Getter {
    name: "cell_contents",
    doc: "the variable's value",
    get: |_, this| match this.downcast::<CellView>().map(|cell| cell.0.value.borrow().clone()) {
        None | Some(Value::Unbound) => Err(Raise::value_error("Cell is empty")),
        Some(value) => Ok(value),
    },
    set: Some(|_, this, value| {
        if let Some(cell) = this.downcast::<CellView>() {
            drop(cell.0.value.replace(value));
        }
        Ok(())
    }),
}];

/// A generator's place, while it rests or runs; finished ones have none.
struct FrameView {
    code: Rc<Code>,
    /// From 1.
    line: u32,
}

thread_local! {
    static FRAME: Rc<Class> = Class::native("builtins", "frame", &[], None, &[], FRAME_GETTERS, "Where a generator is.");
}

impl Native for FrameView {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        FRAME.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let address = std::ptr::from_ref(self) as usize;
        let file = vm.source(self.code.source).map_or("", |source| &*source.name);
        Ok(format!("<frame at 0x{address:x}, file '{file}', line {}, code {}>", self.line, self.code.name))
    }
}

static FRAME_GETTERS: &[Getter] = &[
    Getter {
        name: "f_code",
        doc: "the code that runs",
        get: |_, this| {
            let code = this.downcast::<FrameView>().map(|frame| frame.code.clone());
            Ok(code.map_or(Value::None, |code| Value::native(CodeView(code))))
        },
        set: None,
    },
    Getter {
        name: "f_lineno",
        doc: "the line, from 1",
        get: |_, this| Ok(this.downcast::<FrameView>().map_or(Value::None, |frame| Value::from(i64::from(frame.line)))),
        set: None,
    },
];

/// The code of an unfinished generator and the place in it.
fn place(vm: &Vm, this: &Value) -> Option<(Rc<Code>, u32)> {
    let Value::Iter(iter) = this else {
        return None;
    };
    let (code, at) = vm.generator_place(iter)?;
    let offset = match at {
        0 => code.range.0,
        at => code.span(at - 1).start,
    };
    let line = vm.source(code.source).map_or(0, |source| source.line(offset));
    Some((code, line))
}

/// Of a generator's code, whether it has ended or not.
fn of_generator(this: &Value, show: fn(&Code) -> Value) -> Result<Value> {
    match this {
        Value::Iter(iter) => Ok(iter.code.as_ref().map_or(Value::None, |code| show(code))),
        _ => Ok(Value::None),
    }
}

pub(crate) static GENERATOR_GETTERS: &[Getter] = &[
    Getter {
        name: "__name__",
        doc: "the function's name",
        get: |_, this| of_generator(this, |code| Value::str(&*code.name)),
        set: None,
    },
    Getter {
        name: "__qualname__",
        doc: "the function's qualified name",
        get: |_, this| of_generator(this, |code| Value::str(&*code.qualname)),
        set: None,
    },
    Getter {
        name: "gi_code",
        doc: "the function's code",
        get: |_, this| match this {
            Value::Iter(iter) => Ok(iter.code.clone().map_or(Value::None, |code| Value::native(CodeView(code)))),
            _ => Ok(Value::None),
        },
        set: None,
    },
    Getter {
        name: "gi_frame",
        doc: "where the generator is; None when it has ended",
        get: |vm, this| {
            let place = place(vm, this);
            Ok(place.map_or(Value::None, |(code, line)| Value::native(FrameView { code, line })))
        },
        set: None,
    },
    Getter {
        name: "gi_running",
        doc: "the generator's code runs now",
        get: |_, this| match this {
            Value::Iter(iter) => Ok(Value::from(iter.is_running())),
            _ => Ok(Value::None),
        },
        set: None,
    },
    Getter {
        name: "gi_suspended",
        doc: "the generator waits at a yield",
        get: |_, this| match this {
            Value::Iter(iter) => Ok(Value::from(iter.is_suspended())),
            _ => Ok(Value::None),
        },
        set: None,
    },
];
