//! An emulated GPU: a libcuda, libnvrtc and libcublasLt of our own that run CUDA programs on the processor, for machines
//! without a GPU. The libraries travel inside the program; [`unpack`] writes them to a folder to be loaded from.

use std::path::{Path, PathBuf};
use std::{fs, io, process};

/// A hash of all files, and each by its path.
type Embedded = (&'static str, &'static [(&'static str, &'static [u8])]);
static EMBEDDED: Embedded = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Where the emulated libraries lie.
#[derive(Debug, Clone)]
pub struct Paths {
    pub cuda: PathBuf,
    pub nvrtc: PathBuf,
    pub cublaslt: PathBuf,
}

/// Writes the libraries below `folder`, once: a sub-folder named by their contents' hash, complete or absent.
pub fn unpack(folder: &Path) -> io::Result<Paths> {
    let (hash, files) = EMBEDDED;
    let root = folder.join(format!("emulator-{hash}"));
    if !root.exists() {
        let fresh = folder.join(format!(".emulator-{}", process::id()));
        for (name, bytes) in files {
            let file = fresh.join(name);
            fs::create_dir_all(file.parent().unwrap_or(&fresh))?;
            fs::write(file, bytes)?;
        }
        // Another process may have been faster; its copy is as good.
        if fs::rename(&fresh, &root).is_err() {
            fs::remove_dir_all(&fresh)?;
        }
    }
    Ok(Paths { cuda: root.join("libcuda.so"), nvrtc: root.join("libnvrtc.so"), cublaslt: root.join("libcublasLt.so") })
}
