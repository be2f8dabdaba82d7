//! Devices and their primary contexts.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cudarc::driver::{DriverError, result, sys};
use parking_lot::Mutex;

use crate::{DeviceError, Result, libraries};

/// A device and its primary context.
struct Slot {
    ordinal: sys::CUdevice,
    context: Mutex<Option<Context>>,
    properties: OnceLock<Properties>,
    /// How many times its context was reset: everything made before is gone.
    resets: AtomicU64,
}

#[derive(Clone, Copy)]
struct Context(sys::CUcontext);
// SAFETY: a CUDA context may be made current on any thread.
unsafe impl Send for Context {}

thread_local! {
    static CURRENT: Cell<usize> = const { Cell::new(0) };
    /// The device whose context is current on this thread, and its number of resets at that time.
    static BOUND: Cell<Option<(usize, u64)>> = const { Cell::new(None) };
}

const NO_DRIVER: &str = "Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU and installed a \
                         driver from http://www.nvidia.com/Download/index.aspx";

/// The oldest CUDA version with all calls made here but those behind [`knows`]: 12.0.
const OLDEST_DRIVER: i32 = 12000;

/// The first CUDA version with `cuEventElapsedTime_v2`.
pub(crate) const SECOND_ELAPSED_TIME: i32 = 12080;

/// Whether the driver is of this CUDA version or newer.
pub(crate) fn knows(version: i32) -> bool {
    static OWN: OnceLock<i32> = OnceLock::new();
    *OWN.get_or_init(raw_version) >= version
}

/// The devices, or why there are none.
struct Found {
    slots: Vec<Slot>,
    missing: DeviceError,
}

fn found() -> &'static Found {
    static FOUND: OnceLock<Found> = OnceLock::new();
    FOUND.get_or_init(|| match ready() {
        Err(missing) => Found { slots: Vec::new(), missing },
        Ok(()) => {
            let count = result::device::get_count().unwrap_or(0);
            let slot = |ordinal| Slot {
                ordinal,
                context: Mutex::new(None),
                properties: OnceLock::new(),
                resets: AtomicU64::new(0),
            };
            let slots = (0..count).filter_map(|index| result::device::get(index).ok()).map(slot).collect();
            Found { slots, missing: unavailable(NO_DEVICE) }
        }
    })
}

const NO_DEVICE: &str = "No CUDA GPUs are available";

fn unavailable(text: &str) -> DeviceError {
    DeviceError::Unavailable(text.to_owned())
}

/// Initializes the driver. Error messages are PyTorch's.
fn ready() -> Result<()> {
    if !libraries::load().driver {
        return Err(unavailable(NO_DRIVER));
    }
    match raw_version() {
        ..=0 => return Err(unavailable(NO_DRIVER)),
        version @ ..OLDEST_DRIVER => {
            return Err(DeviceError::Unavailable(format!(
                "The NVIDIA driver on your system is too old (found version {version}). Please update your GPU driver by \
                 downloading and installing a new version from the URL: http://www.nvidia.com/Download/index.aspx"
            )));
        }
        _ => {}
    }
    match result::init() {
        Err(error) if error.0 == sys::cudaError_enum::CUDA_ERROR_NO_DEVICE => Err(unavailable(NO_DEVICE)),
        started => check(started, || "starting the driver".to_owned()),
    }
}

/// The driver's CUDA version, such as 13000; works before initialization.
fn raw_version() -> i32 {
    let mut version = 0;
    // SAFETY: writes one integer.
    match unsafe { sys::cuDriverGetVersion(&mut version) }.result() {
        Ok(()) => version,
        Err(_) => 0,
    }
}

fn slots() -> &'static [Slot] {
    &found().slots
}

/// Why there is no device; `None` if there is one.
pub fn why_none() -> Option<&'static DeviceError> {
    slots().is_empty().then(|| &found().missing)
}

fn slot(index: usize) -> Result<&'static Slot> {
    match slots() {
        [] => Err(found().missing.clone()),
        slots => slots.get(index).ok_or_else(|| DeviceError::Cuda {
            name: "CUDA_ERROR_INVALID_DEVICE".to_owned(),
            text: "invalid device ordinal".to_owned(),
            doing: format!("choosing device {index} of {}", slots.len()),
            sticky: false,
        }),
    }
}

/// The number of usable CUDA devices; 0 without a driver. Never fails, never panics.
pub fn device_count() -> usize {
    slots().len()
}

/// The device that `cuda` without an index means on this thread.
pub fn current_device() -> usize {
    CURRENT.get()
}

/// Makes `cuda` without an index mean this device on this thread.
pub fn set_current_device(index: usize) -> Result<()> {
    slot(index)?;
    CURRENT.set(index);
    Ok(())
}

/// Makes a device's primary context current on this thread; the first use creates it.
#[inline]
pub fn bind(index: usize) -> Result<()> {
    match BOUND.get() == Some((index, resets(index))) {
        true => Ok(()),
        false => bind_now(index),
    }
}

#[cold]
fn bind_now(index: usize) -> Result<()> {
    let slot = slot(index)?;
    let now = (index, slot.resets.load(Ordering::Acquire));
    let mut context = slot.context.lock();
    if context.is_none() {
        // SAFETY: the ordinal came from the driver.
        let fresh = unsafe { result::primary_ctx::retain(slot.ordinal) };
        *context = Some(Context(check(fresh, || format!("creating the context of device {index}"))?));
    }
    if let Some(Context(raw)) = *context {
        // SAFETY: a primary context that we retain.
        check(unsafe { result::ctx::set_current(raw) }, || format!("using device {index}"))?;
    }
    BOUND.set(Some(now));
    Ok(())
}

/// Whether a device's context exists: work may be in progress there.
pub fn is_active(index: usize) -> bool {
    slots().get(index).is_some_and(|slot| slot.context.lock().is_some())
}

/// Drops a device's context, and everything made in it.
pub(super) fn destroy(index: usize) -> Result<std::result::Result<(), DriverError>> {
    let slot = slot(index)?;
    let mut context = slot.context.lock();
    // SAFETY: the ordinal came from the driver.
    let status = unsafe { sys::cuDevicePrimaryCtxReset_v2(slot.ordinal) };
    *context = None;
    slot.resets.fetch_add(1, Ordering::AcqRel);
    drop(context);
    EVER_RESET.store(true, Ordering::Relaxed);
    Ok(status.result())
}

static EVER_RESET: AtomicBool = AtomicBool::new(false);

/// Whether any device was ever reset: before that nothing can be lost.
pub fn was_any_reset() -> bool {
    EVER_RESET.load(Ordering::Relaxed)
}

/// Whether a device can read and write another's memory directly (`torch.cuda.can_device_access_peer`).
pub fn can_access_peer(index: usize, peer: usize) -> Result<bool> {
    let mut can = 0;
    // SAFETY: the ordinals came from the driver; one number is written.
    let status = unsafe { sys::cuDeviceCanAccessPeer(&mut can, slot(index)?.ordinal, slot(peer)?.ordinal) };
    check(status.result(), || format!("asking whether device {index} can access device {peer}"))?;
    Ok(can != 0)
}

/// How many times a device was reset; what was made at a lower count is gone.
pub fn resets(index: usize) -> u64 {
    slots().get(index).map_or(0, |slot| slot.resets.load(Ordering::Acquire))
}

/// Free and total bytes of a device, as the driver counts them (`torch.cuda.mem_get_info`).
pub fn memory_info(index: usize) -> Result<(usize, usize)> {
    bind(index)?;
    check(result::mem_get_info(), || format!("asking device {index} for its memory"))
}

/// The properties that `cuMemCreate` wants for memory of a device.
pub(crate) fn memory_properties(index: usize) -> Result<sys::CUmemAllocationProp_st> {
    // SAFETY: all zeros mean no handle to share, no compression.
    let mut properties: sys::CUmemAllocationProp_st = unsafe { std::mem::zeroed() };
    properties.type_ = sys::CUmemAllocationType_enum::CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type_ = sys::CUmemLocationType_enum::CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = slot(index)?.ordinal;
    Ok(properties)
}

/// The granularity of mapped memory in bytes; `None` if the driver has no virtual memory management.
pub(crate) fn mapping_granularity(index: usize) -> Result<Option<usize>> {
    use sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED;
    // SAFETY: the ordinal came from the driver.
    let supported = unsafe {
        result::device::get_attribute(slot(index)?.ordinal, CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED)
    };
    if !supported.is_ok_and(|supported| supported != 0) {
        return Ok(None);
    }
    let (mut granularity, properties) = (0, memory_properties(index)?);
    let least = sys::CUmemAllocationGranularity_flags::CU_MEM_ALLOC_GRANULARITY_MINIMUM;
    // SAFETY: writes one number.
    let status = unsafe { sys::cuMemGetAllocationGranularity(&mut granularity, &properties, least) };
    check(status.result(), || format!("asking device {index} for its granularity"))?;
    Ok(Some(granularity).filter(|granularity| *granularity > 0))
}

/// The fixed properties of a device.
#[derive(Debug, Clone, PartialEq)]
pub struct Properties {
    pub name: String,
    /// Compute capability: major, minor.
    pub capability: (u32, u32),
    /// Bytes.
    pub total_memory: usize,
    pub multiprocessors: u32,
    pub max_threads_per_multiprocessor: u32,
    pub max_threads_per_block: u32,
    pub warp_size: u32,
    /// Bytes of shared memory per block: the default, and the most that a kernel can request.
    pub shared_memory_per_block: usize,
    pub shared_memory_per_block_optin: usize,
    pub registers_per_multiprocessor: u32,
    pub l2_cache: usize,
    /// kHz.
    pub clock_rate: u32,
    pub integrated: bool,
    pub pci: (u32, u32, u32),
    pub uuid: [u8; 16],
}

/// A device's properties, cached.
pub fn properties(index: usize) -> Result<&'static Properties> {
    let slot = slot(index)?;
    if let Some(known) = slot.properties.get() {
        return Ok(known);
    }
    let fresh = check(read_properties(slot.ordinal), || format!("asking device {index} for its properties"))?;
    Ok(slot.properties.get_or_init(|| fresh))
}

fn read_properties(ordinal: sys::CUdevice) -> std::result::Result<Properties, DriverError> {
    use sys::CUdevice_attribute_enum::*;
    // SAFETY: the ordinal came from the driver.
    let attribute = |which| unsafe { result::device::get_attribute(ordinal, which) }.map(|value| value.max(0) as u32);
    Ok(Properties {
        name: result::device::get_name(ordinal)?,
        capability: (
            attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        ),
        // SAFETY: as above.
        total_memory: unsafe { result::device::total_mem(ordinal) }?,
        multiprocessors: attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        max_threads_per_multiprocessor: attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR)?,
        max_threads_per_block: attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
        warp_size: attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE)?,
        shared_memory_per_block: attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK)? as usize,
        shared_memory_per_block_optin: attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)? as usize,
        registers_per_multiprocessor: attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR)?,
        l2_cache: attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)? as usize,
        clock_rate: attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE)?,
        integrated: attribute(CU_DEVICE_ATTRIBUTE_INTEGRATED)? != 0,
        pci: (
            attribute(CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID)?,
            attribute(CU_DEVICE_ATTRIBUTE_PCI_BUS_ID)?,
            attribute(CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID)?,
        ),
        uuid: result::device::get_uuid(ordinal)?.bytes.map(|byte| byte as u8),
    })
}

/// The driver's CUDA version, as (13, 0); `None` without a driver.
pub fn version() -> Option<(u32, u32)> {
    let version = if libraries::load().driver { raw_version() } else { 0 };
    (version > 0).then_some((version as u32 / 1000, version as u32 % 1000 / 10))
}

/// Whether the devices are emulated.
pub fn is_emulated() -> bool {
    libraries::load().emulated
}

/// Errors after which a context refuses all further work.
fn is_sticky(error: DriverError) -> bool {
    use sys::cudaError_enum::*;
    matches!(
        error.0,
        CUDA_ERROR_ILLEGAL_ADDRESS
            | CUDA_ERROR_LAUNCH_TIMEOUT
            | CUDA_ERROR_ASSERT
            | CUDA_ERROR_HARDWARE_STACK_ERROR
            | CUDA_ERROR_ILLEGAL_INSTRUCTION
            | CUDA_ERROR_MISALIGNED_ADDRESS
            | CUDA_ERROR_INVALID_ADDRESS_SPACE
            | CUDA_ERROR_INVALID_PC
            | CUDA_ERROR_LAUNCH_FAILED
            | CUDA_ERROR_ECC_UNCORRECTABLE
            | CUDA_ERROR_NVLINK_UNCORRECTABLE
            | CUDA_ERROR_CONTAINED
            | CUDA_ERROR_MPS_CLIENT_TERMINATED
            | CUDA_ERROR_EXTERNAL_DEVICE
            | CUDA_ERROR_CONTEXT_IS_DESTROYED
    )
}

/// Adds to a driver error its name, its text and what was being done.
pub(crate) fn check<T>(result: std::result::Result<T, DriverError>, doing: impl FnOnce() -> String) -> Result<T> {
    result.map_err(|error| {
        let text = |c: std::result::Result<&std::ffi::CStr, DriverError>| c.map(|c| c.to_string_lossy().into_owned());
        DeviceError::Cuda {
            name: text(error.error_name()).unwrap_or_else(|_| format!("{:?}", error.0)),
            text: text(error.error_string()).unwrap_or_else(|_| "unknown error".to_owned()),
            doing: doing(),
            sticky: is_sticky(error),
        }
    })
}

pub(super) fn context_of(index: usize) -> Result<sys::CUcontext> {
    bind(index)?;
    Ok(slot(index)?.context.lock().map_or(std::ptr::null_mut(), |context| context.0))
}

/// Tells an attached NVIDIA profiler to start or stop collecting (`cudaProfilerStart`, `cudaProfilerStop`).
pub fn set_collecting(on: bool) -> Result<()> {
    bind(current_device())?;
    // SAFETY: takes nothing.
    let status = unsafe { if on { sys::cuProfilerStart() } else { sys::cuProfilerStop() } };
    check(status.result(), || "telling a tool when to collect".to_owned())
}
