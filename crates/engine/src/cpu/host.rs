//! Copies elements between tensors and host memory as bytes, for reading a number, printing and `torch.tensor`.

use crate::cuda::recovery;
use crate::{grad_mode, refusals};
use std::io::Read;
use tensorcell_device::{Device, allocator, driver};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, DType, Op, Tensor, storage};

/// A tensor's elements as bytes in row-major order, native endian. Waits for the tensor's device.
pub fn to_bytes(tensor: &Tensor) -> Result<Vec<u8>> {
    refusals::check_data(tensor)?;
    let length = tensor.numel().saturating_mul(tensor.dtype().size());
    allocator::ask_host(length)?;
    let mut bytes = vec![0; length];
    if bytes.is_empty() {
        return Ok(bytes);
    }
    recovery::check_lost(tensor)?;
    let packed = if tensor.is_contiguous() {
        tensor.clone()
    } else {
        grad_mode::with(false, || crate::run(Op::Contiguous, &[Arg::Tensor(tensor)]))?
    };
    let to = (Device::Cpu, bytes.as_mut_ptr() as u64);
    // SAFETY: `bytes` is as long as the contiguous elements at the tensor's address.
    unsafe { driver::copy(to, (packed.device(), packed.address()), bytes.len(), false)? };
    crate::cuda::check_indices(packed.device())?;
    Ok(bytes)
}

/// Passes a tensor's elements, in the format of `to_bytes`, to `read`. Avoids a copy if they are in host memory and in order.
pub fn read_bytes<T>(tensor: &Tensor, read: impl FnOnce(&[u8]) -> T) -> Result<T> {
    refusals::check_data(tensor)?;
    let bytes = tensor.numel().saturating_mul(tensor.dtype().size());
    if bytes == 0 || tensor.device() != Device::Cpu || !tensor.is_contiguous() {
        return Ok(read(&to_bytes(tensor)?));
    }
    // SAFETY: the tensor holds these bytes and is alive; only the current thread could write them.
    Ok(read(unsafe { std::slice::from_raw_parts(tensor.address() as *const u8, bytes) }))
}

/// A new contiguous tensor of these elements. `bytes` must match the shape exactly.
pub fn from_bytes(bytes: &[u8], shape: &[usize], dtype: DType, device: Device) -> Result<Tensor> {
    let tensor = Tensor::empty(shape, dtype, device)?;
    assert_eq!(bytes.len(), tensor.numel() * dtype.size(), "bytes for shape {shape:?}");
    if !bytes.is_empty() {
        let from = (Device::Cpu, bytes.as_ptr() as u64);
        // SAFETY: the tensor was allocated for this many bytes.
        unsafe { driver::copy((device, tensor.address()), from, bytes.len(), false)? };
        if device.is_cuda() && bytes.len() <= REMEMBERED {
            tensor.storage().set_origin(storage::bytes(bytes));
        }
    }
    Ok(tensor)
}

/// A new 1-D CPU tensor with bytes from a stream. The inner error is the stream's.
pub fn from_reader(input: &mut dyn Read, bytes: usize, dtype: DType) -> Result<std::io::Result<Tensor>> {
    let tensor = Tensor::empty(&[bytes / dtype.size()], dtype, Device::Cpu)?;
    let mut block = vec![0; bytes.min(1 << 18)];
    let mut done = 0;
    while done < bytes {
        let part = (bytes - done).min(block.len());
        if let Err(error) = input.read_exact(&mut block[..part]) {
            return Ok(Err(error));
        }
        let to = (Device::Cpu, tensor.address() + done as u64);
        // SAFETY: the tensor was allocated for `bytes` bytes.
        unsafe { driver::copy(to, (Device::Cpu, block.as_ptr() as u64), part, false)? };
        done += part;
    }
    Ok(Ok(tensor))
}

/// A contiguous copy on another device (or the same), without history. A non-blocking copy to the host uses page-locked memory.
pub fn transfer(tensor: &Tensor, device: Device, non_blocking: bool) -> Result<Tensor> {
    let out = match device {
        Device::Cpu if non_blocking && tensor.device().is_cuda() => {
            Tensor::empty_pinned(tensor.shape(), tensor.dtype())?
        }
        _ => Tensor::empty(tensor.shape(), tensor.dtype(), device)?,
    };
    copy_bytes(tensor, &out, non_blocking)?;
    note_source(tensor, &out);
    Ok(out)
}

/// Records the source of a copy from the host. After a device fault, the copy can be restored if the source is unchanged
/// (`Storage::set_source`).
fn note_source(from: &Tensor, to: &Tensor) {
    if to.device().is_cuda() && from.device() == Device::Cpu && from.is_contiguous() && recovery::is_whole(to) {
        let offset = from.layout().offset() * from.dtype().size();
        to.storage().set_source(&from.storage(), offset);
    }
}

/// Constants up to this many bytes are kept, to restore them after a device fault.
const REMEMBERED: usize = 4096;

/// A contiguous copy in page-locked memory, without history.
pub fn pin(tensor: &Tensor) -> Result<Tensor> {
    let out = Tensor::empty_pinned(tensor.shape(), tensor.dtype())?;
    copy_bytes(tensor, &out, false)?;
    Ok(out)
}

/// Copies directly between devices if both tensors are contiguous, have the same dtype and shape, and need no gradient. Returns
/// false otherwise.
pub fn copy_across(from: &Tensor, to: &Tensor, non_blocking: bool) -> Result<bool> {
    let plain = from.device() != to.device()
        && !from.is_sparse()
        && !to.is_sparse()
        && !from.is_batched()
        && !to.is_batched()
        && (from.dtype(), from.shape()) == (to.dtype(), to.shape())
        && to.is_contiguous()
        && !(from.requires_grad() || to.requires_grad());
    if plain {
        copy_bytes(from, to, non_blocking)?;
        to.bump_version();
        note_source(from, to);
    }
    Ok(plain)
}

/// Writes a tensor's elements in row-major order into a contiguous tensor of the same shape and dtype.
fn copy_bytes(tensor: &Tensor, out: &Tensor, non_blocking: bool) -> Result<()> {
    refusals::check_read(out)?;
    if out.device().is_meta() {
        return Ok(());
    }
    refusals::check_data(tensor)?;
    recovery::check_lost(tensor)?;
    recovery::renew(out)?;
    if out.numel() == 0 {
        return Ok(());
    }
    let packed = match tensor.is_contiguous() {
        true => tensor.clone(),
        false => grad_mode::with(false, || crate::run(Op::Contiguous, &[Arg::Tensor(tensor)]))?,
    };
    let bytes = tensor.numel() * tensor.dtype().size();
    // SAFETY: both are contiguous and hold this many bytes.
    unsafe { driver::copy((out.device(), out.address()), (packed.device(), packed.address()), bytes, non_blocking)? };
    crate::cuda::check_indices(packed.device())
}
