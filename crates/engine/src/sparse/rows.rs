//! Rows of values: by their positions in the flattened sparse dimensions.

use super::places::numbers;
use crate::run;
use tensorcell_tensor::op::{Op, Result};
use tensorcell_tensor::{DType, Device, Dims, Make, Scalar, Tensor};

pub(super) fn zeros(shape: &[usize], dtype: DType, device: Device) -> Result<Tensor> {
    run(Op::Fill { value: Scalar::Int(0), make: Make { shape: shape.into(), dtype, device } }, &[])
}

/// A leading size and those behind a number of dimensions.
pub(super) fn led_by(first: usize, shape: &[usize]) -> Dims {
    [first].iter().chain(shape).copied().collect()
}

/// Rows of `count`, each the sum of the values at its position.
pub(super) fn summed(count: usize, positions: &[i64], values: &Tensor) -> Result<Tensor> {
    if values.dtype() == DType::Bool {
        let sum = summed(count, positions, &run(Op::Cast(DType::UInt8), &[values.into()])?)?;
        return run(Op::Cast(DType::Bool), &[(&sum).into()]);
    }
    let rows = zeros(&led_by(count, &values.shape()[1..]), values.dtype(), values.device())?;
    let positions = numbers(positions, values.device())?;
    run(Op::IndexAdd { dim: 0 }, &[(&rows).into(), (&positions).into(), values.into()])
}

/// The rows at these positions.
pub(super) fn picked(rows: &Tensor, positions: &[i64]) -> Result<Tensor> {
    let positions = numbers(positions, rows.device())?;
    run(Op::IndexSelect { dim: 0 }, &[rows.into(), (&positions).into()])
}
