//! Places in rows: of the k-th smallest element, by quickselect (of equal ones the one that PyTorch's finds), and where numbers
//! belong in sorted rows.

use crate::host::Elements;
use rayon::prelude::*;
use std::cmp::Ordering;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Dims, Tensor};

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

/// Where each number belongs in its sorted row: before equal elements, or behind them (`right`). The sequence has one row for
/// all numbers, or as many as these; NaN belongs at the end. On the host.
pub fn insertion_places(sequence: &Tensor, numbers: &Tensor, right: bool) -> Result<Tensor> {
    let sizes = [sequence, numbers].map(|x| x.shape().last().copied().unwrap_or(1));
    let places = match sequence.dtype().is_floating() {
        // What compares with nothing lies behind.
        true => {
            places_in(&sequence.to_vec::<f64>()?, &numbers.to_vec::<f64>()?, sizes, |element, number| {
                match element.partial_cmp(&number) {
                    None | Some(Ordering::Less) => true,
                    Some(Ordering::Equal) => right,
                    Some(Ordering::Greater) => false,
                }
            })
        }
        false => places_in(&sequence.to_vec::<i64>()?, &numbers.to_vec::<i64>()?, sizes, |element, number| {
            if right { element <= number } else { element < number }
        }),
    };
    Tensor::from_slice(&places, numbers.shape(), numbers.device())
}

fn places_in<T: Copy + Sync>(
    sequence: &[T],
    numbers: &[T],
    [size, width]: [usize; 2],
    before: impl Fn(T, T) -> bool + Sync,
) -> Vec<i64> {
    let one_for_all = sequence.len() == size;
    let place = |(at, &number): (usize, &T)| {
        let row = if one_for_all { sequence } else { &sequence[at / width.max(1) * size..][..size] };
        // The steps of PyTorch's search, which matter where the row is not sorted.
        let (mut low, mut high) = (0, size);
        while low < high {
            let middle = low + (high - low) / 2;
            if before(row[middle], number) { low = middle + 1 } else { high = middle }
        }
        low as i64
    };
    numbers.par_iter().with_min_len(1 << 12).enumerate().map(place).collect()
}
