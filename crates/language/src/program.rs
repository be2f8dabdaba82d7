//! Code compiled for `exec` and `eval`, and the scope that it runs in.

use crate::compile::{Code, Last};
use crate::object::{Module, Namespace};
use crate::tree::Grammar;
use ruff_python_ast::Suite;
use std::cell::OnceCell;
use std::rc::Rc;

/// Compiled source.
pub(crate) struct Program {
    pub code: Rc<Code>,
    pub grammar: Grammar,
    pub last: Last,
    /// For a program compiled from nodes, not from text.
    pub tree: Option<Suite>,
    /// The same code compiled for locals that differ from the globals.
    pub with_namespace: OnceCell<Rc<Code>>,
}

/// The scope of evaluated code.
pub(crate) struct Scope {
    pub globals: Rc<Module>,
    /// None: the globals.
    pub locals: Option<Namespace>,
}
