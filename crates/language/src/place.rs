//! Which line of the user's is running: noted at each call and operator of a cell or script, for whoever must tell later
//! where something came from (an allocation, a launch). Noting costs a store; reading the text is left for the telling.

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

/// A line in a cell or script, and the name that its statement assigns to, or adds to, if that is a simple one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// `Cell [3]`, `train.py`
    pub source: Rc<str>,
    /// From 1.
    pub line: u32,
    pub variable: Option<String>,
}

/// Notes the expression that is running.
pub(super) fn note(span: Span) {
    NOW.set(span);
}

/// Another thread runs: the expression that it noted last for that of the one that ran.
pub(super) fn switch(span: Span) -> Span {
    NOW.replace(span)
}

/// Where the expression starts that was noted last on this thread: its source's number and an offset in its text.
pub fn now() -> (u32, u32) {
    let Span { source, start, .. } = NOW.get();
    (source, start)
}

/// The expression that was noted last on this thread.
pub fn span() -> Span {
    NOW.get()
}

/// Makes a source of the user's known to [`describe`].
pub(super) fn remember(id: u32, name: &Rc<str>, text: &Rc<str>) {
    SOURCES.with_borrow_mut(|sources| sources.insert(id, (name.clone(), text.clone())));
}

/// The source is gone.
pub(super) fn forget(id: u32) {
    SOURCES.with_borrow_mut(|sources| sources.remove(&id));
}

/// The line of a place that [`now`] gave.
pub fn describe((source, offset): (u32, u32)) -> Option<Line> {
    SOURCES.with_borrow(|sources| {
        let (name, text) = sources.get(&source)?;
        let before = text.get(..offset as usize)?;
        let line = before.matches('\n').count() as u32 + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let statement = text[start..].lines().next().unwrap_or_default();
        let assigned = statement.split_once('=').map(|(name, _)| name.trim());
        let simple = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_.".contains(c));
        // `history.append(loss)`: what is made there lives in the list.
        let added = [".append(", ".extend(", ".insert(", ".add("]
            .iter()
            .find_map(|method| statement.split_once(method))
            .map(|(name, _)| name.trim());
        let assigned = assigned.filter(simple).or(added);
        Some(Line { source: name.clone(), line, variable: assigned.filter(simple).map(str::to_owned) })
    })
}
