//! Runs PTX for the emulated driver: a table of functions that load modules and launch kernels through `tensorcell_ptx`.
//!
//! The structures match `crates/emulator/driver/executor.h`.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use libloading::os::unix::{Library, Symbol};
use tensorcell_ptx::{Checks, Fault, FaultKind, Kernel, Launch, LaunchError, Location, Memory, Program, Region, Space};

#[repr(C)]
struct EmulatedKernel {
    parameters: c_uint,
    parameter_bytes: c_uint,
    shared: c_uint,
    most_threads: c_uint,
}

#[repr(C)]
struct Range {
    begin: u64,
    end: u64,
}

#[repr(C)]
struct Execution {
    kernel: *const c_char,
    grid: [c_uint; 3],
    block: [c_uint; 3],
    shared: c_uint,
    parameters: *const u8,
    parameter_bytes: usize,
    memory: *const Range,
    ranges: usize,
    checked: bool,
    stop: *mut bool,
    print: unsafe extern "C" fn(*const c_char, usize),
    describe: unsafe extern "C" fn(*const c_void, u64, *mut c_char, usize) -> usize,
    owner: *const c_void,
}

const KIND: usize = 16;
const TEXT: usize = 2048;

#[repr(C)]
struct Trouble {
    status: c_int,
    line: c_uint,
    earlier_line: c_uint,
    kind: [c_char; KIND],
    text: [c_char; TEXT],
}

#[repr(C)]
struct Table {
    load: unsafe extern "C" fn(*const c_char, *mut c_char, usize) -> *mut c_void,
    unload: unsafe extern "C" fn(*mut c_void),
    kernel: unsafe extern "C" fn(*mut c_void, *const c_char, *mut EmulatedKernel) -> bool,
    parameters: unsafe extern "C" fn(*mut c_void, *const c_char, *mut c_uint, *mut c_uint),
    variable: unsafe extern "C" fn(*mut c_void, *const c_char, *mut u64, *mut usize) -> bool,
    run: unsafe extern "C" fn(*mut c_void, *const Execution, *mut Trouble) -> bool,
}

static TABLE: Table = Table { load, unload, kernel, parameters, variable, run };

/// Passes the table to the emulated driver, which is open with global symbols.
pub(crate) fn install() -> bool {
    let process = Library::this();
    // SAFETY: the type is that of `crates/emulator/driver/ptx.cpp`; the table lives as long as the process.
    unsafe {
        let set: Result<Symbol<unsafe extern "C" fn(*const Table) -> c_int>, _> = process.get(b"emulatorSetExecutor");
        set.is_ok_and(|set| set(&TABLE) == 0)
    }
}

/// Copies a text, truncated to the buffer, with a final zero byte.
fn put(text: &str, to: &mut [c_char]) {
    let mut length = text.len().min(to.len().saturating_sub(1));
    while !text.is_char_boundary(length) {
        length -= 1;
    }
    for (to, byte) in to.iter_mut().zip(text[..length].bytes().chain([0])) {
        *to = byte as c_char;
    }
}

/// # Safety
/// `load` returned the program, and it is not unloaded meanwhile.
unsafe fn program<'a>(program: *mut c_void) -> &'a Program {
    // SAFETY: the caller guarantees it.
    unsafe { &*program.cast::<Program>() }
}

/// # Safety
/// The name ends with a zero byte.
unsafe fn text<'a>(name: *const c_char) -> std::borrow::Cow<'a, str> {
    // SAFETY: the caller guarantees it.
    unsafe { CStr::from_ptr(name) }.to_string_lossy()
}

unsafe extern "C" fn load(ptx: *const c_char, problem: *mut c_char, capacity: usize) -> *mut c_void {
    // SAFETY: the driver passes a text that ends with a zero byte.
    let ptx = unsafe { text(ptx) };
    let read = catch_unwind(|| Program::parse(&ptx).map_err(|error| refusal(&ptx, &error)));
    match read.unwrap_or_else(|_| Err("the PTX could not be read".to_owned())) {
        Ok(program) => Box::into_raw(Box::new(program)).cast(),
        Err(failure) => {
            // SAFETY: the buffer has the given length.
            put(&failure, unsafe { std::slice::from_raw_parts_mut(problem, capacity) });
            std::ptr::null_mut()
        }
    }
}

/// Formats an error with the line of the CUDA source that it belongs to.
fn refusal(ptx: &str, error: &tensorcell_ptx::Error) -> String {
    let before: Vec<&str> = ptx.lines().take(error.line as usize).collect();
    let place = before.iter().rev().find_map(|line| line.trim().strip_prefix(".loc"));
    match place.and_then(|place| place.split_whitespace().nth(1)) {
        Some(line) => format!("line {line}: {} (PTX line {})", error.message, error.line),
        None => error.to_string(),
    }
}

unsafe extern "C" fn unload(program: *mut c_void) {
    // SAFETY: created by `load`; the driver unloads it once.
    drop(unsafe { Box::from_raw(program.cast::<Program>()) });
}

unsafe extern "C" fn kernel(of: *mut c_void, name: *const c_char, to: *mut EmulatedKernel) -> bool {
    // SAFETY: the driver passes a loaded program, a name that ends with a zero byte, and a valid destination.
    unsafe {
        let Some(kernel) = program(of).kernel(&text(name)) else { return false };
        *to = EmulatedKernel {
            parameters: kernel.parameters().count() as c_uint,
            parameter_bytes: kernel.parameter_bytes as c_uint,
            shared: kernel.shared_bytes,
            most_threads: kernel.most_threads.unwrap_or(1024),
        };
    }
    true
}

unsafe extern "C" fn parameters(of: *mut c_void, name: *const c_char, offsets: *mut c_uint, sizes: *mut c_uint) {
    // SAFETY: as in `kernel`; the arrays have one number for each parameter of the kernel.
    unsafe {
        let Some(kernel) = program(of).kernel(&text(name)) else { return };
        for (at, (offset, size)) in kernel.parameters().enumerate() {
            *offsets.add(at) = offset as c_uint;
            *sizes.add(at) = size as c_uint;
        }
    }
}

unsafe extern "C" fn variable(of: *mut c_void, name: *const c_char, address: *mut u64, bytes: *mut usize) -> bool {
    // SAFETY: as in `kernel`.
    unsafe {
        let Some(global) = program(of).global(&text(name)) else { return false };
        (*address, *bytes) = (global.address, global.bytes as usize);
    }
    true
}

/// The memory that a launch may access.
struct Reachable<'a>(&'a [Range]);

impl Memory for Reachable<'_> {
    fn find(&self, address: u64) -> Option<Region<'_>> {
        let after = self.0.partition_point(|range| range.begin <= address);
        let range = self.0[..after].last().filter(|range| address < range.end)?;
        // SAFETY: the driver waits for its launches before it frees memory.
        Some(unsafe { Region::new(range.begin, range.end - range.begin) })
    }
}

unsafe extern "C" fn run(of: *mut c_void, execution: *const Execution, trouble: *mut Trouble) -> bool {
    // SAFETY: the driver passes a loaded program, a launch that outlives the call, and a valid destination for the fault.
    let (program, execution, trouble) = unsafe { (program(of), &*execution, &mut *trouble) };
    let outcome = catch_unwind(AssertUnwindSafe(|| execute(program, execution)));
    let (status, failure) = match outcome {
        Ok(Ok(())) => return true,
        Ok(Err(failure)) => (failure.status, failure),
        Err(_) => (UNKNOWN, Failure::new("internal", "the executor of PTX failed".to_owned())),
    };
    (trouble.status, trouble.line) = (status, failure.line);
    put(failure.kind, &mut trouble.kind);
    put(&failure.text, &mut trouble.text);
    false
}

fn execute(program: &Program, execution: &Execution) -> Result<(), Failure> {
    // SAFETY: the launch outlives the call, and its pointers are valid for the sizes that it gives.
    let (name, parameters, ranges, stop) = unsafe {
        (
            text(execution.kernel),
            std::slice::from_raw_parts(execution.parameters, execution.parameter_bytes),
            std::slice::from_raw_parts(execution.memory, execution.ranges),
            AtomicBool::from_ptr(execution.stop),
        )
    };
    let memory = Reachable(ranges);
    let write = execution.print;
    let print = |text: &str| {
        // SAFETY: the text has the given length.
        unsafe { write(text.as_ptr().cast(), text.len()) }
    };
    let mut launch = Launch::new(&name, execution.grid, execution.block, parameters, &memory);
    launch.shared = execution.shared;
    launch.checks =
        Checks { races: execution.checked, global_races: execution.checked, unwritten_shared: execution.checked };
    launch.interrupt = Some(stop);
    launch.workers = workers(&launch);
    // The emulated device's clock runs at 1 GHz.
    let began = Instant::now();
    let clock = || began.elapsed().as_nanos() as u64;
    launch.clock = Some(&clock);
    launch.print = &print;
    match program.launch(&launch) {
        Ok(_) => Ok(()),
        Err(LaunchError::Fault(fault)) => Err(failure(&fault, program.kernel(&name), execution)),
        Err(other) => Err(Failure { status: INVALID_VALUE, ..Failure::new("launch", other.to_string()) }),
    }
}

/// Returns the number of host threads that a launch is worth.
fn workers(launch: &Launch<'_>) -> usize {
    /// Executing this many threads of a grid takes about as long as starting one host thread.
    const WORTHWHILE: u64 = 1024;
    let threads: u64 = launch.grid.iter().chain(&launch.block).map(|size| u64::from(*size)).product();
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    usize::try_from(threads / WORTHWHILE).unwrap_or(most).clamp(1, most)
}

fn describe(execution: &Execution, address: u64) -> String {
    let mut text = vec![0u8; 512];
    // SAFETY: the owner outlives the launch, and the buffer has the given length.
    let length = unsafe { (execution.describe)(execution.owner, address, text.as_mut_ptr().cast(), text.len()) };
    String::from_utf8_lossy(&text[..length]).into_owned()
}

/// What the driver reports about a failed launch.
struct Failure {
    status: c_int,
    kind: &'static str,
    line: u32,
    text: String,
}

const SUCCESS: c_int = 0;
const INVALID_VALUE: c_int = 1;
const ILLEGAL_ADDRESS: c_int = 700;
const ASSERT: c_int = 710;
const MISALIGNED_ADDRESS: c_int = 716;
const LAUNCH_FAILED: c_int = 719;
const UNKNOWN: c_int = 999;

impl Failure {
    fn new(kind: &'static str, text: String) -> Failure {
        Failure { status: UNKNOWN, kind, line: 0, text }
    }
}

fn failure(fault: &Fault, kernel: Option<&Kernel>, execution: &Execution) -> Failure {
    let (status, kind) = class(&fault.kind);
    let thread = |[x, y, z]: [u32; 3]| format!("({x},{y},{z})");
    let (line, place) = place(&fault.location);
    let who = format!("thread {} of block {}", thread(fault.thread), thread(fault.block));
    let shared = |address: u64| in_shared(kernel, execution.shared, address);
    let memory = |space: &Space, address: u64| match space {
        Space::Shared => shared(address),
        Space::Global | Space::Const | Space::Generic => describe(execution, address),
        space => format!("byte {address} of {space:?} memory"),
    };
    let does = |write: bool| if write { "writes" } else { "reads" };
    let text = match &fault.kind {
        FaultKind::OutOfBounds { space, address, write, .. } => {
            format!("{who} {} {}", if *write { "writes to" } else { "reads" }, memory(space, *address))
        }
        FaultKind::Misaligned { space, address, bytes, write } => format!(
            "{who} {} {bytes} bytes at {}: the address is not a multiple of {bytes}",
            does(*write),
            memory(space, *address)
        ),
        FaultKind::UnwrittenShared { address } => {
            format!("{who} depends on {}, which no thread of the block has written", shared(*address))
        }
        FaultKind::Race { address, write, other, other_write } => format!(
            "{who} {} {}, which thread {} {} with no barrier between them",
            does(*write),
            shared(*address),
            thread(*other),
            does(*other_write)
        ),
        FaultKind::GlobalRace { address, write, other_block, other, other_write } => {
            let (other, of) = (thread(*other), thread(*other_block));
            let (of, between) = match *other_block == fault.block {
                true => (String::new(), "no barrier between them"),
                false => (format!(" of block {of}"), "nothing that orders them"),
            };
            let (does, other_does) = (does(*write), does(*other_write));
            format!(
                "{who} {does} {}, which thread {other}{of} {other_does} with {between}",
                describe(execution, *address)
            )
        }
        FaultKind::Assertion { message, .. } => format!("assertion failed in {who}: `{message}`"),
        other => format!("{who}: {other}"),
    };
    let check = if matches!(kind, "assert" | "trap") { String::new() } else { format!("{kind} check, ") };
    Failure { status, kind, line, text: format!("{text} ({check}{place})") }
}

/// Returns the driver's error for a fault, and its name in reports. Faults that hardware does not detect are not driver errors.
fn class(kind: &FaultKind) -> (c_int, &'static str) {
    match kind {
        FaultKind::Misaligned { .. } => (MISALIGNED_ADDRESS, "alignment"),
        FaultKind::OutOfBounds { .. } => (ILLEGAL_ADDRESS, "bounds"),
        FaultKind::ReadOnly(_) => (ILLEGAL_ADDRESS, "read-only"),
        FaultKind::UnwrittenShared { .. } => (SUCCESS, "unwritten"),
        FaultKind::Race { .. } | FaultKind::GlobalRace { .. } => (SUCCESS, "race"),
        FaultKind::BarrierDivergence { .. } | FaultKind::BarrierCount { .. } | FaultKind::Deadlock(_) => {
            (LAUNCH_FAILED, "barrier")
        }
        FaultKind::MaskWithoutSelf { .. } | FaultKind::AbsentLanes { .. } | FaultKind::PartialWarp { .. } => {
            (LAUNCH_FAILED, "mask")
        }
        FaultKind::Assertion { .. } => (ASSERT, "assert"),
        _ => (LAUNCH_FAILED, "trap"),
    }
}

/// Returns the line in the program's own source, if known, and a text with the line of PTX and the file if it is another one.
fn place(location: &Location) -> (u32, String) {
    let ptx = format!("PTX line {}", location.line);
    match &location.source {
        None => (0, ptx),
        Some((file, line)) if [".h", ".hpp", ".cuh"].iter().any(|ending| file.ends_with(ending)) => {
            let name = file.rsplit('/').next().unwrap_or(file);
            (0, format!("{name}:{line}, {ptx}"))
        }
        Some((_, line)) => (*line, ptx),
    }
}

/// Formats a location, such as `byte 128 of tile in shared memory (256 bytes)`.
fn in_shared(kernel: Option<&Kernel>, dynamic: u32, address: u64) -> String {
    let fixed = kernel.map_or(0, |kernel| kernel.shared_bytes);
    if let Some(shared) = kernel.and_then(|kernel| kernel.shared_at(address)) {
        let (byte, name) = (address - u64::from(shared.offset), own_name(&shared.name));
        return format!("byte {byte} of {name} in shared memory ({} bytes)", shared.bytes);
    }
    match address.checked_sub(fixed.next_multiple_of(16).into()) {
        Some(byte) if dynamic > 0 => format!("byte {byte} of dynamic shared memory ({dynamic} bytes)"),
        _ => format!("byte {address} of shared memory ({fixed} bytes)"),
    }
}

/// Extracts `tile` from `_ZZ4sumsPKfPfE4tile`, the mangled name of a variable in a function.
fn own_name(mangled: &str) -> &str {
    let own = |at: usize| {
        let rest = &mangled[at + 1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length: usize = rest[..digits].parse().ok()?;
        rest[digits..].get(..length)
    };
    mangled.rmatch_indices('E').find_map(|(at, _)| own(at)).unwrap_or(mangled)
}

#[cfg(test)]
mod tests {
    use super::own_name;

    #[test]
    fn variables_have_the_names_of_their_source() {
        assert_eq!(own_name("_ZZ4sumsPKfPfE4tile"), "tile");
        assert_eq!(own_name("_ZZ4sumsPKfPfE7numberE_0"), "numberE");
        assert_eq!(own_name("buffer"), "buffer");
    }
}
