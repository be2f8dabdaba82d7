//! Positions in rows, and distances between rows.

use super::copy::{copy, to_contiguous};
use super::index::gather;
use super::launch::{self, dtype_name, launch};
use super::parameters::{Distances, Search};
use super::select::sort;
use tensorcell_tensor::op::{Arg, Result, View};
use tensorcell_tensor::{DType, Tensor};

/// The position of each row's k-th smallest element, counted from 0. Sorts, so that the first of equal elements is found.
pub fn kth_place(x: &Tensor, k: Arg, output: &Tensor) -> Result<()> {
    let dim = x.dim() - 1;
    let sorted = Tensor::empty(x.shape(), x.dtype(), x.device())?;
    let places = Tensor::empty(x.shape(), DType::Int64, x.device())?;
    sort(dim, false, x, &sorted, &places)?;
    let viewed = |x: &Tensor, view: View| -> Result<Tensor> { Ok(x.alias(x.layout().view(&view)?)) };
    match k {
        Arg::Scalar(k) => copy(&viewed(&places, View::Select { dim, index: k.as_f64() as usize })?, output),
        Arg::Tensor(ranks) => {
            let [ranks, output] = [viewed(ranks, View::Unsqueeze(dim))?, viewed(output, View::Unsqueeze(dim))?];
            gather(dim, &places, &ranks, &output)
        }
    }
}

/// The insertion position of each number in its sorted row: before equal elements, or after them if `right`.
pub fn search_sorted(sequence: &Tensor, numbers: &Tensor, right: bool, output: &Tensor) -> Result<()> {
    let (sequence, numbers) = (to_contiguous(sequence)?, to_contiguous(numbers)?);
    let length = sequence.shape()[sequence.dim() - 1];
    let one_for_all = sequence.dim() == 1;
    let s = Search {
        sequence: sequence.address(),
        numbers: numbers.address(),
        output: output.address(),
        n: numbers.numel() as u64,
        length: length as u64,
        width: if one_for_all { numbers.numel() } else { numbers.shape()[numbers.dim() - 1] } as u64,
        right: right as i32,
        reserved: 0,
    };
    let kernel = format!("search_sorted_{}", dtype_name(numbers.dtype()));
    launch(output.device(), &kernel, launch::blocks(numbers.numel()), launch::THREADS, &s)
}

/// Computes p-norms of differences: x1 (batch, n, k) and x2 (batch, m, k) give (batch, n, m).
pub fn distances(x1: &Tensor, x2: &Tensor, p: f64, output: &Tensor) -> Result<()> {
    let (first, second) = (to_contiguous(x1)?, to_contiguous(x2)?);
    let s = Distances {
        first: first.address(),
        second: second.address(),
        output: output.address(),
        n: output.numel() as u64,
        rows: x1.shape()[1] as u64,
        columns: x2.shape()[1] as u64,
        width: x1.shape()[2] as u64,
        p,
    };
    let kernel = format!("distances_{}", dtype_name(output.dtype()));
    launch(output.device(), &kernel, launch::blocks(output.numel()), launch::THREADS, &s)
}
