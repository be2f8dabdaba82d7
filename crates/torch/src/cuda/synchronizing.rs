//! `torch.cuda.set_sync_debug_mode`: calls that make the host wait for a device warn or fail.

use super::checked;
use crate::warnings::warn;
use std::cell::Cell;
use tensorcell_device::awaited::{self, Mode, SENTENCE};
use tensorcell_device::driver;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm, at_safe_point};

static WARN: Builtin =
    Builtin::new("torch.cuda._warn_of_wait", "()", "Warns that the host waited for a device.", |vm, _| {
        warn(vm, SENTENCE)?;
        Ok(Value::None)
    });

thread_local! {
    static WARNED: Cell<bool> = const { Cell::new(false) };
}

const PROTOTYPE: &str =
    "Synchronization debug mode is a prototype feature and does not yet detect all synchronizing operations";

fn set(vm: &mut Vm, args: &Args) -> Result<Value> {
    let invalid = |expected| Err(Raise::runtime(format!("invalid value of debug_mode, expected one of {expected}")));
    if let Some(missing) = driver::why_none() {
        return checked(Err(missing.clone()));
    }
    let number = match args.get(0) {
        Value::Str(name) => match name.as_str() {
            "default" => 0,
            "warn" => 1,
            "error" => 2,
            _ => return invalid("`default`, `warn`, `error`"),
        },
        Value::Int(number) => *number,
        _ => return Err(Raise::runtime("invalid argument to set_sync_debug_mode")),
    };
    let mode = match number {
        0 => Mode::Silent,
        1 => Mode::Warned,
        2 => Mode::Refused,
        _ => return invalid("0,1,2"),
    };
    if !WARNED.replace(true) {
        warn(vm, PROTOTYPE)?;
    }
    awaited::set_warning(|| at_safe_point(Value::Builtin(&WARN)));
    awaited::set_mode(mode);
    Ok(Value::None)
}

pub(super) static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.cuda.set_sync_debug_mode",
        "(debug_mode)",
        "What becomes of calls that make the host wait for a device (reading a number, printing, `nonzero`, a copy that blocks, \
         Stream.synchronize): 'default' or 0 nothing, 'warn' or 1 a warning, 'error' or 2 an error. torch.cuda.synchronize and \
         Event.synchronize say what they do, and may.\n\n\
         Errors: RuntimeError for another mode: `torch.cuda.set_sync_debug_mode('loud')`",
        set,
    ),
    Builtin::new("torch.cuda.get_sync_debug_mode", "() -> int", "0, 1 or 2, as set_sync_debug_mode set it.", |_, _| {
        match driver::why_none() {
            Some(missing) => checked(Err(missing.clone())),
            None => Ok(Value::Int(awaited::mode() as i64)),
        }
    }),
];
