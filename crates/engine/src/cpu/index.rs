//! Reads and writes at indices: gather, scatter, index_select, advanced indexing, masks.

use super::lane::{Level, level};
use super::moves::{Begin, How, Row, chosen, in_order, move_rows, strided};
use super::number::{Integer, Stored, with_stored};
use super::planes::Planes;
use super::pointwise::copy;
use super::walk::{BLOCK, PARALLEL, Walk, pointer};
use rayon::prelude::*;
use std::borrow::Cow;
use tensorcell_tensor::layout::{Dims, Strides};
use tensorcell_tensor::op::{ErrorKind, Result};
use tensorcell_tensor::{Arg, DType, Device, Layout, ScatterMode, Tensor, TensorError};

/// The values of an index tensor in row-major order of `shape`, to which it broadcasts. Checks each against `size`; with `from_end`,
/// negative ones count from the end. Borrows the values if possible.
fn indices<'a>(
    index: &'a Tensor,
    shape: &[usize],
    size: usize,
    from_end: bool,
    out_of_bounds: impl Fn(i64) -> TensorError,
) -> Result<Cow<'a, [i64]>> {
    let walk = Walk::new(index, shape);
    let count = shape.iter().product();
    let in_place = index.dtype() == DType::Int64;
    // SAFETY: the operand is alive, and nothing writes it during the operation.
    let mut values: Cow<[i64]> = match in_place.then(|| unsafe { walk.slice(0, count) }).flatten() {
        Some(values) => Cow::Borrowed(values),
        None => {
            let mut values = vec![Integer::default(); count];
            // SAFETY: as above.
            unsafe { walk.load(0, &mut values) };
            Cow::Owned(bytemuck::cast_vec(values))
        }
    };
    let size = size as i64;
    let low = if from_end { -size } else { 0 };
    let (least, most) = extent(&values);
    if (least < low || most >= size)
        && let Some(&wrong) = values.iter().find(|value| !(low..size).contains(*value))
    {
        return Err(out_of_bounds(wrong));
    }
    if least < 0 {
        values.to_mut().iter_mut().filter(|value| **value < 0).for_each(|value| *value += size);
    }
    Ok(values)
}

/// The minimum and maximum of the indices, 0 and -1.
fn extent(values: &[i64]) -> (i64, i64) {
    #[inline(always)]
    fn plain(values: &[i64]) -> (i64, i64) {
        values.iter().fold((0, -1), |(least, most), &value| (value.min(least), value.max(most)))
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    fn v4(values: &[i64]) -> (i64, i64) {
        plain(values)
    }
    let part = |values: &[i64]| match level() {
        // SAFETY: the processor supports these instructions.
        #[cfg(target_arch = "x86_64")]
        Level::V4 => unsafe { v4(values) },
        _ => plain(values),
    };
    if values.len() < PARALLEL {
        return part(values);
    }
    let parts = values.par_chunks(PARALLEL / 2).map(part);
    parts.reduce(|| (0, -1), |a, b| (a.0.min(b.0), a.1.max(b.1)))
}

/// A tensor's shape and strides with at least one dimension.
fn at_least_1d(x: &Tensor) -> (Dims, Strides) {
    match x.dim() {
        0 => (Dims::from_elem(1, 1), Strides::from_elem(1, 1)),
        _ => (x.shape().into(), x.strides().into()),
    }
}

/// The element offsets of an index of this `shape` in a tensor with these strides. The index replaces the coordinate in `dim`.
fn indexed<'a>(shape: &[usize], strides: &[isize], dim: usize, index: &'a [i64]) -> impl Begin + use<'a> {
    let mut others: Strides = strides.into();
    others[dim] = 0;
    chosen(shape, &others[..shape.len()], index, strides[dim])
}

/// An index tensor's values for a dimension; negative ones are an error.
fn plain_indices(index: &Tensor, size: usize, dim: usize) -> Result<Cow<'_, [i64]>> {
    indices(index, index.shape(), size, false, |value| {
        TensorError::runtime(format!("index {value} is out of bounds for dimension {dim} with size {size}"))
            .mark(1, index)
    })
}

pub fn gather(x: &Tensor, index: &Tensor, dim: usize, out: &Tensor) -> Result<()> {
    let (shape, strides) = at_least_1d(x);
    let values = plain_indices(index, shape[dim], dim)?;
    let (index_shape, _) = at_least_1d(index);
    if let Some(planes) = Planes::of(x, &index_shape, dim).filter(|_| out.is_contiguous()) {
        match x.dtype().size() {
            1 => planes.gather::<u8>(x, &values, out),
            2 => planes.gather::<u16>(x, &values, out),
            4 => planes.gather::<u32>(x, &values, out),
            _ => planes.gather::<u64>(x, &values, out),
        }
        return Ok(());
    }
    let from = indexed(&index_shape, &strides, dim, &values);
    move_rows((x, from), (out, in_order(1)), index.numel(), Row::SINGLE, How::Replace);
    Ok(())
}

pub fn scatter(x: &Tensor, index: &Tensor, source: &Arg, dim: usize, mode: ScatterMode, out: &Tensor) -> Result<()> {
    let (shape, _) = at_least_1d(x);
    let values = plain_indices(index, shape[dim], dim)?;
    if !out.same(x) {
        copy(x, out);
    }
    if index.numel() == 0 {
        return Ok(());
    }
    let (_, strides) = at_least_1d(out);
    let (index_shape, _) = at_least_1d(index);
    let to = indexed(&index_shape, &strides, dim, &values);
    let how = if mode == ScatterMode::Add { How::Add } else { How::ReplaceInOrder };
    match source {
        Arg::Tensor(source) => {
            let (source_shape, source_strides) = at_least_1d(source);
            if index_shape.iter().zip(&source_shape).any(|(index, source)| index > source) {
                return Err(TensorError::runtime(format!(
                    "Expected index {:?} to be no larger than self {:?} apart from dimension {dim} and to be no larger \
                     size than src {:?}",
                    index.shape(),
                    x.shape(),
                    source.shape()
                ))
                .mark(1, index)
                .mark(2, source));
            }
            if let Some(planes) = Planes::of(out, &index_shape, dim)
                .filter(|_| source.is_contiguous() && source_shape == index_shape && !source.shares_storage(out))
            {
                scatter_planes(planes, source, &values, mode, out);
                return Ok(());
            }
            let from = strided(&index_shape, &source_strides);
            move_rows((source, from), (out, to), index.numel(), Row::SINGLE, how);
        }
        Arg::Scalar(scalar) => {
            let one = Tensor::empty(&[], x.dtype(), Device::Cpu)?;
            super::pointwise::fill(*scalar, &one);
            let from = strided(&[index.numel()], &[0]);
            move_rows((&one, from), (out, to), index.numel(), Row::SINGLE, how);
        }
    }
    Ok(())
}

fn scatter_planes(planes: Planes, source: &Tensor, index: &[i64], mode: ScatterMode, out: &Tensor) {
    match (mode, source.dtype().size()) {
        (ScatterMode::Add, _) => with_stored!(source.dtype(), T => {
            planes.scatter(source, index, out, |to: &mut T, value: T| *to = T::store((*to).load() + value.load()))
        }),
        (_, 1) => planes.scatter(source, index, out, |to: &mut u8, value| *to = value),
        (_, 2) => planes.scatter(source, index, out, |to: &mut u16, value| *to = value),
        (_, 4) => planes.scatter(source, index, out, |to: &mut u32, value| *to = value),
        _ => planes.scatter(source, index, out, |to: &mut u64, value| *to = value),
    }
}

fn indices_in_order(index: &Tensor, size: usize) -> Result<Cow<'_, [i64]>> {
    indices(index, index.shape(), size, false, |_| {
        TensorError::new(ErrorKind::Index, "index out of range in self").mark(1, index)
    })
}

/// Like `indices_in_order`, for dimension 1, where PyTorch's kernel has another error message.
fn indices_behind_first(index: &Tensor, size: usize) -> Result<Cow<'_, [i64]>> {
    indices(index, index.shape(), size, false, |wrong| {
        TensorError::runtime(format!("INDICES element is out of DATA bounds, id={wrong} axis_dim={size}"))
            .mark(1, index)
    })
}

pub fn index_select(x: &Tensor, index: &Tensor, dim: usize, out: &Tensor) -> Result<()> {
    let (shape, strides) = at_least_1d(x);
    let values = if dim == 1 { indices_behind_first } else { indices_in_order }(index, shape[dim])?;
    let (out_shape, out_strides) = at_least_1d(out);
    let (outside, inside) = out_shape.split_at(dim + 1);
    let row = Row { shape: inside, from: &strides[dim + 1..], to: &out_strides[dim + 1..] };
    let from = indexed(outside, &strides, dim, &values);
    let to = in_order(inside.iter().product());
    move_rows((x, from), (out, to), outside.iter().product(), row, How::Replace);
    Ok(())
}

pub fn index_add(x: &Tensor, index: &Tensor, source: &Tensor, dim: usize, out: &Tensor) -> Result<()> {
    let (shape, _) = at_least_1d(x);
    let values = indices_in_order(index, shape[dim])?;
    if !out.same(x) {
        copy(x, out);
    }
    let ((source_shape, source_strides), (_, strides)) = (at_least_1d(source), at_least_1d(out));
    let (outside, inside) = source_shape.split_at(dim + 1);
    let row = Row { shape: inside, from: &source_strides[dim + 1..], to: &strides[dim + 1..] };
    let from = strided(outside, &source_strides[..=dim]);
    let to = indexed(outside, &strides, dim, &values);
    move_rows((source, from), (out, to), outside.iter().product(), row, How::Add);
    Ok(())
}

/// The selection of `x[indices]`, as rows over the dimensions after the indices.
struct Advanced {
    /// The dimensions before the indices, then the indices' common dimensions as a single one.
    shape: Dims,
    strides: Strides,
    /// The offset of each common element within the indexed dimensions.
    places: Vec<i64>,
    row: (Dims, Strides),
}

impl Advanced {
    fn new(x: &Tensor, indexed: &[bool], tensors: &[Arg]) -> Result<Advanced> {
        let tensors: Vec<&Tensor> = tensors.iter().filter_map(|arg| arg.tensor()).collect();
        let common = tensorcell_tensor::broadcast_shapes(tensors.iter().map(|t| t.shape()))?;
        let is_indexed = |d: usize| indexed.get(d).copied().unwrap_or(false);
        let dims: Vec<usize> = (0..x.dim()).filter(|&d| is_indexed(d)).collect();
        let mut places = vec![0; common.iter().product()];
        for (index, &dim) in tensors.iter().zip(&dims) {
            let size = x.shape()[dim];
            let error = |index: i64| {
                TensorError::new(
                    ErrorKind::Index,
                    format!("index {index} is out of bounds for dimension {dim} with size {size}"),
                )
            };
            let (values, stride) = (indices(index, &common, size, true, error)?, x.strides()[dim] as i64);
            places.iter_mut().zip(values.iter()).for_each(|(place, at)| *place += at * stride);
        }
        // The result's dimensions, with the indices' common ones inserted among the others.
        let adjacent = dims.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let first = if adjacent { dims.first().copied().unwrap_or(0) } else { 0 };
        let (mut before, mut after) = ((Dims::new(), Strides::new()), (Dims::new(), Strides::new()));
        for d in (0..x.dim()).filter(|&d| !is_indexed(d)) {
            let side = if d < first { &mut before } else { &mut after };
            side.0.push(x.shape()[d]);
            side.1.push(x.strides()[d]);
        }
        before.0.push(places.len());
        before.1.push(0);
        Ok(Advanced { shape: before.0, strides: before.1, places, row: after })
    }
    fn begin(&self) -> impl Begin {
        chosen(&self.shape, &self.strides, &self.places, 1)
    }
    fn count(&self) -> usize {
        self.shape.iter().product()
    }
}

pub fn index(x: &Tensor, indexed: &[bool], tensors: &[Arg], out: &Tensor) -> Result<()> {
    let advanced = Advanced::new(x, indexed, tensors)?;
    let (shape, from) = &advanced.row;
    let row = Row { shape, from, to: &out.strides()[out.dim() - shape.len()..] };
    let to = in_order(shape.iter().product());
    move_rows((x, advanced.begin()), (out, to), advanced.count(), row, How::Replace);
    Ok(())
}

pub fn index_put(
    (x, source, tensors): (&Tensor, &Tensor, &[Arg]),
    indexed: &[bool],
    accumulate: bool,
    out: &Tensor,
) -> Result<()> {
    if !out.same(x) {
        copy(x, out);
    }
    let advanced = Advanced::new(out, indexed, tensors)?;
    let shapes: Vec<&[usize]> = tensors.iter().filter_map(|arg| arg.tensor()).map(|t| t.shape()).collect();
    let common = tensorcell_tensor::broadcast_shapes(shapes)?;
    let shape = tensorcell_tensor::infer::arrange_indexed(x.shape(), indexed, &common);
    let strides = source.layout().broadcast_strides(&shape);
    let outside = shape.len() - advanced.row.0.len();
    let row = Row { shape: &advanced.row.0, from: &strides[outside..], to: &advanced.row.1 };
    let from = strided(&shape[..outside], &strides[..outside]);
    let how = if accumulate { How::Add } else { How::ReplaceInOrder };
    move_rows((source, from), (out, advanced.begin()), advanced.count(), row, how);
    Ok(())
}

/// The nonzero positions of a tensor in row-major order of a shape, in pieces.
struct Mask<'a> {
    /// One byte per element; nonzero if selected.
    bytes: Cow<'a, [u8]>,
    /// The number of selected elements before each piece, then the total.
    before: Vec<usize>,
}

impl Mask<'_> {
    const PIECE: usize = PARALLEL / 4;

    fn new<'a>(x: &'a Tensor, shape: &[usize]) -> Mask<'a> {
        let (walk, count) = (Walk::new(x, shape), shape.iter().product());
        let in_place = x.dtype() == DType::Bool;
        // SAFETY: the operand is alive, and nothing writes it during the operation.
        let bytes = match in_place.then(|| unsafe { walk.slice::<u8>(0, count) }).flatten() {
            Some(bytes) => Cow::Borrowed(bytes),
            None => {
                let mut bytes = vec![0; count];
                bytes.par_chunks_mut(BLOCK).enumerate().for_each(|(i, bytes)| {
                    let mut block = [0.0f64; BLOCK];
                    // SAFETY: as above.
                    unsafe { walk.load(i * BLOCK, &mut block[..bytes.len()]) };
                    bytes.iter_mut().zip(block).for_each(|(byte, value)| *byte = (value != 0.0) as u8);
                });
                Cow::Owned(bytes)
            }
        };
        let chosen = bytes.par_chunks(Self::PIECE).map(|piece| piece.iter().filter(|&&byte| byte != 0).count());
        let mut before = vec![0];
        for count in chosen.collect::<Vec<usize>>() {
            before.push(before.last().copied().unwrap_or(0) + count);
        }
        Mask { bytes, before }
    }
    fn count(&self) -> usize {
        self.before.last().copied().unwrap_or(0)
    }
    /// Calls `each(number of the first, positions)` for blocks of selected elements, on several threads.
    fn each(&self, each: impl Fn(usize, &[usize]) + Sync) {
        self.bytes.par_chunks(Self::PIECE).zip(&self.before).enumerate().for_each(|(i, (piece, &before))| {
            let mut done = before;
            for (j, block) in piece.chunks(BLOCK).enumerate() {
                let (mut positions, mut found) = ([0usize; BLOCK], 0);
                for (at, &byte) in (i * Self::PIECE + j * BLOCK..).zip(block) {
                    positions[found] = at;
                    found += (byte != 0) as usize;
                }
                each(done, &positions[..found]);
                done += found;
            }
        });
    }
}

/// A result that threads write in parts.
#[derive(Clone, Copy)]
struct Target<T>(*mut T);
// SAFETY: each element is written by one thread.
unsafe impl<T: Send> Sync for Target<T> {}

impl<T> Target<T> {
    /// # Safety
    /// The element is inside the memory, and no other thread accesses it.
    unsafe fn write(&self, at: usize, value: T) {
        // SAFETY: guaranteed by the caller.
        unsafe { self.0.add(at).write(value) }
    }
}

pub fn masked_select(x: &Tensor, mask: &Tensor) -> Result<Tensor> {
    let shape = tensorcell_tensor::broadcast_shapes([x.shape(), mask.shape()])?;
    let mask = Mask::new(mask, &shape);
    let out = Tensor::empty(&[mask.count()], x.dtype(), Device::Cpu)?;
    let walk = Walk::new(x, &shape);
    fn compress<T: Copy + Sync + Send>(walk: &Walk, mask: &Mask, out: &Tensor) {
        let target = Target(pointer::<T>(out));
        mask.each(|number, positions| {
            let (Some(&first), Some(&last)) = (positions.first(), positions.last()) else { return };
            let mut begun = 0;
            walk.runs(first, last + 1 - first, |offset, step, count| {
                let start = first + begun;
                let from = positions.partition_point(|&at| at < start);
                let until = positions.partition_point(|&at| at < start + count);
                for (i, &at) in positions.iter().enumerate().take(until).skip(from) {
                    // SAFETY: both are inside their tensors, which are alive; each thread has its own numbers.
                    unsafe {
                        let from = (walk.address() as *const T).offset(offset + (at - start) as isize * step);
                        target.write(number + i, from.read());
                    }
                }
                begun += count;
            });
        });
    }
    match x.dtype().size() {
        1 => compress::<u8>(&walk, &mask, &out),
        2 => compress::<u16>(&walk, &mask, &out),
        4 => compress::<u32>(&walk, &mask, &out),
        _ => compress::<u64>(&walk, &mask, &out),
    }
    Ok(out)
}

/// One row per nonzero element. The result is column-major: all indices of a dimension are adjacent.
pub fn nonzero(x: &Tensor) -> Result<Tensor> {
    let mask = Mask::new(x, x.shape());
    let (rows, columns) = (mask.count(), x.dim());
    let out = Tensor::empty(&[columns, rows], DType::Int64, Device::Cpu)?;
    let target = Target(pointer::<i64>(&out));
    mask.each(|number, positions| {
        for (row, &position) in (number..).zip(positions) {
            let mut rest = position;
            for (column, &size) in x.shape().iter().enumerate().rev() {
                // SAFETY: the result is alive and has this many rows; each thread has its own.
                unsafe { target.write(column * rows + row, (rest % size) as i64) };
                rest /= size;
            }
        }
    });
    let layout = Layout::with_strides(&[rows, columns], &[1, rows as isize], 0);
    Ok(Tensor::new(out.storage(), layout, DType::Int64))
}
