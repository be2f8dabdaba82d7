//! The native part of `decimal`: digits of integers of any length, without the limit of `str` and `int`.

use num_bigint::BigInt;
use tensorcell_language::builtins::big_index;
use tensorcell_language::{Builtin, ModuleDef, Raise, Result, Value, Vm, big};

pub static DECIMAL: ModuleDef = ModuleDef {
    name: "_tensorcell.decimal",
    doc: "The native part of decimal.",
    functions: &[
        Builtin::new("decimal._digits", "(number, /)", "The decimal digits of a whole number.", |vm, args| {
            let number = big_index(vm, args.get(0))?;
            big::text(vm, &number).map(Value::from)
        }),
        Builtin::new(
            "decimal._count",
            "(number, /)",
            "How many decimal digits a whole number has; 1 for 0.",
            |vm, args| {
                if let Value::Int(small) = args.get(0) {
                    return Ok(Value::Int(i64::from(small.unsigned_abs().checked_ilog10().unwrap_or(0)) + 1));
                }
                let number = big_index(vm, args.get(0))?;
                count(vm, &number).map(Value::Int)
            },
        ),
        Builtin::new("decimal._number", "(digits, /)", "The whole number of decimal digits.", |vm, args| {
            let number = big::read(vm, args.str(0)?.as_bytes(), 10)?;
            number.map(Value::big).ok_or_else(|| Raise::value_error("decimal digits are needed"))
        }),
    ],
    init: None,
};

/// Counts the digits from the bit length. If two counts are possible, compares with the power of ten between them.
fn count(vm: &mut Vm, number: &BigInt) -> Result<i64> {
    let bits = number.bits();
    if bits == 0 {
        return Ok(1);
    }
    let least = ((bits - 1) as f64 * std::f64::consts::LOG10_2) as u32;
    let most = (bits as f64 * std::f64::consts::LOG10_2) as u32;
    if least == most {
        return Ok(i64::from(least) + 1);
    }
    let power = big::power(vm, &BigInt::from(10), most)?;
    Ok(i64::from(if number.magnitude() >= power.magnitude() { most } else { least }) + 1)
}
