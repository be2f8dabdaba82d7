//! NumPy's native functions: arrays of given numbers, of one number, of a range.

use tensorcell_engine as engine;
use tensorcell_language::{Args, Builtin, Raise, Result, Value, Vm, memory};
use tensorcell_tensor::op::Make;
use tensorcell_tensor::{DType, Device, Dims, Op, Scalar, Tensor};
use tensorcell_torch::arguments::{TensorArgs, sizes};
use tensorcell_torch::engine_ops::to;
use tensorcell_torch::ndarray::{
    Order, array_of, array_value, castable, instead, is_array, opt_dtype, plain, read, shape_given,
};
use tensorcell_torch::tensor::tensor_of;
use tensorcell_torch::views;

/// Makes a float64 array.
pub fn array_from(values: &[f64], shape: &[usize]) -> Result<Value> {
    let bytes = bytemuck::cast_slice(values);
    Ok(array_value(engine::from_bytes(bytes, shape, DType::Float64, Device::Cpu)?))
}

/// Adds dimensions of size 1 in front, up to `ndmin`.
fn with_dims(tensor: Tensor, args: &Args, i: usize) -> Result<Tensor> {
    let least = usize::try_from(args.int(i)?).unwrap_or(0);
    let missing = least.saturating_sub(tensor.dim());
    let shape: Vec<usize> = std::iter::repeat_n(1, missing).chain(tensor.shape().iter().copied()).collect();
    if missing == 0 { Ok(tensor) } else { views::reshape_to(&tensor, &shape) }
}

const NO_COPY: &str = "Unable to avoid copy while creating an array as requested.\nIf using `np.array(obj, copy=False)` replace it with \
     `np.asarray(obj)` to allow a copy when needed (no behavior change in NumPy 1.x).\nFor more details, see \
     https://numpy.org/devdocs/numpy_2_0_migration_guide.html#adapting-to-changes-in-the-copy-keyword.";

/// Reads an array, and copies it if `copy` says so.
fn given(vm: &mut Vm, args: &Args, copy: &Value, order: Order) -> Result<Tensor> {
    let dtype = opt_dtype(args, 1)?;
    let source = array_of(args.get(0)).or_else(|| tensor_of(args.get(0)).cloned());
    let as_it_is = source.is_some_and(|tensor| dtype.is_none_or(|dtype| dtype == tensor.dtype()));
    let tensor = read(vm, args.get(0), dtype)?;
    if copy.is_none() {
        return order.arrange(tensor);
    }
    if vm.truth(copy)? {
        return order.arrange(to(&tensor, None, None, false, true)?);
    }
    if as_it_is { order.arrange(tensor) } else { Err(Raise::value_error(NO_COPY)) }
}

/// Refuses another device than the processor.
fn own_device(args: &Args, i: usize) -> Result<()> {
    match args.get(i) {
        Value::None => Ok(()),
        Value::Str(name) if name.as_str() == "cpu" => Ok(()),
        other => {
            let text = "Device not understood. Only \"cpu\" is allowed, but received:";
            Err(Raise::value_error(format!("{text} {}", other.as_str().map_or_else(String::new, ToString::to_string))))
        }
    }
}

fn new_array(vm: &mut Vm, args: &Args) -> Result<Value> {
    let plain = args.is_none(1) && args.get(2).is_none() && Order::of(args, 3)? == Order::Kept && args.int(5)? == 0;
    if plain && is_array(args.get(0)) {
        return Ok(args.get(0).clone());
    }
    match given(vm, args, args.get(2), Order::of(args, 3)?) {
        Ok(tensor) => with_dims(tensor, args, 5).map(array_value),
        Err(refusal) if refusal.message().starts_with(NO_COPY) => Err(refusal),
        Err(refusal) => instead(vm, refusal, "array", &[0, 1, 5].map(|i| args.get(i).clone())),
    }
}

fn as_array(vm: &mut Vm, args: &Args) -> Result<Value> {
    own_device(args, 3)?;
    let plain = args.is_none(1) && args.is_none(2) && !matches!(args.get(4), Value::Bool(copy) if copy.get());
    if plain && is_array(args.get(0)) {
        return Ok(args.get(0).clone());
    }
    match given(vm, args, args.get(4), Order::of(args, 2)?) {
        Ok(tensor) => Ok(array_value(tensor)),
        Err(refusal) if refusal.message().starts_with(NO_COPY) => Err(refusal),
        Err(refusal) => instead(vm, refusal, "as_array", &[0, 1].map(|i| args.get(i).clone())),
    }
}

fn filled(vm: &mut Vm, args: &Args, value: Scalar) -> Result<Value> {
    own_device(args, 3)?;
    match opt_dtype(args, 1) {
        Ok(dtype) => filled_with(vm, args, value, dtype.unwrap_or(DType::Float64), Order::of(args, 2)?),
        Err(refusal) => {
            let [shape, dtype] = [0, 1].map(|i| args.get(i).clone());
            instead(vm, refusal, "filled", &[shape, Value::Int(value.as_f64() as i64), dtype])
        }
    }
}

/// An array of the shape in the first argument.
fn filled_with(vm: &mut Vm, args: &Args, value: Scalar, dtype: DType, order: Order) -> Result<Value> {
    let wanted = shape_given(args.get(0))?.map_or_else(|| args.integers(vm, 0), Ok)?;
    if wanted.iter().any(|&n| n < 0) {
        return Err(Raise::value_error("negative dimensions are not allowed"));
    }
    let shape = sizes(&wanted)?;
    let make = Make { shape, dtype, device: Device::Cpu };
    order.arrange(engine::run(Op::Fill { value, make }, &[])?).map(array_value)
}

/// Calls a function of the prelude.
fn of_prelude(vm: &mut Vm, name: &str, operands: &[Value]) -> Result<Value> {
    let module = vm.import("numpy")?;
    let function = vm.get_attr(&module, name)?;
    vm.call(&function, operands, &[])
}

/// An array like another, of one value: at once if nothing else is asked for.
fn filled_like(vm: &mut Vm, args: &Args, value: i64) -> Result<Value> {
    own_device(args, 5)?;
    let plain = args.is_none(1) && args.str(2)? == "K" && args.is_none(4) && is_array(args.get(0));
    if let Some(like) = array_of(args.get(0)).filter(|like| plain && like.is_contiguous()) {
        let make = Make { shape: Dims::from_slice(like.shape()), dtype: like.dtype(), device: Device::Cpu };
        return Ok(array_value(engine::run(Op::Fill { value: Scalar::Int(value), make }, &[])?));
    }
    let [like, dtype, order, shape] = [0, 1, 2, 4].map(|i| args.get(i).clone());
    of_prelude(vm, "_alike", &[like, Value::Int(value), dtype, order, shape])
}

/// An array of one value: at once if it is a plain number.
fn full(vm: &mut Vm, args: &Args) -> Result<Value> {
    own_device(args, 4)?;
    let dtype = match args.get(1) {
        Value::Bool(_) => Some(DType::Bool),
        Value::Int(_) => Some(DType::Int64),
        Value::Float(_) => Some(DType::Float64),
        _ => None,
    };
    if let Some(dtype) = dtype.filter(|_| args.is_none(2)) {
        return filled_with(vm, args, args.scalar(1)?, dtype, Order::of(args, 3)?);
    }
    of_prelude(vm, "_full_of", &[0, 1, 2, 3].map(|i| args.get(i).clone()))
}

/// Evenly spaced numbers from one to another.
fn line(_: &mut Vm, args: &Args) -> Result<Value> {
    let [start, stop] = [args.scalar(0)?.as_f64(), args.scalar(1)?.as_f64()];
    let (count, both) = (args.int(2)?, args.bool(3)?);
    let step = (stop - start) / (if both { count - 1 } else { count }) as f64;
    let length = usize::try_from(count).unwrap_or_default();
    let mut values = memory::collected(length, (0..count).map(|i| i as f64 * step + start))?;
    if let Some(last) = values.last_mut().filter(|_| both && count > 1) {
        *last = stop;
    }
    let count = values.len();
    array_from(&values, &[count])
}

fn range(vm: &mut Vm, args: &Args) -> Result<Value> {
    own_device(args, 4)?;
    range_of_numbers(args).or_else(|refusal| {
        let start = args.given(0).cloned().unwrap_or(Value::None);
        let [stop, step, dtype] = [1, 2, 3].map(|i| args.get(i).clone());
        instead(vm, refusal, "arange", &[start, stop, step, dtype])
    })
}

fn range_of_numbers(args: &Args) -> Result<Value> {
    if args.given(0).is_none() && args.is_none(1) {
        return Err(Raise::type_error("arange() requires stop to be specified."));
    }
    let (start, stop) = match args.given(0) {
        None => (Scalar::Int(0), args.scalar(1)?),
        Some(_) if args.is_none(1) => (Scalar::Int(0), args.scalar(0)?),
        Some(_) => (args.scalar(0)?, args.scalar(1)?),
    };
    let step = if args.is_none(2) { Scalar::Int(1) } else { args.scalar(2)? };
    if step.as_f64() == 0.0 {
        return Err(Raise::new(tensorcell_language::Exc::ZeroDivisionError, "division by zero"));
    }
    let float = [start, stop, step].iter().any(|x| matches!(x, Scalar::Float(_)));
    let dtype = opt_dtype(args, 3)?.unwrap_or(if float { DType::Float64 } else { DType::Int64 });
    let count = ((stop.as_f64() - start.as_f64()) / step.as_f64()).ceil().max(0.0) as usize;
    if matches!(dtype, DType::Float32 | DType::Float64) {
        return ramp(start.as_f64(), step.as_f64(), count, dtype);
    }
    let make = Make { shape: Dims::from_slice(&[count]), dtype, device: Device::Cpu };
    Ok(array_value(engine::run(Op::Arange { start, step, make }, &[])?))
}

/// Multiples of the difference of the first two elements, as in NumPy: `arange(-1, 1, 0.1)[10]` is -2.2e-16.
fn ramp(start: f64, step: f64, count: usize, dtype: DType) -> Result<Value> {
    let narrow = |x: f64| if dtype == DType::Float32 { f64::from(x as f32) } else { x };
    let (first, second) = (narrow(start), narrow(start + step));
    let difference = narrow(second - first);
    let element = |i: usize| match i {
        0 => first,
        1 => second,
        _ => narrow(first + narrow(i as f64 * difference)),
    };
    let values = memory::collected(count, (0..count).map(element))?;
    let wide = engine::from_bytes(bytemuck::cast_slice(&values), &[count], DType::Float64, Device::Cpu)?;
    Ok(array_value(to(&wide, Some(dtype), None, false, false)?))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "numpy.array",
        "(object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0, ndmax=0, like=None)",
        "An array of these numbers (a copy).",
        new_array,
    ),
    Builtin::new(
        "numpy.asarray",
        "(a, dtype=None, order=None, *, device=None, copy=None, like=None)",
        "An array of these numbers.",
        as_array,
    ),
    Builtin::new(
        "numpy.zeros",
        "(shape, dtype=None, order='C', *, device=None, like=None)",
        "An array of zeros.",
        |vm, args| filled(vm, args, Scalar::Int(0)),
    ),
    Builtin::new(
        "numpy.ones",
        "(shape, dtype=None, order='C', *, device=None, like=None)",
        "An array of ones.",
        |vm, args| filled(vm, args, Scalar::Int(1)),
    ),
    Builtin::new(
        "numpy.arange",
        "(start=..., stop=None, step=1, dtype=None, *, device=None, like=None)",
        "Numbers from start (0) up to stop, not included.",
        range,
    ),
    Builtin::new(
        "numpy.zeros_like",
        "(a, dtype=None, order='K', subok=True, shape=None, *, device=None)",
        "Zeros of the same shape and dtype.",
        |vm, args| filled_like(vm, args, 0),
    ),
    Builtin::new(
        "numpy.empty_like",
        "(prototype, dtype=None, order='K', subok=True, shape=None, *, device=None)",
        "An array of the same shape and dtype (here zeros).",
        |vm, args| filled_like(vm, args, 0),
    ),
    Builtin::new(
        "numpy.ones_like",
        "(a, dtype=None, order='K', subok=True, shape=None, *, device=None)",
        "Ones of the same shape and dtype.",
        |vm, args| filled_like(vm, args, 1),
    ),
    Builtin::new(
        "numpy.full",
        "(shape, fill_value, dtype=None, order='C', *, device=None, like=None)",
        "An array of one value, or of values that broadcast to the shape.",
        full,
    ),
    Builtin::new("numpy._line", "(start, stop, num, endpoint, /)", "Evenly spaced numbers.", line),
    Builtin::new("numpy._ordered", "(a, order, /)", "The array, its elements in this order in memory.", |vm, args| {
        let tensor = read(vm, args.get(0), None)?;
        Order::of(args, 1)?.arrange(tensor).map(array_value)
    }),
    Builtin::new("numpy._castable", "(source, target, casting, /)", "Whether it converts.", |_, args| {
        let [source, target] = [opt_dtype(args, 0)?, opt_dtype(args, 1)?].map(|dtype| dtype.unwrap_or(DType::Float64));
        castable(source, target, args.str(2)?).map(Value::from)
    }),
    Builtin::new(
        "numpy._array",
        "(tensor, /)",
        "A result: an array, or a scalar where there are no dimensions.",
        |_, args| {
            let tensor = tensor_of(args.get(0)).ok_or_else(|| args.wrong(0, "a tensor"))?;
            plain(&to(&tensor.detach(), None, Some(Device::Cpu), false, false)?)
        },
    ),
];
