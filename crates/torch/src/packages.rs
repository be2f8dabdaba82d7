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
    ModuleDef {
        name: "numpy.random",
        doc: "Random arrays.",
        functions: super::numpy_random::FUNCTIONS,
        init: Some(|vm, module| {
            for builtin in super::numpy_generator::FUNCTIONS.iter().chain(super::numpy_draws::FUNCTIONS) {
                module.dict.insert_str(builtin.short_name(), Value::Builtin(builtin));
            }
            module.dict.insert_str("PCG64", Value::Class(super::classes().bit_generator.clone()));
            const DRAWS: &str = "torch/prelude/files/numpy_distributions.py";
            vm.run_prelude(DRAWS, include_str!("prelude/files/numpy_distributions.py"), module)?;
            const FILE: &str = "torch/prelude/files/numpy_generator.py";
            vm.run_prelude(FILE, include_str!("prelude/files/numpy_generator.py"), module)
        }),
    },
    prelude!("numpy._methods", "What arrays can do of themselves.", &[], "files/numpy_methods.py"),
    prelude!("numpy.linalg", "Linear algebra of arrays.", &[], "files/numpy_linalg.py"),
    prelude!("numpy.testing", "Arrays that must be equal, or nearly.", &[], "files/numpy_testing.py"),
    prelude!("numpy.typing", "Names for annotations.", &[], "files/numpy_typing.py"),
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
    prelude!("torchvision.io", "Pictures in files.", &[], "vision/io.py"),
    prelude!("torchvision.ops", "Boxes, and what of them overlaps.", &[], "vision/ops.py"),
    prelude!("torchvision.ops.misc", "Layers of models.", &[], "vision/ops_misc.py"),
    prelude!("torchvision.transforms.v2", "Transforms of samples.", &[], "vision/v2.py"),
    prelude!("torchvision.transforms.v2.functional", "What transforms do.", &[], "vision/v2_functional.py"),
    prelude!("torchvision.models", "Networks for pictures.", &[], "vision/models.py"),
    prelude!("torchvision.models._api", "Names of trained weights.", &[], "vision/weights.py"),
    prelude!("torchvision.models.alexnet", "AlexNet.", &[], "vision/alexnet.py"),
    prelude!("torchvision.models.mobilenetv2", "MobileNetV2.", &[], "vision/mobilenetv2.py"),
    prelude!("torchvision.models.resnet", "Residual networks.", &[], "vision/resnet.py"),
    prelude!("torchvision.models.squeezenet", "SqueezeNet.", &[], "vision/squeezenet.py"),
    prelude!("torchvision.models.vgg", "VGG.", &[], "vision/vgg.py"),
    prelude!("torch.utils.hooks", "What takes a hook away.", &[], "utils_hooks.py"),
];
