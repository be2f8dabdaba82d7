//! Shared code of hash objects: their input, and digests as text.

use tensorcell_language::builtins::bytes_of;
use tensorcell_language::{Raise, Result, Value};

/// Reads the bytes to hash.
pub(super) fn input(value: &Value) -> Result<Vec<u8>> {
    if value.as_str().is_some() {
        return Err(Raise::type_error("Strings must be encoded before hashing"));
    }
    bytes_of(value)?.ok_or_else(|| Raise::type_error("object supporting the buffer API required"))
}

pub(super) fn hexadecimal(data: &[u8]) -> Value {
    Value::from(data.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}
