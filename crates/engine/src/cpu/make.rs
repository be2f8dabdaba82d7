//! Creation of tensors, and moves of elements: arange, eye, cat, flip, triangles.

use super::number::{Integer, Number};
use super::pointwise::copy;
use super::walk::{BLOCK, Walk, in_pieces};
use tensorcell_tensor::layout::Strides;
use tensorcell_tensor::{Arg, DType, Layout, Scalar, Tensor};

/// Writes `value(i)` for every position i.
fn write<T: Number>(out: &Tensor, value: impl Fn(usize) -> T + Sync) {
    let target = Walk::new(out, out.shape());
    in_pieces(out.numel(), |start, count| {
        let mut block = [T::default(); BLOCK];
        for at in (start..start + count).step_by(BLOCK) {
            let n = BLOCK.min(start + count - at);
            for (i, to) in block[..n].iter_mut().enumerate() {
                *to = value(at + i);
            }
            // SAFETY: the result is alive; pieces are disjoint.
            unsafe { target.store(at, &block[..n]) };
        }
    });
}

pub fn arange(start: Scalar, step: Scalar, out: &Tensor) {
    match (start, step) {
        (Scalar::Float(_), _) | (_, Scalar::Float(_)) => {
            let (start, step) = (start.as_f64(), step.as_f64());
            match out.dtype() {
                DType::Float32 => ramp(start, step, 8, |x| x as f32, out),
                DType::Float64 => ramp(start, step, 4, |x| x, out),
                _ => write(out, |i| start + i as f64 * step),
            }
        }
        _ => {
            let (start, step) = (start.as_i64(), step.as_i64());
            write(out, |i| Integer::from_i64(start.wrapping_add((i as i64).wrapping_mul(step))));
        }
    }
}

/// Writes `start + i * step` with the roundings of PyTorch: fused, and in each pair of AVX2 vectors of `lanes` elements
/// from the rounded first element of the vector. `arange(-1, 1, 0.1)[10]` is -2.9802e-09.
fn ramp<T: Number + Into<f64>>(start: f64, step: f64, lanes: usize, round: impl Fn(f64) -> T + Sync, out: &Tensor) {
    let whole = out.numel() / (2 * lanes) * (2 * lanes);
    let exact = |i: usize| round(step.mul_add(i as f64, start));
    write(out, |i| match i < whole {
        true => round(step.mul_add((i % lanes) as f64, exact(i - i % lanes).into())),
        false => exact(i),
    });
}

/// Computes from both ends to the middle like PyTorch, so that the result is symmetric, with PyTorch's fused roundings:
/// `linspace(-1, 1, 7)[3]` is -2.9802e-08.
pub fn linspace(start: f64, end: f64, out: &Tensor) {
    let n = out.numel();
    if out.dtype() == DType::Float32 {
        let (start, end) = (start as f32, end as f32);
        let step = (end - start) / (n.max(2) - 1) as f32;
        return write(out, |i| match i < n / 2 || n == 1 {
            true => step.mul_add(i as f32, start),
            false => (-step).mul_add((n - i - 1) as f32, end),
        });
    }
    let step = (end - start) / (n.max(2) - 1) as f64;
    write(out, |i| match i < n / 2 || n == 1 {
        true => step.mul_add(i as f64, start),
        false => (-step).mul_add((n - i - 1) as f64, end),
    });
}

pub fn eye(out: &Tensor) {
    let columns = out.shape()[1];
    write(out, |i| Integer::from_i64((i / columns == i % columns) as i64));
}

/// A part of a tensor as a tensor.
fn part(x: &Tensor, shape: &[usize], strides: &[isize], offset: isize) -> Tensor {
    let offset = (x.layout().offset() as isize + offset) as usize;
    x.alias(Layout::with_strides(shape, strides, offset))
}

pub fn cat(inputs: &[Arg], dim: usize, out: &Tensor) {
    let mut start = 0;
    for x in inputs.iter().filter_map(|arg| arg.tensor()) {
        if x.numel() == 0 {
            continue;
        }
        copy(x, &part(out, x.shape(), out.strides(), start as isize * out.strides()[dim]));
        start += x.shape()[dim];
    }
}

pub fn flip(x: &Tensor, dims: &[usize], out: &Tensor) {
    let mut strides: Strides = x.strides().into();
    let mut offset = 0;
    for &dim in dims {
        offset += (x.shape()[dim] as isize - 1) * strides[dim];
        strides[dim] = -strides[dim];
    }
    copy(&part(x, x.shape(), &strides, offset), out);
}

pub fn triangle(x: &Tensor, upper: bool, diagonal: isize, out: &Tensor) {
    let n = x.dim();
    let (rows, columns) = (x.shape()[n - 2], x.shape()[n - 1]);
    super::pointwise::fill(Scalar::Int(0), out);
    let row_shape = [&x.shape()[..n - 2], &[1][..]].concat();
    for row in 0..rows {
        let edge = row as isize + diagonal;
        let (from, to) = match upper {
            true => (edge.clamp(0, columns as isize), columns as isize),
            false => (0, (edge + 1).clamp(0, columns as isize)),
        };
        if from == to {
            continue;
        }
        let mut shape = row_shape.clone();
        shape.push((to - from) as usize);
        let slice = |t: &Tensor| {
            let offset = row as isize * t.strides()[n - 2] + from * t.strides()[n - 1];
            part(t, &shape, t.strides(), offset)
        };
        copy(&slice(x), &slice(out));
    }
}
