//! Every program compiled by NVIDIA's own compiler, which needs no GPU: `pip install nvidia-cuda-nvrtc`.

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW, Symbol};
use sha2::{Digest, Sha256};
use std::ffi::{CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tensorcell::device::libraries::python_libraries;
use tensorcell::engine::cuda::source;

type Create =
    unsafe extern "C" fn(*mut *mut c_void, *const c_char, *const c_char, c_int, *const c_void, *const c_void) -> c_int;
type Compile = unsafe extern "C" fn(*mut c_void, c_int, *const *const c_char) -> c_int;
type LogSize = unsafe extern "C" fn(*mut c_void, *mut usize) -> c_int;
type Log = unsafe extern "C" fn(*mut c_void, *mut c_char) -> c_int;
type Destroy = unsafe extern "C" fn(*mut *mut c_void) -> c_int;
type Version = unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int;
type Count = unsafe extern "C" fn(*mut c_int) -> c_int;

struct Nvrtc {
    library: Library,
    _builtins: Option<Library>,
}

impl Nvrtc {
    /// The installed NVRTC, or where it was looked for. Not the emulator's, which is loaded under the same name.
    fn find() -> Result<Nvrtc, String> {
        let files = python_libraries();
        let named = |file: &Path, start: &str| {
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
            name.is_some_and(|name| name.starts_with(start) && !name.contains(".alt."))
        };
        let of_python: Vec<PathBuf> = files.iter().filter(|file| named(file, "libnvrtc.so")).cloned().collect();
        let of_system = ["libnvrtc.so.13", "libnvrtc.so.12"].map(PathBuf::from);
        // SAFETY: libraries of NVIDIA's, whose initialisers have no preconditions.
        let open = |file: &Path| unsafe { Library::open(Some(file), RTLD_NOW | RTLD_GLOBAL) }.ok();
        let builtins = files.iter().filter(|file| named(file, "libnvrtc-builtins.so")).find_map(|file| open(file));
        let library = of_python.iter().chain(&of_system).find_map(|file| open(file));
        match library {
            Some(library) => Ok(Nvrtc { library, _builtins: builtins }),
            None => Err("no libnvrtc.so in python3's nvidia packages nor on the library path".to_owned()),
        }
    }

    fn call<F>(&self, name: &str) -> Symbol<F> {
        // SAFETY: the types above are those of nvrtc.h.
        unsafe { self.library.get(name.as_bytes()) }.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn version(&self) -> (c_int, c_int) {
        let (mut major, mut minor) = (0, 0);
        // SAFETY: writes two integers.
        unsafe { self.call::<Version>("nvrtcVersion")(&mut major, &mut minor) };
        (major, minor)
    }

    fn knows(&self, architecture: c_int) -> bool {
        let mut count = 0;
        // SAFETY: writes one integer, then as many as that says.
        let known = unsafe {
            self.call::<Count>("nvrtcGetNumSupportedArchs")(&mut count);
            let mut known = vec![0; count as usize];
            self.call::<Count>("nvrtcGetSupportedArchs")(known.as_mut_ptr());
            known
        };
        known.contains(&architecture)
    }

    /// The compiler's log where it refuses the program or warns.
    fn complaint(&self, name: &str, text: &str, target: &str) -> Option<String> {
        let c = |text: &str| CString::new(text).expect("no zero byte");
        let (text, c_name) = (c(text), c(name));
        let options = [c(&format!("--gpu-architecture={target}")), c("--std=c++17")];
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let mut program = std::ptr::null_mut();
        // SAFETY: strings end with a zero byte and outlive the calls; the log's buffer is as large as it asks for.
        unsafe {
            let (none, none2) = (std::ptr::null(), std::ptr::null());
            self.call::<Create>("nvrtcCreateProgram")(&mut program, text.as_ptr(), c_name.as_ptr(), 0, none, none2);
            let status = self.call::<Compile>("nvrtcCompileProgram")(program, 2, pointers.as_ptr());
            let mut size = 0;
            self.call::<LogSize>("nvrtcGetProgramLogSize")(program, &mut size);
            let mut log = vec![0u8; size.max(1)];
            self.call::<Log>("nvrtcGetProgramLog")(program, log.as_mut_ptr().cast());
            self.call::<Destroy>("nvrtcDestroyProgram")(&mut program);
            let log = String::from_utf8_lossy(&log).trim_end_matches('\0').trim().to_owned();
            (status != 0 || !log.is_empty()).then(|| format!("{name} for {target}: status {status}\n{log}"))
        }
    }
}

#[test]
fn every_program_compiles_without_a_warning() {
    let nvrtc = match Nvrtc::find() {
        Ok(nvrtc) => nvrtc,
        Err(reason) => {
            eprintln!("skipped: NVRTC was not found ({reason})");
            return;
        }
    };
    // Machine code for one generation; for the others what differs between them, which is up to PTX.
    let targets = [(80, "sm_80"), (90, "compute_90"), (100, "compute_100")];
    let programs = source::programs();
    let work: Vec<_> = targets
        .iter()
        .filter(|(architecture, _)| nvrtc.knows(*architecture))
        .flat_map(|(_, target)| programs.iter().map(move |program| (*target, program)))
        .collect();
    assert!(!work.is_empty(), "this NVRTC knows none of {targets:?}");
    // What has compiled once compiles again: only new or changed programs cost time.
    let checked = tensorcell::device::libraries::cache_folder().join("nvrtc-checked");
    std::fs::create_dir_all(&checked).expect("the cache folder can be written to");
    let version = nvrtc.version();
    let queue = Mutex::new(work.iter());
    let next = || queue.lock().expect("no panic while locked").next();
    let complaints = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((target, (name, text))) = next() {
                    let digest = Sha256::digest(format!("{version:?} {target} {text}"));
                    let mark = checked.join(digest.iter().take(16).map(|b| format!("{b:02x}")).collect::<String>());
                    if mark.exists() {
                        continue;
                    }
                    match nvrtc.complaint(name, text, target) {
                        None => std::fs::write(mark, "").expect("the cache folder can be written to"),
                        complaint => complaints.lock().expect("no panic while locked").extend(complaint),
                    }
                }
            });
        }
    });
    let complaints = complaints.into_inner().expect("no panic while locked");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
