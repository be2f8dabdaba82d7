//! Views and selections of sparse tensors: what they do to the indices.

use super::coordinates::{coalesce, in_coordinates};
use super::parts::{assemble, parts, refused, values};
use super::places::Places;
use super::rows::{picked, summed};
use crate::compose::transpose;
use crate::host::Elements;
use crate::{run, view as dense_view};
use tensorcell_tensor::op::{Arg, Op, Result, View};
use tensorcell_tensor::{Dims, Format, Tensor, TensorError};

/// A sparse tensor seen otherwise. It shares values, but not writes to them.
pub fn view(x: &Tensor, view: &View) -> Result<Tensor> {
    match view {
        View::Detach => Ok(x.detach()),
        View::Expand(shape) | View::Reshape(shape) if shape.as_slice() == x.shape() => Ok(x.clone()),
        View::Permute(order) if order.iter().enumerate().all(|(at, &dim)| at == dim) => Ok(x.clone()),
        View::Permute(order) if x.format().is_compressed() => turned(x, order),
        View::Permute(order) => permuted(x, order),
        View::Unsqueeze(dim) => unsqueezed(&in_coordinates(x)?, *dim),
        View::Squeeze(dims) if dims.is_empty() => Ok(x.clone()),
        View::Select { dim, index } => selected(&in_coordinates(x)?, *dim, *index),
        _ => Err(refused(&Op::View(view.clone()), &[x.into()])),
    }
}

/// A compressed matrix transposed: rows become columns, the indices stay.
fn turned(x: &Tensor, order: &[usize]) -> Result<Tensor> {
    let parts = parts(x)?;
    let format = match parts.format {
        Format::Csr => Format::Csc,
        Format::Csc => Format::Csr,
        Format::Bsr => Format::Bsc,
        _ => Format::Bsr,
    };
    let mut values = values(x)?;
    if parts.format.is_blocked() {
        values = transpose(&values, 1, 2)?;
    }
    let shape: Dims = order.iter().map(|&dim| x.shape()[dim]).collect();
    assemble(format, &shape, &parts.indices, &values, true)
}

fn permuted(x: &Tensor, order: &[usize]) -> Result<Tensor> {
    let places = Places::of(x.shape(), &*parts(x)?)?;
    let sparse = places.dims();
    if order[..sparse].iter().any(|&dim| dim >= sparse) {
        let text = "transpose: can't transpose between sparse and dense dimensions";
        return Err(TensorError::runtime(text).mark(0, x));
    }
    let rows: Vec<Vec<i64>> = order[..sparse].iter().map(|&dim| places.row(dim).to_vec()).collect();
    let shape: Dims = order.iter().map(|&dim| x.shape()[dim]).collect();
    let within: Dims = [0].into_iter().chain(order[sparse..].iter().map(|dim| dim - sparse + 1)).collect();
    let index = Places::new(&shape[..sparse], &rows).index(x.device())?;
    let stays = order[..sparse].iter().enumerate().all(|(at, &dim)| at == dim);
    let values = dense_view(&values(x)?, View::Permute(within))?;
    assemble(Format::Coo, &shape, &[index], &values, stays && parts(x)?.coalesced)
}

fn unsqueezed(x: &Tensor, dim: usize) -> Result<Tensor> {
    let own = parts(x)?;
    let places = Places::of(x.shape(), &own)?;
    let mut shape: Dims = x.shape().into();
    shape.insert(dim, 1);
    if dim > places.dims() {
        let values = dense_view(&values(x)?, View::Unsqueeze(dim - places.dims() + 1))?;
        return assemble(Format::Coo, &shape, &own.indices, &values, own.coalesced);
    }
    let mut rows = places.all_rows();
    rows.insert(dim, vec![0; places.kept]);
    let index = Places::new(&shape[..rows.len()], &rows).index(x.device())?;
    assemble(Format::Coo, &shape, &[index], &values(x)?, own.coalesced)
}

/// `x[index]` along a dimension: sparse, unless that was the only sparse dimension.
fn selected(x: &Tensor, dim: usize, index: usize) -> Result<Tensor> {
    let own = parts(x)?;
    let places = Places::of(x.shape(), &own)?;
    let mut shape: Dims = x.shape().into();
    shape.remove(dim);
    if dim >= places.dims() {
        let values = dense_view(&values(x)?, View::Select { dim: dim - places.dims() + 1, index })?;
        return assemble(Format::Coo, &shape, &own.indices, &values, own.coalesced);
    }
    let found: Vec<i64> =
        (places.row(dim).iter().zip(0..)).filter(|(row, _)| **row == index as i64).map(|(_, at)| at).collect();
    let values = picked(&values(x)?, &found)?;
    if places.dims() == 1 {
        let sum = summed(1, &vec![0; found.len()], &values)?;
        return dense_view(&sum, View::Select { dim: 0, index: 0 });
    }
    let mut rows = taken(&places, &found);
    rows.remove(dim);
    let index = Places::new(&shape[..rows.len()], &rows).index(x.device())?;
    assemble(Format::Coo, &shape, &[index], &values, own.coalesced)
}

/// The rows of indices at these of the places.
fn taken(places: &Places, found: &[i64]) -> Vec<Vec<i64>> {
    let row = |row: Vec<i64>| found.iter().map(|&at| row[at as usize]).collect();
    places.all_rows().into_iter().map(row).collect()
}

pub(super) fn index_select(x: &Tensor, dim: usize, index: &Tensor) -> Result<Tensor> {
    if x.dim() == 0 {
        return Err(TensorError::runtime("index_select() cannot be applied to a 0-dim tensor.").mark(0, x));
    }
    let x = coalesce(&in_coordinates(x)?)?;
    let own = parts(&x)?;
    let places = Places::of(x.shape(), &own)?;
    let mut shape: Dims = x.shape().into();
    shape[dim] = index.numel();
    if dim >= places.dims() {
        let select = Op::IndexSelect { dim: dim - places.dims() + 1 };
        let values = run(select, &[(&values(&x)?).into(), index.into()])?;
        return assemble(Format::Coo, &shape, &own.indices, &values, own.coalesced);
    }
    let (mut found, mut along) = (Vec::new(), Vec::new());
    for (to, from) in index.to_vec::<i64>()?.into_iter().enumerate() {
        let from = if from < 0 { from + x.shape()[dim] as i64 } else { from };
        if !(0..x.shape()[dim] as i64).contains(&from) {
            let text = format!(
                "index_select(): index contains {from} that is out of range for tensor of size {:?} at dimension {dim}",
                x.shape()
            );
            return Err(TensorError::new(tensorcell_tensor::op::ErrorKind::Index, text).mark(1, index));
        }
        for (at, _) in places.row(dim).iter().enumerate().filter(|(_, row)| **row == from) {
            found.push(at as i64);
            along.push(to as i64);
        }
    }
    let mut rows = taken(&places, &found);
    rows[dim] = along;
    let index = Places::new(&shape[..rows.len()], &rows).index(x.device())?;
    assemble(Format::Coo, &shape, &[index], &picked(&values(&x)?, &found)?, dim == 0)
}

/// Sparse tensors one behind the other.
pub(super) fn cat(op: &Op, inputs: &[Arg], dim: usize) -> Result<Tensor> {
    let tensors: Vec<&Tensor> = inputs.iter().filter_map(|arg| arg.tensor()).collect();
    let in_places = |x: &Tensor| x.format() == Format::Coo && parts(x).is_ok_and(|parts| dim < parts.sparse_dims());
    let Some(&first) = tensors.first().filter(|_| tensors.iter().all(|x| in_places(x))) else {
        return Err(refused(op, inputs));
    };
    let (mut shape, mut rows): (Dims, Vec<Vec<i64>>) =
        (first.shape().into(), vec![Vec::new(); parts(first)?.sparse_dims()]);
    shape[dim] = 0;
    let mut all = Vec::new();
    for x in tensors {
        let places = Places::of(x.shape(), &*parts(x)?)?;
        for (at, row) in rows.iter_mut().enumerate() {
            let offset = if at == dim { shape[dim] as i64 } else { 0 };
            row.extend(places.row(at).iter().map(|index| index + offset));
        }
        shape[dim] = shape[dim].saturating_add(x.shape()[dim]);
        all.push(values(x)?);
    }
    let args: Vec<Arg> = all.iter().map(Arg::Tensor).collect();
    let index = Places::new(&shape[..rows.len()], &rows).index(first.device())?;
    assemble(Format::Coo, &shape, &[index], &run(Op::Cat { dim: 0 }, &args)?, false)
}
