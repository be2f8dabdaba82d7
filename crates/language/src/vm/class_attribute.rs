//! Attributes of classes: reading, setting and deleting them.

use super::Vm;
use super::attribute::{bound_method, is_data_descriptor, reads};
use crate::builtins::files::encodable;
use crate::builtins::mapping_proxy;
use crate::class::ClassKind;
use crate::descriptor::{ClassMethod, NativeGetter, StaticMethod};
use crate::object::{Dict, Str};
use crate::{Class, Exc, Raise, Result, Value, slots};
use std::rc::Rc;

impl Vm {
    /// An attribute that every class has, whatever its metaclass says.
    #[inline]
    pub(crate) fn type_attribute(&mut self, object: &Value, class: &Rc<Class>, name: &Str) -> Result<Option<Value>> {
        match name.as_str() {
            // Assigning the name stores it in the class's dict.
            "__name__" => {
                let given = class.dict.get_name(name).filter(|given| given.as_str().is_some());
                Ok(Some(given.unwrap_or_else(|| Value::str(&class.name))))
            }
            "__qualname__" => Ok(Some(Value::from(class.qualname()))),
            "__module__" => Ok(Some(own_entry(class, name).unwrap_or_else(|| Value::str(&class.module)))),
            "__annotations__" if class.kind == ClassKind::User && class.of_metaclass(name).is_none() => {
                let own = class.dict.get_name(name);
                Ok(Some(own.unwrap_or_else(|| {
                    let made = Value::Dict(Dict::new());
                    class.set(name, made.clone());
                    made
                })))
            }
            "__dict__" => Ok(Some(mapping_proxy::of_names(&class.dict))),
            "__class__" => Ok(Some(Value::Class(self.class_of(object)))),
            "__type_params__" => Ok(Some(own_entry(class, name).unwrap_or_else(|| Value::tuple(Vec::new())))),
            "__bases__" => Ok(Some(Value::tuple(class.bases().iter().cloned().map(Value::Class).collect()))),
            "__base__" => Ok(Some(best_base(class.bases()).cloned().map(Value::Class).unwrap_or_default())),
            "__mro__" => {
                let order = std::iter::once(class).chain(class.ancestors());
                Ok(Some(Value::tuple(order.cloned().map(Value::Class).collect())))
            }
            "__doc__" => match class.dict.get_name(name) {
                Some(found @ Value::Instance(_)) => self.bound_to_class(found, object, class).map(Some),
                Some(found) if is_native(&found) => Ok(class.new.get().map(|new| Value::str(new.doc))),
                found => Ok(Some(found.unwrap_or_default())),
            },
            _ => Ok(None),
        }
    }

    pub(super) fn class_attribute(&mut self, object: &Value, class: &Rc<Class>, name: &Str) -> Result<Option<Value>> {
        let of_metaclass = class.metaclass().and_then(|metaclass| Some((metaclass, metaclass.lookup_name(name)?)));
        let data = of_metaclass.as_ref().filter(|(_, found)| is_data_descriptor(found) && reads(found));
        if let Some((metaclass, found)) = data.filter(|(_, found)| !is_native(found)) {
            return self.bind(found.clone(), object, metaclass).map(Some);
        }
        if let Some(found) = self.type_attribute(object, class, name)? {
            return Ok(Some(found));
        }
        if let Some((metaclass, found)) = data {
            return self.bind(found.clone(), object, metaclass).map(Some);
        }
        if let Some(found) = class.lookup_name(name) {
            return match self.bound_to_class(found, object, class) {
                Err(raise) if raise.is(Exc::AttributeError) => self.dynamic_of_class(object, name, Some(raise)),
                found => found.map(Some),
            };
        }
        if let Some((metaclass, found)) = of_metaclass {
            return self.bind(found, object, metaclass).map(Some);
        }
        match self.types.type_.lookup_name(name) {
            Some(found) => {
                let type_ = self.types.type_.clone();
                self.bind(found, object, &type_).map(Some)
            }
            None => self.dynamic_of_class(object, name, None),
        }
    }

    /// Calls the metaclass's `__getattr__` after normal lookup found nothing.
    fn dynamic_of_class(&mut self, object: &Value, name: &Str, missed: Option<Raise>) -> Result<Option<Value>> {
        match self.by_metaclass(object, "__getattr__", &[Value::Str(name.clone())])? {
            None => missed.map_or(Ok(None), Err),
            found => Ok(found),
        }
    }

    /// Binds an entry of a class's dict that is read from the class.
    pub(super) fn bound_to_class(&mut self, found: Value, object: &Value, class: &Rc<Class>) -> Result<Value> {
        match &found {
            Value::Builtin(builtin) if builtin.is_class_method() && builtin.short_name() != "__new__" => {
                Ok(bound_method(Value::Class(class.clone()), found))
            }
            Value::Native(_) => {
                if let Some(ClassMethod(function, _)) = found.downcast() {
                    Ok(bound_method(Value::Class(class.clone()), function.clone()))
                } else if let Some(StaticMethod(function, _)) = found.downcast() {
                    Ok(function.clone())
                } else {
                    Ok(found)
                }
            }
            Value::Instance(instance) => {
                let owner = instance.class.borrow().clone();
                match owner.lookup("__get__") {
                    Some(hook) => self.call_bound(hook, &found, &owner, &[Value::None, object.clone()]),
                    None => Ok(found),
                }
            }
            _ => Ok(found),
        }
    }

    /// Sets an attribute of a class without calling the `__setattr__` of its metaclass.
    pub(crate) fn set_class_attribute(&mut self, class: &Rc<Class>, name: &Str, value: Value) -> Result<()> {
        let object = Value::Class(class.clone());
        if let Some(found) = class.metaclass().and_then(|metaclass| metaclass.lookup_name(name))
            && !is_native(&found)
            && self.set_through(&found, &object, &value)?
        {
            return Ok(());
        }
        self.set_type_attribute(class, name, value)
    }

    /// As `set_class_attribute`, whatever the metaclass has under the name.
    pub(crate) fn set_type_attribute(&mut self, class: &Rc<Class>, name: &Str, value: Value) -> Result<()> {
        if class.kind == ClassKind::BuiltIn {
            let text = format!("cannot set '{name}' attribute of immutable type '{}'", class.name);
            return Err(Raise::type_error(text));
        }
        if name.as_str() == "__bases__" {
            return self.set_bases(class, &value);
        }
        refuse_of_class(class, name, &value)?;
        if name.as_str() == "__module__" {
            // The line belongs to the old module.
            class.remove("__firstlineno__");
        }
        class.set(name, value);
        Ok(())
    }

    /// Deletes an attribute of a class without calling the `__delattr__` of its metaclass.
    pub(crate) fn delete_class_attribute(&mut self, class: &Rc<Class>, name: &str) -> Result<()> {
        if matches!(name, "__name__" | "__qualname__" | "__module__" | "__bases__" | "__doc__" | "__type_params__") {
            let text = format!("cannot delete '{name}' attribute of immutable type '{}'", class.name);
            return Err(Raise::type_error(text));
        }
        if matches!(name, "__dict__" | "__mro__") {
            let text = format!("attribute '{name}' of 'type' objects is not writable");
            return Err(Raise::new(Exc::AttributeError, text));
        }
        match class.remove(name) {
            Some(_) => Ok(()),
            None => Err(self.no_attribute(&Value::Class(class.clone()), name)),
        }
    }
}

/// What the class stores under a name, other than the descriptors of `type`.
fn own_entry(class: &Class, name: &Str) -> Option<Value> {
    class.dict.get_name(name).filter(|found| !is_native(found))
}

fn is_native(found: &Value) -> bool {
    found.downcast::<NativeGetter>().is_some()
}

/// The base whose layout the instances of a class have: the first one that derives from those of all others.
fn best_base(bases: &[Rc<Class>]) -> Option<&Rc<Class>> {
    let mut best: Option<(&Rc<Class>, &Class)> = None;
    for base in bases {
        let solid = slots::layout_of(base);
        if best.is_none_or(|(_, held)| !std::ptr::eq(held, solid) && solid.is_subclass(held)) {
            best = Some((base, solid));
        }
    }
    best.map(|(base, _)| base)
}

/// Checks the name of a class.
pub(super) fn allowed_name(name: &str) -> Result<()> {
    if name.contains('\0') {
        return Err(Raise::value_error("type name must not contain null characters"));
    }
    encodable(name)
}

/// Refuses invalid values for a class's special attributes.
fn refuse_of_class(class: &Class, name: &str, value: &Value) -> Result<()> {
    let (own, found) = (&class.name, value.type_name());
    if let ("__name__", Some(name)) = (name, value.as_str()) {
        return allowed_name(name);
    }
    Err(Raise::type_error(match name {
        "__name__" | "__qualname__" if value.as_str().is_none() => {
            format!("can only assign string to {own}.{name}, not '{found}'")
        }
        "__dict__" => "attribute '__dict__' of 'type' objects is not writable".to_owned(),
        "__mro__" => "readonly attribute".to_owned(),
        _ => return Ok(()),
    }))
}
