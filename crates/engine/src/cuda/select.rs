//! Results whose size depends on the data, and sorting.

use super::copy::{copy, to_contiguous};
use super::index::first_rows;
use super::launch::{self, dtype_name, launch};
use super::layout::{Strided, broadcast, contiguous};
use super::parameters::{Select, Sort};
use super::reduce::rows_of;
use bytemuck::Zeroable;
use tensorcell_device::driver;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Device, Dims, Layout, Tensor};

/// Consecutive elements per thread: `CHUNK` in `kernels/select.cuh`.
const CHUNK: usize = 64;

/// Counts the nonzero elements of the contiguous `mask` in chunks. Returns the parameters, the number of selected elements
/// before each chunk
/// (on the device), and the total. Waits for the stream, because the result's size must be known.
fn count(mask: &Tensor) -> Result<(Select, Tensor, usize)> {
    let device = mask.device();
    let chunks = mask.numel().div_ceil(CHUNK);
    let counts = Tensor::empty(&[chunks.max(1)], DType::Int64, device)?;
    let s = Select {
        mask: mask.address(),
        n: mask.numel() as u64,
        chunks: chunks as u64,
        counts: counts.address(),
        ..Zeroable::zeroed()
    };
    if chunks == 0 {
        return Ok((s, counts, 0));
    }
    let kernel = format!("count_chosen_{}", dtype_name(mask.dtype()));
    launch(device, &kernel, launch::blocks(chunks), launch::THREADS, &s)?;
    let mut host = vec![0u64; chunks];
    let (on_host, on_device) = ((Device::Cpu, host.as_mut_ptr() as u64), (device, counts.address()));
    // SAFETY: both have `chunks` numbers of 8 bytes; the copy has ended when the call returns.
    unsafe { driver::copy(on_host, on_device, chunks * 8, false)? };
    let mut total = 0;
    for count in &mut host {
        (*count, total) = (total, total + *count);
    }
    // SAFETY: as above; pageable memory has been read when the call returns.
    unsafe { driver::copy(on_device, on_host, chunks * 8, true)? };
    Ok((s, counts, total as usize))
}

/// The elements of `input` where `mask` is true, both broadcast to one shape.
pub fn masked_select(input: &Tensor, mask: &Tensor) -> Result<Tensor> {
    let mut shape: Dims = Dims::new();
    let dims = input.dim().max(mask.dim());
    for dim in 0..dims {
        let size = |tensor: &Tensor| (dim + tensor.dim()).checked_sub(dims).map_or(1, |own| tensor.shape()[own]);
        shape.push(if size(input) == 1 { size(mask) } else { size(input) });
    }
    let whole = mask.alias(Layout::with_strides(&shape, &broadcast(mask, &shape), mask.layout().offset()));
    let whole = to_contiguous(&whole)?;
    let (mut s, _counts, total) = count(&whole)?;
    let output = Tensor::empty(&[total], input.dtype(), input.device())?;
    if total > 0 {
        s.input = input.address();
        s.output = output.address();
        s.layout = Strided::new(&shape, &[&broadcast(input, &shape)])?;
        let kernel = format!("masked_select_{}", input.dtype().size());
        launch(input.device(), &kernel, launch::blocks(s.chunks as usize), launch::THREADS, &s)?;
    }
    Ok(output)
}

/// The indices of the nonzero elements, one row each, stored column-major.
pub fn nonzero(input: &Tensor) -> Result<Tensor> {
    let whole = to_contiguous(input)?;
    let (mut s, _counts, total) = count(&whole)?;
    let output = Tensor::empty(&[input.dim(), total], DType::Int64, input.device())?;
    if output.numel() > 0 {
        s.output = output.address();
        // Not merged, because the kernel needs every dimension's own index.
        s.layout.dims = input.dim() as i32;
        for (dim, &size) in input.shape().iter().enumerate() {
            s.layout.sizes[dim] = size as u64;
            s.layout.strides[0][dim] = (dim * total) as i64;
        }
        let kernel = format!("nonzero_{}", dtype_name(input.dtype()));
        launch(input.device(), &kernel, launch::blocks(s.chunks as usize), launch::THREADS, &s)?;
    }
    Ok(output.alias(Layout::with_strides(&[total, input.dim()], &[1, total as isize], 0)))
}

/// Elements sorted at once before runs are merged: `TILE` in `kernels/sort.cuh`.
const TILE: usize = 256;

/// Sorts stably along `dim`, and writes the first elements of each row, as many as the outputs hold.
pub fn sort(dim: usize, descending: bool, input: &Tensor, values: &Tensor, indices: &Tensor) -> Result<()> {
    let device = input.device();
    let length = input.shape().get(dim).copied().unwrap_or(1);
    let rows = input.numel() / length.max(1);
    let pair = || -> Result<(Tensor, Tensor)> {
        let shape = [rows, length];
        Ok((Tensor::empty(&shape, input.dtype(), device)?, Tensor::empty(&shape, DType::Int64, device)?))
    };
    let mut sorted = pair()?;
    let mut s = Sort {
        input: input.address(),
        output: sorted.0.address(),
        output_indices: sorted.1.address(),
        rows: rows as u64,
        length: length as u64,
        stride: input.strides().get(dim).copied().unwrap_or(1) as i64,
        descending: descending as i32,
        outer: rows_of(dim, &[input])?,
        ..Zeroable::zeroed()
    };
    let (name, blocks) = (dtype_name(input.dtype()), launch::blocks(input.numel()));
    launch(device, &format!("sort_tiles_{name}"), blocks, launch::THREADS, &s)?;
    let mut run = TILE;
    if run < length {
        let mut other = pair()?;
        while run < length {
            s.run = run as u64;
            (s.input, s.input_indices) = (sorted.0.address(), sorted.1.address());
            (s.output, s.output_indices) = (other.0.address(), other.1.address());
            launch(device, &format!("merge_runs_{name}"), blocks, launch::THREADS, &s)?;
            std::mem::swap(&mut sorted, &mut other);
            run *= 2;
        }
    }
    for (rows, output) in [(&sorted.0, values), (&sorted.1, indices)] {
        copy(&rows_back(rows, dim, input, output), output)?;
    }
    Ok(())
}

/// A view of contiguous rows with `output`'s shape: rows run along `dim` and are truncated to its size.
fn rows_back(rows: &Tensor, dim: usize, input: &Tensor, output: &Tensor) -> Tensor {
    if input.dim() == 0 {
        return rows.alias(Layout::with_strides(&[], &[], 0));
    }
    let mut shape: Dims = input.shape().into();
    let length = shape.remove(dim);
    let mut strides: Vec<isize> = contiguous(&shape).iter().map(|stride| stride * length as isize).collect();
    shape.insert(dim, length);
    strides.insert(dim, 1);
    let whole = rows.alias(Layout::with_strides(&shape, &strides, 0));
    first_rows(&whole, dim, output.shape()[dim])
}
