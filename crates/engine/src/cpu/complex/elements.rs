//! Reads and writes the elements of real or complex tensors as complex numbers, in blocks.

use super::super::complex_number::Complex;
use super::super::walk::{Walk, pointer};
use tensorcell_tensor::Tensor;
use tensorcell_tensor::layout::{Dims, Strides};

/// A tensor's elements in row-major order of a shape that it broadcasts to.
pub struct Elements {
    /// Over the parts of complex numbers, or over real numbers.
    walk: Walk,
    complex: bool,
}

impl Elements {
    pub fn new(tensor: &Tensor, shape: &[usize]) -> Elements {
        Elements::over(tensor, shape, &tensor.layout().broadcast_strides(shape))
    }
    /// With explicit strides, in elements of the tensor.
    pub fn over(tensor: &Tensor, shape: &[usize], strides: &[isize]) -> Elements {
        let (address, dtype) = (pointer::<u8>(tensor) as usize, tensor.dtype());
        let complex = dtype.is_complex();
        let walk = match complex {
            true => {
                let sizes: Dims = shape.iter().copied().chain([2]).collect();
                let steps: Strides = strides.iter().map(|step| step * 2).chain([1]).collect();
                Walk::over(address, dtype.part(), &sizes, &steps)
            }
            false => Walk::over(address, dtype, shape, strides),
        };
        Elements { walk, complex }
    }
    /// Reads the elements from `start`.
    ///
    /// # Safety
    /// The tensor's memory is alive, and nothing writes these elements during the call.
    pub unsafe fn load(&self, start: usize, block: &mut [Complex]) {
        let n = block.len();
        // SAFETY: a complex number is two adjacent float64.
        let parts = unsafe { std::slice::from_raw_parts_mut(block.as_mut_ptr().cast::<f64>(), 2 * n) };
        // SAFETY: guaranteed by the caller.
        unsafe {
            match self.complex {
                true => self.walk.load(2 * start, parts),
                false => self.walk.load(start, &mut parts[..n]),
            }
        }
        if !self.complex {
            for i in (0..n).rev() {
                (parts[2 * i], parts[2 * i + 1]) = (parts[i], 0.0);
            }
        }
    }
    /// Writes the elements from `start`; to a real tensor, only the real parts.
    ///
    /// # Safety
    /// The tensor's memory is alive, and nothing else accesses these elements during the call.
    pub unsafe fn store(&self, start: usize, block: &[Complex]) {
        if self.complex {
            // SAFETY: a complex number is two adjacent float64; the caller guarantees the memory.
            unsafe {
                let parts = std::slice::from_raw_parts(block.as_ptr().cast::<f64>(), 2 * block.len());
                return self.walk.store(2 * start, parts);
            }
        }
        let real: Vec<f64> = block.iter().map(|x| x.re).collect();
        // SAFETY: guaranteed by the caller.
        unsafe { self.walk.store(start, &real) }
    }
}
