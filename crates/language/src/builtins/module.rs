//! `types.ModuleType`: modules created by a program, and its subclasses.

use crate::class::ClassKind;
use crate::object::{Dict, Module, module_text};
use crate::{Args, Builtin, Raise, Result, Value, Vm};

/// `ModuleType(name, doc=None)`.
pub(crate) fn new(_: &mut Vm, args: &Args) -> Result<Value> {
    let module = Module::new(args.str(0)?, Dict::new());
    for (name, value) in attributes(args.get(0), args.get(1)) {
        module.dict.insert_str(name, value);
    }
    Ok(Value::Module(module))
}

/// Methods for instances of subclasses, which are ordinary instances, and for modules without a name.
pub(crate) static METHODS: &[Builtin] = &[
    Builtin::new(
        "module.__new__",
        "(cls, /, *args, **kwargs)",
        "Create and return a new object.  See help(type) for accurate signature.",
        |vm, args| match args.get(0) {
            Value::Class(class) if class.kind == ClassKind::BuiltIn => Ok(Value::Module(Module::new("", Dict::new()))),
            Value::Class(class) => vm.new_object(&class.clone(), args.rest(1), &args.keywords(2)),
            other => {
                let found = other.type_name();
                Err(Raise::type_error(format!("module.__new__(X): X is not a type object ({found})")))
            }
        },
    ),
    Builtin::new("module.__repr__", "(self, /)", "Return repr(self).", |vm, args| match args.get(0) {
        Value::Instance(instance) => Ok(Value::from(module_text(instance.dict(), ""))),
        module => vm.default_repr(module).map(Value::from),
    }),
    Builtin::new("module.__init__", "(self, name, doc=None)", "Initialize self.", |vm, args| {
        args.str(1)?;
        for (name, value) in attributes(args.get(1), args.get(2)) {
            vm.set_attr_plain(args.get(0), name, value)?;
        }
        Ok(Value::None)
    }),
];

fn attributes(name: &Value, doc: &Value) -> [(&'static str, Value); 5] {
    [
        ("__name__", name.clone()),
        ("__doc__", doc.clone()),
        ("__package__", Value::None),
        ("__loader__", Value::None),
        ("__spec__", Value::None),
    ]
}
