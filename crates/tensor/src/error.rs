//! Errors of tensor operations.

use super::tape::Site;
use super::{Device, Tensor};
use tensorcell_device::DeviceError;
use tensorcell_device::allocator::Place;

/// A failed operation: PyTorch's message, its exception class, and the operands to mark.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub struct TensorError {
    pub kind: ErrorKind,
    pub message: String,
    /// Operands to mark in the source.
    pub labels: Vec<Label>,
    /// For an asynchronous error, the place where the failed kernel was launched.
    pub launched: Option<Place>,
    /// In a backward pass, the place and the name of the recorded operation whose gradient failed.
    pub origin: Option<Box<(Site, String)>>,
    /// Details, if the failed kernel is the user's own.
    pub kernel: Option<Box<KernelTrouble>>,
}

/// Details about a failed user kernel.
#[derive(Debug, Clone, Default)]
pub struct KernelTrouble {
    /// Places in the program that the error concerns, each with the text to show there.
    pub places: Vec<(Site, String)>,
    /// A hint for fixing it.
    pub help: Option<String>,
    /// The kernel's printed output before the failure, and its assert messages.
    pub printed: (String, String),
}

/// An operand to mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The operand's position in the operation.
    pub operand: usize,
    /// The address of the operand's storage. The caller uses it to find its own operand.
    pub storage: usize,
    /// The text under the mark: shape, dtype, device.
    pub text: String,
}

impl Label {
    pub fn new(operand: usize, tensor: &Tensor) -> Label {
        let text = format!("shape {:?}, {}, {}", tensor.shape(), tensor.dtype().name(), tensor.device());
        Label { operand, storage: std::sync::Arc::as_ptr(&tensor.storage()) as usize, text }
    }
}

/// The Python exception that a tensor error becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    Runtime,
    Type,
    Value,
    Index,
    NotImplemented,
    /// `torch.linalg.LinAlgError`.
    LinAlg,
    /// A CUDA device (first field: its index) could not allocate this many bytes (second field).
    OutOfMemory(usize, usize),
    /// `torch.AcceleratorError`: a driver call failed.
    Accelerator,
    /// Like `Accelerator`, but the device's context refuses all further work.
    Fault,
    /// An interrupt arrived while waiting for a kernel.
    Interrupted,
}

impl TensorError {
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> TensorError {
        TensorError { kind, message: message.into(), labels: Vec::new(), launched: None, origin: None, kernel: None }
    }
    pub fn runtime(message: impl Into<String>) -> TensorError {
        TensorError::new(ErrorKind::Runtime, message)
    }
    /// For a shape that no tensor can have.
    pub fn too_large(shape: &[usize]) -> TensorError {
        TensorError::runtime(format!("Storage size calculation overflowed with sizes={shape:?}"))
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
