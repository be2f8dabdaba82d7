//! Values: what a name can be bound to. Cheap to clone; containers are shared by reference counting.

use super::Class;
use super::native::{Builtin, Native};
use super::object::{BoundMethod, Bytes, Dict, Function, Instance, Iter, List, Module, Range, Set, Slice, Str, Tuple};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::rc::Rc;

/// 16 bytes, a tag and one word. Every payload is an integer or an address, so that the compiler passes a value as a pair of words
/// in two registers. A float or byte payload would make it pass values through memory, written in halves and read whole,
/// which stalls the processor.
#[derive(Default)]
#[repr(C, u64)]
pub enum Value {
    // Plain values come first: one comparison of the tag separates them from reference-counted ones.
    #[default]
    None,
    NotImplemented,
    Ellipsis,
    Bool(Truth),
    Int(i64),
    Float(Real),
    Builtin(&'static Builtin),
    /// An empty slot: internal to the evaluator, never visible to native code.
    #[doc(hidden)]
    Unbound,
    /// Only for values outside i64: arithmetic normalises (`Value::big`).
    BigInt(Rc<BigInt>),
    Str(Str),
    Bytes(Rc<Bytes>),
    /// Dereferences to `[Value]`.
    Tuple(Rc<Tuple>),
    List(Rc<List>),
    Dict(Rc<Dict>),
    Set(Rc<Set>),
    Range(Rc<Range>),
    Slice(Rc<Slice>),
    Function(Rc<Function>),
    Method(Rc<BoundMethod>),
    Class(Rc<Class>),
    Instance(Rc<Instance>),
    Module(Rc<Module>),
    /// Iterators and generators.
    Iter(Rc<Iter>),
    /// Objects of native classes, defined outside the language.
    Native(Object),
}

/// A truth value, one word wide.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub enum Truth {
    False,
    True,
}

impl Truth {
    #[inline(always)]
    pub const fn get(self) -> bool {
        matches!(self, Truth::True)
    }
}
impl From<bool> for Truth {
    #[inline(always)]
    fn from(value: bool) -> Truth {
        if value { Truth::True } else { Truth::False }
    }
}

/// A float, stored as its bits in a word.
#[derive(Clone, Copy)]
pub struct Real(u64);

impl Real {
    #[inline(always)]
    pub const fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
    pub const fn to_bits(self) -> u64 {
        self.0
    }
    /// The float for use outside the language: a NaN loses the bits of its identity.
    pub fn plain(self) -> f64 {
        super::nan::plain(self.get())
    }
}
impl From<f64> for Real {
    #[inline(always)]
    fn from(value: f64) -> Real {
        Real(value.to_bits())
    }
}

/// A shared native object, one word wide.
pub type Object = Rc<Box<dyn Native>>;

impl Clone for Value {
    /// Plain values are copied inline; everything else increments a reference count.
    #[inline(always)]
    fn clone(&self) -> Value {
        match self {
            Value::Int(value) => Value::Int(*value),
            Value::Float(value) => Value::Float(*value),
            other => other.share(),
        }
    }
}

impl Value {
    #[inline(never)]
    fn share(&self) -> Value {
        match self {
            Value::None => Value::None,
            Value::NotImplemented => Value::NotImplemented,
            Value::Ellipsis => Value::Ellipsis,
            Value::Bool(value) => Value::Bool(*value),
            Value::Int(value) => Value::Int(*value),
            Value::Float(value) => Value::Float(*value),
            Value::BigInt(value) => Value::BigInt(value.clone()),
            Value::Str(value) => Value::Str(value.clone()),
            Value::Bytes(value) => Value::Bytes(value.clone()),
            Value::Tuple(value) => Value::Tuple(value.clone()),
            Value::List(value) => Value::List(value.clone()),
            Value::Dict(value) => Value::Dict(value.clone()),
            Value::Set(value) => Value::Set(value.clone()),
            Value::Range(value) => Value::Range(value.clone()),
            Value::Slice(value) => Value::Slice(value.clone()),
            Value::Function(value) => Value::Function(value.clone()),
            Value::Builtin(value) => Value::Builtin(value),
            Value::Method(value) => Value::Method(value.clone()),
            Value::Class(value) => Value::Class(value.clone()),
            Value::Instance(value) => Value::Instance(value.clone()),
            Value::Module(value) => Value::Module(value.clone()),
            Value::Iter(value) => Value::Iter(value.clone()),
            Value::Native(value) => Value::Native(value.clone()),
            Value::Unbound => Value::Unbound,
        }
    }
    /// Drops the value, most often a number or another that needs no drop; true if a finalizer may be pending.
    #[inline(always)]
    pub(crate) fn end(self) -> bool {
        if self.is_plain() {
            std::mem::forget(self);
            return false;
        }
        std::hint::cold_path();
        drop(self);
        true
    }
    /// Takes the value and leaves None behind. The usual results of calls are read by parts, as they were written: reading both
    /// words at once right after that would stall the processor.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> Value {
        match self {
            Value::None => Value::None,
            Value::Int(value) => {
                let value = *value;
                *self = Value::None;
                Value::Int(value)
            }
            other => std::mem::take(other),
        }
    }
    pub fn str(text: impl AsRef<str>) -> Value {
        Value::Str(Str::new(text.as_ref()))
    }
    pub fn bytes(data: Vec<u8>) -> Value {
        Value::Bytes(Bytes::new(data, false))
    }
    pub fn list(values: Vec<Value>) -> Value {
        Value::List(List::new(values))
    }
    pub fn tuple(values: Vec<Value>) -> Value {
        Value::Tuple(Rc::new(Tuple::from(values)))
    }
    pub fn pair(first: Value, second: Value) -> Value {
        Value::Tuple(Rc::new(Tuple::from_iter([first, second])))
    }
    pub fn dict(pairs: impl IntoIterator<Item = (Value, Value)>) -> Value {
        Value::Dict(Dict::from_hashable(pairs))
    }
    pub fn native(object: impl Native) -> Value {
        Value::Native(Rc::new(Box::new(object)))
    }
    /// An integer of any size.
    pub fn big(value: BigInt) -> Value {
        match value.to_i64() {
            Some(small) => Value::Int(small),
            None => Value::BigInt(Rc::new(value)),
        }
    }
    /// The native object inside (or the payload of a subclass instance), if it is a `T`.
    pub fn downcast<T: Native>(&self) -> Option<&T> {
        match self {
            Value::Native(object) => object.as_any().downcast_ref(),
            Value::Instance(instance) => instance.payload().downcast(),
            _ => None,
        }
    }
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(text) => Some(text.as_str()),
            Value::Instance(instance) => instance.payload().as_str(),
            _ => None,
        }
    }
    /// The payload of an instance of a subclass of a built-in or native type; any other value itself.
    pub fn beneath(&self) -> &Value {
        match self {
            Value::Instance(instance) if !matches!(instance.payload(), Value::None) => instance.payload(),
            _ => self,
        }
    }
    /// As `beneath`, and also the number inside a native object that represents one.
    pub fn number(&self) -> &Value {
        match self.beneath() {
            Value::Native(object) => object.number().unwrap_or(self),
            other => other,
        }
    }
    /// Whether dropping it is a no-op.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        matches!(
            self,
            Value::None
                | Value::NotImplemented
                | Value::Ellipsis
                | Value::Bool(_)
                | Value::Int(_)
                | Value::Float(_)
                | Value::Builtin(_)
                | Value::Unbound
        )
    }
    pub fn is_none(&self) -> bool {
        matches!(self, Value::None)
    }
    /// Python's `is`.
    pub fn is(&self, other: &Value) -> bool {
        use Value::*;
        match (self, other) {
            (Bool(a), Bool(b)) => a == b,
            (Int(a), Int(b)) => a == b,
            (Float(a), Float(b)) => a.to_bits() == b.to_bits(),
            (Str(a), Str(b)) => a.same(b),
            (Builtin(a), Builtin(b)) => std::ptr::eq(*a, *b),
            (Tuple(a), Tuple(b)) => Rc::ptr_eq(a, b) || (a.is_empty() && b.is_empty()),
            _ => std::mem::discriminant(self) == std::mem::discriminant(other) && self.identity() == other.identity(),
        }
    }
    /// The key that `is` compares: the address, except for native objects that wrap the same thing.
    pub fn identity(&self) -> usize {
        match self {
            Value::Native(object) => object.identity().unwrap_or_else(|| self.address()),
            _ => self.address(),
        }
    }
    /// The address of the shared object; 0 for values stored in place.
    pub fn address(&self) -> usize {
        fn of<T: ?Sized>(object: &Rc<T>) -> usize {
            Rc::as_ptr(object).cast::<()>() as usize
        }
        match self {
            Value::BigInt(x) => of(x),
            Value::Str(x) => x.address(),
            Value::Bytes(x) => of(x),
            Value::Tuple(x) => of(x),
            Value::List(x) => of(x),
            Value::Dict(x) => of(x),
            Value::Set(x) => of(x),
            Value::Range(x) => of(x),
            Value::Slice(x) => of(x),
            Value::Function(x) => of(x),
            Value::Builtin(x) => std::ptr::from_ref(*x) as usize,
            Value::Method(x) => of(x),
            Value::Class(x) => of(x),
            Value::Instance(x) => of(x),
            Value::Module(x) => of(x),
            Value::Iter(x) => of(x),
            Value::Native(x) => of(x),
            _ => 0,
        }
    }
    /// `type(x).__name__`.
    pub fn type_name(&self) -> String {
        match self {
            Value::Instance(instance) => instance.class.borrow().spoken_name(),
            Value::Native(object) => object.class().spoken_name(),
            Value::Iter(iter) => super::types::spoken_iterator(iter.name),
            Value::Class(class) => class.metaclass().map_or_else(|| "type".into(), |metaclass| metaclass.name.clone()),
            _ => self.built_in_type_name().into(),
        }
    }
    /// The name of a built-in value's type; "object" for instances and natives.
    pub(crate) fn built_in_type_name(&self) -> &'static str {
        match self {
            Value::None => "NoneType",
            Value::NotImplemented => "NotImplementedType",
            Value::Ellipsis => "ellipsis",
            Value::Bool(_) => "bool",
            Value::Int(_) | Value::BigInt(_) => "int",
            Value::Float(_) => "float",
            Value::Str(_) => "str",
            Value::Bytes(bytes) if bytes.mutable => "bytearray",
            Value::Bytes(_) => "bytes",
            Value::Tuple(_) => "tuple",
            Value::List(_) => "list",
            Value::Dict(_) => "dict",
            Value::Set(set) if set.frozen => "frozenset",
            Value::Set(_) => "set",
            Value::Range(_) => "range",
            Value::Slice(_) => "slice",
            Value::Function(_) => "function",
            Value::Builtin(builtin) => builtin.kind().type_name(),
            Value::Method(method) => match &method.function {
                Value::Builtin(builtin) => builtin.kind().bound_type_name(),
                _ => "method",
            },
            Value::Class(_) => "type",
            Value::Module(_) => "module",
            Value::Iter(iter) => iter.name,
            Value::Instance(_) | Value::Native(_) | Value::Unbound => "object",
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value.into())
    }
}
impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::Int(value)
    }
}
impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::Float(value.into())
    }
}
impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::str(value)
    }
}
impl From<String> for Value {
    fn from(value: String) -> Value {
        Value::str(value)
    }
}
