//! Small modules that programs import beside the large ones.

use super::modules::prelude;
use tensorcell_language::Value;
use tensorcell_language::native::ModuleDef;

pub static MODULES: &[ModuleDef] = &[
    prelude!("torch.nn.modules.utils", "One number for every dimension.", &[], "nn/modules_utils.py"),
    prelude!("torch.quasirandom", "Points that fill a cube evenly.", &[], "quasirandom.py"),
    prelude!("torch.nn.attention", "Which way of computing attention is taken.", &[], "nn/attention.py"),
    ModuleDef {
        name: "torch.nn.parameter",
        doc: "Parameters.",
        functions: &[],
        init: Some(|vm, module| {
            module.dict.insert_str("Parameter", Value::Class(super::classes().parameter.clone()));
            const FILE: &str = "torch/prelude/nn/parameter.py";
            vm.wait_prelude(FILE, include_str!("prelude/nn/parameter.py"), module, |_| ())
        }),
    },
    prelude!("torch.nn.utils.fusion", "A normalisation folded into a layer.", &[], "nn/fusion.py"),
    prelude!("torch.nn.utils.stateless", "A module with other parameters.", &[], "nn/stateless.py"),
    prelude!("torch.autograd.forward_ad", "Derivatives along a direction.", &[], "forward_ad.py"),
    prelude!("torch.jit", "Names of programs that were written for TorchScript.", &[], "jit.py"),
    prelude!("torch.types", "Names for annotations.", &[], "types.py"),
    prelude!("torch.serialization", "Files of tensors.", &[], "serialization.py"),
    prelude!("torch.overrides", "Names of programs that extend tensors.", &[], "overrides.py"),
    prelude!("torch.utils._pytree", "Nested containers as lists of leaves.", &[], "pytree.py"),
    prelude!("torch._switches", "What holds for all of torch.", &[], "switches.py"),
    prelude!("torch._lowrank", "The few directions that hold most of a matrix.", &[], "lowrank.py"),
    prelude!("torch._lobpcg", "A few eigenvalues of a large matrix.", &[], "lobpcg.py"),
    prelude!("torch.signal", "Signals.", &[], "signal.py"),
    prelude!("torch.signal.windows", "Windows that are laid over a stretch of a signal.", &[], "signal_windows.py"),
    super::module("torch._benchmark", "What measuring is made of.", super::benchmark::FUNCTIONS),
    prelude!("torch.utils.benchmark", "How long statements take.", &[], "benchmark.py"),
    prelude!("torch.utils.hooks", "What takes a hook away.", &[], "utils_hooks.py"),
];
