//! How `pickle` and `copy` rebuild objects: `__reduce_ex__`, `__reduce__` and `__getstate__`. The module `copyreg` implements the
//! rules.

use crate::{Args, Builtin, Result, Value, Vm};

fn ask(vm: &mut Vm, function: &str, args: &[Value]) -> Result<Value> {
    let module = vm.import("copyreg")?;
    vm.call_method(&module, function, args)
}

pub(super) static METHODS: &[Builtin] = &[
    Builtin::new("object.__reduce__", "(self, /)", "Helper for pickle.", |vm, args| {
        ask(vm, "_reduce_object", &[args.get(0).clone(), Value::Int(0)])
    }),
    Builtin::new("object.__reduce_ex__", "(self, protocol, /)", "Helper for pickle.", |vm, args| {
        let protocol = args.int(1)?;
        ask(vm, "_reduce_ex_object", &[args.get(0).clone(), Value::Int(protocol)])
    }),
    Builtin::new("object.__getstate__", "(self, /)", "Helper for pickle.", |vm, args| {
        ask(vm, "_state_of", &[args.get(0).clone(), Value::from(false)])
    }),
];

/// `copyreg._beneath(object)`.
pub static BENEATH: Builtin = Builtin::new(
    "copyreg._beneath",
    "(object, /)",
    "The name of an object's built-in or native class, or of that base of its class; None for a plain object.",
    |vm, args: &Args| {
        if let Value::Module(_) = args.get(0) {
            return Ok(Value::str("module"));
        }
        let class = vm.class_of(args.get(0));
        Ok(class.native_base().map_or(Value::None, |base| Value::str(&base.name)))
    },
);
