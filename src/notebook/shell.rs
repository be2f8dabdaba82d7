//! Access to the session object that programs get from `get_ipython()`, and to what they registered with it.

use super::front::front;
use tensorcell_jupyter::Stream;
use tensorcell_language::{Peeked, Result, Value, Vm};

/// The module of `get_ipython`.
const SHELL: &str = "IPython.core.interactiveshell";

/// Returns the object of `get_ipython()`.
pub fn get(vm: &mut Vm) -> Result<Value> {
    let module = vm.import_own(SHELL)?;
    vm.call_method(&module, "get_ipython", &[])
}

/// Returns the object of `get_ipython()`, or None if the program never imported it: then nothing is registered.
pub fn known(vm: &mut Vm) -> Result<Option<Value>> {
    match vm.imported(SHELL) {
        Some(_) => get(vm).map(Some),
        None => Ok(None),
    }
}

/// Returns a magic that the program has registered.
pub fn registered_magic(vm: &mut Vm, name: &str, is_cell: bool) -> Result<Option<Value>> {
    let Some(shell) = known(vm)? else { return Ok(None) };
    let manager = vm.get_attr(&shell, "magics_manager")?;
    let kind = Value::str(if is_cell { "cell" } else { "line" });
    let found = vm.call_method(&manager, "find", &[kind, Value::str(name)])?;
    Ok((!found.is_none()).then_some(found))
}

/// Runs a magic that the program has registered.
pub fn run_registered(vm: &mut Vm, magic: Value, args: Vec<Value>) -> Result<Value> {
    let shell = get(vm)?;
    vm.call_method(&shell, "_run_registered", &[magic, Value::tuple(args)])
}

/// Calls a method of the extension manager with a module's name, and reports its failure.
pub fn extension(vm: &mut Vm, method: &str, name: &str) -> Result<Value> {
    let shell = get(vm)?;
    let manager = vm.get_attr(&shell, "extension_manager")?;
    let said = vm.call_method(&manager, method, &[Value::str(name)])?;
    let text = match said.as_str() {
        Some("already loaded") => {
            format!("The {name} extension is already loaded. To reload it, use:\n  %reload_ext {name}\n")
        }
        Some("no load function") => format!("The {name} module is not an IPython extension.\n"),
        Some("not loaded") => format!("The {name} extension is not loaded.\n"),
        Some("no unload function") => format!("The {name} extension doesn't define how to unload it.\n"),
        _ => return Ok(Value::None),
    };
    front(|front| front.stream(Stream::Stdout, &text));
    Ok(Value::None)
}

/// Returns the open comms: ids and targets. Runs no code of the program.
pub fn comms(vm: &mut Vm) -> Vec<(String, String)> {
    let peek = |vm: &mut Vm, object: &Value, name: &str| match vm.peek_attr(object, name) {
        Some(Peeked::Value(value)) => Some(value),
        _ => None,
    };
    let Some(module) = vm.imported("comm") else { return Vec::new() };
    let Some(manager) = peek(vm, &Value::Module(module), "_comm_manager") else { return Vec::new() };
    let Some(Value::Dict(comms)) = peek(vm, &manager, "comms") else { return Vec::new() };
    let named = |(id, comm): (Value, Value)| {
        let target = peek(vm, &comm, "target_name")?;
        Some((id.as_str()?.to_owned(), target.as_str()?.to_owned()))
    };
    comms.items().into_iter().filter_map(named).collect()
}

/// Returns the session's formatters, if the program has called for the session.
pub fn formatters(vm: &mut Vm) -> Result<Option<Value>> {
    known(vm)?.map(|shell| vm.get_attr(&shell, "display_formatter")).transpose()
}

/// The session's formatter of plain text, where the program has asked for the session.
pub fn text_formatter(vm: &mut Vm) -> Result<Option<Value>> {
    let Some(formatters) = formatters(vm)? else { return Ok(None) };
    let by_kind = vm.get_attr(&formatters, "formatters")?;
    vm.get_item(&by_kind, &Value::str("text/plain")).map(Some)
}

/// The formatter of plain text, if the program has registered functions with it.
pub fn registered_texts(vm: &mut Vm) -> Result<Option<Value>> {
    let Some(formatter) = text_formatter(vm)? else { return Ok(None) };
    let known = vm.call_method(&formatter, "_has_printers", &[])?;
    Ok(vm.truth(&known)?.then_some(formatter))
}
