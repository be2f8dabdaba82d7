//! `torch.cuda` and related modules: devices, memory, streams, events; `torch.accelerator`, `torch.backends`.

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
use tensorcell_language::{Builtin, Class, Exc, ModuleDef, Raise, Result, Truth, Value};
use tensorcell_tensor::TensorError;

/// The native modules of this folder, which `prelude/torch/cuda` and its neighbours import.
pub static MODULES: &[&ModuleDef] =
    &[&CUDA, &NATIVE, &RANDOM, &ACCELERATOR, &NCCL, &memory_history::MODULE, &tools::MODULE, &backends::MODULE];

static LATE_NAMES: Builtin =
    Builtin::new("torch.cuda.__getattr__", "(name)", "Names whose values depend on the driver.", |_, args| match args
        .str(0)?
    {
        "default_generators" => Ok(devices::default_generators()),
        name => Err(Raise::new(Exc::AttributeError, format!("module 'torch.cuda' has no attribute '{name}'"))),
    });

static CUDA: ModuleDef = ModuleDef {
    name: "torch.cuda",
    doc: "CUDA devices: which there are, their memory, streams and events.",
    functions: &[],
    init: Some(|vm, module| {
        module.dict.insert_str("__getattr__", Value::Builtin(&LATE_NAMES));
        super::prelude::open(vm, module)
    }),
};

static NATIVE: ModuleDef = ModuleDef {
    name: "torch._cuda",
    doc: "The native part of torch.cuda.",
    functions: &[],
    init: Some(|_, module| {
        for functions in [
            devices::FUNCTIONS,
            devices::TENSORS,
            memory::FUNCTIONS,
            host_memory::FUNCTIONS,
            monitor::FUNCTIONS,
            streams::FUNCTIONS,
            synchronizing::FUNCTIONS,
            graphs::FUNCTIONS,
            std::slice::from_ref(&kernels::COMPILE_KERNEL),
        ] {
            for function in functions {
                module.dict.insert_str(function.short_name(), Value::Builtin(function));
            }
        }
        let errors = super::classes();
        classes(|classes| {
            for class in [
                &classes.stream,
                &classes.event,
                &classes.device_context,
                &classes.stream_context,
                &classes.graph,
                &errors.out_of_memory,
                &errors.accelerator_error,
            ] {
                module.dict.insert_str(&class.name, Value::Class(class.clone()));
            }
        });
        module.dict.insert_str("has_half", Value::Bool(Truth::True));
        module.dict.insert_str("has_magma", Value::Bool(Truth::False));
        Ok(())
    }),
};

static RANDOM: ModuleDef =
    super::module("torch._cuda_random", "The native part of torch.cuda.random.", devices::RANDOM);

static ACCELERATOR: ModuleDef =
    super::module("torch._accelerator", "The native part of torch.accelerator.", devices::ACCELERATOR);

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

/// The classes of this folder, one set per thread.
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

/// Defines `torch.Stream` and `torch.Event`.
pub(super) fn define_accelerator_classes(module: &Module) {
    classes(|classes| {
        for class in [&classes.any_stream, &classes.any_event] {
            module.dict.insert_str(&class.name, Value::Class(class.clone()));
        }
    });
}

/// Converts device errors to exceptions.
fn checked<T>(result: device::Result<T>) -> Result<T> {
    result.map_err(|error| TensorError::from(error).into())
}

/// Reads a CUDA device argument: an index, a `torch.device`, `"cuda:1"`, or None for the current one.
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
        device => Err(Raise::value_error(format!("Expected a cuda device, but got: {device}"))),
    }
}

/// Checks that a device exists; -1 is the current one.
fn existing(index: i64) -> Result<usize> {
    let count = driver::device_count();
    match usize::try_from(index) {
        Err(_) if index == -1 => Ok(driver::current_device()),
        Ok(index) if index < count => Ok(index),
        // Without any device, the driver reports why.
        _ if count == 0 => checked(driver::properties(0)).map(|_| 0),
        _ => {
            let help = format!("this machine has {count} CUDA device(s), numbered from 0 to {}", count - 1);
            let class = &crate::classes().accelerator_error;
            Err(Raise::of(class, format!("CUDA error: invalid device ordinal: {index}")).help(help))
        }
    }
}
