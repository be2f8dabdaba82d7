//! New tensors: from data, filled, ranges, random.

use super::arguments::{Integers, TensorArgs, sizes, tensor_of};
use super::generator::with_generator;
use super::pointwise::finish;
use super::tensor::tensor_value;
use super::{convert, defaults, host};
use crate::engine;
use crate::language::native::Args;
use crate::language::{Builtin, Raise, Result, Value, Vm};
use crate::tensor::op::{Arg, Make, Random};
use crate::tensor::{DType, Device, Dims, Op, Scalar, Tensor};

/// `out, dtype, layout, device, requires_grad, pin_memory`: always in this order in a signature, `out` where there is one.
struct Options {
    name: &'static str,
    out: Value,
    dtype: Option<DType>,
    device: Device,
    requires_grad: bool,
    pin_memory: bool,
}

impl Options {
    /// Reads them from the slot of `dtype` on, which follows that of `out`.
    fn read(args: &Args, first: usize) -> Result<Options> {
        let out = args.get(first - 1).clone();
        let (dtype, device) = (args.opt_dtype(first)?, args.opt_device(first + 2)?);
        let (dtype, device) = match tensor_of(&out) {
            Some(out) => (dtype.or(Some(out.dtype())), device.unwrap_or(out.device())),
            None => (dtype, device.unwrap_or_else(defaults::device)),
        };
        let (requires_grad, pin_memory) = (args.bool(first + 3)?, args.bool(first + 4)?);
        Ok(Options { name: args.builtin.short_name(), out, dtype, device, requires_grad, pin_memory })
    }
    /// As `read`, with what an existing tensor is as the default.
    fn like(args: &Args, first: usize, like: &Tensor) -> Result<Options> {
        let device = args.opt_device(first + 2)?.unwrap_or(like.device());
        let dtype = args.opt_dtype(first)?.or(Some(like.dtype()));
        let (requires_grad, pin_memory) = (args.bool(first + 3)?, args.bool(first + 4)?);
        Ok(Options { name: args.builtin.short_name(), out: Value::None, dtype, device, requires_grad, pin_memory })
    }
    fn make(&self, shape: Dims, default: DType) -> Make {
        Make { shape, dtype: self.dtype.unwrap_or(default), device: self.device }
    }
    fn finish(&self, tensor: Tensor) -> Result<Value> {
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

fn fill(value: Scalar, make: Make) -> Result<Tensor> {
    let count = make.shape.iter().fold(1, |count: usize, &size| count.saturating_mul(size));
    host::check_fits(value, make.dtype, count)?;
    Ok(engine::run(Op::Fill { value, make }, &[])?)
}

fn random(kind: Random, make: Make) -> Result<Tensor> {
    Ok(engine::run(Op::Random { kind, make }, &[])?)
}

/// What `zeros`, `rand_like`, `new_ones`... put into a new tensor.
fn made(name: &str, make: Make) -> Result<Tensor> {
    match name.trim_start_matches("new_").trim_end_matches("_like") {
        "zeros" => fill(Scalar::Int(0), make),
        "ones" => fill(Scalar::Int(1), make),
        "rand" => random(Random::Uniform { low: 0.0, high: 1.0 }, make),
        "randn" => random(Random::Normal { mean: 0.0, std: 1.0 }, make),
        _ => Ok(Tensor::empty(&make.shape, make.dtype, make.device)?),
    }
}

/// `requires_grad=True` of a new tensor.
fn require_grad(tensor: &Tensor) -> Result<()> {
    if !tensor.dtype().is_floating() {
        return Err(Raise::runtime("Only Tensors of floating point and complex dtype can require gradients"));
    }
    super::autograd::set_requires_grad(tensor, true)
}

/// zeros, ones, empty, rand, randn: (*size, generator=None, out=None, dtype, layout, device, requires_grad, pin_memory)
fn sized(vm: &mut Vm, args: &Args) -> Result<Value> {
    let name = args.builtin.short_name();
    let shape = args.spread(vm, 0).and_then(|integers| sizes(&integers)).map_err(|error| {
        // PyTorch's zeros has words of its own.
        let negative = name == "zeros" && error.message().starts_with("Trying to create tensor with negative");
        if negative { Raise::runtime("zeros: Dimension size must be non-negative.") } else { error }
    })?;
    let options = Options::read(args, 3)?;
    let make = options.make(shape, defaults::dtype());
    let tensor = with_generator(args.get(1), make.device, || made(name, make))?;
    options.finish(tensor)
}

/// zeros_like and its kin: (input, *, dtype, layout, device, requires_grad, pin_memory, memory_format)
fn like(_: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let options = Options::like(args, 1, input)?;
    options.finish(made(args.builtin.short_name(), options.make(input.shape().into(), input.dtype()))?)
}

/// new_zeros, new_ones, new_empty: (self, *size, dtype, layout, device, requires_grad, pin_memory)
fn new_sized(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let shape = sizes(&args.spread(vm, 1)?)?;
    let options = Options::like(args, 2, input)?;
    options.finish(made(args.builtin.short_name(), options.make(shape, input.dtype()))?)
}

fn dtype_of_scalar(value: Scalar) -> DType {
    match value {
        Scalar::Bool(_) => DType::Bool,
        Scalar::Int(_) => DType::Int64,
        Scalar::Float(_) => defaults::dtype(),
    }
}

/// Python numbers of a range: integers stay integers.
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
    options.finish(engine::run(Op::Arange { start, step, make }, &[])?)
}

fn linspace(_: &mut Vm, args: &Args) -> Result<Value> {
    let options = Options::read(args, 4)?;
    let steps = args.int(2)?;
    if steps < 0 {
        return Err(Raise::runtime("number of steps must be non-negative"));
    }
    let (start, end) = (host::float(args.scalar(0)?), host::float(args.scalar(1)?));
    let make = options.make(Dims::from_slice(&[steps as usize]), defaults::dtype());
    options.finish(engine::run(Op::Linspace { start, end, make }, &[])?)
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

/// torch.tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False): a copy.
fn tensor(vm: &mut Vm, args: &Args) -> Result<Value> {
    let dtype = args.opt_dtype(1)?;
    let device = args.opt_device(2)?;
    let tensor = match tensor_of(args.get(0)) {
        Some(source) => {
            let copy = convert::to(&source.detach(), dtype, device, false, true)?;
            copy.detach()
        }
        None => match super::numpy::array_of(args.get(0)) {
            Some(source) => convert::to(&source, dtype, Some(device.unwrap_or_else(defaults::device)), false, true)?,
            None => host::from_value(vm, args.get(0), dtype, device.unwrap_or_else(defaults::device))?,
        },
    };
    let tensor = super::pinned::pin_if_asked(args, 4, tensor)?;
    if args.bool(3)? {
        require_grad(&tensor)?;
    }
    Ok(tensor_value(tensor))
}

/// torch.as_tensor(data, dtype=None, device=None): shares where it can.
fn as_tensor(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (dtype, device) = (args.opt_dtype(1)?, args.opt_device(2)?);
    if let Some(source) = tensor_of(args.get(0)) {
        if dtype.is_none_or(|dtype| dtype == source.dtype()) && device.is_none_or(|device| device == source.device()) {
            return Ok(args.get(0).clone());
        }
        return convert::to(source, dtype, device, false, false).map(tensor_value);
    }
    if let Some(source) = super::numpy::array_of(args.get(0)) {
        return convert::to(&source, dtype, device, false, false).map(tensor_value);
    }
    host::from_value(vm, args.get(0), dtype, device.unwrap_or_else(defaults::device)).map(tensor_value)
}

/// torch.Tensor(2, 3), torch.Tensor([1, 2]): sizes or data, always the default dtype (or the class's own).
/// A tensor of sizes or of data, as the old classes of tensors are called.
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

/// Sizes where one number alone will not do.
fn shape_at(vm: &mut Vm, args: &Args, i: usize) -> Result<Integers> {
    match args.get(i).number() {
        Value::Int(_) => Err(args.must_be(i, "tuple of ints")),
        _ => args.integers(vm, i),
    }
}

/// randint(low, high, size) or randint(high, size).
fn randint(vm: &mut Vm, args: &Args) -> Result<Value> {
    let options = Options::read(args, 5)?;
    let (low, high, size) = match (args.is_none(1), args.is_none(2)) {
        (false, false) => (args.int(0)?, args.int(1)?, shape_at(vm, args, 2)?),
        (true, false) => (0, args.int(0)?, shape_at(vm, args, 2)?),
        (false, true) => (0, args.int(0)?, shape_at(vm, args, 1)?),
        (true, true) => return Err(args.must_be(1, "tuple of ints")),
    };
    if low >= high {
        return Err(Raise::runtime(format!(
            "random_ expects 'from' to be less than 'to', but got from={low} >= to={high}"
        )));
    }
    let make = options.make(sizes(&size)?, DType::Int64);
    let tensor = with_generator(args.get(3), make.device, || random(Random::Integer { low, high }, make))?;
    options.finish(tensor)
}

fn randint_like(_: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let (low, high) = if args.is_none(2) { (0, args.int(1)?) } else { (args.int(1)?, args.int(2)?) };
    let options = Options::like(args, 3, input)?;
    options.finish(random(Random::Integer { low, high }, options.make(input.shape().into(), input.dtype()))?)
}

fn randperm(_: &mut Vm, args: &Args) -> Result<Value> {
    let options = Options::read(args, 3)?;
    let make = options.make(sizes(&[args.int(0)?])?, DType::Int64);
    let tensor = with_generator(args.get(1), make.device, || random(Random::Permutation, make))?;
    options.finish(tensor)
}

/// normal(mean, std, size): numbers, or tensors of means and deviations.
fn normal(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (mean, std) = (args.get(0), args.get(1));
    let generator = args.get(3);
    match tensor_of(std) {
        None => spread(host::float(args.scalar(1)?))?,
        Some(std) if std.device() == Device::Cpu && negative(std)? => {
            return Err(Raise::runtime("normal expects all elements of std >= 0.0").mark(1, "negative"));
        }
        Some(_) => {}
    }
    if tensor_of(mean).is_none() && tensor_of(std).is_none() {
        if args.given(2).is_none() {
            return Err(args.must_be(2, "tuple of ints"));
        }
        let options = Options::read(args, 5)?;
        let kind = Random::Normal { mean: host::float(args.scalar(0)?), std: host::float(args.scalar(1)?) };
        let make = options.make(sizes(&args.integers(vm, 2)?)?, defaults::dtype());
        let tensor = with_generator(generator, make.device, || random(kind, make))?;
        return options.finish(tensor);
    }
    let shape = super::tensor::pointwise("add", &[args.operand(0)?, args.operand(1)?])?;
    let make = Make { shape: shape.shape().into(), dtype: shape.dtype(), device: shape.device() };
    let standard = with_generator(generator, make.device, || random(Random::Normal { mean: 0.0, std: 1.0 }, make))?;
    let scaled = super::tensor::pointwise("mul", &[Arg::Tensor(&standard), args.operand(1)?])?;
    super::tensor::pointwise("add", &[Arg::Tensor(&scaled), args.operand(0)?]).map(tensor_value)
}

fn like_make(input: &Tensor) -> Make {
    Make { shape: input.shape().into(), dtype: input.dtype(), device: input.device() }
}

fn negative(input: &Tensor) -> Result<bool> {
    let elements = host::elements(input)?;
    Ok((0..elements.len()).any(|i| host::float(elements.scalar(i)) < 0.0))
}

/// A standard deviation that there can be.
fn spread(std: f64) -> Result<()> {
    match std >= 0.0 {
        true => Ok(()),
        false => Err(Raise::runtime(format!("normal expects std >= 0.0, but found std {std}"))),
    }
}

/// In-place random fills: (self, a, b, *, generator=None).
fn fill_random(args: &Args, kind: Random) -> Result<Value> {
    let input = args.tensor(0)?;
    let generator = args.given(args.slots.len() - 1).cloned().unwrap_or(Value::None);
    with_generator(&generator, input.device(), || finish(args, Op::Random { kind, make: like_make(input) }, &[]))
}

/// How many draws an element takes is not known before: they are made on the host, and moved.
fn drawn_by_rejection(kind: Random, parameters: &[&Tensor], generator: &Value) -> Result<Value> {
    let device = parameters[0].device();
    let shape = parameters[0].shape();
    let host: Vec<Tensor> = (parameters.iter())
        .map(|p| super::shape::expand_to(&convert::to(p, None, Some(Device::Cpu), false, false)?, shape))
        .collect::<Result<_>>()?;
    let operands: Vec<Arg> = host.iter().map(Arg::Tensor).collect();
    let drawn = with_generator(generator, Device::Cpu, || {
        Ok(engine::run(Op::Random { kind, make: like_make(&host[0]) }, &operands)?)
    })?;
    convert::to(&drawn, None, Some(device), false, false).map(tensor_value)
}

/// Largest integer, plus one, that `random_()` draws for a dtype.
fn random_limit(dtype: DType) -> i64 {
    match dtype {
        DType::Bool => 2,
        DType::UInt8 => 256,
        DType::Int8 => 128,
        DType::Int16 => 1 << 15,
        DType::Int32 => 1 << 31,
        DType::Int64 => i64::MAX,
        DType::Float16 => (1 << 11) + 1,
        DType::BFloat16 => (1 << 8) + 1,
        DType::Float32 => (1 << 24) + 1,
        DType::Float64 => (1 << 53) + 1,
    }
}

fn bernoulli(_: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let make = like_make(input);
    let generator = args.get(args.slots.len() - 1);
    let tensor = match args.is_none(1) {
        true => with_generator(generator, make.device, || {
            Ok(engine::run(Op::Random { kind: Random::BernoulliOf, make: make.clone() }, &[Arg::Tensor(input)])?)
        })?,
        false => {
            let p = host::float(args.scalar(1)?);
            with_generator(generator, make.device, || random(Random::Bernoulli { p }, make.clone()))?
        }
    };
    Ok(tensor_value(tensor))
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
            options.finish(fill(args.scalar(2)?, options.make(shape, input.dtype()))?)
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
            options.finish(host::from_value(vm, args.get(1), options.dtype, options.device)?)
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
        |_, args| {
            let input = args.tensor(0)?;
            let options = Options::like(args, 2, input)?;
            options.finish(fill(args.scalar(1)?, options.make(input.shape().into(), input.dtype()))?)
        },
    ),
    Builtin::new(
        "torch.tensor",
        "(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False) -> Tensor",
        "A tensor of data: numbers, nested lists, arrays. It is a copy.\n\n\
         Errors: ValueError where the lists have different lengths: `torch.tensor([[1, 2], [3]])`\n\
         \x20       TypeError for what is no number: `torch.tensor('text')`\n\n\
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
        "(data, dtype=None, device=None) -> Tensor",
        "A tensor of data, without a copy where possible.\n\n\
         >>> torch.asarray([1, 2, 3])\n\
         tensor([1, 2, 3])",
        as_tensor,
    ),
    Builtin::new(
        "torch.from_numpy",
        "(ndarray) -> Tensor",
        "A tensor over an array's memory.\n\n\
         >>> import numpy as np\n\
         >>> torch.from_numpy(np.array([1, 2]))\n\
         tensor([1, 2])",
        |_, args| {
            let array = super::numpy::array_of(args.get(0)).filter(|_| super::numpy::is_array(args.get(0)));
            let array = array
                .ok_or_else(|| Raise::type_error(format!("expected np.ndarray (got {})", args.get(0).type_name())))?;
            Ok(tensor_value(array))
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
    Builtin::new(
        "torch.randint",
        "(low, high=None, size=None, *, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor",
        "Random integers from low (0) up to high, not included.\n\n\
         Errors: RuntimeError where there is no number between: `torch.randint(3, 3, (2,))`\n\n\
         >>> torch.randint(0, 10, (4,)).shape\n\
         torch.Size([4])",
        randint,
    ),
    Builtin::new(
        "torch.randint_like",
        "(input, low, high=None, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor",
        "Random integers in the shape of a tensor.\n\n\
         >>> torch.randint_like(torch.zeros(2, 3), 10).shape\n\
         torch.Size([2, 3])",
        randint_like,
    ),
    Builtin::new(
        "torch.randperm",
        "(n, *, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor",
        "A random permutation of 0 .. n-1.\n\n\
         >>> torch.randperm(4).sort().values\n\
         tensor([0, 1, 2, 3])",
        randperm,
    ),
    Builtin::new(
        "torch.normal",
        "(mean=0.0, std=1.0, size=..., *, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor",
        "Normal random numbers with these means and deviations.\n\n\
         Shapes: mean and std broadcast, or `size`\n\
         Errors: RuntimeError for a negative deviation: `torch.normal(torch.zeros(2), -1.0)`",
        normal,
    ),
    Builtin::new(
        "torch.bernoulli",
        "(input, p=None, *, generator=None) -> Tensor",
        "1 with the given probabilities, else 0.\n\n\
         Errors: RuntimeError for what is no probability: `torch.bernoulli(torch.tensor([2.]))`\n\n\
         >>> torch.bernoulli(torch.tensor([0., 1.]))\n\
         tensor([0., 1.])",
        bernoulli,
    ),
    Builtin::new(
        "torch.poisson",
        "(input, generator=None) -> Tensor",
        "Counts of events of the given rates (on the CPU, also for CUDA tensors).\n\n\
         >>> torch.poisson(torch.zeros(2))\n\
         tensor([0., 0.])",
        |_, args| drawn_by_rejection(Random::PoissonOf, &[args.tensor(0)?], args.get(1)),
    ),
    Builtin::new(
        "torch.binomial",
        "(count, prob, generator=None) -> Tensor",
        "Successes among so many trials of the given probabilities (on the CPU, also for CUDA tensors).",
        |_, args| drawn_by_rejection(Random::BinomialOf, &[args.tensor(0)?, args.tensor(1)?], args.get(2)),
    ),
    Builtin::new(
        "torch._gamma_draws",
        "(input, generator=None) -> Tensor",
        "Draws of gamma distributions of the given shapes, without gradient.",
        |_, args| drawn_by_rejection(Random::GammaOf, &[args.tensor(0)?], args.get(1)),
    ),
    Builtin::new(
        "Tensor.uniform_",
        "(self, a=0.0, b=1.0, *, generator=None)",
        "In place: uniform numbers from [a, b).\n\n\
         >>> torch.empty(100).uniform_(2, 3).min() >= 2\n\
         tensor(True)",
        |_, args| fill_random(args, Random::Uniform { low: args.float(1)?, high: args.float(2)? }),
    ),
    Builtin::new(
        "Tensor.normal_",
        "(self, mean=0.0, std=1.0, *, generator=None)",
        "In place: normal random numbers.\n\n\
         >>> torch.zeros(1000).normal_(5, 0.1).mean().round()\n\
         tensor(5.)",
        |_, args| {
            let std = args.float(2)?;
            spread(std)?;
            fill_random(args, Random::Normal { mean: args.float(1)?, std })
        },
    ),
    Builtin::new(
        "Tensor.exponential_",
        "(self, lambd=1.0, *, generator=None)",
        "In place: exponential random numbers.\n\n\
         >>> torch.zeros(100).exponential_().min() >= 0\n\
         tensor(True)",
        |_, args| fill_random(args, Random::Exponential { rate: args.float(1)? }),
    ),
    Builtin::new(
        "Tensor.bernoulli_",
        "(self, p=0.5, *, generator=None)",
        "In place: 1 with probability p, else 0.\n\n\
         >>> torch.zeros(3).bernoulli_(1.0)\n\
         tensor([1., 1., 1.])",
        |_, args| {
            let Some(p) = super::arguments::tensor_of(args.get(1)) else {
                return fill_random(args, Random::Bernoulli { p: args.float(1)? });
            };
            let input = args.tensor(0)?;
            let p = super::shape::expand_to(p, input.shape())?;
            let op = Op::Random { kind: Random::BernoulliOf, make: like_make(input) };
            with_generator(args.get(2), input.device(), || Ok(engine::run_into(op, &[Arg::Tensor(&p)], input)?))?;
            Ok(args.get(0).clone())
        },
    ),
    Builtin::new(
        "Tensor.random_",
        "(self, start=None, to=None, *, generator=None)",
        "In place: random integers from [start, to).\n\n\
         >>> torch.zeros(100).random_(0, 5).max() < 5\n\
         tensor(True)",
        |_, args| {
            let dtype = args.tensor(0)?.dtype();
            if dtype == DType::Int64 && args.is_none(1) {
                // 63 bits: 64 drawn, the sign cleared.
                let (low, high) = (i64::MIN, i64::MAX);
                fill_random(args, Random::Integer { low, high })?;
                let unsigned =
                    Op::Pointwise { function: super::pointwise::function("bitwise_and")?, parameters: [0.0; 2] };
                let input = args.tensor(0)?;
                engine::run_into(unsigned, &[Arg::Tensor(input), Arg::from(high)], input)?;
                return Ok(args.get(0).clone());
            }
            let (low, high) = match (args.opt_int(1)?, args.opt_int(2)?) {
                (None, _) => (0, random_limit(dtype)),
                (Some(to), None) => (0, to),
                (Some(start), Some(to)) => (start, to),
            };
            fill_random(args, Random::Integer { low, high })
        },
    ),
];
