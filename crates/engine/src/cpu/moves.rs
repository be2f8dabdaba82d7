//! Moves rows of elements. A function gives the start of each row on either side; all rows have the same strides.

use super::number::{Stored, with_stored};
use super::walk::{PARALLEL, Walk, pointer};
use rayon::prelude::*;
use tensorcell_tensor::{DType, Tensor};

/// Rows whose starts are computed at once.
const BLOCK: usize = 256;

/// How a moved element is combined with the target element.
#[derive(Clone, Copy, PartialEq)]
pub enum How {
    /// Replaces it. No two rows share a target, so threads may share the rows.
    Replace,
    /// Replaces it. Of rows that share a target, the last one wins.
    ReplaceInOrder,
    Add,
}

/// Writes the starts of consecutive rows from a given number on, in elements from the tensor's first.
pub trait Begin: Fn(usize, &mut [isize]) + Sync {}
impl<F: Fn(usize, &mut [isize]) + Sync> Begin for F {}

/// Positions of a strided layout in row-major order.
pub fn strided(shape: &[usize], strides: &[isize]) -> impl Begin + use<> {
    let walk = Walk::over(0, DType::UInt8, shape, strides);
    move |start, block: &mut [isize]| {
        let mut done = 0;
        walk.runs(start, block.len(), |offset, step, count| {
            for (i, at) in block[done..done + count].iter_mut().enumerate() {
                *at = offset + i as isize * step;
            }
            done += count;
        });
    }
}

/// Like `strided`, shifted by `chosen` times `stride`. Cycles through the choices.
pub fn chosen<'a>(shape: &[usize], strides: &[isize], chosen: &'a [i64], stride: isize) -> impl Begin + use<'a> {
    let others = strided(shape, strides);
    move |start, block: &mut [isize]| {
        others(start, block);
        let mut turn = start % chosen.len().max(1);
        let mut rest = block;
        while !rest.is_empty() {
            let (now, later) = rest.split_at_mut(rest.len().min(chosen.len() - turn));
            now.iter_mut().zip(&chosen[turn..]).for_each(|(at, &index)| *at += index as isize * stride);
            (rest, turn) = (later, 0);
        }
    }
}

/// Contiguous rows of `length` elements.
pub fn in_order(length: usize) -> impl Begin {
    move |start, block: &mut [isize]| {
        block.iter_mut().zip(start..).for_each(|(at, row)| *at = (row * length) as isize);
    }
}

/// The elements of a row: its shape and the strides on either side.
pub struct Row<'a> {
    pub shape: &'a [usize],
    pub from: &'a [isize],
    pub to: &'a [isize],
}

impl Row<'_> {
    /// Rows of one element.
    pub const SINGLE: Row<'static> = Row { shape: &[], from: &[], to: &[] };
}

/// Moves `count` rows from `from` to `to`. Both have the same dtype and contain the rows.
pub fn move_rows(
    (from, begin_from): (&Tensor, impl Begin),
    (to, begin_to): (&Tensor, impl Begin),
    count: usize,
    row: Row,
    how: How,
) {
    let moving = Moving {
        from: pointer::<u8>(from) as usize,
        to: pointer::<u8>(to) as usize,
        begin_from,
        begin_to,
        elements: Elements::new(&row),
        count,
        shared: how == How::Replace,
    };
    match (how, from.dtype().size()) {
        (How::Add, _) => with_stored!(from.dtype(), T => moving.run(|to: &mut T, value: T| {
            *to = T::store((*to).load() + value.load());
        })),
        (_, size) if moving.is_of_runs() => moving.copy(size),
        (_, 1) => moving.run(|to: &mut u8, value| *to = value),
        (_, 2) => moving.run(|to: &mut u16, value| *to = value),
        (_, 4) => moving.run(|to: &mut u32, value| *to = value),
        _ => moving.run(|to: &mut u64, value| *to = value),
    }
}

/// The offsets of a row's elements from its start.
enum Elements {
    /// This many elements, contiguous on both sides.
    Run(usize),
    Apart(Vec<(isize, isize)>),
}

impl Elements {
    fn new(row: &Row) -> Elements {
        let count = row.shape.iter().product();
        let contiguous = |strides| Walk::over(0, DType::UInt8, row.shape, strides).is_contiguous();
        if contiguous(row.from) && contiguous(row.to) {
            return Elements::Run(count);
        }
        let positions = |strides| {
            let mut positions = vec![0; count];
            strided(row.shape, strides)(0, &mut positions);
            positions
        };
        Elements::Apart(positions(row.from).into_iter().zip(positions(row.to)).collect())
    }
    fn count(&self) -> usize {
        match self {
            Elements::Run(count) => *count,
            Elements::Apart(pairs) => pairs.len(),
        }
    }
}

struct Moving<F, G> {
    from: usize,
    to: usize,
    begin_from: F,
    begin_to: G,
    elements: Elements,
    count: usize,
    shared: bool,
}

impl<F: Begin, G: Begin> Moving<F, G> {
    fn is_of_runs(&self) -> bool {
        matches!(self.elements, Elements::Run(length) if length > 1)
    }
    /// Copies runs of elements that have `size` bytes each.
    fn copy(&self, size: usize) {
        let (bytes, size) = (self.elements.count() * size, size as isize);
        // SAFETY: as in `run`; both sides may be the same tensor.
        self.each(|source, target| unsafe {
            let (from, to) = (self.from as *const u8, self.to as *mut u8);
            std::ptr::copy(from.offset(source * size), to.offset(target * size), bytes);
        });
    }
    fn run<T: Copy>(&self, put: impl Fn(&mut T, T) + Sync) {
        // SAFETY: the caller's rows are inside the tensors, which are alive; rows that share a target stay on one thread.
        let move_one = |source: isize, target: isize| unsafe {
            let (from, to) = (self.from as *const T, self.to as *mut T);
            put(&mut *to.offset(target), from.offset(source).read());
        };
        match &self.elements {
            Elements::Run(1) => self.each(move_one),
            Elements::Run(length) => self.each(|source, target| {
                (0..*length as isize).for_each(|i| move_one(source + i, target + i));
            }),
            Elements::Apart(pairs) => self.each(|source, target| {
                pairs.iter().for_each(|(a, b)| move_one(source + a, target + b));
            }),
        }
    }
    /// Calls `work` with the start of each row on either side, on several threads if that pays and is allowed.
    fn each(&self, work: impl Fn(isize, isize) + Sync) {
        let rows = |start: usize, count: usize| {
            let (mut sources, mut targets) = ([0isize; BLOCK], [0isize; BLOCK]);
            for at in (start..start + count).step_by(BLOCK) {
                let n = BLOCK.min(start + count - at);
                (self.begin_from)(at, &mut sources[..n]);
                (self.begin_to)(at, &mut targets[..n]);
                sources[..n].iter().zip(&targets[..n]).for_each(|(&source, &target)| work(source, target));
            }
        };
        let length = self.elements.count();
        if !self.shared || self.count * length < PARALLEL {
            return rows(0, self.count);
        }
        let size = (PARALLEL / 4 / length.max(1)).max(1);
        (0..self.count.div_ceil(size)).into_par_iter().for_each(|i| rows(i * size, size.min(self.count - i * size)));
    }
}
