//! Pooling: the maximum or mean of each window, and its gradient.

use super::super::copy::fill;
use super::super::index;
use super::super::launch::{self, dtype_name, launch};
use super::super::parameters::Pooling;
use super::reinterpreted;
use bytemuck::Zeroable;
use tensorcell_tensor::layer::{Windows, three};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, Scalar, ScatterMode, Tensor};

/// The kernel parameters. `planes` has the input's layout, `pooled` the output's.
fn described(windows: &Windows, planes: &Tensor, pooled: &Tensor) -> Pooling {
    let wide = |sizes: &[usize], filler| three(sizes, filler).map(|size| size as u64);
    let mut s = Pooling {
        input_address: planes.address(),
        output: pooled.address(),
        planes: (planes.shape()[0] * planes.shape()[1]) as u64,
        input: wide(&planes.shape()[2..], 1),
        pooled: wide(&pooled.shape()[2..], 1),
        ..Zeroable::zeroed()
    };
    match windows {
        Windows::Adaptive(_) => s.adaptive = 1,
        Windows::Sliding { kernel, stride, padding, dilation, include_pad, divisor, .. } => {
            s.kernel = wide(kernel, 1);
            s.stride = wide(stride, 1);
            s.padding = wide(padding, 0);
            s.dilation = wide(dilation, 1);
            s.include_pad = *include_pad as i32;
            s.divisor = divisor.unwrap_or(0) as f64;
        }
    }
    s
}

fn start(name: &str, out: &Tensor, s: &Pooling) -> Result<()> {
    let kernel = format!("{name}_{}", dtype_name(out.dtype()));
    launch(out.device(), &kernel, launch::blocks(out.numel()), launch::THREADS, s)
}

pub fn max(windows: &Windows, x: &Tensor, values: &Tensor, indices: &Tensor) -> Result<()> {
    start("max_pool", values, &Pooling { indices: indices.address(), ..described(windows, x, values) })
}

pub fn mean(windows: &Windows, x: &Tensor, out: &Tensor) -> Result<()> {
    start("mean_pool", out, &described(windows, x, out))
}

pub fn mean_backward(windows: &Windows, gradient: &Tensor, out: &Tensor) -> Result<()> {
    start("mean_pool_backward", out, &described(windows, out, gradient))
}

pub fn max_backward(gradient: &Tensor, indices: &Tensor, out: &Tensor) -> Result<()> {
    fill(Scalar::Int(0), out)?;
    let rows = |x: &Tensor| {
        let planes = x.shape()[0] * x.shape()[1];
        reinterpreted(x, 0, &[planes, x.numel() / planes.max(1)])
    };
    let (gradient, indices, out) = (rows(gradient), rows(indices), rows(out));
    let operands = [Arg::Tensor(&out), Arg::Tensor(&indices), Arg::Tensor(&gradient)];
    index::scatter(1, ScatterMode::Add, &operands, &indices, &out)
}
