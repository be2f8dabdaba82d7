//! Finds NVIDIA's libraries, or the emulated ones, and makes cudarc find the same.
//!
//! cudarc opens libraries by name and panics if one is missing. So the emulator's libraries are opened first, by absolute
//! path, if `TENSORCELL_EMULATE` asks for it; pip's libraries are opened by absolute path if the system has none. An open
//! library is found by name, and `is_culib_present()` answers without a panic.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

/// The number of emulated devices requested by `TENSORCELL_EMULATE`; 0 for real ones.
pub fn emulated_devices() -> usize {
    std::env::var("TENSORCELL_EMULATE").ok().and_then(|count| count.trim().parse().ok()).unwrap_or(0)
}

/// The variable that makes emulated devices run PTX from NVIDIA's compiler instead of code from g++.
pub const AS_PTX: &str = "TENSORCELL_EMULATE_PTX";

/// Whether emulated devices should run PTX.
pub fn wants_ptx() -> bool {
    std::env::var(AS_PTX).is_ok_and(|value| value.trim() == "1")
}

/// The cache folder: compiled kernels, the emulator.
pub fn cache_folder() -> PathBuf {
    let base = std::env::var_os("TENSORCELL_CACHE").map(PathBuf::from);
    base.or_else(|| dirs::cache_dir().map(|folder| folder.join("tensorcell"))).unwrap_or_else(std::env::temp_dir)
}

/// The variable that names another folder for new files, if the cache folder is read-only.
pub const FRESH: &str = "TENSORCELL_FRESH";

/// The folder for new files; the cache folder has the older ones.
pub fn fresh_folder() -> PathBuf {
    std::env::var_os(FRESH).map_or_else(cache_folder, PathBuf::from)
}

/// Finds and opens the libraries that later calls use, for a process that may start no programs afterwards.
pub fn prepare() {
    let libraries = load();
    if libraries.driver && (!libraries.emulated || libraries.ptx) {
        python_libraries();
    }
}

/// Whether `TENSORCELL_EMULATE_NCCL` selects the emulator's NCCL instead of NVIDIA's, with NVIDIA's rules.
pub fn wants_emulated_nccl() -> bool {
    std::env::var("TENSORCELL_EMULATE_NCCL").is_ok_and(|value| value.trim() == "1")
}

/// The emulator's NCCL for emulated devices; it connects ranks on one machine.
pub fn emulated_nccl() -> Option<PathBuf> {
    if !load().emulated {
        return None;
    }
    tensorcell_emulator::unpack(&cache_folder()).ok().map(|paths| paths.nccl)
}

/// Which libraries cudarc may use.
#[derive(Debug, Clone, Copy)]
pub struct Libraries {
    pub driver: bool,
    pub nvrtc: bool,
    pub cublaslt: bool,
    pub cudnn: bool,
    /// Whether they are emulated.
    pub emulated: bool,
    /// Whether emulated devices run PTX.
    pub ptx: bool,
}

/// Opens the libraries once per process.
pub fn load() -> Libraries {
    static LOADED: OnceLock<Libraries> = OnceLock::new();
    *LOADED.get_or_init(|| {
        let emulator = if emulated_devices() > 0 { load_emulator() } else { None };
        let (emulated, ptx) = (emulator.is_some(), emulator == Some(Compiler::Nvrtc));
        if !emulated {
            load_from_python();
        }
        // SAFETY: opening a CUDA library runs only its initialisers.
        unsafe {
            Libraries {
                driver: cudarc::driver::sys::is_culib_present(),
                nvrtc: cudarc::nvrtc::sys::is_culib_present(),
                // With PTX, the engine's own kernel computes products, so that they are checked too.
                cublaslt: !ptx && cudarc::cublaslt::sys::is_culib_present(),
                // cuDNN cannot access an emulated device's memory.
                cudnn: !emulated
                    && cudarc::driver::sys::is_culib_present()
                    && cudarc::cudnn::sys::is_culib_present()
                    && cudarc::cudnn::result::get_version() >= 90_000,
                emulated,
                ptx,
            }
        }
    })
}

/// Opens a library for the life of the process; its symbols are visible to libraries opened later.
fn open(path: &Path) -> bool {
    // SAFETY: opening a CUDA library runs only its initialisers; it is never closed.
    match unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL) } {
        Ok(library) => {
            std::mem::forget(library);
            true
        }
        Err(error) => {
            tracing::debug!("{}: {error}", path.display());
            false
        }
    }
}

/// The compiler for emulated devices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compiler {
    Gcc,
    Nvrtc,
}

/// Unpacks and opens the emulated libraries; uses the temporary folder if the cache is not writable.
fn load_emulator() -> Option<Compiler> {
    let folders = [Some(cache_folder()), tensorcell_files::own_temporary_folder()];
    for folder in folders.into_iter().flatten() {
        match tensorcell_emulator::unpack(&folder) {
            Ok(paths) => {
                if !open(&paths.cuda) || !open(&paths.cublaslt) {
                    return None;
                }
                if wants_ptx() && load_nvrtc() {
                    return Some(Compiler::Nvrtc);
                }
                return open(&paths.nvrtc).then_some(Compiler::Gcc);
            }
            Err(error) => tracing::warn!("the emulated device cannot be written to {}: {error}", folder.display()),
        }
    }
    None
}

/// Opens NVIDIA's compiler for emulated devices, and installs the PTX executor in their driver.
fn load_nvrtc() -> bool {
    open_named(python_libraries(), &["libnvrtc-builtins.so", "libnvrtc.so"]);
    // SAFETY: opening a CUDA library runs only its initialisers.
    let found = unsafe { cudarc::nvrtc::sys::is_culib_present() } && crate::executor::install();
    if !found {
        // Printed, not logged: a user who requested checks must know that there are none.
        eprintln!(
            "{AS_PTX} asks for NVIDIA's compiler, which was not found: `pip install nvidia-cuda-nvrtc nvidia-cuda-runtime`, \
             and TENSORCELL_NVRTC_PYTHON names that python3. Kernels are compiled by g++."
        );
    }
    found
}

/// `LD_LIBRARY_PATH` for a child process that needs this process's libraries; `None` if it finds them by itself.
pub fn search_path() -> Option<OsString> {
    let libraries = load();
    let folders: Vec<PathBuf> = match libraries.emulated {
        true => {
            let paths = tensorcell_emulator::unpack(&cache_folder()).ok()?;
            paths.cuda.parent().map(Path::to_owned).into_iter().collect()
        }
        false if libraries.driver => {
            let mut folders: Vec<PathBuf> =
                python_libraries().iter().filter_map(|library| library.parent().map(Path::to_owned)).collect();
            folders.dedup();
            folders
        }
        false => Vec::new(),
    };
    if folders.is_empty() {
        return None;
    }
    let before = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    std::env::join_paths(folders.into_iter().chain(std::env::split_paths(&before))).ok()
}

/// Opens pip's NVIDIA libraries that the system lacks.
fn load_from_python() {
    // SAFETY: opening a CUDA library runs only its initialisers. Without a driver the others are of no use.
    if !unsafe { cudarc::driver::sys::is_culib_present() } {
        return;
    }
    // SAFETY: as above.
    let (nvrtc, cublaslt, cudnn) = unsafe {
        (
            cudarc::nvrtc::sys::is_culib_present(),
            cudarc::cublaslt::sys::is_culib_present(),
            cudarc::cudnn::sys::is_culib_present(),
        )
    };
    if nvrtc && cublaslt && cudnn {
        return;
    }
    let found = python_libraries();
    if !nvrtc {
        open_named(found, &["libnvrtc-builtins.so", "libnvrtc.so"]);
    }
    if !cublaslt {
        open_named(found, &["libcublasLt.so"]);
    }
    if !cudnn {
        open_named(found, &["libcudnn.so"]);
    }
}

/// Opens the files with these prefixes, in this order.
fn open_named(files: &[PathBuf], prefixes: &[&str]) {
    let name_of = |file: &Path| file.file_name().map(OsString::from).unwrap_or_default();
    for prefix in prefixes {
        for file in files.iter().filter(|file| name_of(file).to_string_lossy().starts_with(prefix)) {
            open(file);
        }
    }
}

/// The shared libraries of pip's `nvidia-*` packages, in the site-packages of python3, or of the Python that
/// `TENSORCELL_NVRTC_PYTHON` names. Looked up once per process.
pub fn python_libraries() -> &'static [PathBuf] {
    static FOUND: OnceLock<Vec<PathBuf>> = OnceLock::new();
    FOUND.get_or_init(find_python_libraries)
}

fn find_python_libraries() -> Vec<PathBuf> {
    let script = "import sysconfig, site; print(sysconfig.get_path('purelib')); print(site.getusersitepackages())";
    let python = std::env::var_os("TENSORCELL_NVRTC_PYTHON").unwrap_or_else(|| "python3".into());
    let Ok(output) = Command::new(python).args(["-c", script]).output() else {
        return Vec::new();
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut files = Vec::new();
    for package in text.lines().flat_map(|folder| entries(&Path::new(folder).join("nvidia"))) {
        files.extend(entries(&package.join("lib")).into_iter().filter(|file| file.to_string_lossy().contains(".so")));
    }
    files.sort();
    files
}

/// The CUDA toolkit's include folder: of an installed toolkit, or of pip's `nvidia-cuda-runtime`.
pub fn cuda_headers() -> Option<PathBuf> {
    let has_headers = |folder: &PathBuf| folder.join("cuda_fp16.h").is_file();
    let homes = ["CUDA_HOME", "CUDA_PATH"].iter().filter_map(std::env::var_os).map(PathBuf::from);
    let installed = homes.chain([PathBuf::from("/usr/local/cuda")]).map(|home| home.join("include"));
    installed.into_iter().find(has_headers).or_else(|| {
        let libraries = python_libraries();
        let packages = libraries.iter().filter_map(|library| library.parent()?.parent());
        packages.map(|package| package.join("include")).find(has_headers)
    })
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = folder.read_dir() else {
        return Vec::new();
    };
    entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect()
}

/// Where cuDNN 9 would be loaded from.
pub fn find_cudnn() -> Option<String> {
    const NAME: &str = "libcudnn.so.9";
    // SAFETY: opening a CUDA library runs only its initialisers.
    if unsafe { Library::open(Some(NAME), RTLD_NOW) }.is_ok() {
        return Some(NAME.to_owned());
    }
    let found = python_libraries().iter().find(|file| file.ends_with(NAME));
    found.map(|file| file.display().to_string())
}
