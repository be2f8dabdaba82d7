//! Reductions, scans and softmax: one thread per short row, blocks for long rows, several blocks that merge for very long rows.

use super::launch::{self, dtype_name, launch};
use super::layout::{Strided, contiguous, without};
use super::parameters::{Reduce, Scan as ScanParameters, Softmax};
use bytemuck::Zeroable;
use tensorcell_device::driver;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Reduction, Scan, Tensor};

/// Maximum length of rows that one thread processes.
const SHORT: usize = 64;
/// The number of elements that justifies another block.
const SPLIT: usize = 4096;
/// The number of pieces beyond which splitting does not pay.
const MOST_PIECES: usize = 1024;
/// Bytes that fit any reduction's accumulator.
const ACCUMULATOR: usize = 24;

/// The launch parameters of a reduction.
pub struct Launch {
    pub parameters: Reduce,
    /// One block per piece; otherwise one thread per result.
    pub by_block: bool,
    pub blocks: u32,
    pub threads: u32,
}

impl Launch {
    /// A reduction over `dims` (empty means all) of a tensor with this shape and these strides.
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
        // If results are adjacent in memory, adjacent threads read well.
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

    /// Sets the result addresses. Returns the memory of the pieces' accumulators, which must be kept until the launch is queued.
    pub fn write_to(&mut self, output: &Tensor, indices: Option<&Tensor>) -> Result<Option<Tensor>> {
        let s = &mut self.parameters;
        s.output = output.address();
        s.indices = indices.map_or(0, Tensor::address);
        if s.splits == 1 {
            return Ok(None);
        }
        // Counters of finished pieces, which start at zero, followed by the accumulators.
        let counters = (s.outputs as usize * size_of::<u32>()).next_multiple_of(16);
        let bytes = counters + (s.outputs * s.splits) as usize * ACCUMULATOR;
        let memory = Tensor::empty(&[bytes], DType::UInt8, output.device())?;
        // SAFETY: the tensor has this many bytes.
        unsafe { driver::fill_bytes(launch::device_index(output.device()), memory.address(), 0, counters)? };
        (s.counters, s.partials) = (memory.address(), memory.address() + counters as u64);
        Ok(Some(memory))
    }
}

/// Reduces `dims` (empty means all) of `input` into `output`, and into `indices` if the function returns both.
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

/// The start of each row along `dim`, in operands of one shape.
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
