//! NVTX: named ranges and marks for NVIDIA's tools (nsys, Nsight), if the library is installed.
//!
//! The library is `libnvToolsExt` (up to CUDA 12) or `libnvtx3interop` (13), of the system or of pip's packages. Without it,
//! or without an attached tool, nothing is shown; ranges still nest and count.

use std::cell::Cell;
use std::ffi::{CString, c_char, c_int};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

use super::libraries;

/// The library's functions used here. C signatures: `nvToolsExt.h`.
struct Nvtx {
    push: unsafe extern "C" fn(*const c_char) -> c_int,
    pop: unsafe extern "C" fn() -> c_int,
    start: unsafe extern "C" fn(*const c_char) -> u64,
    end: unsafe extern "C" fn(u64),
    mark: unsafe extern "C" fn(*const c_char),
}

const NAMES: [&str; 4] = ["libnvToolsExt.so.1", "libnvToolsExt.so", "libnvtx3interop.so.1", "libnvtx3interop.so"];

fn library() -> Option<&'static Nvtx> {
    static LIBRARY: OnceLock<Option<Nvtx>> = OnceLock::new();
    LIBRARY.get_or_init(|| NAMES.iter().find_map(|name| open(Path::new(name))).or_else(open_from_python)).as_ref()
}

fn open_from_python() -> Option<Nvtx> {
    let is_named = |file: &&std::path::PathBuf| {
        file.file_name().and_then(|name| name.to_str()).is_some_and(|name| NAMES.contains(&name))
    };
    libraries::python_libraries().iter().filter(is_named).find_map(|file| open(file))
}

fn open(path: &Path) -> Option<Nvtx> {
    // SAFETY: opening the library runs only its initialisers; it is never closed. Each function has the signature that
    // NVTX gives it, which has not changed since its first version.
    unsafe {
        let library = Library::open(Some(path), RTLD_NOW | RTLD_LOCAL).ok()?;
        let found = Nvtx {
            push: *library.get(b"nvtxRangePushA\0").ok()?,
            pop: *library.get(b"nvtxRangePop\0").ok()?,
            start: *library.get(b"nvtxRangeStartA\0").ok()?,
            end: *library.get(b"nvtxRangeEnd\0").ok()?,
            mark: *library.get(b"nvtxMarkA\0").ok()?,
        };
        std::mem::forget(library);
        Some(found)
    }
}

/// Whether the library was found.
pub fn is_available() -> bool {
    library().is_some()
}

thread_local! {
    /// Ranges pushed and not yet popped by this thread.
    static DEPTH: Cell<i64> = const { Cell::new(0) };
}

/// A name as a C string, up to its first zero byte.
fn c_name(name: &str) -> CString {
    let end = name.find('\0').unwrap_or(name.len());
    CString::new(&name[..end]).unwrap_or_default()
}

/// Begins a nested range of this thread; returns its depth, from 0.
pub fn push(name: &str) -> i64 {
    super::deferred_hook::flush();
    if let Some(nvtx) = library() {
        // SAFETY: a terminated text, which the call copies.
        unsafe { (nvtx.push)(c_name(name).as_ptr()) };
    }
    DEPTH.replace(DEPTH.get() + 1)
}

/// Ends this thread's innermost range; returns its depth, or -1 if there is none.
pub fn pop() -> i64 {
    super::deferred_hook::flush();
    let depth = DEPTH.get() - 1;
    if depth < 0 {
        return -1;
    }
    if let Some(nvtx) = library() {
        // SAFETY: takes nothing.
        unsafe { (nvtx.pop)() };
    }
    DEPTH.set(depth);
    depth
}

/// Begins a range that any thread may end; returns its number for [`end`].
pub fn start(name: &str) -> u64 {
    super::deferred_hook::flush();
    static NEXT: AtomicU64 = AtomicU64::new(1);
    match library() {
        // SAFETY: a terminated text, which the call copies.
        Some(nvtx) => unsafe { (nvtx.start)(c_name(name).as_ptr()) },
        None => NEXT.fetch_add(1, Ordering::Relaxed),
    }
}

/// Ends a range that [`start`] began.
pub fn end(range: u64) {
    super::deferred_hook::flush();
    if let Some(nvtx) = library() {
        // SAFETY: a number; one that names no range is ignored.
        unsafe { (nvtx.end)(range) };
    }
}

/// Marks this moment.
pub fn mark(name: &str) {
    super::deferred_hook::flush();
    if let Some(nvtx) = library() {
        // SAFETY: a terminated text, which the call copies.
        unsafe { (nvtx.mark)(c_name(name).as_ptr()) };
    }
}
