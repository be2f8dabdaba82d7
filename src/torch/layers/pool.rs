//! Pooling: windows that slide, and windows that share out the input.

use super::super::arguments::{Integers, TensorArgs, integer_of, items_of};
use super::super::tensor::tensor_value;
use super::{batched, run, run_many, sizes, unbatched, unsigned};
use crate::language::native::Args;
use crate::language::{Builtin, Raise, Result, Value, Vm};
use crate::tensor::layer::{Layer, Windows};
use crate::tensor::{Dims, Tensor};

fn check_rank(x: &Tensor, dims: usize, name: &str) -> Result<()> {
    let (alone, together) = (dims + 1, dims + 2);
    let empty = x.shape().iter().skip(usize::from(x.dim() == together)).any(|&n| n == 0);
    if (x.dim() == alone || x.dim() == together) && !empty {
        return Ok(());
    }
    let text = match dims {
        1 if x.dim() != alone && x.dim() != together => {
            format!("{name}() Expected 2D or 3D input tensor, but got {:?}", x.shape())
        }
        2 => "non-empty 3D or 4D (batch mode) tensor expected for input".to_owned(),
        3 => "non-empty 4D or 5D (batch mode) tensor expected for input".to_owned(),
        _ => {
            format!("{name}(): Expected input to have non-zero size for non-batch dimensions, but got {:?}", x.shape())
        }
    };
    Err(Raise::runtime(text).mark(0, format!("shape {:?}", x.shape())))
}

/// Kernel, stride (the kernel's without one), padding and dilation; `positions` in the signature, 0 for none.
fn sliding(vm: &mut Vm, args: &Args, dims: usize, positions: [usize; 4]) -> Result<Windows> {
    let name = args.builtin.short_name();
    let wrong = |what: &'static str| {
        move |_: &[i64]| match dims {
            1 => format!("{name}: {what} must either be a single int, or a tuple of one int"),
            2 => format!("{name}: {what} must either be a single int, or a tuple of two ints"),
            _ => format!("{name}: {what} must either be a single int, or a tuple of three ints"),
        }
    };
    let [at_kernel, at_stride, at_padding, at_dilation] = positions;
    let kernel = sizes(vm, args, at_kernel, dims, wrong("kernel_size"))?;
    let no_stride = args.is_none(at_stride) || args.integers(vm, at_stride)?.is_empty();
    let stride = if no_stride { kernel.clone() } else { sizes(vm, args, at_stride, dims, wrong("stride"))? };
    let padding = sizes(vm, args, at_padding, dims, wrong("padding"))?;
    let dilation = match at_dilation {
        0 => Integers::from_elem(1, dims),
        at => sizes(vm, args, at, dims, wrong("dilation"))?,
    };
    if kernel.iter().any(|&n| n <= 0) {
        return Err(Raise::runtime(format!("kernel size should be greater than zero, but got {kernel:?}")));
    }
    if stride.iter().any(|&n| n <= 0) {
        return Err(Raise::runtime("stride should not be zero"));
    }
    if dilation.iter().any(|&n| n <= 0) {
        return Err(Raise::runtime("dilation should be greater than zero, but got dilation".to_owned()));
    }
    for ((&kernel, &pad), &dilation) in kernel.iter().zip(&padding).zip(&dilation) {
        if pad < 0 {
            return Err(Raise::runtime(format!("pad must be non-negative, but got pad: {pad}")));
        }
        if pad > ((kernel - 1) * dilation + 1) / 2 {
            return Err(Raise::runtime(match at_dilation {
                0 => {
                    "pad should be smaller than or equal to half of kernel size".to_owned()
                        + &pad_details(&padding, &[kernel])
                }
                _ => format!(
                    "pad should be at most half of effective kernel size, but got pad={pad}, kernel_size={kernel} and \
                     dilation={dilation}"
                ),
            }));
        }
    }
    Ok(Windows::Sliding {
        kernel: unsigned(&kernel),
        stride: unsigned(&stride),
        padding: unsigned(&padding),
        dilation: unsigned(&dilation),
        ceil: false,
        include_pad: true,
        divisor: None,
    })
}

fn pad_details(padding: &[i64], kernel: &[i64]) -> String {
    match padding {
        [height, width] => {
            format!(", but got padW = {width}, padH = {height}, kW = {}, kH = {}", kernel[kernel.len() - 1], kernel[0])
        }
        _ => String::new(),
    }
}

/// (input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False) -> values, indices
fn max_pool(vm: &mut Vm, args: &Args, dims: usize) -> Result<Value> {
    let input = args.tensor(0)?;
    check_rank(input, dims, args.builtin.short_name())?;
    let mut windows = sliding(vm, args, dims, [1, 2, 3, 4])?;
    if let Windows::Sliding { ceil, .. } = &mut windows {
        *ceil = args.bool(5)?;
    }
    pooled_max(input, windows, dims)
}

/// Rows are pooled as images one pixel high, so that histories read as PyTorch's.
fn raised(x: &Tensor, windows: Windows, dims: usize) -> Result<(Tensor, Windows, bool)> {
    if dims != 1 {
        return Ok((x.clone(), windows, false));
    }
    let front = |all: &Dims, filler: usize| -> Dims { [filler].into_iter().chain(all.iter().copied()).collect() };
    let windows = match windows {
        Windows::Sliding { kernel, stride, padding, dilation, ceil, include_pad, divisor } => Windows::Sliding {
            kernel: front(&kernel, 1),
            stride: front(&stride, 1),
            padding: front(&padding, 0),
            dilation: front(&dilation, 1),
            ceil,
            include_pad,
            divisor,
        },
        Windows::Adaptive(sizes) => Windows::Adaptive([Some(1)].into_iter().chain(sizes).collect()),
    };
    let at = x.dim() - 1;
    Ok((crate::engine::view(x, crate::tensor::View::Unsqueeze(at))?, windows, true))
}

fn lowered(x: Tensor, raised: bool) -> Result<Tensor> {
    match raised {
        true => {
            let at = x.dim() - 2;
            Ok(crate::engine::view(&x, crate::tensor::View::Squeeze(Dims::from_slice(&[at])))?)
        }
        false => Ok(x),
    }
}

fn pooled_max(input: &Tensor, windows: Windows, dims: usize) -> Result<Value> {
    let (input, windows, high) = raised(input, windows, dims)?;
    let (input, alone) = batched(&input, dims.max(2))?;
    let mut results = Vec::new();
    for result in run_many(Layer::MaxPool(windows), &[&input])? {
        results.push(tensor_value(lowered(unbatched(result, alone)?, high)?));
    }
    Ok(Value::tuple(results))
}

fn pooled_mean(input: &Tensor, windows: Windows, dims: usize) -> Result<Value> {
    let (input, windows, high) = raised(input, windows, dims)?;
    let (input, alone) = batched(&input, dims.max(2))?;
    let result = run(Layer::AvgPool(windows), &[&input])?;
    Ok(tensor_value(lowered(unbatched(result, alone)?, high)?))
}

/// (input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None)
fn avg_pool(vm: &mut Vm, args: &Args, dims: usize) -> Result<Value> {
    let input = args.tensor(0)?;
    check_rank(input, dims, args.builtin.short_name())?;
    let mut windows = sliding(vm, args, dims, [1, 2, 3, 0])?;
    if let Windows::Sliding { ceil, include_pad, divisor, .. } = &mut windows {
        (*ceil, *include_pad) = (args.bool(4)?, args.bool(5)?);
        *divisor = if dims == 1 { None } else { args.opt_int(6)? };
        if *divisor == Some(0) {
            return Err(Raise::runtime("divisor must be not zero"));
        }
    }
    pooled_mean(input, windows, dims)
}

/// (input, output_size): an int, or one int or None for each dimension.
fn adaptive(vm: &mut Vm, args: &Args, dims: usize) -> Result<Windows> {
    let mut size = |value: &Value| match value {
        Value::None => Ok(None),
        value => match integer_of(vm, value)? {
            Some(size) => Ok(Some(size)),
            None => Err(args.must_be(1, "tuple of ints")),
        },
    };
    let given: Vec<Option<i64>> = match items_of(args.get(1)) {
        Some(items) => items.iter().map(size).collect::<Result<_>>()?,
        None => vec![size(args.get(1))?; dims],
    };
    if given.len() != dims {
        return Err(Raise::runtime(format!("{}: output_size must be {dims}", args.builtin.short_name())));
    }
    if given.iter().flatten().any(|&size| size < 0) {
        return Err(Raise::runtime(format!(
            "{}: elements of output_size must be greater than or equal to 0 but received {given:?}",
            args.builtin.short_name()
        )));
    }
    Ok(Windows::Adaptive(given.iter().map(|size| size.map(|size| size as usize)).collect()))
}

fn adaptive_avg(vm: &mut Vm, args: &Args, dims: usize) -> Result<Value> {
    let input = args.tensor(0)?;
    check_rank(input, dims, args.builtin.short_name())?;
    let windows = adaptive(vm, args, dims)?;
    // The mean of everything, as PyTorch computes it.
    if dims >= 2 && windows == Windows::Adaptive(vec![Some(1); dims]) {
        let dims: Dims = (input.dim() - dims..input.dim()).collect();
        let function = crate::tensor::Reduction::Mean;
        let op = crate::tensor::Op::Reduce { function, dims, keepdim: true, correction: 0.0 };
        return Ok(tensor_value(crate::engine::run(op, &[input.into()])?));
    }
    pooled_mean(input, windows, dims)
}

fn adaptive_max(vm: &mut Vm, args: &Args, dims: usize) -> Result<Value> {
    let input = args.tensor(0)?;
    check_rank(input, dims, args.builtin.short_name())?;
    let windows = adaptive(vm, args, dims)?;
    pooled_max(input, windows, dims)
}

const MAX: &str = "(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)";
const MAX_DOC: &str = "The largest of each window, and its place in its plane.";
const AVG: &str = "(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None) -> Tensor";
const AVG_DOC: &str = "The mean of each window.

Shapes: each size L becomes (L + 2 * padding - kernel_size) / stride + 1, rounded down; stride is kernel_size unless given
Errors: RuntimeError where a window is larger than the input: `F.avg_pool2d(torch.ones(1, 1, 2, 2), 3)`

>>> F.avg_pool1d(torch.tensor([[1., 5., 2., 4.]]), 2)
tensor([[3., 3.]])
>>> F.avg_pool2d(torch.arange(16.).view(1, 4, 4), 2)
tensor([[[ 2.5000,  4.5000],
         [10.5000, 12.5000]]])";
const ADAPTIVE: &str = "(input, output_size)";
const ADAPTIVE_DOC: &str = "The mean of each of as many windows as output_size says, over all of the input.

>>> F.adaptive_avg_pool1d(torch.tensor([[1., 5., 3., 2.]]), 2)
tensor([[3.0000, 2.5000]])";

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("torch._nn.max_pool1d", MAX, MAX_DOC, |vm, args| max_pool(vm, args, 1)),
    Builtin::new("torch._nn.max_pool2d", MAX, MAX_DOC, |vm, args| max_pool(vm, args, 2)),
    Builtin::new("torch._nn.max_pool3d", MAX, MAX_DOC, |vm, args| max_pool(vm, args, 3)),
    Builtin::new("torch.nn.functional.avg_pool1d", AVG, AVG_DOC, |vm, args| avg_pool(vm, args, 1)),
    Builtin::new("torch.nn.functional.avg_pool2d", AVG, AVG_DOC, |vm, args| avg_pool(vm, args, 2)),
    Builtin::new("torch.nn.functional.avg_pool3d", AVG, AVG_DOC, |vm, args| avg_pool(vm, args, 3)),
    Builtin::new("torch._nn.adaptive_max_pool1d", ADAPTIVE, ADAPTIVE_DOC, |vm, args| adaptive_max(vm, args, 1)),
    Builtin::new("torch._nn.adaptive_max_pool2d", ADAPTIVE, ADAPTIVE_DOC, |vm, args| adaptive_max(vm, args, 2)),
    Builtin::new("torch._nn.adaptive_max_pool3d", ADAPTIVE, ADAPTIVE_DOC, |vm, args| adaptive_max(vm, args, 3)),
    Builtin::new("torch.nn.functional.adaptive_avg_pool1d", ADAPTIVE, ADAPTIVE_DOC, |vm, args| {
        adaptive_avg(vm, args, 1)
    }),
    Builtin::new("torch.nn.functional.adaptive_avg_pool2d", ADAPTIVE, ADAPTIVE_DOC, |vm, args| {
        adaptive_avg(vm, args, 2)
    }),
    Builtin::new("torch.nn.functional.adaptive_avg_pool3d", ADAPTIVE, ADAPTIVE_DOC, |vm, args| {
        adaptive_avg(vm, args, 3)
    }),
];
