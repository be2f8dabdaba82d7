//! Products of sparse matrices with dense and with sparse ones.

use super::compressed::compress;
use super::coordinates::{coalesce, in_coordinates, to_dense};
use super::parts::{assemble, parts, refused, values};
use super::places::{Places, block_of};
use super::pointwise::{factor, scaled};
use super::rows::{picked, summed};
use crate::compose::{pointwise, reshape, transpose};
use crate::host::{Element, Elements, is_plain};
use crate::{read_bytes, view};
use std::borrow::Cow;
use std::collections::BTreeMap;
use tensorcell_device::allocator;
use tensorcell_tensor::op::{Arg, Op, Result, View};
use tensorcell_tensor::{DType, Device, Dims, Format, Pointwise, Tensor, TensorError};

pub(super) fn matmul(op: &Op, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    match (a.is_sparse(), b.is_sparse()) {
        (true, true) if a.dim() == 2 && b.dim() == 2 => both_sparse(a, b),
        (true, false) if a.dim() == b.dim() && (2..=3).contains(&a.dim()) => sparse_by_dense(a, b),
        (false, true) if a.dim() == 2 && b.dim() == 2 => {
            transpose(&sparse_by_dense(&transpose(b, 0, 1)?, &transpose(a, 0, 1)?)?, 0, 1)
        }
        _ => Err(refused(op, &[a.into(), b.into()])),
    }
}

pub(super) fn addmm(op: &Op, [input, a, b]: [&Tensor; 3], beta: f64, alpha: f64) -> Result<Tensor> {
    let product = scaled(&matmul(op, a, b)?, factor(alpha))?;
    let product = if product.is_sparse() && !input.is_sparse() { to_dense(&product)? } else { product };
    pointwise(Pointwise::Add, &[(&scaled(input, factor(beta))?).into(), (&product).into()])
}

fn check(a: &Tensor, b: &Tensor, what: &str) -> Result<()> {
    let (columns, rows) = (a.shape()[a.dim() - 1], b.shape()[b.dim() - 2]);
    if columns != rows {
        return Err(TensorError::runtime(format!(
            "addmm: Argument #3 ({what}): Expected dim 0 size {columns}, got {rows}"
        ))
        .mark(0, a)
        .mark(1, b));
    }
    match a.dtype() == b.dtype() {
        true => Ok(()),
        false => {
            let (a, b) = (a.dtype().cpp_name(), b.dtype().cpp_name());
            Err(TensorError::runtime(format!("expected m1 and m2 to have the same dtype, but got: {a} != {b}")))
        }
    }
}

/// Each element times the row of the dense matrix that its column selects, summed by rows. Batches are one tall matrix.
fn sparse_by_dense(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    check(a, b, "dense")?;
    let a = in_coordinates(a)?;
    let places = Places::of(a.shape(), &*parts(&a)?)?;
    places.flat()?; // checks bounds
    if places.dims() != a.dim() {
        return Err(TensorError::runtime(format!(
            "mm: Expected a sparse matrix without dense dimensions, got {}",
            a.dim() - places.dims()
        )));
    }
    let last = a.dim() - 1;
    let (height, depth, width) = (a.shape()[last - 1], a.shape()[last], b.shape()[last]);
    let within = |dim: usize, size: usize| -> Vec<i64> {
        let first = |at: usize| if last == 2 { places.row(0)[at] } else { 0 };
        (0..places.kept).map(|at| first(at) * size as i64 + places.row(dim)[at]).collect()
    };
    if last == 1
        && let Some(product) = direct([places.row(0), places.row(1)], &values(&a)?, b, height)?
    {
        return Ok(product);
    }
    let batches: usize = b.shape()[..last - 1].iter().product();
    let rows = picked(&reshape(b, &[batches * depth, width])?, &within(last, depth))?;
    let weights = view(&values(&a)?, View::Unsqueeze(1))?;
    let terms = pointwise(Pointwise::Mul, &[(&rows).into(), (&weights).into()])?;
    let shape: Dims = b.shape()[..last - 1].iter().copied().chain([height, width]).collect();
    reshape(&summed(batches * height, &within(last - 1, height), &terms)?, &shape)
}

/// The product in host memory, row by row, where no tape follows it: `None` elsewhere and in half precision, which rounds each term.
fn direct(places: [&[i64]; 2], values: &Tensor, b: &Tensor, height: usize) -> Result<Option<Tensor>> {
    match b.dtype() {
        _ if !is_plain(values) || !is_plain(b) => Ok(None),
        DType::Float32 => row_by_row::<f32>(places, values, b, height).map(Some),
        DType::Float64 => row_by_row::<f64>(places, values, b, height).map(Some),
        _ => Ok(None),
    }
}

fn row_by_row<T: Element + num_traits::Float>(
    [rows, columns]: [&[i64]; 2],
    values: &Tensor,
    b: &Tensor,
    height: usize,
) -> Result<Tensor> {
    let width = b.shape()[1];
    allocator::ask_host(height.saturating_mul(width).saturating_mul(size_of::<T>()))?;
    let mut out = vec![T::zero(); height * width];
    let mut add = |values: &[T], b: &[T]| {
        for ((&row, &column), &value) in rows.iter().zip(columns).zip(values) {
            let (to, from) = (&mut out[row as usize * width..][..width], &b[column as usize * width..][..width]);
            to.iter_mut().zip(from).for_each(|(to, &from)| *to = *to + from * value);
        }
    };
    read_bytes(values, |values| read_bytes(b, |b| add(&numbers(values), &numbers(b))))??;
    Tensor::from_slice(&out, &[height, width], Device::Cpu)
}

/// Elements in place, or copied where the bytes are not aligned for them.
fn numbers<T: Element>(bytes: &[u8]) -> Cow<'_, [T]> {
    match bytemuck::try_cast_slice(bytes) {
        Ok(numbers) => Cow::Borrowed(numbers),
        Err(_) => Cow::Owned(bytemuck::pod_collect_to_vec(bytes)),
    }
}

/// Every element of `a` times the elements in the row of `b` that its column selects.
fn both_sparse(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    check(a, b, "sparse")?;
    let own = parts(a)?;
    let [a, b] = [coalesce(&in_coordinates(a)?)?, coalesce(&in_coordinates(b)?)?];
    let [left, right] = [Places::of(a.shape(), &*parts(&a)?)?, Places::of(b.shape(), &*parts(&b)?)?];
    left.flat().and(right.flat())?; // checks bounds
    let mut pairs = Vec::new();
    let mut found = BTreeMap::new();
    for (at, (&row, &inner)) in left.row(0).iter().zip(left.row(1)).enumerate() {
        let begin = right.row(0).partition_point(|&other| other < inner);
        for beside in (begin..right.kept).take_while(|&beside| right.row(0)[beside] == inner) {
            let place = row * b.shape()[1] as i64 + right.row(1)[beside];
            pairs.push((at as i64, beside as i64, place));
            found.insert(place, 0);
        }
    }
    found.values_mut().zip(0..).for_each(|(slot, at)| *slot = at);
    let side = |x: &Tensor, at: Vec<i64>| picked(&values(x)?, &at);
    let factors =
        [side(&a, pairs.iter().map(|pair| pair.0).collect())?, side(&b, pairs.iter().map(|pair| pair.1).collect())?];
    let terms = pointwise(Pointwise::Mul, &[Arg::Tensor(&factors[0]), Arg::Tensor(&factors[1])])?;
    let slots: Vec<i64> = pairs.iter().map(|pair| found[&pair.2]).collect();
    let shape = [a.shape()[0], b.shape()[1]];
    let flat: Vec<i64> = found.into_keys().collect();
    let index = Places::at(&shape, &flat).index(a.device())?;
    let product = assemble(Format::Coo, &shape, &[index], &summed(flat.len(), &slots, &terms)?, true)?;
    match own.format {
        Format::Coo => Ok(product),
        format => compress(&product, format, block_of(&own)),
    }
}
