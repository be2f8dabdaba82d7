//! repr, str, format and truth.

use super::Vm;
use super::names::Special;
use crate::exception::ExceptionState;
use crate::native::Kind;
use crate::object::{IterState, module_text};
use crate::types::spoken_iterator;
use crate::{Class, Raise, Result, Value, builtins, memory};

/// Whether a class's `repr` shows its own name, as deques do.
fn shows_name(class: &Class) -> bool {
    matches!(class.lookup("__repr__"), Some(Value::Builtin(builtin)) if matches!(builtin.name, "deque.__repr__" | "array.__repr__" | "partial.__repr__"))
}

impl Vm {
    pub fn repr(&mut self, object: &Value) -> Result<String> {
        self.poll()?;
        if let Some(text) = self.nested(|vm| builtins::repr::repr(vm, object))? {
            return Ok(text);
        }
        match object {
            Value::Native(native) => {
                let native = native.clone();
                self.nested(|vm| native.repr(vm))
            }
            Value::Instance(_) => {
                let class = self.class_of(object);
                match class.lookup("__repr__") {
                    Some(Value::Builtin(builtin)) if builtin.name == "object.__repr__" => self.default_repr(object),
                    Some(method) => self.text_from(method, object, &class, "__repr__"),
                    None => self.default_repr(object),
                }
            }
            _ => self.default_repr(object),
        }
    }

    fn text_from(&mut self, method: Value, object: &Value, class: &std::rc::Rc<Class>, name: &str) -> Result<String> {
        let method = self.bind(method, object, class)?;
        let text = self.nested(|vm| vm.call(&method, &[], &[]))?;
        match text.as_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(Raise::type_error(format!("{name} returned non-string (type {})", text.type_name()))),
        }
    }

    /// The `repr` of a value whose class does not define one.
    pub(crate) fn default_repr(&mut self, object: &Value) -> Result<String> {
        Ok(match object {
            Value::Function(function) => {
                format!("<function {} at {:#x}>", function.qualname.borrow(), object.address())
            }
            Value::Builtin(builtin) if builtin.kind() == Kind::Function => {
                format!("<built-in function {}>", builtin.short_name())
            }
            Value::Builtin(builtin) => {
                let (owner, name) = builtin.name.rsplit_once('.').unwrap_or(("object", builtin.name));
                let sort = if builtin.kind() == Kind::Slot { "slot wrapper" } else { "method" };
                format!("<{sort} '{name}' of '{owner}' objects>")
            }
            Value::Method(method) => match &method.function {
                Value::Builtin(builtin) if builtin.kind() == Kind::Slot => format!(
                    "<method-wrapper '{}' of {} object at {:#x}>",
                    builtin.short_name(),
                    method.receiver.type_name(),
                    method.receiver.address()
                ),
                Value::Builtin(builtin) => format!(
                    "<built-in method {} of {} object at {:#x}>",
                    builtin.short_name(),
                    method.receiver.type_name(),
                    method.receiver.address()
                ),
                Value::Function(function) => {
                    let receiver = self.repr(&method.receiver)?;
                    format!("<bound method {} of {receiver}>", function.qualname.borrow())
                }
                other => {
                    let name = match self.find_attr(other, "__qualname__")? {
                        Some(name) if name.as_str().is_some() => Some(name),
                        _ => self.find_attr(other, "__name__")?,
                    };
                    let name = name.as_ref().and_then(Value::as_str).unwrap_or("?").to_owned();
                    format!("<bound method {name} of {}>", self.repr(&method.receiver)?)
                }
            },
            Value::Class(class) => match self.by_metaclass(object, "__repr__", &[])? {
                Some(text) => return self.str(&text),
                None => format!("<class '{}'>", class.full_name()),
            },
            Value::Module(module) => module_text(&module.dict, &module.name),
            Value::Iter(iter) if iter.is_generator() => {
                let name = iter.qualname().borrow();
                format!("<{} object {name} at {:#x}>", iter.name, object.address())
            }
            Value::Iter(iter) => {
                let (next, step) = match &*iter.state.borrow() {
                    IterState::Count { next, step } => {
                        (next.clone(), (!matches!(step, Value::Int(1))).then(|| step.clone()))
                    }
                    IterState::Repeat { object, left } => (object.clone(), left.map(|left| Value::Int(left as i64))),
                    _ => return Ok(format!("<{} object at {:#x}>", spoken_iterator(iter.name), object.address())),
                };
                let shown = self.repr(&next)?;
                match step {
                    Some(step) => format!("{}({shown}, {})", iter.name, self.repr(&step)?),
                    None => format!("{}({shown})", iter.name),
                }
            }
            Value::Instance(instance) => {
                let class = instance.class.borrow().clone();
                let payload = instance.payload().clone();
                if payload.is_none() {
                    format!("<{} object at {:#x}>", class.full_name(), object.address())
                } else if let Some(text) = self.text_in(&payload, &class)? {
                    text
                } else {
                    self.repr(&payload)?
                }
            }
            _ => format!("<{} object at {:#x}>", object.type_name(), object.address()),
        })
    }

    pub fn str(&mut self, object: &Value) -> Result<String> {
        match object {
            Value::Str(text) => Ok(text.to_string()),
            Value::Native(native) => {
                let native = native.clone();
                self.nested(|vm| native.str(vm))
            }
            Value::Instance(instance) => {
                let class = self.class_of(object);
                match class.lookup("__str__") {
                    Some(Value::Builtin(builtin)) if builtin.name == "object.__str__" => {
                        let payload = instance.payload().clone();
                        let own_repr = self.has_own_repr(&class, &payload);
                        match payload {
                            Value::None => self.repr(object),
                            _ if own_repr => self.repr(object),
                            // These show the name of the subclass.
                            Value::Set(_) | Value::Bytes(_) => self.repr(object),
                            Value::Native(_) if shows_name(&class) => self.repr(object),
                            payload => match self.text_in(&payload, &class)? {
                                Some(text) => Ok(text),
                                None => self.str(&payload),
                            },
                        }
                    }
                    Some(method) => self.text_from(method, object, &class, "__str__"),
                    None => self.repr(object),
                }
            }
            _ => self.repr(object),
        }
    }

    /// The text of a payload that shows the class of its instance.
    fn text_in(&mut self, payload: &Value, class: &Class) -> Result<Option<String>> {
        let Value::Native(native) = payload else { return Ok(None) };
        let native = native.clone();
        self.nested(|vm| native.text_in(vm, class))
    }

    /// Whether a class overrides the `repr` of its payload.
    fn has_own_repr(&self, class: &Class, payload: &Value) -> bool {
        match (class.lookup("__repr__"), self.class_of(payload).lookup("__repr__")) {
            (Some(Value::Builtin(own)), Some(Value::Builtin(beneath))) => !std::ptr::eq(own, beneath),
            (own, _) => !matches!(own, Some(Value::Builtin(_)) | None),
        }
    }

    pub fn format(&mut self, object: &Value, spec: &str) -> Result<String> {
        builtins::written(|out| self.format_into(out, object, spec))
    }

    /// Appends `format(object, spec)` to a string.
    pub(crate) fn format_into(&mut self, out: &mut String, object: &Value, spec: &str) -> Result<()> {
        if let (Value::BigInt(_), "") = (object, spec) {
            return memory::append(out, &self.repr(object)?);
        }
        if builtins::format(out, object, spec)? {
            return Ok(());
        }
        match object {
            Value::Native(native) => {
                if let Some(text) = native.clone().format(self, spec)? {
                    return memory::append(out, &text);
                }
            }
            Value::Instance(instance) => {
                let class = self.class_of(object);
                match class.lookup("__format__") {
                    Some(Value::Builtin(_)) | None => {
                        let payload = instance.payload().clone();
                        let own_text = matches!(class.lookup("__str__"), Some(Value::Function(_)))
                            || self.has_own_repr(&class, &payload);
                        let is_exception = payload.downcast::<ExceptionState>().is_some();
                        let own_form = own_text && spec.is_empty();
                        if spec.is_empty()
                            && !own_text
                            && let Some(text) = self.text_in(&payload, &class)?
                        {
                            return memory::append(out, &text);
                        }
                        if !(payload.is_none() || own_form || is_exception) {
                            return self.format_into(out, &payload, spec);
                        }
                    }
                    Some(method) => {
                        let text = self.call_bound(method, object, &class, &[Value::str(spec)])?;
                        return match text.as_str() {
                            Some(text) => memory::append(out, text),
                            None => Err(Raise::type_error(format!(
                                "__format__ must return a str, not {}",
                                text.type_name()
                            ))),
                        };
                    }
                }
            }
            _ => {}
        }
        let text = self.str(object)?;
        match spec {
            "" => memory::append(out, &text),
            _ => {
                Err(Raise::type_error(format!("unsupported format string passed to {}.__format__", object.type_name())))
            }
        }
    }

    pub fn truth(&mut self, object: &Value) -> Result<bool> {
        Ok(match object {
            Value::None => false,
            Value::Bool(value) => value.get(),
            Value::Int(value) => *value != 0,
            Value::Float(value) => value.get() != 0.0,
            Value::Str(text) => !text.as_str().is_empty(),
            Value::List(list) => !list.items.borrow().is_empty(),
            Value::Tuple(items) => !items.is_empty(),
            Value::Dict(dict) => !dict.is_empty(),
            Value::Set(set) => !set.is_empty(),
            Value::Range(range) => !range.is_empty(),
            Value::Bytes(bytes) => !bytes.data.borrow().is_empty(),
            Value::NotImplemented => {
                let words = "NotImplemented should not be used in a boolean context";
                return self.warn("DeprecationWarning", words).map(|()| true);
            }
            Value::Native(native) => return native.clone().truth(self),
            Value::Instance(instance) if instance.payload().is_none() && instance.class.borrow().is_true() => true,
            Value::Instance(instance) => {
                let class = instance.class.borrow().clone();
                if let Some(method) = class.lookup_name(self.names.special(Special::Bool)) {
                    return match self.call_bound(method, object, &class, &[])? {
                        Value::Bool(value) => Ok(value.get()),
                        other => Err(Raise::type_error(format!(
                            "__bool__ should return bool, returned {}",
                            other.type_name()
                        ))),
                    };
                }
                if class.lookup_name(self.names.special(Special::Len)).is_some() {
                    return Ok(self.length(object)? != 0);
                }
                let payload = instance.payload().clone();
                match payload {
                    Value::None => true,
                    payload => self.truth(&payload)?,
                }
            }
            Value::Class(class) if class.of_metaclass("__bool__").is_some() => {
                match self.by_metaclass(object, "__bool__", &[])? {
                    Some(Value::Bool(value)) => value.get(),
                    other => {
                        let found = other.unwrap_or_default().type_name();
                        return Err(Raise::type_error(format!("__bool__ should return bool, returned {found}")));
                    }
                }
            }
            Value::Class(class) if class.of_metaclass("__len__").is_some() => self.length(object)? != 0,
            _ => true,
        })
    }
}
