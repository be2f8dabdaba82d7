//! The methods of set and frozenset.

use crate::language::object::Set;
use crate::language::{Args, Builtin, Exc, Raise, Result, Value, Vm};
use std::rc::Rc;

fn this(args: &Args) -> Result<Rc<Set>> {
    super::receiver(args, |value| match value {
        Value::Set(set) => Some(set),
        _ => None,
    })
}

/// The set itself, or one made of an iterable's items.
fn to_set(vm: &mut Vm, value: &Value) -> Result<Rc<Set>> {
    match super::plain(value) {
        Value::Set(set) => Ok(set),
        _ => {
            let items = vm.collect(value)?;
            Set::from_items(vm, false, items)
        }
    }
}

fn union(vm: &mut Vm, args: &Args) -> Result<Value> {
    let set = this(args)?;
    let mut items = set.table.keys();
    for other in args.rest(1) {
        items.extend(vm.collect(other)?);
    }
    Ok(Value::Set(Set::from_items(vm, set.frozen, items)?))
}

fn intersection(vm: &mut Vm, args: &Args) -> Result<Rc<Set>> {
    let set = this(args)?;
    let mut kept = set.table.keys();
    for other in args.rest(1) {
        let other = to_set(vm, other)?;
        kept = retain(vm, kept, |vm, item| other.contains(vm, item))?;
    }
    Set::from_items(vm, set.frozen, kept)
}

fn difference(vm: &mut Vm, args: &Args) -> Result<Rc<Set>> {
    let set = this(args)?;
    let mut kept = set.table.keys();
    for other in args.rest(1) {
        let other = to_set(vm, other)?;
        kept = retain(vm, kept, |vm, item| Ok(!other.contains(vm, item)?))?;
    }
    Set::from_items(vm, set.frozen, kept)
}

fn symmetric_difference(vm: &mut Vm, args: &Args) -> Result<Rc<Set>> {
    let set = this(args)?;
    let other = to_set(vm, args.get(1))?;
    let mut kept = retain(vm, set.table.keys(), |vm, item| Ok(!other.contains(vm, item)?))?;
    kept.extend(retain(vm, other.table.keys(), |vm, item| Ok(!set.contains(vm, item)?))?);
    Set::from_items(vm, set.frozen, kept)
}

fn retain(vm: &mut Vm, items: Vec<Value>, mut keep: impl FnMut(&mut Vm, &Value) -> Result<bool>) -> Result<Vec<Value>> {
    let mut kept = Vec::new();
    for item in items {
        if keep(vm, &item)? {
            kept.push(item);
        }
    }
    Ok(kept)
}

/// Puts another set's items in place of the receiver's.
fn become_set(vm: &mut Vm, args: &Args, source: Rc<Set>) -> Result<Value> {
    let set = this(args)?;
    set.table.clear();
    for item in source.table.keys() {
        set.table.insert(vm, item, Value::None)?;
    }
    Ok(Value::None)
}

/// Whether `a` lies within `b`.
fn within(vm: &mut Vm, a: &Set, b: &Set) -> Result<Value> {
    for item in a.table.keys() {
        if !b.contains(vm, &item)? {
            return Ok(Value::Bool(false));
        }
    }
    Ok(Value::Bool(true))
}

macro_rules! shared {
    ($type:literal $(, $more:expr)* $(,)?) => {
        &[
            Builtin::new(concat!($type, ".copy"), "(self, /)", "Return a shallow copy of a set.", |vm, args| {
                let set = this(args)?;
                Ok(Value::Set(Set::from_items(vm, set.frozen, set.table.keys())?))
            }),
            Builtin::new(concat!($type, ".union"), "(self, *others)", "Return the union of sets as a new set.", union),
            Builtin::new(concat!($type, ".intersection"), "(self, *others)", "Return the intersection of sets as a new set.", |vm, args| {
                intersection(vm, args).map(Value::Set)
            }),
            Builtin::new(
                concat!($type, ".difference"),
                "(self, *others)",
                "Return the difference of sets as a new set: items that are in this set but not the others.",
                |vm, args| difference(vm, args).map(Value::Set),
            ),
            Builtin::new(
                concat!($type, ".symmetric_difference"),
                "(self, other, /)",
                "Return the symmetric difference of two sets: items that are in exactly one of them.",
                |vm, args| symmetric_difference(vm, args).map(Value::Set),
            ),
            Builtin::new(concat!($type, ".isdisjoint"), "(self, other, /)", "Return True if two sets have a null intersection.", |vm, args| {
                let (set, items) = (this(args)?, vm.collect(args.get(1))?);
                for item in items {
                    if set.contains(vm, &item)? {
                        return Ok(Value::Bool(false));
                    }
                }
                Ok(Value::Bool(true))
            }),
            Builtin::new(concat!($type, ".issubset"), "(self, other, /)", "Report whether another set contains this set.", |vm, args| {
                let (set, other) = (this(args)?, to_set(vm, args.get(1))?);
                within(vm, &set, &other)
            }),
            Builtin::new(concat!($type, ".issuperset"), "(self, other, /)", "Report whether this set contains another set.", |vm, args| {
                let (set, other) = (this(args)?, to_set(vm, args.get(1))?);
                within(vm, &other, &set)
            }),
            $($more,)*
        ]
    };
}

pub static FROZEN_METHODS: &[Builtin] = shared!("frozenset");

pub static METHODS: &[Builtin] = shared!(
    "set",
    Builtin::new("set.__init__", "(self, iterable=(), /)", "Fill the set with the iterable's items.", |vm, args| {
        let items = vm.collect(args.get(1))?;
        let source = Set::from_items(vm, false, items)?;
        become_set(vm, args, source)
    }),
    Builtin::new("set.add", "(self, element, /)", "Add an element to a set.", |vm, args| {
        this(args)?.table.insert(vm, args.get(1).clone(), Value::None)?;
        Ok(Value::None)
    }),
    Builtin::new("set.discard", "(self, element, /)", "Remove an element from a set if it is a member.", |vm, args| {
        this(args)?.table.remove(vm, args.get(1))?;
        Ok(Value::None)
    }),
    Builtin::new(
        "set.remove",
        "(self, element, /)",
        "Remove an element from a set; it must be a member.",
        |vm, args| {
            match this(args)?.table.remove(vm, args.get(1))? {
                Some(_) => Ok(Value::None),
                None => Err(Raise::key_error(args.get(1))),
            }
        }
    ),
    Builtin::new("set.pop", "(self, /)", "Remove and return an arbitrary set element.", |vm, args| {
        let set = this(args)?;
        match set.table.next_entry(0) {
            Some((_, item, _)) => {
                set.table.remove(vm, &item)?;
                Ok(item)
            }
            None => Err(Raise::new(Exc::KeyError, "pop from an empty set")),
        }
    }),
    Builtin::new("set.clear", "(self, /)", "Remove all elements from this set.", |_, args| {
        this(args)?.table.clear();
        Ok(Value::None)
    }),
    Builtin::new("set.update", "(self, *others)", "Update a set with the union of itself and others.", |vm, args| {
        let set = this(args)?;
        for other in args.rest(1) {
            for item in vm.collect(other)? {
                set.table.insert(vm, item, Value::None)?;
            }
        }
        Ok(Value::None)
    }),
    Builtin::new(
        "set.intersection_update",
        "(self, *others)",
        "Update a set with the intersection of itself and others.",
        |vm, args| {
            let result = intersection(vm, args)?;
            become_set(vm, args, result)
        }
    ),
    Builtin::new(
        "set.difference_update",
        "(self, *others)",
        "Remove all elements of the others from this set.",
        |vm, args| {
            let result = difference(vm, args)?;
            become_set(vm, args, result)
        }
    ),
    Builtin::new(
        "set.symmetric_difference_update",
        "(self, other, /)",
        "Update a set with the symmetric difference of itself and another.",
        |vm, args| {
            let result = symmetric_difference(vm, args)?;
            become_set(vm, args, result)
        },
    ),
);
