//! Modules.

use super::Dict;
use crate::dialect::Dialect;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// Tells, by the names of a module and of a class in it, which other module the class names as its own.
pub type HomeOf = fn(&str, &str) -> Option<&'static str>;

pub struct Module {
    pub name: String,
    pub dict: Rc<Dict>,
    /// Files that bind more names, when one is asked for.
    pub(crate) waiting: RefCell<Vec<Waiting>>,
    /// Where its classes say that they are at home.
    pub home_of: OnceCell<HomeOf>,
    /// How its functions bind arguments; Python's way where it is not set.
    pub dialect: OnceCell<&'static Dialect>,
}

impl Module {
    pub fn new(name: &str, dict: Rc<Dict>) -> Rc<Module> {
        Rc::new(Module {
            name: name.to_owned(),
            dict,
            waiting: RefCell::default(),
            home_of: OnceCell::new(),
            dialect: OnceCell::new(),
        })
    }
    /// The names that files bind which wait.
    pub fn names_waiting(&self) -> Vec<&'static str> {
        self.waiting.borrow().iter().flat_map(|waiting| waiting.names.iter().copied()).collect()
    }
}

/// A file that has not run yet.
#[derive(Clone)]
pub(crate) struct Waiting {
    pub file: &'static str,
    pub source: &'static str,
    /// What it binds.
    pub names: Rc<[&'static str]>,
    /// Called when it has run.
    pub then: fn(&Module),
}
