//! Queues functions of the host on streams of emulated devices. Profiles record them as kernels, an interrupt drops them.

use std::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use cudarc::driver::sys::CUresult;
use libloading::os::unix::{Library, Symbol};

use super::activity::{self, What};
use super::clock::pause;
use super::driver::{bind, check};
use super::interrupt::interrupted;
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

/// How many launches may wait in all streams of a device; the next one blocks, as on hardware.
const MOST_AHEAD: usize = 1024;

/// Launches queued on each device and not yet finished, except those that a graph replays.
static AHEAD: [AtomicUsize; MOST_DEVICES] = [const { AtomicUsize::new(0) }; MOST_DEVICES];

/// The emulator has at most this many devices.
const MOST_DEVICES: usize = 16;

/// The number of the next launch, and of the first that the latest interrupt did not drop.
static NEXT: AtomicU64 = AtomicU64::new(0);
static KEPT_FROM: AtomicU64 = AtomicU64::new(0);

/// Waits until `done`, if work is queued on the device. An interrupt ends the wait and drops what has not begun on any device.
pub(crate) fn wait(device: usize, done: impl Fn() -> Result<bool>) -> Result<()> {
    let began = Instant::now();
    let is_ahead = || AHEAD.get(device).is_some_and(|ahead| ahead.load(Ordering::Acquire) > 0);
    let waits = || is_ahead() && !super::capture::is_capturing(device);
    while waits() && !done()? {
        if interrupted() {
            KEPT_FROM.store(NEXT.load(Ordering::Acquire), Ordering::Release);
            let dropped = "the operations queued on emulated devices were dropped; their results are undefined";
            return Err(DeviceError::Interrupted(dropped.to_owned()));
        }
        pause(began.elapsed());
    }
    Ok(())
}

type Run = unsafe extern "C" fn(*mut c_void) -> c_int;
type Release = unsafe extern "C" fn(*mut c_void);
/// Functions of `crates/emulator/driver/api_stream.cpp`.
struct Emulator {
    queue: Symbol<unsafe extern "C" fn(*mut c_void, Run, Release, *mut c_void) -> CUresult>,
    run_now: Symbol<unsafe extern "C" fn(*mut c_void, Run, *mut c_void, *mut c_int) -> CUresult>,
}

fn emulator() -> Option<&'static Emulator> {
    static EMULATOR: OnceLock<Option<Emulator>> = OnceLock::new();
    let open = || {
        let process = Library::this();
        // SAFETY: the types are the driver's; the library, opened with global symbols, is never closed.
        unsafe {
            Some(Emulator { queue: process.get(b"emulatorQueue").ok()?, run_now: process.get(b"emulatorRunNow").ok()? })
        }
    };
    EMULATOR.get_or_init(open).as_ref()
}

/// How long work takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// Less than it takes to give it to another thread: runs at once if the stream has nothing else to do.
    Short,
    Long,
}

struct Work<F> {
    device: usize,
    /// `None` if a graph replays it.
    number: Option<u64>,
    run: F,
}

/// Queues work on a stream of an emulated device, under the name that profiles show. A graph that captures it runs it at every replay.
///
/// # Errors
/// As a kernel's launch; or if the device is not emulated.
pub fn queue<F: Fn() + Send + 'static>(stream: &Stream, name: &'static str, length: Length, run: F) -> Result<()> {
    let device = stream.device();
    bind(device)?;
    let counted = !super::capture::is_capturing(device);
    let ahead = || AHEAD[device].load(Ordering::Relaxed);
    if counted && ahead() >= MOST_AHEAD {
        wait(device, || Ok(ahead() < MOST_AHEAD / 2))?;
    }
    let emulator = emulator().ok_or_else(|| DeviceError::Unavailable(format!("cuda:{device} is not emulated")))?;
    let what = What { grid: [1; 3], block: [1; 3], ..What::library(name) };
    activity::observed(stream, what, || {
        let (raw, mut ran) = (stream.raw().cast(), 0);
        let checked = |status: CUresult| check(status.result(), || format!("queueing {name}"));
        if length == Length::Short {
            // SAFETY: the driver calls the function before it returns, with nothing else.
            checked(unsafe { (emulator.run_now)(raw, call::<F>, (&raw const run).cast_mut().cast(), &raw mut ran) })?;
        }
        if ran != 0 {
            return Ok(());
        }
        AHEAD[device].fetch_add(usize::from(counted), Ordering::Relaxed);
        let number = counted.then(|| NEXT.fetch_add(1, Ordering::AcqRel));
        let work = Box::into_raw(Box::new(Work { device, number, run }));
        // SAFETY: the driver owns the work from here on, and calls the functions with nothing else.
        checked(unsafe { (emulator.queue)(raw, call_owned::<F>, release::<F>, work.cast()) })
    })
}

unsafe extern "C" fn call<F: Fn()>(run: *mut c_void) -> c_int {
    // SAFETY: `queue` lends it for the call.
    let run = unsafe { &*run.cast::<F>() };
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(()) => 0,
        Err(_) => CUresult::CUDA_ERROR_LAUNCH_FAILED as c_int,
    }
}

unsafe extern "C" fn call_owned<F: Fn()>(work: *mut c_void) -> c_int {
    // SAFETY: `queue` made it; the driver has not released it yet.
    let work = unsafe { &mut *work.cast::<Work<F>>() };
    if work.number.is_some_and(|number| number < KEPT_FROM.load(Ordering::Acquire)) {
        return 0;
    }
    // SAFETY: the function is lent for the call.
    unsafe { call::<F>((&raw mut work.run).cast()) }
}

unsafe extern "C" fn release<F>(work: *mut c_void) {
    // SAFETY: `queue` made it; the driver releases it once.
    let work = unsafe { Box::from_raw(work.cast::<Work<F>>()) };
    AHEAD[work.device].fetch_sub(usize::from(work.number.is_some()), Ordering::Release);
}
