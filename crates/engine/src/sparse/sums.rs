//! Sums, norms and softmax of sparse tensors.

use super::coordinates::{coalesce, in_coordinates};
use super::parts::{assemble, parts, refused, values, with_values};
use super::places::Places;
use super::rows::{led_by, picked};
use crate::compose::reshape;
use crate::run;
use std::collections::HashMap;
use tensorcell_tensor::op::{Op, Reduction, Result};
use tensorcell_tensor::{DType, Dims, Format, Make, Scalar, Tensor};

/// A sum over all dimensions or some of them; a norm over all.
pub(super) fn reduce(op: &Op, x: &Tensor) -> Result<Tensor> {
    let Op::Reduce { function, dims, keepdim, correction } = op else { return Err(refused(op, &[x.into()])) };
    let whole = dims.is_empty() || (0..x.dim()).all(|dim| dims.contains(&dim));
    let over = |dims: Dims| Op::Reduce { function: *function, dims, keepdim: false, correction: *correction };
    match function {
        Reduction::Sum if whole && !*keepdim => run(over(Dims::new()), &[(&values(x)?).into()]),
        Reduction::Norm if whole && !*keepdim => run(over(Dims::new()), &[(&values(&coalesce(x)?)?).into()]),
        Reduction::Sum if !*keepdim => sum_over(op, x, dims),
        _ => Err(refused(op, &[x.into()])),
    }
}

/// A sum over some dimensions: sparse, unless all sparse dimensions go.
fn sum_over(op: &Op, x: &Tensor, dims: &[usize]) -> Result<Tensor> {
    let x = in_coordinates(x)?;
    let places = Places::of(x.shape(), &*parts(&x)?)?;
    let sparse = places.dims();
    let mut over: Dims = dims.iter().filter(|&&dim| dim >= sparse).map(|dim| dim - sparse + 1).collect();
    let kept: Vec<usize> = (0..sparse).filter(|dim| !dims.contains(dim)).collect();
    if kept.is_empty() {
        over.push(0);
    }
    let mut values = values(&x)?;
    if !over.is_empty() {
        let sum = Op::Reduce { function: Reduction::Sum, dims: over, keepdim: false, correction: 0.0 };
        values = run(sum, &[(&values).into()])?;
    } else if !values.dtype().is_inexact() {
        values = run(Op::Cast(DType::Int64), &[(&values).into()])?;
    }
    if kept.is_empty() {
        return Ok(values);
    }
    let sizes: Dims = kept.iter().map(|&dim| places.sizes[dim]).collect();
    let rows: Vec<Vec<i64>> = kept.iter().map(|&dim| places.row(dim).to_vec()).collect();
    let index = Places::new(&sizes, &rows).index(x.device())?;
    let Op::Reduce { keepdim: false, .. } = op else { return Err(refused(op, &[(&x).into()])) };
    let shape: Dims = sizes.iter().chain(&values.shape()[1..]).copied().collect();
    coalesce(&assemble(Format::Coo, &shape, &[index], &values, false)?)
}

/// A softmax over the elements that are kept: the others count as minus infinity.
pub(super) fn softmax(x: &Tensor, dim: usize, log: bool) -> Result<Tensor> {
    let x = coalesce(&in_coordinates(x)?)?;
    let places = Places::of(x.shape(), &*parts(&x)?)?;
    let kept = values(&x)?;
    if dim >= places.dims() {
        let softmax = Op::Softmax { dim: dim - places.dims() + 1, log };
        return with_values(&x, &run(softmax, &[(&kept).into()])?);
    }
    // Each group is a row of a table, filled up with the row of minus infinities behind all values.
    let (mut groups, mut members): (HashMap<Vec<i64>, usize>, Vec<Vec<i64>>) = (HashMap::new(), Vec::new());
    for at in 0..places.kept {
        let key = (0..places.dims()).filter(|&other| other != dim).map(|other| places.row(other)[at]).collect();
        let group = *groups.entry(key).or_insert(members.len());
        members.resize_with(groups.len(), Vec::new);
        members[group].push(at as i64);
    }
    let (longest, none) = (members.iter().map(Vec::len).max().unwrap_or(0), places.kept as i64);
    if longest == 0 {
        return Ok(x);
    }
    let mut back = vec![0; places.kept];
    let mut table = Vec::with_capacity(members.len() * longest);
    for (row, group) in members.iter().enumerate() {
        group.iter().zip(0..).for_each(|(&at, column)| back[at as usize] = (row * longest) as i64 + column);
        table.extend(group.iter().copied().chain(std::iter::repeat_n(none, longest - group.len())));
    }
    let dense = &kept.shape()[1..];
    let make = Make { shape: led_by(1, dense), dtype: kept.dtype(), device: kept.device() };
    let infinite = run(Op::Fill { value: Scalar::Float(f64::NEG_INFINITY), make }, &[])?;
    let all = run(Op::Cat { dim: 0 }, &[(&kept).into(), (&infinite).into()])?;
    let table = reshape(&picked(&all, &table)?, &led_by(members.len(), &led_by(longest, dense)))?;
    let done = run(Op::Softmax { dim: 1, log }, &[(&table).into()])?;
    with_values(&x, &picked(&reshape(&done, &led_by(members.len() * longest, dense))?, &back)?)
}
