//! Operations on sparse tensors: each is composed of dense operations on indices and values.
//!
//! The engine's entry point hands over every operation with a sparse operand. Its rule takes the values (`SparseOp::Values`), computes
//! with dense operations, and assembles the result (`SparseOp::Assemble`). The tape knows sparse tensors by these two only, so all
//! gradients follow from dense rules. Which places a result has is computed on the host; the values never leave their device.

mod checks;
mod compressed;
mod coordinates;
mod parts;
mod places;
mod pointwise;
mod products;
mod rows;
mod rules;
mod selections;
mod sums;

pub use compressed::compress;
pub use coordinates::{coalesce, from_dense, gather, in_coordinates, mask, nothing, to_dense, values_at};
pub use parts::{assemble, parts, values, with_values};
pub use rules::{run_all, run_into};
pub use selections::view;

use tensorcell_tensor::Tensor;
use tensorcell_tensor::op::{Arg, Op};

/// Whether an operation is one of this module's.
pub fn concerns(op: &Op, inputs: &[Arg]) -> bool {
    matches!(op, Op::Sparse(_)) || inputs.iter().any(|arg| arg.tensor().is_some_and(Tensor::is_sparse))
}
