//! PyTorch's names for the language: `torch`, `torch.nn`, `torch.optim`, `torch.utils.data`, and the values of
//! `numpy`. Layers, losses, optimizers and loaders are written in the language itself (`prelude/torch`).

pub mod arguments;
mod around;
mod attributes;
mod autocast;
mod autograd;
mod benchmark;
mod callback;
mod classes;
mod combine;
mod complex;
mod convert;
mod creation;
pub mod cuda;
mod defaults;
pub mod device;
mod dialect;
pub mod distributed;
mod draws;
pub mod dtype;
mod einsum;
pub mod engine_ops;
mod error;
mod factor;
pub mod facts;
pub mod files;
mod finish;
mod format;
mod functions;
mod generator;
mod grad_fn;
pub mod homes;
mod hook_handle;
pub mod host;
mod html;
mod index;
mod layers;
mod linalg;
mod memory_format;
mod modules;
pub mod ndarray;
mod node_notes;
mod number_info;
pub mod numbers;
mod operators;
mod optimizer;
mod out;
mod overloads;
mod overrides;
mod per_thread;
mod pinned;
mod pointwise;
mod prelude;
pub(crate) mod profiler;
mod reads;
mod recording;
mod reduce;
mod results;
mod saved;
mod schemas;
pub mod sequences;
mod shape;
mod size;
mod sobol;
mod sparse;
mod special;
mod split;
mod subclasses;
pub mod tensor;
mod tensor_text;
pub mod views;
mod vmap;
mod warnings;
mod workers;

pub use ndarray::array_of;
pub use numbers::scalar_value;
pub use tensor::{tensor_of, tensor_value};

use classes::{Classes, classes};
use memory_format::MemoryFormatObject;
use tensorcell_language::native::{ModuleDef, STR};
use tensorcell_language::native_operators;
use tensorcell_language::{Builtin, Class, Exc, Value, Vm};
use tensorcell_tensor::{DType, Format, MemoryFormat};

/// Registers `torch` and its submodules with an interpreter. Nothing runs before the first import.
pub fn register(vm: &mut Vm) {
    classes::install(native_classes);
    cuda::set_host(vm.host());
    tensorcell_engine::record::set_site_hook(|| {
        let site = tensorcell_language::place::span();
        [site.source, site.start, site.end]
    });
    // Modules with native parts are registered later under the same name.
    for module in prelude::modules().iter().chain(homes::modules()).chain(modules::MODULES) {
        vm.register_module(module);
    }
    for module in cuda::MODULES {
        vm.register_module(module);
    }
    per_thread::register(vm);
    vm.at_fork(workers::AT_FORK);
    // Only the first registration sets these. Later ones would set the same values.
    let _ = tensorcell_language::raise::TRANSLATE.set(error::translate);
    let _ = tensorcell_language::dialect::LIBRARY.set(dialect::LIBRARY);
    let _ = tensorcell_language::instead::STAND_IN.set(overrides::STAND_IN);
    tensorcell_device::allocator::set_place_hook(|| {
        let (source, offset) = tensorcell_language::place::now();
        tensorcell_device::allocator::Place { source, offset }
    });
}

/// Creates the native classes from the declarations of the files.
fn native_classes() -> Classes {
    let base =
        Class::native("torch._C", "TensorBase", &[], None, &[], &[], "The base of tensors: all they have is theirs.");
    let tensor = Class::native(
        "torch",
        "Tensor",
        std::slice::from_ref(&base),
        Some(&creation::NEW_TENSOR),
        &[],
        attributes::GETTERS,
        "A multi-dimensional array of numbers of one dtype, on one device.",
    );
    for builtin in builtins() {
        if let Some(method) = as_method(builtin) {
            let name = functions::short_name(method.name);
            let method = autocast::bound(method);
            tensor.set(name, Value::Builtin(method));
            if name == "abs" {
                tensor.set("__abs__", Value::Builtin(method));
            }
        }
    }
    tensor.define(native_operators!("Tensor"));
    let parameter = Class::native(
        "torch.nn.parameter",
        "Parameter",
        std::slice::from_ref(&tensor),
        Some(&modules::NEW_PARAMETER),
        &[],
        &[],
        modules::NEW_PARAMETER.doc,
    );
    subclasses::define(&tensor, &parameter);
    let types = tensorcell_language::types::types();
    let simple = |name: &str, new, methods, getters, doc| Class::native("torch", name, &[], new, methods, getters, doc);
    let about = "An array of numbers of one dtype.";
    let array = Class::native("numpy", "ndarray", &[], None, ndarray::METHODS, ndarray::GETTERS, about).shown_in_full();
    array.define(native_operators!("ndarray"));
    array.define(&STR);
    let (scalar_kinds, scalars) = ndarray::hierarchy();
    let memory_format = simple(
        "memory_format",
        None,
        &[],
        &[],
        "In which order a tensor's dimensions lie in memory: `torch.channels_last`.",
    );
    let manager = tensorcell_language::native::MANAGER;
    let place = simple("device", Some(&device::NEW), manager, device::GETTERS, device::NEW.doc);
    place.define(device::METHODS);
    place.define(&STR);
    let layout =
        simple("layout", None, sparse::LAYOUT_METHODS, &[], "How a tensor's elements are kept: `torch.strided`.");
    Classes {
        tensor,
        parameter,
        dtype: simple("dtype", None, dtype::METHODS, dtype::GETTERS, "An element type: `torch.float32`."),
        device: place,
        size: Class::native(
            "torch",
            "Size",
            &types.get("tuple").cloned().into_iter().collect::<Vec<_>>(),
            Some(&size::NEW),
            size::METHODS,
            &[],
            size::NEW.doc,
        ),
        generator: simple(
            "Generator",
            Some(&generator::NEW),
            generator::METHODS,
            generator::GETTERS,
            generator::NEW.doc,
        ),
        finfo: simple("finfo", Some(&number_info::FINFO), &[], &[], number_info::FINFO.doc),
        iinfo: simple("iinfo", Some(&number_info::IINFO), &[], &[], number_info::IINFO.doc),
        node: Class::native(
            "torch.autograd.graph",
            "Node",
            &[],
            None,
            grad_fn::NODE_METHODS,
            &[],
            "A function on the tape.",
        ),
        hook_handle: Class::native(
            "torch.utils.hooks",
            "RemovableHandle",
            &[],
            None,
            hook_handle::HANDLE_METHODS,
            &[],
            "Takes a hook away again.",
        ),
        array,
        scalar_kinds,
        scalars,
        array_dtype: Class::native(
            "numpy",
            "dtype",
            &[],
            Some(&ndarray::NEW_DTYPE),
            &STR,
            ndarray::DTYPE_GETTERS,
            ndarray::NEW_DTYPE.doc,
        )
        .shown_in_full(),
        lin_alg_error: Class::native(
            "torch._C",
            "_LinAlgError",
            &[types.exception(Exc::RuntimeError).clone()],
            None,
            &[],
            &[],
            "A matrix has no inverse, no factor, no solution.",
        ),
        out_of_memory: Class::native(
            "torch",
            "OutOfMemoryError",
            &[types.exception(Exc::RuntimeError).clone()],
            None,
            &[],
            &[],
            "A device had no memory left for a tensor. The session goes on: free something and try again.",
        ),
        accelerator_error: Class::native(
            "torch",
            "AcceleratorError",
            &[types.exception(Exc::RuntimeError).clone()],
            None,
            &[],
            &[],
            "The CUDA driver refused something, or a kernel failed.",
        ),
        dtypes: DType::ALL.into_iter().map(|dtype| Value::native(dtype::DTypeObject(dtype))).collect(),
        layouts: Format::ALL.map(|format| Value::native(sparse::LayoutObject(Some(format), layout.clone()))).into(),
        jagged: Value::native(sparse::LayoutObject(None, layout.clone())),
        layout,
        memory_formats: MemoryFormat::ALL
            .map(|format| Value::native(MemoryFormatObject(format, memory_format.clone())))
            .into(),
        memory_format,
    }
}

/// Returns every declaration of the torch module and of the Tensor class.
fn builtins() -> impl Iterator<Item = &'static Builtin> {
    pointwise::builtins()
        .iter()
        .copied()
        .chain(combine::builtins().iter().copied())
        .chain(complex::FUNCTIONS)
        .chain(creation::FUNCTIONS)
        .chain(draws::FUNCTIONS)
        .chain(convert::builtins())
        .chain(reduce::FUNCTIONS)
        .chain(shape::FUNCTIONS)
        .chain(split::FUNCTIONS)
        .chain(linalg::FUNCTIONS)
        .chain(einsum::FUNCTIONS)
        .chain(autograd::FUNCTIONS)
        .chain(autocast::FUNCTIONS)
        .chain(saved::FUNCTIONS)
        .chain(generator::FUNCTIONS)
        .chain(optimizer::FUNCTIONS)
        .chain(modules::FUNCTIONS)
        .chain(out::FUNCTIONS)
        .chain(overloads::FUNCTIONS)
        .chain(pinned::FUNCTIONS)
        .chain(reads::FUNCTIONS)
        .chain(files::load::FUNCTIONS)
        .chain(sobol::FUNCTIONS)
        .chain(sparse::FUNCTIONS)
        .chain(special::FUNCTIONS)
        .chain(subclasses::FUNCTIONS)
        .chain(vmap::FUNCTIONS)
        .chain(workers::FUNCTIONS)
}

/// Returns the method of a declaration: `Tensor.x` itself, or `torch.x` if its first argument is the tensor.
fn as_method(builtin: &'static Builtin) -> Option<&'static Builtin> {
    if builtin.name.starts_with("Tensor.") {
        return Some(builtin);
    }
    let rest = builtin.signature.strip_prefix("(input")?;
    let name = functions::short_name(builtin.name);
    if name.ends_with("_like") || name.starts_with('_') {
        return None;
    }
    let signature = Box::leak(format!("(self{rest}").into_boxed_str());
    let name = Box::leak(format!("Tensor.{name}").into_boxed_str());
    Some(Box::leak(Box::new(Builtin::new(name, signature, builtin.doc, builtin.run))))
}

/// Declares a module without native parts.
const fn module(name: &'static str, doc: &'static str, functions: &'static [Builtin]) -> ModuleDef {
    ModuleDef { name, doc, functions, init: None }
}
