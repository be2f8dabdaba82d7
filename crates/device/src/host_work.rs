//! Queues functions of the host on streams of emulated devices. Profiles record them as kernels.

use std::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use cudarc::driver::sys::CUresult;
use libloading::os::unix::{Library, Symbol};

use super::activity::{self, What};
use super::driver::{self, bind, check};
use super::stream::Stream;
use super::{DeviceError, Result, libraries};

/// The variable that makes emulated devices run the engine's kernels.
pub const KERNELS: &str = "TENSORCELL_EMULATE_KERNELS";

/// Whether the host computes emulated devices' operations. [`KERNELS`] selects kernels compiled by g++ instead,
/// [`libraries::AS_PTX`] those compiled by NVRTC.
pub fn is_on() -> bool {
    static ON: OnceLock<bool> = OnceLock::new();
    *ON.get_or_init(|| {
        let libraries = libraries::load();
        libraries.emulated && !libraries.ptx && !wants_kernels()
    })
}

static KERNELS_WANTED: AtomicBool = AtomicBool::new(false);

/// Selects kernels for this process, as [`KERNELS`] does. Must be called before a device is used.
pub fn want_kernels() {
    KERNELS_WANTED.store(true, Ordering::Relaxed);
}

fn wants_kernels() -> bool {
    KERNELS_WANTED.load(Ordering::Relaxed) || std::env::var(KERNELS).is_ok_and(|value| value.trim() == "1")
}

/// How many launches may wait in all streams; the next one blocks, as on hardware.
const MOST_AHEAD: usize = 1024;

/// Launches queued and not yet finished, except those that a graph replays.
static AHEAD: AtomicUsize = AtomicUsize::new(0);

type Run = unsafe extern "C" fn(*mut c_void) -> c_int;
type Release = unsafe extern "C" fn(*mut c_void);
/// `emulatorQueue` of `crates/emulator/driver/api_stream.cpp`.
type Queue = unsafe extern "C" fn(*mut c_void, Run, Release, *mut c_void) -> CUresult;

fn emulator() -> Option<&'static Symbol<Queue>> {
    static QUEUE: OnceLock<Option<Symbol<Queue>>> = OnceLock::new();
    // SAFETY: the type is the driver's; the library, opened with global symbols, is never closed.
    QUEUE.get_or_init(|| unsafe { Library::this().get(b"emulatorQueue").ok() }).as_ref()
}

struct Work {
    counted: bool,
    run: Box<dyn Fn() + Send>,
}

/// Queues work on a stream of an emulated device, under the name that profiles show. A graph that captures it runs it at every replay.
///
/// # Errors
/// As a kernel's launch; or if the device is not emulated.
pub fn queue(stream: &Stream, name: &str, run: Box<dyn Fn() + Send>) -> Result<()> {
    let device = stream.device();
    bind(device)?;
    let counted = !super::capture::is_capturing(device);
    if counted && AHEAD.load(Ordering::Relaxed) >= MOST_AHEAD {
        driver::wait_for_queued(device)?;
    }
    let emulator = emulator().ok_or_else(|| DeviceError::Unavailable(format!("cuda:{device} is not emulated")))?;
    let name = activity::interned(name);
    let what = What { grid: [1; 3], block: [1; 3], ..What::library(name) };
    activity::observed(stream, what, || {
        AHEAD.fetch_add(usize::from(counted), Ordering::Relaxed);
        let work = Box::into_raw(Box::new(Work { counted, run }));
        // SAFETY: the driver owns the work from here on, and calls the functions with nothing else.
        let status = unsafe { emulator(stream.raw().cast(), call, release, work.cast()) };
        check(status.result(), || format!("queueing {name}"))
    })
}

unsafe extern "C" fn call(work: *mut c_void) -> c_int {
    // SAFETY: `queue` made it; the driver has not released it yet.
    let work = unsafe { &*work.cast::<Work>() };
    match catch_unwind(AssertUnwindSafe(|| (work.run)())) {
        Ok(()) => 0,
        Err(_) => CUresult::CUDA_ERROR_LAUNCH_FAILED as c_int,
    }
}

unsafe extern "C" fn release(work: *mut c_void) {
    // SAFETY: `queue` made it; the driver releases it once.
    let work = unsafe { Box::from_raw(work.cast::<Work>()) };
    AHEAD.fetch_sub(usize::from(work.counted), Ordering::Relaxed);
}
