//! PyTorch's errors for complex tensors where it has no complex kernel.

use super::not_implemented;
use crate::error::{ErrorKind, Result, TensorError};
use crate::op::{Arg, Fourier, Op, Reduction, Scan};
use crate::pointwise::Pointwise;
use crate::{DType, Device, Tensor};

/// The error of a pointwise function that does not support complex numbers.
pub(super) fn refusal(function: Pointwise, dtype: DType, device: Device) -> TensorError {
    let name = function.row().name;
    let unsupported = |text: String| TensorError::new(ErrorKind::NotImplemented, text);
    match function {
        Pointwise::Floor | Pointwise::Ceil | Pointwise::Trunc => {
            unsupported(format!("{name} is not supported for complex inputs"))
        }
        Pointwise::Clamp | Pointwise::ClampMin | Pointwise::ClampMax | Pointwise::Relu | Pointwise::Hardtanh => {
            unsupported("clamp is not supported for complex types".to_owned())
        }
        Pointwise::Sign => unsupported(
            "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead."
                .to_owned(),
        ),
        Pointwise::Signbit => unsupported("signbit is not implemented for complex tensors.".to_owned()),
        Pointwise::Maximum | Pointwise::Minimum => {
            TensorError::runtime(format!("{name} not implemented for complex tensors."))
        }
        _ => {
            let kernel = match (function, function.row().lacks) {
                (_, Some((_, kernel))) => kernel.to_owned(),
                (Pointwise::Erf | Pointwise::Erfc | Pointwise::Erfinv | Pointwise::Lgamma, _) => {
                    format!("{name}_vml_cpu")
                }
                (Pointwise::Digamma | Pointwise::Trigamma, _) => name.to_owned(),
                _ => format!("{name}_cpu"),
            };
            not_implemented(&if device.is_cuda() { kernel.replace("_cpu", "_cuda") } else { kernel }, dtype)
        }
    }
}

/// Rejects complex operands of neural network layers and of operations that need an order of numbers.
pub(super) fn check(op: &Op, inputs: &[Arg]) -> Result<()> {
    let complex = inputs
        .iter()
        .enumerate()
        .find_map(|(at, arg)| arg.tensor().filter(|x| x.dtype().is_complex()).map(|x| (at, x)));
    let Some((at, x)) = complex else { return Ok(()) };
    let kernel = match op {
        Op::ReduceWithIndex { function, .. } => {
            let text = format!("{}(): does not support complex input", function.name());
            return Err(TensorError::runtime(text).mark(at, x));
        }
        Op::Reduce { function: function @ (Reduction::ArgMax | Reduction::ArgMin), .. } => {
            let text = format!("{}(): does not support complex input", function.name());
            return Err(TensorError::runtime(text).mark(at, x));
        }
        Op::Sort { .. } => return Err(TensorError::runtime(" Sort does not support complex dtypes on CPU").mark(at, x)),
        Op::TopK { .. } => return Err(TensorError::runtime(" topk does not support complex dtypes on CPU").mark(at, x)),
        Op::Distances { .. } => {
            let text =
                format!("cdist only supports floating-point dtypes, X{} got: {}", at + 1, x.dtype().scalar_name());
            return Err(TensorError::runtime(text).mark(at, x));
        }
        Op::Reduce { function, dims, .. } => match (function, dims.is_empty()) {
            (Reduction::Max, true) => "max_all",
            (Reduction::Min, true) => "min_all",
            (Reduction::Max, false) => "max_values_cpu",
            (Reduction::Min, false) => "min_values_cpu",
            (Reduction::LogSumExp, _) => "logsumexp",
            _ => return Ok(()),
        },
        Op::Scan { function: Scan::Max, .. } => "cummax_cpu",
        Op::Scan { function: Scan::Min, .. } => "cummin_cpu",
        Op::KthPlace => "kthvalue_cpu",
        Op::SearchSorted { .. } => "searchsorted_out_cpu",
        Op::Layer(_) | Op::OptimizerStep(_) | Op::CtcLoss(_) => op.name(),
        _ => return Ok(()),
    };
    Err(not_implemented(kernel, x.dtype()).mark(at, x))
}

/// Checks that a tensor has a dtype that the Fourier transform supports.
pub(super) fn check_transform(transform: Fourier, x: &Tensor) -> Result<()> {
    let fits = match transform {
        Fourier::RealToComplex { .. } => matches!(x.dtype(), DType::Float32 | DType::Float64),
        Fourier::Complex { .. } | Fourier::HalfToReal { .. } => x.dtype().is_complex(),
    };
    match fits {
        true => Ok(()),
        false => Err(TensorError::runtime(format!("Unsupported dtype {}", x.dtype().scalar_name())).mark(0, x)),
    }
}
