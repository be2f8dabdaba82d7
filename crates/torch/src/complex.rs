//! Complex tensors: made from parts, and viewed as parts.

use super::arguments::TensorArgs;
use super::engine_ops::{copy_into, pointwise};
use super::numbers::scalar_of;
use super::tensor::{tensor_of, tensor_value};
use super::{finish, host};
use tensorcell_engine as engine;
use tensorcell_language::builtins::complex::Complex;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::op::{Arg, Fourier, View};
use tensorcell_tensor::{DType, Dims, Op, Order, Tensor};

fn this(value: &Value) -> Result<&Tensor> {
    tensor_of(value).ok_or_else(|| Raise::type_error("expected a Tensor"))
}

/// Returns a view of the real parts (0) or the imaginary parts (1).
pub fn part(tensor: &Tensor, index: usize) -> Result<Tensor> {
    let both = engine::view(tensor, View::AsReal)?;
    Ok(engine::view(&both, View::Select { dim: tensor.dim(), index })?)
}

/// `x.real`
pub fn real(value: &Value) -> Result<Value> {
    let tensor = this(value)?;
    match tensor.dtype().is_complex() {
        true => part(tensor, 0).map(tensor_value),
        false => Ok(value.clone()),
    }
}

/// `x.imag`
pub fn imaginary(value: &Value) -> Result<Value> {
    let tensor = this(value)?;
    match tensor.dtype().is_complex() {
        true => part(tensor, 1).map(tensor_value),
        false => Err(Raise::runtime("imag is not implemented for tensors with non-complex dtypes.")),
    }
}

/// `x.real = value`
pub fn set(target: &Value, value: &Value) -> Result<()> {
    let target = this(target)?;
    match (tensor_of(value), scalar_of(value)) {
        (Some(source), _) => copy_into(target, source),
        (None, Some(number)) => {
            copy_into(target, &host::from_elements(&host::Elements::one(number), &[], target.dtype(), target.device())?)
        }
        (None, None) => Err(Raise::type_error(format!("expected a Tensor or a number, not {}", value.type_name()))),
    }
}

/// Makes a complex tensor from its real and imaginary parts, which broadcast.
pub fn from_parts(real: &Tensor, imaginary: &Tensor) -> Result<Tensor> {
    let shape = tensorcell_tensor::broadcast_shapes([real.shape(), imaginary.shape()])?;
    let last = shape.len();
    let order = Order::of_operands(&shape, [real.layout(), imaginary.layout()].into_iter());
    let order = order.map_or_else(|| (0..last).collect(), |order| Dims::from_slice(order.dims()));
    let wide = |x: &Tensor| -> Result<Tensor> {
        let wide = engine::view(x, View::Expand(shape.clone()))?;
        let ordered = engine::view(&wide, View::Permute(order.clone()))?;
        Ok(engine::view(&ordered, View::Unsqueeze(last))?)
    };
    let [real, imaginary] = [wide(real)?, wide(imaginary)?];
    let both = engine::run(Op::Cat { dim: last }, &[Arg::Tensor(&real), Arg::Tensor(&imaginary)])?;
    let back = (0..last).map(|dim| order.iter().position(|&at| at == dim).unwrap_or(dim)).collect();
    Ok(engine::view(&engine::view(&both, View::AsComplex)?, View::Permute(back))?)
}

fn check_parts(a: &Tensor, b: &Tensor) -> Result<()> {
    let takes = |x: &Tensor| matches!(x.dtype(), DType::Float16 | DType::Float32 | DType::Float64);
    let (first, second) = (a.dtype().scalar_name(), b.dtype().scalar_name());
    if !takes(a) || !takes(b) {
        return Err(Raise::runtime(format!(
            "Expected both inputs to be Half, Float or Double tensors but got {first} and {second}"
        )));
    }
    match a.dtype() == b.dtype() {
        true => Ok(()),
        false => Err(Raise::runtime(format!(
            "Expected object of scalar type {first} but got scalar type {second} for second argument"
        ))),
    }
}

fn complex(_: &mut Vm, args: &Args) -> Result<Value> {
    let (a, b) = (args.tensor(0)?, args.tensor(1)?);
    check_parts(a, b)?;
    received(args, from_parts(a, b)?, "ComplexBackward0")
}

fn polar(_: &mut Vm, args: &Args) -> Result<Value> {
    let (size, angle) = (args.tensor(0)?, args.tensor(1)?);
    check_parts(size, angle)?;
    let along = |name: &str| -> Result<Tensor> {
        pointwise("mul", &[Arg::Tensor(size), Arg::Tensor(&pointwise(name, &[Arg::Tensor(angle)])?)])
    };
    received(args, from_parts(&along("cos")?, &along("sin")?)?, "PolarBackward0")
}

/// Writes the result to `out=`, the third argument, or returns it.
fn received(args: &Args, made: Tensor, node: &'static str) -> Result<Value> {
    super::out::receive(args.builtin.short_name(), args.get(2), super::tensor::composed_value(made, node))
}

/// torch._fft(input, dims, scale, kind, length): kind 0 forward, 1 backward, 2 real to half, 3 real to whole, 4 half to real.
fn fourier(vm: &mut Vm, args: &Args) -> Result<Value> {
    let transform = match args.int(3)? {
        0 => Fourier::Complex { forward: true },
        1 => Fourier::Complex { forward: false },
        2 => Fourier::RealToComplex { half: true },
        3 => Fourier::RealToComplex { half: false },
        _ => Fourier::HalfToReal { length: args.int(4)? as usize },
    };
    let dims: Dims = args.integers(vm, 1)?.iter().map(|&dim| dim as usize).collect();
    let scale = host::float(args.scalar(2)?);
    finish::finish(args, Op::Fourier { transform, dims, scale }, &[Arg::Tensor(args.tensor(0)?)])
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.complex",
        "(real, imag, *, out=None) -> Tensor",
        "A complex tensor of its real and imaginary parts.\n\n\
         Shapes: the parts broadcast\n\
         Errors: RuntimeError where they are of two dtypes:\n\
         \x20       `torch.complex(torch.ones(2), torch.ones(2, dtype=torch.float64))`\n\n\
         >>> torch.complex(torch.tensor([1., 2.]), torch.tensor([3., 4.]))\n\
         tensor([1.+3.j, 2.+4.j])",
        complex,
    ),
    Builtin::new(
        "torch.polar",
        "(abs, angle, *, out=None) -> Tensor",
        "A complex tensor of sizes and angles.\n\n\
         Units: radians\n\
         Shapes: both broadcast\n\
         Errors: RuntimeError where they are of two dtypes:\n\
         \x20       `torch.polar(torch.ones(2), torch.ones(2, dtype=torch.float64))`\n\n\
         >>> torch.polar(torch.tensor([1., 2.]), torch.tensor([0., 1.]))\n\
         tensor([1.0000+0.0000j, 1.0806+1.6829j])",
        polar,
    ),
    Builtin::new(
        "torch.view_as_real",
        "(input) -> Tensor",
        "Complex numbers as pairs of real and imaginary parts, in a last dimension of two: a view.\n\n\
         Errors: RuntimeError of a real tensor: `torch.view_as_real(torch.ones(2))`\n\n\
         >>> torch.view_as_real(torch.tensor([1+2j]))\n\
         tensor([[1., 2.]])",
        |_, args| Ok(tensor_value(engine::view(args.tensor(0)?, View::AsReal)?)),
    ),
    Builtin::new(
        "torch.view_as_complex",
        "(input) -> Tensor",
        "Pairs in a last dimension of two as complex numbers: a view.\n\n\
         Errors: RuntimeError where the last dimension is of another size:\n\
         \x20       `torch.view_as_complex(torch.ones(3))`\n\n\
         >>> torch.view_as_complex(torch.tensor([[1., 2.]]))\n\
         tensor([1.+2.j])",
        |_, args| Ok(tensor_value(engine::view(args.tensor(0)?, View::AsComplex)?)),
    ),
    Builtin::new("Tensor.__complex__", "(self)", "complex(self): the one element.", |_, args| {
        let [re, im] = host::item(args.tensor(0)?)?.parts();
        Ok(Value::from(Complex { re, im }))
    }),
    Builtin::new(
        "torch._fft",
        "(input, dims, scale, kind, length=0) -> Tensor",
        "A Fourier transform over dimensions, unnormalised but for the scale.",
        fourier,
    ),
];
