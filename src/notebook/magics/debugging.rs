//! `%debug` and `%pdb`: start pdb where the last exception was raised, or under a statement.

use super::{options, print};
use crate::notebook::account;
use crate::notebook::front::front;
use std::cell::Cell;
use tensorcell_jupyter::Stream;
use tensorcell_language::raise::set_keeps_variables;
use tensorcell_language::{Exc, Raise, Result, Value, Vm};

thread_local! {
    /// Whether pdb starts after each failing cell.
    static CALLS_PDB: Cell<bool> = const { Cell::new(false) };
}

/// Whether pdb starts after a failing cell.
pub fn calls_pdb() -> bool {
    CALLS_PDB.get()
}

/// `%pdb [on|off]`; without an argument it toggles.
pub fn pdb(_: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    let on = match line.to_lowercase().as_str() {
        "on" | "1" => true,
        "off" | "0" => false,
        "" => !CALLS_PDB.get(),
        _ => {
            print("Incorrect argument. Use on/1, off/0, or nothing for a toggle.\n");
            return Ok(Value::None);
        }
    };
    CALLS_PDB.set(on);
    set_keeps_variables(on);
    print(&format!("Automatic pdb calling has been turned {}\n", if on { "ON" } else { "OFF" }));
    Ok(Value::None)
}

/// `%debug`, `%debug STATEMENT` and `%%debug`.
pub fn debug(vm: &mut Vm, line: &str, body: Option<&str>) -> Result<Value> {
    let options = options::parse("debug", line)?;
    let code = match body {
        // Keeps the cell's line numbers below the magic's line.
        Some(body) => format!("\n{body}"),
        None => options.rest.to_owned(),
    };
    if code.trim().is_empty() {
        return post_mortem(vm);
    }
    let debugger = debugger(vm)?;
    if let Some(place) = options.text('b') {
        set_break(vm, &debugger, place)?;
    }
    print("NOTE: Enter 'c' at the (Pdb)  prompt to continue execution.\n");
    let compile = vm.builtin("compile").ok_or_else(|| Raise::runtime("the built-in function compile is gone"))?;
    let code = vm.call(&compile, &[Value::from(code), Value::from(account::cell()), Value::str("exec")], &[])?;
    let names = Value::Dict(vm.globals());
    vm.call_method(&debugger, "run", &[code, names])?;
    Ok(Value::None)
}

/// Starts pdb where the last exception was raised.
pub fn post_mortem(vm: &mut Vm) -> Result<Value> {
    let sys = vm.import("sys")?;
    let Some(exception) = vm.find_attr(&sys, "last_exc")?.filter(|last| !last.is_none()) else {
        front(|front| front.stream(Stream::Stderr, "No traceback has been produced, nothing to debug.\n"));
        return Ok(Value::None);
    };
    let debugger = debugger(vm)?;
    vm.call_method(&debugger, "reset", &[])?;
    vm.call_method(&debugger, "interaction", &[Value::None, exception])?;
    Ok(Value::None)
}

/// Creates a debugger. Importing its module makes exceptions keep all variables; a magic restores the previous setting.
fn debugger(vm: &mut Vm) -> Result<Value> {
    let kept = set_keeps_variables(false);
    let module = vm.import("pdb");
    set_keeps_variables(kept);
    vm.call_method(&module?, "Pdb", &[])
}

/// Sets a breakpoint at `FILE:LINE`.
fn set_break(vm: &mut Vm, debugger: &Value, place: &str) -> Result<()> {
    let wrong = || {
        let raise = Raise::new(Exc::ValueError, format!("`{place}` is not a place"));
        raise.help("write a file and a line: %debug -b train.py:12 main()")
    };
    let (file, line) = place.rsplit_once(':').ok_or_else(wrong)?;
    let line: i64 = line.parse().map_err(|_| wrong())?;
    let refused = vm.call_method(debugger, "set_break", &[Value::str(file), Value::Int(line)])?;
    match refused.as_str() {
        Some(why) => Err(Raise::value_error(why)),
        None => Ok(()),
    }
}
