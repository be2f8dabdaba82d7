//! What `match` patterns ask of their subjects.

use super::Vm;
use crate::language::object::Str;
use crate::language::{Raise, Result, Value};

impl Vm {
    /// The values under keys of a mapping; None where one is absent.
    pub(super) fn match_keys(&mut self, subject: &Value, keys: &Value) -> Result<Value> {
        let (Value::Dict(dict), Value::Tuple(keys)) = (subject.beneath().clone(), keys) else {
            return Ok(Value::None);
        };
        let mut values = Vec::with_capacity(keys.len());
        for key in keys.iter() {
            match dict.get(self, key)? {
                Some(value) => values.push(value),
                None => return Ok(Value::None),
            }
        }
        Ok(Value::tuple(values))
    }

    /// The items of a mapping without some keys.
    pub(super) fn match_rest(&mut self, subject: &Value, keys: &Value) -> Result<Value> {
        let (Value::Dict(dict), Value::Tuple(keys)) = (subject.beneath().clone(), keys) else {
            return Ok(Value::None);
        };
        let rest = dict.copy();
        for key in keys.iter() {
            rest.remove(self, key)?;
        }
        Ok(Value::Dict(rest))
    }

    /// The attributes that a class pattern looks at; None where the subject is no instance or lacks one.
    pub(super) fn match_class(
        &mut self,
        subject: &Value,
        class: &Value,
        positional: usize,
        names: &[Str],
    ) -> Result<Value> {
        let Value::Class(target) = class else {
            return Err(Raise::type_error("called match pattern must be a class"));
        };
        if !self.is_instance(subject, class)? {
            return Ok(Value::None);
        }
        let mut values = Vec::new();
        if positional > 0 {
            const WHOLE: &[&str] =
                &["bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"];
            let matched = match target.lookup("__match_args__") {
                Some(names) => self.collect(&names)?,
                None if positional == 1 && target.order().any(|class| WHOLE.contains(&class.name.as_str())) => {
                    values.push(subject.clone());
                    Vec::new()
                }
                None => Vec::new(),
            };
            if values.is_empty() && matched.len() < positional {
                return Err(Raise::type_error(format!(
                    "{}() accepts {} positional sub-pattern{} ({positional} given)",
                    target.name,
                    matched.len(),
                    if matched.len() == 1 { "" } else { "s" }
                )));
            }
            for name in matched.iter().take(positional) {
                match self.find_attr(subject, name.as_str().unwrap_or(""))? {
                    Some(value) => values.push(value),
                    None => return Ok(Value::None),
                }
            }
        }
        for name in names {
            match self.find_attr(subject, name)? {
                Some(value) => values.push(value),
                None => return Ok(Value::None),
            }
        }
        Ok(Value::tuple(values))
    }
}
