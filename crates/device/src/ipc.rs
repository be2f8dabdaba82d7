//! Shares device memory with another process (CUDA IPC).

use cudarc::driver::sys;

use super::{Result, driver};

/// An allocation's handle, and the address's offset in it.
#[derive(Debug, Clone, Copy)]
pub struct Shared {
    pub handle: [u8; 64],
    pub offset: u64,
}

/// Shares the allocation that contains a device address. The other process must close the handle before the memory is
/// freed.
///
/// # Errors
/// The driver's: expandable segments cannot be shared this way.
pub fn share(device: usize, address: u64) -> Result<Shared> {
    driver::bind(device)?;
    let (mut base, mut bytes) = (0, 0);
    // SAFETY: both have room for what the driver fills in.
    let status = unsafe { sys::cuMemGetAddressRange_v2(&mut base, &mut bytes, address) };
    driver::check(status.result(), || format!("finding the allocation of an address of cuda:{device}"))?;
    let mut handle = sys::CUipcMemHandle { reserved: [0; 64] };
    // SAFETY: the handle has room; the address begins an allocation.
    let status = unsafe { sys::cuIpcGetMemHandle(&mut handle, base) };
    driver::check(status.result(), || format!("sharing memory of cuda:{device} with another process"))?;
    Ok(Shared { handle: handle.reserved.map(|byte| byte as u8), offset: address - base })
}
