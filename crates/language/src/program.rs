//! Text compiled for `exec` and `eval`, and the names that it runs with.

use crate::compile::{Code, Last};
use crate::object::{Module, Namespace};
use crate::tree::Grammar;
use ruff_python_ast::Suite;
use std::cell::OnceCell;
use std::rc::Rc;

/// What a text was compiled to.
pub(crate) struct Program {
    pub code: Rc<Code>,
    pub grammar: Grammar,
    pub last: Last,
    /// Of a program made of nodes, not of text.
    pub tree: Option<Suite>,
    /// The same for locals that are not the globals.
    pub with_namespace: OnceCell<Rc<Code>>,
}

/// The names that evaluated code sees.
pub(crate) struct Scope {
    pub globals: Rc<Module>,
    /// None: the globals.
    pub locals: Option<Namespace>,
}
