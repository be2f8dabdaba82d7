//! `__slots__`: the attributes that instances of a class may have, and nothing else.

use super::class::{Class, ClassKind};
use super::native::Native;
use super::{Exc, Raise, Result, Value, Vm};
use std::any::Any;
use std::rc::Rc;

/// What a class's dict holds under the name of a slot. The value itself stands with the instance's other attributes.
pub(crate) struct Slot {
    name: String,
    owner: String,
}

impl Slot {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

thread_local! {
    static CLASS: Rc<Class> = Class::native("builtins", "member_descriptor", &[], None, &[], &[], "");
}

impl Native for Slot {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<member '{}' of '{}' objects>", self.name, self.owner))
    }
    fn get_attr(&self, _vm: &mut Vm, name: &str) -> Result<Option<Value>> {
        Ok((name == "__name__").then(|| Value::str(&self.name)))
    }
}

/// Reads `__slots__` of a class that is being made.
pub(crate) fn apply(vm: &mut Vm, class: &Class) -> Result<()> {
    let Some(declared) = class.dict.get_str("__slots__") else {
        return Ok(());
    };
    let names = match declared.as_str() {
        Some(_) => vec![declared.clone()],
        None => vm.collect(&declared)?,
    };
    let mut open = false;
    for name in &names {
        let Some(name) = name.as_str() else {
            let found = name.type_name();
            return Err(Raise::type_error(format!("__slots__ items must be strings, not '{found}'")));
        };
        if matches!(name, "__dict__" | "__weakref__") {
            open |= name == "__dict__";
            continue;
        }
        if class.dict.get_str(name).is_some() {
            return Err(Raise::value_error(format!("'{name}' in __slots__ conflicts with class variable")));
        }
        let private = name.starts_with("__") && !name.ends_with("__");
        let name = match private {
            true => format!("_{}{name}", class.name.trim_start_matches('_')),
            false => name.to_owned(),
        };
        let slot = Slot { name: name.clone(), owner: class.name.clone() };
        class.set(&name, Value::native(slot));
    }
    let closed = |other: &Rc<Class>| {
        let exception = || other.is_subclass(super::types::types().exception(Exc::BaseException));
        other.restricted.get() || other.kind == ClassKind::BuiltIn && !exception()
    };
    class.restricted.set(!open && class.ancestors.iter().all(closed));
    Ok(())
}

/// Whether instances may have an attribute of the name; `found` is what the class has under it.
pub(crate) fn allows(class: &Class, found: Option<&Value>) -> bool {
    !class.restricted.get() || found.is_some_and(|found| found.downcast::<Slot>().is_some())
}
