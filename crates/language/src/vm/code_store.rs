//! Keeps the compiled form of modules between sessions, so that a module is compiled once and not at each import.

use super::Vm;
use crate::Result;
use crate::compile::{Code, packed};
use crate::source::SourceKind;
use std::path::Path;
use std::rc::Rc;

/// Keeps bytes for files, by their paths. Those of the user's files are absolute, those of our own modules are not.
pub trait CodeStore {
    /// What was kept last for a file; `None` where there is nothing, or where someone else can have written it.
    fn find(&self, file: &Path) -> Option<Vec<u8>>;
    /// Keeps the bytes, or does nothing where that is impossible.
    fn keep(&self, file: &Path, code: &[u8]);
}

impl Vm {
    /// Keeps compiled modules in a store from now on.
    pub fn keep_code_in(&mut self, store: Rc<dyn CodeStore>) {
        self.code_store = Some(store);
    }

    /// The code of a module's file, from the store or else from `compile`, whose result is kept.
    pub(super) fn code_of_text(
        &mut self,
        file: &Path,
        source: u32,
        compile: impl FnOnce(&mut Vm) -> Result<Rc<Code>>,
    ) -> Result<Rc<Code>> {
        let Some(store) = self.code_store.clone() else { return compile(self) };
        let Some(of) = self.sources.get(source) else { return compile(self) };
        let (text, is_users) = (of.text.clone(), of.kind == SourceKind::User);
        let of = packed::Of { source, is_users, lease: None };
        if let Some(code) = store.find(file).and_then(|bytes| packed::unpack(&bytes, &text, &of)) {
            return Ok(code);
        }
        let code = compile(self)?;
        if let Some(bytes) = packed::pack(&code, &text) {
            store.keep(file, &bytes);
        }
        Ok(code)
    }
}
