//! The modules: which names each holds, natively or from its prelude.

use super::arguments::TensorArgs;
use super::tensor::{parameter_value, tensor_of};
use super::{builtins, classes, defaults, dtype, format, functions, host, layers, recording};
use std::any::Any;
use std::rc::Rc;
use tensorcell_engine::{self as engine, grad_mode};
use tensorcell_language::native::{Args, ModuleDef, Native};
use tensorcell_language::object::Module;
use tensorcell_language::{Builtin, Class, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::{Op, Tensor};

/// PyTorch's version whose names and numbers these are.
const VERSION: &str = "2.11.0";

/// `torch.strided`
pub struct Strided(pub Rc<Class>);

impl Native for Strided {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        self.0.clone()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok("torch.strided".to_string())
    }
}

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
        if requires_grad && !tensor.dtype().is_floating() {
            return Err(Raise::runtime("Only Tensors of floating point and complex dtype can require gradients"));
        }
        recording::set_requires_grad(&tensor, requires_grad)?;
        Ok(parameter_value(tensor))
    },
);

/// `copy.deepcopy`: memory, `.grad` and all of its own.
fn deep_copy(_: &mut Vm, args: &Args) -> Result<Value> {
    let tensor = args.tensor(0)?;
    if !tensor.is_leaf() {
        return Err(Raise::runtime(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  If \
             you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, see \
             https://github.com/pytorch/pytorch/pull/103001",
        ));
    }
    let own = |tensor: &Tensor| grad_mode::with(false, || engine::run(Op::Contiguous, &[tensor.into()]));
    let copy = own(&tensor.detach())?;
    recording::set_requires_grad(&copy, tensor.requires_grad())?;
    if let Some(grad) = tensor.grad() {
        copy.set_grad(Some(own(&grad)?));
    }
    let parameter = args.get(0).downcast::<super::tensor::TensorObject>().is_some_and(|object| object.parameter);
    Ok(if parameter { parameter_value(copy) } else { super::tensor::tensor_value(copy) })
}

/// Functions of the torch module that no other file claims.
pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("Tensor.__deepcopy__", "(self, memo)", "A copy with memory of its own.", deep_copy),
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

/// `torch.nn` without an import of its own: submodules are imported when they are first named.
pub(super) fn submodule(vm: &mut Vm, parent: &str, args: &Args) -> Result<Value> {
    let name = args.str(0)?;
    let full = format!("{parent}.{name}");
    let missing = || Raise::new(Exc::AttributeError, format!("module '{parent}' has no attribute '{name}'"));
    match vm.import(&full) {
        Err(raise) if raise.is(Exc::ModuleNotFoundError) => Err(missing()),
        found => found,
    }
}

static TORCH_SUBMODULES: Builtin =
    Builtin::new("torch.__getattr__", "(name)", "A submodule.", |vm, args| submodule(vm, "torch", args));
static NN_SUBMODULES: Builtin =
    Builtin::new("torch.nn.__getattr__", "(name)", "A submodule.", |vm, args| submodule(vm, "torch.nn", args));
static AUTOGRAD_SUBMODULES: Builtin =
    Builtin::new("torch.autograd.__getattr__", "(name)", "A submodule.", |vm, args| {
        submodule(vm, "torch.autograd", args)
    });
static OPTIM_SUBMODULES: Builtin =
    Builtin::new("torch.optim.__getattr__", "(name)", "A submodule.", |vm, args| submodule(vm, "torch.optim", args));
pub(super) static NN_MODULES_SUBMODULES: Builtin =
    Builtin::new("torch.nn.modules.__getattr__", "(name)", "A submodule.", |vm, args| {
        submodule(vm, "torch.nn.modules", args)
    });
static NN_UTILS_SUBMODULES: Builtin =
    Builtin::new("torch.nn.utils.__getattr__", "(name)", "A submodule.", |vm, args| {
        submodule(vm, "torch.nn.utils", args)
    });
static UTILS_SUBMODULES: Builtin =
    Builtin::new("torch.utils.__getattr__", "(name)", "A submodule.", |vm, args| submodule(vm, "torch.utils", args));

/// Operations composed of others, written in the language: names of `torch`, and methods of tensors where they take
/// `input` first and tensors have none of that name.
fn show_operations(vm: &mut Vm, module: &Module) -> Result<()> {
    let Value::Module(operations) = vm.import("torch._operations")? else { return Ok(()) };
    vm.run_files(&operations)?;
    let tensor = &classes().tensor;
    for (name, value) in operations.dict.items() {
        let (Some(name), Value::Function(function)) = (name.as_str(), &value) else { continue };
        if name.starts_with('_') {
            continue;
        }
        let signature = function.signature();
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
    module.dict.insert_str("__getattr__", Value::Builtin(&TORCH_SUBMODULES));
    for builtin in builtins().filter(|builtin| builtin.name.starts_with("torch.")) {
        let name = super::functions::short_name(builtin.name);
        let shown = super::out::with_out().get(name).map_or(builtin, |(with_out, _)| with_out);
        module.dict.insert_str(name, Value::Builtin(super::autocast::bound(shown)));
    }
    // `torch.sqrt_(x)` beside `x.sqrt_()`.
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
        &classes.out_of_memory,
        &classes.accelerator_error,
    ] {
        module.dict.insert_str(&class.name, Value::Class(class.clone()));
    }
    super::cuda::define_accelerator_classes(module);
    module.dict.insert_str("strided", classes.strided.clone());
    let default = super::generator::Generator::of_device(tensorcell_tensor::Device::Cpu);
    module.dict.insert_str("default_generator", Value::native(default));
    module.dict.insert_str("_lin_alg_error", Value::Class(classes.lin_alg_error.clone()));
    for name in ["contiguous_format", "preserve_format", "channels_last"] {
        module.dict.insert_str(name, Value::str(format!("torch.{name}")));
    }
    use std::f64::consts::{E, PI};
    for (name, value) in [("pi", PI), ("e", E), ("inf", f64::INFINITY), ("nan", f64::NAN)] {
        module.dict.insert_str(name, Value::from(value));
    }
    module.dict.insert_str("newaxis", Value::None);
    module.dict.insert_str("__version__", Value::str(VERSION));
    vm.run_prelude("torch/prelude/torch.py", include_str!("prelude/torch.py"), module)?;
    for (file, source) in [
        ("torch/prelude/layer_functions.py", include_str!("prelude/layer_functions.py")),
        ("torch/prelude/from_switches.py", include_str!("prelude/from_switches.py")),
        ("torch/prelude/from_lowrank.py", include_str!("prelude/from_lowrank.py")),
        ("torch/prelude/histograms.py", include_str!("prelude/histograms.py")),
    ] {
        vm.wait_prelude(file, source, module, |_| ())?;
    }
    show_operations(vm, module)?;
    let amp = vm.import("torch.amp")?;
    for name in ["autocast", "GradScaler"] {
        let value = vm.get_attr(&amp, name)?;
        module.dict.insert_str(name, value);
    }
    Ok(())
}

/// Has a module's files of the prelude wait for whoever asks for a name of theirs: each its path and its text.
pub(super) fn run_files(
    vm: &mut Vm,
    module: &Rc<Module>,
    name: &str,
    files: &[(&'static str, &'static str)],
) -> Result<()> {
    let all = [&NN_SUBMODULES, &NN_UTILS_SUBMODULES, &AUTOGRAD_SUBMODULES, &OPTIM_SUBMODULES, &UTILS_SUBMODULES];
    for submodules in all {
        if submodules.name.strip_suffix(".__getattr__") == Some(name) {
            module.dict.insert_str("__getattr__", Value::Builtin(submodules));
        }
    }
    module.home_of.get_or_init(|| super::homes::of_class);
    super::dialect::declare(module);
    super::around::attach(module);
    for (path, text) in files {
        vm.wait_prelude(path, text, module, super::around::attach)?;
    }
    Ok(())
}

macro_rules! prelude {
    ($name:literal, $doc:literal, $functions:expr, $($file:literal),+) => {
        tensorcell_language::native::ModuleDef {
            name: $name,
            doc: $doc,
            functions: $functions,
            init: Some(|vm, module| {
                let files = [$((concat!("torch/prelude/", $file), include_str!(concat!("prelude/", $file)))),+];
                $crate::modules::run_files(vm, module, $name, &files)
            }),
        }
    };
}

pub(super) use prelude;

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
    prelude!(
        "torch._operations",
        "Operations that are composed of others.",
        &[],
        "operations/elementwise.py",
        "operations/shapes.py",
        "operations/indices.py",
        "operations/reductions.py",
        "operations/matrices.py",
        "operations/random.py",
        "operations/windows.py",
        "operations/in_place.py"
    ),
    prelude!("torch.linalg", "Linear algebra: factorisations, solutions, norms.", super::factor::LINALG, "linalg.py"),
    prelude!("torch.compiler", "Names around torch.compile.", &[], "compiler.py"),
    prelude!("torch._dynamo", "Names around torch.compile.", &[], "dynamo.py"),
    prelude!("torch.amp", "Mixed precision.", &[], "amp/amp.py"),
    prelude!("torch.amp.autocast_mode", "Regions of mixed precision.", &[], "amp/autocast_mode.py"),
    prelude!("torch.amp.grad_scaler", "Losses scaled for float16.", &[], "amp/grad_scaler.py"),
    prelude!("torch.cuda.amp", "torch.amp by its old names.", &[], "amp/cuda.py"),
    prelude!("torch.cuda.amp.autocast_mode", "torch.amp by its old names.", &[], "amp/cuda_autocast_mode.py"),
    prelude!("torch.cuda.amp.common", "What torch.cuda.amp asks first.", &[], "amp/common.py"),
    prelude!("torch.cuda.amp.grad_scaler", "torch.amp by its old names.", &[], "amp/cuda_grad_scaler.py"),
    prelude!("torch.cpu", "The processor, for code that takes either device.", &[], "cpu.py"),
    prelude!("torch.cpu.amp", "torch.amp by its old names.", &[], "amp/cpu.py"),
    prelude!("torch.cpu.amp.autocast_mode", "torch.amp by its old names.", &[], "amp/cpu_autocast_mode.py"),
    prelude!("torch.cpu.amp.grad_scaler", "torch.amp by its old names.", &[], "amp/cpu_grad_scaler.py"),
    prelude!("torch.special", "Special functions.", &[], "special.py", "special_polynomials.py"),
    ModuleDef { name: "torch._nn", doc: "What the layers call.", functions: &[], init: Some(layers::init) },
    prelude!("torch.random", "Random number generators.", super::generator::FUNCTIONS, "random.py"),
    prelude!("torch.autograd", "Gradients.", super::autograd::MODULE, "autograd.py", "gradcheck.py"),
    prelude!("torch.autograd.functional", "Derivatives of functions.", &[], "autograd_functional.py"),
    prelude!("torch.autograd.function", "Functions with a backward of their own.", &[], "autograd_function.py"),
    super::module("torch._profiler", "What profilers are made of.", super::profiler::FUNCTIONS),
    prelude!(
        "torch.autograd.profiler_util",
        "Events of a profile, and their sums.",
        &[],
        "profiler/events.py",
        "profiler/table.py"
    ),
    prelude!("torch.autograd.profiler", "One recording.", &[], "profiler/autograd_profiler.py"),
    prelude!("torch.profiler", "Recordings, schedules and traces.", &[], "profiler/profiler.py"),
    prelude!("torch.autograd.graph", "What the tape keeps.", &[], "autograd_graph.py"),
    prelude!("torch.func", "Functions made of functions.", &[], "func.py"),
    prelude!(
        "torch.nn",
        "Layers, losses and the module that holds them.",
        &[],
        "nn/hooks.py",
        "nn/module.py",
        "nn/containers.py",
        "nn/layers.py",
        "nn/activation.py",
        "nn/conv.py",
        "nn/pooling.py",
        "nn/norm.py",
        "nn/dropout.py",
        "nn/images.py",
        "nn/rnn.py",
        "nn/transformer.py",
        "nn/losses.py",
        "nn/losses_more.py",
        "nn/lazy.py",
        "nn/adaptive.py",
        "nn/data_parallel.py"
    ),
    prelude!(
        "torch.nn.functional",
        "Layers and losses as functions.",
        &[],
        "nn/functional.py",
        "nn/functional_conv.py",
        "nn/functional_norm.py",
        "nn/functional_rnn.py",
        "nn/functional_images.py",
        "nn/functional_more.py"
    ),
    prelude!("torch.nn.parallel", "One module on several devices.", &[], "parallel/parallel.py"),
    prelude!("torch.nn.parallel.comm", "Tensors copied between devices.", &[], "parallel/comm.py"),
    prelude!("torch.nn.parallel._functions", "The same, with gradients.", &[], "parallel/functions.py"),
    prelude!("torch.nn.parallel.scatter_gather", "Arguments in pieces.", &[], "parallel/scatter_gather.py"),
    prelude!("torch.cuda.comm", "Tensors copied between devices.", &[], "parallel/cuda_comm.py"),
    prelude!("torch.nn.init", "Initial values of parameters.", &[], "nn/init.py"),
    prelude!("torch.nn.utils.rnn", "Sequences of different lengths.", &[], "nn/rnn_utils.py"),
    prelude!("torch.nn.utils.parametrize", "Tensors computed from others.", &[], "nn/parametrize.py"),
    prelude!(
        "torch.nn.utils.parametrizations",
        "Weights by length and direction, and of spectral norm 1.",
        &[],
        "nn/parametrizations.py"
    ),
    prelude!("torch.nn.utils.prune", "Parameters multiplied by masks.", &[], "nn/prune.py"),
    prelude!("torch.nn.utils", "Gradient clipping, parameters as vectors.", &[], "nn/utils.py", "nn/utils_norm.py"),
    prelude!("torch.optim", "Optimizers.", &[], "optimizer.py", "optim.py", "optim_matrices.py", "lbfgs.py"),
    prelude!("torch.optim.swa_utils", "Averages of weights.", &[], "swa_utils.py"),
    prelude!("torch.optim.lr_scheduler", "Learning rate schedules.", &[], "lr_scheduler.py", "lr_cycles.py"),
    prelude!(
        "torch.distributions.constraints",
        "Sets that parameters and samples lie in.",
        &[],
        "distributions/constraints.py"
    ),
    prelude!(
        "torch.distributions.transforms",
        "Invertible functions of random variables.",
        &[],
        "distributions/transforms.py"
    ),
    prelude!(
        "torch.distributions",
        "Random variables with their densities, moments and draws.",
        &[],
        "distributions/distribution.py",
        "distributions/continuous.py",
        "distributions/discrete.py",
        "distributions/multivariate.py",
        "distributions/bounded.py",
        "distributions/matrices.py",
        "distributions/registry.py",
        "distributions/kl.py"
    ),
    prelude!("torch.testing", "Tensors that must be equal, or nearly.", &[], "testing.py"),
    prelude!("torch.futures", "Results to come.", &[], "futures.py"),
    super::module("torch._distributed", "What torch.distributed is made of.", super::distributed::FUNCTIONS),
    prelude!(
        "torch.distributed",
        "Several processes that compute together.",
        &[],
        "distributed/groups.py",
        "distributed/collectives.py",
        "distributed/more.py"
    ),
    prelude!("torch.distributed.device_mesh", "Ranks in a grid.", &[], "distributed/mesh.py"),
    super::module("torch.distributed.elastic", "Names of torchrun's.", &[]),
    super::module("torch.distributed.elastic.multiprocessing", "Names of torchrun's.", &[]),
    prelude!("torch.distributed.elastic.multiprocessing.errors", "Names of torchrun's.", &[], "distributed/errors.py"),
    prelude!(
        "torch.distributed.algorithms.join",
        "Ranks with different numbers of inputs.",
        &[],
        "distributed/join.py"
    ),
    prelude!("torch.nn.parallel.distributed", "One module in every process.", &[], "distributed/ddp.py"),
    super::module("torch.distributed.algorithms", "Ways to communicate.", &[]),
    super::module("torch.distributed.algorithms.ddp_comm_hooks", "What may replace an all-reduce.", &[]),
    prelude!(
        "torch.distributed.algorithms.ddp_comm_hooks.default_hooks",
        "What may replace an all-reduce.",
        &[],
        "distributed/hooks.py"
    ),
    prelude!("torch.distributed.optim", "An optimizer divided among ranks.", &[], "distributed/zero.py"),
    prelude!("torch.multiprocessing", "One process: names, and what is missing.", &[], "multiprocessing.py"),
    prelude!("torch.utils", "Data loading and checkpoints.", &[], "utils.py"),
    prelude!(
        "torch.utils.data",
        "Datasets, samplers and loaders.",
        &[],
        "data.py",
        "loader.py",
        "distributed/sampler.py"
    ),
    prelude!("safetensors", "Tensors by name in files.", &[], "files/safetensors.py"),
    super::module("safetensors.torch", "Tensors by name in files.", super::files::safetensors::FUNCTIONS),
    prelude!("torch.utils.checkpoint", "Activations recomputed instead of kept.", &[], "checkpoint.py"),
    prelude!("pickle", "Not available; says what to use instead.", &[], "pickle.py"),
];
