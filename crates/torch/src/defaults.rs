//! `torch.set_default_dtype`, `torch.set_default_device`, `torch.set_default_tensor_type` and `with torch.device(...)`:
//! what a new tensor is unless told.

use std::cell::Cell;
use tensorcell_tensor::{DType, Device};

thread_local! {
    static DEVICE: Cell<Device> = const { Cell::new(Device::Cpu) };
    static TYPE_IS_CUDA: Cell<bool> = const { Cell::new(false) };
}

/// Another thread of the program runs: its default device for that of the one that ran.
pub fn exchange_device(device: Device) -> Device {
    DEVICE.replace(device)
}
pub fn dtype() -> DType {
    tensorcell_tensor::dtype::default_float()
}
pub fn set_dtype(dtype: DType) {
    tensorcell_tensor::dtype::set_default_float(dtype);
}
pub fn device() -> Device {
    DEVICE.get()
}
pub fn set_device(device: Device) {
    DEVICE.set(device);
}

/// Whether the default tensor type is a CUDA one: tensors of the default type's kind of device print without it.
/// A default device alone leaves that as it is.
pub fn type_is_cuda() -> bool {
    TYPE_IS_CUDA.get()
}
pub fn set_tensor_type(dtype: DType, device: Device) {
    set_dtype(dtype);
    set_device(device);
    TYPE_IS_CUDA.set(device.is_cuda());
}
