//! The variable references of a client: scopes, groups of names, and values. They are valid until the program continues.

use super::place::Place;
use std::cell::RefCell;
use std::collections::BTreeMap;
use tensorcell_language::Value;

/// The target of a reference.
#[derive(Clone)]
pub enum Inside {
    /// The names of a scope.
    Scope(Place, ScopeKind),
    /// Names that are shown as one group.
    Group(Place, Vec<(String, Value)>),
    /// A value and the expression that evaluates to it, if any.
    Value(Place, Value, Option<String>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ScopeKind {
    Locals,
    Globals,
}

#[derive(Default)]
struct References {
    latest: i64,
    known: BTreeMap<i64, Inside>,
}

thread_local! {
    static REFERENCES: RefCell<References> = RefCell::default();
}

/// Adds a reference and returns its number.
pub fn add(inside: Inside) -> i64 {
    REFERENCES.with_borrow_mut(|references| {
        references.latest += 1;
        references.known.insert(references.latest, inside);
        references.latest
    })
}

pub fn get(reference: i64) -> Option<Inside> {
    REFERENCES.with_borrow(|references| references.known.get(&reference).cloned())
}

/// Invalidates all references and releases their values.
pub fn clear() {
    let known = REFERENCES.with_borrow_mut(|references| std::mem::take(&mut references.known));
    drop(known);
}
