//! NumPy's native functions: arrays of given numbers, of one number, of a range.

use tensorcell_engine as engine;
use tensorcell_language::{Args, Builtin, Result, Value, Vm};
use tensorcell_tensor::op::Make;
use tensorcell_tensor::{DType, Device, Dims, Op, Scalar};
use tensorcell_torch::arguments::{TensorArgs, sizes};
use tensorcell_torch::engine_ops::to;
use tensorcell_torch::ndarray::{array_value, opt_dtype, plain, read};
use tensorcell_torch::tensor::tensor_of;

/// Makes a float64 array.
pub fn array_from(values: &[f64], shape: &[usize]) -> Result<Value> {
    let bytes = bytemuck::cast_slice(values);
    Ok(array_value(engine::from_bytes(bytes, shape, DType::Float64, Device::Cpu)?))
}

fn new_array(vm: &mut Vm, args: &Args) -> Result<Value> {
    let dtype = opt_dtype(args, 1)?;
    let tensor = read(vm, args.get(0), dtype)?;
    Ok(array_value(to(&tensor, None, None, false, true)?))
}

fn filled(vm: &mut Vm, args: &Args, value: Scalar) -> Result<Value> {
    let dtype = opt_dtype(args, 1)?.unwrap_or(DType::Float64);
    let shape = sizes(&args.integers(vm, 0)?)?;
    let make = Make { shape, dtype, device: Device::Cpu };
    Ok(array_value(engine::run(Op::Fill { value, make }, &[])?))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("numpy.array", "(object, dtype=None)", "An array of these numbers (a copy).", new_array),
    Builtin::new("numpy.asarray", "(a, dtype=None)", "An array of these numbers.", |vm, args| {
        let dtype = opt_dtype(args, 1)?;
        Ok(array_value(read(vm, args.get(0), dtype)?))
    }),
    Builtin::new("numpy.zeros", "(shape, dtype=None)", "An array of zeros.", |vm, args| {
        filled(vm, args, Scalar::Int(0))
    }),
    Builtin::new("numpy.ones", "(shape, dtype=None)", "An array of ones.", |vm, args| filled(vm, args, Scalar::Int(1))),
    Builtin::new(
        "numpy.arange",
        "(start, stop=None, step=1, dtype=None)",
        "Numbers from start (0) up to stop, not included.",
        |_, args| {
            let (start, stop) =
                if args.is_none(1) { (Scalar::Int(0), args.scalar(0)?) } else { (args.scalar(0)?, args.scalar(1)?) };
            let step = args.scalar(2)?;
            let float = [start, stop, step].iter().any(|x| matches!(x, Scalar::Float(_)));
            let dtype = opt_dtype(args, 3)?.unwrap_or(if float { DType::Float64 } else { DType::Int64 });
            let count = ((stop.as_f64() - start.as_f64()) / step.as_f64()).ceil().max(0.0) as usize;
            let make = Make { shape: Dims::from_slice(&[count]), dtype, device: Device::Cpu };
            Ok(array_value(engine::run(Op::Arange { start, step, make }, &[])?))
        },
    ),
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
