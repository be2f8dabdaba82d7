//! Loads modules from files, and our own modules that are written in the language.

use super::evaluate::Origin;
use super::{Vm, edited};
use crate::builtins::files::os_error;
use crate::compile::{Code, Last};
use crate::find_module::Found;
use crate::object::{Dict, Module};
use crate::source::SourceKind;
use crate::source_bytes;
use crate::tree::Grammar;
use crate::{Exc, Raise, Result, Value};
use std::path::Path;
use std::rc::Rc;

impl Vm {
    /// Creates the module that was found, and runs its file.
    pub(super) fn load_found(&mut self, name: &str, found: Found) -> Result<Value> {
        match found {
            Found::File(file) => self.load_file(name, &file, None),
            Found::Package { folder, file } => {
                let path = Value::list(vec![text_of(&folder)]);
                self.load_file(name, &file, Some(path))
            }
            Found::Namespace(portions) => {
                let module = module_named(name, true);
                let portions = Value::list(portions.iter().map(|portion| text_of(portion)).collect());
                let finders = self.import_own("importlib._finders")?;
                let path = self.call_method(&finders, "_namespace_path", &[Value::str(name), portions])?;
                module.dict.insert_str("__path__", path);
                module.dict.insert_str("__file__", Value::None);
                self.modules.insert_str(name, Value::Module(module.clone()));
                Ok(Value::Module(module))
            }
            Found::Extension(library) => Err(extension(name, &library)),
        }
    }

    fn load_file(&mut self, name: &str, file: &Path, path: Option<Value>) -> Result<Value> {
        let module = module_named(name, path.is_some());
        module.dict.insert_str("__file__", text_of(file));
        if let Some(path) = path {
            module.dict.insert_str("__path__", path);
        }
        self.modules.insert_str(name, Value::Module(module.clone()));
        if let Err(raise) = self.run_file(file, &module) {
            self.modules.remove_str(name);
            return Err(raise);
        }
        // A module may replace itself in `sys.modules`.
        self.modules.get_str(name).ok_or_else(|| Raise::new(Exc::KeyError, format!("'{name}'")))
    }

    /// Runs a file in a module's namespace, at its import or at a reload.
    ///
    /// # Errors
    /// OSError, SyntaxError, and any exception of its code.
    pub fn run_file(&mut self, file: &Path, module: &Rc<Module>) -> Result<()> {
        let code = self.code_of(file)?;
        module.dict.insert_str("__doc__", code.doc.as_deref().map_or(Value::None, Value::str));
        module.dict.insert_str("__builtins__", Value::Dict(self.builtins.clone()));
        let outer = module.is_initializing.replace(true);
        let result = self.run_module(code, module);
        module.is_initializing.set(outer);
        result.map(drop)
    }

    fn code_of(&mut self, file: &Path) -> Result<Rc<Code>> {
        let shown = file.to_string_lossy();
        let data = std::fs::read(file).map_err(|error| os_error(&error, &shown))?;
        let text = source_bytes::text_of_file(self, &data, &shown)?;
        let id = self.sources.add(&shown, &text, SourceKind::User);
        let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        self.code_of_text(&file, id, |vm| {
            let code = vm.compile_source(id, Grammar::Module, Last::Dropped);
            code.map_err(|problems| vm.syntax_error_in(id, &problems, Origin::Text))
        })
    }

    /// `__spec__`, `__loader__` and `__cached__` of a module, created at first access; None for `__main__`.
    pub(super) fn module_spec(&mut self, module: &Value, name: &str) -> Result<Option<Value>> {
        let Value::Module(of) = module else { return Ok(None) };
        if of.name == "__main__" {
            return Ok(Some(Value::None).filter(|_| name != "__cached__"));
        }
        let loaders = self.import_own("importlib._loaders")?;
        let spec = self.call_method(&loaders, "_spec_of", std::slice::from_ref(module))?;
        let loader = self.get_attr(&spec, "loader")?;
        let cached = self.get_attr(&spec, "cached")?;
        if !cached.is_none() {
            of.dict.insert_str("__cached__", cached);
        }
        of.dict.insert_str("__spec__", spec);
        of.dict.insert_str("__loader__", loader);
        Ok(of.dict.get_str(name))
    }

    /// As `module_spec`, for code of the module itself that reads the name; false for other names.
    pub(super) fn bind_spec(&mut self, module: Rc<Module>, name: &str) -> Result<bool> {
        let object = Value::Module(module.clone());
        if !self.modules.get_str(&module.name).is_some_and(|known| known.is(&object)) {
            return Ok(false);
        }
        if let Some(value) = self.module_spec(&object, name)? {
            module.dict.insert_str(name, value);
        }
        Ok(true)
    }

    /// Runs built-in source in a module's namespace.
    pub fn run_prelude(&mut self, file: &'static str, source: &'static str, module: &Rc<Module>) -> Result<()> {
        let id = self.sources.add(file, edited::current(file, source), SourceKind::Prelude);
        let code = self.code_of_text(&Path::new(OWN_FILES).join(file), id, |vm| vm.compile_own(id, file))?;
        self.run_module(code, module).map(drop)
    }

    /// As `run_prelude`, for source that our own code has generated.
    pub fn run_made(&mut self, file: &str, source: &str, module: &Rc<Module>) -> Result<()> {
        let id = self.sources.add(file, source, SourceKind::Prelude);
        let code = self.compile_own(id, file)?;
        self.run_module(code, module).map(drop)
    }

    fn compile_own(&mut self, source: u32, file: &str) -> Result<Rc<Code>> {
        self.compile_source(source, Grammar::Cell, Last::Dropped).map_err(|errors| {
            Raise::new(Exc::SyntaxError, format!("{file}: {}", errors.first().map_or("", |error| &error.message)))
        })
    }
}

/// Below this path, which is no user's, a store keeps what is compiled of our own modules.
const OWN_FILES: &str = "tensorcell";

fn text_of(path: &Path) -> Value {
    Value::from(path.to_string_lossy().into_owned())
}

fn module_named(name: &str, is_package: bool) -> Rc<Module> {
    let module = Module::new(name, Dict::new());
    let package = if is_package { name } else { name.rsplit_once('.').map_or("", |(package, _)| package) };
    module.dict.insert_str("__name__", Value::str(name));
    module.dict.insert_str("__doc__", Value::None);
    module.dict.insert_str("__package__", Value::str(package));
    module
}

/// ImportError for a module in machine code: it is built for CPython's memory layout.
fn extension(name: &str, library: &Path) -> Raise {
    let message =
        format!("module '{name}' is a C extension ({}), which only CPython can load", library.to_string_lossy());
    Raise::new(Exc::ImportError, message)
        .field("name", Value::str(name))
        .field("path", text_of(library))
        .help("a package in pure Python, or a module that TensorCell has of its own, can stand in for it")
}
