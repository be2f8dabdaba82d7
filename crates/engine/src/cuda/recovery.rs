//! After a fault: a context that refuses all work is rebuilt, and tensors come back where the host knows how they were
//! made.

use super::launch::{self, Launch};
use super::user;
use std::sync::Arc;
use tensorcell_device::allocator::Live;
use tensorcell_device::{Device, DeviceError, driver, graph};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, Dims, Layout, Op, Storage, Tensor, TensorError, storage};

/// What became of a device.
#[derive(Debug)]
pub struct Recovery {
    pub device: usize,
    /// What is known of the users' kernels' doing.
    pub findings: Vec<user::Finding>,
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

/// An error if a fault took the tensor's memory.
pub fn check_lost(tensor: &Tensor) -> Result<()> {
    if !driver::was_any_reset() || !tensor.device().is_cuda() || !tensor.storage().is_lost() {
        return Ok(());
    }
    let message = format!(
        "this tensor was lost when the context of {} was rebuilt after a fault: make it again",
        tensor.device()
    );
    Err(TensorError::runtime(message).mark(0, tensor))
}

/// As `check_lost` for what an operation reads and writes. A lost tensor that is written as a whole gets memory again.
pub fn check_operands(op: &Op, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    if !driver::was_any_reset() {
        return Ok(());
    }
    inputs.iter().filter_map(|input| input.tensor()).try_for_each(check_lost)?;
    let overwrites = matches!(op, Op::Fill { .. } | Op::Contiguous | Op::Cast(_) | Op::Random { .. });
    for output in outputs {
        if overwrites {
            renew(output)?;
        }
        check_lost(output)?;
    }
    Ok(())
}

/// Gives a lost tensor memory again if it is all that lies there: it is about to be written.
pub fn renew(tensor: &Tensor) -> Result<()> {
    let storage = tensor.storage();
    if storage.is_lost() && is_whole(tensor) {
        storage.renew()?;
    }
    Ok(())
}

/// Whether a tensor is its storage, plainly.
pub fn is_whole(tensor: &Tensor) -> bool {
    let bytes = tensor.numel() * tensor.dtype().size();
    tensor.layout().offset() == 0 && tensor.is_contiguous() && bytes == tensor.storage().bytes()
}

/// Notes that an operation without operands wrote a whole tensor: after a fault it runs again.
pub fn note_origin(output: &Tensor, again: impl Fn(&Tensor) -> Result<()> + Send + 'static) {
    if !is_whole(output) || graph::is_capturing(launch::device_index(output.device())) {
        return;
    }
    let (shape, dtype) = (Dims::from(output.shape()), output.dtype());
    output.storage().set_origin(Box::new(move |storage: &Arc<Storage>| {
        again(&Tensor::new(storage.clone(), Layout::contiguous(&shape), dtype)).is_ok()
    }));
}
