//! Joins strings with a separator.

use crate::memory;
use crate::{Raise, Result, Value};

/// More strings are joined with polls for interrupts.
const MANY: usize = 1 << 16;

/// Joins strings, if they are few.
pub(super) fn quickly_joined(separator: &str, items: &[Value]) -> Option<Value> {
    match items {
        [Value::Str(one)] => Some(Value::Str(one.clone())),
        _ if items.len() >= MANY => None,
        _ => joined(separator, items.iter(), joined_length(separator, items.iter())).ok(),
    }
}

pub(super) fn joined_length<'a>(separator: &str, items: impl Iterator<Item = &'a Value>) -> usize {
    let length = items.filter_map(Value::as_str).fold(0, |sum, text| sum + text.len() + separator.len());
    length.saturating_sub(separator.len())
}

/// Joins strings with a separator.
pub(super) fn joined<'a>(separator: &str, items: impl Iterator<Item = &'a Value>, length: usize) -> Result<Value> {
    memory::claim(length)?;
    let mut out = String::with_capacity(length);
    for (i, item) in items.enumerate() {
        if i > 0 {
            out.push_str(separator);
        }
        match item.as_str() {
            Some(text) => out.push_str(text),
            None => {
                let found = item.type_name();
                return Err(Raise::type_error(format!("sequence item {i}: expected str instance, {found} found")));
            }
        }
    }
    Ok(Value::from(out))
}
