//! The classes of built-in values, and Python's exception hierarchy.

use super::class::{Class, ClassKind};
use super::object::Dict;
use super::{Exc, Value};
use hashbrown::HashMap;
use std::cell::Cell;
use std::rc::Rc;

/// The class registry: one per thread. `builtins::install` adds the classes' methods when the thread's first interpreter starts.
pub struct Types {
    pub object: Rc<Class>,
    pub type_: Rc<Class>,
    /// Classes of the most frequent values, so that no name lookup is needed.
    pub(crate) str_: Rc<Class>,
    pub(crate) int: Rc<Class>,
    pub float: Rc<Class>,
    pub(crate) list: Rc<Class>,
    pub(crate) dict: Rc<Class>,
    pub tuple: Rc<Class>,
    pub(crate) set: Rc<Class>,
    /// Indexed by kind.
    exceptions: Vec<Rc<Class>>,
    by_name: HashMap<&'static str, Rc<Class>>,
    /// Whether the methods are installed.
    complete: Cell<bool>,
}

thread_local! {
    pub(crate) static TYPES: Rc<Types> = Rc::new(Types::new());
}

/// The registry of this thread.
pub fn types() -> Rc<Types> {
    TYPES.with(Rc::clone)
}

/// Built-in types besides `object` and `type`, with their bases. Iterator classes that are also built-in names (`zip`, `map`) are
/// created at first use.
const BUILT_IN: &[(&str, &str)] = &[
    ("int", "object"),
    ("bool", "int"),
    ("float", "object"),
    ("complex", "object"),
    ("str", "object"),
    ("bytes", "object"),
    ("bytearray", "object"),
    ("tuple", "object"),
    ("list", "object"),
    ("dict", "object"),
    ("set", "object"),
    ("frozenset", "object"),
    ("range", "object"),
    ("slice", "object"),
    ("memoryview", "object"),
    ("NoneType", "object"),
    ("NotImplementedType", "object"),
    ("ellipsis", "object"),
    ("function", "object"),
    ("builtin_function_or_method", "object"),
    ("classmethod_descriptor", "object"),
    ("method_descriptor", "object"),
    ("wrapper_descriptor", "object"),
    ("method-wrapper", "object"),
    ("method", "object"),
    ("module", "object"),
    ("generator", "object"),
    ("coroutine", "object"),
    ("async_generator", "object"),
    ("property", "object"),
    ("classmethod", "object"),
    ("staticmethod", "object"),
    ("super", "object"),
    ("getset_descriptor", "object"),
    ("member_descriptor", "object"),
    ("traceback", "object"),
];

/// The exception classes, with their bases.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("BaseException", "object"),
    ("Exception", "BaseException"),
    ("BaseExceptionGroup", "BaseException"),
    ("KeyboardInterrupt", "BaseException"),
    ("SystemExit", "BaseException"),
    ("GeneratorExit", "BaseException"),
    ("ArithmeticError", "Exception"),
    ("FloatingPointError", "ArithmeticError"),
    ("OverflowError", "ArithmeticError"),
    ("ZeroDivisionError", "ArithmeticError"),
    ("AssertionError", "Exception"),
    ("AttributeError", "Exception"),
    ("BufferError", "Exception"),
    ("EOFError", "Exception"),
    ("ImportError", "Exception"),
    ("ModuleNotFoundError", "ImportError"),
    ("LookupError", "Exception"),
    ("IndexError", "LookupError"),
    ("KeyError", "LookupError"),
    ("MemoryError", "Exception"),
    ("NameError", "Exception"),
    ("UnboundLocalError", "NameError"),
    ("OSError", "Exception"),
    ("ConnectionError", "OSError"),
    ("BlockingIOError", "OSError"),
    ("ChildProcessError", "OSError"),
    ("BrokenPipeError", "ConnectionError"),
    ("ConnectionAbortedError", "ConnectionError"),
    ("ConnectionRefusedError", "ConnectionError"),
    ("ConnectionResetError", "ConnectionError"),
    ("ProcessLookupError", "OSError"),
    ("FileExistsError", "OSError"),
    ("FileNotFoundError", "OSError"),
    ("InterruptedError", "OSError"),
    ("IsADirectoryError", "OSError"),
    ("NotADirectoryError", "OSError"),
    ("PermissionError", "OSError"),
    ("TimeoutError", "OSError"),
    ("ReferenceError", "Exception"),
    ("RuntimeError", "Exception"),
    ("NotImplementedError", "RuntimeError"),
    ("RecursionError", "RuntimeError"),
    ("PythonFinalizationError", "RuntimeError"),
    ("StopIteration", "Exception"),
    ("StopAsyncIteration", "Exception"),
    ("SyntaxError", "Exception"),
    ("IndentationError", "SyntaxError"),
    ("TabError", "IndentationError"),
    ("SystemError", "Exception"),
    ("TypeError", "Exception"),
    ("ValueError", "Exception"),
    ("UnicodeError", "ValueError"),
    ("UnicodeDecodeError", "UnicodeError"),
    ("UnicodeEncodeError", "UnicodeError"),
    ("UnicodeTranslateError", "UnicodeError"),
    ("Warning", "Exception"),
    ("DeprecationWarning", "Warning"),
    ("PendingDeprecationWarning", "Warning"),
    ("RuntimeWarning", "Warning"),
    ("SyntaxWarning", "Warning"),
    ("UserWarning", "Warning"),
    ("FutureWarning", "Warning"),
    ("ImportWarning", "Warning"),
    ("UnicodeWarning", "Warning"),
    ("BytesWarning", "Warning"),
    ("EncodingWarning", "Warning"),
    ("ResourceWarning", "Warning"),
];

impl Types {
    fn new() -> Types {
        let make = |name: &'static str, bases: Vec<Rc<Class>>| {
            Class::build("builtins", name, bases, Dict::new(), ClassKind::BuiltIn).expect("single inheritance")
        };
        let object = make("object", Vec::new());
        let type_ = make("type", vec![object.clone()]);
        let mut by_name = HashMap::from([("object", object.clone()), ("type", type_.clone())]);
        for (name, base) in BUILT_IN.iter().chain(EXCEPTIONS) {
            let class = make(name, vec![by_name[base].clone()]);
            by_name.insert(name, class);
        }
        let group = make("ExceptionGroup", vec![by_name["BaseExceptionGroup"].clone(), by_name["Exception"].clone()]);
        by_name.insert("ExceptionGroup", group);
        let exceptions = Exc::ALL.iter().map(|kind| by_name[kind.name()].clone()).collect();
        let of = |name: &str| by_name[name].clone();
        let (str_, int, float) = (of("str"), of("int"), of("float"));
        let (list, dict, tuple, set) = (of("list"), of("dict"), of("tuple"), of("set"));
        Types {
            object,
            type_,
            str_,
            int,
            float,
            list,
            dict,
            tuple,
            set,
            exceptions,
            by_name,
            complete: Cell::new(false),
        }
    }
    /// The classes by name, for installing their methods; None if that was done.
    pub(crate) fn incomplete(&self) -> Option<impl Iterator<Item = (&'static str, &Rc<Class>)>> {
        (!self.complete.replace(true)).then(|| self.by_name.iter().map(|(name, class)| (*name, class)))
    }
    pub fn get(&self, name: &str) -> Option<&Rc<Class>> {
        self.by_name.get(name)
    }
    /// A built-in class that must exist.
    pub fn built_in(&self, name: &str) -> &Rc<Class> {
        &self.by_name[name]
    }
    pub fn exception(&self, kind: Exc) -> &Rc<Class> {
        &self.exceptions[kind as usize]
    }
    /// The types and exceptions that programs can name.
    pub(crate) fn public(&self) -> impl Iterator<Item = (&'static str, &Rc<Class>)> {
        const HIDDEN: &[&str] = &[
            "NoneType",
            "NotImplementedType",
            "ellipsis",
            "function",
            "builtin_function_or_method",
            "classmethod_descriptor",
            "method_descriptor",
            "wrapper_descriptor",
            "method-wrapper",
            "method",
            "module",
            "generator",
            "coroutine",
            "async_generator",
            "getset_descriptor",
            "member_descriptor",
            "traceback",
        ];
        self.by_name.iter().map(|(name, class)| (*name, class)).filter(|(name, _)| !HIDDEN.contains(name))
    }
}

/// The name of an iterator in `repr`: iterators of itertools include their module.
pub(crate) fn spoken_iterator(name: &str) -> String {
    match is_of_itertools(name) {
        true => format!("itertools.{name}"),
        false => name.to_owned(),
    }
}

pub(crate) fn is_of_itertools(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "accumulate",
        "batched",
        "chain",
        "combinations",
        "combinations_with_replacement",
        "compress",
        "count",
        "cycle",
        "dropwhile",
        "filterfalse",
        "groupby",
        "_grouper",
        "islice",
        "pairwise",
        "permutations",
        "product",
        "repeat",
        "starmap",
        "takewhile",
        "_tee",
        "zip_longest",
    ];
    NAMES.contains(&name)
}

/// Whether a value is an object of a native class, of one below it, or of a subclass.
pub(crate) fn is_instance(value: &Value, class: &Class) -> bool {
    match value {
        Value::Instance(instance) => instance.class.borrow().is_subclass(class),
        Value::Native(native) => native.class().is_subclass(class),
        Value::Iter(_) => true,
        Value::Class(_) => matches!(class.name.as_str(), "type" | "object"),
        other => types().get(other.built_in_type_name()).is_some_and(|own| own.is_subclass(class)),
    }
}
