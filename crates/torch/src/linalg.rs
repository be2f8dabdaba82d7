//! Products of vectors and matrices.

use super::arguments::TensorArgs;
use super::engine_ops::pointwise;
use super::finish::finish;
use super::tensor::{composed_value, tensor_value};
use super::views::{expand_to, reshape_to, select, unsqueeze};
use super::{engine_ops, host};
use tensorcell_engine as engine;
use tensorcell_engine::profile::events::{self, Kind};
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Truth, Value, Vm};
use tensorcell_tensor::infer::not_implemented;
use tensorcell_tensor::op::{Arg, Reduction};
use tensorcell_tensor::{DType, Device, Dims, Op, Scalar, Tensor, TensorError};

pub fn product(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    Ok(engine::run(Op::MatMul, &[Arg::Tensor(a), Arg::Tensor(b)])?)
}

/// `torch.matmul`: vectors get a dimension for the product and lose it afterwards.
pub fn matmul(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    // `a @ b` is not a function call, so the profiler would not see it.
    let _event = events::enter(Kind::Operation, "aten::matmul", false);
    match (a.dim(), b.dim()) {
        (0, _) | (_, 0) => Err(Raise::runtime(format!(
            "both arguments to matmul need to be at least 1D, but they are {}D and {}D",
            a.dim(),
            b.dim()
        ))),
        (1, 1) => dot(a, b),
        (1, _) => {
            if b.dim() == 2 && a.shape()[0] != b.shape()[0] {
                return Err(shapes_cannot_multiply([1, a.shape()[0]], [b.shape()[0], b.shape()[1]], a, b));
            }
            let result = product(&unsqueeze(a, 0)?, b)?;
            let row = result.dim() - 2;
            select(&result, row, 0)
        }
        (_, 1) => {
            if a.dim() == 2 && a.shape()[1] != b.shape()[0] {
                return Err(Raise::runtime(format!(
                    "size mismatch, got input ({}), mat ({}x{}), vec ({})",
                    a.shape()[0],
                    a.shape()[0],
                    a.shape()[1],
                    b.shape()[0]
                ))
                .mark(0, format!("shape {:?}", a.shape()))
                .mark(1, format!("shape {:?}", b.shape())));
            }
            if a.dim() == 2 && a.dtype() == DType::Bool {
                return Err(not_implemented("addmv_impl_cpu", DType::Bool).into());
            }
            let result = product(a, &unsqueeze(b, 1)?)?;
            let column = result.dim() - 1;
            select(&result, column, 0)
        }
        _ => product(a, b),
    }
}

/// `matmul` with the `grad_fn` of PyTorch's last step.
pub fn matmul_value(a: &Tensor, b: &Tensor) -> Result<Value> {
    let result = matmul(a, b)?;
    if !result.requires_grad() {
        return Ok(tensor_value(result));
    }
    Ok(match (a.dim(), b.dim()) {
        (2, 2) => tensor_value(result),
        (1, 1) => composed_value(result, "DotBackward0"),
        (2, 1) => composed_value(result, "MvBackward0"),
        (1, 2) => composed_value(result, "SqueezeBackward4"),
        // PyTorch folds the batches where the matrix requires a gradient, and permutes the result.
        (2, _) if a.requires_grad() => composed_value(result, "CloneBackward0"),
        _ => composed_value(result, "UnsafeViewBackward0"),
    })
}

fn shapes_cannot_multiply(a: [usize; 2], b: [usize; 2], first: &Tensor, second: &Tensor) -> Raise {
    Raise::runtime(format!("mat1 and mat2 shapes cannot be multiplied ({}x{} and {}x{})", a[0], a[1], b[0], b[1]))
        .mark(0, format!("shape {:?}", first.shape()))
        .mark(1, format!("shape {:?}", second.shape()))
}

fn dot(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    if a.dim() != 1 || b.dim() != 1 {
        return Err(Raise::runtime(format!("1D tensors expected, but got {}D and {}D tensors", a.dim(), b.dim())));
    }
    check_vectors(a, b)?;
    if a.shape() != b.shape() {
        return Err(Raise::runtime(format!(
            "inconsistent tensor size, expected tensor [{}] and src [{}] to have the same number of elements, but got {} and {} elements respectively",
            a.numel(),
            b.numel(),
            a.numel(),
            b.numel()
        )));
    }
    let result = product(&unsqueeze(a, 0)?, &unsqueeze(b, 1)?)?;
    reshape_to(&result, &[])
}

fn check_vectors(a: &Tensor, b: &Tensor) -> Result<()> {
    if a.dtype() != b.dtype() {
        let name = DType::scalar_name;
        return Err(Raise::runtime(format!(
            "dot : expected both vectors to have same dtype, but found {} and {}",
            name(a.dtype()),
            name(b.dtype())
        )));
    }
    match a.dtype() {
        DType::Bool => Err(not_implemented("dot", DType::Bool).into()),
        _ => Ok(()),
    }
}

fn matrices(args: &Args, ndim: usize) -> Result<(&Tensor, &Tensor)> {
    let (a, b) = (args.tensor(0)?, args.tensor(1)?);
    for (name, tensor) in [("self", a), ("mat2", b)] {
        if tensor.dim() != ndim {
            return Err(Raise::runtime(match ndim {
                2 => format!("{name} must be a matrix"),
                _ => format!("{} must be a 3D tensor", if name == "self" { "batch1" } else { "batch2" }),
            }));
        }
    }
    Ok((a, b))
}

/// addmm(input, mat1, mat2, *, beta=1, alpha=1)
fn addmm(_: &mut Vm, args: &Args) -> Result<Value> {
    let operands = [args.operand(0)?, args.operand(1)?, args.operand(2)?];
    let (beta, alpha) = (args.scalar(3)?, args.scalar(4)?);
    if let Some(dtype) = operands[1].tensor().map(Tensor::dtype).filter(|dtype| !dtype.is_inexact()) {
        host::factor(beta, dtype)?;
        host::factor(alpha, dtype)?;
    }
    let op = Op::AddMm { beta: host::float(beta), alpha: host::float(alpha) };
    finish(args, op, &operands)
}

/// Checks the shapes of addmv and baddbmm.
fn check_added(input: &Tensor, a: &Tensor, b: &Tensor, vector: bool) -> Result<()> {
    let text = if !vector {
        match (a.dim(), b.dim()) {
            (3, 3) if a.shape()[0] == b.shape()[0] && a.shape()[2] == b.shape()[1] => return Ok(()),
            (3, 3) => {
                let (wanted, found) = ([a.shape()[0], a.shape()[2]], &b.shape()[..2]);
                format!("Expected size for first two dimensions of batch2 tensor to be: {wanted:?} but got: {found:?}.")
            }
            (3, _) => "batch2 must be a 3D tensor".to_string(),
            _ => "batch1 must be a 3D tensor".to_string(),
        }
    } else if a.dim() != 2 || b.dim() != 1 || input.dim() > 1 {
        format!("vector + matrix @ vector expected, got {}, {}, {}", input.dim(), a.dim(), b.dim())
    } else {
        let (rows, columns, length) = (a.shape()[0], a.shape()[1], b.numel());
        if columns == length && (input.numel() == rows || input.numel() == 1) {
            return Ok(());
        }
        let own = input.shape().first().copied().unwrap_or(1);
        format!("size mismatch, got input ({own}), mat ({rows}x{columns}), vec ({length})")
    };
    Err(TensorError::runtime(text).mark(1, a).mark(2, b).into())
}

/// addmv, baddbmm: beta * input + alpha * (a @ b). Integer tensors need integer factors. Half types are rounded once.
fn add_product(_: &mut Vm, args: &Args) -> Result<Value> {
    let (input, a, b) = (args.tensor(0)?, args.tensor(1)?, args.tensor(2)?);
    let vector = args.builtin.short_name() == "addmv";
    let dtype = a.dtype();
    if dtype == DType::Bool {
        return Err(not_implemented(if vector { "addmv_impl_cpu" } else { "baddbmm" }, dtype).into());
    }
    check_added(input, a, b, vector)?;
    let factor = |at: usize| -> Result<Scalar> {
        Ok(match args.scalar(at)? {
            factor if dtype.is_floating() || dtype.is_complex() => factor,
            factor => {
                host::factor(factor, dtype)?;
                Scalar::Int(host::integer(factor))
            }
        })
    };
    let (beta, alpha) = (factor(3)?, factor(4)?);
    let rounded = matches!(dtype, DType::Float16 | DType::BFloat16) && !vector && a.device() == Device::Cpu;
    let wide = |x: &Tensor| if rounded { engine_ops::cast(x, Some(DType::Float32)) } else { Ok(x.clone()) };
    let product = matmul(&wide(a)?, &wide(b)?)?;
    let mut sum = pointwise("mul", &[Arg::Tensor(&product), Arg::Scalar(alpha)])?;
    // With beta 0 the input is not read, so NaN times 0 has no effect here.
    if host::float(beta) == 0.0 && !input.requires_grad() {
        expand_to(input, sum.shape())?;
    } else {
        let input = pointwise("mul", &[Arg::Tensor(&wide(input)?), Arg::Scalar(beta)])?;
        sum = pointwise("add", &[Arg::Tensor(&input), Arg::Tensor(&sum)])?;
    }
    let sum = if rounded { engine_ops::cast(&sum, Some(dtype))? } else { sum };
    Ok(composed_value(sum, if vector { "AddmvBackward0" } else { "BaddbmmBackward0" }))
}

/// `x @ weight.T + bias`: one AddMm for matrices, a product and a sum for more dimensions.
fn linear(_: &mut Vm, args: &Args) -> Result<Value> {
    let (input, weight) = (args.tensor(0)?, args.tensor(1)?);
    let bias = args.opt_tensor(2)?;
    if input.dim() == 0 || weight.dim() == 0 {
        return Err(Raise::runtime(format!(
            "both arguments to linear need to be at least 1D, but they are {}D and {}D",
            input.dim(),
            weight.dim()
        )));
    }
    let transposed = super::views::matrix_transpose(weight)?;
    if let (Some(_), true, 2) = (bias, input.dtype() != weight.dtype(), weight.dim()) {
        return Err(Raise::runtime(format!(
            "mat1 and mat2 must have the same dtype, but got {} and {}",
            input.dtype().scalar_name(),
            weight.dtype().scalar_name()
        ))
        .mark(0, input.dtype().to_string())
        .help(format!("the layer computes in {}: convert the input with .to(), or the layer", weight.dtype())));
    }
    let flat = |features: usize, rows: &[usize]| reshape_to(input, &[rows.iter().product(), features]);
    let outer_shape =
        |rows: &[usize], result: &Tensor| -> Dims { rows.iter().copied().chain([result.shape()[1]]).collect() };
    if let (Some(bias), 2, Some((&features, rows))) = (bias, weight.dim(), input.shape().split_last())
        && (input.dim() == 2 || input.is_contiguous())
    {
        let flat = if input.dim() == 2 { input.clone() } else { flat(features, rows)? };
        let op = Op::AddMm { beta: 1.0, alpha: 1.0 };
        let result = engine::run(op, &[bias, &flat, &transposed].map(Arg::Tensor))?;
        return Ok(tensor_value(match input.dim() {
            2 => result,
            _ => reshape_to(&result, &outer_shape(rows, &result))?,
        }));
    }
    let (folded, name) = match (input.dim(), input.shape().split_last()) {
        (3.., Some((&features, rows))) if weight.dim() == 2 => {
            let result = product(&flat(features, rows)?, &transposed)?;
            (reshape_to(&result, &outer_shape(rows, &result))?, Some("UnsafeViewBackward0"))
        }
        (1, _) if weight.dim() == 2 => (matmul(input, &transposed)?, Some("SqueezeBackward4")),
        _ => (matmul(input, &transposed)?, None),
    };
    match (bias, name) {
        (Some(bias), _) => pointwise("add", &[Arg::Tensor(&folded), Arg::Tensor(bias)]).map(tensor_value),
        (None, Some(name)) => Ok(composed_value(folded, name)),
        (None, None) => Ok(tensor_value(folded)),
    }
}

fn outer(_: &mut Vm, args: &Args) -> Result<Value> {
    let (a, b) = (args.tensor(0)?, args.tensor(1)?);
    if a.dim() != 1 || b.dim() != 1 {
        return Err(Raise::runtime(format!(
            "outer: Expected 1-D argument self, but got {}-D",
            if a.dim() == 1 { b.dim() } else { a.dim() }
        )));
    }
    pointwise("mul", &[Arg::Tensor(&unsqueeze(a, 1)?), Arg::Tensor(b)]).map(tensor_value)
}

fn trace(_: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    if input.dim() != 2 {
        return Err(Raise::runtime(format!("trace: expected a matrix, but got tensor with dim {}", input.dim())));
    }
    if matches!(input.dtype(), DType::Float16 | DType::BFloat16 | DType::Bool) && input.device() == Device::Cpu {
        return Err(not_implemented("trace", input.dtype()).into());
    }
    let diagonal = engine::view(input, tensorcell_tensor::op::View::Diagonal { offset: 0, dim1: 0, dim2: 1 })?;
    Ok(composed_value(engine_ops::all_of(Reduction::Sum, &diagonal)?, "TraceBackward0"))
}

fn broadcast_tensors(_: &mut Vm, args: &Args) -> Result<Value> {
    let mut common: Option<Tensor> = None;
    let mut tensors = Vec::new();
    for value in args.rest(0) {
        let tensor = super::tensor::tensor_of(value).ok_or_else(|| args.must_be(0, "Tensor"))?;
        common = Some(match common {
            None => tensor.clone(),
            Some(common) => pointwise("eq", &[Arg::Tensor(&common), Arg::Tensor(tensor)])?,
        });
        tensors.push(tensor);
    }
    let mut expanded = Vec::new();
    for tensor in tensors {
        if let Some(common) = &common {
            expanded.push(tensor_value(expand_to(tensor, common.shape())?));
        }
    }
    Ok(Value::tuple(expanded))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.matmul",
        "(input, other) -> Tensor",
        "Matrix product; batches, matrices and vectors.\n\n\
         Shapes: (n) @ (n) -> (); (n, k) @ (k, m) -> (n, m); (..., n, k) @ (..., k, m) -> (..., n, m),\n\
         \x20       the rest broadcast\n\
         Errors: RuntimeError where the inner sizes differ: `torch.ones(2, 3) @ torch.ones(4, 5)`\n\
         \x20       RuntimeError where the dtypes differ:\n\
         \x20       `torch.ones(2, 3) @ torch.ones(3, 2, dtype=torch.float64)`\n\n\
         >>> torch.matmul(torch.eye(2), torch.tensor([1., 2.]))\n\
         tensor([1., 2.])",
        |_, args| matmul_value(args.tensor(0)?, args.tensor(1)?),
    ),
    Builtin::new(
        "torch.mm",
        "(input, mat2, *, out=None) -> Tensor",
        "Product of two matrices.\n\n\
         Shapes: (n, k) and (k, m) -> (n, m)\n\
         Errors: RuntimeError where the inner sizes differ:\n\
         \x20       `torch.mm(torch.ones(2, 3), torch.ones(4, 5))`\n\
         \x20       RuntimeError for other than matrices: `torch.mm(torch.ones(2, 3), torch.ones(3))`\n\n\
         >>> torch.mm(torch.eye(2), torch.ones(2, 1))\n\
         tensor([[1.],\n\
         \x20       [1.]])",
        |_, args| {
            let (a, b) = matrices(args, 2)?;
            finish(args, Op::MatMul, &[Arg::Tensor(a), Arg::Tensor(b)])
        },
    ),
    Builtin::new(
        "torch.bmm",
        "(input, mat2, *, out=None) -> Tensor",
        "Products of two batches of matrices.\n\n\
         Shapes: (b, n, k) and (b, k, m) -> (b, n, m)\n\
         Errors: RuntimeError where sizes differ:\n\
         \x20       `torch.bmm(torch.ones(2, 2, 3), torch.ones(2, 4, 5))`\n\
         \x20       RuntimeError for other than batches of matrices:\n\
         \x20       `torch.bmm(torch.ones(2, 3), torch.ones(3, 2))`\n\n\
         >>> torch.bmm(torch.ones(3, 2, 4), torch.ones(3, 4, 5)).shape\n\
         torch.Size([3, 2, 5])",
        |_, args| {
            let (a, b) = matrices(args, 3)?;
            let (wanted, found) = ([a.shape()[0], a.shape()[2]], &b.shape()[..2]);
            if wanted != found {
                return Err(Raise::runtime(format!(
                    "Expected size for first two dimensions of batch2 tensor to be: {wanted:?} but got: {found:?}."
                ))
                .mark(0, format!("shape {:?}", a.shape()))
                .mark(1, format!("shape {:?}", b.shape())));
            }
            finish(args, Op::MatMul, &[Arg::Tensor(a), Arg::Tensor(b)])
        },
    ),
    Builtin::new(
        "torch.mv",
        "(input, vec) -> Tensor",
        "A matrix times a vector.\n\n\
         Shapes: (n, k) and (k) -> (n)\n\
         Errors: RuntimeError where the sizes differ: `torch.mv(torch.ones(2, 3), torch.ones(4))`\n\n\
         >>> torch.mv(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1., 1.]))\n\
         tensor([3., 7.])",
        |_, args| {
            let (matrix, vector) = (args.tensor(0)?, args.tensor(1)?);
            if matrix.dim() != 2 || vector.dim() != 1 {
                let (a, b) = (matrix.dim(), vector.dim());
                return Err(Raise::runtime(format!("vector + matrix @ vector expected, got 1, {a}, {b}")));
            }
            let (rows, columns, length) = (matrix.shape()[0], matrix.shape()[1], vector.numel());
            if columns != length {
                let text = format!("size mismatch, got input ({rows}), mat ({rows}x{columns}), vec ({length})");
                return Err(TensorError::runtime(text).mark(0, matrix).mark(1, vector).into());
            }
            matmul_value(matrix, vector)
        },
    ),
    Builtin::new(
        "torch.dot",
        "(input, tensor) -> Tensor",
        "Sum of the products of two vectors.\n\n\
         Shapes: (n) and (n) -> ()\n\
         Errors: RuntimeError where the lengths differ: `torch.dot(torch.ones(2), torch.ones(3))`\n\n\
         >>> torch.dot(torch.tensor([1., 2.]), torch.tensor([3., 4.]))\n\
         tensor(11.)",
        |_, args| Ok(composed_value(dot(args.tensor(0)?, args.tensor(1)?)?, "DotBackward0")),
    ),
    Builtin::new(
        "torch.addmm",
        "(input, mat1, mat2, *, beta=1, alpha=1, out=None) -> Tensor",
        "beta * input + alpha * (mat1 @ mat2).\n\n\
         Shapes: (n, k) and (k, m) -> (n, m), to which the input broadcasts\n\
         Errors: RuntimeError where the inner sizes differ:\n\
         \x20       `torch.addmm(torch.ones(2), torch.ones(2, 3), torch.ones(4, 2))`\n\n\
         >>> torch.addmm(torch.ones(2), torch.ones(2, 3), torch.ones(3, 2))\n\
         tensor([[4., 4.],\n\
         \x20       [4., 4.]])",
        addmm,
    ),
    Builtin::new(
        "torch.addmv",
        "(input, mat, vec, *, beta=1, alpha=1) -> Tensor",
        "beta * input + alpha * (mat @ vec).\n\n\
         Shapes: (n, k) and (k) -> (n), to which the input broadcasts\n\n\
         >>> torch.addmv(torch.ones(2), torch.ones(2, 3), torch.ones(3))\n\
         tensor([4., 4.])",
        add_product,
    ),
    Builtin::new(
        "torch.baddbmm",
        "(input, batch1, batch2, *, beta=1, alpha=1) -> Tensor",
        "beta * input + alpha * (batch1 @ batch2).\n\n\
         Shapes: (b, n, k) and (b, k, m) -> (b, n, m), to which the input broadcasts\n\n\
         >>> torch.baddbmm(torch.ones(1), torch.ones(1, 2, 3), torch.ones(1, 3, 2))\n\
         tensor([[[4., 4.],\n\
         \x20        [4., 4.]]])",
        add_product,
    ),
    Builtin::new(
        "torch.outer",
        "(input, vec2) -> Tensor",
        "Every product of two vectors' elements.\n\n\
         Shapes: (n) and (m) -> (n, m)\n\
         Errors: RuntimeError for other than vectors: `torch.outer(torch.ones(2, 2), torch.ones(2))`\n\n\
         >>> torch.outer(torch.tensor([1, 2]), torch.tensor([3, 4]))\n\
         tensor([[3, 4],\n\
         \x20       [6, 8]])",
        outer,
    ),
    Builtin::new(
        "torch.ger",
        "(input, vec2) -> Tensor",
        "Every product of two vectors' elements.\n\n\
         >>> torch.ger(torch.tensor([1., 2.]), torch.tensor([3., 4.]))\n\
         tensor([[3., 4.],\n\
         \x20       [6., 8.]])",
        outer,
    ),
    Builtin::new(
        "torch.trace",
        "(input) -> Tensor",
        "Sum of a matrix's diagonal.\n\n\
         Shapes: (n, m) -> ()\n\
         Errors: RuntimeError for other than matrices: `torch.trace(torch.ones(3))`\n\n\
         >>> torch.trace(torch.tensor([[1., 2.], [3., 4.]]))\n\
         tensor(5.)",
        trace,
    ),
    Builtin::new(
        "torch.broadcast_tensors",
        "(*tensors)",
        "Tensors expanded to their common shape.\n\n\
         Errors: RuntimeError where the sizes do not broadcast:\n\
         \x20       `torch.broadcast_tensors(torch.ones(2), torch.ones(3))`\n\n\
         >>> [x.shape for x in torch.broadcast_tensors(torch.ones(2, 1), torch.ones(3))]\n\
         [torch.Size([2, 3]), torch.Size([2, 3])]",
        broadcast_tensors,
    ),
];

/// The native functions of the prelude's layers, in `torch._nn`.
pub static LAYERS: &[Builtin] = &[
    Builtin::new(
        "torch._nn.linear",
        "(input, weight, bias=None) -> Tensor",
        "input @ weight.T + bias: what nn.Linear computes.\n\n\
         Shapes: input (..., in), weight (out, in), bias (out) -> (..., out)\n\
         Errors: RuntimeError where the inner sizes differ:\n\
         \x20       `F.linear(torch.ones(2, 3), torch.ones(4, 5))`\n\n\
         >>> F.linear(torch.tensor([[1., 2.]]), torch.tensor([[1., 0.], [1., 1.]]), torch.tensor([0., 10.]))\n\
         tensor([[ 1., 13.]])",
        linear,
    ),
    Builtin::new(
        "torch._nn.check_targets",
        "(target, classes, ignore_index)",
        "IndexError for a class number out of range; True when some target is, or may be, to be ignored.",
        check_targets,
    ),
];

/// On a CUDA device targets are not read, because reading would wait; on the meta device there are none. Ignored targets then stay
/// unknown.
fn check_targets(_: &mut Vm, args: &Args) -> Result<Value> {
    let (target, classes, ignored) = (args.tensor(0)?, args.int(1)?, args.int(2)?);
    if target.device() != Device::Cpu {
        return Ok(Value::Bool(Truth::True));
    }
    let mut any = false;
    for class in host::elements(target.whole())?.integers() {
        if class == ignored {
            any = true;
        } else if class < 0 || class >= classes {
            return Err(Raise::new(tensorcell_language::Exc::IndexError, format!("Target {class} is out of bounds.")));
        }
    }
    Ok(Value::from(any))
}
