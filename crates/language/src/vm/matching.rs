//! `match` patterns: the tests of their subjects.

use super::Vm;
use crate::builtins::dict::merged;
use crate::builtins::overrides;
use crate::object::{Dict, Str};
use crate::{Raise, Result, Value};

/// Which ABC a class of ours counts as in patterns.
fn native_kind(module: &str, name: &str) -> Option<&'static str> {
    match (module, name) {
        ("collections", "deque") | ("builtins", "range" | "memoryview") | ("array", "array") => Some("Sequence"),
        ("builtins", "mappingproxy" | "FrameLocalsProxy") => Some("Mapping"),
        _ => None,
    }
}

impl Vm {
    /// Whether a value matches sequence patterns: lists, tuples, ranges, and classes that derive from Sequence.
    pub(super) fn matches_sequence(&mut self, subject: &Value) -> Result<bool> {
        match subject.beneath() {
            Value::List(_) | Value::Tuple(_) | Value::Range(_) => Ok(true),
            Value::Instance(_) | Value::Native(_) => self.says_it_is(subject, "Sequence"),
            _ => Ok(false),
        }
    }

    /// As `matches_sequence`, for mappings.
    pub(super) fn matches_mapping(&mut self, subject: &Value) -> Result<bool> {
        match subject.beneath() {
            Value::Dict(_) => Ok(true),
            Value::Instance(_) | Value::Native(_) => self.says_it_is(subject, "Mapping"),
            _ => Ok(false),
        }
    }

    /// Decides by the first class in the resolution order that is either a Sequence or a Mapping, else by registration.
    fn says_it_is(&mut self, subject: &Value, kind: &str) -> Result<bool> {
        let class = self.class_of(subject);
        if let Some(found) = class.order().find_map(|class| match class.module == "collections.abc" {
            true => ["Sequence", "Mapping"].into_iter().find(|kind| class.name == *kind),
            false => native_kind(&class.module, &class.name),
        }) {
            return Ok(found == kind);
        }
        match (subject, self.imported("collections.abc")) {
            (Value::Instance(_), Some(module)) => match module.dict.get_str(kind) {
                Some(class) => self.is_instance(subject, &class),
                None => Ok(false),
            },
            _ => Ok(false),
        }
    }

    /// The values of keys of a mapping; None if one is missing.
    pub(super) fn match_keys(&mut self, subject: &Value, keys: &Value) -> Result<Value> {
        let Value::Tuple(keys) = keys else {
            return Ok(Value::None);
        };
        for (at, key) in keys.iter().enumerate() {
            for other in &keys[..at] {
                if self.equal(other, key)? {
                    let key = self.repr(key)?;
                    return Err(Raise::value_error(format!("mapping pattern checks duplicate key ({key})")));
                }
            }
        }
        let Value::Dict(dict) = subject.beneath().clone() else {
            return self.match_keys_by_get(subject, keys);
        };
        if overrides(self, subject, "get") {
            return self.match_keys_by_get(subject, keys);
        }
        let mut values = Vec::with_capacity(keys.len());
        for key in keys.iter() {
            match dict.get(self, key)? {
                Some(value) => values.push(value),
                None => return Ok(Value::None),
            }
        }
        Ok(Value::tuple(values))
    }

    fn match_keys_by_get(&mut self, subject: &Value, keys: &[Value]) -> Result<Value> {
        let (absent, mut values) = (Value::list(Vec::new()), Vec::with_capacity(keys.len()));
        for key in keys.iter() {
            values.push(self.call_method(subject, "get", &[key.clone(), absent.clone()])?);
        }
        Ok(match values.iter().any(|value| value.is(&absent)) {
            true => Value::None,
            false => Value::tuple(values),
        })
    }

    /// The items of a mapping without the given keys.
    pub(super) fn match_rest(&mut self, subject: &Value, keys: &Value) -> Result<Value> {
        let Value::Tuple(keys) = keys else {
            return Ok(Value::None);
        };
        let rest = match subject.beneath() {
            Value::Dict(_) => merged(self, subject, None)?,
            _ => {
                let kind = Value::Class(self.types.dict.clone());
                match self.call(&kind, std::slice::from_ref(subject), &[])? {
                    Value::Dict(dict) => dict,
                    _ => Dict::new(),
                }
            }
        };
        for key in keys.iter() {
            rest.remove(self, key)?;
        }
        Ok(Value::Dict(rest))
    }

    /// The attributes that a class pattern reads; None if the subject is not an instance or lacks one.
    pub(super) fn match_class(
        &mut self,
        subject: &Value,
        class: &Value,
        positional: usize,
        names: &[Str],
    ) -> Result<Value> {
        let Value::Class(target) = class else {
            return Err(Raise::type_error("called match pattern must be a type"));
        };
        if !self.is_instance(subject, class)? {
            return Ok(Value::None);
        }
        let mut values = Vec::new();
        if positional > 0 {
            const WHOLE: &[&str] =
                &["bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"];
            let (matched, most) = match target.lookup("__match_args__") {
                Some(Value::Tuple(names)) => (names.to_vec(), names.len()),
                Some(other) => {
                    let (class, found) = (&target.name, other.type_name());
                    return Err(Raise::type_error(format!("{class}.__match_args__ must be a tuple (got {found})")));
                }
                None if target.order().any(|class| WHOLE.contains(&class.name.as_str())) => {
                    values.push(subject.clone());
                    (Vec::new(), 1)
                }
                None => (Vec::new(), 0),
            };
            if most < positional {
                return Err(Raise::type_error(format!(
                    "{}() accepts {most} positional sub-pattern{} ({positional} given)",
                    target.name,
                    if most == 1 { "" } else { "s" }
                )));
            }
            for name in matched.iter().take(positional) {
                let Some(name) = name.as_str() else {
                    let found = name.type_name();
                    return Err(Raise::type_error(format!("__match_args__ elements must be strings (got {found})")));
                };
                if names.iter().any(|other| other.as_str() == name)
                    || matched.iter().take(positional).filter(|other| other.as_str() == Some(name)).count() > 1
                {
                    return Err(Raise::type_error(format!(
                        "{}() got multiple sub-patterns for attribute '{name}'",
                        target.name
                    )));
                }
                match self.find_attr(subject, name)? {
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
