//! Reports a device's load from NVML: `torch.cuda.utilization` and related functions.

use super::{checked, device_index};
use tensorcell_device::{Device, allocator, nvml};
use tensorcell_language::{Builtin, Value};

pub(super) static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.cuda.utilization",
        "(device=None) -> int",
        "Percent of the last sample period in which kernels ran.\n\n\
         Errors: RuntimeError without NVIDIA's management library, as on an emulated device",
        |_, args| Ok(Value::Int(checked(nvml::utilization(device_index(args.get(0))?))?.0.into())),
    ),
    Builtin::new(
        "torch.cuda.memory_usage",
        "(device=None) -> int",
        "Percent of the last sample period in which device memory was read or written.",
        |_, args| Ok(Value::Int(checked(nvml::utilization(device_index(args.get(0))?))?.1.into())),
    ),
    Builtin::new(
        "torch.cuda.temperature",
        "(device=None) -> int",
        "Degrees Celsius of the chip.\n\n\
         Errors: RuntimeError without NVIDIA's management library, as on an emulated device",
        |_, args| Ok(Value::Int(checked(nvml::temperature(device_index(args.get(0))?))?.into())),
    ),
    Builtin::new(
        "torch.cuda.power_draw",
        "(device=None) -> int",
        "Milliwatts.\n\n\
         Errors: RuntimeError without NVIDIA's management library, as on an emulated device",
        |_, args| Ok(Value::Int(checked(nvml::power(device_index(args.get(0))?))?.into())),
    ),
    Builtin::new("torch.cuda.clock_rate", "(device=None) -> int", "The multiprocessors' clock in MHz.", |_, args| {
        Ok(Value::Int(checked(nvml::clock(device_index(args.get(0))?))?.into()))
    }),
    Builtin::new(
        "torch.cuda.device_memory_used",
        "(device=None) -> int",
        "Bytes in use on the device, of all processes.",
        |_, args| Ok(Value::Int(checked(nvml::memory_used(device_index(args.get(0))?))? as i64)),
    ),
    Builtin::new(
        "torch.cuda._largest_tensors",
        "(device=None, count=10) -> list",
        "Bytes and maker of the largest live tensors, as an out-of-memory error lists them.",
        |_, args| {
            let device = Device::Cuda(device_index(args.get(0))?);
            let live = allocator::largest_live(device, args.int(1)?.max(0) as usize);
            let row = |live: allocator::Live| {
                let place = super::report::place_text(live.place);
                Value::tuple(vec![Value::Int(live.bytes as i64), Value::from(place)])
            };
            Ok(Value::list(live.into_iter().map(row).collect()))
        },
    ),
];
