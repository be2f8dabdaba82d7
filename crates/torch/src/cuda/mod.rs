//! `torch.cuda` and its neighbours: devices, memory, streams, events; `torch.accelerator`, `torch.backends`.

pub mod backends;
mod devices;
mod graphs;
mod holders;
mod host_memory;
pub mod kernels;
mod launching;
mod memory;
mod memory_history;
mod monitor;
pub(super) mod report;
mod streams;
mod summary;
mod synchronizing;
mod tools;

pub(super) use launching::show_printed;
pub use launching::{finish, set_host};
pub(super) use streams::stream_of;

use super::device::DeviceObject;
use std::rc::Rc;
use tensorcell_device::{self as device, Device, driver};
use tensorcell_language::object::Module;
use tensorcell_language::{Builtin, Class, ModuleDef, Raise, Result, Truth, Value, Vm};
use tensorcell_tensor::TensorError;

/// The modules of this folder.
pub static MODULES: &[&ModuleDef] = &[
    &CUDA,
    &GRAPHS,
    &MEMORY,
    &memory_history::MODULE,
    &RANDOM,
    &STREAMS,
    &ACCELERATOR,
    &ACCELERATOR_MEMORY,
    &NCCL,
    &tools::NVTX_MODULE,
    &tools::PROFILER_MODULE,
    &backends::BACKENDS,
    &backends::CUDA,
    &backends::CUDNN,
    &backends::MPS,
    &backends::MKL,
    &backends::MKLDNN,
    &backends::OPENMP,
    &backends::CPU,
];

static SUBMODULES: Builtin = Builtin::new(
    "torch.cuda.__getattr__",
    "(name)",
    "A submodule, or what is known when the driver is.",
    |vm, args| match args.str(0)? {
        "default_generators" => Ok(devices::default_generators()),
        _ => super::modules::submodule(vm, "torch.cuda", args),
    },
);

static CUDA: ModuleDef = ModuleDef {
    name: "torch.cuda",
    doc: "CUDA devices: which there are, their memory, streams and events.",
    functions: &[],
    init: Some(|vm, module| {
        module.dict.insert_str("__getattr__", Value::Builtin(&SUBMODULES));
        for functions in [
            devices::FUNCTIONS,
            devices::TENSORS,
            memory::FUNCTIONS,
            host_memory::FUNCTIONS,
            monitor::FUNCTIONS,
            streams::FUNCTIONS,
            synchronizing::FUNCTIONS,
        ] {
            define(module, functions);
        }
        module.dict.insert_str(kernels::COMPILE_KERNEL.short_name(), Value::Builtin(&kernels::COMPILE_KERNEL));
        classes(|classes| {
            for class in [&classes.stream, &classes.event, &classes.device_context, &classes.stream_context] {
                module.dict.insert_str(&class.name, Value::Class(class.clone()));
            }
        });
        let out_of_memory = Value::Class(super::classes().out_of_memory.clone());
        module.dict.insert_str("OutOfMemoryError", out_of_memory);
        let accelerator_error = Value::Class(super::classes().accelerator_error.clone());
        module.dict.insert_str("AcceleratorError", accelerator_error);
        module.dict.insert_str("has_half", Value::Bool(Truth::True));
        module.dict.insert_str("has_magma", Value::Bool(Truth::False));
        import_into(vm, module, &["memory", "random", "streams", "graphs", "amp", "nvtx", "profiler", "nccl"])?;
        for (submodule, names) in [("torch.cuda.memory", OF_MEMORY), ("torch.cuda.random", OF_RANDOM)] {
            let submodule = vm.import(submodule)?;
            for name in names {
                let value = vm.get_attr(&submodule, name)?;
                module.dict.insert_str(name, value);
            }
        }
        let profiler = vm.import("torch.cuda.profiler")?;
        for (name, of) in [("cudart", "_cudart"), ("check_error", "_check_error"), ("CudaError", "CudaError")] {
            let value = vm.get_attr(&profiler, of)?;
            module.dict.insert_str(name, value);
        }
        let graphs = vm.import("torch.cuda.graphs")?;
        for name in ["CUDAGraph", "graph", "graph_pool_handle", "is_current_stream_capturing", "make_graphed_callables"]
        {
            let value = vm.get_attr(&graphs, name)?;
            module.dict.insert_str(name, value);
        }
        Ok(())
    }),
};

static GRAPHS: ModuleDef = ModuleDef {
    name: "torch.cuda.graphs",
    doc: "Work recorded once and replayed often.",
    functions: graphs::FUNCTIONS,
    init: Some(|vm, module| {
        classes(|classes| module.dict.insert_str("CUDAGraph", Value::Class(classes.graph.clone())));
        vm.run_prelude("torch/prelude/cuda_graphs.py", include_str!("../prelude/cuda_graphs.py"), module)
    }),
};

static MEMORY: ModuleDef = ModuleDef {
    name: "torch.cuda.memory",
    doc: "The functions of torch.cuda that are about memory.",
    functions: memory::FUNCTIONS,
    init: Some(|vm, module| {
        define(module, host_memory::FUNCTIONS);
        vm.run_prelude("torch/prelude/cuda_memory.py", include_str!("../prelude/cuda_memory.py"), module)?;
        let of_devices = ["mem_get_info", "is_initialized"];
        for function in devices::FUNCTIONS.iter().filter(|function| of_devices.contains(&function.short_name())) {
            module.dict.insert_str(function.short_name(), Value::Builtin(function));
        }
        Ok(())
    }),
};

/// What `torch.cuda` itself has of `torch.cuda.memory`'s names.
const OF_MEMORY: &[&str] = &[
    "MemPool",
    "use_mem_pool",
    "memory_snapshot",
    "memory_cached",
    "max_memory_cached",
    "reset_max_memory_allocated",
    "reset_max_memory_cached",
    "caching_allocator_enable",
    "list_gpu_processes",
    "CUDAPluggableAllocator",
    "change_current_allocator",
];

static RANDOM: ModuleDef = ModuleDef {
    name: "torch.cuda.random",
    doc: "The functions of torch.cuda that are about random numbers.",
    functions: devices::RANDOM,
    init: Some(|vm, module| {
        vm.run_prelude("torch/prelude/cuda_random.py", include_str!("../prelude/cuda_random.py"), module)
    }),
};

/// What `torch.cuda` itself has of `torch.cuda.random`'s names, beside the native ones.
const OF_RANDOM: &[&str] = &["get_rng_state_all", "set_rng_state_all", "initial_seed", "seed", "seed_all"];

static STREAMS: ModuleDef = ModuleDef {
    name: "torch.cuda.streams",
    doc: "Streams and events.",
    functions: &[],
    init: Some(|_, module| {
        let external = streams::FUNCTIONS.iter().filter(|function| function.short_name() == "ExternalStream");
        external.for_each(|function| module.dict.insert_str(function.short_name(), Value::Builtin(function)));
        classes(|classes| {
            for class in [&classes.stream, &classes.event] {
                module.dict.insert_str(&class.name, Value::Class(class.clone()));
            }
        });
        Ok(())
    }),
};

static ACCELERATOR: ModuleDef = ModuleDef {
    name: "torch.accelerator",
    doc: "The accelerator of this machine, whichever it is: here CUDA's current device.",
    functions: devices::ACCELERATOR,
    init: Some(|vm, module| {
        vm.run_prelude("torch/prelude/accelerator.py", include_str!("../prelude/accelerator.py"), module)?;
        import_into(vm, module, &["memory"])
    }),
};

static ACCELERATOR_MEMORY: ModuleDef = ModuleDef {
    name: "torch.accelerator.memory",
    doc: "The functions of torch.accelerator that are about memory.",
    functions: &[],
    init: Some(|vm, module| {
        let accelerator = vm.import("torch.accelerator")?;
        for name in [
            "empty_cache",
            "get_memory_info",
            "max_memory_allocated",
            "max_memory_reserved",
            "memory_allocated",
            "memory_reserved",
            "memory_stats",
            "reset_accumulated_memory_stats",
            "reset_peak_memory_stats",
        ] {
            let value = vm.get_attr(&accelerator, name)?;
            module.dict.insert_str(name, value);
        }
        Ok(())
    }),
};

static NCCL: ModuleDef = ModuleDef {
    name: "torch.cuda.nccl",
    doc: "NVIDIA's library of collectives; torch.distributed uses it.",
    functions: &[
        Builtin::new("torch.cuda.nccl.version", "() -> tuple", "Its version: (2, 28, 3).", |_, _| {
            match tensorcell_dist::nccl_version() {
                Some((major, minor, patch)) => {
                    Ok(Value::tuple([major, minor, patch].map(|part| Value::Int(part.into())).to_vec()))
                }
                None => Err(Raise::runtime("NCCL was not found").help("pip install nvidia-nccl-cu13")),
            }
        }),
        Builtin::new(
            "torch.cuda.nccl.is_available",
            "(tensors) -> bool",
            "Whether it can work on tensors: on CUDA devices, one each.",
            |vm, args| {
                let mut devices = Vec::new();
                for value in vm.collect(args.get(0))? {
                    let tensor = super::tensor_of(&value).ok_or_else(|| args.wrong(0, "a list of tensors"))?;
                    if !tensor.device().is_cuda() || devices.contains(&tensor.device()) {
                        return Ok(Value::from(false));
                    }
                    devices.push(tensor.device());
                }
                Ok(Value::from(tensorcell_dist::nccl_version().is_some()))
            },
        ),
    ],
    init: None,
};

fn import_into(vm: &mut Vm, module: &Rc<Module>, names: &[&str]) -> Result<()> {
    for name in names {
        let submodule = vm.import(&format!("{}.{name}", module.name))?;
        module.dict.insert_str(name, submodule);
    }
    Ok(())
}

fn define(module: &Module, functions: &'static [Builtin]) {
    for function in functions {
        module.dict.insert_str(function.short_name(), Value::Builtin(function));
    }
}

/// The classes of this folder; one set for each thread, as all classes.
struct Classes {
    any_stream: Rc<Class>,
    any_event: Rc<Class>,
    stream: Rc<Class>,
    event: Rc<Class>,
    device_context: Rc<Class>,
    stream_context: Rc<Class>,
    properties: Rc<Class>,
    graph: Rc<Class>,
    pool: Rc<Class>,
    kernel: Rc<Class>,
    launch: Rc<Class>,
    program: Rc<Class>,
}

fn classes<T>(read: impl FnOnce(&Classes) -> T) -> T {
    thread_local! {
        static CLASSES: Classes = {
            let (any_stream, any_event) = (streams::any_stream_class(), streams::any_event_class());
            Classes {
                stream: streams::stream_class(&any_stream),
                event: streams::event_class(&any_event),
                any_stream,
                any_event,
                device_context: devices::context_class(),
                stream_context: streams::context_class(),
                properties: devices::properties_class(),
                graph: graphs::class(),
                pool: memory_history::pool_class(),
                kernel: kernels::kernel_class(),
                launch: kernels::launch_class(),
                program: kernels::program_class(),
            }
        };
    }
    CLASSES.with(read)
}

/// `torch.Stream` and `torch.Event`.
pub(super) fn define_accelerator_classes(module: &Module) {
    classes(|classes| {
        for class in [&classes.any_stream, &classes.any_event] {
            module.dict.insert_str(&class.name, Value::Class(class.clone()));
        }
    });
}

/// Device errors as exceptions.
fn checked<T>(result: device::Result<T>) -> Result<T> {
    result.map_err(|error| TensorError::from(error).into())
}

/// The CUDA device that an argument names: an index, a `torch.device`, `"cuda:1"`, None for the current one.
fn device_index(value: &Value) -> Result<usize> {
    let device = match value {
        Value::None => return Ok(driver::current_device()),
        Value::Int(index) => return existing(*index),
        Value::Str(text) => DeviceObject::parse(text.as_str())?.resolve(),
        value => match value.downcast::<DeviceObject>() {
            Some(device) => device.resolve(),
            None => {
                let text = format!("Expected a torch.device or an integer, but got: {}", value.type_name());
                return Err(Raise::value_error(text).mark(0, value.type_name()));
            }
        },
    };
    match device {
        Device::Cuda(index) => existing(index as i64),
        Device::Cpu => Err(Raise::value_error("Expected a cuda device, but got: cpu")),
    }
}

/// A device that is there; -1 is the current one.
fn existing(index: i64) -> Result<usize> {
    let count = driver::device_count();
    match usize::try_from(index) {
        Err(_) if index == -1 => Ok(driver::current_device()),
        Ok(index) if index < count => Ok(index),
        // The driver says what is missing: it, or only this device.
        _ if count == 0 => checked(driver::properties(0)).map(|_| 0),
        _ => {
            let help = format!("this machine has {count} CUDA device(s), numbered from 0 to {}", count - 1);
            let class = &crate::classes().accelerator_error;
            Err(Raise::of(class, format!("CUDA error: invalid device ordinal: {index}")).help(help))
        }
    }
}
