//! The globals that statements touch, by the analysis that compiles them: for those who ask what code rests on.

use super::scope::{self, Flags, Scope, ScopeKind, Slot};
use ruff_python_ast::Stmt;
use std::collections::BTreeSet;

/// Names of globals.
pub type Names = BTreeSet<String>;

/// What statements do with globals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Globals {
    /// Read while the statements run.
    pub read: Names,
    /// Read by functions that the statements define, once these are called.
    pub read_later: Names,
    /// Bound by the statements themselves; imports are not among them.
    pub bound: Names,
    pub imported: Names,
}

/// The globals that statements of a module touch.
pub fn of(body: &[Stmt]) -> Globals {
    let scopes = scope::analyse(body, ScopeKind::Module).scopes;
    let mut found = Globals::default();
    for (at, scope) in scopes.iter().enumerate() {
        let later = runs_later(&scopes, at);
        for (name, flags) in scope.names.iter().filter(|(name, _)| !name.starts_with('.')) {
            if is_global(scope, name, flags) {
                found.note(name, flags, later);
            }
        }
    }
    found
}

impl Globals {
    fn note(&mut self, name: &str, flags: &Flags, later: bool) {
        if flags.used {
            let read = if later { &mut self.read_later } else { &mut self.read };
            read.insert(name.to_owned());
        }
        if flags.bound && !later {
            let bound = if flags.imported { &mut self.imported } else { &mut self.bound };
            bound.insert(name.to_owned());
        }
    }
}

/// A class's own names are none of the module's.
fn is_global(scope: &Scope, name: &str, flags: &Flags) -> bool {
    match scope.slot(name) {
        Slot::Global => true,
        Slot::Name => !flags.bound,
        _ => false,
    }
}

/// Whether a scope lies in a function: comprehensions and classes run where they stand.
fn runs_later(scopes: &[Scope], at: usize) -> bool {
    let mut around = std::iter::successors(Some(at), |at| scopes[*at].parent);
    around.any(|at| scopes[at].kind == ScopeKind::Function)
}
