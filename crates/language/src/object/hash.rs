//! Hashes and equality of built-in values, as Python defines them: equal numbers hash equally.

use super::hash_bytes;
use crate::Value;
use crate::number::{big_to_float, to_big};
use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;
use std::cmp::Ordering;

const PRIME: u64 = (1 << 61) - 1;

fn of_int(value: i64) -> u64 {
    let rest = (value.unsigned_abs() % PRIME) as i64;
    let hash = if value < 0 { -rest } else { rest };
    (if hash == -1 { -2 } else { hash }) as u64
}

pub(crate) fn of_big(value: &BigInt) -> u64 {
    let rest = (value.magnitude() % PRIME).to_i64().unwrap_or(0);
    let hash = if value.sign() == Sign::Minus { -rest } else { rest };
    (if hash == -1 { -2 } else { hash }) as u64
}

pub(crate) fn of_float(value: f64) -> u64 {
    if value.is_nan() {
        return value.to_bits();
    }
    if value.is_infinite() {
        return if value > 0.0 { 314_159 } else { (-314_159_i64) as u64 };
    }
    if value.fract() == 0.0 && value.abs() < 9e18 {
        return of_int(value as i64);
    }
    // Computes mantissa * 2^exponent modulo the prime 2^61 - 1, where 2^61 equals 1.
    let bits = value.abs().to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i64;
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, exponent) = if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    let shift = exponent.rem_euclid(61) as u32;
    let product = (u128::from(mantissa) << shift) % u128::from(PRIME);
    let hash = product as i64;
    let hash = if value < 0.0 { -hash } else { hash };
    (if hash == -1 { -2 } else { hash }) as u64
}

/// The hash of a value that needs no Vm; None if a class may define it, or if there is none.
pub(crate) fn hash_without_vm(value: &Value) -> Option<u64> {
    Some(match value {
        Value::None => 0xfca8_6420,
        Value::NotImplemented => 0xfca8_6421,
        Value::Ellipsis => 0xfca8_6422,
        Value::Bool(value) => of_int(i64::from(value.get())),
        Value::Int(value) => of_int(*value),
        Value::Float(value) => of_float(value.get()),
        Value::BigInt(value) => of_big(value),
        Value::Str(text) => text.hash(),
        Value::Bytes(bytes) if !bytes.mutable => hash_bytes(&bytes.data.borrow()),
        Value::Tuple(items) => combine(items.iter().map(hash_without_vm))?,
        Value::Range(range) => {
            combine([range.len() as i64, range.start, range.step].map(|part| Some(of_int(part))).into_iter())?
        }
        Value::Class(class) if class.of_metaclass("__hash__").is_some() => return None,
        Value::Function(_) | Value::Builtin(_) | Value::Class(_) | Value::Module(_) | Value::Iter(_) => {
            (value.address() >> 4) as u64
        }
        _ => return None,
    })
}

/// Combines the hashes of a tuple's items (Python's variant of xxHash).
pub(crate) fn combine(hashes: impl ExactSizeIterator<Item = Option<u64>>) -> Option<u64> {
    const PRIMES: [u64; 3] = [11_400_714_785_074_694_791, 14_029_467_366_897_019_727, 2_870_177_450_012_600_261];
    let length = hashes.len() as u64;
    let mut all = PRIMES[2];
    for hash in hashes {
        all = all.wrapping_add(hash?.wrapping_mul(PRIMES[1])).rotate_left(31).wrapping_mul(PRIMES[0]);
    }
    Some(all.wrapping_add(length ^ (PRIMES[2] ^ 3_527_539)))
}

/// The hash of a key that needs no Vm; strings and ints take the fast path.
#[inline(always)]
pub(crate) fn hash_of_plain(key: &Value) -> Option<u64> {
    match key {
        Value::Str(text) => Some(text.hash()),
        Value::Int(value) => Some(of_int(*value)),
        Value::Instance(_) => None,
        other => hash_without_vm(other),
    }
}

/// `same_without_vm`, for two values with equal hashes.
#[inline(always)]
pub(crate) fn same_key(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => Some(a == b),
        (Value::Int(a), Value::Int(b)) => Some(a == b),
        // A NaN key equals only the identical NaN.
        (Value::Float(a), Value::Float(b)) => Some(a.get() == b.get() || a.to_bits() == b.to_bits()),
        (a, b) => same_without_vm(a, b),
    }
}

/// Equality that needs no Vm; None if a class may define it.
pub(crate) fn same_without_vm(a: &Value, b: &Value) -> Option<bool> {
    use Value::{Bytes, Dict, Instance, List, Method, Native, Range, Set, Slice, Str, Tuple};
    Some(match (a, b) {
        (Str(a), Str(b)) => a == b,
        (Instance(_) | Native(_), _) | (_, Instance(_) | Native(_)) => {
            return a.is(b).then_some(true);
        }
        (Value::Class(class), _) | (_, Value::Class(class)) if class.of_metaclass("__eq__").is_some() => {
            return a.is(b).then_some(true);
        }
        (Tuple(a), Tuple(b)) => {
            if a.len() != b.len() {
                return Some(false);
            }
            for (a, b) in a.iter().zip(b.iter()) {
                if !a.is(b) && !same_without_vm(a, b)? {
                    return Some(false);
                }
            }
            true
        }
        (List(_), List(_)) | (Dict(_), Dict(_)) | (Set(_), Set(_)) | (Slice(_), Slice(_)) => {
            return a.is(b).then_some(true);
        }
        (Bytes(a), Bytes(b)) => *a.data.borrow() == *b.data.borrow(),
        (Range(a), Range(b)) => {
            let length = a.len();
            length == b.len() && (length == 0 || a.start == b.start && (length == 1 || a.step == b.step))
        }
        (Method(a), Method(b)) => a.function.is(&b.function) && a.receiver.is(&b.receiver),
        _ => match compare_numbers(a, b) {
            Some(order) => order == Some(Ordering::Equal),
            None => a.is(b),
        },
    })
}

/// The order of two numbers; `Some(None)` with a NaN, None if one is not a number.
pub(crate) fn compare_numbers(a: &Value, b: &Value) -> Option<Option<Ordering>> {
    fn int(value: &Value) -> Option<i64> {
        match value {
            Value::Int(value) => Some(*value),
            Value::Bool(value) => Some(i64::from(value.get())),
            _ => None,
        }
    }
    let is_number =
        |value: &Value| matches!(value, Value::Int(_) | Value::Bool(_) | Value::Float(_) | Value::BigInt(_));
    if !is_number(a) || !is_number(b) {
        return None;
    }
    if let (Some(a), Some(b)) = (int(a), int(b)) {
        return Some(Some(a.cmp(&b)));
    }
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => Some(a.get().partial_cmp(&b.get())),
        (Value::Float(a), b) => Some(compare_float(a.get(), &to_big(b)?)),
        (a, Value::Float(b)) => Some(compare_float(b.get(), &to_big(a)?).map(Ordering::reverse)),
        (a, b) => Some(Some(to_big(a)?.cmp(&to_big(b)?))),
    }
}

/// Compares exactly, where conversion to float would round.
fn compare_float(a: f64, b: &BigInt) -> Option<Ordering> {
    if a.is_nan() {
        return None;
    }
    if let Ok(near) = big_to_float(b)
        && near != a
    {
        return a.partial_cmp(&near);
    }
    match num_traits::FromPrimitive::from_f64(a.trunc()) {
        Some(whole) => Some(BigInt::cmp(&whole, b).then(a.fract().partial_cmp(&0.0)?)),
        None => Some(if a > 0.0 { Ordering::Greater } else { Ordering::Less }),
    }
}
