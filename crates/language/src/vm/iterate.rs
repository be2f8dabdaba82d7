//! Iteration.

use super::Vm;
use super::frame::{Exit, Sink};
use super::names::Special;
use super::quick::{next_of_range, next_of_sequence};
use crate::compile::{Flow, Op};
use crate::object::{Bytes, Iter, IterState, List, What};
use crate::threads::Ident;
use crate::{Exc, Raise, Result, Value, memory};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The start of a turn of a `for` loop.
pub(super) enum Next {
    Item(Value),
    /// A generator's frame runs next.
    Awake,
    End,
}

impl Vm {
    /// Advances the iterator on top of the stack.
    pub(super) fn for_iter(&mut self) -> Result<Next> {
        let iter = match self.top() {
            Value::Iter(iter) => iter.clone(),
            other => {
                let other = other.clone();
                return Ok(self.next(&other)?.map_or(Next::End, Next::Item));
            }
        };
        if iter.is_generator() {
            return Ok(if self.resume_inline(iter, Value::None)? { Next::Awake } else { Next::End });
        }
        let ip = self.ip;
        let found = if iter.gives_pairs() && self.frame().code().ops[ip] == Op::Unpack(2) {
            self.next_pair(&iter)?.map(|(first, second)| {
                self.ip += 1;
                self.push(second);
                first
            })
        } else {
            self.advance(&iter)?
        };
        Ok(found.map_or(Next::End, Next::Item))
    }
    pub fn iter(&mut self, object: &Value) -> Result<Value> {
        Ok(match object {
            Value::Iter(iter) if iter.flow().is_none_or(Flow::is_generator) => object.clone(),
            Value::List(list) => Iter::of("list_iterator", IterState::List { list: list.clone(), at: 0 }),
            Value::Tuple(tuple) => Iter::of("tuple_iterator", IterState::Tuple { tuple: tuple.clone(), at: 0 }),
            Value::Range(range) => {
                Iter::of("range_iterator", IterState::Range { next: range.start, left: range.len(), step: range.step })
            }
            Value::Str(text) if text.is_ascii() => {
                Iter::of("str_ascii_iterator", IterState::Str { text: text.clone(), at: 0 })
            }
            Value::Str(text) => Iter::of("str_iterator", IterState::Str { text: text.clone(), at: 0 }),
            Value::Dict(dict) => Iter::over_dict("dict_keyiterator", dict, What::Keys),
            Value::Set(set) => {
                Iter::of("set_iterator", IterState::Set { set: set.clone(), position: 0, length: set.len() })
            }
            Value::Bytes(bytes) => over_bytes(bytes),
            Value::Native(native) => match native.clone().iter(self, object)? {
                Some(iterator) => iterator,
                None => return self.iter_by_methods(object),
            },
            Value::Instance(instance) => {
                let class = instance.class.borrow().clone();
                match class.lookup_name(self.names.special(Special::Iter)) {
                    Some(Value::Builtin(_)) | None if !instance.payload().is_none() => {
                        let payload = instance.payload().clone();
                        if matches!(payload, Value::Iter(_)) {
                            // Its class may have a `__next__` of its own.
                            return Ok(object.clone());
                        }
                        let found = match &payload {
                            Value::Native(native) => native.clone().iter(self, object).transpose(),
                            _ => None,
                        };
                        match found.unwrap_or_else(|| self.iter(&payload)) {
                            Err(_) => return self.iter_by_methods(object),
                            found => found?,
                        }
                    }
                    _ => return self.iter_by_methods(object),
                }
            }
            Value::Class(_) => match self.by_metaclass(object, "__iter__", &[])? {
                Some(items) => self.iter(&items)?,
                None => return Err(not_iterable(object)),
            },
            _ => return self.iter_by_methods(object),
        })
    }

    fn iter_by_methods(&mut self, object: &Value) -> Result<Value> {
        let class = self.class_of(object);
        match class.lookup_name(self.names.special(Special::Iter)) {
            Some(Value::None) => Err(not_iterable(object)),
            Some(method) => {
                let iterator = self.call_bound(method, object, &class, &[])?;
                let usable = as_iterator(&iterator).is_some()
                    || self.class_of(&iterator).lookup_name(self.names.special(Special::Next)).is_some();
                if usable {
                    Ok(iterator)
                } else {
                    Err(Raise::type_error(format!("iter() returned non-iterator of type '{}'", iterator.type_name())))
                }
            }
            None if class.lookup_name(self.names.special(Special::GetItem)).is_some() => {
                Ok(Iter::of("iterator", IterState::Items { object: object.clone(), at: 0 }))
            }
            None => Err(not_iterable(object)),
        }
    }

    pub fn next(&mut self, iterator: &Value) -> Result<Option<Value>> {
        self.poll()?;
        let Some(iter) = as_iterator(iterator) else {
            let class = self.class_of(iterator);
            let Some(method) = class.lookup_name(self.names.special(Special::Next)) else {
                return Err(Raise::type_error(format!("'{}' object is not an iterator", iterator.type_name())));
            };
            return match self.call_bound(method, iterator, &class, &[]) {
                Err(raise) if raise.is(Exc::StopIteration) => Ok(None),
                found => found.map(Some),
            };
        };
        self.advance(iter)
    }

    /// The next item; StopIteration at the end, with the value that code inside the iterator raised it with.
    pub(crate) fn next_or_stop(&mut self, iterator: &Value) -> Result<Value> {
        let item = match as_iterator(iterator) {
            Some(iter) => self.poll().and_then(|()| self.item_or_stop(iter)),
            None => self.next(iterator),
        };
        item?.ok_or_else(|| Raise::with_args(Exc::StopIteration, Vec::new()))
    }

    pub(crate) fn advance(&mut self, iter: &Rc<Iter>) -> Result<Option<Value>> {
        let Ok(mut state) = iter.state.try_borrow_mut() else {
            return Err(Raise::value_error(format!("{} already executing", iter.name)));
        };
        match &mut *state {
            IterState::Range { next, left, step } => {
                if *left == 0 {
                    return Ok(None);
                }
                let value = *next;
                *left -= 1;
                *next = next.wrapping_add(*step);
                Ok(Some(Value::Int(value)))
            }
            IterState::List { list, at } => {
                let item = list.items.borrow().get(*at).cloned();
                match item {
                    Some(item) => {
                        *at += 1;
                        Ok(Some(item))
                    }
                    None => {
                        *state = IterState::Done;
                        Ok(None)
                    }
                }
            }
            IterState::Tuple { tuple, at } => {
                let item = tuple.get(*at).cloned();
                *at += 1;
                Ok(item)
            }
            IterState::Str { text, at } => {
                let Some(c) = text.as_str()[*at..].chars().next() else {
                    return Ok(None);
                };
                *at += c.len_utf8();
                Ok(Some(Value::str(c.encode_utf8(&mut [0; 4]))))
            }
            IterState::Entries { order: Some(_), left: 0, .. } => Ok(None),
            IterState::Entries { dict, what, position, length, order, left } => {
                dict.check_unchanged(*length, *order)?;
                let entry = dict.next_entry(position, *what);
                counted(entry, left)
            }
            IterState::Set { set, position, length } => {
                if set.len() != *length {
                    return Err(Raise::runtime("Set changed size during iteration"));
                }
                Ok(set.next_item(*position).map(|(next, item)| {
                    *position = next;
                    item
                }))
            }
            IterState::Items { object, at } => {
                let (object, index) = (object.clone(), *at);
                *at += 1;
                drop(state);
                match self.get_item(&object, &Value::Int(index)) {
                    Ok(item) => Ok(Some(item)),
                    Err(raise) if raise.is(Exc::IndexError) || raise.is(Exc::StopIteration) => {
                        *iter.state.borrow_mut() = IterState::Done;
                        Ok(None)
                    }
                    Err(raise) => Err(raise),
                }
            }
            IterState::Count { next, step } => {
                let (current, step) = (next.clone(), step.clone());
                drop(state);
                let following = self.binary(crate::native::BinaryOp::Add, &current, &step)?;
                if let IterState::Count { next, .. } = &mut *iter.state.borrow_mut() {
                    *next = following;
                }
                Ok(Some(current))
            }
            IterState::Repeat { object, left } => match left {
                Some(0) => Ok(None),
                Some(left) => {
                    *left -= 1;
                    Ok(Some(object.clone()))
                }
                None => Ok(Some(object.clone())),
            },
            IterState::Enumerate { .. } | IterState::Zip { .. } => {
                drop(state);
                Ok(self.next_pair(iter)?.map(|(first, second)| Value::pair(first, second)))
            }
            IterState::Closure(_) | IterState::Steps(_) => {
                drop(state);
                match self.native_item(iter) {
                    Err(raise) if raise.is(Exc::StopIteration) => Ok(None),
                    found => found,
                }
            }
            IterState::Generator(_) => {
                drop(state);
                match self.resume(iter, Ok(Value::None))? {
                    Exit::Yield(value) => Ok(Some(value)),
                    Exit::Return(_) => Ok(None),
                }
            }
            IterState::Running(thread) => {
                let thread = *thread;
                drop(state);
                self.wait_for_iterator(iter, thread)?;
                self.advance(iter)
            }
            IterState::Done => Ok(None),
        }
    }

    /// As `advance`, but a StopIteration of code that the iterator calls is returned with its value.
    pub(crate) fn item_or_stop(&mut self, iter: &Rc<Iter>) -> Result<Option<Value>> {
        let is_native =
            iter.state.try_borrow().is_ok_and(|state| matches!(*state, IterState::Closure(_) | IterState::Steps(_)));
        if is_native { self.native_item(iter) } else { self.advance(iter) }
    }

    /// The next item of an iterator whose steps are native code; code of the program's that it calls may end it.
    fn native_item(&mut self, iter: &Rc<Iter>) -> Result<Option<Value>> {
        let running = IterState::Running(self.thread());
        let mut state = iter.state.borrow_mut();
        if let IterState::Steps(steps) = &*state {
            let steps = steps.clone();
            drop(state);
            return self.native_step(|vm| steps.next(vm));
        }
        let IterState::Closure(mut next) = std::mem::replace(&mut *state, running) else { return Ok(None) };
        drop(state);
        let result = self.native_step(|vm| next(vm));
        let ended = matches!(result, Ok(None));
        *iter.state.borrow_mut() = if ended { IterState::Done } else { IterState::Closure(next) };
        result
    }

    /// Waits while another thread is inside a step of a native iterator.
    #[cold]
    fn wait_for_iterator(&mut self, iter: &Rc<Iter>, thread: Ident) -> Result<()> {
        if thread == self.thread() || !self.may_switch() {
            return Err(Raise::value_error(format!("{} already executing", iter.name)));
        }
        while matches!(*iter.state.borrow(), IterState::Running(_)) {
            self.pause(Instant::now().checked_add(Duration::from_millis(1)))?;
        }
        Ok(())
    }

    /// The next pair of an `enumerate`, a `zip` of two, or a dict's items, before it becomes a tuple.
    pub(super) fn next_pair(&mut self, iter: &Iter) -> Result<Option<(Value, Value)>> {
        let (first, second) = match &mut *iter.state.borrow_mut() {
            IterState::Enumerate { count, inner } => match next_at_hand(inner) {
                Some(item) => {
                    *count += 1;
                    return Ok(Some((Value::Int(*count - 1), item)));
                }
                None => (Ok(Value::Int(*count)), inner.clone()),
            },
            IterState::Zip { first, second } => match next_at_hand(first) {
                Some(item) => match next_at_hand(second) {
                    Some(other) => return Ok(Some((item, other))),
                    None => (Ok(item), second.clone()),
                },
                None => (Err(first.clone()), second.clone()),
            },
            IterState::Entries { order: Some(_), left: 0, .. } => return Ok(None),
            IterState::Entries { dict, position, length, order, left, .. } => {
                dict.check_unchanged(*length, *order)?;
                return counted(dict.next_pair(position), left);
            }
            _ => return Ok(None),
        };
        let first = match first {
            Ok(item) => Some(item),
            Err(iterator) => self.next_of(&iterator)?,
        };
        let pair = match first {
            Some(first) => self.next_of(&second)?.map(|second| (first, second)),
            None => None,
        };
        if pair.is_some()
            && let IterState::Enumerate { count, .. } = &mut *iter.state.borrow_mut()
        {
            *count += 1;
        }
        Ok(pair)
    }
    fn next_of(&mut self, iterator: &Value) -> Result<Option<Value>> {
        match next_at_hand(iterator) {
            None => self.native_step(|vm| vm.next(iterator)),
            item => Ok(item),
        }
    }

    /// The number of remaining items of an iterator, if it is known without iterating.
    pub(crate) fn remaining(&mut self, iter: &Iter) -> Result<Option<usize>> {
        match iter.steps() {
            Some(steps) => steps.remaining(self),
            None => Ok(iter.remaining()),
        }
    }

    /// Passes items of an iterator to `take` until it returns one, which is the result. None: the iterator has ended.
    pub(crate) fn feed(&mut self, iterator: &Value, take: Sink) -> Result<Option<Value>> {
        loop {
            self.poll()?;
            let item = match next_of_range(iterator).map(Value::Int).or_else(|| next_of_sequence(iterator)) {
                None => match iterator {
                    Value::Iter(iter) if iter.is_generator() => {
                        return match self.resume_into(iter, Ok(Value::None), take)? {
                            Exit::Yield(back) => Ok(Some(back)),
                            Exit::Return(_) => Ok(None),
                        };
                    }
                    _ => self.next(iterator)?,
                },
                item => item,
            };
            match item.map(&mut *take) {
                Some(None) => {}
                None => return Ok(None),
                Some(back) => return Ok(back),
            }
        }
    }

    /// Collects all items (fast for lists, tuples, ranges).
    pub fn collect(&mut self, iterable: &Value) -> Result<Vec<Value>> {
        match iterable {
            Value::List(list) => return self.items_of(list),
            Value::Tuple(tuple) => {
                memory::room_for::<Value>(tuple.len())?;
                return self.polled(tuple.iter().cloned(), |items| items.collect());
            }
            Value::Dict(dict) => return memory::room_for::<Value>(dict.len()).map(|()| dict.keys()),
            Value::Set(set) => return memory::room_for::<Value>(set.len()).map(|()| set.items()),
            Value::Range(range) => memory::room_for::<Value>(range.len())?,
            _ => {}
        }
        let iterator = self.iter(iterable)?;
        let mut items = Vec::new();
        // A generator's items are pushed without suspending it while the capacity suffices.
        let push = |items: &mut Vec<Value>, item| match items.len() < items.capacity() {
            true => {
                items.push(item);
                None
            }
            false => Some(item),
        };
        while let Some(item) = self.feed(&iterator, &mut |item| push(&mut items, item))? {
            memory::grow(&mut items)?;
            items.push(item);
        }
        Ok(items)
    }
    /// A copy of a list's items. Code that runs at a poll may change the list.
    pub(crate) fn items_of(&mut self, list: &List) -> Result<Vec<Value>> {
        const STEP: usize = 1 << 18;
        let length = list.items.borrow().len();
        if length <= STEP {
            return Ok(list.items.borrow().clone());
        }
        memory::claim(length.saturating_mul(size_of::<Value>()))?;
        let mut copy = Vec::with_capacity(length);
        let add = |copy: &mut Vec<Value>| {
            let items = list.items.borrow();
            let end = items.len().min(copy.len() + STEP);
            items.get(copy.len()..end).map(|more| copy.extend_from_slice(more)).is_some()
        };
        while copy.len() < length && add(&mut copy) {
            self.check_interrupt()?;
        }
        Ok(copy)
    }
}

/// Counts an entry against those that the dict had when the iteration began; fails if there are more.
#[inline]
fn counted<T>(entry: Option<T>, left: &mut usize) -> Result<Option<T>> {
    if entry.is_some() {
        *left = left.checked_sub(1).ok_or_else(|| Raise::runtime("dictionary keys changed during iteration"))?;
    }
    Ok(entry)
}

/// Iterates over bytes as they are at each step; the end stays the end.
fn over_bytes(bytes: &Rc<Bytes>) -> Value {
    let (mut left, mut at) = (Some(bytes.clone()), 0);
    Iter::from_fn(if bytes.mutable { "bytearray_iterator" } else { "bytes_iterator" }, move |_| {
        let byte = left.as_ref().and_then(|bytes| bytes.data.borrow().get(at).copied());
        at += 1;
        if byte.is_none() {
            left = None;
        }
        Ok(byte.map(|byte| Value::Int(i64::from(byte))))
    })
}

/// The next item of an iterator over a range, list or tuple; None at its end, and for other iterators.
fn next_at_hand(iterator: &Value) -> Option<Value> {
    next_of_range(iterator).map(Value::Int).or_else(|| next_of_sequence(iterator))
}

/// A built-in iterator; coroutines are excluded.
fn as_iterator(value: &Value) -> Option<&Rc<Iter>> {
    match value {
        Value::Iter(iter) if iter.flow().is_none_or(Flow::is_generator) => Some(iter),
        _ => None,
    }
}

fn not_iterable(object: &Value) -> Raise {
    Raise::type_error(format!("'{}' object is not iterable", object.type_name())).mark(0, object.type_name())
}
