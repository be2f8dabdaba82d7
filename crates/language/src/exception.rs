//! Exception objects: instances whose payload is their state.

use super::native::{Args, Builtin, Getter, Native};
use super::object::{Instance, Str, Tuple};
use super::raise::{Kind, Notes};
use super::types::types;
use super::{Class, Exc, Raise, Result, Value, Vm};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The payload of every exception. It holds no frames, so it keeps only the exception's arguments alive and the object of an
/// AttributeError. Variables are kept only for a debugger.
pub(crate) struct ExceptionState {
    pub args: RefCell<Rc<Tuple>>,
    pub cause: RefCell<Value>,
    pub context: RefCell<Value>,
    pub suppress_context: Cell<bool>,
    pub notes: RefCell<Notes>,
    pub subject: RefCell<Value>,
    /// Keyword arguments: `AttributeError("text", name="x", obj=y)`.
    pub named: RefCell<Vec<(String, Value)>>,
}

impl Drop for ExceptionState {
    fn drop(&mut self) {
        // Drops a chain of causes without recursion, because it can be long.
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
        visit(&self.subject.borrow());
        self.named.borrow().iter().for_each(|(_, value)| visit(value));
        let notes = self.notes.borrow();
        let kept = notes.trace.iter().filter_map(|entry| entry.passed.as_ref()?.kept.as_ref());
        kept.for_each(|kept| kept.trace(visit));
    }
}

/// The subclass of OSError for an error number.
fn os_error_class(args: &[Value]) -> Option<Rc<Class>> {
    let [Value::Int(number), _, ..] = args else {
        return None;
    };
    let name = match number {
        1 | 13 => "PermissionError",
        2 => "FileNotFoundError",
        3 => "ProcessLookupError",
        4 => "InterruptedError",
        10 => "ChildProcessError",
        11 | 114 | 115 => "BlockingIOError",
        17 => "FileExistsError",
        20 => "NotADirectoryError",
        21 => "IsADirectoryError",
        32 | 108 => "BrokenPipeError",
        103 => "ConnectionAbortedError",
        104 => "ConnectionResetError",
        110 => "TimeoutError",
        111 => "ConnectionRefusedError",
        _ => return None,
    };
    types().get(name).cloned()
}

/// Creates an exception object of a class with its arguments.
pub(crate) fn make(class: &Rc<Class>, args: Rc<Tuple>) -> Value {
    let by_number = match Rc::ptr_eq(class, types().exception(Exc::OSError)) {
        true => os_error_class(&args),
        false => None,
    };
    let class = by_number.as_ref().unwrap_or(class);
    let state = ExceptionState {
        args: RefCell::new(args),
        cause: RefCell::default(),
        context: RefCell::default(),
        suppress_context: Cell::default(),
        notes: RefCell::default(),
        subject: RefCell::default(),
        named: RefCell::default(),
    };
    Value::Instance(Instance::with_payload(class.clone(), Value::native(state)))
}

/// Checks the arguments of a call of an exception class: a SyntaxError's details are four or six.
pub(crate) fn check_arguments(class: &Class, args: &[Value]) -> Result<()> {
    let [_, Value::Tuple(details)] = args else { return Ok(()) };
    if !class.is_subclass(types().exception(Exc::SyntaxError)) {
        return Ok(());
    }
    Err(Raise::type_error(match details.len() {
        4 | 6 => return Ok(()),
        5 => "end_offset must be provided when end_lineno is provided".to_owned(),
        given @ 0..4 => format!("function takes at least 4 arguments ({given} given)"),
        given => format!("function takes at most 6 arguments ({given} given)"),
    }))
}

/// Sets the context of an exception, and removes the exception from the context's own chain to avoid a cycle.
pub(crate) fn set_context(value: &Value, context: Value) {
    let next = |link: &Value| link.downcast::<ExceptionState>().map(|state| state.context.borrow().clone());
    // A program may have closed a circle: the slow link meets the fast one there.
    let (mut link, mut slow, mut is_odd) = (context.clone(), context.clone(), false);
    while let Some(after) = next(&link) {
        if after.is(value) {
            let _ = link.downcast::<ExceptionState>().map(|state| state.context.replace(Value::None));
            break;
        }
        link = after;
        is_odd = !is_odd;
        if !is_odd {
            slow = next(&slow).unwrap_or_default();
        }
        if link.is(&slow) {
            break;
        }
    }
    if let Some(state) = value.downcast::<ExceptionState>() {
        state.context.replace(context);
    }
}

/// The exception object of a raise, created if needed.
pub(crate) fn materialize(raise: Raise) -> Value {
    let raised = *raise.0;
    let value = match raised.value {
        Some(value) => value,
        None => {
            let class = match &raised.class {
                Kind::BuiltIn(kind) => types().exception(*kind).clone(),
                Kind::Class(class) => class.clone(),
            };
            let message = || (!raised.message.is_empty()).then(|| Value::str(&raised.message));
            let args = raised.args.unwrap_or_else(|| Rc::new(message().into_iter().collect()));
            make(&class, args)
        }
    };
    if let Some(state) = value.downcast::<ExceptionState>() {
        let mut notes = state.notes.borrow_mut();
        if let Some(subject) = raised.subject {
            *state.subject.borrow_mut() = subject;
        }
        if !raised.fields.is_empty() {
            *state.named.borrow_mut() = raised.fields;
        }
        match notes.trace.is_empty() {
            true => notes.trace = raised.notes.trace,
            false => notes.trace.extend(raised.notes.trace),
        }
        notes.marks.extend(raised.notes.marks);
        if raised.notes.help.is_some() {
            notes.help = raised.notes.help;
        }
    }
    value
}

/// `str(exception)` as far as possible without a Vm.
pub(crate) fn message(value: &Value) -> String {
    match value.downcast::<ExceptionState>().map(|state| state.args.borrow().clone()) {
        Some(args) => args.first().and_then(Value::as_str).unwrap_or_default().to_owned(),
        None => String::new(),
    }
}

impl Raise {
    /// The message given when it was raised; for an exception object its only argument, if that is a string.
    pub fn message(&self) -> String {
        match &self.0.value {
            Some(value) => message(value),
            None => self.0.message.clone(),
        }
    }
}

fn state(value: &Value) -> Result<&ExceptionState> {
    value.downcast().ok_or_else(|| Raise::type_error(format!("exception expected, got {}", value.type_name())))
}

fn init(vm: &mut Vm, args: &Args) -> Result<Value> {
    let class = vm.class_of(args.get(0));
    set_arguments(args.get(0), args.rest(1).to_vec())?;
    name_fields(args.get(0), &class, &args.keywords(2)).map(|()| Value::None)
}

pub(crate) fn set_arguments(exception: &Value, values: Vec<Value>) -> Result<()> {
    *state(exception)?.args.borrow_mut() = Rc::new(Tuple::from(values));
    Ok(())
}

/// A field's assigned value, else the argument that it represents.
pub(crate) fn argument_or_assigned(exception: &Value, name: &str, at: usize) -> Result<Value> {
    match field(exception, name) {
        Some(assigned) => Ok(assigned),
        None => argument(exception, at),
    }
}

/// The arguments, with assigned values for those that fields represent.
fn with_assigned(exception: &Value) -> Result<Rc<Tuple>> {
    const FIELDS: &[&str] = &["errno", "strerror", "filename"];
    let state = state(exception)?;
    let (args, named) = (state.args.borrow().clone(), state.named.borrow());
    if named.is_empty() || args.len() < 2 {
        return Ok(args);
    }
    let now = |(at, value): (usize, &Value)| {
        let assigned = FIELDS.get(at).and_then(|field| named.iter().find(|(name, _)| name == field));
        assigned.map_or_else(|| value.clone(), |(_, value)| value.clone())
    };
    Ok(Rc::new(args.iter().enumerate().map(now).collect()))
}

fn to_str(vm: &mut Vm, args: &Args) -> Result<Value> {
    let this = args.get(0);
    let values = with_assigned(this)?;
    let class = vm.class_of(this);
    let os_error = class.is_subclass(types().exception(Exc::OSError));
    Ok(match &values[..] {
        [] => Value::str(""),
        [message, Value::Tuple(place)] if class.is_subclass(types().exception(Exc::SyntaxError)) => {
            let message = vm.str(message)?;
            Value::from(match &place[..] {
                [Value::Str(file), Value::Int(line), ..] => {
                    let file = file.as_str().rsplit('/').next().unwrap_or_default();
                    format!("{message} ({file}, line {line})")
                }
                [_, Value::Int(line), ..] => format!("{message} (line {line})"),
                _ => message,
            })
        }
        [key] if class.is_subclass(types().exception(Exc::KeyError)) => Value::from(vm.repr(key)?),
        [one] => Value::from(vm.str(one)?),
        [number, text] if os_error => Value::from(format!("[Errno {}] {}", vm.str(number)?, vm.str(text)?)),
        [number, text, file, _, second] if os_error && !second.is_none() => {
            let (file, second) = (vm.repr(file)?, vm.repr(second)?);
            Value::from(format!("[Errno {}] {}: {file} -> {second}", vm.str(number)?, vm.str(text)?))
        }
        [number, text, file, ..] if os_error => {
            Value::from(format!("[Errno {}] {}: {}", vm.str(number)?, vm.str(text)?, vm.repr(file)?))
        }
        _ => Value::from(vm.repr(&Value::Tuple(values.clone()))?),
    })
}

/// The arguments that programs see: for an OSError with a file, the number and the message.
fn visible(value: &Value) -> Result<Rc<Tuple>> {
    let values = state(value)?.args.borrow().clone();
    let is_os_error = match value {
        Value::Instance(instance) => instance.class.borrow().is_subclass(types().exception(Exc::OSError)),
        _ => false,
    };
    Ok(match is_os_error && (3..=5).contains(&values.len()) {
        true => Rc::new(Tuple::from(values[..2].to_vec())),
        false => values,
    })
}

fn to_repr(vm: &mut Vm, args: &Args) -> Result<Value> {
    let this = args.get(0);
    let values = visible(this)?;
    let mut texts = Vec::new();
    for value in values.iter() {
        texts.push(vm.repr(value)?);
    }
    Ok(Value::from(format!("{}({})", this.type_name(), texts.join(", "))))
}

/// The attribute `__notes__`, which the first note creates.
pub(crate) fn notes(exception: &Value) -> Option<Value> {
    match exception {
        Value::Instance(instance) => instance.dict().get_str("__notes__"),
        _ => None,
    }
}

fn set_state(vm: &mut Vm, args: &Args) -> Result<Value> {
    let names = match args.get(1).beneath() {
        Value::None => return Ok(Value::None),
        Value::Dict(names) => names.items(),
        _ => return Err(Raise::type_error("state is not a dictionary")),
    };
    for (name, value) in names {
        let name = name.as_str().ok_or_else(|| Raise::type_error("attribute name must be string"))?.to_owned();
        vm.set_attr(args.get(0), &name, value)?;
    }
    Ok(Value::None)
}

fn add_note(vm: &mut Vm, args: &Args) -> Result<Value> {
    if args.get(1).as_str().is_none() {
        return Err(Raise::type_error(format!("note must be a str, not '{}'", args.get(1).type_name())));
    }
    state(args.get(0))?;
    let name = "__notes__";
    match vm.find_attr(args.get(0), name)? {
        None => vm.set_attr(args.get(0), name, Value::list(vec![args.get(1).clone()]))?,
        Some(Value::List(notes)) => notes.items.borrow_mut().push(args.get(1).clone()),
        Some(_) => return Err(Raise::type_error("Cannot add note: __notes__ is not a list")),
    }
    Ok(Value::None)
}

static METHODS: &[Builtin] = &[
    Builtin::new("BaseException.__init__", "(self, /, *args, **kwargs)", "Stores the arguments.", init),
    Builtin::new("BaseException.__str__", "(self, /)", "The message.", to_str),
    Builtin::new("BaseException.__repr__", "(self, /)", "The class and the arguments.", to_repr),
    Builtin::new("BaseException.__setstate__", "(self, state, /)", "Sets the attributes in a dict.", set_state),
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
        get: |_, this| Ok(Value::Tuple(visible(this)?)),
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
            *state(this)?.cause.borrow_mut() = link(value, "cause")?;
            state(this)?.suppress_context.set(true);
            Ok(())
        }),
    },
    Getter {
        name: "__context__",
        doc: "The exception that was being handled when this one was raised.",
        get: |_, this| Ok(state(this)?.context.borrow().clone()),
        set: Some(|_, this, value| {
            *state(this)?.context.borrow_mut() = link(value, "context")?;
            Ok(())
        }),
    },
    Getter {
        name: "__suppress_context__",
        doc: "Whether the context is hidden.",
        get: |_, this| Ok(Value::from(state(this)?.suppress_context.get())),
        set: Some(|_, this, value| {
            let Value::Bool(hide) = value else {
                return Err(Raise::type_error("attribute value type must be bool"));
            };
            state(this)?.suppress_context.set(hide.get());
            Ok(())
        }),
    },
];
/// Checks a cause or context: an exception or None.
fn link(value: Value, what: &str) -> Result<Value> {
    match value.is_none() || value.downcast::<ExceptionState>().is_some() {
        true => Ok(value),
        false => Err(Raise::type_error(format!("exception {what} must be None or derive from BaseException"))),
    }
}

/// A field that represents an argument until a program assigns it.
macro_rules! field {
    ($name:literal, $doc:literal, $read:expr) => {
        Getter {
            name: $name,
            doc: $doc,
            get: |_, this| match assigned(this, $name)? {
                Some(value) => Ok(value),
                None => $read(this),
            },
            set: Some(|_, this, value| assign(this, $name, value)),
        }
    };
}

/// A value given by keyword or assigned by a program.
fn assigned(exception: &Value, name: &str) -> Result<Option<Value>> {
    let named = state(exception)?.named.borrow();
    Ok(named.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()))
}

fn assign(exception: &Value, name: &str, value: Value) -> Result<()> {
    let mut named = state(exception)?.named.borrow_mut();
    named.retain(|(known, _)| known != name);
    named.push((name.to_owned(), value));
    Ok(())
}

static VALUE: &[Getter] = &[field!("value", "What the generator returned.", |this| argument(this, 0))];
static CODE: &[Getter] = &[field!("code", "The exit status.", exit_status)];

/// The only argument, or the tuple of several.
fn exit_status(exception: &Value) -> Result<Value> {
    let args = state(exception)?.args.borrow().clone();
    Ok(if args.len() > 1 { Value::Tuple(args) } else { args.first().cloned().unwrap_or_default() })
}

/// An argument of an exception that has at least two.
fn of_several(value: &Value, at: usize) -> Result<Value> {
    let args = state(value)?.args.borrow().clone();
    Ok(if args.len() > 1 { args.get(at).cloned().unwrap_or_default() } else { Value::None })
}

/// A copy that stays as it is, of bytes that may change.
fn frozen(value: Value) -> Value {
    match &value {
        Value::Bytes(bytes) if bytes.mutable => Value::bytes(bytes.data.borrow().clone()),
        _ => value,
    }
}

static OS: &[Getter] = &[
    field!("errno", "The system's error number.", |this| of_several(this, 0)),
    field!("strerror", "The system's message.", |this| of_several(this, 1)),
    field!("filename", "The file concerned.", |this| of_several(this, 2)),
    field!("filename2", "The other file concerned.", |this| of_several(this, 4)),
];
static UNICODE_TRANSLATE: &[Getter] = &[
    field!("object", "What was converted.", |this| of_several(this, 0)),
    field!("start", "Where the trouble begins.", |this| of_several(this, 1)),
    field!("end", "Where it ends.", |this| of_several(this, 2)),
    field!("reason", "What is wrong.", |this| of_several(this, 3)),
];
static UNICODE: &[Getter] = &[
    field!("encoding", "The codec.", |this| of_several(this, 0)),
    field!("object", "What was converted.", |this| of_several(this, 1).map(frozen)),
    field!("start", "Where the trouble begins.", |this| of_several(this, 2)),
    field!("end", "Where it ends.", |this| of_several(this, 3)),
    field!("reason", "What is wrong.", |this| of_several(this, 4)),
];

/// Stores keyword arguments of exception classes that accept them, such as `name`.
pub(crate) fn name_fields(object: &Value, class: &Class, keywords: &[(String, Value)]) -> Result<()> {
    if keywords.is_empty() {
        // Fields that a program assigned, or named in an earlier call, start anew; those of a group are from its `__new__`.
        state(object)?.named.borrow_mut().retain(|(name, _)| matches!(name.as_str(), "message" | "exceptions"));
        return Ok(());
    }
    let known: &[&str] = match class.order().find_map(|class| match class.name.as_str() {
        "AttributeError" => Some(["name", "obj"].as_slice()),
        "NameError" => Some(["name"].as_slice()),
        "ImportError" => Some(["name", "path", "name_from"].as_slice()),
        _ => None,
    }) {
        Some(known) => known,
        None => return Err(Raise::type_error(format!("{}() takes no keyword arguments", class.name))),
    };
    if let Some((name, _)) = keywords.iter().find(|(name, _)| !known.contains(&name.as_str())) {
        let class = &class.name;
        return Err(Raise::type_error(format!("{class}() got an unexpected keyword argument '{name}'")));
    }
    *state(object)?.named.borrow_mut() = keywords.to_vec();
    Ok(())
}

/// An attribute that the raise's class defines, whether its object exists or not.
pub(crate) fn named_field(raise: &Raise, name: &str) -> Option<Value> {
    match &raise.0.value {
        Some(value) => field(value, name),
        None => raise.0.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()),
    }
}

/// An attribute that was given by name.
fn field(value: &Value, name: &str) -> Option<Value> {
    let state = value.downcast::<ExceptionState>()?;
    state.named.borrow().iter().find(|(known, _)| known == name).map(|(_, given)| given.clone())
}

/// Sets the object and name of an AttributeError, unless it has them.
pub(crate) fn set_subject(exception: &Value, object: &Value, name: &Str) {
    let Some(state) = exception.downcast::<ExceptionState>() else { return };
    let says = |field: &str| state.named.borrow().iter().any(|(known, _)| known == field);
    if state.subject.borrow().is_none() && !says("name") && !says("obj") {
        state.subject.replace(object.clone());
        state.named.borrow_mut().push(("name".to_owned(), Value::Str(name.clone())));
    }
}

/// The text inside a message's first (or last) quotes: the missing name.
fn quoted(value: &Value, last: bool) -> Value {
    let text = message(value);
    let parts: Vec<&str> = text.split('\'').collect();
    let found = if last { parts.len().checked_sub(2) } else { Some(1) };
    found.and_then(|at| parts.get(at)).map_or(Value::None, |name| Value::str(*name))
}
/// The name that a NameError is about; as in CPython an UnboundLocalError does not say.
fn missing_name(error: &Value) -> Value {
    if message(error).starts_with("cannot access local variable") { Value::None } else { quoted(error, false) }
}
static NAME: &[Getter] = &[field!("name", "The name that was looked for.", |this: &Value| Ok(missing_name(this)))];
static ATTRIBUTE: &[Getter] = &[
    field!("name", "The attribute that was looked for.", |this: &Value| Ok(quoted(this, true))),
    field!("obj", "The object that has no such attribute.", |this: &Value| Ok(state(this)?.subject.borrow().clone())),
];
static IMPORT: &[Getter] = &[
    field!("name", "The module's name.", |this: &Value| Ok(quoted(this, true))),
    field!("msg", "The message.", |this: &Value| argument(this, 0)),
    field!("path", "The module's file.", |_: &Value| Ok(Value::None)),
    field!("name_from", "What could not be imported from the module.", |_: &Value| Ok(Value::None)),
];
static SYNTAX: &[Getter] = &[
    field!("msg", "The message.", |this| argument(this, 0)),
    field!("filename", "The source's name.", |this| detail(this, 0)),
    field!("lineno", "The line, from 1.", |this| detail(this, 1)),
    field!("offset", "The column, from 1.", |this| detail(this, 2)),
    field!("text", "The line's text.", |this| detail(this, 3)),
    field!("end_lineno", "The last line.", |this| detail(this, 4)),
    field!("end_offset", "The last column.", |this| detail(this, 5)),
    field!("print_file_and_line", "None.", |_: &Value| Ok(Value::None)),
];
/// An item of SyntaxError's second argument, a tuple.
fn detail(value: &Value, at: usize) -> Result<Value> {
    Ok(match argument(value, 1)? {
        Value::Tuple(details) => details.get(at).cloned().unwrap_or_default(),
        _ => Value::None,
    })
}

/// Native attributes of the exception classes.
pub(crate) fn getters(type_name: &str) -> &'static [Getter] {
    match type_name {
        "BaseException" => GETTERS,
        "StopIteration" => VALUE,
        "SystemExit" => CODE,
        "OSError" => OS,
        "UnicodeDecodeError" | "UnicodeEncodeError" => UNICODE,
        "UnicodeTranslateError" => UNICODE_TRANSLATE,
        "NameError" => NAME,
        "AttributeError" => ATTRIBUTE,
        "ImportError" => IMPORT,
        "SyntaxError" => SYNTAX,
        _ => &[],
    }
}
