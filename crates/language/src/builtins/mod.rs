//! Built-in functions and the methods of built-in types.
//!
//! The methods of each type are one static table of declarations. Their first parameter makes them methods (`self`), class
//! methods (`cls`) or static methods (anything else). The core installs them in the built-in classes.

/// `__name__` or `__qualname__` of what a generator function returns, which programs may assign.
macro_rules! named {
    ($name:literal, $doc:literal, $which:expr) => {
        Getter {
            name: $name,
            doc: $doc,
            get: |_, this| match this {
                Value::Iter(iter) => Ok(Value::str(&**$which(iter).borrow())),
                _ => Ok(Value::None),
            },
            set: Some(|_, this, value| match (this, value.as_str()) {
                (Value::Iter(iter), Some(name)) => {
                    $which(iter).replace(name.into());
                    Ok(())
                }
                _ => Err($crate::Raise::type_error(concat!($name, " must be set to a string object"))),
            }),
        }
    };
}
pub(crate) mod async_step;
mod backwards;
pub mod bytes;
pub(crate) mod casing;
mod class_getters;
pub(crate) mod code;
pub mod code_bytes;
pub mod codecs;
pub(crate) mod complaints;
pub mod complex;
mod complex_number;
pub(crate) mod constructors;
pub mod coroutine;
pub mod dict;
mod digits;
pub mod evaluate;
pub mod files;
pub mod frames;
pub(crate) mod function;
pub(crate) mod functions;
pub(crate) mod install;
pub(crate) mod iteration;
mod iterator_state;
mod joining;
pub(crate) mod list;
pub(crate) mod literal;
pub mod mapping_proxy;
pub(crate) mod memory_view;
mod module;
pub mod native_operators;
pub mod number;
pub mod numeric;
pub mod objects;
pub mod operators;
pub(crate) mod percent;
pub mod reduce;
pub mod repr;
pub(crate) mod searching;
pub(crate) mod sequences;
pub(crate) mod set;
pub mod sorting;
pub(crate) mod spec;
mod splitting;
pub mod string;
pub(crate) mod template;
pub(crate) mod wide_range;

pub use evaluate::compile_users;
pub use memory_view::{change as change_bytes, contents as bytes_of};

use crate::{Args, Builtin, Exc, Getter, Raise, Result, Value, Vm, memory};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// The built-in functions, those that are not classes.
pub fn functions() -> Vec<&'static Builtin> {
    [
        functions::FUNCTIONS,
        iteration::FUNCTIONS,
        numeric::FUNCTIONS,
        objects::FUNCTIONS,
        files::FUNCTIONS,
        evaluate::FUNCTIONS,
        coroutine::FUNCTIONS,
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The methods of a built-in type.
pub fn methods(type_name: &str) -> Vec<&'static Builtin> {
    let table: &'static [Builtin] = match type_name {
        "str" => string::METHODS,
        "bytes" => bytes::METHODS,
        "bytearray" => bytes::BYTEARRAY_METHODS,
        "list" => list::METHODS,
        "dict" => dict::METHODS,
        "set" => set::METHODS,
        "frozenset" => set::FROZEN_METHODS,
        "tuple" => sequences::TUPLE_METHODS,
        "range" => sequences::RANGE_METHODS,
        "slice" => sequences::SLICE_METHODS,
        "memoryview" => memory_view::METHODS,
        "int" => numeric::INT_METHODS,
        "float" => numeric::FLOAT_METHODS,
        "complex" => complex::METHODS,
        "function" => function::METHODS,
        "builtin_function_or_method" | "method-wrapper" => function::NATIVE_METHODS,
        "method_descriptor" | "wrapper_descriptor" | "classmethod_descriptor" => function::DESCRIPTOR_METHODS,
        "method" => function::METHOD_METHODS,
        "coroutine" => coroutine::METHODS,
        "async_generator" => coroutine::ASYNC_GENERATOR_METHODS,
        "object" => reduce::METHODS,
        "module" => module::METHODS,
        _ => &[],
    };
    // Context manager methods; open files have their own.
    let managed = if type_name == "memoryview" { crate::native::MANAGER } else { &[] };
    table.iter().chain(operators::methods(type_name)).chain(managed).collect()
}

/// The attributes of a built-in type.
pub fn getters(type_name: &str) -> &'static [Getter] {
    match type_name {
        "type" => class_getters::GETTERS,
        "int" => numeric::INT_GETTERS,
        "float" => numeric::FLOAT_GETTERS,
        "complex" => complex::GETTERS,
        "function" => function::GETTERS,
        "generator" => function::GENERATOR_GETTERS,
        "coroutine" => coroutine::GETTERS,
        "async_generator" => coroutine::ASYNC_GENERATOR_GETTERS,
        "range" => sequences::RANGE_GETTERS,
        "slice" => sequences::SLICE_GETTERS,
        "memoryview" => memory_view::GETTERS,
        _ => &[],
    }
}

/// The constructor of a type: `int`, `str`, `list`, `dict`, `zip`, `map`...
pub fn constructor(type_name: &str) -> Option<&'static Builtin> {
    constructors::CONSTRUCTORS.iter().find(|builtin| builtin.name == type_name)
}

/// Formats a string, int or float by a format specification; false for other values.
pub fn format(out: &mut String, value: &Value, spec: &str) -> Result<bool> {
    match value {
        Value::Str(text) => spec::write_str(out, text.as_str(), spec)?,
        Value::Bool(_) if spec.is_empty() => number::write_int(out, value)?,
        Value::Bool(_) | Value::Int(_) | Value::BigInt(_) => spec::write_int(out, value, spec)?,
        Value::Float(x) => spec::write_float(out, x.get(), spec)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Collects the output of a formatter in a new string.
pub fn written(write: impl FnOnce(&mut String) -> Result<()>) -> Result<String> {
    let mut out = String::with_capacity(24);
    write(&mut out)?;
    Ok(out)
}

/// The instructions of a code object.
pub(crate) fn instructions(vm: &mut Vm, value: &Value) -> Result<Vec<Value>> {
    code::instructions(vm, value)
}

/// The span of a code object: its source, start and end.
pub(crate) fn code_place(value: &Value) -> Option<(u32, u32, u32)> {
    let code = value.downcast::<code::CodeView>()?.code();
    Some((code.source, code.range.0, code.range.1))
}

/// The payload of an instance of a subclass of a built-in type; other values unchanged.
pub fn plain(value: &Value) -> Value {
    match value {
        Value::Instance(_) if !matches!(value.beneath(), Value::Instance(_)) => plain(value.beneath()),
        _ => value.clone(),
    }
}

/// The receiver of a method, if `pick` accepts it; otherwise CPython's error about the descriptor.
pub fn receiver<T>(args: &Args, pick: fn(Value) -> Option<T>) -> Result<T> {
    pick(plain(args.get(0))).ok_or_else(|| operators::stranger(args.builtin, args.get(0)))
}

/// Whether a user-defined class defines its own conversion to a number, though its objects hold one.
pub(crate) fn converts_by_itself(value: &Value, method: &str) -> bool {
    match value {
        Value::Instance(instance) => {
            let own = instance.class.borrow().lookup(method);
            !matches!(own, None | Some(Value::None | Value::Builtin(_)))
        }
        _ => false,
    }
}

/// The result of `float()` for a number-like object; None for others.
pub fn float_of(vm: &mut Vm, value: &Value) -> Result<Option<f64>> {
    Ok(match &plain(value) {
        Value::Bool(b) => Some(*b as i64 as f64),
        Value::Int(i) => Some(*i as f64),
        Value::BigInt(big) => Some(number::big_to_float(big)?),
        Value::Float(x) => Some(x.plain()),
        Value::Native(native) => native.to_float(vm)?,
        Value::Instance(_) => {
            if let Some(converted) = vm.call_if_found(value, "__float__")? {
                match plain(&converted) {
                    Value::Float(x) => Some(x.get()),
                    _ => {
                        let (from, to) = (value.type_name(), converted.type_name());
                        return Err(Raise::type_error(format!("{from}.__float__ returned non-float (type {to})")));
                    }
                }
            } else if vm.find_special(value, "__index__")?.is_some() {
                Some(number::big_to_float(&big_index(vm, value)?)?)
            } else {
                None
            }
        }
        _ => None,
    })
}

/// `float_of`; otherwise "must be real number, not str".
pub fn real(vm: &mut Vm, value: &Value) -> Result<f64> {
    match value {
        Value::Float(x) => Ok(x.plain()),
        _ => float_of(vm, value)?
            .ok_or_else(|| Raise::type_error(format!("must be real number, not {}", value.type_name()))),
    }
}

/// The value of an object as an index (`__index__`), as a normal integer value.
pub fn index(vm: &mut Vm, value: &Value) -> Result<Value> {
    let wrong = || Raise::type_error(format!("'{}' object cannot be interpreted as an integer", value.type_name()));
    match plain(value) {
        Value::Bool(b) => Ok(Value::Int(b as i64)),
        int @ (Value::Int(_) | Value::BigInt(_)) => Ok(int),
        Value::Native(native) => native.to_index(vm)?.ok_or_else(wrong),
        Value::Instance(_) => {
            let converted = vm.call_if_found(value, "__index__")?.ok_or_else(wrong)?;
            match plain(&converted) {
                Value::Bool(b) => Ok(Value::Int(b as i64)),
                int @ (Value::Int(_) | Value::BigInt(_)) => Ok(int),
                other => Err(Raise::type_error(format!("__index__ returned non-int (type {})", other.type_name()))),
            }
        }
        _ => Err(wrong()),
    }
}

/// Whether a value's class is the program's and has a method of its own in place of a built-in one.
pub(crate) fn overrides(vm: &mut Vm, value: &Value, method: &str) -> bool {
    matches!(value, Value::Instance(_)) && matches!(vm.class_of(value).lookup(method), Some(Value::Function(_)))
}

/// `index` as a big integer.
pub fn big_index(vm: &mut Vm, value: &Value) -> Result<BigInt> {
    let int = index(vm, value)?;
    Ok(number::to_big(&int).unwrap_or_default())
}

/// `index`, clamped to 64 bits: for slices and counts.
pub fn clipped_index(vm: &mut Vm, value: &Value) -> Result<i64> {
    Ok(match index(vm, value)? {
        Value::Int(i) => i,
        Value::BigInt(big) => {
            big.to_i64().unwrap_or(if big.sign() == num_bigint::Sign::Minus { i64::MIN } else { i64::MAX })
        }
        _ => 0,
    })
}

/// The `start, stop` arguments of `find`, `index`, `count`, ...: stop is within the length, start may be beyond it. The length is read
/// after `__index__` of both, which may change it.
pub fn bounds(vm: &mut Vm, args: &Args, first: usize, length: impl FnOnce() -> usize) -> Result<(usize, usize)> {
    let mut bound = |slot: usize| match args.given(slot) {
        None | Some(Value::None) => Ok(None),
        Some(value) => clipped_index(vm, value).map(Some).map_err(|raise| match raise.is(Exc::TypeError) {
            true => Raise::type_error("slice indices must be integers or None or have an __index__ method"),
            false => raise,
        }),
    };
    let (start, stop) = (bound(first)?, bound(first + 1)?);
    let length = length();
    let clip = |at: i64| if at < 0 { at.saturating_add(length as i64).max(0) as usize } else { at as usize };
    Ok((start.map_or(0, clip), stop.map_or(length, clip).min(length)))
}

/// `bounds` for sequences that do not accept None.
pub(crate) fn whole_bounds(
    vm: &mut Vm,
    args: &Args,
    first: usize,
    length: impl FnOnce() -> usize,
) -> Result<(usize, usize)> {
    bounds(vm, args, first, length).map_err(|raise| match raise.says("slice indices must be") {
        true => Raise::type_error("slice indices must be integers or have an __index__ method"),
        false => raise,
    })
}

/// A value's type in CPython's messages about arguments.
pub(crate) fn spoken(value: &Value) -> String {
    if value.is_none() { "None".to_owned() } else { value.type_name() }
}

/// Checks a requested size: MemoryError before the machine runs out.
pub fn guard_size(items: u128, bytes_each: u128) -> Result<()> {
    const LARGEST: u128 = 8 << 30;
    match items.saturating_mul(bytes_each) {
        bytes if bytes > LARGEST => Err(Raise::new(Exc::MemoryError, "")),
        bytes => memory::claim(bytes as usize),
    }
}
