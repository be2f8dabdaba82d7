//! Distances between every pair of rows of two matrices, without storing the differences.

use super::blocks;
use super::lane::Floating;
use super::pointwise::{copy, fill};
use super::reduce::norm;
use crate::host::Elements;
use rayon::prelude::*;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Device, Scalar, Tensor};

/// Rows of the second matrix per inner loop.
const WIDTH: usize = 256;
/// Differences summed before the sum moves to float64.
const BLOCK: usize = 256;

/// Computes p-norms of differences: x1 (batch, n, k) and x2 (batch, m, k) give (batch, n, m).
pub fn distances(x1: &Tensor, x2: &Tensor, p: f64, out: &Tensor) -> Result<()> {
    let [n, m, k] = [x1.shape()[1], x2.shape()[1], x1.shape()[2]];
    if k == 0 {
        fill(Scalar::Int(0), out);
        return Ok(());
    }
    let (sizes, shape) = ([n, m, k], out.shape());
    let found = match x1.dtype() {
        DType::Float64 => {
            Tensor::from_slice(&between(&x1.to_vec::<f64>()?, &x2.to_vec()?, sizes, p), shape, Device::Cpu)?
        }
        _ => Tensor::from_slice(&between(&x1.to_vec::<f32>()?, &x2.to_vec()?, sizes, p), shape, Device::Cpu)?,
    };
    copy(&found, out);
    Ok(())
}

fn between<F: Floating>(a: &[F], b: &[F], [n, m, k]: [usize; 3], p: f64) -> Vec<F> {
    let batch = a.len() / (n * k);
    let mut out = vec![F::default(); batch * n * m];
    for (number, out) in out.chunks_mut(n * m).enumerate() {
        if p != 1.0 && p != 2.0 {
            let pairs = out.par_chunks_mut(m).zip(a[number * n * k..].par_chunks(k));
            pairs.for_each(|(out, a)| any_norm(a, &b[number * m * k..], p, out));
            continue;
        }
        // The second matrix, transposed: each column has one element of every row.
        let rows = &b[number * m * k..][..m * k];
        let turned: Vec<F> = (0..k).flat_map(|i| rows.iter().skip(i).step_by(k).copied()).collect();
        out.par_chunks_mut(m).zip(a[number * n * k..].par_chunks(k)).for_each(|(out, a)| {
            for (piece, out) in out.chunks_mut(WIDTH).enumerate() {
                one_row(a, &turned[piece * WIDTH..], m, p, out);
            }
        });
    }
    out
}

/// The p-norms of the differences between `a` and each of the rows `b`.
fn any_norm<F: Floating>(a: &[F], b: &[F], p: f64, out: &mut [F]) {
    for (out, b) in out.iter_mut().zip(b.chunks(a.len())) {
        *out = F::constant(norm(p, |each| a.iter().zip(b).for_each(|(&a, &b)| each((a - b).as_f64()))));
    }
}

fn one_row<F: Floating>(a: &[F], columns: &[F], stride: usize, p: f64, out: &mut [F]) {
    let mut totals = [0.0; WIDTH];
    for (block, a) in a.chunks(BLOCK).enumerate() {
        out.fill(F::default());
        let columns = &columns[block * BLOCK * stride..];
        match p == 1.0 {
            true => blocks::add_distances(a, columns, stride, out),
            false => blocks::add_squared_distances(a, columns, stride, out),
        }
        totals.iter_mut().zip(out.iter()).for_each(|(total, out)| *total += out.as_f64());
    }
    for (out, total) in out.iter_mut().zip(totals) {
        *out = F::constant(if p == 1.0 { total } else { total.sqrt() });
    }
}
