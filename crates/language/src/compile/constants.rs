//! The constants of a code object: equal ones of one type are stored once.

use crate::Value;
use crate::object::{Str, intern};
use hashbrown::HashMap;
use num_bigint::BigInt;
use std::rc::Rc;

#[derive(Default)]
pub(super) struct Constants {
    values: Vec<Value>,
    places: HashMap<Key, u32>,
}

/// What makes two constants one object: their type and contents. Floats are compared by their bits.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    None,
    Bool(bool),
    Int(i64),
    Long(Rc<BigInt>),
    Float(u64),
    Text(Str),
    Bytes(Vec<u8>),
    Tuple(Vec<Key>),
}

fn key(value: &Value) -> Option<Key> {
    Some(match value {
        Value::None => Key::None,
        Value::Bool(truth) => Key::Bool(truth.get()),
        Value::Int(number) => Key::Int(*number),
        Value::BigInt(number) => Key::Long(number.clone()),
        Value::Float(number) => Key::Float(number.get().to_bits()),
        Value::Str(text) => Key::Text(text.clone()),
        Value::Bytes(bytes) if !bytes.mutable => Key::Bytes(bytes.data.borrow().to_vec()),
        Value::Tuple(items) => Key::Tuple(items.iter().map(key).collect::<Option<_>>()?),
        _ => return None,
    })
}

impl Constants {
    /// The place of a constant, which is stored if no equal one is.
    pub(super) fn place(&mut self, value: Value) -> u32 {
        let next = self.values.len() as u32;
        let at = key(&value).map_or(next, |key| *self.places.entry(key).or_insert(next));
        if at == next {
            self.values.push(value);
        }
        at
    }
    pub(super) fn values(self) -> Vec<Value> {
        self.values
    }
}

/// Interns strings that could be names, as CPython does.
pub(super) fn text_constant(text: &str) -> Value {
    match text.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric()) && text.len() > 1 {
        true => Value::Str(intern(text)),
        false => Value::str(text),
    }
}
