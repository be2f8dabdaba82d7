//! Iteration and generators.

use super::Vm;
use super::frame::{Frame, FrameKind, RECURSION_LIMIT, Suspended, too_deep};
use super::quick::{next_of_range, next_of_sequence, release};
use super::run::Exit;
use crate::language::compile::{Code, Op};
use crate::language::object::{Generator, Iter, IterState, What};
use crate::language::{Exc, Raise, Result, Value, memory};
use std::rc::Rc;

/// What a turn of a for loop begins with.
pub(super) enum Next {
    Item(Value),
    /// A generator's frame runs next.
    Awake,
    End,
}

impl Vm {
    /// What the iterator on top of the stack gives next.
    pub(super) fn for_iter(&mut self) -> Result<Next> {
        let ip = self.ip;
        let found = match self.top().clone() {
            Value::Iter(iter) if iter.gives_pairs() && self.frame().code().ops[ip] == Op::Unpack(2) => {
                self.next_pair(&iter)?.map(|(first, second)| {
                    self.ip += 1;
                    self.push(second);
                    first
                })
            }
            Value::Iter(iter) => match self.resume_inline(&iter, Value::None)? {
                Some(true) => return Ok(Next::Awake),
                Some(false) => None,
                None => self.advance(&iter)?,
            },
            other => self.next(&other)?,
        };
        Ok(found.map_or(Next::End, Next::Item))
    }
    pub fn iter(&mut self, object: &Value) -> Result<Value> {
        Ok(match object {
            Value::Iter(_) => object.clone(),
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
            Value::Bytes(bytes) => Iter::from_values(
                if bytes.mutable { "bytearray_iterator" } else { "bytes_iterator" },
                bytes.data.borrow().iter().map(|byte| Value::Int(i64::from(*byte))).collect(),
            ),
            Value::Native(native) => match native.clone().iter(self, object)? {
                Some(iterator) => iterator,
                None => return self.iter_by_methods(object),
            },
            Value::Instance(instance) => {
                let class = instance.class.borrow().clone();
                match class.lookup("__iter__") {
                    Some(Value::Builtin(_)) | None if !instance.payload().is_none() => {
                        let payload = instance.payload().clone();
                        match self.iter(&payload) {
                            Err(_) => return self.iter_by_methods(object),
                            found => found?,
                        }
                    }
                    _ => return self.iter_by_methods(object),
                }
            }
            Value::Class(class) => match class.lookup("__class_iter__") {
                // An enumeration iterates over its members.
                Some(hook) => {
                    let type_ = self.types.type_.clone();
                    let hook = self.bind(hook, object, &type_)?;
                    let items = self.call(&hook, &[], &[])?;
                    self.iter(&items)?
                }
                None => return Err(not_iterable(object)),
            },
            _ => return self.iter_by_methods(object),
        })
    }

    fn iter_by_methods(&mut self, object: &Value) -> Result<Value> {
        let class = self.class_of(object);
        match class.lookup("__iter__") {
            Some(Value::None) => Err(not_iterable(object)),
            Some(method) => {
                let method = self.bind(method, object, &class)?;
                let iterator = self.call(&method, &[], &[])?;
                let usable = match &iterator {
                    Value::Iter(_) => true,
                    other => self.class_of(other).lookup("__next__").is_some(),
                };
                if usable {
                    Ok(iterator)
                } else {
                    Err(Raise::type_error(format!("iter() returned non-iterator of type '{}'", iterator.type_name())))
                }
            }
            None if class.lookup("__getitem__").is_some() => {
                Ok(Iter::of("iterator", IterState::Items { object: object.clone(), at: 0 }))
            }
            None => Err(not_iterable(object)),
        }
    }

    pub fn next(&mut self, iterator: &Value) -> Result<Option<Value>> {
        self.poll()?;
        let Value::Iter(iter) = iterator else {
            let class = self.class_of(iterator);
            let Some(method) = class.lookup("__next__") else {
                return Err(Raise::type_error(format!("'{}' object is not an iterator", iterator.type_name())));
            };
            let method = self.bind(method, iterator, &class)?;
            return match self.call(&method, &[], &[]) {
                Err(raise) if raise.is(Exc::StopIteration) => Ok(None),
                found => found.map(Some),
            };
        };
        self.advance(iter)
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
            IterState::Entries { dict, what, position, length } => {
                if dict.len() != *length {
                    return Err(Raise::runtime("dictionary changed size during iteration"));
                }
                Ok(dict.next_entry(position, *what))
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
                let following = self.binary(crate::language::native::BinaryOp::Add, &current, &step)?;
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
            IterState::Closure(_) => {
                let IterState::Closure(mut next) = std::mem::replace(&mut *state, IterState::Running) else {
                    return Ok(None);
                };
                drop(state);
                let result = self.native_step(|vm| next(vm));
                let ended = matches!(result, Ok(None));
                *iter.state.borrow_mut() = if ended { IterState::Done } else { IterState::Closure(next) };
                result
            }
            IterState::Generator(_) => {
                drop(state);
                match self.resume(iter, Ok(Value::None))? {
                    Exit::Yield(value) => Ok(Some(value)),
                    Exit::Return(_) => Ok(None),
                }
            }
            IterState::Running => Err(Raise::value_error(format!("{} already executing", iter.name))),
            IterState::Done => Ok(None),
        }
    }

    /// What an `enumerate`, a `zip` of two or the items of a dict give next, before it is a tuple.
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
            IterState::Entries { dict, what: What::Items, position, length } if dict.len() == *length => {
                return Ok(dict.next_pair(position));
            }
            IterState::Entries { .. } => return Err(Raise::runtime("dictionary changed size during iteration")),
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
        if pair.is_none() {
            let ended = iter.state.replace(IterState::Done);
            drop(ended);
        } else if let IterState::Enumerate { count, .. } = &mut *iter.state.borrow_mut() {
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

    /// All items (fast for lists, tuples, ranges).
    pub fn collect(&mut self, iterable: &Value) -> Result<Vec<Value>> {
        match iterable {
            Value::List(list) => return Ok(list.items.borrow().clone()),
            Value::Tuple(tuple) => return Ok(tuple.to_vec()),
            Value::Dict(dict) => return Ok(dict.keys()),
            Value::Set(set) => return Ok(set.items()),
            _ => {}
        }
        if let Value::Range(range) = iterable {
            memory::claim(range.len().saturating_mul(size_of::<Value>()))?;
        }
        let iterator = self.iter(iterable)?;
        let mut items = Vec::new();
        while let Some(item) = self.next(&iterator)? {
            memory::grow(&mut items)?;
            items.push(item);
        }
        Ok(items)
    }

    // --- generators
    /// Runs a generator to its next yield or its end, giving the waiting yield a value or an exception.
    pub(crate) fn resume(&mut self, iter: &Rc<Iter>, input: Result<Value>) -> Result<Exit> {
        let mut state = iter.state.borrow_mut();
        let taken = match &mut *state {
            IterState::Generator(Generator::Running) => {
                return Err(Raise::value_error("generator already executing"));
            }
            IterState::Generator(generator) => std::mem::replace(generator, Generator::Running),
            _ => return input.map(|_| Exit::Return(Value::None)),
        };
        drop(state);
        let Generator::Suspended(mut resting) = taken else {
            return Ok(Exit::Return(Value::None));
        };
        let mut input = input;
        // An exception thrown into a generator that delegates goes to the innermost one first.
        let delegates = resting.function.code.ops.get(resting.ip) == Some(&Op::YieldFrom);
        if let (Err(_), true, Some(Value::Iter(inner))) = (&input, delegates, resting.stack.last())
            && inner.is_generator()
            && let Err(raise) = std::mem::replace(&mut input, Ok(Value::None))
        {
            let inner = inner.clone();
            let step = if raise.is(Exc::GeneratorExit) {
                self.generator_close(&inner).and(Err(raise))
            } else {
                self.resume(&inner, Err(raise))
            };
            match step {
                Ok(Exit::Yield(value)) => {
                    *iter.state.borrow_mut() = IterState::Generator(Generator::Suspended(resting));
                    return Ok(Exit::Yield(value));
                }
                Ok(Exit::Return(value)) => {
                    resting.stack.pop();
                    resting.ip += 1;
                    input = Ok(value);
                }
                Err(raise) => input = Err(raise),
            }
        }
        if !resting.started && matches!(&input, Ok(value) if !value.is_none()) {
            *iter.state.borrow_mut() = IterState::Generator(Generator::Suspended(resting));
            return Err(Raise::type_error("can't send non-None value to a just-started generator"));
        }
        let depth = self.frames.len();
        let started = resting.started;
        let entered = match self.wake(iter, resting, false) {
            Err(raise) => Err(raise),
            Ok(()) => match input {
                Ok(value) => {
                    if started {
                        self.push(value);
                    }
                    Ok(())
                }
                Err(raise) => self.unwind(raise, depth),
            },
        };
        let result = entered.and_then(|()| self.native_step(|vm| vm.run(depth)));
        if result.is_err() {
            while self.frames.len() > depth {
                self.pop_frame();
            }
        }
        if !matches!(result, Ok(Exit::Yield(_))) {
            *iter.state.borrow_mut() = IterState::Done;
        }
        result
    }

    /// Resumes a generator for an instruction of the running frame: its frame runs next, and `deliver` brings what it
    /// yields. False where it has ended; None where the iterator is no generator.
    pub(super) fn resume_inline(&mut self, iter: &Rc<Iter>, sent: Value) -> Result<Option<bool>> {
        let resting = match &mut *iter.state.borrow_mut() {
            IterState::Generator(Generator::Running) => return Err(Raise::value_error("generator already executing")),
            IterState::Generator(generator) => match std::mem::replace(generator, Generator::Running) {
                Generator::Suspended(resting) => resting,
                Generator::Running => return Ok(Some(false)),
            },
            IterState::Done if iter.is_generator() => return Ok(Some(false)),
            _ => return Ok(None),
        };
        let started = resting.started;
        self.wake(iter, resting, true)?;
        if started {
            self.push(sent);
        }
        Ok(Some(true))
    }

    /// Makes a resting generator's frame the running one.
    fn wake(&mut self, iter: &Rc<Iter>, mut resting: Box<Suspended>, inline: bool) -> Result<()> {
        if self.frames.len() >= RECURSION_LIMIT {
            *iter.state.borrow_mut() = IterState::Done;
            return Err(too_deep());
        }
        let base = self.stack.len();
        let (tries, handling) = (self.tries.len(), self.handling.len());
        self.stack.fill_up(resting.stack.len(), Value::default);
        self.stack[base..].swap_with_slice(&mut resting.stack);
        if !resting.tries.is_empty() {
            self.tries.append(&mut resting.tries);
        }
        if !resting.handling.is_empty() {
            self.handling.append(&mut resting.handling);
        }
        resting.inline = inline;
        if let Some(caller) = self.frames.last_mut() {
            caller.ip = self.ip;
        }
        let (function, own_cells, ip) = (resting.function.clone(), resting.own_cells.clone(), resting.ip);
        let kind = FrameKind::Generator(iter.clone(), resting);
        (self.ip, self.base) = (ip, base);
        self.frames.push(Frame { function, own_cells, ip, base, floor: base, tries, handling, kind });
        Ok(())
    }

    /// Puts the running generator's frame to rest; true where an instruction of the frame below waits for the value.
    pub(crate) fn suspend(&mut self) -> bool {
        let Some(Frame { base, tries, handling, kind: FrameKind::Generator(iter, mut resting), .. }) =
            self.frames.pop()
        else {
            return false;
        };
        resting.ip = self.ip;
        let count = self.stack.len() - base;
        if resting.stack.len() != count {
            resting.stack.resize(count, Value::None);
        }
        self.stack[base..].swap_with_slice(&mut resting.stack);
        self.stack.height = base;
        if self.tries.len() > tries {
            resting.tries.extend(self.tries.drain(tries..));
        }
        if self.handling.len() > handling {
            resting.handling.extend(self.handling.drain(handling..));
        }
        if let Some(caller) = self.frames.last() {
            self.ip = caller.ip;
            self.base = caller.base;
        }
        resting.started = true;
        let inline = resting.inline;
        if let IterState::Generator(state) = &mut *iter.state.borrow_mut() {
            *state = Generator::Suspended(resting);
        }
        inline
    }

    /// Yields a value from the running generator. To the instruction that resumed it where that is one of the frame below;
    /// where that delegates, from there on. What is left is for native code.
    pub(super) fn yield_value(&mut self, value: Value) -> Option<Value> {
        while self.suspend() {
            let at = self.ip - 1;
            match self.frame().code().ops[at] {
                Op::YieldFrom => self.ip -= 1,
                Op::ForIterStore(to, _) => {
                    let slot = self.base + usize::from(to);
                    release(std::mem::replace(&mut self.stack[slot], value));
                    self.ip += 1;
                    return None;
                }
                _ => {
                    self.push(value);
                    return None;
                }
            }
        }
        Some(value)
    }

    /// A generator that was resumed by an instruction of the frame below has returned.
    pub(super) fn end_inline(&mut self, value: Value) {
        self.stack.pop();
        let at = self.ip - 1;
        match self.frame().code().ops[at] {
            Op::ForIter(end) | Op::ForIterStore(_, end) => self.ip = end as usize,
            _ => self.push(value),
        }
    }

    /// The code of an unfinished generator and its next instruction.
    pub(crate) fn generator_place(&self, iter: &Rc<Iter>) -> Option<(Rc<Code>, usize)> {
        if let IterState::Generator(Generator::Suspended(resting)) = &*iter.state.borrow() {
            return Some((resting.function.code.clone(), resting.ip));
        }
        let runs = |kind: &FrameKind| matches!(kind, FrameKind::Generator(running, _) if Rc::ptr_eq(running, iter));
        let at = self.frames.iter().position(|frame| runs(&frame.kind))?;
        let ip = if at + 1 == self.frames.len() { self.ip } else { self.frames[at].ip };
        Some((self.frames[at].code().clone(), ip))
    }
    pub(crate) fn generator_send(&mut self, iter: &Rc<Iter>, value: Value) -> Result<Value> {
        match self.resume(iter, Ok(value))? {
            Exit::Yield(value) => Ok(value),
            Exit::Return(Value::None) => Err(Raise::with_args(Exc::StopIteration, Vec::new())),
            Exit::Return(value) => Err(Raise::with_args(Exc::StopIteration, vec![value])),
        }
    }
    pub(crate) fn generator_throw(&mut self, iter: &Rc<Iter>, exception: Value) -> Result<Value> {
        let found = exception.type_name();
        let exception = self.exception_of(exception).map_err(|raise| match raise.says("must derive from") {
            true => Raise::type_error(format!(
                "exceptions must be classes or instances deriving from BaseException, not {found}"
            )),
            false => raise,
        })?;
        match self.resume(iter, Err(Raise::object(exception)))? {
            Exit::Yield(value) => Ok(value),
            Exit::Return(value) => Err(Raise::with_args(Exc::StopIteration, vec![value])),
        }
    }
    pub(crate) fn generator_close(&mut self, iter: &Rc<Iter>) -> Result<()> {
        let begun = match &*iter.state.borrow() {
            IterState::Generator(Generator::Suspended(suspended)) => suspended.started,
            IterState::Generator(Generator::Running) => {
                return Err(Raise::value_error("generator already executing"));
            }
            _ => return Ok(()),
        };
        if !begun {
            *iter.state.borrow_mut() = IterState::Done;
            return Ok(());
        }
        match self.resume(iter, Err(Raise::new(Exc::GeneratorExit, ""))) {
            Ok(Exit::Yield(_)) => Err(Raise::runtime("generator ignored GeneratorExit")),
            Ok(Exit::Return(_)) => Ok(()),
            Err(raise) if raise.is(Exc::GeneratorExit) || raise.is(Exc::StopIteration) => Ok(()),
            Err(raise) => Err(raise),
        }
    }
}

/// What an iterator over a range, list or tuple gives next; None at its end, and for other iterators.
fn next_at_hand(iterator: &Value) -> Option<Value> {
    next_of_range(iterator).map(Value::Int).or_else(|| next_of_sequence(iterator))
}

fn not_iterable(object: &Value) -> Raise {
    Raise::type_error(format!("'{}' object is not iterable", object.type_name())).mark(0, object.type_name())
}
