//! Modules.

use super::Dict;
use crate::Value;
use crate::dialect::Dialect;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// Tells, by the names of a module and of a class in it, which other module the class names as its own.
pub type HomeOf = fn(&str, &str) -> Option<&'static str>;

pub struct Module {
    pub name: String,
    pub dict: Rc<Dict>,
    /// Files that have not run, or have names left to bind.
    pub(crate) waiting: RefCell<Vec<Waiting>>,
    /// Where its classes say that they are at home.
    pub home_of: OnceCell<HomeOf>,
    /// How its functions bind arguments; Python's way where it is not set.
    pub dialect: OnceCell<&'static Dialect>,
    /// Its file is running for the first time.
    pub(crate) is_initializing: Cell<bool>,
    /// What its code sees in place of the built-in names: `eval(text, {"__builtins__": {}})`.
    pub(crate) builtins: OnceCell<Rc<Dict>>,
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
            builtins: OnceCell::new(),
        })
    }
    /// The `__module__` of what is defined here: `__name__`, which a private file sets to the public module that it is part of.
    pub fn shown_name(&self) -> String {
        match self.dict.get_str("__name__") {
            Some(Value::Str(name)) => name.to_string(),
            _ => self.name.clone(),
        }
    }
    /// The names that wait to be bound.
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

/// A file that has not run, or has names left to bind.
#[derive(Clone)]
pub(crate) struct Waiting {
    pub file: &'static str,
    pub source: &'static str,
    pub binds: Binds,
    /// Called when it has run.
    pub then: fn(&Module),
}

/// What a file binds at its top level.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Binds {
    /// Imports alone.
    Imports(Vec<Import>),
    Definitions(Vec<&'static str>),
}

/// A name and where an import takes it from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Import {
    pub name: &'static str,
    pub module: &'static str,
    /// None where the name is the module itself.
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
    /// Takes a name out whose import is about to run; None in a file that runs as a whole.
    pub fn take(&mut self, name: &str) -> Option<Import> {
        let Binds::Imports(imports) = &mut self.binds else { return None };
        let position = imports.iter().position(|import| import.name == name)?;
        Some(imports.remove(position))
    }
}
