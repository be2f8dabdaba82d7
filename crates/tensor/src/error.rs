//! Operations that cannot be done.

use super::tape::Site;
use super::{Device, Tensor};
use tensorcell_device::DeviceError;
use tensorcell_device::allocator::Place;

/// An operation that cannot be done: PyTorch's sentence, its exception class, and the operands to point at.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub struct TensorError {
    pub kind: ErrorKind,
    pub message: String,
    /// Operands to mark.
    pub labels: Vec<Label>,
    /// Where the kernel was launched that found the error, if it was found later.
    pub launched: Option<Place>,
    /// In backward: the recorded operation whose gradient it was, where it ran and what it is called.
    pub origin: Option<Box<(Site, String)>>,
    /// Of a kernel of the user's.
    pub kernel: Option<Box<KernelTrouble>>,
}

/// What more is known of a kernel of the user's that failed.
#[derive(Debug, Clone, Default)]
pub struct KernelTrouble {
    /// Places in the program that the error is about, each with what to say there.
    pub places: Vec<(Site, String)>,
    /// What to do about it.
    pub help: Option<String>,
    /// What it printed before, and what its asserts said.
    pub printed: (String, String),
}

/// An operand to point at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Its position in the operation.
    pub operand: usize,
    /// The address of its storage: by it the caller finds which of its own operands this was.
    pub storage: usize,
    /// What to say under it: shape, dtype, device.
    pub text: String,
}

impl Label {
    pub fn new(operand: usize, tensor: &Tensor) -> Label {
        let text = format!("shape {:?}, {}, {}", tensor.shape(), tensor.dtype().name(), tensor.device());
        Label { operand, storage: std::sync::Arc::as_ptr(&tensor.storage()) as usize, text }
    }
}

/// Which Python exception a tensor error becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    Runtime,
    Type,
    Value,
    Index,
    NotImplemented,
    /// `torch.linalg.LinAlgError`
    LinAlg,
    /// A CUDA device had no memory left for so many bytes.
    OutOfMemory(usize, usize),
    /// `torch.AcceleratorError`: the driver refused.
    Accelerator,
    /// As `Accelerator`, and the device's context refuses all further work.
    Fault,
    /// An interrupt came while a kernel was waited for.
    Interrupted,
}

impl TensorError {
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> TensorError {
        TensorError { kind, message: message.into(), labels: Vec::new(), launched: None, origin: None, kernel: None }
    }
    pub fn runtime(message: impl Into<String>) -> TensorError {
        TensorError::new(ErrorKind::Runtime, message)
    }
    /// Marks an operand with its shape, dtype and device.
    pub fn mark(mut self, operand: usize, tensor: &Tensor) -> TensorError {
        self.labels.push(Label::new(operand, tensor));
        self
    }
}

impl From<DeviceError> for TensorError {
    fn from(error: DeviceError) -> Self {
        let kind = match error {
            DeviceError::OutOfMemory { device: Device::Cuda(index), requested, .. } => {
                ErrorKind::OutOfMemory(index, requested)
            }
            DeviceError::Cuda { sticky: true, .. } => ErrorKind::Fault,
            DeviceError::Cuda { .. } => ErrorKind::Accelerator,
            DeviceError::Interrupted(_) => ErrorKind::Interrupted,
            DeviceError::Setting(_) => ErrorKind::Value,
            _ => ErrorKind::Runtime,
        };
        TensorError::new(kind, error.to_string())
    }
}

pub type Result<T> = std::result::Result<T, TensorError>;
