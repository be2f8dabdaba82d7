//! Device memory statistics in PyTorch's form: counters, the summary, raw blocks of the caching allocator.

use super::{checked, device_index};
use std::cell::RefCell;
use std::collections::HashMap;
use tensorcell_device::allocator::{self, Block, Stats};
use tensorcell_device::{Device, driver};
use tensorcell_language::native::Args;
use tensorcell_language::object::Dict;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};

/// Reads a device argument. Without any device, the current device's counters are zero, as in PyTorch before CUDA is
/// first used. An index that does not exist is an error.
fn device(args: &Args, i: usize) -> Result<Device> {
    tensorcell_engine::flush(); // pending operations hold their operands
    match args.get(i) {
        Value::None if driver::device_count() == 0 => Ok(Device::Cuda(0)),
        value => device_index(value).map(Device::Cuda),
    }
}

fn bytes(args: &Args, read: fn(&Stats) -> u64) -> Result<Value> {
    Ok(Value::Int(read(&allocator::stats(device(args, 0)?)) as i64))
}

fn current_allocated(_: &mut Vm, args: &Args) -> Result<Value> {
    bytes(args, |stats| stats.allocated_bytes.all.current)
}
fn current_reserved(_: &mut Vm, args: &Args) -> Result<Value> {
    bytes(args, |stats| stats.reserved_bytes.all.current)
}
fn peak_allocated(_: &mut Vm, args: &Args) -> Result<Value> {
    bytes(args, |stats| stats.allocated_bytes.all.peak)
}
fn peak_reserved(_: &mut Vm, args: &Args) -> Result<Value> {
    bytes(args, |stats| stats.reserved_bytes.all.peak)
}
fn reset_peak(_: &mut Vm, args: &Args) -> Result<Value> {
    allocator::reset_peak(device(args, 0)?);
    Ok(Value::None)
}

thread_local! {
    /// Blocks that `caching_allocator_alloc` has returned, by address.
    static GIVEN: RefCell<HashMap<u64, Block>> = RefCell::default();
}

pub(super) static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.cuda.memory_allocated",
        "(device=None) -> int",
        "Bytes in use by tensors, rounded as they were allocated.\n\n\
         Units: bytes, each tensor's rounded up to a multiple of 512\n\n\
         >>> x = torch.zeros(100, device='cuda')\n\
         >>> torch.cuda.memory_allocated()\n\
         512",
        current_allocated,
    ),
    Builtin::new(
        "torch.cuda.max_memory_allocated",
        "(device=None) -> int",
        "The peak of memory_allocated since the start or the last reset.\n\n\
         Units: bytes",
        peak_allocated,
    ),
    Builtin::new(
        "torch.cuda.memory_reserved",
        "(device=None) -> int",
        "Bytes that the caching allocator holds, in use or not.\n\n\
         Units: bytes",
        current_reserved,
    ),
    Builtin::new(
        "torch.cuda.max_memory_reserved",
        "(device=None) -> int",
        "The peak of memory_reserved.\n\n\
         Units: bytes",
        peak_reserved,
    ),
    Builtin::new(
        "torch.cuda.reset_peak_memory_stats",
        "(device=None)",
        "Resets the peaks to the current values.",
        reset_peak,
    ),
    Builtin::new(
        "torch.cuda.reset_accumulated_memory_stats",
        "(device=None)",
        "Resets the totals of allocated and freed memory.",
        |_, args| {
            allocator::reset_accumulated(device(args, 0)?);
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "torch.cuda.empty_cache",
        "()",
        "Gives memory that is cached and unused back to the driver.",
        |_, _| {
            for index in 0..driver::device_count() {
                checked(allocator::empty_cache(Device::Cuda(index)))?;
            }
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "torch.cuda.memory_stats",
        "(device=None) -> dict",
        "Every counter of the allocator by its PyTorch name.\n\n\
         Units: sizes in bytes, others counts\n\n\
         >>> torch.cuda.memory_stats()['num_ooms']\n\
         0",
        |_, args| {
            let stats = allocator::stats(device(args, 0)?).flatten();
            Ok(Value::dict(stats.into_iter().map(|(name, value)| (Value::from(name), Value::Int(value)))))
        },
    ),
    Builtin::new("torch.cuda.memory_stats_as_nested_dict", "(device=None) -> dict", "The same, nested.", |_, args| {
        Ok(nested(allocator::stats(device(args, 0)?).flatten()))
    }),
    Builtin::new(
        "torch.cuda.memory_summary",
        "(device=None, abbreviated=False) -> str",
        "The counters as a table to print.",
        |_, args| {
            let device = device(args, 0)?;
            let Device::Cuda(index) = device else {
                return Ok(Value::str(""));
            };
            Ok(super::summary::value(allocator::memory_summary(&allocator::stats(device), index, args.bool(1)?)))
        },
    ),
    Builtin::new("torch.cuda.get_allocator_backend", "() -> str", "'native': the caching allocator.", |_, _| {
        Ok(Value::str("native"))
    }),
    Builtin::new(
        "torch.cuda.set_per_process_memory_fraction",
        "(fraction, device=None)",
        "Limits the allocator to a fraction of the device's memory.\n\n\
         Units: a share of the device's memory, 0 to 1\n\
         Errors: ValueError for a fraction outside of [0, 1]",
        |_, args| {
            if matches!(args.get(0), Value::Int(_) | Value::Bool(_)) {
                return Err(Raise::type_error("Invalid type for fraction argument, must be `float`"));
            }
            let fraction = args.float(0)?;
            if !(0.0..=1.0).contains(&fraction) {
                return Err(Raise::value_error(format!("Invalid fraction value: {fraction:?}. Allowed range: 0~1")));
            }
            checked(allocator::set_memory_fraction(device_index(args.get(1))?, fraction))?;
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "torch.cuda.get_per_process_memory_fraction",
        "(device=None) -> float",
        "The limit as a fraction; 1.0 without one.",
        |_, args| Ok(Value::from(checked(allocator::memory_fraction(device_index(args.get(0))?))?)),
    ),
    Builtin::new(
        "torch.cuda.caching_allocator_alloc",
        "(size, device=None, stream=None) -> int",
        "Takes `size` bytes from the allocator and returns their address, to hand to other libraries.",
        |_, args| {
            let size = usize::try_from(args.int(0)?).map_err(|_| args.wrong(0, "a number of bytes"))?;
            let block = checked(Block::allocate(Device::Cuda(device_index(args.get(1))?), size))?;
            if let Some(stream) = super::streams::stream_of(args.get(2)) {
                block.record_stream(&stream);
            }
            let address = block.address();
            GIVEN.with_borrow_mut(|given| given.insert(address, block));
            Ok(Value::Int(address as i64))
        },
    ),
    Builtin::new(
        "torch.cuda.caching_allocator_delete",
        "(mem_ptr)",
        "Gives back what caching_allocator_alloc gave.",
        |_, args| match GIVEN.with_borrow_mut(|given| given.remove(&(args.int(0).unwrap_or(0) as u64))) {
            Some(_) => Ok(Value::None),
            None => Err(Raise::runtime(format!("invalid device pointer: {:#x}", args.int(0)?))
                .help("it was given back already, or did not come from caching_allocator_alloc")),
        },
    ),
];

/// Turns counters with dotted names into nested dicts.
pub(super) fn nested(counters: Vec<(String, i64)>) -> Value {
    let root = Dict::new();
    for (name, value) in counters {
        let mut dict = root.clone();
        let mut parts = name.split('.').peekable();
        while let Some(part) = parts.next() {
            if parts.peek().is_none() {
                dict.insert_str(part, Value::Int(value));
                break;
            }
            let inner = match dict.get_str(part) {
                Some(Value::Dict(inner)) => inner,
                _ => {
                    let inner = Dict::new();
                    dict.insert_str(part, Value::Dict(inner.clone()));
                    inner
                }
            };
            dict = inner;
        }
    }
    Value::Dict(root)
}
