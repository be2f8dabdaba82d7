//! Imports: `sys.modules`, the search for a module, and the names that import statements bind.

use super::Vm;
use crate::find_module::{self, Found};
use crate::native::ModuleDef;
use crate::object::{Dict, Module, Namespace};
use crate::{Exc, Raise, Result, Value, exception, suggest};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The entry of `sys.path` that represents our own modules.
pub const OWN_MODULES: &str = "the modules of TensorCell";

/// Modules that are part of CPython's core: no file hides them.
pub const BUILT_IN: &[&str] = &[
    "_thread",
    "_weakref",
    "atexit",
    "builtins",
    "errno",
    "faulthandler",
    "gc",
    "itertools",
    "marshal",
    "posix",
    "sys",
    "time",
];

/// Modules that CPython has in native code and that no module here stands for.
const NATIVE_TO_CPYTHON: &[&str] = &[
    "_ctypes",
    "_curses",
    "_curses_panel",
    "_dbm",
    "_gdbm",
    "_lsprof",
    "_sqlite3",
    "_sre",
    "_testcapi",
    "_tkinter",
    "_tracemalloc",
    "readline",
    "syslog",
];

impl Vm {
    pub fn register_module(&mut self, module: &'static ModuleDef) {
        self.definitions.insert(module.name, module);
    }
    /// Whether a name is that of one of our modules or of an imported one.
    pub(super) fn is_module(&self, name: &str) -> bool {
        self.definitions.contains_key(name) || self.modules.get_str(name).is_some()
    }
    /// The names of all modules that can be imported without a search.
    pub fn module_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.definitions.keys().map(ToString::to_string).collect();
        let imported = self.modules.keys();
        let imported = imported.iter().filter_map(Value::as_str).filter(|name| !self.definitions.contains_key(name));
        names.extend(imported.map(str::to_owned));
        names.sort();
        names
    }
    /// Whether a module is one of ours.
    pub fn is_defined(&self, name: &str) -> bool {
        self.definitions.contains_key(name)
    }
    /// The package of one of our modules, which is the module itself where others are below it.
    pub(super) fn own_package<'a>(&self, name: &'a str) -> &'a str {
        let below = |other: &&str| other.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        // `os.path` is a member of `os`, which is no package.
        match name != "os" && self.definitions.keys().any(below) {
            true => name,
            false => name.rsplit_once('.').map_or("", |(package, _)| package),
        }
    }
    /// `sys.modules`: the imported modules by name.
    pub fn modules(&self) -> Rc<Dict> {
        self.modules.clone()
    }
    /// The entries of `sys.modules` that are modules.
    pub(super) fn imported_modules(&self) -> Vec<Rc<Module>> {
        let module = |(_, value)| match value {
            Value::Module(module) => Some(module),
            _ => None,
        };
        self.modules.items().into_iter().filter_map(module).collect()
    }
    /// The module of that name, if it is imported already.
    pub fn imported(&self, name: &str) -> Option<Rc<Module>> {
        match self.modules.get_str(name) {
            Some(Value::Module(module)) => Some(module),
            _ => None,
        }
    }
    /// The public modules directly below one.
    pub(super) fn submodules(&self, name: &str) -> Vec<String> {
        let leaf = |full: &&'static str| full.strip_prefix(name)?.strip_prefix('.');
        let public = |leaf: &&str| !leaf.contains('.') && !leaf.starts_with('_');
        self.definitions.keys().filter_map(leaf).filter(public).map(str::to_owned).collect()
    }

    /// `import a.b.c` -> the entry of a.b.c in `sys.modules`, imported if missing.
    ///
    /// # Errors
    /// ModuleNotFoundError if there is no such module; also any exception of running its file.
    pub fn import(&mut self, name: &str) -> Result<Value> {
        self.import_for(name, self.runs_users_code())
    }
    /// As `import`, for user code or for our own code.
    ///
    /// # Errors
    /// As `import`.
    pub fn import_for(&mut self, name: &str, user: bool) -> Result<Value> {
        match self.modules.get_str(name) {
            Some(Value::None) => {
                return Err(not_found(name, format!("import of {name} halted; None in sys.modules")));
            }
            Some(found) => return Ok(found),
            None => {}
        }
        let (parent, leaf) = match name.rsplit_once('.') {
            Some((parent, leaf)) => (self.import_parent(parent, name, user)?, leaf),
            None => (None, name),
        };
        // The import of the parent may have imported it.
        if let Some(found) = self.modules.get_str(name).filter(|found| !found.is_none()) {
            return Ok(found);
        }
        let found = self.native_step(|vm| vm.load(name, leaf, parent.as_ref(), user))?;
        match &parent {
            // A function of our module takes precedence over its submodule of the same name.
            Some(Value::Module(parent)) if parent.waits_to_bind(leaf) => {}
            Some(Value::Module(parent)) => parent.dict.insert_str(leaf, found.clone()),
            Some(parent) => self.set_attr(parent, leaf, found.clone())?,
            None => {}
        }
        Ok(found)
    }

    fn import_parent(&mut self, parent: &str, name: &str, user: bool) -> Result<Option<Value>> {
        match self.import_for(parent, user) {
            Ok(parent) => Ok(Some(parent)),
            Err(raise) if self.definitions.contains_key(name) && raise.is(Exc::ModuleNotFoundError) => Ok(None),
            Err(raise) => Err(raise),
        }
    }

    /// Finds a module and runs its code, using the finders in `sys.meta_path` if the program has accessed them, else our own.
    fn load(&mut self, name: &str, leaf: &str, parent: Option<&Value>, user: bool) -> Result<Value> {
        let found = match self.finders() {
            Some(finders) if user => self.load_by(&finders, name, leaf, parent)?,
            _ => self.load_from_path(name, leaf, parent, user)?,
        };
        found.map_or_else(|| Err(self.no_module(name, parent)), Ok)
    }

    /// Our own search, in the search path or the parent's. Our modules take the position of CPython's standard library.
    fn load_from_path(&mut self, name: &str, leaf: &str, parent: Option<&Value>, user: bool) -> Result<Option<Value>> {
        let Some(parent) = parent else {
            return self.load_top(name, user);
        };
        let definition = self.definitions.get(name).copied().filter(|_| !self.hides_ours(parent));
        if let Some(definition) = definition {
            return self.load_defined(definition).map(Some);
        }
        // A member of the parent that is a module, as in `import os.path`. A package's own file takes precedence over a member.
        if let Value::Module(module) = parent
            && module.dict.get_str("__path__").is_none()
            && let Some(member @ Value::Module(_)) = module.dict.get_str(leaf)
        {
            return Ok(Some(member));
        }
        let package = name.rsplit_once('.').map_or(name, |(package, _)| package);
        let folders = match self.package_path(parent)? {
            None if self.definitions.contains_key(package) => self.library_folder(package)?,
            folders => folders.unwrap_or_default(),
        };
        match self.asks_hooks(&folders)? {
            true => self.load_by_hooks(name, &folders),
            false => self.load_where(name, find_module::find(leaf, folders.iter().map(PathBuf::as_path))),
        }
    }

    /// Whether a file of the program's hides our package of the same name, and with it our modules of the package.
    fn hides_ours(&self, parent: &Value) -> bool {
        let Value::Module(module) = parent else { return false };
        let has_file = module.dict.get_str("__file__").is_some_and(|file| !file.is_none());
        has_file && self.definitions.contains_key(module.name.as_str())
    }

    fn load_top(&mut self, name: &str, user: bool) -> Result<Option<Value>> {
        let definition = self.definitions.get(name).copied();
        if let Some(definition) = definition
            && (BUILT_IN.contains(&name) || !user)
        {
            return self.load_defined(definition).map(Some);
        }
        let folders = match definition {
            Some(_) => self.folders_before_ours()?,
            None => self.search_path()?,
        };
        let found = match definition {
            _ if self.asks_hooks(&folders)? => self.load_by_hooks(name, &folders)?,
            Some(_) => self.load_where(name, find_module::find_source(name, folders.iter().map(PathBuf::as_path)))?,
            None => self.load_where(name, find_module::find(name, folders.iter().map(PathBuf::as_path)))?,
        };
        match (found, definition) {
            (None, Some(definition)) => self.load_defined(definition).map(Some),
            (found, _) => Ok(found),
        }
    }

    fn load_where(&mut self, name: &str, found: Option<Found>) -> Result<Option<Value>> {
        found.map(|found| self.load_found(name, found)).transpose()
    }

    /// Whether the running code is the user's. Our own code imports our own modules.
    pub(crate) fn runs_users_code(&self) -> bool {
        self.frames.last().is_none_or(|frame| frame.code().is_users)
    }

    /// The folders whose source files hide our modules: those before ours in `sys.path`.
    fn folders_before_ours(&mut self) -> Result<Vec<PathBuf>> {
        let mut folders = match self.imported("sys").and_then(|sys| sys.dict.get_str("path")) {
            Some(path) => self.folders(&path)?,
            // `sys.path` was never accessed: it begins with the current folder.
            None => std::env::current_dir().into_iter().collect(),
        };
        let own = folders.iter().position(|folder| folder == Path::new(OWN_MODULES));
        folders.truncate(own.unwrap_or(folders.len()));
        Ok(folders)
    }

    /// The program's `sys.path` as folders; an empty entry is the current folder.
    ///
    /// # Errors
    /// Any exception of iterating over the program's value.
    pub fn search_path(&mut self) -> Result<Vec<PathBuf>> {
        let sys = self.import("sys")?;
        let path = self.get_attr(&sys, "path")?;
        self.folders(&path)
    }
    /// The folders that a path lists; an empty entry is the current folder.
    pub fn folders(&mut self, path: &Value) -> Result<Vec<PathBuf>> {
        let folder = |entry: Value| match entry.as_str() {
            Some("") => std::env::current_dir().ok(),
            Some(entry) => Some(PathBuf::from(entry)),
            None => None,
        };
        Ok(self.collect(path)?.into_iter().filter_map(folder).collect())
    }
    /// The folders of a package's modules; None for a module that is not a package.
    fn package_path(&mut self, package: &Value) -> Result<Option<Vec<PathBuf>>> {
        match self.path_of(package)? {
            Some(path) => self.folders(&path).map(Some),
            None => Ok(None),
        }
    }

    /// The environment's standard library folder of a package that we provide: it supplies the modules that we lack.
    fn library_folder(&mut self, package: &str) -> Result<Vec<PathBuf>> {
        let path = self.search_path()?;
        let own = path.iter().position(|folder| folder == Path::new(OWN_MODULES));
        let library = own.and_then(|own| path.get(own + 1));
        Ok(library.map(|library| library.join(package.replace('.', "/"))).into_iter().collect())
    }

    /// A package's `__path__`. A module's own `__getattr__` is not called, because it might import something.
    fn path_of(&mut self, package: &Value) -> Result<Option<Value>> {
        match package {
            Value::Module(module) => Ok(module.dict.get_str("__path__")),
            other => self.find_attr(other, "__path__"),
        }
    }

    /// `sys.meta_path`, if the program has accessed it.
    fn finders(&mut self) -> Option<Vec<Value>> {
        match self.imported("sys")?.dict.get_str("meta_path") {
            Some(Value::List(finders)) => Some(finders.items.borrow().clone()),
            _ => None,
        }
    }

    /// Calls each finder in turn. PathFinder selects our own search, which needs no specs.
    fn load_by(&mut self, finders: &[Value], name: &str, leaf: &str, parent: Option<&Value>) -> Result<Option<Value>> {
        let own = |vm: &Vm, class| vm.imported("importlib._finders").and_then(|module| module.dict.get_str(class));
        let (built_in, path_finder) = (own(self, "BuiltinImporter"), own(self, "PathFinder"));
        let path = match parent {
            Some(parent) => self.path_of(parent)?.unwrap_or_default(),
            None => Value::None,
        };
        for finder in finders {
            let is = |class: &Option<Value>| class.as_ref().is_some_and(|class| class.is(finder));
            if is(&built_in) {
                match self.definitions.get(name).copied().filter(|_| parent.is_some() || BUILT_IN.contains(&name)) {
                    None => continue,
                    Some(definition) => return self.load_defined(definition).map(Some),
                }
            }
            if is(&path_finder) {
                match self.load_from_path(name, leaf, parent, true)? {
                    None => continue,
                    found => return Ok(found),
                }
            }
            let Some(find) = self.find_attr(finder, "find_spec")? else { continue };
            let spec = self.call(&find, &[Value::str(name), path.clone(), Value::None], &[])?;
            if !spec.is_none() {
                let importlib = self.import_own("importlib.util")?;
                return self.call_method(&importlib, "_load", &[spec]).map(Some);
            }
        }
        Ok(None)
    }

    /// Whether `sys.path_hooks` must be called: a path entry is not a folder, or the program changed the hooks.
    fn asks_hooks(&mut self, folders: &[PathBuf]) -> Result<bool> {
        if self.imported("sys").is_some_and(|sys| sys.dict.get_str("path_hooks").is_some()) {
            let finders = self.import_own("importlib._finders")?;
            let searches_folders = self.call_method(&finders, "_searches_folders", &[])?;
            if !self.truth(&searches_folders)? {
                return Ok(true);
            }
        }
        let is_archive = |folder: &PathBuf| !folder.is_dir() && folder.ancestors().any(Path::is_file);
        Ok(folders.iter().any(is_archive))
    }

    fn load_by_hooks(&mut self, name: &str, folders: &[PathBuf]) -> Result<Option<Value>> {
        let finders = self.import_own("importlib._finders")?;
        let finder = self.get_attr(&finders, "PathFinder")?;
        let folders = folders.iter().map(|folder| Value::from(folder.to_string_lossy().into_owned())).collect();
        let spec = self.call_method(&finder, "find_spec", &[Value::str(name), Value::list(folders)])?;
        if spec.is_none() {
            return Ok(None);
        }
        let importlib = self.import_own("importlib.util")?;
        self.call_method(&importlib, "_load", &[spec]).map(Some)
    }

    /// Imports a module of ours by name, even if a file hides it.
    ///
    /// # Errors
    /// ModuleNotFoundError if there is none; also any exception of creating it.
    pub fn import_own(&mut self, name: &str) -> Result<Value> {
        if let Some(found) = self.modules.get_str(name) {
            return Ok(found);
        }
        let parent = match name.rsplit_once('.') {
            Some((parent, leaf)) => Some((self.import_own(parent)?, leaf)),
            None => None,
        };
        let Some(definition) = self.definitions.get(name).copied() else {
            return Err(self.no_module(name, None));
        };
        let found = self.load_defined(definition)?;
        if let Some((Value::Module(parent), leaf)) = parent {
            parent.dict.insert_str(leaf, found.clone());
        }
        Ok(found)
    }

    /// Creates a module of ours.
    fn load_defined(&mut self, definition: &'static ModuleDef) -> Result<Value> {
        let name = definition.name;
        let module = Module::new(name, Dict::new());
        module.dict.insert_str("__name__", Value::str(name));
        module.dict.insert_str("__doc__", Value::str(definition.doc));
        self.modules.insert_str(name, Value::Module(module.clone()));
        for builtin in definition.functions {
            module.dict.insert_str(builtin.short_name(), Value::Builtin(builtin));
        }
        if let Some(init) = definition.init
            && let Err(raise) = init(self, &module)
        {
            self.modules.remove_str(name);
            return Err(raise);
        }
        // It may have replaced itself in `sys.modules`.
        Ok(self.modules.get_str(name).unwrap_or(Value::Module(module)))
    }

    fn no_module(&mut self, name: &str, parent: Option<&Value>) -> Raise {
        if let (Some(parent), Some((package, _))) = (parent, name.rsplit_once('.'))
            && !self.definitions.contains_key(package)
            && matches!(self.path_of(parent), Ok(None))
        {
            return not_found(name, format!("No module named '{name}'; '{package}' is not a package"));
        }
        let raise = not_found(name, format!("No module named '{name}'"));
        if NATIVE_TO_CPYTHON.contains(&name) {
            return raise.help("it is native code of CPython, and TensorCell has no module in its place".to_owned());
        }
        match suggest::closest(name, self.definitions.keys().copied()) {
            Some(near) => raise.help(format!("Did you mean '{near}'?")),
            None if name.contains('.') => raise,
            None => raise.help(
                "no folder of sys.path has it; install it with %pip install, or add its folder to sys.path".to_owned(),
            ),
        }
    }

    /// The full name of an imported module: leading dots are relative to the running code's package.
    pub(super) fn absolute_name(&mut self, name: &str) -> Result<String> {
        let level = name.len() - name.trim_start_matches('.').len();
        if level == 0 {
            return Ok(name.to_owned());
        }
        let globals = self.frame().globals().dict.clone();
        let package = self.package_of(&globals)?;
        resolve(&name[level..], &package, level)
    }

    /// The package of code with these globals.
    ///
    /// # Errors
    /// ImportError if it belongs to none.
    pub fn package_of(&mut self, globals: &Dict) -> Result<String> {
        if let Some(Value::Str(package)) = globals.get_str("__package__") {
            if !package.is_empty() {
                return Ok(package.to_string());
            }
        } else if let Some(Value::Str(name)) = globals.get_str("__name__") {
            let is_package = globals.get_str("__path__").is_some();
            let package = if is_package { Some(name.as_str()) } else { name.rsplit_once('.').map(|(above, _)| above) };
            if let Some(package) = package.filter(|package| *package != "__main__") {
                return Ok(package.to_owned());
            }
        }
        Err(Raise::new(Exc::ImportError, "attempted relative import with no known parent package"))
    }

    /// `from module import name`: a member or a submodule.
    pub(crate) fn import_from(&mut self, module: &Value, name: &str) -> Result<Value> {
        if let Some(value) = self.find_attr(module, name)? {
            return Ok(value);
        }
        let full_name = match module {
            Value::Module(module) => module.dict.get_str("__name__").unwrap_or_else(|| Value::str(&module.name)),
            other => self.find_attr(other, "__name__")?.unwrap_or_default(),
        };
        let Some(owner) = full_name.as_str() else {
            return self.get_attr(module, name);
        };
        let full = format!("{owner}.{name}");
        if self.may_have(module, &full)? {
            match self.import(&full) {
                Err(raise) if is_missing(&raise, &full) => {}
                found => return found,
            }
        }
        // Submodules that import each other may find one that its package has not bound yet.
        if let Some(found) = self.modules.get_str(&full) {
            return Ok(found);
        }
        Err(self.cannot_import(module, owner, name))
    }

    /// Imports a member of a package that is a submodule not imported yet: `fromlist` of `__import__`.
    pub(crate) fn import_submodule(&mut self, module: &Value, name: &str) -> Result<()> {
        match self.import_from(module, name) {
            Err(raise) if raise.is(Exc::ImportError) && !raise.is(Exc::ModuleNotFoundError) => Ok(()),
            found => found.map(drop),
        }
    }

    fn may_have(&mut self, module: &Value, full: &str) -> Result<bool> {
        let package = full.rsplit_once('.').map_or(full, |(package, _)| package);
        Ok(self.definitions.contains_key(package)
            || self.modules.get_str(full).is_some()
            || self.path_of(module)?.is_some())
    }

    fn cannot_import(&mut self, module: &Value, owner: &str, name: &str) -> Raise {
        let file = match module {
            Value::Module(module) => module.dict.get_str("__file__"),
            _ => None,
        };
        let place = match file.as_ref().and_then(Value::as_str) {
            Some(file) => format!(" ({file})"),
            None if self.definitions.contains_key(owner) => String::new(),
            None => " (unknown location)".to_owned(),
        };
        if matches!(module, Value::Module(module) if module.is_initializing.get()) {
            return Raise::new(
                Exc::ImportError,
                format!(
                    "cannot import name '{name}' from partially initialized module '{owner}' (most likely due to a \
                     circular import){place}"
                ),
            );
        }
        let raise = Raise::new(Exc::ImportError, format!("cannot import name '{name}' from '{owner}'{place}"))
            .field("name_from", Value::str(name))
            .field("path", file.unwrap_or_default());
        let known = self.dir(module);
        match suggest::closest(name, known.iter().map(String::as_str)) {
            Some(near) => raise.help(format!("Did you mean: '{near}'?")),
            None => raise,
        }
    }

    /// `from module import *` into a namespace.
    pub(super) fn import_star(&mut self, module: &Value, target: &Namespace) -> Result<()> {
        let Value::Module(module) = module else {
            return Ok(());
        };
        self.run_files(module)?;
        let Some(all) = module.dict.get_str("__all__") else {
            for (key, value) in module.dict.items() {
                if let Value::Str(name) = key
                    && !name.starts_with('_')
                {
                    target.set(self, &name, value)?;
                }
            }
            return Ok(());
        };
        let object = Value::Module(module.clone());
        for name in self.collect(&all)? {
            let Value::Str(name) = &name else {
                return Err(Raise::type_error(format!(
                    "Item in {}.__all__ must be str, not {}",
                    module.name,
                    name.type_name()
                )));
            };
            let value = match self.import_from(&object, name) {
                Err(raise) if raise.is(Exc::ImportError) => self.get_attr(&object, name)?,
                found => found?,
            };
            target.set(self, name, value)?;
        }
        Ok(())
    }
}

/// Resolves a name relative to a package, `level` levels up.
///
/// # Errors
/// ImportError if the package has fewer levels.
pub fn resolve(name: &str, package: &str, level: usize) -> Result<String> {
    let parts: Vec<&str> = package.split('.').collect();
    let Some(kept) = (parts.len() + 1).checked_sub(level).filter(|kept| *kept > 0) else {
        return Err(Raise::new(Exc::ImportError, "attempted relative import beyond top-level package"));
    };
    let base = parts[..kept].join(".");
    Ok(if name.is_empty() { base } else { format!("{base}.{name}") })
}

/// Whether an error says that the named module itself is missing, and not one that it imports.
fn is_missing(raise: &Raise, name: &str) -> bool {
    raise.is(Exc::ModuleNotFoundError)
        && exception::named_field(raise, "name").as_ref().and_then(Value::as_str) == Some(name)
}

fn not_found(name: &str, message: String) -> Raise {
    Raise::new(Exc::ModuleNotFoundError, message).field("name", Value::str(name))
}
