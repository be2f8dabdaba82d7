//! Exception objects: instances whose payload is their state.

use super::native::{Args, Builtin, Getter, Native};
use super::object::{Instance, Tuple};
use super::raise::{Kind, Notes};
use super::types::types;
use super::{Class, Exc, Raise, Result, Value, Vm};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What every exception holds beneath. No frames, so no values of the program but its own arguments.
#[derive(Default)]
pub(crate) struct ExceptionState {
    pub args: RefCell<Rc<Tuple>>,
    pub cause: RefCell<Value>,
    pub context: RefCell<Value>,
    pub suppress_context: Cell<bool>,
    pub notes: RefCell<Notes>,
    pub added: RefCell<Vec<Value>>,
}

impl Default for Tuple {
    fn default() -> Tuple {
        Tuple::from(Vec::new())
    }
}

impl Drop for ExceptionState {
    fn drop(&mut self) {
        // Chains of causes can be long.
        for link in [&mut self.cause, &mut self.context] {
            if !link.get_mut().is_none() {
                super::object::bury(link.take());
            }
        }
    }
}

impl Native for ExceptionState {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        types().exception(Exc::BaseException).clone()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok("<exception state>".into())
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&Value::Tuple(self.args.borrow().clone()));
        visit(&self.cause.borrow());
        visit(&self.context.borrow());
        self.added.borrow().iter().for_each(visit);
    }
}

/// A new exception object of a class, its arguments set.
pub(crate) fn make(class: &Rc<Class>, args: Vec<Value>) -> Value {
    let state = ExceptionState::default();
    *state.args.borrow_mut() = Rc::new(Tuple::from(args));
    Value::Instance(Instance::with_payload(class.clone(), Value::native(state)))
}

/// The exception object of a raise, made now if there is none yet.
pub(crate) fn materialize(raise: Raise) -> Value {
    let raised = *raise.0;
    let value = match raised.value {
        Some(value) => value,
        None => {
            let class = match &raised.class {
                Kind::BuiltIn(kind) => types().exception(*kind).clone(),
                Kind::Class(class) => class.clone(),
            };
            let args = raised.args.unwrap_or_else(|| {
                if raised.message.is_empty() { Vec::new() } else { vec![Value::str(&raised.message)] }
            });
            make(&class, args)
        }
    };
    if let Some(state) = value.downcast::<ExceptionState>() {
        let mut notes = state.notes.borrow_mut();
        notes.trace.extend(raised.notes.trace);
        notes.marks.extend(raised.notes.marks);
        if raised.notes.help.is_some() {
            notes.help = raised.notes.help;
        }
    }
    value
}

/// `str(exception)` as far as no Vm is needed.
pub(crate) fn message(value: &Value) -> String {
    match value.downcast::<ExceptionState>().map(|state| state.args.borrow().clone()) {
        Some(args) => args.first().and_then(Value::as_str).unwrap_or_default().to_owned(),
        None => String::new(),
    }
}

fn state(value: &Value) -> Result<&ExceptionState> {
    value.downcast().ok_or_else(|| Raise::type_error(format!("exception expected, got {}", value.type_name())))
}

fn init(_vm: &mut Vm, args: &Args) -> Result<Value> {
    *state(args.get(0))?.args.borrow_mut() = Rc::new(Tuple::from(args.rest(1).to_vec()));
    Ok(Value::None)
}

fn to_str(vm: &mut Vm, args: &Args) -> Result<Value> {
    let this = args.get(0);
    let values = state(this)?.args.borrow().clone();
    let class = vm.class_of(this);
    let os_error = class.is_subclass(types().exception(Exc::OSError));
    Ok(match &values[..] {
        [] => Value::str(""),
        [key] if class.is_subclass(types().exception(Exc::KeyError)) => Value::from(vm.repr(key)?),
        [one] => Value::from(vm.str(one)?),
        [number, text] if os_error => Value::from(format!("[Errno {}] {}", vm.str(number)?, vm.str(text)?)),
        [number, text, file, ..] if os_error => {
            Value::from(format!("[Errno {}] {}: {}", vm.str(number)?, vm.str(text)?, vm.repr(file)?))
        }
        _ => Value::from(vm.repr(&Value::Tuple(values.clone()))?),
    })
}

fn to_repr(vm: &mut Vm, args: &Args) -> Result<Value> {
    let this = args.get(0);
    let values = state(this)?.args.borrow().clone();
    let mut texts = Vec::new();
    for value in values.iter() {
        texts.push(vm.repr(value)?);
    }
    Ok(Value::from(format!("{}({})", this.type_name(), texts.join(", "))))
}

fn with_traceback(_vm: &mut Vm, args: &Args) -> Result<Value> {
    Ok(args.get(0).clone())
}

fn add_note(_vm: &mut Vm, args: &Args) -> Result<Value> {
    args.str(1)?;
    state(args.get(0))?.added.borrow_mut().push(args.get(1).clone());
    Ok(Value::None)
}

static METHODS: &[Builtin] = &[
    Builtin::new("BaseException.__init__", "(self, /, *args, **kwargs)", "Keeps the arguments.", init),
    Builtin::new("BaseException.__str__", "(self, /)", "The message.", to_str),
    Builtin::new("BaseException.__repr__", "(self, /)", "The class and the arguments.", to_repr),
    Builtin::new("BaseException.with_traceback", "(self, tb, /)", "The exception itself.", with_traceback),
    Builtin::new("BaseException.add_note", "(self, note, /)", "Adds a line shown under the message.", add_note),
];

/// Native methods of the exception classes.
pub(crate) fn methods(type_name: &str) -> &'static [Builtin] {
    if type_name == "BaseException" { METHODS } else { &[] }
}

fn argument(value: &Value, at: usize) -> Result<Value> {
    Ok(state(value)?.args.borrow().get(at).cloned().unwrap_or_default())
}

static GETTERS: &[Getter] = &[
    Getter {
        name: "args",
        doc: "The arguments given to the exception.",
        get: |_, this| Ok(Value::Tuple(state(this)?.args.borrow().clone())),
        set: Some(|vm, this, value| {
            let items = vm.collect(&value)?;
            *state(this)?.args.borrow_mut() = Rc::new(Tuple::from(items));
            Ok(())
        }),
    },
    Getter {
        name: "__cause__",
        doc: "The exception given after `from`.",
        get: |_, this| Ok(state(this)?.cause.borrow().clone()),
        set: Some(|_, this, value| {
            *state(this)?.cause.borrow_mut() = value;
            state(this)?.suppress_context.set(true);
            Ok(())
        }),
    },
    Getter {
        name: "__context__",
        doc: "The exception that was being handled when this one was raised.",
        get: |_, this| Ok(state(this)?.context.borrow().clone()),
        set: Some(|_, this, value| {
            *state(this)?.context.borrow_mut() = value;
            Ok(())
        }),
    },
    Getter {
        name: "__suppress_context__",
        doc: "The context is not shown.",
        get: |_, this| Ok(Value::Bool(state(this)?.suppress_context.get())),
        set: Some(|vm, this, value| {
            let hide = vm.truth(&value)?;
            state(this)?.suppress_context.set(hide);
            Ok(())
        }),
    },
    Getter {
        name: "__traceback__",
        doc: "None: an exception holds no frames, so it keeps no tensor alive.",
        get: |_, _| Ok(Value::None),
        set: Some(|_, _, _| Ok(())),
    },
    Getter {
        name: "__notes__",
        doc: "Lines added by add_note.",
        get: |_, this| Ok(Value::list(state(this)?.added.borrow().clone())),
        set: None,
    },
];
static VALUE: &[Getter] =
    &[Getter { name: "value", doc: "What the generator returned.", get: |_, this| argument(this, 0), set: None }];
static CODE: &[Getter] =
    &[Getter { name: "code", doc: "The exit status.", get: |_, this| argument(this, 0), set: None }];
static OS: &[Getter] = &[
    Getter { name: "errno", doc: "The system's error number.", get: |_, this| argument(this, 0), set: None },
    Getter { name: "strerror", doc: "The system's message.", get: |_, this| argument(this, 1), set: None },
    Getter { name: "filename", doc: "The file concerned.", get: |_, this| argument(this, 2), set: None },
];

/// Native attributes of the exception classes.
pub(crate) fn getters(type_name: &str) -> &'static [Getter] {
    match type_name {
        "BaseException" => GETTERS,
        "StopIteration" => VALUE,
        "SystemExit" => CODE,
        "OSError" => OS,
        _ => &[],
    }
}
