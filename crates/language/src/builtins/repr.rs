//! `repr` of the built-in objects, with a guard against containers that contain themselves.

pub use super::literal::{ascii, str_repr};
pub(crate) use super::literal::{bytes_repr, escaped, is_printable};
use super::literal::{bytes_repr_of, str_repr_of};
use super::number::{big_text, float_repr, int_repr};
use crate::memory;
use crate::{Exc, Raise, Result, Value, Vm};
use std::cell::RefCell;
use std::rc::Rc;

/// Containers nested deeper than this raise RecursionError.
const DEEPEST: usize = 900;

thread_local! {
    /// The containers being shown, outermost first.
    static SHOWING: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Swaps the containers being shown on a thread switch.
pub(crate) fn switch(showing: &mut Vec<usize>) {
    SHOWING.with_borrow_mut(|running| std::mem::swap(running, showing));
}

/// Marks an object as being shown until it is dropped.
pub struct Showing(());

impl Showing {
    /// None if the object is already being shown by an outer call.
    pub fn enter(address: usize) -> Result<Option<Showing>> {
        SHOWING.with_borrow_mut(|stack| {
            if stack.contains(&address) {
                return Ok(None);
            }
            if stack.len() >= DEEPEST {
                return Err(Raise::new(
                    Exc::RecursionError,
                    "maximum recursion depth exceeded while getting the repr of an object",
                ));
            }
            stack.push(address);
            Ok(Some(Showing(())))
        })
    }
}

impl Drop for Showing {
    fn drop(&mut self) {
        SHOWING.with_borrow_mut(|stack| stack.pop());
    }
}

/// Longer strings are shown with polls for interrupts.
const LONG: usize = 1 << 12;

/// The `repr` of a value of a built-in data type; None for functions, classes, instances, iterators and natives.
pub fn repr(vm: &mut Vm, value: &Value) -> Result<Option<String>> {
    Ok(Some(match value {
        Value::None => "None".to_string(),
        Value::NotImplemented => "NotImplemented".to_string(),
        Value::Ellipsis => "Ellipsis".to_string(),
        Value::BigInt(number) => big_text(vm, number)?,
        Value::Bool(_) | Value::Int(_) => int_repr(value)?,
        Value::Float(x) => float_repr(x.get()),
        Value::Str(text) if text.len() < LONG => str_repr(text),
        Value::Str(text) => vm.polled(text.chars(), |letters| str_repr_of(text, letters))?,
        Value::Bytes(bytes) => {
            let data = bytes.steady();
            let literal = vm.polled(data.iter(), |items| bytes_repr_of(&data, items))?;
            if bytes.mutable { format!("bytearray({literal})") } else { literal }
        }
        Value::Tuple(items) => match Showing::enter(items.as_ptr() as usize)? {
            Some(_showing) if items.len() == 1 => format!("({},)", vm.repr(&items[0])?),
            Some(_showing) => format!("({})", joined(vm, items)?),
            None => "(...)".to_string(),
        },
        Value::List(list) => match Showing::enter(Rc::as_ptr(list) as usize)? {
            Some(_showing) => {
                let items = vm.items_of(list)?;
                format!("[{}]", joined(vm, &items)?)
            }
            None => "[...]".to_string(),
        },
        Value::Dict(dict) => match Showing::enter(Rc::as_ptr(dict) as usize)? {
            Some(_showing) => format!("{{{}}}", pairs(vm, &dict.items())?),
            None => "{...}".to_string(),
        },
        Value::Set(set) => {
            let name = if set.frozen { "frozenset" } else { "set" };
            match Showing::enter(Rc::as_ptr(set) as usize)? {
                Some(_showing) => {
                    let items = set.items();
                    match (items.is_empty(), set.frozen) {
                        (true, _) => format!("{name}()"),
                        (false, false) => format!("{{{}}}", joined(vm, &items)?),
                        (false, true) => format!("frozenset({{{}}})", joined(vm, &items)?),
                    }
                }
                None => format!("{name}(...)"),
            }
        }
        Value::Range(range) if range.step == 1 => format!("range({}, {})", range.start, range.stop),
        Value::Range(range) => format!("range({}, {}, {})", range.start, range.stop, range.step),
        Value::Slice(slice) => {
            format!("slice({}, {}, {})", vm.repr(&slice.start)?, vm.repr(&slice.stop)?, vm.repr(&slice.step)?)
        }
        _ => return Ok(None),
    }))
}

/// `a, b, c` of the items' reprs.
pub fn joined(vm: &mut Vm, items: &[Value]) -> Result<String> {
    let mut text = String::new();
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            text.push_str(", ");
        }
        memory::append(&mut text, &vm.repr(item)?)?;
    }
    Ok(text)
}

/// `k: v, k: v` of the pairs' reprs.
pub fn pairs(vm: &mut Vm, pairs: &[(Value, Value)]) -> Result<String> {
    let mut text = String::new();
    for (i, (key, value)) in pairs.iter().enumerate() {
        if i > 0 {
            text.push_str(", ");
        }
        memory::append(&mut text, &vm.repr(key)?)?;
        text.push_str(": ");
        memory::append(&mut text, &vm.repr(value)?)?;
    }
    Ok(text)
}
