//! The methods of tuple, range and slice.

use super::number;
use super::wide_range::WideRange;
use crate::object::{Range, Slice, Tuple};
use crate::{Args, Builtin, Exc, Getter, Raise, Result, Value, Vm};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::rc::Rc;

fn tuple(args: &Args) -> Result<Rc<Tuple>> {
    super::receiver(args, |value| match value {
        Value::Tuple(items) => Some(items),
        _ => None,
    })
}

fn range(args: &Args) -> Result<Rc<Range>> {
    super::receiver(args, |value| match value {
        Value::Range(range) => Some(range),
        _ => None,
    })
}

fn slice(args: &Args) -> Result<Rc<Slice>> {
    super::receiver(args, |value| match value {
        Value::Slice(slice) => Some(slice),
        _ => None,
    })
}

pub(crate) static TUPLE_METHODS: &[Builtin] = &[
    Builtin::new("tuple.count", "(self, value, /)", "Return number of occurrences of value.", |vm, args| {
        let mut count = 0;
        for item in tuple(args)?.iter() {
            count += (item.is(args.get(1)) || vm.equal(item, args.get(1))?) as i64;
        }
        Ok(Value::Int(count))
    }),
    Builtin::new(
        "tuple.index",
        "(self, value, start=0, stop=None, /)",
        "Return first index of value; ValueError if the value is not present.",
        |vm, args| {
            let items = tuple(args)?;
            let (start, stop) = super::whole_bounds(vm, args, 2, || items.len())?;
            for (at, item) in items.iter().enumerate().take(stop).skip(start) {
                if item.is(args.get(1)) || vm.equal(item, args.get(1))? {
                    return Ok(Value::Int(at as i64));
                }
            }
            Err(Raise::value_error("tuple.index(x): x not in tuple"))
        },
    ),
];

pub static RANGE_METHODS: &[Builtin] = &[
    Builtin::new("range.count", "(self, value, /)", "Return number of occurrences of value.", |vm, args| {
        Ok(Value::Int(place(vm, args)?.is_some() as i64))
    }),
    Builtin::new(
        "range.index",
        "(self, value, /)",
        "Return index of value; ValueError if the value is not present.",
        |vm, args| match place(vm, args)? {
            Some(at) => Ok(at),
            None => Err(Raise::value_error(format!("{} is not in range", vm.repr(args.get(1))?))),
        },
    ),
    Builtin::new("range.__reversed__", "(self, /)", "Return a reverse iterator.", |_, args| {
        if let Some(wide) = args.get(0).downcast::<WideRange>() {
            return Ok(wide.items(true));
        }
        let range = range(args)?;
        let mut left = range.len();
        Ok(crate::object::Iter::from_fn("range_iterator", move |_| {
            Ok(left.checked_sub(1).map(|last| {
                left = last;
                Value::Int(range.at(last))
            }))
        }))
    }),
];

/// The index of a value in a range.
fn place(vm: &mut Vm, args: &Args) -> Result<Option<Value>> {
    if let Some(wide) = args.get(0).downcast::<WideRange>() {
        let item = number::to_big(&super::plain(args.get(1)));
        return Ok(item.and_then(|item| wide.place(&item)).map(number::from_big));
    }
    let range = range(args)?;
    let wanted = match super::plain(args.get(1)) {
        Value::Int(i) => i,
        Value::Bool(b) => b as i64,
        Value::Float(x) if x.get().fract() == 0.0 && x.get().abs() < 9e18 => x.get() as i64,
        Value::Float(_) | Value::Str(_) | Value::None => return Ok(None),
        other => {
            for at in 0..range.len() {
                if vm.equal(&Value::Int(range.at(at)), &other)? {
                    return Ok(Some(Value::Int(at as i64)));
                }
            }
            return Ok(None);
        }
    };
    let at = || Value::Int(((wanted as i128 - range.start as i128) / range.step as i128) as i64);
    Ok(range.contains(wanted).then(at))
}

fn bound(value: &Value, pick: fn(&Range) -> i64, wide: fn(&WideRange) -> &BigInt) -> Result<Value> {
    match value {
        Value::Range(range) => Ok(Value::Int(pick(range))),
        other => Ok(other.downcast::<WideRange>().map_or(Value::None, |range| number::from_big(wide(range).clone()))),
    }
}

pub(crate) static RANGE_GETTERS: &[Getter] = &[
    Getter {
        name: "start",
        doc: "the first number",
        get: |_, value| bound(value, |range| range.start, |range| &range.start),
        set: None,
    },
    Getter {
        name: "stop",
        doc: "the number before which the range ends",
        get: |_, value| bound(value, |range| range.stop, |range| &range.stop),
        set: None,
    },
    Getter {
        name: "step",
        doc: "the difference between neighbours",
        get: |_, value| bound(value, |range| range.step, |range| &range.step),
        set: None,
    },
];

fn edge(value: &Value, pick: fn(&Slice) -> &Value) -> Result<Value> {
    match value {
        Value::Slice(slice) => Ok(pick(slice).clone()),
        _ => Ok(Value::None),
    }
}

pub(crate) static SLICE_GETTERS: &[Getter] = &[
    Getter { name: "start", doc: "the first index", get: |_, value| edge(value, |slice| &slice.start), set: None },
    Getter {
        name: "stop",
        doc: "the index before which the slice ends",
        get: |_, value| edge(value, |slice| &slice.stop),
        set: None,
    },
    Getter {
        name: "step",
        doc: "the difference between neighbours",
        get: |_, value| edge(value, |slice| &slice.step),
        set: None,
    },
];

pub(crate) static SLICE_METHODS: &[Builtin] = &[SLICE_INDICES, SLICE_HASH];

const SLICE_HASH: Builtin = Builtin::new("slice.__hash__", "(self, /)", "Return hash(self).", |vm, args| {
    slice(args)?;
    Ok(Value::Int(vm.hash(args.get(0))? as i64))
});

const SLICE_INDICES: Builtin = Builtin::new(
    "slice.indices",
    "(self, length, /)",
    "Assuming a sequence of length len, calculate the start and stop indices, and the stride length of the slice.",
    |vm, args| {
        let slice = slice(args)?;
        let length = super::big_index(vm, args.get(1))?;
        if length.is_negative() {
            return Err(Raise::value_error("length should not be negative"));
        }
        Ok(Value::tuple(wide_indices(vm, &slice, &length)?.map(number::from_big).to_vec()))
    },
);

/// Start, stop and step of a slice of a sequence of any length.
fn wide_indices(vm: &mut Vm, slice: &Slice, length: &BigInt) -> Result<[BigInt; 3]> {
    let step = edge_of(vm, &slice.step)?.unwrap_or_else(|| BigInt::from(1));
    if step.is_zero() {
        return Err(Raise::value_error("slice step cannot be zero"));
    }
    let backwards = step.is_negative();
    let (lowest, highest) = match backwards {
        true => (BigInt::from(-1), length - 1),
        false => (BigInt::from(0), length.clone()),
    };
    let mut place = |edge: &Value, otherwise: &BigInt| -> Result<BigInt> {
        Ok(match edge_of(vm, edge)? {
            None => otherwise.clone(),
            Some(edge) if edge.is_negative() => (edge + length).max(lowest.clone()),
            Some(edge) => edge.min(highest.clone()),
        })
    };
    let (first, last) = if backwards { (&highest, &lowest) } else { (&lowest, &highest) };
    Ok([place(&slice.start, first)?, place(&slice.stop, last)?, step])
}

fn edge_of(vm: &mut Vm, edge: &Value) -> Result<Option<BigInt>> {
    if edge.is_none() {
        return Ok(None);
    }
    super::big_index(vm, edge).map(Some).map_err(|raise| match raise.is(Exc::TypeError) {
        true => Raise::type_error("slice indices must be integers or None or have an __index__ method"),
        false => raise,
    })
}
