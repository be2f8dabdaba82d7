//! Matrix products of complex numbers, with `faer`.

use super::super::pointwise::copy;
use super::super::walk::{Walk, pointer};
use faer::{Accum, MatMut, MatRef, c32, c64};
use num_traits::Zero;
use tensorcell_tensor::{DType, Layout, Tensor};

/// out = beta * out + alpha * a @ b over the last two dimensions. The other dimensions broadcast.
pub fn product(a: &Tensor, b: &Tensor, beta: f64, alpha: f64, out: &Tensor) {
    match out.dtype() {
        DType::Complex64 => over_batches::<c32>(a, b, c32::new(beta as f32, 0.0), c32::new(alpha as f32, 0.0), out),
        _ => over_batches::<c64>(a, b, c64::new(beta, 0.0), c64::new(alpha, 0.0), out),
    }
}

/// beta * input + alpha * a @ b.
pub fn addmm(input: &Tensor, a: &Tensor, b: &Tensor, beta: f64, alpha: f64, out: &Tensor) {
    if beta != 0.0 {
        copy_pairs(input, out);
    }
    product(a, b, beta, alpha, out);
}

/// Copies complex numbers of one dtype with broadcasting.
fn copy_pairs(from: &Tensor, to: &Tensor) {
    let strides = from.layout().broadcast_strides(to.shape());
    let wide = from.alias(Layout::with_strides(to.shape(), &strides, from.layout().offset()));
    let [from, to] = [&wide, to].map(|tensor| {
        let layout = tensor.layout().view(&tensorcell_tensor::View::AsReal);
        layout.map(|layout| tensor.alias_as(layout, tensor.dtype().part()))
    });
    if let (Ok(from), Ok(to)) = (from, to) {
        copy(&from, &to);
    }
}

/// The offset of each batch's matrix.
fn offsets(tensor: &Tensor, batch: &[usize]) -> Vec<isize> {
    let kept = tensor.dim() - 2;
    let layout = Layout::with_strides(&tensor.shape()[..kept], &tensor.strides()[..kept], 0);
    let strides = layout.broadcast_strides(batch);
    let count = batch.iter().product();
    let mut offsets = Vec::with_capacity(count);
    Walk::over(0, DType::UInt8, batch, &strides).runs(0, count, |start, step, n| {
        offsets.extend((0..n as isize).map(|i| start + i * step));
    });
    offsets
}

fn matrix<'a, T>(tensor: &'a Tensor, offset: isize) -> MatRef<'a, T> {
    let (shape, strides, n) = (tensor.shape(), tensor.strides(), tensor.dim());
    let first = pointer::<T>(tensor).wrapping_offset(offset).cast_const();
    // SAFETY: the matrix is inside the tensor, which is alive; nothing writes it during the operation.
    unsafe { MatRef::from_raw_parts(first, shape[n - 2], shape[n - 1], strides[n - 2], strides[n - 1]) }
}

fn over_batches<T: faer::traits::ComplexField + Zero>(a: &Tensor, b: &Tensor, beta: T, alpha: T, out: &Tensor) {
    let batch = &out.shape()[..out.dim() - 2];
    let (shape, strides, n) = (out.shape(), out.strides(), out.dim());
    for ((to, left), right) in offsets(out, batch).into_iter().zip(offsets(a, batch)).zip(offsets(b, batch)) {
        let first = pointer::<T>(out).wrapping_offset(to);
        // SAFETY: the matrix is inside the result, which is alive and not shared.
        let mut target: MatMut<T> =
            unsafe { MatMut::from_raw_parts_mut(first, shape[n - 2], shape[n - 1], strides[n - 2], strides[n - 1]) };
        let accumulate = if beta.is_zero() { Accum::Replace } else { Accum::Add };
        if !beta.is_zero() {
            for j in 0..target.ncols() {
                for i in 0..target.nrows() {
                    target[(i, j)] = target[(i, j)].clone() * beta.clone();
                }
            }
        }
        let (left, right) = (matrix::<T>(a, left), matrix::<T>(b, right));
        faer::linalg::matmul::matmul(target, accumulate, left, right, alpha.clone(), faer::get_global_parallelism());
    }
}
