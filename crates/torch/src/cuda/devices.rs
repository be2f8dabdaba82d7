//! CUDA devices: their number and properties, the current device, and their random generators.

use super::super::arguments::TensorArgs;
use super::super::device::DeviceObject;
use super::super::generator::{self, seed_of};
use super::{checked, classes, device_index, existing};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_device::driver::{self, Properties};
use tensorcell_device::{Device, allocator};
use tensorcell_display::{html, units};
use tensorcell_engine as engine;
use tensorcell_language::native::{Args, Getter, Native};
use tensorcell_language::{Builtin, Class, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::DType;

/// The result of `get_device_properties`.
struct DeviceProperties(&'static Properties);

fn properties_of(value: &Value) -> Result<&'static Properties> {
    value
        .downcast::<DeviceProperties>()
        .map(|object| object.0)
        .ok_or_else(|| Raise::type_error("expected device properties"))
}

macro_rules! property {
    ($name:literal, $doc:literal, |$p:ident| $value:expr) => {
        Getter {
            name: $name,
            doc: $doc,
            get: |_, value| {
                let $p = properties_of(value)?;
                Ok(Value::from($value))
            },
            set: None,
        }
    };
}

static PROPERTIES: &[Getter] = &[
    property!("name", "The product's name.", |p| p.name.as_str()),
    property!("major", "Compute capability, first number.", |p| i64::from(p.capability.0)),
    property!("minor", "Compute capability, second number.", |p| i64::from(p.capability.1)),
    property!("total_memory", "Bytes of device memory.", |p| p.total_memory as i64),
    property!("multi_processor_count", "Streaming multiprocessors.", |p| i64::from(p.multiprocessors)),
    property!("max_threads_per_multi_processor", "Threads that one multiprocessor holds.", |p| i64::from(
        p.max_threads_per_multiprocessor
    )),
    property!("max_threads_per_block", "Threads in one block at most.", |p| i64::from(p.max_threads_per_block)),
    property!("warp_size", "Threads that run in step.", |p| i64::from(p.warp_size)),
    property!("regs_per_multiprocessor", "32-bit registers of a multiprocessor.", |p| i64::from(
        p.registers_per_multiprocessor
    )),
    property!("shared_memory_per_block", "Bytes of shared memory of a block.", |p| p.shared_memory_per_block as i64),
    property!("shared_memory_per_block_optin", "The same, on request.", |p| p.shared_memory_per_block_optin as i64),
    property!("L2_cache_size", "Bytes of the second-level cache.", |p| p.l2_cache as i64),
    property!("clock_rate", "kHz.", |p| i64::from(p.clock_rate)),
    property!("is_integrated", "1 where it shares the host's memory.", |p| i64::from(p.integrated)),
    property!("uuid", "The device's identity.", |p| uuid_text(p)),
];

fn uuid_text(properties: &Properties) -> String {
    let hex: String = properties.uuid.iter().map(|byte| format!("{byte:02x}")).collect();
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

pub(super) fn properties_class() -> Rc<Class> {
    Class::native(
        "torch.cuda",
        "_CudaDeviceProperties",
        &[],
        None,
        &[],
        PROPERTIES,
        "The fixed properties of a CUDA device.",
    )
}

impl Native for DeviceProperties {
    fn display(&self, _vm: &mut Vm) -> Result<Vec<(String, String)>> {
        Ok(vec![("text/html".to_string(), card(self.0))])
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes(|classes| classes.properties.clone())
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        let p = self.0;
        Ok(format!(
            "_CudaDeviceProperties(name='{}', major={}, minor={}, total_memory={}MB, multi_processor_count={}, uuid={}, \
             L2_cache_size={}MB)",
            p.name,
            p.capability.0,
            p.capability.1,
            p.total_memory >> 20,
            p.multiprocessors,
            uuid_text(p),
            p.l2_cache >> 20,
        ))
    }
}

/// Renders the most important properties as a table.
fn card(p: &Properties) -> String {
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    let bytes = |count: usize| units::bytes(count as f64);
    html::left_table(
        &["property", "value"],
        &[
            row("name", p.name.clone()),
            row("compute capability", format!("{}.{}", p.capability.0, p.capability.1)),
            row("memory", bytes(p.total_memory)),
            row("multiprocessors", p.multiprocessors.to_string()),
            row("threads per multiprocessor", p.max_threads_per_multiprocessor.to_string()),
            row("threads per block", p.max_threads_per_block.to_string()),
            row("shared memory per block", bytes(p.shared_memory_per_block_optin)),
            row("L2 cache", bytes(p.l2_cache)),
            row("UUID", uuid_text(p)),
        ],
    )
}

/// Reads a device index for a function about two devices.
fn peer(args: &Args, i: usize, complaint: &str) -> Result<usize> {
    let index = match args.get(i) {
        Value::Int(index) => *index,
        value => device_index(value)? as i64,
    };
    let known = usize::try_from(index).ok().filter(|index| *index < driver::device_count());
    known.ok_or_else(|| Raise::new(Exc::AssertionError, complaint))
}

/// `with torch.cuda.device_of(x):` uses a tensor's device, if it is on CUDA.
fn device_of(_: &mut Vm, args: &Args) -> Result<Value> {
    let index = match crate::tensor::tensor_of(args.get(0)).map(|tensor| tensor.device()) {
        Some(Device::Cuda(index)) => Some(index),
        _ => None,
    };
    Ok(Value::native(DeviceContext { index, outer: RefCell::default() }))
}

/// `with torch.cuda.device(1):` sets the current device inside.
struct DeviceContext {
    index: Option<usize>,
    outer: RefCell<Vec<usize>>,
}

pub(super) fn context_class() -> Rc<Class> {
    static NEW: Builtin = Builtin::new(
        "torch.cuda.device",
        "(device)",
        "Makes a device the current one inside `with`; a negative index or None changes nothing.\n\n\
         Errors: RuntimeError where there is no such device\n\n\
         >>> with torch.cuda.device(1): x = torch.zeros(2, device='cuda')",
        |_, args| {
            let index = match args.get(0) {
                Value::None => None,
                Value::Int(index) if *index < 0 => None,
                value => Some(device_index(value)?),
            };
            Ok(Value::native(DeviceContext { index, outer: RefCell::default() }))
        },
    );
    Class::native("torch.cuda", "device", &[], Some(&NEW), tensorcell_language::native::MANAGER, &[], NEW.doc)
}

impl Native for DeviceContext {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes(|classes| classes.device_context.clone())
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<torch.cuda.device({})>", self.index.map_or("None".to_owned(), |index| index.to_string())))
    }
    fn enter(&self, _: &mut Vm, _: &Value) -> Result<Option<Value>> {
        self.outer.borrow_mut().push(driver::current_device());
        if let Some(index) = self.index {
            checked(driver::set_current_device(index))?;
        }
        Ok(Some(Value::None))
    }
    fn exit(&self, _: &mut Vm) -> Result<()> {
        match self.outer.borrow_mut().pop() {
            Some(index) => checked(driver::set_current_device(index)),
            None => Ok(()),
        }
    }
}

fn properties(args: &Args, i: usize) -> Result<&'static Properties> {
    let index = match args.get(i) {
        Value::Int(_) if driver::device_count() > 0 => peer(args, i, "Invalid device id")?,
        value => device_index(value)?,
    };
    checked(driver::properties(index))
}

fn current_device(_: &mut Vm, _: &Args) -> Result<Value> {
    Ok(Value::Int(existing(driver::current_device() as i64)? as i64))
}

fn device_count(_: &mut Vm, _: &Args) -> Result<Value> {
    Ok(Value::Int(driver::device_count() as i64))
}

fn is_available(_: &mut Vm, _: &Args) -> Result<Value> {
    Ok(Value::from(driver::device_count() > 0))
}

fn set_device(_: &mut Vm, args: &Args) -> Result<Value> {
    checked(driver::set_current_device(device_index(args.get(0))?))?;
    Ok(Value::None)
}

fn synchronize(_: &mut Vm, args: &Args) -> Result<Value> {
    let index = device_index(args.get(0))?;
    checked(driver::synchronize(index))?;
    tensorcell_engine::cuda::check_indices(Device::Cuda(index))?;
    Ok(Value::None)
}

fn nothing(_: &mut Vm, _: &Args) -> Result<Value> {
    Ok(Value::None)
}

pub(super) static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.cuda.is_available",
        "() -> bool",
        "Whether there is a CUDA device that can be used, real or emulated.\n\n\
         >>> torch.cuda.is_available()\n\
         True",
        is_available,
    ),
    Builtin::new(
        "torch.cuda.device_count",
        "() -> int",
        "How many CUDA devices there are.\n\n\
         >>> torch.cuda.device_count()\n\
         2",
        device_count,
    ),
    Builtin::new(
        "torch.cuda.current_device",
        "() -> int",
        "The index of the current device: what `cuda` without an index means.\n\n\
         Errors: RuntimeError where there is no device\n\n\
         >>> torch.cuda.current_device()\n\
         0",
        current_device,
    ),
    Builtin::new(
        "torch.cuda.set_device",
        "(device)",
        "Makes a device the current one. `with torch.cuda.device(i):` is the safer way.\n\n\
         Errors: RuntimeError where there is no such device\n\n\
         >>> torch.cuda.set_device(1)\n\
         >>> torch.cuda.current_device()\n\
         1",
        set_device,
    ),
    Builtin::new(
        "torch.cuda.device_of",
        "(obj)",
        "Makes a tensor's device the current one inside `with`; one on the CPU changes nothing.",
        device_of,
    ),
    Builtin::new(
        "torch.cuda.can_device_access_peer",
        "(device, peer_device) -> bool",
        "Whether a device can read and write another's memory directly.",
        |_, args| {
            let (device, other) = (peer(args, 0, "Invalid device id")?, peer(args, 1, "Invalid peer device id")?);
            Ok(Value::from(checked(driver::can_access_peer(device, other))?))
        },
    ),
    Builtin::new("torch.cuda.get_gencode_flags", "() -> str", "NVCC's flags for the architectures.", |_, _| {
        let mut flags = Vec::new();
        for index in 0..driver::device_count() {
            let (major, minor) = checked(driver::properties(index))?.capability;
            flags.push(format!("-gencode compute=compute_{major}{minor},code=sm_{major}{minor}"));
        }
        flags.dedup();
        Ok(Value::from(flags.join(" ")))
    }),
    Builtin::new("torch.cuda.ipc_collect", "()", "Nothing: no memory is shared with other processes.", nothing),
    Builtin::new(
        "torch.cuda.synchronize",
        "(device=None)",
        "Waits for all work on a device.\n\n\
         Errors: RuntimeError for what work on the device has done wrong since",
        synchronize,
    ),
    Builtin::new("torch.cuda.init", "()", "Nothing is needed: a device is made ready at its first use.", nothing),
    Builtin::new("torch.cuda.is_initialized", "() -> bool", "Whether a device is in use.", |_, _| {
        Ok(Value::from((0..driver::device_count()).any(driver::is_active)))
    }),
    Builtin::new(
        "torch.cuda.get_device_name",
        "(device=None) -> str",
        "The product's name.\n\n\
         Errors: AssertionError where there is no such device",
        |_, args| Ok(Value::str(&properties(args, 0)?.name)),
    ),
    Builtin::new(
        "torch.cuda.get_device_properties",
        "(device=None)",
        "What is fixed about a device: name, capability, memory, multiprocessors.\n\n\
         Units: total_memory, L2_cache_size and shared memory in bytes, clock_rate in kHz\n\
         Errors: AssertionError where there is no such device\n\n\
         >>> torch.cuda.get_device_properties(0).warp_size\n\
         32",
        |_, args| Ok(Value::native(DeviceProperties(properties(args, 0)?))),
    ),
    Builtin::new(
        "torch.cuda.get_device_capability",
        "(device=None) -> tuple",
        "The compute capability as (major, minor).\n\n\
         Errors: AssertionError where there is no such device",
        |_, args| {
            let (major, minor) = properties(args, 0)?.capability;
            Ok(Value::tuple(vec![Value::Int(major.into()), Value::Int(minor.into())]))
        },
    ),
    Builtin::new(
        "torch.cuda.get_arch_list",
        "() -> list",
        "Architectures that kernels are compiled for: each device's own, when it is first used.",
        |_, _| {
            let mut names = Vec::new();
            for index in 0..driver::device_count() {
                let (major, minor) = checked(driver::properties(index))?.capability;
                let name = format!("sm_{major}{minor}");
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            Ok(Value::list(names.into_iter().map(Value::from).collect()))
        },
    ),
    Builtin::new(
        "torch.cuda.mem_get_info",
        "(device=None) -> tuple",
        "Free and total bytes, as the driver counts them.\n\n\
         Units: bytes\n\
         Errors: RuntimeError where there is no such device",
        |_, args| {
            let (free, total) = checked(driver::memory_info(device_index(args.get(0))?))?;
            Ok(Value::tuple(vec![Value::Int(free as i64), Value::Int(total as i64)]))
        },
    ),
    Builtin::new(
        "torch.cuda.is_bf16_supported",
        "(including_emulation=True) -> bool",
        "Whether bfloat16 works.",
        is_available,
    ),
    Builtin::new(
        "torch.cuda.is_tf32_supported",
        "() -> bool",
        "Whether the device has TensorFloat-32 units: compute capability 8.0 and newer.",
        |_, _| {
            Ok(Value::from(
                driver::device_count() > 0 && checked(driver::properties(driver::current_device()))?.capability.0 >= 8,
            ))
        },
    ),
    Builtin::new(
        "torch.cuda.manual_seed",
        "(seed)",
        "Seeds the current device's generator.\n\n\
         >>> torch.cuda.manual_seed(7)",
        manual_seed,
    ),
    Builtin::new("torch.cuda.manual_seed_all", "(seed)", "Seeds the generators of all CUDA devices.", manual_seed_all),
    Builtin::new(
        "torch.cuda.get_rng_state",
        "(device='cuda') -> Tensor",
        "A device's generator's state, as a tensor of bytes.",
        get_rng_state,
    ),
    Builtin::new(
        "torch.cuda.set_rng_state",
        "(new_state, device='cuda')",
        "Returns a device's generator to a state.",
        set_rng_state,
    ),
];

pub(super) static RANDOM: &[Builtin] = &[
    Builtin::new("torch.cuda.random.manual_seed", "(seed)", "Seeds the current device's generator.", manual_seed),
    Builtin::new(
        "torch.cuda.random.manual_seed_all",
        "(seed)",
        "Seeds the generators of all CUDA devices.",
        manual_seed_all,
    ),
    Builtin::new(
        "torch.cuda.random.get_rng_state",
        "(device='cuda') -> Tensor",
        "A device's generator's state, as a tensor of bytes.",
        get_rng_state,
    ),
    Builtin::new(
        "torch.cuda.random.set_rng_state",
        "(new_state, device='cuda')",
        "Returns a device's generator to a state.",
        set_rng_state,
    ),
];

macro_rules! tensor_classes {
    ($($name:literal $dtype:ident),*) => {
        /// The legacy tensor classes.
        pub(super) static TENSORS: &[Builtin] = &[$(Builtin::new(
            concat!("torch.cuda.", $name),
            "(*data)",
            "A tensor on the current CUDA device, from sizes or data. Prefer `torch.tensor(data, device='cuda')`.",
            |vm, args| {
                let device = Device::Cuda(device_index(&Value::None)?);
                crate::creation::legacy(vm, args, DType::$dtype, device)
            },
        )),*];
    };
}
tensor_classes!(
    "FloatTensor" Float32, "DoubleTensor" Float64, "HalfTensor" Float16, "BFloat16Tensor" BFloat16, "LongTensor" Int64,
    "IntTensor" Int32, "ShortTensor" Int16, "CharTensor" Int8, "ByteTensor" UInt8, "BoolTensor" Bool
);

/// `torch.cuda.default_generators`: one per device.
pub(super) fn default_generators() -> Value {
    let generator = |index| Value::native(generator::Generator::of_device(Device::Cuda(index)));
    Value::tuple((0..driver::device_count()).map(generator).collect())
}

fn seed(index: usize, seed: u64) {
    let device = Device::Cuda(index);
    engine::executor(device).manual_seed(device, seed);
}

/// Without a device there is nothing to seed. PyTorch ignores the call silently, too.
fn manual_seed(_: &mut Vm, args: &Args) -> Result<Value> {
    if driver::device_count() > 0 {
        seed(driver::current_device(), seed_of(args, 0)?);
    }
    Ok(Value::None)
}

fn manual_seed_all(_: &mut Vm, args: &Args) -> Result<Value> {
    for index in 0..driver::device_count() {
        seed(index, seed_of(args, 0)?);
    }
    Ok(Value::None)
}

fn get_rng_state(_: &mut Vm, args: &Args) -> Result<Value> {
    let device = Device::Cuda(device_index(args.get(0))?);
    generator::state_value(&engine::executor(device).rng_state(device))
}

fn set_rng_state(_: &mut Vm, args: &Args) -> Result<Value> {
    let device = Device::Cuda(device_index(args.get(1))?);
    let state = engine::to_bytes(args.tensor(0)?)?;
    engine::executor(device).set_rng_state(device, &state)?;
    Ok(Value::None)
}

pub(super) static ACCELERATOR: &[Builtin] = &[
    Builtin::new("torch.accelerator.is_available", "() -> bool", "Whether there is an accelerator.", is_available),
    Builtin::new("torch.accelerator.device_count", "() -> int", "How many there are.", device_count),
    Builtin::new(
        "torch.accelerator.current_accelerator",
        "(check_available=False)",
        "The kind of accelerator as a device without an index; None where there is none.",
        |_, _| match driver::device_count() {
            0 => Ok(Value::None),
            _ => Ok(Value::native(DeviceObject::parse("cuda")?)),
        },
    ),
    Builtin::new(
        "torch.accelerator.current_device_index",
        "() -> int",
        "The index of the current device.",
        current_device,
    ),
    Builtin::new(
        "torch.accelerator.current_device_idx",
        "() -> int",
        "The index of the current device.",
        current_device,
    ),
    Builtin::new("torch.accelerator.set_device_index", "(device)", "Makes a device the current one.", set_device),
    Builtin::new("torch.accelerator.set_device_idx", "(device)", "Makes a device the current one.", set_device),
    Builtin::new("torch.accelerator.synchronize", "(device=None)", "Waits for all work on a device.", synchronize),
    Builtin::new(
        "torch.accelerator.memory_allocated",
        "(device_index=None) -> int",
        "Bytes in use by tensors.",
        |_, args| {
            let stats = allocator::stats(Device::Cuda(device_index(args.get(0))?));
            Ok(Value::Int(stats.allocated_bytes.all.current as i64))
        },
    ),
];
