//! How `pickle` and `copy` rebuild objects: `__reduce_ex__`, `__reduce__` and `__getstate__`. The module `copyreg` implements the
//! rules.

use crate::object::Dict;
use crate::{Args, Builtin, Class, Result, Value, Vm};
use std::rc::Rc;

/// The class and the attributes of an object that the rules of `object` alone take apart; None where other rules apply.
pub fn plain_parts(object: &Value) -> Option<(Rc<Class>, Rc<Dict>)> {
    let Value::Instance(instance) = object else { return None };
    let class = instance.class.borrow().clone();
    if !class.reduces_plainly() || instance.dict().get_str("__reduce_ex__").is_some() {
        return None;
    }
    let own = instance.known_dict().cloned().unwrap_or_else(|| instance.dict().copy());
    Some((class, own))
}

/// `class.__new__(class, *args, **kwargs)`: an object that `__init__` has not seen.
///
/// # Errors
/// Those of `__new__`.
pub fn make(vm: &mut Vm, class: &Rc<Class>, args: &[Value], kwargs: &[(String, Value)]) -> Result<Value> {
    if args.is_empty() && kwargs.is_empty() && class.is_simple() {
        return Ok(Value::Instance(crate::object::Instance::new(class.clone())));
    }
    let of = Value::Class(class.clone());
    let new = vm.get_attr(&of, "__new__")?;
    let args: Vec<Value> = std::iter::once(of).chain(args.iter().cloned()).collect();
    vm.call(&new, &args, kwargs)
}

/// `object.__reduce_ex__` from protocol 2 on, for an object without rules of its own.
fn reduced(vm: &mut Vm, object: &Value) -> Result<Option<Value>> {
    let Some((class, own)) = plain_parts(object) else { return Ok(None) };
    let module = vm.import("copyreg")?;
    let new = vm.get_attr(&module, "__newobj__")?;
    let state = if own.is_empty() { Value::None } else { Value::Dict(own) };
    let class = Value::tuple(vec![Value::Class(class)]);
    Ok(Some(Value::tuple(vec![new, class, state, Value::None, Value::None])))
}

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
        if protocol >= 2
            && let Some(parts) = reduced(vm, args.get(0))?
        {
            return Ok(parts);
        }
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
