//! Issues warnings through the program's own `warnings` module.

use tensorcell_language::{Result, Value, Vm};

/// Issues a UserWarning at the program's current line. The program's filters may turn it into an error.
pub fn warn(vm: &mut Vm, text: &str) -> Result<()> {
    let warnings = vm.import("warnings")?;
    let warn = vm.get_attr(&warnings, "warn")?;
    vm.call(&warn, &[Value::str(text)], &[])?;
    Ok(())
}
