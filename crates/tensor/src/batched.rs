//! Batched tensors: `torch.vmap` hides the dimensions that it maps over, and a tensor looks as one slice of it does.

use super::{Layout, Tensor};
use smallvec::SmallVec;

/// The maps that are under way, by their depth: 1 is the outermost.
pub type Levels = SmallVec<[u32; 2]>;

/// What a batched tensor is a slice of.
#[derive(Debug)]
pub struct Batched {
    /// The whole tensor. Its first dimensions are the hidden ones, and its place on the tape is the batched tensor's.
    pub(super) whole: Tensor,
    /// The map that each hidden dimension belongs to, in increasing order.
    levels: Levels,
}

impl Tensor {
    /// This tensor with its first dimensions hidden, one for each level.
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
    /// What is mapped over, hidden dimensions included: the tensor itself where none are hidden.
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
    /// The layout of the whole where one slice has this one.
    pub(super) fn whole_layout(&self, slice: &Layout) -> Layout {
        let hidden = self.levels().len();
        let whole = self.whole().layout();
        let joined = |a: &[usize], b: &[usize]| [a, b].concat();
        let strides = [&whole.strides()[..hidden], slice.strides()].concat();
        Layout::with_strides(&joined(&whole.shape()[..hidden], slice.shape()), &strides, slice.offset())
    }
}
