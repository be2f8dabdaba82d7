//! Attributes of functions and generators: `__get__`, code, the cells of a closure, a generator's frame.

use super::code::{self, CodeView, equality};
use super::frames;
use crate::compile::Code;
use crate::native::CompareOp;
use crate::object::{Cell, Function, Iter, Namespace};
use crate::{Args, Builtin, Class, Getter, Native, Raise, Result, Value, Vm};
use std::any::Any;
use std::rc::Rc;

macro_rules! callable {
    ($type:literal, $bind:expr) => {
        &[
            Builtin::new(
                concat!($type, ".__get__"),
                "(self, instance, owner=None, /)",
                "Return an attribute of instance, which is of type owner.",
                $bind,
            ),
            Builtin::new(
                concat!($type, ".__call__"),
                "(self, /, *args, **kwargs)",
                "Call self as a function.",
                |vm, args| vm.call(args.get(0), args.rest(1), &args.keywords(2)),
            ),
        ]
    };
}

pub static METHODS: &[Builtin] = callable!("function", bound);
/// What is native stays what it is when it is read from an object.
pub(super) static NATIVE_METHODS: &[Builtin] = &[Builtin::new(
    "builtin_function_or_method.__call__",
    "(self, /, *args, **kwargs)",
    "Call self as a function.",
    |vm, args| vm.call(args.get(0), args.rest(1), &args.keywords(2)),
)];
pub(super) static DESCRIPTOR_METHODS: &[Builtin] = callable!("method_descriptor", bound);
/// A bound method is not bound again.
pub(super) static METHOD_METHODS: &[Builtin] = callable!("method", |_, args| Ok(args.get(0).clone()));

fn bound(vm: &mut Vm, args: &Args) -> Result<Value> {
    match (args.get(1), args.get(2)) {
        (Value::None, Value::None) => Err(Raise::type_error("__get__(None, None) is invalid")),
        (Value::None, _) => Ok(args.get(0).clone()),
        (instance, _) => {
            let class = vm.class_of(instance);
            vm.bind(args.get(0).clone(), instance, &class)
        }
    }
}

thread_local! {
    static CELL: Rc<Class> =
        Class::native("builtins", "cell", &[], Some(&NEW_CELL), &[], CELL_GETTERS, "A variable shared by functions.");
}

pub static GETTERS: &[Getter] = &[
    Getter {
        name: "__code__",
        doc: "the function's code",
        get: |_, this| match this {
            Value::Function(function) => Ok(code::of_function(&function.current().code)),
            _ => Ok(Value::None),
        },
        set: Some(|_, this, value| set_code(this, &value)),
    },
    Getter {
        name: "__closure__",
        doc: "the cells of captured variables; None without them",
        get: |_, this| match this {
            Value::Function(function) if !function.closure.is_empty() => {
                let cells = closure_by_name(function.current());
                Ok(Value::tuple(cells.iter().map(cell).collect()))
            }
            _ => Ok(Value::None),
        },
        set: None,
    },
    Getter {
        name: "__builtins__",
        doc: "the built-in names that the function sees",
        get: |vm, this| {
            let own = match this {
                Value::Function(function) => function.globals.builtins.get().map(Namespace::value),
                _ => None,
            };
            Ok(own.unwrap_or_else(|| Value::Dict(vm.builtins.clone())))
        },
        set: None,
    },
];

/// A cell object. The cycle collector ignores it, because it reaches the cell through its function.
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

/// A cell as programs see it.
pub(crate) fn cell(cell: &Rc<Cell>) -> Value {
    Value::native(CellView(cell.clone()))
}

/// Assigns the value of a cell made by [`cell`].
pub(crate) fn fill_cell(cell: &Value, value: Value) -> Result<()> {
    let Some(view) = cell.downcast::<CellView>() else {
        let found = cell.type_name();
        return Err(Raise::type_error(format!("__classcell__ must be a nonlocal cell, not <class '{found}'>")));
    };
    drop(view.0.value.replace(value));
    Ok(())
}

/// The cells in a tuple; None if it contains anything else.
pub(super) fn cells(tuple: &Value) -> Option<Vec<Rc<Cell>>> {
    match tuple {
        Value::Tuple(cells) => {
            cells.iter().map(|cell| cell.downcast::<CellView>().map(|view| view.0.clone())).collect()
        }
        _ => None,
    }
}

/// The indices of captured variables in CPython's order, by name.
fn places_by_name(code: &Code) -> Vec<usize> {
    let free = &code.cells[code.own_cells..];
    let mut places: Vec<usize> = (0..free.len()).collect();
    places.sort_by(|one, other| free[*one].as_str().cmp(free[*other].as_str()));
    places
}

fn closure_by_name(function: &Function) -> Vec<Rc<Cell>> {
    places_by_name(&function.code).into_iter().map(|at| function.closure[at].clone()).collect()
}

/// Reorders cells from the order of variable names to the order that the code expects.
pub(super) fn closure_for(code: &Code, by_name: &[Rc<Cell>]) -> Rc<[Rc<Cell>]> {
    let mut placed: Vec<(usize, &Rc<Cell>)> = places_by_name(code).into_iter().zip(by_name).collect();
    placed.sort_by_key(|(at, _)| *at);
    placed.into_iter().map(|(_, cell)| cell.clone()).collect()
}

/// `function.__code__ = code`.
fn set_code(this: &Value, value: &Value) -> Result<()> {
    let (Value::Function(function), Some(view)) = (this, value.downcast::<CodeView>()) else {
        return Err(Raise::type_error("__code__ must be set to a code object"));
    };
    let (code, captured) = (view.code(), function.closure.len());
    let free = code.cells.len() - code.own_cells;
    if free != captured {
        let name = function.name();
        let text = format!("{name}() requires a code object with {captured} free vars, not {free}");
        return Err(Raise::value_error(text));
    }
    function.rewrite(code.clone(), closure_for(code, &closure_by_name(function)));
    Ok(())
}

/// `types.FunctionType(code, globals, ...)`.
pub(super) fn new_function(vm: &mut Vm, args: &Args) -> Result<Value> {
    let view = args.get(0).downcast::<CodeView>().ok_or_else(|| args.wrong(0, "code"))?;
    let Value::Dict(globals) = args.get(1).beneath() else {
        return Err(args.wrong(1, "dict"));
    };
    let code = view.code().clone();
    let free = code.cells.len() - code.own_cells;
    let closure = match args.get(4) {
        Value::None if free > 0 => return Err(Raise::type_error("arg 5 (closure) must be tuple")),
        Value::None => Vec::new(),
        given => cells(given).ok_or_else(|| Raise::type_error("arg 5 (closure) must be tuple"))?,
    };
    if closure.len() != free {
        let text = format!("{} requires closure of length {free}, not {}", code.name, closure.len());
        return Err(Raise::value_error(text));
    }
    let globals = vm.module_of(&globals.clone());
    let closure = closure_for(&code, &closure);
    let function = Function::new(code, globals, closure, [Rc::new([]), Rc::new([])]);
    if let Some(name) = args.opt_str(2)? {
        *function.name.borrow_mut() = name.into();
    }
    let made = Value::Function(Rc::new(function));
    for (at, name) in [(3, "__defaults__"), (5, "__kwdefaults__")] {
        if !args.get(at).is_none() {
            vm.set_attr(&made, name, args.get(at).clone())?;
        }
    }
    Ok(made)
}

static NEW_CELL: Builtin = Builtin::new("cell", "(contents=..., /)", "Create a new cell object.", |_, args| {
    let contents = args.given(0).cloned().unwrap_or(Value::Unbound);
    Ok(Value::native(CellView(Cell::new(contents))))
});

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

/// The frame of an unfinished generator or coroutine.
pub(super) fn frame_of(vm: &mut Vm, this: &Value) -> Value {
    match this {
        Value::Iter(iter) => frames::of_generator(vm, iter),
        _ => Value::None,
    }
}

pub(crate) static GENERATOR_GETTERS: &[Getter] = &[
    named!("__name__", "name of the generator", Iter::generator_name),
    named!("__qualname__", "qualified name of the generator", Iter::qualname),
    Getter {
        name: "gi_code",
        doc: "the function's code",
        get: |_, this| match this {
            Value::Iter(iter) => Ok(iter.code.clone().map_or(Value::None, |code| code::of_function(&code))),
            _ => Ok(Value::None),
        },
        set: None,
    },
    Getter {
        name: "gi_frame",
        doc: "the generator's frame; None when it has ended",
        get: |vm, this| Ok(frame_of(vm, this)),
        set: None,
    },
    Getter {
        name: "gi_yieldfrom",
        doc: "the iterator that the generator delegates to",
        get: |_, this| match this {
            Value::Iter(iter) => Ok(iter.delegate().unwrap_or_default()),
            _ => Ok(Value::None),
        },
        set: None,
    },
    Getter {
        name: "gi_running",
        doc: "whether the generator's code is running",
        get: |_, this| match this {
            Value::Iter(iter) => Ok(Value::from(iter.is_running())),
            _ => Ok(Value::None),
        },
        set: None,
    },
    Getter {
        name: "gi_yieldfrom",
        doc: "the iterator that the generator delegates to, or None",
        get: |_, this| match this {
            Value::Iter(iter) => Ok(iter.delegate().unwrap_or_default()),
            _ => Ok(Value::None),
        },
        set: None,
    },
    Getter {
        name: "gi_suspended",
        doc: "whether the generator is suspended at a yield",
        get: |_, this| match this {
            Value::Iter(iter) => Ok(Value::from(iter.is_suspended())),
            _ => Ok(Value::None),
        },
        set: None,
    },
];
