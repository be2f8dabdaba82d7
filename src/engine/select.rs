//! The place of the k-th smallest element, by quickselect: of equal ones the one that PyTorch's finds.

use crate::tensor::op::Result;
use crate::tensor::{Dims, Tensor};

/// For every row of the last dimension the place of its k-th smallest element, counted from 0; NaN is above all numbers. On the host.
pub fn kth_places(x: &Tensor, k: usize) -> Result<Tensor> {
    let (rows, length) = x.shape().split_at(x.dim() - 1);
    let rows: Dims = rows.into();
    let places: Vec<i64> = match x.dtype().is_floating() {
        true => {
            let above = |a: f64, b: f64| a > b || (a.is_nan() && !b.is_nan());
            x.to_vec::<f64>()?.chunks_exact(length[0]).map(|row| kth_place(row, k, above)).collect()
        }
        false => x.to_vec::<i64>()?.chunks_exact(length[0]).map(|row| kth_place(row, k, |a, b| a > b)).collect(),
    };
    Tensor::from_slice(&places, &rows, x.device())
}

fn kth_place<T: Copy>(row: &[T], k: usize, above: impl Fn(T, T) -> bool) -> i64 {
    let mut row: Vec<(T, i64)> = row.iter().copied().zip(0..).collect();
    let (mut low, mut high) = (0, row.len() - 1);
    while high > low {
        if high == low + 1 {
            if above(row[low].0, row[high].0) {
                row.swap(low, high);
            }
            break;
        }
        // The middle of three stands first, the smallest behind it, the largest last.
        row.swap(low + (high - low) / 2, low + 1);
        for (a, b) in [(low + 1, high), (low, high), (low + 1, low)] {
            if above(row[a].0, row[b].0) {
                row.swap(a, b);
            }
        }
        let (mut i, mut j, pivot) = (low + 1, high, row[low].0);
        loop {
            i += 1;
            while above(pivot, row[i].0) {
                i += 1;
            }
            j -= 1;
            while above(row[j].0, pivot) {
                j -= 1;
            }
            if j < i {
                break;
            }
            row.swap(i, j);
        }
        row.swap(low, j);
        if j <= k {
            low = i;
        }
        if j >= k {
            high = j.saturating_sub(1);
        }
    }
    row[k].1
}
