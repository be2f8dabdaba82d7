//! Reads attributes without running properties, hooks or descriptors of the program. Used for completion and help.

use super::Vm;
use crate::descriptor::{ClassMethod, NativeGetter, StaticMethod};
use crate::property::Property;
use crate::{Class, Value};
use std::rc::Rc;

/// The result of peeking at an attribute.
pub enum Peeked {
    Value(Value),
    /// A property, whose value is known only by running it.
    Property(Value),
}

impl Vm {
    /// Reads an attribute without running any code of the program.
    pub fn peek_attr(&mut self, object: &Value, name: &str) -> Option<Peeked> {
        match object {
            Value::Instance(instance) => {
                let class = instance.class.borrow().clone();
                let in_class = class.lookup(name);
                if let Some(found) = &in_class
                    && (Property::of(found).is_some() || found.downcast::<NativeGetter>().is_some())
                {
                    return self.peek_bound(found, object, &class);
                }
                if let Some(value) = instance.dict().get_str(name).or_else(|| instance.slots().get_str(name)) {
                    return Some(Peeked::Value(value));
                }
                match (name, in_class) {
                    (_, Some(found)) => self.peek_bound(&found, object, &class),
                    ("__class__", None) => Some(Peeked::Value(Value::Class(class))),
                    _ => None,
                }
            }
            Value::Class(class) => {
                let found = class.lookup(name)?;
                match found.downcast::<StaticMethod>() {
                    Some(inner) => Some(Peeked::Value(inner.0.clone())),
                    None if Property::of(&found).is_some() => Some(Peeked::Property(found)),
                    None => Some(Peeked::Value(found)),
                }
            }
            Value::Module(module) => {
                if let Some(value) = module.dict.get_str(name) {
                    return Some(Peeked::Value(value));
                }
                if self.run_file_of(module, name).ok()? {
                    return module.dict.get_str(name).map(Peeked::Value);
                }
                // Hooks of our own modules only import their submodules.
                match module.dict.get_str("__getattr__") {
                    Some(hook @ Value::Builtin(_)) => {
                        self.call(&hook, &[Value::str(name)], &[]).ok().map(Peeked::Value)
                    }
                    _ => None,
                }
            }
            Value::Method(method) => self.peek_attr(&method.function.clone(), name),
            Value::Function(_) | Value::Builtin(_) => self.find_attr(object, name).ok().flatten().map(Peeked::Value),
            Value::Native(native) => {
                let class = native.class();
                match class.lookup(name) {
                    Some(found) => self.peek_bound(&found, object, &class),
                    None => native.clone().get_attr(self, name).ok().flatten().map(Peeked::Value),
                }
            }
            _ => {
                let class = self.class_of(object);
                let found = class.lookup(name)?;
                self.peek_bound(&found, object, &class)
            }
        }
    }

    fn peek_bound(&mut self, found: &Value, object: &Value, class: &Rc<Class>) -> Option<Peeked> {
        match found {
            Value::Native(_) => {
                if Property::of(found).is_some() {
                    return Some(Peeked::Property(found.clone()));
                }
                // Native getters have no side effects.
                let safe = found.downcast::<NativeGetter>().is_some()
                    || found.downcast::<StaticMethod>().is_some()
                    || found.downcast::<ClassMethod>().is_some_and(|inner| matches!(inner.0, Value::Function(_)));
                match safe {
                    true => self.bind(found.clone(), object, class).ok().map(Peeked::Value),
                    false => Some(Peeked::Value(found.clone())),
                }
            }
            // A descriptor defined by the program.
            Value::Instance(descriptor) if descriptor.class.borrow().lookup("__get__").is_some() => {
                Some(Peeked::Property(found.clone()))
            }
            _ => self.bind(found.clone(), object, class).ok().map(Peeked::Value),
        }
    }
}
