//! The hidden dimensions of several operands: their union, and operands expanded to it.

use crate::{compose, view};
use tensorcell_tensor::op::{Arg, Result, View};
use tensorcell_tensor::{Dims, Levels, Tensor};

/// The levels of all operands of an operation, and their sizes.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub levels: Levels,
    pub sizes: Dims,
}

impl Batch {
    pub fn of<'a>(tensors: impl Iterator<Item = &'a Tensor>) -> Batch {
        let mut batch = Batch::default();
        for tensor in tensors {
            for (&level, &size) in tensor.levels().iter().zip(tensor.hidden()) {
                if let Err(at) = batch.levels.binary_search(&level) {
                    batch.levels.insert(at, level);
                    batch.sizes.insert(at, size);
                }
            }
        }
        batch
    }
    pub fn of_args(inputs: &[Arg]) -> Batch {
        Batch::of(inputs.iter().filter_map(|arg| arg.tensor()))
    }
    /// The number of hidden dimensions.
    pub fn dims(&self) -> usize {
        self.levels.len()
    }
    /// The number of slices.
    pub fn slices(&self) -> usize {
        self.sizes.iter().product()
    }
    /// The whole shape for slices of this shape.
    pub fn shape(&self, slice: &[usize]) -> Dims {
        self.sizes.iter().chain(slice).copied().collect()
    }
    /// Returns the whole tensor with all hidden dimensions, expanded where it has none.
    pub fn full(&self, tensor: &Tensor) -> Result<Tensor> {
        full(tensor, &self.levels, &self.sizes)
    }
    /// Returns the whole tensor in a shape that broadcasts with others whose slices have `dims` dimensions; missing
    /// dimensions are ones. A tensor without hidden dimensions is unchanged.
    pub fn aligned(&self, tensor: &Tensor, dims: usize) -> Result<Tensor> {
        if !tensor.is_batched() || (tensor.levels() == self.levels.as_slice() && tensor.dim() >= dims) {
            return Ok(tensor.whole().clone());
        }
        let mut shape = self.ones(tensor);
        shape.extend(std::iter::repeat_n(1, dims.saturating_sub(tensor.dim())));
        shape.extend_from_slice(tensor.shape());
        view(tensor.whole(), View::Reshape(shape))
    }
    /// The sizes of the hidden dimensions, 1 for missing ones.
    fn ones(&self, tensor: &Tensor) -> Dims {
        let size = |level: &u32| tensor.levels().binary_search(level).map_or(1, |at| tensor.hidden()[at]);
        self.levels.iter().map(size).collect()
    }
    /// Returns the whole tensor with its hidden dimensions flattened to one.
    pub fn flat(&self, tensor: &Tensor) -> Result<Tensor> {
        let mut shape = Dims::from_slice(&[self.slices()]);
        shape.extend_from_slice(tensor.shape());
        compose::reshape(&self.full(tensor)?, &shape)
    }
}

/// Returns the whole tensor with these levels' dimensions, expanded where it has none.
pub(super) fn full(tensor: &Tensor, levels: &[u32], sizes: &[usize]) -> Result<Tensor> {
    if tensor.levels() == levels {
        return Ok(tensor.whole().clone());
    }
    let batch = Batch { levels: levels.into(), sizes: sizes.into() };
    let apart = match tensor.is_batched() {
        true => batch.aligned(tensor, tensor.dim())?,
        false => tensor.clone(),
    };
    view(&apart, View::Expand(batch.shape(tensor.shape())))
}

/// Makes the dimensions of these levels visible, as the first ones. Other dimensions stay hidden.
pub fn reveal(tensor: &Tensor, levels: &[u32], sizes: &[usize]) -> Result<Tensor> {
    if levels.is_empty() {
        return Ok(tensor.clone());
    }
    let mut batch = Batch::of(std::iter::once(tensor));
    for (&level, &size) in levels.iter().zip(sizes) {
        if let Err(at) = batch.levels.binary_search(&level) {
            batch.levels.insert(at, level);
            batch.sizes.insert(at, size);
        }
    }
    let (shown, hidden): (Dims, Dims) = (0..batch.dims()).partition(|&at| levels.contains(&batch.levels[at]));
    let left: Levels = hidden.iter().map(|&at| batch.levels[at]).collect();
    let order: Dims = hidden.into_iter().chain(shown).collect();
    Ok(permuted(&batch.full(tensor)?, &order)?.hide(&left))
}

/// Hides the tensor's first dimensions, one for each of these levels.
pub fn conceal(tensor: &Tensor, levels: &[u32]) -> Result<Tensor> {
    if levels.is_empty() {
        return Ok(tensor.clone());
    }
    let now: Levels = tensor.levels().iter().chain(levels).copied().collect();
    let mut order: Dims = (0..now.len()).collect();
    order.sort_by_key(|&at| now[at]);
    let sorted: Levels = order.iter().map(|&at| now[at]).collect();
    Ok(permuted(tensor.whole(), &order)?.hide(&sorted))
}

/// Permutes the first dimensions.
fn permuted(whole: &Tensor, order: &[usize]) -> Result<Tensor> {
    if order.is_sorted() {
        return Ok(whole.clone());
    }
    let order: Dims = order.iter().copied().chain(order.len()..whole.dim()).collect();
    view(whole, View::Permute(order))
}
