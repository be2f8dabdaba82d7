//! Recovery after a fault: rebuilds a context that refuses all work, and restores tensors if the host knows how they were made.

use super::launch::{self, Launch};
pub use super::lost::{check_lost, check_operands, is_whole, note_origin, renew};
use super::user;
use tensorcell_device::allocator::Live;
use tensorcell_device::{Device, DeviceError, driver};
use tensorcell_tensor::storage;

/// The outcome of a device's recovery.
#[derive(Debug)]
pub struct Recovery {
    pub device: usize,
    /// Findings about the user's kernels.
    pub findings: Vec<user::Finding>,
    /// Kernels launched since the device was last known to be healthy, oldest first.
    pub launches: Vec<Launch>,
    pub restored: usize,
    /// Tensors that could not be restored, largest first.
    pub lost: Vec<Live>,
    /// The error, if the context could not be rebuilt.
    pub failed: Option<DeviceError>,
}

/// Rebuilds the context of every device that a fault made unusable.
pub fn recover() -> Vec<Recovery> {
    let faulty = |device: &usize| {
        driver::is_active(*device)
            && matches!(driver::synchronize(*device), Err(DeviceError::Cuda { sticky: true, .. }))
    };
    (0..driver::device_count()).filter(faulty).map(rebuild).collect()
}

fn rebuild(device: usize) -> Recovery {
    let findings = user::findings(device);
    let mut recovery =
        Recovery { device, findings, launches: launch::recent(device), restored: 0, lost: Vec::new(), failed: None };
    if let Err(error) = driver::reset(device) {
        recovery.failed = Some(error);
        return recovery;
    }
    for storage in storage::live(Device::Cuda(device)) {
        match storage.restore() {
            true => recovery.restored += 1,
            false => {
                recovery.lost.push(Live { number: storage.number(), bytes: storage.bytes(), place: storage.place() })
            }
        }
    }
    recovery.lost.sort_by_key(|live| std::cmp::Reverse(live.bytes));
    recovery
}
