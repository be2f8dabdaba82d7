//! Compiles our CUDA sources with NVRTC, if pip installed it, for each generation of GPUs.

use crate::cuda::{MIXED, REDUCE, check_mixed, check_reductions};
use crate::machine::{Machine, program};
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW, Symbol};
use std::ffi::{CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::process::Command;
use tensorcell_ptx::{Fault, FaultKind, LaunchError};
use tensorcell_verify::skipped;

type Create =
    unsafe extern "C" fn(*mut *mut c_void, *const c_char, *const c_char, c_int, *const c_void, *const c_void) -> c_int;
type Compile = unsafe extern "C" fn(*mut c_void, c_int, *const *const c_char) -> c_int;
type Size = unsafe extern "C" fn(*mut c_void, *mut usize) -> c_int;
type Text = unsafe extern "C" fn(*mut c_void, *mut c_char) -> c_int;
type Destroy = unsafe extern "C" fn(*mut *mut c_void) -> c_int;

pub struct Nvrtc {
    library: Library,
    _builtins: Option<Library>,
    headers: PathBuf,
}

impl Nvrtc {
    /// Returns the NVRTC of the Python in `TENSORCELL_NVRTC_PYTHON`; reports what is missing.
    pub fn find() -> Option<Nvrtc> {
        let found = Nvrtc::look();
        if found.is_none() {
            skipped(
                "NVRTC was not found (pip install nvidia-cuda-nvrtc nvidia-cuda-runtime, and TENSORCELL_NVRTC_PYTHON names that python3)",
            );
        }
        found
    }

    fn look() -> Option<Nvrtc> {
        let python = std::env::var_os("TENSORCELL_NVRTC_PYTHON").unwrap_or_else(|| "python3".into());
        let script = "import sysconfig; print(sysconfig.get_path('purelib'))";
        let output = Command::new(python).args(["-c", script]).output().ok()?;
        let packages = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()).join("nvidia");
        let folders: Vec<PathBuf> = packages.read_dir().ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        let named = |start: &str| {
            let files = folders.iter().filter_map(|folder| folder.join("lib").read_dir().ok()).flatten().flatten();
            let name =
                |file: &Path| file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            files.map(|file| file.path()).find(|file| name(file).starts_with(start) && !name(file).contains(".alt."))
        };
        // SAFETY: NVIDIA's libraries, whose initialisers have no preconditions.
        let open = |file: PathBuf| unsafe { Library::open(Some(file), RTLD_NOW | RTLD_GLOBAL) }.ok();
        let builtins = named("libnvrtc-builtins.so").and_then(open);
        let library = named("libnvrtc.so").and_then(open)?;
        let headers = folders.iter().map(|folder| folder.join("include")).find(|f| f.join("cuda_fp16.h").is_file())?;
        Some(Nvrtc { library, _builtins: builtins, headers })
    }

    fn call<F>(&self, name: &str) -> Symbol<F> {
        // SAFETY: the types above are those of nvrtc.h.
        unsafe { self.library.get(name.as_bytes()) }.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns the PTX of a program.
    pub fn ptx(&self, text: &str, name: &str, target: &str) -> String {
        let c = |text: &str| CString::new(text).expect("no zero byte");
        let (source, c_name) = (c(text), c(name));
        let include = format!("--include-path={}", self.headers.display());
        let options = [&format!("--gpu-architecture={target}"), "--std=c++17", "-lineinfo", &include].map(c);
        let pointers = options.each_ref().map(|option| option.as_ptr());
        let mut program = std::ptr::null_mut();
        let null = std::ptr::null();
        // SAFETY: strings end with a zero byte and outlive the calls; buffers have the sizes that NVRTC returned.
        unsafe {
            self.call::<Create>("nvrtcCreateProgram")(&mut program, source.as_ptr(), c_name.as_ptr(), 0, null, null);
            let status = self.call::<Compile>("nvrtcCompileProgram")(program, 4, pointers.as_ptr());
            let (size_of, text_of) = if status == 0 {
                ("nvrtcGetPTXSize", "nvrtcGetPTX")
            } else {
                ("nvrtcGetProgramLogSize", "nvrtcGetProgramLog")
            };
            let mut size = 0;
            self.call::<Size>(size_of)(program, &mut size);
            let mut text = vec![0u8; size.max(1)];
            self.call::<Text>(text_of)(program, text.as_mut_ptr().cast());
            self.call::<Destroy>("nvrtcDestroyProgram")(&mut program);
            let text = String::from_utf8_lossy(&text).trim_end_matches('\0').to_owned();
            assert_eq!(status, 0, "{name}: {text}");
            text
        }
    }
}

const TARGETS: [&str; 4] = ["compute_80", "compute_90", "compute_100", "compute_120"];

#[test]
fn sources_run_on_every_generation() {
    let Some(nvrtc) = Nvrtc::find() else { return };
    for target in TARGETS {
        check_reductions(&program(&nvrtc.ptx(REDUCE, "reduce.cu", target)));
        check_mixed(&program(&nvrtc.ptx(MIXED, "mixed.cu", target)));
    }
}

/// Returns whether a fault is at a line of the cell, whose name NVRTC prefixes with the current folder.
fn at(fault: &Fault, line: u32) -> bool {
    fault.location.source.as_ref().is_some_and(|(file, found)| file.ends_with("cell.cu") && *found == line)
}

#[test]
fn faults_name_the_line_of_the_source() {
    let Some(nvrtc) = Nvrtc::find() else { return };
    let source = "extern \"C\" __global__ void k(float* x) {\n    __shared__ float s[128];\n    s[threadIdx.x] = x[threadIdx.x];\n    x[threadIdx.x] = s[127 - threadIdx.x];\n}\n
        extern \"C\" __global__ void beyond(float* x, int n) {\n    int i = threadIdx.x;\n    if (i <= n) x[i] = i;\n}\n";
    for target in TARGETS {
        let program = program(&nvrtc.ptx(source, "cell.cu", target));
        let mut machine = Machine::default();
        machine.array(&[1f32; 128]);
        let Err(LaunchError::Fault(fault)) = machine.launch(&program, "k", 1, 128) else { panic!("no fault") };
        assert!(matches!(fault.kind, FaultKind::Race { .. } | FaultKind::UnwrittenShared { .. }), "{fault}");
        assert!(at(&fault, 4), "{fault}");
        machine.value(128i32);
        let Err(LaunchError::Fault(fault)) = machine.launch(&program, "beyond", 1, 256) else { panic!("no fault") };
        assert!(matches!(fault.kind, FaultKind::OutOfBounds { write: true, .. }), "{fault}");
        assert!(fault.thread == [128, 0, 0] && at(&fault, 9), "{fault}");
    }
}
