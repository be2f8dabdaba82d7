//! `Class[item]` of native classes that are generic for annotations alone.

use tensorcell_language::{Args, Result, Value, Vm};

/// The code of `__class_getitem__(cls, item)`: the class with types for its items.
pub(crate) fn subscripted(vm: &mut Vm, args: &Args) -> Result<Value> {
    let types = vm.import("types")?;
    let alias = vm.get_attr(&types, "GenericAlias")?;
    vm.call(&alias, &[args.get(0).clone(), args.get(1).clone()], &[])
}
