//! Modules: registered by native code, made at their first import.

use super::Vm;
use crate::compile::Last;
use crate::native::ModuleDef;
use crate::object::{Dict, Module, Namespace};
use crate::tree::Grammar;
use crate::{Exc, Raise, Result, Value, suggest};
use std::rc::Rc;

impl Vm {
    pub fn register_module(&mut self, module: &'static ModuleDef) {
        self.definitions.insert(module.name, module);
    }
    /// The names of all modules that can be imported.
    pub fn module_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.definitions.keys().map(ToString::to_string).collect();
        names.extend(self.modules.keys().filter(|name| !self.definitions.contains_key(name.as_str())).cloned());
        names.sort();
        names
    }
    /// A module that was imported already.
    pub(crate) fn imported(&self, name: &str) -> Option<&Rc<Module>> {
        self.modules.get(name)
    }
    /// The public modules directly below one.
    pub(super) fn submodules(&self, name: &str) -> Vec<String> {
        let leaf = |full: &&'static str| full.strip_prefix(name)?.strip_prefix('.');
        let public = |leaf: &&str| !leaf.contains('.') && !leaf.starts_with('_');
        self.definitions.keys().filter_map(leaf).filter(public).map(str::to_owned).collect()
    }

    /// `import a.b.c` -> the module a.b.c.
    pub fn import(&mut self, name: &str) -> Result<Value> {
        if let Some(module) = self.modules.get(name) {
            return Ok(Value::Module(module.clone()));
        }
        let parent = match name.rsplit_once('.') {
            Some((parent, _)) => match self.import(parent) {
                Ok(Value::Module(module)) => Some(module),
                Ok(_) => None,
                Err(raise) if self.definitions.contains_key(name) && raise.is(Exc::ModuleNotFoundError) => None,
                Err(raise) => return Err(raise),
            },
            None => None,
        };
        // The parent may have imported it.
        if let Some(module) = self.modules.get(name) {
            return Ok(Value::Module(module.clone()));
        }
        let leaf = name.rsplit('.').next().unwrap_or(name);
        let Some(definition) = self.definitions.get(name).copied() else {
            // A member of the parent that is a module: `import a.b.c`.
            if let Some(Value::Module(module)) = parent.and_then(|parent| parent.dict.get_str(leaf)) {
                return Ok(Value::Module(module));
            }
            return Err(self.no_module(name));
        };
        let module = Module::new(name, Dict::new());
        module.dict.insert_str("__name__", Value::str(name));
        module.dict.insert_str("__doc__", Value::str(definition.doc));
        self.modules.insert(name.to_owned(), module.clone());
        for builtin in definition.functions {
            module.dict.insert_str(builtin.short_name(), Value::Builtin(builtin));
        }
        if let Some(init) = definition.init
            && let Err(raise) = init(self, &module)
        {
            self.modules.remove(name);
            return Err(raise);
        }
        // Where the parent has a function of the same name, the function stays.
        if let Some(parent) = parent.filter(|parent| !parent.waits_to_bind(leaf)) {
            parent.dict.insert_str(leaf, Value::Module(module.clone()));
        }
        Ok(Value::Module(module))
    }

    fn no_module(&self, name: &str) -> Raise {
        let raise = Raise::new(Exc::ModuleNotFoundError, format!("No module named '{name}'"));
        match suggest::closest(name, self.definitions.keys().copied()) {
            Some(near) => raise.help(format!("Did you mean '{near}'?")),
            None => {
                let public = |name: &&&str| !name.contains('.') && !name.starts_with('_');
                let mut names: Vec<&str> = self.definitions.keys().filter(public).copied().collect();
                names.sort_unstable();
                raise.help(format!("the modules that can be imported are {}", names.join(", ")))
            }
        }
    }

    /// `from module import name`: a member, or a submodule.
    pub(crate) fn import_from(&mut self, module: &Value, name: &str) -> Result<Value> {
        if let Some(value) = self.find_attr(module, name)? {
            return Ok(value);
        }
        let Value::Module(parent) = module else {
            return self.get_attr(module, name);
        };
        let full = format!("{}.{name}", parent.name);
        if self.definitions.contains_key(full.as_str()) || self.modules.contains_key(&full) {
            return self.import(&full);
        }
        let raise = Raise::new(Exc::ImportError, format!("cannot import name '{name}' from '{}'", parent.name));
        let known = self.dir(module);
        Err(match suggest::closest(name, known.iter().map(String::as_str)) {
            Some(near) => raise.help(format!("Did you mean: '{near}'?")),
            None => raise,
        })
    }

    /// `from module import *` into a namespace.
    pub(super) fn import_star(&mut self, module: &Value, target: &Namespace) -> Result<()> {
        let Value::Module(module) = module else {
            return Ok(());
        };
        self.run_files(module)?;
        let names: Option<Vec<Value>> = match module.dict.get_str("__all__") {
            Some(all) => Some(self.collect(&all)?),
            None => None,
        };
        for (key, value) in module.dict.items() {
            let public = match &names {
                Some(names) => names.iter().any(|name| name.as_str() == key.as_str()),
                None => key.as_str().is_some_and(|key| !key.starts_with('_')),
            };
            if public && let Value::Str(name) = key {
                target.set(self, &name, value)?;
            }
        }
        Ok(())
    }

    /// Runs source of the program's own in a module's namespace.
    pub fn run_prelude(&mut self, file: &'static str, source: &'static str, module: &Rc<Module>) -> Result<()> {
        self.run_made(file, source, module)
    }

    /// As `run_prelude`, of source that the house's own code has written.
    pub fn run_made(&mut self, file: &str, source: &str, module: &Rc<Module>) -> Result<()> {
        let id = self.sources.add(file, source, crate::source::SourceKind::Prelude);
        let code = self.compile_source(id, Grammar::Cell, Last::Dropped).map_err(|errors| {
            Raise::new(Exc::SyntaxError, format!("{file}: {}", errors.first().map_or("", |error| &error.message)))
        })?;
        self.run_module(code, module).map(drop)
    }
}
