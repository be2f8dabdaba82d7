//! Views of tensors: selections, slices, reshapes and permutations of the same memory.

use tensorcell_engine as engine;
use tensorcell_language::{Raise, Result};
use tensorcell_tensor::op::{Arg, View};
use tensorcell_tensor::{DType, Dims, Op, Tensor};

/// Makes a view of a tensor.
pub fn view(input: &Tensor, view: View) -> Result<Tensor> {
    Ok(engine::view(input, view)?)
}

/// Selects one index of a dimension and removes the dimension.
pub fn select(input: &Tensor, dim: usize, index: usize) -> Result<Tensor> {
    view(input, View::Select { dim, index })
}

/// Adds a dimension of size 1.
pub fn unsqueeze(input: &Tensor, dim: usize) -> Result<Tensor> {
    view(input, View::Unsqueeze(dim))
}

/// Takes a slice of a dimension.
pub fn narrow(input: &Tensor, dim: usize, start: usize, length: usize) -> Result<Tensor> {
    view(input, View::Slice { dim, start, length, step: 1 })
}

/// Permutes the dimensions.
pub fn permute(input: &Tensor, order: Dims) -> Result<Tensor> {
    view(input, View::Permute(order))
}

/// Swaps two dimensions.
pub fn transpose(input: &Tensor, a: usize, b: usize) -> Result<Tensor> {
    let mut order: Dims = (0..input.dim()).collect();
    if a < order.len() && b < order.len() {
        order.swap(a, b);
    }
    permute(input, order)
}

/// Returns a view of this shape if the layout allows it, else a copy.
pub fn reshape_to(input: &Tensor, shape: &[usize]) -> Result<Tensor> {
    if let Ok(reshaped) = engine::view(input, View::Reshape(shape.into())) {
        return Ok(reshaped);
    }
    let copy = engine::run(Op::Contiguous, &[Arg::Tensor(input)])?;
    view(&copy, View::Reshape(shape.into()))
}

/// Broadcasts to a shape.
pub fn expand_to(input: &Tensor, shape: &[usize]) -> Result<Tensor> {
    view(input, View::Expand(shape.into()))
}

/// Returns `[2, 3]`.
pub fn listed(sizes: &[impl ToString]) -> String {
    let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    format!("[{}]", sizes.join(", "))
}

/// Broadcasts to sizes. -1 keeps a dimension's own size.
pub fn expand_sizes(input: &Tensor, sizes: &[i64]) -> Result<Tensor> {
    if sizes.len() < input.dim() {
        return Err(Raise::runtime(format!(
            "expand({}, size={}): the number of sizes provided ({}) must be greater or equal to the number of dimensions in the tensor ({})",
            described(input),
            listed(sizes),
            sizes.len(),
            input.dim()
        )));
    }
    let added = sizes.len() - input.dim();
    let mut shape = Dims::from_elem(0, sizes.len());
    for (at, &size) in sizes.iter().enumerate().rev() {
        let old = at.checked_sub(added).map(|at| input.shape()[at]);
        match (size, old) {
            (-1, Some(old)) => shape[at] = old,
            (-1, None) => {
                return Err(Raise::runtime(format!(
                    "The expanded size of the tensor ({size}) isn't allowed in a leading, non-existing dimension {at}"
                )));
            }
            (size, Some(old)) if old != 1 && old as i64 != size => {
                return Err(Raise::runtime(format!(
                    "The expanded size of the tensor ({size}) must match the existing size ({old}) at non-singleton dimension {at}.  Target sizes: {}.  Tensor sizes: {}",
                    listed(sizes),
                    listed(input.shape())
                ))
                .mark(0, format!("shape {:?}", input.shape())));
            }
            (size, _) => shape[at] = size.max(0) as usize,
        }
    }
    expand_to(input, &shape)
}

/// Describes a tensor as C++ does in messages: `torch.FloatTensor{[2, 3]}`.
fn described(input: &Tensor) -> String {
    let prefix = if input.device().is_cuda() { "torch.cuda" } else { "torch" };
    format!("{prefix}.{}Tensor{{{}}}", input.dtype().scalar_name(), listed(input.shape()))
}

/// Transposes a matrix. Vectors and numbers stay unchanged.
pub fn matrix_transpose(input: &Tensor) -> Result<Tensor> {
    match input.dim() {
        0 | 1 => view(input, View::Permute((0..input.dim()).collect())),
        2 => transpose(input, 0, 1),
        more => Err(Raise::runtime(format!("t() expects a tensor with <= 2 dimensions, but self is {more}D"))),
    }
}

/// `x.view(dtype)`: the last dimension grows or shrinks with the element size.
pub fn reinterpret(x: &Tensor, dtype: DType) -> Result<Tensor> {
    if x.is_batched() && (x.dim() > 0 || dtype.size() == x.dtype().size()) {
        return Ok(reinterpret(x.whole(), dtype)?.hide(x.levels()));
    }
    let (from, to) = (x.dtype().size(), dtype.size());
    let layout = x.layout();
    let (mut shape, mut strides, mut offset) =
        (tensorcell_tensor::Dims::from(layout.shape()), layout.strides().to_vec(), layout.offset());
    if from != to {
        let names = (x.dtype().scalar_name(), dtype.scalar_name());
        let Some(last) = x.dim().checked_sub(1) else {
            return Err(Raise::runtime(format!(
                "self.dim() cannot be 0 to view {} as {} (different element sizes)",
                names.0, names.1
            )));
        };
        if strides[last] != 1 {
            return Err(Raise::runtime(format!(
                "self.stride(-1) must be 1 to view {} as {} (different element sizes), but got {}",
                names.0, names.1, strides[last]
            )));
        }
        let ratio = from.max(to) / from.min(to);
        if from > to {
            shape[last] *= ratio;
            offset *= ratio;
            strides[..last].iter_mut().for_each(|stride| *stride *= ratio as isize);
        } else {
            for (what, value) in [("size(-1)", shape[last]), ("storage_offset()", offset)] {
                if value % ratio != 0 {
                    return Err(Raise::runtime(format!(
                        "self.{what} must be divisible by {ratio} to view {} as {} (different element sizes), but got {value}",
                        names.0, names.1
                    )));
                }
            }
            for (dim, stride) in strides[..last].iter_mut().enumerate() {
                if *stride % ratio as isize != 0 {
                    return Err(Raise::runtime(format!(
                        "self.stride({dim}) must be divisible by {ratio} to view {} as {} (different element sizes), but got {stride}",
                        names.0, names.1
                    )));
                }
                *stride /= ratio as isize;
            }
            shape[last] /= ratio;
            offset /= ratio;
        }
    }
    Ok(Tensor::new(x.storage(), tensorcell_tensor::Layout::with_strides(&shape, &strides, offset), dtype))
}
