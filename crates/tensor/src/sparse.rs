//! Sparse tensors: a shape and, in place of its memory, the indices and values of the elements that are not zero.

use super::{Device, Dims, Layout, Storage, Tensor, TensorError};
use smallvec::SmallVec;
use std::fmt;
use std::sync::Arc;

/// How a tensor keeps its elements (`torch.layout`). `Display` prints PyTorch's name, such as `torch.sparse_coo`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// In memory, by strides.
    #[default]
    Strided,
    /// The coordinates of each element.
    Coo,
    /// Rows of elements.
    Csr,
    /// Columns of elements.
    Csc,
    /// Rows of blocks.
    Bsr,
    /// Columns of blocks.
    Bsc,
}

impl Format {
    pub const ALL: [Format; 6] = [Format::Strided, Format::Coo, Format::Csr, Format::Csc, Format::Bsr, Format::Bsc];

    /// The name in the `torch` module, such as `sparse_csr`.
    pub fn name(self) -> &'static str {
        match self {
            Format::Strided => "strided",
            Format::Coo => "sparse_coo",
            Format::Csr => "sparse_csr",
            Format::Csc => "sparse_csc",
            Format::Bsr => "sparse_bsr",
            Format::Bsc => "sparse_bsc",
        }
    }
    /// Whether the indices of one dimension are compressed to where each row or column begins.
    pub fn is_compressed(self) -> bool {
        !matches!(self, Format::Strided | Format::Coo)
    }
    /// Whether the compressed dimension is the rows.
    pub fn compresses_rows(self) -> bool {
        matches!(self, Format::Csr | Format::Bsr)
    }
    /// Whether the values are blocks.
    pub fn is_blocked(self) -> bool {
        matches!(self, Format::Bsr | Format::Bsc)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "torch.{}", self.name())
    }
}

/// What a sparse tensor is made of.
#[derive(Clone, Debug)]
pub struct Sparse {
    pub format: Format,
    /// Coordinates: one tensor with a row for each sparse dimension. Compressed: where each row (or column) begins, and the
    /// columns (or rows).
    pub indices: SmallVec<[Tensor; 2]>,
    /// Without history; the tape has the sparse tensor itself.
    pub values: Tensor,
    /// Whether the coordinates are sorted and each of them occurs once.
    pub coalesced: bool,
}

/// The operations that only sparse tensors have. All others are composed of these and of operations on indices and values.
#[derive(Clone, Debug, PartialEq)]
pub enum SparseOp {
    /// (values, indices...): a sparse tensor of these parts.
    Assemble { format: Format, shape: Dims, coalesced: bool },
    /// (sparse): its values.
    Values,
}

impl SparseOp {
    pub fn name(&self) -> &'static str {
        match self {
            SparseOp::Assemble { format: Format::Coo, .. } => "_sparse_coo_tensor_with_dims_and_tensors",
            SparseOp::Assemble { .. } => "_sparse_compressed_tensor",
            SparseOp::Values => "values",
        }
    }
}

impl Sparse {
    /// The number of elements (or blocks) that are kept.
    pub fn kept(&self) -> usize {
        self.values.shape().first().copied().unwrap_or(1)
    }
    /// The number of dimensions that the indices index.
    pub fn sparse_dims(&self) -> usize {
        match self.format {
            Format::Coo => self.indices[0].shape()[0],
            _ => 2,
        }
    }
}

impl Tensor {
    /// A sparse tensor of these parts.
    pub fn sparse(shape: &[usize], parts: Sparse) -> Result<Tensor, TensorError> {
        let storage = Storage::allocate(parts.values.device(), 0)?;
        let dtype = parts.values.dtype();
        let memory = super::Memory { storage, version: None, parts: Some(Arc::new(parts)) };
        // No strides lead to the elements.
        Ok(Tensor::over(memory, Layout::with_strides(shape, &vec![0; shape.len()], 0), dtype, None))
    }
    /// How the tensor keeps its elements.
    pub fn format(&self) -> Format {
        self.form().format
    }
    /// Whether the tensor has indices and values in place of memory.
    pub fn is_sparse(&self) -> bool {
        self.format() != Format::Strided
    }
    /// The indices and values of a sparse tensor.
    pub fn parts(&self) -> Option<Arc<Sparse>> {
        self.0.memory.read().parts.clone()
    }
    /// Whether there is memory to read the elements from.
    pub fn has_memory(&self) -> bool {
        self.device() != Device::Meta && !self.is_sparse()
    }
}
