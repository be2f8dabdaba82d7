//! The types under which native functions appear to programs, as CPython's of functions written in C.

use super::Builtin;

/// The type of a native function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Function,
    Method,
    /// A method that an operator or another part of the language calls: `__add__`, `__repr__`.
    Slot,
    ClassMethod,
}

impl Kind {
    pub fn type_name(self) -> &'static str {
        match self {
            Kind::Function => "builtin_function_or_method",
            Kind::Method => "method_descriptor",
            Kind::Slot => "wrapper_descriptor",
            Kind::ClassMethod => "classmethod_descriptor",
        }
    }
    /// The type of the function bound to an object.
    pub fn bound_type_name(self) -> &'static str {
        match self {
            Kind::Slot => "method-wrapper",
            _ => "builtin_function_or_method",
        }
    }
}

impl Builtin {
    pub(crate) fn kind(&self) -> Kind {
        match self.short_name() {
            name if self.is_method() && is_slot(name) && !PLAIN.contains(&self.name) => Kind::Slot,
            _ if self.is_method() => Kind::Method,
            name if self.is_class_method() && name != "__new__" => Kind::ClassMethod,
            _ => Kind::Function,
        }
    }
}

/// Methods that have the name of a slot and are none in CPython.
const PLAIN: &[&str] =
    &["dict.__contains__", "dict.__getitem__", "frozenset.__contains__", "list.__getitem__", "set.__contains__"];

fn is_slot(name: &str) -> bool {
    let Some(name) = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")) else { return false };
    SLOTS.contains(&name)
        || ["r", "i"].iter().any(|side| name.strip_prefix(side).is_some_and(|op| BINARY.contains(&op)))
}

const BINARY: &[&str] = &[
    "add", "and", "divmod", "floordiv", "lshift", "matmul", "mod", "mul", "or", "pow", "rshift", "sub", "truediv",
    "xor",
];

const SLOTS: &[&str] = &[
    "abs",
    "add",
    "aiter",
    "and",
    "anext",
    "await",
    "bool",
    "buffer",
    "call",
    "contains",
    "del",
    "delattr",
    "delete",
    "delitem",
    "divmod",
    "eq",
    "float",
    "floordiv",
    "ge",
    "get",
    "getattribute",
    "getitem",
    "gt",
    "hash",
    "index",
    "init",
    "int",
    "invert",
    "iter",
    "le",
    "len",
    "lshift",
    "lt",
    "matmul",
    "mod",
    "mul",
    "ne",
    "neg",
    "next",
    "or",
    "pos",
    "pow",
    "release_buffer",
    "repr",
    "rshift",
    "set",
    "setattr",
    "setitem",
    "str",
    "sub",
    "truediv",
    "xor",
];
