//! Views of batched tensors: the same view of each slice.

use super::batch::Batch;
use tensorcell_tensor::op::{Result, View};
use tensorcell_tensor::{Dims, Tensor};

/// A view of a batched tensor.
pub fn view(input: &Tensor, given: View) -> Result<Tensor> {
    // Errors describe a slice, not the whole.
    let layout = input.layout().view(&given).map_err(|error| error.mark(0, input))?;
    let batch = Batch::of(std::iter::once(input));
    let whole = match &given {
        View::Expand(_) => batch.aligned(input, layout.dim())?,
        // A 0-dim tensor becomes a row of one.
        View::Unfold { .. } if input.dim() == 0 => crate::view(input.whole(), View::Unsqueeze(batch.dims()))?,
        _ => input.whole().clone(),
    };
    let result = crate::view(&whole, of_whole(&given, input, &batch))?;
    let result = match matches!(given, View::Unfold { .. }) && input.dim() == 0 {
        true => crate::view(&result, View::Select { dim: batch.dims(), index: 0 })?,
        false => result,
    };
    Ok(result.hide(&batch.levels))
}

/// The view of the whole tensor that applies the given view to each slice.
fn of_whole(given: &View, input: &Tensor, batch: &Batch) -> View {
    let first = batch.dims();
    let behind = |dims: &[usize]| -> Dims { dims.iter().map(|dim| dim + first).collect() };
    match given.clone() {
        View::Reshape(shape) => View::Reshape(batch.shape(&shape)),
        View::Expand(shape) => View::Expand(batch.shape(&shape)),
        View::Permute(order) => View::Permute((0..first).chain(behind(&order)).collect()),
        View::Squeeze(dims) => View::Squeeze(behind(&dims)),
        View::Slice { dim, start, length, step } => View::Slice { dim: dim + first, start, length, step },
        View::Select { dim, index } => View::Select { dim: dim + first, index },
        View::Unsqueeze(dim) => View::Unsqueeze(dim + first),
        View::Diagonal { offset, dim1, dim2 } => View::Diagonal { offset, dim1: dim1 + first, dim2: dim2 + first },
        View::Unfold { dim, size, step } => View::Unfold { dim: dim + first, size, step },
        View::AsStrided { size, stride, offset } => {
            let hidden = &input.whole().strides()[..first];
            View::AsStrided { size: batch.shape(&size), stride: [hidden, &stride].concat(), offset }
        }
        same @ (View::AsReal | View::AsComplex | View::Detach) => same,
    }
}
