//! Confines a session: the operating system limits what its cells can access, from before the first cell.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use tensorcell_confine::{self as confine, Confined, Plan};
use tensorcell_device::{compile, libraries};
use tensorcell_language::confinement::{self, Territory};

/// The environment variable that confines every session of the process if it is `1`, as `--confined` does.
const VARIABLE: &str = "TENSORCELL_CONFINED";

/// The note that a confined session shows at its start.
pub const NOTE: &str = "This session is confined: it reads and writes the notebook's folder, and has no network.\n";

/// Returns whether sessions must be confined, by the command line or the environment.
pub fn asked(flag: bool) -> bool {
    flag || std::env::var_os(VARIABLE).is_some_and(|value| value == "1")
}

/// Confines this process to the current folder, the given folders, and the ports that it will listen on.
///
/// # Errors
/// If this machine cannot confine it, or the session is one of several ranks.
pub fn enter(writable: &[PathBuf], ports: Vec<u16>) -> Result<Confined> {
    if tensorcell_dist::launch::started().is_some_and(|started| started.world > 1) {
        bail!(
            "a confined session has no network, which several ranks need: start it as one process, or without confinement"
        );
    }
    let alone = confine::prepare()?;
    libraries::prepare();
    let folder =
        std::env::current_dir().and_then(|folder| folder.canonicalize()).context("there is no current folder")?;
    let packages: Vec<PathBuf> = tensorcell_stdlib::environment_paths().into_iter().filter(excludes_home).collect();
    let plan = Plan {
        readable: readable(&packages),
        compilers: confine::cxx().filter(|_| !compile::is_nvrtc()).into_iter().collect(),
        writable: writable.to_vec(),
        variables: vec![("TMPDIR", ""), ("CUDA_CACHE_PATH", "cuda"), (libraries::FRESH, "fresh")],
        ports,
        folder: folder.clone(),
    };
    let confined = confine::enter(alone, &plan)?;
    let own = [confined.scratch.path().to_owned()].into_iter().chain(writable.iter().cloned());
    let devices = confine::DEVICES.iter().map(PathBuf::from);
    let others = own.chain(packages).chain(devices).filter_map(|path| path.canonicalize().ok()).collect();
    confinement::confine_process(Territory { folder, others });
    Ok(confined)
}

/// Returns what the program reads besides the notebook's folder: its cache, its packages, and the CUDA libraries.
fn readable(packages: &[PathBuf]) -> Vec<PathBuf> {
    let toolkits = ["CUDA_HOME", "CUDA_PATH"].iter().filter_map(std::env::var_os).map(PathBuf::from);
    let searched = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let of_pip = match compile::is_nvrtc() {
        true => libraries::python_libraries(),
        false => &[],
    };
    let of_pip = of_pip.iter().filter_map(|library| library.parent()?.parent().map(Path::to_owned));
    let own = kept().into_iter().chain(std::env::current_exe());
    let all = own.chain(packages.iter().cloned()).chain(toolkits).chain(std::env::split_paths(&searched)).chain(of_pip);
    all.filter(excludes_home).collect()
}

/// Returns the parts of the cache that a session reads: compiled kernels and the emulator. The cache also holds other
/// commands' locks.
fn kept() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(libraries::cache_folder()).into_iter().flatten().flatten();
    let is_read = |name: &str| name == "kernels" || name.starts_with("emulator-");
    entries.filter(|entry| entry.file_name().to_str().is_some_and(is_read)).map(|entry| entry.path()).collect()
}

/// Returns whether a path does not contain the home folder. Environment variables could name such a path.
fn excludes_home(path: &PathBuf) -> bool {
    path.is_absolute() && !std::env::home_dir().is_some_and(|home| home.starts_with(path))
}
