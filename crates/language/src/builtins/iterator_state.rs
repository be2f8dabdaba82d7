//! How `pickle` and `copy` rebuild iterators: a constructor with arguments, and the position.

use super::constructors;
use crate::object::{Iter, IterState, Range};
use crate::{Args, Builtin, Exc, Raise, Result, Value, Vm};
use std::rc::Rc;

/// Classes of iterators with a position.
const WITH_PLACE: &[&str] =
    &["list_iterator", "tuple_iterator", "str_iterator", "str_ascii_iterator", "bytes_iterator", "iterator"];
/// Classes of iterators that can be rebuilt.
const KNOWN: &[&str] = &[
    "range_iterator",
    "longrange_iterator",
    "dict_keyiterator",
    "dict_valueiterator",
    "dict_itemiterator",
    "set_iterator",
    "callable_iterator",
    "generic_alias_iterator",
    "enumerate",
    "zip",
    "map",
    "filter",
    "reversed",
    "dict_reversekeyiterator",
    "dict_reversevalueiterator",
    "dict_reverseitemiterator",
    "odict_iterator",
    "list_reverseiterator",
];

static REDUCE: [Builtin; 1] =
    [Builtin::new("iterator.__reduce__", "(self, /)", "Return state information for pickling.", |vm, args| {
        reduced(vm, args)
    })];

static SET_STATE: [Builtin; 1] =
    [Builtin::new("iterator.__setstate__", "(self, state, /)", "Set state information for unpickling.", |vm, args| {
        if let Some(steps) = this(args)?.steps() {
            return steps.set_state(vm, args.get(1)).map(|()| Value::None);
        }
        let iter = this(args)?;
        let pair = zipped(&iter.state.borrow());
        if let Some(pair) = pair {
            let strict = vm.truth(args.get(1))?;
            let steps = constructors::zip_steps(pair.to_vec(), strict);
            drop(iter.state.replace(IterState::Steps(steps)));
            return Ok(Value::None);
        }
        let place = usize::try_from(args.int(1)?).unwrap_or(0);
        go_to(&mut iter.state.borrow_mut(), place);
        Ok(Value::None)
    })];

/// The pickling methods of an iterator class.
pub(super) fn methods(name: &str) -> impl Iterator<Item = &'static Builtin> {
    let has_place = WITH_PLACE.contains(&name);
    let reduce: &'static [Builtin] = if has_place || KNOWN.contains(&name) { &REDUCE } else { &[] };
    let set_state: &'static [Builtin] =
        if has_place || matches!(name, "zip" | "reversed" | "list_reverseiterator") { &SET_STATE } else { &[] };
    reduce.iter().chain(set_state)
}

fn this(args: &Args) -> Result<&Rc<Iter>> {
    match args.get(0).beneath() {
        Value::Iter(iter) => Ok(iter),
        _ => Err(args.wrong(0, "iterator")),
    }
}

/// The iterators of `zip` over two.
fn zipped(state: &IterState) -> Option<[Value; 2]> {
    match state {
        IterState::Zip { first, second } => Some([first.clone(), second.clone()]),
        _ => None,
    }
}

/// A function, its arguments, and for some iterators a position to continue at.
fn reduced(vm: &mut Vm, args: &Args) -> Result<Value> {
    let iter = this(args)?;
    let class = Value::Class(vm.class_of(args.get(0)));
    if let Some(steps) = iter.steps() {
        return steps.reduce(vm, class);
    }
    let (name, args, place) = parts(iter)?;
    let function = match name {
        "iter" => built_in(vm, name)?,
        _ => class,
    };
    let place = place.map(|place| Value::Int(place as i64));
    Ok(Value::tuple([function, Value::tuple(args)].into_iter().chain(place).collect()))
}

/// A built-in function that the running code sees; AttributeError where a program took it away.
fn built_in(vm: &mut Vm, name: &str) -> Result<Value> {
    match vm.replaced_builtin(name)? {
        Some(found) => found.ok_or_else(|| Raise::new(Exc::AttributeError, name)),
        None => vm.import("builtins").and_then(|builtins| vm.get_attr(&builtins, name)),
    }
}

impl Iter {
    /// The arguments with which its class makes an equal iterator.
    pub fn made_of(&self) -> Result<Vec<Value>> {
        parts(self).map(|(_, args, _)| args)
    }
}

fn parts(iter: &Iter) -> Result<(&'static str, Vec<Value>, Option<usize>)> {
    let over = |object: Value, place: usize| Ok(("iter", vec![object], Some(place)));
    let left = |items: Vec<Value>| Ok(("iter", vec![Value::list(items)], None));
    match &*iter.state.borrow() {
        IterState::List { list, at } => over(Value::List(list.clone()), *at),
        IterState::Tuple { tuple, at } => over(Value::Tuple(tuple.clone()), *at),
        IterState::Str { text, at } => over(Value::Str(text.clone()), text.as_str()[..*at].chars().count()),
        IterState::Items { object, at } => over(object.clone(), usize::try_from(*at).unwrap_or(0)),
        IterState::Range { next, left, step } => {
            let stop = next.saturating_add(step.saturating_mul(*left as i64));
            Ok(("iter", vec![Value::Range(Rc::new(Range { start: *next, stop, step: *step }))], None))
        }
        IterState::Entries { dict, what, position, .. } => {
            let mut position = *position;
            left(std::iter::from_fn(|| dict.next_entry(&mut position, *what)).collect())
        }
        IterState::Set { set, position, .. } => {
            let mut position = *position;
            let next = || {
                set.next_item(position).map(|(next, item)| {
                    position = next;
                    item
                })
            };
            left(std::iter::from_fn(next).collect())
        }
        IterState::Count { next: Value::Int(next), step: Value::Int(1) } => {
            Ok(("count", vec![Value::Int(*next)], None))
        }
        IterState::Count { next, step } => Ok(("count", vec![next.clone(), step.clone()], None)),
        IterState::Repeat { object, left } => {
            let left = left.map(|left| Value::Int(left as i64));
            Ok(("repeat", [object.clone()].into_iter().chain(left).collect(), None))
        }
        IterState::Enumerate { count, inner } => Ok(("enumerate", vec![inner.clone(), Value::Int(*count)], None)),
        IterState::Zip { first, second } => Ok(("zip", vec![first.clone(), second.clone()], None)),
        IterState::Closure(_) if !iter.made_of.is_empty() => {
            let is_plain = matches!(iter.name, "callable_iterator" | "generic_alias_iterator");
            let name = if is_plain { "iter" } else { iter.name };
            Ok((name, iter.made_of.to_vec(), None))
        }
        IterState::Done if iter.name.starts_with("str") => Ok(("iter", vec![Value::str("")], None)),
        IterState::Done if iter.name == "tuple_iterator" => Ok(("iter", vec![Value::tuple(Vec::new())], None)),
        IterState::Done => left(Vec::new()),
        _ => Err(Raise::type_error(format!("cannot pickle '{}' object", iter.name))),
    }
}

/// Moves an iterator to an index.
fn go_to(state: &mut IterState, place: usize) {
    match state {
        IterState::List { at, .. } => *at = place,
        IterState::Tuple { tuple, at } => *at = place.min(tuple.len()),
        IterState::Items { at, .. } => *at = place as i64,
        IterState::Str { text, at } => {
            let start = text.as_str().char_indices().nth(place).map(|(start, _)| start);
            *at = start.unwrap_or(text.as_str().len());
        }
        _ => {}
    }
}
