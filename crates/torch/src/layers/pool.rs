//! Pooling over sliding windows, and adaptive pooling.

use super::super::tensor::tensor_value;
use super::{batched, run, run_many, sample, sizes, unsigned};
use crate::arguments::TensorArgs;
use crate::numbers::integer_of;
use crate::sequences::{Integers, items_of};
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::layer::{Layer, Windows};
use tensorcell_tensor::{Dims, Tensor};

/// Returns a shape as errors of 1-d pools show it: an image of height 1.
fn as_image(shape: &[usize], dims: usize) -> Dims {
    let at = shape.len().saturating_sub(1);
    let higher = if dims == 1 && !shape.is_empty() { &[1][..] } else { &[] };
    [&shape[..at], higher, &shape[at..]].concat().into()
}

/// Refuses inputs other than a sample or a batch, and empty samples.
fn check_rank(x: &Tensor, dims: usize, name: &str) -> Result<()> {
    let refuse = |text: String| Err(Raise::runtime(text).mark(0, format!("shape {:?}", x.shape())));
    let together = x.dim() == dims + 2;
    if !together && x.dim() != dims + 1 {
        return refuse(match dims {
            1 => format!(
                "Expected 2 to 3 dimensions, but got {}-dimensional tensor for argument #1 'self' (while checking \
                 arguments for {name})",
                x.dim()
            ),
            _ => format!("non-empty {}D or {}D (batch mode) tensor expected for input", dims + 1, dims + 2),
        });
    }
    if !x.shape()[usize::from(together)..].contains(&0) {
        return Ok(());
    }
    refuse(match dims {
        3 => {
            let name = if name.starts_with("max") { "max_pool3d_with_indices_out_cpu_template" } else { name };
            format!(
                "{name}(): Expected input's non-batch dimensions to have positive length, but input has a shape of {:?} \
                 and non-batch dimension 0 has length zero!",
                x.shape()
            )
        }
        _ => format!(
            "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:{:?}",
            as_image(x.shape(), dims)
        ),
    })
}

/// Reads kernel, stride (default: the kernel), padding and dilation at `positions` in the signature; 0 means absent.
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
    // PyTorch counts windows in 32 bits.
    if [&kernel, &stride, &padding, &dilation].into_iter().flatten().any(|&size| i32::try_from(size).is_err()) {
        return Err(Raise::runtime("integer out of range"));
    }
    match name {
        "max_pool1d" => check_row(args.tensor(0)?, [kernel[0], stride[0], padding[0], dilation[0]])?,
        _ => check_windows(&kernel, &stride, &padding, &dilation)?,
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

fn check_windows(kernel: &[i64], stride: &[i64], padding: &[i64], dilation: &[i64]) -> Result<()> {
    let refuse = |text: String| Err(Raise::runtime(text));
    // Sizes with their names. 1-d inputs have two.
    let named = |letter: &str, sizes: &[i64]| {
        let axes = ["T", "H", "W"];
        let all = [&[1][..], sizes].concat();
        let all = &all[usize::from(sizes.len() > 1)..];
        let shown = all.iter().zip(&axes[3 - all.len()..]).map(|(size, axis)| format!("{letter}{axis}: {size}"));
        shown.collect::<Vec<_>>().join(" ")
    };
    if stride.contains(&0) {
        return refuse("stride should not be zero".to_owned());
    }
    for ((&kernel, &pad), &dilation) in kernel.iter().zip(padding).zip(dilation) {
        if pad < 0 {
            return refuse(format!("pad must be non-negative, but got pad: {pad}"));
        }
        if pad > ((kernel - 1) * dilation + 1) / 2 {
            return refuse(format!(
                "pad should be at most half of effective kernel size, but got pad={pad}, kernel_size={kernel} and \
                 dilation={dilation}"
            ));
        }
    }
    let rules = [("kernel size", "k", kernel), ("stride", "d", stride), ("dilation", "dilation", dilation)];
    match rules.into_iter().find(|(_, _, sizes)| sizes.iter().any(|&n| n <= 0)) {
        Some((what, letter, sizes)) => {
            refuse(format!("{what} should be greater than zero, but got {}", named(letter, sizes)))
        }
        None => Ok(()),
    }
}

/// Checks of `max_pool1d` with its own messages: PyTorch uses another kernel for it if no indices are needed.
fn check_row(x: &Tensor, [kernel, stride, pad, dilation]: [i64; 4]) -> Result<()> {
    let refuse = |text: String| Err(Raise::runtime(text).mark(0, format!("shape {:?}", x.shape())));
    if !matches!(x.dim(), 2 | 3) || x.shape()[x.dim() - 2..].contains(&0) {
        return refuse(format!(
            "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but got:{:?}",
            x.shape()
        ));
    }
    for (what, size) in [("kernel_size", kernel), ("stride", stride), ("dilation", dilation)] {
        if size <= 0 {
            return refuse(format!("max_pool1d() {what} must be greater than zero, but got {size}"));
        }
    }
    if pad < 0 {
        return refuse(format!("max_pool1d() padding must be non-negative, but got {pad}"));
    }
    if pad > kernel / 2 {
        return refuse(format!(
            "max_pool1d() padding should be at most half of kernel size, but got padding={pad} and kernel_size={kernel}"
        ));
    }
    let room = x.shape()[x.dim() - 1] as i64 + 2 * pad - dilation * (kernel - 1) - 1;
    if room < 0 {
        return refuse(format!("max_pool1d() Invalid computed output size: {}", room.div_euclid(stride) + 1));
    }
    match x.dtype().is_floating() {
        true => Ok(()),
        false => Err(tensorcell_tensor::infer::not_implemented("max_pool1d_impl", x.dtype()).into()),
    }
}

/// (input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False) -> values, indices
fn max_pool(vm: &mut Vm, args: &Args, dims: usize) -> Result<Value> {
    let input = args.tensor(0)?;
    let mut windows = sliding(vm, args, dims, [1, 2, 3, 4])?;
    check_rank(input, dims, args.builtin.short_name().trim_end_matches("_with_indices"))?;
    if let Windows::Sliding { ceil, .. } = &mut windows {
        *ceil = args.bool(5)?;
    }
    pooled_max(input, windows, dims)
}

/// Pools 1-d inputs as images of height 1, so that histories have PyTorch's names.
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
    Ok((tensorcell_engine::view(x, tensorcell_tensor::View::Unsqueeze(at))?, windows, true))
}

fn lowered(x: Tensor, raised: bool) -> Result<Tensor> {
    match raised {
        true => {
            let at = x.dim() - 2;
            Ok(tensorcell_engine::view(&x, tensorcell_tensor::View::Squeeze(Dims::from_slice(&[at])))?)
        }
        false => Ok(x),
    }
}

fn pooled_max(input: &Tensor, windows: Windows, dims: usize) -> Result<Value> {
    let (input, windows, high) = raised(input, windows, dims)?;
    let (batch, alone) = batched(&input, dims.max(2))?;
    let mut results = Vec::new();
    for result in run_many(Layer::MaxPool(windows), &[&batch])? {
        results.push(tensor_value(lowered(sample(result, alone, &input)?, high)?));
    }
    Ok(Value::tuple(results))
}

fn pooled_mean(input: &Tensor, windows: Windows, dims: usize) -> Result<Value> {
    let (input, windows, high) = raised(input, windows, dims)?;
    let (batch, alone) = batched(&input, dims.max(2))?;
    let result = run(Layer::AvgPool(windows), &[&batch])?;
    Ok(tensor_value(lowered(sample(result, alone, &input)?, high)?))
}

/// (input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None)
fn avg_pool(vm: &mut Vm, args: &Args, dims: usize) -> Result<Value> {
    let input = args.tensor(0)?;
    let mut windows = sliding(vm, args, dims, [1, 2, 3, 0])?;
    check_rank(input, dims, args.builtin.short_name())?;
    if let Windows::Sliding { ceil, include_pad, divisor, .. } = &mut windows {
        (*ceil, *include_pad) = (args.bool(4)?, args.bool(5)?);
        *divisor = if dims == 1 { None } else { args.opt_int(6)? };
        if *divisor == Some(0) {
            return Err(Raise::runtime("divisor must be not zero"));
        }
    }
    pooled_mean(input, windows, dims)
}

/// (input, output_size): an int, or an int or None per dimension.
fn adaptive(vm: &mut Vm, args: &Args, dims: usize) -> Result<Windows> {
    let (input, name) = (args.tensor(0)?, args.builtin.short_name());
    let largest = name.starts_with("adaptive_max");
    let refuse = |text: String| Err(Raise::runtime(text).mark(0, format!("shape {:?}", input.shape())));
    let mut size = |value: &Value| match value {
        Value::None => Ok(None),
        value => match integer_of(vm, value)? {
            Some(size) => Ok(Some(size)),
            None => Err(args.must_be(1, "tuple of ints")),
        },
    };
    let given: Vec<Option<i64>> = match items_of(args.get(1)) {
        Some(items) => items.iter().map(&mut size).collect::<Result<_>>()?,
        None => vec![size(args.get(1))?; dims],
    };
    if dims > 1 && items_of(args.get(1)).is_some() && input.dim() <= given.len() {
        return Err(Raise::value_error(format!("Input dimension should be at least {}", given.len() + 1)));
    }
    if given.len() != dims {
        return refuse(match (dims, largest) {
            (1, _) => format!("{name}() argument 'output_size' should contain one int (got {})", given.len()),
            (_, true) => format!("{name}(): internal error: output_size.size() must be {dims}"),
            (_, false) => format!("{name}: output_size must be {dims}"),
        });
    }
    let image = match (dims, largest) {
        (1, false) => "adaptive_avg_pool2d",
        _ => name,
    };
    if input.dim() != dims + 1 && input.dim() != dims + 2 {
        let colon = if largest { ":" } else { "" };
        return refuse(match dims {
            1 => format!(
                "Expected 2 to 3 dimensions, but got {}-dimensional tensor for argument #1 'self' (while checking \
                 arguments for {name})",
                input.dim()
            ),
            _ => {
                format!("{name}(): Expected {}D or {}D tensor, but got{colon} {:?}", dims + 1, dims + 2, input.shape())
            }
        });
    }
    let first = if largest { 1 } else { input.dim() - dims };
    if let Some(empty) = (first..input.dim()).find(|&d| input.shape()[d] == 0) {
        let shape = if largest { input.shape().into() } else { as_image(input.shape(), dims) };
        return refuse(format!(
            "{image}(): Expected input to have non-zero size for non-batch dimensions, but input has sizes {shape:?} with \
             dimension {} being empty",
            empty + shape.len() - input.dim()
        ));
    }
    if let Some(least) = given.iter().flatten().find(|&&size| size < 0) {
        let sizes: Vec<i64> =
            (0..dims).map(|d| given[d].unwrap_or(input.shape()[input.dim() - dims + d] as i64)).collect();
        let of_image = if dims == 1 { [&[1][..], &sizes].concat() } else { sizes };
        if largest {
            let front = input.shape()[..input.dim() - dims].iter().map(|&size| size as i64);
            let all: Vec<i64> = front.chain(of_image).collect();
            return refuse(format!("Trying to create tensor with negative dimension {least}: {all:?}"));
        }
        let shown: Vec<String> = of_image.iter().map(i64::to_string).collect();
        // PyTorch's message also has no space before the third size.
        let shown = shown.join(",").replacen(',', ", ", 1);
        return refuse(format!(
            "{image}: elements of output_size must be greater than or equal to 0 but received {{{shown}}}"
        ));
    }
    Ok(Windows::Adaptive(given.iter().map(|size| size.map(|size| size as usize)).collect()))
}

fn adaptive_avg(vm: &mut Vm, args: &Args, dims: usize) -> Result<Value> {
    let input = args.tensor(0)?;
    let windows = adaptive(vm, args, dims)?;
    // The mean of all elements, computed as in PyTorch.
    if dims >= 2 && windows == Windows::Adaptive(vec![Some(1); dims]) {
        let dims: Dims = (input.dim() - dims..input.dim()).collect();
        let function = tensorcell_tensor::Reduction::Mean;
        let op = tensorcell_tensor::Op::Reduce { function, dims, keepdim: true, correction: 0.0 };
        return Ok(tensor_value(tensorcell_engine::run(op, &[input.into()])?));
    }
    pooled_mean(input, windows, dims)
}

fn adaptive_max(vm: &mut Vm, args: &Args, dims: usize) -> Result<Value> {
    let windows = adaptive(vm, args, dims)?;
    pooled_max(args.tensor(0)?, windows, dims)
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
    Builtin::new("torch._nn.max_pool1d_with_indices", MAX, MAX_DOC, |vm, args| max_pool(vm, args, 1)),
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
