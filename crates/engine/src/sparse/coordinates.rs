//! Sparse tensors in coordinates: to and from dense ones, and each place once.

use super::parts::{assemble, parts, values, with_values};
use super::places::Places;
use super::rows::{led_by, picked, summed, zeros};
use crate::compose::{pointwise, reshape};
use crate::host::Elements;
use crate::{grad_mode, run};
use tensorcell_tensor::op::{Op, Result};
use tensorcell_tensor::{DType, Device, Format, Pointwise, Reduction, Sparse, Tensor, TensorError, numel_of};

/// Each place once, in order; values at the same place are added.
pub fn coalesce(x: &Tensor) -> Result<Tensor> {
    let parts = parts(x)?;
    if parts.format != Format::Coo || parts.coalesced {
        return Ok(x.clone());
    }
    let flat = Places::of(x.shape(), &parts)?.flat()?;
    let mut order: Vec<usize> = (0..flat.len()).collect();
    order.sort_by_key(|&at| flat[at]);
    let (mut slots, mut found) = (vec![0; flat.len()], Vec::new());
    for at in order {
        if found.last() != Some(&flat[at]) {
            found.push(flat[at]);
        }
        slots[at] = found.len() as i64 - 1;
    }
    let index = Places::at(&x.shape()[..parts.sparse_dims()], &found).index(x.device())?;
    assemble(Format::Coo, x.shape(), &[index], &summed(found.len(), &slots, &values(x)?)?, true)
}

/// The same elements in coordinates, each place once unless they were in coordinates before.
pub fn in_coordinates(x: &Tensor) -> Result<Tensor> {
    let parts = parts(x)?;
    if parts.format == Format::Coo {
        return Ok(x.clone());
    }
    let places = Places::of(x.shape(), &parts)?;
    let mut values = values(x)?;
    if parts.format.is_blocked() {
        values = reshape(&values, &[places.kept])?;
    }
    let index = places.index(x.device())?;
    coalesce(&assemble(Format::Coo, x.shape(), &[index], &values, parts.format == Format::Csr)?)
}

/// A sparse tensor that keeps no elements.
pub fn nothing(shape: &[usize], sparse_dims: usize, dtype: DType, device: Device) -> Result<Tensor> {
    let index = Places::new(&shape[..sparse_dims], &vec![Vec::new(); sparse_dims]).index(device)?;
    assemble(Format::Coo, shape, &[index], &zeros(&led_by(0, &shape[sparse_dims..]), dtype, device)?, true)
}

/// The same elements in memory.
pub fn to_dense(x: &Tensor) -> Result<Tensor> {
    let x = in_coordinates(x)?;
    let places = Places::of(x.shape(), &*parts(&x)?)?;
    reshape(&summed(places.capacity(), &places.flat()?, &values(&x)?)?, x.shape())
}

/// The elements of a tensor that are not zero; the last dimensions may stay dense.
pub fn from_dense(x: &Tensor, sparse_dims: usize) -> Result<Tensor> {
    let (sizes, dense) = x.shape().split_at(sparse_dims);
    let rows = reshape(x, &led_by(numel_of(sizes), dense))?;
    let nonzero = grad_mode::with(false, || {
        let nonzero = pointwise(Pointwise::Ne, &[(&rows).into(), 0i64.into()])?;
        match dense.is_empty() {
            true => Ok(nonzero),
            false => {
                let dims = (1..nonzero.dim()).collect();
                run(
                    Op::Reduce { function: Reduction::Any, dims, keepdim: false, correction: 0.0 },
                    &[(&nonzero).into()],
                )
            }
        }
    })?;
    let found: Vec<i64> =
        (nonzero.to_vec::<u8>()?.iter().zip(0..)).filter(|(nonzero, _)| **nonzero != 0).map(|(_, at)| at).collect();
    let index = Places::at(sizes, &found).index(x.device())?;
    assemble(Format::Coo, x.shape(), &[index], &picked(&rows, &found)?, true)
}

/// The elements of a dense tensor at the places of a sparse one, in the shape of its values.
fn gathered(dense: &Tensor, pattern: &Sparse) -> Result<Tensor> {
    let places = Places::of(dense.shape(), pattern)?;
    let rows = reshape(dense, &led_by(places.capacity(), &dense.shape()[places.dims()..]))?;
    reshape(&picked(&rows, &places.flat()?)?, pattern.values.shape())
}

/// The elements of a dense tensor at the places of a sparse one.
pub fn gather(dense: &Tensor, pattern: &Tensor) -> Result<Tensor> {
    gathered(dense, &*parts(pattern)?)
}

/// The elements of a tensor at the places of a sparse one, as a sparse tensor.
pub fn mask(x: &Tensor, pattern: &Tensor) -> Result<Tensor> {
    let dense = if x.is_sparse() { to_dense(x)? } else { x.clone() };
    with_values(pattern, &gather(&dense, pattern)?)
}

/// The gradient of values from that of the sparse tensor made of them.
pub fn values_at(gradient: &Tensor, pattern: &Sparse) -> Result<Tensor> {
    let Some(own) = gradient.parts() else { return gathered(gradient, pattern) };
    match own.format == pattern.format && same_indices(&own, pattern)? {
        true => values(gradient),
        false => gathered(&to_dense(gradient)?, pattern),
    }
}

/// Whether both have the same places in the same order.
pub(super) fn same_indices(a: &Sparse, b: &Sparse) -> Result<bool> {
    if a.values.shape() != b.values.shape() || a.indices.len() != b.indices.len() {
        return Ok(false);
    }
    for (a, b) in a.indices.iter().zip(&b.indices) {
        if !a.same(b) && (a.shape() != b.shape() || a.to_vec::<i64>()? != b.to_vec::<i64>()?) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Refuses operands whose shapes differ.
pub(super) fn check_same_shape(a: &Tensor, b: &Tensor, what: &str) -> Result<()> {
    match a.shape() == b.shape() {
        true => Ok(()),
        false => Err(TensorError::runtime(format!(
            "{what}: Expected 'self' and 'other' to have same sizes, but {:?} and {:?} do not match",
            a.shape(),
            b.shape()
        ))
        .mark(0, a)
        .mark(1, b)),
    }
}
