//! Hashes that a class may define.

use super::Vm;
use super::names::Special;
use crate::object::{combine, hash_without_vm, of_big};
use crate::{Exc, Raise, Result, Value, builtins};

impl Vm {
    pub fn hash(&mut self, object: &Value) -> Result<u64> {
        if let Some(hash) = hash_without_vm(object) {
            return Ok(hash);
        }
        match object {
            Value::Tuple(items) => {
                let mut hashes = Vec::with_capacity(items.len());
                for item in items.iter() {
                    hashes.push(Some(self.hash(item)?));
                }
                Ok(combine(hashes.into_iter()).unwrap_or(0))
            }
            Value::Slice(slice) => {
                let parts = [slice.start.clone(), slice.stop.clone(), slice.step.clone()];
                self.hash(&Value::tuple(parts.to_vec()))
            }
            Value::Set(set) if set.frozen => Ok(set.hash()),
            Value::Method(method) => Ok(self.hash(&method.function)? ^ (method.receiver.identity() as u64)),
            Value::Native(native) => Ok(native.hash(self)?.unwrap_or((object.identity() >> 4) as u64)),
            Value::Instance(instance) => {
                let class = instance.class.borrow().clone();
                match class.lookup_name(self.names.special(Special::Hash)) {
                    Some(Value::None) => Err(unhashable(object)),
                    Some(Value::Builtin(_)) | None => match instance.payload() {
                        Value::None => Ok((object.address() >> 4) as u64),
                        payload if payload.downcast::<crate::exception::ExceptionState>().is_some() => {
                            Ok((object.address() >> 4) as u64)
                        }
                        payload => self.hash(&payload.clone()),
                    },
                    Some(method) => self.call_bound(method, object, &class, &[]).and_then(own_hash),
                }
            }
            Value::Class(class) if !matches!(class.of_metaclass("__hash__"), None | Some(Value::None)) => {
                self.by_metaclass(object, "__hash__", &[])?.map_or_else(|| Err(unhashable(object)), own_hash)
            }
            _ => Err(unhashable(object)),
        }
    }
}

/// Checks the value returned by a `__hash__` method.
fn own_hash(returned: Value) -> Result<u64> {
    match builtins::plain(&returned) {
        Value::Int(-1) => Ok(-2_i64 as u64),
        Value::Int(hash) => Ok(hash as u64),
        Value::Bool(hash) => Ok(u64::from(hash.get())),
        Value::BigInt(hash) => Ok(of_big(&hash)),
        _ => Err(Raise::type_error("__hash__ method should return an integer")),
    }
}

fn unhashable(value: &Value) -> Raise {
    Raise::new(Exc::TypeError, format!("unhashable type: '{}'", value.type_name()))
}
