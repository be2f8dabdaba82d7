//! The loop that runs instructions.

use super::frame::{Entered, TryBlock};
use super::quick::{
    Number, Read, Use, arithmetic, item, next_of_range, next_of_sequence, order, own, put, release, set_known, step,
};
use super::steps::unbound_cell;
use super::subscript::plain_slice;
use super::{Vm, finalizers};
use crate::language::compile::Op;
use crate::language::object::{List, Slice, Str, Tuple};
use crate::language::{Raise, Result, Value, memory};
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// What a turn of a for loop begins with.
enum Next {
    Item(Value),
    /// A generator's frame runs next.
    Awake,
    End,
}

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

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or_default()
    }
    /// Growing is kept out of the way: where a push may call nothing, the value stays in registers.
    #[inline(always)]
    pub(super) fn push(&mut self, value: Value) {
        if self.stack.len() == self.stack.capacity() {
            return self.push_and_grow(value);
        }
        self.stack.push(value);
    }
    #[cold]
    #[inline(never)]
    fn push_and_grow(&mut self, value: Value) {
        self.stack.push(value);
    }
    /// Drops the topmost values; numbers and their like cost no call.
    #[inline(always)]
    pub(super) fn discard(&mut self, count: usize) {
        for _ in 0..count {
            release(self.pop());
        }
    }
    /// Drops what is above a height.
    #[inline(always)]
    pub(super) fn cut(&mut self, height: usize) {
        while self.stack.len() > height {
            release(self.pop());
        }
    }
    /// Whatever died with something left to do does it now.
    #[inline(always)]
    pub(super) fn settle(&mut self) {
        if finalizers::any() {
            self.run_finalizers();
        }
    }
    /// What the iterator on top of the stack gives next.
    #[inline(always)]
    fn for_iter(&mut self) -> Result<Next> {
        let found = match self.top() {
            Value::Iter(iter) => match step(iter) {
                Some(found) => found,
                None => {
                    let iter = iter.clone();
                    match self.resume_inline(&iter, Value::None)? {
                        Some(true) => return Ok(Next::Awake),
                        Some(false) => None,
                        None => self.advance(&iter)?,
                    }
                }
            },
            other => {
                let iterator = other.clone();
                self.next(&iterator)?
            }
        };
        Ok(found.map_or(Next::End, Next::Item))
    }
    #[inline]
    pub(super) fn top(&self) -> &Value {
        self.stack.last().unwrap_or(&Value::None)
    }
    /// Pushes what an instruction gives that may have dropped objects with something left to do: they do it now.
    #[inline]
    pub(super) fn push_and_settle(&mut self, value: Value) {
        self.push(value);
        self.settle();
    }
    pub(super) fn pop_many(&mut self, count: u32) -> Vec<Value> {
        let at = self.stack.len() - count as usize;
        self.stack.split_off(at)
    }

    /// Interrupts and safe points.
    #[inline]
    pub(super) fn poll(&mut self) -> Result<()> {
        if self.interrupt.load(Ordering::Relaxed) || self.attention.load(Ordering::Relaxed) {
            return self.check_interrupt();
        }
        Ok(())
    }

    #[allow(clippy::too_many_lines)]
    fn execute(&mut self, depth: usize) -> Result<Exit> {
        'frame: loop {
            let code = self.frame().code.clone();
            let ops = &code.ops[..];
            loop {
                let op = ops[self.ip];
                self.ip += 1;
                match op {
                    Op::Const(at) => self.push(code.constants[at as usize].clone()),
                    Op::Pop => {
                        if release(self.pop()) {
                            self.settle();
                        }
                    }
                    Op::Dup => {
                        let top = self.top().clone();
                        self.push(top);
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

                    Op::LoadLocal(at) => self.load_local(&code, at as usize)?,
                    Op::StoreLocal(at) => {
                        let slot = self.base + at as usize;
                        let number = match self.stack.last() {
                            Some(Value::Int(value)) => Some(Number::Int(*value)),
                            Some(Value::Float(value)) => Some(Number::Float(*value)),
                            _ => None,
                        };
                        let may_finalize = match number {
                            Some(number) => {
                                std::mem::forget(self.stack.pop());
                                put(&mut self.stack[slot], number)
                            }
                            None => {
                                let value = self.pop();
                                release(std::mem::replace(&mut self.stack[slot], value))
                            }
                        };
                        if may_finalize {
                            self.settle();
                        }
                    }
                    Op::LoadCell(at) => {
                        let value = self.frame().cells[at as usize].value.borrow().clone();
                        if let Value::Unbound = value {
                            return Err(unbound_cell(&code, at as usize));
                        }
                        self.push(value);
                    }
                    Op::StoreCell(at) => {
                        let value = self.pop();
                        let old = self.frame().cells[at as usize].value.replace(value);
                        drop(old);
                    }
                    Op::LoadGlobal(at) => self.load_global(&code, at as usize)?,
                    Op::StoreGlobal(at) => {
                        let value = self.pop();
                        self.store_global(&code, at as usize, value);
                        self.settle();
                    }
                    Op::LoadAttr(at) => {
                        let name = &code.names[at as usize];
                        let site = &code.sites[self.ip - 1];
                        if let Some(value) = own(self.top(), name, site.get()) {
                            self.discard(1);
                            self.push_and_settle(value);
                            continue;
                        }
                        match self.read_known(self.top(), name, site.get()) {
                            Some(Read::Value(value)) => {
                                self.pop();
                                self.push_and_settle(value);
                            }
                            Some(Read::Property(get)) => {
                                self.poll()?;
                                let object = self.pop();
                                let floor = self.stack.len();
                                self.push(Value::Unbound);
                                self.push(object);
                                if let Entered::Value(value) = self.call_on_stack(get, floor, floor + 1, &[])? {
                                    self.push(value);
                                } else {
                                    continue 'frame;
                                }
                            }
                            None => {
                                let object = self.pop();
                                let value = self.attribute(&object, name)?;
                                if let Some(known) = self.read_site(&object, name) {
                                    self.shared.note(Use::Read, name, site, known);
                                }
                                drop(object);
                                self.push_and_settle(value);
                            }
                        }
                    }
                    Op::StoreAttr(at) => {
                        let object = self.pop();
                        let value = self.pop();
                        let name = &code.names[at as usize];
                        let site = &code.sites[self.ip - 1];
                        if let Err(value) = self.write_known(&object, name, value, site.get()) {
                            self.set_attribute(&object, name, value)?;
                            if let Some(known) = self.write_site(&object, name) {
                                self.shared.note(Use::Write, name, site, known);
                            }
                        }
                        drop(object);
                        self.settle();
                    }
                    Op::LoadMethod(at) => {
                        let name = &code.names[at as usize];
                        let site = &code.sites[self.ip - 1];
                        match self.method_known(self.top(), name, site.get()) {
                            Some(function) => {
                                self.push(function);
                                let at = self.stack.len();
                                self.stack.swap(at - 1, at - 2);
                            }
                            None => {
                                let object = self.pop();
                                let held = object.clone();
                                let (function, receiver) = self.method_of(object, name)?;
                                if let Some(known) = self.method_site(&held, name, &function, &receiver) {
                                    self.shared.note(Use::Call, name, site, known);
                                }
                                self.push(function);
                                self.push(receiver);
                            }
                        }
                    }
                    Op::GetItem => {
                        let at = self.stack.len();
                        let value = match item(&self.stack[at - 2], &self.stack[at - 1]) {
                            Some(value) => {
                                self.discard(2);
                                value
                            }
                            None => {
                                let key = self.pop();
                                let object = self.pop();
                                self.get_item(&object, &key)?
                            }
                        };
                        self.push_and_settle(value);
                    }
                    Op::SetItem => {
                        let key = self.pop();
                        let object = self.pop();
                        let value = self.pop();
                        if let Err(value) = set_known(&object, &key, value) {
                            self.set_item(&object, &key, value)?;
                        }
                        release(key);
                        drop(object);
                        self.settle();
                    }
                    Op::BuildSlice => {
                        if let Op::GetItem = code.ops[self.ip]
                            && let Some(part) = plain_slice(&self.stack)
                        {
                            self.discard(4);
                            self.push(part);
                            self.ip += 1;
                            continue;
                        }
                        let step = self.pop();
                        let stop = self.pop();
                        let start = self.pop();
                        self.push(Value::Slice(Rc::new(Slice { start, stop, step })));
                    }

                    Op::Binary(op) => {
                        let at = self.stack.len();
                        match arithmetic(op, &self.stack[at - 2], &self.stack[at - 1]) {
                            Some(number) => self.finish(&code, number, 2, 0),
                            None => self.binary_on_stack(op)?,
                        }
                    }
                    Op::InPlace(op) => {
                        let at = self.stack.len();
                        match arithmetic(op, &self.stack[at - 2], &self.stack[at - 1]) {
                            Some(number) => self.finish(&code, number, 2, 0),
                            None => self.in_place_on_stack(op, &code)?,
                        }
                    }
                    Op::Compare(op) => {
                        let at = self.stack.len();
                        let value = match order(op, &self.stack[at - 2], &self.stack[at - 1]) {
                            Some(holds) => {
                                self.discard(2);
                                Value::Bool(holds)
                            }
                            None => {
                                let b = self.pop();
                                let a = self.pop();
                                self.compare(op, &a, &b)?
                            }
                        };
                        self.push_and_settle(value);
                    }
                    Op::Jump(target) => self.ip = target as usize,
                    Op::Loop(target) => {
                        // The place of an interrupt is this loop, whatever the handler does with the address.
                        self.poll()?;
                        self.ip = target as usize;
                        // Most loops are over ranges: their next turn begins here.
                        if let Op::ForIterStore(to, _) = ops[self.ip]
                            && let Some(item) = next_of_range(self.top())
                        {
                            self.ip += 2;
                            let slot = self.base + usize::from(to);
                            if put(&mut self.stack[slot], Number::Int(item)) {
                                self.settle();
                            }
                        }
                    }
                    Op::PopJumpIfFalse(target) => {
                        let test = match self.top() {
                            Value::Bool(test) => {
                                let test = *test;
                                std::mem::forget(self.stack.pop());
                                test
                            }
                            _ => {
                                let test = self.pop();
                                self.truth(&test)?
                            }
                        };
                        if !test {
                            self.ip = target as usize;
                        }
                    }
                    Op::PopJumpIfTrue(target) => {
                        let test = match self.top() {
                            Value::Bool(test) => {
                                let test = *test;
                                std::mem::forget(self.stack.pop());
                                test
                            }
                            _ => {
                                let test = self.pop();
                                self.truth(&test)?
                            }
                        };
                        if test {
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
                        self.push(iterator);
                    }
                    Op::ForIter(end) => match self.for_iter()? {
                        Next::Item(item) => self.push(item),
                        Next::Awake => continue 'frame,
                        Next::End => {
                            self.stack.pop();
                            self.ip = end as usize;
                        }
                    },
                    Op::ForIterStore(to, end) => {
                        let slot = self.base + usize::from(to);
                        if let Some(item) = next_of_range(self.top()) {
                            self.ip += 1;
                            if put(&mut self.stack[slot], Number::Int(item)) {
                                self.settle();
                            }
                            continue;
                        }
                        if let Some(item) = next_of_sequence(self.top()) {
                            self.ip += 1;
                            if release(std::mem::replace(&mut self.stack[slot], item)) {
                                self.settle();
                            }
                            continue;
                        }
                        match self.for_iter()? {
                            Next::Item(item) => {
                                self.ip += 1;
                                if release(std::mem::replace(&mut self.stack[slot], item)) {
                                    self.settle();
                                }
                            }
                            Next::Awake => continue 'frame,
                            Next::End => {
                                self.stack.pop();
                                self.ip = end as usize;
                            }
                        }
                    }

                    Op::BinaryLocals(op, a, b) => {
                        let (a, b) = (usize::from(a), usize::from(b));
                        match arithmetic(op, &self.stack[self.base + a], &self.stack[self.base + b]) {
                            Some(number) => self.finish(&code, number, 0, 2),
                            None => self.load_local(&code, a)?,
                        }
                    }
                    Op::BinaryLocalConst(op, a, c) => {
                        let a = usize::from(a);
                        match arithmetic(op, &self.stack[self.base + a], &code.constants[usize::from(c)]) {
                            Some(number) => self.finish(&code, number, 0, 2),
                            None => self.load_local(&code, a)?,
                        }
                    }
                    Op::BinaryLocal(op, b) => {
                        let b = usize::from(b);
                        match arithmetic(op, self.top(), &self.stack[self.base + b]) {
                            Some(number) => self.finish(&code, number, 1, 1),
                            None => self.load_local(&code, b)?,
                        }
                    }
                    Op::BinaryConst(op, c) => match arithmetic(op, self.top(), &code.constants[usize::from(c)]) {
                        Some(number) => self.finish(&code, number, 1, 1),
                        None => self.push(code.constants[usize::from(c)].clone()),
                    },
                    Op::CompareLocals(op, a, b) => {
                        let (a, b) = (usize::from(a), usize::from(b));
                        match order(op, &self.stack[self.base + a], &self.stack[self.base + b]) {
                            Some(holds) => self.branch(&code, holds, 2),
                            None => self.load_local(&code, a)?,
                        }
                    }
                    Op::CompareLocalConst(op, a, c) => {
                        let a = usize::from(a);
                        match order(op, &self.stack[self.base + a], &code.constants[usize::from(c)]) {
                            Some(holds) => self.branch(&code, holds, 2),
                            None => self.load_local(&code, a)?,
                        }
                    }
                    Op::CompareConst(op, c) => match order(op, self.top(), &code.constants[usize::from(c)]) {
                        Some(holds) => {
                            self.discard(1);
                            self.branch(&code, holds, 1);
                        }
                        None => self.push(code.constants[usize::from(c)].clone()),
                    },
                    Op::CompareJump(op) => {
                        let at = self.stack.len();
                        match order(op, &self.stack[at - 2], &self.stack[at - 1]) {
                            Some(holds) => {
                                self.discard(2);
                                self.branch(&code, holds, 0);
                            }
                            None => {
                                let b = self.pop();
                                let a = self.pop();
                                let value = self.compare(op, &a, &b)?;
                                drop((a, b));
                                self.push_and_settle(value);
                            }
                        }
                    }
                    Op::ItemOfLocals(a, b) => {
                        let (a, b) = (usize::from(a), usize::from(b));
                        match item(&self.stack[self.base + a], &self.stack[self.base + b]) {
                            Some(value) => {
                                self.push(value);
                                self.ip += 2;
                            }
                            None => self.load_local(&code, a)?,
                        }
                    }
                    Op::ItemAtLocal(b) => {
                        let b = usize::from(b);
                        match item(self.top(), &self.stack[self.base + b]) {
                            Some(value) => {
                                self.discard(1);
                                self.push(value);
                                self.ip += 1;
                            }
                            None => self.load_local(&code, b)?,
                        }
                    }
                    Op::AttrOfLocal(a, name) => {
                        let a = usize::from(a);
                        let site = code.sites[self.ip].get();
                        if let Some(value) = own(&self.stack[self.base + a], &code.names[name as usize], site) {
                            self.push(value);
                            self.ip += 1;
                            continue;
                        }
                        match self.read_known(&self.stack[self.base + a], &code.names[name as usize], site) {
                            Some(Read::Value(value)) => {
                                self.push(value);
                                self.ip += 1;
                            }
                            _ => self.load_local(&code, a)?,
                        }
                    }

                    Op::BuildTuple(count) => {
                        let at = self.stack.len() - count as usize;
                        let items: Tuple = self.stack.drain(at..).collect();
                        self.push(Value::Tuple(Rc::new(items)));
                    }
                    Op::BuildList(count) => {
                        let items = self.pop_many(count);
                        self.push(Value::List(List::new(items)));
                    }
                    Op::BuildString(count) => {
                        let at = self.stack.len() - count as usize;
                        let text = Str::concat(&self.stack[at..]);
                        self.cut(at);
                        self.push(Value::Str(text));
                    }
                    Op::Format(0, false) if matches!(self.top(), Value::Str(_)) => self.settle(),
                    Op::Format(0, false) if let Value::Int(value) = self.top() => {
                        let text = Str::decimal(*value);
                        self.discard(1);
                        self.push(Value::Str(text));
                    }
                    Op::ListAppend(below) => {
                        let item = self.pop();
                        let at = self.stack.len() - below as usize;
                        if let Value::List(list) = &self.stack[at] {
                            let mut items = list.items.borrow_mut();
                            memory::grow(&mut items)?;
                            items.push(item);
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
                    Op::Unpack(count) => {
                        let value = self.pop();
                        match &value {
                            Value::Tuple(items) if items.len() == count as usize => {
                                self.stack.extend(items.iter().rev().cloned());
                            }
                            _ => {
                                let mut items = self.unpacked(&value, count as usize, None)?;
                                items.reverse();
                                self.stack.extend(items);
                            }
                        }
                    }
                    Op::Call(count) => {
                        self.poll()?;
                        let floor = self.stack.len() - count as usize - 1;
                        let callee = std::mem::replace(&mut self.stack[floor], Value::Unbound);
                        if let Value::Function(function) = &callee
                            && self.is_usual(function, count as usize)
                        {
                            self.enter_usual(function, floor + 1, floor);
                            continue 'frame;
                        }
                        if let Value::Builtin(builtin) = callee
                            && let Some(result) = self.call_native(builtin, floor, floor + 1)
                        {
                            self.push_and_settle(result?);
                            continue;
                        }
                        match self.call_on_stack(callee, floor, floor + 1, &[])? {
                            Entered::Value(value) => self.push_and_settle(value),
                            Entered::Frame => continue 'frame,
                        }
                    }
                    Op::CallKeywords(count, names) => {
                        self.poll()?;
                        let floor = self.stack.len() - usize::from(count) - 1;
                        let callee = std::mem::replace(&mut self.stack[floor], Value::Unbound);
                        let names = code.keywords[usize::from(names)].clone();
                        match self.call_on_stack(callee, floor, floor + 1, &names)? {
                            Entered::Value(value) => self.push_and_settle(value),
                            Entered::Frame => continue 'frame,
                        }
                    }
                    Op::CallMethod(count) => {
                        self.poll()?;
                        let floor = self.stack.len() - count as usize - 2;
                        if let Value::Function(function) = &self.stack[floor]
                            && self.is_usual(function, count as usize + 1)
                        {
                            let function = std::mem::replace(&mut self.stack[floor], Value::Unbound);
                            if let Value::Function(function) = &function {
                                self.enter_usual(function, floor + 1, floor);
                            }
                            continue 'frame;
                        }
                        if let Value::Builtin(builtin) = self.stack[floor]
                            && let Some(result) = self.call_native(builtin, floor, floor + 1)
                        {
                            self.push_and_settle(result?);
                            continue;
                        }
                        match self.call_method_on_stack(count as usize, &[])? {
                            Entered::Value(value) => self.push_and_settle(value),
                            Entered::Frame => continue 'frame,
                        }
                    }
                    Op::CallMethodKeywords(count, names) => {
                        self.poll()?;
                        let names = code.keywords[usize::from(names)].clone();
                        match self.call_method_on_stack(usize::from(count), &names)? {
                            Entered::Value(value) => self.push_and_settle(value),
                            Entered::Frame => continue 'frame,
                        }
                    }
                    Op::CallSpread(has_keywords) => {
                        self.poll()?;
                        let keywords = if has_keywords { self.pop() } else { Value::None };
                        let items = self.pop();
                        let callee = self.pop();
                        let floor = self.stack.len();
                        self.push(Value::Unbound);
                        if let Value::List(items) = items {
                            self.stack.extend(items.items.take());
                        }
                        let mut names = Vec::new();
                        if let Value::Dict(dict) = keywords {
                            for (key, value) in dict.items() {
                                if let Value::Str(name) = key {
                                    names.push(name);
                                    self.push(value);
                                }
                            }
                        }
                        match self.call_on_stack(callee, floor, floor + 1, &names)? {
                            Entered::Value(value) => self.push_and_settle(value),
                            Entered::Frame => continue 'frame,
                        }
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
                        continue 'frame;
                    }
                    Op::Return => {
                        if self.leave_usual(depth) {
                            self.settle();
                            continue 'frame;
                        }
                        let value = self.pop();
                        if let Some(value) = self.end_frame(value, depth)? {
                            return Ok(Exit::Return(value));
                        }
                        self.settle();
                        continue 'frame;
                    }
                    Op::Yield => {
                        let value = self.pop();
                        if let Some(value) = self.yield_value(value) {
                            return Ok(Exit::Yield(value));
                        }
                        continue 'frame;
                    }
                    Op::YieldFrom => {
                        let sent = self.pop();
                        let iterator = self.top().clone();
                        if let Value::Iter(iter) = &iterator
                            && let Some(awake) = self.resume_inline(iter, sent.clone())?
                        {
                            if awake {
                                continue 'frame;
                            } else {
                                self.end_inline(Value::None);
                            }
                            continue;
                        }
                        let step = match (&iterator, &sent) {
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
                                if let Some(value) = self.yield_value(value) {
                                    return Ok(Exit::Yield(value));
                                }
                                continue 'frame;
                            }
                            Exit::Return(value) => {
                                self.stack.pop();
                                self.push(value);
                            }
                        }
                    }

                    Op::Try(target) | Op::TryBelow(target) => {
                        let below = usize::from(matches!(op, Op::TryBelow(_)));
                        let height = self.stack.len() - self.base - below;
                        let handling = self.handling.len() - self.frame().handling;
                        self.tries.push(TryBlock { target: target as usize, height, handling });
                    }
                    Op::PopTry => {
                        self.tries.pop();
                    }
                    Op::Reraise => {
                        let exception = self.handling.pop().unwrap_or_default();
                        let mut raise = Raise::object(exception);
                        raise.0.resumed = true;
                        return Err(raise);
                    }
                    Op::Raise(count) => return Err(self.raise_statement(count)),
                    other => self.seldom(other, &code)?,
                }
            }
        }
    }
}
