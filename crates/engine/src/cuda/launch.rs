//! Launches kernels by name. Each program is compiled and cached when one of its kernels is first launched on a device.

use super::programs::{OPTIONS, PROGRAMS};
use bytemuck::Pod;
use parking_lot::Mutex;
use std::collections::{HashMap, VecDeque};
use std::ffi::c_void;
use std::sync::LazyLock;
use tensorcell_device::allocator::{self, Place};
use tensorcell_device::compile::compile;
use tensorcell_device::module::{self, Function, Module};
use tensorcell_device::stream::Stream;
use tensorcell_device::{driver, graph};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Device, TensorError};

/// Threads per block, unless a kernel needs another number.
pub const THREADS: u32 = 256;
/// Enough blocks to fill any GPU several times; kernels loop over the rest.
const MOST_BLOCKS: usize = 4096;

/// The number of blocks for `work` threads, up to a useful maximum.
pub fn blocks(work: usize) -> u32 {
    work.div_ceil(THREADS as usize).clamp(1, MOST_BLOCKS) as u32
}

/// A dtype's name in kernel names.
pub fn dtype_name(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "bool",
        DType::UInt8 => "u8",
        DType::Int8 => "i8",
        DType::Int16 => "i16",
        DType::Int32 => "i32",
        DType::Int64 => "i64",
        DType::Float16 => "f16",
        DType::BFloat16 => "bf16",
        DType::Float32 => "f32",
        DType::Float64 => "f64",
        // No kernel has these names: `complex` passes real and imaginary parts.
        DType::Complex64 => "c64",
        DType::Complex128 => "c128",
    }
}

/// The index of a CUDA device.
pub fn device_index(device: Device) -> usize {
    match device {
        Device::Cuda(index) => index,
        Device::Cpu | Device::Meta => unreachable!("the engine passes only CUDA tensors to this executor"),
    }
}

/// The modules and functions loaded on a device.
#[derive(Default)]
struct Loaded {
    modules: HashMap<usize, Module>,
    functions: HashMap<String, Function>,
}

static LOADED: Mutex<Option<HashMap<usize, Loaded>>> = Mutex::new(None);

fn function(index: usize, kernel: &str) -> Result<Function> {
    let mut loaded = LOADED.lock();
    let loaded = loaded.get_or_insert_default().entry(index).or_default();
    if loaded.modules.values().any(Module::is_lost) {
        *loaded = Loaded::default();
    }
    if let Some(function) = loaded.functions.get(kernel) {
        return Ok(*function);
    }
    let programs = &*PROGRAMS;
    let number = *programs.of_kernel.get(kernel).ok_or_else(|| {
        TensorError::runtime(format!(
            "\"{kernel}\" is not implemented on CUDA for this dtype; move the operands to the CPU"
        ))
    })?;
    if let std::collections::hash_map::Entry::Vacant(vacant) = loaded.modules.entry(number) {
        let (name, text) = &programs.sources[number];
        let image = compile(index, &format!("{name}.cu"), text, OPTIONS)?;
        super::ready::prepare_in_background(index);
        vacant.insert(Module::load(index, &image)?);
    }
    let function = loaded.modules[&number].function(kernel)?;
    loaded.functions.insert(kernel.to_owned(), function);
    Ok(function)
}

/// A kernel's name, and the place that launched it.
pub type Launch = (&'static str, Option<Place>);

/// The last kernels launched on each device, and the places that launched them. A fault is reported when the device is next waited for,
/// which may be much later.
static RECENT: Mutex<Option<HashMap<usize, VecDeque<Launch>>>> = Mutex::new(None);

/// Launches remembered per device.
const REMEMBERED: usize = 64;

pub fn remember(index: usize, kernel: &'static str) {
    let mut recent = RECENT.lock();
    let recent = recent.get_or_insert_default().entry(index).or_default();
    if recent.len() == REMEMBERED {
        recent.pop_front();
    }
    recent.push_back((kernel, allocator::place()));
}

/// Removes and returns the last kernels launched on a device since it was waited for, oldest first.
pub fn recent(index: usize) -> Vec<Launch> {
    RECENT.lock().get_or_insert_default().remove(&index).map(Vec::from).unwrap_or_default()
}

/// Whether to wait for each launch, so that a fault is reported where it occurred (`CUDA_LAUNCH_BLOCKING=1`).
pub fn is_blocking() -> bool {
    static BLOCKING: LazyLock<bool> =
        LazyLock::new(|| std::env::var("CUDA_LAUNCH_BLOCKING").is_ok_and(|value| !value.is_empty() && value != "0"));
    *BLOCKING
}

/// Shared memory that a launch may request without asking for more.
const PLAIN_SHARED: u32 = 48 * 1024;

/// Queues a kernel on the device's current stream: `blocks` of `threads`, with one parameter structure.
pub fn launch<P: Pod>(device: Device, kernel: &str, blocks: u32, threads: u32, parameters: &P) -> Result<()> {
    launch_with(device, kernel, blocks, threads, 0, parameters)
}

/// The same with `shared` bytes of dynamic shared memory in each block.
pub fn launch_with<P: Pod>(
    device: Device,
    kernel: &str,
    blocks: u32,
    threads: u32,
    shared: u32,
    parameters: &P,
) -> Result<()> {
    let index = device_index(device);
    let function = function(index, kernel)?;
    if shared > PLAIN_SHARED {
        function.allow_shared(shared as usize)?;
    }
    let stream = Stream::current(index);
    let mut argument = *parameters;
    let mut arguments = [(&raw mut argument).cast::<c_void>()];
    // SAFETY: every kernel takes one structure, which `P` mirrors. The addresses in it belong to tensors that the caller
    // keeps alive; memory
    // freed afterwards is reused in this stream's order only.
    unsafe { module::launch(function, [blocks, 1, 1], [threads, 1, 1], shared, &stream, &mut arguments)? };
    remember(index, function.name());
    wait_if_blocking(index)
}

/// Waits for the device after a launch, if requested.
pub fn wait_if_blocking(index: usize) -> Result<()> {
    if is_blocking() && !graph::is_capturing(index) {
        let outcome = driver::synchronize(index);
        if outcome.is_ok() {
            recent(index);
        }
        outcome?;
    }
    Ok(())
}

/// The number of streaming multiprocessors of a device, and the threads of each.
pub fn capacity(device: Device) -> Result<(usize, usize)> {
    let properties = driver::properties(device_index(device))?;
    Ok((properties.multiprocessors as usize, properties.max_threads_per_multiprocessor as usize))
}
