//! The user's line that is running. It is recorded at each call and operator of a cell or script, so that the origin of an
//! allocation or launch can be reported later. Recording is one store; the text is read only for a report.

use super::Span;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// A source's name and text.
type Known = (Rc<str>, Rc<str>);

thread_local! {
    static NOW: Cell<Span> = const { Cell::new(Span { source: u32::MAX, start: 0, end: 0 }) };
    static SOURCES: RefCell<HashMap<u32, Known>> = RefCell::default();
}

/// A line in a cell or script, and the name that its statement assigns or adds to, if that is a simple one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// `Cell [3]`, `train.py`
    pub source: Rc<str>,
    /// From 1.
    pub line: u32,
    pub variable: Option<String>,
}

/// Records the running expression.
pub(super) fn note(span: Span) {
    NOW.set(span);
}

/// Swaps the recorded expression on a thread switch.
pub(super) fn switch(span: Span) -> Span {
    NOW.replace(span)
}

/// The start of the expression last recorded on this thread: the source's id and an offset in its text.
pub fn now() -> (u32, u32) {
    let Span { source, start, .. } = NOW.get();
    (source, start)
}

/// The expression last recorded on this thread.
pub fn span() -> Span {
    NOW.get()
}

/// Registers a user source for [`describe`].
pub(super) fn remember(id: u32, name: &Rc<str>, text: &Rc<str>) {
    SOURCES.with_borrow_mut(|sources| sources.insert(id, (name.clone(), text.clone())));
}

/// Removes a source.
pub(super) fn forget(id: u32) {
    SOURCES.with_borrow_mut(|sources| sources.remove(&id));
}

/// The line of a position from [`now`].
pub fn describe((source, offset): (u32, u32)) -> Option<Line> {
    SOURCES.with_borrow(|sources| {
        let (name, text) = sources.get(&source)?;
        let before = text.get(..offset as usize)?;
        let line = before.matches('\n').count() as u32 + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let statement = text[start..].lines().next().unwrap_or_default();
        let assigned = statement.split_once('=').map(|(name, _)| name.trim());
        let simple = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_.".contains(c));
        // `history.append(loss)`: the list keeps the value.
        let added = [".append(", ".extend(", ".insert(", ".add("]
            .iter()
            .find_map(|method| statement.split_once(method))
            .map(|(name, _)| name.trim());
        let assigned = assigned.filter(simple).or(added);
        Some(Line { source: name.clone(), line, variable: assigned.filter(simple).map(str::to_owned) })
    })
}
