//! Reads tuples, lists and `torch.Size` as sequences of values or integers.

use super::numbers::integer_of;
use super::size::Size;
use smallvec::{SmallVec, smallvec};
use tensorcell_language::{Result, Value, Vm};

/// Returns the items of a tuple, list or `torch.Size`, or None for other values.
pub fn items_of(value: &Value) -> Option<Vec<Value>> {
    match value.beneath() {
        Value::Tuple(items) => Some(items.to_vec()),
        Value::List(list) => Some(list.items.borrow().clone()),
        _ => value.downcast::<Size>().map(|size| size.0.iter().map(|&n| Value::Int(n)).collect()),
    }
}

/// Sizes or dimension numbers, usually few.
pub type Integers = SmallVec<[i64; 4]>;

/// Reads integers from a tuple, list, `torch.Size` or range, or a single integer.
pub fn integers_of(vm: &mut Vm, value: &Value) -> Result<Option<Integers>> {
    if let Some(i) = integer_of(vm, value)? {
        return Ok(Some(smallvec![i]));
    }
    match value.beneath() {
        Value::Tuple(items) => integers_among(vm, items),
        Value::Range(_) => {
            let items = vm.collect(value)?;
            integers_among(vm, &items)
        }
        _ => items_of(value).map_or(Ok(None), |items| integers_among(vm, &items)),
    }
}

/// Converts values to integers. Returns None if one is not an integer.
pub fn integers_among(vm: &mut Vm, values: &[Value]) -> Result<Option<Integers>> {
    let mut integers = Integers::with_capacity(values.len());
    for value in values {
        match integer_of(vm, value)? {
            Some(integer) => integers.push(integer),
            None => return Ok(None),
        }
    }
    Ok(Some(integers))
}
