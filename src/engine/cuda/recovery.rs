//! After a fault: a context that refuses all work is rebuilt, and tensors come back where the host knows how they were
//! made.

use super::launch::{self, Launch};
use crate::device::allocator::Live;
use crate::device::{Device, DeviceError, driver};
use crate::tensor::op::Result;
use crate::tensor::{Tensor, TensorError, storage};

/// What became of a device.
#[derive(Debug)]
pub struct Recovery {
    pub device: usize,
    /// Kernels launched since the device was last known to be well, oldest first.
    pub launches: Vec<Launch>,
    pub restored: usize,
    /// Those that could not be, largest first.
    pub lost: Vec<Live>,
    /// Why the context could not be rebuilt, if so.
    pub failed: Option<DeviceError>,
}

/// Rebuilds every device's context that a fault has spoilt.
pub fn recover() -> Vec<Recovery> {
    let faulty = |device: &usize| {
        driver::is_active(*device)
            && matches!(driver::synchronize(*device), Err(DeviceError::Cuda { sticky: true, .. }))
    };
    (0..driver::device_count()).filter(faulty).map(rebuild).collect()
}

fn rebuild(device: usize) -> Recovery {
    let mut recovery =
        Recovery { device, launches: launch::recent(device), restored: 0, lost: Vec::new(), failed: None };
    if let Err(error) = driver::reset(device) {
        recovery.failed = Some(error);
        return recovery;
    }
    for storage in storage::live(Device::Cuda(device)) {
        match storage.restore() {
            true => recovery.restored += 1,
            false => recovery.lost.push(Live { bytes: storage.bytes(), place: storage.place() }),
        }
    }
    recovery.lost.sort_by_key(|live| std::cmp::Reverse(live.bytes));
    recovery
}

/// An error if a fault took the tensor's memory.
pub fn check_lost(tensor: &Tensor) -> Result<()> {
    let storage = tensor.storage();
    if !tensor.device().is_cuda() || !storage.is_lost() {
        return Ok(());
    }
    let message = format!(
        "this tensor was lost when the context of {} was rebuilt after a fault: make it again",
        tensor.device()
    );
    Err(TensorError::runtime(message).mark(0, tensor))
}
