//! A pickle being read: the stack, and the instructions one by one.

use super::failure::{NO_PERSISTENT_LOAD, is_unpickling, unpickling};
use super::input::Input;
use super::memo::Read;
use super::names;
use super::opcodes::*;
use std::cell::{Cell, RefCell};
use tensorcell_language::{Exc, Raise, Result, Value, Vm, memory};

/// How often a long pickle looks for an interrupt.
const STEPS: usize = 1 << 10;

/// How a pickle is to be read.
pub(super) struct Manner {
    /// Whether names of protocols below 3 are those of Python 2.
    pub fix_imports: bool,
    /// Of Python 2's strings.
    pub encoding: String,
    pub errors: String,
    /// Gives the buffers that travel beside the pickle.
    pub buffers: Option<Value>,
}

/// The program's own ways with names and persistent ids.
#[derive(Default)]
pub(super) struct Hooks {
    pub find_class: Option<Value>,
    pub persistent_load: Option<Value>,
}

pub(super) struct Loading<'a, 'data> {
    pub vm: &'a mut Vm,
    pub manner: &'a Manner,
    pub hooks: &'a Hooks,
    pub memo: &'a RefCell<Read>,
    pub protocol: &'a Cell<u8>,
    pub input: &'a mut Input<'data>,
    pub stack: Vec<Value>,
    marks: Vec<usize>,
}

impl<'a, 'data> Loading<'a, 'data> {
    pub fn new(
        vm: &'a mut Vm,
        manner: &'a Manner,
        hooks: &'a Hooks,
        memo: &'a RefCell<Read>,
        protocol: &'a Cell<u8>,
        input: &'a mut Input<'data>,
    ) -> Loading<'a, 'data> {
        protocol.set(0);
        Loading { vm, manner, hooks, memo, protocol, input, stack: Vec::new(), marks: Vec::new() }
    }
    /// Reads one object.
    pub fn load(&mut self) -> Result<Value> {
        let mut steps = 0_usize;
        loop {
            let key = self.input.byte(self.vm).map_err(|raise| match is_unpickling(&raise) {
                true => Raise::new(Exc::EOFError, "Ran out of input"),
                false => raise,
            })?;
            if key == STOP {
                break;
            }
            self.step(key)?;
            steps += 1;
            if steps.is_multiple_of(STEPS) {
                self.vm.check_interrupt()?;
            }
        }
        self.input.skip_consumed(self.vm)?;
        self.pop()
    }

    // --- the stack
    #[inline]
    pub fn push(&mut self, value: Value) -> Result<()> {
        memory::grow(&mut self.stack)?;
        self.stack.push(value);
        Ok(())
    }
    /// Where the current group begins: nothing is taken from below.
    #[inline]
    fn fence(&self) -> usize {
        self.marks.last().copied().unwrap_or(0)
    }
    #[cold]
    pub fn underflow(&self) -> Raise {
        unpickling(if self.marks.is_empty() { "unpickling stack underflow" } else { "unexpected MARK found" })
    }
    #[inline]
    pub fn pop(&mut self) -> Result<Value> {
        if self.stack.len() <= self.fence() {
            return Err(self.underflow());
        }
        self.stack.pop().ok_or_else(|| self.underflow())
    }
    /// The last value, which stays.
    #[inline]
    pub fn top(&self) -> Result<&Value> {
        match self.stack.last() {
            Some(top) if self.stack.len() > self.fence() => Ok(top),
            _ => Err(self.underflow()),
        }
    }
    /// Replaces the last value.
    pub fn set_top(&mut self, value: Value) {
        if let Some(top) = self.stack.last_mut() {
            *top = value;
        }
    }
    /// Ends the current group; gives where it begins.
    pub fn end_group(&mut self) -> Result<usize> {
        self.marks.pop().ok_or_else(|| unpickling("could not find MARK"))
    }
    /// The values from a place on, taken off.
    pub fn take_from(&mut self, start: usize) -> Result<Vec<Value>> {
        if start < self.fence() {
            return Err(self.underflow());
        }
        let mut items = memory::collected(0, std::iter::empty())?;
        memory::reserve(&mut items, self.stack.len() - start)?;
        items.extend(self.stack.drain(start..));
        Ok(items)
    }
    /// The values from a place on, and the container below them.
    pub fn take_for(&mut self, start: usize) -> Result<(Value, Vec<Value>)> {
        if start <= self.fence() || start > self.stack.len() {
            return Err(self.underflow());
        }
        let items = self.take_from(start)?;
        Ok((self.stack[start - 1].clone(), items))
    }
    fn discard(&mut self) -> Result<()> {
        if self.marks.last() == Some(&self.stack.len()) {
            self.marks.pop();
            return Ok(());
        }
        self.pop().map(drop)
    }

    // --- reading
    pub fn take<const SIZE: usize>(&mut self) -> Result<[u8; SIZE]> {
        let data = self.input.take(self.vm, SIZE)?;
        let mut taken = [0; SIZE];
        taken.copy_from_slice(data);
        Ok(taken)
    }
    /// A length or number of one, two, four or eight bytes.
    pub fn number(&mut self, width: usize) -> Result<u64> {
        let data = self.input.take(self.vm, width)?;
        let mut bytes = [0; 8];
        bytes[..width].copy_from_slice(data);
        Ok(u64::from_le_bytes(bytes))
    }
    /// A line of at least `least` bytes, its end included, without it.
    pub fn line(&mut self, least: usize) -> Result<Vec<u8>> {
        let mut line = self.input.line(self.vm)?;
        if line.len() < least {
            return Err(unpickling("pickle data was truncated"));
        }
        line.pop();
        Ok(line)
    }

    fn step(&mut self, key: u8) -> Result<()> {
        match key {
            NONE => self.push(Value::None),
            NEWTRUE => self.push(Value::from(true)),
            NEWFALSE => self.push(Value::from(false)),
            BININT1 => {
                let [number] = self.take()?;
                self.push(Value::Int(i64::from(number)))
            }
            BININT2 => {
                let number = u16::from_le_bytes(self.take()?);
                self.push(Value::Int(i64::from(number)))
            }
            BININT => {
                let number = i32::from_le_bytes(self.take()?);
                self.push(Value::Int(i64::from(number)))
            }
            BINFLOAT => {
                let number = f64::from_be_bytes(self.take()?);
                self.push(Value::from(number))
            }
            SHORT_BINUNICODE => self.load_text(1),
            BINUNICODE => self.load_text(4),
            BINUNICODE8 => self.load_text(8),
            MEMOIZE => {
                let number = self.memo.borrow().count();
                self.remember(number)
            }
            BINGET => {
                let [number] = self.take()?;
                self.recall(usize::from(number))
            }
            LONG_BINGET => {
                let number = u32::from_le_bytes(self.take()?);
                self.recall(number as usize)
            }
            BINPUT => {
                let [number] = self.take()?;
                self.remember(usize::from(number))
            }
            LONG_BINPUT => {
                let number = u32::from_le_bytes(self.take()?);
                self.remember(number as usize)
            }
            MARK => {
                memory::grow(&mut self.marks)?;
                self.marks.push(self.stack.len());
                Ok(())
            }
            EMPTY_TUPLE => self.push(Value::tuple(Vec::new())),
            TUPLE1 => self.load_tuple_of(1),
            TUPLE2 => self.load_tuple_of(2),
            TUPLE3 => self.load_tuple_of(3),
            TUPLE => self.load_group(|_, items| Ok(Value::tuple(items))),
            EMPTY_LIST => self.push(Value::list(Vec::new())),
            LIST => self.load_group(|_, items| Ok(Value::list(items))),
            APPEND => self.append(self.stack.len().saturating_sub(1)),
            APPENDS => {
                let start = self.end_group()?;
                self.append(start)
            }
            EMPTY_DICT => self.push(Value::dict([])),
            DICT => self.load_dict(),
            SETITEM => self.set_items(self.stack.len().saturating_sub(2)),
            SETITEMS => {
                let start = self.end_group()?;
                self.set_items(start)
            }
            EMPTY_SET => self.load_set(),
            ADDITEMS => self.add_items(),
            FROZENSET => self.load_group(|loading, items| loading.make_set(true, items)),
            _ => self.step_of_objects(key),
        }
    }
    fn step_of_objects(&mut self, key: u8) -> Result<()> {
        match key {
            STACK_GLOBAL => self.load_stack_global(),
            GLOBAL => self.load_global(),
            REDUCE => self.load_reduce(),
            NEWOBJ => self.load_new(false),
            NEWOBJ_EX => self.load_new(true),
            BUILD => self.load_build(),
            INST => self.load_inst(),
            OBJ => self.load_obj(),
            EXT1 => self.load_extension(1),
            EXT2 => self.load_extension(2),
            EXT4 => self.load_extension(4),
            PERSID => self.load_persistent_line(),
            BINPERSID => {
                let known = self.pop()?;
                self.load_persistent(known)
            }
            PROTO => {
                let [protocol] = self.take()?;
                if protocol > HIGHEST_PROTOCOL {
                    return Err(Raise::value_error(format!("unsupported pickle protocol: {protocol}")));
                }
                self.protocol.set(protocol);
                Ok(())
            }
            FRAME => {
                let size = self.length("FRAME length", 8)?;
                self.input.expect(self.vm, size)
            }
            POP => self.discard(),
            POP_MARK => {
                let start = self.end_group()?;
                self.stack.truncate(start);
                Ok(())
            }
            DUP => {
                let top = self.top()?.clone();
                self.push(top)
            }
            GET => {
                let number = self.number_line()?;
                self.recall(usize::try_from(number).unwrap_or(usize::MAX))
            }
            PUT => {
                let number = self.number_line()?;
                self.top()?;
                let number = usize::try_from(number).map_err(|_| Raise::value_error("negative PUT argument"))?;
                self.remember(number)
            }
            NEXT_BUFFER => self.load_buffer(),
            READONLY_BUFFER => self.make_read_only(),
            _ => self.step_of_values(key),
        }
    }
    fn step_of_values(&mut self, key: u8) -> Result<()> {
        match key {
            INT => self.load_int_line(),
            LONG => self.load_long_line(),
            LONG1 => self.load_long(1),
            LONG4 => self.load_long(4),
            FLOAT => self.load_float_line(),
            STRING => self.load_string_line(),
            BINSTRING => self.load_string(4),
            SHORT_BINSTRING => self.load_string(1),
            UNICODE => self.load_unicode_line(),
            BINBYTES => self.load_bytes(4),
            SHORT_BINBYTES => self.load_bytes(1),
            BINBYTES8 => self.load_bytes(8),
            BYTEARRAY8 => self.load_bytearray(),
            _ => {
                let shown = match key {
                    b'\'' | b'\\' => format!("\\x{key:02x}"),
                    0x20..=0x7e => char::from(key).to_string(),
                    _ => format!("\\x{key:02x}"),
                };
                Err(unpickling(format!("invalid load key, '{shown}'.")))
            }
        }
    }

    // --- the memo
    #[inline]
    fn remember(&mut self, number: usize) -> Result<()> {
        let top = self.top()?.clone();
        self.memo.borrow_mut().set(number, top)
    }
    #[inline]
    fn recall(&mut self, number: usize) -> Result<()> {
        let known = self.memo.borrow().get(number).cloned();
        match known {
            Some(known) => self.push(known),
            None => Err(unpickling(format!("Memo value not found at index {}", number as isize))),
        }
    }

    // --- containers
    fn load_group(&mut self, make: fn(&mut Self, Vec<Value>) -> Result<Value>) -> Result<()> {
        let start = self.end_group()?;
        let items = self.take_from(start)?;
        let made = make(self, items)?;
        self.push(made)
    }
    fn load_tuple_of(&mut self, size: usize) -> Result<()> {
        let start = match self.stack.len().checked_sub(size) {
            Some(start) if start >= self.fence() => start,
            _ => return Err(self.underflow()),
        };
        let made = Value::Tuple(std::rc::Rc::new(self.stack.drain(start..).collect()));
        self.stack.push(made);
        Ok(())
    }
    fn load_dict(&mut self) -> Result<()> {
        let start = self.end_group()?;
        let items = self.take_from(start)?;
        if items.len() % 2 != 0 {
            return Err(unpickling("odd number of items for DICT"));
        }
        let made = Value::dict([]);
        self.put_pairs(&made, items)?;
        self.push(made)
    }
    fn load_set(&mut self) -> Result<()> {
        let made = self.make_set(false, Vec::new())?;
        self.push(made)
    }
    fn make_set(&mut self, frozen: bool, items: Vec<Value>) -> Result<Value> {
        tensorcell_language::object::Set::from_items(self.vm, frozen, items).map(Value::Set)
    }
    fn append(&mut self, start: usize) -> Result<()> {
        if start <= self.fence() || start > self.stack.len() {
            return Err(self.underflow());
        }
        if start == self.stack.len() {
            return Ok(());
        }
        if let Value::List(list) = &self.stack[start - 1] {
            let list = list.clone();
            let mut items = list.items.borrow_mut();
            memory::reserve(&mut items, self.stack.len() - start)?;
            items.extend(self.stack.drain(start..));
            return Ok(());
        }
        let (target, items) = self.take_for(start)?;
        if let Some(extend) = self.vm.find_attr(&target, "extend")? {
            return self.vm.call(&extend, &[Value::list(items)], &[]).map(drop);
        }
        let append = self.vm.get_attr(&target, "append")?;
        self.call_each(&append, items)
    }
    fn call_each(&mut self, function: &Value, items: Vec<Value>) -> Result<()> {
        for item in items {
            self.vm.call(function, &[item], &[])?;
        }
        Ok(())
    }
    fn set_items(&mut self, start: usize) -> Result<()> {
        if start <= self.fence() || start > self.stack.len() {
            return Err(self.underflow());
        }
        if start == self.stack.len() {
            return Ok(());
        }
        if !(self.stack.len() - start).is_multiple_of(2) {
            return Err(unpickling("odd number of items for SETITEMS"));
        }
        let (target, items) = self.take_for(start)?;
        self.put_pairs(&target, items)
    }
    fn put_pairs(&mut self, target: &Value, items: Vec<Value>) -> Result<()> {
        let mut items = items.into_iter();
        while let (Some(key), Some(value)) = (items.next(), items.next()) {
            match target {
                Value::Dict(dict) => drop(dict.insert(self.vm, key, value)?),
                _ => self.vm.set_item(target, &key, value)?,
            }
        }
        Ok(())
    }
    fn add_items(&mut self) -> Result<()> {
        let start = self.end_group()?;
        if start <= self.fence() || start > self.stack.len() {
            return Err(self.underflow());
        }
        if start == self.stack.len() {
            return Ok(());
        }
        let (target, items) = self.take_for(start)?;
        if let Value::Set(set) = target.beneath()
            && !set.frozen
        {
            for item in items {
                set.insert(self.vm, item)?;
            }
            return Ok(());
        }
        let add = self.vm.get_attr(&target, "add")?;
        self.call_each(&add, items)
    }

    // --- names
    /// What stands under a name, found as the program wants it.
    pub fn find_class(&mut self, module: &str, name: &str) -> Result<Value> {
        match &self.hooks.find_class {
            Some(find) => self.vm.call(find, &[Value::str(module), Value::str(name)], &[]),
            None => names::find_class(self.vm, self.protocol.get(), self.manner.fix_imports, module, name),
        }
    }
    fn load_persistent(&mut self, known: Value) -> Result<()> {
        let Some(load) = &self.hooks.persistent_load else {
            return Err(unpickling(NO_PERSISTENT_LOAD));
        };
        let found = self.vm.call(load, &[known], &[])?;
        self.push(found)
    }
    fn load_persistent_line(&mut self) -> Result<()> {
        let line = self.line(1)?;
        if !line.is_ascii() {
            return Err(unpickling("persistent IDs in protocol 0 must be ASCII strings"));
        }
        let known = Value::from(String::from_utf8_lossy(&line).into_owned());
        self.load_persistent(known)
    }
}
