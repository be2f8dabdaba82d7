//! `isinstance` and `issubclass`: inheritance by class, metaclass or `__bases__`.

use super::Vm;
use crate::class::{Class, ClassKind};
use crate::{Raise, Result, Value};
use std::rc::Rc;

const NO_CLASSINFO: &str = "isinstance() arg 2 must be a type, a tuple of types, or a union";
const NO_SUPERCLASS: &str = "issubclass() arg 2 must be a class, a tuple of classes, or a union";

impl Vm {
    pub(crate) fn is_instance(&mut self, object: &Value, class: &Value) -> Result<bool> {
        match class {
            Value::Class(of) => {
                let own = self.class_of(object);
                if Rc::ptr_eq(&own, of) || of.metaclass().is_none() && own.is_subclass(of) {
                    return Ok(true);
                }
                match self.by_metaclass(class, "__instancecheck__", std::slice::from_ref(object))? {
                    Some(answer) => self.truth(&answer),
                    None => self.is_plain_instance(object, of),
                }
            }
            Value::Tuple(classes) => self.any(&classes.to_vec(), |vm, class| vm.is_instance(object, class)),
            _ => match self.find_special(class, "__instancecheck__")? {
                Some(check) => self.asked(&check, object),
                None => self.is_abstract_instance(object, class),
            },
        }
    }
    /// Whether an object's class or its `__class__` derives from a class; no metaclass is called.
    pub(crate) fn is_plain_instance(&mut self, object: &Value, class: &Class) -> Result<bool> {
        let own = self.class_of(object);
        if own.is_subclass(class) {
            return Ok(true);
        }
        if own.kind != ClassKind::User || !own.reads_by_itself() && own.lookup("__class__").is_none() {
            return Ok(false);
        }
        match self.find_attr(object, "__class__")? {
            Some(Value::Class(said)) => Ok(said.is_subclass(class)),
            _ => Ok(false),
        }
    }
    /// `isinstance` of a second argument that is not a class but has `__bases__`.
    fn is_abstract_instance(&mut self, object: &Value, class: &Value) -> Result<bool> {
        self.bases_of(class, NO_CLASSINFO)?;
        match self.find_attr(object, "__class__")? {
            Some(of) => self.is_below(&of, class),
            None => Ok(false),
        }
    }

    pub(crate) fn is_subclass(&mut self, class: &Value, wanted: &Value) -> Result<bool> {
        match (class, wanted) {
            (_, Value::Tuple(options)) => self.any(&options.to_vec(), |vm, option| vm.is_subclass(class, option)),
            (Value::Class(class), Value::Class(other)) if other.metaclass().is_none() => Ok(class.is_subclass(other)),
            (_, Value::Class(other)) => {
                match self.by_metaclass(wanted, "__subclasscheck__", std::slice::from_ref(class))? {
                    Some(answer) => self.truth(&answer),
                    None => self.is_plain_subclass(class, other),
                }
            }
            _ => match self.find_special(wanted, "__subclasscheck__")? {
                Some(check) => self.asked(&check, class),
                None => {
                    self.check_is_class(class)?;
                    self.bases_of(wanted, NO_SUPERCLASS)?;
                    self.is_below(class, wanted)
                }
            },
        }
    }
    /// The rule of `type.__subclasscheck__`.
    pub(crate) fn is_plain_subclass(&mut self, class: &Value, wanted: &Rc<Class>) -> Result<bool> {
        match class {
            Value::Class(class) => Ok(class.is_subclass(wanted)),
            other => {
                self.check_is_class(other)?;
                self.is_below(other, &Value::Class(wanted.clone()))
            }
        }
    }
    fn check_is_class(&mut self, class: &Value) -> Result<()> {
        self.bases_of(class, "issubclass() arg 1 must be a class").map(drop)
    }

    fn asked(&mut self, check: &Value, given: &Value) -> Result<bool> {
        let answer = self.nested(|vm| vm.call(check, std::slice::from_ref(given), &[]))?;
        self.truth(&answer)
    }
    fn any(&mut self, options: &[Value], holds: impl Fn(&mut Vm, &Value) -> Result<bool>) -> Result<bool> {
        for option in options {
            if self.nested(|vm| holds(vm, option))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
    /// The tuple `__bases__`; TypeError with the given text if there is none.
    fn bases_of(&mut self, class: &Value, words: &str) -> Result<Vec<Value>> {
        match self.find_attr(class, "__bases__")? {
            Some(Value::Tuple(bases)) => Ok(bases.to_vec()),
            _ => Err(Raise::type_error(words)),
        }
    }
    /// Whether a class equals another or derives from it, according to `__bases__`.
    fn is_below(&mut self, class: &Value, wanted: &Value) -> Result<bool> {
        if class.is(wanted) {
            return Ok(true);
        }
        let Some(Value::Tuple(bases)) = self.find_attr(class, "__bases__")? else {
            return Ok(false);
        };
        self.any(&bases.to_vec(), |vm, base| vm.is_below(base, wanted))
    }
}
