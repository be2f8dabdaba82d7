//! `Class[item]` for native classes that are generic only in annotations.

use tensorcell_language::{Args, Result, Value, Vm, generic_alias};

/// Implements `__class_getitem__(cls, item)`: returns a generic alias.
pub(crate) fn subscripted(_: &mut Vm, args: &Args) -> Result<Value> {
    Ok(generic_alias(args.get(0).clone(), args.get(1)))
}
