//! What Python code reads out of tensors while `torch.jit.trace` follows it: recorded once, and read again in later calls.

use std::cell::RefCell;
use tensorcell_language::{Builtin, Result, Value, Vm};

/// The values that a traced function reads, in their order.
enum Tape {
    Recorded(Vec<Value>),
    Replayed(std::vec::IntoIter<Value>),
}

thread_local! {
    static TAPE: RefCell<Option<Tape>> = const { RefCell::new(None) };
}

/// What a program reads from a tensor: `now`, or in a traced function what it read when it was traced.
pub fn read(vm: &mut Vm, from: &str, now: impl FnOnce(&mut Vm) -> Result<Value>) -> Result<Value> {
    if let Some(recorded) = replayed() {
        return Ok(recorded);
    }
    let value = now(vm)?;
    if is_recorded() {
        warn(vm, from)?;
        TAPE.with_borrow_mut(|tape| {
            if let Some(Tape::Recorded(values)) = tape {
                values.push(value.clone());
            }
        });
    }
    Ok(value)
}

fn replayed() -> Option<Value> {
    TAPE.with_borrow_mut(|tape| match tape {
        Some(Tape::Replayed(values)) => values.next(),
        _ => None,
    })
}

fn is_recorded() -> bool {
    TAPE.with_borrow(|tape| matches!(tape, Some(Tape::Recorded(_))))
}

fn warn(vm: &mut Vm, from: &str) -> Result<()> {
    let text = format!(
        "{from} might cause the trace to be incorrect. We can't record the data flow of Python values, so this value will be \
         treated as a constant in the future. This means that the trace might not generalize to other inputs!"
    );
    let (warnings, jit) = (vm.import("warnings")?, vm.import("torch.jit")?);
    let (warn, category) = (vm.get_attr(&warnings, "warn")?, vm.get_attr(&jit, "TracerWarning")?);
    vm.call(&warn, &[Value::str(&text), category], &[]).map(drop)
}

/// Calls a function with a tape in place. Returns its result and the tape.
fn with_tape(vm: &mut Vm, tape: Tape, function: &Value) -> (Result<Value>, Option<Tape>) {
    let before = TAPE.replace(Some(tape));
    let result = vm.call(function, &[], &[]);
    (result, TAPE.replace(before))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch._record_reads",
        "(function)",
        "Calls a function. Returns its result and the list of what it read from tensors.",
        |vm, args| {
            let (result, tape) = with_tape(vm, Tape::Recorded(Vec::new()), args.get(0));
            let values = match tape {
                Some(Tape::Recorded(values)) => values,
                _ => Vec::new(),
            };
            Ok(Value::tuple(vec![result?, Value::list(values)]))
        },
    ),
    Builtin::new(
        "torch._replay_reads",
        "(values, function)",
        "Calls a function, which reads recorded values instead of its tensors' own.",
        |vm, args| {
            let values = vm.collect(args.get(0))?;
            with_tape(vm, Tape::Replayed(values.into_iter()), args.get(1)).0
        },
    ),
    Builtin::new("torch._records_reads", "() -> bool", "Whether a function is being traced.", |_, _| {
        Ok(Value::from(is_recorded()))
    }),
];
