//! Shape, strides and offset of a tensor within its storage. All are counted in elements.

use super::error::{Result, TensorError};
use smallvec::SmallVec;

/// Sizes or dimension numbers. Up to four need no heap allocation.
pub type Dims = SmallVec<[usize; 4]>;
pub type Strides = SmallVec<[isize; 4]>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    shape: Dims,
    strides: Strides,
    offset: usize,
}

/// The number of elements of a shape. Saturates at `usize::MAX`, which no memory can hold.
pub fn numel_of(shape: &[usize]) -> usize {
    match shape.contains(&0) {
        true => 0,
        false => shape.iter().copied().fold(1, usize::saturating_mul),
    }
}

/// The strides of a row-major tensor.
pub fn contiguous_strides(shape: &[usize]) -> Strides {
    let mut strides: Strides = SmallVec::from_elem(1, shape.len());
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i].wrapping_mul(shape[i].max(1) as isize);
    }
    strides
}

impl Layout {
    /// A row-major layout with offset 0.
    pub fn contiguous(shape: &[usize]) -> Layout {
        Layout { shape: shape.into(), strides: contiguous_strides(shape), offset: 0 }
    }
    pub fn with_strides(shape: &[usize], strides: &[isize], offset: usize) -> Layout {
        Layout { shape: shape.into(), strides: strides.into(), offset }
    }
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }
    pub fn offset(&self) -> usize {
        self.offset
    }
    pub fn dim(&self) -> usize {
        self.shape.len()
    }
    pub fn numel(&self) -> usize {
        numel_of(&self.shape)
    }
    pub fn is_contiguous(&self) -> bool {
        let mut expected = 1isize;
        for (&size, &stride) in self.shape.iter().zip(&self.strides).rev() {
            if size != 1 && stride != expected {
                return self.numel() == 0;
            }
            expected = expected.wrapping_mul(size as isize);
        }
        true
    }
    /// Whether the strides equal those of a new tensor, also in dimensions of size 1.
    pub fn is_row_major(&self) -> bool {
        let mut expected = 1isize;
        self.shape.iter().zip(&self.strides).rev().all(|(&size, &stride)| {
            let as_new = stride == expected;
            expected = expected.wrapping_mul(size.max(1) as isize);
            as_new
        })
    }
    /// Whether the elements fill a contiguous range without gaps or overlaps, in any order of dimensions.
    pub fn is_dense(&self) -> bool {
        let mut dims: SmallVec<[(isize, usize); 6]> =
            (self.strides.iter().copied()).zip(self.shape.iter().copied()).filter(|&(_, size)| size != 1).collect();
        dims.sort_unstable();
        let mut expected = 1isize;
        for (stride, size) in dims {
            if stride != expected {
                return self.numel() == 0;
            }
            expected = expected.wrapping_mul(size as isize);
        }
        true
    }
    /// Whether two positions share one element (an expanded dimension).
    pub fn overlaps_itself(&self) -> bool {
        self.numel() > 0 && (self.shape.iter().zip(&self.strides)).any(|(&size, &stride)| size > 1 && stride == 0)
    }
    /// The number of storage elements between the first and the last element, both included.
    pub fn extent(&self) -> usize {
        if self.numel() == 0 {
            return 0;
        }
        let last: isize =
            (self.shape.iter().zip(&self.strides)).map(|(&size, &stride)| (size as isize - 1) * stride).sum();
        last as usize + 1
    }
    /// The strides of this layout broadcast to `shape`; 0 in repeated dimensions.
    pub fn broadcast_strides(&self, shape: &[usize]) -> Strides {
        let missing = shape.len() - self.dim();
        let mut strides: Strides = SmallVec::from_elem(0, shape.len());
        for (i, (&size, &stride)) in self.shape.iter().zip(&self.strides).enumerate() {
            strides[missing + i] = if size == 1 && shape[missing + i] != 1 { 0 } else { stride };
        }
        strides
    }
}

/// The shape that both broadcast to (`torch.broadcast_shapes`), or PyTorch's error.
pub fn broadcast_two(a: &[usize], b: &[usize]) -> Result<Dims> {
    let ndim = a.len().max(b.len());
    let size = |shape: &[usize], dim: usize| match dim.checked_sub(ndim - shape.len()) {
        Some(dim) => shape[dim],
        None => 1,
    };
    // Starts at the last dimension, so that the error names the same dimension as PyTorch's.
    let mut shape = Dims::from_elem(1, ndim);
    for dim in (0..ndim).rev() {
        shape[dim] = match (size(a, dim), size(b, dim)) {
            (1, y) => y,
            (x, 1) => x,
            (x, y) if x == y => x,
            (x, y) => {
                return Err(TensorError::runtime(format!(
                    "The size of tensor a ({x}) must match the size of tensor b ({y}) at non-singleton dimension {dim}"
                )));
            }
        };
    }
    Ok(shape)
}

/// The shape that all broadcast to.
pub fn broadcast_shapes<'a>(shapes: impl IntoIterator<Item = &'a [usize]>) -> Result<Dims> {
    let mut shapes = shapes.into_iter();
    let first: Dims = shapes.next().unwrap_or(&[]).into();
    shapes.try_fold(first, |so_far, shape| broadcast_two(&so_far, shape))
}

/// Formats sizes as PyTorch does: `[2, 3]`.
pub fn shown(sizes: &[usize]) -> String {
    format!("{sizes:?}")
}
