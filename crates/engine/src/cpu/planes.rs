//! Gather and scatter of contiguous tensors along any dimension: element by element, without a list of positions.

use super::walk::{PARALLEL, pointer};
use rayon::prelude::*;
use tensorcell_tensor::Tensor;

/// Columns that one task takes of a dimension behind the indexed one.
const COLUMNS: usize = 256;

/// A contiguous tensor and an index of the same sizes apart from the indexed dimension: the product of the sizes before it, the
/// tensor's and the index's size in it, and the product of those after it.
#[derive(Clone, Copy)]
pub struct Planes {
    outer: usize,
    length: usize,
    chosen: usize,
    inner: usize,
}

impl Planes {
    /// `None` if the sizes do not agree, or the tensor is not contiguous.
    pub fn of(x: &Tensor, index: &[usize], dim: usize) -> Option<Planes> {
        let shape = x.shape();
        let agrees = shape.len() == index.len() && (0..shape.len()).all(|d| d == dim || shape[d] == index[d]);
        let fits = agrees && !shape.is_empty() && x.is_contiguous() && x.numel() > 0 && !index.contains(&0);
        fits.then(|| Planes {
            outer: shape[..dim].iter().product(),
            length: shape[dim],
            chosen: index[dim],
            inner: shape[dim + 1..].iter().product(),
        })
    }
    /// Calls `each(place in the tensor, place in the index)` for every element. A call changes no element of a column but its
    /// own, and those of a column come in order on one thread.
    fn each(&self, index: &[i64], each: impl Fn(usize, usize) + Sync) {
        let Planes { outer, length, chosen, inner } = *self;
        let part = |plane: usize, columns: std::ops::Range<usize>| {
            for row in 0..chosen {
                let first = (plane * chosen + row) * inner;
                for column in columns.clone() {
                    let at = index[first + column] as usize;
                    each((plane * length + at) * inner + column, first + column);
                }
            }
        };
        let parts = inner.div_ceil(COLUMNS);
        let task = |i: usize| {
            let start = i % parts * COLUMNS;
            part(i / parts, start..inner.min(start + COLUMNS));
        };
        let tasks = outer * parts;
        match outer * chosen * inner >= PARALLEL {
            true => {
                let least = (PARALLEL / 8 / (chosen * inner.min(COLUMNS))).max(1);
                (0..tasks).into_par_iter().with_min_len(least).for_each(task)
            }
            false => (0..tasks).for_each(task),
        }
    }
    /// Reads `x` at the index.
    pub fn gather<T: Copy>(&self, x: &Tensor, index: &[i64], out: &Tensor) {
        let (from, to) = (pointer::<T>(x) as usize, pointer::<T>(out) as usize);
        // SAFETY: both are alive and contiguous, all places are inside them, and each result is written once.
        self.each(index, |read, write| unsafe { (to as *mut T).add(write).write((from as *const T).add(read).read()) });
    }
    /// Calls `put(element of the result, element of the source)` for each element of the source, which has the index's sizes. Those
    /// that meet at an element of the result come in order.
    pub fn scatter<T: Copy>(&self, source: &Tensor, index: &[i64], out: &Tensor, put: impl Fn(&mut T, T) + Sync) {
        let (from, to) = (pointer::<T>(source) as usize, pointer::<T>(out) as usize);
        // SAFETY: both are alive and contiguous, all places are inside them, and a column of the result has one thread.
        self.each(index, |write, read| unsafe {
            put(&mut *(to as *mut T).add(write), (from as *const T).add(read).read())
        });
    }
}
