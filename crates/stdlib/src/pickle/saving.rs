//! An object on its way into a pickle: what kind it is decides how it is written.

use super::failure::{is_buffer, pickling};
use super::memo::Written;
use super::opcodes::*;
use super::output::Output;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use tensorcell_language::types::types;
use tensorcell_language::{Exc, Raise, Result, Value, Vm};

/// The most calls inside each other while objects are written; as in CPython, a list or dict counts twice.
const DEEPEST: usize = 10_000;
/// How often a long pickle looks for an interrupt.
const STEPS: usize = 1 << 10;

/// How a pickle is to be written.
pub(super) struct Form {
    pub protocol: u8,
    /// Whether names are those of Python 2.
    pub fix_imports: bool,
    /// Is given each buffer that may travel beside the pickle.
    pub buffer_callback: Value,
}

/// What a program may change while objects are written.
#[derive(Default)]
pub(super) struct Memory {
    pub memo: RefCell<Written>,
    /// Writes no numbers: objects that come twice are written twice.
    pub fast: Cell<bool>,
}

/// The program's own ways with objects.
#[derive(Default)]
pub(super) struct Hooks {
    pub persistent_id: Option<Value>,
    pub reducer_override: Option<Value>,
    pub dispatch_table: Option<Value>,
}

pub(super) struct Saving<'a> {
    pub vm: &'a mut Vm,
    pub form: &'a Form,
    pub memory: &'a Memory,
    pub hooks: &'a Hooks,
    pub out: Output,
    pub depth: usize,
    steps: usize,
    /// copyreg's table, once an object has asked for it.
    table: Option<Value>,
    /// The containers being written in fast mode.
    pub(super) inside: HashSet<usize>,
    pub(super) nesting: usize,
}

impl<'a> Saving<'a> {
    pub fn new(vm: &'a mut Vm, form: &'a Form, memory: &'a Memory, hooks: &'a Hooks, out: Output) -> Saving<'a> {
        Saving { vm, form, memory, hooks, out, depth: 0, steps: 0, table: None, inside: HashSet::new(), nesting: 0 }
    }
    /// Writes one object as a whole pickle.
    pub fn dump(&mut self, object: &Value) -> Result<()> {
        if self.form.protocol >= 2 {
            self.out.put(&[PROTO, self.form.protocol]);
            self.out.framing = self.form.protocol >= 4;
        }
        self.save(object)?;
        self.out.op(STOP);
        self.out.end_frame();
        self.out.framing = false;
        self.out.flush(self.vm)
    }
    pub fn is_binary(&self) -> bool {
        self.form.protocol >= 1
    }

    pub fn save(&mut self, object: &Value) -> Result<()> {
        self.out.boundary(self.vm)?;
        if let Some(ask) = &self.hooks.persistent_id {
            let known = self.vm.call(ask, std::slice::from_ref(object), &[])?;
            if !known.is_none() {
                return self.save_persistent(&known);
            }
        }
        self.save_as_it_is(object)
    }
    /// As `save`, for an object that no persistent id stands for.
    fn save_as_it_is(&mut self, object: &Value) -> Result<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS) {
            self.vm.check_interrupt()?;
        }
        match object {
            Value::None => self.out.op(NONE),
            Value::Bool(truth) => self.save_bool(truth.get()),
            Value::Int(number) => return self.save_int(*number),
            Value::Float(number) => self.save_float(number.plain()),
            Value::BigInt(number) => return self.save_big(object, number),
            _ if self.recall(object) => {}
            Value::Str(text) => return self.save_text(object, text),
            Value::Bytes(bytes) if !bytes.mutable => return self.save_bytes(object, bytes),
            _ => return self.enter(|saving| saving.save_object(object)),
        }
        Ok(())
    }
    /// Runs a step one level deeper; RecursionError where there are too many.
    pub fn enter(&mut self, step: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        if self.depth >= DEEPEST {
            let text = "maximum recursion depth exceeded while pickling an object";
            return Err(Raise::new(Exc::RecursionError, text));
        }
        self.depth += 1;
        let saved = Vm::roomy(|| step(self));
        self.depth -= 1;
        saved
    }
    fn save_persistent(&mut self, known: &Value) -> Result<()> {
        if self.is_binary() {
            self.save_as_it_is(known)?;
            self.out.op(BINPERSID);
            return Ok(());
        }
        let text = self.vm.str(known)?;
        if !text.is_ascii() {
            return Err(pickling("persistent IDs in protocol 0 must be ASCII strings"));
        }
        self.out.put(format!("P{text}\n").as_bytes());
        Ok(())
    }

    /// Writes the number of an object that was written before; false for a new one.
    #[inline]
    pub fn recall(&mut self, object: &Value) -> bool {
        let number = self.memory.memo.borrow().number(object);
        let Some(number) = number else { return false };
        match u8::try_from(number) {
            _ if !self.is_binary() => self.out.put(format!("g{number}\n").as_bytes()),
            Ok(number) => self.out.put(&[BINGET, number]),
            Err(_) => {
                self.out.op(LONG_BINGET);
                self.out.put(&number.to_le_bytes());
            }
        }
        true
    }
    /// Numbers an object, so that it can be recalled.
    #[inline]
    pub fn remember(&mut self, object: &Value) -> Result<()> {
        if self.memory.fast.get() {
            return Ok(());
        }
        let number = self.memory.memo.borrow_mut().add(object)?;
        match u8::try_from(number) {
            _ if self.form.protocol >= 4 => self.out.op(MEMOIZE),
            _ if !self.is_binary() => self.out.put(format!("p{number}\n").as_bytes()),
            Ok(number) => self.out.put(&[BINPUT, number]),
            Err(_) => {
                self.out.op(LONG_BINPUT);
                self.out.put(&number.to_le_bytes());
            }
        }
        Ok(())
    }

    /// Writes what is not a plain value.
    fn save_object(&mut self, object: &Value) -> Result<()> {
        if let Some(ask) = &self.hooks.reducer_override {
            let parts = self.vm.call(ask, std::slice::from_ref(object), &[])?;
            if !matches!(parts, Value::NotImplemented) {
                return self.save_parts(object, &parts);
            }
        }
        match object {
            Value::Dict(dict) => self.save_dict(object, dict),
            Value::Set(set) if set.frozen => self.save_frozenset(object, set),
            Value::Set(set) => self.save_set(object, set),
            Value::List(list) => self.save_list(object, list),
            Value::Tuple(items) => self.save_tuple(object, items),
            Value::Bytes(bytes) => self.save_bytearray(object, bytes),
            Value::Function(_) => self.save_global(object, None),
            Value::Class(class) if self.is_plain_class(object) => self.save_class(object, class),
            Value::Instance(instance) if is_buffer(&instance.class.borrow()) => self.save_buffer(object),
            _ => self.save_by_rule(object),
        }
    }
    fn is_plain_class(&self, object: &Value) -> bool {
        std::rc::Rc::ptr_eq(&self.vm.class_of(object), &types().type_)
    }
    /// Writes an object by the parts that a registered function or its own methods give.
    fn save_by_rule(&mut self, object: &Value) -> Result<()> {
        let class = self.vm.class_of(object);
        if let Some(reducer) = self.registered(&Value::Class(class))? {
            let parts = self.vm.call(&reducer, std::slice::from_ref(object), &[])?;
            return self.save_parts(object, &parts);
        }
        if matches!(object, Value::Class(_)) {
            return self.save_global(object, None);
        }
        if self.form.protocol >= 2 && self.save_plainly(object)? {
            return Ok(());
        }
        let parts = self.parts(object)?;
        self.save_parts(object, &parts)
    }
    /// The function that takes objects of a class apart, in the pickler's table or in copyreg's.
    fn registered(&mut self, class: &Value) -> Result<Option<Value>> {
        let table = match self.hooks.dispatch_table.as_ref().or(self.table.as_ref()) {
            Some(table) => table.clone(),
            None => {
                let module = self.vm.import("copyreg")?;
                self.table.insert(self.vm.get_attr(&module, "dispatch_table")?).clone()
            }
        };
        if let Value::Dict(table) = &table {
            return table.get(self.vm, class);
        }
        match self.vm.get_item(&table, class) {
            Err(raise) if raise.is(Exc::KeyError) => Ok(None),
            found => found.map(Some),
        }
    }
    /// What `__reduce_ex__` gives.
    fn parts(&mut self, object: &Value) -> Result<Value> {
        let protocol = Value::Int(i64::from(self.form.protocol));
        // A method would hand the question on to its function.
        let hands_on = matches!(object, Value::Builtin(_) | Value::Method(_));
        let own = if hands_on { None } else { self.vm.find_attr(object, "__reduce_ex__")? };
        match own {
            Some(own) => self.vm.call(&own, &[protocol], &[]),
            None => {
                let module = self.vm.import("copyreg")?;
                self.vm.call_method(&module, "_reduce_ex_object", &[object.clone(), protocol])
            }
        }
    }
}
