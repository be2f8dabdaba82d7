//! Layouts in the form that kernels read: one index space for several operands. Mirrors `kernels/layout.cuh`.

pub use super::parameters::{MAX_DIMS, MAX_OPERANDS, Strided};
use bytemuck::Zeroable;
use smallvec::SmallVec;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Layout, Tensor, TensorError};

pub type Strides = SmallVec<[isize; 6]>;

/// Sizes and strides after merging dimensions.
type Merged<const OPERANDS: usize> = (SmallVec<[usize; 8]>, SmallVec<[[isize; OPERANDS]; 8]>);

/// The index space `shape` over operands with these strides. Drops dimensions of size 1 and merges adjacent ones if the strides of all
/// operands allow it. The row-major order of elements is unchanged.
pub fn merged<const OPERANDS: usize>(shape: &[usize], operands: &[&[isize]]) -> Merged<OPERANDS> {
    let mut merged: SmallVec<[usize; 8]> = SmallVec::new();
    let mut strides: SmallVec<[[isize; OPERANDS]; 8]> = SmallVec::new();
    for (dim, &size) in shape.iter().enumerate().filter(|&(_, &size)| size != 1) {
        let mut here = [0; OPERANDS];
        for (stride, operand) in here.iter_mut().zip(operands) {
            *stride = operand[dim];
        }
        if let (Some(last_size), Some(last)) = (merged.last_mut(), strides.last_mut())
            && (0..OPERANDS).all(|i| last[i] == here[i] * size as isize)
        {
            *last_size *= size;
            *last = here;
        } else {
            merged.push(size);
            strides.push(here);
        }
    }
    (merged, strides)
}

impl Strided {
    /// The index space `shape` over operands with these strides, with as few dimensions as possible (`merged`).
    pub fn new(shape: &[usize], operands: &[&[isize]]) -> Result<Strided> {
        let (merged, strides) = merged::<MAX_OPERANDS>(shape, operands);
        if merged.len() > MAX_DIMS {
            let message = format!(
                "a CUDA kernel supports at most {MAX_DIMS} dimensions, but this operation needs {}",
                merged.len()
            );
            return Err(TensorError::runtime(message));
        }
        let mut space = Strided { dims: merged.len() as i32, ..Zeroable::zeroed() };
        for (dim, (&size, strides)) in merged.iter().zip(&strides).enumerate() {
            space.sizes[dim] = size as u64;
            for (of_operand, &stride) in space.strides.iter_mut().zip(strides) {
                of_operand[dim] = stride as i64;
            }
        }
        Ok(space)
    }
}

impl Strided {
    /// Switches to larger elements, up to 16 bytes, if the operands' rows are contiguous, aligned and divisible. Returns their size,
    /// starting from `bytes`.
    pub fn widen(&mut self, addresses: &[u64], bytes: usize) -> usize {
        let operands = addresses.len();
        let Some(last) = (self.dims as usize).checked_sub(1) else {
            return bytes;
        };
        if self.strides[..operands].iter().any(|strides| strides[last] != 1) {
            return bytes;
        }
        let fits = |wide: &usize| {
            let many = wide / bytes;
            self.sizes[last].is_multiple_of(many as u64)
                && addresses.iter().all(|address| address.is_multiple_of(*wide as u64))
                && self.strides[..operands].iter().all(|strides| strides[..last].iter().all(|s| s % many as i64 == 0))
        };
        let Some(wide) = [16, 8, 4, 2].into_iter().filter(|wide| *wide > bytes).find(fits) else {
            return bytes;
        };
        let many = wide / bytes;
        self.sizes[last] /= many as u64;
        for strides in &mut self.strides[..operands] {
            strides[..last].iter_mut().for_each(|stride| *stride /= many as i64);
        }
        wide
    }
}

/// The strides of `tensor` broadcast to `shape`: 0 along missing dimensions and those of size 1.
pub fn broadcast(tensor: &Tensor, shape: &[usize]) -> Strides {
    let missing = shape.len() - tensor.dim();
    let mut strides: Strides = SmallVec::from_elem(0, shape.len());
    for (dim, (&size, &stride)) in tensor.shape().iter().zip(tensor.strides()).enumerate() {
        if size != 1 {
            strides[missing + dim] = stride;
        }
    }
    strides
}

/// The row-major strides of a shape.
pub fn contiguous(shape: &[usize]) -> Strides {
    Layout::contiguous(shape).strides().into()
}

/// `values` without the entries at `dims`.
pub fn without<T: Copy>(values: &[T], dims: &[usize]) -> SmallVec<[T; 6]>
where
    [T; 6]: smallvec::Array<Item = T>,
{
    (0..values.len()).filter(|dim| !dims.contains(dim)).map(|dim| values[dim]).collect()
}
