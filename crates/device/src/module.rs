//! Loads compiled programs on a device and launches their kernels.

use std::ffi::{CString, c_void};

use cudarc::driver::{result, sys};

use super::activity::{self, Kind, What};
use super::driver::{bind, check, resets};
use super::stream::Stream;
use super::{DeviceError, Result};

/// A program loaded on a device.
#[derive(Debug)]
pub struct Module {
    device: usize,
    handle: usize,
    made_at: u64,
}

/// A kernel of a loaded program. Valid while its module lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Function {
    device: usize,
    handle: usize,
    name: &'static str,
}

impl Module {
    /// Loads the output of [`super::compile::compile`] for this device.
    pub fn load(device: usize, image: &[u8]) -> Result<Module> {
        bind(device)?;
        // A text image must end with a zero byte; a binary image ignores it.
        let image: Vec<u8> = image.iter().copied().chain([0]).collect();
        let _relaxed = super::capture::Relaxed::begin();
        let (raw, log) = load(&image);
        let raw = check(raw, || {
            let versions = super::compile::mismatch(false, super::compile::version(), super::driver::version());
            let log = if log.is_empty() { log } else { format!(": {log}") };
            format!("loading a program on cuda:{device}{log}{}", versions.unwrap_or_default())
        })?;
        Ok(Module { device, handle: raw as usize, made_at: resets(device) })
    }

    /// Finds a kernel by name.
    pub fn function(&self, name: &str) -> Result<Function> {
        bind(self.device)?;
        let c_name = CString::new(name).map_err(|_| DeviceError::Unavailable(format!("no kernel {name:?}")))?;
        // SAFETY: the module is loaded.
        let raw = unsafe { result::module::get_function(self.handle as sys::CUmodule, c_name) };
        let raw = check(raw, || format!("looking up kernel {name}"))?;
        Ok(Function { device: self.device, handle: raw as usize, name: activity::interned(name) })
    }

    /// The first bytes of a global variable of the program.
    pub fn read(&self, name: &str, bytes: &mut [u8]) -> Result<()> {
        bind(self.device)?;
        let c_name = CString::new(name).map_err(|_| DeviceError::Unavailable(format!("no variable {name:?}")))?;
        let (mut address, mut size) = (0, 0);
        // SAFETY: the module is loaded; two numbers are written.
        let status = unsafe {
            sys::cuModuleGetGlobal_v2(&mut address, &mut size, self.handle as sys::CUmodule, c_name.as_ptr())
        };
        check(status.result(), || format!("looking up variable {name}"))?;
        let length = bytes.len().min(size);
        let _relaxed = super::capture::Relaxed::begin();
        // SAFETY: the variable is as long, and so is the buffer; the call returns when they are copied.
        let status = unsafe { sys::cuMemcpyDtoH_v2(bytes.as_mut_ptr().cast(), address, length) };
        check(status.result(), || format!("reading variable {name}"))
    }

    /// Whether a reset of the device destroyed the module.
    pub fn is_lost(&self) -> bool {
        self.made_at != resets(self.device)
    }
}

/// Loads an image that ends with a zero byte; also returns the driver's log.
fn load(image: &[u8]) -> (std::result::Result<sys::CUmodule, cudarc::driver::DriverError>, String) {
    use sys::CUjit_option_enum::{CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    let mut log = vec![0u8; 4096];
    let mut options = [CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    let mut values = [log.as_mut_ptr().cast::<c_void>(), log.len() as *mut c_void];
    let mut module = std::ptr::null_mut();
    // SAFETY: an image from the compiler, complete and terminated; the log is as long as the options say.
    let status = unsafe {
        let (options, values) = (options.as_mut_ptr(), values.as_mut_ptr());
        sys::cuModuleLoadDataEx(&mut module, image.as_ptr().cast(), 2, options, values)
    };
    let said = log.split(|byte| *byte == 0).next().unwrap_or_default();
    (status.result().map(|()| module), String::from_utf8_lossy(said).trim().to_owned())
}

impl Drop for Module {
    fn drop(&mut self) {
        // Unloading synchronizes the device.
        if !self.is_lost() && bind(self.device).is_ok() && super::user::wait(self.device).is_ok() {
            // SAFETY: loaded by us, unloaded once.
            let _ = unsafe { result::module::unload(self.handle as sys::CUmodule) };
        }
    }
}

impl Function {
    pub fn device(&self) -> usize {
        self.device
    }
    /// The same kernel under a readable name.
    pub fn called(self, name: &str) -> Function {
        Function { name: activity::interned(name), ..self }
    }
    /// The name used for lookup.
    pub fn name(&self) -> &'static str {
        self.name
    }
    pub fn raw(&self) -> sys::CUfunction {
        self.handle as sys::CUfunction
    }

    /// What a kernel uses of a multiprocessor.
    pub fn usage(&self) -> Result<Usage> {
        bind(self.device)?;
        use sys::CUfunction_attribute_enum::*;
        let read = |attribute| {
            let mut value = 0;
            // SAFETY: the function's module is loaded; one number is written.
            let status = unsafe { sys::cuFuncGetAttribute(&mut value, attribute, self.raw()) };
            check(status.result(), || "asking a kernel for its resources".to_owned()).map(|()| value.max(0) as usize)
        };
        Ok(Usage {
            registers: read(CU_FUNC_ATTRIBUTE_NUM_REGS)?,
            shared: read(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?,
            local: read(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)?,
            most_threads: read(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
        })
    }

    /// Allows launches to request this much dynamic shared memory; the default limit is 48 KiB per block.
    pub fn allow_shared(&self, bytes: usize) -> Result<()> {
        bind(self.device)?;
        let attribute = sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        // SAFETY: the function's module is loaded.
        let status = unsafe { sys::cuFuncSetAttribute(self.raw(), attribute, bytes as i32) };
        check(status.result(), || format!("asking for {bytes} bytes of shared memory"))
    }
}

/// A kernel's resources: registers per thread, bytes of static shared memory per block, bytes of local memory per thread,
/// and the most threads per block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    pub registers: usize,
    pub shared: usize,
    pub local: usize,
    pub most_threads: usize,
}

/// Queues a kernel on a stream: `grid` blocks of `block` threads, with `shared` bytes of dynamic shared memory per block.
/// `arguments` point to the values, which are copied before the call returns.
///
/// # Safety
/// The arguments must match the kernel's parameters in number and type, and the memory that they point to must stay valid
/// until the kernel has run.
pub unsafe fn launch(
    function: Function,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    stream: &Stream,
    arguments: &mut [*mut c_void],
) -> Result<()> {
    bind(function.device)?;
    let what = What { kind: Kind::Kernel, name: function.name, bytes: 0, grid, block, shared };
    let (grid, block) = ((grid[0], grid[1], grid[2]), (block[0], block[1], block[2]));
    activity::observed(stream, what, || {
        // SAFETY: the caller vouches for the arguments; the handles are alive.
        let status = unsafe { result::launch_kernel(function.raw(), grid, block, shared, stream.raw(), arguments) };
        check(status, || format!("launching a kernel on {grid:?} blocks of {block:?} threads"))
    })
}
