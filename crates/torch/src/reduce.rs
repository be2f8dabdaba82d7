//! Reductions and scans: sum, mean, max, argmax, softmax, cumsum and others.

use super::arguments::{TensorArgs, axes, axis};
use super::engine_ops::{all_of, cast, pointwise};
use super::finish::finish;
use super::host;
use super::results::values_and_indices;
use super::sequences::integers_of;
use super::tensor::{composed_value, tensor_of, tensor_value};
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::op::{Arg, Reduction, Scan};
use tensorcell_tensor::{DType, Dims, Op, Tensor, default_float};

/// Returns the reduction of a builtin by its table name.
fn reduction(args: &Args) -> Result<Reduction> {
    let name = args.builtin.short_name();
    Reduction::of_torch(name)
        .ok_or_else(|| Raise::new(Exc::NotImplementedError, format!("there is no reduction called {name}")))
}

/// (input, dim=None, keepdim=False, *, dtype=None)
fn reduce(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dims = args.axes(vm, 1, input.dim())?;
    let keepdim = args.bool(2)?;
    let dtype = if args.slots.len() > 3 { args.opt_dtype(3)? } else { None };
    let name = args.builtin.short_name();
    let function = reduction(args)?;
    if let (Reduction::Mean, Some(dtype)) = (function, dtype.filter(|dtype| !dtype.is_inexact())) {
        return Err(Raise::runtime(format!(
            "mean(): could not infer output dtype. Optional dtype must be either a floating point or complex dtype. Got: {}",
            dtype.scalar_name()
        )));
    }
    let input = cast(input, dtype)?;
    if input.numel() == 0 && !function.row().rule.takes_nothing() {
        check_not_empty(name, &input, &dims)?;
    }
    if let Some(dtype) = dtype.filter(|dtype| !dtype.is_inexact()) {
        // Integers are summed in int64 for every requested integer dtype.
        let dims = if dims.is_empty() && keepdim { (0..input.dim()).collect() } else { dims };
        let op = Op::Reduce { function, dims, keepdim, correction: 1.0 };
        return cast(&engine::run(op, &[Arg::Tensor(&input)])?, Some(dtype)).map(tensor_value);
    }
    // `amax()` reduces each dimension, while `max()` reduces over all elements at once.
    let by_dimensions = keepdim || matches!(function, Reduction::Max | Reduction::Min);
    if dims.is_empty() && by_dimensions && input.dim() > 0 {
        let dims = (0..input.dim()).collect();
        return run(function, &input, dims, keepdim, 1.0);
    }
    if dims.is_empty() && !args.is_none(1) {
        // An empty list of dimensions means all of them, with the node of the dimension overload.
        let result = engine::run(Op::Reduce { function, dims, keepdim, correction: 1.0 }, &[Arg::Tensor(&input)])?;
        return Ok(composed_value(result, function.row().nodes[1]));
    }
    run(function, &input, dims, keepdim, 1.0)
}

/// Refuses amax and amin of an empty tensor, with their own names.
fn check_not_empty(name: &str, input: &Tensor, dims: &[usize]) -> Result<()> {
    if dims.is_empty() {
        return Err(Raise::runtime(format!(
            "{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument."
        ))
        .mark(0, format!("shape {:?}", input.shape())));
    }
    match dims.iter().find(|&&dim| input.shape().get(dim) == Some(&0)) {
        Some(dim) => {
            Err(Raise::new(Exc::IndexError, format!("{name}(): Expected reduction dim {dim} to have non-zero size."))
                .mark(0, format!("shape {:?}", input.shape())))
        }
        None => Ok(()),
    }
}

fn run(function: Reduction, input: &Tensor, dims: Dims, keepdim: bool, correction: f64) -> Result<Value> {
    Ok(tensor_value(engine::run(Op::Reduce { function, dims, keepdim, correction }, &[Arg::Tensor(input)])?))
}

/// max and min: of all elements, along a dimension (values and indices), or of two tensors.
fn extremum(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let name = args.builtin.short_name();
    let function = reduction(args)?;
    match args.given(1) {
        None => {
            let node = if name == "max" { "MaxBackward1" } else { "MinBackward1" };
            Ok(composed_value(all_of(function, input)?, node))
        }
        Some(other) if tensor_of(other).is_some() => {
            let pair = if name == "max" { "maximum" } else { "minimum" };
            pointwise(pair, &[Arg::Tensor(input), args.operand(1)?]).map(tensor_value)
        }
        Some(_) => {
            let dim = args.axis(vm, 1, input.dim())?;
            let op = Op::ReduceWithIndex { function, dim, keepdim: args.bool(2)? };
            let tensors = engine::run_many(op, &[Arg::Tensor(input)])?;
            Ok(values_and_indices(if name == "max" { "max" } else { "min" }, tensors))
        }
    }
}

/// argmax, argmin: along one dimension or over all.
fn position(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let function = reduction(args)?;
    let dims = args.axes(vm, 1, input.dim())?;
    let name = args.builtin.short_name();
    if input.dtype() == DType::Bool {
        return Err(Raise::runtime(format!("{name}(): does not support bool input")));
    }
    if input.numel() == 0 && dims.is_empty() {
        return Err(Raise::new(
            Exc::IndexError,
            format!(
                "{name}(): Expected reduction dim to be specified for input.numel() == 0.{}",
                if name.starts_with("arg") { "" } else { " Specify the reduction dim with the 'dim' argument." }
            ),
        ));
    }
    if let Some(empty) = dims.iter().find(|&&dim| input.shape()[dim] == 0) {
        return Err(Raise::new(
            Exc::IndexError,
            format!("{name}(): Expected reduction dim {empty} to have non-zero size."),
        ));
    }
    run(function, input, dims, args.bool(2)?, 1.0)
}

/// var and std: (input, dim=None, unbiased=..., keepdim=False, *, correction=...). `x.std(False)` is biased and over
/// all elements.
fn spread(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let mut correction = 1.0;
    let mut dims = Dims::new();
    match args.get(1) {
        Value::None => {}
        Value::Bool(unbiased) => correction = f64::from(u8::from(unbiased.get())),
        _ => dims = args.axes(vm, 1, input.dim())?,
    }
    if let Some(Value::Bool(unbiased)) = args.given(2) {
        correction = f64::from(u8::from(unbiased.get()));
    }
    if args.given(4).is_some_and(|given| !matches!(given, Value::None)) {
        correction = host::float(args.scalar(4)?);
    }
    let keepdim = args.bool(3)?;
    if dims.is_empty() && keepdim {
        dims = (0..input.dim()).collect();
    }
    let name = args.builtin.short_name();
    if !name.ends_with("_mean") {
        return run(reduction(args)?, input, dims, keepdim, correction);
    }
    if !input.dtype().is_inexact() {
        return Err(Raise::runtime(format!("{name} only support floating point and complex dtypes")));
    }
    let node = if name == "var_mean" { "VarMeanBackward0" } else { "StdMeanBackward0" };
    let part = |function: Reduction, correction: f64| -> Result<Value> {
        let op = Op::Reduce { function, dims: dims.clone(), keepdim, correction };
        Ok(composed_value(engine::run(op, &[Arg::Tensor(input)])?, node))
    };
    Ok(Value::tuple(vec![part(reduction(args)?, correction)?, part(Reduction::Mean, 1.0)?]))
}

/// torch.norm: (input, p='fro', dim=None, keepdim=False, *, dtype=None)
fn norm(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = cast(args.tensor(0)?, args.opt_dtype(4)?)?;
    let p = match args.get(1) {
        Value::None => 2.0,
        Value::Str(name) if matches!(name.as_str(), "fro" | "2") => 2.0,
        Value::Str(name) if name.as_str() == "inf" => f64::INFINITY,
        Value::Str(name) if name.as_str() == "nuc" => return nuclear_norm(vm, args, &input),
        _ => host::float(args.scalar(1)?),
    };
    if !input.dtype().is_inexact() {
        let name = input.dtype().scalar_name();
        return Err(Raise::runtime(format!(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got {name}"
        )));
    }
    let dims = args.axes(vm, 2, input.dim())?;
    let keepdim = args.bool(3)?;
    check_extreme_norm(p, &input, &dims)?;
    let dims = if dims.is_empty() && keepdim { (0..input.dim()).collect() } else { dims };
    run(Reduction::Norm, &input, dims, keepdim, p)
}

/// Refuses the largest and the smallest element where there is none.
fn check_extreme_norm(p: f64, input: &Tensor, dims: &[usize]) -> Result<()> {
    if !p.is_infinite() || input.numel() != 0 {
        return Ok(());
    }
    let what = match dims.iter().find(|&&dim| input.shape()[dim] == 0) {
        Some(dim) => format!("dimension {dim}"),
        None if dims.is_empty() => "tensor".to_string(),
        None => return Ok(()),
    };
    Err(Raise::runtime(format!(
        "linalg.vector_norm cannot compute the {p} norm on an empty {what} because the operation does not have an identity"
    )))
}

/// Returns the sum of singular values of a matrix, or over two dimensions.
fn nuclear_norm(vm: &mut Vm, args: &Args, input: &Tensor) -> Result<Value> {
    let linalg = vm.import("torch.linalg")?;
    let matrix_norm = vm.get_attr(&linalg, "matrix_norm")?;
    let dims = match args.get(2) {
        Value::None => Value::tuple((0..input.dim() as i64).map(Value::Int).collect()),
        dims => dims.clone(),
    };
    vm.call(&matrix_norm, &[tensor_value(input.clone()), Value::str("nuc"), dims, args.get(3).clone()], &[])
}

fn scan(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dim = args.axis(vm, 1, input.dim())?;
    let dtype = args.opt_dtype(2)?;
    let input = cast(input, dtype)?;
    let function = if args.builtin.short_name() == "cumprod" { Scan::Prod } else { Scan::Sum };
    let running = engine::run(Op::Scan { function, dim }, &[Arg::Tensor(&input)])?;
    cast(&running, dtype).map(tensor_value)
}

fn running_extremum(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dim = args.axis(vm, 1, input.dim())?;
    let (function, name) = match args.builtin.short_name() {
        "cummax" => (Scan::Max, "cummax"),
        _ => (Scan::Min, "cummin"),
    };
    Ok(values_and_indices(name, engine::run_many(Op::Scan { function, dim }, &[Arg::Tensor(input)])?))
}

/// (input, dim, dtype=None). The functions of nn.functional take `_stacklevel` before dtype and are declared in the prelude.
fn softmax(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dim = args.axis(vm, 1, input.dim())?;
    let input = cast(input, args.opt_dtype(2)?)?;
    let log = args.builtin.short_name() == "log_softmax";
    finish(args, Op::Softmax { dim, log }, &[Arg::Tensor(&input)])
}

/// logsumexp has no overload over all elements.
fn log_sum_exp(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dims = integers_of(vm, args.get(1))?.ok_or_else(|| args.must_be(1, "tuple of ints"))?;
    let floating = cast(input, (!input.dtype().is_inexact()).then(default_float))?;
    run(Reduction::LogSumExp, &floating, axes(&dims, input.dim())?, args.bool(2)?, 1.0)
}

fn last_dim(input: &Tensor) -> Result<usize> {
    axis(-1, input.dim())
}

const DIM: &str = "(input, dim=None, keepdim=False, *, dtype=None) -> Tensor";
const DIM_ONLY: &str = "(input, dim=None, keepdim=False) -> Tensor";
const SPREAD: &str = "(input, dim=None, unbiased=..., keepdim=False, *, correction=...) -> Tensor";

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.sum",
        DIM,
        "The sum of all elements, or over dimensions.\n\n\
         Shapes: over `dim` that dimension goes (with keepdim it stays, of size 1); without, ()\n\
         Errors: IndexError for a dimension that does not exist: `torch.sum(torch.ones(2, 3), dim=2)`\n\n\
         >>> torch.sum(torch.ones(2, 3))\n\
         tensor(6.)\n\
         >>> torch.sum(torch.ones(2, 3), dim=0)\n\
         tensor([2., 2., 2.])",
        reduce,
    ),
    Builtin::new(
        "torch.mean",
        DIM,
        "Mean of all elements, or over dimensions.\n\n\
         Shapes: over `dim` that dimension goes (with keepdim it stays, of size 1); without, ()\n\
         Errors: RuntimeError of integers: `torch.mean(torch.tensor([1, 2]))`\n\
         \x20       IndexError for a dimension that does not exist: `torch.mean(torch.ones(2, 3), dim=2)`\n\n\
         >>> torch.mean(torch.tensor([1., 2., 6.]))\n\
         tensor(3.)",
        reduce,
    ),
    Builtin::new(
        "torch.prod",
        DIM,
        "Product of all elements, or over a dimension.\n\n\
         Errors: IndexError for a dimension that does not exist: `torch.prod(torch.ones(2, 3), dim=2)`\n\n\
         >>> torch.prod(torch.tensor([2, 3, 4]))\n\
         tensor(24)",
        reduce,
    ),
    Builtin::new(
        "torch.amax",
        DIM_ONLY,
        "Largest element over dimensions, without its place.\n\n\
         Errors: RuntimeError of nothing: `torch.amax(torch.ones(0))`\n\n\
         >>> torch.amax(torch.tensor([[1, 5], [3, 2]]), dim=1)\n\
         tensor([5, 3])",
        reduce,
    ),
    Builtin::new(
        "torch.amin",
        DIM_ONLY,
        "Smallest element over dimensions, without its place.\n\n\
         Errors: RuntimeError of nothing: `torch.amin(torch.ones(0))`\n\n\
         >>> torch.amin(torch.tensor([[1, 5], [3, 2]]), dim=1)\n\
         tensor([1, 2])",
        reduce,
    ),
    Builtin::new(
        "torch.any",
        DIM_ONLY,
        "True where any element is non-zero.\n\n\
         Errors: IndexError for a dimension that does not exist:\n\
         \x20       `torch.any(torch.ones(2).bool(), dim=1)`\n\n\
         >>> torch.any(torch.tensor([True, False]))\n\
         tensor(True)",
        reduce,
    ),
    Builtin::new(
        "torch.all",
        DIM_ONLY,
        "True where all elements are non-zero.\n\n\
         Errors: IndexError for a dimension that does not exist:\n\
         \x20       `torch.all(torch.ones(2).bool(), dim=1)`\n\n\
         >>> torch.all(torch.tensor([True, False]))\n\
         tensor(False)",
        reduce,
    ),
    Builtin::new(
        "torch.count_nonzero",
        "(input, dim=None) -> Tensor",
        "Number of non-zero elements.\n\n\
         >>> torch.count_nonzero(torch.tensor([0, 2, 0]))\n\
         tensor(1)",
        |vm, args| {
            let input = args.tensor(0)?;
            let dims = args.axes(vm, 1, input.dim())?;
            run(Reduction::CountNonzero, input, dims, false, 1.0)
        },
    ),
    Builtin::new(
        "torch.max",
        "(input, dim=..., keepdim=False)",
        "Largest element; along `dim`, values and indices; of two tensors, the larger.\n\n\
         Shapes: with `dim`, values and indices without that dimension; of two tensors, as torch.maximum;\n\
         \x20       else ()\n\
         Errors: RuntimeError of nothing: `torch.max(torch.ones(0))`\n\n\
         >>> torch.max(torch.tensor([3, 9, 4]))\n\
         tensor(9)",
        extremum,
    ),
    Builtin::new(
        "torch.min",
        "(input, dim=..., keepdim=False)",
        "Smallest element; along `dim`, values and indices; of two tensors, the smaller.\n\n\
         Shapes: with `dim`, values and indices without that dimension; of two tensors, as torch.minimum;\n\
         \x20       else ()\n\
         Errors: RuntimeError of nothing: `torch.min(torch.ones(0))`\n\n\
         >>> torch.min(torch.tensor([3, 9, 4]))\n\
         tensor(3)",
        extremum,
    ),
    Builtin::new(
        "torch.argmax",
        DIM_ONLY,
        "Position of the largest element.\n\n\
         Shapes: without `dim` (or a dimension, with keepdim of size 1)\n\
         Errors: IndexError of nothing: `torch.argmax(torch.ones(0))`\n\n\
         >>> torch.argmax(torch.tensor([3, 9, 4]))\n\
         tensor(1)",
        position,
    ),
    Builtin::new(
        "torch.argmin",
        DIM_ONLY,
        "Position of the smallest element.\n\n\
         Errors: IndexError of nothing: `torch.argmin(torch.ones(0))`\n\n\
         >>> torch.argmin(torch.tensor([3, 9, 4]))\n\
         tensor(0)",
        position,
    ),
    Builtin::new(
        "torch.var",
        SPREAD,
        "Variance, divided by n - correction.\n\n\
         Errors: RuntimeError of integers: `torch.var(torch.tensor([1, 2]))`\n\n\
         >>> torch.var(torch.tensor([1., 2., 3.]))\n\
         tensor(1.)",
        spread,
    ),
    Builtin::new(
        "torch.std",
        SPREAD,
        "Standard deviation, divided by n - correction.\n\n\
         Errors: RuntimeError of integers: `torch.std(torch.tensor([1, 2]))`\n\n\
         >>> torch.std(torch.tensor([1., 2., 3.]))\n\
         tensor(1.)",
        spread,
    ),
    Builtin::new(
        "torch.var_mean",
        SPREAD,
        "Variance and mean.\n\n\
         >>> torch.var_mean(torch.tensor([1., 2., 3.]))\n\
         (tensor(1.), tensor(2.))",
        spread,
    ),
    Builtin::new(
        "torch.std_mean",
        SPREAD,
        "Standard deviation and mean.\n\n\
         >>> torch.std_mean(torch.tensor([1., 2., 3.]))\n\
         (tensor(1.), tensor(2.))",
        spread,
    ),
    Builtin::new(
        "torch.norm",
        "(input, p='fro', dim=None, keepdim=False, *, dtype=None) -> Tensor",
        "The p-norm.\n\n\
         Errors: RuntimeError of integers: `torch.norm(torch.tensor([3, 4]))`\n\n\
         >>> torch.norm(torch.tensor([3., 4.]))\n\
         tensor(5.)",
        norm,
    ),
    Builtin::new(
        "torch.logsumexp",
        "(input, dim, keepdim=False) -> Tensor",
        "log(sum(exp(x))), computed safely.\n\n\
         Errors: IndexError for a dimension that does not exist:\n\
         \x20       `torch.logsumexp(torch.zeros(2), dim=1)`\n\n\
         >>> torch.logsumexp(torch.zeros(2), dim=0)\n\
         tensor(0.6931)",
        log_sum_exp,
    ),
    Builtin::new(
        "torch.cumsum",
        "(input, dim, *, dtype=None) -> Tensor",
        "Running sum along a dimension.\n\n\
         Errors: IndexError for a dimension that does not exist: `torch.cumsum(torch.ones(2), dim=1)`\n\n\
         >>> torch.cumsum(torch.tensor([1, 2, 3]), dim=0)\n\
         tensor([1, 3, 6])",
        scan,
    ),
    Builtin::new(
        "torch.cumprod",
        "(input, dim, *, dtype=None) -> Tensor",
        "Running product along a dimension.\n\n\
         >>> torch.cumprod(torch.tensor([1, 2, 3, 4]), dim=0)\n\
         tensor([ 1,  2,  6, 24])",
        scan,
    ),
    Builtin::new(
        "torch.cummax",
        "(input, dim)",
        "Running maximum and its indices.\n\n\
         >>> torch.cummax(torch.tensor([1, 3, 2]), dim=0).values\n\
         tensor([1, 3, 3])",
        running_extremum,
    ),
    Builtin::new(
        "torch.cummin",
        "(input, dim)",
        "Running minimum and its indices.\n\n\
         >>> torch.cummin(torch.tensor([3, 1, 2]), dim=0).values\n\
         tensor([3, 1, 1])",
        running_extremum,
    ),
    Builtin::new(
        "torch.softmax",
        "(input, dim, dtype=None) -> Tensor",
        "exp(x) divided by its sum along `dim`.\n\n\
         Errors: IndexError for a dimension that does not exist: `torch.softmax(torch.zeros(2), dim=1)`\n\
         \x20       NotImplementedError of integers: `torch.softmax(torch.tensor([1, 2]), dim=0)`\n\n\
         >>> torch.softmax(torch.zeros(2), dim=0)\n\
         tensor([0.5000, 0.5000])",
        softmax,
    ),
    Builtin::new(
        "torch.log_softmax",
        "(input, dim, dtype=None) -> Tensor",
        "log(softmax(x)) along `dim`, computed safely.\n\n\
         Errors: IndexError for a dimension that does not exist:\n\
         \x20       `torch.log_softmax(torch.zeros(2), dim=1)`\n\n\
         >>> torch.log_softmax(torch.zeros(2), dim=0)\n\
         tensor([-0.6931, -0.6931])",
        softmax,
    ),
    Builtin::new(
        "torch.sort",
        "(input, dim=-1, descending=False, stable=...)",
        "Sorted values and their indices.\n\n\
         Errors: IndexError for a dimension that does not exist: `torch.sort(torch.ones(2), dim=1)`\n\n\
         >>> torch.sort(torch.tensor([3, 9, 4])).values\n\
         tensor([3, 4, 9])",
        |vm, args| {
            let input = args.tensor(0)?;
            let stable = args.given(3).map_or(Ok(false), |_| args.bool(3))?;
            let op = Op::Sort { dim: args.axis(vm, 1, input.dim())?, descending: args.bool(2)?, stable };
            let sorted = engine::run_many(op, &[Arg::Tensor(input)])?;
            if args.given(3).is_some() {
                tensorcell_autograd::name_node(&sorted[0], "SortBackward1", Vec::new());
            }
            Ok(values_and_indices("sort", sorted))
        },
    ),
    Builtin::new(
        "torch._kth_places",
        "(input, k) -> Tensor",
        "The place of the k-th smallest element, counted from 0, of each row of the last dimension; k is a number, or a \
         tensor with one for each row.",
        |_, args| {
            let operands = [Arg::Tensor(args.tensor(0)?), args.operand(1)?];
            Ok(tensor_value(engine::run(Op::KthPlace, &operands)?))
        },
    ),
    Builtin::new(
        "torch._insertion_places",
        "(sequence, numbers, right) -> Tensor",
        "Where each number belongs in its sorted row.",
        |_, args| {
            let (sequence, numbers) = (args.tensor(0)?, args.tensor(1)?);
            let op = Op::SearchSorted { right: args.bool(2)? };
            Ok(tensor_value(engine::run(op, &[Arg::Tensor(sequence), Arg::Tensor(numbers)])?))
        },
    ),
    Builtin::new(
        "torch._distances",
        "(x1, x2, p) -> Tensor",
        "Distances between all rows of two batches of matrices.",
        |_, args| {
            let operands = [Arg::Tensor(args.tensor(0)?), Arg::Tensor(args.tensor(1)?)];
            Ok(tensor_value(engine::run(Op::Distances { p: args.float(2)? }, &operands)?))
        },
    ),
    Builtin::new(
        "torch._within",
        "(input, low, high)",
        "Whether all elements lie between two numbers, ends included; None where the host would have to wait for a device.",
        |_, args| {
            let (low, high) = (host::float(args.scalar(1)?), host::float(args.scalar(2)?));
            Ok(engine::host::within(args.tensor(0)?, low, high)?.map_or(Value::None, Value::from))
        },
    ),
    Builtin::new(
        "torch._only_singles",
        "(kernel, input)",
        "Refuses what PyTorch's kernel of this name does not compute in: integers, and on the CPU half types.",
        |_, args| {
            tensorcell_tensor::infer::only_singles(args.str(0)?, args.tensor(1)?)?;
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "torch.argsort",
        "(input, dim=-1, descending=False, stable=False) -> Tensor",
        "Indices that sort a dimension.\n\n\
         Errors: IndexError for a dimension that does not exist: `torch.argsort(torch.ones(2), dim=1)`\n\n\
         >>> torch.argsort(torch.tensor([3, 9, 4]))\n\
         tensor([0, 2, 1])",
        |vm, args| {
            let input = args.tensor(0)?;
            let op = Op::Sort { dim: args.axis(vm, 1, input.dim())?, descending: args.bool(2)?, stable: args.bool(3)? };
            Ok(tensor_value(engine::run_many(op, &[Arg::Tensor(input)])?.swap_remove(1)))
        },
    ),
    Builtin::new(
        "torch.topk",
        "(input, k, dim=-1, largest=True, sorted=True)",
        "The k largest elements along a dimension, and their indices.\n\n\
         Shapes: the input's, with k in `dim`\n\
         Errors: RuntimeError where there are not k elements: `torch.topk(torch.ones(2), 3)`\n\n\
         >>> torch.topk(torch.tensor([3, 9, 4]), 2).values\n\
         tensor([9, 4])",
        |vm, args| {
            let input = args.tensor(0)?;
            let dim = if args.is_none(2) { last_dim(input)? } else { args.axis(vm, 2, input.dim())? };
            let k = args.int(1)?;
            if input.dtype() == DType::Bool {
                return Err(Raise::runtime("topk does not support bool dtypes on CPU"));
            }
            if k < 0 || k as usize > input.shape().get(dim).copied().unwrap_or(1) {
                return Err(Raise::runtime("selected index k out of range").mark(
                    1,
                    format!("dimension {dim} has {} elements", input.shape().get(dim).copied().unwrap_or(1)),
                ));
            }
            let op = Op::TopK { k: k as usize, dim, largest: args.bool(3)?, sorted: args.bool(4)? };
            Ok(values_and_indices("topk", engine::run_many(op, &[Arg::Tensor(input)])?))
        },
    ),
];
