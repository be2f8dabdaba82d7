//! Reductions, scans and softmax: short rows by a thread each, long ones by blocks, very long ones by several that merge.

use super::launch::{self, dtype_name, launch};
use super::layout::{Strided, contiguous, without};
use super::parameters::{Reduce, Scan as ScanParameters, Softmax};
use bytemuck::Zeroable;
use tensorcell_device::driver;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Reduction, Scan, Tensor};

/// Rows up to this long are left to one thread.
const SHORT: usize = 64;
/// Elements that make another block worth starting.
const SPLIT: usize = 4096;
/// Pieces beyond which splitting gains nothing.
const MOST_PIECES: usize = 1024;
/// Bytes that hold any reduction's accumulator.
const ACCUMULATOR: usize = 24;

/// How a reduction is launched.
pub struct Launch {
    pub parameters: Reduce,
    /// A block for each piece, else a thread for each result.
    pub by_block: bool,
    pub blocks: u32,
    pub threads: u32,
}

impl Launch {
    /// The reduction of `dims` (all, when empty) of a tensor that lies so in memory.
    pub fn new((shape, strides): (&[usize], &[isize]), dims: &[usize], parameter: f64) -> Result<Launch> {
        let every: Vec<usize> = (0..shape.len()).collect();
        let dims = if dims.is_empty() { &every[..] } else { dims };
        let kept: Vec<usize> = (0..shape.len()).filter(|dim| !dims.contains(dim)).collect();
        let outer_shape = without(shape, dims);
        let inner_shape = without(shape, &kept);
        let results = contiguous(&outer_shape);
        let outer_input = without(strides, dims);
        let outputs: usize = outer_shape.iter().product();
        let length: usize = inner_shape.iter().product();
        // Results next to each other in memory are read well by neighbouring threads.
        let side_by_side = outputs >= 4096 && outer_input.last() == Some(&1);
        let by_block = length > SHORT && !side_by_side;
        let splits = if by_block { (length / SPLIT).min(MOST_PIECES / outputs.max(1)).max(1) } else { 1 };
        let parameters = Reduce {
            outputs: outputs as u64,
            length: length as u64,
            splits: splits as u64,
            parameter,
            outer: Strided::new(&outer_shape, &[&outer_input, &results, &results])?,
            inner: Strided::new(&inner_shape, &[&without(strides, &kept)])?,
            ..Zeroable::zeroed()
        };
        let (blocks, threads) = match by_block {
            true => ((outputs * splits).min(1 << 20) as u32, threads_for(length / splits)),
            false => (launch::blocks(outputs), launch::THREADS),
        };
        Ok(Launch { parameters, by_block, blocks, threads })
    }

    /// Sets where the results go. What is returned holds the pieces' accumulators: to be kept until the launch is queued.
    pub fn write_to(&mut self, output: &Tensor, indices: Option<&Tensor>) -> Result<Option<Tensor>> {
        let s = &mut self.parameters;
        s.output = output.address();
        s.indices = indices.map_or(0, Tensor::address);
        if s.splits == 1 {
            return Ok(None);
        }
        // Counters of the pieces that are done, which begin at zero; the accumulators follow them.
        let counters = (s.outputs as usize * size_of::<u32>()).next_multiple_of(16);
        let bytes = counters + (s.outputs * s.splits) as usize * ACCUMULATOR;
        let memory = Tensor::empty(&[bytes], DType::UInt8, output.device())?;
        // SAFETY: the tensor has so many bytes.
        unsafe { driver::fill_bytes(launch::device_index(output.device()), memory.address(), 0, counters)? };
        (s.counters, s.partials) = (memory.address(), memory.address() + counters as u64);
        Ok(Some(memory))
    }
}

/// Reduces `dims` (all, when empty) of `input` into `output`, and `indices` where the function gives both.
pub fn reduce(
    function: Reduction,
    dims: &[usize],
    correction: f64,
    input: &Tensor,
    output: &Tensor,
    indices: Option<&Tensor>,
) -> Result<()> {
    let mut s = Launch::new((input.shape(), input.strides()), dims, correction)?;
    s.parameters.input = input.address();
    let _partials = s.write_to(output, indices)?;
    let suffix = if indices.is_some() { "_with_index" } else { "" };
    let way = if s.by_block { "by_block" } else { "by_thread" };
    let kernel = format!("{}{suffix}_{}_{way}", function.name(), dtype_name(input.dtype()));
    launch(output.device(), &kernel, s.blocks, s.threads, &s.parameters)
}

/// Whole warps, as many as `length` elements keep busy.
fn threads_for(length: usize) -> u32 {
    (length.next_multiple_of(32) as u32).clamp(32, launch::THREADS)
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
