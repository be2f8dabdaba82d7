//! Converts numbers from and to the language's values: Python's, NumPy's, one-element tensors.

use super::tensor::tensor_of;
use tensorcell_language::builtins::complex;
use tensorcell_language::{Result, Value, Vm};
use tensorcell_tensor::Scalar;
use tensorcell_tensor::op::Arg;

/// Returns a Python number or NumPy scalar, or None for other values.
pub fn scalar_of(value: &Value) -> Option<Scalar> {
    match value {
        Value::Bool(b) => Some(Scalar::Bool(b.get())),
        Value::Int(i) => Some(Scalar::Int(*i)),
        Value::Float(f) => Some(Scalar::Float(f.plain())),
        Value::Native(object) => match complex::own(value) {
            Some(number) => Some(Scalar::Complex(number.re, number.im)),
            None => object.number().and_then(scalar_of),
        },
        _ => None,
    }
}

/// Converts a number to Python's own type.
pub fn scalar_value(scalar: Scalar) -> Value {
    match scalar {
        Scalar::Bool(b) => Value::from(b),
        Scalar::Int(i) => Value::Int(i),
        Scalar::Float(f) => Value::from(f),
        Scalar::Complex(re, im) => Value::from(complex::Complex { re, im }),
    }
}

/// Reads a tensor or a number as an operand.
pub fn operand_of(value: &Value) -> Option<Arg<'_>> {
    match tensor_of(value) {
        Some(tensor) => Some(Arg::Tensor(tensor)),
        None => scalar_of(value).map(Arg::Scalar),
    }
}

/// Reads an integer: `int`, `bool`, or an object with an index (an integer 0-d tensor).
pub fn integer_of(vm: &mut Vm, value: &Value) -> Result<Option<i64>> {
    match value.beneath() {
        Value::Int(i) => Ok(Some(*i)),
        Value::Bool(b) => Ok(Some(i64::from(b.get()))),
        Value::Native(_) if tensor_of(value).is_some_and(|t| t.numel() != 1 || t.dtype().is_inexact()) => Ok(None),
        Value::Native(object) => match object.to_index(vm)? {
            Some(Value::Int(i)) => Ok(Some(i)),
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}
