//! Modules.

use super::{Dict, Namespace};
use crate::dialect::Dialect;
use crate::{Class, Value};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// Returns the module that a class reports as its `__module__`, from the names of its defining module and of the class.
pub type HomeOf = fn(&str, &str) -> Option<&'static str>;

pub struct Module {
    pub name: String,
    pub dict: Rc<Dict>,
    /// Lazy files that have not run, or still have names to bind.
    pub(crate) waiting: RefCell<Vec<Waiting>>,
    /// Determines the `__module__` of its classes.
    pub home_of: OnceCell<HomeOf>,
    /// The dialect of its functions; Python's rules if unset.
    pub dialect: OnceCell<&'static Dialect>,
    /// Whether its file is running for the first time.
    pub(crate) is_initializing: Cell<bool>,
    /// The class assigned to its `__class__`.
    pub(crate) class: RefCell<Option<Rc<Class>>>,
    /// The built-in names that its code sees, if replaced: `eval(text, {"__builtins__": {}})`.
    pub(crate) builtins: OnceCell<Namespace>,
}

impl Module {
    pub fn new(name: &str, dict: Rc<Dict>) -> Rc<Module> {
        dict.becomes_module();
        Rc::new(Module {
            name: name.to_owned(),
            dict,
            waiting: RefCell::default(),
            home_of: OnceCell::new(),
            dialect: OnceCell::new(),
            is_initializing: Cell::new(false),
            class: RefCell::default(),
            builtins: OnceCell::new(),
        })
    }
    /// The `__module__` of definitions in this module: its `__name__`, which a private file sets to its public module.
    pub fn shown_name(&self) -> String {
        match self.dict.get_str("__name__") {
            Some(Value::Str(name)) => name.to_string(),
            _ => self.name.clone(),
        }
    }
    /// The lazy names that are not bound yet.
    pub fn names_waiting(&self) -> Vec<&'static str> {
        self.waiting.borrow().iter().flat_map(Waiting::names).collect()
    }
    pub(crate) fn waits_to_bind(&self, name: &str) -> bool {
        self.waiting.borrow().iter().any(|waiting| waiting.binds(name))
    }
    pub(crate) fn next_name(&self) -> Option<&'static str> {
        self.waiting.borrow().iter().find_map(|waiting| waiting.names().first().copied())
    }
    pub(crate) fn wait_again(&self, import: Import) {
        let mut waiting = self.waiting.borrow_mut();
        let imports = waiting.iter_mut().find_map(|waiting| match &mut waiting.binds {
            Binds::Imports(imports) => Some(imports),
            Binds::Definitions(_) => None,
        });
        if let Some(imports) = imports {
            imports.insert(0, import);
        }
    }
}

/// `<module 'helper' from '/home/ada/helper.py'>`
pub(crate) fn module_text(names: &Dict, name: &str) -> String {
    let named = |name: &str| names.get_str(name).filter(|value| value.as_str().is_some());
    let name = named("__name__").unwrap_or_else(|| Value::str(name));
    let name = name.as_str().filter(|name| !name.is_empty()).unwrap_or("?");
    match (named("__file__"), names.get_str("__path__")) {
        (Some(file), _) => format!("<module '{name}' from '{}'>", file.as_str().unwrap_or_default()),
        (None, Some(_)) => format!("<module '{name}' (namespace)>"),
        (None, None) => format!("<module '{name}'>"),
    }
}

/// A lazy file that has not run, or still has names to bind.
#[derive(Clone)]
pub(crate) struct Waiting {
    pub file: &'static str,
    pub source: &'static str,
    pub binds: Binds,
    /// Called after it has run.
    pub then: fn(&Module),
}

/// The names that a file binds at its top level.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Binds {
    /// Only imports.
    Imports(Vec<Import>),
    Definitions(Vec<&'static str>),
}

/// A name, and the import that provides it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Import {
    pub name: &'static str,
    pub module: &'static str,
    /// None if the name is the module itself.
    pub member: Option<&'static str>,
}

impl Waiting {
    pub fn binds(&self, name: &str) -> bool {
        match &self.binds {
            Binds::Imports(imports) => imports.iter().any(|import| import.name == name),
            Binds::Definitions(names) => names.contains(&name),
        }
    }
    pub fn names(&self) -> Vec<&'static str> {
        match &self.binds {
            Binds::Imports(imports) => imports.iter().map(|import| import.name).collect(),
            Binds::Definitions(names) => names.clone(),
        }
    }
    /// Removes a name whose import is about to run; None for a file that runs as a whole.
    pub fn take(&mut self, name: &str) -> Option<Import> {
        let Binds::Imports(imports) = &mut self.binds else { return None };
        let position = imports.iter().position(|import| import.name == name)?;
        Some(imports.remove(position))
    }
}
