//! Copies of elements as bits between any two layouts, run by run of the innermost dimension.

use super::transpose::{Dim, joined};
use super::walk::{PARALLEL, pointer};
use rayon::prelude::*;
use smallvec::SmallVec;
use tensorcell_tensor::Tensor;

/// Copies between tensors of one dtype with separate memory. `from` broadcasts to `to`.
pub fn copy(from: &Tensor, to: &Tensor) {
    match from.dtype().size() {
        1 => copy_as::<u8>(from, to),
        2 => copy_as::<u16>(from, to),
        4 => copy_as::<u32>(from, to),
        8 => copy_as::<u64>(from, to),
        _ => copy_as::<u128>(from, to),
    }
}

fn copy_as<T: Copy>(from: &Tensor, to: &Tensor) {
    let mut dims = joined(from, to);
    let inner = dims.pop().unwrap_or(Dim { size: 1, from: 1, to: 1 });
    let (source, target) = (pointer::<T>(from) as usize, pointer::<T>(to) as usize);
    // SAFETY: both tensors are alive, contain these elements and share no memory; pieces are disjoint.
    let run = |[read, write]: [isize; 2], start: usize, count: usize| unsafe {
        let (read, write) = (read + start as isize * inner.from, write + start as isize * inner.to);
        copy_run((source as *const T).offset(read), (target as *mut T).offset(write), count, inner)
    };
    let rows: usize = dims.iter().map(|dim| dim.size).product();
    if rows * inner.size < PARALLEL {
        return each_row(&dims, 0, rows, |places| run(places, 0, inner.size));
    }
    // Long rows are split, and short ones put together.
    let piece = inner.size.clamp(1, PARALLEL / 4);
    let pieces = inner.size.div_ceil(piece);
    let some = (PARALLEL / 4 / piece).max(1);
    (0..rows.div_ceil(some) * pieces).into_par_iter().for_each(|index| {
        let (first, start) = (index / pieces * some, index % pieces * piece);
        let count = piece.min(inner.size - start);
        each_row(&dims, first, some.min(rows - first), |places| run(places, start, count));
    });
}

/// Calls `each` with the places of rows on either side.
fn each_row(dims: &[Dim], first: usize, count: usize, each: impl Fn([isize; 2])) {
    if count == 0 {
        return;
    }
    let mut at: SmallVec<[usize; 6]> = SmallVec::from_elem(0, dims.len());
    let (mut rest, mut places) = (first, [0isize; 2]);
    for (at, dim) in at.iter_mut().zip(dims).rev() {
        *at = rest % dim.size;
        rest /= dim.size;
        places = [places[0] + *at as isize * dim.from, places[1] + *at as isize * dim.to];
    }
    for _ in 0..count {
        each(places);
        for (at, dim) in at.iter_mut().zip(dims).rev() {
            *at += 1;
            places = [places[0] + dim.from, places[1] + dim.to];
            if *at < dim.size {
                break;
            }
            places = [places[0] - *at as isize * dim.from, places[1] - *at as isize * dim.to];
            *at = 0;
        }
    }
}

/// # Safety
/// `count` elements at these distances are inside the memory on either side, which do not overlap.
#[inline(always)]
unsafe fn copy_run<T: Copy>(from: *const T, to: *mut T, count: usize, dim: Dim) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        if dim.to != 1 {
            return (0..count as isize).for_each(|i| to.offset(i * dim.to).write(from.offset(i * dim.from).read()));
        }
        match dim.from {
            1 => std::ptr::copy_nonoverlapping(from, to, count),
            -1 if count > 0 => {
                let from = std::slice::from_raw_parts(from.sub(count - 1), count);
                let to = std::slice::from_raw_parts_mut(to, count);
                to.iter_mut().zip(from.iter().rev()).for_each(|(to, from)| *to = *from);
            }
            0 if count > 0 => std::slice::from_raw_parts_mut(to, count).fill(from.read()),
            step => (0..count).for_each(|i| to.add(i).write(from.offset(i as isize * step).read())),
        }
    }
}
