//! Random numbers: creates tensors of them, and fills tensors with them.

use super::arguments::{TensorArgs, sizes};
use super::creation::{Options, fill, made_like, random, shape_at};
use super::finish::finish;
use super::generator::with_generator;
use super::tensor::{composed_value, tensor_of, tensor_value};
use super::{defaults, engine_ops, host};
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::op::{Arg, Make, Random};
use tensorcell_tensor::{DType, Device, Dims, Op, Scalar, Tensor};

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
    check_range(low, high, make.dtype)?;
    let tensor = with_generator(args.get(3), make.device, || random(Random::Integer { low, high }, make))?;
    options.finish(tensor)
}

fn randint_like(_: &mut Vm, args: &Args) -> Result<Value> {
    let (low, high) = if args.is_none(2) { (0, args.int(1)?) } else { (args.int(1)?, args.int(2)?) };
    made_like(args, 3, |make| {
        check_range(low, high, make.dtype)?;
        random(Random::Integer { low, high }, make)
    })
}

/// Checks that a dtype can hold the integers from `low` to `high - 1`.
fn check_range(low: i64, high: i64, dtype: DType) -> Result<()> {
    for (name, number) in [("from", low), ("to - 1", high.saturating_sub(1))] {
        let beyond = match dtype {
            DType::Bool => !(0..=1).contains(&number),
            DType::UInt8 => !(0..=255).contains(&number),
            DType::Float16 => number.unsigned_abs() > 65504,
            _ => Scalar::Int(number).overflows(dtype),
        };
        if beyond && low < high {
            return Err(Raise::runtime(format!("{name} is out of bounds for {}", dtype.cpp_name())));
        }
    }
    Ok(())
}

fn randperm(_: &mut Vm, args: &Args) -> Result<Value> {
    let options = Options::read(args, 3)?;
    let make = options.make(sizes(&[args.int(0)?])?, DType::Int64);
    let tensor = with_generator(args.get(1), make.device, || random(Random::Permutation, make))?;
    options.finish(tensor)
}

/// normal(mean, std, size): numbers, or tensors of means and standard deviations.
fn normal(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (mean, std) = (args.get(0), args.get(1));
    let generator = args.get(3);
    match tensor_of(std) {
        None if tensor_of(mean).is_some() && args.given(2).is_some() => {}
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
    if args.given(2).is_some() {
        return Err(args.must_be(2, "tuple of ints"));
    }
    let given = [args.operand(0)?, args.operand(1)?];
    let sum = super::engine_ops::pointwise("add", &given)?;
    let drawn = {
        let _paused = super::recording::pause();
        let make = like_make(&sum);
        let standard = with_generator(generator, make.device, || random(Random::Normal { mean: 0.0, std: 1.0 }, make))?;
        let scaled = super::engine_ops::pointwise("mul", &[Arg::Tensor(&standard), given[1]])?;
        super::engine_ops::pointwise("add", &[Arg::Tensor(&scaled), given[0]])?
    };
    if !sum.requires_grad() {
        return Ok(tensor_value(drawn));
    }
    // Random samples have zero gradients.
    let never = fill(Scalar::Bool(false), Make { shape: Dims::new(), dtype: DType::Bool, device: sum.device() })?;
    let flat = super::engine_ops::pointwise("where", &[&never, &sum, &drawn].map(Arg::Tensor))?;
    let node = match given {
        [Arg::Tensor(_), Arg::Tensor(_)] => "NormalBackward3",
        [Arg::Tensor(_), _] => "NormalBackward1",
        _ => "NormalBackward2",
    };
    Ok(composed_value(flat, node))
}

fn like_make(input: &Tensor) -> Make {
    Make { shape: input.shape().into(), dtype: input.dtype(), device: input.device() }
}

fn negative(input: &Tensor) -> Result<bool> {
    let elements = host::elements(input.whole())?;
    Ok((0..elements.len()).any(|i| host::float(elements.scalar(i)) < 0.0))
}

/// Checks a standard deviation.
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

/// Draws by rejection sampling. The number of draws per element is not known in advance, so the host draws and the
/// result is copied.
fn drawn_by_rejection(kind: Random, parameters: &[&Tensor], generator: &Value) -> Result<Value> {
    let device = parameters[0].device();
    let shape = parameters[0].shape();
    let host: Vec<Tensor> = (parameters.iter())
        .map(|p| super::views::expand_to(&engine_ops::to(p, None, Some(Device::Cpu), false, false)?, shape))
        .collect::<Result<_>>()?;
    let operands: Vec<Arg> = host.iter().map(Arg::Tensor).collect();
    let drawn = with_generator(generator, Device::Cpu, || {
        Ok(engine::run(Op::Random { kind, make: like_make(&host[0]) }, &operands)?)
    })?;
    engine_ops::to(&drawn, None, Some(device), false, false).map(tensor_value)
}

/// Returns the exclusive upper bound of `random_()` for a dtype.
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
        DType::Float64 | DType::Complex64 | DType::Complex128 => (1 << 53) + 1,
    }
}

fn bernoulli(_: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    if !input.dtype().is_floating() && args.is_none(1) && input.numel() > 0 {
        let kernel = if input.dtype().is_complex() { "bernoulli_tensor_cpu_self_" } else { "bernoulli_tensor_cpu_p_" };
        return Err(tensorcell_tensor::infer::not_implemented(kernel, input.dtype()).into());
    }
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

pub static FUNCTIONS: &[Builtin] = &[
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
        "(input, low, high=None, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, memory_format=None) -> Tensor",
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
         Errors: RuntimeError for an invalid probability: `torch.bernoulli(torch.tensor([2.]))`\n\n\
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
        "(self, from=0.0, to=1.0, *, generator=None)",
        "In place: uniform numbers from [from, to).\n\n\
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
            let Some(p) = super::tensor::tensor_of(args.get(1)) else {
                return fill_random(args, Random::Bernoulli { p: args.float(1)? });
            };
            let input = args.tensor(0)?;
            let p = super::views::expand_to(p, input.shape())?;
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
                // 63 bits: draw 64 and clear the sign.
                let (low, high) = (i64::MIN, i64::MAX);
                fill_random(args, Random::Integer { low, high })?;
                let unsigned =
                    Op::Pointwise { function: super::engine_ops::function("bitwise_and")?, parameters: [0.0; 2] };
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
