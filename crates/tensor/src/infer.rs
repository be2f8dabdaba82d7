//! Infers shapes, dtypes and devices of an operation before it runs, and reports PyTorch's errors.

mod complex;
mod indices;
mod joined;
mod layers;
mod linalg;
mod reductions;
mod searches;

pub use indices::arrange_indexed;

use super::dtype::{DType, Promotion, default_float};
use super::error::{ErrorKind, Result, TensorError};
use super::layout::{Dims, broadcast_two, shown};
use super::op::{Arg, Fourier, Make, Op, Random, Scan};
use super::optimizer::Optimizer;
use super::pointwise::{Pointwise, Rule};
use super::views::resolve_dim;
use super::{Device, Tensor};
use indices::{check_index, check_same_rank, indexed_shape};
use joined::{cat, matmul_shape, same_dtype, shapes_do_not_multiply};
use smallvec::{SmallVec, smallvec};

/// The inferred results of an operation.
#[derive(Debug)]
pub struct Inference {
    pub outputs: SmallVec<[Make; 1]>,
    /// The dtype that pointwise operands are converted to first; `None` leaves them as they are.
    pub compute: Option<DType>,
    pub device: Device,
}

/// Infers the results of `op`. Operations whose result size depends on the data return no outputs here.
pub fn infer(op: &Op, inputs: &[Arg]) -> Result<Inference> {
    let device = common_device(op, inputs)?;
    let mut compute = None;
    let outputs: SmallVec<[Make; 1]> = match op {
        Op::Pointwise { function, .. } => {
            let (made, dtype) = pointwise(*function, inputs, device)?;
            compute = Some(dtype);
            smallvec![made]
        }
        Op::Fill { make, .. }
        | Op::Arange { make, .. }
        | Op::Linspace { make, .. }
        | Op::Eye { make }
        | Op::Random { make, .. } => {
            if let Op::Random { kind, .. } = op {
                check_random(*kind, make.dtype)?;
            }
            return Ok(Inference { outputs: smallvec![make.clone()], compute, device: make.device });
        }
        _ => tensors(op, inputs, device)?,
    };
    Ok(Inference { outputs, compute, device })
}

/// The operand at a position; an error if it is not a tensor.
pub fn operand<'a>(op: &Op, inputs: &[Arg<'a>], position: usize) -> Result<&'a Tensor> {
    match inputs.get(position) {
        Some(Arg::Tensor(tensor)) => Ok(tensor),
        Some(Arg::Scalar(_)) => Err(TensorError::new(
            ErrorKind::Type,
            format!("{}(): argument {} must be Tensor, not a number", op.name(), position + 1),
        )),
        None => {
            Err(TensorError::new(ErrorKind::Type, format!("{}(): argument {} is missing", op.name(), position + 1)))
        }
    }
}

/// The common device of all tensors. A 0-dim CPU tensor may stand for a number beside CUDA tensors, and CPU indices may be
/// used with any device.
fn common_device(op: &Op, inputs: &[Arg]) -> Result<Device> {
    let numbers_allowed = matches!(op, Op::Pointwise { .. } | Op::IndexPut { .. });
    let first_index = match op {
        Op::Index { .. } => 1,
        Op::IndexPut { .. } => 2,
        _ => usize::MAX,
    };
    let is_number = |t: &Tensor| numbers_allowed && t.dim() == 0 && t.device() == Device::Cpu;
    let mut found: Option<(usize, &Tensor)> = None;
    for (i, tensor) in inputs.iter().enumerate().filter_map(|(i, arg)| Some((i, arg.tensor()?))) {
        match found {
            None => found = Some((i, tensor)),
            Some((_, first)) if first.device() == tensor.device() || is_number(tensor) => {}
            Some(_) if i >= first_index && tensor.device() == Device::Cpu => {}
            Some((_, first)) if is_number(first) => found = Some((i, tensor)),
            Some((at, first)) if first.device().is_meta() || tensor.device().is_meta() => {
                let (wrong, expected) = (tensor.device(), first.device());
                let text = format!("Tensor on device {wrong} is not on the expected device {expected}!");
                return Err(TensorError::runtime(text).mark(at, first).mark(i, tensor));
            }
            Some((at, first)) => {
                return Err(TensorError::runtime(format!(
                    "Expected all tensors to be on the same device, but found at least two devices, {} and {}!",
                    first.device(),
                    tensor.device()
                ))
                .mark(at, first)
                .mark(i, tensor));
            }
        }
    }
    Ok(found.map_or(Device::Cpu, |(_, tensor)| tensor.device()))
}

/// `torch.result_type` of the operands.
pub fn result_type(inputs: &[Arg]) -> DType {
    let mut promotion = Promotion::default();
    for input in inputs {
        match input {
            Arg::Tensor(tensor) => promotion.tensor(tensor.dtype(), tensor.dim()),
            Arg::Scalar(scalar) => promotion.number(*scalar),
        }
    }
    promotion.result()
}

/// The shape that the operands broadcast to. An error marks the two operands that do not fit.
fn broadcast(inputs: &[Arg]) -> Result<Dims> {
    let mut shape: Option<(usize, &Tensor, Dims)> = None;
    for (i, arg) in inputs.iter().enumerate() {
        let Arg::Tensor(tensor) = arg else { continue };
        shape = Some(match shape {
            None => (i, tensor, tensor.shape().into()),
            Some((at, first, so_far)) => match broadcast_two(&so_far, tensor.shape()) {
                Ok(both) => (at, first, both),
                Err(error) => return Err(error.mark(at, first).mark(i, tensor)),
            },
        });
    }
    Ok(shape.map_or_else(Dims::new, |(_, _, shape)| shape))
}

fn pointwise(function: Pointwise, inputs: &[Arg], device: Device) -> Result<(Make, DType)> {
    let row = function.row();
    if inputs.len() != row.operands.len() {
        return Err(TensorError::new(
            ErrorKind::Type,
            format!("{}() takes {} tensors, not {}", row.name, row.operands.len(), inputs.len()),
        ));
    }
    let shape = broadcast(inputs)?;
    let values = match row.rule {
        Rule::Select => &inputs[1..],
        _ => inputs,
    };
    let promoted = result_type(values);
    if promoted.is_complex() && row.complex.is_none() {
        return Err(complex::refusal(function, promoted, device));
    }
    if let Some(kernel) = function.missing_kernel(promoted) {
        let kernel = if device.is_cuda() { kernel.replace("_cpu", "_cuda") } else { kernel.to_owned() };
        return Err(not_implemented(&kernel, promoted));
    }
    let (compute, result) = match row.rule {
        // PyTorch computes `square` as a power, which promotes bool to int64.
        Rule::Arithmetic if function == Pointwise::Square && promoted == DType::Bool => (DType::Int64, DType::Int64),
        Rule::Arithmetic => {
            check_bool(function, inputs, promoted)?;
            let is_size = function == Pointwise::Abs;
            (promoted, if is_size { promoted.part() } else { promoted })
        }
        Rule::Float => {
            let float = if promoted.is_inexact() { promoted } else { default_float() };
            (float, if function == Pointwise::Angle { float.part() } else { float })
        }
        Rule::Compare => (promoted, DType::Bool),
        Rule::Bitwise => (promoted, promoted),
        Rule::Select => {
            if let Some(condition) = inputs[0].tensor()
                && condition.dtype() != DType::Bool
            {
                return Err(TensorError::runtime(format!(
                    "where expected condition to be a boolean tensor, but got a tensor with dtype {}",
                    condition.dtype().scalar_name()
                ))
                .mark(0, condition));
            }
            (promoted, promoted)
        }
    };
    let dtype = result;
    Ok((Make { shape, dtype, device }, compute))
}

/// PyTorch's error for a kernel without a version for this dtype.
pub fn not_implemented(kernel: &str, dtype: DType) -> TensorError {
    let name = dtype.scalar_name();
    TensorError::new(ErrorKind::NotImplemented, format!("\"{kernel}\" not implemented for '{name}'"))
}

/// Rejects integers everywhere and half types on the host. PyTorch has no kernels for them in some composite functions.
pub fn only_singles(kernel: &str, x: &Tensor) -> Result<()> {
    let half = x.device() == Device::Cpu && matches!(x.dtype(), DType::Float16 | DType::BFloat16);
    match half || !x.dtype().is_floating() {
        true => Err(not_implemented(kernel, x.dtype()).mark(0, x)),
        false => Ok(()),
    }
}

/// Rejects matrix products of non-empty bool tensors; on CUDA, also of integers.
fn check_product(a: &Tensor, dims: usize) -> Result<()> {
    let kernel = match (a.device(), dims) {
        (Device::Cpu | Device::Meta, 2) => "addmm_impl_cpu_",
        (Device::Cpu | Device::Meta, _) => "bmm",
        (Device::Cuda(_), 2) => "addmm_cuda",
        (Device::Cuda(_), _) => "baddbmm_cuda",
    };
    let on_host = a.device().is_meta() || a.device() == Device::Cpu && (a.dtype() != DType::Bool || a.numel() == 0);
    match a.dtype().is_inexact() || on_host {
        true => Ok(()),
        false => Err(not_implemented(kernel, a.dtype()).mark(0, a)),
    }
}

/// Rejects bool operands where PyTorch does.
fn check_bool(function: Pointwise, inputs: &[Arg], promoted: DType) -> Result<()> {
    match function {
        Pointwise::Sub if inputs.iter().all(is_bool) => Err(TensorError::runtime(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` \
             operator instead.",
        )),
        Pointwise::Sub if inputs.iter().any(is_bool) => Err(TensorError::runtime(
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, \
             use the `~` or `logical_not()` operator instead.",
        )),
        Pointwise::Relu if promoted == DType::Bool => {
            Err(TensorError::runtime("Boolean inputs not supported for relu"))
        }
        Pointwise::Neg if promoted == DType::Bool => Err(TensorError::runtime(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use \
             the `~` or `logical_not()` operator instead.",
        )),
        _ => Ok(()),
    }
}

fn is_bool(arg: &Arg) -> bool {
    match arg {
        Arg::Tensor(tensor) => tensor.dtype() == DType::Bool,
        Arg::Scalar(scalar) => scalar.dtype() == DType::Bool,
    }
}

fn check_random(kind: Random, dtype: DType) -> Result<()> {
    let floating_only = |name: &str| {
        if dtype.is_floating() {
            return Ok(());
        }
        Err(not_implemented(name, dtype))
    };
    match kind {
        Random::Uniform { low, high } => {
            let kernel = "check_uniform_bounds";
            if dtype.is_complex() { Ok(()) } else { floating_only(kernel) }?;
            if low > high {
                return Err(TensorError::runtime(format!(
                    "uniform_ expects to return a [from, to) range, but found from={low} > to={high}"
                )));
            }
            Ok(())
        }
        Random::Normal { std, .. } => {
            let kernel = "normal_kernel_cpu";
            if dtype.is_complex() { Ok(()) } else { floating_only(kernel) }?;
            if std < 0.0 {
                return Err(TensorError::runtime(format!("normal expects std >= 0.0, but found std {std}")));
            }
            Ok(())
        }
        Random::Integer { .. } if dtype.is_complex() => floating_only("random_kernel_cpu"),
        Random::Integer { low, high } if low >= high => Err(TensorError::runtime(format!(
            "random_ expects 'from' to be less than 'to', but got from={low} >= to={high}"
        ))),
        Random::Bernoulli { .. } if dtype.is_complex() => floating_only("bernoulli_scalar_cpu_"),
        Random::BernoulliOf if dtype.is_complex() => floating_only("bernoulli_tensor_cpu_self_"),
        Random::Exponential { .. } if dtype.is_complex() => Err(TensorError::runtime(format!(
            "Exponential distribution is a continuous probability distribution. dtype must be a floating point but you \
             specified {}",
            dtype.scalar_name()
        ))),
        Random::Bernoulli { p } if !(0.0..=1.0).contains(&p) => {
            Err(TensorError::runtime(format!("bernoulli_ expects p to be in [0, 1], but got p={p}")))
        }
        Random::PoissonOf => floating_only("poisson_cpu"),
        Random::GammaOf => floating_only("gamma_cpu"),
        Random::BinomialOf => floating_only("binomial_cpu"),
        Random::Exponential { rate } => {
            floating_only("exponential_cpu")?;
            if rate <= 0.0 {
                return Err(TensorError::runtime(format!(
                    "exponential_ expects lambda > 0.0, but found lambda={rate}"
                )));
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The shape after reducing `dims` (empty means all), each kept as 1 or dropped.
pub fn reduced_shape(shape: &[usize], dims: &[usize], keepdim: bool) -> Dims {
    let reduced = |i: &usize| dims.is_empty() || dims.contains(i);
    (0..shape.len()).filter(|i| keepdim || !reduced(i)).map(|i| if reduced(&i) { 1 } else { shape[i] }).collect()
}

/// Infers all operations on tensors except pointwise ones.
fn tensors(op: &Op, inputs: &[Arg], device: Device) -> Result<SmallVec<[Make; 1]>> {
    let x = |position| operand(op, inputs, position);
    complex::check(op, inputs)?;
    let make = |shape: &[usize], dtype| Make { shape: shape.into(), dtype, device };
    let one = |shape: &[usize], dtype| Ok(smallvec![make(shape, dtype)]);
    match op {
        Op::Cast(dtype) => one(x(0)?.shape(), *dtype),
        Op::Contiguous | Op::Flip(_) => one(x(0)?.shape(), x(0)?.dtype()),
        Op::Transfer { device, .. } => {
            Ok(smallvec![Make { shape: x(0)?.shape().into(), dtype: x(0)?.dtype(), device: *device }])
        }
        Op::Reduce { function, dims, keepdim, .. } => {
            let x = x(0)?;
            let dtype = reductions::dtype_of(*function, x)?;
            for &dim in dims {
                resolve_dim(dim as i64, x.dim()).map_err(|error| error.mark(0, x))?;
            }
            reductions::check_empty(*function, x, dims)?;
            one(&reduced_shape(x.shape(), dims, *keepdim), dtype)
        }
        Op::ReduceWithIndex { function, dim, keepdim } => {
            let x = x(0)?;
            resolve_dim(*dim as i64, x.dim()).map_err(|error| error.mark(0, x))?;
            reductions::check_empty(*function, x, &[*dim])?;
            let shape = reduced_shape(x.shape(), &[*dim], *keepdim);
            Ok(smallvec![make(&shape, x.dtype()), make(&shape, DType::Int64)])
        }
        Op::Scan { function, dim } => {
            let x = x(0)?;
            resolve_dim(*dim as i64, x.dim()).map_err(|error| error.mark(0, x))?;
            match function {
                Scan::Sum | Scan::Prod if x.dtype().is_inexact() => one(x.shape(), x.dtype()),
                Scan::Sum | Scan::Prod => one(x.shape(), DType::Int64),
                Scan::Max | Scan::Min => Ok(smallvec![make(x.shape(), x.dtype()), make(x.shape(), DType::Int64)]),
            }
        }
        Op::Softmax { dim, log } => {
            let x = x(0)?;
            resolve_dim(*dim as i64, x.dim()).map_err(|error| error.mark(0, x))?;
            if !x.dtype().is_floating() {
                let name = if *log { "log_softmax_lastdim_kernel_impl" } else { "softmax_lastdim_kernel_impl" };
                return Err(not_implemented(name, x.dtype()).mark(0, x));
            }
            one(x.shape(), x.dtype())
        }
        Op::MatMul => {
            let (a, b) = (x(0)?, x(1)?);
            let shape = matmul_shape(a, b)?;
            same_dtype(a, b, 0, 1)?;
            check_product(a, shape.len())?;
            one(&shape, a.dtype())
        }
        Op::AddMm { .. } => {
            let (input, a, b) = (x(0)?, x(1)?, x(2)?);
            if a.dim() != 2 || b.dim() != 2 {
                let (position, bad) = if a.dim() != 2 { (1, a) } else { (2, b) };
                return Err(TensorError::runtime(format!(
                    "mat{position} must be a matrix, got {}-D tensor",
                    bad.dim()
                ))
                .mark(position, bad));
            }
            if a.shape()[1] != b.shape()[0] {
                return Err(shapes_do_not_multiply(a, b, 1, 2));
            }
            same_dtype(a, b, 1, 2)?;
            if input.dtype() != a.dtype() {
                return Err(TensorError::runtime(format!(
                    "self and mat2 must have the same dtype, but got {} and {}",
                    input.dtype().scalar_name(),
                    b.dtype().scalar_name()
                ))
                .mark(0, input)
                .mark(2, b));
            }
            check_product(a, 2)?;
            let shape = [a.shape()[0], b.shape()[1]];
            input.layout().view(&super::View::Expand(shape.as_slice().into())).map_err(|error| error.mark(0, input))?;
            one(&shape, a.dtype())
        }
        Op::Cat { dim } => cat(op, inputs, *dim).map(|made| smallvec![made]),
        Op::Gather { dim } => {
            let (x, index) = (x(0)?, x(1)?);
            check_index(op, index, 1)?;
            check_same_rank(op, x, index, *dim)?;
            one(index.shape(), x.dtype())
        }
        Op::Scatter { dim, .. } => {
            let (x, index) = (x(0)?, x(1)?);
            check_index(op, index, 1)?;
            check_same_rank(op, x, index, *dim)?;
            if let Some(Arg::Tensor(source)) = inputs.get(2)
                && source.dtype() != x.dtype()
            {
                return Err(TensorError::runtime("scatter(): Expected self.dtype to be equal to src.dtype")
                    .mark(0, x)
                    .mark(2, source));
            }
            if let Some(Arg::Tensor(source)) = inputs.get(2)
                && index.numel() > 0
                && source.dim().max(1) != index.dim().max(1)
            {
                return Err(TensorError::runtime("Index tensor must have the same number of dimensions as src tensor")
                    .mark(1, index)
                    .mark(2, source));
            }
            one(x.shape(), x.dtype())
        }
        Op::IndexSelect { dim } => {
            let (x, index) = (x(0)?, x(1)?);
            check_index(op, index, 1)?;
            if index.dim() > 1 {
                return Err(TensorError::new(ErrorKind::Index, "index_select(): Index is supposed to be a vector")
                    .mark(1, index));
            }
            resolve_dim(*dim as i64, x.dim()).map_err(|error| error.mark(0, x))?;
            let mut shape: Dims = x.shape().into();
            if let Some(size) = shape.get_mut(*dim) {
                *size = index.numel();
            }
            one(&shape, x.dtype())
        }
        Op::IndexAdd { dim } => {
            let (x, index, source) = (x(0)?, x(1)?, x(2)?);
            check_index(op, index, 1)?;
            resolve_dim(*dim as i64, x.dim()).map_err(|error| error.mark(0, x))?;
            if source.dtype() != x.dtype() {
                return Err(TensorError::runtime("index_add_(): self and source must have the same scalar type")
                    .mark(0, x)
                    .mark(2, source));
            }
            let along = source.shape().get(*dim).copied().unwrap_or(1);
            if index.numel() != along {
                return Err(TensorError::runtime(format!(
                    "index_add_(): Number of indices ({}) should be equal to source.size(dim): ({along}), for dim: {dim}",
                    index.numel()
                ))
                .mark(1, index)
                .mark(2, source));
            }
            let mut expected: Dims = x.shape().into();
            if let Some(size) = expected.get_mut(*dim) {
                *size = along;
            }
            if source.dim() > 0 && source.shape() != expected.as_slice() {
                return Err(TensorError::runtime(format!(
                    "source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = \
                     {} source.shape = {}",
                    shown(x.shape()),
                    shown(source.shape())
                ))
                .mark(0, x)
                .mark(2, source));
            }
            one(x.shape(), x.dtype())
        }
        Op::Index { indexed } => {
            let x = x(0)?;
            let shape = indexed_shape(op, x, indexed, &inputs[1..], 1)?;
            one(&shape, x.dtype())
        }
        Op::IndexPut { indexed, .. } => {
            let (x, source) = (x(0)?, x(1)?);
            let shape = indexed_shape(op, x, indexed, &inputs[2..], 2)?;
            if source.dtype() != x.dtype() {
                return Err(TensorError::runtime(format!(
                    "Index put requires the source and destination dtypes match, got {} for the destination and {} \
                     for the source.",
                    x.dtype().scalar_name(),
                    source.dtype().scalar_name()
                ))
                .mark(0, x)
                .mark(1, source));
            }
            if broadcast_two(source.shape(), &shape).ok().as_deref() != Some(shape.as_slice()) {
                return Err(TensorError::runtime(format!(
                    "shape mismatch: value tensor of shape {} cannot be broadcast to indexing result of shape {}",
                    shown(source.shape()),
                    shown(&shape)
                ))
                .mark(0, x)
                .mark(1, source));
            }
            one(x.shape(), x.dtype())
        }
        Op::MaskedSelect => {
            let (x, mask) = (x(0)?, x(1)?);
            if mask.dtype() != DType::Bool {
                return Err(TensorError::runtime("masked_select: expected BoolTensor for mask").mark(1, mask));
            }
            broadcast_two(x.shape(), mask.shape()).map_err(|error| error.mark(0, x).mark(1, mask))?;
            Ok(smallvec![])
        }
        Op::Nonzero => x(0).map(|_| smallvec![]),
        Op::Sort { dim, .. } => {
            let x = x(0)?;
            resolve_dim(*dim as i64, x.dim()).map_err(|error| error.mark(0, x))?;
            Ok(smallvec![make(x.shape(), x.dtype()), make(x.shape(), DType::Int64)])
        }
        Op::TopK { k, dim, .. } => {
            let x = x(0)?;
            resolve_dim(*dim as i64, x.dim()).map_err(|error| error.mark(0, x))?;
            let mut shape: Dims = x.shape().into();
            if *k > shape.get(*dim).copied().unwrap_or(1) {
                return Err(TensorError::runtime("selected index k out of range").mark(0, x));
            }
            if let Some(size) = shape.get_mut(*dim) {
                *size = *k;
            }
            Ok(smallvec![make(&shape, x.dtype()), make(&shape, DType::Int64)])
        }
        Op::Triangle { .. } => {
            let x = x(0)?;
            if x.dim() < 2 {
                return Err(TensorError::runtime(format!(
                    "{}: input tensor must have at least 2 dimensions",
                    op.name()
                ))
                .mark(0, x));
            }
            one(x.shape(), x.dtype())
        }
        Op::KthPlace | Op::SearchSorted { .. } | Op::Distances { .. } | Op::CtcLoss(_) | Op::PivotMatrix { .. } => {
            searches::infer(op, inputs, device)
        }
        Op::Fourier { transform, dims, .. } => {
            let x = x(0)?;
            complex::check_transform(*transform, x)?;
            for &dim in dims {
                resolve_dim(dim as i64, x.dim()).map_err(|error| error.mark(0, x))?;
            }
            let (mut shape, last): (Dims, usize) = (x.shape().into(), dims.last().copied().unwrap_or(0));
            match transform {
                Fourier::RealToComplex { half: true } => shape[last] = shape[last] / 2 + 1,
                Fourier::HalfToReal { length } => shape[last] = *length,
                _ => {}
            }
            let dtype = match transform {
                Fourier::HalfToReal { .. } => x.dtype().part(),
                _ => x.dtype().with_imaginary(),
            };
            one(&shape, dtype)
        }
        Op::Linalg(function) => linalg::infer(op, *function, inputs, device),
        Op::TotalNorm { .. } => {
            let dtype = x(0)?.dtype();
            one(&[], dtype)
        }
        Op::OptimizerStep(step) => check_optimizer(op, step, inputs).map(|()| smallvec![]),
        Op::MultiScale { .. } => Ok(smallvec![]),
        Op::Layer(layer) => layers::layer(op, layer, inputs, device),
        Op::View(_) | Op::ViewBackward { .. } | Op::CopySlices { .. } | Op::Custom(_) | Op::Sparse(_) => {
            Err(TensorError::runtime(format!("{} only exists on the tape and cannot be run", op.name())))
        }
        Op::Pointwise { .. }
        | Op::Fill { .. }
        | Op::Arange { .. }
        | Op::Linspace { .. }
        | Op::Eye { .. }
        | Op::Random { .. } => unreachable!("inferred by `infer`"),
    }
}

fn check_optimizer(op: &Op, step: &Optimizer, inputs: &[Arg]) -> Result<()> {
    let per_parameter = 2 + step.states();
    let n = step.members(inputs.len());
    if n * per_parameter + step.on_device.count_ones() as usize != inputs.len() {
        return Err(TensorError::runtime(format!(
            "{} takes {per_parameter} tensors for each parameter, and got {}",
            op.name(),
            inputs.len()
        )));
    }
    for i in 0..n * per_parameter {
        let (tensor, parameter) = (operand(op, inputs, i)?, operand(op, inputs, i % n)?);
        if tensor.shape() != parameter.shape() {
            return Err(TensorError::runtime(format!(
                "The size of the optimizer's state {} must match its parameter's {}",
                shown(tensor.shape()),
                shown(parameter.shape())
            ))
            .mark(i, tensor)
            .mark(i % n, parameter));
        }
    }
    Ok(())
}
