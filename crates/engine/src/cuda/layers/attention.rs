//! Attention that never stores the full score matrix: one launch for the result, three for the gradients.

use super::super::copy::to_contiguous;
use super::super::launch::{self, dtype_name, launch};
use super::super::parameters::{Attention, Rows};
use super::super::random;
use super::super::source::HEAD_WIDTHS;
use super::super::tensor;
use bytemuck::Zeroable;
use tensorcell_tensor::layer::Attention as Layer;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, DType, Tensor, TensorError};

fn rows(x: &Tensor) -> Rows {
    let strides = x.strides();
    let [sample, head, row] = [0, 1, 2].map(|dim| strides[dim] as i64);
    Rows { address: x.address(), sample, head, row }
}

/// The operand itself if its columns are adjacent, else a copy.
fn readable(x: &Tensor) -> Result<Tensor> {
    let plain = x.shape()[3] <= 1 || x.strides()[3] == 1;
    if plain { Ok(x.clone()) } else { to_contiguous(x) }
}

fn described(layer: &Layer, [q, k, v]: [&Tensor; 3], mask: Option<&Tensor>, logs: &Tensor) -> Attention {
    let mut s = Attention {
        q: rows(q),
        k: rows(k),
        v: rows(v),
        logs: logs.address(),
        samples: q.shape()[0] as u64,
        heads: q.shape()[1] as u64,
        queries: q.shape()[2] as u64,
        keys: k.shape()[2] as u64,
        depth: q.shape()[3] as u64,
        width: v.shape()[3] as u64,
        scale: layer.scale,
        keep: 1.0 - layer.dropout,
        causal: layer.causal as i32,
        ..Zeroable::zeroed()
    };
    if let Some(mask) = mask {
        let strides = mask.layout().broadcast_strides(&[q.shape()[0], q.shape()[1], q.shape()[2], k.shape()[2]]);
        let [sample, head, row] = [0, 1, 2].map(|dim| strides[dim] as i64);
        s.mask = Rows { address: mask.address(), sample, head, row };
        s.mask_column = strides[3] as i64;
        s.mask_kind = if mask.dtype() == DType::Bool { 2 } else { 1 };
    }
    s
}

/// The width of the narrowest kernel that fits a head.
fn width_of(s: &Attention) -> Result<usize> {
    let wide = s.depth.max(s.width) as usize;
    let fits = HEAD_WIDTHS.into_iter().find(|&width| wide <= width);
    fits.ok_or_else(|| TensorError::runtime(format!("attention on CUDA has no kernel for head width {wide}")))
}

/// The number of blocks for tiles of `count` rows per head; blocks loop over the rest.
fn blocks(s: &Attention, count: u64) -> u32 {
    (s.samples * s.heads * count.div_ceil(32)).clamp(1, 1 << 20) as u32
}

pub fn forward(layer: &Layer, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    let operand = |position| readable(tensor(inputs, position)?);
    let (q, k, v) = (operand(0)?, operand(1)?, operand(2)?);
    let mask = layer.mask.then(|| tensor(inputs, 3)).transpose()?;
    let mut s = described(layer, [&q, &k, &v], mask, &outputs[1]);
    s.out = rows(&outputs[0]);
    if let Some(drawn) = outputs.get(2) {
        (s.seed, s.offset, s.recorded) = random::draw(launch::device_index(q.device()), 1);
        s.drawn = drawn.address();
    }
    let kernel = format!("attention_{}_{}", width_of(&s)?, dtype_name(q.dtype()));
    launch(q.device(), &kernel, blocks(&s, s.queries), launch::THREADS, &s)
}

pub fn backward(layer: &Layer, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    let operand = |position| readable(tensor(inputs, position)?);
    let (gradient, q, k, v, out) = (operand(0)?, operand(1)?, operand(2)?, operand(3)?, operand(4)?);
    let logs = to_contiguous(tensor(inputs, 5)?)?;
    let mask = layer.mask.then(|| tensor(inputs, 6)).transpose()?;
    let mut s = described(layer, [&q, &k, &v], mask, &logs);
    if layer.dropout > 0.0 {
        s.recorded = tensor(inputs, 6 + layer.mask as usize)?.address();
    }
    let inner = Tensor::empty(logs.shape(), logs.dtype(), logs.device())?;
    (s.of_out, s.out, s.inner) = (rows(&gradient), rows(&out), inner.address());
    (s.of_q, s.of_k, s.of_v) = (rows(&outputs[0]), rows(&outputs[1]), rows(&outputs[2]));
    let (device, name, width) = (q.device(), dtype_name(q.dtype()), width_of(&s)?);
    // A tile with rows of 256 numbers (128 in double precision) has only eight rows, so a block has 8x8 threads.
    let threads = if width * q.dtype().size().max(4) >= 1024 { 64 } else { launch::THREADS };
    let queries = (s.samples * s.heads * s.queries) as usize;
    launch(device, &format!("attention_inner_{name}"), launch::blocks(queries * 32), launch::THREADS, &s)?;
    launch(device, &format!("attention_of_q_{width}_{name}"), blocks(&s, s.queries), threads, &s)?;
    launch(device, &format!("attention_of_kv_{width}_{name}"), blocks(&s, s.keys), threads, &s)
}
