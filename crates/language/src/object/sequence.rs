//! Tuples, lists, bytes, ranges and slices.

use super::bury::{bury, is_deep};
use crate::gc::registry::{Container, Mark, track};
use crate::{Raise, Result, Value, Vm};
use smallvec::SmallVec;
use std::any::Any;
use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

/// An immutable sequence; dereferences to its items. A few items are stored inline.
pub struct Tuple {
    items: SmallVec<[Value; 3]>,
    pub(crate) mark: Mark,
}

impl From<Vec<Value>> for Tuple {
    fn from(items: Vec<Value>) -> Tuple {
        Tuple { items: items.into(), mark: Mark::default() }
    }
}
impl FromIterator<Value> for Tuple {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Tuple {
        Tuple { items: items.into_iter().collect(), mark: Mark::default() }
    }
}
impl std::ops::Deref for Tuple {
    type Target = [Value];
    fn deref(&self) -> &[Value] {
        &self.items
    }
}

pub struct List {
    pub items: RefCell<Vec<Value>>,
    pub(crate) mark: Mark,
}

/// Drops items one by one, the last first, in the order of CPython's sequences.
struct FromTheEnd<I: DoubleEndedIterator>(I);

impl<I: DoubleEndedIterator> Drop for FromTheEnd<I> {
    fn drop(&mut self) {
        while self.0.next_back().is_some() {}
    }
}

// Plain items need no drop, so they are forgotten.
impl Drop for List {
    fn drop(&mut self) {
        let items = self.items.get_mut();
        if items.iter().all(Value::is_plain) {
            items.drain(..).for_each(std::mem::forget);
        } else if items.iter().any(is_deep) {
            bury(FromTheEnd(std::mem::take(items).into_iter()));
        }
    }
}

impl Drop for Tuple {
    fn drop(&mut self) {
        if self.items.iter().all(Value::is_plain) {
            self.items.drain(..).for_each(std::mem::forget);
        } else if self.items.iter().any(is_deep) {
            bury(FromTheEnd(std::mem::take(&mut self.items).into_iter()));
        }
    }
}

impl List {
    pub fn new(items: Vec<Value>) -> Rc<List> {
        let list = Rc::new(List { items: RefCell::new(items), mark: Mark::default() });
        track(Rc::<List>::downgrade(&list));
        list
    }
}

impl Container for List {
    fn value(self: Rc<Self>) -> std::result::Result<Value, Rc<dyn Any>> {
        Ok(Value::List(self))
    }
}

pub struct Bytes {
    pub data: RefCell<Vec<u8>>,
    /// Whether it is a bytearray.
    pub mutable: bool,
    /// The number of views into the bytes; while there are any, the length is fixed.
    pub(crate) exports: Cell<u32>,
}

impl Bytes {
    pub fn new(data: Vec<u8>, mutable: bool) -> Rc<Bytes> {
        Rc::new(Bytes { data: RefCell::new(data), mutable, exports: Cell::new(0) })
    }
    /// The contents, which code that runs meanwhile cannot change.
    pub(crate) fn steady(&self) -> Steady<'_> {
        let data = self.data.borrow();
        if self.mutable { Steady::Copy(data.clone()) } else { Steady::Whole(data) }
    }
    /// Keeps the length while code may run.
    pub(crate) fn fixed(&self) -> Fixed<'_> {
        self.exports.set(self.exports.get() + 1);
        Fixed(self)
    }
}

/// As long as it lives, its bytes cannot be resized.
pub(crate) struct Fixed<'a>(&'a Bytes);

impl Drop for Fixed<'_> {
    fn drop(&mut self) {
        self.0.exports.set(self.0.exports.get() - 1);
    }
}

/// Contents that do not change.
pub(crate) enum Steady<'a> {
    Whole(Ref<'a, Vec<u8>>),
    Copy(Vec<u8>),
}

impl std::ops::Deref for Steady<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Steady::Whole(data) => data,
            Steady::Copy(data) => data,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    pub start: i64,
    pub stop: i64,
    pub step: i64,
}

impl Range {
    pub fn len(&self) -> usize {
        let (start, stop, step) = (self.start as i128, self.stop as i128, self.step as i128);
        let count = if step > 0 { (stop - start + step - 1) / step } else { (start - stop - step - 1) / -step };
        count.max(0) as usize
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The items as indices of a sequence that the range was clipped to.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = usize> + use<> {
        let range = self.clone();
        (0..range.len()).map(move |index| range.at(index) as usize)
    }
    /// As `positions`, for a step of one.
    pub fn contiguous(&self) -> std::ops::Range<usize> {
        self.start as usize..self.stop.max(self.start) as usize
    }
    /// The item at an index below `len`.
    pub fn at(&self, index: usize) -> i64 {
        self.start.wrapping_add(self.step.wrapping_mul(index as i64))
    }
    pub fn contains(&self, item: i64) -> bool {
        let inside = if self.step > 0 {
            (self.start..self.stop).contains(&item)
        } else {
            item <= self.start && item > self.stop
        };
        inside && (item as i128 - self.start as i128) % self.step as i128 == 0
    }
}

pub struct Slice {
    pub start: Value,
    pub stop: Value,
    pub step: Value,
}

impl Slice {
    /// Evaluates the bounds. `__index__` may run code that changes the sequence, so read its length afterwards.
    ///
    /// # Errors
    /// TypeError for bounds that are no integers, ValueError for a step of zero, exceptions of `__index__`.
    pub fn bounds(&self, vm: &mut Vm) -> Result<Bounds> {
        let step = bound(vm, &self.step)?.unwrap_or(1).max(-i64::MAX);
        if step == 0 {
            return Err(Raise::value_error("slice step cannot be zero"));
        }
        Ok(Bounds { start: bound(vm, &self.start)?, stop: bound(vm, &self.stop)?, step })
    }
    /// Python's `slice.indices`: start, stop and step clipped to a length that the bounds' `__index__` cannot change.
    ///
    /// # Errors
    /// As `bounds`.
    pub fn indices(&self, vm: &mut Vm, length: usize) -> Result<(i64, i64, i64)> {
        let Range { start, stop, step } = self.bounds(vm)?.within(length);
        Ok((start, stop, step))
    }
}

fn bound(vm: &mut Vm, value: &Value) -> Result<Option<i64>> {
    if value.is_none() {
        return Ok(None);
    }
    vm.index_clipped(value).map(Some).map_err(|raise| match raise.is(super::super::Exc::TypeError) {
        true => Raise::type_error("slice indices must be integers or None or have an __index__ method"),
        false => raise,
    })
}

/// The bounds of a slice as integers; `step` is not zero.
#[derive(Clone, Copy)]
pub struct Bounds {
    start: Option<i64>,
    stop: Option<i64>,
    step: i64,
}

impl Bounds {
    /// Returns the indices that the bounds select of a sequence of `length` items.
    pub fn within(self, length: usize) -> Range {
        let (length, step) = (length as i64, self.step);
        let (low, high) = if step > 0 { (0, length) } else { (-1, length - 1) };
        let clip = |bound: Option<i64>, absent: i64| match bound {
            None => absent,
            Some(at) if at < 0 => at.saturating_add(length).max(low),
            Some(at) => at.min(high),
        };
        let (first, last) = if step > 0 { (low, high) } else { (high, low) };
        Range { start: clip(self.start, first), stop: clip(self.stop, last), step }
    }
}
