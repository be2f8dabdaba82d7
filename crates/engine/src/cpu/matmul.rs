//! Matrix products: `gemm` for most layouts, `faer` if the right operand is transposed (`x @ W.T`), plain loops for integers.

use super::blocks;
use super::lane::Floating;
use super::number::{Integer, Number};
use super::pointwise::copy;
use super::walk::{Walk, pointer};
use gemm::Parallelism;
use rayon::prelude::*;
use tensorcell_tensor::{DType, Tensor};

/// Multiply-adds from which a product uses several threads.
const PARALLEL: usize = 48 * 48 * 256;
/// Size from which `faer`'s packing pays for a transposed right operand.
const TRANSPOSED: usize = 1 << 21;

/// A matrix in memory, with row and column strides.
#[derive(Clone, Copy)]
struct Matrix<T> {
    first: *mut T,
    rows: usize,
    columns: usize,
    row_stride: isize,
    column_stride: isize,
}

impl<T> Matrix<T> {
    /// The last two dimensions of a tensor, `offset` elements after its first.
    fn of(tensor: &Tensor, offset: isize) -> Matrix<T> {
        let (shape, strides) = (tensor.shape(), tensor.strides());
        let n = shape.len();
        Matrix {
            first: pointer::<T>(tensor).wrapping_offset(offset),
            rows: shape[n - 2],
            columns: shape[n - 1],
            row_stride: strides[n - 2],
            column_stride: strides[n - 1],
        }
    }
}

/// A type that products support directly.
trait Product: Copy + 'static {
    /// out = scale * out + alpha * a @ b. With `threads`, uses several threads if that pays.
    ///
    /// # Safety
    /// The matrices are in live memory, and nothing else uses `out`.
    unsafe fn product(out: Matrix<Self>, a: Matrix<Self>, b: Matrix<Self>, scale: f64, alpha: f64, threads: bool);
}

/// out = alpha * a @ b for a single contiguous column b, with contiguous rows of `a`.
///
/// # Safety
/// As for `product`.
unsafe fn times_vector<T: Floating>(out: Matrix<T>, a: Matrix<T>, b: Matrix<T>, alpha: T, threads: bool) {
    let (first, vector, target) = (a.first as usize, b.first as usize, out.first as usize);
    let row = |i: usize| {
        // SAFETY: inside the matrices, which the caller guarantees; each row writes its own element.
        unsafe {
            let row = std::slice::from_raw_parts((first as *const T).offset(i as isize * a.row_stride), a.columns);
            let vector = std::slice::from_raw_parts(vector as *const T, a.columns);
            let to = (target as *mut T).offset(i as isize * out.row_stride);
            to.write(alpha * blocks::dot(row, vector));
        }
    };
    match threads && a.rows * a.columns >= PARALLEL {
        true => (0..a.rows).into_par_iter().with_min_len((PARALLEL / 4 / a.columns.max(1)).max(1)).for_each(row),
        false => (0..a.rows).for_each(row),
    }
}

macro_rules! float_product {
    ($t:ident) => {
        impl Product for $t {
            unsafe fn product(out: Matrix<$t>, a: Matrix<$t>, b: Matrix<$t>, scale: f64, alpha: f64, threads: bool) {
                let work = a.rows * b.columns * a.columns;
                let transposed = b.row_stride == 1 && b.column_stride != 1;
                if transposed && work >= TRANSPOSED && b.columns >= 64 && (scale == 0.0 || scale == 1.0) {
                    // SAFETY: the caller guarantees the memory.
                    let (target, left, right) = unsafe {
                        (
                            faer::MatMut::from_raw_parts_mut(
                                out.first,
                                out.rows,
                                out.columns,
                                out.row_stride,
                                out.column_stride,
                            ),
                            faer::MatRef::from_raw_parts(
                                a.first as *const $t,
                                a.rows,
                                a.columns,
                                a.row_stride,
                                a.column_stride,
                            ),
                            faer::MatRef::from_raw_parts(
                                b.first as *const $t,
                                b.rows,
                                b.columns,
                                b.row_stride,
                                b.column_stride,
                            ),
                        )
                    };
                    let accumulate = match scale == 0.0 {
                        true => faer::Accum::Replace,
                        false => faer::Accum::Add,
                    };
                    let threads = match threads {
                        true => faer::get_global_parallelism(),
                        false => faer::Par::Seq,
                    };
                    return faer::linalg::matmul::matmul(target, accumulate, left, right, alpha as $t, threads);
                }
                if b.columns == 1 && a.columns > 0 && a.column_stride == 1 && b.row_stride == 1 && scale == 0.0 {
                    // SAFETY: the caller guarantees the memory.
                    return unsafe { times_vector(out, a, b, alpha as $t, threads) };
                }
                let parallelism = match threads && work >= PARALLEL {
                    true => Parallelism::Rayon(0),
                    false => Parallelism::None,
                };
                // SAFETY: the caller guarantees the memory.
                unsafe {
                    gemm::gemm(
                        out.rows,
                        out.columns,
                        a.columns,
                        out.first,
                        out.column_stride,
                        out.row_stride,
                        scale != 0.0,
                        a.first,
                        a.column_stride,
                        a.row_stride,
                        b.first,
                        b.column_stride,
                        b.row_stride,
                        scale as $t,
                        alpha as $t,
                        false,
                        false,
                        false,
                        parallelism,
                    );
                }
            }
        }
    };
}
float_product!(f32);
float_product!(f64);

impl Product for Integer {
    unsafe fn product(out: Matrix<Self>, a: Matrix<Self>, b: Matrix<Self>, scale: f64, alpha: f64, _: bool) {
        let (scale, alpha) = (Integer::constant(scale), Integer::constant(alpha));
        let at = |m: &Matrix<Self>, i: usize, j: usize| {
            m.first.wrapping_offset(i as isize * m.row_stride + j as isize * m.column_stride)
        };
        for i in 0..out.rows {
            for j in 0..out.columns {
                let mut sum = Integer::default();
                // SAFETY: inside the matrices, which the caller guarantees.
                unsafe {
                    for l in 0..a.columns {
                        sum += *at(&a, i, l) * *at(&b, l, j);
                    }
                    let target = at(&out, i, j);
                    let kept = if scale.0 == 0 { Integer::default() } else { scale * *target };
                    *target = kept + alpha * sum;
                }
            }
        }
    }
}

/// The computing dtype of a product: float32 for half types, int64 for integers.
fn product_dtype(dtype: DType) -> DType {
    match dtype {
        DType::Float32 | DType::Float64 | DType::Int64 => dtype,
        _ if dtype.is_floating() => DType::Float32,
        _ => DType::Int64,
    }
}

/// Converts a tensor to another dtype, or returns the tensor itself.
fn in_dtype(tensor: &Tensor, dtype: DType) -> Tensor {
    match tensor.dtype() == dtype {
        true => tensor.clone(),
        false => {
            let made = scratch(tensor.shape(), dtype);
            copy(tensor, &made);
            made
        }
    }
}

/// Allocates scratch memory.
fn scratch(shape: &[usize], dtype: DType) -> Tensor {
    Tensor::empty(shape, dtype, tensorcell_tensor::Device::Cpu).expect("CPU allocation succeeds or aborts")
}

fn batched(out: &Tensor, a: &Tensor, b: &Tensor, scale: f64, alpha: f64) {
    match out.dtype() {
        DType::Float32 => over_batches::<f32>(out, a, b, scale, alpha),
        DType::Float64 => over_batches::<f64>(out, a, b, scale, alpha),
        _ => over_batches::<Integer>(out, a, b, scale, alpha),
    }
}

fn over_batches<T: Product>(out: &Tensor, a: &Tensor, b: &Tensor, scale: f64, alpha: f64) {
    let batch = &out.shape()[..out.dim() - 2];
    let count: usize = batch.iter().product();
    let offsets = |tensor: &Tensor| -> Vec<isize> {
        let kept = tensor.dim() - 2;
        let layout = tensorcell_tensor::Layout::with_strides(&tensor.shape()[..kept], &tensor.strides()[..kept], 0);
        let strides = layout.broadcast_strides(batch);
        let mut offsets = Vec::with_capacity(count);
        Walk::over(0, tensor.dtype(), batch, &strides).runs(0, count, |start, step, n| {
            offsets.extend((0..n as isize).map(|i| start + i * step));
        });
        offsets
    };
    let (to, left, right) = (offsets(out), offsets(a), offsets(b));
    let each = a.shape()[a.dim() - 2] * a.shape()[a.dim() - 1] * b.shape()[b.dim() - 1];
    // Many small products are distributed over the threads, and each then runs on one thread.
    let many = each < PARALLEL && count > 1 && count * each >= PARALLEL;
    let one = |i: usize| {
        let [to, left, right] = [(out, to[i]), (a, left[i]), (b, right[i])].map(|(tensor, at)| Matrix::of(tensor, at));
        // SAFETY: the tensors are alive, and `out` was allocated for this product: each task has its own matrix of it.
        unsafe { T::product(to, left, right, scale, alpha, !many) };
    };
    match many {
        true => (0..count).into_par_iter().with_min_len((PARALLEL / 4 / each.max(1)).max(1)).for_each(one),
        false => (0..count).for_each(one),
    }
}

pub fn matmul(a: &Tensor, b: &Tensor, out: &Tensor) {
    let dtype = product_dtype(out.dtype());
    let (a, b) = (in_dtype(a, dtype), in_dtype(b, dtype));
    if out.dtype() == dtype {
        return batched(out, &a, &b, 0.0, 1.0);
    }
    let wide = scratch(out.shape(), dtype);
    batched(&wide, &a, &b, 0.0, 1.0);
    copy(&wide, out);
}

pub fn addmm(input: &Tensor, a: &Tensor, b: &Tensor, beta: f64, alpha: f64, out: &Tensor) {
    let dtype = product_dtype(out.dtype());
    let (a, b) = (in_dtype(a, dtype), in_dtype(b, dtype));
    let wide = match out.dtype() == dtype {
        true => out.clone(),
        false => scratch(out.shape(), dtype),
    };
    if beta != 0.0 {
        copy(input, &wide);
    }
    batched(&wide, &a, &b, beta, alpha);
    if !wide.same(out) {
        copy(&wide, out);
    }
}
