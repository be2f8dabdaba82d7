//! Exceptions in flight: the `Err` of native code.

use super::compile::Code;
use super::object::{Cell, Module, Tuple};
use super::types::types;
use super::{Class, Exc, Span, Value, Vm};
use std::cell::RefCell;
use std::error::Error;
use std::rc::{Rc, Weak};
use std::sync::OnceLock;

pub type Result<T> = std::result::Result<T, Raise>;

/// An exception being raised. Boxed, so that `Result` stays small.
pub struct Raise(pub(crate) Box<Raised>);

pub(crate) struct Raised {
    pub class: Kind,
    pub message: String,
    /// The exception's args, if they differ from the message.
    pub args: Option<Rc<Tuple>>,
    /// The exception object, once created by the language or given by a `raise` statement.
    pub value: Option<Value>,
    /// Operands to label at the raising expression.
    pub labels: Vec<Label>,
    /// Whether it was re-raised by a handler that did not match: this frame is in the trace already.
    pub resumed: bool,
    /// The object that an AttributeError is about.
    pub subject: Option<Value>,
    /// Attributes that the exception's class defines: `name` and `path` of an ImportError.
    pub fields: Vec<(String, Value)>,
    /// The rest of the message, which must be computed from the program's values.
    pub report: Option<Report>,
    pub notes: Notes,
}

/// Computes the rest of a message while the frames that raised it still hold their values.
pub(crate) type Report = Box<dyn FnOnce(&Vm) -> String>;

/// A label for an operand.
pub(crate) struct Label {
    /// Its position at the raising expression.
    pub operand: usize,
    /// The key from `Native::as_operand`, if the position is that of another expression.
    pub object: Option<usize>,
    pub text: String,
}

pub(crate) enum Kind {
    BuiltIn(Exc),
    Class(Rc<Class>),
}

/// Where an exception passed, and its annotations. Holds no frames, so no values of the program.
#[derive(Clone, Default)]
pub(crate) struct Notes {
    /// Innermost first.
    pub trace: Vec<TraceEntry>,
    /// Labelled operands of the raising expression.
    pub marks: Vec<(Span, String)>,
    pub help: Option<String>,
}

#[derive(Clone)]
pub(crate) struct TraceEntry {
    pub span: Span,
    pub function: Rc<str>,
    /// None for a position in a source that does not run.
    pub passed: Option<Passed>,
}

impl TraceEntry {
    /// Whether the entry is a comprehension, but not a generator expression.
    pub fn is_comprehension(&self) -> bool {
        let code = self.passed.as_ref().map(|passed| &passed.code);
        code.is_some_and(|code| code.is_inlined())
    }
}

/// The local variable by which a function hides itself from the reports of test runners.
pub(crate) const HIDES: &str = "__tracebackhide__";

/// A frame that an exception passed: its code, without its values. It does not keep the module alive.
#[derive(Clone)]
pub(crate) struct Passed {
    pub code: Rc<Code>,
    pub globals: Weak<Module>,
    /// The instruction.
    pub at: usize,
    /// The instruction that let the exception out of the frame: the end of an `except` or `finally` clause, or `at`.
    pub left: usize,
    /// The value of its variable `HIDES`.
    pub hides: Option<Value>,
    /// Its variables, if a debugger needs them.
    pub kept: Option<Rc<Kept>>,
}

/// The variables of a call that an exception passed.
pub(crate) struct Kept {
    pub locals: RefCell<Vec<Value>>,
    pub cells: RefCell<Vec<Rc<Cell>>>,
}

impl Kept {
    pub fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        self.locals.borrow().iter().for_each(&mut *visit);
        self.cells.borrow().iter().for_each(|cell| visit(&cell.value.borrow()));
    }
}

thread_local! {
    static KEEPS: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Makes exceptions keep the variables of the calls that they pass, for a debugger.
pub fn keep_variables() {
    KEEPS.set(true);
}

/// Sets whether exceptions keep variables; returns the old setting.
pub fn set_keeps_variables(keeps: bool) -> bool {
    KEEPS.replace(keeps)
}

/// Whether exceptions keep the variables of calls.
pub(crate) fn keeps_variables() -> bool {
    KEEPS.get()
}

impl Raise {
    fn from_kind(class: Kind, message: String) -> Raise {
        Raise(Box::new(Raised {
            class,
            message,
            args: None,
            value: None,
            labels: Vec::new(),
            resumed: false,
            subject: None,
            fields: Vec::new(),
            report: None,
            notes: Notes::default(),
        }))
    }
    pub fn new(kind: Exc, message: impl Into<String>) -> Raise {
        Raise::from_kind(Kind::BuiltIn(kind), message.into())
    }
    /// An exception of a class that is not built in (`json.JSONDecodeError`).
    pub fn of(class: &Rc<Class>, message: impl Into<String>) -> Raise {
        Raise::from_kind(Kind::Class(class.clone()), message.into())
    }
    /// An exception whose args are values: `KeyError(key)`, `StopIteration(value)`.
    pub fn with_args(kind: Exc, args: Vec<Value>) -> Raise {
        let mut raise = Raise::new(kind, "");
        raise.0.args = Some(Rc::new(Tuple::from(args)));
        raise
    }
    /// `KeyError: key`.
    pub fn key_error(key: &Value) -> Raise {
        let mut raise = Raise::new(Exc::KeyError, "");
        raise.0.args = Some(Rc::new(Tuple::from_iter([key.clone()])));
        raise
    }
    pub fn type_error(message: impl Into<String>) -> Raise {
        Raise::new(Exc::TypeError, message)
    }
    pub fn value_error(message: impl Into<String>) -> Raise {
        Raise::new(Exc::ValueError, message)
    }
    pub fn runtime(message: impl Into<String>) -> Raise {
        Raise::new(Exc::RuntimeError, message)
    }
    /// Raises an exception object.
    pub fn object(value: Value) -> Raise {
        let class = match &value {
            Value::Instance(instance) => instance.class.borrow().clone(),
            _ => types().exception(Exc::Exception).clone(),
        };
        let mut raise = Raise::of(&class, "");
        raise.0.value = Some(value);
        raise
    }
    /// Labels an operand of the raising expression. Binary: 0 and 1; call: arguments in order; method call: 0 is the receiver. A
    /// builtin numbers its parameters by slot.
    pub fn mark(mut self, operand: usize, text: impl Into<String>) -> Raise {
        self.0.labels.push(Label { operand, object: None, text: text.into() });
        self
    }
    /// As `mark`, for an object that may be at another position of a builtin's arguments (`Native::as_operand`).
    pub fn mark_object(mut self, operand: usize, object: usize, text: impl Into<String>) -> Raise {
        self.0.labels.push(Label { operand, object: Some(object), text: text.into() });
        self
    }
    /// Resolves the labels of objects against a builtin's own arguments; objects that were not passed get no label.
    pub(crate) fn find_objects(&mut self, arguments: &[Option<Value>]) {
        let known = |value: &Value| match value {
            Value::Native(native) => native.as_operand(),
            _ => None,
        };
        self.0.labels.retain_mut(|label| {
            let Some(object) = label.object.take() else { return true };
            let own =
                |at: usize| arguments.get(at).and_then(Option::as_ref).and_then(known).filter(|(id, _)| *id == object);
            if let Some((at, (_, text))) =
                std::iter::once(label.operand).chain(0..arguments.len()).find_map(|at| Some((at, own(at)?)))
            {
                (label.operand, label.text) = (at, text);
                return true;
            }
            let inside = |items: &[Value]| {
                items
                    .iter()
                    .enumerate()
                    .find_map(|(i, item)| known(item).filter(|(id, _)| *id == object).map(|(_, text)| (i, text)))
            };
            for (at, argument) in arguments.iter().enumerate() {
                let found = match argument {
                    Some(Value::List(list)) => inside(&list.items.borrow()),
                    Some(Value::Tuple(tuple)) => inside(tuple),
                    _ => None,
                };
                if let Some((i, text)) = found {
                    (label.operand, label.text) = (at, format!("[{i}] has {text}"));
                    return true;
                }
            }
            false
        });
    }
    /// Sets an attribute that the exception's class defines.
    pub(crate) fn field(mut self, name: &str, value: Value) -> Raise {
        self.0.fields.push((name.to_owned(), value));
        self
    }
    /// Sets the advice shown under the error.
    pub fn help(mut self, text: impl Into<String>) -> Raise {
        self.0.notes.help = Some(text.into());
        self
    }
    /// Adds a report below the message, computed once the exception reaches the interpreter.
    pub fn report(mut self, report: impl FnOnce(&Vm) -> String + 'static) -> Raise {
        self.0.report = Some(Box::new(report));
        self
    }
    /// Computes the report of [`Raise::report`].
    pub(crate) fn complete(&mut self, vm: &Vm) {
        if let Some(report) = self.0.report.take() {
            self.0.message = format!("{}\n\n{}", self.0.message, report(vm).trim_end());
        }
    }
    /// Sets the object that the error is about: `AttributeError.obj`.
    pub(crate) fn about(mut self, object: &Value) -> Raise {
        self.0.subject = Some(object.clone());
        self
    }
    /// Labels a span that the error is about, other than where it is raised: source, start and end.
    pub fn point_at(&mut self, [source, start, end]: [u32; 3], text: String) {
        if end > start {
            self.0.notes.marks.push((Span { source, start, end }, text));
        }
    }
    /// Sets the position of the error in a source that the language does not run, such as a kernel's: source, start and end.
    pub fn at(mut self, [source, start, end]: [u32; 3]) -> Raise {
        self.0.notes.trace.push(TraceEntry {
            span: Span { source, start, end },
            function: "<module>".into(),
            passed: None,
        });
        self
    }
    pub fn class(&self) -> Rc<Class> {
        match &self.0.class {
            Kind::BuiltIn(kind) => types().exception(*kind).clone(),
            Kind::Class(class) => class.clone(),
        }
    }
    /// Whether it is a built-in TypeError with these words, not one that a program created.
    pub(crate) fn says(&self, words: &str) -> bool {
        self.0.value.is_none() && self.is(Exc::TypeError) && self.0.message.contains(words)
    }
    /// Whether it is of this class or a subclass.
    pub fn is(&self, kind: Exc) -> bool {
        match &self.0.class {
            Kind::BuiltIn(own) if *own == kind => true,
            _ => self.class().is_subclass(types().exception(kind)),
        }
    }
}

/// Converts an error of another crate to an exception, or returns one that it does not recognize.
pub(crate) type Translate = fn(Box<dyn Error>) -> std::result::Result<Raise, Box<dyn Error>>;

/// How native code's own errors are raised; set once, by the crate that binds them to the language.
pub static TRANSLATE: OnceLock<Translate> = OnceLock::new();

/// `?` on another crate's error: the exception made by [`TRANSLATE`], else a RuntimeError with its text.
impl<E: Error + 'static> From<E> for Raise {
    #[cold]
    fn from(error: E) -> Raise {
        let translated = match TRANSLATE.get() {
            Some(translate) => translate(Box::new(error)),
            None => Err(Box::new(error) as Box<dyn Error>),
        };
        translated.unwrap_or_else(|unknown| Raise::runtime(unknown.to_string()))
    }
}

impl std::fmt::Debug for Raise {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.class().name, self.message())
    }
}
impl std::fmt::Display for Raise {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.class().name, self.message())
    }
}
