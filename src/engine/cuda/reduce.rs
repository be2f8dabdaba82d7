//! Reductions, scans and softmax: short rows by a thread each, long ones by blocks, very long ones in two stages.

use super::launch::{self, dtype_name, launch};
use super::layout::{Strided, contiguous, without};
use crate::tensor::op::Result;
use crate::tensor::{DType, Device, Reduction, Scan, Tensor};
use bytemuck::{Pod, Zeroable};

/// `struct Reduce` of `kernels/reduce.cuh`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Reduce {
    input: u64,
    output: u64,
    indices: u64,
    partials: u64,
    outputs: u64,
    length: u64,
    splits: u64,
    stage: i32,
    reserved: i32,
    parameter: f64,
    outer: Strided,
    inner: Strided,
}

const WHOLE: i32 = 0;
const TO_PARTIALS: i32 = 1;
const FROM_PARTIALS: i32 = 2;

/// Rows up to this long are left to one thread.
const SHORT: usize = 64;
/// Elements that make another block worth starting.
const SPLIT: usize = 4096;
/// Pieces beyond which splitting gains nothing.
const MOST_PIECES: usize = 1024;
/// Bytes that hold any reduction's accumulator.
const ACCUMULATOR: usize = 24;

/// Reduces `dims` (all, when empty) of `input` into `output`, and `indices` where the function gives both.
pub fn reduce(
    function: Reduction,
    dims: &[usize],
    correction: f64,
    input: &Tensor,
    output: &Tensor,
    indices: Option<&Tensor>,
) -> Result<()> {
    let every: Vec<usize> = (0..input.dim()).collect();
    let dims = if dims.is_empty() { &every[..] } else { dims };
    let kept: Vec<usize> = (0..input.dim()).filter(|dim| !dims.contains(dim)).collect();
    let outer_shape = without(input.shape(), dims);
    let inner_shape = without(input.shape(), &kept);
    let results = contiguous(&outer_shape);
    let outer_input = without(input.strides(), dims);
    let outputs: usize = outer_shape.iter().product();
    let length: usize = inner_shape.iter().product();
    let mut s = Reduce {
        input: input.address(),
        output: output.address(),
        indices: indices.map_or(0, Tensor::address),
        outputs: outputs as u64,
        length: length as u64,
        splits: 1,
        stage: WHOLE,
        parameter: correction,
        outer: Strided::new(&outer_shape, &[&outer_input, &results, &results])?,
        inner: Strided::new(&inner_shape, &[&without(input.strides(), &kept)])?,
        ..Zeroable::zeroed()
    };
    let suffix = if indices.is_some() { "_with_index" } else { "" };
    let kernel = format!("{}{suffix}_{}", function.name(), dtype_name(input.dtype()));
    let device = output.device();
    // Results next to each other in memory are read well by neighbouring threads.
    let side_by_side = outputs >= 4096 && outer_input.last() == Some(&1);
    if length <= SHORT || side_by_side {
        return by_thread(device, &kernel, &s);
    }
    let splits = (length / SPLIT).min(MOST_PIECES / outputs.max(1)).max(1);
    if splits == 1 {
        return by_block(device, &kernel, length, &s);
    }
    let partials = Tensor::empty(&[outputs * splits * ACCUMULATOR], DType::UInt8, device)?;
    s.partials = partials.address();
    s.splits = splits as u64;
    s.stage = TO_PARTIALS;
    by_block(device, &kernel, length / splits, &s)?;
    s.stage = FROM_PARTIALS;
    if splits > SHORT { by_block(device, &kernel, splits, &s) } else { by_thread(device, &kernel, &s) }
}

fn by_thread(device: Device, kernel: &str, s: &Reduce) -> Result<()> {
    launch(device, &format!("{kernel}_by_thread"), launch::blocks(s.outputs as usize), launch::THREADS, s)
}

fn by_block(device: Device, kernel: &str, length: usize, s: &Reduce) -> Result<()> {
    let pieces = s.outputs * if s.stage == FROM_PARTIALS { 1 } else { s.splits };
    launch(device, &format!("{kernel}_by_block"), pieces.min(1 << 20) as u32, threads_for(length), s)
}

/// Whole warps, as many as `length` elements keep busy.
fn threads_for(length: usize) -> u32 {
    (length.next_multiple_of(32) as u32).clamp(32, launch::THREADS)
}

/// `struct Scan` of `kernels/scan.cuh`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct ScanParameters {
    input: u64,
    output: u64,
    indices: u64,
    rows: u64,
    length: u64,
    strides: [i64; 3],
    outer: Strided,
}

pub fn scan(function: Scan, dim: usize, input: &Tensor, outputs: &[Tensor]) -> Result<()> {
    let name = match function {
        Scan::Sum => "cumsum",
        Scan::Prod => "cumprod",
        Scan::Max => "cummax",
        Scan::Min => "cummin",
    };
    let output = &outputs[0];
    let indices = outputs.get(1).unwrap_or(output);
    let length = input.shape().get(dim).copied().unwrap_or(1);
    let rows = input.numel() / length.max(1);
    let along = |tensor: &Tensor| tensor.strides().get(dim).copied().unwrap_or(1) as i64;
    let s = ScanParameters {
        input: input.address(),
        output: output.address(),
        indices: indices.address(),
        rows: rows as u64,
        length: length as u64,
        strides: [along(input), along(output), along(indices)],
        outer: rows_of(dim, &[input, output, indices])?,
    };
    let kernel = format!("{name}_{}", dtype_name(input.dtype()));
    if length <= SHORT || rows >= 4096 {
        launch(output.device(), &format!("{kernel}_by_thread"), launch::blocks(rows), launch::THREADS, &s)
    } else {
        launch(output.device(), &format!("{kernel}_by_block"), rows as u32, launch::THREADS, &s)
    }
}

/// Where each row along `dim` begins, in operands of one shape.
pub fn rows_of(dim: usize, operands: &[&Tensor]) -> Result<Strided> {
    let shape = without(operands[0].shape(), &[dim]);
    let strides: Vec<_> = operands.iter().map(|tensor| without(tensor.strides(), &[dim])).collect();
    Strided::new(&shape, &strides.iter().map(|strides| &strides[..]).collect::<Vec<_>>())
}

/// `struct Softmax` of `kernels/reduce.cuh`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Softmax {
    input: u64,
    output: u64,
    rows: u64,
    length: u64,
    input_stride: i64,
    output_stride: i64,
    log: i32,
    reserved: i32,
    outer: Strided,
}

pub fn softmax(dim: usize, log: bool, input: &Tensor, output: &Tensor) -> Result<()> {
    let length = input.shape().get(dim).copied().unwrap_or(1);
    let rows = input.numel() / length.max(1);
    let s = Softmax {
        input: input.address(),
        output: output.address(),
        rows: rows as u64,
        length: length as u64,
        input_stride: input.strides().get(dim).copied().unwrap_or(1) as i64,
        output_stride: output.strides().get(dim).copied().unwrap_or(1) as i64,
        log: log as i32,
        reserved: 0,
        outer: rows_of(dim, &[input, output])?,
    };
    let kernel = format!("softmax_{}", dtype_name(input.dtype()));
    if length <= SHORT {
        launch(output.device(), &format!("{kernel}_by_thread"), launch::blocks(rows), launch::THREADS, &s)
    } else {
        let blocks = rows.min(1 << 20) as u32;
        launch(output.device(), &format!("{kernel}_by_block"), blocks, threads_for(length), &s)
    }
}
