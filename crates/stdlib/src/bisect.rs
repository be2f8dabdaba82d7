//! `bisect`: places in sorted sequences.

use tensorcell_language::builtins::clipped_index;
use tensorcell_language::native::CompareOp;
use tensorcell_language::{Args, Builtin, ModuleDef, Raise, Result, Value, Vm};

pub static BISECT: ModuleDef = ModuleDef {
    name: "bisect",
    doc: "Places in sorted lists.",
    functions: FUNCTIONS,
    init: Some(|_, module| {
        for (name, of) in [("bisect", "bisect_right"), ("insort", "insort_right")] {
            if let Some(function) = module.dict.get_str(of) {
                module.dict.insert_str(name, function);
            }
        }
        Ok(())
    }),
};

/// The side of equal items on which a place is.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

/// The item of a sequence, which may change while items are compared.
fn item(vm: &mut Vm, sequence: &Value, at: i64) -> Result<Value> {
    if let Value::List(list) = sequence
        && let Some(item) = list.items.borrow().get(at as usize)
    {
        return Ok(item.clone());
    }
    vm.get_item(sequence, &Value::Int(at))
}

fn less(vm: &mut Vm, a: &Value, b: &Value) -> Result<bool> {
    let answer = vm.compare(CompareOp::Lt, a, b)?;
    vm.truth(&answer)
}

/// The place of a value. Arguments: the sequence, the value, the bounds, the key.
fn place(vm: &mut Vm, args: &Args, wanted: &Value, side: Side) -> Result<i64> {
    let sequence = args.get(0);
    let mut low = clipped_index(vm, args.get(2))?;
    if low < 0 {
        return Err(Raise::value_error("lo must be non-negative"));
    }
    let mut high = match args.get(3) {
        Value::None => vm.length(sequence)? as i64,
        bound => clipped_index(vm, bound)?,
    };
    let key = args.get(4);
    while low < high {
        let middle = low + (high - low) / 2;
        let mut found = item(vm, sequence, middle)?;
        if !key.is_none() {
            found = vm.call(key, &[found], &[])?;
        }
        let before = match (side, &found, wanted) {
            (Side::Left, Value::Int(x), Value::Int(y)) => x < y,
            (Side::Right, Value::Int(x), Value::Int(y)) => x <= y,
            (Side::Left, ..) => less(vm, &found, wanted)?,
            (Side::Right, ..) => !less(vm, wanted, &found)?,
        };
        if before {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low)
}

fn insert(vm: &mut Vm, args: &Args, side: Side) -> Result<Value> {
    let wanted = match args.get(4) {
        Value::None => args.get(1).clone(),
        key => vm.call(key, &[args.get(1).clone()], &[])?,
    };
    let at = place(vm, args, &wanted, side)?;
    vm.call_method(args.get(0), "insert", &[Value::Int(at), args.get(1).clone()])?;
    Ok(Value::None)
}

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "_bisect.bisect_right",
        "(a, x, lo=0, hi=None, *, key=None)",
        "Return the index where to insert item x in list a, assuming a is sorted, after equal items.",
        |vm, args| place(vm, args, args.get(1), Side::Right).map(Value::Int),
    ),
    Builtin::new(
        "_bisect.bisect_left",
        "(a, x, lo=0, hi=None, *, key=None)",
        "Return the index where to insert item x in list a, assuming a is sorted, before equal items.",
        |vm, args| place(vm, args, args.get(1), Side::Left).map(Value::Int),
    ),
    Builtin::new(
        "_bisect.insort_right",
        "(a, x, lo=0, hi=None, *, key=None)",
        "Insert item x in list a, and keep it sorted assuming a is sorted, after equal items.",
        |vm, args| insert(vm, args, Side::Right),
    ),
    Builtin::new(
        "_bisect.insort_left",
        "(a, x, lo=0, hi=None, *, key=None)",
        "Insert item x in list a, and keep it sorted assuming a is sorted, before equal items.",
        |vm, args| insert(vm, args, Side::Left),
    ),
];
