//! Reading and writing at indices: gather, scatter, index_select, advanced indexing, masks.

use super::number::{Integer, Stored, with_stored};
use super::pointwise::copy;
use super::walk::{Walk, pointer};
use crate::tensor::layout::{Dims, Layout, Strides};
use crate::tensor::op::{ErrorKind, Result};
use crate::tensor::{Arg, DType, Device, ScatterMode, Tensor, TensorError};

/// The values of an index tensor in row-major order of `shape`, which it broadcasts to, each checked against `size`.
/// With `from_end`, negative ones count from the end.
fn indices(
    index: &Tensor,
    shape: &[usize],
    size: usize,
    from_end: bool,
    out_of_bounds: impl Fn(i64) -> TensorError,
) -> Result<Vec<usize>> {
    let mut values = vec![Integer::default(); shape.iter().product()];
    // SAFETY: the operand is alive, and nobody writes it while an operation runs.
    unsafe { Walk::new(index, shape).load(0, &mut values) };
    let resolve = |value: Integer| {
        let at = if value.0 < 0 && from_end { value.0 + size as i64 } else { value.0 };
        match (0..size as i64).contains(&at) {
            true => Ok(at as usize),
            false => Err(out_of_bounds(value.0)),
        }
    };
    values.into_iter().map(resolve).collect()
}

/// The positions, in elements from the first, that a layout gives to the elements of `shape` in row-major order.
fn positions(shape: &[usize], strides: &[isize]) -> Vec<isize> {
    let count = shape.iter().product();
    let mut positions = Vec::with_capacity(count);
    if count > 0 {
        Walk::over(0, DType::UInt8, shape, strides).runs(0, count, |start, step, n| {
            positions.extend((0..n as isize).map(|i| start + i * step));
        });
    }
    positions
}

/// Copies or adds elements: `to[i] = from[i]` over positions in elements.
fn move_elements(from: &Tensor, to: &Tensor, pairs: impl Iterator<Item = (isize, isize)>, add: bool) {
    with_stored!(from.dtype(), T => {
        let (from, to) = (pointer::<T>(from) as *const T, pointer::<T>(to));
        for (source, target) in pairs {
            // SAFETY: the callers' positions lie inside the tensors, which are alive.
            unsafe {
                let value = from.offset(source).read();
                let target = to.offset(target);
                *target = if add { T::store((*target).load() + value.load()) } else { value };
            }
        }
    })
}

/// A tensor's shape and strides with at least one dimension.
fn at_least_1d(x: &Tensor) -> (Dims, Strides) {
    match x.dim() {
        0 => (Dims::from_elem(1, 1), Strides::from_elem(1, 1)),
        _ => (x.shape().into(), x.strides().into()),
    }
}

/// For every element of `index`: its position in a tensor of these strides when its coordinate in `dim` is the index.
fn indexed_positions(shape: &[usize], strides: &[isize], dim: usize, index: &[usize]) -> Vec<isize> {
    let mut others: Strides = strides.into();
    others[dim] = 0;
    let mut at = positions(shape, &others[..shape.len()]);
    at.iter_mut().zip(index).for_each(|(at, &i)| *at += i as isize * strides[dim]);
    at
}

/// An index tensor's values for a dimension, negative ones refused.
fn plain_indices(index: &Tensor, size: usize, dim: usize) -> Result<Vec<usize>> {
    indices(index, index.shape(), size, false, |value| {
        TensorError::runtime(format!("index {value} is out of bounds for dimension {dim} with size {size}"))
            .mark(1, index)
    })
}

pub fn gather(x: &Tensor, index: &Tensor, dim: usize, out: &Tensor) -> Result<()> {
    let (shape, strides) = at_least_1d(x);
    let values = plain_indices(index, shape[dim], dim)?;
    let (index_shape, _) = at_least_1d(index);
    let from = indexed_positions(&index_shape, &strides, dim, &values);
    move_elements(x, out, from.into_iter().zip(0..), false);
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
    let to = indexed_positions(&index_shape, &strides, dim, &values);
    let add = mode == ScatterMode::Add;
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
            let from = positions(&index_shape, &source_strides);
            move_elements(source, out, from.into_iter().zip(to), add);
        }
        Arg::Scalar(scalar) => {
            let one = Tensor::empty(&[], x.dtype(), Device::Cpu)?;
            super::pointwise::fill(*scalar, &one);
            move_elements(&one, out, to.into_iter().map(|at| (0, at)), add);
        }
    }
    Ok(())
}

/// A tensor of one position in a dimension.
fn plane(x: &Tensor, dim: usize, index: usize) -> Tensor {
    let (mut shape, mut strides): (Dims, Strides) = (x.shape().into(), x.strides().into());
    let mut offset = x.layout().offset();
    if !shape.is_empty() {
        shape.remove(dim);
        offset += index * strides.remove(dim) as usize;
    }
    x.alias(Layout::with_strides(&shape, &strides, offset))
}

pub fn index_select(x: &Tensor, index: &Tensor, dim: usize, out: &Tensor) -> Result<()> {
    let (shape, strides) = at_least_1d(x);
    let values = indices_in_order(index, shape[dim])?;
    if dim == 0 && x.is_contiguous() && out.is_contiguous() {
        // Whole rows.
        let row = x.numel() / shape[0].max(1) * x.dtype().size();
        let (from, to) = (pointer::<u8>(x) as *const u8, pointer::<u8>(out));
        for (i, &at) in values.iter().enumerate() {
            // SAFETY: the index was checked; both tensors are contiguous rows of this many bytes.
            unsafe { std::ptr::copy_nonoverlapping(from.add(at * row), to.add(i * row), row) };
        }
        return Ok(());
    }
    let (out_shape, _) = at_least_1d(out);
    let expanded: Vec<usize> =
        positions(&out_shape, &unit_strides(out_shape.len(), dim)).into_iter().map(|i| values[i as usize]).collect();
    let from = indexed_positions(&out_shape, &strides, dim, &expanded);
    move_elements(x, out, from.into_iter().zip(0..), false);
    Ok(())
}

/// Strides that count along one dimension only.
fn unit_strides(ndim: usize, dim: usize) -> Strides {
    let mut strides = Strides::from_elem(0, ndim);
    strides[dim] = 1;
    strides
}

fn indices_in_order(index: &Tensor, size: usize) -> Result<Vec<usize>> {
    indices(index, index.shape(), size, false, |_| {
        TensorError::new(ErrorKind::Index, "index out of range in self").mark(1, index)
    })
}

pub fn index_add(x: &Tensor, index: &Tensor, source: &Tensor, dim: usize, out: &Tensor) -> Result<()> {
    let (shape, _) = at_least_1d(x);
    let values = indices_in_order(index, shape[dim])?;
    if !out.same(x) {
        copy(x, out);
    }
    for (i, &at) in values.iter().enumerate() {
        let (from, to) = (plane(source, dim, i), plane(out, dim, at));
        let pairs = positions(to.shape(), from.strides()).into_iter().zip(positions(to.shape(), to.strides()));
        move_elements(&from, &to, pairs, true);
    }
    Ok(())
}

/// Where the elements of `x[indices]` lie in `x`, in row-major order of the result.
fn advanced_positions(x: &Tensor, indexed: &[bool], tensors: &[Arg]) -> Result<Vec<isize>> {
    let tensors: Vec<&Tensor> = tensors.iter().filter_map(|arg| arg.tensor()).collect();
    let common = crate::tensor::broadcast_shapes(tensors.iter().map(|t| t.shape()))?;
    let is_indexed = |d: usize| indexed.get(d).copied().unwrap_or(false);
    let dims: Vec<usize> = (0..x.dim()).filter(|&d| is_indexed(d)).collect();
    let mut offsets = vec![0isize; common.iter().product()];
    for (index, &dim) in tensors.iter().zip(&dims) {
        let size = x.shape()[dim];
        let error = |index: i64| {
            TensorError::new(
                ErrorKind::Index,
                format!("index {index} is out of bounds for dimension {dim} with size {size}"),
            )
        };
        let values = indices(index, &common, size, true, error)?;
        for (offset, at) in offsets.iter_mut().zip(values) {
            *offset += at as isize * x.strides()[dim];
        }
    }
    // The result's dimensions: the indices' common ones as one, at their place among the others.
    let adjacent = dims.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let first = if adjacent { dims.first().copied().unwrap_or(0) } else { 0 };
    let (mut before, mut after) = ((Dims::new(), Strides::new()), (Dims::new(), Strides::new()));
    for d in (0..x.dim()).filter(|&d| !is_indexed(d)) {
        let side = if d < first { &mut before } else { &mut after };
        side.0.push(x.shape()[d]);
        side.1.push(x.strides()[d]);
    }
    let (outer, inner) = (positions(&before.0, &before.1), positions(&after.0, &after.1));
    let mut all = Vec::with_capacity(outer.len() * offsets.len() * inner.len());
    for a in &outer {
        for b in &offsets {
            all.extend(inner.iter().map(|c| a + b + c));
        }
    }
    Ok(all)
}

pub fn index(x: &Tensor, indexed: &[bool], tensors: &[Arg], out: &Tensor) -> Result<()> {
    let from = advanced_positions(x, indexed, tensors)?;
    move_elements(x, out, from.into_iter().zip(0..), false);
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
    let to = advanced_positions(out, indexed, tensors)?;
    let shapes: Vec<&[usize]> = tensors.iter().filter_map(|arg| arg.tensor()).map(|t| t.shape()).collect();
    let common = crate::tensor::broadcast_shapes(shapes)?;
    let shape = crate::tensor::infer::arrange_indexed(x.shape(), indexed, &common);
    let from = positions(&shape, &source.layout().broadcast_strides(&shape));
    move_elements(source, out, from.into_iter().zip(to), accumulate);
    Ok(())
}

/// The positions, in row-major order, where a tensor is not zero.
fn nonzero_positions(x: &Tensor, shape: &[usize]) -> Vec<usize> {
    let mut values = vec![0.0f64; shape.iter().product()];
    // SAFETY: the operand is alive, and nobody writes it while an operation runs.
    unsafe { Walk::new(x, shape).load(0, &mut values) };
    (0..values.len()).filter(|&i| values[i] != 0.0).collect()
}

pub fn masked_select(x: &Tensor, mask: &Tensor) -> Result<Tensor> {
    let shape = crate::tensor::broadcast_shapes([x.shape(), mask.shape()])?;
    let chosen = nonzero_positions(mask, &shape);
    let out = Tensor::empty(&[chosen.len()], x.dtype(), Device::Cpu)?;
    let from = positions(&shape, &x.layout().broadcast_strides(&shape));
    move_elements(x, &out, chosen.into_iter().map(|i| from[i]).zip(0..), false);
    Ok(out)
}

pub fn nonzero(x: &Tensor) -> Result<Tensor> {
    let chosen = nonzero_positions(x, x.shape());
    let out = Tensor::empty(&[chosen.len(), x.dim()], DType::Int64, Device::Cpu)?;
    let mut coordinates = Vec::with_capacity(chosen.len() * x.dim());
    for mut position in chosen {
        let start = coordinates.len();
        for &size in x.shape().iter().rev() {
            coordinates.push(std::num::Wrapping((position % size) as i64));
            position /= size;
        }
        coordinates[start..].reverse();
    }
    // SAFETY: the result is alive and was allocated for these.
    unsafe { Walk::new(&out, out.shape()).store(0, &coordinates) };
    Ok(out)
}
