//! Making sparse tensors with one dimension's indices compressed: rows or columns, of elements or of blocks.

use super::coordinates::{coalesce, from_dense, in_coordinates};
use super::parts::{assemble, parts, values};
use super::places::{Places, numbers};
use super::rows::summed;
use crate::compose::reshape;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Device, Dims, Format, Tensor, numel_of};

/// The same elements with the rows or columns compressed, in blocks of a height and width.
pub fn compress(x: &Tensor, format: Format, block: [usize; 2]) -> Result<Tensor> {
    let x = match x.is_sparse() {
        true => coalesce(&in_coordinates(x)?)?,
        false => from_dense(x, 2)?,
    };
    let places = Places::of(x.shape(), &*parts(&x)?)?;
    places.flat()?; // checks bounds
    let outer = usize::from(!format.compresses_rows());
    let [height, width] = block.map(|size| size as i64);
    let block_of = |at: usize| {
        let cell = [places.row(0)[at] / height, places.row(1)[at] / width];
        (cell[outer], cell[1 - outer])
    };
    let mut blocks: Vec<(i64, i64)> = (0..places.kept).map(block_of).collect();
    blocks.sort_unstable();
    blocks.dedup();
    let slot = |at: usize| {
        let block = blocks.binary_search(&block_of(at)).unwrap_or_default() as i64;
        (block * height + places.row(0)[at] % height) * width + places.row(1)[at] % width
    };
    let slots: Vec<i64> = (0..places.kept).map(slot).collect();
    let rows = x.shape()[outer] / block[outer] + 1;
    // Refuses a size that memory cannot hold before the host takes as much.
    Tensor::empty(&[rows], DType::Int64, Device::Cpu)?;
    let mut starts = vec![0; rows];
    blocks.iter().for_each(|(outer, _)| starts[*outer as usize + 1] += 1);
    (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
    let inner: Vec<i64> = blocks.iter().map(|(_, inner)| *inner).collect();
    let mut values = summed(blocks.len() * numel_of(&block), &slots, &values(&x)?)?;
    if format.is_blocked() {
        let shape: Dims = [blocks.len(), block[0], block[1]].into_iter().collect();
        values = reshape(&values, &shape)?;
    }
    let indices = [numbers(&starts, x.device())?, numbers(&inner, x.device())?];
    assemble(format, x.shape(), &indices, &values, true)
}
