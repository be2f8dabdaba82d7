//! Elements to and from the host's own memory, as bytes: what reading a number, printing and `torch.tensor` need.

use crate::device::{Device, driver};
use crate::engine::{self, grad_mode};
use crate::tensor::op::Result;
use crate::tensor::{Arg, DType, Op, Tensor};

/// A tensor's elements in row-major order, native endian. Waits for the tensor's device.
pub fn to_bytes(tensor: &Tensor) -> Result<Vec<u8>> {
    let mut bytes = vec![0; tensor.numel() * tensor.dtype().size()];
    if bytes.is_empty() {
        return Ok(bytes);
    }
    let packed = if tensor.is_contiguous() {
        tensor.clone()
    } else {
        grad_mode::with(false, || engine::run(Op::Contiguous, &[Arg::Tensor(tensor)]))?
    };
    let to = (Device::Cpu, bytes.as_mut_ptr() as u64);
    // SAFETY: `bytes` is as long as the contiguous elements at the tensor's address.
    unsafe { driver::copy(to, (packed.device(), packed.address()), bytes.len(), false)? };
    engine::cuda::check_indices(packed.device())?;
    Ok(bytes)
}

/// A new contiguous tensor of these elements. `bytes` holds exactly as many as the shape asks for.
pub fn from_bytes(bytes: &[u8], shape: &[usize], dtype: DType, device: Device) -> Result<Tensor> {
    let tensor = Tensor::empty(shape, dtype, device)?;
    assert_eq!(bytes.len(), tensor.numel() * dtype.size(), "bytes for shape {shape:?}");
    if !bytes.is_empty() {
        let from = (Device::Cpu, bytes.as_ptr() as u64);
        // SAFETY: the tensor was allocated for this many bytes.
        unsafe { driver::copy((device, tensor.address()), from, bytes.len(), false)? };
    }
    Ok(tensor)
}

/// A contiguous copy on another device (or the same), off the tape.
pub fn transfer(tensor: &Tensor, device: Device, non_blocking: bool) -> Result<Tensor> {
    let out = Tensor::empty(tensor.shape(), tensor.dtype(), device)?;
    if out.numel() == 0 {
        return Ok(out);
    }
    let packed = match tensor.is_contiguous() {
        true => tensor.clone(),
        false => grad_mode::with(false, || engine::run(Op::Contiguous, &[Arg::Tensor(tensor)]))?,
    };
    let bytes = tensor.numel() * tensor.dtype().size();
    // SAFETY: both are contiguous and hold this many bytes.
    unsafe { driver::copy((device, out.address()), (packed.device(), packed.address()), bytes, non_blocking)? };
    engine::cuda::check_indices(packed.device())?;
    Ok(out)
}
