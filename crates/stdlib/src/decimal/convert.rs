//! Conversions between decimal numbers and other values.

use super::context::{Context, written};
use super::natural::Natural;
use super::number::{Decimal, Kind, Work};
use super::settings::*;
use num_bigint::BigInt;
use std::borrow::Cow;
use tensorcell_language::builtins::plain;
use tensorcell_language::{Exc, Raise, Result, Value, Vm, big};

/// The operand that a decimal or whole number is; None for other values.
pub fn exact(value: &Value) -> Option<Cow<'_, Decimal>> {
    if let Some(number) = value.downcast::<Decimal>() {
        return Some(Cow::Borrowed(number));
    }
    match value.beneath() {
        Value::Int(number) => Some(Cow::Owned(Decimal::whole(*number))),
        Value::Bool(number) => Some(Cow::Owned(Decimal::whole(i64::from(number.get())))),
        Value::BigInt(number) => Some(Cow::Owned(of_big(number))),
        _ => None,
    }
}

fn of_big(number: &BigInt) -> Decimal {
    Decimal::finite(number.sign() == num_bigint::Sign::Minus, Natural::of(number.clone()), 0)
}

fn unsupported(value: &Value) -> Raise {
    Raise::type_error(format!("conversion from {} to Decimal is not supported", value.type_name()))
}

/// An operand of a method or of a context's.
pub fn operand(value: &Value) -> Result<Cow<'_, Decimal>> {
    exact(value).ok_or_else(|| unsupported(value))
}

/// The number that a float is exactly.
pub fn of_float(vm: &mut Vm, x: f64) -> Result<Decimal> {
    let negative = x.is_sign_negative();
    if x.is_nan() {
        return Ok(Decimal { negative, ..Decimal::nan() });
    }
    if x.is_infinite() {
        return Ok(Decimal::infinity(negative));
    }
    let (fraction, raw) = (x.to_bits() & ((1 << 52) - 1), (x.to_bits() >> 52 & 0x7ff) as i64);
    let (mut n, mut twos) = if raw == 0 { (fraction, -1074) } else { (fraction | 1 << 52, raw - 1075) };
    if n == 0 {
        return Ok(Decimal::finite(negative, Natural::ZERO, 0));
    }
    // Without factors of two, so that a whole number has no digits after the point.
    let spare = i64::from(n.trailing_zeros()).min((-twos).max(0));
    (n, twos) = (n >> spare, twos + spare);
    let n = BigInt::from(n);
    if twos >= 0 {
        return Ok(Decimal::finite(negative, Natural::of(n << twos), 0));
    }
    let fives = big::power(vm, &BigInt::from(5), -twos as u32)?;
    Ok(Decimal::finite(negative, Natural::of(n * fives), twos))
}

impl Work<'_> {
    /// The number that a value represents, exactly.
    pub fn converted(&mut self, value: &Value) -> Result<Decimal> {
        if let Some(number) = exact(value) {
            return Ok(number.into_owned());
        }
        match value.beneath() {
            Value::Str(text) => self.read_exactly(text.as_str()),
            Value::Tuple(parts) => self.composed(parts),
            Value::List(parts) => {
                let parts = parts.items.borrow().clone();
                self.composed(&parts)
            }
            Value::Float(x) => {
                self.status |= FLOAT;
                of_float(self.vm, x.plain())
            }
            _ => Err(unsupported(value)),
        }
    }

    /// The number of a sign, digits and an exponent.
    fn composed(&mut self, parts: &[Value]) -> Result<Decimal> {
        let [sign, digits, e] = parts else {
            return Err(Raise::value_error("argument must be a sequence of length 3"));
        };
        let negative = match plain(sign) {
            Value::Int(sign @ (0 | 1)) => sign == 1,
            Value::Bool(sign) => sign.get(),
            _ => return Err(Raise::value_error("sign must be an integer with the value 0 or 1")),
        };
        let wrong = || Raise::value_error("coefficient must be a tuple of digits");
        let digits = match digits.beneath() {
            Value::Tuple(digits) => digits.to_vec(),
            Value::List(digits) => digits.items.borrow().clone(),
            _ => return Err(wrong()),
        };
        let kind = match e.as_str() {
            Some("F") => return Ok(Decimal::infinity(negative)),
            Some("n") => Kind::Quiet,
            Some("N") => Kind::Signaling,
            Some(_) => {
                let message = "string argument in the third position must be 'F', 'n' or 'N'";
                return Err(Raise::value_error(message));
            }
            None => Kind::Finite,
        };
        let digit = |value: &Value| match plain(value) {
            Value::Int(digit @ 0..=9) => Ok(b'0' + digit as u8),
            Value::Bool(digit) => Ok(b'0' + u8::from(digit.get())),
            _ => Err(wrong()),
        };
        let digits = digits.iter().map(digit).collect::<Result<Vec<u8>>>()?;
        let coefficient = Natural::read(self.vm, &digits)?;
        if kind != Kind::Finite {
            return Ok(Decimal { negative, kind, exponent: 0, coefficient });
        }
        let e = match plain(e) {
            Value::Int(e) => e.clamp(-(1 << 61), 1 << 61),
            Value::Bool(e) => i64::from(e.get()),
            Value::BigInt(e) if e.sign() == num_bigint::Sign::Minus => -(1 << 61),
            Value::BigInt(_) => 1 << 61,
            _ => return Err(Raise::value_error("exponent must be an integer")),
        };
        self.within_limits(Decimal::finite(negative, coefficient, e))
    }
}

/// The other side of a comparison: a number times what the first one is to be multiplied by. None if it cannot be compared.
pub fn compared(vm: &mut Vm, context: &Context, other: &Value, equality: bool) -> Result<Option<(Decimal, Decimal)>> {
    let one = || Decimal::whole(1);
    if let Some(number) = exact(other) {
        return Ok(Some((number.into_owned(), one())));
    }
    match other.beneath() {
        Value::Float(x) => {
            match equality {
                true => context.record(FLOAT),
                false => context.note(vm, FLOAT)?,
            }
            Ok(Some((of_float(vm, x.plain())?, one())))
        }
        Value::Instance(_) | Value::Native(_) => {
            match written(vm, "_parts_to_compare", &[other.clone(), Value::from(equality)])? {
                Value::Tuple(parts) => match (&parts[0], &parts[1]) {
                    (Value::Float(x), _) => {
                        context.record(FLOAT);
                        Ok(Some((of_float(vm, x.plain())?, one())))
                    }
                    (above, below) => Ok(Some((operand(above)?.into_owned(), operand(below)?.into_owned()))),
                },
                _ => Ok(None),
            }
        }
        _ => Ok(None),
    }
}

impl Decimal {
    /// Its whole part.
    pub fn to_int(&self, vm: &mut Vm) -> Result<Value> {
        match self.kind {
            Kind::Infinite => Err(Raise::new(Exc::OverflowError, "cannot convert Infinity to integer")),
            Kind::Quiet | Kind::Signaling => Err(Raise::value_error("cannot convert NaN to integer")),
            Kind::Finite => {
                let size = self.truncated(vm)?.to_big();
                Ok(Value::big(if self.negative { -size } else { size }))
            }
        }
    }

    /// The nearest float.
    pub fn to_float(&self, vm: &mut Vm) -> Result<f64> {
        match self.kind {
            Kind::Signaling => Err(Raise::value_error("cannot convert signaling NaN to float")),
            Kind::Quiet => Ok(f64::NAN.copysign(if self.negative { -1.0 } else { 1.0 })),
            _ => Ok(self.text(vm, true, false)?.parse().unwrap_or(f64::NAN)),
        }
    }

    /// The hash that every equal number has; None for NaNs.
    pub fn hash_of(&self) -> Option<i64> {
        const PRIME: u64 = (1 << 61) - 1;
        /// Times ten it is one, modulo the prime.
        const INVERSE_OF_TEN: u64 = 2_075_258_708_292_324_556;
        let signed = |hash: i64| if self.negative { -hash } else { hash };
        match self.kind {
            Kind::Infinite => return Some(signed(314_159)),
            Kind::Quiet | Kind::Signaling => return None,
            Kind::Finite => {}
        }
        let n = match &self.coefficient {
            Natural::Small(n) => (n % u128::from(PRIME)) as u64,
            Natural::Big(n) => u64::try_from(n % PRIME).unwrap_or(0),
        };
        let base = if self.exponent < 0 { INVERSE_OF_TEN } else { 10 };
        let unit = power_modulo(base, self.exponent.unsigned_abs(), PRIME);
        Some(signed((u128::from(n) * u128::from(unit) % u128::from(PRIME)) as i64))
    }
}

fn power_modulo(base: u64, mut times: u64, modulus: u64) -> u64 {
    let product = |x: u64, y: u64| (u128::from(x) * u128::from(y) % u128::from(modulus)) as u64;
    let (mut result, mut square) = (1, base);
    while times > 0 {
        if times & 1 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        times >>= 1;
    }
    result
}
