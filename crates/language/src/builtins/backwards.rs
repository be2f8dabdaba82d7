//! Backward iterators: the result of `reversed` for sequences and dicts.

use crate::object::{Dict, Iter, Steps, What};
use crate::{Result, Value, Vm};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// From the last item of a sequence to the first.
struct Backwards {
    /// None at its end.
    sequence: RefCell<Option<Value>>,
    left: Cell<usize>,
    /// Whether it iterates over a list, which it keeps at its end.
    is_list: bool,
}

/// An iterator over a sequence, from the item before `left` on.
pub(super) fn over(name: &'static str, sequence: Value, left: usize) -> Value {
    let is_list = name == "list_reverseiterator";
    Iter::from_steps(name, Backwards { sequence: RefCell::new(Some(sequence)), left: Cell::new(left), is_list })
}

impl Backwards {
    fn length(&self, vm: &mut Vm) -> Result<usize> {
        let sequence = self.sequence.borrow().clone();
        sequence.map_or(Ok(0), |sequence| vm.length(&sequence))
    }
    fn end(&self) {
        self.left.set(0);
        drop(self.sequence.take());
    }
}

impl Steps for Backwards {
    fn next(&self, vm: &mut Vm) -> Result<Option<Value>> {
        let sequence = self.sequence.borrow().clone();
        let (Some(sequence), Some(at)) = (sequence, self.left.get().checked_sub(1)) else {
            if !self.is_list {
                self.end();
            }
            return Ok(None);
        };
        self.left.set(at);
        let item = match &sequence {
            Value::List(list) => list.items.borrow().get(at).cloned(),
            Value::Tuple(tuple) => tuple.get(at).cloned(),
            _ => match vm.get_item(&sequence, &Value::Int(at as i64)) {
                Err(raise) if raise.is(crate::Exc::IndexError) || raise.is(crate::Exc::StopIteration) => None,
                found => Some(found?),
            },
        };
        if item.is_none() {
            self.end();
        }
        Ok(item)
    }
    fn remaining(&self, vm: &mut Vm) -> Result<Option<usize>> {
        let (left, length) = (self.left.get(), self.length(vm)?);
        Ok(Some(if left > length { 0 } else { left }))
    }
    fn reduce(&self, vm: &mut Vm, _: Value) -> Result<Value> {
        let sequence = self.sequence.borrow().clone();
        let ended = sequence.is_none();
        let maker = if ended && self.is_list { "iter" } else { "reversed" };
        let maker = vm.import("builtins").and_then(|builtins| vm.get_attr(&builtins, maker))?;
        let empty = || if self.is_list { Value::list(Vec::new()) } else { Value::tuple(Vec::new()) };
        let place = (!ended).then(|| Value::Int(self.left.get() as i64 - 1));
        let parts = [maker, Value::tuple(vec![sequence.unwrap_or_else(empty)])];
        Ok(Value::tuple(parts.into_iter().chain(place).collect()))
    }
    fn set_state(&self, vm: &mut Vm, state: &Value) -> Result<()> {
        let at = super::clipped_index(vm, state)?.saturating_add(1);
        let length = self.length(vm)?;
        self.left.set(usize::try_from(at).unwrap_or(0).min(length));
        Ok(())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The entries of a dict from the last on; valid while its length is unchanged, and an OrderedDict's order.
struct Entries {
    dict: Rc<Dict>,
    what: What,
    length: usize,
    order: Option<u32>,
    position: Cell<usize>,
    /// The number of entries still to be yielded; None at its end.
    left: Cell<Option<usize>>,
}

/// An iterator over the keys, values or items of a dict, from the last on.
pub(super) fn over_dict(name: &'static str, dict: &Rc<Dict>, what: What) -> Value {
    let (length, order) = (dict.len(), dict.order());
    let name = if order.is_some() { "odict_iterator" } else { name };
    let (position, left) = (Cell::new(usize::MAX), Cell::new(Some(length)));
    Iter::from_steps(name, Entries { dict: dict.clone(), what, length, order, position, left })
}

impl Entries {
    fn previous(&self) -> Option<Value> {
        let mut position = self.position.get();
        let entry = self.dict.previous_entry(&mut position, self.what);
        self.position.set(position);
        entry
    }
}

impl Steps for Entries {
    fn next(&self, _: &mut Vm) -> Result<Option<Value>> {
        let Some(left) = self.left.get() else {
            return Ok(None);
        };
        if left == 0 && self.order.is_some() {
            return Ok(None);
        }
        self.dict.check_unchanged(self.length, self.order)?;
        let entry = self.previous();
        self.left.set(entry.is_some().then(|| left.saturating_sub(1)));
        Ok(entry)
    }
    fn remaining(&self, _: &mut Vm) -> Result<Option<usize>> {
        let valid = self.dict.check_unchanged(self.length, self.order).is_ok();
        Ok(Some(self.left.get().filter(|_| valid).unwrap_or(0)))
    }
    fn reduce(&self, vm: &mut Vm, _: Value) -> Result<Value> {
        let iter = vm.import("builtins").and_then(|builtins| vm.get_attr(&builtins, "iter"))?;
        let position = self.position.get();
        let left = self.left.get().map_or(Vec::new(), |_| std::iter::from_fn(|| self.previous()).collect());
        self.position.set(position);
        Ok(Value::pair(iter, Value::tuple(vec![Value::list(left)])))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}
