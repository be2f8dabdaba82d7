//! Formats a value's plain text as IPython does: lines of 79 characters, full names of classes and functions, sorted
//! sets, and the output of `_repr_pretty_(p, cycle)`.

mod layout;
mod printer;
mod rules;

use super::shell;
use printer::Printer;
use tensorcell_language::{Result, Truth, Value, Vm};

/// Returns the text of an object.
///
/// # Errors
/// The exceptions of its `__repr__` or `_repr_pretty_`.
pub fn text(vm: &mut Vm, object: &Value) -> Result<String> {
    written(vm, |vm, printer| rules::write(vm, printer, object))
}

/// Returns the text that a function `(object, p, cycle)` writes for an object.
///
/// # Errors
/// The function's exceptions.
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
