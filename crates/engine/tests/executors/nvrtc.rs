//! Compiles every program with NVIDIA's own compiler, which needs no GPU: `pip install nvidia-cuda-nvrtc`.

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW, Symbol};
use sha2::{Digest, Sha256};
use std::ffi::{CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tensorcell_device::libraries::{cuda_headers, python_libraries};
use tensorcell_engine::cuda::source;
use tensorcell_engine::cuda::user::source::{HEADERS, OF_TOOLKIT};
use tensorcell_engine::cuda::user::{Message, Program, Text, errors};
use tensorcell_verify::skipped;

type Create =
    unsafe extern "C" fn(*mut *mut c_void, *const c_char, *const c_char, c_int, *const c_void, *const c_void) -> c_int;
type Compile = unsafe extern "C" fn(*mut c_void, c_int, *const *const c_char) -> c_int;
type Add = unsafe extern "C" fn(*mut c_void, *const c_char) -> c_int;
type Lowered = unsafe extern "C" fn(*mut c_void, *const c_char, *mut *const c_char) -> c_int;
type LogSize = unsafe extern "C" fn(*mut c_void, *mut usize) -> c_int;
type Log = unsafe extern "C" fn(*mut c_void, *mut c_char) -> c_int;
type Destroy = unsafe extern "C" fn(*mut *mut c_void) -> c_int;
type Version = unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int;
type Count = unsafe extern "C" fn(*mut c_int) -> c_int;

const INSTALL: &str =
    "pip install nvidia-cuda-nvrtc nvidia-cuda-runtime, and TENSORCELL_NVRTC_PYTHON names that python3";

pub struct Nvrtc {
    library: Library,
    _builtins: Option<Library>,
}

impl Nvrtc {
    /// The installed NVRTC, or an error that lists where it was searched. Never the emulator's, which is loaded under
    /// the same name.
    fn find() -> Result<Nvrtc, String> {
        let files = python_libraries();
        let named = |file: &Path, start: &str| {
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
            name.is_some_and(|name| name.starts_with(start) && !name.contains(".alt."))
        };
        let of_python: Vec<PathBuf> = files.iter().filter(|file| named(file, "libnvrtc.so")).cloned().collect();
        let of_system = ["libnvrtc.so.13", "libnvrtc.so.12"].map(PathBuf::from);
        // SAFETY: NVIDIA's libraries, whose initialisers have no preconditions.
        let open = |file: &Path| unsafe { Library::open(Some(file), RTLD_NOW | RTLD_GLOBAL) }.ok();
        let builtins = files.iter().filter(|file| named(file, "libnvrtc-builtins.so")).find_map(|file| open(file));
        let library = of_python.iter().chain(&of_system).find_map(|file| open(file));
        match library {
            Some(library) => Ok(Nvrtc { library, _builtins: builtins }),
            None => Err("no libnvrtc.so in python3's nvidia packages nor on the library path".to_owned()),
        }
    }

    /// As `find`; a test without it ends, and counts as skipped.
    pub fn found() -> Option<Nvrtc> {
        Nvrtc::find().map_err(|reason| skipped(&format!("{reason} ({INSTALL})"))).ok()
    }

    fn call<F>(&self, name: &str) -> Symbol<F> {
        // SAFETY: the types above are those of nvrtc.h.
        unsafe { self.library.get(name.as_bytes()) }.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn version(&self) -> (c_int, c_int) {
        let (mut major, mut minor) = (0, 0);
        // SAFETY: writes two integers.
        unsafe { self.call::<Version>("nvrtcVersion")(&mut major, &mut minor) };
        (major, minor)
    }

    fn knows(&self, architecture: c_int) -> bool {
        let mut count = 0;
        // SAFETY: writes one integer, then as many integers as it says.
        let known = unsafe {
            self.call::<Count>("nvrtcGetNumSupportedArchs")(&mut count);
            let mut known = vec![0; count as usize];
            self.call::<Count>("nvrtcGetSupportedArchs")(known.as_mut_ptr());
            known
        };
        known.contains(&architecture)
    }

    /// The PTX of a program without kernels by name.
    fn ptx(&self, text: &str) -> String {
        self.ptx_for(text, 90)
    }

    pub fn ptx_for(&self, text: &str, architecture: u32) -> String {
        let c = |text: &str| CString::new(text).expect("no zero byte");
        let (text, target, standard) =
            (c(text), c(&format!("--gpu-architecture=compute_{architecture}")), c"--std=c++17");
        let mut program = std::ptr::null_mut();
        let none = std::ptr::null();
        // SAFETY: strings end with a zero byte and outlive the calls; the buffer has the requested size.
        unsafe {
            self.call::<Create>("nvrtcCreateProgram")(&mut program, text.as_ptr(), c"text".as_ptr(), 0, none, none);
            let status =
                self.call::<Compile>("nvrtcCompileProgram")(program, 2, [target.as_ptr(), standard.as_ptr()].as_ptr());
            assert_eq!(status, 0, "it compiles");
            let mut size = 0;
            self.call::<LogSize>("nvrtcGetPTXSize")(program, &mut size);
            let mut ptx = vec![0u8; size];
            self.call::<Log>("nvrtcGetPTX")(program, ptx.as_mut_ptr().cast());
            self.call::<Destroy>("nvrtcDestroyProgram")(&mut program);
            String::from_utf8_lossy(&ptx).into_owned()
        }
    }

    /// The compiler's log if it rejects the program or warns.
    fn complaint(&self, name: &str, text: &str, target: &str) -> Option<String> {
        self.complaint_of(name, text, target, &[], &[])
    }

    /// The same for a user's program, with the names of its kernels, and include folders.
    fn complaint_of(
        &self,
        name: &str,
        text: &str,
        target: &str,
        expressions: &[String],
        folders: &[PathBuf],
    ) -> Option<String> {
        let c = |text: &str| CString::new(text).expect("no zero byte");
        let (text, c_name) = (c(text), c(name));
        let mut options = vec![c(&format!("--gpu-architecture={target}")), c("--std=c++17")];
        options.extend(folders.iter().map(|folder| c(&format!("--include-path={}", folder.display()))));
        let expressions: Vec<CString> = expressions.iter().map(|expression| c(expression)).collect();
        let headers: Vec<CString> =
            HEADERS.iter().filter(|name| !OF_TOOLKIT.contains(name)).map(|name| c(name)).collect();
        let header_names: Vec<*const c_char> = headers.iter().map(|name| name.as_ptr()).collect();
        let empty = vec![c"".as_ptr(); headers.len()];
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let mut program = std::ptr::null_mut();
        // SAFETY: strings end with a zero byte and outlive the calls; the log's buffer has the requested size.
        unsafe {
            let (texts, names) = (empty.as_ptr().cast(), header_names.as_ptr().cast());
            let count = headers.len() as c_int;
            self.call::<Create>("nvrtcCreateProgram")(
                &mut program,
                text.as_ptr(),
                c_name.as_ptr(),
                count,
                texts,
                names,
            );
            for expression in &expressions {
                let status = self.call::<Add>("nvrtcAddNameExpression")(program, expression.as_ptr());
                assert_eq!(status, 0, "{expression:?}");
            }
            let count = pointers.len() as c_int;
            let status = self.call::<Compile>("nvrtcCompileProgram")(program, count, pointers.as_ptr());
            for expression in expressions.iter().filter(|_| status == 0) {
                let mut lowered = std::ptr::null();
                let status = self.call::<Lowered>("nvrtcGetLoweredName")(program, expression.as_ptr(), &mut lowered);
                assert!(status == 0 && !lowered.is_null(), "{expression:?} has no name in the image");
            }
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
    let Some(nvrtc) = Nvrtc::found() else { return };
    // Machine code for one generation. PTX is enough for the others, because the sources only differ up to that step.
    let targets = [(80, "sm_80"), (90, "compute_90"), (100, "compute_100")];
    let mut programs = source::programs();
    programs.extend(super::chains::plans().into_iter().map(|(name, plan)| (name, plan.text())));
    let work: Vec<_> = targets
        .iter()
        .filter(|(architecture, _)| nvrtc.knows(*architecture))
        .flat_map(|(_, target)| programs.iter().map(move |program| (*target, program)))
        .collect();
    assert!(!work.is_empty(), "this NVRTC knows none of {targets:?}");
    // A program that has compiled once compiles again, so only new or changed programs take time.
    let checked = tensorcell_device::libraries::cache_folder().join("nvrtc-checked");
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

/// ptxas contracts a product and a sum into one operation with one rounding, unless a sum whose rounding is written out stands between.
#[test]
fn steps_of_a_chain_are_rounded_one_by_one() {
    let Some(nvrtc) = Nvrtc::found() else { return };
    let chain = include_str!("../../../../kernels/chain.cuh");
    let begin = chain.find("template <class V> INLINE V apart").expect("the function");
    let end = begin + chain[begin..].find("INLINE double apart").expect("the function for float64");
    let end = end + chain[end..].find("\n}\n").expect("its end") + 3;
    let kernel = |kind: &str| {
        format!(
            "#define INLINE __device__ __forceinline__\n{}extern \"C\" __global__ void k({kind}* x, {kind} y, {kind} z) \
             {{ x[threadIdx.x] = apart(x[threadIdx.x] * y) + z; }}\n",
            &chain[begin..end]
        )
    };
    for (kind, product, sum) in [("float", "mul.f32", "0f80000000"), ("double", "mul.f64", "0d8000000000000000")] {
        let ptx = nvrtc.ptx(&kernel(kind));
        let apart = ptx.contains("add.rn.") && ptx.to_lowercase().contains(sum);
        assert!(apart && ptx.contains(product) && !ptx.contains("fma."), "{ptx}");
    }
}

/// The source texts that the programs in this folder compile.
fn texts_of_users() -> Vec<(&'static str, String)> {
    let programs = [
        ("kernels.cu", include_str!("../../../../tests/cuda/programs/kernels.py")),
        ("faults.cu", include_str!("../../../../tests/cuda/programs/kernel_faults.py")),
    ];
    let inside =
        |text: &str| text.split("r\"\"\"").nth(1).and_then(|rest| rest.split("\"\"\"").next()).map(str::to_owned);
    programs.into_iter().map(|(name, text)| (name, inside(text).expect("a raw text"))).collect()
}

fn program(name: &str, cell: &str) -> std::sync::Arc<Program> {
    let text = Text { name, cell, begins: 0, origin: 0, options: Vec::new(), checked: false };
    Program::new(&text).unwrap_or_else(|problem| panic!("{name}: {problem:?}"))
}

#[test]
fn programs_of_users_compile_without_a_warning() {
    let (Ok(nvrtc), Some(headers)) = (Nvrtc::find(), cuda_headers()) else {
        skipped(&format!("NVRTC or the toolkit's headers were not found ({INSTALL})"));
        return;
    };
    for (name, text) in texts_of_users() {
        let program = program(name, &text);
        let expressions = program.expressions();
        assert!(expressions.len() > 10, "{expressions:?}");
        for (architecture, target) in [(80, "sm_80"), (90, "sm_90"), (100, "sm_100")] {
            if nvrtc.knows(architecture) {
                let whole = program.whole_text(&expressions);
                let complaint = nvrtc.complaint_of(name, &whole, target, &expressions, std::slice::from_ref(&headers));
                assert_eq!(complaint, None);
            }
        }
    }
}

#[test]
fn what_nvrtc_says_is_found_in_the_cell() {
    let Some(nvrtc) = Nvrtc::found() else { return };
    let program = program("Cell [3]", "__global__ void k(float* y) {\n    y[0] = 1 + missing;\n}\n");
    let log = nvrtc.complaint_of("Cell [3]", &program.whole_text(&[]), "sm_80", &[], &[]).expect("an error");
    let text = "identifier \"missing\" is undefined".to_owned();
    assert_eq!(errors(&log, "Cell [3]"), [Message { line: 2, column: Some(15), text }], "{log}");
}
