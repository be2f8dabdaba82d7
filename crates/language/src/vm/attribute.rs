//! Attributes: reading, setting and deleting them on every kind of object.

use super::Vm;
use super::missing;
use crate::class::ClassKind;
use crate::descriptor::{ClassMethod, NativeGetter, Slot, StaticMethod, Super, UnboundSuper, not_writable};
use crate::exception::ExceptionState;
use crate::generic::Alias;
use crate::native::{Builtin, Kind, own_attribute};
use crate::object::{BoundMethod, Dict, Function, Instance, Str, name_to_find};
use crate::property::Property;
use crate::{Class, Exc, Raise, Result, Value, instead, slots};
use std::cell::OnceCell;
use std::rc::Rc;

/// Whether a value takes precedence over the instance's own entry of that name.
pub(super) fn is_data_descriptor(value: &Value) -> bool {
    match value {
        Value::Native(native) => {
            Property::of(value).is_some() || native.is_data_descriptor() || value.downcast::<NativeGetter>().is_some()
        }
        Value::Instance(instance) => instance.class.borrow().lookup("__set__").is_some(),
        _ => false,
    }
}

/// Whether a data descriptor has `__get__`; without one reading uses the instance.
pub(super) fn reads(descriptor: &Value) -> bool {
    match descriptor {
        Value::Instance(instance) => instance.class.borrow().lookup("__get__").is_some(),
        _ => true,
    }
}

/// The data descriptors of functions, which entries of `__dict__` never hide.
const FUNCTION_DATA: [&str; 12] = [
    "__annotations__",
    "__builtins__",
    "__class__",
    "__closure__",
    "__code__",
    "__defaults__",
    "__dict__",
    "__globals__",
    "__kwdefaults__",
    "__name__",
    "__qualname__",
    "__type_params__",
];

impl Vm {
    pub fn get_attr(&mut self, object: &Value, name: &str) -> Result<Value> {
        self.attribute(object, &crate::object::intern(name))
    }
    /// Returns None where there is no such attribute; other errors propagate.
    pub fn find_attr(&mut self, object: &Value, name: &str) -> Result<Option<Value>> {
        match self.look(object, &name_to_find(name)) {
            Err(raise) if raise.is(Exc::AttributeError) => Ok(None),
            found => found,
        }
    }
    /// Finds a special method in the class, as the language does implicitly; the object's own attributes are ignored.
    pub fn find_special(&mut self, object: &Value, name: &str) -> Result<Option<Value>> {
        if !matches!(object, Value::Instance(_)) && object.downcast::<Alias>().is_none() {
            return self.find_attr(object, name);
        }
        let class = self.class_of(object);
        match class.lookup(name) {
            Some(found) => self.bind(found, object, &class).map(Some),
            None => Ok(None),
        }
    }
    /// Calls a special method without arguments; None where there is none.
    pub fn call_if_found(&mut self, object: &Value, name: &str) -> Result<Option<Value>> {
        let method = self.find_special(object, name)?;
        method.map(|method| self.call(&method, &[], &[])).transpose()
    }
    /// Calls a special method without arguments.
    pub fn call_found(&mut self, object: &Value, name: &str) -> Result<Value> {
        self.call_if_found(object, name)?.ok_or_else(|| self.no_attribute(object, name))
    }
    pub(crate) fn attribute(&mut self, object: &Value, name: &Str) -> Result<Value> {
        match self.look(object, name)? {
            Some(value) => Ok(value),
            None => Err(self.no_attribute(object, name)),
        }
    }
    /// Whether the class has a property or other data descriptor that takes precedence over the object's own attribute.
    pub fn has_data_descriptor(&self, object: &Value, name: &str) -> bool {
        self.class_of(object).lookup(name).is_some_and(|found| is_data_descriptor(&found))
    }
    /// Reads an attribute without calling the class's own `__getattribute__`.
    pub fn get_attr_plain(&mut self, object: &Value, name: &str) -> Result<Value> {
        let name = Str::new(name);
        let found = match object {
            Value::Instance(instance) => self.instance_attribute(object, instance, &name)?,
            _ => self.look(object, &name)?,
        };
        found.ok_or_else(|| self.no_attribute(object, &name))
    }

    fn look(&mut self, object: &Value, name: &Str) -> Result<Option<Value>> {
        match object {
            Value::Instance(instance) => {
                let class = instance.class.borrow().clone();
                if class.reads_by_itself()
                    && let Some(getter) = class.lookup("__getattribute__")
                {
                    return match self.call_bound(getter, object, &class, &[Value::Str(name.clone())]) {
                        Err(raise) if raise.is(Exc::AttributeError) => self.dynamic(object, &class, name, Some(raise)),
                        found => found.map(Some),
                    };
                }
                match self.instance_attribute(object, instance, name) {
                    Ok(None) => self.dynamic(object, &class, name, None),
                    Err(raise) if raise.is(Exc::AttributeError) => self.dynamic(object, &class, name, Some(raise)),
                    found => found,
                }
            }
            Value::Class(class) => self.class_attribute(object, class, name),
            Value::Module(module) => self.module_attribute(object, module, name),
            Value::Function(function) => self.function_attribute(object, function, name),
            Value::Builtin(builtin) => Ok(match name.as_str() {
                "__name__" => Some(Value::str(builtin.short_name())),
                "__qualname__" => {
                    let owner = builtin.name.rsplit_once('.').map(|(owner, _)| owner);
                    let is_modules = owner.is_some_and(|owner| self.is_module(owner));
                    Some(Value::str(if is_modules { builtin.short_name() } else { builtin.name }))
                }
                "__doc__" => Some(Value::str(builtin.doc)),
                "__objclass__" if builtin.kind() != Kind::Function => {
                    let (owner, name) = builtin.name.rsplit_once('.').unwrap_or_default();
                    let named = self.types.get(owner).filter(|class| class.holds(name, object)).cloned();
                    named.or_else(|| self.types.object.holder(name, object)).map(Value::Class)
                }
                // As in CPython, methods of classes have none.
                "__module__" => Some(match builtin.name.rsplit_once('.') {
                    Some((owner, _)) if self.is_module(owner) => Value::str(owner),
                    Some(_) => Value::None,
                    None => Value::str("builtins"),
                }),
                _ => return self.typed_attribute(object, name),
            }),
            Value::Method(method) => Ok(match name.as_str() {
                "__self__" => Some(method.receiver.clone()),
                "__func__" => Some(method.function.clone()),
                "__class__" => Some(Value::Class(self.class_of(object))),
                "__get__" | "__call__" => return self.typed_attribute(object, name),
                "__objclass__" => match &method.function {
                    Value::Builtin(builtin) if builtin.kind() == Kind::Slot => {
                        let class = self.class_of(&method.receiver);
                        let holds = |class: &&Rc<Class>| class.holds(builtin.short_name(), &method.function);
                        std::iter::once(&class).chain(class.ancestors()).find(holds).cloned().map(Value::Class)
                    }
                    _ => None,
                },
                _ => {
                    let function = method.function.clone();
                    return match self.look(&function, name)? {
                        None if matches!(function, Value::Function(_)) => Err(self.no_attribute(&function, name)),
                        found => Ok(found),
                    };
                }
            }),
            Value::Native(native) => {
                if let Some(parent) = object.downcast::<Super>() {
                    return self.super_attribute(parent, name);
                }
                if let Some(alias) = object.downcast::<Alias>().filter(|_| !Alias::answers(name)) {
                    let origin = alias.origin.clone();
                    return self.look(&origin, name);
                }
                if let Some(property) = Property::of(object).filter(|_| name.as_str() == "__doc__") {
                    return Ok(Some(property.doc()));
                }
                // These come from the wrapped function, not the class.
                if matches!(name.as_str(), "__doc__" | "__module__")
                    && (object.downcast::<StaticMethod>().is_some() || object.downcast::<ClassMethod>().is_some())
                {
                    return native.clone().get_attr(self, name);
                }
                if let Some(value) = own_attribute(&***native, name) {
                    let found = native.class().lookup_name(name);
                    if !found.is_some_and(|found| is_data_descriptor(&found)) {
                        return Ok(Some(value));
                    }
                }
                match self.typed_attribute(object, name)? {
                    Some(value) => Ok(Some(value)),
                    None => native.clone().get_attr(self, name),
                }
            }
            _ => self.typed_attribute(object, name),
        }
    }

    /// Calls `__getattr__` after normal lookup found nothing.
    fn dynamic(
        &mut self,
        object: &Value,
        class: &Rc<Class>,
        name: &Str,
        missed: Option<Raise>,
    ) -> Result<Option<Value>> {
        match class.lookup_name(&names::GETATTR.with(Str::clone)) {
            Some(hook) => {
                let found = self.call_bound(hook, object, class, &[Value::Str(name.clone())]);
                found.map(Some).map_err(|raise| missing::about_attribute(raise, object, name))
            }
            None => missed.map_or(Ok(None), Err),
        }
    }

    fn instance_attribute(&mut self, object: &Value, instance: &Instance, name: &Str) -> Result<Option<Value>> {
        let class = instance.class.borrow().clone();
        let in_class = class.lookup_name(name);
        if let Some(found) = &in_class
            && is_data_descriptor(found)
            && reads(found)
        {
            return self.bind(found.clone(), object, &class).map(Some);
        }
        if let Some(value) = instance.dict().get_name(name) {
            return Ok(Some(value));
        }
        if let Some(found) = in_class {
            return self.bind(found, object, &class).map(Some);
        }
        match name.as_str() {
            "__class__" => Ok(Some(Value::Class(class))),
            "__dict__" if !class.restricted.get() && class.name != "object" => {
                Ok(Some(Value::Dict(slots::dict_of(instance))))
            }
            "__doc__" => Ok(Some(Value::None)),
            _ => match instance.payload() {
                Value::Native(native) => match instance.payload().downcast::<Super>() {
                    Some(parent) => self.super_attribute(parent, name),
                    None => native.clone().get_attr(self, name),
                },
                _ => Ok(None),
            },
        }
    }

    /// Reads an attribute of a value that has no attributes of its own.
    pub(super) fn typed_attribute(&mut self, object: &Value, name: &Str) -> Result<Option<Value>> {
        let class = self.class_of(object);
        if let Some(found) = class.lookup_name(name) {
            return self.bind(found, object, &class).map(Some);
        }
        Ok((name.as_str() == "__class__").then(|| Value::Class(class)))
    }

    fn super_attribute(&mut self, parent: &Super, name: &Str) -> Result<Option<Value>> {
        match name.as_str() {
            "__class__" => return Ok(Some(Value::Class(self.types.built_in("super").clone()))),
            "__thisclass__" => return Ok(Some(Value::Class(parent.start.clone()))),
            "__self_class__" => return Ok(Some(Value::Class(parent.class.clone()))),
            "__self__" => return Ok(Some(parent.object.clone())),
            _ => {}
        }
        match parent.lookup(name) {
            Some(found) => {
                let (class, object) = (parent.class.clone(), parent.object.clone());
                match &object {
                    // `super().__new__(cls)`, and calls through the class.
                    Value::Class(of) if Rc::ptr_eq(of, &class) => self.bound_to_class(found, &object, &class).map(Some),
                    _ => self.bind(found, &object, &class).map(Some),
                }
            }
            None => match parent.object.beneath() {
                Value::Native(native) => native.clone().get_attr(self, name),
                _ => Ok(None),
            },
        }
    }

    fn function_attribute(&mut self, object: &Value, function: &Rc<Function>, name: &Str) -> Result<Option<Value>> {
        let function = function.current();
        if let Some(dict) = function.dict.get()
            && let Some(value) = dict.get_name(name)
            && !FUNCTION_DATA.contains(&name.as_str())
        {
            return Ok(Some(value));
        }
        Ok(Some(match name.as_str() {
            "__name__" => Value::str(&*function.name.borrow()),
            "__qualname__" => Value::str(&*function.qualname.borrow()),
            "__doc__" => function.doc().map(Value::from).unwrap_or_default(),
            "__module__" => {
                let name = function.globals.shown_name();
                let own = function.globals.dict.get_str("__name__");
                own.filter(|own| own.as_str() == Some(&*name)).unwrap_or_else(|| Value::from(name))
            }
            "__dict__" => Value::Dict(function.dict().clone()),
            "__globals__" => Value::Dict(function.globals.dict.clone()),
            "__annotations__" => function.annotations(),
            "__type_params__" => match &*function.type_parameters.borrow() {
                Value::None => Value::tuple(Vec::new()),
                parameters => parameters.clone(),
            },
            "__defaults__" => match &**function.defaults.borrow() {
                [] => Value::None,
                defaults => Value::tuple(defaults.to_vec()),
            },
            "__kwdefaults__" => function.keyword_dict(),
            _ => return self.typed_attribute(object, name),
        }))
    }

    /// Binds an entry of a class's dict that is read from an instance.
    pub(crate) fn bind(&mut self, found: Value, object: &Value, class: &Rc<Class>) -> Result<Value> {
        match &found {
            Value::Function(_) => Ok(bound_method(object.clone(), found)),
            Value::Builtin(builtin) if builtin.is_method() => Ok(bound_method(receiver(builtin, object), found)),
            Value::Builtin(builtin) if builtin.is_class_method() && builtin.short_name() != "__new__" => {
                let class = match object {
                    Value::Class(class) => class.clone(),
                    _ => class.clone(),
                };
                Ok(bound_method(Value::Class(class), found))
            }
            Value::Native(held) => {
                let native = held.as_any();
                if let Some(getter) = native.downcast_ref::<NativeGetter>() {
                    let answer = instead::read(self, &found, getter.getter, object);
                    return answer.unwrap_or_else(|| (getter.getter.get)(self, object));
                }
                if let Some(property) = native.downcast_ref::<Property>() {
                    return property.read(self, object);
                }
                if let Some(StaticMethod(function, _)) = native.downcast_ref() {
                    return Ok(function.clone());
                }
                if let (Some(slot), Value::Instance(instance)) = (native.downcast_ref::<Slot>(), object) {
                    let value = instance.slots().get_str(slot.name());
                    return value.ok_or_else(|| slots::empty(slot.name(), object));
                }
                if let Some(ClassMethod(function, _)) = native.downcast_ref() {
                    return Ok(bound_method(Value::Class(class.clone()), function.clone()));
                }
                if let Some(UnboundSuper(start)) = native.downcast_ref() {
                    return Super::bound(self, start, object.clone());
                }
                let held = held.clone();
                Ok(held.bound(self, &found, object)?.unwrap_or(found))
            }
            Value::Instance(instance) => {
                let owner = instance.class.borrow().clone();
                match owner.lookup("__get__") {
                    Some(hook) => self.call_bound(hook, &found, &owner, &[object.clone(), Value::Class(class.clone())]),
                    None => Ok(found),
                }
            }
            _ => Ok(found),
        }
    }

    /// For a call `object.name(...)`: a function and its first argument, which avoids a bound method where possible.
    pub(crate) fn method_of(&mut self, object: Value, name: &Str) -> Result<(Value, Value)> {
        match &object {
            Value::Instance(instance) => {
                let class = instance.class.borrow().clone();
                if let Some(found) = class.lookup_name(name)
                    && matches!(found, Value::Function(_) | Value::Builtin(_))
                    && instance.dict().get_name(name).is_none()
                    && !class.reads_by_itself()
                {
                    match &found {
                        Value::Function(_) => return Ok((found, object)),
                        Value::Builtin(builtin) if builtin.is_method() => {
                            let receiver = receiver(builtin, &object);
                            return Ok((found, receiver));
                        }
                        _ => {}
                    }
                }
            }
            Value::Native(native) => {
                if let Some(parent) = object.downcast::<Super>() {
                    match parent.lookup(name) {
                        Some(found @ Value::Function(_)) if !matches!(parent.object, Value::Class(_)) => {
                            return Ok((found, parent.object.clone()));
                        }
                        Some(Value::Builtin(builtin)) if builtin.is_method() => {
                            return Ok((Value::Builtin(builtin), receiver(builtin, &parent.object)));
                        }
                        _ => {}
                    }
                } else if let Some(Value::Builtin(builtin)) = self.class_of(&object).lookup_name(name)
                    && builtin.is_method()
                    && own_attribute(&***native, name).is_none()
                {
                    return Ok((Value::Builtin(builtin), object));
                }
            }
            Value::Class(_) | Value::Module(_) | Value::Function(_) | Value::Builtin(_) | Value::Method(_) => {}
            _ => {
                if let Some(Value::Builtin(builtin)) = self.class_of(&object).lookup_name(name)
                    && builtin.is_method()
                {
                    return Ok((Value::Builtin(builtin), object));
                }
            }
        }
        Ok((Value::Unbound, self.attribute(&object, name)?))
    }

    pub fn set_attr(&mut self, object: &Value, name: &str, value: Value) -> Result<()> {
        self.set_attribute(object, &crate::object::intern(name), value)
    }
    pub(crate) fn set_attribute(&mut self, object: &Value, name: &Str, value: Value) -> Result<()> {
        if let Value::Instance(instance) = object {
            let class = instance.class.borrow().clone();
            if let Some(hook) = class.lookup_name(&names::SETATTR.with(Str::clone))
                && !matches!(hook, Value::Builtin(builtin) if builtin.name == "object.__setattr__")
            {
                return self.call_bound(hook, object, &class, &[Value::Str(name.clone()), value]).map(drop);
            }
        }
        self.set_attribute_plain(object, name, value)
    }
    /// Fast path: an instance's own attribute, where nothing in its class takes precedence; None where the full lookup is needed.
    pub(crate) fn read_freely(object: &Value, name: &Str) -> Option<Value> {
        let Value::Instance(instance) = object else { return None };
        let class = instance.class.borrow();
        if class.kind != ClassKind::User || class.reads_by_itself() {
            return None;
        }
        match class.lookup_name(name) {
            None | Some(Value::Function(_)) => instance.dict().get_name(name),
            Some(Value::Int(_) | Value::Float(_) | Value::Str(_) | Value::Bool(_) | Value::None) => {
                instance.dict().get_name(name)
            }
            Some(_) => None,
        }
    }
    /// Fast path: sets an instance's attribute and takes the value, where nothing in its class intervenes; otherwise false and a no-op.
    pub(crate) fn set_freely(object: &Value, name: &Str, value: &mut Value) -> bool {
        let Value::Instance(instance) = object else { return false };
        let class = instance.class.borrow();
        if class.kind != ClassKind::User || name.starts_with("__") || instance.is_split() {
            return false;
        }
        let is_free = match class.lookup_name(name) {
            None => !class.restricted.get(),
            Some(Value::Instance(_)) => false,
            Some(found @ Value::Native(_)) => found.downcast::<Slot>().is_some(),
            Some(_) => !class.restricted.get(),
        };
        if is_free {
            instance.is_given(value);
            instance.add(&crate::object::intern(name), std::mem::take(value));
        }
        is_free
    }
    /// Sets an attribute without calling the class's own `__setattr__`.
    pub fn set_attr_plain(&mut self, object: &Value, name: &str, value: Value) -> Result<()> {
        self.set_attribute_plain(object, &crate::object::intern(name), value)
    }
    fn set_attribute_plain(&mut self, object: &Value, name: &Str, value: Value) -> Result<()> {
        match object {
            Value::Instance(instance) => {
                let class = instance.class.borrow().clone();
                let found = class.lookup_name(name);
                if let Some(found) = &found
                    && self.set_through(found, object, &value)?
                {
                    return Ok(());
                }
                if name.as_str() == "__class__" {
                    return match &value {
                        Value::Class(class) => slots::move_to(instance, class),
                        other => {
                            let found = other.type_name();
                            Err(Raise::type_error(format!("__class__ must be set to a class, not '{found}' object")))
                        }
                    };
                }
                if !slots::allows(&class, found.as_ref()) {
                    return Err(self.cannot_set(object, &class, name));
                }
                if matches!(class.kind, ClassKind::BuiltIn) && class.name == "object" {
                    return Err(no_dict(object, name));
                }
                match name.as_str() {
                    "__dict__" => return slots::set_dict(self, object, value),
                    _ if found.is_some_and(|found| found.downcast::<Slot>().is_some()) => {
                        instance.set_slot(name, value);
                    }
                    _ => instance.set(name, value),
                }
                Ok(())
            }
            Value::Class(class) => {
                let hook = self.by_metaclass(object, "__setattr__", &[Value::Str(name.clone()), value.clone()])?;
                match hook {
                    Some(_) => Ok(()),
                    None => self.set_class_attribute(class, name, value),
                }
            }
            Value::Module(module) => self.set_module_attribute(object, module, name, value),
            Value::Function(function) => {
                let function = function.current();
                match (name.as_str(), &value) {
                    ("__name__", Value::Str(text)) => *function.name.borrow_mut() = text.as_str().into(),
                    ("__qualname__", Value::Str(text)) => *function.qualname.borrow_mut() = text.as_str().into(),
                    ("__annotations__", _) => function.set_annotations(value),
                    ("__type_params__", Value::Tuple(_)) => *function.type_parameters.borrow_mut() = value,
                    ("__class__", _) => return Err(Raise::type_error(slots::IMMOVABLE)),
                    ("__type_params__", _) => {
                        return Err(Raise::type_error("__type_params__ must be set to a tuple"));
                    }
                    ("__defaults__", Value::Tuple(defaults)) => {
                        *function.defaults.borrow_mut() = defaults.to_vec().into()
                    }
                    ("__defaults__", Value::None) => *function.defaults.borrow_mut() = Rc::new([]),
                    ("__kwdefaults__", Value::Dict(given)) => function.set_keyword_dict(Some(given.clone())),
                    ("__kwdefaults__", Value::None) => function.set_keyword_dict(None),
                    ("__defaults__", _) => return Err(Raise::type_error("__defaults__ must be set to a tuple object")),
                    ("__kwdefaults__", _) => {
                        return Err(Raise::type_error("__kwdefaults__ must be set to a dict object"));
                    }
                    _ => {
                        let found = self.class_of(object).lookup_name(name);
                        if !found.map_or(Ok(false), |found| self.set_through(&found, object, &value))? {
                            function.dict().insert_name(name, value);
                        }
                    }
                }
                Ok(())
            }
            Value::Native(native) => {
                let class = native.class();
                if let Some(found) = class.lookup_name(name)
                    && self.set_through(&found, object, &value)?
                {
                    return Ok(());
                }
                if let Some(property) = Property::of(object).filter(|_| name.as_str() == "__doc__") {
                    property.set_doc(value);
                    return Ok(());
                }
                if native.clone().set_attr(self, name, &value)? {
                    return Ok(());
                }
                if let Some(own) = native.own() {
                    own.get_or_init(Dict::new).insert_name(name, value);
                    return Ok(());
                }
                Err(self.cannot_set(object, &class, name))
            }
            _ => {
                let class = self.class_of(object);
                if let Some(found) = class.lookup_name(name)
                    && self.set_through(&found, object, &value)?
                {
                    return Ok(());
                }
                Err(self.cannot_set(object, &class, name))
            }
        }
    }
    fn cannot_set(&mut self, object: &Value, class: &Class, name: &Str) -> Raise {
        match class.lookup_name(name) {
            Some(found) if found.downcast::<NativeGetter>().is_some() => not_writable(&found, object),
            Some(_) => {
                Raise::new(Exc::AttributeError, format!("'{}' object attribute '{name}' is read-only", class.name))
            }
            None if name.as_str() == "__class__" => Raise::type_error(slots::IMMOVABLE),
            None => no_dict(object, name),
        }
    }

    /// Sets through a property or other data descriptor of the class; false where the entry is not one.
    pub(super) fn set_through(&mut self, found: &Value, object: &Value, value: &Value) -> Result<bool> {
        match found {
            Value::Native(native) => {
                if let Some(getter) = native.as_any().downcast_ref::<NativeGetter>() {
                    return match getter.getter.set {
                        Some(set) => set(self, object, value.clone()).map(|()| true),
                        None => Err(not_writable(found, object)),
                    };
                }
                match native.as_any().downcast_ref::<Property>() {
                    Some(property) => property.write(self, object, value).map(|()| true),
                    None if native.is_data_descriptor() => native.set_in(object, Some(value)).map(|()| true),
                    None => Ok(false),
                }
            }
            Value::Instance(descriptor) => {
                let owner = descriptor.class.borrow().clone();
                match owner.lookup("__set__") {
                    Some(hook) => {
                        self.call_bound(hook, found, &owner, &[object.clone(), value.clone()])?;
                        Ok(true)
                    }
                    None => Ok(false),
                }
            }
            _ => Ok(false),
        }
    }

    pub(crate) fn delete_attribute(&mut self, object: &Value, name: &Str) -> Result<()> {
        if let Value::Instance(instance) = object {
            let class = instance.class.borrow().clone();
            if let Some(hook) = class.lookup("__delattr__")
                && !matches!(hook, Value::Builtin(builtin) if builtin.name == "object.__delattr__")
            {
                return self.call_bound(hook, object, &class, &[Value::Str(name.clone())]).map(drop);
            }
        }
        self.delete_attr_plain(object, name)
    }
    /// Deletes an attribute without calling the class's own `__delattr__`.
    pub fn delete_attr_plain(&mut self, object: &Value, name: &str) -> Result<()> {
        let name = Str::new(name);
        let removed = match object {
            Value::Instance(instance) => {
                let class = instance.class.borrow().clone();
                if let Some(found) = class.lookup_name(&name) {
                    if let Some(property) = Property::of(&found) {
                        return property.delete(self, object);
                    }
                    if let Value::Native(native) = &found
                        && native.is_data_descriptor()
                    {
                        return native.set_in(object, None);
                    }
                    if matches!(name.as_str(), "args" | "__cause__" | "__context__" | "__traceback__")
                        && object.downcast::<ExceptionState>().is_some()
                        && found.downcast::<NativeGetter>().is_some()
                    {
                        return Err(Raise::type_error(format!("{name} may not be deleted")));
                    }
                    if name.as_str() == "__dict__" && object.downcast::<ExceptionState>().is_some() {
                        return Err(Raise::type_error("cannot delete __dict__"));
                    }
                    if name.as_str() == "__dict__" && found.downcast::<NativeGetter>().is_some() {
                        return slots::set_dict(self, object, Value::Dict(Dict::new()));
                    }
                    if let Value::Instance(descriptor) = &found {
                        let owner = descriptor.class.borrow().clone();
                        if let Some(hook) = owner.lookup("__delete__") {
                            return self.call_bound(hook, &found, &owner, std::slice::from_ref(object)).map(drop);
                        }
                        if owner.lookup("__set__").is_some() {
                            return Err(Raise::new(Exc::AttributeError, "__delete__"));
                        }
                    }
                }
                let slot = class.lookup_name(&name).is_some_and(|found| found.downcast::<Slot>().is_some());
                let removed = if slot { instance.slots().remove_str(&name) } else { instance.dict().remove_str(&name) };
                if removed.is_none() && !slots::allows(&class, class.lookup_name(&name).as_ref()) {
                    return Err(self.cannot_set(object, &class, &name));
                }
                if slot && removed.is_none() {
                    return Err(Raise::new(Exc::AttributeError, name.as_str()).about(object));
                }
                removed
            }
            Value::Class(class) if class.kind != ClassKind::BuiltIn => {
                let by_metaclass = class.of_metaclass("__delattr__").is_some();
                self.by_metaclass(object, "__delattr__", &[Value::Str(name.clone())])?;
                return if by_metaclass { Ok(()) } else { self.delete_class_attribute(class, &name) };
            }
            Value::Module(module) => {
                self.run_file_of(module, &name)?;
                module.dict.remove_str(&name)
            }
            Value::Function(_) if matches!(name.as_str(), "__defaults__" | "__kwdefaults__") => {
                return self.set_attr(object, &name, Value::None);
            }
            Value::Function(function) => function.current().dict().remove_str(&name),
            Value::Native(native) if native.clone().delete_attr(self, &name)? => return Ok(()),
            Value::Native(native) if own_attribute(&***native, &name).is_some() => {
                native.own().and_then(OnceCell::get).and_then(|own| own.remove_str(&name))
            }
            other => {
                let class = self.class_of(other);
                if let Some(found) = class.lookup_name(&name) {
                    return Err(match found.downcast::<NativeGetter>() {
                        Some(NativeGetter { getter, .. })
                            if matches!(other, Value::Iter(_)) && getter.set.is_some() =>
                        {
                            Raise::type_error(format!("{name} must be set to a string object"))
                        }
                        Some(_) => not_writable(&found, object),
                        None => self.cannot_set(object, &class, &name),
                    });
                }
                match other {
                    Value::Native(_) => None,
                    _ => return Err(no_dict(object, &name)),
                }
            }
        };
        removed.map(drop).ok_or_else(|| self.no_attribute(object, &name))
    }
}

/// The error for setting an attribute of an object that has no attributes of its own.
fn no_dict(object: &Value, name: &str) -> Raise {
    let class = object.type_name();
    let text = format!("'{class}' object has no attribute '{name}' and no __dict__ for setting new attributes");
    Raise::new(Exc::AttributeError, text).about(object)
}

pub(super) fn bound_method(receiver: Value, function: Value) -> Value {
    Value::Method(Rc::new(BoundMethod { receiver, function }))
}

/// The receiver of a built-in type's method on an instance of a subclass: its payload. Methods of every object get the instance.
/// So do operators: `+=` returns it, and a dict's subscript looks for its `__missing__`.
fn receiver(builtin: &Builtin, object: &Value) -> Value {
    let general = builtin.name.starts_with("object.")
        || builtin.name.starts_with("BaseException")
        || object.downcast::<ExceptionState>().is_some()
        || builtin.name.starts_with("property.")
        || builtin.name.starts_with("super.")
        || builtin.name.starts_with("partial.")
        || builtin.name.starts_with("Decimal.")
        || builtin.name.starts_with("Context.")
        || builtin.name.starts_with("Pickler.")
        || builtin.name.starts_with("Unpickler.")
        || matches!(builtin.name, "deque.__repr__" | "array.__repr__");
    let is_native = matches!(object.beneath(), Value::Native(_));
    let operator = builtin.short_name().starts_with("__") && !is_native;
    // What stands in for the method looks at the object's class.
    let watched = is_native && instead::is_watching();
    if general || operator || watched { object.clone() } else { object.beneath().clone() }
}

/// Names used by every attribute access, interned once.
mod names {
    use crate::object::Str;
    use crate::object::intern;
    thread_local! {
        pub(crate) static GETATTR: Str = intern("__getattr__");
        pub(crate) static SETATTR: Str = intern("__setattr__");
    }
}
