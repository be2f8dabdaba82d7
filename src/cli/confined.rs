//! Confined sessions: what the cells of this process may reach, which the operating system holds from before the first of them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use tensorcell_confine::{self as confine, Confined, Plan};
use tensorcell_device::{compile, libraries};
use tensorcell_language::confinement::{self, Territory};

/// The variable that confines every session of a process when it is `1`, as `--confined` does.
const VARIABLE: &str = "TENSORCELL_CONFINED";

/// What an open session says of itself once it is confined.
pub const NOTE: &str = "This session is confined: it reads and writes the notebook's folder, and has no network.\n";

/// Whether sessions are to be confined: the command line or the environment asks for it.
pub fn asked(flag: bool) -> bool {
    flag || std::env::var_os(VARIABLE).is_some_and(|value| value == "1")
}

/// Confines this process to the current folder, the folders named, and the ports that it will listen at.
///
/// # Errors
/// Where this machine cannot hold it, or the session is one of several.
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
    let packages: Vec<PathBuf> = tensorcell_stdlib::environment_paths().into_iter().filter(spares_home).collect();
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

/// What the program reads beside the notebook's folder: what it keeps, its packages, and where CUDA lies.
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
    all.filter(spares_home).collect()
}

/// What of the cache a session reads: compiled kernels, and the emulator. It holds the locks of other commands, too.
fn kept() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(libraries::cache_folder()).into_iter().flatten().flatten();
    let is_read = |name: &str| name == "kernels" || name.starts_with("emulator-");
    entries.filter(|entry| entry.file_name().to_str().is_some_and(is_read)).map(|entry| entry.path()).collect()
}

/// Whether a path is a place of its own, not one that holds the home folder: what names places may name such a one.
fn spares_home(path: &PathBuf) -> bool {
    path.is_absolute() && !std::env::home_dir().is_some_and(|home| home.starts_with(path))
}
