//! Objects in a pickle that `__reduce_ex__` and its kin take apart: what makes them, from what, and their state.

use super::failure::pickling;
use super::opcodes::*;
use super::saving::Saving;
use tensorcell_language::builtins::objects::is_callable;
use tensorcell_language::builtins::reduce;
use tensorcell_language::object::Tuple;
use tensorcell_language::{Raise, Result, Value};

/// What makes an object again: a function and its arguments, state, and items.
struct Parts {
    function: Value,
    args: Value,
    state: Option<Value>,
    items: Option<Value>,
    pairs: Option<Value>,
    state_setter: Option<Value>,
}

impl Saving<'_> {
    /// Writes an object by what a reducing function gave: the name of a global, or its parts.
    pub(super) fn save_parts(&mut self, object: &Value, parts: &Value) -> Result<()> {
        match parts.beneath() {
            Value::Str(name) => self.save_global(object, Some(name)),
            Value::Tuple(parts) => {
                let parts = self.checked(parts)?;
                self.save_made(object, parts)
            }
            _ => Err(pickling("__reduce__ must return a string or tuple")),
        }
    }
    fn checked(&mut self, parts: &Tuple) -> Result<Parts> {
        if !(2..=6).contains(&parts.len()) {
            return Err(pickling("tuple returned by __reduce__ must contain 2 through 6 elements"));
        }
        let given = |at: usize| parts.get(at).filter(|part| !part.is_none()).cloned();
        let (function, args) = (parts[0].clone(), parts[1].clone());
        let parts = Parts { function, args, state: given(2), items: given(3), pairs: given(4), state_setter: given(5) };
        self.check(&parts)?;
        Ok(parts)
    }
    fn check(&mut self, parts: &Parts) -> Result<()> {
        if !is_callable(self.vm, &parts.function)? {
            return Err(pickling("first item of the tuple returned by __reduce__ must be callable"));
        }
        if !matches!(parts.args.beneath(), Value::Tuple(_)) {
            return Err(pickling("second item of the tuple returned by __reduce__ must be a tuple"));
        }
        for (place, part) in [("fourth", &parts.items), ("fifth", &parts.pairs)] {
            if let Some(part) = part
                && self.vm.find_special(part, "__next__")?.is_none()
            {
                let found = part.type_name();
                let text =
                    format!("{place} element of the tuple returned by __reduce__ must be an iterator, not {found}");
                return Err(pickling(text));
            }
        }
        if let Some(setter) = &parts.state_setter
            && !is_callable(self.vm, setter)?
        {
            let found = setter.type_name();
            let text = format!("sixth element of the tuple returned by __reduce__ must be a function, not {found}");
            return Err(pickling(text));
        }
        Ok(())
    }
    /// Writes an object that a function makes of some arguments.
    pub(super) fn save_call(&mut self, object: &Value, function: &Value, args: Vec<Value>) -> Result<()> {
        let (function, args) = (function.clone(), Value::tuple(args));
        let parts = Parts { function, args, state: None, items: None, pairs: None, state_setter: None };
        self.save_made(object, parts)
    }
    fn save_made(&mut self, object: &Value, parts: Parts) -> Result<()> {
        self.save_making(object, &parts)?;
        // A tuple that holds itself was completed further in.
        if self.memory.memo.borrow().number(object).is_some() {
            self.out.op(POP);
            self.recall(object);
            return Ok(());
        }
        self.remember(object)?;
        if let Some(items) = &parts.items {
            self.save_items(items)?;
        }
        if let Some(pairs) = &parts.pairs {
            self.save_pairs(pairs)?;
        }
        match (&parts.state, &parts.state_setter) {
            (None, _) => {}
            (Some(state), None) => {
                self.save(state)?;
                self.out.op(BUILD);
            }
            (Some(state), Some(setter)) => {
                self.save(setter)?;
                self.save(object)?;
                self.save(state)?;
                self.out.put(&[TUPLE2, REDUCE, POP]);
            }
        }
        Ok(())
    }
    /// Writes the call that makes an object.
    fn save_making(&mut self, object: &Value, parts: &Parts) -> Result<()> {
        let name = match self.form.protocol >= 2 {
            true => self.vm.find_attr(&parts.function, "__name__")?,
            false => None,
        };
        let Value::Tuple(args) = parts.args.beneath().clone() else { return Ok(()) };
        match name.as_ref().and_then(Value::as_str) {
            Some("__newobj_ex__") => self.save_new_with_keywords(&args),
            Some("__newobj__") => self.save_new(object, &args),
            _ => {
                self.save(&parts.function)?;
                self.save(&parts.args)?;
                self.out.op(REDUCE);
                Ok(())
            }
        }
    }
    fn save_new(&mut self, object: &Value, args: &Tuple) -> Result<()> {
        let Some((class, args)) = args.split_first() else {
            return Err(pickling("__newobj__ arglist is empty"));
        };
        if !matches!(class, Value::Class(_)) {
            return Err(pickling("args[0] from __newobj__ args is not a type"));
        }
        let own = self.vm.get_attr(object, "__class__")?;
        if !own.is(class) {
            return Err(pickling("args[0] from __newobj__ args has the wrong class"));
        }
        self.save(class)?;
        self.save(&Value::tuple(args.to_vec()))?;
        self.out.op(NEWOBJ);
        Ok(())
    }
    fn save_new_with_keywords(&mut self, args: &Tuple) -> Result<()> {
        let [class, args, keywords] = &args[..] else {
            let text = format!("length of the NEWOBJ_EX argument tuple must be exactly 3, not {}", args.len());
            return Err(pickling(text));
        };
        let wrong = |place: &str, kind: &str, found: &Value| {
            let found = found.type_name();
            pickling(format!("{place} item from NEWOBJ_EX argument tuple must be {kind}, not {found}"))
        };
        if !matches!(class, Value::Class(_)) {
            return Err(wrong("first", "a class", class));
        }
        let Value::Tuple(given) = args.beneath() else { return Err(wrong("second", "a tuple", args)) };
        let Value::Dict(named) = keywords.beneath() else { return Err(wrong("third", "a dict", keywords)) };
        if self.form.protocol >= 4 {
            self.save(class)?;
            self.save(args)?;
            self.save(keywords)?;
            self.out.op(NEWOBJ_EX);
            return Ok(());
        }
        // Older protocols have no keywords: the call becomes an object that is called without arguments.
        let functools = self.vm.import("functools")?;
        let partial = self.vm.get_attr(&functools, "partial")?;
        let new = self.vm.get_attr(class, "__new__")?;
        let given: Vec<Value> = [&new, class].into_iter().chain(given.iter()).cloned().collect();
        let named: Vec<(String, Value)> = named
            .items()
            .into_iter()
            .map(|(name, value)| match name.as_str() {
                Some(name) => Ok((name.to_owned(), value)),
                None => Err(Raise::type_error("keywords must be strings")),
            })
            .collect::<Result<_>>()?;
        let call = self.vm.call(&partial, &given, &named)?;
        self.save(&call)?;
        self.save(&Value::tuple(Vec::new()))?;
        self.out.op(REDUCE);
        Ok(())
    }
    /// Writes an object that the rules of `object` alone take apart; false for others.
    pub(super) fn save_plainly(&mut self, object: &Value) -> Result<bool> {
        let Some((class, own)) = reduce::plain_parts(object) else { return Ok(false) };
        self.save(&Value::Class(class))?;
        self.save(&Value::tuple(Vec::new()))?;
        self.out.op(NEWOBJ);
        self.remember(object)?;
        if !own.is_empty() {
            self.save(&Value::Dict(own))?;
            self.out.op(BUILD);
        }
        Ok(true)
    }
}
