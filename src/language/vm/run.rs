//! The loop that runs instructions.

use super::frame::{Entered, FrameKind, TryBlock};
use super::steps::{not_spreadable, unbound_cell, unbound_local};
use super::{Vm, finalizers};
use crate::language::compile::Op;
use crate::language::native::BinaryOp;
use crate::language::object::{Dict, Function, IterState, List, Set, Slice};
use crate::language::{Exc, Raise, Result, Value};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// How a run of frames ended.
pub(crate) enum Exit {
    Return(Value),
    Yield(Value),
}

impl Vm {
    /// Runs a frame just pushed, from native code: the native stack grows here, and its depth is bounded.
    pub(crate) fn run_nested(&mut self, depth: usize) -> Result<Value> {
        let result = self.native_step(|vm| vm.run(depth));
        if result.is_err() {
            while self.frames.len() > depth {
                self.pop_frame();
            }
        }
        match result? {
            Exit::Return(value) | Exit::Yield(value) => Ok(value),
        }
    }

    /// Runs until the frames are back at a depth.
    pub(crate) fn run(&mut self, depth: usize) -> Result<Exit> {
        loop {
            match self.execute(depth) {
                Ok(exit) => return Ok(exit),
                Err(raise) => self.unwind(raise, depth)?,
            }
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or_default()
    }
    #[inline]
    fn top(&self) -> &Value {
        self.stack.last().unwrap_or(&Value::None)
    }
    fn pop_many(&mut self, count: u32) -> Vec<Value> {
        let at = self.stack.len() - count as usize;
        self.stack.split_off(at)
    }

    /// Interrupts and safe points.
    #[inline]
    fn poll(&mut self) -> Result<()> {
        if self.interrupt.load(Ordering::Relaxed) || self.attention.load(Ordering::Relaxed) {
            return self.check_interrupt();
        }
        Ok(())
    }

    #[allow(clippy::too_many_lines)]
    fn execute(&mut self, depth: usize) -> Result<Exit> {
        let mut code = self.frame().code.clone();
        loop {
            let op = code.ops[self.ip];
            self.ip += 1;
            match op {
                Op::Const(at) => self.stack.push(code.constants[at as usize].clone()),
                Op::Pop => {
                    self.stack.pop();
                    if finalizers::any() {
                        self.run_finalizers();
                    }
                }
                Op::Dup => {
                    let top = self.top().clone();
                    self.stack.push(top);
                }
                Op::DupTwo => {
                    let at = self.stack.len() - 2;
                    self.stack.extend_from_within(at..);
                }
                Op::Swap => {
                    let at = self.stack.len();
                    self.stack.swap(at - 1, at - 2);
                }
                Op::RotateThree => {
                    let at = self.stack.len();
                    self.stack[at - 3..].rotate_right(1);
                }

                Op::LoadLocal(at) => match &self.stack[self.base + at as usize] {
                    Value::Unbound => return Err(unbound_local(&code.locals[at as usize])),
                    value => {
                        let value = value.clone();
                        self.stack.push(value);
                    }
                },
                Op::StoreLocal(at) => {
                    let value = self.pop();
                    let slot = self.base + at as usize;
                    let old = std::mem::replace(&mut self.stack[slot], value);
                    if !matches!(old, Value::Int(_) | Value::Float(_) | Value::Unbound) {
                        drop(old);
                        if finalizers::any() {
                            self.run_finalizers();
                        }
                    }
                }
                Op::DeleteLocal(at) => {
                    let slot = self.base + at as usize;
                    if let Value::Unbound = std::mem::replace(&mut self.stack[slot], Value::Unbound) {
                        return Err(unbound_local(&code.locals[at as usize]));
                    }
                    self.run_finalizers();
                }
                Op::LoadCell(at) => {
                    let value = self.frame().cells[at as usize].value.borrow().clone();
                    if let Value::Unbound = value {
                        return Err(unbound_cell(&code, at as usize));
                    }
                    self.stack.push(value);
                }
                Op::StoreCell(at) => {
                    let value = self.pop();
                    let old = self.frame().cells[at as usize].value.replace(value);
                    drop(old);
                }
                Op::DeleteCell(at) => {
                    let old = self.frame().cells[at as usize].value.replace(Value::Unbound);
                    if let Value::Unbound = old {
                        return Err(unbound_cell(&code, at as usize));
                    }
                }
                Op::LoadGlobal(at) => {
                    let name = &code.names[at as usize];
                    let position = &code.positions[self.ip - 1];
                    let globals = &self.frames[self.frames.len() - 1].globals;
                    let found =
                        globals.dict.get_cached(name, position).or_else(|| self.builtins.get_cached(name, position));
                    match found {
                        Some(value) => self.stack.push(value),
                        None => return Err(self.unknown_name(name)),
                    }
                }
                Op::StoreGlobal(at) => {
                    let value = self.pop();
                    let name = &code.names[at as usize];
                    let globals = &self.frames[self.frames.len() - 1].globals;
                    globals.dict.insert_cached(name, value, &code.positions[self.ip - 1]);
                    if finalizers::any() {
                        self.run_finalizers();
                    }
                }
                Op::DeleteGlobal(at) => {
                    let name = &code.names[at as usize];
                    if self.frame().globals.dict.remove_str(name).is_none() {
                        return Err(self.unknown_name(name));
                    }
                    self.run_finalizers();
                }
                Op::LoadName(at) => {
                    let name = &code.names[at as usize];
                    let frame = self.frames.last().expect("a frame is running");
                    let found = frame.namespace.as_ref().and_then(|namespace| namespace.get_name(name));
                    let found =
                        found.or_else(|| frame.globals.dict.get_name(name)).or_else(|| self.builtins.get_name(name));
                    match found {
                        Some(value) => self.stack.push(value),
                        None => return Err(self.unknown_name(name)),
                    }
                }
                Op::StoreName(at) => {
                    let value = self.pop();
                    if let Some(namespace) = &self.frame().namespace {
                        namespace.insert_name(&code.names[at as usize], value);
                    }
                }
                Op::DeleteName(at) => {
                    let name = &code.names[at as usize];
                    let removed = self.frame().namespace.as_ref().and_then(|namespace| namespace.remove_str(name));
                    if removed.is_none() {
                        return Err(self.unknown_name(name));
                    }
                }
                Op::LoadNameOrCell(at) => {
                    let frame = self.frame();
                    let found =
                        frame.namespace.as_ref().and_then(|namespace| namespace.get_name(&code.cells[at as usize]));
                    let value = found.unwrap_or_else(|| frame.cells[at as usize].value.borrow().clone());
                    if let Value::Unbound = value {
                        return Err(unbound_cell(&code, at as usize));
                    }
                    self.stack.push(value);
                }

                Op::LoadAttr(at) => {
                    let object = self.pop();
                    let value = self.attribute(&object, &code.names[at as usize])?;
                    self.stack.push(value);
                }
                Op::StoreAttr(at) => {
                    let object = self.pop();
                    let value = self.pop();
                    self.set_attribute(&object, &code.names[at as usize], value)?;
                    if finalizers::any() {
                        self.run_finalizers();
                    }
                }
                Op::DeleteAttr(at) => {
                    let object = self.pop();
                    self.delete_attribute(&object, &code.names[at as usize])?;
                    if finalizers::any() {
                        self.run_finalizers();
                    }
                }
                Op::LoadMethod(at) => {
                    let object = self.pop();
                    let (function, receiver) = self.method_of(object, &code.names[at as usize])?;
                    self.stack.push(function);
                    self.stack.push(receiver);
                }
                Op::GetItem => {
                    let key = self.pop();
                    let object = self.pop();
                    let value = self.get_item(&object, &key)?;
                    self.stack.push(value);
                }
                Op::SetItem => {
                    let key = self.pop();
                    let object = self.pop();
                    let value = self.pop();
                    self.set_item(&object, &key, value)?;
                    if finalizers::any() {
                        self.run_finalizers();
                    }
                }
                Op::DeleteItem => {
                    let key = self.pop();
                    let object = self.pop();
                    self.delete_item(&object, &key)?;
                    if finalizers::any() {
                        self.run_finalizers();
                    }
                }
                Op::BuildSlice => {
                    let step = self.pop();
                    let stop = self.pop();
                    let start = self.pop();
                    self.stack.push(Value::Slice(Rc::new(Slice { start, stop, step })));
                }

                Op::Binary(op) => {
                    let b = self.pop();
                    let a = self.pop();
                    let value = match (op, &a, &b) {
                        (BinaryOp::Add, Value::Int(x), Value::Int(y)) => match x.checked_add(*y) {
                            Some(sum) => Value::Int(sum),
                            None => self.binary(op, &a, &b)?,
                        },
                        _ => self.binary(op, &a, &b)?,
                    };
                    self.stack.push(value);
                }
                Op::InPlace(op) => {
                    let b = self.pop();
                    let a = self.pop();
                    let value = match (op, &a, &b) {
                        (BinaryOp::Add, Value::Int(x), Value::Int(y)) => match x.checked_add(*y) {
                            Some(sum) => Value::Int(sum),
                            None => self.binary(op, &a, &b)?,
                        },
                        _ => self.in_place(op, &a, &b)?,
                    };
                    self.stack.push(value);
                }
                Op::Unary(op) => {
                    let a = self.pop();
                    let value = self.unary(op, &a)?;
                    self.stack.push(value);
                }
                Op::Not => {
                    let a = self.pop();
                    let truth = self.truth(&a)?;
                    self.stack.push(Value::Bool(!truth));
                }
                Op::Compare(op) => {
                    let b = self.pop();
                    let a = self.pop();
                    let value = match (&a, &b) {
                        (Value::Int(x), Value::Int(y)) => Value::Bool(op.holds(x.cmp(y))),
                        _ => self.compare(op, &a, &b)?,
                    };
                    self.stack.push(value);
                }
                Op::Is(negated) => {
                    let b = self.pop();
                    let a = self.pop();
                    self.stack.push(Value::Bool(a.is(&b) != negated));
                }
                Op::In(negated) => {
                    let container = self.pop();
                    let item = self.pop();
                    let found = self.contains(&container, &item)?;
                    self.stack.push(Value::Bool(found != negated));
                }

                Op::Jump(target) => self.ip = target as usize,
                Op::Loop(target) => {
                    // The place of an interrupt is this loop, whatever the handler does with the address.
                    self.poll()?;
                    self.ip = target as usize;
                }
                Op::PopJumpIfFalse(target) => {
                    let test = self.pop();
                    if !self.truth(&test)? {
                        self.ip = target as usize;
                    }
                }
                Op::PopJumpIfTrue(target) => {
                    let test = self.pop();
                    if self.truth(&test)? {
                        self.ip = target as usize;
                    }
                }
                Op::JumpIfFalseOrPop(target) => {
                    let test = self.top().clone();
                    if self.truth(&test)? {
                        self.stack.pop();
                    } else {
                        self.ip = target as usize;
                    }
                }
                Op::JumpIfTrueOrPop(target) => {
                    let test = self.top().clone();
                    if self.truth(&test)? {
                        self.ip = target as usize;
                    } else {
                        self.stack.pop();
                    }
                }
                Op::GetIter => {
                    let object = self.pop();
                    let iterator = self.iter(&object)?;
                    self.stack.push(iterator);
                }
                Op::ForIter(end) => {
                    let next = match self.top() {
                        Value::Iter(iter) => {
                            let quick = match iter.state.try_borrow_mut().as_deref_mut() {
                                Ok(IterState::Range { next, left, step }) => Some(if *left == 0 {
                                    None
                                } else {
                                    let value = *next;
                                    *left -= 1;
                                    *next = next.wrapping_add(*step);
                                    Some(Value::Int(value))
                                }),
                                _ => None,
                            };
                            match quick {
                                Some(next) => next,
                                None => {
                                    let iter = iter.clone();
                                    self.advance(&iter)?
                                }
                            }
                        }
                        other => {
                            let iterator = other.clone();
                            self.next(&iterator)?
                        }
                    };
                    match next {
                        Some(item) => self.stack.push(item),
                        None => {
                            self.stack.pop();
                            self.ip = end as usize;
                        }
                    }
                }

                Op::BuildTuple(count) => {
                    let items = self.pop_many(count);
                    self.stack.push(Value::tuple(items));
                }
                Op::BuildList(count) => {
                    let items = self.pop_many(count);
                    self.stack.push(Value::List(List::new(items)));
                }
                Op::BuildSet(count) => {
                    let items = self.pop_many(count);
                    let set = Set::from_items(self, false, items)?;
                    self.stack.push(Value::Set(set));
                }
                Op::BuildDict(count) => {
                    let dict = Dict::new();
                    let mut items = self.pop_many(count * 2).into_iter();
                    while let (Some(key), Some(value)) = (items.next(), items.next()) {
                        dict.insert(self, key, value)?;
                    }
                    self.stack.push(Value::Dict(dict));
                }
                Op::BuildString(count) => {
                    let parts = self.pop_many(count);
                    let text: String = parts.iter().filter_map(Value::as_str).collect();
                    self.stack.push(Value::from(text));
                }
                Op::ListAppend(below) => {
                    let item = self.pop();
                    let at = self.stack.len() - below as usize;
                    if let Value::List(list) = &self.stack[at] {
                        list.items.borrow_mut().push(item);
                    }
                }
                Op::SetAdd(below) => {
                    let item = self.pop();
                    let at = self.stack.len() - below as usize;
                    if let Value::Set(set) = self.stack[at].clone() {
                        set.insert(self, item)?;
                    }
                }
                Op::DictSet(below) => {
                    let value = self.pop();
                    let key = self.pop();
                    let at = self.stack.len() - below as usize;
                    if let Value::Dict(dict) = self.stack[at].clone() {
                        dict.insert(self, key, value)?;
                    }
                }
                Op::ListExtend => {
                    let iterable = self.pop();
                    let items = self.collect(&iterable).map_err(|raise| not_spreadable(raise, &iterable))?;
                    if let Value::List(list) = self.top() {
                        list.items.borrow_mut().extend(items);
                    }
                }
                Op::SetUpdate => {
                    let iterable = self.pop();
                    if let Value::Set(set) = self.top().clone() {
                        set.extend(self, &iterable)?;
                    }
                }
                Op::DictUpdate | Op::DictMerge => {
                    let mapping = self.pop();
                    if let Value::Dict(dict) = self.top().clone() {
                        self.merge(&dict, &mapping, op == Op::DictMerge)?;
                    }
                }
                Op::ListToTuple => {
                    if let Value::List(list) = self.pop() {
                        let items = list.items.take();
                        self.stack.push(Value::tuple(items));
                    }
                }
                Op::Unpack(count) => {
                    let value = self.pop();
                    let mut items = self.unpacked(&value, count as usize, None)?;
                    items.reverse();
                    self.stack.extend(items);
                }
                Op::UnpackStar(before, after) => {
                    let value = self.pop();
                    let mut items = self.unpacked(&value, usize::from(before), Some(usize::from(after)))?;
                    let tail = items.split_off(items.len() - usize::from(after));
                    let middle = items.split_off(usize::from(before));
                    self.stack.extend(tail.into_iter().rev());
                    self.stack.push(Value::list(middle));
                    self.stack.extend(items.into_iter().rev());
                }

                Op::Call(count) => {
                    self.poll()?;
                    let floor = self.stack.len() - count as usize - 1;
                    let callee = std::mem::replace(&mut self.stack[floor], Value::Unbound);
                    match self.call_on_stack(callee, floor, floor + 1, &[])? {
                        Entered::Value(value) => self.stack.push(value),
                        Entered::Frame => code = self.frame().code.clone(),
                    }
                }
                Op::CallKeywords(count, names) => {
                    self.poll()?;
                    let floor = self.stack.len() - usize::from(count) - 1;
                    let callee = std::mem::replace(&mut self.stack[floor], Value::Unbound);
                    let names = code.keywords[usize::from(names)].clone();
                    match self.call_on_stack(callee, floor, floor + 1, &names)? {
                        Entered::Value(value) => self.stack.push(value),
                        Entered::Frame => code = self.frame().code.clone(),
                    }
                }
                Op::CallMethod(count) => {
                    self.poll()?;
                    match self.call_method_on_stack(count as usize, &[])? {
                        Entered::Value(value) => self.stack.push(value),
                        Entered::Frame => code = self.frame().code.clone(),
                    }
                }
                Op::CallMethodKeywords(count, names) => {
                    self.poll()?;
                    let names = code.keywords[usize::from(names)].clone();
                    match self.call_method_on_stack(usize::from(count), &names)? {
                        Entered::Value(value) => self.stack.push(value),
                        Entered::Frame => code = self.frame().code.clone(),
                    }
                }
                Op::CallSpread(has_keywords) => {
                    self.poll()?;
                    let keywords = if has_keywords { self.pop() } else { Value::None };
                    let items = self.pop();
                    let callee = self.pop();
                    let floor = self.stack.len();
                    self.stack.push(Value::Unbound);
                    if let Value::List(items) = items {
                        self.stack.extend(items.items.take());
                    }
                    let mut names = Vec::new();
                    if let Value::Dict(dict) = keywords {
                        for (key, value) in dict.items() {
                            if let Value::Str(name) = key {
                                names.push(name);
                                self.stack.push(value);
                            }
                        }
                    }
                    match self.call_on_stack(callee, floor, floor + 1, &names)? {
                        Entered::Value(value) => self.stack.push(value),
                        Entered::Frame => code = self.frame().code.clone(),
                    }
                }
                Op::MakeFunction(at, flags) => {
                    let annotations = if flags & 4 != 0 { self.pop() } else { Value::Dict(Dict::new()) };
                    let mut tuple = |present: bool| match present.then(|| self.pop()) {
                        Some(Value::Tuple(items)) => items.to_vec().into(),
                        _ => Rc::new([]) as Rc<[Value]>,
                    };
                    let keyword_defaults = tuple(flags & 2 != 0);
                    let defaults = tuple(flags & 1 != 0);
                    let inner = code.codes[usize::from(at)].clone();
                    let frame = self.frame();
                    let closure = inner.captures.iter().map(|cell| frame.cells[*cell as usize].clone()).collect();
                    let function = Function {
                        name: RefCell::new(inner.name.to_string()),
                        qualname: RefCell::new(inner.qualname.to_string()),
                        globals: frame.globals.clone(),
                        code: inner,
                        defaults: RefCell::new(defaults),
                        keyword_defaults: RefCell::new(keyword_defaults),
                        closure,
                        dict: OnceCell::new(),
                        annotations: RefCell::new(annotations),
                    };
                    self.stack.push(Value::Function(Rc::new(function)));
                }
                Op::MakeClass(at) => {
                    let keywords = self.pop();
                    let bases = self.pop();
                    let bases = self.collect(&bases)?;
                    let keywords: Vec<(String, Value)> = match keywords {
                        Value::Dict(dict) => dict
                            .items()
                            .into_iter()
                            .filter_map(|(key, value)| Some((key.as_str()?.to_owned(), value)))
                            .collect(),
                        _ => Vec::new(),
                    };
                    let body = code.codes[at as usize].clone();
                    self.enter_class_body(&body, bases, keywords)?;
                    code = body;
                }
                Op::Return => {
                    let value = self.pop();
                    let frame = self.pop_frame();
                    let value = match frame.kind {
                        FrameKind::Plain | FrameKind::Generator(_) => value,
                        FrameKind::Init(instance) => {
                            if !value.is_none() {
                                return Err(Raise::type_error(format!(
                                    "__init__() should return None, not '{}'",
                                    value.type_name()
                                )));
                            }
                            instance
                        }
                        FrameKind::Class(bases, keywords) => {
                            let namespace = frame.namespace.unwrap_or_else(Dict::new);
                            let made = self.make_class(&frame.code.name, &bases, namespace, &keywords)?;
                            if let Value::Class(class) = &made {
                                class.place.set(Some((frame.code.source, frame.code.range.0, frame.code.range.1)));
                            }
                            if let Some(cell) = frame.code.cells.iter().position(|name| name.as_str() == "__class__") {
                                *frame.cells[cell].value.borrow_mut() = made.clone();
                            }
                            made
                        }
                    };
                    if self.frames.len() <= depth {
                        return Ok(Exit::Return(value));
                    }
                    if finalizers::any() {
                        self.run_finalizers();
                    }
                    self.stack.push(value);
                    code = self.frame().code.clone();
                }
                Op::Yield => {
                    let value = self.pop();
                    self.suspend();
                    return Ok(Exit::Yield(value));
                }
                Op::YieldFrom => {
                    let sent = self.pop();
                    let iterator = self.top().clone();
                    let step = match (&iterator, &sent) {
                        (Value::Iter(iter), _) if iter.is_generator() => self.resume(iter, Ok(sent))?,
                        (_, Value::None) => match self.class_of(&iterator).lookup("__next__") {
                            Some(_) if !matches!(iterator, Value::Iter(_)) => {
                                self.step_of(&iterator, "__next__", &[])?
                            }
                            _ => match self.next(&iterator)? {
                                Some(value) => Exit::Yield(value),
                                None => Exit::Return(Value::None),
                            },
                        },
                        _ => self.step_of(&iterator, "send", &[sent])?,
                    };
                    match step {
                        Exit::Yield(value) => {
                            // The next turn delegates again.
                            self.ip -= 1;
                            self.suspend();
                            return Ok(Exit::Yield(value));
                        }
                        Exit::Return(value) => {
                            self.stack.pop();
                            self.stack.push(value);
                        }
                    }
                }

                Op::Try(target) | Op::TryBelow(target) => {
                    let below = usize::from(matches!(op, Op::TryBelow(_)));
                    let height = self.stack.len() - self.base - below;
                    let frame = self.frame();
                    let handling = frame.handling.len();
                    frame.tries.push(TryBlock { target: target as usize, height, handling });
                }
                Op::PopTry => {
                    self.frame().tries.pop();
                }
                Op::LoadException => {
                    let exception = self.frame().handling.last().cloned().unwrap_or_default();
                    self.stack.push(exception);
                }
                Op::MatchException => {
                    let class = self.pop();
                    let exception = self.frame().handling.last().cloned().unwrap_or_default();
                    let matches = self.exception_matches(&exception, &class)?;
                    self.stack.push(Value::Bool(matches));
                }
                Op::PopHandling => {
                    self.frame().handling.pop();
                }
                Op::Reraise => {
                    let exception = self.frame().handling.pop().unwrap_or_default();
                    let mut raise = Raise::object(exception);
                    raise.0.resumed = true;
                    return Err(raise);
                }
                Op::Raise(count) => return Err(self.raise_statement(count)),
                Op::RaiseAssert(has_message) => {
                    let args = if has_message { vec![self.pop()] } else { Vec::new() };
                    return Err(Raise::with_args(Exc::AssertionError, args));
                }
                Op::WithEnter => {
                    let manager = self.top().clone();
                    let value = self.enter_manager(&manager)?;
                    self.stack.push(value);
                }
                Op::WithExit => {
                    let manager = self.pop();
                    self.exit_manager(&manager, None)?;
                }
                Op::WithExcept => {
                    let manager = self.pop();
                    let exception = self.frame().handling.last().cloned();
                    let swallowed = self.exit_manager(&manager, exception)?;
                    self.stack.push(Value::Bool(swallowed));
                }

                Op::ImportTop(at) => {
                    let name = code.names[at as usize].clone();
                    self.import(&name)?;
                    let top = self.import(name.split('.').next().unwrap_or_default())?;
                    self.stack.push(top);
                }
                Op::Import(at) => {
                    let module = self.import(&code.names[at as usize])?;
                    self.stack.push(module);
                }
                Op::ImportFrom(at) => {
                    let module = self.top().clone();
                    let member = self.import_from(&module, &code.names[at as usize])?;
                    self.stack.push(member);
                }
                Op::ImportStar => {
                    let module = self.pop();
                    let frame = self.frame();
                    let target = frame.namespace.clone().unwrap_or_else(|| frame.globals.dict.clone());
                    self.import_star(&module, &target)?;
                }

                Op::Format(conversion, has_spec) => {
                    let spec = if has_spec { self.pop() } else { Value::None };
                    let value = self.pop();
                    let spec = spec.as_str().unwrap_or("");
                    let text = match conversion {
                        0 => self.format(&value, spec)?,
                        b'r' => self.repr(&value)?,
                        b'a' => crate::language::builtins::repr::ascii(&self.repr(&value)?),
                        _ => self.str(&value)?,
                    };
                    let text =
                        if conversion != 0 && !spec.is_empty() { self.format(&Value::from(text), spec)? } else { text };
                    self.stack.push(Value::from(text));
                }
                Op::Annotate(at) => {
                    let annotation = self.pop();
                    let frame = self.frame();
                    let scope = frame.namespace.clone().unwrap_or_else(|| frame.globals.dict.clone());
                    let annotations = match scope.get_str("__annotations__") {
                        Some(Value::Dict(dict)) => dict,
                        _ => {
                            let dict = Dict::new();
                            scope.insert_str("__annotations__", Value::Dict(dict.clone()));
                            dict
                        }
                    };
                    annotations.insert_name(&code.names[at as usize], annotation);
                }
                Op::Magic => {
                    let line = self.pop();
                    let name = self.pop();
                    let host = self.host();
                    let value = host.magic(self, name.as_str().unwrap_or(""), line.as_str().unwrap_or(""), None)?;
                    self.stack.push(value);
                }

                Op::MatchSequence => {
                    let subject = self.top().beneath();
                    let matches = matches!(subject, Value::List(_) | Value::Tuple(_) | Value::Range(_));
                    self.stack.push(Value::Bool(matches));
                }
                Op::MatchMapping => {
                    let matches = matches!(self.top().beneath(), Value::Dict(_));
                    self.stack.push(Value::Bool(matches));
                }
                Op::MatchLength(length, at_least) => {
                    let subject = self.top().clone();
                    let found = self.length(&subject)?;
                    let length = length as usize;
                    self.stack.push(Value::Bool(if at_least { found >= length } else { found == length }));
                }
                Op::MatchKeys => {
                    let keys = self.pop();
                    let subject = self.top().clone();
                    let values = self.match_keys(&subject, &keys)?;
                    self.stack.push(values);
                }
                Op::MatchRest => {
                    let keys = self.pop();
                    let subject = self.pop();
                    let rest = self.match_rest(&subject, &keys)?;
                    self.stack.push(rest);
                }
                Op::MatchClass(positional, names) => {
                    let class = self.pop();
                    let subject = self.pop();
                    let names = code.keywords[usize::from(names)].clone();
                    let attributes = self.match_class(&subject, &class, usize::from(positional), &names)?;
                    self.stack.push(attributes);
                }
            }
        }
    }
}
