//! `types.ModuleType`: modules created by a program, and its subclasses.

use crate::object::{Dict, Module};
use crate::{Args, Builtin, Result, Value, Vm};

/// `ModuleType(name, doc=None)`.
pub(crate) fn new(_: &mut Vm, args: &Args) -> Result<Value> {
    let module = Module::new(args.str(0)?, Dict::new());
    for (name, value) in attributes(args.get(0), args.get(1)) {
        module.dict.insert_str(name, value);
    }
    Ok(Value::Module(module))
}

/// Methods for instances of subclasses, which are ordinary instances.
pub(crate) static METHODS: &[Builtin] =
    &[Builtin::new("module.__init__", "(self, name, doc=None)", "Initialize self.", |vm, args| {
        args.str(1)?;
        for (name, value) in attributes(args.get(1), args.get(2)) {
            vm.set_attr_plain(args.get(0), name, value)?;
        }
        Ok(Value::None)
    })];

fn attributes(name: &Value, doc: &Value) -> [(&'static str, Value); 5] {
    [
        ("__name__", name.clone()),
        ("__doc__", doc.clone()),
        ("__package__", Value::None),
        ("__loader__", Value::None),
        ("__spec__", Value::None),
    ]
}
