//! Memory, streams, events and graphs: everything that touches a processor's or a GPU's resources.
//!
//! The lowest crate. It knows bytes, not tensors.

pub mod activity;
pub mod allocator;
pub mod awaited;
pub mod blas;
pub mod capture;
mod child;
pub mod clock;
pub mod compile;
pub mod cudnn;
pub mod deferred_hook;
pub mod driver;
pub mod event;
mod executor;
pub mod graph;
pub mod host_work;
mod interrupt;
pub mod ipc;
pub mod libraries;
pub mod module;
pub mod nvml;
pub mod nvtx;
pub mod pinned;
mod place;
pub mod probe;
pub mod processors;
pub mod remote;
pub mod shared;
pub mod stream;
pub mod threads;
pub mod user;
mod wait;
pub mod worker;

use std::fmt;

/// Where a tensor lives. Text forms are PyTorch's: `cpu`, `cuda:0`, `meta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Device {
    Cpu,
    Cuda(usize),
    /// No device: its tensors have a shape and a dtype, but no data.
    Meta,
}

impl Device {
    pub fn is_cuda(self) -> bool {
        matches!(self, Device::Cuda(_))
    }
    pub fn is_meta(self) -> bool {
        self == Device::Meta
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Device::Cpu => f.write_str("cpu"),
            Device::Cuda(index) => write!(f, "cuda:{index}"),
            Device::Meta => f.write_str("meta"),
        }
    }
}

/// What can go wrong on a device.
#[derive(Debug, Clone, thiserror::Error)]
pub enum DeviceError {
    /// PyTorch's complete out-of-memory message.
    #[error("{message}")]
    OutOfMemory { device: Device, requested: usize, message: String },
    /// No CUDA driver, no such device and similar, in PyTorch's words.
    #[error("{0}")]
    Unavailable(String),
    /// An invalid setting, in PyTorch's words.
    #[error("{0}")]
    Setting(String),
    /// An error of the CUDA driver: its name, its text and what was being done.
    #[error("CUDA error: {text} ({name}, while {doing})")]
    Cuda { name: String, text: String, doing: String, sticky: bool },
    /// An interrupt ended the wait for a user's kernel: what happened to it.
    #[error("{0}")]
    Interrupted(String),
    /// A user's kernel does not end, and an interrupt ended the wait for it.
    #[error("{0}")]
    Busy(String),
    /// A kernel that did not compile, with the compiler's log.
    #[error("{name} did not compile:\n{log}")]
    Compile { name: String, log: String },
}

pub type Result<T> = std::result::Result<T, DeviceError>;
