//! Convolution: columns and matrix products for dense convolutions, special kernels for grouped ones.

use super::super::launch::{self, dtype_name, launch};
use super::super::matmul::{Product, matmul};
use super::super::parameters::Convolution;
use super::super::pointwise;
use super::{copy, library, reinterpreted};
use bytemuck::Zeroable;
use tensorcell_device::cudnn::Wanted;
use tensorcell_tensor::layer::Geometry;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, Layout, Pointwise, Tensor};

const OWN: library::Own = library::Own { output: forward, input, weight };

/// Maximum bytes of columns made at once.
const COLUMNS: usize = 256 << 20;

fn described(g: &Geometry) -> Convolution {
    let wide = |sizes: [usize; 3]| sizes.map(|size| size as u64);
    let (positions, rows) = (g.positions() as i64, (g.channels * g.taps()) as i64);
    Convolution {
        batch: g.batch as u64,
        channels: g.channels as u64,
        features: g.features as u64,
        groups: g.groups as u64,
        input: wide(g.input),
        output: wide(g.output),
        kernel: wide(g.kernel),
        stride: wide(g.stride),
        padding: wide(g.padding),
        dilation: wide(g.dilation),
        row_stride: positions,
        batch_stride: positions * rows,
        ..Zeroable::zeroed()
    }
}

fn start(name: &str, out: &Tensor, work: usize, s: &Convolution) -> Result<()> {
    launch(out.device(), &format!("{name}_{}", dtype_name(out.dtype())), launch::blocks(work), launch::THREADS, s)
}

/// The number of samples whose columns are made together.
fn samples_at_once(g: &Geometry, out: &Tensor) -> usize {
    let each = g.channels * g.taps() * g.positions() * out.dtype().size();
    (COLUMNS / each.max(1)).clamp(1, g.batch.max(1))
}

/// Calls `each(first sample, samples)` for chunks of all samples.
fn in_chunks(g: &Geometry, out: &Tensor, mut each: impl FnMut(usize, usize) -> Result<()>) -> Result<()> {
    let count = samples_at_once(g, out);
    (0..g.batch).step_by(count).try_for_each(|first| each(first, count.min(g.batch - first)))
}

fn is_pointwise(g: &Geometry) -> bool {
    g.kernel == [1; 3] && g.stride == [1; 3] && g.padding == [0; 3]
}

/// Adds a bias to each channel, in place.
fn add_bias(bias: Option<&Tensor>, planes: &Tensor) -> Result<()> {
    let Some(bias) = bias else { return Ok(()) };
    let mut shape = vec![1; planes.dim()];
    shape[1] = bias.numel();
    let inputs = [Arg::Tensor(planes), Arg::Tensor(&reinterpreted(bias, 0, &shape))];
    pointwise::run(Pointwise::Add, [1.0, 0.0], &inputs, planes)
}

pub fn forward(g: &Geometry, x: &Tensor, weight: &Tensor, bias: Option<&Tensor>, y: &Tensor) -> Result<()> {
    if library::convolve(&OWN, Wanted::Output, g, x, weight, y)? {
        return add_bias(bias, y);
    }
    let mut s = Convolution { x: x.address(), weight: weight.address(), y: y.address(), ..described(g) };
    if g.groups > 1 {
        s.bias = bias.map_or(0, Tensor::address);
        return start("conv_forward", y, y.numel(), &s);
    }
    let (rows, positions) = (g.channels * g.taps(), g.positions());
    let weight = reinterpreted(weight, 0, &[g.features, rows]);
    in_chunks(g, y, |first, count| {
        let target = reinterpreted(y, first * g.features * positions, &[count, g.features, positions]);
        let columns = match is_pointwise(g) {
            true => reinterpreted(x, first * rows * positions, &[count, rows, positions]),
            false => {
                let columns = Tensor::empty(&[count, rows, positions], y.dtype(), y.device())?;
                let part = Convolution { y: columns.address(), batch: count as u64, first: first as u64, ..s };
                start("im2col", y, columns.numel(), &part)?;
                columns
            }
        };
        let column = bias.map(|bias| reinterpreted(bias, 0, &[g.features, 1]));
        let beta = if column.is_some() { 1.0 } else { 0.0 };
        matmul(&Product { a: &weight, b: &columns, bias: column.as_ref(), alpha: 1.0, beta }, &target)
    })
}

pub fn input(g: &Geometry, gradient: &Tensor, weight: &Tensor, bias: Option<&Tensor>, x: &Tensor) -> Result<()> {
    if library::convolve(&OWN, Wanted::Input, g, x, weight, gradient)? {
        return add_bias(bias, x);
    }
    let mut s = Convolution { x: x.address(), weight: weight.address(), y: gradient.address(), ..described(g) };
    s.bias = bias.map_or(0, Tensor::address);
    if g.groups > 1 {
        return start("conv_input", x, x.numel(), &s);
    }
    let (rows, positions) = (g.channels * g.taps(), g.positions());
    let turned = weight.alias(Layout::with_strides(&[rows, g.features], &[1, rows as isize], weight.layout().offset()));
    in_chunks(g, x, |first, count| {
        let columns = Tensor::empty(&[count, rows, positions], x.dtype(), x.device())?;
        let gradient = reinterpreted(gradient, first * g.features * positions, &[count, g.features, positions]);
        matmul(&Product { a: &turned, b: &gradient, bias: None, alpha: 1.0, beta: 0.0 }, &columns)?;
        let part = Convolution { y: columns.address(), batch: count as u64, first: first as u64, ..s };
        start("col2im", x, count * g.channels * g.plane(), &part)
    })
}

pub fn weight(g: &Geometry, x: &Tensor, gradient: &Tensor, weight: &Tensor) -> Result<()> {
    if library::convolve(&OWN, Wanted::Weight, g, x, weight, gradient)? {
        return Ok(());
    }
    let s = Convolution { x: x.address(), weight: weight.address(), y: gradient.address(), ..described(g) };
    if g.groups > 1 {
        return start("conv_weight", weight, weight.numel(), &s);
    }
    let (rows, positions) = (g.channels * g.taps(), g.positions());
    let out = reinterpreted(weight, 0, &[g.features, rows]);
    in_chunks(g, weight, |first, count| {
        // Places the samples side by side, so that one product sums over all of them.
        let columns = Tensor::empty(&[rows, count * positions], x.dtype(), x.device())?;
        let part = Convolution {
            y: columns.address(),
            batch: count as u64,
            first: first as u64,
            row_stride: (count * positions) as i64,
            batch_stride: positions as i64,
            ..s
        };
        start("im2col", weight, columns.numel(), &part)?;
        let side_by_side = Tensor::empty(&[g.features, count, positions], x.dtype(), x.device())?;
        let strides = [positions as isize, (g.features * positions) as isize, 1];
        let offset = gradient.layout().offset() + first * g.features * positions;
        let turned = gradient.alias(Layout::with_strides(side_by_side.shape(), &strides, offset));
        copy(&turned, &side_by_side)?;
        let a = reinterpreted(&side_by_side, 0, &[g.features, count * positions]);
        let b = columns.alias(Layout::with_strides(&[count * positions, rows], &[1, (count * positions) as isize], 0));
        let (bias, beta) = if first > 0 { (Some(&out), 1.0) } else { (None, 0.0) };
        matmul(&Product { a: &a, b: &b, bias, alpha: 1.0, beta }, &out)
    })
}

pub fn columns(g: &Geometry, x: &Tensor, columns: &Tensor) -> Result<()> {
    start("im2col", columns, columns.numel(), &Convolution { x: x.address(), y: columns.address(), ..described(g) })
}

pub fn uncolumns(g: &Geometry, columns: &Tensor, x: &Tensor) -> Result<()> {
    start("col2im", x, x.numel(), &Convolution { x: x.address(), y: columns.address(), ..described(g) })
}
