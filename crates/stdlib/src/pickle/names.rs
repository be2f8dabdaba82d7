//! What a pickle knows by its name: modules and dotted names, today's and Python 2's, and registered numbers.

use super::failure::pickling;
use std::cell::RefCell;
use std::collections::HashMap;
use tensorcell_language::object::Dict;
use tensorcell_language::{Exc, Raise, Result, Value, Vm};

/// The names of modules that functions have are objects of their own, apart from those of classes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Use {
    Module,
    ModuleOfNative,
    Global,
}

thread_local! {
    static SHARED: RefCell<HashMap<(String, Use), Value>> = RefCell::default();
}

/// One object for each name and use, so that a memo knows it again.
pub(super) fn shared(name: &str, usage: Use) -> Value {
    SHARED.with_borrow_mut(|names| names.entry((name.to_owned(), usage)).or_insert_with(|| Value::str(name)).clone())
}

/// The object under a dotted name, and what holds it; None where there is none.
pub(super) fn resolved(vm: &mut Vm, module: &Value, name: &str) -> Result<Option<(Value, Value)>> {
    let (mut holder, mut found) = (Value::None, module.clone());
    for part in name.split('.') {
        match vm.find_attr(&found, part)? {
            Some(next) => holder = std::mem::replace(&mut found, next),
            None => return Ok(None),
        }
    }
    Ok(Some((found, holder)))
}

/// Imports the module that a name in a pickle is of.
pub(super) fn module(vm: &mut Vm, name: &str) -> Result<Value> {
    match name {
        "" => Err(Raise::value_error("Empty module name")),
        "_codecs" => vm.import("codecs"),
        name => vm.import_for(name, true),
    }
}

/// The module that an object says it is of, or that has it under a name.
pub(super) fn module_of(vm: &mut Vm, object: &Value, name: &str) -> Result<String> {
    if matches!(object, Value::Ellipsis | Value::NotImplemented) {
        return Ok("builtins".into());
    }
    let codecs = vm.import("codecs")?;
    if vm.get_attr(&codecs, "encode")?.is(object) {
        return Ok("_codecs".into());
    }
    match vm.find_attr(object, "__module__")? {
        Some(name) if !name.is_none() => match name.as_str() {
            Some(name) => Ok(name.to_owned()),
            None => Err(Raise::type_error(format!("__module__ must be a string, not {}", name.type_name()))),
        },
        _ => holder(vm, object, name),
    }
}

fn holder(vm: &mut Vm, object: &Value, name: &str) -> Result<String> {
    for (module_name, module) in vm.modules().items() {
        let Some(module_name) = module_name.as_str() else { continue };
        if matches!(module_name, "__main__" | "__mp_main__") || module.is_none() {
            continue;
        }
        if resolved(vm, &module, name)?.is_some_and(|(found, _)| found.is(object)) {
            return Ok(module_name.to_owned());
        }
    }
    Ok("__main__".into())
}

/// A table of a module of names.
fn table(vm: &mut Vm, module: &str, name: &str) -> Result<std::rc::Rc<Dict>> {
    let module = vm.import(module)?;
    match vm.get_attr(&module, name)? {
        Value::Dict(table) => Ok(table),
        other => {
            let text = format!("{name} should be a dict, not {}", other.type_name());
            Err(Raise::runtime(text))
        }
    }
}

/// The name that another version of Python has for a global, by its two tables.
fn mapped(vm: &mut Vm, tables: [&str; 2], module: &str, name: &str) -> Result<(String, String)> {
    let own = || (module.to_owned(), name.to_owned());
    let key = Value::pair(Value::str(module), Value::str(name));
    if let Some(found) = table(vm, "_compat_pickle", tables[0])?.get(vm, &key)? {
        return match found.beneath() {
            Value::Tuple(pair) if pair.len() == 2 => match (pair[0].as_str(), pair[1].as_str()) {
                (Some(module), Some(name)) => Ok((module.to_owned(), name.to_owned())),
                _ => Ok(own()),
            },
            other => {
                let text = format!("_compat_pickle.{} values should be 2-tuples, not {}", tables[0], other.type_name());
                Err(Raise::runtime(text))
            }
        };
    }
    match table(vm, "_compat_pickle", tables[1])?.get(vm, &Value::str(module))? {
        Some(found) => Ok((found.as_str().unwrap_or(module).to_owned(), name.to_owned())),
        None => Ok(own()),
    }
}

/// Python 2's name of a global.
pub(super) fn old_name(vm: &mut Vm, module: &str, name: &str) -> Result<(String, String)> {
    mapped(vm, ["REVERSE_NAME_MAPPING", "REVERSE_IMPORT_MAPPING"], module, name)
}

/// Today's name of a global of Python 2.
pub(super) fn new_name(vm: &mut Vm, module: &str, name: &str) -> Result<(String, String)> {
    mapped(vm, ["NAME_MAPPING", "IMPORT_MAPPING"], module, name)
}

/// The number that is registered for a global.
pub(super) fn registered_code(vm: &mut Vm, module: &str, name: &str) -> Result<Option<i64>> {
    let registry = table(vm, "copyreg", "_extension_registry")?;
    if registry.is_empty() {
        return Ok(None);
    }
    let key = Value::pair(Value::str(module), Value::str(name));
    match registry.get(vm, &key)? {
        None => Ok(None),
        Some(Value::Int(code)) if (1..=0x7fff_ffff).contains(&code) => Ok(Some(code)),
        Some(code) => {
            let code = vm.repr(&code)?;
            Err(pickling(format!("extension code {code} is out of range")))
        }
    }
}

/// The global that is registered under a number: itself if it was met before, else its module and name.
pub(super) enum Registered {
    Object(Value),
    Name(String, String),
}

pub(super) fn registered(vm: &mut Vm, code: i64) -> Result<Registered> {
    let key = Value::Int(code);
    if let Some(known) = table(vm, "copyreg", "_extension_cache")?.get(vm, &key)? {
        return Ok(Registered::Object(known));
    }
    let Some(name) = table(vm, "copyreg", "_inverted_registry")?.get(vm, &key)? else {
        return Err(Raise::value_error(format!("unregistered extension code {code}")));
    };
    let pair = match name.beneath() {
        Value::Tuple(pair) if pair.len() == 2 => pair[0].as_str().zip(pair[1].as_str()),
        _ => None,
    };
    match pair {
        Some((module, name)) => Ok(Registered::Name(module.to_owned(), name.to_owned())),
        None => Err(Raise::value_error(format!("_inverted_registry[{code}] isn't a 2-tuple of strings"))),
    }
}

/// Keeps the global of a number for the next pickle.
pub(super) fn keep_registered(vm: &mut Vm, code: i64, object: &Value) -> Result<()> {
    let cache = table(vm, "copyreg", "_extension_cache")?;
    cache.insert(vm, Value::Int(code), object.clone()).map(drop)
}

/// The object of a name in a pickle, as `Unpickler.find_class` finds it.
pub(super) fn find_class(vm: &mut Vm, protocol: u8, fix_imports: bool, module_name: &str, name: &str) -> Result<Value> {
    let (module_name, name) = match protocol < 3 && fix_imports {
        true => new_name(vm, module_name, name)?,
        false => (module_name.to_owned(), name.to_owned()),
    };
    let module = module(vm, &module_name)?;
    let found = match protocol >= 4 {
        true if name.split('.').any(|part| part == "<locals>") => {
            let (name, module) = (vm.repr(&Value::str(&name))?, vm.repr(&module)?);
            return Err(Raise::new(Exc::AttributeError, format!("Can't get local attribute {name} on {module}")));
        }
        true => resolved(vm, &module, &name)?.map(|(found, _)| found),
        false => vm.find_attr(&module, &name)?,
    };
    if let Some(found) = found {
        return Ok(found);
    }
    let (name, module) = (vm.repr(&Value::str(&name))?, vm.repr(&module)?);
    Err(Raise::new(Exc::AttributeError, format!("Can't get attribute {name} on {module}")))
}
