//! Views: computes layouts from layouts and checks arguments.

use super::DType;
use super::error::{ErrorKind, Result, TensorError};
use super::layout::{Dims, Layout, Strides, contiguous_strides, numel_of, shown};
use super::op::View;
use smallvec::SmallVec;

/// Resolves a dimension number, counted from either end.
pub fn resolve_dim(dim: i64, ndim: usize) -> Result<usize> {
    let count = ndim.max(1) as i64;
    if dim < -count || dim >= count {
        return Err(TensorError::new(
            ErrorKind::Index,
            format!("Dimension out of range (expected to be in range of [{}, {}], but got {dim})", -count, count - 1),
        ));
    }
    Ok(if dim < 0 { dim + count } else { dim } as usize)
}

/// Resolves dimension numbers; each may appear only once.
pub fn resolve_dims(dims: &[i64], ndim: usize) -> Result<Dims> {
    let mut resolved = Dims::new();
    for &dim in dims {
        let dim = resolve_dim(dim, ndim)?;
        if resolved.contains(&dim) {
            return Err(TensorError::runtime(format!("dim {dim} appears multiple times in the list of dims")));
        }
        resolved.push(dim);
    }
    Ok(resolved)
}

/// Resolves sizes for `view` and `reshape`; one may be -1.
pub fn resolve_shape(sizes: &[i64], numel: usize) -> Result<Dims> {
    let invalid = || TensorError::runtime(format!("shape '{sizes:?}' is invalid for input of size {numel}"));
    let mut known = 1usize;
    let mut inferred = None;
    for (i, &size) in sizes.iter().enumerate() {
        match size {
            -1 if inferred.is_some() => {
                return Err(TensorError::runtime("only one dimension can be inferred"));
            }
            -1 => inferred = Some(i),
            0.. => known = known.checked_mul(size as usize).ok_or_else(invalid)?,
            _ => {
                return Err(TensorError::runtime(format!("invalid shape dimension {size}")));
            }
        }
    }
    let mut shape: Dims = sizes.iter().map(|&size| size.max(0) as usize).collect();
    match inferred {
        Some(_) if known == 0 => Err(TensorError::runtime(format!(
            "cannot reshape tensor of {numel} elements into shape {sizes:?} because the unspecified dimension size -1 \
             can be any value and is ambiguous"
        ))),
        Some(i) if numel.is_multiple_of(known) => {
            shape[i] = numel / known;
            Ok(shape)
        }
        None if known == numel => Ok(shape),
        _ => Err(invalid()),
    }
}

/// Resolves sizes for `expand`; -1 keeps a size.
pub fn resolve_expand(sizes: &[i64], shape: &[usize]) -> Result<Dims> {
    if sizes.len() < shape.len() {
        return Err(TensorError::runtime(format!(
            "expand({sizes:?}, size={sizes:?}): the number of sizes provided ({}) must be greater or equal to the \
             number of dimensions in the tensor ({})",
            sizes.len(),
            shape.len()
        )));
    }
    let missing = sizes.len() - shape.len();
    let mut resolved = Dims::new();
    for (i, &size) in sizes.iter().enumerate() {
        resolved.push(match (size, i.checked_sub(missing)) {
            (-1, Some(own)) => shape[own],
            (-1, None) => {
                return Err(TensorError::runtime(format!(
                    "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension {i}"
                )));
            }
            (0.., _) => size as usize,
            _ => {
                return Err(TensorError::runtime(format!("invalid shape dimension {size}")));
            }
        });
    }
    Ok(resolved)
}

/// Resolves an index into a dimension, counted from either end.
pub fn resolve_index(index: i64, dim: usize, size: usize) -> Result<usize> {
    let resolved = if index < 0 { index + size as i64 } else { index };
    if resolved < 0 || resolved >= size as i64 {
        return Err(TensorError::new(
            ErrorKind::Index,
            format!("index {index} is out of bounds for dimension {dim} with size {size}"),
        ));
    }
    Ok(resolved as usize)
}

/// Resolves `start:stop:step` over a dimension, with Python's clamping.
pub fn resolve_slice(dim: usize, size: usize, start: Option<i64>, stop: Option<i64>, step: i64) -> Result<View> {
    if step <= 0 {
        return Err(TensorError::new(ErrorKind::Value, "step must be greater than zero"));
    }
    let size = size as i64;
    let clamp = |at: i64| {
        if at < 0 { at.saturating_add(size).max(0) } else { at.min(size) }
    };
    let start = clamp(start.unwrap_or(0));
    let stop = clamp(stop.unwrap_or(size)).max(start);
    let length = (stop - start + step - 1) / step;
    Ok(View::Slice { dim, start: start as usize, length: length as usize, step: step as usize })
}

/// The strides that give the same elements another shape, if such strides exist (ATen's `computeStride`).
fn reshaped_strides(layout: &Layout, shape: &[usize]) -> Option<Strides> {
    if layout.numel() == 0 {
        return Some(contiguous_strides(shape));
    }
    let (old_shape, old_strides) = (layout.shape(), layout.strides());
    let mut strides: Strides = SmallVec::from_elem(1, shape.len());
    let mut view = shape.len();
    let mut base = old_strides.last().copied().unwrap_or(1);
    let (mut old_count, mut new_count) = (1usize, 1usize);
    for d in (0..old_shape.len()).rev() {
        old_count *= old_shape[d];
        let chunk_ends = d == 0 || (old_shape[d - 1] != 1 && old_strides[d - 1] != old_count as isize * base);
        if chunk_ends {
            while view > 0 && (new_count < old_count || shape[view - 1] == 1) {
                view -= 1;
                strides[view] = new_count as isize * base;
                new_count *= shape[view];
            }
            if new_count != old_count {
                return None;
            }
            if d > 0 {
                base = old_strides[d - 1];
                (old_count, new_count) = (1, 1);
            }
        }
    }
    shape[..view].iter().all(|&size| size == 1).then_some(strides)
}

impl View {
    /// The dtype of this view of a tensor of dtype `of`.
    pub fn dtype(&self, of: DType) -> Result<DType> {
        match self {
            View::AsReal if !of.is_complex() => {
                Err(TensorError::runtime("view_as_real is only supported for complex tensors"))
            }
            View::AsReal => Ok(of.part()),
            View::AsComplex if !matches!(of, DType::Float32 | DType::Float64) => Err(TensorError::runtime(format!(
                "view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: {}",
                of.scalar_name()
            ))),
            View::AsComplex => Ok(of.with_imaginary()),
            _ => Ok(of),
        }
    }
}

/// Checks that the last dimension holds adjacent real and imaginary parts.
fn check_pairs(layout: &Layout) -> Result<()> {
    let (Some((&two, _)), Some((&step, others))) = (layout.shape().split_last(), layout.strides().split_last()) else {
        return Err(TensorError::runtime("Input tensor must have one or more dimensions"));
    };
    let wrong = match () {
        () if two != 2 => "Tensor must have a last dimension of size 2",
        () if step != 1 => "Tensor must have a last dimension with stride 1",
        () if others.iter().any(|step| step % 2 != 0) => {
            "Tensor must have a stride divisible by 2 for all but last dimension"
        }
        () if !layout.offset().is_multiple_of(2) => "Tensor must have a storage_offset divisible by 2",
        () => return Ok(()),
    };
    Err(TensorError::runtime(wrong))
}

impl Layout {
    /// The layout of this view of a tensor with layout `self`.
    pub fn view(&self, view: &View) -> Result<Layout> {
        let (shape, strides, offset) = (self.shape(), self.strides(), self.offset());
        match view {
            View::Detach => return Ok(self.clone()),
            View::Reshape(to) => return self.reshape(to),
            View::Expand(to) => return self.expand(to),
            _ => {}
        }
        let mut sizes: Dims = shape.into();
        let mut steps: Strides = strides.into();
        let check_dim = |dim: usize| resolve_dim(dim as i64, self.dim()).map(|_| ());
        match view {
            View::Detach | View::Reshape(_) | View::Expand(_) => {}
            View::Permute(dims) => {
                if dims.len() != self.dim() {
                    return Err(TensorError::runtime(format!(
                        "permute(): number of dimensions in the tensor input does not match the length of \
                         the desired ordering of dimensions i.e. input.dim() = {} is not equal to len(dims) = {}",
                        self.dim(),
                        dims.len()
                    )));
                }
                for (i, &dim) in dims.iter().enumerate() {
                    check_dim(dim)?;
                    if dims[..i].contains(&dim) {
                        return Err(TensorError::runtime("permute(): duplicate dims are not allowed."));
                    }
                    (sizes[i], steps[i]) = (shape[dim], strides[dim]);
                }
            }
            View::Slice { dim, start, length, step } => {
                check_dim(*dim)?;
                let from = offset + start * strides[*dim] as usize;
                sizes[*dim] = *length;
                steps[*dim] *= *step as isize;
                return Ok(Layout::with_strides(&sizes, &steps, from));
            }
            View::Select { dim, index } => {
                if self.dim() == 0 {
                    return Err(TensorError::new(ErrorKind::Index, "select() cannot be applied to a 0-dim tensor."));
                }
                check_dim(*dim)?;
                let index = resolve_index(*index as i64, *dim, shape[*dim])?;
                let from = offset + index * strides[*dim] as usize;
                sizes.remove(*dim);
                steps.remove(*dim);
                return Ok(Layout::with_strides(&sizes, &steps, from));
            }
            View::Squeeze(dims) => {
                let kept = |&(i, _): &(usize, &usize)| !(dims.contains(&i) && shape[i] == 1);
                sizes = (shape.iter().enumerate().filter(kept).map(|(i, _)| shape[i])).collect();
                steps = (shape.iter().enumerate().filter(kept).map(|(i, _)| strides[i])).collect();
            }
            View::Unsqueeze(dim) => {
                resolve_dim(*dim as i64, self.dim() + 1)?;
                let step = match shape.get(*dim) {
                    Some(&size) => size as isize * strides[*dim],
                    None => 1,
                };
                sizes.insert(*dim, 1);
                steps.insert(*dim, step);
            }
            View::Diagonal { offset: diagonal, dim1, dim2 } => {
                check_dim(*dim1)?;
                check_dim(*dim2)?;
                if dim1 == dim2 {
                    return Err(TensorError::runtime(format!(
                        "diagonal dimensions cannot be identical {dim1}, {dim2}"
                    )));
                }
                let (down, right) = ((*diagonal).min(0).unsigned_abs(), (*diagonal).max(0).unsigned_abs());
                let length = (shape[*dim1].saturating_sub(down)).min(shape[*dim2].saturating_sub(right));
                let from = match length {
                    0 => offset,
                    _ => offset + down * strides[*dim1] as usize + right * strides[*dim2] as usize,
                };
                let step = strides[*dim1] + strides[*dim2];
                for dim in [*dim1.max(dim2), *dim1.min(dim2)] {
                    sizes.remove(dim);
                    steps.remove(dim);
                }
                sizes.push(length);
                steps.push(step);
                return Ok(Layout::with_strides(&sizes, &steps, from));
            }
            View::AsStrided { size, stride, offset } => {
                if size.len() != stride.len() {
                    return Err(TensorError::runtime("mismatch in length of strides and shape"));
                }
                return Ok(Layout::with_strides(size, stride, *offset));
            }
            View::AsReal => {
                steps.iter_mut().for_each(|step| *step *= 2);
                sizes.push(2);
                steps.push(1);
                return Ok(Layout::with_strides(&sizes, &steps, 2 * offset));
            }
            View::AsComplex => {
                check_pairs(self)?;
                sizes.pop();
                steps.pop();
                steps.iter_mut().for_each(|step| *step /= 2);
                return Ok(Layout::with_strides(&sizes, &steps, offset / 2));
            }
            View::Unfold { dim, size, step } => {
                check_dim(*dim)?;
                let (length, stride) = (shape.get(*dim).copied().unwrap_or(1), strides.get(*dim).copied().unwrap_or(1));
                if *size > length {
                    return Err(TensorError::runtime(format!(
                        "maximum size for tensor at dimension {dim} is {length} but size is {size}"
                    )));
                }
                if *step == 0 {
                    return Err(TensorError::runtime("step is 0 but must be > 0"));
                }
                if self.dim() > 0 {
                    sizes[*dim] = (length - size) / step + 1;
                    steps[*dim] = stride * *step as isize;
                }
                sizes.push(*size);
                steps.push(stride);
            }
        }
        Ok(Layout::with_strides(&sizes, &steps, offset))
    }

    fn reshape(&self, shape: &[usize]) -> Result<Layout> {
        if numel_of(shape) != self.numel() {
            return Err(TensorError::runtime(format!(
                "shape '{}' is invalid for input of size {}",
                shown(shape),
                self.numel()
            )));
        }
        match reshaped_strides(self, shape) {
            Some(strides) => Ok(Layout::with_strides(shape, &strides, self.offset())),
            None => Err(TensorError::runtime(
                "view size is not compatible with input tensor's size and stride (at least one dimension spans across \
                 two contiguous subspaces). Use .reshape(...) instead.",
            )),
        }
    }
    /// Whether `View::Reshape` to this shape needs no copy.
    pub fn can_view_as(&self, shape: &[usize]) -> bool {
        numel_of(shape) == self.numel() && reshaped_strides(self, shape).is_some()
    }

    fn expand(&self, to: &[usize]) -> Result<Layout> {
        let Some(missing) = to.len().checked_sub(self.dim()) else {
            return Err(TensorError::runtime(format!(
                "expand: the number of sizes provided ({}) must be greater or equal to the number of dimensions in the \
                 tensor ({})",
                to.len(),
                self.dim()
            )));
        };
        for (i, (&own, &wanted)) in self.shape().iter().zip(&to[missing..]).enumerate() {
            if own != wanted && own != 1 {
                return Err(TensorError::runtime(format!(
                    "The expanded size of the tensor ({wanted}) must match the existing size ({own}) at non-singleton \
                     dimension {}.  Target sizes: {}.  Tensor sizes: {}",
                    missing + i,
                    shown(to),
                    shown(self.shape())
                )));
            }
        }
        if numel_of(to) == usize::MAX {
            return Err(TensorError::runtime("numel: integer multiplication overflow"));
        }
        let strides = self.broadcast_strides(to);
        Ok(Layout::with_strides(to, &strides, self.offset()))
    }
}
