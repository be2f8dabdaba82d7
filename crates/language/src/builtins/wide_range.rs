//! Ranges whose numbers do not fit 64 bits: `range(10**20, 10**20 + 3)`. All others are `object::Range`.

use super::{big_index, number};
use crate::native::{CompareOp, Native};
use crate::object::{Iter, Range, Slice};
use crate::types::types;
use crate::{Class, Exc, Raise, Result, Value, Vm};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::any::Any;
use std::rc::Rc;

pub(crate) struct WideRange {
    pub start: BigInt,
    pub stop: BigInt,
    pub step: BigInt,
}

/// The range of three integers, in the smallest fitting representation.
pub(crate) fn range(start: impl Into<BigInt>, stop: impl Into<BigInt>, step: impl Into<BigInt>) -> Value {
    let (start, stop, step) = (start.into(), stop.into(), step.into());
    match (start.to_i64(), stop.to_i64(), step.to_i64()) {
        (Some(start), Some(stop), Some(step)) => Value::Range(Rc::new(Range { start, stop, step })),
        _ => Value::native(WideRange { start, stop, step }),
    }
}

impl WideRange {
    fn length(&self) -> BigInt {
        let distance = if self.step.is_positive() { &self.stop - &self.start } else { &self.start - &self.stop };
        if distance.is_positive() { distance.div_ceil(&self.step.abs()) } else { BigInt::zero() }
    }
    fn at(&self, index: &BigInt) -> BigInt {
        &self.start + &self.step * index
    }
    /// The index of a number.
    pub fn place(&self, item: &BigInt) -> Option<BigInt> {
        let (index, rest) = (item - &self.start).div_mod_floor(&self.step);
        (rest.is_zero() && !index.is_negative() && index < self.length()).then_some(index)
    }
    fn slice(&self, vm: &mut Vm, slice: &Slice) -> Result<Value> {
        let length = self.length();
        let mut bound = |value: &Value| match value {
            Value::None => Ok(None),
            value => big_index(vm, value).map(Some),
        };
        let step = bound(&slice.step)?.unwrap_or_else(BigInt::one);
        if step.is_zero() {
            return Err(Raise::value_error("slice step cannot be zero"));
        }
        let (low, high) = match step.is_positive() {
            true => (BigInt::zero(), length.clone()),
            false => (-BigInt::one(), &length - 1),
        };
        let mut clip = |value: &Value, default: &BigInt| -> Result<BigInt> {
            Ok(match bound(value)? {
                None => default.clone(),
                Some(at) if at.is_negative() => (at + &length).max(low.clone()),
                Some(at) => at.min(high.clone()),
            })
        };
        let (first, last) = if step.is_positive() { (&low, &high) } else { (&high, &low) };
        let (start, stop) = (clip(&slice.start, first)?, clip(&slice.stop, last)?);
        Ok(range(self.at(&start), self.at(&stop), &self.step * step))
    }
    /// An iterator from the first item on, or from the last.
    pub fn items(&self, backwards: bool) -> Value {
        let mut left = self.length();
        let (mut next, step) = match backwards {
            false => (self.start.clone(), self.step.clone()),
            true => (self.at(&(&left - 1)), -&self.step),
        };
        Iter::from_fn("longrange_iterator", move |_| {
            if !left.is_positive() {
                return Ok(None);
            }
            left -= 1;
            let item = next.clone();
            next += &step;
            Ok(Some(number::from_big(item)))
        })
    }
    /// The key of equality for ranges: the length, the first item and the step, as far as they matter.
    fn identity(&self) -> [Value; 3] {
        let length = self.length();
        let start = if length.is_zero() { Value::None } else { number::from_big(self.start.clone()) };
        let step = if length <= BigInt::one() { Value::None } else { number::from_big(self.step.clone()) };
        [number::from_big(length), start, step]
    }
}

impl Native for WideRange {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        types().built_in("range").clone()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        let [start, stop, step] = [&self.start, &self.stop, &self.step].map(|part| number::from_big(part.clone()));
        let (start, stop) = (number::int_repr(&start)?, number::int_repr(&stop)?);
        Ok(match self.step.is_one() {
            true => format!("range({start}, {stop})"),
            false => format!("range({start}, {stop}, {})", number::int_repr(&step)?),
        })
    }
    fn len(&self, _vm: &mut Vm) -> Result<Option<usize>> {
        let too_long = || Raise::new(Exc::OverflowError, "Python int too large to convert to C ssize_t");
        self.length().to_i64().map(|length| Some(length as usize)).ok_or_else(too_long)
    }
    fn truth(&self, _vm: &mut Vm) -> Result<bool> {
        Ok(!self.length().is_zero())
    }
    fn iter(&self, _vm: &mut Vm, _this: &Value) -> Result<Option<Value>> {
        Ok(Some(self.items(false)))
    }
    fn contains(&self, vm: &mut Vm, item: &Value) -> Result<Option<bool>> {
        Ok(match number::to_big(&super::plain(item)) {
            Some(item) => Some(self.place(&item).is_some()),
            None => {
                let items = self.items(false);
                while let Some(own) = vm.next(&items)? {
                    if vm.equal(&own, item)? {
                        return Ok(Some(true));
                    }
                }
                Some(false)
            }
        })
    }
    fn get_item(&self, vm: &mut Vm, _this: &Value, key: &Value) -> Result<Option<Value>> {
        if let Value::Slice(slice) = key {
            return self.slice(vm, slice).map(Some);
        }
        let wrong = || Raise::type_error(format!("range indices must be integers or slices, not {}", key.type_name()));
        let index = big_index(vm, key).map_err(|raise| if raise.is(Exc::TypeError) { wrong() } else { raise })?;
        let length = self.length();
        let index = if index.is_negative() { index + &length } else { index };
        match !index.is_negative() && index < length {
            true => Ok(Some(number::from_big(self.at(&index)))),
            false => Err(Raise::new(Exc::IndexError, "range object index out of range")),
        }
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        let other = match other {
            Value::Range(range) => {
                let Range { start, stop, step } = **range;
                WideRange { start: start.into(), stop: stop.into(), step: step.into() }.identity()
            }
            other => match other.downcast::<WideRange>() {
                Some(range) => range.identity(),
                None => return Ok(None),
            },
        };
        let same = vm.equal(&Value::tuple(self.identity().into()), &Value::tuple(other.into()))?;
        Ok(match op {
            CompareOp::Eq => Some(Value::from(same)),
            CompareOp::Ne => Some(Value::from(!same)),
            _ => None,
        })
    }
    fn hash(&self, vm: &mut Vm) -> Result<Option<u64>> {
        vm.hash(&Value::tuple(self.identity().into())).map(Some)
    }
}
