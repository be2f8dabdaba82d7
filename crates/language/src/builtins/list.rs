//! The methods of list.

use super::{clipped_index, sorting};
use crate::native::BinaryOp;
use crate::object::List;
use crate::{Args, Builtin, Exc, Raise, Result, Value, Vm, memory};
use std::rc::Rc;

fn this(args: &Args) -> Result<Rc<List>> {
    super::receiver(args, |value| match value {
        Value::List(list) => Some(list),
        _ => None,
    })
}

/// The items of an iterable for a list. An object of the program's is asked how many there are, as in CPython.
pub(super) fn items_of(vm: &mut Vm, source: &Value) -> Result<Vec<Value>> {
    let Value::Instance(_) = source else { return vm.collect(source) };
    let iterator = vm.iter(source)?;
    ask_length(vm, source)?;
    vm.collect(&iterator)
}

/// Appends the items of an iterable, each as it comes: those before an error stay, as in CPython.
pub(crate) fn extend(vm: &mut Vm, list: &List, source: &Value) -> Result<()> {
    // No code runs meanwhile.
    if let Value::List(_) | Value::Tuple(_) | Value::Dict(_) | Value::Set(_) | Value::Range(_) = source {
        let items = vm.collect(source)?;
        return memory::extend(&mut list.items.borrow_mut(), items);
    }
    let iterator = vm.iter(source)?;
    if let Value::Instance(_) = source {
        ask_length(vm, source)?;
    }
    let mut push_if_roomy = |item| {
        let mut items = list.items.borrow_mut();
        if items.len() == items.capacity() {
            return Some(item);
        }
        items.push(item);
        None
    };
    while let Some(item) = vm.feed(&iterator, &mut push_if_roomy)? {
        memory::push(&mut list.items.borrow_mut(), item)?;
    }
    Ok(())
}

fn ask_length(vm: &mut Vm, source: &Value) -> Result<()> {
    if vm.class_of(source).lookup("__len__").is_some() {
        match vm.length(source) {
            Err(raise) if raise.is(Exc::TypeError) => {}
            asked => return asked.map(drop),
        }
    }
    match vm.call_if_found(source, "__length_hint__") {
        Ok(None | Some(Value::NotImplemented)) => Ok(()),
        Ok(Some(hint)) => checked_hint(&hint),
        Err(raise) if raise.is(Exc::TypeError) => Ok(()),
        Err(raise) => Err(raise),
    }
}

fn checked_hint(hint: &Value) -> Result<()> {
    match super::plain(hint) {
        Value::Int(hint) if hint < 0 => Err(Raise::value_error("__length_hint__() should return >= 0")),
        Value::Int(_) | Value::Bool(_) | Value::BigInt(_) => Ok(()),
        _ => Err(Raise::type_error(format!("__length_hint__ must be an integer, not {}", hint.type_name()))),
    }
}

pub static METHODS: &[Builtin] = &[
    Builtin::new("list.__init__", "(self, iterable=(), /)", "Fill the list with the iterable's items.", |vm, args| {
        let list = this(args)?;
        let old = list.items.take();
        old.into_iter().rev().for_each(drop);
        extend(vm, &list, args.get(1))?;
        Ok(Value::None)
    }),
    Builtin::new("list.append", "(self, object, /)", "Append object to the end of the list.", |_, args| {
        let list = this(args)?;
        let mut items = list.items.borrow_mut();
        crate::memory::grow(&mut items)?;
        items.push(args.get(1).clone());
        Ok(Value::None)
    })
    .quick(|args| match args {
        [Value::List(list), item] => {
            let mut items = list.items.borrow_mut();
            crate::memory::grow(&mut items).ok()?;
            items.push(std::mem::take(item));
            Some(Value::None)
        }
        _ => None,
    }),
    Builtin::new(
        "list.extend",
        "(self, iterable, /)",
        "Extend list by appending elements from the iterable.",
        |vm, args| {
            extend(vm, &*this(args)?, args.get(1))?;
            Ok(Value::None)
        },
    ),
    Builtin::new("list.insert", "(self, index, object, /)", "Insert object before index.", |vm, args| {
        let list = this(args)?;
        let index = clipped_index(vm, args.get(1))?;
        let mut items = list.items.borrow_mut();
        let length = items.len() as i64;
        let at = if index < 0 { index.saturating_add(length) } else { index }.clamp(0, length);
        items.insert(at as usize, args.get(2).clone());
        Ok(Value::None)
    }),
    Builtin::new("list.pop", "(self, index=-1, /)", "Remove and return item at index (default last).", |vm, args| {
        let list = this(args)?;
        let index = clipped_index(vm, args.get(1))?;
        let mut items = list.items.borrow_mut();
        if items.is_empty() {
            return Err(Raise::new(Exc::IndexError, "pop from empty list"));
        }
        let length = items.len() as i64;
        let at = if index < 0 { index.saturating_add(length) } else { index };
        if !(0..length).contains(&at) {
            return Err(Raise::new(Exc::IndexError, "pop index out of range"));
        }
        Ok(items.remove(at as usize))
    })
    .quick(|args| match args {
        [Value::List(list)] => list.items.borrow_mut().pop(),
        _ => None,
    }),
    Builtin::new("list.remove", "(self, value, /)", "Remove first occurrence of value.", |vm, args| {
        let list = this(args)?;
        match position(vm, &list, args.get(1), 0, usize::MAX)? {
            Some(at) => {
                let mut items = list.items.borrow_mut();
                // The comparison may have shortened the list.
                let removed = (at < items.len()).then(|| items.remove(at));
                drop(items);
                drop(removed);
                Ok(Value::None)
            }
            None => Err(Raise::value_error("list.remove(x): x not in list")),
        }
    }),
    Builtin::new("list.clear", "(self, /)", "Remove all items from list.", |_, args| {
        let old = this(args)?.items.take();
        old.into_iter().rev().for_each(drop);
        Ok(Value::None)
    }),
    Builtin::new("list.copy", "(self, /)", "Return a shallow copy of the list.", |_, args| {
        Ok(Value::list(memory::copied(&this(args)?.items.borrow())?))
    }),
    Builtin::new("list.count", "(self, value, /)", "Return number of occurrences of value.", |vm, args| {
        let list = this(args)?;
        let (mut count, mut at) = (0, 0);
        while let Some(found) = position(vm, &list, args.get(1), at, usize::MAX)? {
            count += 1;
            at = found + 1;
        }
        Ok(Value::Int(count))
    }),
    Builtin::new(
        "list.index",
        "(self, value, start=0, stop=None, /)",
        "Return first index of value; ValueError if the value is not present.",
        |vm, args| {
            let list = this(args)?;
            let (start, stop) = super::whole_bounds(vm, args, 2, || list.items.borrow().len())?;
            match position(vm, &list, args.get(1), start, stop)? {
                Some(at) => Ok(Value::Int(at as i64)),
                None => Err(Raise::value_error(format!("{} is not in list", vm.repr(args.get(1))?))),
            }
        },
    ),
    Builtin::new("list.reverse", "(self, /)", "Reverse in place.", |_, args| {
        this(args)?.items.borrow_mut().reverse();
        Ok(Value::None)
    }),
    Builtin::new(
        "list.sort",
        "(self, /, *, key=None, reverse=False)",
        "Sort the list in ascending order and return None.\n\n\
         The sort is in-place and stable. A key function is applied once to each item; reverse sorts in descending order.",
        |vm, args| {
            let list = this(args)?;
            let reverse = vm.truth(args.get(2))?;
            // As in CPython the list is empty while it is being sorted.
            let items = list.items.take();
            let backup = items.clone();
            let sorted = sorting::sort(vm, items, args.get(1), reverse);
            vm.run_finalizers();
            // A list that was filled and cleared meanwhile has kept its capacity.
            let changed = list.items.borrow().capacity() > 0;
            let (items, result) = match sorted {
                Ok(items) => (items, Ok(Value::None)),
                Err(error) => (backup, Err(error)),
            };
            list.items.replace(items);
            if changed && result.is_ok() {
                return Err(Raise::value_error("list modified during sort"));
            }
            result
        },
    ),
    Builtin::new("list.__iadd__", "(self, value, /)", "Implement self+=value.", |vm, args| {
        extend(vm, &*this(args)?, args.get(1))?;
        Ok(args.get(0).clone())
    }),
    Builtin::new("list.__imul__", "(self, value, /)", "Implement self*=value.", |vm, args| {
        let list = this(args)?;
        let product = vm.binary(BinaryOp::Mul, &Value::List(list.clone()), args.get(1))?;
        let items = vm.collect(&product)?;
        list.items.replace(items);
        Ok(args.get(0).clone())
    }),
];

/// The first index of an equal item within bounds; the list may change during the search.
fn position(vm: &mut Vm, list: &Rc<List>, wanted: &Value, start: usize, stop: usize) -> Result<Option<usize>> {
    let mut at = start;
    loop {
        let Some(item) = list.items.borrow().get(at).cloned() else {
            return Ok(None);
        };
        if at >= stop {
            return Ok(None);
        }
        if item.is(wanted) || vm.equal(&item, wanted)? {
            return Ok(Some(at));
        }
        at += 1;
    }
}
