//! Convolutions, unfold and fold.

use super::super::tensor::tensor_value;
use super::{batched, run, sample, sizes, unbatched, unsigned};
use crate::arguments::TensorArgs;
use crate::cuda::backends::tell_cudnn;
use crate::sequences::Integers;
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::layer::{Conv, Layer, conv_output, transposed_output};
use tensorcell_tensor::{Dims, Make, Op, Scalar, Tensor, numel_of};

/// Makes the error for wrong sizes.
fn mismatch(name: &str, dims: usize) -> impl Fn(&[i64]) -> String {
    move |given| {
        format!(
            "expected {name} to be a single integer value or a list of {dims} values to match the convolution dimensions, \
             but got {name}={given:?}"
        )
    }
}

/// Refuses kernels without elements.
fn check_kernel(kernel: &[usize]) -> Result<()> {
    if !kernel.contains(&0) {
        return Ok(());
    }
    let shown = match kernel {
        [depth, height, width] => format!(": {depth} x {height} x {width} (TxHxW)"),
        [height, width] => format!(" kernel_height: {height} kernel_width: {width}"),
        _ => format!(" kernel_height: 1 kernel_width: {}", kernel[0]),
    };
    Err(Raise::runtime(format!("kernel size should be greater than zero, but got{shown}")))
}

fn check_sizes(stride: &[i64], padding: &[i64], dilation: &[i64], groups: i64) -> Result<()> {
    let refuse = |text: &str| Err(Raise::runtime(text.to_owned()));
    if padding.iter().any(|&n| n < 0) {
        return refuse("negative padding is not supported");
    }
    if stride.iter().any(|&n| n <= 0) {
        return refuse("non-positive stride is not supported");
    }
    if dilation.iter().any(|&n| n < 0) {
        return refuse("dilation should be greater than zero");
    }
    if dilation.contains(&0) {
        // 1-d inputs are convolved as images of height 1.
        let shown = if dilation.len() == 1 { vec![1, dilation[0]] } else { dilation.to_vec() };
        return Err(Raise::runtime(format!("dilation should be greater than zero, but got {shown:?}")));
    }
    if groups <= 0 {
        return refuse("non-positive groups is not supported");
    }
    Ok(())
}

fn check_rank(x: &Tensor, weight: &Tensor, dims: usize, same: bool, name: &str) -> Result<()> {
    if x.dim() != dims + 1 && x.dim() != dims + 2 {
        return Err(Raise::runtime(format!(
            "Expected {}D (unbatched) or {}D (batched) input to {name}, but got input of size: {:?}",
            dims + 1,
            dims + 2,
            x.shape()
        ))
        .mark(0, format!("shape {:?}", x.shape())));
    }
    let k = weight.dim();
    if k == dims + 2 {
        return Ok(());
    }
    let text = if k < 3 {
        "weight should have at least three dimensions".to_owned()
    } else if dims == 1 || same {
        let (space, of) = (if same { "" } else { " " }, x.dim() + usize::from(x.dim() == dims + 1 && same));
        format!(
            "Expected {k}-dimensional input for {k}-dimensional weight{space}{:?}, but got {of}-dimensional input of size \
             {:?} instead",
            weight.shape(),
            x.shape()
        )
    } else {
        mismatch("stride", k - 2)(&vec![1; dims])
    };
    Err(Raise::runtime(text).mark(1, format!("shape {:?}", weight.shape())))
}

/// (input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)
fn convolve(vm: &mut Vm, args: &Args, dims: usize) -> Result<Value> {
    tell_cudnn(vm)?;
    let (input, weight, bias) = (args.tensor(0)?, args.tensor(1)?, args.opt_tensor(2)?);
    check_rank(input, weight, dims, args.get(4).as_str() == Some("same"), args.builtin.short_name())?;
    let stride = sizes(vm, args, 3, dims, mismatch("stride", dims))?;
    let dilation = sizes(vm, args, 5, dims, mismatch("dilation", dims))?;
    let groups = args.int(6)?;
    let (mut input, alone) = batched(input, dims)?;
    let padding = match args.get(4).as_str() {
        Some("valid") => Integers::from_elem(0, dims),
        Some("same") => {
            if stride.iter().any(|&n| n != 1) {
                return Err(Raise::runtime("padding='same' is not supported for strided convolutions"));
            }
            let (even, extra) = same_padding(&weight.shape()[2..], &dilation);
            input = longer(&input, &extra)?;
            even
        }
        Some(other) => {
            return Err(Raise::runtime(format!("Invalid padding string: '{other}'")));
        }
        None => sizes(vm, args, 4, dims, mismatch("padding", dims))?,
    };
    check_sizes(&stride, &padding, &dilation, groups)?;
    check_kernel(&weight.shape()[2..])?;
    let conv = Conv {
        stride: unsigned(&stride),
        padding: unsigned(&padding),
        dilation: unsigned(&dilation),
        groups: groups as usize,
    };
    let operands: Vec<&Tensor> = [&input, weight].into_iter().chain(bias).collect();
    Ok(tensor_value(unbatched(run(Layer::Conv(conv), &operands)?, alone)?))
}

/// Returns the padding on both sides that keeps the size, and the extra padding at the end.
fn same_padding(kernel: &[usize], dilation: &[i64]) -> (Integers, Vec<usize>) {
    let total: Vec<i64> = kernel.iter().zip(dilation).map(|(&k, &d)| d * (k as i64 - 1)).collect();
    (total.iter().map(|n| n / 2).collect(), total.iter().map(|n| (n % 2) as usize).collect())
}

/// Appends zeros to spatial dimensions.
fn longer(x: &Tensor, extra: &[usize]) -> Result<Tensor> {
    let mut x = x.clone();
    for (d, &count) in extra.iter().enumerate().filter(|(_, count)| **count > 0) {
        let mut shape: Dims = x.shape().into();
        shape[d + 2] = count;
        let make = Make { shape, dtype: x.dtype(), device: x.device() };
        let zeros = engine::run(Op::Fill { value: Scalar::Int(0), make }, &[])?;
        x = engine::run(Op::Cat { dim: d + 2 }, &[(&x).into(), (&zeros).into()])?;
    }
    Ok(x)
}

/// (input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)
fn convolve_transposed(vm: &mut Vm, args: &Args, dims: usize) -> Result<Value> {
    tell_cudnn(vm)?;
    let (input, weight, bias) = (args.tensor(0)?, args.tensor(1)?, args.opt_tensor(2)?);
    check_rank(input, weight, dims, false, args.builtin.short_name())?;
    let stride = sizes(vm, args, 3, dims, mismatch("stride", dims))?;
    let padding = sizes(vm, args, 4, dims, mismatch("padding", dims))?;
    let extra = sizes(vm, args, 5, dims, mismatch("output_padding", dims))?;
    let (groups, dilation) = (args.int(6)?, sizes(vm, args, 7, dims, mismatch("dilation", dims))?);
    check_sizes(&stride, &padding, &dilation, groups)?;
    check_kernel(&weight.shape()[2..])?;
    if extra.iter().any(|&n| n < 0) {
        return Err(Raise::runtime("negative output_padding is not supported"));
    }
    if (0..dims).any(|d| extra[d] >= stride[d] && extra[d] >= dilation[d]) {
        let named = |what: &str, all: &[i64]| -> String {
            let height = i64::from(what != "output_padding");
            let all = if dims == 1 { vec![height, all[0]] } else { all.to_vec() };
            let names = &["depth", "height", "width"][3 - all.len()..];
            let shown = names.iter().zip(&all).map(|(name, n)| format!("{what}_{name}: {n}"));
            shown.collect::<Vec<_>>().join(" ")
        };
        return Err(Raise::runtime(format!(
            "output padding must be smaller than either stride or dilation, but got {} {} {}",
            named("output_padding", &extra),
            named("stride", &stride),
            named("dilation", &dilation)
        )));
    }
    let (input, alone) = batched(input, dims)?;
    let conv = Conv {
        stride: unsigned(&stride),
        padding: unsigned(&padding),
        dilation: unsigned(&dilation),
        groups: groups as usize,
    };
    let (of, kernel) = (&input.shape()[2..], &weight.shape()[2..]);
    let output = transposed_output(&conv, of, kernel, &unsigned(&extra))?;
    let operands: Vec<&Tensor> = [&input, weight].into_iter().chain(bias).collect();
    Ok(tensor_value(unbatched(run(Layer::ConvInput(conv, output), &operands)?, alone)?))
}

/// Reads kernel, dilation, padding and stride of unfold and fold, from argument `first` on.
fn patches(vm: &mut Vm, args: &Args, first: usize) -> Result<(Conv, Dims)> {
    let mut read = |i: usize, name: &str| -> Result<Integers> {
        sizes(vm, args, i, 2, |given| format!("It is expected {name} equals to 2, but got size {}", given.len()))
    };
    let kernel = read(first, "kernel_size")?;
    let (dilation, padding, stride) =
        (read(first + 1, "dilation")?, read(first + 2, "padding")?, read(first + 3, "stride")?);
    if kernel.iter().any(|&n| n <= 0) {
        return Err(Raise::runtime(format!(
            "kernel size should be greater than zero, but got kernel_height: {} kernel_width: {}",
            kernel[0], kernel[1]
        )));
    }
    check_sizes(&stride, &padding, &dilation, 1)?;
    let conv =
        Conv { stride: unsigned(&stride), padding: unsigned(&padding), dilation: unsigned(&dilation), groups: 1 };
    Ok((conv, unsigned(&kernel)))
}

/// (input, kernel_size, dilation=1, padding=0, stride=1)
fn unfold(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    if input.dim() != 3 && input.dim() != 4 {
        return Err(Raise::runtime(format!(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, \
             but got: {:?}",
            input.shape()
        ))
        .mark(0, format!("shape {:?}", input.shape())));
    }
    let (conv, kernel) = patches(vm, args, 1)?;
    let (given, (input, alone)) = (input, batched(input, 2)?);
    let blocks = |d: usize| {
        let reach = conv.dilation[d] as i128 * (kernel[d] as i128 - 1) + 1;
        (input.shape()[d + 2] as i128 + 2 * conv.padding[d] as i128 - reach).div_euclid(conv.stride[d] as i128) + 1
    };
    if blocks(0) < 1 || blocks(1) < 1 {
        let pair = |sizes: &[usize]| format!("({}, {})", sizes[0], sizes[1]);
        return Err(Raise::runtime(format!(
            "Given input with spatial size {}, kernel_size={}, dilation={}, padding={}, calculated shape of the array \
             of sliding blocks as ({}, {}), but its components must be at least one.",
            pair(&input.shape()[2..]),
            pair(&kernel),
            pair(&conv.dilation),
            pair(&conv.padding),
            blocks(0),
            blocks(1)
        ))
        .mark(0, format!("shape {:?}", input.shape())));
    }
    Ok(tensor_value(sample(run(Layer::Im2Col(conv, kernel), &[&input])?, alone, given)?))
}

/// (input, output_size, kernel_size, dilation=1, padding=0, stride=1)
fn fold(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let output =
        sizes(vm, args, 1, 2, |given| format!("It is expected output_size equals to 2, but got size {}", given.len()))?;
    let (conv, kernel) = patches(vm, args, 2)?;
    let (given, (input, alone)) = (input, batched(input, 1)?);
    let (output, taps) = (unsigned(&output), numel_of(&kernel));
    if input.dim() != 3 {
        return Err(Raise::runtime(format!(
            "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions for \
             input, but got: {:?}",
            input.shape()
        )));
    }
    let [rows, columns] = [input.shape()[1], input.shape()[2]];
    if !rows.is_multiple_of(taps) {
        return Err(Raise::runtime(format!(
            "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got \
             input.size(1)={rows} and kernel_size=({}, {}).",
            kernel[0], kernel[1]
        ))
        .mark(0, format!("shape {:?}", input.shape())));
    }
    let blocks = conv_output(&conv, &output, &kernel)?;
    if numel_of(&blocks) != columns {
        return Err(Raise::runtime(format!(
            "Given output_size=({}, {}), kernel_size=({}, {}), dilation=({}, {}), padding=({}, {}), stride=({}, {}), \
             expected size of input's dimension 2 to match the calculated number of sliding blocks {} * {} = {}, but \
             got input.size(2)={columns}.",
            output[0],
            output[1],
            kernel[0],
            kernel[1],
            conv.dilation[0],
            conv.dilation[1],
            conv.padding[0],
            conv.padding[1],
            conv.stride[0],
            conv.stride[1],
            blocks[0],
            blocks[1],
            numel_of(&blocks)
        ))
        .mark(0, format!("shape {:?}", input.shape())));
    }
    let result = run(Layer::Col2Im(conv, output, kernel), &[&input])?;
    Ok(tensor_value(sample(result, alone, given)?))
}

const CONV: &str = "(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) -> Tensor";
const TRANSPOSED: &str =
    "(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1) -> Tensor";
const CONV_DOC: &str =
    "Cross-correlation: input (N, C, ...), weight (O, C / groups, ...), bias (O). The output is (N, O, ...).
padding may be 'same' or 'valid'; without the N, one sample.

Shapes: each size L becomes (L + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1, rounded down
Errors: RuntimeError where the channels differ: `F.conv2d(torch.ones(1, 1, 8, 8), torch.ones(4, 3, 3, 3))`
        RuntimeError where the kernel is larger than the image:
        `F.conv2d(torch.ones(1, 1, 2, 2), torch.ones(1, 1, 3, 3))`

>>> F.conv1d(torch.tensor([[[1., 2., 4., 8.]]]), torch.tensor([[[1., 1.]]]))
tensor([[[ 3.,  6., 12.]]])
>>> F.conv2d(torch.ones(1, 3, 32, 32), torch.ones(8, 3, 3, 3), padding=1).shape
torch.Size([1, 8, 32, 32])";
const TRANSPOSED_DOC: &str =
    "The gradient of a convolution by its input, as a layer: input (N, C, ...), weight (C, O / groups, ...), bias (O).

Shapes: each size L becomes (L - 1) * stride - 2 * padding + dilation * (kernel - 1) + output_padding + 1
Errors: RuntimeError where the channels differ: `F.conv_transpose1d(torch.ones(1, 1, 4), torch.ones(2, 1, 2))`

>>> F.conv_transpose1d(torch.tensor([[[1., 2.]]]), torch.tensor([[[1., 10.]]]), stride=2)
tensor([[[ 1., 10.,  2., 20.]]])";

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("torch.conv1d", CONV, CONV_DOC, |vm, args| convolve(vm, args, 1)),
    Builtin::new("torch.conv2d", CONV, CONV_DOC, |vm, args| convolve(vm, args, 2)),
    Builtin::new("torch.conv3d", CONV, CONV_DOC, |vm, args| convolve(vm, args, 3)),
    Builtin::new("torch.conv_transpose1d", TRANSPOSED, TRANSPOSED_DOC, |vm, args| convolve_transposed(vm, args, 1)),
    Builtin::new("torch.conv_transpose2d", TRANSPOSED, TRANSPOSED_DOC, |vm, args| convolve_transposed(vm, args, 2)),
    Builtin::new("torch.conv_transpose3d", TRANSPOSED, TRANSPOSED_DOC, |vm, args| convolve_transposed(vm, args, 3)),
    Builtin::new(
        "torch.nn.functional.unfold",
        "(input, kernel_size, dilation=1, padding=0, stride=1) -> Tensor",
        "Every patch of images (N, C, H, W) as a column: (N, C * kernel, patches).\n\n\
         >>> F.unfold(torch.arange(9.).view(1, 1, 3, 3), 2).shape\n\
         torch.Size([1, 4, 4])",
        unfold,
    ),
    Builtin::new(
        "torch.nn.functional.fold",
        "(input, output_size, kernel_size, dilation=1, padding=0, stride=1) -> Tensor",
        "Columns (N, C * kernel, patches) added up where they lie in images of output_size.\n\n\
         >>> F.fold(torch.ones(1, 4, 4), (3, 3), 2)\n\
         tensor([[[[1., 2., 1.],\n\
         \x20         [2., 4., 2.],\n\
         \x20         [1., 2., 1.]]]])",
        fold,
    ),
];
