//! Distances between every row of one matrix and every row of another, without the differences in memory. On the host.

use super::blocks;
use super::lane::Floating;
use crate::host::Elements;
use rayon::prelude::*;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Tensor};

/// Rows of the second matrix that are worked on at once.
const WIDTH: usize = 256;
/// So many differences are added up before their sum is carried on in float64.
const BLOCK: usize = 256;

/// Of x1 (batch, n, k) and x2 (batch, m, k), both float32 or both float64: (batch, n, m), the 1-norms (`p` 1) or 2-norms of
/// the differences.
pub fn distances(x1: &Tensor, x2: &Tensor, p: f64) -> Result<Tensor> {
    let [batch, n, m, k] = [x1.shape()[0], x1.shape()[1], x2.shape()[1], x1.shape()[2]];
    let (sizes, shape) = ([n, m, k], [batch, n, m]);
    match x1.dtype() {
        DType::Float64 => {
            Tensor::from_slice(&between(&x1.to_vec::<f64>()?, &x2.to_vec()?, sizes, p), &shape, x1.device())
        }
        _ => Tensor::from_slice(&between(&x1.to_vec::<f32>()?, &x2.to_vec()?, sizes, p), &shape, x1.device()),
    }
}

fn between<F: Floating>(a: &[F], b: &[F], [n, m, k]: [usize; 3], p: f64) -> Vec<F> {
    let batch = a.len() / (n * k).max(1);
    let mut out = vec![F::default(); batch * n * m];
    if out.is_empty() || k == 0 {
        return out;
    }
    for (number, out) in out.chunks_mut(n * m).enumerate() {
        // The second's columns, each with all its rows' elements.
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
