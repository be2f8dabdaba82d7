//! Hidden dimensions of several tensors brought together: which there are, and operands that have them all.

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
    /// How many dimensions are hidden.
    pub fn dims(&self) -> usize {
        self.levels.len()
    }
    /// How many slices there are.
    pub fn slices(&self) -> usize {
        self.sizes.iter().product()
    }
    /// The shape of a whole whose slices have this one.
    pub fn shape(&self, slice: &[usize]) -> Dims {
        self.sizes.iter().chain(slice).copied().collect()
    }
    /// The whole with all hidden dimensions, expanded where the tensor has none.
    pub fn full(&self, tensor: &Tensor) -> Result<Tensor> {
        full(tensor, &self.levels, &self.sizes)
    }
    /// The whole as what broadcasts with others whose slices have so many dimensions: with ones for what it lacks. A tensor
    /// that hides nothing stays as it is.
    pub fn aligned(&self, tensor: &Tensor, dims: usize) -> Result<Tensor> {
        if !tensor.is_batched() || (tensor.levels() == self.levels.as_slice() && tensor.dim() >= dims) {
            return Ok(tensor.whole().clone());
        }
        let mut shape = self.ones(tensor);
        shape.extend(std::iter::repeat_n(1, dims.saturating_sub(tensor.dim())));
        shape.extend_from_slice(tensor.shape());
        view(tensor.whole(), View::Reshape(shape))
    }
    /// The sizes of the hidden dimensions, 1 where the tensor lacks them.
    fn ones(&self, tensor: &Tensor) -> Dims {
        let size = |level: &u32| tensor.levels().binary_search(level).map_or(1, |at| tensor.hidden()[at]);
        self.levels.iter().map(size).collect()
    }
    /// The whole with its hidden dimensions as one.
    pub fn flat(&self, tensor: &Tensor) -> Result<Tensor> {
        let mut shape = Dims::from_slice(&[self.slices()]);
        shape.extend_from_slice(tensor.shape());
        compose::reshape(&self.full(tensor)?, &shape)
    }
}

/// The whole with these levels' dimensions, expanded where the tensor has none.
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

/// The tensor with the dimensions of these levels, of these sizes, in sight: its first ones. Others stay hidden.
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

/// The tensor with its first dimensions hidden, one for each of these levels.
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

/// The first dimensions in another order.
fn permuted(whole: &Tensor, order: &[usize]) -> Result<Tensor> {
    if order.is_sorted() {
        return Ok(whole.clone());
    }
    let order: Dims = order.iter().copied().chain(order.len()..whole.dim()).collect();
    view(whole, View::Permute(order))
}
