//! The defaults of new tensors: `torch.set_default_dtype`, `torch.set_default_device`, `torch.set_default_tensor_type`
//! and `with torch.device(...)`.

use std::cell::Cell;
use tensorcell_tensor::{DType, Device};

thread_local! {
    static DEVICE: Cell<Device> = const { Cell::new(Device::Cpu) };
    static TYPE_IS_CUDA: Cell<bool> = const { Cell::new(false) };
}

/// Exchanges the default device when another thread of the program runs.
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

/// Returns whether the default tensor type is a CUDA type: such tensors print without their device. A default device
/// alone does not change this.
pub fn type_is_cuda() -> bool {
    TYPE_IS_CUDA.get()
}
pub fn set_tensor_type(dtype: DType, device: Device) {
    set_dtype(dtype);
    set_device(device);
    TYPE_IS_CUDA.set(device.is_cuda());
}
