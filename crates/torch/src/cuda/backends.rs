//! `torch.backends`: applies the library switches that `prelude/torch/backends` stores.

use tensorcell_device::{cudnn, processors};
use tensorcell_engine::cuda;
use tensorcell_engine::cuda::layers::library::{self, Switches};
use tensorcell_language::{Builtin, ModuleDef, Result, Truth, Value, Vm};

/// Passes the switches of `torch.backends.cudnn` to the engine before a convolution. They are plain names of that module.
pub fn tell_cudnn(vm: &mut Vm) -> Result<()> {
    if !cudnn::is_available() {
        return Ok(());
    }
    if let Value::Module(module) = vm.import("torch.backends.cudnn")? {
        vm.run_files(&module)?;
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

/// Returns `torch.backends.cudnn.enabled`.
pub fn cudnn_is_on(vm: &mut Vm) -> Result<bool> {
    let Value::Module(module) = vm.import("torch.backends.cudnn")? else { return Ok(true) };
    vm.run_files(&module)?;
    Ok(matches!(module.dict.get_str("enabled"), Some(Value::Bool(Truth::True))))
}

pub(super) static MODULE: ModuleDef = ModuleDef {
    name: "torch._backends",
    doc: "The native part of torch.backends.",
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
    init: None,
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
