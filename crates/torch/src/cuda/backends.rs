//! `torch.backends`: switches of the libraries underneath. `prelude/backends` holds them; here is what they switch.

use super::import_into;
use tensorcell_device::{cudnn, processors};
use tensorcell_engine::cuda;
use tensorcell_engine::cuda::layers::library::{self, Switches};
use tensorcell_language::{Builtin, ModuleDef, Result, Truth, Value, Vm};

/// Tells the engine the switches of `torch.backends.cudnn`, which are plain names of that module: before a convolution.
pub fn tell_cudnn(vm: &mut Vm) -> Result<()> {
    if !cudnn::is_available() {
        return Ok(());
    }
    if let Value::Module(module) = vm.import("torch.backends.cudnn")? {
        let is_on = |name| matches!(module.dict.get_str(name), Some(Value::Bool(Truth::True)));
        library::set_switches(Switches {
            enabled: is_on("enabled"),
            benchmark: is_on("benchmark"),
            deterministic: is_on("deterministic"),
            allow_tf32: is_on("allow_tf32"),
        });
    }
    Ok(())
}

/// `torch.backends.cudnn.enabled`.
pub fn cudnn_is_on(vm: &mut Vm) -> Result<bool> {
    match vm.import("torch.backends.cudnn")? {
        Value::Module(module) => Ok(matches!(module.dict.get_str("enabled"), Some(Value::Bool(Truth::True)))),
        _ => Ok(true),
    }
}

pub(super) static BACKENDS: ModuleDef = ModuleDef {
    name: "torch.backends",
    doc: "Switches of the libraries underneath.",
    functions: &[
        Builtin::new(
            "torch.backends._allow_tf32",
            "() -> bool",
            "Whether products round float32 operands to TF32.",
            |_, _| Ok(Value::from(cuda::allow_tf32())),
        ),
        Builtin::new(
            "torch.backends._set_allow_tf32",
            "(allow)",
            "Whether products are to round float32 operands to TF32.",
            |_, args| {
                cuda::set_allow_tf32(args.bool(0)?);
                Ok(Value::None)
            },
        ),
        Builtin::new(
            "torch.backends._set_deterministic",
            "(on)",
            "Whether operations of CUDA devices are to give the same numbers in each run.",
            |_, args| {
                cuda::set_deterministic(args.bool(0)?);
                Ok(Value::None)
            },
        ),
        Builtin::new(
            "torch.backends._set_processors",
            "(count) -> int",
            "At most how many processors compute; how many there are.",
            |_, args| {
                let count = usize::try_from(args.int(0)?).unwrap_or(0);
                Ok(Value::Int(processors::compute_on(count) as i64))
            },
        ),
        Builtin::new("torch.backends._cudnn_version", "()", "cuDNN's version, or None where it is absent.", |_, _| {
            Ok(cudnn::version().map_or(Value::None, |version| Value::Int(version as i64)))
        }),
        Builtin::new(
            "torch.backends._cpu_capability",
            "() -> str",
            "The vector instructions that kernels are chosen by.",
            |_, _| Ok(Value::str(capability())),
        ),
    ],
    init: Some(|vm, module| {
        vm.run_prelude("torch/prelude/backends/backends.py", include_str!("../prelude/backends/backends.py"), module)?;
        import_into(vm, module, &["cuda", "cudnn", "mps", "mkl", "mkldnn", "openmp", "cpu"])
    }),
};

#[cfg(target_arch = "x86_64")]
fn capability() -> &'static str {
    match () {
        () if is_x86_feature_detected!("avx512f") => "AVX512",
        () if is_x86_feature_detected!("avx2") => "AVX2",
        () => "DEFAULT",
    }
}
#[cfg(not(target_arch = "x86_64"))]
fn capability() -> &'static str {
    "DEFAULT"
}

macro_rules! prelude {
    ($module:ident, $name:literal, $doc:literal, $file:literal) => {
        pub(super) static $module: ModuleDef = ModuleDef {
            name: $name,
            doc: $doc,
            functions: &[],
            init: Some(|vm, module| {
                let text = include_str!(concat!("../prelude/backends/", $file));
                vm.run_prelude(concat!("torch/prelude/backends/", $file), text, module)
            }),
        };
    };
}

prelude!(CUDA, "torch.backends.cuda", "Switches of products and attention on CUDA.", "cuda.py");
prelude!(CUDNN, "torch.backends.cudnn", "Switches of cuDNN's convolutions.", "cudnn.py");
prelude!(MPS, "torch.backends.mps", "Apple's GPUs: not here.", "mps.py");
prelude!(MKL, "torch.backends.mkl", "Intel's library: not used.", "absent.py");
prelude!(MKLDNN, "torch.backends.mkldnn", "Intel's library: not used.", "absent.py");
prelude!(OPENMP, "torch.backends.openmp", "OpenMP: not used.", "absent.py");
prelude!(CPU, "torch.backends.cpu", "The processor.", "cpu.py");
