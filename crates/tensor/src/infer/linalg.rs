//! Inference for linear algebra.

use super::{not_implemented, operand};
use crate::error::{Result, TensorError};
use crate::linalg::Linalg;
use crate::op::{Arg, Make, Op};
use crate::{DType, Device, Dims, Tensor};
use smallvec::{SmallVec, smallvec};

fn check(function: Linalg, a: &Tensor) -> Result<()> {
    let title = function.title();
    if a.dim() < 2 {
        let text = match function {
            Linalg::Lu => {
                format!("torch.lu_factor: Expected tensor with 2 or more dimensions. Got size: {:?} instead", a.shape())
            }
            _ => format!("{title}: The input tensor A must have at least 2 dimensions."),
        };
        return Err(TensorError::runtime(text).mark(0, a));
    }
    let (rows, columns) = (a.shape()[a.dim() - 2], a.shape()[a.dim() - 1]);
    if rows != columns && !function.takes_any_shape() {
        return Err(TensorError::runtime(format!(
            "{title}: A must be batches of square matrices, but they are {rows} by {columns} matrices"
        ))
        .mark(0, a));
    }
    if matches!(a.dtype(), DType::Float32 | DType::Float64)
        || (a.dtype().is_complex() && function.takes_complex())
        || (a.numel() == 0 && function.takes_nothing(a.dtype()))
    {
        return Ok(());
    }
    if function == Linalg::Eig && !a.dtype().is_floating() {
        let text = format!("Unknown Complex ScalarType for {}", a.dtype().scalar_name());
        return Err(TensorError::runtime(text).mark(0, a));
    }
    let (whole, got) = (!a.dtype().is_floating(), a.dtype().scalar_name());
    Err(match function.kernel(whole) {
        Some(kernel) => not_implemented(kernel, a.dtype()),
        None if whole => {
            TensorError::runtime(format!("{title}: Expected a floating point or complex tensor as input. Got {got}"))
        }
        None => TensorError::runtime(format!("{title}: Low precision dtypes not supported. Got {got}")),
    }
    .mark(0, a))
}

fn last(x: &Tensor) -> usize {
    x.shape().last().copied().unwrap_or(1)
}

/// Infers the results of a matrix function.
pub(super) fn infer(op: &Op, function: Linalg, inputs: &[Arg], device: Device) -> Result<SmallVec<[Make; 1]>> {
    let a = operand(op, inputs, 0)?;
    check(function, a)?;
    let (batch, matrix) = a.shape().split_at(a.dim() - 2);
    let (rows, columns) = (matrix[0], matrix[1]);
    let least = rows.min(columns);
    let make = |sizes: &[usize], dtype: DType| {
        let shape: Dims = batch.iter().chain(sizes).copied().collect();
        Make { shape, dtype, device }
    };
    let dtype = a.dtype();
    Ok(match function {
        Linalg::Cholesky { .. } | Linalg::Inv => smallvec![make(&[rows, rows], dtype)],
        Linalg::Qr { complete } => {
            let inner = if complete { rows } else { least };
            smallvec![make(&[rows, inner], dtype), make(&[inner, columns], dtype)]
        }
        Linalg::Svd { full } => {
            let (of_u, of_v) = if full { (rows, columns) } else { (least, least) };
            smallvec![make(&[rows, of_u], dtype), make(&[least], dtype.part()), make(&[of_v, columns], dtype)]
        }
        Linalg::Eigh { .. } => smallvec![make(&[rows], dtype.part()), make(&[rows, rows], dtype)],
        Linalg::Eig => {
            let dtype = dtype.with_imaginary();
            smallvec![make(&[rows], dtype), make(&[rows, rows], dtype)]
        }
        Linalg::Lu | Linalg::LdlFactor => smallvec![make(&[rows, columns], dtype), make(&[least], DType::Int32)],
        Linalg::LdlSolve => smallvec![make(&[rows, last(operand(op, inputs, 2)?)], dtype)],
        Linalg::Det => smallvec![make(&[], dtype)],
        Linalg::Slogdet => smallvec![make(&[], dtype), make(&[], dtype.part())],
        Linalg::Solve | Linalg::SolveTriangular { .. } => {
            let b = operand(op, inputs, 1)?;
            let title = function.title();
            if b.dtype() != dtype {
                return Err(TensorError::runtime(format!(
                    "{title}: Expected A and B to have the same dtype, but found A of type {} and B of type {} instead",
                    dtype.scalar_name(),
                    b.dtype().scalar_name()
                ))
                .mark(0, a)
                .mark(1, b));
            }
            if b.dim() != a.dim() || b.shape()[..b.dim() - 2] != *batch || b.shape()[b.dim() - 2] != rows {
                return Err(TensorError::runtime(format!(
                    "{title}: A of shape {:?} and B of shape {:?} do not go together",
                    a.shape(),
                    b.shape()
                ))
                .mark(0, a)
                .mark(1, b));
            }
            smallvec![make(&[rows, b.shape()[b.dim() - 1]], dtype)]
        }
    })
}
