//! Compiling CUDA C++ through NVRTC, with a cache on disk.

use std::ffi::CString;
use std::fs;
use std::path::{Path, PathBuf};

use cudarc::nvrtc::{result, sys};
use sha2::{Digest, Sha256};

use super::{DeviceError, Result, driver, libraries};

/// Compiles a program for a device into an image that `Module::load` takes. `options` are NVRTC's, such as
/// `--use_fast_math`; the architecture is added. The same program compiles once: images are kept in the cache folder.
pub fn compile(device: usize, name: &str, source: &str, options: &[&str]) -> Result<Vec<u8>> {
    if !libraries::load().nvrtc {
        let text = "CUDA kernels are compiled with NVRTC, which was not found: `pip install nvidia-cuda-nvrtc`";
        return Err(DeviceError::Unavailable(text.to_owned()));
    }
    let (major, minor) = driver::properties(device)?.capability;
    let mut options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
    options.push(format!("--gpu-architecture=sm_{major}{minor}"));
    // The emulator's images are names of files, which it caches itself.
    let cached = (!driver::is_emulated()).then(|| cache_file(source, &options));
    if let Some(image) = cached.as_ref().and_then(|file| fs::read(file).ok()) {
        return Ok(image);
    }
    let image = compile_now(name, source, &options)?;
    if let Some(file) = cached
        && let Err(error) = write_whole(&file, &image)
    {
        tracing::warn!("compiled kernels cannot be kept in {}: {error}", file.display());
    }
    Ok(image)
}

fn compile_now(name: &str, source: &str, options: &[String]) -> Result<Vec<u8>> {
    let failed = |log: String| DeviceError::Compile { name: name.to_owned(), log };
    let no_zero = |text: &str| CString::new(text).map_err(|_| failed("a zero byte in the source".to_owned()));
    let (source, c_name) = (no_zero(source)?, no_zero(name)?);
    let program = Program(result::create_program(&source, Some(&c_name)).map_err(|error| failed(error.to_string()))?);
    // SAFETY: the program is alive until the end of this function.
    if let Err(error) = unsafe { result::compile_program(program.0, options) } {
        return Err(failed(program.log().unwrap_or_else(|| error.to_string())));
    }
    program.image().map_err(|error| failed(error.to_string()))
}

struct Program(sys::nvrtcProgram);

impl Program {
    fn log(&self) -> Option<String> {
        // SAFETY: the program is alive.
        let log = unsafe { result::get_program_log(self.0) }.ok()?;
        let bytes: Vec<u8> = log.into_iter().map(|c| c as u8).take_while(|byte| *byte != 0).collect();
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn image(&self) -> std::result::Result<Vec<u8>, result::NvrtcError> {
        let mut size = 0;
        // SAFETY: the program is alive and compiled; the buffer is of the size it asks for.
        unsafe {
            sys::nvrtcGetCUBINSize(self.0, &mut size).result()?;
            let mut image = vec![0u8; size];
            sys::nvrtcGetCUBIN(self.0, image.as_mut_ptr().cast()).result()?;
            Ok(image)
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: created by us, destroyed once.
        let _ = unsafe { result::destroy_program(self.0) };
    }
}

/// NVRTC's version; `None` where it is absent.
pub fn version() -> Option<(u32, u32)> {
    if !libraries::load().nvrtc {
        return None;
    }
    let (mut major, mut minor) = (0, 0);
    // SAFETY: writes two integers.
    unsafe { sys::nvrtcVersion(&mut major, &mut minor) }.result().ok()?;
    Some((major as u32, minor as u32))
}

fn cache_file(source: &str, options: &[String]) -> PathBuf {
    let mut hash = Sha256::new();
    for part in options.iter().map(String::as_str).chain([source]) {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    hash.update(format!("{:?}", version()));
    let digits: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    libraries::cache_folder().join("kernels").join(format!("{digits}.cubin"))
}

/// Writes a file that is whole or absent to whoever reads it meanwhile.
fn write_whole(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))?;
    let fresh = file.with_extension(format!("{}.new", std::process::id()));
    fs::write(&fresh, bytes)?;
    fs::rename(fresh, file)
}
