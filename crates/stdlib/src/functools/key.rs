//! The keys of cached calls: equal for calls whose arguments are equal.

use std::any::Any;
use std::rc::Rc;
use tensorcell_language::native::CompareOp;
use tensorcell_language::{Class, Native, Result, Value, Vm};

thread_local! {
    static CLASS: Rc<Class> = Class::native("functools", "_HashedSeq", &[], None, &[], &[], "The arguments of a call.");
}

/// Arguments, and their hash: a class's `__hash__` runs once in each call.
struct Key {
    parts: Value,
    hash: u64,
}

impl Native for Key {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CLASS.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        vm.repr(&self.parts)
    }
    fn hash(&self, _vm: &mut Vm) -> Result<Option<u64>> {
        Ok(Some(self.hash))
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        match other.downcast::<Key>() {
            Some(other) => vm.compare(op, &self.parts, &other.parts).map(Some),
            None => Ok(None),
        }
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.parts);
    }
}

/// The key of a call; `typed` separates equal arguments of different types.
pub(super) fn of(vm: &mut Vm, args: &[Value], keywords: &[(String, Value)], typed: bool) -> Result<Value> {
    if let ([only @ (Value::Int(_) | Value::Str(_))], [], false) = (args, keywords, typed) {
        return Ok(only.clone());
    }
    let mut parts = args.to_vec();
    if !keywords.is_empty() {
        // No argument is this class: it separates positional arguments from names.
        parts.push(Value::Class(CLASS.with(Rc::clone)));
        parts.extend(keywords.iter().flat_map(|(name, value)| [Value::str(name), value.clone()]));
    }
    if typed {
        let values = args.iter().chain(keywords.iter().map(|(_, value)| value));
        parts.extend(values.map(|value| Value::Class(vm.class_of(value))));
    }
    let is_plain = args.iter().chain(keywords.iter().map(|(_, value)| value)).all(is_plain);
    let parts = Value::tuple(parts);
    if is_plain {
        return Ok(parts);
    }
    let hash = vm.hash(&parts)?;
    Ok(Value::native(Key { parts, hash }))
}

/// Whether hashing runs no code of the program.
fn is_plain(value: &Value) -> bool {
    matches!(value, Value::None | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Str(_) | Value::Bytes(_))
        && !matches!(value, Value::Bytes(bytes) if bytes.mutable)
}
