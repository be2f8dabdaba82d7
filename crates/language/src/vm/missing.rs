//! Errors for missing attributes and names, with suggestions.

use super::Vm;
use crate::descriptor::Super;
use crate::object::Str;
use crate::{Exc, Raise, Value, suggest};
use std::cell::OnceCell;

impl Vm {
    pub(crate) fn no_attribute(&mut self, object: &Value, name: &str) -> Raise {
        let text = match object {
            Value::Module(module) if module.is_initializing.get() => format!(
                "partially initialized module '{}' has no attribute '{name}' (most likely due to a circular import)",
                module.name
            ),
            Value::Module(module) if module.name.is_empty() => format!("module has no attribute '{name}'"),
            Value::Module(module) => format!("module '{}' has no attribute '{name}'", module.name),
            Value::Class(class) => {
                format!("type object '{}' has no attribute '{name}'", class.name)
            }
            _ => match object.downcast::<Super>() {
                Some(_) => format!("'super' object has no attribute '{name}'"),
                None => format!("'{}' object has no attribute '{name}'", object.type_name()),
            },
        };
        let raise = Raise::new(Exc::AttributeError, text).about(object);
        let mut known = self.dir(object);
        // Private names are suggested only inside the object's own methods.
        if !name.starts_with('_') && !self.runs_method_of(object) {
            known.retain(|known| !known.starts_with('_'));
        }
        match suggest::closest(name, known.iter().map(String::as_str)) {
            Some(near) => raise.help(format!("Did you mean: '{near}'?")),
            None => raise,
        }
    }

    /// Whether the running frame's `self` is the object.
    fn runs_method_of(&self, object: &Value) -> bool {
        self.running_self().is_some_and(|own| own.is(object))
    }

    /// The running frame's variable `self`.
    pub(super) fn running_self(&self) -> Option<Value> {
        let frame = self.frames.last()?;
        let is_self = |name: &Str| name.as_str() == "self";
        let cell = frame.code().cells.iter().position(is_self).and_then(|at| frame.cells().get(at));
        let local = || self.stack.get(frame.base + frame.code().locals.iter().position(is_self)?).cloned();
        let value = cell.map(|cell| cell.value.borrow().clone()).or_else(local)?;
        (!matches!(value, Value::Unbound)).then_some(value)
    }

    /// The names that `dir` lists for an object, without running any code of the program.
    pub fn dir(&self, object: &Value) -> Vec<String> {
        let mut names = std::collections::BTreeSet::new();
        let mut add = |dict: &crate::object::Dict| {
            names.extend(dict.keys().iter().filter_map(|key| key.as_str().map(str::to_owned)));
        };
        match object {
            Value::Module(module) => {
                add(&module.dict);
                names.extend(module.names_waiting().into_iter().map(str::to_owned));
                // Submodules that its `__getattr__` imports on first use.
                if names.contains("__getattr__") {
                    names.extend(self.submodules(&module.name));
                }
            }
            Value::Class(class) => class.order().for_each(|class| add(&class.dict)),
            _ => {
                match object {
                    Value::Instance(instance) => add(instance.dict()),
                    Value::Function(function) => function.dict.get().into_iter().for_each(|dict| add(dict)),
                    Value::Native(native) => {
                        native.own().and_then(OnceCell::get).into_iter().for_each(|dict| add(dict))
                    }
                    _ => {}
                }
                self.class_of(object).order().for_each(|class| add(&class.dict));
                if let Value::Native(native) = object.beneath() {
                    names.extend(native.attr_names());
                }
            }
        }
        names.into_iter().collect()
    }

    /// NameError that suggests the nearest known name.
    pub(super) fn unknown_name(&self, name: &Str) -> Raise {
        let raise = Raise::new(Exc::NameError, format!("name '{name}' is not defined"));
        let mut known: Vec<String> = Vec::new();
        if let Some(frame) = self.frames.last() {
            let is_bound = |at: &usize| !matches!(self.stack.get(frame.base + at), None | Some(Value::Unbound));
            let locals = frame.code().locals.iter().enumerate().filter(|(at, _)| is_bound(at));
            known.extend(locals.map(|(_, name)| name).chain(&frame.code().cells).map(ToString::to_string));
            let names = frame.globals().dict.keys();
            known.extend(names.iter().filter_map(|key| key.as_str().map(str::to_owned)));
        }
        known.extend(self.builtins.keys().iter().filter_map(|key| key.as_str().map(str::to_owned)));
        let own = self.running_self().is_some_and(|own| self.dir(&own).iter().any(|known| known == name.as_str()));
        let near = match own {
            true => Some(format!("self.{name}")),
            false => suggest::closest(name, known.iter().map(String::as_str)).map(str::to_owned),
        };
        let is_module = self.definitions.contains_key(name.as_str());
        match near {
            Some(near) if is_module => {
                raise.help(format!("Did you mean: '{near}'? Or did you forget to import '{name}'?"))
            }
            Some(near) => raise.help(format!("Did you mean: '{near}'?")),
            None if is_module => raise.help(format!("Did you forget to import '{name}'?")),
            None => raise,
        }
    }
}

/// Sets the name and object of the program's own AttributeError, unless it has them already.
pub(super) fn about_attribute(raise: Raise, object: &Value, name: &Str) -> Raise {
    if let Some(value) = &raise.0.value
        && raise.is(Exc::AttributeError)
    {
        crate::exception::set_subject(value, object, name);
    }
    raise
}
