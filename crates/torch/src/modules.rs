//! Defines the modules: the names of each, native or from its prelude.

use super::arguments::TensorArgs;
use super::tensor::{TensorObject, parameter_value, tensor_of, tensor_value};
use super::{builtins, classes, defaults, dtype, format, functions, host, layers, memory_format, recording};
use std::rc::Rc;
use tensorcell_engine::{self as engine, grad_mode};
use tensorcell_language::native::{Args, ModuleDef};
use tensorcell_language::object::{Dict, Module};
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::{Format, Layout, MemoryFormat, Op, Tensor};

/// The PyTorch version that names and numbers follow.
const VERSION: &str = "2.11.0";

pub static NEW_PARAMETER: Builtin = Builtin::new(
    "torch.nn.Parameter",
    "(data=None, requires_grad=True)",
    "A tensor that a module trains: assigned to a module, it is among its parameters.\n\n\
         >>> torch.nn.Parameter(torch.zeros(2))\n\
         Parameter containing:\n\
         tensor([0., 0.], requires_grad=True)",
    |_, args| {
        let requires_grad = args.bool(1)?;
        let tensor = match args.get(0) {
            Value::None => Tensor::empty(&[0], defaults::dtype(), defaults::device())?,
            data => tensor_of(data).ok_or_else(|| args.must_be(0, "Tensor"))?.detach(),
        };
        if requires_grad && !tensor.dtype().is_inexact() {
            return Err(Raise::runtime("Only Tensors of floating point and complex dtype can require gradients"));
        }
        recording::set_requires_grad(&tensor, requires_grad)?;
        Ok(parameter_value(tensor))
    },
);

/// Copies a tensor's whole storage, and returns the tensor at its place in the copy.
fn with_its_storage(tensor: &Tensor) -> Result<Tensor> {
    engine::batched::check_storage(tensor)?;
    let elements = tensor.storage().bytes() / tensor.dtype().size();
    let whole = Tensor::new(tensor.storage(), Layout::contiguous(&[elements]), tensor.dtype());
    Ok(engine::run(Op::Contiguous, &[(&whole).into()])?.alias(tensor.layout().clone()))
}

/// `copy.deepcopy`: copies memory and `.grad`.
fn deep_copy(vm: &mut Vm, args: &Args) -> Result<Value> {
    let tensor = args.tensor(0)?;
    if !tensor.is_leaf() {
        return Err(Raise::runtime(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  If \
             you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, see \
             https://github.com/pytorch/pytorch/pull/103001",
        ));
    }
    let own = |tensor: &Tensor| {
        grad_mode::with(false, || match tensor.has_memory() {
            true => with_its_storage(tensor),
            false => Ok(engine::run(Op::Contiguous, &[tensor.into()])?),
        })
    };
    let copy = own(&tensor.detach())?;
    recording::set_requires_grad(&copy, tensor.requires_grad())?;
    if let Some(grad) = tensor.grad() {
        copy.set_grad(Some(own(&grad)?));
    }
    // As in PyTorch, a parameter's copy has no attributes of the program.
    if args.get(0).downcast::<TensorObject>().is_some_and(|object| object.parameter) {
        return Ok(parameter_value(copy));
    }
    let module = vm.import("copy")?;
    let deep = vm.get_attr(&module, "deepcopy")?;
    like(args, copy, |value| vm.call(&deep, &[value, args.get(1).clone()], &[]))
}

/// `copy.copy`
fn shallow_copy(_: &mut Vm, args: &Args) -> Result<Value> {
    let tensor = args.tensor(0)?;
    let copy = tensor.detach();
    recording::set_requires_grad(&copy, tensor.requires_grad())?;
    like(args, copy, Ok)
}

/// Wraps the copy as a parameter if the argument is one, with copies of the attributes that the program has set.
fn like(args: &Args, copy: Tensor, mut copied: impl FnMut(Value) -> Result<Value>) -> Result<Value> {
    let object = args.get(0).downcast::<TensorObject>();
    let value = if object.is_some_and(|object| object.parameter) { parameter_value(copy) } else { tensor_value(copy) };
    let set =
        object.and_then(|object| object.attributes.get()).map(|attributes| attributes.items()).unwrap_or_default();
    if let (Some(made), false) = (value.downcast::<TensorObject>(), set.is_empty()) {
        let attributes = made.attributes.get_or_init(Dict::new);
        for (name, value) in set {
            attributes.insert_str(name.as_str().unwrap_or_default(), copied(value)?);
        }
    }
    Ok(value)
}

/// Functions of the torch module that have no file of their own.
pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("Tensor.__deepcopy__", "(self, memo)", "A copy with memory of its own.", deep_copy),
    Builtin::new("Tensor.__copy__", "(self)", "Another tensor over the same memory.", shallow_copy),
    Builtin::new("Tensor.__reduce_ex__", "(self, protocol)", "What pickle writes.", |vm, args| {
        let module = vm.import("torch._utils")?;
        let reduced = vm.get_attr(&module, "_reduced")?;
        vm.call(&reduced, std::slice::from_ref(args.get(0)), &[])
    }),
    Builtin::new(
        "torch.result_type",
        "(tensor1, tensor2)",
        "The dtype of arithmetic between two operands.\n\n\
         >>> torch.result_type(torch.tensor([1]), 1.5)\n\
         torch.float32",
        |_, args| {
            let operands = [args.operand(0)?, args.operand(1)?];
            Ok(dtype::dtype_value(tensorcell_tensor::infer::result_type(&operands)))
        },
    ),
    Builtin::new(
        "torch.promote_types",
        "(type1, type2)",
        "The smallest dtype that holds both.\n\n\
         >>> torch.promote_types(torch.int32, torch.float16)\n\
         torch.float16",
        |_, args| match (args.opt_dtype(0)?, args.opt_dtype(1)?) {
            (Some(a), Some(b)) => Ok(dtype::dtype_value(a.promote(b))),
            _ => Err(args.must_be(0, "torch.dtype")),
        },
    ),
    Builtin::new(
        "torch.can_cast",
        "(from_, to)",
        "True when a conversion keeps the kind of number.\n\n\
         >>> torch.can_cast(torch.float32, torch.int64)\n\
         False",
        |_, args| match (args.opt_dtype(0)?, args.opt_dtype(1)?) {
            (Some(from), Some(to)) => Ok(Value::from(from.can_cast(to))),
            _ => Err(args.must_be(0, "torch.dtype")),
        },
    ),
    Builtin::new(
        "torch.set_printoptions",
        "(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None)",
        "How tensors print: digits, elements before summarising, edge items, line width, scientific notation.\n\n\
         >>> torch.set_printoptions(precision=2)\n\
         >>> torch.tensor([3.14159])\n\
         tensor([3.14])\n\
         >>> torch.set_printoptions(profile='default')",
        |_, args| {
            let mut options = match args.opt_str(4)? {
                Some("default") => format::PrintOptions::DEFAULT,
                Some("short") => format::PrintOptions { precision: 2, edge_items: 2, ..format::PrintOptions::DEFAULT },
                Some("full") => format::PrintOptions { threshold: usize::MAX, ..format::PrintOptions::DEFAULT },
                _ => format::options(),
            };
            let size = |i: usize| -> Result<Option<usize>> {
                if args.is_none(i) {
                    return Ok(None);
                }
                Ok(Some(host::float(args.scalar(i)?).clamp(0.0, usize::MAX as f64) as usize))
            };
            options.precision = size(0)?.unwrap_or(options.precision);
            options.threshold = size(1)?.unwrap_or(options.threshold);
            options.edge_items = size(2)?.unwrap_or(options.edge_items);
            options.line_width = size(3)?.unwrap_or(options.line_width);
            options.sci_mode = if args.is_none(5) { None } else { Some(args.bool(5)?) };
            format::set_options(options);
            Ok(Value::None)
        },
    ),
];

/// Binds operations that are written in the language: as names of `torch`, and as methods of tensors if they take
/// `input` first and tensors have no such method.
fn show_operations(vm: &mut Vm, module: &Module) -> Result<()> {
    let Value::Module(operations) = vm.import("torch._operations")? else { return Ok(()) };
    vm.run_files(&operations)?;
    super::around::attach(&operations);
    let tensor = &classes().tensor;
    for (name, value) in operations.dict.items() {
        let (Some(name), Value::Function(function)) = (name.as_str(), &value) else { continue };
        let signature = function.signature();
        let is_special = name.starts_with("__") && signature.starts_with("(self");
        if name.starts_with('_') && !is_special {
            continue;
        }
        if signature.starts_with("(self") {
            tensor.set(name, value.clone());
            continue;
        }
        module.dict.insert_str(name, value.clone());
        if signature.starts_with("(input") && tensor.lookup(name).is_none() {
            tensor.set(name, value.clone());
        }
    }
    for function in functions::all() {
        let names = || [function.name].into_iter().chain(function.aliases.iter().copied());
        let methods = names().filter(|_| function.shows_method).map(str::to_owned);
        let in_place = names().filter(|_| function.shows_in_place).map(|name| format!("{name}_"));
        for name in methods.chain(in_place) {
            if let Some(method) = tensor.lookup(&name) {
                module.dict.insert_str(&name, method);
            }
        }
    }
    Ok(())
}

fn torch(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    tensorcell_device::threads::join();
    for builtin in builtins().filter(|builtin| builtin.name.starts_with("torch.")) {
        let name = super::functions::short_name(builtin.name);
        let shown = super::out::with_out().get(name).map_or(builtin, |(with_out, _)| with_out);
        module.dict.insert_str(name, Value::Builtin(super::autocast::bound(shown)));
    }
    // `torch.sqrt_(x)` in addition to `x.sqrt_()`.
    for builtin in super::pointwise::builtins().iter().filter(|builtin| super::pointwise::is_unary_twin(builtin)) {
        module.dict.insert_str(super::functions::short_name(builtin.name), Value::Builtin(builtin));
    }
    for (name, dtype) in dtype::names() {
        module.dict.insert_str(name, dtype::dtype_value(dtype));
    }
    let classes = classes();
    for class in [
        &classes.tensor,
        &classes.dtype,
        &classes.device,
        &classes.size,
        &classes.generator,
        &classes.finfo,
        &classes.iinfo,
        &classes.layout,
        &classes.memory_format,
        &classes.out_of_memory,
        &classes.accelerator_error,
    ] {
        module.dict.insert_str(&class.name, Value::Class(class.clone()));
    }
    super::cuda::define_accelerator_classes(module);
    for (format, layout) in Format::ALL.into_iter().zip(&classes.layouts) {
        module.dict.insert_str(format.name(), layout.clone());
    }
    module.dict.insert_str("jagged", classes.jagged.clone());
    let default = super::generator::Generator::of_device(tensorcell_tensor::Device::Cpu);
    module.dict.insert_str("default_generator", Value::native(default));
    module.dict.insert_str("_lin_alg_error", Value::Class(classes.lin_alg_error.clone()));
    for format in MemoryFormat::ALL {
        module.dict.insert_str(format.name(), memory_format::object(format));
    }
    use std::f64::consts::{E, PI};
    for (name, value) in [("pi", PI), ("e", E), ("inf", f64::INFINITY), ("nan", f64::NAN)] {
        module.dict.insert_str(name, Value::from(value));
    }
    module.dict.insert_str("newaxis", Value::None);
    // As in PyTorch, where the package imports itself.
    module.dict.insert_str("torch", Value::Module(module.clone()));
    module.dict.insert_str("__version__", Value::str(VERSION));
    super::prelude::open(vm, module)?;
    show_operations(vm, module)
}

pub static MODULES: &[ModuleDef] = &[
    ModuleDef {
        name: "torch",
        doc: "Tensors on CPUs and CUDA devices, with gradients.",
        functions: &[],
        init: Some(torch),
    },
    ModuleDef {
        name: "torch.version",
        doc: "Versions.",
        functions: &[],
        init: Some(|_, module| {
            module.dict.insert_str("__version__", Value::str(VERSION));
            module.dict.insert_str("cuda", Value::None);
            Ok(())
        }),
    },
    ModuleDef { name: "torch._nn", doc: "Native functions of the layers.", functions: &[], init: Some(layers::init) },
    super::module("torch._linalg", "The native part of torch.linalg.", super::factor::LINALG),
    ModuleDef {
        name: "torch._autograd",
        doc: "The native part of torch.autograd.",
        functions: super::autograd::MODULE,
        init: Some(|_, module| {
            module.dict.insert_str("Node", Value::Class(classes().node.clone()));
            Ok(())
        }),
    },
    super::module("torch._overrides", "The native part of torch.overrides.", super::overrides::FUNCTIONS),
    super::module("torch._schemas", "The schemas of PyTorch's operators.", super::schemas::FUNCTIONS),
    super::module("torch._benchmark", "The native part of torch.utils.benchmark.", super::benchmark::FUNCTIONS),
    super::module("torch._profiler", "The native part of profilers.", super::profiler::FUNCTIONS),
    super::module("torch._distributed", "The native part of torch.distributed.", super::distributed::FUNCTIONS),
    ModuleDef {
        name: "torch._parameter",
        doc: "The class of parameters.",
        functions: &[],
        init: Some(|_, module| {
            module.dict.insert_str("Parameter", Value::Class(classes().parameter.clone()));
            Ok(())
        }),
    },
    super::module("safetensors.torch", "Tensors by name in files.", super::files::safetensors::FUNCTIONS),
];
