//! The packages that notebooks use besides PyTorch: `numpy`, `pandas`, `PIL`, `torchvision`, `matplotlib` and parts of
//! `scipy` and `sklearn`, as far as programs with tensors need them. Most of it is written in the language
//! (`prelude/`).

pub mod matplotlib;
mod numpy;
mod pandas;
mod pil;
mod scipy;
mod sklearn;
mod torchvision;

use tensorcell_language::{ModuleDef, Vm};

/// Declares a module by its prelude files. A file runs when one of its names is first accessed.
macro_rules! prelude {
    ($name:literal, $doc:literal, $($file:literal),+) => {
        tensorcell_language::ModuleDef {
            name: $name,
            doc: $doc,
            functions: &[],
            init: Some(|vm, module| {
                module.home_of.get_or_init(|| tensorcell_torch::homes::of_class);
                $(vm.wait_prelude($file, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/prelude/", $file)), module, |_| ())?;)+
                Ok(())
            }),
        }
    };
}

static DISTRIBUTIONS: &[ModuleDef] =
    &[prelude!("_distributions", "The libraries that are here, by the names of their packages.", "_distributions.py")];

/// Registers the packages with an interpreter. Nothing runs before the first import.
pub fn register(vm: &mut Vm) {
    for modules in [
        DISTRIBUTIONS,
        numpy::MODULES,
        scipy::MODULES,
        sklearn::MODULES,
        pandas::MODULES,
        pil::MODULES,
        torchvision::MODULES,
        matplotlib::MODULES,
    ] {
        for module in modules {
            vm.register_module(module);
        }
    }
}

pub(crate) use prelude;
