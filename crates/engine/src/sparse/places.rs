//! Where the elements of a sparse tensor are, as numbers of the host.

use crate::host::Elements;
use tensorcell_tensor::op::{ErrorKind, Result};
use tensorcell_tensor::{Device, Dims, Format, Sparse, Tensor, TensorError, numel_of};

/// Coordinates: a row for each sparse dimension.
pub(super) struct Places {
    /// The sizes of the sparse dimensions.
    pub sizes: Dims,
    rows: Vec<i64>,
    /// The number of places.
    pub kept: usize,
}

impl Places {
    /// The places of all elements, in the order of the values.
    pub fn of(shape: &[usize], parts: &Sparse) -> Result<Places> {
        if parts.format != Format::Coo {
            return of_compressed(shape, parts);
        }
        let index = &parts.indices[0];
        let [dims, kept] = [index.shape()[0], index.shape()[1]];
        Ok(Places { sizes: shape[..dims].into(), rows: index.to_vec::<i64>()?, kept })
    }
    pub fn new(sizes: &[usize], rows: &[Vec<i64>]) -> Places {
        Places { sizes: sizes.into(), rows: rows.concat(), kept: rows.first().map_or(0, Vec::len) }
    }
    /// The places with these positions in the flattened sparse dimensions.
    pub fn at(sizes: &[usize], flat: &[i64]) -> Places {
        let mut rows = vec![Vec::with_capacity(flat.len()); sizes.len()];
        for &position in flat {
            let mut rest = position;
            for (row, &size) in rows.iter_mut().zip(sizes).rev() {
                row.push(rest % size as i64);
                rest /= size as i64;
            }
        }
        Places { sizes: sizes.into(), rows: rows.concat(), kept: flat.len() }
    }
    pub fn dims(&self) -> usize {
        self.sizes.len()
    }
    pub fn row(&self, dim: usize) -> &[i64] {
        &self.rows[dim * self.kept..(dim + 1) * self.kept]
    }
    /// All rows, to be changed and made into places again.
    pub fn all_rows(&self) -> Vec<Vec<i64>> {
        (0..self.dims()).map(|dim| self.row(dim).to_vec()).collect()
    }
    /// The number of places that there could be.
    pub fn capacity(&self) -> usize {
        numel_of(&self.sizes)
    }
    /// The position of each place in the flattened sparse dimensions; refuses places outside of them.
    pub fn flat(&self) -> Result<Vec<i64>> {
        if i64::try_from(self.capacity()).is_err() {
            return Err(TensorError::runtime(format!(
                "sparse dimensions of sizes {:?} have too many places",
                self.sizes
            )));
        }
        let mut flat = vec![0; self.kept];
        for (dim, &size) in self.sizes.iter().enumerate() {
            for (position, &index) in flat.iter_mut().zip(self.row(dim)) {
                if !(0..size as i64).contains(&index) {
                    let text = format!(
                        "size is inconsistent with indices: for dim {dim}, size is {size} but found index {index}"
                    );
                    return Err(TensorError::new(ErrorKind::Runtime, text));
                }
                *position = *position * size as i64 + index;
            }
        }
        Ok(flat)
    }
    /// As the indices of a sparse tensor.
    pub fn index(&self, device: Device) -> Result<Tensor> {
        Tensor::from_slice(&self.rows, &[self.dims(), self.kept], device)
    }
}

/// The height and width of a block.
pub(super) fn block_of(parts: &Sparse) -> [usize; 2] {
    match parts.format.is_blocked() {
        true => [parts.values.shape()[1], parts.values.shape()[2]],
        false => [1, 1],
    }
}

fn of_compressed(shape: &[usize], parts: &Sparse) -> Result<Places> {
    let [starts, inner] = [&parts.indices[0], &parts.indices[1]];
    let (starts, inner) = (starts.to_vec::<i64>()?, inner.to_vec::<i64>()?);
    let [height, width] = block_of(parts).map(|size| size as i64);
    let mut rows = vec![Vec::new(), Vec::new()];
    for (outer, bounds) in starts.windows(2).enumerate() {
        let within = usize::try_from(bounds[0]).unwrap_or(0)..usize::try_from(bounds[1]).unwrap_or(0).min(inner.len());
        for &inner in inner.get(within).unwrap_or_default() {
            let (row, column) = match parts.format.compresses_rows() {
                true => (outer as i64, inner),
                false => (inner, outer as i64),
            };
            for (i, j) in (0..height).flat_map(|i| (0..width).map(move |j| (i, j))) {
                rows[0].push(row.wrapping_mul(height).wrapping_add(i));
                rows[1].push(column.wrapping_mul(width).wrapping_add(j));
            }
        }
    }
    Ok(Places::new(&shape[..2], &rows))
}

/// Numbers as indices on a device.
pub(super) fn numbers(numbers: &[i64], device: Device) -> Result<Tensor> {
    Tensor::from_slice(numbers, &[numbers.len()], device)
}
