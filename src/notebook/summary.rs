//! What the module `tensorcell` has besides pictures: `summary` of a model, `progress` of a loop.

use crate::language::object::Module;
use crate::language::{ModuleDef, Result, Vm};
use std::rc::Rc;

/// Adds the names to the module.
pub fn add(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    let tqdm = vm.import("tqdm")?;
    let progress = vm.get_attr(&tqdm, "tqdm")?;
    module.dict.insert_str("progress", progress);
    Ok(())
}

/// `ipywidgets` is asked for by name, and what there is instead is said.
pub static WIDGETS: ModuleDef = ModuleDef {
    name: "ipywidgets",
    doc: "Not there: see what importing it says.",
    functions: &[],
    init: Some(|_, _| {
        let raise = crate::language::Raise::new(
            crate::language::Exc::ModuleNotFoundError,
            "TensorCell has no widgets: ipywidgets runs Python in the kernel, and this kernel runs none",
        );
        Err(raise.help("for a bar there is tqdm, for output that changes display(..., display_id=True)"))
    }),
};
