//! Source texts (cells, prelude files, scripts) and positions in them.

use super::syntax_problem::SyntaxProblem;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The owner of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// The user: a cell or script.
    User,
    /// One of our own modules.
    Prelude,
}

pub struct Source {
    /// `Cell [3]`, `train.py`, `collections.py`.
    pub name: Rc<str>,
    pub text: Rc<str>,
    pub kind: SourceKind,
    /// Whether the program created it: neither a cell nor a file.
    pub is_evaluated: bool,
    /// Warnings about probable mistakes, until they are issued.
    pub(crate) warnings: Vec<SyntaxProblem>,
}

impl Source {
    /// The line of a byte offset, from 1.
    pub fn line(&self, offset: u32) -> u32 {
        let end = (offset as usize).min(self.text.len());
        self.text.as_bytes()[..end].iter().filter(|byte| **byte == b'\n').count() as u32 + 1
    }
    /// The byte offset at which each line begins.
    pub(crate) fn lines(&self) -> Vec<u32> {
        let ends = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect()
    }
    /// The text of a line, from 1.
    pub(crate) fn line_text(&self, line: u32) -> &str {
        self.text.lines().nth(line as usize - 1).unwrap_or_default()
    }
}

/// Keeps the text of evaluated code: all code compiled from it shares a lease, and the text may be dropped with the last one.
pub(crate) struct Lease {
    source: u32,
    ended: Rc<RefCell<VecDeque<u32>>>,
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.ended.borrow_mut().push_back(self.source);
    }
}

/// All sources of a Vm.
#[derive(Default)]
pub struct Sources {
    known: Vec<Option<Source>>,
    /// Sources whose lease has ended, oldest first.
    ended: Rc<RefCell<VecDeque<u32>>>,
}

/// How many texts are kept after their code is gone, for errors that are still to be shown.
const KEPT: usize = 64;

impl Sources {
    pub fn add(&mut self, name: &str, text: &str, kind: SourceKind) -> u32 {
        self.forget_ended();
        let (id, source) = (
            self.known.len() as u32,
            Source { name: name.into(), text: text.into(), kind, is_evaluated: false, warnings: Vec::new() },
        );
        if kind == SourceKind::User {
            super::place::remember(id, &source.name, &source.text);
        }
        self.known.push(Some(source));
        id
    }
    pub fn get(&self, id: u32) -> Option<&Source> {
        self.known.get(id as usize)?.as_ref()
    }
    /// The number of sources registered so far.
    pub(crate) fn count(&self) -> u32 {
        self.known.len() as u32
    }
    /// The latest source of that name.
    pub(crate) fn named(&self, name: &str) -> Option<&Source> {
        self.known.iter().rev().flatten().find(|source| &*source.name == name)
    }
    /// Stores warnings about probable mistakes in a source.
    pub(crate) fn set_warnings(&mut self, source: u32, warnings: Vec<SyntaxProblem>) {
        if let Some(Some(source)) = self.known.get_mut(source as usize) {
            source.warnings = warnings;
        }
    }
    pub(crate) fn take_warnings(&mut self, source: u32) -> Vec<SyntaxProblem> {
        let source = self.known.get_mut(source as usize).and_then(Option::as_mut);
        source.map(|source| std::mem::take(&mut source.warnings)).unwrap_or_default()
    }
    /// Leases the source, so that its text is dropped with its code.
    pub(crate) fn lease(&mut self, source: u32) -> Rc<Lease> {
        if let Some(Some(source)) = self.known.get_mut(source as usize) {
            source.is_evaluated = true;
        }
        Rc::new(Lease { source, ended: self.ended.clone() })
    }
    fn forget_ended(&mut self) {
        let mut ended = self.ended.borrow_mut();
        while ended.len() > KEPT
            && let Some(source) = ended.pop_front()
        {
            self.known[source as usize] = None;
            super::place::forget(source);
        }
    }
}
