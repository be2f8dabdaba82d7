//! The plain text of a value in a display, as IPython writes it: lines of 79 characters, classes and functions by their full
//! names, sets in order, and what a class's `_repr_pretty_(p, cycle)` writes.

mod layout;
mod printer;
mod rules;

use super::shell;
use printer::Printer;
use tensorcell_language::{Result, Truth, Value, Vm};

/// The text of an object.
///
/// # Errors
/// What its `__repr__` or `_repr_pretty_` raises.
pub fn text(vm: &mut Vm, object: &Value) -> Result<String> {
    written(vm, |vm, printer| rules::write(vm, printer, object))
}

/// The text that a function `(object, p, cycle)` writes about an object.
///
/// # Errors
/// What the function raises.
pub fn by(vm: &mut Vm, write: &Value, object: &Value) -> Result<String> {
    written(vm, |vm, printer| {
        vm.call(write, &[object.clone(), printer.clone(), Value::Bool(Truth::False)], &[]).map(drop)
    })
}

fn written(vm: &mut Vm, write: impl FnOnce(&mut Vm, &Value) -> Result<()>) -> Result<String> {
    let registered = shell::registered_texts(vm)?;
    let printer = Value::native(Printer::new(rules::write, registered));
    write(vm, &printer)?;
    Ok(printer::of(&printer)?.layout.borrow_mut().finish())
}
