//! `Class[item]` of native classes that are generic for annotations alone.

use tensorcell_language::{Args, Result, Value, Vm, generic_alias};

/// The code of `__class_getitem__(cls, item)`: the class with types for its items.
pub(crate) fn subscripted(_: &mut Vm, args: &Args) -> Result<Value> {
    Ok(generic_alias(args.get(0).clone(), args.get(1)))
}
