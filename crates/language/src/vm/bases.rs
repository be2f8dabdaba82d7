//! Assignment to `__bases__`, and method resolution orders defined by a metaclass (`mro`).

use super::Vm;
use crate::class::ClassKind;
use crate::{Class, Raise, Result, Value};
use std::rc::Rc;

impl Vm {
    /// The classes that a metaclass's own `mro` lists after the class; None where it has none.
    pub(super) fn own_order(&mut self, class: &Rc<Class>) -> Result<Option<Vec<Rc<Class>>>> {
        let object = Value::Class(class.clone());
        let Some(order) = self.by_metaclass(&object, "mro", &[])? else {
            return Ok(None);
        };
        let mut ancestors = Vec::new();
        let entries = self.collect(&order)?;
        if entries.iter().all(|entry| matches!(entry, Value::Class(entry) if !entry.is_subclass(class))) {
            return Err(Raise::type_error("super(type, obj): obj must be an instance or subtype of type"));
        }
        for (at, entry) in entries.into_iter().enumerate() {
            match entry {
                Value::Class(entry) if at == 0 && Rc::ptr_eq(&entry, class) => {}
                Value::Class(entry) => ancestors.push(entry),
                other => {
                    let found = other.type_name();
                    return Err(Raise::type_error(format!("mro() returned a non-class ('{found}')")));
                }
            }
        }
        Ok(Some(ancestors))
    }

    /// `class.__bases__ = bases`: reorders the class and its subclasses, or changes nothing on an error.
    pub(super) fn set_bases(&mut self, class: &Rc<Class>, value: &Value) -> Result<()> {
        let bases = checked(class, value)?;
        let before = class.bases().to_vec();
        let ancestors = class.ancestors().to_vec();
        class.reorder(bases, ancestors);
        let mut changed = Vec::new();
        let outcome = self.renew_order(class, &mut changed);
        if outcome.is_err() {
            for (class, ancestors) in changed {
                class.reorder(class.bases().to_vec(), ancestors);
            }
            class.reorder(before, class.ancestors().to_vec());
        }
        outcome
    }

    /// Recomputes the order of a class, then of its subclasses; `changed` collects the old orders.
    fn renew_order(&mut self, class: &Rc<Class>, changed: &mut Vec<(Rc<Class>, Vec<Rc<Class>>)>) -> Result<()> {
        let ancestors = match self.own_order(class)? {
            Some(ancestors) => ancestors,
            None => Class::linearized(class.bases())?,
        };
        changed.push((class.clone(), class.ancestors().to_vec()));
        class.reorder(class.bases().to_vec(), ancestors);
        for below in class.subclasses() {
            self.nested(|vm| vm.renew_order(&below, changed))?;
        }
        Ok(())
    }
}

/// Whether a class equals another or derives from it by its bases, which a metaclass's order may hide.
fn is_below(class: &Rc<Class>, other: &Rc<Class>) -> bool {
    Rc::ptr_eq(class, other) || class.is_subclass(other) || class.bases().iter().any(|base| is_below(base, other))
}

fn checked(class: &Rc<Class>, value: &Value) -> Result<Vec<Rc<Class>>> {
    let name = &class.name;
    let Value::Tuple(items) = value.beneath() else {
        let found = value.type_name();
        return Err(Raise::type_error(format!("can only assign tuple to {name}.__bases__, not {found}")));
    };
    if items.is_empty() {
        return Err(Raise::type_error(format!("can only assign non-empty tuple to {name}.__bases__, not ()")));
    }
    let mut bases = Vec::new();
    for item in items.iter() {
        let Value::Class(base) = item else {
            let found = item.type_name();
            return Err(Raise::type_error(format!("{name}.__bases__ must be tuple of classes, not '{found}'")));
        };
        if is_below(base, class) {
            return Err(Raise::type_error("a __bases__ item causes an inheritance cycle"));
        }
        if base.is_final.get() || base.kind != ClassKind::User && base.name == "bool" {
            let base = &base.name;
            return Err(Raise::type_error(format!("type '{base}' is not an acceptable base type")));
        }
        bases.push(base.clone());
    }
    let beneath = |bases: &[Rc<Class>]| bases.iter().find_map(|base| base.native_base().map(|base| base.name.clone()));
    let plain = |bases: &[Rc<Class>]| bases.iter().all(|base| base.kind == ClassKind::BuiltIn && base.name == "object");
    if beneath(class.bases()) != beneath(&bases) || plain(&bases) && !plain(class.bases()) {
        let (new, old) = (&bases[0].name, &class.bases()[0].name);
        return Err(Raise::type_error(format!("__bases__ assignment: '{new}' object layout differs from '{old}'")));
    }
    Ok(bases)
}
