//! Resets a device.

use super::context::{bind, check, destroy};
use crate::{DeviceError, Result, allocator, stream};
use cudarc::driver::sys;

/// Destroys a device's primary context with all its memory, streams, events and modules, and creates a new one: the only
/// way out of a sticky error. Owners of such objects must drop them first.
pub fn reset(index: usize) -> Result<()> {
    let status = destroy(index)?;
    allocator::forget(index);
    check(status, || format!("resetting device {index}"))?;
    bind(index)?;
    stream::renew(index)?;
    probe(index)
}

/// Checks that the new context works: NVIDIA promises that for a new process only.
fn probe(index: usize) -> Result<()> {
    works().map_err(|error| {
        DeviceError::Unavailable(format!(
            "cuda:{index} does not work after its reset ({error}): restart the kernel, then `%restore` brings the session back"
        ))
    })
}

fn works() -> Result<()> {
    const BYTES: usize = 256;
    let (mut address, mut found) = (0, [0u8; BYTES]);
    let doing = || "testing the new context".to_owned();
    // SAFETY: the memory is as large as is filled and read, and freed once; the copy waits for the fill.
    unsafe {
        check(sys::cuMemAlloc_v2(&mut address, BYTES).result(), doing)?;
        let filled = sys::cuMemsetD8Async(address, 1, BYTES, std::ptr::null_mut()).result();
        let read = filled.and_then(|()| sys::cuMemcpyDtoH_v2(found.as_mut_ptr().cast(), address, BYTES).result());
        let freed = sys::cuMemFree_v2(address).result();
        check(read.and(freed), doing)?;
    }
    match found == [1; BYTES] {
        true => Ok(()),
        false => Err(DeviceError::Unavailable("its memory does not keep what is written".to_owned())),
    }
}
