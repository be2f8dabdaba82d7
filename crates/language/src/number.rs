//! Integers of any size: conversions between `Value::Int` and `Value::BigInt`.

use super::{Exc, Raise, Result, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// The integer inside an int or bool.
pub fn to_big(value: &Value) -> Option<BigInt> {
    match value {
        Value::Bool(value) => Some(BigInt::from(u8::from(value.get()))),
        Value::Int(value) => Some(BigInt::from(*value)),
        Value::BigInt(value) => Some((**value).clone()),
        _ => None,
    }
}

/// OverflowError beyond the range of a float.
pub fn big_to_float(value: &BigInt) -> Result<f64> {
    match value.to_f64() {
        Some(float) if float.is_finite() => Ok(float),
        _ => Err(Raise::new(Exc::OverflowError, "int too large to convert to float")),
    }
}
