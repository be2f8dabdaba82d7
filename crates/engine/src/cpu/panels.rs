//! Reductions whose elements lie apart, beside those of other groups: panels of adjacent groups are transposed first, so that each
//! group becomes one run.

use super::pointwise::copy;
use super::walk::{PARALLEL, Walk};
use rayon::prelude::*;
use tensorcell_tensor::layout::Dims;
use tensorcell_tensor::{Device, Layout, Tensor};

/// Minimum number of adjacent groups, and of elements of each, for which a transposition pays.
const LEAST: usize = 8;
/// Maximum number of groups of a panel.
const GROUPS: usize = 32;
/// Elements of a panel that stay in the cache of a core.
const CACHED: usize = 1 << 16;
/// Maximum number of elements of a group, which limits the memory of a panel.
const LONGEST: usize = 1 << 17;

/// The groups of a tensor: kept dimensions before the reduced ones.
pub struct Panels<'a> {
    grouped: &'a Tensor,
    kept: usize,
    /// The number of adjacent groups, and of elements of each group.
    beside: usize,
    each: usize,
}

impl Panels<'_> {
    /// `None` if the elements of a group do not lie apart, or too few groups lie beside each other.
    pub fn of(grouped: &Tensor, kept: usize) -> Option<Panels<'_>> {
        let (shape, strides) = (grouped.shape(), grouped.strides());
        let last = kept.checked_sub(1)?;
        let each = shape[kept..].iter().product();
        let apart = shape.iter().zip(strides).skip(kept).all(|(&size, &stride)| size == 1 || stride.unsigned_abs() > 1);
        let pays = strides[last] == 1 && shape[last] >= LEAST && (LEAST..=LONGEST).contains(&each);
        let pays = pays && apart && grouped.numel() >= PARALLEL / 16;
        pays.then_some(Panels { grouped, kept, beside: shape[last], each })
    }
    /// Calls `work(first group, number of groups, elements)` for each panel.
    pub fn each(&self, work: impl Fn(usize, usize, &Walk) + Sync) {
        let size = (CACHED / self.each).clamp(LEAST, GROUPS);
        let of_run = self.beside.div_ceil(size);
        let runs: usize = self.grouped.shape()[..self.kept - 1].iter().product();
        let one = |index: usize| {
            let (run, start) = (index / of_run, index % of_run * size);
            let count = size.min(self.beside - start);
            let view = self.panel(run, start, count);
            // Without memory for a copy, the elements are read where they are.
            let panel = copied(&view).unwrap_or(view);
            work(run * self.beside + start, count, &Walk::new(&panel, panel.shape()));
        };
        match self.grouped.numel() >= PARALLEL {
            true => (0..runs * of_run).into_par_iter().for_each(one),
            false => (0..runs * of_run).for_each(one),
        }
    }
    /// A view of some groups of a run of adjacent ones.
    fn panel(&self, run: usize, start: usize, count: usize) -> Tensor {
        let (shape, strides) = (self.grouped.shape(), self.grouped.strides());
        let (mut rest, mut offset) = (run, (self.grouped.layout().offset() + start) as isize);
        for dim in (0..self.kept - 1).rev() {
            offset += (rest % shape[dim]) as isize * strides[dim];
            rest /= shape[dim];
        }
        let shape: Dims = std::iter::once(count).chain(shape[self.kept..].iter().copied()).collect();
        self.grouped.alias(Layout::with_strides(&shape, &strides[self.kept - 1..], offset as usize))
    }
}

/// A copy in which each group is contiguous; `None` without memory for it.
fn copied(panel: &Tensor) -> Option<Tensor> {
    let copied = Tensor::empty(panel.shape(), panel.dtype(), Device::Cpu).ok()?;
    copy(panel, &copied);
    Some(copied)
}
