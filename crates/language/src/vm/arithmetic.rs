//! Arithmetic of ints of any size, floats and bools.

use crate::builtins::numeric;
use crate::native::BinaryOp;
use crate::number::{big_to_float, to_big};
use crate::{Exc, Raise, Result, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

/// Arithmetic of two small ints, if the result is small too and cannot fail.
#[inline]
pub(super) fn small(op: BinaryOp, x: i64, y: i64) -> Option<Value> {
    Some(Value::Int(match op {
        BinaryOp::Add => x.checked_add(y)?,
        BinaryOp::Sub => x.checked_sub(y)?,
        BinaryOp::Mul => x.checked_mul(y)?,
        BinaryOp::FloorDiv if y != 0 => {
            let quotient = x.checked_div(y)?;
            if x % y != 0 && (x < 0) != (y < 0) { quotient - 1 } else { quotient }
        }
        BinaryOp::Mod if y != 0 => {
            let rest = x.checked_rem(y)?;
            if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest }
        }
        BinaryOp::And => x & y,
        BinaryOp::Or => x | y,
        BinaryOp::Xor => x ^ y,
        BinaryOp::LShift if (0..63).contains(&y) && x.unsigned_abs().leading_zeros() as i64 > y + 1 => x << y,
        BinaryOp::RShift if y >= 0 => x >> y.min(63),
        BinaryOp::Pow if y >= 0 => x.checked_pow(u32::try_from(y).ok()?)?,
        BinaryOp::Div if y != 0 && x.unsigned_abs() < 1 << 53 && y.unsigned_abs() < 1 << 53 => {
            return Some(Value::from(x as f64 / y as f64));
        }
        _ => return None,
    }))
}

/// None if floats do not support the operator.
pub(super) fn float(op: BinaryOp, x: f64, y: f64) -> Option<Result<Value>> {
    let zero = |text: &str| Err(Raise::new(Exc::ZeroDivisionError, text));
    Some(
        match op {
            BinaryOp::Add => Ok(x + y),
            BinaryOp::Sub => Ok(x - y),
            BinaryOp::Mul => Ok(x * y),
            BinaryOp::Div if y == 0.0 => zero("float division by zero"),
            BinaryOp::Div => Ok(x / y),
            BinaryOp::FloorDiv if y == 0.0 => zero("float floor division by zero"),
            BinaryOp::FloorDiv => Ok(floor_divide(x, y)),
            BinaryOp::Mod if y == 0.0 => zero("float modulo"),
            BinaryOp::Mod => Ok(modulo(x, y)),
            BinaryOp::Pow if x == 0.0 && y < 0.0 && y.is_finite() => zero("0.0 cannot be raised to a negative power"),
            BinaryOp::Pow if x < 0.0 && y.fract() != 0.0 && y.is_finite() && x.is_finite() => {
                return Some(crate::builtins::complex::power_of_floats(x, y));
            }
            BinaryOp::Pow => {
                let power = x.powf(y);
                if power.is_infinite() && x.is_finite() && y.is_finite() {
                    Err(Raise::new(Exc::OverflowError, "(34, 'Numerical result out of range')"))
                } else {
                    Ok(power)
                }
            }
            _ => return None,
        }
        .map(Value::from),
    )
}
fn modulo(x: f64, y: f64) -> f64 {
    let rest = x % y;
    if rest == 0.0 {
        0.0_f64.copysign(y)
    } else if (rest < 0.0) != (y < 0.0) {
        rest + y
    } else {
        rest
    }
}
fn floor_divide(x: f64, y: f64) -> f64 {
    let rest = x % y;
    let mut quotient = (x - rest) / y;
    if rest != 0.0 && (rest < 0.0) != (y < 0.0) {
        quotient -= 1.0;
    }
    let floor = quotient.floor();
    if quotient - floor > 0.5 { floor + 1.0 } else { floor }
}

/// Arithmetic of two numbers of any kind; None if one is not a number.
pub(super) fn numbers(op: BinaryOp, a: &Value, b: &Value) -> Option<Result<Value>> {
    let is_number =
        |value: &Value| matches!(value, Value::Int(_) | Value::Bool(_) | Value::BigInt(_) | Value::Float(_));
    if !is_number(a) || !is_number(b) {
        return None;
    }
    if let (Value::Bool(x), Value::Bool(y)) = (a, b) {
        match op {
            BinaryOp::And => return Some(Ok(Value::from(x.get() & y.get()))),
            BinaryOp::Or => return Some(Ok(Value::from(x.get() | y.get()))),
            BinaryOp::Xor => return Some(Ok(Value::from(x.get() ^ y.get()))),
            _ => {}
        }
    }
    if matches!(a, Value::Float(_)) || matches!(b, Value::Float(_)) {
        let real = |value: &Value| match value {
            Value::Float(value) => Ok(value.get()),
            Value::Int(value) => Ok(*value as f64),
            other => big_to_float(&to_big(other).unwrap_or_default()),
        };
        return match (real(a), real(b)) {
            (Ok(x), Ok(y)) => float(op, x, y),
            (Err(raise), _) | (_, Err(raise)) => Some(Err(raise)),
        };
    }
    if let (Value::Bool(_) | Value::Int(_), Value::Bool(_) | Value::Int(_)) = (a, b)
        && let (Some(x), Some(y)) = (as_int(a), as_int(b))
        && let Some(value) = small(op, x, y)
    {
        return Some(Ok(value));
    }
    integers(op, to_big(a)?, to_big(b)?)
}

fn as_int(value: &Value) -> Option<i64> {
    match value {
        Value::Int(value) => Some(*value),
        Value::Bool(value) => Some(i64::from(value.get())),
        _ => None,
    }
}

fn integers(op: BinaryOp, x: BigInt, y: BigInt) -> Option<Result<Value>> {
    let zero = |text: &str| Err(Raise::new(Exc::ZeroDivisionError, text));
    let too_large = || Err(Raise::new(Exc::OverflowError, "the result is too large"));
    Some(match op {
        BinaryOp::Add => Ok(Value::big(x + y)),
        BinaryOp::Sub => Ok(Value::big(x - y)),
        BinaryOp::Mul => Ok(Value::big(x * y)),
        BinaryOp::Div if y.is_zero() => zero("division by zero"),
        BinaryOp::Div => divide(&x, &y),
        BinaryOp::FloorDiv if y.is_zero() => zero("integer division or modulo by zero"),
        BinaryOp::FloorDiv => Ok(Value::big(x.div_floor(&y))),
        BinaryOp::Mod if y.is_zero() => zero("integer modulo by zero"),
        BinaryOp::Mod => Ok(Value::big(x.mod_floor(&y))),
        BinaryOp::Pow if y.is_negative() => match (big_to_float(&x), big_to_float(&y)) {
            (Ok(x), Ok(y)) => return float(op, x, y),
            _ => Ok(Value::from(0.0)),
        },
        BinaryOp::Pow => match y.to_u32() {
            Some(power) if x.bits().saturating_mul(u64::from(power)) < 1 << 32 => Ok(Value::big(x.pow(power))),
            _ if x.magnitude().bits() <= 1 => {
                let odd = y.bit(0);
                Ok(Value::big(if x.is_negative() && !odd { -x } else { x }))
            }
            _ => too_large(),
        },
        BinaryOp::And => Ok(Value::big(x & y)),
        BinaryOp::Or => Ok(Value::big(x | y)),
        BinaryOp::Xor => Ok(Value::big(x ^ y)),
        BinaryOp::LShift | BinaryOp::RShift if y.is_negative() => Err(Raise::value_error("negative shift count")),
        BinaryOp::LShift => match y.to_u32() {
            _ if x.is_zero() => Ok(Value::Int(0)),
            Some(count) if u64::from(count) + x.bits() < 1 << 32 => Ok(Value::big(x << count)),
            _ => too_large(),
        },
        BinaryOp::RShift => match y.to_u64() {
            Some(count) => Ok(Value::big(x >> count)),
            None => Ok(Value::Int(if x.is_negative() { -1 } else { 0 })),
        },
        BinaryOp::MatMul => return None,
    })
}

/// True division, rounded once.
fn divide(x: &BigInt, y: &BigInt) -> Result<Value> {
    let sign = if x.is_negative() == y.is_negative() { 1.0 } else { -1.0 };
    let size = numeric::divide(&x.abs(), &y.abs());
    if size.is_infinite() {
        return Err(Raise::new(Exc::OverflowError, "integer division result too large for a float"));
    }
    Ok(Value::from(size * sign))
}
