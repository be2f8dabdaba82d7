//! Built-in functions over iterables.

use super::sorting;
use crate::compile::Flow;
use crate::native::CompareOp;
use crate::object::Iter;
use crate::{Args, Builtin, Exc, Raise, Result, Truth, Value, Vm};

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "len",
        "(obj, /)",
        "Return the number of items in a container.\n\n\
         >>> len([1, 2, 3])\n\
         3",
        |vm, args| Ok(Value::Int(vm.length(args.get(0))? as i64)),
    )
    .quick(|args| {
        let length = match args {
            [Value::List(list)] => list.items.borrow().len(),
            [Value::Tuple(items)] => items.len(),
            [Value::Str(text)] => text.length(),
            [Value::Dict(dict)] => dict.len(),
            [Value::Set(set)] => set.len(),
            _ => return None,
        };
        Some(Value::Int(length as i64))
    }),
    Builtin::new(
        "sorted",
        "(iterable, /, *, key=None, reverse=False)",
        "Return a new list containing all items from the iterable in ascending order.\n\n\
         A custom key function can be supplied to customize the sort order, and the\n\
         reverse flag can be set to request the result in descending order. The sort is stable.\n\n\
         >>> sorted([3, 1, 2], reverse=True)\n\
         [3, 2, 1]",
        |vm, args| {
            let items = vm.collect(args.get(0))?;
            let reverse = super::clipped_index(vm, args.get(2))? != 0;
            Ok(Value::list(sorting::sort(vm, items, args.get(1), reverse)?))
        },
    ),
    Builtin::new(
        "any",
        "(iterable, /)",
        "Return True if bool(x) is True for any x in the iterable.\n\n\
         >>> any([0, 1])\n\
         True",
        |vm, args| {
            let iterator = vm.iter(args.get(0))?;
            while let Some(item) = vm.feed(&iterator, &mut |item| unless_plainly(false, item))? {
                if vm.truth(&item)? {
                    return Ok(Value::Bool(Truth::True));
                }
            }
            Ok(Value::Bool(Truth::False))
        },
    ),
    Builtin::new(
        "all",
        "(iterable, /)",
        "Return True if bool(x) is True for all values x in the iterable.\n\n\
         >>> all([0, 1])\n\
         False",
        |vm, args| {
            let iterator = vm.iter(args.get(0))?;
            while let Some(item) = vm.feed(&iterator, &mut |item| unless_plainly(true, item))? {
                if !vm.truth(&item)? {
                    return Ok(Value::Bool(Truth::False));
                }
            }
            Ok(Value::Bool(Truth::True))
        },
    ),
    Builtin::new(
        "min",
        "(*args, key=None, default=...)",
        "min(iterable, *[, default=obj, key=func]) -> value\nmin(arg1, arg2, *args, *[, key=func]) -> value\n\n\
         With a single iterable argument, return its smallest item; with two or more\narguments, the smallest argument.\n\n\
         >>> min(3, 1, 2)\n\
         1",
        |vm, args| extreme(vm, args, "min", CompareOp::Lt),
    )
    .quick(|args| extreme_of_ints(args, CompareOp::Lt)),
    Builtin::new(
        "max",
        "(*args, key=None, default=...)",
        "max(iterable, *[, default=obj, key=func]) -> value\nmax(arg1, arg2, *args, *[, key=func]) -> value\n\n\
         With a single iterable argument, return its biggest item; with two or more\narguments, the largest argument.\n\n\
         >>> max([3, 1, 2])\n\
         3",
        |vm, args| extreme(vm, args, "max", CompareOp::Gt),
    )
    .quick(|args| extreme_of_ints(args, CompareOp::Gt)),
    Builtin::new(
        "sum",
        "(iterable, /, start=0)",
        "Return the sum of a 'start' value (default: 0) plus an iterable of numbers.\n\n\
         >>> sum([1, 2, 3])\n\
         6",
        |vm, args| {
            let mut total = Total::new(args.get(1).clone());
            let refused = match &total.value {
                Value::Str(_) => Some("sum() can't sum strings [use ''.join(seq) instead]"),
                Value::Bytes(bytes) if bytes.mutable => Some("sum() can't sum bytearray [use b''.join(seq) instead]"),
                Value::Bytes(_) => Some("sum() can't sum bytes [use b''.join(seq) instead]"),
                _ => None,
            };
            if let Some(message) = refused {
                return Err(Raise::type_error(message));
            }
            let iterator = vm.iter(args.get(0))?;
            while let Some(item) = vm.feed(&iterator, &mut |item| total.add_number(item))? {
                total.add(vm, &item)?;
            }
            Ok(total.result())
        },
    ),
    Builtin::new(
        "iter",
        "(object, sentinel=..., /)",
        "iter(iterable) -> iterator\niter(callable, sentinel) -> iterator\n\n\
         Get an iterator from an object. In the second form, the callable is called until it returns the sentinel.",
        |vm, args| {
            let Some(sentinel) = args.given(1).cloned() else {
                return vm.iter(args.get(0));
            };
            let function = args.get(0).clone();
            if !super::objects::is_callable(vm, &function)? {
                return Err(Raise::type_error("iter(v, w): v must be callable"));
            }
            let mut done = false;
            Ok(Iter::from_parts("callable_iterator", vec![function.clone(), sentinel.clone()], move |vm| {
                if done {
                    return Ok(None);
                }
                let item = vm.call(&function, &[], &[])?;
                done = vm.equal(&item, &sentinel)?;
                Ok((!done).then_some(item))
            }))
        },
    ),
    Builtin::new(
        "next",
        "(iterator, default=..., /)",
        "next(iterator[, default])\n\nReturn the next item from the iterator. If default is given and the iterator\n\
         is exhausted, it is returned instead of raising StopIteration.",
        |vm, args| {
            let next = match args.get(0) {
                // Keeps the return value of a generator.
                Value::Iter(iter) if iter.flow().is_some_and(Flow::is_generator) => match vm.generator_send(iter, Value::None) {
                    Err(raise) if raise.is(Exc::StopIteration) => Err(raise),
                    next => return next,
                },
                // Passes on the program's own StopIteration unchanged.
                iterator @ Value::Instance(_) if vm.class_of(iterator).lookup("__next__").is_some() => {
                    match vm.call_found(iterator, "__next__") {
                        Err(raise) if !raise.is(Exc::StopIteration) => return Err(raise),
                        next => next,
                    }
                }
                iterator => match vm.next_or_stop(iterator) {
                    Err(raise) if !raise.is(Exc::StopIteration) => return Err(raise),
                    next => next,
                },
            };
            next.or_else(|ended| args.given(1).cloned().ok_or(ended))
        },
    ),
];

/// The total of `sum`. While only numbers are added, the digits that floats lose are kept apart, as in CPython (Neumaier).
struct Total {
    value: Value,
    lost: f64,
    only_numbers: bool,
}

impl Total {
    fn new(value: Value) -> Total {
        Total { value, lost: 0.0, only_numbers: true }
    }

    /// Adds a number; returns an item that cannot be added without its own methods.
    fn add_number(&mut self, item: Value) -> Option<Value> {
        self.value = match (&self.value, &item) {
            (Value::Float(a), Value::Float(b)) => {
                let (a, b) = (a.get(), b.get());
                Value::from(self.sum_of_floats(a, b))
            }
            (Value::Float(a), Value::Int(b)) if self.only_numbers => Value::from(a.get() + *b as f64),
            (Value::Float(a), Value::Bool(b)) if self.only_numbers => Value::from(a.get() + f64::from(b.get())),
            (Value::Int(a), Value::Int(b)) => match a.checked_add(*b) {
                Some(sum) => Value::Int(sum),
                None => return Some(item),
            },
            _ => return Some(item),
        };
        None
    }

    fn sum_of_floats(&mut self, a: f64, b: f64) -> f64 {
        let sum = a + b;
        if self.only_numbers {
            self.lost += if a.abs() >= b.abs() { (a - sum) + b } else { (b - sum) + a };
        }
        sum
    }

    /// Adds an item by the operator's rules. Lost digits are kept afterwards only where the first float was added.
    fn add(&mut self, vm: &mut Vm, item: &Value) -> Result<()> {
        let was_int = matches!(self.value, Value::Int(_));
        self.give_back_lost();
        self.value = vm.binary(crate::native::BinaryOp::Add, &self.value, item)?;
        self.only_numbers &= was_int && matches!((&self.value, item), (Value::Float(_), _) | (_, Value::Bool(_)));
        Ok(())
    }

    fn give_back_lost(&mut self) {
        let lost = std::mem::take(&mut self.lost);
        if let Value::Float(sum) = &self.value
            && lost != 0.0
            && lost.is_finite()
        {
            self.value = Value::from(sum.get() + lost);
        }
    }

    fn result(mut self) -> Value {
        self.give_back_lost();
        self.value
    }
}

/// Returns the value unless its truth is known without a method call and equals `truth`.
fn unless_plainly(truth: bool, item: Value) -> Option<Value> {
    let known = match &item {
        Value::Bool(value) => value.get(),
        Value::Int(value) => *value != 0,
        Value::None => false,
        _ => return Some(item),
    };
    (known != truth).then_some(item)
}

fn extreme_of_ints(args: &[Value], before: CompareOp) -> Option<Value> {
    match args {
        [Value::Int(a), Value::Int(b)] => Some(Value::Int(if before.holds(b.cmp(a)) { *b } else { *a })),
        _ => None,
    }
}

/// `min` and `max`: the first item that no other precedes.
fn extreme(vm: &mut Vm, args: &Args, name: &str, before: CompareOp) -> Result<Value> {
    let (key, default) = (args.get(1).clone(), args.given(2).cloned());
    let iterator = match args.rest(0) {
        [] => {
            return Err(Raise::type_error(format!("{name} expected at least 1 argument, got 0")));
        }
        [iterable] => vm.iter(iterable)?,
        several if default.is_some() => {
            let _ = several;
            return Err(Raise::type_error(format!(
                "Cannot specify a default for {name}() with multiple positional arguments"
            )));
        }
        several => {
            let items = Value::list(several.to_vec());
            vm.iter(&items)?
        }
    };
    let mut best: Option<(Value, Value)> = None;
    // Without a key, numbers are compared inline.
    let keep = |best: &mut Option<(Value, Value)>, item: Value| {
        let (Some((known, held)), true) = (best, key.is_none()) else { return Some(item) };
        let order = match (&*known, &item) {
            (Value::Int(a), Value::Int(b)) => b.cmp(a),
            (Value::Float(a), Value::Float(b)) => match b.get().partial_cmp(&a.get()) {
                Some(order) => order,
                None => return Some(item),
            },
            _ => return Some(item),
        };
        if before.holds(order) {
            (*known, *held) = (item.clone(), item);
        }
        None
    };
    while let Some(item) = vm.feed(&iterator, &mut |item| keep(&mut best, item))? {
        let item_key = if key.is_none() { item.clone() } else { vm.call(&key, std::slice::from_ref(&item), &[])? };
        let better = match &best {
            None => true,
            Some((Value::Int(best_key), _)) if let Value::Int(key) = &item_key => before.holds(key.cmp(best_key)),
            Some((best_key, _)) => {
                let answer = vm.compare(before, &item_key, best_key)?;
                vm.truth(&answer)?
            }
        };
        if better {
            best = Some((item_key, item));
        }
    }
    match (best, default) {
        (Some((_, item)), _) => Ok(item),
        (None, Some(default)) => Ok(default),
        (None, None) => Err(Raise::value_error(format!("{name}() iterable argument is empty"))),
    }
}
