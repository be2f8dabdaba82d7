//! Compiles CUDA C++ with NVRTC; caches the results on disk.

use std::ffi::{CStr, CString};
use std::fs;
use std::path::{Path, PathBuf};

use cudarc::nvrtc::{result, sys};
use sha2::{Digest, Sha256};

use super::{DeviceError, Result, driver, libraries};

/// A program to compile.
#[derive(Debug, Clone, Copy, Default)]
pub struct Source<'a> {
    /// The file name in the compiler's messages.
    pub name: &'a str,
    pub text: &'a str,
    /// Options for NVRTC, such as `--use_fast_math`; the architecture is added.
    pub options: &'a [&'a str],
    /// Headers that the source may include: name and text.
    pub headers: &'a [(&'a str, &'a str)],
    /// Kernels by their C++ names, such as `scale<float>`: [`Compiled::names`] gives their names in the image.
    pub expressions: &'a [String],
}

/// A compiled program, ready for [`super::module::Module::load`].
#[derive(Debug, Clone)]
pub struct Compiled {
    pub image: Vec<u8>,
    /// The name in the image of each name expression.
    pub names: Vec<String>,
}

/// Compiles a program for a device into an image for `Module::load`.
pub fn compile(device: usize, name: &str, text: &str, options: &[&str]) -> Result<Vec<u8>> {
    Ok(compile_source(device, &Source { name, text, options, ..Source::default() })?.image)
}

/// Compiles a program for a device. Images are cached: the same program compiles once.
pub fn compile_source(device: usize, source: &Source) -> Result<Compiled> {
    // A missing driver comes first: the user must fix that before anything else.
    let options = options_for(device, source)?;
    if !libraries::load().nvrtc {
        let text = "CUDA kernels are compiled with NVRTC, which was not found: `pip install nvidia-cuda-nvrtc`";
        return Err(DeviceError::Unavailable(text.to_owned()));
    }
    let name = is_nvrtc().then(|| cache_name(source, &options));
    if let Some(compiled) = name.as_deref().and_then(kept) {
        return Ok(compiled);
    }
    let compiled = compile_now(source, &options)?;
    if let Some(file) = name.map(|name| libraries::fresh_folder().join(name))
        && let Err(error) = write_whole(&file, &pack(&compiled))
    {
        tracing::warn!("compiled kernels cannot be kept in {}: {error}", file.display());
    }
    Ok(compiled)
}

/// What the kernels of a device are compiled to, which decides what they may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The processor's own code, made by the emulator's compiler, which knows no inline PTX.
    Host,
    /// PTX or machine code of an architecture, like 90.
    Ptx { architecture: u32 },
}

impl Target {
    /// Whether kernels may use `mma`, `ldmatrix` and `cp.async` on 16-bit and TF32 operands.
    pub fn has_tensor_cores(self) -> bool {
        matches!(self, Target::Ptx { architecture: 80.. })
    }
}

/// The target of a device's kernels.
pub fn target(device: usize) -> Result<Target> {
    if !is_nvrtc() {
        return Ok(Target::Host);
    }
    let (major, minor) = driver::properties(device)?.capability;
    Ok(Target::Ptx { architecture: 10 * major + minor })
}

/// Whether NVIDIA's compiler makes the programs. The emulator's own makes file names, and caches the files itself.
pub fn is_nvrtc() -> bool {
    !driver::is_emulated() || libraries::load().ptx
}

/// Looks for a program in the cache; finds nothing where the compiler has its own.
pub fn cached(device: usize, source: &Source) -> Option<Compiled> {
    if !is_nvrtc() || !libraries::load().nvrtc {
        return None;
    }
    kept(&cache_name(source, &options_for(device, source).ok()?))
}

/// Whether the cache folder has a program for a device.
pub fn is_cached(device: usize, source: &Source) -> bool {
    options_for(device, source).is_ok_and(|options| files(&cache_name(source, &options)).any(|file| file.exists()))
}

/// Tells in PTX which line of the source each instruction belongs to.
const LINES: &str = "--generate-line-info";

fn options_for(device: usize, source: &Source) -> Result<Vec<String>> {
    let (major, minor) = driver::properties(device)?.capability;
    let mut options: Vec<String> = source.options.iter().map(|option| (*option).to_owned()).collect();
    let own = 10 * major + minor;
    if libraries::load().ptx {
        options.retain(|option| option != LINES);
        options.push(LINES.to_owned());
        options.push(format!("--gpu-architecture=compute_{own}"));
    } else {
        options.push(architecture(own, &supported()));
    }
    Ok(options)
}

const FOR_DRIVER: &str = "--gpu-architecture=compute_";

/// The option for a device's architecture. A compiler older than the device makes PTX of its newest, which the driver translates.
fn architecture(own: u32, supported: &[u32]) -> String {
    match supported.iter().filter(|known| **known <= own).max() {
        Some(newest) if *newest < own => format!("{FOR_DRIVER}{newest}"),
        _ => format!("--gpu-architecture=sm_{own}"),
    }
}

/// The architectures that NVRTC compiles for, like 90; none if it does not tell.
fn supported() -> Vec<u32> {
    if !is_nvrtc() {
        return Vec::new();
    }
    let mut count = 0;
    // SAFETY: one number is written.
    if unsafe { sys::nvrtcGetNumSupportedArchs(&mut count) }.result().is_err() {
        return Vec::new();
    }
    let mut found = vec![0; count.max(0) as usize];
    // SAFETY: as many numbers are written as were counted.
    match unsafe { sys::nvrtcGetSupportedArchs(found.as_mut_ptr()) }.result() {
        Ok(()) => found.into_iter().filter_map(|known| u32::try_from(known).ok()).collect(),
        Err(_) => Vec::new(),
    }
}

/// In a file the names come first, one per line, ended by a zero byte.
fn pack(compiled: &Compiled) -> Vec<u8> {
    [compiled.names.join("\n").as_bytes(), &[0], &compiled.image].concat()
}

fn unpack(file: &[u8]) -> Option<Compiled> {
    let end = file.iter().position(|byte| *byte == 0)?;
    let names = std::str::from_utf8(&file[..end]).ok()?.lines().map(str::to_owned).collect();
    Some(Compiled { image: file[end + 1..].to_vec(), names })
}

fn compile_now(source: &Source, options: &[String]) -> Result<Compiled> {
    let failed = |log: String| DeviceError::Compile { name: source.name.to_owned(), log };
    let no_zero = |text: &str| CString::new(text).map_err(|_| failed("a zero byte in the source".to_owned()));
    let (text, c_name) = (no_zero(source.text)?, no_zero(source.name)?);
    let expressions = source.expressions.iter().map(|text| no_zero(text)).collect::<Result<Vec<_>>>()?;
    let mut headers = (Vec::new(), Vec::new());
    for (name, text) in source.headers {
        headers.0.push(no_zero(text)?);
        headers.1.push(no_zero(name)?);
    }
    let program = Program::create(&text, &c_name, &headers).map_err(|error| failed(error.to_string()))?;
    for expression in &expressions {
        // SAFETY: the program is alive, the text ends with a zero byte.
        let status = unsafe { sys::nvrtcAddNameExpression(program.0, expression.as_ptr()) };
        status.result().map_err(|error| failed(error.to_string()))?;
    }
    // SAFETY: the program is alive until the end of this function.
    if let Err(error) = unsafe { result::compile_program(program.0, options) } {
        let log = program.log().filter(|log| !log.is_empty()).unwrap_or_else(|| error.to_string());
        let refused = error.0 == sys::nvrtcResult::NVRTC_ERROR_INVALID_OPTION;
        return Err(failed(log + &mismatch(refused, version(), driver::version()).unwrap_or_default()));
    }
    let names: std::result::Result<_, _> = expressions.iter().map(|text| program.lowered(text)).collect();
    let names = names.map_err(|error| failed(error.to_string()))?;
    let as_ptx = options.iter().any(|option| option.starts_with(FOR_DRIVER));
    Ok(Compiled { image: program.image(as_ptx).map_err(|error| failed(error.to_string()))?, names })
}

struct Program(sys::nvrtcProgram);

impl Program {
    fn create(
        text: &CStr,
        name: &CStr,
        (headers, names): &(Vec<CString>, Vec<CString>),
    ) -> std::result::Result<Program, result::NvrtcError> {
        let pointers = |texts: &[CString]| texts.iter().map(|text| text.as_ptr()).collect::<Vec<_>>();
        let (headers, names) = (pointers(headers), pointers(names));
        let mut program = std::ptr::null_mut();
        // SAFETY: all texts end with a zero byte and outlive the call, which copies them.
        unsafe {
            let count = headers.len() as i32;
            let (headers, names) = (headers.as_ptr(), names.as_ptr());
            sys::nvrtcCreateProgram(&mut program, text.as_ptr(), name.as_ptr(), count, headers, names).result()?;
        }
        Ok(Program(program))
    }

    /// The name in the image of an expression that was added before compiling.
    fn lowered(&self, expression: &CStr) -> std::result::Result<String, result::NvrtcError> {
        let mut name = std::ptr::null();
        // SAFETY: the program is alive and compiled; the name it gives lives as long.
        unsafe {
            sys::nvrtcGetLoweredName(self.0, expression.as_ptr(), &mut name).result()?;
            Ok(CStr::from_ptr(name).to_string_lossy().into_owned())
        }
    }

    fn log(&self) -> Option<String> {
        // SAFETY: the program is alive.
        let log = unsafe { result::get_program_log(self.0) }.ok()?;
        let bytes: Vec<u8> = log.into_iter().map(|c| c as u8).take_while(|byte| *byte != 0).collect();
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn image(&self, as_ptx: bool) -> std::result::Result<Vec<u8>, result::NvrtcError> {
        let (size_of, write): (unsafe fn(_, _) -> _, unsafe fn(_, _) -> _) = match as_ptx {
            true => (sys::nvrtcGetPTXSize, sys::nvrtcGetPTX),
            false => (sys::nvrtcGetCUBINSize, sys::nvrtcGetCUBIN),
        };
        let mut size = 0;
        // SAFETY: the program is alive and compiled; the buffer is of the size it asks for.
        unsafe {
            size_of(self.0, &mut size).result()?;
            let mut image = vec![0u8; size];
            write(self.0, image.as_mut_ptr().cast()).result()?;
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

/// Advice for when NVRTC does not know a device's architecture, or the driver rejects NVRTC's output because one is older
/// than the other; `None` if their versions are not the reason.
pub(super) fn mismatch(refused: bool, nvrtc: Option<(u32, u32)>, driver: Option<(u32, u32)>) -> Option<String> {
    let (nvrtc, driver) = (nvrtc?, driver?);
    let pair = format!("NVRTC is of CUDA {}.{}, the driver of CUDA {}.{}", nvrtc.0, nvrtc.1, driver.0, driver.1);
    match refused {
        true if nvrtc < driver => Some(format!(
            "\n{pair}: this NVRTC may not know the device's architecture yet. `pip install --upgrade nvidia-cuda-nvrtc`"
        )),
        false if nvrtc.0 > driver.0 => Some(format!(
            "\n{pair}, which is older: update the driver, or `pip install 'nvidia-cuda-nvrtc<{}'`",
            driver.0 + 1
        )),
        _ => None,
    }
}

/// Where a program of this name may be: in the cache folder, or where this process writes.
fn files(name: &Path) -> impl Iterator<Item = PathBuf> {
    [libraries::cache_folder(), libraries::fresh_folder()].into_iter().map(move |folder| folder.join(name))
}

/// A program's code is executed, so it is read only if nobody else can have written it.
fn kept(name: &Path) -> Option<Compiled> {
    let mut files = files(name).filter(|file| tensorcell_files::is_trusted(file));
    files.find_map(|file| unpack(&fs::read(file).ok()?))
}

/// The path of a program's file below the folder that keeps it.
fn cache_name(source: &Source, options: &[String]) -> PathBuf {
    let mut hash = Sha256::new();
    let headers = source.headers.iter().flat_map(|(name, text)| [*name, *text]);
    let texts = options.iter().chain(source.expressions).map(String::as_str);
    for part in texts.chain(headers).chain([source.name, source.text]) {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    hash.update(format!("{:?}", version()));
    let digits: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    Path::new("kernels").join(format!("{digits}.program"))
}

/// Writes a file into the cache.
fn write_whole(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    tensorcell_files::private_folder(file.parent().unwrap_or(Path::new(".")))?;
    tensorcell_files::keep(file, bytes)
}

#[cfg(test)]
mod tests {
    use super::{Target, architecture, mismatch};

    #[test]
    fn a_compiler_older_than_the_device_makes_ptx_of_its_newest() {
        for (own, supported, option) in [
            (90, &[80, 89, 90][..], "sm_90"),
            (103, &[80, 90, 100], "compute_100"),
            (120, &[75, 80, 90], "compute_90"),
            (75, &[80, 90], "sm_75"),
            (90, &[], "sm_90"),
        ] {
            assert_eq!(architecture(own, supported), format!("--gpu-architecture={option}"), "{own} of {supported:?}");
        }
    }

    #[test]
    fn tensor_cores_take_ptx_of_sm_80_and_later() {
        let having = [75, 80, 86, 90, 120].map(|architecture| Target::Ptx { architecture }.has_tensor_cores());
        assert_eq!((having, Target::Host.has_tensor_cores()), ([false, true, true, true, true], false));
    }

    #[test]
    fn libraries_of_the_wrong_version_are_told_with_what_to_do() {
        let advice = |refused, nvrtc, driver| mismatch(refused, Some(nvrtc), Some(driver)).unwrap_or_default();
        assert!(
            advice(true, (11, 8), (13, 0))
                .contains("NVRTC is of CUDA 11.8, the driver of CUDA 13.0: this NVRTC may not know")
        );
        assert!(advice(false, (13, 0), (12, 8)).ends_with("or `pip install 'nvidia-cuda-nvrtc<13'`"));
        assert_eq!(advice(true, (13, 0), (12, 8)), "");
        assert_eq!(
            advice(false, (12, 9), (12, 8)),
            "",
            "one version of CUDA runs what another of the same number made"
        );
        assert_eq!(mismatch(false, None, Some((13, 0))), None);
    }
}
