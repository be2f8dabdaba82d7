//! `torch.set_default_dtype`, `torch.set_default_device` and `with torch.device(...)`: what a new tensor is unless told.

use crate::tensor::{DType, Device};
use std::cell::Cell;

thread_local! {
    static DEVICE: Cell<Device> = const { Cell::new(Device::Cpu) };
}

pub fn dtype() -> DType {
    crate::tensor::dtype::default_float()
}
pub fn set_dtype(dtype: DType) {
    crate::tensor::dtype::set_default_float(dtype);
}
pub fn device() -> Device {
    DEVICE.get()
}
pub fn set_device(device: Device) {
    DEVICE.set(device);
}
