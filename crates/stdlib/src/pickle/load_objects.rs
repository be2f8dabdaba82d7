//! Objects of a pickle being read: they are made by calls, and then get their state.

use super::failure::unpickling;
use super::loading::Loading;
use super::names::{self, Registered};
use std::rc::Rc;
use tensorcell_language::builtins::reduce;
use tensorcell_language::object::{Dict, Instance, intern};
use tensorcell_language::{Exc, Raise, Result, Value};

impl Loading<'_, '_> {
    fn text_line(&mut self) -> Result<String> {
        let line = self.line(2)?;
        match String::from_utf8(line) {
            Ok(text) => Ok(text),
            Err(error) => {
                let data = error.into_bytes();
                tensorcell_language::builtins::codecs::decode(self.vm, &data, "utf-8", "strict")
            }
        }
    }
    pub(super) fn load_global(&mut self) -> Result<()> {
        let module = self.text_line()?;
        let name = self.text_line()?;
        let found = self.find_class(&module, &name)?;
        self.push(found)
    }
    pub(super) fn load_stack_global(&mut self) -> Result<()> {
        let (name, module) = (self.pop()?, self.pop()?);
        let (Value::Str(name), Value::Str(module)) = (name, module) else {
            return Err(unpickling("STACK_GLOBAL requires str"));
        };
        let found = self.find_class(&module, &name)?;
        self.push(found)
    }
    pub(super) fn load_extension(&mut self, width: usize) -> Result<()> {
        let code = self.number(width)?;
        let code = if width == 4 { i64::from(code as u32 as i32) } else { code as i64 };
        if code <= 0 {
            return Err(unpickling("EXT specifies code <= 0"));
        }
        let found = match names::registered(self.vm, code)? {
            Registered::Object(known) => known,
            Registered::Name(module, name) => {
                let found = self.find_class(&module, &name)?;
                names::keep_registered(self.vm, code, &found)?;
                found
            }
        };
        self.push(found)
    }
    /// Makes an object as Python 2's old classes did.
    fn instantiate(&mut self, class: &Value, args: &[Value]) -> Result<()> {
        let made = match class {
            Value::Class(of) if args.is_empty() && self.vm.find_attr(class, "__getinitargs__")?.is_none() => {
                reduce::make(self.vm, of, &[], &[])?
            }
            _ => self.vm.call(class, args, &[])?,
        };
        self.push(made)
    }
    pub(super) fn load_inst(&mut self) -> Result<()> {
        let start = self.end_group()?;
        let module = self.text_line()?;
        let name = self.text_line()?;
        let class = self.find_class(&module, &name)?;
        let args = self.take_from(start)?;
        self.instantiate(&class, &args)
    }
    pub(super) fn load_obj(&mut self) -> Result<()> {
        let start = self.end_group()?;
        let args = self.take_from(start)?;
        let Some((class, args)) = args.split_first() else { return Err(self.underflow()) };
        self.instantiate(class, args)
    }
    pub(super) fn load_reduce(&mut self) -> Result<()> {
        let (args, function) = (self.pop()?, self.pop()?);
        let Value::Tuple(args) = args.beneath() else {
            return Err(Raise::type_error("argument list must be a tuple"));
        };
        let made = self.vm.call(&function, args, &[])?;
        self.push(made)
    }
    pub(super) fn load_new(&mut self, with_keywords: bool) -> Result<()> {
        let way = if with_keywords { "NEWOBJ_EX" } else { "NEWOBJ" };
        let keywords = if with_keywords { Some(self.pop()?) } else { None };
        let (args, class) = (self.pop()?, self.pop()?);
        let Value::Class(class) = &class else {
            let found = class.type_name();
            return Err(unpickling(format!("{way} class argument must be a type, not {found}")));
        };
        let Value::Tuple(args) = args.beneath() else {
            return Err(unpickling(format!("{way} args argument must be a tuple, not {}", args.type_name())));
        };
        let keywords = match &keywords {
            None => Vec::new(),
            Some(keywords) => match keywords.beneath() {
                Value::Dict(keywords) => named(keywords)?,
                other => {
                    let found = other.type_name();
                    return Err(unpickling(format!("{way} kwargs argument must be a dict, not {found}")));
                }
            },
        };
        let made = reduce::make(self.vm, class, args, &keywords)?;
        self.push(made)
    }

    pub(super) fn load_build(&mut self) -> Result<()> {
        let state = self.pop()?;
        let object = self.top()?.clone();
        if let Some(set) = self.vm.find_attr(&object, "__setstate__")? {
            return self.vm.call(&set, &[state], &[]).map(drop);
        }
        let (state, slots) = match state.beneath() {
            Value::Tuple(pair) if pair.len() == 2 => (pair[0].clone(), Some(pair[1].clone())),
            _ => (state, None),
        };
        if !state.is_none() {
            let Value::Dict(state) = state.beneath() else { return Err(unpickling("state is not a dictionary")) };
            self.set_attributes(&object, state)?;
        }
        match slots.as_ref().map(Value::beneath) {
            None => Ok(()),
            Some(Value::Dict(slots)) => self.set_slots(&object, slots),
            Some(_) => Err(unpickling("slot state is not a dictionary")),
        }
    }
    /// Sets the entries of an object's `__dict__`; names are one object wherever they stand.
    fn set_attributes(&mut self, object: &Value, state: &Rc<Dict>) -> Result<()> {
        if let Some(instance) = plain(object)
            && state.keys().iter().all(|key| matches!(key, Value::Str(_)))
        {
            for (key, value) in state.items() {
                if let Value::Str(name) = &key {
                    instance.set(&intern(name), value);
                }
            }
            return Ok(());
        }
        let own = self.vm.get_attr(object, "__dict__")?;
        for (key, value) in state.items() {
            let key = match key {
                Value::Str(name) => Value::Str(intern(&name)),
                other => other,
            };
            self.vm.set_item(&own, &key, value)?;
        }
        Ok(())
    }
    fn set_slots(&mut self, object: &Value, slots: &Rc<Dict>) -> Result<()> {
        for (name, value) in slots.items() {
            match name.as_str() {
                Some(name) => self.vm.set_attr(object, name, value)?,
                None => {
                    let text = format!("attribute name must be string, not '{}'", name.type_name());
                    return Err(Raise::type_error(text));
                }
            }
        }
        Ok(())
    }

    pub(super) fn load_buffer(&mut self) -> Result<()> {
        let Some(buffers) = &self.manner.buffers else {
            let text = "pickle stream refers to out-of-band data but no *buffers* argument was given";
            return Err(unpickling(text));
        };
        match self.vm.next(buffers)? {
            Some(buffer) => self.push(buffer),
            None => Err(unpickling("not enough out-of-band buffers")),
        }
    }
    pub(super) fn make_read_only(&mut self) -> Result<()> {
        let buffer = self.top()?.clone();
        let Some(view) = self.vm.builtin("memoryview") else {
            return Err(Raise::new(Exc::NameError, "name 'memoryview' is not defined"));
        };
        let view = self.vm.call(&view, &[buffer], &[])?;
        let read_only = self.vm.get_attr(&view, "readonly")?;
        if !self.vm.truth(&read_only)? {
            let view = self.vm.call_method(&view, "toreadonly", &[])?;
            self.set_top(view);
        }
        Ok(())
    }
}

/// An object whose attributes are set in place: its class has no slots.
fn plain(object: &Value) -> Option<&Rc<Instance>> {
    match object {
        Value::Instance(instance) if instance.class.borrow().lookup("__slots__").is_none() => Some(instance),
        _ => None,
    }
}

fn named(keywords: &Dict) -> Result<Vec<(String, Value)>> {
    let named = |(name, value): (Value, Value)| match name.as_str() {
        Some(name) => Ok((name.to_owned(), value)),
        None => Err(Raise::type_error("keywords must be strings")),
    };
    keywords.items().into_iter().map(named).collect()
}
