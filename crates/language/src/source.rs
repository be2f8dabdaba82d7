//! Source texts (cells, prelude files, scripts) and places in them.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// Whose text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// The user's: a cell or script.
    User,
    /// The house's own.
    Prelude,
}

pub struct Source {
    /// `Cell [3]`, `train.py`, `collections.py`.
    pub name: Rc<str>,
    pub text: Rc<str>,
    pub kind: SourceKind,
}

impl Source {
    /// The line of a byte offset, from 1.
    pub fn line(&self, offset: u32) -> u32 {
        let end = (offset as usize).min(self.text.len());
        self.text.as_bytes()[..end].iter().filter(|byte| **byte == b'\n').count() as u32 + 1
    }
    /// The text of a line, from 1.
    pub(crate) fn line_text(&self, line: u32) -> &str {
        self.text.lines().nth(line as usize - 1).unwrap_or_default()
    }
}

/// Keeps the text of evaluated code: all code made of it shares one, and when the last goes the text may go.
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
    /// Sources whose lease has ended, the oldest first.
    ended: Rc<RefCell<VecDeque<u32>>>,
}

/// So many texts stay after their code is gone, for errors that are still to be shown.
const KEPT: usize = 64;

impl Sources {
    pub fn add(&mut self, name: &str, text: &str, kind: SourceKind) -> u32 {
        self.forget_ended();
        let (id, source) = (self.known.len() as u32, Source { name: name.into(), text: text.into(), kind });
        if kind == SourceKind::User {
            super::place::remember(id, &source.name, &source.text);
        }
        self.known.push(Some(source));
        id
    }
    pub fn get(&self, id: u32) -> Option<&Source> {
        self.known.get(id as usize)?.as_ref()
    }
    /// The latest source of a name.
    pub(crate) fn named(&self, name: &str) -> Option<&Source> {
        self.known.iter().rev().flatten().find(|source| &*source.name == name)
    }
    /// The source's text goes when its code does.
    pub(crate) fn lease(&self, source: u32) -> Rc<Lease> {
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
