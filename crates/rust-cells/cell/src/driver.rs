//! The CUDA driver in this process: opens another process's memory, and makes devices' contexts current.

use crate::{Error, Result};
use std::collections::BTreeSet;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::{Mutex, OnceLock};

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct IpcHandle(pub [u8; 64]);

/// The driver functions that open another process's memory. Cells that launch kernels use cudarc.
pub(crate) struct Driver {
    init: unsafe extern "C" fn(c_uint) -> c_int,
    device_get: unsafe extern "C" fn(*mut c_int, c_int) -> c_int,
    retain: unsafe extern "C" fn(*mut *mut c_void, c_int) -> c_int,
    set_current: unsafe extern "C" fn(*mut c_void) -> c_int,
    get_current: unsafe extern "C" fn(*mut *mut c_void) -> c_int,
    pub synchronize: unsafe extern "C" fn() -> c_int,
    pub open: unsafe extern "C" fn(*mut u64, IpcHandle, c_uint) -> c_int,
    pub close: unsafe extern "C" fn(u64) -> c_int,
}

fn driver() -> Result<&'static Driver> {
    static DRIVER: OnceLock<Option<Driver>> = OnceLock::new();
    let missing = || Error("CUDA's driver (libcuda.so) was not found by Rust's process".to_owned());
    DRIVER.get_or_init(load).as_ref().ok_or_else(missing)
}

fn load() -> Option<Driver> {
    // SAFETY: opening the driver runs only its initialisers; it is never closed. Its functions have these types since
    // CUDA 11, under these names.
    unsafe {
        let names = [c"libcuda.so", c"libcuda.so.1"];
        let library = names.iter().map(|name| libc::dlopen(name.as_ptr(), libc::RTLD_NOW)).find(|l| !l.is_null())?;
        let find = |name: &CStr| {
            let symbol = libc::dlsym(library, name.as_ptr().cast::<c_char>());
            (!symbol.is_null()).then_some(symbol)
        };
        Some(Driver {
            init: std::mem::transmute::<*mut c_void, unsafe extern "C" fn(c_uint) -> c_int>(find(c"cuInit")?),
            device_get: std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut c_int, c_int) -> c_int>(find(
                c"cuDeviceGet",
            )?),
            retain: std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut *mut c_void, c_int) -> c_int>(find(
                c"cuDevicePrimaryCtxRetain",
            )?),
            set_current: std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut c_void) -> c_int>(find(
                c"cuCtxSetCurrent",
            )?),
            get_current: std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut *mut c_void) -> c_int>(find(
                c"cuCtxGetCurrent",
            )?),
            synchronize: std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> c_int>(find(
                c"cuCtxSynchronize",
            )?),
            open: std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut u64, IpcHandle, c_uint) -> c_int>(find(
                c"cuIpcOpenMemHandle_v2",
            )?),
            close: std::mem::transmute::<*mut c_void, unsafe extern "C" fn(u64) -> c_int>(find(
                c"cuIpcCloseMemHandle",
            )?),
        })
    }
}

pub(crate) fn check(status: c_int, doing: &str) -> Result<()> {
    match status {
        0 => Ok(()),
        status => Err(Error(format!("{doing}: CUDA's error {status}"))),
    }
}

/// The devices whose memory is open, with their primary contexts.
static CONTEXTS: Mutex<Vec<(i32, usize)>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Runs `work` with a device's primary context, which cudarc uses too, and restores the previous context.
pub(crate) fn within<T>(device: i32, work: impl FnOnce(&Driver) -> Result<T>) -> Result<T> {
    let driver = driver()?;
    let known = lock(&CONTEXTS).iter().find(|(number, _)| *number == device).map(|(_, context)| *context);
    let (mut before, mut context) = (std::ptr::null_mut(), known.unwrap_or_default() as *mut c_void);
    // SAFETY: the driver's functions, with valid destinations.
    unsafe {
        if known.is_none() {
            let mut number = 0;
            check((driver.init)(0), "starting CUDA")?;
            check((driver.device_get)(&mut number, device), "finding the device")?;
            check((driver.retain)(&mut context, number), "opening the device")?;
            lock(&CONTEXTS).push((device, context as usize));
        }
        check((driver.get_current)(&mut before), "asking for the context")?;
        check((driver.set_current)(context), "changing the context")?;
        let outcome = work(driver);
        (driver.set_current)(before);
        outcome
    }
}

/// Waits for all work on devices whose memory is open here: the notebook accesses it next.
pub(crate) fn synchronize() {
    let devices: BTreeSet<i32> = lock(&CONTEXTS).iter().map(|(device, _)| *device).collect();
    for device in devices {
        // SAFETY: a context is current.
        let _ = within(device, |driver| check(unsafe { (driver.synchronize)() }, "waiting for the device"));
    }
}
