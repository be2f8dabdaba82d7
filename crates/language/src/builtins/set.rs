//! The methods of set and frozenset.

use crate::object::Set;
use crate::{Args, Builtin, Exc, Raise, Result, Turns, Value, Vm};
use std::rc::Rc;

fn this(args: &Args) -> Result<Rc<Set>> {
    super::receiver(args, |value| match value {
        Value::Set(set) => Some(set),
        _ => None,
    })
}

/// Whether an item passes a test; the items after the first that does are not read.
fn any_item(vm: &mut Vm, iterable: &Value, mut test: impl FnMut(&mut Vm, &Value) -> Result<bool>) -> Result<bool> {
    let iterator = vm.iter(iterable)?;
    let mut turns = Turns::default();
    while let Some(item) = vm.next(&iterator)? {
        turns.next(vm)?;
        if test(vm, &item)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn union(vm: &mut Vm, args: &Args) -> Result<Value> {
    let set = this(args)?;
    let result = set.copy(set.frozen);
    for other in args.rest(1) {
        result.extend(vm, other)?;
    }
    Ok(Value::Set(result))
}

fn intersection(vm: &mut Vm, args: &Args) -> Result<Rc<Set>> {
    let mut result = this(args)?;
    if args.rest(1).is_empty() {
        return Ok(result.copy(result.frozen));
    }
    for other in args.rest(1) {
        result = result.intersection(vm, other)?;
    }
    Ok(result)
}

fn difference(vm: &mut Vm, args: &Args) -> Result<Rc<Set>> {
    let set = this(args)?;
    let Some((first, rest)) = args.rest(1).split_first() else {
        return Ok(set.copy(set.frozen));
    };
    let result = set.difference(vm, first)?;
    for other in rest {
        result.remove_all(vm, other)?;
    }
    Ok(result)
}

macro_rules! shared {
    ($type:literal $(, $more:expr)* $(,)?) => {
        &[
            Builtin::new(concat!($type, ".copy"), "(self, /)", "Return a shallow copy of a set.", |_, args| {
                let set = this(args)?;
                Ok(Value::Set(if set.frozen { set } else { set.copy(false) }))
            }),
            Builtin::new(concat!($type, ".union"), "(self, /, *others)", "Return the union of sets as a new set.", union),
            Builtin::new(concat!($type, ".intersection"), "(self, /, *others)", "Return the intersection of sets as a new set.", |vm, args| {
                intersection(vm, args).map(Value::Set)
            }),
            Builtin::new(
                concat!($type, ".difference"),
                "(self, /, *others)",
                "Return the difference of sets as a new set: items that are in this set but not the others.",
                |vm, args| difference(vm, args).map(Value::Set),
            ),
            Builtin::new(
                concat!($type, ".symmetric_difference"),
                "(self, other, /)",
                "Return the symmetric difference of two sets: items that are in exactly one of them.",
                |vm, args| this(args)?.symmetric_difference(vm, args.get(1)).map(Value::Set),
            ),
            Builtin::new(concat!($type, ".isdisjoint"), "(self, other, /)", "Return True if two sets have a null intersection.", |vm, args| {
                let set = this(args)?;
                if let Value::Set(other) = args.get(1).beneath() {
                    return set.is_disjoint(vm, &other.clone()).map(Value::from);
                }
                any_item(vm, args.get(1), |vm, item| set.contains(vm, item)).map(|any| Value::from(!any))
            }),
            Builtin::new(concat!($type, ".issubset"), "(self, other, /)", "Report whether another set contains this set.", |vm, args| {
                let set = this(args)?;
                if let Value::Set(other) = args.get(1).beneath() {
                    return set.is_subset(vm, &other.clone()).map(Value::from);
                }
                let common = set.intersection(vm, args.get(1))?;
                Ok(Value::from(common.len() == set.len()))
            }),
            Builtin::new(concat!($type, ".issuperset"), "(self, other, /)", "Report whether this set contains another set.", |vm, args| {
                let set = this(args)?;
                if let Value::Set(other) = args.get(1).beneath() {
                    return other.clone().is_subset(vm, &set).map(Value::from);
                }
                let absent = any_item(vm, args.get(1), |vm, item| set.contains(vm, item).map(|found| !found))?;
                Ok(Value::from(!absent))
            }),
            $($more,)*
        ]
    };
}

pub(crate) static FROZEN_METHODS: &[Builtin] = shared!("frozenset");

pub static METHODS: &[Builtin] = shared!(
    "set",
    Builtin::new("set.__init__", "(self, iterable=(), /)", "Fill the set with the iterable's items.", |vm, args| {
        let set = this(args)?;
        set.clear();
        set.extend(vm, args.get(1))?;
        Ok(Value::None)
    }),
    Builtin::new("set.add", "(self, element, /)", "Add an element to a set.", |vm, args| {
        this(args)?.insert(vm, args.get(1).clone())?;
        Ok(Value::None)
    })
    .quick(|args| match args {
        [Value::Set(set), item] if set.add_plain(item) => Some(Value::None),
        _ => None,
    }),
    Builtin::new("set.discard", "(self, element, /)", "Remove an element from a set if it is a member.", |vm, args| {
        this(args)?.remove(vm, args.get(1))?;
        Ok(Value::None)
    }),
    Builtin::new(
        "set.remove",
        "(self, element, /)",
        "Remove an element from a set; it must be a member.",
        |vm, args| {
            match this(args)?.remove(vm, args.get(1))? {
                true => Ok(Value::None),
                false => Err(Raise::key_error(args.get(1))),
            }
        }
    ),
    Builtin::new("set.pop", "(self, /)", "Remove and return an arbitrary set element.", |_, args| {
        this(args)?.pop().ok_or_else(|| Raise::with_args(Exc::KeyError, vec![Value::str("pop from an empty set")]))
    }),
    Builtin::new("set.clear", "(self, /)", "Remove all elements from this set.", |_, args| {
        this(args)?.clear();
        Ok(Value::None)
    }),
    Builtin::new(
        "set.update",
        "(self, /, *others)",
        "Update a set with the union of itself and others.",
        |vm, args| {
            let set = this(args)?;
            for other in args.rest(1) {
                set.extend(vm, other)?;
            }
            Ok(Value::None)
        }
    ),
    Builtin::new(
        "set.intersection_update",
        "(self, /, *others)",
        "Update a set with the intersection of itself and others.",
        |vm, args| {
            let result = intersection(vm, args)?;
            this(args)?.become_set(&result);
            Ok(Value::None)
        }
    ),
    Builtin::new(
        "set.difference_update",
        "(self, /, *others)",
        "Remove all elements of the others from this set.",
        |vm, args| {
            let set = this(args)?;
            for other in args.rest(1) {
                set.remove_all(vm, other)?;
            }
            Ok(Value::None)
        }
    ),
    Builtin::new(
        "set.symmetric_difference_update",
        "(self, other, /)",
        "Update a set with the symmetric difference of itself and another.",
        |vm, args| {
            this(args)?.toggle_all(vm, args.get(1))?;
            Ok(Value::None)
        },
    ),
);
