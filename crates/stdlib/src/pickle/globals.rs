//! Classes and functions in a pickle, by their names.

use super::failure::pickling;
use super::names::{self, Use, shared};
use super::opcodes::*;
use super::saving::Saving;
use std::rc::Rc;
use tensorcell_language::object::Str;
use tensorcell_language::types::types;
use tensorcell_language::{Class, Exc, Raise, Result, Value, surrogate};

impl Saving<'_> {
    pub(super) fn save_class(&mut self, object: &Value, class: &Rc<Class>) -> Result<()> {
        let only = match class.name.as_str() {
            "NoneType" => Value::None,
            "NotImplementedType" => Value::NotImplemented,
            "ellipsis" => Value::Ellipsis,
            _ => return self.save_global(object, None),
        };
        if !Rc::ptr_eq(&self.vm.class_of(&only), class) {
            return self.save_global(object, None);
        }
        // These classes have no name that a program can import.
        self.save_call(object, &Value::Class(types().type_.clone()), vec![only])
    }
    fn name_of(&mut self, object: &Value, name: Option<&Str>) -> Result<String> {
        if let Some(name) = name {
            return Ok(name.to_string());
        }
        let found = match self.vm.find_attr(object, "__qualname__")? {
            Some(found) => found,
            None => self.vm.get_attr(object, "__name__")?,
        };
        match found.as_str() {
            Some(name) => Ok(name.to_owned()),
            None => Err(Raise::type_error(format!("must be str, not {}", found.type_name()))),
        }
    }
    /// Writes an object by the name under which its module has it.
    pub(super) fn save_global(&mut self, object: &Value, name: Option<&Str>) -> Result<()> {
        let name = self.name_of(object, name)?;
        if name.split('.').any(|part| part == "<locals>") {
            let name = self.vm.repr(&Value::str(&name))?;
            return Err(Raise::new(Exc::AttributeError, format!("Can't get local object {name}")));
        }
        let module_name = names::module_of(self.vm, object, &name)?;
        let (module, holder) = self.check_found(object, &module_name, &name)?;
        if self.form.protocol >= 2
            && let Some(code) = names::registered_code(self.vm, &module_name, &name)?
        {
            self.save_code(code);
            return Ok(());
        }
        let is_direct = holder.is(&module);
        let last = if is_direct { name.rsplit('.').next().unwrap_or(&name) } else { &name };
        if self.form.protocol >= 4 {
            let usage = match object {
                Value::Builtin(_) if object.type_name() == "builtin_function_or_method" => Use::ModuleOfNative,
                _ => Use::Module,
            };
            self.save(&shared(&module_name, usage))?;
            self.save(&shared(last, Use::Global))?;
            self.out.op(STACK_GLOBAL);
        } else if is_direct {
            self.save_of_module(&module_name, last)?;
        } else {
            self.save_nested(&module_name, &name)?;
        }
        self.remember(object)
    }
    /// The module that has an object under a name, and what holds it there.
    fn check_found(&mut self, object: &Value, module_name: &str, name: &str) -> Result<(Value, Value)> {
        let module = match names::module(self.vm, module_name) {
            Ok(module) => module,
            Err(raise) if raise.is(Exc::Exception) => {
                let (object, module) = (self.vm.repr(object)?, self.vm.repr(&Value::str(module_name))?);
                return Err(pickling(format!("Can't pickle {object}: import of module {module} failed")));
            }
            Err(raise) => return Err(raise),
        };
        let wrong = match names::resolved(self.vm, &module, name) {
            Ok(Some((found, holder))) if found.is(object) => return Ok((module, holder)),
            Ok(Some(_)) => format!("it's not the same object as {module_name}.{name}"),
            Err(raise) if !raise.is(Exc::Exception) => return Err(raise),
            _ => format!("attribute lookup {name} on {module_name} failed"),
        };
        let object = self.vm.repr(object)?;
        Err(pickling(format!("Can't pickle {object}: {wrong}")))
    }
    fn save_code(&mut self, code: i64) {
        match (u8::try_from(code), u16::try_from(code)) {
            (Ok(code), _) => self.out.put(&[EXT1, code]),
            (_, Ok(code)) => {
                self.out.op(EXT2);
                self.out.put(&code.to_le_bytes());
            }
            _ => {
                self.out.op(EXT4);
                self.out.put(&(code as i32).to_le_bytes());
            }
        }
    }
    /// A name inside a class, which older protocols read by `getattr(getattr(..., name), name)`.
    fn save_nested(&mut self, module_name: &str, name: &str) -> Result<()> {
        let (first, rest) = name.split_once('.').unwrap_or((name, ""));
        let get = self.vm.builtin("getattr").unwrap_or_default();
        for _ in rest.split('.') {
            self.save(&get)?;
            if self.form.protocol < 2 {
                self.out.op(MARK);
            }
        }
        self.save_of_module(module_name, first)?;
        for part in rest.split('.') {
            // Each part is an object of its own.
            self.save(&Value::str(part))?;
            self.out.put(if self.form.protocol >= 2 { &[TUPLE2, REDUCE] } else { &[TUPLE, REDUCE] });
        }
        Ok(())
    }
    /// A name of a module, in protocols below 3 that of Python 2.
    fn save_of_module(&mut self, module_name: &str, name: &str) -> Result<()> {
        let protocol = self.form.protocol;
        let (module_name, name) = match self.form.fix_imports && protocol < 3 {
            true => names::old_name(self.vm, module_name, name)?,
            false => (module_name.to_owned(), name.to_owned()),
        };
        for (kind, text) in [("module", &module_name), ("global", &name)] {
            if protocol < 3 && !text.is_ascii() || surrogate::is_in(text) {
                let text = format!("can't pickle {kind} identifier '{text}' using pickle protocol {protocol}");
                return Err(pickling(text));
            }
        }
        self.out.op(GLOBAL);
        self.out.put(format!("{module_name}\n{name}\n").as_bytes());
        Ok(())
    }
}
