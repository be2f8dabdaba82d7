//! Creates tensors: from data, filled, ranges, random.

use super::arguments::{TensorArgs, sizes};
use super::generator::with_generator;
use super::memory_format::{self, format_at};
use super::sequences::Integers;
use super::sparse::layout_at;
use super::tensor::{tensor_of, tensor_value};
use super::{defaults, engine_ops, host};
use tensorcell_engine as engine;
use tensorcell_engine::batched::own_for_each;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::infer::not_implemented;
use tensorcell_tensor::op::{Make, Random};
use tensorcell_tensor::{DType, Device, Dims, Format, MemoryFormat, Op, Scalar, Tensor};

/// `out, dtype, layout, device, requires_grad, pin_memory`: always in this order in a signature, `out` if present.
pub(super) struct Options {
    name: &'static str,
    out: Value,
    dtype: Option<DType>,
    device: Device,
    requires_grad: bool,
    pin_memory: bool,
}

impl Options {
    /// Reads the options from the slot of `dtype` on, which follows that of `out`.
    pub(super) fn read(args: &Args, first: usize) -> Result<Options> {
        let out = args.get(first - 1).clone();
        let (dtype, device) = (args.opt_dtype(first)?, args.opt_device(first + 2)?);
        let (dtype, device) = match tensor_of(&out) {
            Some(out) => (dtype.or(Some(out.dtype())), device.unwrap_or(out.device())),
            None => (dtype, device.unwrap_or_else(defaults::device)),
        };
        let (requires_grad, pin_memory) = (args.bool(first + 3)?, args.bool(first + 4)?);
        Ok(Options { name: args.builtin.short_name(), out, dtype, device, requires_grad, pin_memory })
    }
    /// Like `read`, with defaults from an existing tensor.
    pub(super) fn like(args: &Args, first: usize, like: &Tensor) -> Result<Options> {
        let device = args.opt_device(first + 2)?.unwrap_or(like.device());
        let dtype = args.opt_dtype(first)?.or(Some(like.dtype()));
        let (requires_grad, pin_memory) = (args.bool(first + 3)?, args.bool(first + 4)?);
        Ok(Options { name: args.builtin.short_name(), out: Value::None, dtype, device, requires_grad, pin_memory })
    }
    pub(super) fn make(&self, shape: Dims, default: DType) -> Make {
        Make { shape, dtype: self.dtype.unwrap_or(default), device: self.device }
    }
    pub(super) fn finish(&self, tensor: Tensor) -> Result<Value> {
        if !matches!(self.out, Value::None) {
            return super::out::receive(self.name, &self.out, tensor_value(tensor));
        }
        let tensor = if self.pin_memory { super::pinned::pin(&tensor)? } else { tensor };
        if self.requires_grad {
            require_grad(&tensor)?;
        }
        Ok(tensor_value(tensor))
    }
}

pub(super) fn fill(value: Scalar, make: Make) -> Result<Tensor> {
    let count = make.shape.iter().fold(1, |count: usize, &size| count.saturating_mul(size));
    host::check_fits(value, make.dtype, count)?;
    Ok(engine::run(Op::Fill { value, make }, &[])?)
}

pub(super) fn random(kind: Random, make: Make) -> Result<Tensor> {
    Ok(engine::run(Op::Random { kind, make }, &[])?)
}

/// Makes the tensor of `zeros`, `rand_like`, `new_ones`...
fn made(name: &str, make: Make) -> Result<Tensor> {
    match name.trim_start_matches("new_").trim_end_matches("_like") {
        "zeros" => fill(Scalar::Int(0), make),
        "ones" => fill(Scalar::Int(1), make),
        "rand" => random(Random::Uniform { low: 0.0, high: 1.0 }, make),
        "randn" => random(Random::Normal { mean: 0.0, std: 1.0 }, make),
        _ => Ok(Tensor::empty(&make.shape, make.dtype, make.device)?),
    }
}

/// Makes a sparse tensor of zeros.
fn nothing(args: &Args, make: &Make, dims: usize) -> Result<Tensor> {
    let name = args.builtin.short_name();
    match name.starts_with("zeros") || name.starts_with("empty") {
        true => Ok(engine::sparse::nothing(&make.shape, dims, make.dtype, make.device)?),
        false => Err(Raise::runtime(format!(
            "{name} is not there for sparse layouts: make a strided tensor, then to_sparse()"
        ))),
    }
}

/// Implements `requires_grad=True` of a new tensor.
fn require_grad(tensor: &Tensor) -> Result<()> {
    if !tensor.dtype().is_inexact() {
        return Err(Raise::runtime("Only Tensors of floating point and complex dtype can require gradients"));
    }
    super::recording::set_requires_grad(tensor, true)
}

/// zeros, ones, empty, rand, randn: (*size, generator=None, out=None, dtype, layout, device, requires_grad, pin_memory)
fn sized(vm: &mut Vm, args: &Args) -> Result<Value> {
    let name = args.builtin.short_name();
    let shape = args.spread(vm, 0).and_then(|integers| sizes(&integers)).map_err(|error| {
        // PyTorch's `zeros` has its own message.
        let negative = name == "zeros" && error.message().starts_with("Trying to create tensor with negative");
        if negative { Raise::runtime("zeros: Dimension size must be non-negative.") } else { error }
    })?;
    let options = Options::read(args, 3)?;
    let make = options.make(shape, defaults::dtype());
    if layout_at(args, 4)? == Some(Format::Coo) {
        return options.finish(nothing(args, &make, make.shape.len())?);
    }
    let tensor = with_generator(args.get(1), make.device, || made(name, make))?;
    // Only `empty` takes a format.
    options.finish(match memory_format::order(format_at(args, 8, MemoryFormat::Contiguous)?, &tensor)? {
        Some(order) => tensor.alias(order.layout(tensor.shape())),
        None => tensor,
    })
}

/// zeros_like and related functions: (input, *, dtype, layout, device, requires_grad, pin_memory, memory_format)
fn like(_: &mut Vm, args: &Args) -> Result<Value> {
    made_like(args, 1, |make| made(args.builtin.short_name(), make))
}

/// Makes a tensor with the first argument's shape, with options from the slot `first` on, followed by the memory
/// format. `make` fills it row by row; its dimensions are then permuted to the requested format.
pub(super) fn made_like(args: &Args, first: usize, make: impl FnOnce(Make) -> Result<Tensor>) -> Result<Value> {
    let input = args.tensor(0)?;
    let options = Options::like(args, first, input)?;
    let format = format_at(args, first + 5, MemoryFormat::Preserve)?;
    if layout_at(args, first + 1)?.unwrap_or(input.format()) == Format::Coo {
        let dims = input.parts().map_or(input.dim(), |parts| parts.sparse_dims());
        return options.finish(nothing(args, &options.make(input.shape().into(), input.dtype()), dims)?);
    }
    let made = |shape: Dims| -> Result<Tensor> { Ok(own_for_each(make(options.make(shape, input.dtype()))?, input)?) };
    options.finish(match memory_format::order(format, input)? {
        None => made(input.shape().into())?,
        Some(order) => made(order.shape(input.shape()))?.alias(order.layout(input.shape())),
    })
}

/// new_zeros, new_ones, new_empty: (self, *size, dtype, layout, device, requires_grad, pin_memory)
fn new_sized(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let shape = sizes(&args.spread(vm, 1)?)?;
    let options = Options::like(args, 2, input)?;
    let constants = made(args.builtin.short_name(), options.make(shape, input.dtype()))?;
    options.finish(own_for_each(constants, input)?)
}

fn dtype_of_scalar(value: Scalar) -> DType {
    match value {
        Scalar::Bool(_) => DType::Bool,
        Scalar::Int(_) => DType::Int64,
        Scalar::Float(_) => defaults::dtype(),
        Scalar::Complex(..) => defaults::dtype().with_imaginary(),
    }
}

/// Reads the numbers of a range. Integers stay integers.
fn range_numbers(args: &Args) -> Result<(Scalar, Scalar, Scalar)> {
    let first = args.scalar(0)?;
    match args.is_none(1) {
        true => Ok((Scalar::Int(0), first, args.scalar(2)?)),
        false => Ok((first, args.scalar(1)?, args.scalar(2)?)),
    }
}

fn arange(_: &mut Vm, args: &Args) -> Result<Value> {
    let (start, end, step) = range_numbers(args)?;
    let options = Options::read(args, 4)?;
    // int64 ranges are computed with integers.
    let whole = |number: Scalar| if options.dtype == Some(DType::Int64) { number.cast(DType::Int64) } else { number };
    let finite = [start, end].iter().all(|number| host::float(*number).is_finite());
    let (start, end, step) = if finite { (whole(start), whole(end), whole(step)) } else { (start, end, step) };
    let (from, to, by) = (host::float(start), host::float(end), host::float(step));
    if !from.is_finite() || !to.is_finite() {
        return Err(Raise::runtime(format!(
            "unsupported range: {from} -> {}",
            if to.is_nan() { "nan".into() } else { to.to_string() }
        )));
    }
    if by == 0.0 || by.is_nan() {
        return Err(Raise::runtime("step must be nonzero"));
    }
    if (to - from) * by < 0.0 {
        return Err(Raise::runtime("upper bound and lower bound inconsistent with step sign"));
    }
    let count = match (start, end, step) {
        (Scalar::Int(start), Scalar::Int(end), Scalar::Int(step)) => {
            let (distance, step) = ((i128::from(end) - i128::from(start)).abs(), i128::from(step).abs());
            ((distance + step - 1) / step) as usize
        }
        _ => {
            let count = ((to - from) / by).ceil();
            if count >= i64::MAX as f64 {
                return Err(Raise::runtime("invalid size, possible overflow?"));
            }
            count as usize
        }
    };
    let float = [start, end, step].iter().any(|x| matches!(x, Scalar::Float(_)));
    let default = if float { defaults::dtype() } else { DType::Int64 };
    let make = options.make(Dims::from_slice(&[count]), default);
    if make.dtype == DType::Bool || make.dtype.is_complex() {
        return Err(not_implemented("arange_cpu", make.dtype).into());
    }
    let (start, step) = match make.dtype.is_floating() {
        true => (start, step),
        false => (start.cast(DType::Int64), step.cast(DType::Int64)),
    };
    options.finish(engine::run(Op::Arange { start, step, make }, &[])?)
}

fn linspace(_: &mut Vm, args: &Args) -> Result<Value> {
    let options = Options::read(args, 4)?;
    let steps = args.int(2)?;
    if steps < 0 {
        return Err(Raise::runtime("number of steps must be non-negative"));
    }
    let dims =
        [("start", 0), ("end", 1)].into_iter().filter_map(|(name, i)| Some((name, tensor_of(args.get(i))?.dim())));
    if dims.clone().any(|(_, dim)| dim > 0) {
        let got: Vec<String> = dims.map(|(name, dim)| format!("{name} with {dim} dimension(s)")).collect();
        return Err(Raise::runtime(format!(
            "linspace only supports 0-dimensional start and end tensors, but got {}.",
            got.join(" and ")
        )));
    }
    let numbers = [args.scalar(0)?, args.scalar(1)?];
    let complex = numbers.iter().any(|number| matches!(number, Scalar::Complex(..)));
    let default = if complex { defaults::dtype().with_imaginary() } else { defaults::dtype() };
    let make = options.make(Dims::from_slice(&[steps as usize]), default);
    if complex && make.dtype.is_complex() {
        return options.finish(complex_linspace(numbers, make)?);
    }
    // A single step is the start, whatever the end.
    if steps == 1 {
        let value = numbers[0].cast(make.dtype);
        return options.finish(engine::run(Op::Fill { value, make }, &[])?);
    }
    for number in numbers.iter().filter(|_| !make.dtype.is_inexact()) {
        host::factor(*number, make.dtype)?;
    }
    let [start, end] = numbers.map(|number| host::float(number.cast(make.dtype)));
    options.finish(engine::run(Op::Linspace { start, end, make }, &[])?)
}

/// Makes a complex linspace from two real ones.
fn complex_linspace([start, end]: [Scalar; 2], make: Make) -> Result<Tensor> {
    let space = |part: usize| -> Result<Tensor> {
        let make = Make { dtype: make.dtype.part(), ..make.clone() };
        Ok(engine::run(Op::Linspace { start: start.parts()[part], end: end.parts()[part], make }, &[])?)
    };
    super::complex::from_parts(&space(0)?, &space(1)?)
}

fn eye(_: &mut Vm, args: &Args) -> Result<Value> {
    let options = Options::read(args, 3)?;
    let n = args.int(0)?;
    let m = args.opt_int(1)?.unwrap_or(n);
    for (name, size) in [("n", n), ("m", m)] {
        if size < 0 {
            return Err(Raise::runtime(format!("{name} must be greater or equal to 0, got {size}")));
        }
    }
    let make = options.make(sizes(&[n, m])?, defaults::dtype());
    options.finish(engine::run(Op::Eye { make }, &[])?)
}

fn full(vm: &mut Vm, args: &Args) -> Result<Value> {
    let shape = sizes(&shape_at(vm, args, 0)?)?;
    let value = args.scalar(1)?;
    let options = Options::read(args, 3)?;
    options.finish(fill(value, options.make(shape, dtype_of_scalar(value)))?)
}

/// torch.tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False): copies its data.
fn tensor(vm: &mut Vm, args: &Args) -> Result<Value> {
    let dtype = args.opt_dtype(1)?;
    let device = args.opt_device(2)?;
    let tensor = match tensor_of(args.get(0)) {
        Some(source) => {
            let copy = engine_ops::to(&source.detach(), dtype, device, false, true)?;
            copy.detach()
        }
        None => match super::ndarray::array_of(args.get(0)) {
            Some(source) => engine_ops::to(&source, dtype, Some(device.unwrap_or_else(defaults::device)), false, true)?,
            None => host::from_value(vm, args.get(0), dtype, device.unwrap_or_else(defaults::device))?,
        },
    };
    let tensor = super::pinned::pin_if_asked(args, 4, tensor)?;
    if args.bool(3)? {
        require_grad(&tensor)?;
    }
    Ok(tensor_value(tensor))
}

/// torch.as_tensor(data, dtype=None, device=None): shares memory if possible.
fn as_tensor(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (dtype, device) = (args.opt_dtype(1)?, args.opt_device(2)?);
    if let Some(source) = tensor_of(args.get(0)) {
        if dtype.is_none_or(|dtype| dtype == source.dtype()) && device.is_none_or(|device| device == source.device()) {
            return Ok(args.get(0).clone());
        }
        return engine_ops::to(source, dtype, device, false, false).map(tensor_value);
    }
    if let Some(source) = super::ndarray::array_of(args.get(0)) {
        return engine_ops::to(&source, dtype, device, false, false).map(tensor_value);
    }
    host::from_value(vm, args.get(0), dtype, device.unwrap_or_else(defaults::device)).map(tensor_value)
}

/// torch.asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False)
fn as_array(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (dtype, device, copy, requires_grad) =
        (args.opt_dtype(1)?, args.opt_device(2)?, args.opt_bool(3)?, args.bool(4)?);
    let cannot = |text: String| Raise::new(Exc::ValueError, format!("can't alias {text}"));
    let Some(source) = tensor_of(args.get(0)).cloned().or_else(|| super::ndarray::array_of(args.get(0))) else {
        if copy == Some(false) {
            return Err(cannot("arbitrary sequence into a tensor.".into()));
        }
        let made = host::from_value(vm, args.get(0), dtype, device.unwrap_or_else(defaults::device))?;
        if requires_grad {
            require_grad(&made)?;
        }
        return Ok(tensor_value(made));
    };
    let other_device = device.filter(|&device| device != source.device());
    let other_dtype = dtype.filter(|&dtype| dtype != source.dtype());
    if copy != Some(true) && other_device.is_none() && other_dtype.is_none() {
        // `requires_grad` of a non-leaf cannot change, so it is detached instead.
        let alias = if source.is_leaf() || requires_grad { source } else { source.detach() };
        super::recording::set_requires_grad(&alias, requires_grad)?;
        return Ok(tensor_value(alias));
    }
    if let (Some(false), Some(device)) = (copy, other_device) {
        return Err(cannot(format!("tensor from device '{}' to '{device}'.", source.device())));
    }
    if let (Some(false), Some(dtype)) = (copy, other_dtype) {
        let (own, wanted) = (source.dtype().scalar_name(), dtype.scalar_name());
        return Err(cannot(format!("tensor with dtype '{own}' into dtype '{wanted}'.")));
    }
    let made = engine_ops::to(&source, dtype, device, false, true)?;
    if !made.is_leaf() && !requires_grad {
        return Ok(tensor_value(made.detach()));
    }
    super::recording::set_requires_grad(&made, requires_grad)?;
    Ok(tensor_value(made))
}

/// Makes a tensor like the legacy constructors `torch.Tensor(2, 3)` and `torch.Tensor([1, 2])`: from sizes or data,
/// with the class's dtype.
pub(super) fn legacy(vm: &mut Vm, args: &Args, dtype: DType, device: Device) -> Result<Value> {
    if let [data] = args.rest(0)
        && !matches!(data, Value::Int(_))
        && data.downcast::<super::size::Size>().is_none()
    {
        return host::from_value(vm, data, Some(dtype), device).map(tensor_value);
    }
    let shape = if args.rest(0).is_empty() { Dims::from_slice(&[0]) } else { sizes(&args.spread(vm, 0)?)? };
    Ok(tensor_value(Tensor::empty(&shape, dtype, device)?))
}

pub static NEW_TENSOR: Builtin = Builtin::new(
    "torch.Tensor",
    "(*data)",
    "A tensor of the default dtype, from sizes or from data. Prefer torch.tensor.",
    |vm, args| legacy(vm, args, defaults::dtype(), defaults::device()),
);

/// Reads sizes. A single number is not accepted.
pub(super) fn shape_at(vm: &mut Vm, args: &Args, i: usize) -> Result<Integers> {
    match args.get(i).number() {
        Value::Int(_) => Err(args.must_be(i, "tuple of ints")),
        _ => args.integers(vm, i),
    }
}

const SIZED: &str = "(*size, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, memory_format=None, names=None) -> Tensor";
const LIKE: &str = "(input, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, memory_format=None) -> Tensor";
const NEW: &str =
    "(self, *size, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor";

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.zeros",
        SIZED,
        "A tensor of zeros.\n\n\
         Errors: RuntimeError for a negative size: `torch.zeros(-1)`\n\n\
         >>> torch.zeros(2, 3)\n\
         tensor([[0., 0., 0.],\n\
         \x20       [0., 0., 0.]])",
        sized,
    ),
    Builtin::new(
        "torch.ones",
        SIZED,
        "A tensor of ones.\n\n\
         Errors: RuntimeError for a negative size: `torch.ones(-1)`\n\n\
         >>> torch.ones(2, 2, dtype=torch.int64)\n\
         tensor([[1, 1],\n\
         \x20       [1, 1]])",
        sized,
    ),
    Builtin::new(
        "torch.empty",
        SIZED,
        "A tensor whose values are whatever the memory held.\n\n\
         >>> torch.empty(2, 3).shape\n\
         torch.Size([2, 3])",
        sized,
    ),
    Builtin::new(
        "torch.rand",
        SIZED,
        "Uniform random numbers from [0, 1).\n\n\
         Errors: RuntimeError for a negative size: `torch.rand(-1)`\n\n\
         >>> torch.rand(2, 3).shape\n\
         torch.Size([2, 3])",
        sized,
    ),
    Builtin::new(
        "torch.randn",
        SIZED,
        "Normal random numbers: mean 0, variance 1.\n\n\
         Errors: RuntimeError for a negative size: `torch.randn(-1)`\n\n\
         >>> torch.randn(2, 3).shape\n\
         torch.Size([2, 3])",
        sized,
    ),
    Builtin::new(
        "torch.zeros_like",
        LIKE,
        "Zeros in the shape, dtype and device of a tensor.\n\n\
         >>> torch.zeros_like(torch.ones(2))\n\
         tensor([0., 0.])",
        like,
    ),
    Builtin::new(
        "torch.ones_like",
        LIKE,
        "Ones in the shape, dtype and device of a tensor.\n\n\
         >>> torch.ones_like(torch.zeros(2))\n\
         tensor([1., 1.])",
        like,
    ),
    Builtin::new(
        "torch.empty_like",
        LIKE,
        "An uninitialised tensor like another.\n\n\
         >>> torch.empty_like(torch.zeros(2, 3)).shape\n\
         torch.Size([2, 3])",
        like,
    ),
    Builtin::new(
        "torch.rand_like",
        LIKE,
        "Uniform random numbers like a tensor.\n\n\
         >>> torch.rand_like(torch.zeros(2, 3)).shape\n\
         torch.Size([2, 3])",
        like,
    ),
    Builtin::new(
        "torch.randn_like",
        LIKE,
        "Normal random numbers like a tensor.\n\n\
         Errors: NotImplementedError of integers: `torch.randn_like(torch.tensor([1, 2]))`\n\n\
         >>> torch.randn_like(torch.zeros(2, 3)).shape\n\
         torch.Size([2, 3])",
        like,
    ),
    Builtin::new(
        "Tensor.new_zeros",
        NEW,
        "Zeros of this tensor's dtype and device.\n\n\
         >>> torch.tensor([1.5]).new_zeros(2)\n\
         tensor([0., 0.])",
        new_sized,
    ),
    Builtin::new(
        "Tensor.new_ones",
        NEW,
        "Ones of this tensor's dtype and device.\n\n\
         >>> torch.tensor([1.5]).new_ones(2)\n\
         tensor([1., 1.])",
        new_sized,
    ),
    Builtin::new(
        "Tensor.new_empty",
        NEW,
        "An uninitialised tensor of this tensor's dtype and device.\n\n\
         >>> torch.ones(1).new_empty(2, 3).shape\n\
         torch.Size([2, 3])",
        new_sized,
    ),
    Builtin::new(
        "Tensor.new_full",
        "(self, size, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor",
        "A constant tensor of this tensor's dtype and device.\n\n\
         >>> torch.tensor([1.5]).new_full((2,), 7)\n\
         tensor([7., 7.])",
        |vm, args| {
            let shape = sizes(&args.integers(vm, 1)?)?;
            let input = args.tensor(0)?;
            let options = Options::like(args, 3, input)?;
            let constants = fill(args.scalar(2)?, options.make(shape, input.dtype()))?;
            options.finish(own_for_each(constants, input)?)
        },
    ),
    Builtin::new(
        "Tensor.new_tensor",
        "(self, data, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor",
        "A tensor of data with this tensor's dtype and device.\n\n\
         >>> torch.tensor([1.5]).new_tensor([1, 2])\n\
         tensor([1., 2.])",
        |vm, args| {
            let input = args.tensor(0)?;
            let options = Options::like(args, 2, input)?;
            let made = match tensor_of(args.get(1)) {
                Some(data) => engine_ops::to(&data.detach(), options.dtype, Some(options.device), false, true)?,
                None => host::from_value(vm, args.get(1), options.dtype, options.device)?,
            };
            options.finish(made)
        },
    ),
    Builtin::new(
        "torch.full",
        "(size, fill_value, *, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor",
        "A constant tensor.\n\n\
         Errors: RuntimeError for a negative size: `torch.full((-1,), 0.)`\n\n\
         >>> torch.full((2, 2), 7)\n\
         tensor([[7, 7],\n\
         \x20       [7, 7]])",
        full,
    ),
    Builtin::new(
        "torch.full_like",
        "(input, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, memory_format=None) -> Tensor",
        "A constant tensor like another.\n\n\
         >>> torch.full_like(torch.zeros(2), 7)\n\
         tensor([7., 7.])",
        |_, args| made_like(args, 2, |make| fill(args.scalar(1)?, make)),
    ),
    Builtin::new(
        "torch.tensor",
        "(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False) -> Tensor",
        "A tensor of data: numbers, nested lists, arrays. It is a copy.\n\n\
         Errors: ValueError where the lists have different lengths: `torch.tensor([[1, 2], [3]])`\n\
         \x20       TypeError for something that is not a number: `torch.tensor('text')`\n\n\
         >>> torch.tensor([[1., 2.], [3., 4.]])\n\
         tensor([[1., 2.],\n\
         \x20       [3., 4.]])",
        tensor,
    ),
    Builtin::new(
        "torch.as_tensor",
        "(data, dtype=None, device=None) -> Tensor",
        "A tensor of data, without a copy where possible.\n\n\
         >>> torch.as_tensor([1., 2.])\n\
         tensor([1., 2.])",
        as_tensor,
    ),
    Builtin::new(
        "torch.asarray",
        "(obj, *, dtype=None, device=None, copy=None, requires_grad=False) -> Tensor",
        "A tensor of data: never a copy, or always one, by `copy`; else where there must be.\n\n\
         Errors: ValueError where a copy was ruled out and there must be one: `torch.asarray([1, 2], copy=False)`\n\n\
         >>> torch.asarray([1, 2, 3])\n\
         tensor([1, 2, 3])",
        as_array,
    ),
    Builtin::new(
        "torch.from_numpy",
        "(ndarray) -> Tensor",
        "A tensor over an array's memory.\n\n\
         >>> import numpy as np\n\
         >>> torch.from_numpy(np.array([1, 2]))\n\
         tensor([1, 2])",
        |_, args| {
            let array = super::ndarray::array_of(args.get(0)).filter(|_| super::ndarray::is_array(args.get(0)));
            let array = array
                .ok_or_else(|| Raise::type_error(format!("expected np.ndarray (got {})", args.get(0).type_name())))?;
            Ok(tensor_value(array.data()))
        },
    ),
    Builtin::new("torch.FloatTensor", "(*data)", "A float32 tensor, from sizes or data.", |vm, args| {
        legacy(vm, args, DType::Float32, defaults::device())
    }),
    Builtin::new("torch.DoubleTensor", "(*data)", "A float64 tensor, from sizes or data.", |vm, args| {
        legacy(vm, args, DType::Float64, defaults::device())
    }),
    Builtin::new("torch.HalfTensor", "(*data)", "A float16 tensor, from sizes or data.", |vm, args| {
        legacy(vm, args, DType::Float16, defaults::device())
    }),
    Builtin::new("torch.BFloat16Tensor", "(*data)", "A bfloat16 tensor, from sizes or data.", |vm, args| {
        legacy(vm, args, DType::BFloat16, defaults::device())
    }),
    Builtin::new("torch.LongTensor", "(*data)", "An int64 tensor, from sizes or data.", |vm, args| {
        legacy(vm, args, DType::Int64, defaults::device())
    }),
    Builtin::new("torch.IntTensor", "(*data)", "An int32 tensor, from sizes or data.", |vm, args| {
        legacy(vm, args, DType::Int32, defaults::device())
    }),
    Builtin::new("torch.ShortTensor", "(*data)", "An int16 tensor, from sizes or data.", |vm, args| {
        legacy(vm, args, DType::Int16, defaults::device())
    }),
    Builtin::new("torch.CharTensor", "(*data)", "An int8 tensor, from sizes or data.", |vm, args| {
        legacy(vm, args, DType::Int8, defaults::device())
    }),
    Builtin::new("torch.ByteTensor", "(*data)", "A uint8 tensor, from sizes or data.", |vm, args| {
        legacy(vm, args, DType::UInt8, defaults::device())
    }),
    Builtin::new("torch.BoolTensor", "(*data)", "A bool tensor, from sizes or data.", |vm, args| {
        legacy(vm, args, DType::Bool, defaults::device())
    }),
    Builtin::new(
        "torch.arange",
        "(start, end=None, step=1, *, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor",
        "Numbers from start (0) up to end, not included.\n\n\
         Errors: RuntimeError where the step leads away from the end: `torch.arange(0, 3, -1)`\n\n\
         >>> torch.arange(3)\n\
         tensor([0, 1, 2])\n\
         >>> torch.arange(0, 1, 0.25)\n\
         tensor([0.0000, 0.2500, 0.5000, 0.7500])",
        arange,
    ),
    Builtin::new(
        "torch.linspace",
        "(start, end, steps, *, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor",
        "Evenly spaced numbers, both ends included.\n\n\
         Errors: RuntimeError for a negative number of steps: `torch.linspace(0, 1, -1)`\n\n\
         >>> torch.linspace(0, 1, 5)\n\
         tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])",
        linspace,
    ),
    Builtin::new(
        "torch.eye",
        "(n, m=None, *, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor",
        "Ones on the diagonal, zeros elsewhere.\n\n\
         Errors: RuntimeError for a negative size: `torch.eye(-1)`\n\n\
         >>> torch.eye(2)\n\
         tensor([[1., 0.],\n\
         \x20       [0., 1.]])",
        eye,
    ),
];
