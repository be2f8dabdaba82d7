//! Positions in rows: of the k-th smallest element by quickselect, and insertion positions in sorted rows.

use super::pointwise::copy;
use crate::host::Elements;
use rayon::prelude::*;
use std::cmp::Ordering;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, Device, Tensor, TensorError};

/// The position of each row's k-th smallest element, counted from 0. NaN is above all numbers.
pub fn kth_place(x: &Tensor, k: Arg, out: &Tensor) -> Result<()> {
    let length = x.shape()[x.dim() - 1];
    let ranks = match k {
        Arg::Scalar(k) => vec![k.as_f64() as i64; out.numel()],
        Arg::Tensor(ranks) => ranks.to_vec::<i64>()?,
    };
    if let Some(rank) = ranks.iter().find(|rank| !(0..length as i64).contains(rank)) {
        return Err(TensorError::runtime(format!("kthvalue: rank {rank} is out of range for rows of {length}")));
    }
    let places: Vec<i64> = match x.dtype().is_floating() {
        true => {
            let above = |a: f64, b: f64| a > b || (a.is_nan() && !b.is_nan());
            let rows = x.to_vec::<f64>()?;
            rows.chunks_exact(length).zip(&ranks).map(|(row, k)| place_in(row, *k as usize, above)).collect()
        }
        false => {
            let rows = x.to_vec::<i64>()?;
            rows.chunks_exact(length).zip(&ranks).map(|(row, k)| place_in(row, *k as usize, |a, b| a > b)).collect()
        }
    };
    store(&places, out)
}

fn store(places: &[i64], out: &Tensor) -> Result<()> {
    copy(&Tensor::from_slice(places, out.shape(), Device::Cpu)?, out);
    Ok(())
}

/// Quickselect. Among equal elements, it finds the same one as PyTorch.
fn place_in<T: Copy>(row: &[T], k: usize, above: impl Fn(T, T) -> bool) -> i64 {
    let mut row: Vec<(T, i64)> = row.iter().copied().zip(0..).collect();
    let (mut low, mut high) = (0, row.len() - 1);
    while high > low {
        if high == low + 1 {
            if above(row[low].0, row[high].0) {
                row.swap(low, high);
            }
            break;
        }
        // Median of three: the median comes first, the smallest second, the largest last.
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

/// The insertion position of each number in its sorted row: before equal elements, or after them if `right`.
pub fn search_sorted(sequence: &Tensor, numbers: &Tensor, right: bool, out: &Tensor) -> Result<()> {
    let sizes = [sequence, numbers].map(|x| x.shape().last().copied().unwrap_or(1));
    let places = match sequence.dtype().is_floating() {
        // Elements that cannot be compared with the number (NaN) count as smaller.
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
    store(&places, out)
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
        // The same steps as PyTorch's search, which matters for unsorted rows.
        let (mut low, mut high) = (0, size);
        while low < high {
            let middle = low + (high - low) / 2;
            if before(row[middle], number) { low = middle + 1 } else { high = middle }
        }
        low as i64
    };
    numbers.par_iter().with_min_len(1 << 12).enumerate().map(place).collect()
}
