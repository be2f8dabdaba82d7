//! Out-of-bounds indices: a kernel records the first one in pinned memory. The host reads it when it next waits for the device or starts
//! another operation.

use super::launch::launch;
use super::parameters::{Assert, Fault, Spin};
use parking_lot::Mutex;
use std::collections::HashMap;
use tensorcell_device::allocator::{self, Place};
use tensorcell_device::driver;
use tensorcell_device::pinned::Pinned;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Device, ErrorKind, Tensor, TensorError};

/// The current place in the program, in the form passed to kernels.
pub fn here() -> [u32; 2] {
    allocator::place().map_or([u32::MAX, 0], |place| [place.source, place.offset])
}

/// A device's fault record, and the number of resets when it was created: a reset also frees pinned memory.
struct Note {
    memory: Pinned,
    made_at: u64,
}

static NOTES: Mutex<Option<HashMap<usize, Note>>> = Mutex::new(None);

/// The address where this device's kernels record an out-of-bounds index.
pub fn address(device: usize) -> Result<u64> {
    let mut notes = NOTES.lock();
    let notes = notes.get_or_insert_default();
    if let Some(note) = notes.get(&device)
        && note.made_at == driver::resets(device)
    {
        return Ok(note.memory.address());
    }
    let memory = Pinned::allocate(size_of::<Fault>())?;
    let address = memory.address();
    // SAFETY: fresh memory of this size, which no kernel uses yet.
    unsafe { (address as *mut Fault).write(Fault { raised: 0, dim: 0, index: 0, size: 0, place: [0; 2] }) };
    notes.insert(device, Note { memory, made_at: driver::resets(device) });
    Ok(address)
}

/// Returns the error of an out-of-bounds index once, if a finished kernel recorded one.
pub fn check(device: usize) -> Result<()> {
    if recorded_fault(device, false).is_none() {
        return Ok(());
    }
    // The other fields may not be written yet. Waits without the lock and without flushing deferred operations, because each launch calls
    // this function.
    driver::wait_for_queued(device)?;
    let Some(Fault { dim, index, size, place, .. }) = recorded_fault(device, true) else {
        return Ok(());
    };
    let message = format!("index {index} is out of bounds for dimension {dim} with size {size}");
    let [source, offset] = place;
    Err(TensorError { launched: Some(Place { source, offset }), ..TensorError::new(ErrorKind::Index, message) })
}

/// The fault that kernels of a device recorded, if any. `take` removes the record.
fn recorded_fault(device: usize, take: bool) -> Option<Fault> {
    let notes = NOTES.lock();
    let note = notes.as_ref()?.get(&device).filter(|note| note.made_at == driver::resets(device))?;
    let fault = note.memory.address() as *mut Fault;
    // SAFETY: the memory contains a `Fault`, and lives while the lock is held; volatile, because kernels write it.
    unsafe {
        let raised = &raw mut (*fault).raised;
        if raised.read_volatile() == 0 {
            return None;
        }
        let found = fault.read_volatile();
        if take {
            raised.write_volatile(0);
        }
        Some(found)
    }
}

/// Keeps the device's current stream busy for a number of clock cycles.
pub fn spin(device: Device, cycles: i64) -> Result<()> {
    launch(device, "spin", 1, 1, &Spin { cycles })
}

/// Lets the device check that a one-element tensor is not zero. A failure is a device fault and is reported later.
pub fn assert_async(tensor: &Tensor) -> Result<()> {
    let s = Assert { input: tensor.address(), bytes: tensor.dtype().size() as u64 };
    launch(tensor.device(), "assert_async", 1, 1, &s)
}
