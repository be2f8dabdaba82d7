//! Attributes of modules: their names, those of lazy files, and what a class assigned to `__class__` adds.

use super::Vm;
use super::attribute::is_data_descriptor;
use crate::class::ClassKind;
use crate::object::{Dict, Module, Str};
use crate::{Class, Exc, Raise, Result, Value, slots};
use std::rc::Rc;

impl Vm {
    pub(super) fn module_attribute(
        &mut self,
        object: &Value,
        module: &Rc<Module>,
        name: &Str,
    ) -> Result<Option<Value>> {
        let of_class = added_by_class(module, name);
        if let Some((class, found)) = &of_class
            && is_data_descriptor(found)
        {
            return self.bind(found.clone(), object, class).map(Some);
        }
        if let Some(value) = module.dict.get_name(name) {
            return Ok(Some(value));
        }
        if self.run_file_of(module, name)? {
            return self.find_attr(object, name);
        }
        match name.as_str() {
            "__name__" if !module.name.is_empty() => Ok(Some(Value::str(&module.name))),
            "__dict__" => {
                self.run_files(module)?;
                Ok(Some(Value::Dict(module.dict.clone())))
            }
            "__class__" => Ok(Some(Value::Class(self.class_of(object)))),
            "__annotations__" => {
                let annotations = Value::Dict(Dict::new());
                module.dict.insert_name(name, annotations.clone());
                Ok(Some(annotations))
            }
            "__spec__" | "__loader__" | "__cached__" => self.module_spec(object, name),
            "__package__" if self.is_defined(&module.name) => Ok(Some(Value::str(self.own_package(&module.name)))),
            "__doc__" => self.dynamic_of_module(object, module, name),
            _ => match self.typed_attribute(object, name)? {
                None => self.dynamic_of_module(object, module, name),
                found => Ok(found),
            },
        }
    }

    /// Calls `__getattr__` of the module or of its class after normal lookup found nothing.
    fn dynamic_of_module(&mut self, object: &Value, module: &Rc<Module>, name: &Str) -> Result<Option<Value>> {
        self.run_file_of(module, "__getattr__")?;
        let given = [Value::Str(name.clone())];
        if let Some(hook) = module.dict.get_str("__getattr__") {
            return self.call(&hook, &given, &[]).map(Some);
        }
        match added_by_class(module, &Str::new("__getattr__")) {
            Some((class, hook)) => self.call_bound(hook, object, &class, &given).map(Some),
            None => Ok(None),
        }
    }

    pub(super) fn set_module_attribute(
        &mut self,
        object: &Value,
        module: &Rc<Module>,
        name: &Str,
        value: Value,
    ) -> Result<()> {
        match name.as_str() {
            "__class__" => return self.set_class_of_module(module, &value),
            "__dict__" => return Err(Raise::new(Exc::AttributeError, "readonly attribute")),
            _ => {}
        }
        if let Some((_, found)) = added_by_class(module, name)
            && self.set_through(&found, object, &value)?
        {
            return Ok(());
        }
        self.run_file_of(module, name)?;
        module.dict.insert_name(name, value);
        Ok(())
    }

    fn set_class_of_module(&mut self, module: &Rc<Module>, class: &Value) -> Result<()> {
        let Value::Class(class) = class else {
            let found = class.type_name();
            return Err(Raise::type_error(format!("__class__ must be set to a class, not '{found}' object")));
        };
        if !class.is_subclass(self.types.built_in("module")) {
            let old = self.class_of(&Value::Module(module.clone())).name.clone();
            let layout = format!("__class__ assignment: '{}' object layout differs from '{old}'", class.name);
            let is_user = class.kind == ClassKind::User;
            return Err(Raise::type_error(if is_user { layout } else { slots::IMMOVABLE.to_owned() }));
        }
        module.class.replace((class.kind == ClassKind::User).then(|| class.clone()));
        Ok(())
    }
}

/// What a class assigned to a module has under a name, with the class.
fn added_by_class(module: &Module, name: &Str) -> Option<(Rc<Class>, Value)> {
    let class = module.class.borrow().clone()?;
    let own = class.order().take_while(|class| class.kind == ClassKind::User);
    let found = own.filter(|_| name.as_str() != "__dict__").find_map(|class| class.dict.get_name(name))?;
    Some((class, found))
}
