//! Compiled programs on a device, and the launching of their kernels.

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
    /// Loads what [`super::compile::compile`] gave for this device.
    pub fn load(device: usize, image: &[u8]) -> Result<Module> {
        bind(device)?;
        // A text image must end with a zero byte; to a binary one it does no harm.
        let image: Vec<u8> = image.iter().copied().chain([0]).collect();
        let _relaxed = super::graph::Relaxed::begin();
        // SAFETY: an image from the compiler, complete and terminated.
        let raw = unsafe { result::module::load_data(image.as_ptr().cast()) };
        let raw = check(raw, || format!("loading a program on cuda:{device}"))?;
        Ok(Module { device, handle: raw as usize, made_at: resets(device) })
    }

    /// A kernel by its name.
    pub fn function(&self, name: &str) -> Result<Function> {
        bind(self.device)?;
        let c_name = CString::new(name).map_err(|_| DeviceError::Unavailable(format!("no kernel {name:?}")))?;
        // SAFETY: the module is loaded.
        let raw = unsafe { result::module::get_function(self.handle as sys::CUmodule, c_name) };
        let raw = check(raw, || format!("looking up kernel {name}"))?;
        Ok(Function { device: self.device, handle: raw as usize, name: activity::interned(name) })
    }

    /// Whether a reset of a device's context has taken the module with it.
    pub fn is_lost(&self) -> bool {
        self.made_at != resets(self.device)
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        if !self.is_lost() && bind(self.device).is_ok() {
            // SAFETY: loaded by us, unloaded once.
            let _ = unsafe { result::module::unload(self.handle as sys::CUmodule) };
        }
    }
}

impl Function {
    pub fn device(&self) -> usize {
        self.device
    }
    /// The name it was looked up by.
    pub fn name(&self) -> &'static str {
        self.name
    }
    pub fn raw(&self) -> sys::CUfunction {
        self.handle as sys::CUfunction
    }
}

/// Queues a kernel on a stream: `grid` blocks of `block` threads with `shared` bytes of dynamic shared memory each.
/// `arguments` point to the values, which are copied before the call returns.
///
/// # Safety
/// The arguments must be of the kernel's parameters' number and types, and the memory they point to valid until the
/// stream has run the kernel.
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
