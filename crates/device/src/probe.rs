//! Finds out which CUDA parts are installed, for `tensorcell doctor` and messages. Never fails, never panics.

use super::driver::{self, Properties};
use super::{compile, libraries};

/// The findings.
#[derive(Debug, Clone)]
pub struct Probe {
    /// The driver's CUDA version.
    pub driver: Option<(u32, u32)>,
    pub devices: Vec<Properties>,
    /// NVRTC's version.
    pub nvrtc: Option<(u32, u32)>,
    pub cublaslt: bool,
    /// cuDNN's name, or its path among pip's packages.
    pub cudnn: Option<String>,
    /// Whether all of it is emulated.
    pub emulated: bool,
}

/// Looks for everything.
pub fn probe() -> Probe {
    let loaded = libraries::load();
    Probe {
        driver: driver::version(),
        devices: (0..driver::device_count()).filter_map(|index| driver::properties(index).ok().cloned()).collect(),
        nvrtc: compile::version(),
        cublaslt: loaded.cublaslt,
        cudnn: libraries::find_cudnn(),
        emulated: loaded.emulated,
    }
}
