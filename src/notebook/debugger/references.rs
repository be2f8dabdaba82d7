//! The numbers by which a client asks for what is inside: scopes, groups of names, values. They hold until the program goes on.

use super::place::Place;
use std::cell::RefCell;
use std::collections::BTreeMap;
use tensorcell_language::Value;

/// What a number stands for.
#[derive(Clone)]
pub enum Inside {
    /// The names of a scope.
    Scope(Place, ScopeKind),
    /// Names that are shown together, below one.
    Group(Place, Vec<(String, Value)>),
    /// A value, with the expression that it is the value of; none where there is none.
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

/// A new number.
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

/// No number holds any more; the values that they stood for may go.
pub fn clear() {
    let known = REFERENCES.with_borrow_mut(|references| std::mem::take(&mut references.known));
    drop(known);
}
