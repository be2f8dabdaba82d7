//! Reads, replaces and deletes slices of lists, tuples, strings, bytes and ranges.
//!
//! A bound's `__index__` and the iterable that replaces a slice may change the sequence, so its length is read after them.

use super::Vm;
use crate::object::{Bytes, List, Range, Slice, Str};
use crate::{Raise, Result, Value, builtins};

impl Vm {
    /// `object[slice]` for a built-in sequence.
    pub(super) fn get_slice(&mut self, object: &Value, slice: &Slice) -> Result<Value> {
        let bounds = slice.bounds(self)?;
        let range = bounds.within(self.length(object)?);
        Ok(match object {
            Value::List(list) => Value::list(selected(&list.items.borrow(), &range)),
            Value::Tuple(items) => Value::tuple(selected(items, &range)),
            Value::Str(text) => Value::Str(selected_text(text, &range)),
            Value::Bytes(bytes) => Value::Bytes(Bytes::new(selected(&bytes.data.borrow(), &range), bytes.mutable)),
            Value::Range(all) => {
                let [first, stride, start, stop, step] =
                    [all.start, all.step, range.start, range.stop, range.step].map(i128::from);
                builtins::wide_range::range(first + start * stride, first + stop * stride, stride * step)
            }
            _ => Value::None,
        })
    }

    /// `list[slice] = iterable`.
    pub(super) fn set_list_slice(&mut self, list: &List, slice: &Slice, value: &Value) -> Result<()> {
        let bounds = slice.bounds(self)?;
        let new = self.collect(value).map_err(|raise| match raise.says("object is not iterable") {
            true => Raise::type_error("must assign iterable to extended slice"),
            false => raise,
        })?;
        let range = bounds.within(list.items.borrow().len());
        check_size(&range, "sequence", new.len())?;
        let old = replace(&mut list.items.borrow_mut(), &range, new);
        discard(old, &range);
        Ok(())
    }

    /// `bytearray[slice] = bytes or integers`.
    pub(super) fn set_bytes_slice(&mut self, bytes: &Bytes, slice: &Slice, value: &Value) -> Result<()> {
        let bounds = slice.bounds(self)?;
        let new = builtins::bytes::to_assign(self, value)?;
        let range = bounds.within(bytes.data.borrow().len());
        check_size(&range, "bytes", new.len())?;
        let mut data = if range.len() == new.len() { bytes.data.borrow_mut() } else { bytes.resizable()? };
        replace(&mut data, &range, new);
        Ok(())
    }

    /// `del list[slice]`.
    pub(super) fn delete_list_slice(&mut self, list: &List, slice: &Slice) -> Result<()> {
        let range = slice.bounds(self)?.within(list.items.borrow().len());
        let old = remove(&mut list.items.borrow_mut(), &range);
        discard(old, &range);
        Ok(())
    }

    /// `del bytearray[slice]`.
    pub(super) fn delete_bytes_slice(&mut self, bytes: &Bytes, slice: &Slice) -> Result<()> {
        let range = slice.bounds(self)?.within(bytes.data.borrow().len());
        if !range.is_empty() {
            remove(&mut *bytes.resizable()?, &range);
        }
        Ok(())
    }
}

fn selected<T: Clone>(items: &[T], range: &Range) -> Vec<T> {
    match range.step {
        1 => items[range.contiguous()].to_vec(),
        _ => range.positions().map(|at| items[at].clone()).collect(),
    }
}

fn selected_text(text: &Str, range: &Range) -> Str {
    if range.step == 1 {
        let places = range.contiguous();
        return text.part(places.start, places.end);
    }
    let letters: Vec<char> = text.chars().collect();
    Str::from(range.positions().map(|at| letters[at]).collect::<String>())
}

/// A slice with a step keeps its size.
fn check_size(range: &Range, kind: &str, given: usize) -> Result<()> {
    let size = range.len();
    if range.step == 1 || given == size {
        return Ok(());
    }
    Err(Raise::value_error(format!("attempt to assign {kind} of size {given} to extended slice of size {size}")))
}

/// Puts new items, as many as the range has unless its step is one, in the place of the range; returns the old ones.
fn replace<T>(items: &mut Vec<T>, range: &Range, new: Vec<T>) -> Vec<T> {
    match range.step {
        1 => items.splice(range.contiguous(), new).collect(),
        _ => range.positions().zip(new).map(|(at, item)| std::mem::replace(&mut items[at], item)).collect(),
    }
}

/// Removes the range, and returns its items in the order of the sequence.
fn remove<T>(items: &mut Vec<T>, range: &Range) -> Vec<T> {
    if range.step == 1 {
        return items.drain(range.contiguous()).collect();
    }
    let mut at = 0..;
    items.extract_if(.., |_| at.next().is_some_and(|at| range.contains(at))).collect()
}

/// Drops items in CPython's order: those of a slice without a step from the end.
fn discard(old: Vec<Value>, range: &Range) {
    match range.step {
        1 => old.into_iter().rev().for_each(drop),
        _ => drop(old),
    }
}
