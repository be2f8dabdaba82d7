//! Native steps of functions that are otherwise composed in the language, for plain tensors on the processor.

use super::arguments::TensorArgs;
use super::numbers::operand_of;
use super::tensor::{tensor_of, tensor_value};
use tensorcell_engine::cpu::{distinct, extremes, special};
use tensorcell_engine::host::is_plain;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Result, Value, Vm};
use tensorcell_tensor::{Arg, Scalar};

/// A plain tensor or a real number.
fn plain_operand(value: &Value) -> Option<Arg<'_>> {
    match tensor_of(value) {
        Some(x) => is_plain(x).then_some(Arg::Tensor(x)),
        None => operand_of(value).filter(|arg| !matches!(arg, Arg::Scalar(Scalar::Complex(..)))),
    }
}

fn special_function(_: &mut Vm, args: &Args) -> Result<Value> {
    let (Some(function), Some(dtype)) = (special::find(args.str(0)?), args.opt_dtype(1)?) else {
        return Ok(Value::None);
    };
    let given = [2, 3].into_iter().filter_map(|i| args.given(i));
    let Some(operands) = given.map(plain_operand).collect::<Option<Vec<Arg>>>() else { return Ok(Value::None) };
    if operands.iter().all(|arg| arg.tensor().is_none()) {
        return Ok(Value::None);
    }
    Ok(tensor_value(special::run(function, &operands, dtype)?))
}

fn distinct_elements(_: &mut Vm, args: &Args) -> Result<Value> {
    let x = args.tensor(0)?;
    if !is_plain(x) {
        return Ok(Value::None);
    }
    let found = distinct::distinct(x, args.bool(1)?)?;
    let places = found.places.map_or(Value::None, tensor_value);
    Ok(Value::tuple(vec![tensor_value(found.values), places, tensor_value(found.counts)]))
}

fn extremes_at(_: &mut Vm, args: &Args) -> Result<Value> {
    let [vector, places, values] = [args.tensor(0)?, args.tensor(1)?, args.tensor(2)?];
    let kind = extremes::Kind { largest: args.bool(3)?, with_own: args.bool(4)? };
    match [vector, places, values].into_iter().all(is_plain) {
        true => Ok(tensor_value(extremes::at_places(vector, places, values, kind)?)),
        false => Ok(Value::None),
    }
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch._special",
        "(name, dtype, x, y=None)",
        "A special function of plain tensors on the processor, in a dtype; None for others.",
        special_function,
    ),
    Builtin::new(
        "torch._distinct",
        "(x, places)",
        "The distinct elements of a plain tensor in order, the places of all among them, and counts; None for others.",
        distinct_elements,
    ),
    Builtin::new(
        "torch._extremes_at",
        "(vector, places, values, largest, with_own)",
        "A plain vector combined with the largest or smallest of the values that meet at each place; None for others.",
        extremes_at,
    ),
];
