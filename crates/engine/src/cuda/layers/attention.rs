//! Attention that never stores the full score matrix: one launch for the result, three for the gradients. Tensor cores compute what
//! their kernels accept, others the rest.

use super::super::copy::to_contiguous;
use super::super::launch::{self, device_index, dtype_name, launch, launch_with};
use super::super::matmul::allow_tf32;
use super::super::parameters::{Attention, Rows};
use super::super::random;
use super::super::source::{HEAD_WIDTHS, Pass, Tile, flash_name};
use super::super::tensor;
use bytemuck::Zeroable;
use tensorcell_device::{compile, driver};
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

/// Whether tensor cores compute operands of a dtype on a device: float32 only where it may be rounded to TF32.
fn has_unit(x: &Tensor) -> Result<bool> {
    let admitted = match x.dtype() {
        DType::Float16 | DType::BFloat16 => true,
        DType::Float32 => allow_tf32(),
        _ => false,
    };
    Ok(admitted && compile::target(device_index(x.device()))?.has_tensor_cores())
}

/// Whether copies of 16 bytes reach every row: address, row and steps between rows are multiples of them.
fn in_packs(x: &Tensor) -> bool {
    let size = x.dtype().size();
    let whole = |elements: usize| (elements * size).is_multiple_of(16);
    let steps = x.shape().iter().zip(x.strides()).take(3).filter(|(count, _)| **count > 1);
    x.address().is_multiple_of(16)
        && whole(x.shape()[3])
        && steps.into_iter().all(|(_, step)| whole(step.unsigned_abs()))
}

/// Rows beyond which the tensor cores' kernels cannot count.
const MOST_ROWS: u64 = 1 << 30;

/// The tile of a pass on tensor cores; none where the other kernels compute it: for float64, float32 in full precision, operands or results
/// that are not in packs of 16 bytes, a scale that is not positive, no keys, and heads whose tile exceeds the device.
fn tile(pass: Pass, s: &Attention, tensors: &[&Tensor]) -> Result<Option<Tile>> {
    let (scale, x) = (s.scale as f32, tensors[0]);
    let all = s.samples * s.heads * s.queries.max(s.keys);
    let counts = s.keys > 0 && s.queries > 0 && s.keys.max(s.queries) <= MOST_ROWS && (1..=MOST_ROWS).contains(&all);
    if !counts || !scale.is_normal() || !(0.0..1e30).contains(&scale) || !tensors.iter().all(|x| in_packs(x)) {
        return Ok(None);
    }
    if !has_unit(x)? {
        return Ok(None);
    }
    let most = driver::properties(device_index(x.device()))?.shared_memory_per_block_optin;
    Ok(Tile::new(pass, width_of(s)?, x.dtype().size(), is_masked(s)).filter(|tile| tile.shared <= most))
}

/// Whether an attention has a mask or dropout.
fn is_masked(s: &Attention) -> bool {
    s.mask_kind != 0 || s.keep < 1.0
}

/// Launches a pass on tensor cores.
fn flash(pass: Pass, tile: Tile, blocks: u64, masked: bool, s: &Attention, q: &Tensor) -> Result<()> {
    let kernel = flash_name(pass, width_of(s)?, dtype_name(q.dtype()), masked);
    launch_with(q.device(), &kernel, blocks as u32, tile.threads as u32, tile.shared as u32, s)
}

/// Parts of the keys whose gradients of the queries are summed separately, at most.
const MOST_SPLITS: u64 = 16;

/// Gradients on tensor cores: enough splits of the keys to occupy the device, then the sum of their gradients of the queries.
fn flash_backward(tile: Tile, s: &mut Attention, q: &Tensor) -> Result<()> {
    let (heads, parts) = (s.samples * s.heads, tile.parts as u64);
    let (multiprocessors, _) = launch::capacity(q.device())?;
    let (queries, keys) = (s.queries.div_ceil(tile.queries as u64), s.keys.div_ceil(tile.keys as u64));
    s.splits = (2 * multiprocessors as u64).div_ceil(heads * parts).clamp(1, keys.min(MOST_SPLITS));
    let width = width_of(s)?;
    let size = (s.splits * heads * queries) as usize * tile.queries * width;
    let partial = Tensor::empty(&[size], DType::Float32, q.device())?;
    s.partial = partial.address();
    flash(Pass::Backward, tile, s.splits * heads * parts, is_masked(s), s, q)?;
    let missing =
        || TensorError::runtime(format!("attention on tensor cores has no sum of gradients for head width {width}"));
    let sum = Tile::new(Pass::OfQueries, width, q.dtype().size(), false).ok_or_else(missing)?;
    flash(Pass::OfQueries, sum, heads * queries * parts, false, s, q)
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
    if let Some(tile) = tile(Pass::Forward, &s, &[&q, &k, &v, &outputs[0]])? {
        let blocks = s.samples * s.heads * s.queries.div_ceil(tile.queries as u64);
        return flash(Pass::Forward, tile, blocks, is_masked(&s), &s, &q);
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
    if let Some(tile) = tile(Pass::Backward, &s, &[&q, &k, &v, &gradient, &outputs[0], &outputs[1], &outputs[2]])? {
        return flash_backward(tile, &mut s, &q);
    }
    launch(device, &format!("attention_of_q_{width}_{name}"), blocks(&s, s.queries), threads, &s)?;
    launch(device, &format!("attention_of_kv_{width}_{name}"), blocks(&s, s.keys), threads, &s)
}
