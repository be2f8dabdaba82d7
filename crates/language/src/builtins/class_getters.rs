//! What every class has, as entries of `type`: programs read it past a metaclass by `type.__dict__["__mro__"].__get__(cls)`.

use crate::object::intern;
use crate::{Class, Exc, Getter, Raise, Result, Value, Vm};
use std::rc::Rc;

fn class_of<'a>(this: &'a Value, name: &str) -> Result<&'a Rc<Class>> {
    match this {
        Value::Class(class) => Ok(class),
        other => {
            let found = other.type_name();
            Err(Raise::type_error(format!(
                "descriptor '{name}' for 'type' objects doesn't apply to a '{found}' object"
            )))
        }
    }
}

fn read(vm: &mut Vm, this: &Value, name: &str) -> Result<Value> {
    let class = class_of(this, name)?;
    let missing = || Raise::new(Exc::AttributeError, format!("type object '{}' has no attribute '{name}'", class.name));
    vm.type_attribute(this, class, &intern(name))?.ok_or_else(missing)
}

fn write(vm: &mut Vm, this: &Value, name: &str, value: Value) -> Result<()> {
    vm.set_type_attribute(class_of(this, name)?, &intern(name), value)
}

macro_rules! getter {
    ($name:literal) => {
        Getter { name: $name, doc: "", get: |vm, this| read(vm, this, $name), set: None }
    };
    ($name:literal, assignable) => {
        Getter {
            name: $name,
            doc: "",
            get: |vm, this| read(vm, this, $name),
            set: Some(|vm, this, value| write(vm, this, $name, value)),
        }
    };
}

pub(super) static GETTERS: &[Getter] = &[
    getter!("__base__"),
    getter!("__bases__", assignable),
    getter!("__dict__"),
    getter!("__doc__", assignable),
    getter!("__module__", assignable),
    getter!("__mro__"),
    getter!("__name__", assignable),
    getter!("__qualname__", assignable),
    getter!("__type_params__", assignable),
];
