//! Joins, gathers and scatters tensors: cat, stack, gather, scatter, index_select, masks and triangles.

use super::arguments::TensorArgs;
use super::engine_ops::pointwise;
use super::finish::finish;
use super::pointwise::in_place_twin;
use super::tensor::{composed_value, tensor_of, tensor_value};
use super::views::{narrow, reshape_to, unsqueeze};
use super::{engine_ops, host, index};
use std::sync::OnceLock;
use tensorcell_autograd as autograd;
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Exc, Raise, Result, Truth, Value, Vm};
use tensorcell_tensor::op::{Arg, Make, Reduction, ScatterMode};
use tensorcell_tensor::{DType, Device, Dims, Op, Order, Scalar, Tensor};

fn join(tensors: &[Tensor], dim: usize) -> Result<Tensor> {
    let operands: Vec<Arg> = tensors.iter().map(Arg::Tensor).collect();
    Ok(engine::run(Op::Cat { dim }, &operands)?)
}

fn cat(vm: &mut Vm, args: &Args) -> Result<Value> {
    let tensors = args.tensors(vm, 0)?;
    let Some(first) = tensors.first() else {
        return Err(Raise::value_error("torch.cat(): expected a non-empty list of Tensors"));
    };
    if let Some(at) = tensors.iter().position(|tensor| tensor.dim() == 0) {
        return Err(Raise::runtime(format!("zero-dimensional tensor (at position {at}) cannot be concatenated")));
    }
    // An empty vector can be joined with any shape.
    let ndim = tensors.iter().find(|tensor| tensor.shape() != [0]).unwrap_or(first).dim();
    let dim = args.axis(vm, 1, ndim)?;
    let operands: Vec<Arg> = tensors.iter().map(Arg::Tensor).collect();
    finish(args, Op::Cat { dim }, &operands)
}

fn stack(vm: &mut Vm, args: &Args) -> Result<Value> {
    let tensors = args.tensors(vm, 0)?;
    let Some(first) = tensors.first() else {
        return Err(Raise::runtime("stack expects a non-empty TensorList"));
    };
    let dim = args.axis(vm, 1, first.dim() + 1)?;
    let mut raised = Vec::with_capacity(tensors.len());
    for (at, tensor) in tensors.iter().enumerate() {
        if tensor.shape() != first.shape() {
            return Err(Raise::runtime(format!(
                "stack expects each tensor to be equal size, but got {:?} at entry 0 and {:?} at entry {at}",
                first.shape(),
                tensor.shape()
            )));
        }
        raised.push(unsqueeze(tensor, dim)?);
    }
    let mut stacked = join(&raised, dim)?;
    if let Some(order) = stacked_order(&tensors, dim) {
        stacked = engine::copy_in(Some(order), &stacked)?;
    }
    autograd::name_node(&stacked, "StackBackward0", tensors.iter().map(autograd::end).collect());
    Ok(tensor_value(stacked))
}

/// The order of stacked images whose channels are all last; the new dimension lies beside the one before which it is.
fn stacked_order(tensors: &[Tensor], dim: usize) -> Option<Order> {
    let order = engine::order_of_joined(tensors.iter().map(Tensor::layout))?;
    let raised = |at: usize| if at < dim { at } else { at + 1 };
    let place = order.dims().iter().position(|&at| at == dim)?;
    let mut dims: Dims = order.dims().iter().map(|&at| raised(at)).collect();
    dims.insert(place, dim);
    Order::unless_row_major(dims)
}

/// hstack and vstack: join along the first suitable dimension.
fn along(vm: &mut Vm, args: &Args) -> Result<Value> {
    let mut tensors = args.tensors(vm, 0)?;
    if tensors.is_empty() {
        return Err(Raise::runtime(format!("{} expects a non-empty TensorList", args.builtin.short_name())));
    }
    let vertical = matches!(args.builtin.short_name(), "vstack" | "row_stack");
    for tensor in &mut tensors {
        if tensor.dim() == 0 {
            *tensor = reshape_to(tensor, &[1])?;
        }
        if vertical && tensor.dim() == 1 {
            *tensor = unsqueeze(tensor, 0)?;
        }
    }
    let dim = usize::from(!vertical && tensors.first().is_some_and(|tensor| tensor.dim() > 1));
    join(&tensors, dim).map(tensor_value)
}

fn index_operand(args: &Args, i: usize) -> Result<Tensor> {
    let (index, function) = (args.tensor(i)?, args.builtin.short_name());
    if matches!(index.dtype(), DType::Int64 | DType::Int32) {
        return Ok(index.clone());
    }
    // An empty index may have any dtype.
    if index.numel() == 0 && (function == "gather" || function.starts_with("scatter")) {
        return engine_ops::to(index, Some(DType::Int64), None, false, false);
    }
    // The error names the operation that the functions share.
    let text = match function.trim_end_matches('_') {
        "scatter_add" | "scatter_reduce" => "scatter(): Expected dtype int32/int64 for index".to_owned(),
        "index_select" => "index_select(): Expected dtype int32 or int64 for index".to_owned(),
        "index_add" => {
            let found = index.dtype().scalar_name();
            format!("index_add_(): Expected dtype int32/int64 for index but got: {found}")
        }
        function => format!("{function}(): Expected dtype int32/int64 for index"),
    };
    Err(Raise::runtime(text).mark(i, index.dtype().to_string()))
}

fn gather(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dim = args.axis(vm, 1, input.dim())?;
    finish(args, Op::Gather { dim }, &[Arg::Tensor(input), Arg::Tensor(&index_operand(args, 2)?)])
}

/// scatter and scatter_add: (input, dim, index, src or value).
fn scatter(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dim = args.axis(vm, 1, input.dim())?;
    let index = index_operand(args, 2)?;
    let add = args.builtin.short_name().starts_with("scatter_add");
    let source = match args.given(3).or(args.given(4)).and_then(tensor_of) {
        Some(source) => Arg::Tensor(source),
        None => {
            let value = args.scalar(if args.given(3).is_some() { 3 } else { 4 })?;
            host::factor(value, input.dtype())?;
            Arg::Scalar(value.cast(input.dtype()))
        }
    };
    let mode = match args.given(5).filter(|_| !add).map(|_| args.str(5)).transpose()? {
        None if add => ScatterMode::Add,
        None => ScatterMode::Assign,
        Some("add") => ScatterMode::Add,
        Some("multiply") => return scatter_product(vm, args, source),
        Some(_) => return Err(Raise::runtime("reduce argument must be either add or multiply.")),
    };
    if let Arg::Scalar(value) = source
        && mode == ScatterMode::Add
    {
        let source = filled_like(&index, value, input.dtype())?;
        return finish(args, Op::Scatter { dim, mode }, &[input, &index, &source].map(Arg::Tensor));
    }
    finish(args, Op::Scatter { dim, mode }, &[Arg::Tensor(input), Arg::Tensor(&index), source])
}

fn filled_like(index: &Tensor, value: Scalar, dtype: DType) -> Result<Tensor> {
    let make = Make { shape: index.shape().into(), dtype, device: index.device() };
    Ok(engine::run(Op::Fill { value, make }, &[])?)
}

/// `scatter(..., reduce='multiply')` is scatter_reduce with another name.
fn scatter_product(vm: &mut Vm, args: &Args, source: Arg) -> Result<Value> {
    let source = match source {
        Arg::Tensor(source) => source.clone(),
        Arg::Scalar(value) => filled_like(args.tensor(2)?, value, args.tensor(0)?.dtype())?,
    };
    let operations = vm.import("torch._operations")?;
    let function = vm.get_attr(&operations, "scatter_reduce")?;
    let operands =
        [args.get(0).clone(), args.get(1).clone(), args.get(2).clone(), tensor_value(source), Value::str("prod")];
    let product = vm.call(&function, &operands, &[])?;
    match tensor_of(&product) {
        Some(product) => finish(args, Op::Contiguous, &[Arg::Tensor(product)]),
        None => Ok(product),
    }
}

fn index_select(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dim = args.axis(vm, 1, input.dim())?;
    finish(args, Op::IndexSelect { dim }, &[Arg::Tensor(input), Arg::Tensor(&index_operand(args, 2)?)])
}

fn index_add(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dim = args.axis(vm, 1, input.dim())?;
    let index = index_operand(args, 2)?;
    let alpha = args.scalar(4)?;
    host::factor(alpha, input.dtype())?;
    let source = pointwise("mul", &[Arg::Tensor(args.tensor(3)?), Arg::Scalar(alpha.cast(input.dtype()))])?;
    finish(args, Op::IndexAdd { dim }, &[Arg::Tensor(input), Arg::Tensor(&index), Arg::Tensor(&source)])
}

/// Returns the IndexError of `take` and `put` for the first invalid position. Returns None if all are valid or on a device.
fn beyond(positions: &Tensor, numel: usize) -> Option<Raise> {
    if positions.device() != Device::Cpu {
        return None;
    }
    let Ok(host::Elements::Int(all)) = host::elements(positions.whole()) else { return None };
    let reach = numel as i64;
    let wrong = all.into_iter().find(|at| !(-reach..reach).contains(at))?;
    let text = format!("out of range: tried to access index {wrong} on a tensor of {numel} elements.");
    Some(Raise::new(Exc::IndexError, text))
}

/// torch.take: selects by positions in the flattened tensor.
fn take(_: &mut Vm, args: &Args) -> Result<Value> {
    let (input, positions) = (args.tensor(0)?, args.tensor(1)?);
    if positions.dtype() != DType::Int64 {
        let found = positions.dtype().scalar_name();
        return Err(Raise::runtime(format!("take(): Expected a long tensor for index, but got {found}")));
    }
    let flat = reshape_to(input, &[input.numel()])?;
    let places = engine::contiguous(positions)?;
    let taken = engine::run(Op::Index { indexed: vec![true] }, &[Arg::Tensor(&flat), Arg::Tensor(&places)])
        .map_err(|error| beyond(positions, flat.numel()).unwrap_or_else(|| Raise::from(error)))?;
    Ok(composed_value(taken, "TakeBackward0"))
}

fn index_put(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let indices = index::without_masks(input, &args.tensors(vm, 1)?)?;
    let operands: Vec<Arg> = [input, args.tensor(2)?].into_iter().chain(&indices).map(Arg::Tensor).collect();
    finish(args, Op::IndexPut { indexed: vec![true; indices.len()], accumulate: args.bool(3)? }, &operands)
}

fn triangle(_: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let upper = args.builtin.short_name().starts_with("triu");
    if input.dim() < 2 {
        return Err(Raise::runtime(format!(
            "{}: input tensor must have at least 2 dimensions",
            args.builtin.short_name()
        )));
    }
    // No matrix has a diagonal this far out, and the kernel adds row numbers to it without overflow.
    const FAR: i64 = 1 << 62;
    let diagonal = args.int(1)?.clamp(-FAR, FAR) as isize;
    finish(args, Op::Triangle { upper, diagonal }, &[Arg::Tensor(input)])
}

fn one_hot(_: &mut Vm, args: &Args) -> Result<Value> {
    let labels = args.tensor(0)?;
    if labels.dtype() != DType::Int64 {
        return Err(Raise::runtime("one_hot is only applicable to index tensor of type LongTensor."));
    }
    let mut classes = args.int(1)?;
    if labels.numel() == 0 && classes <= 0 {
        return Err(Raise::runtime("Can not infer total number of classes from empty tensor."));
    }
    let outside = |low: f64, high: f64| Ok::<bool, Raise>(engine::host::within(labels, low, high)? == Some(false));
    if outside(0.0, f64::INFINITY)? {
        return Err(Raise::runtime("Class values must be non-negative."));
    }
    if classes < 0 && labels.is_batched() {
        return Err(Raise::runtime(
            "When vmap-ing torch.nn.functional.one_hot, please provide an explicit positive num_classes argument.",
        ));
    }
    if classes < 0 {
        let most = host::integer(host::item(&super::engine_ops::all_of(Reduction::Max, labels)?)?);
        classes = most.saturating_add(1);
    } else if outside(0.0, (classes - 1) as f64)? {
        return Err(Raise::runtime("Class values must be smaller than num_classes."));
    }
    let shape: Dims = labels.shape().iter().copied().chain([classes.max(0) as usize]).collect();
    let index = unsqueeze(labels, labels.dim())?;
    let filled = |value, shape: Dims| {
        let make = Make { shape, dtype: DType::Int64, device: labels.device() };
        engine::run(Op::Fill { value: Scalar::Int(value), make }, &[])
    };
    let zeros = filled(0, shape)?;
    if labels.numel() == 0 {
        return Ok(tensor_value(zeros));
    }
    let scatter = Op::Scatter { dim: labels.dim(), mode: ScatterMode::Assign };
    let ones = filled(1, index.shape().into())?;
    Ok(tensor_value(engine::run(scatter, &[&zeros, &index, &ones].map(Arg::Tensor))?))
}

/// `|a - b| <= atol + rtol * |b|`, or equal infinities, or with `equal_nan` both NaN.
fn is_close(args: &Args) -> Result<Tensor> {
    let (a, b) = (args.tensor(0)?, args.tensor(1)?);
    let (rtol, atol, equal_nan) = (args.float(2)?, args.float(3)?, args.bool(4)?);
    for (name, tolerance) in [("rtol", rtol), ("atol", atol)] {
        if tolerance < 0.0 {
            return Err(Raise::runtime(format!("{name} must be greater than or equal to zero, but got {tolerance}")));
        }
    }
    if a.dtype() != b.dtype() {
        let name = DType::scalar_name;
        return Err(Raise::runtime(format!("{} did not match {}", name(a.dtype()), name(b.dtype()))));
    }
    let [a, b] = [Arg::Tensor(a), Arg::Tensor(b)];
    let mut close = pointwise("eq", &[a, b])?;
    if a.tensor().is_some_and(|a| a.dtype().is_inexact()) {
        let distance = pointwise("abs", &[Arg::Tensor(&pointwise("sub", &[a, b])?)])?;
        let scaled = pointwise("mul", &[Arg::Tensor(&pointwise("abs", &[b])?), Arg::from(rtol)])?;
        let allowed = pointwise("add", &[Arg::Tensor(&scaled), Arg::from(atol)])?;
        let near = pointwise("le", &[Arg::Tensor(&distance), Arg::Tensor(&allowed)])?;
        let finite = pointwise("isfinite", &[Arg::Tensor(&distance)])?;
        let near = pointwise("logical_and", &[Arg::Tensor(&near), Arg::Tensor(&finite)])?;
        close = pointwise("logical_or", &[Arg::Tensor(&close), Arg::Tensor(&near)])?;
        if equal_nan {
            let both = pointwise(
                "logical_and",
                &[Arg::Tensor(&pointwise("isnan", &[a])?), Arg::Tensor(&pointwise("isnan", &[b])?)],
            )?;
            close = pointwise("logical_or", &[Arg::Tensor(&close), Arg::Tensor(&both)])?;
        }
    }
    Ok(close)
}

fn all_true(tensor: &Tensor) -> Result<Value> {
    Ok(Value::from(host::item(&super::engine_ops::all_of(Reduction::All, tensor)?)? == Scalar::Bool(true)))
}

fn equal(_: &mut Vm, args: &Args) -> Result<Value> {
    let (a, b) = (args.tensor(0)?, args.tensor(1)?);
    if a.shape() != b.shape() {
        return Ok(Value::Bool(Truth::False));
    }
    let same = |a: &Tensor, b: &Tensor| all_true(&pointwise("eq", &[Arg::Tensor(a), Arg::Tensor(b)])?);
    // Large tensors that differ mostly differ early.
    if a.numel() >= 16 * HEAD && a.is_contiguous() && b.is_contiguous() {
        let head = |x: &Tensor| narrow(&reshape_to(x, &[x.numel()])?, 0, 0, HEAD);
        if matches!(same(&head(a)?, &head(b)?)?, Value::Bool(Truth::False)) {
            return Ok(Value::Bool(Truth::False));
        }
    }
    same(a, b)
}

/// Elements that `equal` compares before the rest.
const HEAD: usize = 4096;

/// Functions with in-place variants.
static WITH_TWINS: &[Builtin] = &[
    Builtin::new(
        "torch.scatter",
        "(input, dim, index, src=..., value=..., *, reduce=...) -> Tensor",
        "A copy with values written along `dim`, where index points. For `dim` 0: result[index[i, j], j] = src[i, j]. With `reduce` \
         'add' or 'multiply' they are combined with what is there.\n\n\
         Shapes: index no larger than src, nor than the input in other dimensions\n\
         Errors: RuntimeError where a position is out of range:\n\
         \x20       `torch.scatter(torch.zeros(3), 0, torch.tensor([5]), 1.)`\n\
         \x20       RuntimeError where index is not of int64:\n\
         \x20       `torch.scatter(torch.zeros(3), 0, torch.tensor([1.]), 1.)`\n\n\
         >>> torch.scatter(torch.zeros(3), 0, torch.tensor([2, 0]), torch.tensor([5., 6.]))\n\
         tensor([6., 0., 5.])",
        scatter,
    ),
    Builtin::new(
        "torch.scatter_add",
        "(input, dim, index, src) -> Tensor",
        "A copy with values added along `dim`, where index points; several may meet at one place.\n\n\
         Shapes: index no larger than src, nor than the input in other dimensions\n\
         Errors: RuntimeError where a position is out of range:\n\
         \x20       `torch.scatter_add(torch.zeros(3), 0, torch.tensor([5]), torch.ones(1))`\n\n\
         >>> torch.scatter_add(torch.zeros(3), 0, torch.tensor([0, 2, 0]), torch.tensor([1., 2., 3.]))\n\
         tensor([4., 0., 2.])",
        scatter,
    ),
    Builtin::new(
        "torch.index_add",
        "(input, dim, index, source, *, alpha=1) -> Tensor",
        "A copy with slices of source added at indices of `dim`.\n\n\
         Shapes: source has the input's shape but in `dim`, where it has index's length\n\
         Errors: IndexError where a position is out of range:\n\
         \x20       `torch.index_add(torch.zeros(3), 0, torch.tensor([5]), torch.ones(1))`\n\n\
         >>> torch.index_add(torch.zeros(3), 0, torch.tensor([0, 2, 0]), torch.tensor([1., 2., 3.]))\n\
         tensor([4., 0., 2.])",
        index_add,
    ),
    Builtin::new(
        "torch.index_put",
        "(input, indices, values, accumulate=False) -> Tensor",
        "A copy with values written (or with `accumulate` added) at indices, one tensor of them for each dimension.\n\n\
         Errors: IndexError where a position is out of range:\n\
         \x20       `torch.index_put(torch.zeros(3), (torch.tensor([5]),), torch.ones(1))`\n\n\
         >>> torch.index_put(torch.zeros(2, 2), (torch.tensor([0, 1]), torch.tensor([1, 0])), torch.tensor([7., 8.]))\n\
         tensor([[0., 7.],\n\
         \x20       [8., 0.]])",
        index_put,
    ),
    Builtin::new(
        "torch.tril",
        "(input, diagonal=0) -> Tensor",
        "The lower triangle, zeros above it.\n\n\
         Errors: RuntimeError for fewer than two dimensions: `torch.tril(torch.tensor(1.))`\n\n\
         >>> torch.tril(torch.ones(2, 2))\n\
         tensor([[1., 0.],\n\
         \x20       [1., 1.]])",
        triangle,
    ),
    Builtin::new(
        "torch.triu",
        "(input, diagonal=0) -> Tensor",
        "The upper triangle, zeros below it.\n\n\
         Errors: RuntimeError for fewer than two dimensions: `torch.triu(torch.tensor(1.))`\n\n\
         >>> torch.triu(torch.ones(2, 2))\n\
         tensor([[1., 1.],\n\
         \x20       [0., 1.]])",
        triangle,
    ),
];

pub fn builtins() -> &'static [&'static Builtin] {
    static ALL: OnceLock<Vec<&'static Builtin>> = OnceLock::new();
    ALL.get_or_init(|| {
        let twins = WITH_TWINS.iter().flat_map(|builtin| [builtin, in_place_twin(builtin)]);
        FUNCTIONS.iter().chain(twins).collect()
    })
}

const CLOSE: &str = "(input, other, rtol=1e-05, atol=1e-08, equal_nan=False)";

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.cat",
        "(tensors, dim=0, *, out=None) -> Tensor",
        "Tensors joined along a dimension.\n\n\
         Shapes: equal but in `dim`, where the sizes add up\n\
         Errors: RuntimeError where other sizes differ:\n\
         \x20       `torch.cat((torch.ones(1, 2), torch.ones(1, 3)))`\n\
         \x20       ValueError where there is none: `torch.cat([])`\n\
         \x20       TypeError for what is not a tensor: `torch.cat([1, 2])`\n\n\
         >>> torch.cat([torch.zeros(2), torch.ones(1)])\n\
         tensor([0., 0., 1.])",
        cat,
    ),
    Builtin::new(
        "torch.concat",
        "(tensors, dim=0, *, out=None) -> Tensor",
        "Tensors joined along a dimension, as torch.cat does it.\n\n\
         >>> torch.concat((torch.tensor([1]), torch.tensor([2])))\n\
         tensor([1, 2])",
        cat,
    ),
    Builtin::new(
        "torch.concatenate",
        "(tensors, dim=0, *, out=None) -> Tensor",
        "Tensors joined along a dimension, as torch.cat does it.\n\n\
         >>> torch.concatenate((torch.tensor([1]), torch.tensor([2])))\n\
         tensor([1, 2])",
        cat,
    ),
    Builtin::new(
        "torch.stack",
        "(tensors, dim=0) -> Tensor",
        "Tensors joined along a new dimension.\n\n\
         Shapes: all equal; the result has one dimension more, as long as there are tensors\n\
         Errors: RuntimeError where the shapes differ: `torch.stack((torch.ones(2), torch.ones(3)))`\n\
         \x20       RuntimeError where there is none: `torch.stack([])`\n\n\
         >>> torch.stack([torch.zeros(2), torch.ones(2)])\n\
         tensor([[0., 0.],\n\
         \x20       [1., 1.]])",
        stack,
    ),
    Builtin::new(
        "torch.hstack",
        "(tensors) -> Tensor",
        "Tensors side by side.\n\n\
         Shapes: equal but in dimension 1 (0 for vectors), where the sizes add up\n\n\
         >>> torch.hstack((torch.tensor([1, 2]), torch.tensor([3])))\n\
         tensor([1, 2, 3])",
        along,
    ),
    Builtin::new(
        "torch.vstack",
        "(tensors) -> Tensor",
        "Tensors one below the other.\n\n\
         Shapes: equal but in dimension 0, where the sizes add up; vectors count as rows\n\n\
         >>> torch.vstack((torch.tensor([1, 2]), torch.tensor([3, 4])))\n\
         tensor([[1, 2],\n\
         \x20       [3, 4]])",
        along,
    ),
    Builtin::new(
        "torch.gather",
        "(input, dim, index, *, sparse_grad=False) -> Tensor",
        "Elements picked along a dimension.\n\n\
         Shapes: index no larger than the input in other dimensions; the result has index's shape\n\
         Errors: RuntimeError where a position is out of range:\n\
         \x20       `torch.gather(torch.tensor([1, 2]), 0, torch.tensor([5]))`\n\
         \x20       RuntimeError where index is not of int64:\n\
         \x20       `torch.gather(torch.tensor([1, 2]), 0, torch.tensor([1.]))`\n\n\
         >>> torch.gather(torch.tensor([[1, 2], [3, 4]]), 1, torch.tensor([[0], [1]]))\n\
         tensor([[1],\n\
         \x20       [4]])",
        gather,
    ),
    Builtin::new(
        "torch.index_select",
        "(input, dim, index) -> Tensor",
        "Slices picked along a dimension.\n\n\
         Shapes: the input's, with index's length in `dim`\n\
         Errors: IndexError where a position is out of range:\n\
         \x20       `torch.index_select(torch.ones(3), 0, torch.tensor([5]))`\n\n\
         >>> torch.index_select(torch.arange(4), 0, torch.tensor([0, 3]))\n\
         tensor([0, 3])",
        index_select,
    ),
    Builtin::new(
        "torch.take",
        "(input, index) -> Tensor",
        "Elements by position in the flattened tensor.\n\n\
         Errors: IndexError where a position is out of range:\n\
         \x20       `torch.take(torch.ones(3), torch.tensor([5]))`\n\n\
         >>> torch.take(torch.tensor([[1, 2], [3, 4]]), torch.tensor([3]))\n\
         tensor([4])",
        take,
    ),
    Builtin::new(
        "torch.masked_select",
        "(input, mask) -> Tensor",
        "The elements where mask is True, as a vector.\n\n\
         Shapes: one dimension, as long as there are True elements\n\
         Errors: RuntimeError where the mask is not of bools:\n\
         \x20       `torch.masked_select(torch.ones(2), torch.tensor([0, 1]))`\n\n\
         >>> torch.masked_select(torch.arange(4), torch.arange(4) > 1)\n\
         tensor([2, 3])",
        |_, args| index::masked_select(args.tensor(0)?, args.tensor(1)?).map(tensor_value),
    ),
    Builtin::new(
        "torch.nonzero",
        "(input, *, as_tuple=False)",
        "Indices of the non-zero elements, one row each.\n\n\
         Shapes: (number of non-zero elements, dimensions of the input)\n\n\
         >>> torch.nonzero(torch.tensor([0, 2, 3]))\n\
         tensor([[1],\n\
         \x20       [2]])",
        |_, args| {
            let input = args.tensor(0)?;
            if args.bool(1)? {
                return index::nonzero_tuple(input);
            }
            Ok(tensor_value(engine::run_many(Op::Nonzero, &[Arg::Tensor(input)])?.swap_remove(0)))
        },
    ),
    Builtin::new(
        "torch.argwhere",
        "(input) -> Tensor",
        "Indices of the non-zero elements, one row each.\n\n\
         Shapes: (number of non-zero elements, dimensions of the input)\n\n\
         >>> torch.argwhere(torch.tensor([[0, 5], [7, 0]]))\n\
         tensor([[0, 1],\n\
         \x20       [1, 0]])",
        |_, args| Ok(tensor_value(engine::run_many(Op::Nonzero, &[Arg::Tensor(args.tensor(0)?)])?.swap_remove(0))),
    ),
    Builtin::new(
        "torch.one_hot",
        "(tensor, num_classes=-1) -> Tensor",
        "Class numbers as rows of 0 and 1.\n\n\
         >>> F.one_hot(torch.tensor([0, 2]), num_classes=3)\n\
         tensor([[1, 0, 0],\n\
         \x20       [0, 0, 1]])",
        one_hot,
    ),
    Builtin::new(
        "torch.isclose",
        CLOSE,
        "True where elements are nearly equal.\n\n\
         >>> torch.isclose(torch.tensor([1.]), torch.tensor([2.]))\n\
         tensor([False])",
        |_, args| is_close(args).map(tensor_value),
    ),
    Builtin::new(
        "torch.allclose",
        CLOSE,
        "True when all elements are nearly equal.\n\n\
         >>> torch.allclose(torch.tensor([1.]), torch.tensor([1. + 1e-9]))\n\
         True",
        |_, args| all_true(&is_close(args)?),
    ),
    Builtin::new(
        "torch.equal",
        "(input, other)",
        "True when shapes and all elements are equal.\n\n\
         >>> torch.equal(torch.ones(2), torch.ones(2))\n\
         True",
        equal,
    ),
];
