//! Functions and methods.

use super::bury::{bury, is_deep};
use super::module::Module;
use super::{Dict, Str};
use crate::Iter;
use crate::compile::Code;
use crate::gc::registry::{Container, Mark, track};
use crate::{Result, Truth, Value, Vm};
use std::any::Any;
use std::cell::{OnceCell, RefCell};
use std::rc::{Rc, Weak};

/// A variable shared between a function and its inner functions.
pub struct Cell {
    pub(crate) value: RefCell<Value>,
    pub(crate) mark: Mark,
}

impl Drop for Cell {
    fn drop(&mut self) {
        let value = self.value.get_mut();
        if is_deep(value) {
            bury(std::mem::take(value));
        }
    }
}

impl Cell {
    pub(crate) fn new(value: Value) -> Rc<Cell> {
        let cell = Rc::new(Cell { value: RefCell::new(value), mark: Mark::default() });
        track(Rc::<Cell>::downgrade(&cell));
        cell
    }
}

impl Container for Cell {
    fn value(self: Rc<Self>) -> std::result::Result<Value, Rc<dyn Any>> {
        Err(self)
    }
}

/// A function of the language: code, defaults, closure.
pub struct Function {
    pub code: Rc<Code>,
    pub(crate) name: RefCell<Rc<str>>,
    pub(crate) qualname: RefCell<Rc<str>>,
    pub globals: Rc<Module>,
    /// Defaults of the last positional parameters.
    pub(crate) defaults: RefCell<Rc<[Value]>>,
    /// One default for each keyword-only parameter; Unbound if it has none. Objects visible to programs are stored separately.
    keyword_defaults: RefCell<Rc<[Value]>>,
    /// `__kwdefaults__`, once a program has read or set it; from then on it is authoritative.
    keyword_dict: RefCell<Option<Rc<Dict>>>,
    pub(crate) closure: Rc<[Rc<Cell>]>,
    /// Attributes: `__doc__`, `__wrapped__`, the user's own.
    pub(crate) dict: OnceCell<Rc<Dict>>,
    /// `__annotations__`; None for an empty dict that was never read.
    annotations: RefCell<Value>,
    /// `__type_params__`; None for an empty tuple.
    pub(crate) type_parameters: RefCell<Value>,
    /// Set once, by the crate that defines the function.
    pub around: OnceCell<Around>,
    /// Set if the function belongs to a single call: the state that programs set on the call's frame.
    pub(crate) frame: OnceCell<FrameState>,
    /// The replacement after `__code__` was assigned: running frames keep their original code.
    rewritten: OnceCell<Rc<Function>>,
}

/// The state of a frame that programs set, and what is known about it.
#[derive(Default)]
pub(crate) struct FrameState {
    /// The trace function of the frame.
    pub trace: RefCell<Value>,
    pub tells_lines: std::cell::Cell<bool>,
    /// The line last reported; 0 reports the next line in any case.
    pub line: std::cell::Cell<u32>,
    pub left: Rc<Left>,
    /// The generator that the frame belongs to.
    pub generator: OnceCell<Weak<Iter>>,
    /// Whether a trace function was set while the frame ran, so that its code needs points.
    pub wants_points: std::cell::Cell<bool>,
    /// The function that the frame ran before it was instrumented: the key of the program's frame objects.
    pub before: OnceCell<Rc<Function>>,
    /// The function that it runs since then.
    pub after: OnceCell<Weak<Function>>,
}

/// What frame objects of a call that has ended show.
pub(crate) struct Left {
    /// The variables; while the call runs, only the names in `f_locals` that are not variables.
    pub names: Rc<Dict>,
    /// The caller's frame object.
    pub back: RefCell<Value>,
    /// The instruction that ran last.
    pub at: std::cell::Cell<Option<usize>>,
}

impl Default for Left {
    fn default() -> Left {
        // A call may hold its own frame object, so the cycle collector must know the variables.
        Left { names: Dict::new(), back: RefCell::default(), at: std::cell::Cell::default() }
    }
}

impl Function {
    /// A function for module or class code.
    pub(crate) fn bare(code: Rc<Code>, globals: Rc<Module>) -> Rc<Function> {
        Rc::new(Function::plain(code, globals))
    }
    /// A function without defaults and closure.
    pub(crate) fn plain(code: Rc<Code>, globals: Rc<Module>) -> Function {
        Function::new(code, globals, no_cells(), [no_values(), no_values()])
    }
    /// A function with defaults of its positional and keyword-only parameters.
    pub(crate) fn new(
        code: Rc<Code>,
        globals: Rc<Module>,
        closure: Rc<[Rc<Cell>]>,
        [defaults, keyword_defaults]: [Rc<[Value]>; 2],
    ) -> Function {
        Function {
            name: RefCell::new(code.name.clone()),
            qualname: RefCell::new(code.qualname.clone()),
            code,
            globals,
            defaults: RefCell::new(defaults),
            keyword_defaults: RefCell::new(keyword_defaults),
            keyword_dict: RefCell::default(),
            closure,
            dict: OnceCell::new(),
            annotations: RefCell::default(),
            type_parameters: RefCell::default(),
            around: OnceCell::new(),
            frame: OnceCell::new(),
            rewritten: OnceCell::new(),
        }
    }
    /// The same function with other code of the same signature.
    pub(crate) fn with_code(&self, code: Rc<Code>) -> Function {
        let dict = OnceCell::new();
        if let Some(own) = self.dict.get() {
            let _ = dict.set(own.clone());
        }
        Function {
            code,
            name: self.name.clone(),
            qualname: self.qualname.clone(),
            globals: self.globals.clone(),
            defaults: self.defaults.clone(),
            keyword_defaults: self.keyword_defaults.clone(),
            keyword_dict: self.keyword_dict.clone(),
            closure: self.closure.clone(),
            dict,
            annotations: self.annotations.clone(),
            type_parameters: self.type_parameters.clone(),
            around: OnceCell::new(),
            frame: OnceCell::new(),
            rewritten: OnceCell::new(),
        }
    }
    /// The function that calls run: with the code last assigned.
    pub(crate) fn current(self: &Rc<Function>) -> &Rc<Function> {
        let mut current = self;
        while let Some(next) = current.rewritten.get() {
            current = next;
        }
        current
    }
    #[inline(always)]
    pub(crate) fn is_rewritten(&self) -> bool {
        self.rewritten.get().is_some()
    }
    /// Replaces its code, and the cells that the code captures.
    pub(crate) fn rewrite(self: &Rc<Function>, code: Rc<Code>, closure: Rc<[Rc<Cell>]>) {
        let current = self.current();
        // Both share one dict, and the docstring stays.
        if let Some(doc) = current.doc().filter(|doc| Some(doc) != code.doc.as_ref())
            && current.dict().get_str("__doc__").is_none()
        {
            current.dict().insert_str("__doc__", Value::from(doc));
        }
        current.dict();
        let _ = current.rewritten.set(Rc::new(Function { closure, ..current.with_code(code) }));
    }
    /// The names of the keyword-only parameters.
    fn keyword_only(&self) -> &[Str] {
        let parameters = &self.code.parameters;
        &self.code.locals[parameters.positional..parameters.named()]
    }
    /// One default for each keyword-only parameter (Unbound if it has none), or an empty slice.
    pub(crate) fn keyword_defaults(&self) -> Rc<[Value]> {
        if let Some(dict) = &*self.keyword_dict.borrow() {
            let default = |name| dict.get_name(name).unwrap_or(Value::Unbound);
            return self.keyword_only().iter().map(default).collect();
        }
        self.keyword_defaults.borrow().clone()
    }
    /// `__kwdefaults__`; changes to it affect calls.
    pub(crate) fn keyword_dict(&self) -> Value {
        let known = self.keyword_dict.borrow().clone();
        let dict = known.or_else(|| {
            let defaults = self.keyword_defaults.borrow().clone();
            let pairs = self.keyword_only().iter().zip(defaults.iter());
            let given: Vec<_> = pairs.filter(|(_, value)| !matches!(value, Value::Unbound)).collect();
            (!given.is_empty()).then(|| {
                let dict = Dict::new();
                given.into_iter().for_each(|(name, value)| dict.insert_name(name, value.clone()));
                self.set_keyword_dict(Some(dict.clone()));
                dict
            })
        });
        dict.map_or(Value::None, Value::Dict)
    }
    pub(crate) fn set_keyword_dict(&self, dict: Option<Rc<Dict>>) {
        let before = self.keyword_dict.replace(dict);
        let defaults = self.keyword_defaults.replace(no_values());
        drop((before, defaults));
    }
    /// Visits all objects that keyword defaults refer to, for the cycle collector.
    pub(crate) fn trace_keyword_defaults(&self, visit: &mut dyn FnMut(Value)) {
        self.keyword_defaults.borrow().iter().cloned().for_each(&mut *visit);
        self.keyword_dict.borrow().iter().cloned().map(Value::Dict).for_each(&mut *visit);
        self.rewritten.get().into_iter().cloned().map(Value::Function).for_each(visit);
    }
    /// A copy for a single call, with the given version of the function's code.
    pub(crate) fn for_frame(&self, code: Rc<Code>) -> Function {
        let made = Function { closure: self.closure.clone(), ..Function::plain(code, self.globals.clone()) };
        let state = FrameState { tells_lines: true.into(), ..FrameState::default() };
        let _ = made.frame.set(state);
        made
    }
    /// The function that a frame runs now, from the one it started with.
    pub(crate) fn running(self: &Rc<Self>) -> Rc<Function> {
        let after = self.frame.get().and_then(|state| state.after.get()?.upgrade());
        after.unwrap_or_else(|| self.clone())
    }
    /// The function that a frame started with, from the one it runs now.
    pub(crate) fn from_start(self: &Rc<Self>) -> Rc<Function> {
        let before = self.frame.get().and_then(|state| state.before.get());
        before.unwrap_or(self).clone()
    }
    /// As `for_frame`, for a running frame.
    pub(crate) fn with_points(self: &Rc<Self>, code: Rc<Code>, line: u32) -> Rc<Function> {
        let mut made = self.for_frame(code);
        if let (Some(old), Some(new)) = (self.frame.get(), made.frame.get_mut()) {
            new.trace.clone_from(&old.trace);
            new.tells_lines.set(old.tells_lines.get());
            new.line.set(line);
            new.left = old.left.clone();
            new.generator.clone_from(&old.generator);
            let _ = new.before.set(self.clone());
        }
        let made = Rc::new(made);
        if let Some(old) = self.frame.get() {
            let _ = old.after.set(Rc::downgrade(&made));
        }
        made
    }
    pub fn name(&self) -> String {
        self.name.borrow().to_string()
    }
    /// `__name__` and `__qualname__`, if the program has assigned one.
    pub(crate) fn names_beside_code(&self) -> Option<[Rc<str>; 2]> {
        let (name, qualname) = (self.name.borrow(), self.qualname.borrow());
        let own = Rc::ptr_eq(&name, &self.code.name) && Rc::ptr_eq(&qualname, &self.code.qualname);
        (!own).then(|| [name.clone(), qualname.clone()])
    }
    pub fn doc(&self) -> Option<String> {
        self.code.doc.clone()
    }
    /// `(x, y=..., *args)`.
    pub fn signature(&self) -> String {
        let (code, parameters) = (&self.code, &self.code.parameters);
        let (defaults, keyword_defaults) = (self.defaults.borrow(), self.keyword_defaults());
        let first_default = parameters.positional - defaults.len().min(parameters.positional);
        let mut parts = Vec::new();
        for (at, name) in code.locals[..parameters.named()].iter().enumerate() {
            if at == parameters.positional {
                parts.push(if parameters.rest {
                    format!("*{}", code.locals[parameters.named()])
                } else {
                    "*".to_owned()
                });
            }
            let default = match at.checked_sub(parameters.positional) {
                None => at.checked_sub(first_default).and_then(|at| defaults.get(at)),
                Some(at) => keyword_defaults.get(at).filter(|default| !matches!(default, Value::Unbound)),
            };
            parts.push(match default.map(short) {
                Some(default) => format!("{name}={default}"),
                None => name.to_string(),
            });
            if at + 1 == parameters.positional_only {
                parts.push("/".to_owned());
            }
        }
        let mut variadic = code.locals[parameters.named()..parameters.count()].iter();
        if parameters.rest
            && let Some(name) = variadic.next()
            && parameters.keyword_only == 0
        {
            parts.push(format!("*{name}"));
        }
        if parameters.keywords
            && let Some(name) = variadic.next()
        {
            parts.push(format!("**{name}"));
        }
        format!("({})", parts.join(", "))
    }
    /// Converts bound parameters to call arguments: required ones by position, others by name unless they equal their default.
    pub fn as_given(&self, bound: Vec<Value>) -> (Vec<Value>, Vec<(String, Value)>) {
        let (code, parameters) = (&self.code, &self.code.parameters);
        let (defaults, keyword_defaults) = (self.defaults.borrow(), self.keyword_defaults());
        let required = parameters.positional - defaults.len().min(parameters.positional);
        let mut bound = bound.into_iter();
        let mut positional: Vec<Value> = bound.by_ref().take(required).collect();
        let mut named = Vec::new();
        let names = code.locals[required..parameters.named()].iter();
        for ((name, value), default) in names.zip(bound.by_ref()).zip(defaults.iter().chain(keyword_defaults.iter())) {
            if !value.is(default) {
                named.push((name.to_string(), value));
            }
        }
        if parameters.rest
            && let Some(Value::Tuple(rest)) = bound.next()
        {
            positional.extend(rest.iter().cloned());
        }
        if parameters.keywords
            && let Some(Value::Dict(rest)) = bound.next()
        {
            named.extend(rest.items().into_iter().filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value))));
        }
        (positional, named)
    }
    /// The index of a parameter among the bound ones.
    pub fn parameter(&self, name: &str) -> Option<usize> {
        self.code.locals[..self.code.parameters.named()].iter().position(|local| local.as_str() == name)
    }
    /// `__annotations__`.
    pub(crate) fn annotations(&self) -> Value {
        let mut annotations = self.annotations.borrow_mut();
        if annotations.is_none() {
            *annotations = Value::Dict(Dict::new());
        }
        annotations.clone()
    }
    pub(crate) fn set_annotations(&self, annotations: Value) {
        drop(self.annotations.replace(annotations));
    }
    /// The annotations if they exist, for the cycle collector.
    pub(crate) fn known_annotations(&self) -> Value {
        self.annotations.borrow().clone()
    }
    /// User attributes.
    pub fn dict(&self) -> &Rc<Dict> {
        self.dict.get_or_init(Dict::new)
    }
}

thread_local! {
    // Empty slices are shared by most functions.
    static NO_VALUES: Rc<[Value]> = Rc::new([]);
    static NO_CELLS: Rc<[Rc<Cell>]> = Rc::new([]);
}

/// The defaults of a function that has none.
pub(crate) fn no_values() -> Rc<[Value]> {
    NO_VALUES.try_with(Rc::clone).unwrap_or_else(|_| Rc::new([]))
}

/// The closure of a function that captures nothing.
pub(crate) fn no_cells() -> Rc<[Rc<Cell>]> {
    NO_CELLS.try_with(Rc::clone).unwrap_or_else(|_| Rc::new([]))
}

/// A default as a signature shows it, without calling the value's own `repr`.
fn short(value: &Value) -> String {
    match value {
        Value::None => "None".to_owned(),
        Value::Bool(Truth::True) => "True".to_owned(),
        Value::Bool(Truth::False) => "False".to_owned(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => crate::builtins::number::float_repr(value.get()),
        Value::Str(text) => crate::builtins::repr::str_repr(text),
        Value::Tuple(items) if items.is_empty() => "()".to_owned(),
        Value::Class(class) => class.name.clone(),
        _ => "...".to_owned(),
    }
}

/// Code that another crate runs around each call of a function (`Function::around`). It receives the bound parameters, and may
/// replace them.
pub type Around = Box<dyn Fn(&mut [Value]) -> Result<Before>>;

/// Computes a call's result in place of the function, from the function and its bound parameters.
pub type Answer = Box<dyn FnOnce(&mut Vm, &Rc<Function>, Vec<Value>) -> Result<Value>>;

/// The decision at the start of a call.
pub enum Before {
    /// Runs the function as usual.
    Nothing,
    /// Runs the function, and holds this guard until the call ends.
    Hold(Box<dyn Within>),
    /// Does not run the function.
    Instead(Answer),
}

/// A guard that is held until a call ends.
pub trait Within {
    /// Called when the call ends with a result.
    fn ended(&self, result: &Value);
}

pub struct BoundMethod {
    pub receiver: Value,
    pub function: Value,
}
