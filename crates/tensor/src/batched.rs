//! Batched tensors: `torch.vmap` hides the dimensions that it maps over, so a tensor looks like one slice of it.

use super::{Layout, Tensor};
use smallvec::SmallVec;

/// The active maps by depth: 1 is the outermost.
pub type Levels = SmallVec<[u32; 2]>;

/// The whole tensor behind a batched one.
#[derive(Debug)]
pub struct Batched {
    /// The whole tensor. Its first dimensions are the hidden ones; it is on the tape for the batched tensor.
    pub(super) whole: Tensor,
    /// The map of each hidden dimension, in increasing order.
    levels: Levels,
}

impl Tensor {
    /// Hides the first dimensions, one for each level.
    pub fn hide(&self, levels: &[u32]) -> Tensor {
        debug_assert!(self.0.batched.is_none() && levels.is_sorted(), "hidden dimensions are of one tensor, in order");
        if levels.is_empty() {
            return self.clone();
        }
        let (layout, hidden) = (self.layout(), levels.len());
        let slice = Layout::with_strides(&layout.shape()[hidden..], &layout.strides()[hidden..], layout.offset());
        let batched = Batched { whole: self.clone(), levels: levels.into() };
        Tensor::over(self.memory(), slice, self.dtype(), Some(Box::new(batched)))
    }
    /// Returns the tensor with its hidden dimensions; the tensor itself if it has none.
    pub fn whole(&self) -> &Tensor {
        self.0.batched.as_ref().map_or(self, |batched| &batched.whole)
    }
    /// The levels whose dimensions are hidden.
    pub fn levels(&self) -> &[u32] {
        self.0.batched.as_ref().map_or(&[], |batched| &batched.levels)
    }
    pub fn is_batched(&self) -> bool {
        self.0.batched.is_some()
    }
    /// The sizes of the hidden dimensions.
    pub fn hidden(&self) -> &[usize] {
        &self.whole().shape()[..self.levels().len()]
    }
    /// The layout of the whole tensor for a slice's layout.
    pub(super) fn whole_layout(&self, slice: &Layout) -> Layout {
        let hidden = self.levels().len();
        let whole = self.whole().layout();
        let joined = |a: &[usize], b: &[usize]| [a, b].concat();
        let strides = [&whole.strides()[..hidden], slice.strides()].concat();
        Layout::with_strides(&joined(&whole.shape()[..hidden], slice.shape()), &strides, slice.offset())
    }
}
