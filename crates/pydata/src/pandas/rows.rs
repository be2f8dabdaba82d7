//! Columns that are lists: what they hold, where a value is missing, and which rows share a key.

use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::object::Dict;
use tensorcell_language::{Builtin, Result, Value, Vm};
use tensorcell_tensor::{DType, Device};
use tensorcell_torch::ndarray::array_value;

pub static OF_LIST: Builtin = Builtin::new(
    "pandas._files.column_of",
    "(values)",
    "A list as an array of numbers or flags, or as texts and NaN; None for a list of anything else.",
    of_list,
);

pub static MISSING: Builtin =
    Builtin::new("pandas._files.missing", "(values, nat)", "Where a list has None, NaN or NaT, as flags.", missing);

pub static GROUPED: Builtin = Builtin::new(
    "pandas._files.grouped",
    "(keys, dropna, nat)",
    "The places of each key of a list, in the order of their first places.",
    grouped,
);

/// Rows between two looks for an interrupt.
const STRETCH: usize = 1 << 16;

fn array<T: bytemuck::NoUninit>(values: &[T], dtype: DType) -> Result<Value> {
    Ok(array_value(engine::from_bytes(bytemuck::cast_slice(values), &[values.len()], dtype, Device::Cpu)?))
}

/// How many values of each kind a list has.
#[derive(Default)]
struct Kinds {
    flags: usize,
    whole: usize,
    real: usize,
    nans: usize,
    nones: usize,
    texts: usize,
}

impl Kinds {
    /// Counts a list's values; None if one is of no kind.
    fn of(values: &[Value]) -> Option<Kinds> {
        let mut kinds = Kinds::default();
        for value in values {
            match value {
                Value::Bool(_) => kinds.flags += 1,
                Value::Int(_) => kinds.whole += 1,
                Value::Float(number) if number.get().is_nan() => kinds.nans += 1,
                Value::Float(_) => kinds.real += 1,
                Value::None => kinds.nones += 1,
                Value::Str(_) => kinds.texts += 1,
                _ => return None,
            }
        }
        Some(kinds)
    }
}

fn of_list(_: &mut Vm, args: &Args) -> Result<Value> {
    let Value::List(list) = args.get(0) else { return Ok(Value::None) };
    let values = list.items.borrow();
    let Some(kinds) = Kinds::of(&values) else { return Ok(Value::None) };
    let numbers = kinds.whole + kinds.real + kinds.nans;
    if kinds.flags == values.len() {
        return array(&values.iter().map(|value| u8::from(is_true(value))).collect::<Vec<_>>(), DType::Bool);
    }
    if kinds.whole == values.len() {
        return array(&values.iter().map(whole).collect::<Vec<_>>(), DType::Int64);
    }
    if numbers + kinds.nones == values.len() && numbers > 0 {
        return array(&values.iter().map(real).collect::<Vec<_>>(), DType::Float64);
    }
    if kinds.texts + kinds.nans + kinds.nones == values.len() {
        let text = |value: &Value| if value.is_none() { Value::from(f64::NAN) } else { value.clone() };
        return Ok(Value::list(values.iter().map(text).collect()));
    }
    Ok(Value::None)
}

fn is_true(value: &Value) -> bool {
    matches!(value, Value::Bool(truth) if truth.get())
}

fn whole(value: &Value) -> i64 {
    match value {
        Value::Int(number) => *number,
        _ => 0,
    }
}

fn real(value: &Value) -> f64 {
    match value {
        Value::Int(number) => *number as f64,
        Value::Float(number) => number.get(),
        _ => f64::NAN,
    }
}

fn is_missing(value: &Value, nat: &Value) -> bool {
    match value {
        Value::None => true,
        Value::Float(number) => number.get().is_nan(),
        value => value.is(nat),
    }
}

fn missing(_: &mut Vm, args: &Args) -> Result<Value> {
    let Value::List(list) = args.get(0) else { return Err(args.wrong(0, "a list")) };
    let flags = list.items.borrow().iter().map(|value| u8::from(is_missing(value, args.get(1)))).collect::<Vec<_>>();
    array(&flags, DType::Bool)
}

fn grouped(vm: &mut Vm, args: &Args) -> Result<Value> {
    let Value::List(keys) = args.get(0) else { return Err(args.wrong(0, "a list")) };
    let (keys, drops) = (keys.items.borrow().to_vec(), args.bool(1)?);
    let (groups, mut places) = (Dict::new(), Vec::<Vec<Value>>::new());
    for (at, key) in keys.iter().enumerate() {
        if at % STRETCH == 0 {
            vm.check_interrupt()?;
        }
        if drops && lacks_part(key, args.get(2)) {
            continue;
        }
        let group = match groups.get(vm, key)? {
            Some(group) => whole(&group) as usize,
            None => {
                groups.insert(vm, key.clone(), Value::Int(places.len() as i64))?;
                places.push(Vec::new());
                places.len() - 1
            }
        };
        places[group].push(Value::Int(at as i64));
    }
    for (key, places) in groups.keys().into_iter().zip(places) {
        groups.insert(vm, key, Value::list(places))?;
    }
    Ok(Value::Dict(groups))
}

/// Whether a key, or a part of one of several parts, is missing.
fn lacks_part(key: &Value, nat: &Value) -> bool {
    match key {
        Value::Tuple(parts) => parts.iter().any(|part| is_missing(part, nat)),
        key => is_missing(key, nat),
    }
}
