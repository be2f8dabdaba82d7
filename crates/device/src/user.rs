//! User kernels, which may never end or may access invalid memory. Waits for them can be interrupted, and the emulator
//! receives their tensors to check accesses.

use std::ffi::{CString, c_char, c_int};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use libloading::os::unix::{Library, Symbol};
use parking_lot::Mutex;

use super::capture::{Relaxed, is_capturing};
use super::event::Event;
use super::interrupt::interrupted;
pub use super::interrupt::set_interrupt;
use super::stream::Stream;
use super::{DeviceError, Result, driver};

/// A tensor among a launch's arguments.
#[derive(Debug, Clone, Copy)]
pub struct TensorArgument<'a> {
    pub name: &'a str,
    pub address: u64,
    /// Bytes in total and per element.
    pub bytes: usize,
    pub element: usize,
    /// Its position among the arguments.
    pub position: usize,
}

/// A fault that the emulator found in a user's kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// `race`, `bounds`, `divergence`, `assert` or `stopped`; with PTX also the fault names of `executor.rs`.
    pub kind: String,
    pub device: usize,
    pub kernel: String,
    /// The line in the user's source, from 1; for a race also the line of the earlier access.
    pub line: Option<u32>,
    pub earlier_line: Option<u32>,
    pub text: String,
}

/// `struct EmulatorTensor` of `crates/emulator/driver/checked.cpp`.
#[repr(C)]
struct EmulatorTensor {
    name: *const c_char,
    address: u64,
    bytes: u64,
    argument: u32,
    element: u32,
}

/// The emulated driver's functions beyond the driver API.
struct Emulator {
    next_launch: Symbol<unsafe extern "C" fn(*const c_char, *const EmulatorTensor, usize, c_int) -> c_int>,
    take_report: Symbol<unsafe extern "C" fn(*mut c_char, usize) -> c_int>,
    stop: Symbol<unsafe extern "C" fn() -> c_int>,
}

fn emulator() -> Option<&'static Emulator> {
    static EMULATOR: OnceLock<Option<Emulator>> = OnceLock::new();
    let found = EMULATOR.get_or_init(|| {
        if !driver::is_emulated() {
            return None;
        }
        // The emulated driver was opened with global symbols.
        let process = Library::this();
        // SAFETY: the types are those of `crates/emulator/driver/checked.cpp`; the library is never closed.
        unsafe {
            Some(Emulator {
                next_launch: process.get(b"emulatorNextLaunch").ok()?,
                take_report: process.get(b"emulatorTakeReport").ok()?,
                stop: process.get(b"emulatorStop").ok()?,
            })
        }
    });
    found.as_ref()
}

/// Marks this thread's next launch as a user's kernel. `checked`: its program was compiled with checks.
pub fn announce(kernel: &str, tensors: &[TensorArgument], checked: bool) {
    let Some(emulator) = emulator() else { return };
    let c = |text: &str| CString::new(text).unwrap_or_default();
    let names: Vec<CString> = tensors.iter().map(|tensor| c(tensor.name)).collect();
    let passed: Vec<EmulatorTensor> = (tensors.iter().zip(&names))
        .map(|(tensor, name)| EmulatorTensor {
            name: name.as_ptr(),
            address: tensor.address,
            bytes: tensor.bytes as u64,
            argument: tensor.position as u32,
            element: tensor.element as u32,
        })
        .collect();
    // SAFETY: texts and array outlive the call, which copies them.
    unsafe { (emulator.next_launch)(c(kernel).as_ptr(), passed.as_ptr(), passed.len(), c_int::from(checked)) };
}

/// Reports taken for another device, or for a later reader.
static KEPT: Mutex<Vec<Report>> = Mutex::new(Vec::new());

/// Takes the emulator's reports on user kernels for which `wanted` is true; each is returned once.
pub fn take_reports(device: usize, wanted: impl Fn(&Report) -> bool) -> Vec<Report> {
    let mut kept = KEPT.lock();
    let mut text = vec![0u8; 4096];
    while let Some(emulator) = emulator() {
        // SAFETY: the buffer has the given length.
        let length = unsafe { (emulator.take_report)(text.as_mut_ptr().cast(), text.len()) };
        if length <= 0 {
            break;
        }
        kept.extend(read_report(&String::from_utf8_lossy(&text[..length as usize])));
    }
    let (taken, rest) =
        std::mem::take(&mut *kept).into_iter().partition(|report| report.device == device && wanted(report));
    *kept = rest;
    taken
}

fn read_report(text: &str) -> Option<Report> {
    let mut parts = text.splitn(6, '\n');
    let mut next = || parts.next();
    let (kind, device, kernel) = (next()?.to_owned(), next()?.parse().ok()?, next()?.to_owned());
    let (line, earlier_line) = (next()?.parse().ok(), next()?.parse().ok());
    Some(Report { kind, device, kernel, line, earlier_line, text: next()?.to_owned() })
}

/// The latest launch of a user's kernel on one stream.
struct Outstanding {
    stream: Stream,
    event: Event,
    kernel: String,
    /// An interrupt found it running, but it cannot be stopped.
    given_up: bool,
}

static OUTSTANDING: Mutex<Vec<Outstanding>> = Mutex::new(Vec::new());
/// The number of launches: read before every wait.
static COUNT: AtomicUsize = AtomicUsize::new(0);
/// Whether a graph contains a user kernel: then every replay may run one.
static CAPTURED: AtomicBool = AtomicBool::new(false);

/// Records that a user kernel was queued on a stream, directly or into a graph.
pub fn note_launch(stream: &Stream, kernel: &str) -> Result<()> {
    if is_capturing(stream.device()) {
        CAPTURED.store(true, Ordering::Relaxed);
        return Ok(());
    }
    let mut outstanding = OUTSTANDING.lock();
    outstanding.retain(|launch| !launch.event.is_lost());
    let at = match outstanding.iter().position(|launch| launch.stream == *stream) {
        Some(at) => at,
        None => {
            let event = Event::new(stream.device(), false)?;
            outstanding.push(Outstanding { stream: *stream, event, kernel: String::new(), given_up: false });
            outstanding.len() - 1
        }
    };
    let launch = &mut outstanding[at];
    kernel.clone_into(&mut launch.kernel);
    launch.event.mark(stream)?;
    COUNT.store(outstanding.len(), Ordering::Release);
    Ok(())
}

/// Records that a graph was replayed on a stream.
pub fn note_replay(stream: &Stream) -> Result<()> {
    if CAPTURED.load(Ordering::Relaxed) { note_launch(stream, "a graph with kernels of the user's") } else { Ok(()) }
}

/// Waits for user kernels on a device, so that no uninterruptible wait blocks on them. On an emulated device an
/// interrupt stops them; on real devices it returns an error that explains what to do.
pub fn wait(device: usize) -> Result<()> {
    super::remote::wait(device)?;
    if COUNT.load(Ordering::Acquire) == 0 || is_capturing(device) {
        return Ok(());
    }
    let began = Instant::now();
    loop {
        match look(device)? {
            None => return Ok(()),
            Some((kernel, true)) => return Err(DeviceError::Busy(still_running(device, &kernel))),
            Some((kernel, false)) if interrupted() => return Err(stop(device, &kernel)),
            Some(_) => {}
        }
        super::clock::pause(began.elapsed());
    }
}

/// Returns a running kernel of the device, and whether it was given up.
fn look(device: usize) -> Result<Option<(String, bool)>> {
    let _relaxed = Relaxed::begin();
    let mut outstanding = OUTSTANDING.lock();
    let mut running = None;
    let mut failed = None;
    outstanding.retain(|launch| {
        if launch.stream.device() != device || launch.event.is_lost() {
            return !launch.event.is_lost();
        }
        match launch.event.is_reached() {
            Ok(false) => {
                running = Some((launch.kernel.clone(), launch.given_up));
                true
            }
            Ok(true) => false,
            Err(error) => {
                failed = Some(error);
                false
            }
        }
    });
    COUNT.store(outstanding.len(), Ordering::Release);
    failed.map_or(Ok(running), Err)
}

fn still_running(device: usize, kernel: &str) -> String {
    format!(
        "the kernel {kernel} is still running on cuda:{device}, and a GPU's kernel cannot be stopped from outside. What waits for \
         the device will wait for it: give it time, or restart the notebook's kernel, which ends it"
    )
}

fn stop(device: usize, kernel: &str) -> DeviceError {
    if let Some(emulator) = emulator() {
        // SAFETY: takes no arguments, and may be called at any time.
        unsafe { (emulator.stop)() };
        return DeviceError::Interrupted(format!("the kernel {kernel} was stopped on cuda:{device}"));
    }
    for launch in OUTSTANDING.lock().iter_mut().filter(|launch| launch.stream.device() == device) {
        launch.given_up = true;
    }
    DeviceError::Interrupted(still_running(device, kernel))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read_as_the_emulator_writes_it() {
        let report = read_report("race\n1\nsum\n12\n\nthread (1,0,0)\nand more").expect("a report");
        assert_eq!((report.kind.as_str(), report.device, report.kernel.as_str()), ("race", 1, "sum"));
        assert_eq!((report.line, report.earlier_line), (Some(12), None));
        assert_eq!(report.text, "thread (1,0,0)\nand more");
        assert_eq!(read_report("race"), None);
    }
}
