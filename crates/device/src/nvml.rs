//! NVML, the library behind `nvidia-smi`: a device's load, temperature, power and processes.

use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::sync::OnceLock;

use libloading::os::unix::{Library, RTLD_NOW, Symbol};

use super::{DeviceError, Result, driver};

type Handle = *mut c_void;

/// The initialized library; `None` if not found.
fn library() -> Option<&'static Library> {
    static LIBRARY: OnceLock<Option<Library>> = OnceLock::new();
    let open = || {
        // SAFETY: NVIDIA's library has initialisers without preconditions.
        let library = unsafe { Library::open(Some("libnvidia-ml.so.1"), RTLD_NOW) }.ok()?;
        // SAFETY: the type is nvml.h's.
        let status = unsafe { library.get::<unsafe extern "C" fn() -> c_int>(b"nvmlInit_v2").ok()?() };
        (status == 0).then_some(library)
    };
    LIBRARY.get_or_init(open).as_ref()
}

fn missing(what: &str) -> DeviceError {
    DeviceError::Unavailable(what.to_owned())
}

fn symbol<F>(library: &'static Library, name: &str) -> Result<Symbol<F>> {
    // SAFETY: each caller gives the type of nvml.h.
    unsafe { library.get(name.as_bytes()) }.map_err(|_| missing(&format!("this NVML has no {name}")))
}

/// Asks NVML about a CUDA device: `ask` fills in an answer and returns NVML's status.
fn query<T: Default, F>(index: usize, name: &str, ask: impl FnOnce(&F, Handle, &mut T) -> c_int) -> Result<T> {
    if driver::is_emulated() {
        return Err(missing("NVML knows nothing of emulated devices"));
    }
    let properties = driver::properties(index)?;
    let library =
        library().ok_or_else(|| missing("NVML (libnvidia-ml.so.1) was not found: it comes with the driver"))?;
    let (domain, bus, device) = properties.pci;
    let id = CString::new(format!("{domain:08X}:{bus:02X}:{device:02X}.0")).unwrap_or_default();
    let by_bus: Symbol<unsafe extern "C" fn(*const c_char, *mut Handle) -> c_int> =
        symbol(library, "nvmlDeviceGetHandleByPciBusId_v2")?;
    let mut handle = std::ptr::null_mut();
    // SAFETY: the name ends with a zero byte, one pointer is written.
    let mut status = unsafe { by_bus(id.as_ptr(), &mut handle) };
    let mut answer = T::default();
    if status == 0 {
        status = ask(&*symbol::<F>(library, name)?, handle, &mut answer);
    }
    match status {
        0 => Ok(answer),
        3 => Err(missing("this device does not tell NVML so")),
        4 => Err(missing("NVML: no permission")),
        other => Err(missing(&format!("NVML: {name} failed with status {other}"))),
    }
}

type Number = unsafe extern "C" fn(Handle, *mut c_uint) -> c_int;
type NumberOf = unsafe extern "C" fn(Handle, c_int, *mut c_uint) -> c_int;
type Rates = unsafe extern "C" fn(Handle, *mut [c_uint; 2]) -> c_int;
type Memory = unsafe extern "C" fn(Handle, *mut [u64; 3]) -> c_int;

/// Percent of the last sample period in which kernels ran, and in which memory was read or written.
pub fn utilization(index: usize) -> Result<(u32, u32)> {
    // SAFETY: two numbers are written.
    let rates = |ask: &Rates, handle, rates: &mut [c_uint; 2]| unsafe { ask(handle, rates) };
    query(index, "nvmlDeviceGetUtilizationRates", rates).map(|[gpu, memory]| (gpu, memory))
}

/// Degrees Celsius.
pub fn temperature(index: usize) -> Result<u32> {
    const OF_THE_CHIP: c_int = 0;
    // SAFETY: one number is written.
    query(index, "nvmlDeviceGetTemperature", |ask: &NumberOf, handle, out| unsafe { ask(handle, OF_THE_CHIP, out) })
}

/// Milliwatts.
pub fn power(index: usize) -> Result<u32> {
    // SAFETY: one number is written.
    query(index, "nvmlDeviceGetPowerUsage", |ask: &Number, handle, out| unsafe { ask(handle, out) })
}

/// The multiprocessors' clock in MHz.
pub fn clock(index: usize) -> Result<u32> {
    const OF_THE_MULTIPROCESSORS: c_int = 1;
    // SAFETY: one number is written.
    query(index, "nvmlDeviceGetClockInfo", |ask: &NumberOf, handle, out| unsafe {
        ask(handle, OF_THE_MULTIPROCESSORS, out)
    })
}

/// A process that computes on a device, laid out as in nvml.h.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Process {
    id: c_uint,
    bytes: u64,
    instances: [c_uint; 2],
}

/// The processes that compute on the device, and the bytes that each uses there.
pub fn processes(index: usize) -> Result<Vec<(u32, u64)>> {
    const MOST: usize = 256;
    type Processes = unsafe extern "C" fn(Handle, *mut c_uint, *mut Process) -> c_int;
    let ask = |ask: &Processes, handle, found: &mut Vec<Process>| {
        let mut count = MOST as c_uint;
        found.resize(MOST, Process::default());
        // SAFETY: as many are written as there is room for.
        let status = unsafe { ask(handle, &mut count, found.as_mut_ptr()) };
        found.truncate(count as usize);
        status
    };
    let found = query(index, "nvmlDeviceGetComputeRunningProcesses_v3", ask)?;
    Ok(found.into_iter().map(|process| (process.id, process.bytes)).collect())
}

/// Bytes used on the device by all processes.
pub fn memory_used(index: usize) -> Result<u64> {
    // SAFETY: total, free and used are written.
    let memory = |ask: &Memory, handle, sizes: &mut [u64; 3]| unsafe { ask(handle, sizes) };
    query(index, "nvmlDeviceGetMemoryInfo", memory).map(|[_, _, used]| used)
}
