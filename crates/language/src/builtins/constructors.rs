//! Constructors of the built-in classes.

use super::bytes::Made;
use super::repr::bytes_repr;
use super::{backwards, clipped_index, number};
use crate::object::{BoundMethod, Bytes, Dict, Iter, IterState, Range, Set, Slice, Steps, Str, What};
use crate::{Args, Builtin, Exc, Raise, Result, Value, Vm};
use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;

pub(crate) static CONSTRUCTORS: &[Builtin] = &[
    Builtin::new("NoneType", "(*args, **kwargs)", "The type of the None singleton.", |_, args| {
        singleton(args, "NoneType", Value::None)
    }),
    Builtin::new("ellipsis", "(*args, **kwargs)", "The type of the Ellipsis singleton.", |_, args| {
        singleton(args, "EllipsisType", Value::Ellipsis)
    }),
    Builtin::new("NotImplementedType", "(*args, **kwargs)", "The type of the NotImplemented singleton.", |_, args| {
        singleton(args, "NotImplementedType", Value::NotImplemented)
    }),
    Builtin::new("module", "(name, doc=None)", "Create a module object.", super::module::new),
    Builtin::new(
        "int",
        "(x=..., /, base=...)",
        "int([x]) -> integer\nint(x, base=10) -> integer\n\n\
         Convert a number or string to an integer, truncating floats towards zero. With a base, x must be a string;\n\
         base 0 reads the prefix 0b, 0o or 0x.\n\n\
         >>> int('0b100', base=0)\n\
         4",
        int,
    )
    .quick(|args| match args {
        [Value::Int(x)] => Some(Value::Int(*x)),
        [Value::Float(x)] if x.get().abs() < 9e18 => Some(Value::Int(x.get() as i64)),
        _ => None,
    }),
    Builtin::new("float", "(x=0.0, /)", "Convert a string or number to a floating point number, if possible.", float)
        .quick(|args| match args {
            [Value::Int(x)] => Some(Value::from(*x as f64)),
            [Value::Float(x)] => Some(Value::from(x.get())),
            _ => None,
        }),
    Builtin::new(
        "complex",
        "(real=..., imag=...)",
        "Create a complex number from a string or numbers.\n\n\
         If a string is given, parse it as a complex number. If a single number is given, convert it to a complex number.\n\
         If the 'real' or 'imag' arguments are given, create a complex number with the specified parts.",
        super::complex::construct,
    ),
    Builtin::new("bool", "(x=False, /)", "Returns True when the argument x is true, False otherwise.", |vm, args| {
        Ok(Value::from(vm.truth(args.get(0))?))
    }),
    Builtin::new(
        "str",
        "(object=..., encoding=..., errors=...)",
        "str(object='') -> str\nstr(bytes_or_buffer[, encoding[, errors]]) -> str\n\n\
         Create a new string object from the given object: object.__str__(), or decoded bytes.",
        |vm, args| {
            let Some(object) = args.given(0) else {
                return Ok(Value::str(""));
            };
            if args.given(1).is_none() && args.given(2).is_none() {
                return match object {
                    Value::Str(_) => Ok(object.clone()),
                    other => Ok(Value::from(vm.str(other)?)),
                };
            }
            let encoding = if args.given(1).is_some() { args.str(1)? } else { "utf-8" };
            let errors = if args.given(2).is_some() { args.str(2)? } else { "strict" };
            if let Some(data) = super::memory_view::contents(object)? {
                return super::codecs::decode(vm, &data, encoding, errors).map(Value::from);
            }
            match super::plain(object) {
                Value::Str(_) => Err(Raise::type_error("decoding str is not supported")),
                other => Err(Raise::type_error(format!(
                    "decoding to str: need a bytes-like object, {} found",
                    other.type_name()
                ))),
            }
        },
    )
    .quick(|args| match args {
        [Value::Int(value)] => Some(Value::Str(Str::decimal(*value))),
        [Value::Str(text)] => Some(Value::Str(text.clone())),
        _ => None,
    }),
    Builtin::new(
        "bytes",
        "(source=..., encoding=..., errors=...)",
        "bytes(iterable_of_ints) -> bytes\nbytes(string, encoding[, errors]) -> bytes\n\
         bytes(bytes_or_buffer) -> immutable copy\nbytes(int) -> bytes object of zeros",
        |vm, args| Ok(Value::Bytes(Bytes::new(super::bytes::from_source(vm, args, Made::Bytes)?, false))),
    ),
    Builtin::new(
        "bytearray",
        "(source=..., encoding=..., errors=...)",
        "bytearray(iterable_of_ints) -> bytearray\nbytearray(string, encoding[, errors]) -> bytearray\n\
         bytearray(bytes_or_buffer) -> mutable copy\nbytearray(int) -> bytearray of zeros",
        |vm, args| Ok(Value::Bytes(Bytes::new(super::bytes::from_source(vm, args, Made::Bytearray)?, true))),
    ),
    Builtin::new(
        "list",
        "(iterable=(), /)",
        "Built-in mutable sequence. If no argument is given, the constructor creates a new empty list.",
        |vm, args| Ok(Value::list(super::list::items_of(vm, args.get(0))?)),
    ),
    Builtin::new(
        "tuple",
        "(iterable=(), /)",
        "Built-in immutable sequence. If no argument is given, the constructor returns an empty tuple.",
        |vm, args| match args.get(0) {
            Value::Tuple(_) => Ok(args.get(0).clone()),
            iterable => Ok(Value::tuple(vm.collect(iterable)?)),
        },
    ),
    Builtin::new(
        "dict",
        "(iterable=..., /, **kwargs)",
        "dict() -> new empty dictionary\ndict(mapping) -> new dictionary from a mapping's (key, value) pairs\n\
         dict(iterable) -> new dictionary from pairs\ndict(**kwargs) -> new dictionary from name=value pairs",
        |vm, args| {
            let dict = Dict::new();
            if let Some(source) = args.given(0) {
                super::dict::update(vm, &dict, source)?;
            }
            for (name, value) in args.keywords(1) {
                dict.insert_str(&name, value);
            }
            Ok(Value::Dict(dict))
        },
    ),
    Builtin::new(
        "function",
        "(code, globals, name=None, argdefs=None, closure=None, kwdefaults=None)",
        "Create a function object.",
        super::function::new_function,
    ),
    Builtin::new("set", "(iterable=(), /)", "Build an unordered collection of unique elements.", |vm, args| {
        Ok(Value::Set(Set::from_iterable(vm, false, args.get(0))?))
    }),
    Builtin::new(
        "frozenset",
        "(iterable=(), /)",
        "Build an immutable unordered collection of unique elements.",
        |vm, args| match args.get(0) {
            Value::Set(set) if set.frozen => Ok(args.get(0).clone()),
            iterable => Ok(Value::Set(Set::from_iterable(vm, true, iterable)?)),
        },
    ),
    Builtin::new(
        "traceback",
        "(tb_next, tb_frame, tb_lasti, tb_lineno)",
        "Create a new traceback object.",
        crate::traceback::new,
    ),
    Builtin::new("method", "(function, instance, /)", "Create a bound instance method object.", |vm, args| {
        match (super::objects::is_callable(vm, args.get(0))?, args.get(1)) {
            (false, _) => Err(Raise::type_error("first argument must be callable")),
            (true, Value::None) => Err(Raise::type_error("instance must not be None")),
            (true, receiver) => {
                let (receiver, function) = (receiver.clone(), args.get(0).clone());
                Ok(Value::Method(Rc::new(BoundMethod { receiver, function })))
            }
        }
    }),
    Builtin::new(
        "range",
        "(start, stop=..., step=..., /)",
        "range(stop) -> range object\nrange(start, stop[, step]) -> range object\n\n\
         Return an object that produces a sequence of integers from start (inclusive) to stop (exclusive) by step.",
        |vm, args| {
            let first = super::index(vm, args.get(0))?;
            let (start, stop) = match args.given(1) {
                None => (Value::Int(0), first),
                Some(stop) => (first, super::index(vm, stop)?),
            };
            let step = args.given(2).map_or(Ok(Value::Int(1)), |step| super::index(vm, step))?;
            match (&start, &stop, &step) {
                (_, _, Value::Int(0)) => Err(Raise::value_error("range() arg 3 must not be zero")),
                (Value::Int(start), Value::Int(stop), Value::Int(step)) => {
                    Ok(Value::Range(Rc::new(Range { start: *start, stop: *stop, step: *step })))
                }
                _ => {
                    let [start, stop, step] = [start, stop, step].map(|part| number::to_big(&part).unwrap_or_default());
                    Ok(super::wide_range::range(start, stop, step))
                }
            }
        },
    )
    .quick(|args| {
        let (start, stop) = match args {
            [Value::Int(stop)] => (0, *stop),
            [Value::Int(start), Value::Int(stop)] => (*start, *stop),
            _ => return None,
        };
        Some(Value::Range(Rc::new(Range { start, stop, step: 1 })))
    }),
    Builtin::new(
        "memoryview",
        "(object)",
        "Create a new memoryview object which references the given object: bytes or a bytearray.",
        |vm, args| match super::memory_view::exported(vm, args.get(0))? {
            Some(view) => Ok(view),
            None => super::memory_view::new(args.get(0)),
        },
    ),
    Builtin::new(
        "slice",
        "(start, stop=..., step=None, /)",
        "slice(stop)\nslice(start, stop[, step])\n\nCreate a slice object. This is used for extended slicing (e.g. a[0:10:2]).",
        |_, args| {
            let (start, stop) = match args.given(1) {
                None => (Value::None, args.get(0).clone()),
                Some(stop) => (args.get(0).clone(), stop.clone()),
            };
            Ok(Value::Slice(Rc::new(Slice { start, stop, step: args.get(2).clone() })))
        },
    ),
    Builtin::new(
        "enumerate",
        "(iterable, start=0)",
        "Return an enumerate object: pairs of a count (from start, 0 by default) and a value of the iterable.",
        |vm, args| {
            let mut count = super::index(vm, args.get(1))?;
            let iterator = vm.iter(args.get(0))?;
            if let Value::Int(count) = count
                && count < i64::MAX / 2
            {
                return Ok(Iter::of("enumerate", IterState::Enumerate { count, inner: iterator }));
            }
            Ok(Iter::from_fn("enumerate", move |vm| {
                let Some(item) = vm.next(&iterator)? else {
                    return Ok(None);
                };
                let next = match &count {
                    Value::Int(i) => number::from_wide(*i as i128 + 1),
                    other => number::from_big(number::to_big(other).unwrap_or_default() + 1),
                };
                let current = std::mem::replace(&mut count, next);
                Ok(Some(Value::pair(current, item)))
            }))
        },
    ),
    Builtin::new(
        "zip",
        "(*iterables, strict=False)",
        "The zip object yields n-length tuples, where n is the number of iterables. It stops when the shortest is\n\
         exhausted; with strict, ValueError where one is longer than the others.\n\n\
         >>> list(zip('abcdefg', range(3), range(4)))\n\
         [('a', 0, 0), ('b', 1, 1), ('c', 2, 2)]",
        |vm, args| {
            let mut iterators = Vec::new();
            for (i, iterable) in args.rest(0).iter().enumerate() {
                iterators.push(vm.iter(iterable).map_err(|error| {
                    if error.is(Exc::TypeError) && error.0.value.is_none() {
                        let shown = iterable.type_name();
                        Raise::type_error(format!("'{shown}' object is not iterable")).mark(i, shown)
                    } else {
                        error
                    }
                })?);
            }
            let strict = vm.truth(args.get(1))?;
            Ok(zip(iterators, strict))
        },
    ),
    Builtin::new(
        "map",
        "(func, /, *iterables)",
        "Make an iterator that computes the function using arguments from each of the iterables.\n\
         Stops when the shortest iterable is exhausted.",
        |vm, args| {
            let function = args.get(0).clone();
            if args.rest(1).is_empty() {
                return Err(Raise::type_error("map() must have at least two arguments."));
            }
            let mut iterators = Vec::new();
            for iterable in args.rest(1) {
                iterators.push(vm.iter(iterable)?);
            }
            let parts = [&function].into_iter().chain(&iterators).cloned().collect();
            Ok(Iter::from_parts("map", parts, move |vm| {
                let mut items = Vec::with_capacity(iterators.len());
                for iterator in &iterators {
                    match vm.next(iterator)? {
                        Some(item) => items.push(item),
                        None => return Ok(None),
                    }
                }
                vm.call(&function, &items, &[]).map(Some)
            }))
        },
    ),
    Builtin::new(
        "filter",
        "(function, iterable, /)",
        "Return an iterator yielding those items of iterable for which function(item) is true.\n\
         If function is None, return the items that are true.",
        |vm, args| {
            let function = args.get(0).clone();
            let iterator = vm.iter(args.get(1))?;
            Ok(Iter::from_parts("filter", vec![function.clone(), iterator.clone()], move |vm| {
                while let Some(item) = vm.next(&iterator)? {
                    let kept = match &function {
                        Value::None => vm.truth(&item)?,
                        function => {
                            let answer = vm.call(function, std::slice::from_ref(&item), &[])?;
                            vm.truth(&answer)?
                        }
                    };
                    if kept {
                        return Ok(Some(item));
                    }
                }
                Ok(None)
            }))
        },
    ),
    Builtin::new(
        "reversed",
        "(sequence, /)",
        "Return a reverse iterator over the values of the given sequence.",
        reversed,
    ),
];

/// `int(data, base)`: errors show the bytes.
fn int_of_bytes(vm: &mut Vm, data: &[u8], base: u32) -> Result<Value> {
    number::parse_int(vm, &String::from_utf8_lossy(data), base).map_err(|raise| {
        match raise.0.message.split_once(": ") {
            Some((said, _)) if said.starts_with("invalid literal") => {
                Raise::value_error(format!("{said}: {}", super::repr::bytes_repr(data)))
            }
            _ => raise,
        }
    })
}

fn int(vm: &mut Vm, args: &Args) -> Result<Value> {
    let Some(x) = args.given(0) else {
        return match args.given(1) {
            None => Ok(Value::Int(0)),
            Some(_) => Err(Raise::type_error("int() missing string argument")),
        };
    };
    let plain = super::plain(x);
    if let Some(base) = args.given(1) {
        let base = clipped_index(vm, base)?;
        if base != 0 && !(2..=36).contains(&base) {
            return Err(Raise::value_error("int() base must be >= 2 and <= 36, or 0"));
        }
        return match &plain {
            Value::Str(text) => number::parse_int(vm, text.as_str(), base as u32),
            Value::Bytes(bytes) => int_of_bytes(vm, &bytes.steady(), base as u32),
            _ => Err(Raise::type_error("int() can't convert non-string with explicit base")),
        };
    }
    let wrong = || {
        Raise::type_error(format!(
            "int() argument must be a string, a bytes-like object or a real number, not '{}'",
            x.type_name()
        ))
    };
    let held = if super::converts_by_itself(x, "__int__") { x.clone() } else { plain.clone() };
    match &held {
        Value::Bool(b) => Ok(Value::Int(*b as i64)),
        Value::Int(_) | Value::BigInt(_) => Ok(plain),
        Value::Float(x) => number::float_to_int(x.get()),
        Value::Str(text) => number::parse_int(vm, text.as_str(), 10),
        Value::Bytes(bytes) => int_of_bytes(vm, &bytes.steady(), 10),
        Value::Native(native) => match native.to_int(vm)? {
            Some(whole) => Ok(whole),
            None => super::memory_view::contents(x)?.map_or_else(|| Err(wrong()), |data| int_of_bytes(vm, &data, 10)),
        },
        Value::Instance(_) => {
            for method in ["__int__", "__index__", "__trunc__"] {
                if let Some(converted) = vm.call_if_found(x, method)? {
                    return match super::plain(&converted) {
                        Value::Bool(b) => Ok(Value::Int(b as i64)),
                        int @ (Value::Int(_) | Value::BigInt(_)) => Ok(int),
                        _ => Err(Raise::type_error(format!(
                            "{method} returned non-int (type {})",
                            converted.type_name()
                        ))),
                    };
                }
            }
            Err(wrong())
        }
        _ => Err(wrong()),
    }
}

fn float(vm: &mut Vm, args: &Args) -> Result<Value> {
    let x = args.get(0);
    if super::converts_by_itself(x, "__float__") {
        let made = vm.call_found(x, "__float__")?;
        let wrong = || {
            let (from, to) = (x.type_name(), made.type_name());
            Raise::type_error(format!("{from}.__float__ returned non-float (type {to})"))
        };
        return match super::plain(&made) {
            number @ Value::Float(_) => Ok(number),
            _ => Err(wrong()),
        };
    }
    match super::plain(x) {
        Value::Str(text) => number::parse_float(text.as_str()).map(Value::from),
        Value::Bytes(bytes) => {
            let parsed = number::parse_float(&String::from_utf8_lossy(&bytes.data.borrow()));
            match parsed {
                Ok(x) => Ok(Value::from(x)),
                Err(_) => Err(Raise::value_error(format!("could not convert string to float: {}", vm.repr(x)?))),
            }
        }
        _ => match super::float_of(vm, x)? {
            Some(x) => Ok(Value::from(x)),
            None if super::memory_view::contents(x)?.is_some() => {
                let data = super::memory_view::contents(x)?.unwrap_or_default();
                let wrong = |_| Raise::value_error(format!("could not convert string to float: {}", bytes_repr(&data)));
                number::parse_float(&String::from_utf8_lossy(&data)).map(Value::from).map_err(wrong)
            }
            None => Err(Raise::type_error(format!(
                "float() argument must be a string or a real number, not '{}'",
                x.type_name()
            ))),
        },
    }
}

/// Returns the only object of a type.
fn singleton(args: &Args, name: &str, object: Value) -> Result<Value> {
    if args.rest(0).is_empty() && args.keywords(1).is_empty() {
        return Ok(object);
    }
    Err(Raise::type_error(format!("{name} takes no arguments")))
}

/// Zips iterators.
pub fn zip(iterators: Vec<Value>, strict: bool) -> Value {
    if let ([first, second], false) = (&iterators[..], strict) {
        return Iter::of("zip", IterState::Zip { first: first.clone(), second: second.clone() });
    }
    Iter::of("zip", IterState::Steps(zip_steps(iterators, strict)))
}

/// The state of `zip` over any number of iterators.
pub(super) fn zip_steps(iterators: Vec<Value>, strict: bool) -> Rc<dyn Steps> {
    Rc::new(Zip { iterators, strict: Cell::new(strict) })
}

struct Zip {
    iterators: Vec<Value>,
    strict: Cell<bool>,
}

impl Zip {
    /// The iterator at a place has ended: all of them, unless they are to be of one length.
    fn end(&self, vm: &mut Vm, at: usize) -> Result<()> {
        if at > 0 {
            return Err(uneven(at, "shorter"));
        }
        for (other, iterator) in self.iterators.iter().enumerate().skip(1) {
            if vm.next(iterator)?.is_some() {
                return Err(uneven(other, "longer"));
            }
        }
        Ok(())
    }
}

impl Steps for Zip {
    fn next(&self, vm: &mut Vm) -> Result<Option<Value>> {
        let mut items = Vec::with_capacity(self.iterators.len());
        for (at, iterator) in self.iterators.iter().enumerate() {
            match vm.next(iterator)? {
                Some(item) => items.push(item),
                None if self.strict.get() => return self.end(vm, at).map(|()| None),
                None => return Ok(None),
            }
        }
        Ok((!items.is_empty()).then(|| Value::tuple(items)))
    }
    fn reduce(&self, _: &mut Vm, class: Value) -> Result<Value> {
        let strict = self.strict.get().then(|| Value::from(true));
        Ok(Value::tuple([class, Value::tuple(self.iterators.clone())].into_iter().chain(strict).collect()))
    }
    fn set_state(&self, vm: &mut Vm, state: &Value) -> Result<()> {
        self.strict.set(vm.truth(state)?);
        Ok(())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn uneven(i: usize, how: &str) -> Raise {
    let others = if i == 1 { "argument 1".to_string() } else { format!("arguments 1-{i}") };
    Raise::value_error(format!("zip() argument {} is {how} than {others}", i + 1))
}

fn reversed(vm: &mut Vm, args: &Args) -> Result<Value> {
    if let Value::Class(_) = args.get(0)
        && let Some(found) = vm.by_metaclass(args.get(0), "__reversed__", &[])?
    {
        return Ok(found);
    }
    let sequence = args.get(0);
    if let Value::Instance(_) | Value::Native(_) = sequence
        && let Some(found) = vm.call_if_found(sequence, "__reversed__")?
    {
        return Ok(found);
    }
    let own = ["__len__", "__getitem__"].iter().any(|method| super::overrides(vm, sequence, method));
    let plain = super::plain(sequence);
    match &plain {
        Value::List(list) => {
            let left = list.items.borrow().len();
            Ok(backwards::over("list_reverseiterator", plain.clone(), left))
        }
        Value::Range(range) => {
            let (range, mut left) = (range.clone(), range.len());
            Ok(Iter::from_fn("range_iterator", move |_| {
                Ok(left.checked_sub(1).map(|last| {
                    left = last;
                    Value::Int(range.at(last))
                }))
            }))
        }
        Value::Dict(dict) => Ok(backwards::over_dict("dict_reversekeyiterator", dict, What::Keys)),
        Value::Tuple(items) if !own => Ok(backwards::over("reversed", plain.clone(), items.len())),
        Value::Str(_) | Value::Bytes(_) if !own => {
            let items = vm.collect(&plain)?;
            let length = items.len();
            Ok(backwards::over("reversed", Value::tuple(items), length))
        }
        _ => {
            if vm.find_special(sequence, "__getitem__")?.is_none() {
                return Err(Raise::type_error(format!("'{}' object is not reversible", sequence.type_name())));
            }
            let length = vm.length(sequence)?;
            Ok(backwards::over("reversed", sequence.clone(), length))
        }
    }
}
