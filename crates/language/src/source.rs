//! Source texts (cells, prelude files, scripts) and places in them.

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

/// All sources of a Vm.
#[derive(Default)]
pub struct Sources(Vec<Source>);

impl Sources {
    pub fn add(&mut self, name: &str, text: &str, kind: SourceKind) -> u32 {
        let (id, source) = (self.0.len() as u32, Source { name: name.into(), text: text.into(), kind });
        if kind == SourceKind::User {
            super::place::remember(id, &source.name, &source.text);
        }
        self.0.push(source);
        id
    }
    pub fn get(&self, id: u32) -> Option<&Source> {
        self.0.get(id as usize)
    }
}
