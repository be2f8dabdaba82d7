//! Indexing of batched tensors: if the indices are batched too, the hidden dimensions are indexed by their own positions.

use super::batch::Batch;
use crate::{compose, run, view};
use tensorcell_tensor::infer::arrange_indexed;
use tensorcell_tensor::op::{Arg, Op, Result, View};
use tensorcell_tensor::{DType, Device, Dims, Make, Scalar, ScatterMode, Tensor, TensorError, broadcast_shapes};

fn tensor<'a>(inputs: &[Arg<'a>], at: usize) -> Result<&'a Tensor> {
    inputs[at].tensor().ok_or_else(|| TensorError::runtime("an index is one of tensors"))
}

/// Leaves out empty operands, as without a batch.
pub(super) fn cat(op: &Op, inputs: &[Arg], batch: &Batch) -> Result<Vec<Tensor>> {
    let &Op::Cat { dim } = op else { return Ok(Vec::new()) };
    let all: Vec<&Tensor> = inputs.iter().filter_map(|arg| arg.tensor()).collect();
    let counts = |x: &&&Tensor| x.shape() != [0] || all.iter().all(|other| other.dim() == 1);
    let wholes: Vec<Tensor> = all.iter().filter(counts).map(|x| batch.full(x)).collect::<Result<_>>()?;
    let args: Vec<Arg> = wholes.iter().map(Arg::Tensor).collect();
    Ok(vec![run(Op::Cat { dim: dim + batch.dims() }, &args)?])
}

/// Expands one row of indices per slice to an index for every element of a shape that has them along `dim`.
fn spread(index: &Tensor, dim: usize, shape: &[usize], batch: &Batch) -> Result<Tensor> {
    let ones = (0..shape.len()).map(|d| if d == dim { index.numel() } else { 1 }).collect::<Dims>();
    let apart = compose::reshape(&batch.full(index)?, &batch.shape(&ones))?;
    let mut wanted: Dims = shape.into();
    wanted[dim] = index.numel();
    view(&apart, View::Expand(batch.shape(&wanted)))
}

pub(super) fn select(op: &Op, inputs: &[Arg], batch: &Batch) -> Result<Vec<Tensor>> {
    let &Op::IndexSelect { dim } = op else { return Ok(Vec::new()) };
    let (x, index, first) = (tensor(inputs, 0)?, tensor(inputs, 1)?, batch.dims());
    let moved = dim + first;
    Ok(vec![match (x.is_batched(), index.is_batched()) {
        (true, true) if x.dim() > 0 => {
            let index = spread(index, dim, x.shape(), batch)?;
            run(Op::Gather { dim: moved }, &[(&batch.full(x)?).into(), (&index).into()])?
        }
        (true, true) => batch.full(x)?,
        (true, false) if x.dim() > 0 => run(Op::IndexSelect { dim: moved }, &[x.whole().into(), index.into()])?,
        (true, false) => x.whole().clone(),
        (false, _) => {
            // Selects all slices' rows at once, then moves the slices to the front.
            let flat = compose::reshape(index.whole(), &[batch.slices() * index.numel()])?;
            let rows = run(op.clone(), &[x.into(), (&flat).into()])?;
            let (before, after) = (&rows.shape()[..dim.min(x.dim())], &rows.shape()[(dim + 1).min(rows.dim())..]);
            let apart = [before, batch.sizes.as_slice(), &[index.numel()], after].concat();
            let order = (dim..moved).chain(0..dim).chain(moved..apart.len()).collect();
            view(&view(&rows, View::Reshape(apart.as_slice().into()))?, View::Permute(order))?
        }
    }])
}

pub(super) fn add(op: &Op, inputs: &[Arg], batch: &Batch) -> Result<Vec<Tensor>> {
    let &Op::IndexAdd { dim } = op else { return Ok(Vec::new()) };
    let (x, index, source) = (tensor(inputs, 0)?, tensor(inputs, 1)?, tensor(inputs, 2)?);
    let row = |x: &Tensor| -> Result<Tensor> {
        let whole = batch.full(x)?;
        if x.dim() == 0 { view(&whole, View::Unsqueeze(batch.dims())) } else { Ok(whole) }
    };
    let (wide, given, dim_of_whole) = (row(x)?, row(source)?, dim + batch.dims());
    Ok(vec![match index.is_batched() {
        false => run(Op::IndexAdd { dim: dim_of_whole }, &[(&wide).into(), index.into(), (&given).into()])?,
        true => {
            let index = spread(index, dim, &given.shape()[batch.dims()..], batch)?;
            let op = Op::Scatter { dim: dim_of_whole, mode: ScatterMode::Add };
            run(op, &[(&wide).into(), (&index).into(), (&given).into()])?
        }
    }])
}

/// One index per row.
pub(super) fn kth(op: &Op, inputs: &[Arg], batch: &Batch) -> Result<Vec<Tensor>> {
    let rows = batch.full(tensor(inputs, 0)?)?;
    let places = inputs[1].tensor().map(|places| batch.full(places)).transpose()?;
    Ok(vec![run(op.clone(), &[(&rows).into(), places.as_ref().map_or(inputs[1], Arg::Tensor)])?])
}

/// The sequence has one row per slice if it is batched.
pub(super) fn search(op: &Op, inputs: &[Arg], batch: &Batch) -> Result<Vec<Tensor>> {
    let (sequence, numbers) = (tensor(inputs, 0)?, tensor(inputs, 1)?);
    if sequence.dim() != 1 {
        return Ok(vec![run(op.clone(), &[(&batch.full(sequence)?).into(), (&batch.full(numbers)?).into()])?]);
    }
    let rows = compose::reshape(&batch.full(numbers)?, &batch.shape(&[numbers.numel()]))?;
    let sequence = if sequence.is_batched() { batch.full(sequence)? } else { sequence.clone() };
    Ok(vec![run(op.clone(), &[(&sequence).into(), (&rows).into()])?])
}

/// Indices of the whole tensor, and the position of the result's dimensions.
struct Indexed {
    indexed: Vec<bool>,
    indices: Vec<Tensor>,
    /// The number of slice dimensions before the indices', which follow them in the whole result; `None` if the order
    /// is the same.
    before: Option<usize>,
    /// The number of dimensions of the broadcast indices.
    common: usize,
    /// The shape of a slice's result.
    shape: Dims,
}

impl Indexed {
    fn of(x: &[usize], indexed: &[bool], indices: &[Arg], batch: &Batch) -> Result<Indexed> {
        let indices: Vec<&Tensor> = indices.iter().filter_map(|arg| arg.tensor()).collect();
        let common = broadcast_shapes(indices.iter().map(|index| index.shape()))?;
        let shape = arrange_indexed(x, indexed, &common);
        let at: Vec<usize> = (0..indexed.len()).filter(|&d| indexed[d]).collect();
        let side_by_side = at.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let (first, dims) = (batch.dims(), common.len());
        if side_by_side && !indices.iter().any(|index| index.is_batched()) {
            let indexed = std::iter::repeat_n(false, first).chain(indexed.iter().copied()).collect();
            let indices = indices.into_iter().cloned().collect();
            return Ok(Indexed { indexed, indices, before: None, common: dims, shape });
        }
        let device = indices.first().map_or(Device::Cpu, |index| index.device());
        let mut all: Vec<Tensor> = (0..first).map(|at| positions(batch, at, dims, device)).collect::<Result<_>>()?;
        for index in indices {
            all.push(batch.aligned(index, dims)?);
        }
        let before = side_by_side.then(|| at.first().copied().unwrap_or(0)).filter(|&before| before > 0);
        let indexed = std::iter::repeat_n(true, first).chain(indexed.iter().copied()).collect();
        Ok(Indexed { indexed, indices: all, before, common: dims, shape })
    }
    /// The permutation that moves the indices' dimensions after those that precede them in a slice.
    fn order(&self, first: usize, dims: usize) -> Option<Dims> {
        let (before, behind) = (self.before?, first + self.common);
        Some((0..first).chain(behind..behind + before).chain(first..behind).chain(behind + before..dims).collect())
    }
}

/// Positions along a hidden dimension, as an index that broadcasts with `dims` others.
fn positions(batch: &Batch, at: usize, dims: usize, device: Device) -> Result<Tensor> {
    let make = Make { shape: Dims::from_slice(&[batch.sizes[at]]), dtype: DType::Int64, device };
    let row = run(Op::Arange { start: Scalar::Int(0), step: Scalar::Int(1), make }, &[])?;
    let mut shape = Dims::from_elem(1, batch.dims() + dims);
    shape[at] = batch.sizes[at];
    view(&row, View::Reshape(shape))
}

pub(super) fn index(op: &Op, inputs: &[Arg], batch: &Batch) -> Result<Vec<Tensor>> {
    let (x, Op::Index { indexed }) = (tensor(inputs, 0)?, op) else { return Ok(Vec::new()) };
    let found = Indexed::of(x.shape(), indexed, &inputs[1..], batch)?;
    let whole = batch.full(x)?;
    let args: Vec<Arg> = std::iter::once(&whole).chain(&found.indices).map(Arg::Tensor).collect();
    let result = run(Op::Index { indexed: found.indexed.clone() }, &args)?;
    Ok(vec![match found.order(batch.dims(), result.dim()) {
        Some(order) => view(&result, View::Permute(order))?,
        None => result,
    }])
}

pub(super) fn put(op: &Op, inputs: &[Arg], batch: &Batch) -> Result<Vec<Tensor>> {
    let (x, source, Op::IndexPut { indexed, accumulate }) = (tensor(inputs, 0)?, tensor(inputs, 1)?, op) else {
        return Ok(Vec::new());
    };
    let found = Indexed::of(x.shape(), indexed, &inputs[2..], batch)?;
    let mut given = batch.aligned(source, found.shape.len())?;
    if let Some(order) = found.order(batch.dims(), batch.dims() + found.shape.len()) {
        let mut back = Dims::from_elem(0, order.len());
        order.iter().enumerate().for_each(|(i, &d)| back[d] = i);
        given = view(&view(&given, View::Expand(batch.shape(&found.shape)))?, View::Permute(back))?;
    }
    let whole = batch.full(x)?;
    let args: Vec<Arg> = [&whole, &given].into_iter().chain(&found.indices).map(Arg::Tensor).collect();
    Ok(vec![run(Op::IndexPut { indexed: found.indexed.clone(), accumulate: *accumulate }, &args)?])
}

/// Selects with a mask that is the same for every slice.
pub(super) fn masked_select(_: &Op, inputs: &[Arg], batch: &Batch) -> Result<Vec<Tensor>> {
    let (x, mask) = (tensor(inputs, 0)?, tensor(inputs, 1)?);
    let shape = broadcast_shapes([x.shape(), mask.shape(), &[1]])?;
    let wide = |x: &Tensor| view(x, View::Expand(shape.clone()));
    let places = run(Op::Nonzero, &[(&wide(mask)?).into()])?;
    let column = |index| view(&places, View::Select { dim: 1, index });
    let columns: Vec<Tensor> = (0..shape.len()).map(column).collect::<Result<_>>()?;
    let x = wide(x)?;
    let args: Vec<Arg> = std::iter::once(&x).chain(&columns).map(Arg::Tensor).collect();
    index(&Op::Index { indexed: vec![true; shape.len()] }, &args, batch)
}
