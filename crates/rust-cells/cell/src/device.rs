//! Tensors on CUDA devices: opens their memory in this process, and returns the address for CUDA's libraries.

use crate::array::{Element, check_dtype};
use crate::driver::{IpcHandle, check, synchronize, within};
use crate::link::Hold;
use crate::value::{FromNotebook, IntoNotebook, description};
use crate::wire::{Data, Tensor, Want};
use crate::{Error, Result};
use std::collections::HashMap;
use std::ffi::c_uint;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, Weak};

/// Allocations by device and handle.
type Opened = HashMap<(i32, Vec<u8>), Weak<Allocation>>;
static OPEN: Mutex<Option<Opened>> = Mutex::new(None);

/// An allocation of the kernel, opened in this process.
#[derive(Debug)]
struct Allocation {
    device: i32,
    address: u64,
}

impl Drop for Allocation {
    fn drop(&mut self) {
        let _ = within(self.device, |driver| {
            // SAFETY: a context is current; the address was opened once and is no longer used.
            unsafe {
                (driver.synchronize)();
                check((driver.close)(self.address), "closing shared device memory")
            }
        });
    }
}

fn open(device: i32, handle: &[u8]) -> Result<Arc<Allocation>> {
    let mut all = OPEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let all = all.get_or_insert_default();
    let key = (device, handle.to_vec());
    if let Some(allocation) = all.get(&key).and_then(Weak::upgrade) {
        return Ok(allocation);
    }
    let bytes: [u8; 64] =
        handle.try_into().map_err(|_| Error("the notebook gave no handle of its device memory".to_owned()))?;
    const LAZY_PEER_ACCESS: c_uint = 1;
    let address = within(device, |driver| {
        let mut address = 0;
        // SAFETY: `address` is a valid destination; the handle came from the driver.
        check(
            unsafe { (driver.open)(&mut address, IpcHandle(bytes), LAZY_PEER_ACCESS) },
            "opening shared device memory",
        )?;
        Ok(address)
    })?;
    let allocation = Arc::new(Allocation { device, address });
    all.retain(|_, allocation| allocation.strong_count() > 0);
    all.insert(key, Arc::downgrade(&allocation));
    Ok(allocation)
}

/// A tensor on a CUDA device, for kernels that this process launches, read-only.
#[derive(Debug)]
pub struct DeviceView<T: Element>(Region, PhantomData<T>);

/// The same, writable.
#[derive(Debug)]
pub struct DeviceViewMut<T: Element>(Region, PhantomData<T>);

#[derive(Debug)]
struct Region {
    hold: Hold,
    _allocation: Option<Arc<Allocation>>,
    device: usize,
    pointer: u64,
    shape: Vec<usize>,
    strides: Vec<usize>,
}

fn region<T: Element>(data: Data, name: &str, asked: &str) -> Result<Region> {
    let tensor: Tensor = match data {
        Data::Tensor(tensor) => tensor,
        other => return Err(Error(format!("{name} is {}, not a tensor", description(&other)))),
    };
    let hold = Hold(tensor.hold);
    check_dtype::<T>(&tensor, name, asked)?;
    let allocation = match tensor.ipc.is_empty() {
        true => None,
        false => Some(open(tensor.device, &tensor.ipc)?),
    };
    Ok(Region {
        hold,
        device: tensor.device as usize,
        pointer: allocation.as_ref().map_or(0, |allocation| allocation.address + tensor.offset),
        _allocation: allocation,
        shape: tensor.shape.iter().map(|size| *size as usize).collect(),
        strides: tensor.strides.iter().map(|stride| *stride as usize).collect(),
    })
}

macro_rules! device_views {
    ($($name:ident $want:ident $asked:literal),+) => {$(
        impl<T: Element> $name<T> {
            /// The address of the first element, a `CUdeviceptr`: pass it to cudarc's launches as `.arg(&pointer)` for
            /// a `T*`, or to `CudaStream::upgrade_device_ptr` as the start of a slice.
            pub fn pointer(&self) -> u64 {
                self.0.pointer
            }
            /// The device's index, as in `CudaContext::new`.
            pub fn device(&self) -> usize {
                self.0.device
            }
            pub fn shape(&self) -> &[usize] {
                &self.0.shape
            }
            /// In elements.
            pub fn strides(&self) -> &[usize] {
                &self.0.strides
            }
            /// The number of elements.
            pub fn len(&self) -> usize {
                self.0.shape.iter().product()
            }
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }
            /// Whether the elements are in row-major order without gaps.
            pub fn is_contiguous(&self) -> bool {
                let mut expected = 1;
                self.0.shape.iter().zip(&self.0.strides).rev().all(|(size, stride)| {
                    let fits = *size == 1 || *stride == expected;
                    expected *= size;
                    fits
                }) || self.is_empty()
            }
        }
        impl<T: Element> FromNotebook for $name<T> {
            const WANT: Want = Want::$want;
            fn from_notebook(data: Data, name: &str) -> Result<$name<T>> {
                region::<T>(data, name, $asked).map(|region| $name(region, PhantomData))
            }
        }
        impl<T: Element> IntoNotebook for $name<T> {
            fn into_notebook(self) -> Result<Data> {
                synchronize();
                Ok(self.0.hold.give())
            }
        }
        impl<T: Element> IntoNotebook for &$name<T> {
            fn into_notebook(self) -> Result<Data> {
                synchronize();
                Ok(self.0.hold.show())
            }
        }
    )+};
}
device_views!(DeviceView Device "DeviceView", DeviceViewMut DeviceMut "DeviceViewMut");
