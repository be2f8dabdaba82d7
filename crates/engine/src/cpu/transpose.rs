//! Copies between layouts with different fastest dimensions (`t().contiguous()`, channels-last images), in tiles. Each side accesses
//! whole cache lines, however far apart its rows are.

use super::walk::{PARALLEL, pointer};
use rayon::prelude::*;
use smallvec::SmallVec;
use tensorcell_tensor::Tensor;

/// Rows and columns of a tile: 128 bytes of float32 are two cache lines.
const TILE: usize = 32;
/// Minimum size of either side for which tiles pay.
const LEAST: usize = 8;

/// A dimension: its size, and its strides on either side.
#[derive(Clone, Copy)]
pub struct Dim {
    pub size: usize,
    pub from: isize,
    pub to: isize,
}

/// Copies if `from` and `to` have different fastest dimensions, one dtype and separate memory. Otherwise returns false without
/// copying.
pub fn copy(from: &Tensor, to: &Tensor) -> bool {
    let mut dims = joined(from, to);
    let Some(column) = dims.iter().position(|dim| dim.from == 1 && dim.to != 1) else { return false };
    let Some(row) = dims.iter().position(|dim| dim.to == 1 && dim.from != 1) else { return false };
    let (columns, rows) = (dims[column], dims[row]);
    if columns.size < LEAST || rows.size < LEAST {
        return false;
    }
    dims.remove(column.max(row));
    dims.remove(column.min(row));
    let plane = Plane { outer: dims, columns, rows };
    match from.dtype().size() {
        1 => plane.copy::<u8>(from, to),
        2 => plane.copy::<u16>(from, to),
        4 => plane.copy::<u32>(from, to),
        _ => plane.copy::<u64>(from, to),
    }
    true
}

/// The dimensions of `to`'s shape, with adjacent ones merged where both sides allow it.
pub fn joined(from: &Tensor, to: &Tensor) -> SmallVec<[Dim; 6]> {
    let from = from.layout().broadcast_strides(to.shape());
    let mut dims: SmallVec<[Dim; 6]> = SmallVec::new();
    for ((&size, &from), &to) in to.shape().iter().zip(&from).zip(to.strides()) {
        match dims.last_mut() {
            _ if size == 1 => {}
            Some(outer) if outer.from == from * size as isize && outer.to == to * size as isize => {
                *outer = Dim { size: outer.size * size, from, to };
            }
            _ => dims.push(Dim { size, from, to }),
        }
    }
    dims
}

/// Matrices with contiguous columns in the source and contiguous rows in the target, one for each index of the outer dimensions.
struct Plane {
    outer: SmallVec<[Dim; 6]>,
    columns: Dim,
    rows: Dim,
}

impl Plane {
    fn copy<T: Copy + Default>(&self, from: &Tensor, to: &Tensor) {
        let (source, target) = (pointer::<T>(from) as usize, pointer::<T>(to) as usize);
        let bands = self.columns.size.div_ceil(TILE);
        let matrices: usize = self.outer.iter().map(|dim| dim.size).product();
        let band = |index: usize| {
            let (mut rest, first) = (index / bands, (index % bands) * TILE);
            let (mut read, mut write) = (first as isize, first as isize * self.columns.to);
            for dim in self.outer.iter().rev() {
                let at = (rest % dim.size) as isize;
                read += at * dim.from;
                write += at * dim.to;
                rest /= dim.size;
            }
            let count = TILE.min(self.columns.size - first);
            // SAFETY: both tensors are alive and separate, these elements are inside them, and no two bands overlap.
            unsafe { self.band((source as *const T).offset(read), (target as *mut T).offset(write), count) }
        };
        let all = bands * matrices;
        let least = (PARALLEL / 8 / (TILE * self.rows.size)).max(1);
        match to.numel() >= PARALLEL {
            true => (0..all).into_par_iter().with_min_len(least).for_each(band),
            false => (0..all).for_each(band),
        }
    }
    /// Copies the tiles of `count` columns, at most `TILE`.
    ///
    /// # Safety
    /// `from` and `to` are the first elements of the band on either side.
    unsafe fn band<T: Copy + Default>(&self, from: *const T, to: *mut T, count: usize) {
        let mut tile = [[T::default(); TILE]; TILE];
        for start in (0..self.rows.size).step_by(TILE) {
            let rows = TILE.min(self.rows.size - start);
            for (row, line) in tile[..rows].iter_mut().enumerate() {
                // SAFETY: `count` elements of one row, contiguous in the source.
                let read = unsafe {
                    let at = from.offset((start + row) as isize * self.rows.from);
                    std::slice::from_raw_parts(at, count)
                };
                match read.as_array::<TILE>() {
                    Some(whole) => *line = *whole,
                    None => line[..count].copy_from_slice(read),
                }
            }
            for column in 0..count {
                // SAFETY: `rows` elements of one column, contiguous in the target.
                let write = unsafe {
                    let at = to.offset(start as isize + column as isize * self.columns.to);
                    std::slice::from_raw_parts_mut(at, rows)
                };
                write.iter_mut().zip(&tile).for_each(|(to, line)| *to = line[column]);
            }
        }
    }
}
