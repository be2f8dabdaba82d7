//! Views and shapes: reshape, permute, expand, slices, and functions composed of them.

use super::arguments::dimension_out_of_range;
use super::arguments::{TensorArgs, axes, axis};
use super::host;
use super::sequences::{integers_of, items_of};
use super::tensor::{composed_value, tensor_of, tensor_value};
use super::views::{
    expand_sizes, listed, matrix_transpose, narrow, permute, reshape_to, select, transpose, unsqueeze, view,
};
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::op::{Arg, View};
use tensorcell_tensor::{DType, Dims, Op, Tensor};

/// Replaces the -1 of a requested shape.
fn resolve_sizes(input: &Tensor, sizes: &[i64]) -> Result<Dims> {
    let total = input.numel();
    let invalid = || {
        Raise::runtime(format!("shape '{}' is invalid for input of size {total}", listed(sizes)))
            .mark(0, format!("shape {:?}", input.shape()))
    };
    // The inferred dimension is 1 until its size is known.
    let mut shape = Dims::with_capacity(sizes.len());
    let mut inferred = None;
    for (at, &size) in sizes.iter().enumerate() {
        match size {
            -1 if inferred.is_some() => return Err(Raise::runtime("only one dimension can be inferred")),
            -1 => inferred = Some(at),
            ..-1 => {
                let text = format!("invalid shape dimension {size} at index {at} of shape {}", listed(sizes));
                return Err(Raise::runtime(text));
            }
            _ => {}
        }
        shape.push(if size == -1 { 1 } else { size as usize });
    }
    let known = tensorcell_tensor::numel_of(&shape);
    if let Some(at) = inferred {
        if known == 0 {
            if total == 0 {
                let text = format!(
                    "cannot reshape tensor of 0 elements into shape {} because the unspecified dimension size -1 can be any value and is ambiguous",
                    listed(sizes)
                );
                return Err(Raise::runtime(text));
            }
            return Err(invalid());
        }
        if !total.is_multiple_of(known) {
            return Err(invalid());
        }
        shape[at] = total / known;
    } else if known != total {
        return Err(invalid());
    }
    Ok(shape)
}

fn reshape(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let shape = resolve_sizes(input, &args.spread(vm, 1)?)?;
    reshape_to(input, &shape).map(tensor_value)
}

fn view_method(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let named = Some(args.get(2)).filter(|value| !matches!(value, Value::None));
    if let [one] = named.map_or(args.rest(1), std::slice::from_ref)
        && let Some(dtype) = super::dtype::dtype_of(one)
    {
        return match dtype == input.dtype() {
            true => view(input, View::Reshape(input.shape().into())).map(tensor_value),
            false => super::views::reinterpret(input, dtype).map(tensor_value),
        };
    }
    let shape = resolve_sizes(input, &args.spread(vm, 1)?)?;
    view(input, View::Reshape(shape)).map(tensor_value)
}

fn permute_function(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dims = args.spread(vm, 1)?;
    if dims.len() != input.dim() {
        return Err(Raise::runtime(format!(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of dimensions i.e. input.dim() = {} is not equal to len(dims) = {}",
            input.dim(),
            dims.len()
        )));
    }
    let mut order = Dims::new();
    for &dim in &dims {
        let dim = axis(dim, input.dim())?;
        if order.contains(&dim) {
            return Err(Raise::runtime("permute(): duplicate dims are not allowed."));
        }
        order.push(dim);
    }
    Ok(composed_value(permute(input, order)?, "PermuteBackward0"))
}

/// `x.expand(-1, 4)`: -1 keeps a size.
fn expand(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let sizes = args.spread(vm, 1)?;
    expand_sizes(input, &sizes).map(tensor_value)
}

fn flatten(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    if input.dim() == 0 {
        return reshape_to(input, &[1]).map(tensor_value);
    }
    let (start, end) = (args.axis(vm, 1, input.dim())?, args.axis(vm, 2, input.dim())?);
    if start > end {
        return Err(Raise::runtime("flatten() has invalid args: start_dim cannot come after end_dim"));
    }
    if start == end {
        return Ok(args.get(0).clone());
    }
    let old = input.shape();
    let shape: Vec<usize> = old[..start]
        .iter()
        .copied()
        .chain([old[start..=end].iter().product()])
        .chain(old[end + 1..].iter().copied())
        .collect();
    reshape_to(input, &shape).map(tensor_value)
}

fn unflatten(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dim = args.axis(vm, 1, input.dim())?;
    let sizes = args.integers(vm, 2)?;
    if input.dim() == 0 {
        return Err(Raise::new(Exc::IndexError, "Dimension specified as 0 but tensor has no dimensions"));
    }
    let given = sizes.iter().copied().filter(|&n| n != -1).fold(1, i64::saturating_mul);
    let whole = input.shape()[dim] as i64;
    let fits = if sizes.contains(&-1) { given != 0 && whole % given == 0 } else { given == whole };
    if !fits {
        return Err(Raise::runtime(format!(
            "unflatten: Provided sizes {sizes:?} don't multiply up to the size of dim {dim} ({whole}) in the input tensor"
        )));
    }
    let all: Vec<i64> = input.shape()[..dim]
        .iter()
        .map(|&n| n as i64)
        .chain(sizes)
        .chain(input.shape()[dim + 1..].iter().map(|&n| n as i64))
        .collect();
    let shape = resolve_sizes(input, &all)?;
    reshape_to(input, &shape).map(tensor_value)
}

fn squeeze(vm: &mut Vm, args: &Args) -> Result<Value> {
    let several = args.given(1).map(|dims| items_of(dims).is_some());
    let dims = several.map(|several| Ok::<_, Raise>((args.axes(vm, 1, args.tensor(0)?.dim())?, several)));
    squeezed(args, dims.transpose()?)
}

/// As the function, or with separate dimensions.
fn squeeze_method(vm: &mut Vm, args: &Args) -> Result<Value> {
    let dims = match args.rest(1) {
        [] if args.given(2).is_some() => {
            Some((args.axes(vm, 2, args.tensor(0)?.dim())?, items_of(args.get(2)).is_some()))
        }
        [] => None,
        given => {
            let several = given.len() > 1 || items_of(&given[0]).is_some();
            Some((axes(&args.spread(vm, 1)?, args.tensor(0)?.dim())?, several))
        }
    };
    squeezed(args, dims)
}

/// Without these dimensions, given one by one or several, or without any of size 1.
fn squeezed(args: &Args, dims: Option<(Dims, bool)>) -> Result<Value> {
    let input = args.tensor(0)?;
    let (dims, node): (Dims, _) = match dims {
        None => ((0..input.dim()).collect(), "SqueezeBackward0"),
        Some((dims, several)) => (dims, if several { "SqueezeBackward2" } else { "SqueezeBackward1" }),
    };
    let dims = dims.into_iter().filter(|&dim| input.shape().get(dim) == Some(&1)).collect();
    Ok(composed_value(view(input, View::Squeeze(dims))?, node))
}

fn move_dims(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let (from, to) = (args.integers(vm, 1)?, args.integers(vm, 2)?);
    if from.len() != to.len() {
        return Err(Raise::runtime(format!(
            "movedim: Invalid source or destination dims: source ({} dims) should contain the same number of dims as destination ({} dims)",
            listed(&from),
            listed(&to)
        )));
    }
    let all = |which: &str, given: &[i64]| -> Result<Dims> {
        let dims = given.iter().map(|&dim| axis(dim, input.dim())).collect::<Result<Dims>>()?;
        let repeats = dims.iter().enumerate().any(|(at, dim)| dims[..at].contains(dim));
        match repeats {
            true => Err(Raise::runtime(format!("movedim: repeated dim in `{which}` ({})", listed(given)))),
            false => Ok(dims),
        }
    };
    let (from, to) = (all("source", &from)?, all("destination", &to)?);
    let mut rest = (0..input.dim()).filter(|dim| !from.contains(dim));
    let order = (0..input.dim()).map(|at| match to.iter().position(|&dim| dim == at) {
        Some(moved) => from[moved],
        None => rest.next().unwrap_or(at),
    });
    permute(input, order.collect()).map(tensor_value)
}

fn narrow_function(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    if input.dim() == 0 {
        return Err(Raise::runtime("narrow() cannot be applied to a 0-dim tensor."));
    }
    let dim = args.axis(vm, 1, input.dim())?;
    let start = match tensor_of(args.get(2)) {
        Some(start) if start.dim() > 0 || start.dtype().is_floating() || start.dtype() == DType::Bool => {
            return Err(Raise::runtime("start must be an 0-dim integral Tensor."));
        }
        Some(start) => host::integer(host::item(start)?),
        None => args.int(2)?,
    };
    let length = args.int(3)?;
    let size = input.shape().get(dim).copied().unwrap_or(0) as i64;
    if length < 0 {
        return Err(Raise::runtime("narrow(): length must be non-negative."));
    }
    if !(-size..=size).contains(&start) {
        let text = format!("start out of range (expected to be in range of [-{size}, {size}], but got {start})");
        return Err(Raise::new(Exc::IndexError, text));
    }
    let start = if start < 0 { start + size } else { start };
    if length > size - start {
        return Err(Raise::runtime(format!("start ({start}) + length ({length}) exceeds dimension size ({size}).")));
    }
    narrow(input, dim, start as usize, length as usize).map(tensor_value)
}

fn select_function(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dim = args.axis(vm, 1, input.dim())?;
    let (index, size) = (args.int(2)?, input.shape().get(dim).copied().unwrap_or(0) as i64);
    let at = if index < 0 { index + size } else { index };
    if at < 0 || at >= size {
        return Err(Raise::new(
            Exc::IndexError,
            format!(
                "select(): index {index} out of range for tensor of size {} at dimension {dim}",
                listed(input.shape())
            ),
        ));
    }
    select(input, dim, at as usize).map(tensor_value)
}

fn as_strided(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let size: Dims = args.integers(vm, 1)?.into_iter().map(|n| n.max(0) as usize).collect();
    let stride: Vec<isize> = args.integers(vm, 2)?.into_iter().map(|n| n as isize).collect();
    let offset = args.opt_int(3)?.map_or(input.layout().offset(), |offset| offset.max(0) as usize);
    view(input, View::AsStrided { size, stride, offset }).map(tensor_value)
}

fn transpose_function(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let (a, b) = (args.axis(vm, 1, input.dim())?, args.axis(vm, 2, input.dim())?);
    Ok(composed_value(transpose(input, a, b)?, "TransposeBackward0"))
}

fn size(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    if args.is_none(1) {
        return Ok(super::size::size_value(input.shape()));
    }
    let Some(&[dim]) = integers_of(vm, args.get(1))?.as_deref() else {
        return Err(args.must_be(1, "int"));
    };
    if input.dim() == 0 {
        return Err(dimension_out_of_range(dim, 0));
    }
    Ok(Value::Int(input.shape()[axis(dim, input.dim())?] as i64))
}

fn stride(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    if args.is_none(1) {
        return Ok(Value::tuple(input.strides().iter().map(|&n| Value::Int(n as i64)).collect()));
    }
    let dim = args.axis(vm, 1, input.dim())?;
    Ok(Value::Int(input.strides().get(dim).copied().unwrap_or(1) as i64))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.reshape",
        "(input, *shape) -> Tensor",
        "The same elements in another shape; one size may be -1. A view where possible.\n\n\
         Shapes: as many elements as before\n\
         Errors: RuntimeError where the numbers of elements differ:\n\
         \x20       `torch.reshape(torch.ones(6), (4, 2))`\n\
         \x20       RuntimeError where -1 cannot be inferred: `torch.reshape(torch.ones(6), (4, -1))`\n\n\
         >>> torch.reshape(torch.arange(6), (2, 3))\n\
         tensor([[0, 1, 2],\n\
         \x20       [3, 4, 5]])",
        reshape,
    ),
    Builtin::new(
        "Tensor.view",
        "(self, *size, dtype=None) -> Tensor",
        "A view in another shape (one size may be -1), or of the same memory as another dtype.\n\n\
         Shapes: as many elements as before\n\
         Errors: RuntimeError where the numbers of elements differ: `torch.ones(6).view(4, 2)`\n\
         \x20       RuntimeError where the elements do not lie so (reshape copies them):\n\
         \x20       `torch.ones(2, 3).t().view(6)`\n\n\
         >>> torch.arange(6).view(2, -1).shape\n\
         torch.Size([2, 3])",
        view_method,
    ),
    Builtin::new(
        "Tensor.view_as",
        "(self, other) -> Tensor",
        "A view in the shape of another tensor.\n\n\
         >>> torch.arange(4).view_as(torch.zeros(2, 2)).shape\n\
         torch.Size([2, 2])",
        |_, args| view(args.tensor(0)?, View::Reshape(args.tensor(1)?.shape().into())).map(tensor_value),
    ),
    Builtin::new(
        "Tensor.reshape_as",
        "(self, other) -> Tensor",
        "Reshaped like another tensor.\n\n\
         >>> torch.arange(4).reshape_as(torch.zeros(2, 2)).shape\n\
         torch.Size([2, 2])",
        |_, args| reshape_to(args.tensor(0)?, args.tensor(1)?.shape()).map(tensor_value),
    ),
    Builtin::new(
        "torch.permute",
        "(input, *dims) -> Tensor",
        "A view with its dimensions in this order.\n\n\
         Errors: RuntimeError where not every dimension is listed once:\n\
         \x20       `torch.permute(torch.ones(2, 3), (0, 0))`\n\n\
         >>> torch.permute(torch.zeros(2, 3, 4), (2, 0, 1)).shape\n\
         torch.Size([4, 2, 3])",
        permute_function,
    ),
    Builtin::new(
        "torch.transpose",
        "(input, dim0, dim1) -> Tensor",
        "A view with two dimensions exchanged.\n\n\
         Errors: IndexError for a dimension that does not exist:\n\
         \x20       `torch.transpose(torch.ones(2, 3), 0, 2)`\n\n\
         >>> torch.transpose(torch.zeros(2, 3), 0, 1).shape\n\
         torch.Size([3, 2])",
        transpose_function,
    ),
    Builtin::new(
        "torch.swapaxes",
        "(input, axis0, axis1) -> Tensor",
        "A view with two dimensions exchanged.\n\n\
         >>> torch.swapaxes(torch.zeros(2, 3), 0, 1).shape\n\
         torch.Size([3, 2])",
        transpose_function,
    ),
    Builtin::new(
        "torch.swapdims",
        "(input, dim0, dim1) -> Tensor",
        "A view with two dimensions exchanged.\n\n\
         >>> torch.swapdims(torch.zeros(2, 3), 0, 1).shape\n\
         torch.Size([3, 2])",
        transpose_function,
    ),
    Builtin::new(
        "torch.t",
        "(input) -> Tensor",
        "A matrix transposed, as a view.\n\n\
         Shapes: (n, m) -> (m, n)\n\
         Errors: RuntimeError for more than two dimensions: `torch.t(torch.ones(2, 2, 2))`\n\n\
         >>> torch.t(torch.tensor([[1, 2], [3, 4]]))\n\
         tensor([[1, 3],\n\
         \x20       [2, 4]])",
        |_, args| matrix_transpose(args.tensor(0)?).map(|matrix| composed_value(matrix, "TBackward0")),
    ),
    Builtin::new(
        "Tensor.expand",
        "(self, *size) -> Tensor",
        "A view with dimensions of size 1 repeated; -1 keeps a size.\n\n\
         Errors: RuntimeError where a size other than 1 would change: `torch.ones(2).expand(3)`\n\n\
         >>> torch.tensor([[1], [2]]).expand(2, 3)\n\
         tensor([[1, 1, 1],\n\
         \x20       [2, 2, 2]])",
        expand,
    ),
    Builtin::new(
        "Tensor.expand_as",
        "(self, other) -> Tensor",
        "Expanded to the size of another tensor.\n\n\
         >>> torch.tensor([[1], [2]]).expand_as(torch.zeros(2, 2))\n\
         tensor([[1, 1],\n\
         \x20       [2, 2]])",
        |_, args| {
            let sizes: Vec<i64> = args.tensor(1)?.shape().iter().map(|&n| n as i64).collect();
            expand_sizes(args.tensor(0)?, &sizes).map(tensor_value)
        },
    ),
    Builtin::new(
        "torch.broadcast_to",
        "(input, *size) -> Tensor",
        "Expanded to a shape.\n\n\
         >>> torch.broadcast_to(torch.tensor([1, 2]), (2, 2))\n\
         tensor([[1, 2],\n\
         \x20       [1, 2]])",
        expand,
    ),
    Builtin::new(
        "torch.narrow",
        "(input, dim, start, length) -> Tensor",
        "A view of a part of one dimension.\n\n\
         Errors: RuntimeError beyond the end: `torch.narrow(torch.ones(3), 0, 2, 2)`\n\n\
         >>> torch.narrow(torch.arange(5), 0, 1, 3)\n\
         tensor([1, 2, 3])",
        narrow_function,
    ),
    Builtin::new(
        "torch.select",
        "(input, dim, index) -> Tensor",
        "A view of one index of a dimension.\n\n\
         Errors: IndexError for a position that does not exist: `torch.select(torch.ones(2, 3), 0, 2)`\n\n\
         >>> torch.select(torch.tensor([[1, 2], [3, 4]]), 0, 1)\n\
         tensor([3, 4])",
        select_function,
    ),
    Builtin::new(
        "torch.squeeze",
        "(input, dim=...) -> Tensor",
        "A view without dimensions of size 1.\n\n\
         Shapes: without the dimensions of size 1\n\
         Errors: IndexError for a dimension that does not exist: `torch.squeeze(torch.ones(1, 2), 2)`\n\n\
         >>> torch.squeeze(torch.zeros(1, 3, 1)).shape\n\
         torch.Size([3])",
        squeeze,
    ),
    Builtin::new(
        "Tensor.squeeze",
        "(self, *dim, axis=...) -> Tensor",
        "A view without dimensions of size 1: all, or those of these dimensions that are.\n\n\
         Shapes: without the dimensions of size 1\n\
         Errors: IndexError for a dimension that does not exist: `torch.ones(1, 2).squeeze(2)`",
        squeeze_method,
    ),
    Builtin::new(
        "torch.unsqueeze",
        "(input, dim) -> Tensor",
        "A view with a new dimension of size 1.\n\n\
         Shapes: one dimension more, of size 1\n\
         Errors: IndexError for a place that does not exist: `torch.unsqueeze(torch.ones(2), 3)`\n\n\
         >>> torch.unsqueeze(torch.zeros(3), 0).shape\n\
         torch.Size([1, 3])",
        |vm, args| {
            let input = args.tensor(0)?;
            let dim = args.axis(vm, 1, input.dim() + 1)?;
            unsqueeze(input, dim).map(tensor_value)
        },
    ),
    Builtin::new(
        "torch.flatten",
        "(input, start_dim=0, end_dim=-1) -> Tensor",
        "Dimensions from start_dim to end_dim as one.\n\n\
         Errors: RuntimeError where the dimensions stand in the wrong order:\n\
         \x20       `torch.flatten(torch.ones(2, 2), 1, 0)`\n\n\
         >>> torch.flatten(torch.zeros(2, 3, 4), 1).shape\n\
         torch.Size([2, 12])",
        flatten,
    ),
    Builtin::new(
        "torch.ravel",
        "(input) -> Tensor",
        "All dimensions as one.\n\n\
         >>> torch.ravel(torch.tensor([[1, 2], [3, 4]]))\n\
         tensor([1, 2, 3, 4])",
        |_, args| {
            let input = args.tensor(0)?;
            let whole = match input.is_contiguous() {
                true => input.clone(),
                false => engine::run(Op::Contiguous, &[Arg::Tensor(input)])?,
            };
            view(&whole, View::Reshape(Dims::from_slice(&[input.numel()]))).map(tensor_value)
        },
    ),
    Builtin::new(
        "torch.unflatten",
        "(input, dim, sizes) -> Tensor",
        "One dimension split into several.\n\n\
         Errors: RuntimeError where the sizes do not multiply to the dimension's:\n\
         \x20       `torch.unflatten(torch.ones(6), 0, (4, 2))`\n\n\
         >>> torch.unflatten(torch.arange(6), 0, (2, 3)).shape\n\
         torch.Size([2, 3])",
        unflatten,
    ),
    Builtin::new(
        "torch.movedim",
        "(input, source, destination) -> Tensor",
        "A view with dimensions moved.\n\n\
         Errors: IndexError for a dimension that does not exist:\n\
         \x20       `torch.movedim(torch.zeros(2, 3), 0, 2)`\n\n\
         >>> torch.movedim(torch.zeros(2, 3, 4), 0, 2).shape\n\
         torch.Size([3, 4, 2])",
        move_dims,
    ),
    Builtin::new(
        "torch.moveaxis",
        "(input, source, destination) -> Tensor",
        "A view with dimensions moved.\n\n\
         >>> torch.moveaxis(torch.zeros(2, 3, 4), 0, 2).shape\n\
         torch.Size([3, 4, 2])",
        move_dims,
    ),
    Builtin::new(
        "torch.diagonal",
        "(input, offset=0, dim1=0, dim2=1) -> Tensor",
        "A view of a diagonal, as the last dimension.\n\n\
         >>> torch.diagonal(torch.tensor([[1, 2], [3, 4]]))\n\
         tensor([1, 4])",
        |vm, args| {
            let input = args.tensor(0)?;
            let (dim1, dim2) = (args.axis(vm, 2, input.dim())?, args.axis(vm, 3, input.dim())?);
            if dim1 == dim2 {
                return Err(Raise::runtime(format!("diagonal dimensions cannot be identical {dim1}, {dim2}")));
            }
            view(input, View::Diagonal { offset: args.int(1)? as isize, dim1, dim2 }).map(tensor_value)
        },
    ),
    Builtin::new(
        "torch.as_strided",
        "(input, size, stride, storage_offset=None) -> Tensor",
        "A view with this size and stride.\n\n\
         Errors: RuntimeError where it would reach beyond the storage:\n\
         \x20       `torch.as_strided(torch.arange(4), (3, 3), (2, 1))`\n\n\
         >>> torch.as_strided(torch.arange(4), (3, 2), (1, 1))\n\
         tensor([[0, 1],\n\
         \x20       [1, 2],\n\
         \x20       [2, 3]])",
        as_strided,
    ),
    Builtin::new(
        "Tensor.unfold",
        "(self, dimension, size, step) -> Tensor",
        "A view of all slices of a size along a dimension.\n\n\
         Shapes: one dimension more, of `size`, behind the others\n\
         Errors: RuntimeError where a slice is longer than the dimension:\n\
         \x20       `torch.arange(5).unfold(0, 9, 2)`\n\n\
         >>> torch.arange(5).unfold(0, 3, 2)\n\
         tensor([[0, 1, 2],\n\
         \x20       [2, 3, 4]])",
        |vm, args| {
            let input = args.tensor(0)?;
            let dim = args.axis(vm, 1, input.dim())?;
            let (size, step) = (args.int(2)?, args.int(3)?);
            if step <= 0 {
                return Err(Raise::runtime(format!("step is {step} but must be > 0")));
            }
            let length = input.shape().get(dim).copied().unwrap_or(1);
            if size < 0 || size as usize > length {
                return Err(Raise::runtime(format!(
                    "maximum size for tensor at dimension {dim} is {length} but size is {size}"
                )));
            }
            view(input, View::Unfold { dim, size: size as usize, step: step as usize }).map(tensor_value)
        },
    ),
    Builtin::new(
        "Tensor.size",
        "(self, dim=None)",
        "The shape, or the size of one dimension.\n\n\
         >>> torch.zeros(2, 3).size()\n\
         torch.Size([2, 3])\n\
         >>> torch.zeros(2, 3).size(1)\n\
         3",
        size,
    ),
    Builtin::new(
        "Tensor.stride",
        "(self, dim=None)",
        "Elements to skip for the next index of each dimension.\n\n\
         >>> torch.zeros(2, 3).stride()\n\
         (3, 1)",
        stride,
    ),
];
