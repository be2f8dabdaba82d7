//! Matrix products: cuBLASLt if it is available, else our own tiled kernel.

use super::copy::copy;
use super::launch::{device_index, dtype_name, launch};
use super::layout::{Strided, Strides, broadcast, contiguous};
use super::parameters::MatMul as Parameters;
use crate::host::Elements;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use tensorcell_device::blas::{self, Activation, Element, Matrix, Operands};
use tensorcell_device::{Device, graph};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, ErrorKind, Layout, Pointwise, Tensor, TensorError};

/// Rows and columns of a block's tile, as in `kernels/matmul.cuh`.
const TILE: usize = 16;

/// A product with an added term: `alpha * a @ b + beta * bias`.
pub struct Product<'a> {
    pub a: &'a Tensor,
    pub b: &'a Tensor,
    /// Broadcasts to the output's matrix.
    pub bias: Option<&'a Tensor>,
    pub alpha: f64,
    pub beta: f64,
}

static ALLOW_TF32: AtomicBool = AtomicBool::new(false);

/// Whether float32 operands may be rounded to TF32 (`torch.backends.cuda.matmul.allow_tf32`). Off by default.
pub fn allow_tf32() -> bool {
    ALLOW_TF32.load(Ordering::Relaxed)
}
pub fn set_allow_tf32(allow: bool) {
    ALLOW_TF32.store(allow, Ordering::Relaxed);
}

static DETERMINISTIC: AtomicBool = AtomicBool::new(false);

/// Whether sums must be the same in each run (`torch.use_deterministic_algorithms`). Off by default.
pub fn deterministic() -> bool {
    DETERMINISTIC.load(Ordering::Relaxed)
}
pub fn set_deterministic(on: bool) {
    DETERMINISTIC.store(on, Ordering::Relaxed);
}

/// Computes a product. Operands are at least 2-D with batch dimensions that broadcast; the output is contiguous.
pub fn matmul(product: &Product, output: &Tensor) -> Result<()> {
    let inner = product.a.shape()[product.a.dim() - 1];
    let Some(element) = element(output.dtype()).filter(|_| inner > 0 && blas::is_available()) else {
        return tiled(product, output);
    };
    match library(product, element, Activation::None, output) {
        // The library has no algorithm for this layout; our kernel supports all.
        Err(error) if is_refusal(&error) => tiled(product, output),
        outcome => outcome,
    }
}

/// Computes a product and an activation in one library call. Returns false if they must run separately. The product has no batch.
pub fn activated(product: &Product, activation: Pointwise, output: &Tensor) -> Result<bool> {
    let (activation, inner) = match activation {
        Pointwise::Relu => (Activation::Relu, product.a.shape()[1]),
        Pointwise::GeluTanh => (Activation::GeluTanh, product.a.shape()[1]),
        _ => return Ok(false),
    };
    let Some(element) = element(output.dtype()).filter(|_| inner > 0 && blas::is_available()) else {
        return Ok(false);
    };
    let by_row = product.bias.is_none_or(|bias| is_row(bias, output.shape()[1])) && product.alpha == 1.0;
    if element == Element::Float64 || !by_row || !(activation != Activation::Relu || keeps_nan(output.device())?) {
        return Ok(false);
    }
    match library(product, element, activation, output) {
        Err(error) if is_refusal(&error) => Ok(false),
        outcome => outcome.map(|()| true),
    }
}

/// Whether the library's ReLU returns NaN for NaN, as PyTorch's does; a maximum with zero would hide it. Tested once per
/// device with a small
/// product.
fn keeps_nan(device: Device) -> Result<bool> {
    static KNOWN: Mutex<Option<HashMap<usize, bool>>> = Mutex::new(None);
    let index = device_index(device);
    if let Some(known) = KNOWN.lock().get_or_insert_default().get(&index) {
        return Ok(*known);
    }
    if graph::is_any_under_way() {
        return Ok(false); // the result is read on the host
    }
    let mut values = vec![1.0f32; 64 * 64];
    values[0] = f32::NAN;
    let a = Tensor::from_slice(&values, &[64, 64], device)?;
    let out = Tensor::empty(&[64, 64], DType::Float32, device)?;
    let product = Product { a: &a, b: &a, bias: None, alpha: 1.0, beta: 0.0 };
    let keeps = match library(&product, Element::Float32, Activation::Relu, &out) {
        Ok(()) => out.to_vec::<f32>()?[0].is_nan(),
        Err(error) if is_refusal(&error) => false,
        Err(error) => return Err(error),
    };
    KNOWN.lock().get_or_insert_default().insert(index, keeps);
    Ok(keeps)
}

/// Whether the library has no algorithm for the product.
fn is_refusal(error: &TensorError) -> bool {
    error.kind == ErrorKind::Accelerator
}

/// Whether the library can add the bias to each row.
fn is_row(bias: &Tensor, columns: usize) -> bool {
    bias.is_contiguous() && bias.numel() == columns && bias.dim() == 1 && bias.address().is_multiple_of(16)
}

fn element(dtype: DType) -> Option<Element> {
    Some(match dtype {
        DType::Float16 => Element::Float16,
        DType::BFloat16 => Element::BFloat16,
        DType::Float32 => Element::Float32,
        DType::Float64 => Element::Float64,
        _ => return None,
    })
}

fn library(product: &Product, element: Element, activation: Activation, output: &Tensor) -> Result<()> {
    let shape = output.shape();
    let (batch_shape, matrix_shape) = shape.split_at(shape.len() - 2);
    let (m, n) = (matrix_shape[0], matrix_shape[1]);
    let k = product.a.shape()[product.a.dim() - 1];
    let (a, a_matrix) = operand(product.a, batch_shape)?;
    let (b, b_matrix) = operand(product.b, batch_shape)?;
    let mut plan = blas::Product {
        element,
        m,
        n,
        k,
        a: a_matrix,
        b: b_matrix,
        d: Matrix { transposed: false, stride: n, batch_stride: m * n },
        batch: batch_shape.iter().product(),
        bias: false,
        activation,
        tf32: allow_tf32(),
    };
    // With one right matrix for the whole batch, the batch only adds rows.
    if plan.b.batch_stride == 0 && !plan.a.transposed && plan.a.batch_stride == m * plan.a.stride {
        (plan.m, plan.batch) = (m * plan.batch, 1);
    }
    let mut at = Operands { a: a.address(), b: b.address(), d: output.address(), bias: 0 };
    let mut beta = 0.0;
    if let Some(bias) = product.bias.filter(|_| product.beta != 0.0) {
        if is_row(bias, n) && product.beta == 1.0 && element != Element::Float64 {
            plan.bias = true;
            at.bias = bias.address();
        } else {
            copy(bias, output)?;
            beta = product.beta;
        }
    }
    // SAFETY: the plan comes from the tensors' own shapes and strides, and they outlive the call.
    let queued = unsafe { blas::multiply(device_index(output.device()), &plan, product.alpha, beta, at) };
    Ok(queued?)
}

/// A tensor as a batch of matrices with contiguous rows or columns: itself if possible, else a copy.
fn operand(tensor: &Tensor, batch_shape: &[usize]) -> Result<(Tensor, Matrix)> {
    let dims = tensor.dim() - 2;
    let (rows, columns) = (tensor.shape()[dims], tensor.shape()[dims + 1]);
    let [row, column] = matrix(tensor);
    let batch_stride = batch_stride(tensor, batch_shape)?;
    let lies = |transposed, stride: i64, batch_stride| {
        let matrix = Matrix { transposed, stride: stride as usize, batch_stride };
        Ok((tensor.clone(), matrix))
    };
    match batch_stride {
        Some(batch) if (column == 1 || columns == 1) && (rows == 1 || row >= columns as i64) => {
            lies(false, row.max(columns as i64), batch)
        }
        Some(batch) if (row == 1 || rows == 1) && (columns == 1 || column >= rows as i64) => {
            lies(true, column.max(rows as i64), batch)
        }
        _ => {
            let mut shape: Vec<usize> = batch_shape.into();
            shape.extend([rows, columns]);
            let fresh = Tensor::empty(&shape, tensor.dtype(), tensor.device())?;
            copy(tensor, &fresh)?;
            let matrix = Matrix { transposed: false, stride: columns, batch_stride: rows * columns };
            Ok((fresh, matrix))
        }
    }
}

/// The single stride between all matrices of the batch, if there is one.
fn batch_stride(tensor: &Tensor, batch_shape: &[usize]) -> Result<Option<usize>> {
    let walked = Strided::new(batch_shape, &[&batch_strides(tensor, batch_shape)])?;
    Ok(match walked.dims {
        0 => Some(0),
        1 => usize::try_from(walked.strides[0][0]).ok(),
        _ => None,
    })
}

/// The strides of the batch dimensions, broadcast.
fn batch_strides(tensor: &Tensor, batch_shape: &[usize]) -> Strides {
    let dims = tensor.dim() - 2;
    let layout = Layout::with_strides(&tensor.shape()[..dims], &tensor.strides()[..dims], 0);
    broadcast(&tensor.alias(layout), batch_shape)
}

/// The last two strides of a tensor.
fn matrix(tensor: &Tensor) -> [i64; 2] {
    let strides = tensor.strides();
    [strides[strides.len() - 2] as i64, strides[strides.len() - 1] as i64]
}

fn tiled(product: &Product, output: &Tensor) -> Result<()> {
    let Product { a, b, bias, alpha, beta } = *product;
    let shape = output.shape();
    let (batch_shape, matrix_shape) = shape.split_at(shape.len() - 2);
    let batches: usize = batch_shape.iter().product();
    let [rows, columns] = [matrix_shape[0], matrix_shape[1]];
    let output_strides = contiguous(shape);
    let bias_strides = bias.map_or([0; 2], |bias| {
        let strides = broadcast(bias, matrix_shape);
        [strides[0] as i64, strides[1] as i64]
    });
    let s = Parameters {
        a: a.address(),
        b: b.address(),
        output: output.address(),
        bias: bias.filter(|_| beta != 0.0).map_or(0, Tensor::address),
        rows: rows as u64,
        columns: columns as u64,
        inner: a.shape()[a.dim() - 1] as u64,
        batches: batches as u64,
        a_strides: matrix(a),
        b_strides: matrix(b),
        output_strides: matrix(output),
        bias_strides,
        alpha,
        beta,
        batch: Strided::new(
            batch_shape,
            &[&output_strides[..batch_shape.len()], &batch_strides(a, batch_shape), &batch_strides(b, batch_shape)],
        )?,
    };
    let tiles = rows.div_ceil(TILE) * columns.div_ceil(TILE) * batches;
    let kernel = format!("matmul_{}", dtype_name(output.dtype()));
    launch(output.device(), &kernel, tiles.min(1 << 20) as u32, (TILE * TILE) as u32, &s)
}
