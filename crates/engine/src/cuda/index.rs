//! Gather, scatter, advanced indexing and similar operations. One side is read in order, the other is accessed through indices.

use super::copy::{copy, fill};
use super::fault;
use super::launch::{self, device_index, dtype_name, launch};
use super::layout::contiguous;
use super::layout::{MAX_DIMS, Strides, broadcast};
use super::parameters::{Indexing, MAX_INDEXES};
use bytemuck::Zeroable;
use smallvec::{SmallVec, smallvec};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, Dims, Layout, Scalar, ScatterMode, Tensor, TensorError};

/// An index tensor, its strides over the plain side's shape, and the dimension of the indexed side that it selects from.
struct Lookup<'a> {
    index: &'a Tensor,
    strides: Strides,
    dim: usize,
    /// Whether negative indices count from the end; otherwise they are out of bounds.
    from_end: bool,
}

#[derive(Clone, Copy)]
enum Direction {
    /// plain = indexed.
    Take,
    /// indexed = plain.
    Put,
    /// indexed += plain.
    PutAdd,
}

/// Copies between `plain` over `shape` and `indexed`. `indexed` has the strides `indexed_strides` over `shape`, 0 where an index selects.
fn run(
    direction: Direction,
    shape: &[usize],
    plain: (&Tensor, &[isize]),
    indexed: (&Tensor, &[isize]),
    lookups: &[Lookup],
) -> Result<()> {
    let n: usize = shape.iter().product();
    if n == 0 {
        return Ok(());
    }
    if shape.len() > MAX_DIMS || lookups.len() > MAX_INDEXES {
        let message = format!("indexing on CUDA takes at most {MAX_DIMS} dimensions and {MAX_INDEXES} index tensors");
        return Err(TensorError::runtime(message));
    }
    let device = indexed.0.device();
    let mut s = Indexing {
        n: n as u64,
        plain: plain.0.address(),
        indexed: indexed.0.address(),
        fault: fault::address(device_index(device))?,
        indexes: lookups.len() as i32,
        from_end: lookups.iter().any(|lookup| lookup.from_end).into(),
        place: fault::here(),
        ..Zeroable::zeroed()
    };
    s.layout.dims = shape.len() as i32;
    // A 0-dim tensor has no strides; it is indexed like one with a single element.
    let along = |strides: &[isize], dim: usize| strides.get(dim).copied().unwrap_or(0) as i64;
    for (dim, &size) in shape.iter().enumerate() {
        s.layout.sizes[dim] = size as u64;
        s.layout.strides[0][dim] = along(plain.1, dim);
        s.layout.strides[1][dim] = along(indexed.1, dim);
    }
    for (i, lookup) in lookups.iter().enumerate() {
        s.addresses[i] = lookup.index.address();
        s.sizes[i] = indexed.0.shape().get(lookup.dim).copied().unwrap_or(1) as i64;
        s.strides[i] = indexed.0.strides().get(lookup.dim).copied().unwrap_or(0) as i64;
        s.dims[i] = lookup.dim as u32;
        for (to, &from) in s.index_strides[i].iter_mut().zip(&lookup.strides) {
            *to = from as i64;
        }
    }
    let dtype = indexed.0.dtype();
    let bytes = match direction {
        Direction::PutAdd => dtype.size(),
        _ => widen(&mut s, dtype.size(), lookups.iter().all(|lookup| lookup.strides.last() == Some(&0))),
    };
    let n = s.n as usize;
    let kernel = match direction {
        Direction::Take => format!("take_{bytes}"),
        Direction::Put => format!("put_{bytes}"),
        Direction::PutAdd => format!("put_add_{}", dtype_name(dtype)),
    };
    // The order of atomic additions is undefined. A single thread adds in the elements' order.
    let (blocks, threads) = match direction {
        Direction::PutAdd if dtype.is_floating() && super::deterministic() => (1, 1),
        _ => (launch::blocks(n), launch::THREADS),
    };
    launch(device, &kernel, blocks, threads, &s)
}

/// Moves whole rows (of an embedding) in larger elements, with fewer lookups. Returns their size, starting from `bytes`.
fn widen(s: &mut Indexing, bytes: usize, by_rows: bool) -> usize {
    let plain = s.layout;
    let wide = if by_rows { s.layout.widen(&[s.plain, s.indexed], bytes) } else { bytes };
    let many = (wide / bytes) as i64;
    if s.strides.iter().any(|stride| stride % many != 0) {
        s.layout = plain;
        return bytes;
    }
    s.strides.iter_mut().for_each(|stride| *stride /= many);
    s.n /= many as u64;
    wide
}

/// The strides with that of `dim` set to 0, for an index to replace.
fn except(strides: &[isize], dim: usize) -> Strides {
    let mut strides: Strides = strides.into();
    if let Some(stride) = strides.get_mut(dim) {
        *stride = 0;
    }
    strides
}

/// Strides that are 0 except along `dim`.
fn only(dim: usize, stride: isize, dims: usize) -> Strides {
    let mut strides: Strides = SmallVec::from_elem(0, dims);
    if let Some(at) = strides.get_mut(dim) {
        *at = stride;
    }
    strides
}

pub fn gather(dim: usize, input: &Tensor, index: &Tensor, output: &Tensor) -> Result<()> {
    let lookup = Lookup { index, strides: index.strides().into(), dim, from_end: false };
    let from = except(input.strides(), dim);
    run(Direction::Take, index.shape(), (output, output.strides()), (input, &from), &[lookup])
}

pub fn scatter(dim: usize, mode: ScatterMode, inputs: &[Arg], index: &Tensor, output: &Tensor) -> Result<()> {
    start_from(inputs[0], output)?;
    let direction = match mode {
        ScatterMode::Assign => Direction::Put,
        ScatterMode::Add => Direction::PutAdd,
    };
    let lookup = Lookup { index, strides: index.strides().into(), dim, from_end: false };
    let to = except(output.strides(), dim);
    let number;
    let (source, strides): (&Tensor, Strides) = match inputs[2] {
        Arg::Tensor(source) => (source, source.strides().into()),
        Arg::Scalar(value) => {
            number = one_element(value, output)?;
            (&number, smallvec![0; index.dim()])
        }
    };
    run(direction, index.shape(), (source, &strides), (output, &to), &[lookup])
}

pub fn index_select(dim: usize, input: &Tensor, index: &Tensor, output: &Tensor) -> Result<()> {
    let along = index.strides().first().copied().unwrap_or(0);
    let lookup = Lookup { index, strides: only(dim, along, output.dim()), dim, from_end: false };
    let from = except(input.strides(), dim);
    run(Direction::Take, output.shape(), (output, output.strides()), (input, &from), &[lookup])
}

pub fn index_add(dim: usize, input: Arg, index: &Tensor, source: &Tensor, output: &Tensor) -> Result<()> {
    start_from(input, output)?;
    let along = index.strides().first().copied().unwrap_or(0);
    let lookup = Lookup { index, strides: only(dim, along, source.dim()), dim, from_end: false };
    let to = except(output.strides(), dim);
    run(Direction::PutAdd, source.shape(), (source, source.strides()), (output, &to), &[lookup])
}

/// The source of each dimension of an advanced indexing result.
struct Arrangement<'a> {
    shape: Dims,
    /// The indexed tensor's strides over `shape`.
    strides: Strides,
    lookups: Vec<Lookup<'a>>,
}

/// PyTorch's rule: the indices' broadcast shape replaces the indexed dimensions if these are adjacent, otherwise it comes first.
fn arrange<'a>(tensor: &Tensor, indexed: &[bool], indexes: &[&'a Tensor]) -> Result<Arrangement<'a>> {
    let picked: Vec<usize> = (0..indexed.len()).filter(|&dim| indexed[dim]).collect();
    let mut common: Dims = Dims::new();
    for index in indexes {
        let missing = index.dim().saturating_sub(common.len());
        common.insert_many(0, std::iter::repeat_n(1, missing));
        let offset = common.len() - index.dim();
        for (to, &size) in common[offset..].iter_mut().zip(index.shape()) {
            if *to == 1 {
                *to = size;
            }
        }
    }
    let neighbours = picked.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let before = if neighbours { picked.first().copied().unwrap_or(0) } else { 0 };
    let kept: Vec<usize> = (0..tensor.dim()).filter(|dim| !picked.contains(dim)).collect();
    let mut shape: Dims = kept[..before].iter().map(|&dim| tensor.shape()[dim]).collect();
    let mut strides: Strides = kept[..before].iter().map(|&dim| tensor.strides()[dim]).collect();
    shape.extend_from_slice(&common);
    strides.extend(common.iter().map(|_| 0));
    shape.extend(kept[before..].iter().map(|&dim| tensor.shape()[dim]));
    strides.extend(kept[before..].iter().map(|&dim| tensor.strides()[dim]));
    let lookups = indexes
        .iter()
        .zip(&picked)
        .map(|(index, &dim)| {
            let mut strides: Strides = SmallVec::from_elem(0, shape.len());
            strides[before..before + common.len()].copy_from_slice(&broadcast(index, &common));
            Lookup { index, strides, dim, from_end: true }
        })
        .collect();
    Ok(Arrangement { shape, strides, lookups })
}

pub fn index(indexed: &[bool], input: &Tensor, indexes: &[&Tensor], output: &Tensor) -> Result<()> {
    let Arrangement { shape, strides, lookups } = arrange(input, indexed, indexes)?;
    let plain = contiguous(&shape);
    run(Direction::Take, &shape, (output, &plain), (input, &strides), &lookups)
}

pub fn index_put(
    indexed: &[bool],
    accumulate: bool,
    inputs: &[Arg],
    indexes: &[&Tensor],
    output: &Tensor,
) -> Result<()> {
    start_from(inputs[0], output)?;
    let Arrangement { shape, strides, lookups } = arrange(output, indexed, indexes)?;
    let number;
    let source = match inputs[1] {
        Arg::Tensor(source) => source,
        Arg::Scalar(value) => {
            number = one_element(value, output)?;
            &number
        }
    };
    let direction = if accumulate { Direction::PutAdd } else { Direction::Put };
    run(direction, &shape, (source, &broadcast(source, &shape)), (output, &strides), &lookups)
}

/// Copies the first operand to the output, unless it is the output.
fn start_from(input: Arg, output: &Tensor) -> Result<()> {
    match input {
        Arg::Tensor(input) if input.same(output) => Ok(()),
        Arg::Tensor(input) if input.address() == output.address() && input.layout() == output.layout() => Ok(()),
        Arg::Tensor(input) => copy(input, output),
        Arg::Scalar(value) => fill(value, output),
    }
}

fn one_element(value: Scalar, like: &Tensor) -> Result<Tensor> {
    let tensor = Tensor::empty(&[], like.dtype(), like.device())?;
    fill(value, &tensor)?;
    Ok(tensor)
}

/// A part of `tensor` along `dim`, as a view.
pub fn first_rows(tensor: &Tensor, dim: usize, length: usize) -> Tensor {
    let mut shape: Dims = tensor.shape().into();
    if let Some(size) = shape.get_mut(dim) {
        *size = length;
    }
    tensor.alias(Layout::with_strides(&shape, tensor.strides(), tensor.layout().offset()))
}
