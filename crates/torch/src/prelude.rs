//! The modules that are written in the language: each file of `prelude/` is the module with the name of its path.

use super::{around, dialect};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;
use tensorcell_language::native::ModuleDef;
use tensorcell_language::object::Module;
use tensorcell_language::{Result, Vm};

struct File {
    module: &'static str,
    path: &'static str,
    text: &'static str,
}

// `static FILES: &[File]`, which the build script writes.
include!(concat!(env!("OUT_DIR"), "/prelude.rs"));

static BY_MODULE: LazyLock<HashMap<&str, &File>> =
    LazyLock::new(|| FILES.iter().map(|file| (file.module, file)).collect());

/// Returns every file as a module.
pub fn modules() -> &'static [ModuleDef] {
    static MODULES: LazyLock<Vec<ModuleDef>> = LazyLock::new(|| FILES.iter().map(File::module).collect());
    &MODULES
}

/// Runs a module's file lazily, at the first access to one of its names.
pub fn open(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    match BY_MODULE.get(module.name.as_str()) {
        Some(file) => vm.wait_prelude(file.path, file.text, module, finish_module),
        None => Ok(()),
    }
}

/// Finishes a module after its file has run: its functions bind arguments like PyTorch's, and its operations are cast and named.
fn finish_module(module: &Module) {
    dialect::declare(module);
    around::attach(module);
}

impl File {
    fn module(&self) -> ModuleDef {
        ModuleDef { name: self.module, doc: self.doc(), functions: &[], init: Some(open) }
    }
    /// Returns the module docstring.
    fn doc(&self) -> &'static str {
        let text = self.text.strip_prefix("\"\"\"").unwrap_or_default();
        text.split_once("\"\"\"").map_or("", |(doc, _)| doc)
    }
}
