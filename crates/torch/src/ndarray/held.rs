//! Arrays whose elements the engine has no kernels for, such as dates, texts and objects: the language makes them.

use tensorcell_language::{Raise, Result, Value, Vm};

/// What a function of `numpy._arrays` gives where an array of numbers was refused; the refusal, if it knows no better.
///
/// # Errors
/// The refusal, or what the function raises.
pub fn instead(vm: &mut Vm, refusal: Raise, function: &str, operands: &[Value]) -> Result<Value> {
    let module = vm.import("numpy._arrays")?;
    let function = vm.get_attr(&module, function)?;
    let found = vm.call(&function, operands, &[])?;
    if found.is_none() { Err(refusal) } else { Ok(found) }
}
