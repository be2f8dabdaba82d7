//! Warnings, through the program's own `warnings` module.

use tensorcell_language::{Result, Value, Vm};

/// A UserWarning at the running line of the program; an error where its filters make it one.
pub fn warn(vm: &mut Vm, text: &str) -> Result<()> {
    let warnings = vm.import("warnings")?;
    let warn = vm.get_attr(&warnings, "warn")?;
    vm.call(&warn, &[Value::str(text)], &[])?;
    Ok(())
}
